"""Messages on standard error about a round: attendance, doubtful facts, and effects of wishes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pairing_engine.answers.paired import PairedRound
from pairing_engine.errors import BadRequest
from pairing_engine.facts.consistency import cautions
from pairing_engine.facts.model import Tournament
from pairing_engine.facts.shown import one_line
from pairing_engine.language import say

if TYPE_CHECKING:
    from pairing_engine.changes.presence import WhoPlays


def as_asked(tournament: Tournament, who: WhoPlays | None, number: int | None) -> Tournament:
    if who is None:
        return tournament
    from pairing_engine.changes import presence

    return presence.as_asked(tournament, who, number)


def ask_for_one_more(tournament: Tournament) -> None:
    """Raise `BadRequest` for an event that looks finished although it states no number of rounds.

    To pair one more round, the user must give the number of the round.
    """
    if tournament.settings.rounds is not None or not tournament.recorded_ranks or tournament.under_way:
        return
    from pairing_engine.changes.presence import looks_finished

    if looks_finished(tournament):
        played = len(tournament.rounds)
        words = say(
            "the number of rounds is not stated (record 142), and the event looks finished after round "
            "{played}: to pair one more round, use --round {following}",
            played=played,
            following=played + 1,
        )
        raise BadRequest(words)


def remarks(tournament: Tournament, paired: PairedRound, *, attendance: bool) -> tuple[str, ...]:
    """Return the remarks about a round; with ``attendance``, also who is out, and who is back."""
    return (
        *cautions(tournament),
        *_of_wishes(paired),
        *(_attendance(tournament, paired) if attendance else ()),
        *_not_heard_of(tournament, paired),
    )


def _attendance(tournament: Tournament, paired: PairedRound) -> Iterator[str]:
    from pairing_engine.changes.presence import who_plays

    return who_plays(tournament, paired.number)


def _not_heard_of(tournament: Tournament, paired: PairedRound) -> tuple[str, ...]:
    """Return a remark about each paired participant who has no entry in the previous round."""
    if paired.number != len(tournament.rounds) + 1 or len(tournament.rounds) == 0:
        return ()
    from pairing_engine.changes.presence import in_words, not_heard_of

    return tuple(in_words(one, paired.number) for one in not_heard_of(tournament) if one.tpn not in paired.absent)


def _of_wishes(paired: PairedRound) -> tuple[str, ...]:
    if paired.wished is None:
        return ()
    from pairing_engine.answers.wishes import as_lines

    return tuple(one_line(line) for line in as_lines(paired.wished))
