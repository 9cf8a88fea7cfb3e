"""The comparison of a recorded round with the expected round, including colours and bye."""

from __future__ import annotations

from collections.abc import Sequence

from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Game, Result, Round, Tpn
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.values import NamedTuple

Pair = tuple[Tpn, Tpn]
"""A board, as the numbers of White and Black. For a pairing-allocated bye, Black is `NOBODY`."""


class Difference(NamedTuple):
    """The pairs that are only in the recorded round, and the pairs that are only in the expected round."""

    recorded: tuple[Pair, ...]
    expected: tuple[Pair, ...]


def compare(recorded: Round, expected: RoundPairing) -> Difference:
    """Compare two rounds. If the colours of a game are not recorded, only its players are compared."""
    ours = {board[:2] for board in expected.boards}
    if expected.bye is not None:
        ours.add((expected.bye, NOBODY))
    theirs = recorded_pairs(recorded)
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


def as_published(pairs: Sequence[Pair]) -> Round:
    """Return a round with the given pairs and unknown results."""
    games = (Game(white, black, Result.UNKNOWN, Result.UNKNOWN) for white, black in pairs if black != NOBODY)
    byes = (Bye(white, ByeKind.PAIRING_ALLOCATED) for white, black in pairs if black == NOBODY)
    return Round(tuple(games), tuple(byes))
