"""The text for ``swisscheck --write-back``: the file with notes about adjustments and boards made by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.causes.trial import BY_HAND, Change, ChangeKind
from checker.diff import Pair
from checker.report import RoundReport, Status
from pairing_engine.facts.model import NOBODY, Note, NoteKind
from swisspair.statuses import ExitStatus, Failure
from swisspair.swisscheck.checked_file import CheckedFile
from trf import write
from trf.event.settings import of_import, with_notes


def with_what_was_found(one: CheckedFile) -> str:
    """Return the text of a checked file with notes. Raises `Failure` if the file could not be read."""
    if one.file is None or one.tournament is None:
        raise one.failure or Failure(ExitStatus.BAD_REQUEST, one.no_edition)
    rounds = () if one.report is None else one.report.rounds
    notes = [*of_import(one.adjustments, len(one.tournament.rounds)), *_by_hand(rounds)]
    return write(with_notes(one.file, notes))


def _by_hand(rounds: tuple[RoundReport, ...]) -> Iterator[Note]:
    """Yield a note for each differing round without one: boards made by hand or, if unknown, those that break rules."""
    for one in rounds:
        if one.status is not Status.DIFFERS or one.note.startswith(NoteKind.MANUAL.value):
            continue
        changes = () if one.cause is None else one.cause.changes
        if changes and all(change.kind in BY_HAND for change in changes):
            words = f"{_boards([_pair(change) for change in changes])} by hand"
        else:
            words = f"{_boards(one.difference.recorded)} not by the rules"
        yield Note(NoteKind.MANUAL, one.number, f"{words} (expected {_boards(one.difference.expected)})")


def _pair(change: Change) -> Pair:
    return change.players[0], NOBODY if change.kind is ChangeKind.BYE else change.players[1]


def _boards(pairs: Sequence[Pair]) -> str:
    return ", ".join(f"{white}-{black or 'bye'}" for white, black in pairs)
