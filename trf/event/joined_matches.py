"""[C.04.5] Files of Double-Swiss events that use one column for each match.

The cell of a match contains the player's points, such as 1.5. In the first round the points are in columns 99 to 101,
and in each later round ten columns further right. The points replace the letter of the result and the two blanks after
the letter. If one cell gives the points of a match, all cells of the file do so (reading W3).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from pairing_engine.facts.model import Colour, Result, Scoring, Tpn, show_points
from pairing_engine.language import say
from pairing_engine.values import NamedTuple
from trf.event.players import PlayerEntry
from trf.format.cells import NO_COLOUR, RESULT_COLUMN, UNREADABLE, Cell, cell_of
from trf.format.fields import ROUND_WIDTH, number_of, points_of
from trf.format.findings import Findings
from trf.format.layout import Layout

JOINED = Layout(2, joined=True)

_IN_POINTS = re.compile(r"([ 0-9]{4}) ([wWbB]) ([0-9][.,][0-9])")

_FORFEITED = frozenset((Result.FORFEIT_WIN.value, Result.FORFEIT_LOSS.value))

_OPPOSITE = {"w": "b", "b": "w", NO_COLOUR: NO_COLOUR}

_GAMES = (
    (Result.WIN, Result.LOSS),
    (Result.DRAW, Result.DRAW),
    (Result.LOSS, Result.WIN),
    (Result.DRAW, Result.LOSS),
    (Result.LOSS, Result.DRAW),
    (Result.LOSS, Result.LOSS),
)
"""The possible results of two games in a match, the most likely results first."""


class _Half(NamedTuple):
    """A match in one player's line: opponent, colour in the first game, and points in tenths."""

    opponent: Tpn
    colour: str
    points: int


def is_joined(entries: Sequence[PlayerEntry]) -> bool:
    """Whether each match takes one column, which gives the points of the match."""
    return any(is_in_points(text) for entry in entries for text in entry.record.more)


def is_in_points(text: str) -> bool:
    """Whether a cell contains the points of a match.

    >>> is_in_points("   4 w 1.5"), is_in_points("   4 w 1")
    (True, False)
    """
    return _IN_POINTS.fullmatch(text) is not None


def take_apart(entries: Sequence[PlayerEntry], scoring: Scoring, findings: Findings) -> None:
    """Replace each column of matches with two columns, one for each game of the match."""
    first = next((entry, n) for entry in entries for n, text in enumerate(entry.record.more) if _half(text))
    words = say("the results of matches are given in points: each match is read as two games that add up to its points")
    findings.adjust("ADJ-61", first[0].record.line, JOINED.place_of(RESULT_COLUMN, 2 * first[1] + 1), words)
    halves = {entry.number: list(map(_half, entry.record.more)) for entry in entries}
    for entry in entries:
        if entry.record.line not in findings.unsound_lines:
            apart = _Apart(entry, halves, scoring, findings)
            entry.cells[:] = [cell for place in range(len(entry.record.more)) for cell in apart.cells(place)]


def _half(text: str) -> _Half | None:
    match = _IN_POINTS.fullmatch(text)
    if match is None:
        return None
    points = points_of(match[3])
    opponent = number_of(match[1]) if match[1].strip() else 0
    return _Half(Tpn(opponent or 0), match[2].lower(), points or 0)


class _Apart:
    """One player's line, in which each match is split into two games."""

    def __init__(
        self,
        entry: PlayerEntry,
        halves: Mapping[Tpn, Sequence[_Half | None]],
        scoring: Scoring,
        findings: Findings,
    ) -> None:
        self.entry = entry
        self.halves = halves
        self.scoring = scoring
        self.findings = findings

    def cells(self, place: int) -> tuple[Cell, Cell]:
        half = self.halves[self.entry.number][place]
        if half is not None:
            return self._from_points(half, place)
        cell = cell_of(self.entry.record.more[place])
        if not cell.opponent or cell.mark == UNREADABLE:
            return cell, cell
        if cell.mark[1] not in _FORFEITED:
            text = self.entry.record.more[place].ljust(ROUND_WIDTH)[7:].strip() or say("a blank")
            self._report(place, "result", text, say("points such as 1.5 (as for the other matches), + or -"))
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
                self._report(place, "points", points, say("points that the results of two games can add up to"))
            return self._marked(half, (Result.DRAW, Result.DRAW))
        (a, b), (c, d) = results
        return self._marked(half, (a, c) if own_first else (b, d))

    def _results(self, one: _Half, other: _Half) -> Iterator[tuple[tuple[Result, Result], tuple[Result, Result]]]:
        """Yield pairs of results for two games that add up to the points of both players."""
        mine = [self.scoring.of_result(Colour(colour)) for colour in (one.colour, _OPPOSITE[one.colour])]
        theirs = mine[::-1]
        for first, second in product(_GAMES, repeat=2):
            totals = mine[0][first[0]] + mine[1][second[0]], theirs[0][first[1]] + theirs[1][second[1]]
            if totals == (one.points, other.points):
                yield first, second

    def _marked(self, half: _Half, results: tuple[Result, Result]) -> tuple[Cell, Cell]:
        first, second = (result.value for result in results)
        return Cell(half.opponent, half.colour + first), Cell(half.opponent, _OPPOSITE[half.colour] + second)

    def _report(self, place: int, code: str, found: str, expected: str) -> None:
        number = JOINED.first_column(place + 1)
        column = JOINED.place_of(RESULT_COLUMN, number)
        field = say("result of round {number}", number=JOINED.round_of(number))
        self.findings.problem(self.entry.record.line, column, code, field, found, expected)
