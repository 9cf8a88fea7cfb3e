"""The points in the players' lines, compared with what the results come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product

from pairing_engine.facts.groups import Statements
from pairing_engine.facts.model import AbnormalPoints, Colour, Scoring, Tpn, show_points
from trf.event.extras import Extras
from trf.event.players import Entry
from trf.format.cells import ABSENT, NO_COLOUR, UNKNOWN_RESULT, Cell
from trf.format.fields import PLAYER, points_of
from trf.format.findings import Findings

_POINTS = PLAYER.index["points"]
_POINTS_COLUMN = PLAYER.fields[_POINTS].first

_ABNORMAL_KINDS = {"1": "W", "W": "W", "=": "D", "D": "D", "0": "L", "L": "L", "+": "+", "-": "-", "Z": "-", "?": "X"}
"""The result in a mark with an opponent, and the kind of record 299 that changes its points."""

BONUS = ""
"""The kind of record 299 that adds points and depends on no result."""


@lru_cache(maxsize=64)
def _points_of_marks(scoring: Scoring) -> Mapping[str, int]:
    """The points of every mark that a cell can have, in tenths."""
    points = {kind.value: value for kind, value in scoring.of_bye().items()}
    points[ABSENT.mark] = scoring.zero_point_bye
    for letter, colour in (("w", Colour.WHITE), ("b", Colour.BLACK), (NO_COLOUR, Colour.WHITE)):
        for result, value in scoring.of_result(colour).items():
            if letter != NO_COLOUR or not result.played:
                points[letter + result.value] = value
        points[letter + "Z"] = scoring.forfeit_loss
    return points


class Worth:
    """What the cells of a player are worth, abnormal points (record 299) included."""

    games = 1
    """How many cells a round has."""

    def __init__(self, scoring: Scoring, abnormal: Sequence[AbnormalPoints] = ()) -> None:
        self.of_bye = scoring.of_bye()
        self.of_mark = _points_of_marks(scoring)
        self.abnormal = Statements(abnormal)

    def of_cells(self, tpn: Tpn, cells: Sequence[Cell], played: int) -> int:
        """The points after this many rounds, in tenths. Raises KeyError for a cell that has no meaning."""
        if self.abnormal:
            return self._abnormal(tpn, cells, played)
        of_mark = self.of_mark
        points = sum([of_mark[mark] for _, mark in cells[:played]])
        return points if len(cells) >= played else points + (played - len(cells)) * of_mark[ABSENT.mark]

    def _abnormal(self, tpn: Tpn, cells: Sequence[Cell], played: int) -> int:
        """As `of_cells`: a record for one round comes before one for all rounds, and both before the usual points."""
        total = self._bonus(tpn, 0)
        for number in range(1, played + 1):
            cell = cells[number - 1] if number <= len(cells) else ABSENT
            total += self._in_round(tpn, number, cell) + self._bonus(tpn, number)
        return total

    def _bonus(self, tpn: Tpn, number: int) -> int:
        """What is added for a round, or (round 0) before the first one."""
        said = self.abnormal.of(tpn, number, BONUS)
        return 0 if said is None else said.points

    def _in_round(self, tpn: Tpn, number: int, cell: Cell) -> int:
        """The points of one cell, in tenths."""
        opponent, mark = cell
        kind = _ABNORMAL_KINDS[mark[1]] if opponent else mark or "Z"
        usual = self.of_mark[mark]  # which raises KeyError, whatever is said of it
        said = self.abnormal.of(tpn, number, kind) or self.abnormal.of(tpn, 0, kind)
        return usual if said is None else said.points


class MatchWorth(Worth):
    """[C.04.5] The same for an event whose rounds have two cells: a bye is one for both."""

    games = 2

    def of_cells(self, tpn: Tpn, cells: Sequence[Cell], played: int) -> int:
        """As for single games."""
        total = self._bonus(tpn, 0)
        for number in range(1, played + 1):
            first, second = (*cells[2 * number - 2 : 2 * number], ABSENT, ABSENT)[:2]
            total += self._in_round(tpn, number, first) + self._bonus(tpn, number)
            if second.opponent:
                total += self._in_round(tpn, number, second)
        return total


_DIFFERENCES = (
    ("ADJ-18", "include {} of a bye in the next round"),
    ("ADJ-19", "include {} of acceleration"),
    ("ADJ-56", "leave out {} of games without a result"),
)
"""The kinds of difference between points and results that are understood."""


class PointsCheck:
    """Compares the points of every line with its results, after ``played`` rounds."""

    def __init__(self, played: int, worth: Worth, extras: Extras, findings: Findings, *, recompute: bool) -> None:
        """``recompute``: a difference that is not understood is an adjustment, not a problem."""
        self.played = played
        self.worth = worth
        self.extras = extras
        self.findings = findings
        self.recompute = recompute

    def check(self, entries: Sequence[Entry]) -> None:
        """Report every line whose points are not those of its results."""
        of_cells, played = self.worth.of_cells, self.played
        for entry in entries:
            if entry.record.line in self.findings.unsound_lines:
                continue
            text = entry.record.cells[_POINTS]
            try:
                declared = points_of(text)
                computed = of_cells(entry.number, entry.cells, played)
            except KeyError:
                continue  # One of the cells has a problem of its own.
            if declared is None:
                self._adjust("ADJ-20", entry, f"blank points: the results come to {show_points(computed)}")
                continue
            if "," in text:
                self._adjust("ADJ-20", entry, f"{text.strip()} with a comma is read as {show_points(declared)}")
            if declared != computed:
                self._explain(entry, declared, computed)

    def _explain(self, entry: Entry, declared: int, computed: int) -> None:
        """Say how points come about that are not simply those of the results."""
        parts = self._parts(entry, declared - computed)
        for (code, words), points in zip(_DIFFERENCES, parts, strict=False):
            if points:
                self._adjust(code, entry, f"points {show_points(declared)} {words.format(show_points(abs(points)))}")
        if parts:
            return
        if self.recompute:
            words = f"points {show_points(declared)}, but the results come to {show_points(computed)}: these count"
            self._adjust("ADJ-20", entry, words)
            return
        self.findings.problem(
            entry.record.line,
            _POINTS_COLUMN,
            "points",
            "points",
            f"{show_points(declared)} for player {entry.number}",
            f"{show_points(computed)}, which the results come to",
            "correct the points or a result, or recompute the points (--recompute)",
        )

    def _parts(self, entry: Entry, extra: int) -> tuple[int, ...]:
        """A difference in the parts of `_DIFFERENCES`, as few as possible; empty when it is made up otherwise."""
        bye = self.extras.byes.get(entry.number)
        unknown = [
            self.worth.of_mark[mark]
            for opponent, mark in entry.cells[: self.played * self.worth.games]
            if opponent and mark[1] == UNKNOWN_RESULT
        ]
        sums = product(
            (0 if bye is None else self.worth.of_bye[bye.kind], 0),
            (0, *(points.get(entry.number, 0) for points in self.extras.acceleration)),
            (0, -sum(unknown)),
        )
        return min((parts for parts in sums if sum(parts) == extra), key=_size, default=())

    def _adjust(self, code: str, entry: Entry, words: str) -> None:
        self.findings.adjust(code, entry.record.line, _POINTS_COLUMN, words)


def _size(parts: tuple[int, ...]) -> int:
    return sum(part != 0 for part in parts)
