"""Code that pairs a differing round again under assumptions, to prove explanations."""

from __future__ import annotations

from collections.abc import Sequence

from checker.causes.changes import Change
from checker.causes.past import assumed
from checker.causes.replay import Effort, paired
from checker.diff import Difference, Pair, compare
from pairing_engine.facts.model import NOBODY, Round, Tpn
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System

FEW_CHANGES = 3
BOARDS_FOR_MORE = 20
"""In a large round, the search may assume one board made by hand for every 20 boards."""

MOST_TRIED = 24
"""The largest number of boards that one step of a search tries. The search tries the most unusual boards first."""


class Trial:
    """A recorded round whose differences from the correct pairing must be explained.

    ``state`` is the event before the round, and ``expected`` is the correct pairing.
    """

    def __init__(
        self,
        state: RoundState,
        recorded: Round,
        expected: RoundPairing,
        system: System,
        backend: Backend,
        effort: Effort,
    ) -> None:
        self.state = state
        self.recorded = recorded
        self.expected = expected
        self.system = system
        self.backend = backend
        self.effort = effort
        boards = len(recorded.meetings())
        self.most = max(1, min(FEW_CHANGES, boards // 3), boards // BOARDS_FOR_MORE)
        self.place = {player.tpn: number for number, player in enumerate(state.players)}
        self.difference: Difference = compare(recorded, expected)

    def left(self, pairing: RoundPairing, given: Sequence[Pair]) -> list[Pair]:
        """Return the pairs that are in the recorded round but not in ``pairing``, without the ``given`` pairs.

        The bye comes first. Then come the pairs with the most unusual difference in rank.
        """
        made = {frozenset(pair) for pair in given}
        rest = [pair for pair in compare(self.recorded, pairing).recorded if frozenset(pair) not in made]
        distance = {pair: abs(self.place.get(pair[0], 0) - self.place.get(pair[1], 0)) for pair in rest}
        middle = sorted(distance.values())[len(rest) // 2] if rest else 0
        return sorted(rest, key=lambda pair: (pair[1] != NOBODY, -abs(distance[pair] - middle), min(pair)))

    def paired(self, state: RoundState) -> RoundPairing | None:
        """Pair the players in ``state``. Return None if no pairing exists. Raises `SpentError`."""
        self.effort.spend(state)
        return paired(self.system, state, self.backend)

    def explained_by(self, change: Change) -> bool:
        """Whether the engine makes the recorded boards and colours if this change is assumed. Raises `SpentError`."""
        found = assumed(self.state, self.recorded, change, self.system.conventions)
        if found is None:
            return False
        state, recorded = found
        pairing = self.paired(state)
        return pairing is not None and compare(recorded, pairing) == ((), ())

    def agrees_without(self, some: set[Tpn], pairing: RoundPairing) -> bool:
        """Whether the recorded round and the pairing differ only in pairs of these players."""
        difference = compare(self.recorded, pairing)
        return not any(some.isdisjoint(pair) for pairs in difference for pair in pairs)


def are_colours(left: Sequence[Pair], pairing: RoundPairing) -> bool:
    """Whether all given pairs meet in the pairing, but with the opposite colours."""
    boards = {(board.black, board.white) for board in pairing.boards}
    return all(pair in boards for pair in left)
