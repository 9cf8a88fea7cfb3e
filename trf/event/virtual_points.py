"""[C.04.7] Records 250 and XXA: virtual points for certain rounds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby

from pairing_engine.facts.groups import Ranges
from pairing_engine.facts.model import Points, TeamRules, Tpn, VirtualPoints
from pairing_engine.language import say
from trf.event.roster import Roster
from trf.event.settings import check_order
from trf.format.fields import TABLES, Field
from trf.format.findings import Findings
from trf.format.records import Index, Record

ACCELERATION_CODES = ("250", "XXA")

_POINTS, _MATCH_POINTS = "points", "match points"

_SHOWN = {_POINTS: "game points", _MATCH_POINTS: "match points"}

_FIELDS = {field.name: field for field in TABLES["250"].fields}


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
    """Join consecutive statements of virtual points that differ only in their players."""
    joined = []
    for _, same in groupby(statements, lambda statement: statement._replace(tpns=frozenset())):
        alike = list(same)
        sets = [statement.tpns for statement in alike if isinstance(statement.tpns, Ranges)]
        joined.append(alike[0]._replace(tpns=Ranges.union(sets)))
    return joined


def _read_250(record: Record, roster: Roster, team: TeamRules | None, findings: Findings) -> VirtualPoints | None:
    """Read the virtual points of a record 250. Return None if the record is incomplete or names nobody."""
    by_matches = team is not None and team.primary_is_match_points
    name, other = (_MATCH_POINTS, _POINTS) if by_matches else (_POINTS, _MATCH_POINTS)
    points = {_POINTS: record.points(_POINTS), _MATCH_POINTS: record.points(_MATCH_POINTS)}
    if not points[name] and points[other]:
        shown = say(_SHOWN[other])
        if team is None:
            words = say(
                "the points are in the columns of {shown}, but only team events have points of this kind", shown=shown
            )
        else:
            words = say(
                "the points are in the columns of {shown}, but these are not the primary score of this event",
                shown=shown,
            )
        findings.adjust("ADJ-45", record.line, _FIELDS[other].first, words)
        points[name] = points[other]
    first, player = record.number("first round"), record.number("first player")
    for field, value in ((name, points[name]), ("first round", first), ("first player", player)):
        if value is None:
            _report_missing(record, _FIELDS[field], findings)
    if points[name] is None or first is None or player is None:
        return None
    last, last_player = record.number("last round") or first, record.number("last player") or player
    check_order(record, first, last, _FIELDS["first round"].first, "first round", findings)
    check_order(record, player, last_player, _FIELDS["first player"].first, "first player", findings)
    players = roster.between(player, last_player)
    if not players:
        return None
    if team is None:
        return VirtualPoints(Points(points[_POINTS] or 0), first, last, players)
    match, game = Points(points[_MATCH_POINTS] or 0), Points(points[_POINTS] or 0)
    return VirtualPoints(match, first, last, players, game)


def _report_missing(record: Record, field: Field, findings: Findings) -> None:
    findings.problem(record.line, field.first, "missing", field.name, "blanks", say("a value"))


def _read_xxa(
    records: list[Record], roster: Roster, team: TeamRules | None, findings: Findings
) -> tuple[VirtualPoints, ...]:
    """Read the virtual points of the records XXA. Players with equal points in the same rounds share a statement."""
    groups: defaultdict[tuple[int, int, int], set[Tpn]] = defaultdict(set)
    first: dict[int, Record] = {}
    column = TABLES["XXA"].fields[0].first
    for record in records:
        number = record.number("starting rank")
        if number is None or not roster.knows(number):
            if not findings.unsound_lines:
                found = "blanks" if number is None else roster.unknown(number)
                findings.problem(record.line, column, roster.one, "starting rank", found, roster.expected)
        elif number in first and record.all_points() == first[number].all_points():
            words = say(
                "{number} already has the same record XXA in line {line}", number=number, line=first[number].line
            )
            findings.adjust("ADJ-36", record.line, column, words)
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
        for (first, last, points), tpns in sorted(groups.items(), key=_by_round)
    )


def _by_round(group: tuple[tuple[int, int, int], set[Tpn]]) -> tuple[int, int, int]:
    (first, last, points), _ = group
    return first, last, -points


def _runs(record: Record) -> Iterator[tuple[int, int, int]]:
    """Yield ranges of rounds with equal virtual points: first round, last round and points."""
    number = 1
    for points, same in groupby(record.all_points()):
        length = len(list(same))
        if points:
            yield number, number + length - 1, points
        number += length
