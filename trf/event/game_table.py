"""The rounds in the players' lines: opponents, byes, the next round, contradictions, and what is unusual."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import zip_longest

from pairing_engine.facts.model import FITTING, NOBODY, Bye, ByeKind, Game, Request, Round, Tpn
from pairing_engine.language import marked, quoted, say, say_many
from trf.event.players import PlayerEntry
from trf.format import cells
from trf.format.cells import ABSENT, BYES, COLOUR_COLUMN, OLD_BYES, OPPONENT_COLUMN, RESULT_COLUMN, Cell, Layout
from trf.format.fields import GAPS_OF_ROUND, PLAYER_CODE, RESULT_OFFSET, ROUND_WIDTH
from trf.format.findings import UNDER_WAY, WHOLE_FILE, Findings
from trf.format.records import TrfFile

_game = Game._make
"""A fast constructor of `Game`, because files contain very many games."""

_LONE_COLOURS = ("w ", "b ")

_USUAL_POINTS = dict.fromkeys("1+WUF", 10) | dict.fromkeys("=DH", 5)
"""The usual points, in tenths, for the results and byes that give any."""


def _has_points_of(entry: PlayerEntry, columns: int) -> bool:
    """Whether the points in a player's line contain those of the first columns, by the usual points of results."""
    try:
        stated = entry.record.points("points")
    except ValueError:
        return False
    return stated is not None and stated >= sum(_USUAL_POINTS.get(cell.mark[-1:], 0) for cell in entry.cells[:columns])


class Column:
    """One column of cells, with the games and byes read from it."""

    def __init__(self, number: int, cells: Sequence[Cell]) -> None:
        self.number = number
        self.cells = cells
        self.games: list[Game] = []
        self.byes: list[Bye] = []
        self.old_byes: list[Tpn] = []
        self.alone: dict[Tpn, str] = {}
        """The players without an opponent or a bye, each with a mark from `GameTable.alone`."""
        self.tolerated: list[tuple[Tpn, str]] = []
        """The games that need an adjustment, each as a player's number and the code of the adjustment."""
        self.paired = False
        self.faulty = False

    @cached_property
    def in_games(self) -> set[Tpn]:
        return {tpn for game in self.games for tpn in (game.white, game.black)}


class GameTable:
    """The cells of all players in all rounds, with their games and byes."""

    alone: Collection[str] = ()
    """The marks that a cell without an opponent may have, in addition to byes."""
    lines_have_byes = True

    def __init__(
        self, entries: list[PlayerEntry], rounds: int | None, findings: Findings, layout: Layout = cells.ONE_GAME
    ) -> None:
        """Read the columns of the players' lines. ``rounds`` is the number of rounds of the event, if known."""
        self.entries = entries
        self.rounds = rounds
        self.findings = findings
        self.layout = layout
        self.numbers = [entry.number for entry in entries]
        self.place = {number: place for place, number in enumerate(self.numbers)}
        rows: list[Sequence[Cell]] = [entry.cells for entry in entries]
        rows.append(())  # This extra last row stands for opponents that do not exist: it has no opponents itself.
        columns = enumerate(zip_longest(*rows, fillvalue=ABSENT), 1)
        self.columns = [self._read(Column(number, cells)) for number, cells in columns]
        last = max((column.number for column in self.columns if column.paired), default=0)
        self.played = layout.round_of(last)
        """The number of paired rounds. A round is paired if it has a pair, or if everybody has a bye."""
        while (rounds is None or self.played < rounds) and self._is_lone(self.played + 1):
            self.played += 1
        for column in self.columns:
            if column.old_byes:
                self._translate_old_byes(column)
        for column in self.columns[self.played * layout.games :]:
            self._read_lone_zeros(column)

    def sole_bye_ahead(self) -> tuple[int, Tpn] | None:
        """Return the last round after the next one with exactly one pairing-allocated bye, and the player."""
        last = None
        for column in self.columns[(self.played + 1) * self.layout.games :]:
            allotted = [bye.tpn for bye in column.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
            if len(allotted) == 1:
                last = self.layout.round_of(column.number), allotted[0]
        return last

    def _is_lone(self, round_: int) -> bool:
        first = self.layout.first_column(round_) - 1
        columns = self.columns[first : first + self.layout.games]
        if not columns or any(len(column.byes) != len(self.entries) for column in columns):
            return False
        kinds = [[bye.kind for bye in column.byes] for column in columns]
        if all(one.count(ByeKind.PAIRING_ALLOCATED) == 1 for one in kinds):
            return True
        # Byes that all players have asked for may only be announced. The round is over if the points contain them.
        asked = not any(ByeKind.PAIRING_ALLOCATED in one for one in kinds)
        worth_something = any(kind is not ByeKind.ZERO_POINT for one in kinds for kind in one)
        last = first + self.layout.games
        return asked and worth_something and all(_has_points_of(entry, last) for entry in self.entries)

    def _read(self, column: Column) -> Column:
        """Read the games and byes of a column without a description of its faults."""
        games, row = column.games, column.cells
        place_of, encounter_of = self.place.get, cells.ENCOUNTERS.get
        answers = 0
        faulty = False
        without_opponent = []
        for number, (opponent, mark) in zip(self.numbers, row, strict=False):  # The extra row belongs to no player.
            if opponent > number:
                others_opponent, others_mark = row[place_of(opponent, -1)]
                encounter = encounter_of(mark + others_mark) if others_opponent == number else None
                if encounter is None:
                    faulty = True
                    continue
                first_has_white, white_result, black_result, colours_known, adjustment = encounter
                white, black = (number, opponent) if first_has_white else (opponent, number)
                games.append(_game((white, black, white_result, black_result, colours_known, None)))
                if adjustment:
                    column.tolerated.append((number, adjustment))
            elif opponent:
                answers += 1
            elif mark:
                without_opponent.append((number, mark))
        if not (games or answers or faulty):
            without_opponent = self._without_lone_colours(column, without_opponent)
        faulty |= not self._read_byes(column, without_opponent)
        column.paired = bool(games or answers or faulty)
        column.faulty = faulty or answers != len(games)
        if column.faulty and not self.layout.repeats(column.number):
            FaultyColumn(column, self).report()
        return column

    def _without_lone_colours(self, column: Column, marks: list[tuple[Tpn, str]]) -> list[tuple[Tpn, str]]:
        found = []
        for number, mark in marks:
            if mark in _LONE_COLOURS:
                self.adjust("ADJ-75", number, column, mark=mark[0])
            found.append((number, ByeKind.ZERO_POINT.value if mark in _LONE_COLOURS else mark))
        return found

    def _read_lone_zeros(self, column: Column) -> None:
        """Read ``0000`` as an absence from a round without pairs, ignore a single ``0``, and report a single letter."""
        if self.layout.repeats(column.number):
            return
        block = self.layout.block_of(column.number) - 1
        for bye in column.byes[:]:
            texts = self.entries[self.place[bye.tpn]].record.more
            text = texts[block].strip() if block < len(texts) else ""
            where = self.layout.words(column.number)
            if len(text) == 1 and text.isalpha() and len(column.byes) == 1:
                self.adjust("ADJ-96", bye.tpn, column, text=text, where=where)
            if not text or text.strip("0"):
                continue
            if len(text) < cells.OPPONENT_WIDTH:
                column.byes.remove(bye)
            key = "ADJ-76 ignored" if len(text) < cells.OPPONENT_WIDTH else "ADJ-76"
            self.adjust(key, bye.tpn, column, text=text, where=where)

    def _read_byes(self, column: Column, without_opponent: list[tuple[Tpn, str]]) -> bool:
        """Record the byes of a column. Return False for a mark that is impossible without an opponent."""
        readable = True
        for number, mark in without_opponent:
            kind = BYES.get(mark)
            if kind is not None:
                column.byes.append(Bye(number, kind))
            elif mark in self.alone:
                column.alone[number] = mark
            elif mark in OLD_BYES:
                column.old_byes.append(number)
            else:
                readable = False
        return readable

    def _translate_old_byes(self, column: Column) -> None:
        meant = {number: OLD_BYES[column.cells[self.place[number]].mark] for number in column.old_byes}
        has_full_points = any(bye.kind in (ByeKind.FULL_POINT, ByeKind.PAIRING_ALLOCATED) for bye in column.byes)
        if list(meant.values()).count(ByeKind.FULL_POINT) == 1 and not has_full_points:
            meant = {n: ByeKind.PAIRING_ALLOCATED if k is ByeKind.FULL_POINT else k for n, k in meant.items()}
        self._report_old_byes(column, meant)
        for number, kind in meant.items():
            self._give_bye(column, number, kind)

    def _report_old_byes(self, column: Column, meant: dict[Tpn, ByeKind]) -> None:
        round_ = self.layout.round_of(column.number)
        if self.rounds is not None and round_ > self.rounds:
            return  # The round does not exist; another finding reports that.
        to_come = round_ > self.played
        absent = [number for number, kind in meant.items() if kind is ByeKind.ZERO_POINT]
        if to_come and absent:
            where = self.layout.words(column.number)
            self.adjust("ADJ-09", absent[0], column, where=where, absent=len(absent))
        for number, kind in meant.items():
            mark = column.cells[self.place[number]].mark
            if mark != cells.PLAIN_ABSENCE and not (to_come and kind is ByeKind.ZERO_POINT):
                self.adjust("ADJ-11", number, column, mark=mark[1], kind=say(READ_AS[kind]))

    def adjust(self, key: str, player: Tpn, column: Column, /, **values: object) -> None:
        self.findings.adjust(key, self.line_of(player), self.place_of(RESULT_COLUMN, column), **values)

    def problem(
        self, number: Tpn, base: int, column: Column, code: str, found: str, expected: str, advice: str = ""
    ) -> None:
        """Report a fault in a player's cell. ``base`` is the position of the field in the first cell."""
        field = say("{field} of {column}", field=say(cells.FIELDS_OF_CELL[base]), column=self.words(column))
        self.findings.problem(self.line_of(number), self.place_of(base, column), code, field, found, expected, advice)

    def place_of(self, base: int, column: Column) -> int:
        return self.layout.place_of(base, column.number)

    def words(self, column: Column) -> str:
        return self.layout.words(column.number)

    @property
    def paired_columns(self) -> list[Column]:
        return self.columns[: self.played * self.layout.games]

    def line_of(self, number: Tpn) -> int:
        return self.entries[self.place[number]].record.line

    def said_in(self, round_: int, number: Tpn) -> Cell:
        cells, column = self.entries[self.place[number]].cells, self.layout.first_column(round_)
        return cells[column - 1] if column <= len(cells) else ABSENT

    def give_bye(self, round_: int, number: Tpn, kind: ByeKind) -> None:
        first = self.layout.first_column(round_)
        for column in self.columns[first - 1 : first - 1 + self.layout.games]:
            self._give_bye(column, number, kind)

    def place_of_bye(self, round_: int, number: Tpn) -> tuple[int, int]:
        return self.line_of(number), self.layout.place_of(OPPONENT_COLUMN, self.layout.first_column(round_))

    def _give_bye(self, column: Column, number: Tpn, kind: ByeKind) -> None:
        cells = self.entries[self.place[number]].cells
        cells += [ABSENT] * (column.number - len(cells))
        cells[column.number - 1] = Cell(NOBODY, kind.value)
        column.byes = [bye for bye in column.byes if bye.tpn != number]
        column.byes.append(Bye(number, kind))
        column.byes.sort(key=lambda bye: self.place[bye.tpn])

    def is_read(self, entry: PlayerEntry) -> bool:
        for column in self.paired_columns:
            opponent, mark = entry.cells[column.number - 1] if column.number <= len(entry.cells) else ABSENT
            if opponent and entry.number not in column.in_games:
                return False
            if not opponent and mark and mark not in BYES:
                return False
        return True

    def recorded_rounds(self) -> list[Round]:
        return [Round(tuple(column.games), tuple(column.byes)) for column in self.paired_columns]

    def requests(self) -> list[Request]:
        return [Request(column.number, bye) for column in self.columns[self.played :] for bye in column.byes]


_UNPLAYED = "+-Z"


class FaultyColumn:
    """A column of a table in which some cells are faulty or contradict each other."""

    def __init__(self, column: Column, table: GameTable) -> None:
        self.column, self.table = column, table
        self.number, self.cells = column.number, column.cells
        self.entries, self.place, self.layout = table.entries, table.place, table.layout
        self.alone, self.findings = table.alone, table.findings
        self.well_formed: dict[Tpn, bool] = {}

    def report(self) -> None:
        pairs = list(zip(self.entries, self.cells, strict=False))
        for entry, cell in pairs:
            before = len(self.findings.problems)
            self._check_cell(entry, cell)
            self.well_formed[entry.number] = len(self.findings.problems) == before
        for entry, cell in pairs:
            if cell.opponent and self.well_formed[entry.number]:
                self._check_opponent(entry, cell)

    def _check_cell(self, entry: PlayerEntry, cell: Cell) -> None:
        if cell.mark == cells.UNREADABLE:
            self._report_unreadable(entry)
        elif cell.opponent:
            self._check_game(entry, cell)
        elif cell.mark and not any(cell.mark in marks for marks in (BYES, OLD_BYES, self.alone)):
            self._report_bye(entry, cell)

    def _report_unreadable(self, entry: PlayerEntry) -> None:
        text = entry.record.more[self.layout.block_of(self.number) - 1].ljust(ROUND_WIDTH)
        digits = text[:4].strip(" ")
        if digits and not (digits.isascii() and digits.isdigit()):
            self._problem(entry, OPPONENT_COLUMN, "number", quoted(digits), say("a starting rank, 0000 or blanks"))
            return
        offset = next(place for place in GAPS_OF_ROUND if text[place] != " ")
        opponent, colour, result = (self.layout.place_of(base, self.number) for base in cells.FIELDS_OF_CELL)
        found, expected = quoted(text[offset]), say("a blank")
        field = self.layout.words(self.number)
        values = {"opponent": opponent, "last": opponent + 3, "colour": colour, "result": result}
        advice = say(
            "the opponent belongs in columns {opponent} to {last}, the colour in {colour}, the result in "
            "{result}: is the line shifted?",
            **values,
        )
        self.findings.problem(entry.record.line, opponent + offset, "blank", field, found, expected, advice)

    def _report_bye(self, entry: PlayerEntry, cell: Cell) -> None:
        colour, result = cell.mark[0], cell.mark[1]
        if colour not in " -":
            advice = say("name the opponent or, for a bye, remove the colour")
            found, expected = say("{colour!r} without an opponent", colour=colour), say("- or a blank")
            self._problem(entry, COLOUR_COLUMN, "colour", found, expected, advice)
        else:
            advice = say("U is the pairing-allocated bye, and F, H and Z are full-, half- and zero-point byes")
            found, expected = say("{result!r} without an opponent", result=result), say("U, F, H or Z")
            self._problem(entry, RESULT_COLUMN, "result", found, expected, advice)

    def _check_game(self, entry: PlayerEntry, cell: Cell) -> None:
        colour, result = cell.mark[0], cell.mark[1]
        if result in BYES and result not in _UNPLAYED:
            advice = say("for a bye, write 0000 as the opponent")
            found = say("the bye {result} together with opponent {opponent}", result=result, opponent=cell.opponent)
            self._problem(entry, RESULT_COLUMN, "result", found, say("the result of a game"), advice)
        elif result == "½":
            self._problem(entry, RESULT_COLUMN, "result", quoted("½"), say("= for a draw"), say("write ="))
        elif colour not in "wb-":
            self._problem(entry, COLOUR_COLUMN, "colour", quoted(colour), say("w or b"))
        elif colour == cells.NO_COLOUR and result not in _UNPLAYED:
            advice = say("only a forfeited game may be without colours")
            self._problem(entry, COLOUR_COLUMN, "colour", say("no colour for a played game"), say("w or b"), advice)

    def _check_opponent(self, entry: PlayerEntry, cell: Cell) -> None:
        """Check that a cell agrees with the opponent's. A contradiction is reported for the lower number."""
        opponent = cell.opponent
        if opponent == entry.number:
            found, expected = say("{opponent}, the player's own number", opponent=opponent), say("an opponent")
            self._problem(entry, OPPONENT_COLUMN, "player", found, expected)
            return
        if opponent not in self.place:
            # A line with an unreadable number may be the opponent's: one problem is enough.
            if not self.findings.unsound_lines:
                found = say("this line names player {number}, but no player has this number", number=opponent)
                self._problem(entry, OPPONENT_COLUMN, "player", found, "")
            return
        place = self.place[opponent]
        other, answer = self.entries[place], self.cells[place]
        if other.record.line in self.findings.unsound_lines or not self.well_formed[opponent]:
            return
        if answer.opponent != entry.number:
            self._report_one_sided(entry, other, answer)
        elif entry.number < opponent and cell.mark + answer.mark not in cells.ENCOUNTERS:
            self._report_contradiction(entry, cell, other, answer)

    def _report_one_sided(self, entry: PlayerEntry, other: PlayerEntry, answer: Cell) -> None:
        said = marked("this line names player {number}, but in that round player {number} (line {line}) names {says}")
        if not answer.opponent:
            said = marked(
                "this line names player {number}, but in that round player {number} (line {line}) names nobody"
            )
        found = say(said, number=other.number, line=other.record.line, says=answer.opponent)
        self._problem(entry, OPPONENT_COLUMN, "contradiction", found, "", say("correct one of the two lines"))

    def _report_contradiction(self, entry: PlayerEntry, cell: Cell, other: PlayerEntry, answer: Cell) -> None:
        colour, others_colour = cell.mark[0], answer.mark[0]
        line = other.record.line
        advice = say("correct one of the two lines")
        if colour == others_colour != cells.NO_COLOUR:
            found = both_say(colour, other.number, line)
            self._problem(entry, COLOUR_COLUMN, "contradiction", found, "", advice)
        else:
            results = self._result(entry, cell), self._result(other, answer)
            shown = {"result": results[0], "other": results[1], "number": other.number, "line": line}
            found = say("{result}, but opponent {number} has {other} in line {line}", **shown)
            self._problem(entry, RESULT_COLUMN, "contradiction", found, say(FITTING), advice)

    def _result(self, entry: PlayerEntry, cell: Cell) -> str:
        """Return the result in a cell as messages show it. An unknown result is quoted from the file."""
        if cell.mark[1] != cells.UNKNOWN_RESULT:
            return cell.mark[1]
        text = entry.record.more[self.layout.block_of(self.number) - 1].ljust(ROUND_WIDTH)
        return text[RESULT_OFFSET].replace(" ", say("no result"))

    def _problem(self, entry: PlayerEntry, base: int, code: str, found: str, expected: str, advice: str = "") -> None:
        self.table.problem(entry.number, base, self.column, code, found, expected, advice)


def both_say(colour: str, number: int, line: int) -> str:
    values = {"colour": colour, "number": number, "line": line}
    return say("this line and that of player {number} (line {line}) both say {colour!r}", **values)


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


def check_number_of_rounds(table: GameTable) -> None:
    """Report a missing or contradicted number of rounds, and drop the columns of rounds after the last round."""
    rounds, played = table.rounds, table.played
    if rounds is None:
        last = say("; round {played} counts as the last for checks and standings", played=played) if played else ""
        table.findings.adjust("ADJ-31", WHOLE_FILE, 0, last=last)
        return
    games = table.layout.games
    for column in table.columns[rounds * games :]:
        _check_superfluous(table, column, rounds)
    del table.columns[max(rounds, played) * games :]


_MANY_MATCHES = 8


def report_doubled_rounds(table: GameTable, place: tuple[int, int]) -> None:
    """[C.04.5] Report a number of rounds if it probably counts games instead of matches."""
    rounds, opponents = table.rounds, len(table.entries) - 1
    if rounds is None or rounds % 2 or not (rounds >= _MANY_MATCHES or rounds > max(opponents, 1)):
        return
    table.findings.adjust("ADJ-80", *place, rounds=rounds, matches=rounds // 2)


def _check_superfluous(table: GameTable, column: Column, rounds: int) -> None:
    """Report entries after the last round. If everybody is absent, a program has added the round by mistake."""
    paired = [number for number, cell in zip(table.numbers, column.cells, strict=False) if cell.opponent]
    with_points = [bye.tpn for bye in column.byes if bye.kind is not ByeKind.ZERO_POINT]
    if paired or with_points:
        line, place = table.line_of((paired or with_points)[0]), table.place_of(OPPONENT_COLUMN, column)
        found = say("there is an entry beyond the stated number of rounds ({rounds})", rounds=rounds)
        advice = say("correct record 142 (XXR) or remove the column")
        table.findings.problem(line, place, "rounds", table.words(column), found, "", advice)
    elif column.byes:
        table.adjust(
            "ADJ-09 after the last round", column.byes[0].tpn, column, column=table.words(column), rounds=rounds
        )


def report_tolerances(table: GameTable, unknown_results: str) -> bool:
    """Report unusual rounds. Return True if the last round is still being played.

    ``unknown_results`` says in words how a game without a result counts. If ``unknown_results`` is empty, a game
    without a result is a problem, except in the last round.
    """
    under_way = report_results(table, unknown_results)
    games = table.layout.games
    for column in table.columns[(table.played + 1) * games :: games]:
        if column.byes:
            round_ = table.layout.round_of(column.number)
            table.adjust("ADJ-54", column.byes[0].tpn, column, round=round_, byes=len(column.byes))
    _report_full_point_byes(table)
    for column in table.paired_columns[::games]:
        allotted = [bye.tpn for bye in column.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
        if len(allotted) > 1:
            round_ = table.layout.round_of(column.number)
            table.adjust("ADJ-100", allotted[1], column, round=round_, number=len(allotted))
    return under_way


def report_results(table: GameTable, unknown_results: str) -> bool:
    columns, games = table.paired_columns, table.layout.games
    open_games = [] if unknown_results else _open_games(table)
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


def _open_games(table: GameTable) -> list[tuple[Column, Tpn]]:
    last = table.paired_columns[-table.layout.games :]
    return [
        (column, number) for column in last for number, code in column.tolerated if code in (NO_RESULT, SAME_COLOUR)
    ]


def _report_tolerated_games(table: GameTable, column: Column, unknown_results: str, *, is_open: bool) -> None:
    for number, adjustment in column.tolerated:
        if is_open and adjustment == NO_RESULT:
            continue
        opponent = column.cells[table.place[number]].opponent
        if adjustment == SAME_COLOUR:
            _report_same_colour(table, column, number, is_open=is_open)
            continue
        if adjustment != NO_RESULT or unknown_results:
            table.adjust(adjustment, number, column, number=number, opponent=opponent, points=unknown_results)
        else:
            _refuse_unknown(table, column, number, opponent)


def _refuse_unknown(table: GameTable, column: Column, number: Tpn, opponent: Tpn) -> None:
    found, expected = say("no known result of the game against {opponent}", opponent=opponent), say("a result")
    advice = say("enter the result, or count adjourned games as draws (--adjourned draw)")
    table.problem(number, RESULT_COLUMN, column, "unknown", found, expected, advice)


def _report_same_colour(table: GameTable, column: Column, number: Tpn, *, is_open: bool) -> None:
    """Report one colour in both lines; while the round is played, its colours do not count: an adjustment."""
    opponent = column.cells[table.place[number]].opponent
    colour = column.cells[table.place[number]].mark[0]
    line = table.line_of(opponent)
    if is_open:
        shown = {"number": number, "opponent": opponent, "colour": colour, "column": table.words(column)}
        table.findings.adjust("ADJ-78", table.line_of(number), table.place_of(COLOUR_COLUMN, column), **shown)
        return
    found, advice = both_say(colour, opponent, line), say("correct one of the two lines")
    table.problem(number, COLOUR_COLUMN, column, "contradiction", found, "", advice)


def _report_forfeited_round(table: GameTable, columns: Sequence[Column]) -> None:
    """Report a round in which every game is a forfeit: the games may have been played, and would be paired again."""
    games = [game for column in columns for game in column.games]
    forfeited = sum(not game.white_result.played for game in games)
    if forfeited == len(games) > len(columns):
        first, round_ = games[0], table.layout.round_of(columns[0].number)
        table.adjust("ADJ-12", min(first.white, first.black), columns[0], forfeited=forfeited, round=round_)


def _report_full_point_byes(table: GameTable) -> None:
    kinds = {bye.kind for column in table.columns for bye in column.byes}
    if ByeKind.FULL_POINT not in kinds or ByeKind.PAIRING_ALLOCATED in kinds:
        return
    for column in table.paired_columns[:: table.layout.games]:
        full = [bye.tpn for bye in column.byes if bye.kind is ByeKind.FULL_POINT]
        if full and 2 * len(column.games) + 1 == len(table.entries):
            round_ = table.layout.round_of(column.number)
            table.adjust("ADJ-13", full[0], column, round=round_)


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
