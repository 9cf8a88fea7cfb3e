"""[C.04.7] Records 250 and XXA: points that count for the pairing of some rounds only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby

from pairing_engine.model import Points, Tpn, VirtualPoints
from trf.fields import TABLES, Field
from trf.findings import Findings
from trf.records import Index, Record
from trf.references import Roster
from trf.settings import check_order

ACCELERATION_CODES = ("250", "XXA")

_FIELDS = {field.name: field for field in TABLES["250"].fields}


def virtual_points(index: Index, roster: Roster, findings: Findings) -> tuple[VirtualPoints, ...]:
    """All virtual points that records state; where two overlap, the later counts. XXA comes after 250."""
    by_range = [statement for record in index.of("250") if (statement := _read_250(record, roster, findings))]
    return tuple(_joined(by_range)) + _read_xxa(index.of("XXA"), roster, findings)


def _joined(statements: list[VirtualPoints]) -> list[VirtualPoints]:
    """Neighbours that differ in their players only, as one."""
    joined: list[VirtualPoints] = []
    for statement in statements:
        if joined and joined[-1][:3] == statement[:3]:
            joined[-1] = joined[-1]._replace(tpns=joined[-1].tpns | statement.tpns)
        else:
            joined.append(statement)
    return joined


def _read_250(record: Record, roster: Roster, findings: Findings) -> VirtualPoints | None:
    """One record 250; None when something in it is missing, or it is about nobody."""
    points = record.points("points")
    if not points and (misplaced := record.points("match points")):
        words = "the points stand in the columns of match points, which only a team event has"
        findings.adjust("ADJ-45", record.line, _FIELDS["match points"].first, words)
        points = misplaced
    first, player = record.number("first round"), record.number("first player")
    for name, value in (("points", points), ("first round", first), ("first player", player)):
        if value is None:
            _report_missing(record, _FIELDS[name], findings)
    if points is None or first is None or player is None:
        return None
    last, last_player = record.number("last round") or first, record.number("last player") or player
    check_order(record, first, last, _FIELDS["first round"].first, "first round", findings)
    check_order(record, player, last_player, _FIELDS["first player"].first, "first player", findings)
    players = roster.between(player, last_player)
    return VirtualPoints(Points(points), first, last, players) if players else None


def _report_missing(record: Record, field: Field, findings: Findings) -> None:
    findings.problem(record.line, field.first, "missing", field.name, "blanks", "a value")


def _read_xxa(records: list[Record], roster: Roster, findings: Findings) -> tuple[VirtualPoints, ...]:
    """The records XXA, whose players are put together by points and rounds."""
    groups: defaultdict[tuple[int, int, int], set[Tpn]] = defaultdict(set)
    lines: dict[int, int] = {}
    column = TABLES["XXA"].fields[0].first
    for record in records:
        number = record.number("starting rank")
        if number is None or not roster.knows(number):
            if not findings.unsound_lines:
                found = "blanks" if number is None else f"{number}, which no record 001 has"
                findings.problem(record.line, column, "player", "starting rank", found, "the number of a player")
        elif number in lines:
            found = f"{number}, which line {lines[number]} has"
            findings.problem(record.line, column, "duplicate", "starting rank", found, "one record XXA for a player")
        else:
            lines[number] = record.line
            for first, last, points in _runs(record):
                groups[first, last, points].add(Tpn(number))
    return tuple(
        VirtualPoints(Points(points), first, last, frozenset(tpns))
        for (first, last, points), tpns in sorted(groups.items(), key=_by_round)
    )


def _by_round(group: tuple[tuple[int, int, int], set[Tpn]]) -> tuple[int, int, int]:
    (first, last, points), _ = group
    return first, last, -points


def _runs(record: Record) -> Iterator[tuple[int, int, int]]:
    """The rounds, first and last, in which the player has the same virtual points, and how many."""
    number = 1
    for points, same in groupby(record.all_points()):
        length = len(list(same))
        if points:
            yield number, number + length - 1, points
        number += length
