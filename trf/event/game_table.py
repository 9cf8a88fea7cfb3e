"""The rounds in the players' lines: opponents, byes, the number of the next round, and contradictions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import zip_longest

from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Game, Request, Round, Tpn
from pairing_engine.language import say
from pairing_engine.values import of_values
from trf.event.players import PlayerEntry
from trf.format.cells import (
    ABSENT,
    BYES,
    COLOUR_COLUMN,
    ENCOUNTERS,
    FIELDS_OF_CELL,
    NO_COLOUR,
    OLD_BYES,
    ONE_GAME,
    OPPONENT_COLUMN,
    OPPONENT_WIDTH,
    PLAIN_ABSENCE,
    RESULT_COLUMN,
    UNKNOWN_RESULT,
    UNREADABLE,
    Cell,
    Layout,
)
from trf.format.fields import GAPS_OF_ROUND, RESULT_OFFSET, ROUND_WIDTH
from trf.format.findings import Findings

_game = of_values(Game)
"""A fast constructor of `Game`, because files contain very many games."""

_LONE_COLOURS = ("w ", "b ")
"""The marks with a colour, but without an opponent or a result."""


class Column:
    """One column of cells, with the games and byes read from it."""

    def __init__(self, number: int, cells: Sequence[Cell]) -> None:
        self.number = number
        self.cells = cells
        self.games: list[Game] = []
        self.byes: list[Bye] = []
        self.old_byes: list[Tpn] = []
        """The players with a bye in the notation of TRF06."""
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
        self, entries: list[PlayerEntry], rounds: int | None, findings: Findings, layout: Layout = ONE_GAME
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
        """The number of paired rounds. A round is paired if it has a pair, or a bye for the only player present."""
        while (rounds is None or self.played < rounds) and self._is_lone(self.played + 1):
            self.played += 1
        for column in self.columns:
            if column.old_byes:
                self._translate_old_byes(column)
        for column in self.columns[self.played * layout.games :]:
            self._read_lone_zeros(column)

    def _is_lone(self, round_: int) -> bool:
        """Whether everybody in the round has a bye, and exactly one bye is pairing-allocated."""
        first = self.layout.first_column(round_) - 1
        columns = self.columns[first : first + self.layout.games]
        return bool(columns) and all(
            len(column.byes) == len(self.entries)
            and sum(bye.kind is ByeKind.PAIRING_ALLOCATED for bye in column.byes) == 1
            for column in columns
        )

    def _read(self, column: Column) -> Column:
        """Read the games and byes of a column.

        For speed, this method does not describe the faults that it finds. The module `disagreements` describes the
        faults.
        """
        games, cells = column.games, column.cells
        place_of, encounter_of = self.place.get, ENCOUNTERS.get
        answers = 0
        faulty = False
        without_opponent = []
        for number, (opponent, mark) in zip(self.numbers, cells, strict=False):  # The extra row belongs to no player.
            if opponent > number:
                others_opponent, others_mark = cells[place_of(opponent, -1)]
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
        """Read a colour without a result as an absence, in a column in which nobody has an opponent."""
        found = []
        for number, mark in marks:
            if mark in _LONE_COLOURS:
                words = say(
                    "{mark!r} without an opponent is read as an absence, because nobody has an opponent in this round",
                    mark=mark[0],
                )
                self.adjust("ADJ-75", number, column, words)
            found.append((number, ByeKind.ZERO_POINT.value if mark in _LONE_COLOURS else mark))
        return found

    def _read_lone_zeros(self, column: Column) -> None:
        """Read ``0000`` as an absence from a round without pairs, and ignore a single ``0``."""
        if self.layout.repeats(column.number):
            return
        block = self.layout.block_of(column.number) - 1
        for bye in column.byes[:]:
            texts = self.entries[self.place[bye.tpn]].record.more
            text = texts[block].strip() if block < len(texts) else ""
            if not text or text.strip("0"):
                continue
            where = self.layout.words(column.number)
            if len(text) < OPPONENT_WIDTH:
                column.byes.remove(bye)
                words = say(
                    "{text} without a colour and a result is ignored: only 0000 marks an absence from {where}",
                    text=text,
                    where=where,
                )
            else:
                words = say(
                    "{text} without a colour and a result is read as an absence from {where}", text=text, where=where
                )
            self.adjust("ADJ-76", bye.tpn, column, words)

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
        """Convert the byes of TRF06 into letters. A single ``+`` means the pairing-allocated bye."""
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
            words = say(
                "nobody has an opponent in {where}, so it is read as the next round to be paired; players marked "
                "with - are absent (number: {absent})",
                where=where,
                absent=len(absent),
            )
            self.adjust("ADJ-09", absent[0], column, words)
        for number, kind in meant.items():
            mark = column.cells[self.place[number]].mark
            if mark != PLAIN_ABSENCE and not (to_come and kind is ByeKind.ZERO_POINT):
                self.adjust(
                    "ADJ-11",
                    number,
                    column,
                    say("{mark} without an opponent is read as {kind}", mark=mark[1], kind=kind.value),
                )

    def adjust(self, code: str, number: Tpn, column: Column, words: str) -> None:
        self.findings.adjust(code, self.line_of(number), self.place_of(RESULT_COLUMN, column), words)

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
        """Record a bye that the player's line does not contain."""
        first = self.layout.first_column(round_)
        for column in self.columns[first - 1 : first - 1 + self.layout.games]:
            self._give_bye(column, number, kind)

    def place_of_bye(self, round_: int, number: Tpn) -> tuple[int, int]:
        return self.line_of(number), self.layout.place_of(OPPONENT_COLUMN, self.layout.first_column(round_))

    def _give_bye(self, column: Column, number: Tpn, kind: ByeKind) -> None:
        """Record a bye and replace the player's cell, which is blank or has a mark of TRF06."""
        cells = self.entries[self.place[number]].cells
        cells += [ABSENT] * (column.number - len(cells))
        cells[column.number - 1] = Cell(NOBODY, kind.value)
        column.byes = [bye for bye in column.byes if bye.tpn != number]
        column.byes.append(Bye(number, kind))
        column.byes.sort(key=lambda bye: self.place[bye.tpn])

    def is_read(self, entry: PlayerEntry) -> bool:
        """Whether all cells of a player could be read, up to the last paired round."""
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
        self.number, self.cells = column.number, column.cells
        self.entries, self.place, self.layout = table.entries, table.place, table.layout
        self.alone, self.findings = table.alone, table.findings
        self.well_formed: dict[Tpn, bool] = {}

    def report(self) -> None:
        """Report faults within single cells, then contradictions between opponents."""
        pairs = list(zip(self.entries, self.cells, strict=False))
        for entry, cell in pairs:
            before = len(self.findings.problems)
            self._check_cell(entry, cell)
            self.well_formed[entry.number] = len(self.findings.problems) == before
        for entry, cell in pairs:
            if cell.opponent and self.well_formed[entry.number]:
                self._check_opponent(entry, cell)

    def _check_cell(self, entry: PlayerEntry, cell: Cell) -> None:
        if cell.mark == UNREADABLE:
            self._report_unreadable(entry)
        elif cell.opponent:
            self._check_game(entry, cell)
        elif cell.mark and not any(cell.mark in marks for marks in (BYES, OLD_BYES, self.alone)):
            self._report_bye(entry, cell)

    def _report_unreadable(self, entry: PlayerEntry) -> None:
        """Report text between the three fields of a cell. Also report an opponent that is not a number."""
        text = entry.record.more[self.layout.block_of(self.number) - 1].ljust(ROUND_WIDTH)
        digits = text[:4].strip(" ")
        if digits and not (digits.isascii() and digits.isdigit()):
            self._problem(entry, OPPONENT_COLUMN, "number", repr(digits), say("a starting rank, 0000 or blanks"))
            return
        offset = next(place for place in GAPS_OF_ROUND if text[place] != " ")
        opponent, colour, result = (self.layout.place_of(base, self.number) for base in FIELDS_OF_CELL)
        self.findings.problem(
            entry.record.line,
            opponent + offset,
            "blank",
            self.layout.words(self.number),
            repr(text[offset]),
            say("a blank"),
            say(
                "the opponent is in columns {opponent} to {last}, the colour in {colour}, the result in "
                "{result}: is the line shifted?",
                opponent=opponent,
                last=opponent + 3,
                colour=colour,
                result=result,
            ),
        )

    def _report_bye(self, entry: PlayerEntry, cell: Cell) -> None:
        """Report a cell that has no opponent and is not a bye."""
        colour, result = cell.mark[0], cell.mark[1]
        if colour not in " -":
            advice = say("name the opponent or, for a bye, remove the colour")
            self._problem(
                entry,
                COLOUR_COLUMN,
                "colour",
                say("{colour!r} without an opponent", colour=colour),
                say("- or a blank"),
                advice,
            )
        else:
            advice = say("U is the pairing-allocated bye; F, H and Z are full-, half- and zero-point byes")
            self._problem(
                entry,
                RESULT_COLUMN,
                "result",
                say("{result!r} without an opponent", result=result),
                say("U, F, H or Z"),
                advice,
            )

    def _check_game(self, entry: PlayerEntry, cell: Cell) -> None:
        colour, result = cell.mark[0], cell.mark[1]
        if result in BYES and result not in _UNPLAYED:
            advice = say(
                "for a bye, write 0000 as the opponent; for a game, write its result against {opponent}",
                opponent=cell.opponent,
            )
            found = say("the bye {result} together with opponent {opponent}", result=result, opponent=cell.opponent)
            self._problem(entry, RESULT_COLUMN, "result", found, say("the result of a game"), advice)
        elif result == "½":
            self._problem(entry, RESULT_COLUMN, "result", "'½'", say("= for a draw"), say("write ="))
        elif colour not in "wb-":
            self._problem(entry, COLOUR_COLUMN, "colour", repr(colour), say("w or b"))
        elif colour == NO_COLOUR and result not in _UNPLAYED:
            advice = say("only a forfeited game may be without colours")
            self._problem(entry, COLOUR_COLUMN, "colour", say("no colour for a played game"), say("w or b"), advice)

    def _check_opponent(self, entry: PlayerEntry, cell: Cell) -> None:
        """Check that a cell agrees with the opponent's. A contradiction is reported for the lower number."""
        opponent = cell.opponent
        if opponent == entry.number:
            self._problem(
                entry,
                OPPONENT_COLUMN,
                "player",
                say("{opponent}, the player's own number", opponent=opponent),
                say("an opponent"),
            )
            return
        if opponent not in self.place:
            # A line with an unreadable number may be the opponent's: one problem is enough.
            if not self.findings.unsound_lines:
                found = say("{opponent}, a number that no player has", opponent=opponent)
                self._problem(entry, OPPONENT_COLUMN, "player", found, say("the number of a player"))
            return
        place = self.place[opponent]
        other, answer = self.entries[place], self.cells[place]
        if other.record.line in self.findings.unsound_lines or not self.well_formed[opponent]:
            return
        if answer.opponent != entry.number:
            self._report_one_sided(entry, other, answer)
        elif entry.number < opponent and cell.mark + answer.mark not in ENCOUNTERS:
            self._report_contradiction(entry, cell, other, answer)

    def _report_one_sided(self, entry: PlayerEntry, other: PlayerEntry, answer: Cell) -> None:
        says = say("opponent {opponent}", opponent=answer.opponent) if answer.opponent else say("no opponent")
        self._problem(
            entry,
            OPPONENT_COLUMN,
            "contradiction",
            say(
                "opponent {number}, but that player's line ({line}) names {says}",
                number=other.number,
                line=other.record.line,
                says=says,
            ),
            say("opponent {number} in line {line}", number=entry.number, line=other.record.line),
            say("correct one of the two lines"),
        )

    def _report_contradiction(self, entry: PlayerEntry, cell: Cell, other: PlayerEntry, answer: Cell) -> None:
        colour, others_colour = cell.mark[0], answer.mark[0]
        line = other.record.line
        advice = say("correct one of the two lines")
        if colour == others_colour != NO_COLOUR:
            found = say(
                "{colour}, the same colour as opponent {number} has in line {line}",
                colour=colour,
                number=other.number,
                line=line,
            )
            self._problem(entry, COLOUR_COLUMN, "contradiction", found, say("w on one line and b on the other"), advice)
        else:
            results = self._result(entry, cell), self._result(other, answer)
            found = say(
                "{result}, but opponent {number} has {other} in line {line}",
                result=results[0],
                other=results[1],
                number=other.number,
                line=line,
            )
            expected = say("results that fit together (1 and 0, = and =, W and L, + and -, ...)")
            self._problem(entry, RESULT_COLUMN, "contradiction", found, expected, advice)

    def _result(self, entry: PlayerEntry, cell: Cell) -> str:
        """Return the result in a cell as messages show it. An unknown result is quoted from the file."""
        if cell.mark[1] != UNKNOWN_RESULT:
            return cell.mark[1]
        text = entry.record.more[self.layout.block_of(self.number) - 1].ljust(ROUND_WIDTH)
        return text[RESULT_OFFSET].replace(" ", say("no result"))

    def _problem(self, entry: PlayerEntry, base: int, code: str, found: str, expected: str, advice: str = "") -> None:
        """Report a fault in a field of a cell. ``base`` is the column of the field in round 1."""
        column = self.layout.place_of(base, self.number)
        field = say("{field} of {column}", field=say(FIELDS_OF_CELL[base]), column=self.layout.words(self.number))
        self.findings.problem(entry.record.line, column, code, field, found, expected, advice)
