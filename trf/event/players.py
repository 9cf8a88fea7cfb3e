"""The players of a file, with their cells for all rounds."""

from __future__ import annotations

from collections.abc import Iterable

from pairing_engine.facts.model import MAX_TPN, Participant, Tpn
from pairing_engine.language import marked, say
from pairing_engine.values import NamedTuple
from trf.format.cells import Cell, cell_of
from trf.format.fields import FIRST_VALUE_COLUMN, PLAYER, number_of
from trf.format.findings import WHOLE_FILE, Findings
from trf.format.records import Record

_RATING = PLAYER.index["rating"]


class PlayerEntry(NamedTuple):
    """A player's record and its cells. ``number`` is the starting rank in the file."""

    number: Tpn
    record: Record
    cells: list[Cell]


def enrol(records: Iterable[Record], findings: Findings) -> list[PlayerEntry]:
    """Return the players of records 001, in the order of the file."""
    entries: dict[int, PlayerEntry] = {}
    for record in records:
        number = _starting_rank(record, findings)
        if number in entries:
            found = say(
                "{number}, which the player in line {line} already has", number=number, line=entries[number].record.line
            )
            expected = say("a different number for every player")
            findings.problem(record.line, FIRST_VALUE_COLUMN, "duplicate", "starting rank", found, expected)
        elif number:
            sound = record.line not in findings.unsound_lines
            entries[number] = PlayerEntry(Tpn(number), record, list(map(cell_of, record.more)) if sound else [])
    if not entries and not findings.problems:
        findings.problem(
            WHOLE_FILE,
            0,
            "empty",
            "file",
            say("no player"),
            say("at least one record 001"),
            say("is this a tournament report file?"),
        )
    return list(entries.values())


def _starting_rank(record: Record, findings: Findings) -> int:
    """Return the number in columns 5 to 8. A missing number is a problem and gives 0."""
    try:
        number = int(record.cells[0])
    except ValueError:
        number = 0
    if number == 0 and record.line not in findings.unsound_lines:
        found = record.cells[0].strip() or "blanks"
        findings.problem(
            record.line,
            FIRST_VALUE_COLUMN,
            "number",
            "starting rank",
            found,
            say("a number from 1 to {most}", most=MAX_TPN),
        )
        findings.unsound_lines.add(record.line)
    return number


def report_gaps(entries: list[PlayerEntry], findings: Findings) -> None:
    """Report the first gap in the numbers of the players. The numbers must be ascending."""
    words = marked("some starting ranks below {number} are missing: the numbers are kept as they are")
    report_numbers_left_out(((entry.number, entry.record.line) for entry in entries), words, findings)


def report_numbers_left_out(numbers: Iterable[tuple[int, int]], words: str, findings: Findings) -> None:
    """Report the first gap in the numbers. ``numbers`` are ascending, and each comes with its line."""
    for expected, (number, line) in enumerate(numbers, 1):
        if number != expected:
            findings.adjust("ADJ-48", line, FIRST_VALUE_COLUMN, say(words, number=number))
            return


def report_rating_order(entries: list[PlayerEntry], findings: Findings) -> None:
    """Report the first player who has a higher rating than the player before.

    The players keep their numbers.
    """
    before = None
    for entry in entries:
        rating = number_of(entry.record.cells[_RATING]) or 0
        if before is not None and rating > before:
            words = say(
                "rating {rating} is higher than the previous player's: the starting ranks are kept as they are",
                rating=rating,
            )
            findings.adjust("ADJ-50", entry.record.line, PLAYER.fields[_RATING].first, words)
            return
        before = rating


def participant_of(entry: PlayerEntry) -> Participant:
    _, sex, title, _, name, rating, federation, fide_number, birth, _, _ = entry.record.cells
    return Participant(
        entry.number,
        name.strip(),
        number_of(rating) or 0,
        title.strip(),
        sex.strip(),
        federation.strip(),
        fide_number.strip(),
        birth.strip(),
    )


def recorded_ranks(records: Iterable[tuple[Tpn, Record]]) -> dict[Tpn, int]:
    """[001, 310] Return the ranks in the participants' lines.

    Participants are left out if their rank is blank or is not a number. An earlier check reports ranks that are not
    numbers.
    """
    stated = ((number, record.text("rank")) for number, record in records)
    return {number: int(rank) for number, rank in stated if rank.isascii() and rank.isdigit() and int(rank)}
