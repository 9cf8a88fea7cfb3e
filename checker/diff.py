"""The comparison of a recorded round with the expected round."""

from __future__ import annotations

from typing import NamedTuple

from pairing_engine.facts.model import NOBODY, ByeKind, Round
from pairing_engine.kernel.trace import Pair, RoundPairing


class Difference(NamedTuple):
    """The pairs that are only in the recorded round, and the pairs that are only in the expected round."""

    recorded: tuple[Pair, ...]
    expected: tuple[Pair, ...]


def as_pairs(pairing: RoundPairing) -> list[Pair]:
    """Return the pairs of a pairing in the order of boards, followed by the bye."""
    pairs = [(board.white, board.black) for board in pairing.boards]
    return pairs if pairing.bye is None else [*pairs, (pairing.bye, NOBODY)]


def compare(recorded: Round, expected: RoundPairing) -> Difference:
    """Compare two rounds. If the colours of a game are not recorded, only its players are compared."""
    ours, theirs = set(as_pairs(expected)), recorded_pairs(recorded)
    if theirs == ours:
        return Difference((), ())
    for meeting in recorded.meetings():
        swapped = meeting.black, meeting.white
        if not meeting.colours_known and swapped in ours:
            theirs.discard((meeting.white, meeting.black))
            theirs.add(swapped)
    return Difference(tuple(sorted(theirs - ours)), tuple(sorted(ours - theirs)))


def recorded_pairs(recorded: Round) -> set[Pair]:
    """Return the pairs of a recorded round; a pairing-allocated bye is a pair with `NOBODY`."""
    pairs = {game[:2] for game in recorded.games}
    pairs.update([(match.white, match.black) for match in recorded.matches])
    pairs.update([(bye.tpn, NOBODY) for bye in recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED])
    return pairs
