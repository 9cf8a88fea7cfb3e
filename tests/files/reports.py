r"""The table of reports (`reports.txt`): what the reader says about the lines of a file.

A row has cells, divided by ``|``: what the lines have, the lines, divided by `` / ``, and the reports, divided by
`` ; ``. A report is an adjustment, such as ``ADJ-04 1:15``, or a problem, such as ``1:81 points``, perhaps with some
words of its message behind a colon. A row without reports is read as it is. A fourth cell has facts that are read,
divided by `` ; ``, such as ``first_day = 2026/03/01`` of the settings, or ``round 1 = 1-2:10 3:U`` (`shown`). A line
such as ``$PAIR = ...`` names lines, and ``##`` begins a section.

A line of a file stands as it is, with ``\t`` for a tab, or in short, with ``_`` for blanks:

- ``@2 1b0 . U`` is a player with a loss, a blank round and a bye. ``points:``, ``name:``, ``rating:`` and ``rank:``
  state these fields, and ``86:____2`` writes a text from a column on.
- ``@team 1 2 3`` is a team of players 2 and 3, perhaps with ``mp:`` and ``gp:``; ``@line-up 1 2 3 4 5`` has a round, a
  team, its opponent and players; ``@forfeit +- 1 2 3`` has a round and two teams.

A match of two games has a comma between their results. In a round of teams, ``1-2:2.0/1.5:0.0/0.5`` is a match with the
match points and game points of both; ``~`` stands in a match that was forfeited.
"""

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from pairing_engine.facts import model
from pairing_engine.facts.model import Tournament
from pairing_engine.scores.crosstable import crosstable_of
from tests.files.trf_builders import forfeit, line_up, player, put, team

TABLE = Path(__file__).with_name("reports.txt")


class Row(NamedTuple):
    section: str
    what: str
    lines: tuple[str, ...]
    reports: tuple[str, ...]
    facts: tuple[str, ...] = ()

    @property
    def is_read(self) -> bool:
        return all(report.startswith("ADJ-") for report in self.reports)

    def __str__(self) -> str:
        return f"{self.section}: {self.what}"


def line_of(short: str) -> str:
    """Return the line of a file that stands for its short form."""
    short = short.replace(r"\t", "\t")
    if not short.startswith("@"):
        return short
    kind, *words = short[1:].split(" ")
    named = dict(word.split(":", 1) for word in words if ":" in word)
    plain = [word.replace("_", " ") for word in words if ":" not in word]
    stated = {name: text.replace("_", " ") for name, text in named.items() if not name.isdigit()}
    match kind:
        case "team":
            line = team(plain[0].strip(), *map(int, plain[1:]), **stated)
        case "line-up":
            line = line_up(*map(int, plain))
        case "forfeit":
            line = forfeit(plain[0], *map(int, plain[1:]))
        case _:
            line = player(kind, *("" if cell == "." else cell for cell in plain), **stated)
    for column, text in named.items():
        if column.isdigit():
            line = put(line, int(column), text.replace("_", " "))
    return line


def cells_of(table: Path) -> Iterator[tuple[str, str, tuple[str, ...], list[str]]]:
    """Yield the section of each row of a table, its first cell, its lines, and the other cells."""
    named: dict[str, str] = {}
    section = ""
    for text in table.read_text(encoding="utf-8").splitlines():
        if text.startswith("## "):
            section = text.removeprefix("## ")
        elif text.startswith("$"):
            name, _, lines = text.partition(" = ")
            named[name] = _expanded(lines, named)
        elif text and text[0] != "#":
            what, lines, *others = (cell.strip() for cell in text.split(" |"))
            yield section, what, tuple(map(line_of, _expanded(lines, named).split(" / "))), others


def _expanded(lines: str, named: Mapping[str, str]) -> str:
    return re.sub(r"\$\w+", lambda name: named[name[0]], lines)


def rows() -> list[Row]:
    return [
        Row(section, what, lines, *(tuple(filter(None, cell.split(" ; "))) for cell in others))
        for section, what, lines, others in cells_of(TABLE)
    ]


def shown(event: Tournament, name: str) -> str:
    """Write a fact of an event as the table has it: its rounds and requests, or one of its settings."""
    if name == "rounds":
        return str(len(event.rounds))
    if name == "requests":
        return " ".join(f"{one.round}:{one.bye.tpn}:{one.bye.kind.value}" for one in event.requests)
    if name.startswith("round "):
        found = event.rounds[int(name.removeprefix("round ")) - 1]
        games = (f"{one.white}{'-' if one.colours_known else '~'}{one.black}:{_results(one)}" for one in found.games)
        matches = (
            f"{one.white}{'-' if one.played else '~'}{one.black}:{_plain(one.white_points)}:{_plain(one.black_points)}"
            for one in found.matches
        )
        return " ".join([*games, *matches, *(f"{one.tpn}:{one.kind.value}" for one in found.byes)])
    if name == "boards":
        return " ".join(f"{one.white}-{one.black}" for one in event.rounds[0].matches[0].boards)
    if name == "team points":
        return " ".join(_plain(points) for _, points in sorted(crosstable_of(event).team_totals().items()))
    if name == "teams":
        return " ".join(f"{one.tpn}:{one.nickname}:{','.join(map(str, one.members))}" for one in event.teams)
    if name == "participants":
        return " ".join(f"{one.tpn}:{one.name}" for one in event.participants)
    return _plain(attrgetter(name.removeprefix("settings."))(event.settings))


def _results(game: model.Game) -> str:
    both = (game[2:4], game.second) if game.second else (game[2:4],)
    return ",".join("".join(result.value for result in results) for results in both)


def _plain(value: object) -> str:
    match value:
        case model.Scoring():
            named = value._asdict().items()
            unusual = ((name, points) for name, points in named if points != getattr(model.Scoring(), name))
            return " ".join(f"{name}:{model.show_points(points)}" for name, points in unusual)
        case model.Prohibition(first, last, tpns):
            return f"{first}-{last} for {_plain(tuple(sorted(tpns)))}"
        case model.VirtualPoints(points, first, last, tpns):
            return f"{model.show_points(points)} in {first}-{last} for {_plain(tuple(sorted(tpns)))}"
        case model.AbnormalPoints(outcome, points, number, tpns):
            return f"{outcome}{model.show_points(points)} in {number} for {_plain(tuple(sorted(tpns)))}"
        case model.TeamPoints(points, games):
            return f"{model.show_points(points)}/{model.show_points(games)}"
        case model.UnclearDay(source, words, days):
            return _plain(days) or f"{source} {words}".strip()
        case tuple():
            return " ".join(map(_plain, value))
        case Enum():
            return str(value.value)
    return str(value)
