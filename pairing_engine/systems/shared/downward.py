"""[C.04.3 1.9] The method that pairs a round bracket by bracket, from the top down.

The Dutch System uses this method in all rounds, and the Burstein System after its seeding rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pairing_engine.kernel.graph import Graph, Horizon
from pairing_engine.kernel.rules import Bracket, BracketPairing, scoregroups
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.language import marked
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.system import Method
from pairing_engine.under_way import within

MATCHED = marked("by a matching algorithm")


class BracketAnswer(NamedTuple):
    """The pairing of a bracket, and the players of its graph who have no opponent (``unmatched``)."""

    pairing: BracketPairing
    unmatched: tuple[Player, ...]


Decided = tuple[BracketPairing, str]
"""The pairing of a bracket, and how it was found."""

Decide = Callable[[Bracket, int], Decided]
"""A function that pairs a bracket, given its number from the top."""


class Downward(Method):
    """A method that pairs one bracket after the other, each together with everybody below it."""

    mdps_are_apart = False
    """Whether two moved-down players never meet."""

    def graph(self, bracket: Bracket, horizon: Horizon) -> Graph:
        """Return the graph of a bracket, with players below by ``horizon``. Raises `TooLarge`."""
        raise NotImplementedError

    def ask(self, bracket: Bracket, horizon: Horizon) -> BracketAnswer | None:
        """Find the first of the best candidates; None if none allows a complete round."""
        graph = self.graph(bracket, horizon)
        if graph.is_hopeless:
            return None
        graph.check_order()
        mates = self.mates(graph)
        return None if mates is None else BracketAnswer(graph.pairing(mates), graph.unmatched(mates))

    def mates(self, graph: Graph) -> list[int] | None:
        """Return each vertex's partner in the first of the best candidates; None if there is no candidate."""
        raise NotImplementedError

    def with_everybody(self, bracket: Bracket) -> BracketPairing:
        """Pair a bracket and all players below in one matching. Raise `NoPairing` if impossible."""
        answer = self.ask(bracket, Horizon.EVERYBODY)
        if answer is None:
            raise self.no_pairing(bracket.state)
        return answer.pairing

    def deciding(self, _state: RoundState, _groups: list[tuple[Player, ...]]) -> Decide:
        """Return the function that pairs the brackets of a round, which consists of these scoregroups."""
        return lambda bracket, _number: (self.with_everybody(bracket), Horizon.EVERYBODY.value)

    def brackets(self, state: RoundState, players: tuple[Player, ...]) -> Iterator[BracketTrace]:
        """[C.04.3 1.9] Yield the paired brackets of a round, from the top down; floaters join the next bracket."""
        groups = scoregroups(players)
        decide = self.deciding(state, groups)
        floaters: tuple[Player, ...] = ()
        for number in range(len(groups)):
            within(marked("pairing the brackets"), number + 1, len(groups))
            bracket = bracket_in(state, groups, number, floaters)
            pairing, decided = decide(bracket, number)
            yield BracketTrace(bracket, pairing, decided)
            floaters = pairing.floaters


def bracket_in(
    state: RoundState, groups: list[tuple[Player, ...]], number: int, floaters: tuple[Player, ...]
) -> Bracket:
    """Return the bracket of scoregroup ``number``, with the players who float down to it."""
    following = groups[number + 1] if number + 1 < len(groups) else ()
    beyond = tuple(player for group in groups[number + 2 :] for player in group)
    odd = sum(map(len, groups)) % 2 == 1
    return Bracket(state, floaters, groups[number], following, beyond, odd)
