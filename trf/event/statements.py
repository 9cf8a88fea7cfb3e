"""Code that reads and writes records about participants: virtual points, prohibitions, abnormal points and wishes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from itertools import groupby
from operator import or_

from pairing_engine.facts import model
from pairing_engine.facts.consistency import ONE_OF_OUTCOMES, OUTCOMES
from pairing_engine.facts.model import (
    MAX_ROUNDS,
    Points,
    Settings,
    Team,
    TeamRules,
    Tpn,
    VirtualPoints,
    Wish,
    show_points,
)
from pairing_engine.language import marked, quoted, say
from trf.event.players import Roster, check_listed, listed_numbers
from trf.event.settings import CLUB, MARK
from trf.format.fields import COMMENT, FIRST_VALUE_COLUMN, MATCH_CODES, TEXT_COLUMN
from trf.format.findings import Findings
from trf.format.records import Index, Record, make_text

MOST_FOR_A_WIN = 30
"""The points in tenths that a win gives in the most generous scoring system in use."""

_USUAL_ROUNDS = 9
"""The number of rounds supposed for an event that does not state its own."""

NOT_THERE = "ADJ-37"


def with_statements(
    settings: Settings, index: Index, roster: Roster, findings: Findings, team: TeamRules | None = None
) -> Settings:
    """Return the settings with everything that the records state about participants.

    ``team`` contains the rules of a team event, in which abnormal points are not read here; None for other events.
    """
    for record in () if team else index.of(*MATCH_CODES):
        if any(map(str.strip, (*record.cells, *record.more))):
            findings.adjust("ADJ-103", record.line, 1, code=record.code)
    return settings._replace(
        virtual_points=virtual_points(index, roster, findings, settings.rounds, team),
        prohibitions=prohibitions(index, roster, findings, settings.rounds),
        abnormal_points=() if team else abnormal_points(index, roster, findings, settings.rounds),
        wishes=wishes(index, roster, findings),
    )


def prohibitions(index: Index, roster: Roster, findings: Findings, rounds: int | None) -> tuple[model.Prohibition, ...]:
    """[260, XXP] Return the sets of players who may not meet, with rounds; XXP may list later entries."""
    found = []
    for record in index.of("260", "XXP"):
        if record.code == "XXP":
            first, last = 1, MAX_ROUNDS
            tpns = frozenset(roster.named(record, findings, NOT_THERE))
        else:
            first, last = _prohibited_rounds(record, findings)
            check_rounds(record, first, last, rounds, findings)
            tpns = frozenset(roster.listed(record, findings))
            check_listed(record, findings)
        if len(tpns) > 1:
            found.append(model.Prohibition(first, last, tpns))
        elif _stated(record) == 1 if tpns else record.code == "XXP" and not record.value.strip():
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


def check_rounds(record: Record, first: int, last: int, rounds: int | None, findings: Findings) -> None:
    """Report a statement about rounds after the last one."""
    if rounds is not None and first > rounds:
        findings.adjust("ADJ-59", record.line, FIRST_VALUE_COLUMN, code=record.code, number=first, rounds=rounds)
    elif rounds is not None and rounds < last != MAX_ROUNDS:  # 99 stands for all rounds
        findings.adjust("ADJ-59 end", record.line, FIRST_VALUE_COLUMN, code=record.code, number=last, rounds=rounds)


def _last(record: Record, field: str, first: int, findings: Findings) -> int:
    """Return the end of a range, which is the ``first`` number if it is blank or 0."""
    last = record.number(field)
    if last == 0:
        findings.adjust("ADJ-97", record.line, record.column(field), field=say(field), first=first)
    return last or first


def _check_order(record: Record, first: int, last: int, field: str, findings: Findings) -> None:
    if first > last:
        findings.refuse("range", *record.at(field), first=first, last=last)


def abnormal_points(
    index: Index, roster: Roster, findings: Findings, rounds: int | None
) -> tuple[model.AbnormalPoints, ...]:
    found = []
    for record in index.of("299"):
        tpns = frozenset(roster.listed(record, findings)) if record.numbers() else roster.everybody()
        kind, points = abnormal_kind(record, findings), record.points("points")
        if kind is not None and points is None:
            findings.refuse("points of record 299", *record.at("points"))
        elif kind is not None and points is not None:
            number = record.number("round") or 0
            check_rounds(record, number, number, rounds, findings)
            found.append(model.AbnormalPoints(kind, Points(points), number, tpns))
    return tuple(found)


def abnormal_kind(record: Record, findings: Findings) -> str | None:
    """[299] Return the letter of the outcome, or a blank for a bonus; any other text is a problem, and None."""
    kind = record.text("kind").upper()
    if kind in OUTCOMES:
        return kind
    findings.refuse("kind", *record.at("kind"), found=quoted(kind), expected=say(ONE_OF_OUTCOMES))
    return None


_POINTS, _MATCH_POINTS = "points", "match points"

_SHOWN = {_POINTS: "game points", _MATCH_POINTS: "match points"}


def virtual_points(
    index: Index, roster: Roster, findings: Findings, rounds: int | None, team: TeamRules | None = None
) -> tuple[VirtualPoints, ...]:
    """Return all virtual points in the records.

    If two records overlap, the later record is used. Records XXA have priority over records 250. ``team`` contains the
    rules of a team event; None for other events.
    """
    read = (_read_250(record, roster, team, rounds, findings) for record in index.of("250"))
    by_range = [statement for statement in read if statement]
    found = (*_joined(by_range), *_read_xxa(index.of("XXA"), roster, team, rounds, findings))
    most = max((max(one.points, one.game_points) for one in found), default=0)
    if most > MOST_FOR_A_WIN * (rounds or _USUAL_ROUNDS):  # no series of wins could give as many
        record = (index.of("250") + index.of("XXA"))[0]
        key = "ADJ-98" if rounds else "ADJ-98 of unknown rounds"
        findings.adjust(key, record.line, FIRST_VALUE_COLUMN, points=show_points(most), rounds=rounds)
    return found


def _joined(statements: list[VirtualPoints]) -> list[VirtualPoints]:
    different = []
    for _, same in groupby(statements, lambda statement: statement._replace(tpns=frozenset())):
        alike = list(same)
        different.append(alike[0]._replace(tpns=reduce(or_, [statement.tpns for statement in alike])))
    return different


def _read_250(
    record: Record, roster: Roster, team: TeamRules | None, rounds: int | None, findings: Findings
) -> VirtualPoints | None:
    by_matches = team is not None and team.primary_is_match_points
    name, other = (_MATCH_POINTS, _POINTS) if by_matches else (_POINTS, _MATCH_POINTS)
    points = {_POINTS: record.points(_POINTS), _MATCH_POINTS: record.points(_MATCH_POINTS)}
    if not points[name] and points[other]:
        key = "ADJ-45" if team is None else "ADJ-45 teams"
        findings.adjust(key, record.line, record.column(other), shown=say(_SHOWN[other]))
        points[name] = points[other]
    elif team is None and points[other]:
        findings.adjust("ADJ-45 both", record.line, record.column(other), points=record.text(other))
    first, player = record.number("first round"), record.number("first player")
    for field, value in ((name, points[name]), ("first round", first), ("first player", player)):
        if value is None:
            findings.refuse("missing value", *record.at(field))
    if first == 0:
        findings.refuse("number of a round", *record.at("first round"), found=record.text("first round"))
    if points[name] is None or not first or player is None:
        return None
    last = _last(record, "last round", first, findings)
    check_rounds(record, first, last, rounds, findings)
    last_player = _last(record, "last player", player, findings)
    _check_order(record, first, last, "first round", findings)
    _check_order(record, player, last_player, "first player", findings)
    for field, number in (("first player", player), ("last player", last_player)):
        roster.finds(number, *record.at(field), findings)
    players = roster.between(player, last_player)
    if not players:
        return None
    if team is None:
        return VirtualPoints(Points(points[_POINTS] or 0), first, last, players)
    match, game = Points(points[_MATCH_POINTS] or 0), Points(points[_POINTS] or 0)
    return VirtualPoints(match, first, last, players, game)


def _read_xxa(
    records: list[Record], roster: Roster, team: TeamRules | None, rounds: int | None, findings: Findings
) -> tuple[VirtualPoints, ...]:
    groups: defaultdict[tuple[int, int, int], set[Tpn]] = defaultdict(set)
    first: dict[int, Record] = {}
    for record in records:
        number = record.number("starting rank")
        if number is None or not roster.knows(number):
            if not findings.unsound_lines:
                roster.refuse(number, *record.at("starting rank"), findings)
        elif number in first and record.all_points() == first[number].all_points():
            findings.adjust("ADJ-36", record.line, FIRST_VALUE_COLUMN, number=number, line=first[number].line)
        elif number in first:
            findings.refuse("duplicate XXA", *record.at("starting rank"), number=number, line=first[number].line)
        else:
            first[number] = record
            runs = list(_runs(record))
            for run in runs:
                groups[run].add(Tpn(number))
            if runs:
                check_rounds(record, runs[0][0], runs[-1][1], rounds, findings)
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


_FORM = (
    r"(?P<kind>avoid|prefer-bye|no-bye)(?: (?P<label>[^,]*))?, (?P<strength>weak|strong|hard),"
    r" rounds (?P<first>[0-9]{1,2})-(?P<last>[0-9]{1,2}): ?(?P<groups>(?:[0-9]{1,9}(?:[ /]+[0-9]{1,9})*)?)"
)

_RECORDED = marked("recorded wish")


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
        findings.refuse("wish", record.line, TEXT_COLUMN, _RECORDED, found=quoted(text[:80]))
        return None
    if not match["groups"]:
        findings.adjust("ADJ-90", record.line, TEXT_COLUMN)
        return None
    groups = []
    for words in match["groups"].split("/"):
        numbers = map(int, words.split())
        place = record.line, TEXT_COLUMN, _RECORDED
        groups.append(frozenset(Tpn(number) for number in numbers if roster.finds(number, *place, findings)))
    kind, strength = model.WishKind(match["kind"]), model.Strength(match["strength"])
    if kind is not model.WishKind.AVOID:
        groups = [frozenset().union(*groups)]
    return Wish(kind, strength, first, last, match["label"] or "", tuple(group for group in groups if group))


def clubs(index: Index, roster: Roster, findings: Findings) -> tuple[Team, ...]:
    """[013, 310] Return the teams and clubs of an event of players in the order of their lines, with their names.

    The comment ``### swisspair club Kiel: 1 4 9`` names a club. It is a comment, because other programs take every
    event with records 013 for an event of teams. Members who are not players are left out.
    """
    records = index.of("013") or index.of("310")
    listed = [(record, record.text("name"), _numbers(record)) for record in records]
    if not records:
        listed = [_club(one, roster, findings) for one in index.of(COMMENT) if one.value.startswith(CLUB)]
    found = []
    lines: dict[int, int] = {}
    for place, (record, name, numbers) in enumerate(listed, 1):
        for column, number in numbers:
            if not (record.code == COMMENT or roster.knows(number) or findings.unsound_lines):
                findings.adjust(NOT_THERE, record.line, column, unknown=roster.unknown(number), code=record.code)
            elif lines.setdefault(number, record.line) != record.line:
                findings.adjust("ADJ-102", record.line, column, number=number, line=lines[number])
        members = tuple(Tpn(number) for _, number in numbers if roster.knows(number) and lines[number] == record.line)
        if members:
            found.append(Team(Tpn(place), members, name))
    return tuple(found)


def _numbers(record: Record) -> list[tuple[int, int]]:
    try:
        return listed_numbers(record)
    except ValueError:  # reported elsewhere, or ignored with only_pairing_data
        return []


def _club(record: Record, roster: Roster, findings: Findings) -> tuple[Record, str, list[tuple[int, int]]]:
    name, _, numbers = record.value.removeprefix(CLUB).rpartition(":")
    if not re.fullmatch("(?: [0-9]{1,9})+", numbers):
        findings.refuse("club", record.line, TEXT_COLUMN, say("club"), found=quoted(record.value[:80]))
        return record, name, []
    found = [int(word) for word in numbers.split()]
    for number in found:
        roster.finds(number, record.line, TEXT_COLUMN, say("club"), findings)
    return record, name, [(TEXT_COLUMN, number) for number in found]


def records_of(wishes: Iterable[Wish], number_of: Mapping[Tpn, int]) -> Iterator[Record]:
    for wish in wishes:
        if not wish.groups:
            continue  # such as the same federation, where no two players share one
        groups = " / ".join(" ".join(str(number_of[tpn]) for tpn in sorted(group)) for group in wish.groups)
        head = f"{wish.kind.value} {wish.label.replace(',', ' ')}".rstrip()
        rounds = f"rounds {wish.first_round}-{wish.last_round}"
        yield make_text(COMMENT, f"{MARK} {head}, {wish.strength.value}, {rounds}: {groups}")
