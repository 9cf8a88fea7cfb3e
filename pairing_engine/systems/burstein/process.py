"""[C.04.4.2 1.9, 3] The Burstein pairing process for the rounds after the seeding rounds.

First, the bye is given. Then, the brackets are paired from the top down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pairing_engine.errors import Fact, MissingFact
from pairing_engine.facts.model import Tpn
from pairing_engine.kernel.findings import Finding, TwoRounds
from pairing_engine.kernel.graph import Graph, Horizon, Question
from pairing_engine.kernel.order import Order
from pairing_engine.kernel.rules import Bracket, BracketPairing
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.shared.downward import Downward
from pairing_engine.systems.shared.in_order import from_the_ends, most_pairs
from pairing_engine.systems.shared.judging import BothEdges, later_in_order, published, with_the_same_floaters
from pairing_engine.systems.system import Fits, Pairs, System


class RankingIndex(NamedTuple):
    """The index by which Burstein ranks players with equal scores; the player with the smaller index ranks higher.

    So Buchholz, in tenths of a point, and Sonneborn-Berger, in hundredths, are stored as negative numbers.
    """

    buchholz: int
    sonneborn_berger: int
    tpn: Tpn


Indices = Mapping[Tpn, RankingIndex]


class SeedingRounds(NamedTuple):
    """[C.04.4.2 1.6] The first half of the tournament, at most ``most`` rounds, which another system pairs."""

    system: System
    most: int

    def __call__(self, state: RoundState) -> System | None:
        """Return the system that pairs a seeding round, else None. Raises `MissingFact` without a number of rounds."""
        rounds = state.settings.rounds
        if rounds is None:
            raise MissingFact(Fact.NUMBER_OF_ROUNDS)
        return self.system if state.number <= min(rounds // 2, self.most) else None


class BursteinMethod(Downward):
    """The method of the Burstein System after its seeding rounds."""

    reads_pasts = True

    process: ByIndex

    def pair(self, state: RoundState) -> Pairs:
        """Pair the round, and choose who gets the bye. Raises `NoPairing` if no complete pairing exists [1.9.3]."""
        index = state.once(self.process.indices)
        bye, players = self.bye_first(state)
        traces = self.brackets(state, players)
        return Pairs.of(tuple(trace._replace(pairing=_by_index(trace.pairing, index)) for trace in traces), bye)

    def ranked(self, bracket: Bracket) -> tuple[Player, ...]:
        """[C.04.4.2 1.8] Return the members of a bracket in the order of their BSNs."""
        index = bracket.state.once(self.process.indices)
        return tuple(sorted(bracket.members, key=lambda player: index[player.tpn]))

    def graph(self, bracket: Bracket, horizon: Horizon) -> Graph:
        system = self.system
        return self.engine.graph(Question(system.criteria, system.may_meet, bracket, self.ranked(bracket), horizon))

    def mates(self, graph: Graph) -> list[int] | None:
        size = len(graph.members)
        return graph.best_mates(self.process.order(size), range(size))

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        members = self.ranked(trace.bracket)
        bracket, right, chapter = trace.bracket, trace.pairing, self.system.article
        other = published(bracket.members, rounds.other.mates)
        sides = BothEdges.of(bracket, rounds)
        rules, order = with_the_same_floaters(self.system.criteria, right, other), self.process.order(len(members))
        return sides.judged(chapter, rules, lambda: later_in_order(chapter, order, members, right, other))

    def columns(self, trace: BracketTrace) -> Sequence[tuple[Player, Player]]:
        return _by_index(trace.pairing, trace.bracket.state.once(self.process.indices)).pairs

    def candidates(self, trace: BracketTrace, fits: Fits, like: BracketPairing | None) -> Iterator[BracketPairing]:
        members = self.ranked(trace.bracket)
        return from_the_ends(members, most_pairs(members, fits) if like is None else len(like.pairs), fits)


class ByIndex(NamedTuple):
    """[C.04.4.2 1.9] The Burstein process: first the bye, then the brackets from the top down.

    The players of a bracket are ranked by index. ``indices`` returns the indices of all participants before a round
    [1.7]. ``order`` returns the order of the pairings for a bracket of a certain size [4].
    """

    indices: Callable[[RoundState], Indices]
    order: Callable[[int], Order]
    method: type[BursteinMethod] = BursteinMethod


def _by_index(pairing: BracketPairing, index: Indices) -> BracketPairing:
    """Sort a bracket's pairs and floaters by index [1.8]. The higher ranked player of each pair comes first."""
    pairs = (sorted(pair, key=lambda player: index[player.tpn]) for pair in pairing.pairs)
    in_order = sorted(((one, other) for one, other in pairs), key=lambda pair: index[pair[0].tpn])
    return BracketPairing(tuple(in_order), tuple(sorted(pairing.floaters, key=lambda player: index[player.tpn])))
