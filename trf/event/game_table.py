"""The rounds in the players' lines: opponents, byes, and the number of the next round."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import zip_longest

from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Game, Request, Round, Tpn
from pairing_engine.language import say
from pairing_engine.values import of_values
from trf.event.disagreements import FaultyColumn
from trf.event.players import PlayerEntry
from trf.format.cells import (
    ABSENT,
    BYES,
    ENCOUNTERS,
    OLD_BYES,
    OPPONENT_COLUMN,
    OPPONENT_WIDTH,
    PLAIN_ABSENCE,
    RESULT_COLUMN,
    Cell,
)
from trf.format.findings import Findings
from trf.format.layout import ONE_GAME, Layout

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
            FaultyColumn(
                column.number, cells, self.entries, self.place, self.layout, self.alone, self.findings
            ).report()
        return column

    def _without_lone_colours(self, column: Column, marks: list[tuple[Tpn, str]]) -> list[tuple[Tpn, str]]:
        """Return the marks of a column in which nobody has an opponent.

        A colour without a result is read as an absence.
        """
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
        """Interpret zeros in a round without pairs.

        The entry ``0000`` means that the player is absent. A single ``0`` is ignored.
        """
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
        """Convert the byes of TRF06 into the current letters.

        A ``+`` without an opponent means the pairing-allocated bye.
        """
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
        """Return the position of a field in the line. ``base`` is the field's position in round 1."""
        return self.layout.place_of(base, column.number)

    def words(self, column: Column) -> str:
        """Return the words that messages use for the column, such as ``round 4``."""
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
        """Return the byes stated for rounds that are not yet paired."""
        return [Request(column.number, bye) for column in self.columns[self.played :] for bye in column.byes]
