"""Code that reads the rules of a tournament from records of text, and its notes (others: `trf.event.statements`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from pairing_engine.facts import model
from pairing_engine.facts.codes import SystemCode, codes_in, system_of
from pairing_engine.facts.editions import APPLIED_FROM, edition_in_words, edition_of_year, edition_on, system_in_words
from pairing_engine.facts.model import MAX_ROUNDS, Colour, Note, Settings, UnclearDay
from pairing_engine.language import marked, quoted
from trf.event.days import FIRST, LAST, ROUNDS, EventDays, contradictions, plain_days
from trf.format.fields import AS_STATED, COMMENT, TEXT_RECORDS
from trf.format.findings import WHOLE_FILE, Adjustment, Findings
from trf.format.records import Index, Record, TrfFile, make_text

BAKU_SUFFIX = "_BAKU"

_USUAL = Settings()

_SYSTEM_CODE = "FIDE_[A-Z0-9_]+"

_CONFIGURED_COLOURS = {"white1": Colour.WHITE, "black1": Colour.BLACK}

BY_POSITION = "rank"

MARKS = MARK, CLUB = "swisspair wish:", "swisspair club "
"""The beginnings of comments that hold a wish of the organiser or the members of a club."""

_T = TypeVar("_T")


class RecordedSystem(NamedTuple):
    """The system in record 192, and whether Baku acceleration is used."""

    code: str = ""
    baku: bool = False
    record: Record | None = None
    stated: str = ""


def number_of_rounds(index: Index, findings: Findings) -> int | None:
    """[142, XXR] Return the number of rounds; None if no record gives it."""
    return agreed(_rounds_stated(index, findings), findings)


def _rounds_stated(index: Index, findings: Findings) -> Iterator[tuple[Record, int, int]]:
    for record in index.of("142", "XXR"):
        text = record.value
        if text and not (text.isascii() and text.isdigit() and text.strip("0")):
            findings.refuse("number of rounds", *record.at(), found=quoted(text), most=MAX_ROUNDS)
        elif len(text.lstrip("0")) > len(str(MAX_ROUNDS)):
            findings.refuse("limit of rounds", *record.at(), number=len(text), most=MAX_ROUNDS)
        elif text:
            yield record, record.value_column, int(text)


def initial_colour(index: Index, findings: Findings) -> Colour | None:
    """[152, XXC] Return the initial-colour (C.04.3 5.1); None if no record gives it."""
    return agreed(_colours_stated(index, findings), findings)


def _colours_stated(index: Index, findings: Findings) -> Iterator[tuple[Record, int, Colour]]:
    for record in index.of("152", "XXC"):
        for column, word in record.words():
            if record.code == "152" and word.upper() in ("W", "B"):
                yield record, column, Colour(word.lower())
            elif record.code == "152":
                findings.refuse("colour", record.line, column, TEXT_RECORDS["152"], found=quoted(word))
            elif word.lower() in _CONFIGURED_COLOURS:
                yield record, column, _CONFIGURED_COLOURS[word.lower()]
            elif word.lower() != BY_POSITION:
                findings.adjust("ADJ-33", record.line, column, word=word)


def is_ordered_by_position(index: Index) -> bool:
    return any(BY_POSITION in record.value.lower().split() for record in index.of("XXC"))


def system(index: Index, findings: Findings) -> RecordedSystem:
    """[192] Return the code of the system; empty if no record names a system."""
    stated = [record for record in index.of("192") if record.value]
    code = agreed(((record, record.value_column, record.value.upper()) for record in stated), findings)
    if code is not None:
        _report_other_type(code, index, findings)
        return _system_code(code, stated[0])
    # One known generator writes the code in place of the words for the type of tournament.
    for record in index.of("092"):
        code = record.value.upper()
        if re.fullmatch(_SYSTEM_CODE, code):
            findings.adjust("ADJ-28", record.line, record.value_column, code=code)
            return _system_code(code, record)
    for record in index.of(*TEXT_RECORDS):
        ending = re.search(f"(?:^|192 +)({_SYSTEM_CODE})$", record.value)
        named = None if ending is None else system_of(ending[1].removesuffix(BAKU_SUFFIX))
        if named is not None and named.name in APPLIED_FROM:  # a line end before 192, or one of its digits, is lost
            findings.refuse("missing code", *record.at(), found=quoted(record.value))
    return RecordedSystem()


def _system_code(code: str, record: Record) -> RecordedSystem:
    return RecordedSystem(code.removesuffix(BAKU_SUFFIX), code.endswith(BAKU_SUFFIX), record, code)


def _report_other_type(code: str, index: Index, findings: Findings) -> None:
    named = system_of(code.removesuffix(BAKU_SUFFIX))
    if named is None or named.name not in APPLIED_FROM:
        record = next(record for record in index.of("192") if record.value)
        findings.adjust("ADJ-86", record.line, record.value_column, code=code)
        return
    for record in index.of("092"):
        name, edition = _named_by_type(record.value, named.name)
        is_other = bool(name) and name != named.name
        if named.edition and edition and not is_other:
            is_other = edition_of_year(edition) != edition_of_year(named.edition)
        if is_other:
            findings.adjust("ADJ-83", record.line, record.value_column, type=record.value, code=code)


def _named_by_type(words: str, name: str) -> tuple[str, str]:
    if re.fullmatch(_SYSTEM_CODE, words.upper()):
        named = system_of(words.upper().removesuffix(BAKU_SUFFIX))
        return ("", "") if named is None else (named.name, named.edition or "")
    return system_in_words(words), edition_in_words(name, words)


def tournament_name(index: Index) -> str:
    return _text(index, "012")


def as_stated(index: Index) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for code, field in AS_STATED.items():
        is_list = isinstance(getattr(_USUAL, field), tuple)
        found[field] = codes_in(_text(index, code)) if is_list else _text(index, code)
    deputies = "; ".join(record.value for record in index.of("112") if record.value)
    return found | {"type_of_event": type_of_event(index), "deputy_arbiters": deputies}


def _text(index: Index, code: str) -> str:
    return next((record.value for record in index.of(code) if record.value), "")


def type_of_event(index: Index) -> str:
    """[092] Return the type of the event in words. If the type is a code, return ""."""
    words = _text(index, "092")
    return "" if re.fullmatch(_SYSTEM_CODE, words.upper()) else words


_SYSTEM_RECORD, _TYPE_RECORD = marked(("record 192", "record 092"))


def sources(system: RecordedSystem, days: EventDays) -> model.Sources:
    is_type = system.record is not None and system.record.code == "092"
    line = 0 if system.record is None else system.record.line
    return model.Sources(_TYPE_RECORD if is_type else _SYSTEM_RECORD, _TYPE_RECORD, days.source, line)


def days_of(index: Index, findings: Findings) -> EventDays:
    """Return the days of the event, and report days that contradict each other.

    The first day is the first clear date in record 042, 132 or 052.
    """
    found = [plain_days(record) for code in (FIRST, ROUNDS, LAST) for record in index.of(code)]
    stated = [one for days in found for one in days or ()]
    if None in found or next(contradictions(stated), None):
        from trf.event.odd_days import stated_days  # imported late: most events have plain days

        stated = stated_days(index)
    for one, key, other in contradictions(stated):
        findings.adjust(key, one.record.line, one.record.value_column, day=one.day, other=other)
    rounds = [one.day for one in stated if one.record.code == ROUNDS]
    days = EventDays(
        last=next((one.day for one in stated if one.record.code == LAST and one.day), ""),
        rounds=tuple(rounds) if all(rounds) else (),
    )
    if not stated:
        return days
    begin = stated[0]
    if begin.record.code == FIRST and len(begin.days) > 1:
        from trf.event.odd_days import with_unclear_begin

        return with_unclear_begin(days, begin, stated[1:])
    clear = next((one for one in stated if one.day), None)
    if clear is not None:
        days = days._replace(first=clear.day, source="" if clear.record.code == FIRST else clear.source)
    return days if clear is begin else days._replace(unclear=UnclearDay(begin.source, begin.words, begin.days))


def report_edition(named: SystemCode | None, record: Record | None, days: EventDays, findings: Findings) -> None:
    """[192] Report a code whose edition was not in force on the first day; the event is still paired under it."""
    if named is None or record is None or named.edition is None or named.name not in APPLIED_FROM or not days.first:
        return
    edition = edition_of_year(named.edition)
    in_force = edition_on(named.name, days.first)
    if edition not in APPLIED_FROM[named.name] or edition == in_force:
        return
    key = "ADJ-82" if in_force else "ADJ-82 not yet"
    findings.adjust(key, record.line, record.value_column, code=record.value, day=days.first, in_force=in_force)


def agreed(statements: Iterable[tuple[Record, int, _T]], findings: Findings) -> _T | None:
    """Return the first stated value, and report each later statement that gives a different value."""
    first: tuple[Record, int, _T] | None = None
    reported = WHOLE_FILE
    for statement in statements:
        record, column, stated = statement
        if first is None:
            first = statement
        elif stated != first[2] and record.line != reported:
            reported = record.line  # report each record only once
            code, value, line = first[0].code, first[0].value, first[0].line
            both = {"line": line, "first": quoted(f"{code} {value}"), "this": quoted(f"{record.code} {record.value}")}
            findings.refuse("contradiction of records", record.line, column, TEXT_RECORDS[record.code], **both)
    return None if first is None else first[2]


_NOTE = (
    rf"(?i)(?P<kind>{'|'.join(kind.value for kind in model.NoteKind)}) *@ *Round *"
    r"(?P<round>[0-9]{1,2})(?![0-9]) *:? *(?P<words>.*)"
)
_NOTE_KINDS = {kind.value.lower(): kind for kind in model.NoteKind}


def notes(index: Index) -> tuple[Note, ...]:
    found = (re.fullmatch(_NOTE, record.value) for record in index.of(COMMENT))
    return tuple(
        Note(_NOTE_KINDS[match["kind"].lower()], int(match["round"]), match["words"].strip())
        for match in found
        if match is not None and int(match["round"]) <= MAX_ROUNDS
    )


def of_import(adjustments: Iterable[Adjustment], number: int) -> Iterator[Note]:
    for code, line, _, words in adjustments:
        yield Note(model.NoteKind.IMPORT, number, f"{code}, line {line}: {words}" if line else f"{code}: {words}")


def record_of(note: Note) -> Record:
    return make_text(COMMENT, str(note))


def with_notes(file: TrfFile, added: Iterable[Note]) -> TrfFile:
    there = set(notes(Index(file)))
    new = [record_of(note) for note in dict.fromkeys(added) if note not in there]
    if not new:
        return file
    ends = file.mixed_line_ends and (*(end or file.newline for end in file.mixed_line_ends), *[file.newline] * len(new))
    return file._replace(records=(*file.records, *new), mixed_line_ends=ends)
