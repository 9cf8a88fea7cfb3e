"""A check that the points in players' lines are the sums of their results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from pairing_engine.facts.model import Bye, Result, Scoring, Tpn, show_points
from pairing_engine.language import marked, say
from pairing_engine.values import NamedTuple
from trf.event.blank_cells import Filling, fillings
from trf.event.extras import Extras
from trf.event.game_table import GameTable
from trf.event.players import PlayerEntry
from trf.format.cells import UNKNOWN_RESULT
from trf.format.fields import PLAYER, points_of
from trf.format.findings import Findings

_POINTS = PLAYER.index["points"]
_POINTS_COLUMN = PLAYER.fields[_POINTS].first

_DIFFERENCES = marked(
    (
        ("ADJ-18", "the points {declared} include {points} for a bye in the next round"),
        ("ADJ-19", "the points {declared} include {points} from acceleration"),
        ("ADJ-56", "the points {declared} do not include {points} for games without a result"),
    )
)
"""The known reasons why points can differ from results."""

MORE = marked(
    "player {number} has {declared} points in the file, but the results give {computed} ({change} "
    "more): the results are used"
)
LESS = marked(
    "player {number} has {declared} points in the file, but the results give {computed} ({change} "
    "less): the results are used"
)

_LEAST_UNKEPT = 2
"""Stated points are ignored if all are zero although at least this many players have results with points."""


class _Line(NamedTuple):
    """The points stated in a player's line, and the sum of the player's results. Blank points are None."""

    entry: PlayerEntry
    declared: int | None
    computed: int


class PointsCheck:
    """A check of the points in players' lines.

    ``totals`` maps each player's number to the sum of the player's results.
    """

    def __init__(
        self,
        table: GameTable,
        totals: Mapping[Tpn, int],
        scoring: Scoring,
        extras: Extras,
        findings: Findings,
        *,
        recompute: bool,
        under_way: bool = False,
    ) -> None:
        """Prepare the check.

        If ``recompute`` is true, a difference without a known reason is an adjustment instead of a problem. If
        ``under_way`` is true, the last round is still being played, and a player's points may not yet include this
        round.
        """
        self.table = table
        self.totals = totals
        self.scoring = scoring
        self.extras = extras
        self.findings = findings
        self.recompute = recompute
        self.under_way = under_way
        self.filled: list[tuple[int, Bye]] = []
        """The byes that fill blank cells, with their rounds."""

    def check(self, entries: Sequence[PlayerEntry]) -> None:
        lines = [line for entry in entries if (line := self._line(entry)) is not None]
        if self._nobody_kept(lines):
            return
        for entry, declared, computed in lines:
            if declared is None:
                self._adjust(
                    "ADJ-20",
                    entry,
                    say(
                        "the points are blank: the sum of the results ({computed}) is used",
                        computed=show_points(computed),
                    ),
                )
                continue
            text = entry.record.cells[_POINTS]
            if "," in text:
                self._adjust(
                    "ADJ-20",
                    entry,
                    say(
                        "{text} is written with a comma: it is read as {declared}",
                        text=text.strip(),
                        declared=show_points(declared),
                    ),
                )
            if declared != computed:
                self._explain(entry, declared, computed)

    def _line(self, entry: PlayerEntry) -> _Line | None:
        """Return a player's stated and computed points; None if a problem in the player's line is already reported."""
        unsound = entry.record.line in self.findings.unsound_lines
        if unsound or (self.findings.problems and not self.table.is_read(entry)):
            return None
        return _Line(entry, points_of(entry.record.cells[_POINTS]), self.totals[entry.number])

    def _nobody_kept(self, lines: Sequence[_Line]) -> bool:
        """Whether no player has stated points although some results give points.

        The missing points are reported in a single adjustment.
        """
        gained = sum(computed != 0 for _, _, computed in lines)
        if gained < _LEAST_UNKEPT or any(declared for _, declared, _ in lines):
            return False
        if any(line.declared is not None for line in lines) and self._all_results_missing():
            return False
        words = say(
            "nobody has points in the file, but the results give points to {gained} players: the results are used",
            gained=gained,
        )
        self._adjust("ADJ-71", lines[0].entry, words)
        return True

    def _all_results_missing(self) -> bool:
        games = (game for column in self.table.paired_columns for game in column.games)
        return all(game.white_result is Result.UNKNOWN for game in games)

    def _explain(self, entry: PlayerEntry, declared: int, computed: int) -> None:
        """Report why a player's points differ from the results, or that the reason is unknown."""
        parts = self._parts(entry, declared - computed)
        for (code, words), points in zip(_DIFFERENCES, parts, strict=False):
            if points and not (code == "ADJ-56" and self.under_way):
                self._adjust(
                    code,
                    entry,
                    say(words, declared=show_points(declared), points=show_points(abs(points))),
                )
        if parts:
            return
        found = fillings(self.table, entry, declared - computed, self.scoring)
        if len(found.ways) == 1:
            self._fill(entry, declared, found)
        elif self.recompute:
            loss = computed - declared
            words = say(
                MORE if loss > 0 else LESS,
                declared=show_points(declared),
                number=entry.number,
                computed=show_points(computed),
                change=show_points(abs(loss)),
            )
            self._adjust("ADJ-20", entry, words)
        else:
            self._refuse(entry, declared, computed, found)

    def _fill(self, entry: PlayerEntry, declared: int, found: Filling) -> None:
        byes = [(number, kind) for number, kind in zip(found.rounds, found.ways[0], strict=True) if kind is not None]
        self.filled += [(number, Bye(entry.number, kind)) for number, kind in byes]
        shown = ", ".join(say("{kind} in round {number}", kind=kind.value, number=number) for number, kind in byes)
        words = say(
            "player {number} has {declared} points, so the blanks are read as byes: {shown}",
            declared=show_points(declared),
            number=entry.number,
            shown=shown,
        )
        self._adjust("ADJ-72", entry, words)

    def _refuse(self, entry: PlayerEntry, declared: int, computed: int, found: Filling) -> None:
        advice = say("correct the points or a result, or recompute the points (--recompute)")
        if found.ways:
            rounds = ", ".join(map(str, found.rounds))
            advice = say(
                "some cells are blank (round {rounds}): write H or F for each bye, or recompute the points "
                "(--recompute)",
                rounds=rounds,
            )
        self.findings.problem(
            entry.record.line,
            _POINTS_COLUMN,
            "points",
            "points",
            say("{declared} for player {number}", declared=show_points(declared), number=entry.number),
            say("{computed}, the sum of the results", computed=show_points(computed)),
            advice,
        )

    def _parts(self, entry: PlayerEntry, extra: int) -> tuple[int, ...]:
        """Explain a difference in points by as few of the known reasons as possible.

        The result is empty if the known reasons cannot explain the difference.
        """
        bye = self.extras.byes.get(entry.number)
        cells = entry.cells[: self.table.played * self.table.layout.games]
        unknown = sum(bool(opponent) and mark[1] == UNKNOWN_RESULT for opponent, mark in cells)
        sums = product(
            (0 if bye is None else self.scoring.of_bye()[bye.kind], 0),
            (0, *(points.get(entry.number, 0) for points in self.extras.acceleration)),
            (0, -unknown * self.scoring.unknown),
        )
        return min((parts for parts in sums if sum(parts) == extra), key=_size, default=())

    def _adjust(self, code: str, entry: PlayerEntry, words: str) -> None:
        self.findings.adjust(code, entry.record.line, _POINTS_COLUMN, words)


def _size(parts: tuple[int, ...]) -> int:
    return sum(part != 0 for part in parts)
