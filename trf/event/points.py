"""The points in players' lines, which must be the sums of the results and may show missing byes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice, product
from typing import NamedTuple

from pairing_engine.errors import PairingError
from pairing_engine.facts import model
from pairing_engine.facts.model import Bye, ByeKind, Participant, Result, Scoring, Tournament, Tpn, show_points
from pairing_engine.language import listed, say, say_many
from pairing_engine.scores.acceleration import baku, in_round
from trf.event.game_table import GameTable
from trf.event.odd_rounds import READ_AS
from trf.event.players import PlayerEntry
from trf.format.cells import UNKNOWN_RESULT
from trf.format.fields import PLAYER, RESULT_OFFSET, points_of

_POINTS = PLAYER.index["points"]
_POINTS_COLUMN = PLAYER.fields[_POINTS].first

_DIFFERENCES = "ADJ-18", "ADJ-19", "ADJ-56 not counted"
"""The adjustments for the known reasons of a difference in points, in the order of `PointsCheck._parts`."""

_LEAST_UNKEPT = 2
"""Stated points are ignored if all are zero although at least this many players have results with points."""


class _Line(NamedTuple):
    """The points stated in a player's line, and the sum of the player's results. Blank points are None."""

    entry: PlayerEntry
    declared: int | None
    computed: int


class PointsCheck:
    """A check of the points in players' lines.

    ``totals`` maps each player's number to the sum of the player's results. If ``recompute`` is true, a difference
    without a known reason is an adjustment instead of a problem. The points of ``event`` need not include a round that
    is still being played.
    """

    def __init__(
        self, table: GameTable, totals: Mapping[Tpn, int], event: Tournament, extras: Extras, *, recompute: bool
    ) -> None:
        self.table, self.totals, self.extras = table, totals, extras
        self.findings = table.findings
        self.scoring, self.under_way = event.settings.scoring, event.under_way
        self.recompute = recompute
        self.filled: list[tuple[int, Bye]] = []
        """The byes that fill blank cells, with their rounds."""

    def check(self, entries: Sequence[PlayerEntry]) -> None:
        lines = [line for entry in entries if (line := self._line(entry)) is not None]
        if self._nobody_kept(lines):
            return
        for entry, declared, computed in lines:
            if declared is None:
                self._adjust("ADJ-20 blank", entry, computed=show_points(computed))
                continue
            text = entry.record.cells[_POINTS]
            if "," in text:
                self._adjust("ADJ-20 comma", entry, text=text.strip(), declared=show_points(declared))
            if declared != computed:
                self._explain(entry, declared, computed)

    def _line(self, entry: PlayerEntry) -> _Line | None:
        unsound = entry.record.line in self.findings.unsound_lines
        if unsound or (self.findings.problems and not self.table.is_read(entry)):
            return None
        return _Line(entry, points_of(entry.record.cells[_POINTS]), self.totals[entry.number])

    def _nobody_kept(self, lines: Sequence[_Line]) -> bool:
        gained = sum(computed != 0 for _, _, computed in lines)
        if gained < _LEAST_UNKEPT or any(declared for _, declared, _ in lines):
            return False
        if any(line.declared is not None for line in lines) and self._all_results_missing():
            return False
        self._adjust("ADJ-71", lines[0].entry, gained=gained)
        return True

    def _all_results_missing(self) -> bool:
        games = (game for column in self.table.paired_columns for game in column.games)
        return all(game.white_result is Result.UNKNOWN for game in games)

    def _explain(self, entry: PlayerEntry, declared: int, computed: int) -> None:
        parts = self._parts(entry, declared - computed)
        for key, points in zip(_DIFFERENCES, parts, strict=False):
            if points and not (key == _DIFFERENCES[-1] and self.under_way):
                self._adjust(key, entry, declared=show_points(declared), points=show_points(abs(points)))
        if parts:
            return
        found = fillings(self.table, entry, declared - computed, self.scoring)
        if len(found.ways) == 1:
            self._fill(entry, declared, found)
        elif self.recompute:
            loss = computed - declared
            key, change = "ADJ-20 more" if loss > 0 else "ADJ-20 less", show_points(abs(loss))
            values = {"declared": show_points(declared), "computed": show_points(computed)}
            self._adjust(key, entry, **values, number=entry.number, change=change)
        else:
            self._refuse(entry, declared, computed, found)

    def _fill(self, entry: PlayerEntry, declared: int, found: Filling) -> None:
        byes = [(number, kind) for number, kind in zip(found.rounds, found.ways[0], strict=True) if kind is not None]
        self.filled += [(number, Bye(entry.number, kind)) for number, kind in byes]
        kinds = {kind: [number for number, other in byes if other is kind] for _, kind in byes}
        shown = listed(
            say_many(
                "{kind} in round {rounds}",
                "{kind} in rounds {rounds}",
                len(many),
                kind=say(READ_AS[kind]),
                rounds=listed(many),
            )
            for kind, many in kinds.items()
        )
        values = {"declared": show_points(declared), "number": entry.number, "shown": shown}
        self._adjust("ADJ-72", entry, **values)

    def _refuse(self, entry: PlayerEntry, declared: int, computed: int, filling: Filling) -> None:
        advice = say("correct the points or a result, or recompute the points (--recompute)")
        if filling.ways:
            advice = say_many(
                "if a bye is missing, write H or F in the blank cell of round {rounds}, or recompute the points "
                "(--recompute)",
                "if byes are missing, write H or F in the blank cells of rounds {rounds}, or recompute the points "
                "(--recompute)",
                len(filling.rounds),
                rounds=listed(filling.rounds),
            )
        values = {"declared": show_points(declared), "number": entry.number, "computed": show_points(computed)}
        self.findings.refuse("points of a player", *entry.record.at("points"), **values, advice=advice)

    def _parts(self, entry: PlayerEntry, extra: int) -> tuple[int, ...]:
        """Explain a difference in points by as few known reasons as possible; empty if they cannot explain it."""
        bye = self.extras.byes.get(entry.number)
        cells = entry.cells[: self.table.played * self.table.layout.games]
        unknown = sum(bool(opponent) and mark[1] == UNKNOWN_RESULT for opponent, mark in cells)
        sums = product(
            (0 if bye is None else self.scoring.of_bye()[bye.kind], 0),
            (0, *(points.get(entry.number, 0) for points in self.extras.acceleration)),
            (0, -unknown * self.scoring.unknown),
        )
        found = (parts for parts in sums if sum(parts) == extra)
        return min(found, key=lambda parts: len(parts) - parts.count(0), default=())

    def _adjust(self, key: str, entry: PlayerEntry, /, **values: object) -> None:
        self.findings.adjust(key, entry.record.line, _POINTS_COLUMN, **values)


_MOST_BLANKS = 8
"""If a player has more blank cells than this, the missing byes are not guessed."""

_KINDS = (ByeKind.HALF_POINT, ByeKind.FULL_POINT)


class Filling(NamedTuple):
    """The blank rounds of a player, and at most two ways to fill them with byes (or None) worth the missing points."""

    rounds: Sequence[int]
    ways: Sequence[tuple[ByeKind | None, ...]]


def fillings(table: GameTable, entry: PlayerEntry, missing: int, scoring: Scoring) -> Filling:
    """Find the byes worth ``missing`` tenths for blank cells: for every cell or, if that fails, for some."""
    rounds = [number for number in range(1, table.played + 1) if _is_blank(table, entry, number)]
    if missing <= 0 or not 0 < len(rounds) <= _MOST_BLANKS:
        return Filling(rounds, ())
    points = scoring.of_bye()
    worth = {kind: points[kind] - scoring.zero_point_bye for kind in _KINDS}
    for choices in (_KINDS, (*_KINDS, None)):
        ways = (
            way
            for way in product(choices, repeat=len(rounds))
            if sum(0 if kind is None else worth[kind] for kind in way) == missing
        )
        found = tuple(islice(ways, 2))
        if found:
            return Filling(rounds, found)
    return Filling(rounds, ())


def _is_blank(table: GameTable, entry: PlayerEntry, number: int) -> bool:
    first = table.layout.first_column(number)
    if any(cell.opponent for cell in entry.cells[first - 1 : first - 1 + table.layout.games]):
        return False
    blocks = {table.layout.block_of(column) for column in range(first, first + table.layout.games)}
    texts = (entry.record.more[block - 1] for block in blocks if block <= len(entry.record.more))
    return not any(text[RESULT_OFFSET:].strip() for text in texts)


class Extras(NamedTuple):
    """Points that totals may contain too early, by number in the file: byes of the next round, and acceleration."""

    byes: Mapping[Tpn, Bye]
    acceleration: Sequence[Mapping[Tpn, int]]
    """[C.04.7] The virtual points of the next round and of the previous round; empty without acceleration."""


def extras_of(event: Tournament, number: int, numbers: Sequence[Tpn]) -> Extras:
    """Return the extra points that totals may include before a round; ``numbers`` are in the order of TPNs."""
    byes = {request.bye.tpn: request.bye for request in event.requests if request.round == number}
    settings = event.settings
    virtual = _baku(event, numbers) if settings.baku else settings.virtual_points
    return Extras(byes, [in_round(virtual, number), in_round(virtual, number - 1)] if virtual else [])


def _baku(event: Tournament, numbers: Sequence[Tpn]) -> tuple[model.VirtualPoints, ...]:
    event = Tournament("", tuple(map(Participant, numbers)), event.rounds, event.requests, event.settings)
    tpns = {number: Tpn(place) for place, number in enumerate(numbers, 1)}
    paired_first = sorted(tpns[number] for number in event.taking_part(1) if number in tpns)
    by_tpn = Tournament("", tuple(map(Participant, tpns.values())), settings=event.settings)
    try:
        found = baku(by_tpn, paired_first)
    except PairingError:
        return ()
    return tuple(points._replace(tpns=frozenset(numbers[tpn - 1] for tpn in points.tpns)) for points in found)
