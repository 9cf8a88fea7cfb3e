"""The rounds in the players' lines: opponents and byes. What is faulty or unusual goes to `trf.event.odd_rounds`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import zip_longest

from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Game, Request, Round, Tpn
from pairing_engine.language import say
from trf.event.players import PlayerEntry
from trf.format import cells
from trf.format.cells import ABSENT, BYES, OLD_BYES, OPPONENT_COLUMN, RESULT_COLUMN, Cell, Layout
from trf.format.findings import Findings

_game = Game._make
"""A fast constructor of `Game`, because files contain very many games."""


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
        self.count_lone_rounds()

    def count_lone_rounds(self) -> None:
        """Count the following rounds in which one player has the pairing-allocated bye, and all others another bye."""
        while (asked := self._byes_of_all(self.played + 1)) and all(
            kinds.count(ByeKind.PAIRING_ALLOCATED) == 1 for kinds in asked
        ):
            self.played += 1

    def all_have_asked(self) -> bool:
        """Whether everybody has a bye in the next round, and asked for it."""
        asked = self._byes_of_all(self.played + 1)
        return bool(asked) and not any(ByeKind.PAIRING_ALLOCATED in kinds for kinds in asked)

    def _byes_of_all(self, round_: int) -> list[list[ByeKind]]:
        """Return the byes in each column of a round of the event; empty unless everybody has one in each."""
        first = self.layout.first_column(round_) - 1
        columns = self.columns[first : first + self.layout.games]
        is_later = self.rounds is not None and round_ > self.rounds
        if is_later or any(len(column.byes) != len(self.entries) for column in columns):
            return []
        return [[bye.kind for bye in column.byes] for column in columns]

    def sole_bye_ahead(self) -> tuple[int, Tpn] | None:
        """Return the last round after the next one with exactly one pairing-allocated bye, and the player."""
        last = None
        for column in self.columns[(self.played + 1) * self.layout.games :]:
            allotted = [bye.tpn for bye in column.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
            if len(allotted) == 1:
                last = self.layout.round_of(column.number), allotted[0]
        return last

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
            without_opponent = [
                (number, self._without_lone_colour(column, number, mark)) for number, mark in without_opponent
            ]
        faulty |= not self._read_byes(column, without_opponent)
        column.paired = bool(games or answers or faulty)
        column.faulty = faulty or answers != len(games)
        return column

    def _without_lone_colour(self, column: Column, number: Tpn, mark: str) -> str:
        if mark not in ("w ", "b "):
            return mark
        self.adjust("ADJ-75", number, column, mark=mark[0])
        return ByeKind.ZERO_POINT.value

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

    def adjust(self, key: str, player: Tpn, column: Column, /, **values: object) -> None:
        """Record an adjustment of a player's cell, whose sentence may name the ``round`` or the column (``where``)."""
        values = {"round": self.layout.round_of(column.number), "where": self.words(column)} | values
        self.findings.adjust(key, self.line_of(player), self.place_of(RESULT_COLUMN, column), **values)

    def refuse(self, key: str, number: Tpn, base: int, column: Column, /, **values: object) -> None:
        """Report a problem of a player's cell. ``base`` is the position of the field in the first cell."""
        field = say("{field} of {column}", field=say(cells.FIELDS_OF_CELL[base]), column=self.words(column))
        self.findings.refuse(key, self.line_of(number), self.place_of(base, column), field, **values)

    def place_of(self, base: int, column: Column) -> int:
        return self.layout.place_of(base, column.number)

    def words(self, column: Column) -> str:
        return self.layout.words(column.number)

    @property
    def paired_columns(self) -> list[Column]:
        return self.columns[: self.played * self.layout.games]

    @property
    def columns_ahead(self) -> list[Column]:
        return self.columns[self.played * self.layout.games :]

    def line_of(self, number: Tpn) -> int:
        return self.entries[self.place[number]].record.line

    def said_in(self, round_: int, number: Tpn) -> Cell:
        cells, column = self.entries[self.place[number]].cells, self.layout.first_column(round_)
        return cells[column - 1] if column <= len(cells) else ABSENT

    def give_bye(self, round_: int, number: Tpn, kind: ByeKind) -> None:
        first = self.layout.first_column(round_)
        for column in self.columns[first - 1 : first - 1 + self.layout.games]:
            self.give(column, number, kind)

    def place_of_bye(self, round_: int, number: Tpn) -> tuple[int, int]:
        return self.line_of(number), self.layout.place_of(OPPONENT_COLUMN, self.layout.first_column(round_))

    def give(self, column: Column, number: Tpn, kind: ByeKind) -> None:
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

    def is_complete(self) -> bool:
        """Whether no column is faulty or has byes of TRF06, and none is left over."""
        is_within = self.rounds is None or self.played <= self.rounds
        return (
            is_within
            and not self.columns_ahead
            and not any(column.faulty or column.old_byes for column in self.columns)
        )

    def is_usual(self) -> bool:
        """Whether the single games of a known number of rounds were played and have results, with usual byes."""
        if self.rounds is None or self.layout.games > 1:
            return False
        for column in self.columns:
            kinds = [bye.kind for bye in column.byes]
            if ByeKind.FULL_POINT in kinds or kinds.count(ByeKind.PAIRING_ALLOCATED) > 1:
                return False
            if column.tolerated or (column.games and not any(game.white_result.played for game in column.games)):
                return False
            if kinds and column.number > (self.played + 1) * self.layout.games:
                return False
        return True
