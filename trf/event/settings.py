"""Code that reads the tournament's rules from the records, with virtual points, wishes and notes; not the scoring."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import groupby
from operator import or_
from typing import Any, NamedTuple, TypeVar

from pairing_engine.facts import model
from pairing_engine.facts.codes import system_of
from pairing_engine.facts.consistency import ONE_OF_OUTCOMES, OUTCOMES
from pairing_engine.facts.editions import APPLIED_FROM, edition_in_words, edition_of_year, system_in_words
from pairing_engine.facts.model import (
    MAX_ROUNDS,
    Colour,
    Note,
    Points,
    Settings,
    TeamRules,
    Tpn,
    VirtualPoints,
    Wish,
    show_points,
)
from pairing_engine.language import marked, quoted, say
from trf.event.days import EventDays
from trf.event.players import Roster, check_listed, listed_numbers
from trf.format.fields import AS_STATED, COMMENT, FIRST_VALUE_COLUMN, TEXT_COLUMN, TEXT_RECORDS
from trf.format.findings import WHOLE_FILE, Adjustment, Findings
from trf.format.records import Index, Record, TrfFile, make_text

BAKU_SUFFIX = "_BAKU"

MOST_FOR_A_WIN = 30
"""The points in tenths that a win gives in the most generous scoring system in use."""

_USUAL = Settings()

_SYSTEM_CODE = "FIDE_[A-Z0-9_]+"

_CONFIGURED_COLOURS = {"white1": Colour.WHITE, "black1": Colour.BLACK}

BY_POSITION = "rank"

NOT_THERE = "ADJ-37"

_T = TypeVar("_T")


class RecordedSystem(NamedTuple):
    """The system in record 192, and whether Baku acceleration is used."""

    code: str = ""
    baku: bool = False
    record: Record | None = None
    stated: str = ""


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
                record.line, column, "number", field, quoted(text), say("a number from 1 to {most}", most=MAX_ROUNDS)
            )
        elif len(text.lstrip("0")) > len(str(MAX_ROUNDS)):
            found, expected = (
                say("a number of {number} digits", number=len(text)),
                say("at most {most}", most=MAX_ROUNDS),
            )
            advice = say("a TRF has no room for more")
            findings.problem(record.line, column, "limit", field, found, expected, advice)
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
                findings.problem(record.line, column, "colour", TEXT_RECORDS["152"], quoted(word), say("W or B"))
            elif word.lower() in _CONFIGURED_COLOURS:
                yield record, column, _CONFIGURED_COLOURS[word.lower()]
            elif word.lower() != BY_POSITION:
                findings.adjust("ADJ-33", record.line, column, word=word)


def is_ordered_by_position(index: Index) -> bool:
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
            findings.adjust("ADJ-28", record.line, record.value_column, code=code)
            return _system_code(code, record)
    for record in index.of(*TEXT_RECORDS):
        ending = re.search(f"(?:^|192 +)({_SYSTEM_CODE})$", record.value)
        named = None if ending is None else system_of(ending[1].removesuffix(BAKU_SUFFIX))
        if named is not None and named.name in APPLIED_FROM:  # a line end before 192, or one of its digits, is lost
            expected, advice = say("this code in a record 192"), say("give the record 192 a line of its own")
            field, found = TEXT_RECORDS[record.code], quoted(record.value)
            findings.problem(record.line, record.value_column, "missing", field, found, expected, advice)
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
        found[field] = listed_codes(index, code) if is_list else _text(index, code)
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
    return model.Sources(_TYPE_RECORD if is_type else _SYSTEM_RECORD, _TYPE_RECORD, days.first_source, line)


def listed_codes(index: Index, code: str) -> tuple[str, ...]:
    value = _text(index, code)
    return tuple(word.strip().upper() for word in value.replace(";", ",").split(",") if word.strip())


def prohibitions(
    index: Index, roster: Roster, findings: Findings, rounds: int | None = None
) -> tuple[model.Prohibition, ...]:
    """[260, XXP] Return the sets of players who may not meet, with rounds; XXP may list later entries."""
    found = []
    for record in index.of("260", "XXP"):
        if record.code == "XXP":
            first, last = 1, MAX_ROUNDS
            tpns = frozenset(roster.named(record, findings, NOT_THERE))
        else:
            first, last = _prohibited_rounds(record, findings)
            _check_rounds(record, first, last, rounds, findings)
            tpns = frozenset(roster.listed(record, findings))
            check_listed(record, findings)
        if len(tpns) > 1:
            found.append(model.Prohibition(first, last, tpns))
        elif tpns and _stated(record) == 1:
            findings.adjust("ADJ-85", record.line, FIRST_VALUE_COLUMN)
    return tuple(found)


def _stated(record: Record) -> int:
    return len(record.value.replace(",", " ").split()) if record.code == "XXP" else len(listed_numbers(record))


def _prohibited_rounds(record: Record, findings: Findings) -> tuple[int, int]:
    """Return the first and last round of a record 260: a blank first is 1, a blank last is the first, both are all."""
    first = record.number("first round")
    if not first:
        end = record.number("last round") or MAX_ROUNDS
        findings.adjust("ADJ-44", record.line, record.column("first round"), end=end)
        return 1, end
    last = _last(record, "last round", first, findings)
    _check_order(record, first, last, "first round", findings)
    return first, last


def _check_rounds(record: Record, first: int, last: int, rounds: int | None, findings: Findings) -> None:
    """Report a statement about rounds after the last one."""
    if rounds is not None and first > rounds:
        findings.adjust("ADJ-59", record.line, FIRST_VALUE_COLUMN, code=record.code, number=first, rounds=rounds)
    elif rounds is not None and rounds < last < MAX_ROUNDS:
        findings.adjust("ADJ-59 end", record.line, FIRST_VALUE_COLUMN, code=record.code, number=last, rounds=rounds)


def _last(record: Record, field: str, first: int, findings: Findings) -> int:
    """Return the end of a range, which is the ``first`` number if it is blank or 0."""
    last = record.number(field)
    if last == 0:
        findings.adjust("ADJ-97", record.line, record.column(field), field=say(field), first=first)
    return last or first


def _check_order(record: Record, first: int, last: int, field: str, findings: Findings) -> None:
    if first > last:
        found = say("{first}, which is greater than {last}", first=first, last=last)
        expected = say("at most {last}", last=last)
        findings.problem(record.line, record.column(field), "range", field, found, expected)


def abnormal_points(
    index: Index, roster: Roster, findings: Findings, rounds: int | None = None
) -> tuple[model.AbnormalPoints, ...]:
    found = []
    for record in index.of("299"):
        tpns = frozenset(roster.listed(record, findings)) if record.numbers() else roster.everybody()
        kind, points = abnormal_kind(record, findings), record.points("points")
        if kind is not None and points is None:
            column, expected = record.column("points"), say("points such as 1.0")
            findings.problem(record.line, column, "points", "points", "blanks", expected)
        elif kind is not None and points is not None:
            number = record.number("round") or 0
            _check_rounds(record, number, number, rounds, findings)
            found.append(model.AbnormalPoints(kind, Points(points), number, tpns))
    return tuple(found)


def abnormal_kind(record: Record, findings: Findings) -> str | None:
    """[299] Return the letter of the outcome, or a blank for a bonus; any other text is a problem, and None."""
    kind = record.text("kind").upper()
    if kind in OUTCOMES:
        return kind
    findings.problem(record.line, record.column("kind"), "kind", "kind", quoted(kind), say(ONE_OF_OUTCOMES))
    return None


def _agreed(statements: Iterable[tuple[Record, int, _T]], findings: Findings) -> _T | None:
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
            found = say("line {line} says {first}, but this line says {this}", **both)
            field, advice = TEXT_RECORDS[record.code], say("remove one of the two records")
            findings.problem(record.line, column, "contradiction", field, found, "", advice)
    return None if first is None else first[2]


ACCELERATION_CODES = ("250", "XXA")

_POINTS, _MATCH_POINTS = "points", "match points"

_SHOWN = {_POINTS: "game points", _MATCH_POINTS: "match points"}


def virtual_points(
    index: Index, roster: Roster, findings: Findings, team: TeamRules | None = None
) -> tuple[VirtualPoints, ...]:
    """Return all virtual points in the records.

    If two records overlap, the later record is used. Records XXA have priority over records 250. ``team`` contains the
    rules of a team event; None for other events.
    """
    by_range = [statement for record in index.of("250") if (statement := _read_250(record, roster, team, findings))]
    return tuple(_joined(by_range)) + _read_xxa(index.of("XXA"), roster, team, findings)


def _joined(statements: list[VirtualPoints]) -> list[VirtualPoints]:
    different = []
    for _, same in groupby(statements, lambda statement: statement._replace(tpns=frozenset())):
        alike = list(same)
        different.append(alike[0]._replace(tpns=reduce(or_, [statement.tpns for statement in alike])))
    return different


def _read_250(record: Record, roster: Roster, team: TeamRules | None, findings: Findings) -> VirtualPoints | None:
    by_matches = team is not None and team.primary_is_match_points
    name, other = (_MATCH_POINTS, _POINTS) if by_matches else (_POINTS, _MATCH_POINTS)
    points = {_POINTS: record.points(_POINTS), _MATCH_POINTS: record.points(_MATCH_POINTS)}
    if not points[name] and points[other]:
        key = "ADJ-45" if team is None else "ADJ-45 teams"
        findings.adjust(key, record.line, record.column(other), shown=say(_SHOWN[other]))
        points[name] = points[other]
    first, player = record.number("first round"), record.number("first player")
    for field, value in ((name, points[name]), ("first round", first), ("first player", player)):
        if value is None:
            findings.problem(record.line, record.column(field), "missing", field, "blanks", say("a value"))
    if points[name] is None or first is None or player is None:
        return None
    last = _last(record, "last round", first, findings)
    last_player = _last(record, "last player", player, findings)
    _check_order(record, first, last, "first round", findings)
    _check_order(record, player, last_player, "first player", findings)
    for field, number in (("first player", player), ("last player", last_player)):
        if not (roster.knows(number) or findings.unsound_lines):
            column = record.column(field)
            findings.problem(record.line, column, roster.one, field, roster.unknown(number), roster.expected)
    players = roster.between(player, last_player)
    if not players:
        return None
    if team is None:
        return VirtualPoints(Points(points[_POINTS] or 0), first, last, players)
    match, game = Points(points[_MATCH_POINTS] or 0), Points(points[_POINTS] or 0)
    return VirtualPoints(match, first, last, players, game)


def _read_xxa(
    records: list[Record], roster: Roster, team: TeamRules | None, findings: Findings
) -> tuple[VirtualPoints, ...]:
    groups: defaultdict[tuple[int, int, int], set[Tpn]] = defaultdict(set)
    first: dict[int, Record] = {}
    for record in records:
        column = record.column("starting rank")
        number = record.number("starting rank")
        if number is None or not roster.knows(number):
            if not findings.unsound_lines:
                found = "blanks" if number is None else roster.unknown(number)
                findings.problem(record.line, column, roster.one, "starting rank", found, roster.expected)
        elif number in first and record.all_points() == first[number].all_points():
            findings.adjust("ADJ-36", record.line, column, number=number, line=first[number].line)
        elif number in first:
            found = say(
                "{number}, but line {line} already gives this player other points",
                number=number,
                line=first[number].line,
            )
            expected = say("at most one record XXA for each player")
            findings.problem(record.line, column, "duplicate", "starting rank", found, expected)
        else:
            first[number] = record
            for run in _runs(record):
                groups[run].add(Tpn(number))
    return tuple(
        VirtualPoints(Points(points), first, last, frozenset(tpns), Points(0 if team is None else points))
        for (first, last, points), tpns in sorted(
            groups.items(), key=lambda group: (group[0][0], group[0][1], -group[0][2])
        )
    )


def _runs(record: Record) -> Iterator[tuple[int, int, int]]:
    number = 1
    for points, same in groupby(record.all_points()):
        length = len(list(same))
        if points:
            yield number, number + length - 1, points
        number += length


def _plausible(
    points: tuple[VirtualPoints, ...], rounds: int | None, index: Index, findings: Findings
) -> tuple[VirtualPoints, ...]:
    """Report virtual points that no series of wins could give."""
    most = max((max(one.points, one.game_points) for one in points), default=0)
    if rounds is not None and most > MOST_FOR_A_WIN * rounds:
        record = (index.of("250") + index.of("XXA"))[0]
        findings.adjust("ADJ-98", record.line, FIRST_VALUE_COLUMN, points=show_points(most), rounds=rounds)
    return points


def with_statements(
    settings: Settings, index: Index, roster: Roster, findings: Findings, team: TeamRules | None = None
) -> Settings:
    """Return the settings with what the records state about participants: virtual points, prohibitions and wishes."""
    return settings._replace(
        virtual_points=_plausible(virtual_points(index, roster, findings, team), settings.rounds, index, findings),
        prohibitions=prohibitions(index, roster, findings, settings.rounds),
        wishes=wishes(index, roster, findings),
    )


MARK = "swisspair wish:"

_FORM = (
    r"(?P<kind>avoid|prefer-bye|no-bye)(?: (?P<label>[^,]*))?, (?P<strength>weak|strong|hard),"
    r" rounds (?P<first>[0-9]{1,2})-(?P<last>[0-9]{1,2}): ?(?P<groups>(?:[0-9]{1,9}(?:[ /]+[0-9]{1,9})*)?)"
)

RECORDED = marked("recorded wish")

EXPECTED = marked(
    'a wish such as "avoid club, weak, rounds 2-2: 1 4 9 / 2 7"; its kind is avoid, prefer-bye or no-bye, '
    "its strength weak, strong or hard"
)


def wishes(index: Index, roster: Roster, findings: Findings) -> tuple[Wish, ...]:
    """Return the wishes recorded in the comments of a file, each with the rounds that it affected (reading Z10).

    The comment ``### swisspair wish: avoid club, weak, rounds 2-2: 1 4 9 / 2 7`` lists groups whose members should not
    meet. The comment ``### swisspair wish: no-bye, strong, rounds 3-9: 12`` lists players who should not get the bye.
    Other programs ignore these comments.

    A damaged comment is a problem, because the comments say how rounds were paired.
    """
    found = (_wish(record, roster, findings) for record in index.of(COMMENT) if record.value.startswith(MARK))
    return tuple(wish for wish in found if wish is not None)


def _wish(record: Record, roster: Roster, findings: Findings) -> Wish | None:
    text = record.value.removeprefix(MARK).strip()
    match = re.fullmatch(_FORM, text)
    first, last = (int(match["first"]), int(match["last"])) if match else (0, 0)
    if match is None or not 1 <= first <= last <= MAX_ROUNDS:
        findings.problem(record.line, TEXT_COLUMN, "wish", RECORDED, quoted(text[:80]), say(EXPECTED))
        return None
    if not match["groups"]:
        findings.adjust("ADJ-90", record.line, TEXT_COLUMN)
        return None
    groups = []
    for words in match["groups"].split("/"):
        numbers = [int(word) for word in words.split()]
        for number in numbers:
            if not roster.knows(number) and not findings.unsound_lines:
                findings.problem(
                    record.line, TEXT_COLUMN, roster.one, RECORDED, roster.unknown(number), roster.expected
                )
        groups.append(frozenset(Tpn(number) for number in numbers if roster.knows(number)))
    kind, strength = model.WishKind(match["kind"]), model.Strength(match["strength"])
    if kind is not model.WishKind.AVOID:
        groups = [frozenset().union(*groups)]
    return Wish(kind, strength, first, last, match["label"] or "", tuple(group for group in groups if group))


def records_of(wishes: Iterable[Wish], number_of: Mapping[Tpn, int]) -> Iterator[Record]:
    for wish in wishes:
        if not wish.groups:
            continue  # such as the same federation, where no two players share one
        groups = " / ".join(" ".join(str(number_of[tpn]) for tpn in sorted(group)) for group in wish.groups)
        head = f"{wish.kind.value} {wish.label.replace(',', ' ')}".rstrip()
        rounds = f"rounds {wish.first_round}-{wish.last_round}"
        yield make_text(COMMENT, f"{MARK} {head}, {wish.strength.value}, {rounds}: {groups}")


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
    return with_comments(file, new)


def with_comments(file: TrfFile, new: Sequence[Record]) -> TrfFile:
    if not new:
        return file
    ends = file.mixed_line_ends and (*(end or file.newline for end in file.mixed_line_ends), *[file.newline] * len(new))
    return file._replace(records=(*file.records, *new), mixed_line_ends=ends)
