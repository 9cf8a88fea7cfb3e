"""The comparison of a recorded round with the expected round."""

from __future__ import annotations

from typing import NamedTuple

from pairing_engine.facts.model import Round
from pairing_engine.kernel.trace import Pair, RoundPairing


class Difference(NamedTuple):
    """The pairs that are only in the recorded round, and the pairs that are only in the expected round."""

    recorded: tuple[Pair, ...]
    expected: tuple[Pair, ...]


def compare(recorded: Round, expected: RoundPairing) -> Difference:
    """Compare two rounds. If the colours of a game are not recorded, only its players are compared."""
    ours, theirs = set(expected.pairs), set(recorded.pairs)
    if theirs == ours:
        return Difference((), ())
    for meeting in recorded.meetings():
        swapped = meeting.black, meeting.white
        if not meeting.colours_known and swapped in ours:
            theirs.discard((meeting.white, meeting.black))
            theirs.add(swapped)
    return Difference(tuple(sorted(theirs - ours)), tuple(sorted(ours - theirs)))
