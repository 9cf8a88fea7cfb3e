"""[C.04.5] The rounds of a Double-Swiss event. A match takes two columns of the players' lines."""

from __future__ import annotations

from functools import cached_property

from pairing_engine.facts.model import Bye, ByeKind, Game, Request, Result, Round, Tpn
from pairing_engine.language import say
from trf.event.game_table import Column, GameTable
from trf.event.players import PlayerEntry
from trf.format.cells import ABSENT, COLOUR_COLUMN, FIELDS_OF_CELL, NO_COLOUR, OPPONENT_COLUMN, RESULT_COLUMN, Cell
from trf.format.findings import Findings
from trf.format.layout import TWO_GAMES, Layout


class DoubleTable(GameTable):
    """The cells of a Double-Swiss event. A round takes two columns of a player's line.

    Call `join` before reading rounds.
    """

    def __init__(
        self, entries: list[PlayerEntry], rounds: int | None, findings: Findings, layout: Layout = TWO_GAMES
    ) -> None:
        super().__init__(entries, rounds, findings, layout)
        self.matches: list[list[Game]] = []
        self.byes: list[dict[Tpn, ByeKind]] = []

    def join(self) -> None:
        """Join the games of every two columns into matches, and report games that do not fit together."""
        if len(self.columns) % 2:
            self.columns.append(Column(len(self.columns) + 1, [ABSENT] * len(self.entries)))
        for first, second in zip(self.columns[::2], self.columns[1::2], strict=True):
            if not (first.faulty or second.faulty):
                self._check(first, second)
            returns = {_pair(game): game for game in second.games}
            self.matches.append([_match(game, returns[_pair(game)]) for game in first.games if _pair(game) in returns])
            self.byes.append({bye.tpn: bye.kind for column in (second, first) for bye in column.byes})

    def _check(self, first: Column, second: Column) -> None:
        """Report players whose two cells for a match disagree about the opponent, the bye or the colours."""
        byes = [{bye.tpn: bye.kind for bye in column.byes} for column in (first, second)]
        for entry, one, other in zip(self.entries, first.cells, second.cells, strict=False):
            if one.opponent != other.opponent:
                self._report_opponents(entry, (first, one), (second, other))
            elif one.opponent:
                colour = one.mark[0]
                if colour == other.mark[0] != NO_COLOUR:
                    expected = say("the opposite colour to the first game")
                    self._report(
                        entry,
                        second,
                        COLOUR_COLUMN,
                        say("{colour}, the same colour as in the first game", colour=colour),
                        expected,
                    )
            else:
                kinds = [kind.get(entry.number, ByeKind.ZERO_POINT) for kind in byes]
                if kinds[0] is not kinds[1]:
                    found = say(
                        "{kind}, although the first game has {first}", kind=kinds[1].value, first=kinds[0].value
                    )
                    expected = say("the same bye for both games")
                    self._report(
                        entry,
                        second,
                        RESULT_COLUMN,
                        found,
                        expected,
                        say("a bye is for the whole match, not for one of its games"),
                    )

    def _report_opponents(self, entry: PlayerEntry, first: tuple[Column, Cell], second: tuple[Column, Cell]) -> None:
        """Report a match with two different opponents, or with an opponent in only one game."""
        (column, cell), (_, answer) = (first, second) if not first[1].opponent else (second, first)
        found = say("opponent {opponent}", opponent=cell.opponent) if cell.opponent else say("no opponent")
        if column is second[0]:
            expected = say("{opponent}, as in the first game of the match", opponent=answer.opponent)
        else:
            expected = say("{opponent}, as in the second game of the match", opponent=answer.opponent)
        advice = say("the two columns of a round are the two games of a match")
        self._report(entry, column, OPPONENT_COLUMN, found, expected, advice)

    def _report(
        self, entry: PlayerEntry, column: Column, base: int, found: str, expected: str, advice: str = ""
    ) -> None:
        if entry.record.line in self.findings.unsound_lines:
            return
        field = say("{field} of {column}", field=say(FIELDS_OF_CELL[base]), column=self.words(column))
        place = self.place_of(base, column)
        self.findings.problem(entry.record.line, place, "contradiction", field, found, expected, advice)

    def give_bye(self, round_: int, number: Tpn, kind: ByeKind) -> None:
        super().give_bye(round_, number, kind)
        self.byes[round_ - 1][number] = kind

    def is_read(self, entry: PlayerEntry) -> bool:
        halves = zip(entry.cells[::2], (*entry.cells[1::2], ABSENT), self._in_matches, strict=False)
        return super().is_read(entry) and all(
            entry.number in players for one, other, players in halves if one.opponent or other.opponent
        )

    @cached_property
    def _in_matches(self) -> list[set[Tpn]]:
        return [{tpn for game in matches for tpn in (game.white, game.black)} for matches in self.matches]

    def _byes_of(self, round_: int) -> list[Bye]:
        byes = self.byes[round_ - 1]
        return [Bye(tpn, byes[tpn]) for tpn in sorted(byes, key=self.place.__getitem__)]

    def recorded_rounds(self) -> list[Round]:
        return [Round(tuple(self.matches[n - 1]), tuple(self._byes_of(n))) for n in range(1, self.played + 1)]

    def requests(self) -> list[Request]:
        """Return the byes stated for rounds that are not yet paired."""
        coming = range(self.played + 1, len(self.byes) + 1)
        return [Request(number, bye) for number in coming for bye in self._byes_of(number)]


def _pair(game: Game) -> frozenset[Tpn]:
    return frozenset((game.white, game.black))


def _match(first: Game, second: Game) -> Game:
    """Join two games into a match. To know who had White first, the colours of one game are enough."""
    if first.colours_known:
        white, black = first.white, first.black
    elif second.colours_known:
        white, black = second.black, second.white
    else:
        white, black = sorted((first.white, first.black))
    known = first.colours_known or second.colours_known
    return Game(white, black, *_results(first, white), known, _results(second, white))


def _results(game: Game, of: Tpn) -> tuple[Result, Result]:
    """Return the two results of a game, a given player's result first."""
    results = game.white_result, game.black_result
    return results if game.white == of else results[::-1]
