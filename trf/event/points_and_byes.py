"""Announced byes, and the points in players' lines, which must be the sums of the results and may show missing byes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice, product
from typing import NamedTuple, Protocol

from pairing_engine.errors import PairingError
from pairing_engine.facts import model
from pairing_engine.facts.model import Bye, ByeKind, Participant, Request, Result, Scoring, Tournament, Tpn, show_points
from pairing_engine.language import listed, quoted, say, say_many
from pairing_engine.scores.acceleration import baku, in_round
from trf.event.game_table import READ_AS, GameTable
from trf.event.players import PlayerEntry, Roster, check_listed
from trf.format.cells import UNKNOWN_RESULT, Cell
from trf.format.fields import FIRST_VALUE_COLUMN, PLAYER, RESULT_OFFSET, TEXT_COLUMN, points_of
from trf.format.findings import Findings
from trf.format.records import Index, Record

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
        found = say("{declared} for player {number}", declared=show_points(declared), number=entry.number)
        expected = say("{computed}, the sum of the results", computed=show_points(computed))
        self.findings.problem(entry.record.line, _POINTS_COLUMN, "points", "points", found, expected, advice)

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


_LETTERS = {kind.value: kind for kind in (ByeKind.FULL_POINT, ByeKind.HALF_POINT, ByeKind.ZERO_POINT)}


class RoundTable(Protocol):
    """The rounds in the players' lines, before records 240 and XXZ are read."""

    findings: Findings
    rounds: int | None
    played: int
    lines_have_byes: bool
    """Whether players' lines already contain the byes of paired rounds, and record 240 only repeats these byes."""

    def requests(self) -> list[Request]:
        """Return the byes of rounds that are not yet paired."""

    def said_in(self, round_: int, number: Tpn) -> Cell:
        """Return a participant's cell in a given round."""

    def give_bye(self, round_: int, number: Tpn, kind: ByeKind) -> None:
        """Record a bye in a round that is already paired."""

    def place_of_bye(self, round_: int, number: Tpn) -> tuple[int, int]:
        """Return the line and column of a participant's bye."""


class Announcements:
    """The announced byes of rounds not yet paired; the first of several for a player and round is used."""

    def __init__(self, table: RoundTable) -> None:
        self.table = table
        self.findings = table.findings
        self.requests = {(request.round, request.bye.tpn): request for request in table.requests()}

    def read(self, index: Index, roster: Roster) -> tuple[Request, ...]:
        stated: set[tuple[str, int | None]] = set()
        for record in index.of("240"):
            key = record.text("kind").upper(), record.number("round")
            if key in stated and all(key):
                self.findings.adjust("ADJ-58 again", record.line, FIRST_VALUE_COLUMN, kind=key[0], number=key[1])
            stated.add(key)
            self._read_240(record, roster)
        for record in index.of("XXZ"):
            self._read_absences(record, roster)
        self._check_pairing_allocated()
        return tuple(self.requests[key] for key in sorted(self.requests))

    def _read_240(self, record: Record, roster: Roster) -> None:
        kind, number = _LETTERS.get(record.text("kind").upper()), record.number("round")
        players = roster.listed(record, self.findings)
        if kind is None:
            found = quoted(record.text("kind"))
            self.findings.problem(record.line, record.column("kind"), "kind", "kind", found, say("F, H or Z"))
        elif not number:
            found = record.text("round") or "blanks"
            self.findings.problem(
                record.line, record.column("round"), "number", "round", found, say("the number of a round")
            )
        elif not check_listed(record, self.findings):
            return
        elif number <= self.table.played:
            for player in players:
                self._compare_with_result(record, number, player, kind)
        elif self._is_to_come(record, number):
            for player in players:
                self._announce(record, number, Bye(player, kind))

    def _read_absences(self, record: Record, roster: Roster) -> None:
        number = self.table.played + 1
        players = roster.named(record, self.findings)
        if not (any(map(str.isalnum, record.value)) or self.findings.only_pairing_data):
            expected = say("at least one number")
            self.findings.problem(record.line, TEXT_COLUMN, "missing", "players", say("none"), expected)
        if players and self._is_to_come(record, number):
            for player in players:
                self._announce(record, number, Bye(player, ByeKind.ZERO_POINT))

    def _is_to_come(self, record: Record, number: int) -> bool:
        rounds = self.table.rounds
        if rounds is None or number <= rounds:
            return True
        self.findings.adjust("ADJ-59", record.line, FIRST_VALUE_COLUMN, code=record.code, number=number, rounds=rounds)
        return False

    def _announce(self, record: Record, number: int, bye: Bye) -> None:
        stated = self.requests.setdefault((number, bye.tpn), Request(number, bye)).bye.kind
        if stated is not bye.kind:
            values = {"kind": bye.kind.value, "tpn": bye.tpn, "number": number, "stated": stated.value}
            self.findings.adjust("ADJ-58 twice", record.line, FIRST_VALUE_COLUMN, **values)

    def _compare_with_result(self, record: Record, number: int, player: Tpn, kind: ByeKind) -> None:
        """Compare a record 240 for a past round with the player's line. It counts only if the cell is blank."""
        opponent, mark = self.table.said_in(number, player)
        if not opponent and not mark:
            self.table.give_bye(number, player, kind)
            if not self.table.lines_have_byes:
                return
            key = "ADJ-58 blank"
        elif not opponent and mark == kind.value:
            return
        else:
            key = "ADJ-58 by line" if self.table.lines_have_byes else "ADJ-58 by games"
        values = {"kind": kind.value, "player": player, "number": number}
        self.findings.adjust(key, record.line, FIRST_VALUE_COLUMN, **values)

    def _check_pairing_allocated(self) -> None:
        """[C.04.1 3] Check that the file gives at most one pairing-allocated bye in the next round."""
        number = self.table.played + 1
        kind = ByeKind.PAIRING_ALLOCATED
        given = [r.bye.tpn for key, r in sorted(self.requests.items()) if key[0] == number and r.bye.kind is kind]
        for player in given[1:]:
            field = say("round {number}", number=number)
            found = say(
                "player {player} has a pairing-allocated bye, but player {given} has the only one of the round",
                player=player,
                given=given[0],
            )
            advice = say("write Z, H or F for a player who does not play in this round")
            self.findings.problem(*self.table.place_of_bye(number, player), "bye", field, found, "", advice)
