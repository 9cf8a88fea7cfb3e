"""Faulty and unusual rounds in the players' lines. Each fault is a problem, or is read with an adjustment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pairing_engine.facts.model import FITTING, ByeKind, Tpn
from pairing_engine.language import marked, quoted, say, say_many
from trf.event.game_table import Column, GameTable
from trf.event.players import PlayerEntry
from trf.format import cells
from trf.format.cells import BYES, COLOUR_COLUMN, OLD_BYES, OPPONENT_COLUMN, RESULT_COLUMN, Cell
from trf.format.fields import GAPS_OF_ROUND, PLAYER_CODE, RESULT_OFFSET, ROUND_WIDTH
from trf.format.findings import UNDER_WAY, WHOLE_FILE
from trf.format.records import Index, TrfFile

_UNPLAYED = "+-Z"


class _FaultyColumn:
    """A column of a table in which some cells are faulty or contradict each other."""

    def __init__(self, column: Column, table: GameTable) -> None:
        self.column, self.table, self.findings = column, table, table.findings
        self.well_formed: dict[Tpn, bool] = {}

    def report(self) -> None:
        pairs = list(zip(self.table.entries, self.column.cells, strict=False))
        for entry, cell in pairs:
            before = len(self.findings.problems)
            if cell.mark == cells.UNREADABLE:
                self._report_unreadable(entry)
            elif cell.opponent or not any(cell.mark in marks for marks in (("",), BYES, OLD_BYES, self.table.alone)):
                self._check_cell(entry, cell)
            self.well_formed[entry.number] = len(self.findings.problems) == before
        for entry, cell in pairs:
            if cell.opponent and self.well_formed[entry.number]:
                self._check_opponent(entry, cell)

    def _report_unreadable(self, entry: PlayerEntry) -> None:
        text, layout = self._text(entry), self.table.layout
        digits = text[:4].strip(" ")
        if digits and not (digits.isascii() and digits.isdigit()):
            self._refuse("number of an opponent", entry, OPPONENT_COLUMN, found=quoted(digits))
            return
        offset = next(place for place in GAPS_OF_ROUND if text[place] != " ")
        opponent, colour, result = (layout.place_of(base, self.column.number) for base in cells.FIELDS_OF_CELL)
        values = {"opponent": opponent, "last": opponent + 3, "colour": colour, "result": result}
        place = entry.record.line, opponent + offset, layout.words(self.column.number)
        self.findings.refuse("blank in round", *place, found=quoted(text[offset]), **values)

    def _check_cell(self, entry: PlayerEntry, cell: Cell) -> None:
        colour, result = cell.mark[0], cell.mark[1]
        if not cell.opponent and colour not in " -":
            self._refuse("colour alone", entry, COLOUR_COLUMN, colour=colour)
        elif not cell.opponent:
            self._refuse("result alone", entry, RESULT_COLUMN, result=result)
        elif result in BYES and result not in _UNPLAYED:
            self._refuse("result of a bye", entry, RESULT_COLUMN, result=result, opponent=cell.opponent)
        elif result == "½":
            self._refuse("result as a fraction", entry, RESULT_COLUMN, found=quoted("½"))
        elif colour not in "wb-":
            self._refuse("colour of a game", entry, COLOUR_COLUMN, found=quoted(colour))
        elif colour == cells.NO_COLOUR and result not in _UNPLAYED:
            self._refuse("colour missing", entry, COLOUR_COLUMN)

    def _check_opponent(self, entry: PlayerEntry, cell: Cell) -> None:
        """Check that a cell agrees with the opponent's. A contradiction is reported for the lower number."""
        opponent, place = cell.opponent, self.table.place.get(cell.opponent)
        if opponent == entry.number:
            self._refuse("player against self", entry, OPPONENT_COLUMN, opponent=opponent)
        elif place is not None:
            other, answer = self.table.entries[place], self.column.cells[place]
            if other.record.line not in self.findings.unsound_lines and self.well_formed[opponent]:
                self._compare(entry, cell, other, answer)
        elif not self.findings.unsound_lines:  # a line with an unreadable number may be the opponent's
            self._refuse("player unknown", entry, OPPONENT_COLUMN, number=opponent)

    def _compare(self, entry: PlayerEntry, cell: Cell, other: PlayerEntry, answer: Cell) -> None:
        values: dict[str, object] = {"number": other.number, "line": other.record.line}
        if answer.opponent != entry.number:
            key = "contradiction of opponents" if answer.opponent else "contradiction with nobody"
            self._refuse(key, entry, OPPONENT_COLUMN, **values, says=answer.opponent)
        elif entry.number > cell.opponent or cell.mark + answer.mark in cells.ENCOUNTERS:
            return
        elif cell.mark[0] == answer.mark[0] != cells.NO_COLOUR:
            self._refuse("contradiction of colours", entry, COLOUR_COLUMN, **values, colour=cell.mark[0])
        else:
            values |= {"result": self._result(entry, cell), "other": self._result(other, answer)}
            self._refuse("contradiction of results", entry, RESULT_COLUMN, **values, expected=say(FITTING))

    def _result(self, entry: PlayerEntry, cell: Cell) -> str:
        """Return the result in a cell as messages show it. An unknown result is quoted from the file."""
        is_known = cell.mark[1] != cells.UNKNOWN_RESULT
        return cell.mark[1] if is_known else self._text(entry)[RESULT_OFFSET].replace(" ", say("no result"))

    def _text(self, entry: PlayerEntry) -> str:
        return entry.record.more[self.table.layout.block_of(self.column.number) - 1].ljust(ROUND_WIDTH)

    def _refuse(self, key: str, entry: PlayerEntry, base: int, /, **values: object) -> None:
        self.table.refuse(key, entry.number, base, self.column, **values)


READ_AS = marked(
    {
        ByeKind.PAIRING_ALLOCATED: "a pairing-allocated bye (U)",
        ByeKind.FULL_POINT: "a full-point bye (F)",
        ByeKind.HALF_POINT: "a half-point bye (H)",
        ByeKind.ZERO_POINT: "an absence (Z)",
    }
)
"""The words for each kind of bye as which a cell without an opponent is read, with its letter."""

NO_RESULT = "ADJ-56"
SAME_COLOUR = "ADJ-78"


def complete(table: GameTable) -> None:
    """Report faulty columns, and read byes of TRF06 and what comes after the last round."""
    for column in table.columns:
        if column.faulty and not table.layout.repeats(column.number):
            _FaultyColumn(column, table).report()
    _translate_old_byes(table)
    _read_lone_zeros(table)
    if table.rounds is not None:
        for column in table.columns[table.rounds * table.layout.games :]:
            _check_superfluous(table, column, table.rounds)
        del table.columns[max(table.rounds, table.played) * table.layout.games :]


def report_missing_number(table: GameTable) -> None:
    """[142, XXR] Report that the file does not state the number of rounds."""
    values = {"played": table.played}
    last = say("; round {played} counts as the last for checks and standings", **values) if table.played else ""
    table.findings.adjust("ADJ-31", WHOLE_FILE, 0, last=last)


def _read_lone_zeros(table: GameTable) -> None:
    """Read ``0000`` as an absence from a round without pairs, ignore a single ``0``, and report a single letter."""
    for column in table.columns_ahead:
        block = table.layout.block_of(column.number) - 1
        for bye in [] if table.layout.repeats(column.number) else column.byes[:]:
            texts = table.entries[table.place[bye.tpn]].record.more
            text = texts[block].strip() if block < len(texts) else ""
            if len(text) == 1 and text.isalpha() and len(column.byes) == 1:
                table.adjust("ADJ-96", bye.tpn, column, text=text)
            if not text or text.strip("0"):
                continue
            if len(text) < cells.OPPONENT_WIDTH:
                column.byes.remove(bye)
            key = "ADJ-76 ignored" if len(text) < cells.OPPONENT_WIDTH else "ADJ-76"
            table.adjust(key, bye.tpn, column, text=text)


def _translate_old_byes(table: GameTable) -> None:
    """Read the marks of byes in TRF06. A single full-point bye in a column is the pairing-allocated bye."""
    for column in table.columns:
        meant = {number: OLD_BYES[column.cells[table.place[number]].mark] for number in column.old_byes}
        has_full_points = any(bye.kind in (ByeKind.FULL_POINT, ByeKind.PAIRING_ALLOCATED) for bye in column.byes)
        if list(meant.values()).count(ByeKind.FULL_POINT) == 1 and not has_full_points:
            meant = {n: ByeKind.PAIRING_ALLOCATED if k is ByeKind.FULL_POINT else k for n, k in meant.items()}
        round_ = table.layout.round_of(column.number)
        if meant and (table.rounds is None or round_ <= table.rounds):  # another finding reports a later round
            _report_old_byes(table, column, meant, to_come=round_ > table.played)
        for number, kind in meant.items():
            table.give(column, number, kind)


def _report_old_byes(table: GameTable, column: Column, meant: dict[Tpn, ByeKind], *, to_come: bool) -> None:
    absent = [number for number, kind in meant.items() if kind is ByeKind.ZERO_POINT]
    if to_come and absent:
        table.adjust("ADJ-09", absent[0], column, absent=len(absent))
    for number, kind in meant.items():
        mark = column.cells[table.place[number]].mark
        if mark != cells.PLAIN_ABSENCE and not (to_come and kind is ByeKind.ZERO_POINT):
            table.adjust("ADJ-11", number, column, mark=mark[1], kind=say(READ_AS[kind]))


_MANY_MATCHES = 8


def _report_doubled_rounds(table: GameTable, index: Index) -> None:
    """[C.04.5] Report a number of rounds if it probably counts games instead of matches."""
    rounds, opponents = table.rounds, len(table.entries) - 1
    if rounds is not None and rounds % 2 == 0 and (rounds >= _MANY_MATCHES or rounds > max(opponents, 1)):
        stated = [(record.line, record.value_column) for record in index.of("142", "XXR") if record.value]
        table.findings.adjust("ADJ-80", *stated[0], rounds=rounds, matches=rounds // 2)


def _check_superfluous(table: GameTable, column: Column, rounds: int) -> None:
    """Report entries after the last round. If everybody is absent, a program has added the round by mistake."""
    paired = [number for number, cell in zip(table.numbers, column.cells, strict=False) if cell.opponent]
    with_points = [bye.tpn for bye in column.byes if bye.kind is not ByeKind.ZERO_POINT]
    if paired or with_points:
        line, place = table.line_of((paired or with_points)[0]), table.place_of(OPPONENT_COLUMN, column)
        table.findings.refuse("rounds beyond the last", line, place, table.words(column), rounds=rounds)
    elif column.byes:
        table.adjust("ADJ-09 after the last round", column.byes[0].tpn, column, rounds=rounds)


def report_tolerances(table: GameTable, unknown_results: str, index: Index) -> bool:
    """Report unusual rounds. Return True if the last round is still being played.

    ``unknown_results`` says in words how a game without a result counts. If ``unknown_results`` is empty, a game
    without a result is a problem, except in the last round.
    """
    if table.rounds is None:
        report_missing_number(table)
    if table.layout.games > 1:
        _report_doubled_rounds(table, index)
    under_way = report_results(table, unknown_results)
    games = table.layout.games
    for column in table.columns[(table.played + 1) * games :: games]:
        if column.byes:
            table.adjust("ADJ-54", column.byes[0].tpn, column, byes=len(column.byes))
    _report_full_point_byes(table)
    for column in table.paired_columns[::games]:
        allotted = [bye.tpn for bye in column.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
        if len(allotted) > 1:
            table.adjust("ADJ-100", allotted[1], column, number=len(allotted))
    return under_way


def report_results(table: GameTable, unknown_results: str) -> bool:
    columns, games = table.paired_columns, table.layout.games
    last = [] if unknown_results else columns[-games:]
    open_games = [(one, number) for one in last for number, code in one.tolerated if code in (NO_RESULT, SAME_COLOUR)]
    for column in columns:
        is_open = bool(open_games) and table.layout.round_of(column.number) == table.played
        _report_tolerated_games(table, column, unknown_results, is_open=is_open)
    if open_games:
        column, number = open_games[0]
        words = say_many(
            "{column} is still being played: {number} result is missing",
            "{column} is still being played: {number} results are missing",
            len(open_games),
            column=table.words(column),
        )
        table.findings.note(UNDER_WAY, table.line_of(number), table.place_of(RESULT_COLUMN, column), words)
    for first in range(0, len(columns), games):
        _report_forfeited_round(table, columns[first : first + games])
    return bool(open_games)


def _report_tolerated_games(table: GameTable, column: Column, unknown_results: str, *, is_open: bool) -> None:
    """Report games that need an adjustment, or are faulty unless the round is still being played."""
    for number, adjustment in column.tolerated:
        opponent, mark = column.cells[table.place[number]]
        if adjustment == SAME_COLOUR and is_open:  # the colours of a round that is being played do not count
            place = table.line_of(number), table.place_of(COLOUR_COLUMN, column)
            values = {"number": number, "opponent": opponent, "colour": mark[0], "column": table.words(column)}
            table.findings.adjust(SAME_COLOUR, *place, **values)
        elif adjustment == SAME_COLOUR:
            values = {"number": opponent, "line": table.line_of(opponent), "colour": mark[0]}
            table.refuse("contradiction of colours", number, COLOUR_COLUMN, column, **values)
        elif adjustment != NO_RESULT or (unknown_results and not is_open):
            table.adjust(adjustment, number, column, number=number, opponent=opponent, points=unknown_results)
        elif not is_open:
            table.refuse("unknown", number, RESULT_COLUMN, column, opponent=opponent)


def _report_forfeited_round(table: GameTable, columns: Sequence[Column]) -> None:
    """Report a round in which every game is a forfeit: the games may have been played, and would be paired again."""
    games = [game for column in columns for game in column.games]
    forfeited = sum(not game.white_result.played for game in games)
    if forfeited == len(games) > len(columns):
        table.adjust("ADJ-12", min(games[0].white, games[0].black), columns[0], forfeited=forfeited)


def _report_full_point_byes(table: GameTable) -> None:
    kinds = {bye.kind for column in table.columns for bye in column.byes}
    if ByeKind.FULL_POINT not in kinds or ByeKind.PAIRING_ALLOCATED in kinds:
        return
    for column in table.paired_columns[:: table.layout.games]:
        full = [bye.tpn for bye in column.byes if bye.kind is ByeKind.FULL_POINT]
        if full and 2 * len(column.games) + 1 == len(table.entries):
            table.adjust("ADJ-13", full[0], column)


def unknown_symbols(file: TrfFile) -> Iterator[str]:
    seen: set[str] = set()
    for record in file.records:
        for place, cell in enumerate(record.more if record.code == PLAYER_CODE else (), 1):
            symbol = cell[RESULT_OFFSET : RESULT_OFFSET + 1].upper()
            if symbol.strip() and symbol not in cells.KNOWN_RESULTS and symbol not in seen and cell[:4].strip(" 0"):
                seen.add(symbol)
                yield say(
                    "line {line}, column {column}: {symbol!r} is not a known result, so the game has no result; enter "
                    "one",
                    line=record.line,
                    column=cells.column_of(RESULT_COLUMN, place),
                    symbol=symbol,
                )
