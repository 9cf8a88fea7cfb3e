"""[C.04.5] The rounds of a Double-Swiss event. A match takes one or two columns of the players' lines.

If a match takes one column, its cell contains the player's points, such as 1.5. In the first round the points are in
columns 99 to 101, and in each later round ten columns further right. The points replace the letter of the result and
the two blanks after the letter. If one cell gives the points of a match, all cells of the file do so (reading W3).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import NamedTuple

from pairing_engine.facts.model import Bye, ByeKind, Colour, Game, Request, Result, Round, Scoring, Tpn, show_points
from pairing_engine.language import say
from trf.event.game_table import Column, GameTable
from trf.event.players import PlayerEntry
from trf.format import cells
from trf.format.cells import ABSENT, COLOUR_COLUMN, NO_COLOUR, RESULT_COLUMN, Cell, Layout, cell_of
from trf.format.fields import ROUND_WIDTH, number_of, points_of
from trf.format.findings import Findings


class DoubleTable(GameTable):
    """The cells of a Double-Swiss event, two columns a round. Call `join` before reading rounds."""

    def __init__(
        self, entries: list[PlayerEntry], rounds: int | None, findings: Findings, layout: Layout = cells.TWO_GAMES
    ) -> None:
        super().__init__(entries, rounds, findings, layout)
        self.matches: list[list[Game]] = []
        self.byes: list[dict[Tpn, ByeKind]] = []

    def join(self) -> None:
        if len(self.columns) % 2:
            self.columns.append(Column(len(self.columns) + 1, [ABSENT] * len(self.entries)))
        for first, second in zip(self.columns[::2], self.columns[1::2], strict=True):
            if not (first.faulty or second.faulty):
                self._check(first, second)
            returns = {_pair(game): game for game in second.games}
            self.matches.append([_match(game, returns[_pair(game)]) for game in first.games if _pair(game) in returns])
            self.byes.append({bye.tpn: bye.kind for column in (second, first) for bye in column.byes})

    def _check(self, first: Column, second: Column) -> None:
        byes = [{bye.tpn: bye.kind for bye in column.byes} for column in (first, second)]
        for entry, one, other in zip(self.entries, first.cells, second.cells, strict=False):
            if one.opponent != other.opponent:
                self._report_opponents(entry, (first, one), (second, other))
            elif one.opponent:
                colour = one.mark[0]
                if colour == other.mark[0] != NO_COLOUR:
                    self._report("contradiction in colour", entry, second, COLOUR_COLUMN, colour=colour)
            else:
                kinds = [kind.get(entry.number, ByeKind.ZERO_POINT) for kind in byes]
                if kinds[0] is not kinds[1]:
                    values = {"kind": kinds[1].value, "first": kinds[0].value}
                    self._report("contradiction in bye", entry, second, RESULT_COLUMN, **values)

    def _report_opponents(self, entry: PlayerEntry, first: tuple[Column, Cell], second: tuple[Column, Cell]) -> None:
        (column, cell), (_, answer) = (first, second) if not first[1].opponent else (second, first)
        found = say("opponent {opponent}", opponent=cell.opponent) if cell.opponent else say("no opponent")
        key = "contradiction in second game" if column is second[0] else "contradiction in first game"
        self._report(key, entry, column, cells.OPPONENT_COLUMN, found=found, opponent=answer.opponent)

    def _report(self, key: str, entry: PlayerEntry, column: Column, base: int, /, **values: object) -> None:
        if entry.record.line not in self.findings.unsound_lines:
            self.refuse(key, entry.number, base, column, **values)

    def give_bye(self, round_: int, number: Tpn, kind: ByeKind) -> None:
        super().give_bye(round_, number, kind)
        self.byes[round_ - 1][number] = kind

    def is_read(self, entry: PlayerEntry) -> bool:
        halves = zip(entry.cells[::2], (*entry.cells[1::2], ABSENT), self._in_matches, strict=False)
        return super().is_read(entry) and all(
            entry.number in players for one, other, players in halves if one.opponent or other.opponent
        )

    @cached_property
    def _in_matches(self) -> list[set[Tpn]]:
        return [{tpn for game in matches for tpn in (game.white, game.black)} for matches in self.matches]

    def _byes_of(self, round_: int) -> list[Bye]:
        byes = self.byes[round_ - 1]
        return [Bye(tpn, byes[tpn]) for tpn in sorted(byes, key=self.place.__getitem__)]

    def recorded_rounds(self) -> list[Round]:
        return [Round(tuple(self.matches[n - 1]), tuple(self._byes_of(n))) for n in range(1, self.played + 1)]

    def requests(self) -> list[Request]:
        coming = range(self.played + 1, len(self.byes) + 1)
        return [Request(number, bye) for number in coming for bye in self._byes_of(number)]


def _pair(game: Game) -> frozenset[Tpn]:
    return frozenset((game.white, game.black))


def _match(first: Game, second: Game) -> Game:
    """Join two games into a match. To know who had White first, the colours of one game are enough."""
    if first.colours_known:
        white, black = first.white, first.black
    elif second.colours_known:
        white, black = second.black, second.white
    else:
        white, black = sorted((first.white, first.black))
    known = first.colours_known or second.colours_known
    return Game(white, black, *_results(first, white), known, _results(second, white))


def _results(game: Game, of: Tpn) -> tuple[Result, Result]:
    results = game.white_result, game.black_result
    return results if game.white == of else results[::-1]


JOINED = Layout(2, joined=True)

_IN_POINTS = re.compile(r"([ 0-9]{4}) ([wWbB]) ([0-9][.,][0-9])")

_FORFEITED = frozenset((Result.FORFEIT_WIN.value, Result.FORFEIT_LOSS.value))

_OPPOSITE = {"w": "b", "b": "w", NO_COLOUR: NO_COLOUR}

_GAMES = [(Result(one), Result(other)) for one, other in ("10", "==", "01", "=0", "0=", "00")]


class _Half(NamedTuple):
    """A match in one player's line: opponent, colour in the first game, and points in tenths."""

    opponent: Tpn
    colour: str
    points: int


def is_in_points(text: str) -> bool:
    """Whether a cell contains the points of a match.

    >>> is_in_points("   4 w 1.5"), is_in_points("   4 w 1")
    (True, False)
    """
    return _IN_POINTS.fullmatch(text) is not None


def take_apart(entries: Sequence[PlayerEntry], scoring: Scoring, findings: Findings) -> None:
    first = next((entry, n) for entry in entries for n, text in enumerate(entry.record.more) if _half(text))
    findings.adjust("ADJ-61", first[0].record.line, JOINED.place_of(RESULT_COLUMN, 2 * first[1] + 1))
    halves = {entry.number: list(map(_half, entry.record.more)) for entry in entries}
    for entry in entries:
        if entry.record.line not in findings.unsound_lines:
            apart = _Apart(entry, halves, scoring, findings)
            entry.cells[:] = [cell for place in range(len(entry.record.more)) for cell in apart.cells(place)]


def _half(text: str) -> _Half | None:
    match = _IN_POINTS.fullmatch(text)
    if match is None:
        return None
    return _Half(Tpn(number_of(match[1]) or 0), match[2].lower(), points_of(match[3]) or 0)


class _Apart(NamedTuple):
    """One player's line, in which each match is split into two games."""

    entry: PlayerEntry
    halves: Mapping[Tpn, Sequence[_Half | None]]
    scoring: Scoring
    findings: Findings

    def cells(self, place: int) -> tuple[Cell, Cell]:
        half = self.halves[self.entry.number][place]
        if half is not None:
            return self._from_points(half, place)
        cell = cell_of(self.entry.record.more[place])
        if not cell.opponent or cell.mark == cells.UNREADABLE:
            return cell, cell
        if cell.mark[1] not in _FORFEITED:
            text = self.entry.record.more[place].ljust(ROUND_WIDTH)[7:].strip() or say("a blank")
            self._report("result of a match", place, text)
        return cell, cell._replace(mark=_OPPOSITE.get(cell.mark[0], cell.mark[0]) + cell.mark[1])

    def _from_points(self, half: _Half, place: int) -> tuple[Cell, Cell]:
        answers = self.halves.get(half.opponent, ())
        answer = answers[place] if place < len(answers) else None
        if answer is None or answer.opponent != self.entry.number:
            # Reading the two lines reports this: a line does not name its opponent, or has no points.
            return self._marked(half, (Result.DRAW, Result.DRAW))
        # The line of the lower number decides the results, so that both lines give the same results.
        own_first = self.entry.number < half.opponent
        one, other = (half, answer) if own_first else (answer, half)
        results = next(self._results(one, other), None)
        if results is None:
            if own_first:
                points = " : ".join(map(show_points, (one.points, other.points)))
                self._report("points of a match", place, points)
            return self._marked(half, (Result.DRAW, Result.DRAW))
        (a, b), (c, d) = results
        return self._marked(half, (a, c) if own_first else (b, d))

    def _results(self, one: _Half, other: _Half) -> Iterator[tuple[tuple[Result, Result], tuple[Result, Result]]]:
        mine = [self.scoring.of_result(Colour(colour)) for colour in (one.colour, _OPPOSITE[one.colour])]
        theirs = mine[::-1]
        for first, second in product(_GAMES, repeat=2):
            totals = mine[0][first[0]] + mine[1][second[0]], theirs[0][first[1]] + theirs[1][second[1]]
            if totals == (one.points, other.points):
                yield first, second

    def _marked(self, half: _Half, results: tuple[Result, Result]) -> tuple[Cell, Cell]:
        first, second = (result.value for result in results)
        return Cell(half.opponent, half.colour + first), Cell(half.opponent, _OPPOSITE[half.colour] + second)

    def _report(self, key: str, place: int, found: str) -> None:
        number = JOINED.first_column(place + 1)
        field = say("result of round {number}", number=JOINED.round_of(number))
        column = JOINED.place_of(RESULT_COLUMN, number)
        self.findings.refuse(key, self.entry.record.line, column, field, found=found)
