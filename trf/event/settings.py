"""Code that reads the tournament's rules from the records, except points and acceleration."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from pairing_engine.facts.codes import system_of
from pairing_engine.facts.editions import APPLIED_FROM, edition_in_words, edition_of_year, system_in_words
from pairing_engine.facts.model import MAX_ROUNDS, AbnormalPoints, Colour, Points, Prohibition, Settings, Sources
from pairing_engine.language import marked, say
from pairing_engine.values import NamedTuple
from trf.event.days import EventDays
from trf.event.roster import Roster, check_listed, listed_numbers
from trf.format.fields import AS_STATED, FIRST_VALUE_COLUMN, TABLES, TEXT_RECORDS
from trf.format.findings import WHOLE_FILE, Findings
from trf.format.records import Index, Record

BAKU_SUFFIX = "_BAKU"

_USUAL = Settings()

_SYSTEM_CODE = "FIDE_[A-Z0-9_]+"

_ABNORMAL_KINDS = ("", "W", "D", "L", "F", "H", "Z", "+", "-")

_CONFIGURED_COLOURS = {"white1": Colour.WHITE, "black1": Colour.BLACK}

BY_POSITION = "rank"

NOT_THERE = "ADJ-37"
"""The code of the adjustment for an unknown player, who is ignored."""

_T = TypeVar("_T")


class RecordedSystem(NamedTuple):
    """The system in record 192, and whether Baku acceleration is used."""

    code: str = ""
    baku: bool = False
    record: Record | None = None
    stated: str = ""
    """The code exactly as it appears in the record."""


def number_of_rounds(index: Index, findings: Findings) -> int | None:
    """[142, XXR] Return the number of rounds; None if no record gives it."""
    return _agreed(_rounds_stated(index, findings), findings)


def _rounds_stated(index: Index, findings: Findings) -> Iterator[tuple[Record, int, int]]:
    for record in index.of("142", "XXR"):
        text = record.value
        if not text:
            continue
        column, field = record.value_column, TEXT_RECORDS[record.code]
        if not (text.isascii() and text.isdigit() and text.strip("0")):
            findings.problem(
                record.line,
                column,
                "number",
                field,
                repr(text),
                say("a number from 1 to {most}", most=MAX_ROUNDS),
            )
        elif len(text.lstrip("0")) > len(str(MAX_ROUNDS)):
            findings.problem(
                record.line,
                column,
                "limit",
                field,
                say("{number} digits", number=len(text)),
                say("at most {most}", most=MAX_ROUNDS),
                say("a TRF has no room for more"),
            )
        else:
            yield record, column, int(text)


def initial_colour(index: Index, findings: Findings) -> Colour | None:
    """[152, XXC] Return the initial-colour (C.04.3 5.1); None if no record gives it."""
    return _agreed(_colours_stated(index, findings), findings)


def _colours_stated(index: Index, findings: Findings) -> Iterator[tuple[Record, int, Colour]]:
    for record in index.of("152", "XXC"):
        for column, word in record.words():
            if record.code == "152" and word.upper() in ("W", "B"):
                yield record, column, Colour(word.lower())
            elif record.code == "152":
                findings.problem(record.line, column, "colour", TEXT_RECORDS["152"], repr(word), say("W or B"))
            elif word.lower() in _CONFIGURED_COLOURS:
                yield record, column, _CONFIGURED_COLOURS[word.lower()]
            elif word.lower() != BY_POSITION:
                findings.adjust(
                    "ADJ-33", record.line, column, say("{word!r} is not a setting of XXC: it is ignored", word=word)
                )


def is_ordered_by_position(index: Index) -> bool:
    """[XXC rank] Whether the order of the lines replaces the order of the starting ranks."""
    return any(BY_POSITION in record.value.lower().split() for record in index.of("XXC"))


def system(index: Index, findings: Findings) -> RecordedSystem:
    """[192] Return the code of the system; empty if no record names a system."""
    stated = [record for record in index.of("192") if record.value]
    code = _agreed(((record, record.value_column, record.value.upper()) for record in stated), findings)
    if code is not None:
        _report_other_type(code, index, findings)
        return _system_code(code, stated[0])
    # One known generator writes the code in place of the words for the type of tournament.
    for record in index.of("092"):
        code = record.value.upper()
        if re.fullmatch(_SYSTEM_CODE, code):
            words = say(
                "{code} is in record 092 instead of record 192: it is read as the code of the system", code=code
            )
            findings.adjust("ADJ-28", record.line, record.value_column, words)
            return _system_code(code, record)
    return RecordedSystem()


def _system_code(code: str, record: Record) -> RecordedSystem:
    return RecordedSystem(code.removesuffix(BAKU_SUFFIX), code.endswith(BAKU_SUFFIX), record, code)


def _report_other_type(code: str, index: Index, findings: Findings) -> None:
    """[192, 092] Report an unknown code in record 192, or a record 092 that contradicts the code."""
    named = system_of(code.removesuffix(BAKU_SUFFIX))
    if named is None or named.name not in APPLIED_FROM:
        record = next(record for record in index.of("192") if record.value)
        words = say("{code} is not the code of a system that can be paired: choose another system", code=code)
        findings.adjust("ADJ-86", record.line, record.value_column, words)
        return
    for record in index.of("092"):
        name, edition = _named_by_type(record.value, named.name)
        is_other = bool(name) and name != named.name
        if named.edition and edition and not is_other:
            is_other = edition_of_year(edition) != edition_of_year(named.edition)
        if is_other:
            words = say(
                "{type!r} does not name the same rules as {code} in record 192: record 192 is used",
                type=record.value,
                code=code,
            )
            findings.adjust("ADJ-83", record.line, record.value_column, words)


def _named_by_type(words: str, name: str) -> tuple[str, str]:
    """[092] Find the system and edition in the type of an event. The type may be a code or words.

    The system or the edition is empty if the type does not name it. ``name`` is the system of the event.
    """
    if re.fullmatch(_SYSTEM_CODE, words.upper()):
        named = system_of(words.upper().removesuffix(BAKU_SUFFIX))
        return ("", "") if named is None else (named.name, named.edition or "")
    return system_in_words(words), edition_in_words(name, words)


def tournament_name(index: Index) -> str:
    """[012] Return the name of the tournament; empty if there is none."""
    return _text(index, "012")


def as_stated(index: Index) -> dict[str, Any]:
    """Return the fields of `Settings` that are stated in one record each."""
    found: dict[str, Any] = {}
    for code, field in AS_STATED.items():
        is_list = isinstance(getattr(_USUAL, field), tuple)
        found[field] = listed_codes(index, code) if is_list else _text(index, code)
    return found | {"type_of_event": type_of_event(index)}


def _text(index: Index, code: str) -> str:
    """Return the text of the first record with this code, except blank records.

    Return "" if there is no such record.
    """
    return next((record.value for record in index.of(code) if record.value), "")


def type_of_event(index: Index) -> str:
    """[092] Return the type of the event in words. If the type is a code, return ""."""
    words = _text(index, "092")
    return "" if re.fullmatch(_SYSTEM_CODE, words.upper()) else words


_SYSTEM_RECORD, _TYPE_RECORD = marked(("record 192", "record 092"))


def sources(system: RecordedSystem, days: EventDays) -> Sources:
    is_type = system.record is not None and system.record.code == "092"
    return Sources(_TYPE_RECORD if is_type else _SYSTEM_RECORD, _TYPE_RECORD, days.first_source)


def listed_codes(index: Index, code: str) -> tuple[str, ...]:
    """[202, 212] Return the tie-breaks in the first record with this code, in capitals.

    An unknown tie-break is accepted here, because the pairing does not depend on it.
    """
    value = _text(index, code)
    return tuple(word.strip().upper() for word in value.replace(";", ",").split(",") if word.strip())


def prohibitions(index: Index, roster: Roster, findings: Findings) -> tuple[Prohibition, ...]:
    """[260, XXP] Return the prohibitions: sets of players who may not meet, each set with its rounds.

    A record XXP may list players who enter the event later.
    """
    found = []
    for record in index.of("260", "XXP"):
        if record.code == "XXP":
            first, last = 1, MAX_ROUNDS
            tpns = frozenset(roster.named(record, findings, NOT_THERE))
        else:
            first, last = _prohibited_rounds(record, findings)
            tpns = frozenset(roster.listed(record, findings))
            check_listed(record, findings)
        if len(tpns) > 1:
            found.append(Prohibition(first, last, tpns))
        elif tpns and _stated(record) == 1:
            words = say("a prohibition needs two participants: is a number missing?")
            findings.adjust("ADJ-85", record.line, FIRST_VALUE_COLUMN, words)
    return tuple(found)


def _stated(record: Record) -> int:
    """Count the participants in a prohibition, including unknown participants."""
    return len(record.value.replace(",", " ").split()) if record.code == "XXP" else len(listed_numbers(record))


def _prohibited_rounds(record: Record, findings: Findings) -> tuple[int, int]:
    """Return the first and the last round of a record 260.

    A blank first round means round 1, and a blank last round means one round. If both fields are blank, the record
    applies to all rounds.
    """
    column = TABLES["260"].fields[0].first
    first, last = record.number("first round"), record.number("last round")
    if not first:
        end = last or MAX_ROUNDS
        words = say("the first round is missing: the prohibition is read as applying to rounds 1 to {end}", end=end)
        findings.adjust("ADJ-44", record.line, column, words)
        return 1, end
    check_order(record, first, last or first, column, "first round", findings)
    return first, last or first


def check_order(record: Record, first: int, last: int, column: int, field: str, findings: Findings) -> None:
    if first > last:
        findings.problem(
            record.line,
            column,
            "range",
            field,
            say("{first}, which is greater than {last}", first=first, last=last),
            say("at most {last}", last=last),
        )


def abnormal_points(index: Index, roster: Roster, findings: Findings) -> tuple[AbnormalPoints, ...]:
    """[299] Return abnormal points. A record without a list of players applies to everybody."""
    points_field = TABLES["299"].fields[2]
    found = []
    for record in index.of("299"):
        tpns = frozenset(roster.listed(record, findings)) if record.numbers() else roster.everybody()
        kind, points = abnormal_kind(record, findings), record.points("points")
        if kind is not None and points is None:
            findings.problem(record.line, points_field.first, "points", "points", "blanks", say("points such as 1.0"))
        elif kind is not None and points is not None:
            found.append(AbnormalPoints(kind, Points(points), record.number("round") or 0, tpns))
    return tuple(found)


def abnormal_kind(record: Record, findings: Findings) -> str | None:
    """[299] Return the letter of the outcome, or a blank for a bonus.

    For any other text, report a problem and return None.
    """
    kind = record.text("kind").upper()
    if kind in _ABNORMAL_KINDS:
        return kind
    expected = say("one of W D L F H Z + - or a blank")
    findings.problem(record.line, TABLES["299"].fields[0].first, "kind", "kind", repr(kind), expected)
    return None


def _agreed(statements: Iterable[tuple[Record, int, _T]], findings: Findings) -> _T | None:
    """Return the first stated value. Report each later statement that gives a different value.

    A statement consists of a record, a column and a value.
    """
    first: tuple[Record, int, _T] | None = None
    reported = WHOLE_FILE
    for statement in statements:
        record, column, value = statement
        if first is None:
            first = statement
        elif value != first[2] and record.line != reported:
            reported = record.line  # report each record only once
            findings.problem(
                record.line,
                column,
                "contradiction",
                TEXT_RECORDS[record.code],
                f"{record.code} {record.value}",
                say(
                    "the same value as in line {line} ({code} {first})",
                    code=first[0].code,
                    first=first[0].value,
                    line=first[0].line,
                ),
                say("remove one of the two records"),
            )
    return None if first is None else first[2]
