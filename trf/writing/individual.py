"""Code that makes the records of an individual event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pairing_engine.facts.codes import kind_of_code
from pairing_engine.facts.model import (
    MAX_ROUNDS,
    NOBODY,
    ByeKind,
    Colour,
    EventKind,
    Game,
    Participant,
    Prohibition,
    Request,
    Round,
    Tournament,
    Tpn,
    VirtualPoints,
)
from pairing_engine.language import say
from pairing_engine.scores.acceleration import in_round
from pairing_engine.scores.crosstable import crosstable_of
from trf.event.scoring import scoring_records
from trf.event.settings import BAKU_SUFFIX
from trf.event.wishes import records_of
from trf.format.cells import ABSENT, NO_COLOUR, Cell
from trf.format.dialect import Dialect
from trf.format.fields import AS_STATED, PLAYER_CODE, ROUND_WIDTH
from trf.format.layout import ONE_GAME, TWO_GAMES
from trf.format.records import Record, make, make_text


class Composer:
    """A writer for the records of an individual event."""

    layout = ONE_GAME

    def __init__(self, tournament: Tournament, dialect: Dialect) -> None:
        self.tournament = tournament
        self.settings = tournament.settings
        self.dialect = dialect
        self.number = {participant.tpn: participant.number for participant in tournament.participants}
        self.next_round = len(tournament.rounds) + 1

    def header(self) -> Iterator[Record]:
        settings = self.settings
        yield make_text("012", self.tournament.name)
        if settings.first_day or settings.unclear_day.words:
            yield make_text("042", settings.first_day or settings.unclear_day.words)
        if settings.last_day:
            yield make_text("052", settings.last_day)
        stated = [*self._as_stated()]
        yield from (record for record in stated if record.code < "142")
        yield from self._numbers()
        code = self._code()
        if code or settings.baku:
            yield make_text("192", code + (BAKU_SUFFIX if settings.baku else ""))
        if settings.rounds is not None:
            yield make_text("142" if self.dialect is Dialect.TRF26 else "XXR", str(settings.rounds))
        yield from self._order_and_colour()
        yield from (record for record in stated if record.code > "142")
        yield from self._points()

    def _as_stated(self) -> Iterator[Record]:
        for code, field in AS_STATED.items():
            value = getattr(self.settings, field)
            if value:
                yield make_text(code, value if isinstance(value, str) else ",".join(value))

    def _numbers(self) -> Iterator[Record]:
        yield make_text("062", str(len(self.number)))

    def _code(self) -> str:
        """Return the code of the system. Raises ValueError if the code does not suit the kind of event."""
        code = self.settings.system
        if kind_of_code(code) is not self.settings.kind:
            raise ValueError(
                say(
                    "in this event each pairing is {kind}, but the code {code} says otherwise",
                    kind=say(self.settings.kind.value),
                    code=code,
                )
            )
        return code

    def _points(self) -> Iterator[Record]:
        games = (game for recorded in self.tournament.rounds for game in recorded.games)
        has_unknown = not self.tournament.under_way and any(game.is_open for game in games)
        as_162 = self.dialect is Dialect.TRF26
        yield from scoring_records(
            self.settings.scoring, has_unknown=has_unknown, as_162=as_162, games=self.layout.games
        )

    def _order_and_colour(self) -> Iterator[Record]:
        """Yield the record of the initial-colour.

        If players are ordered by line instead of by number, add the word ``rank``.
        """
        colour = self.settings.initial_colour
        words = ["rank"] if any(participant.starting_rank for participant in self.tournament.participants) else []
        if colour is not None and self.dialect is Dialect.TRF26:
            yield make_text("152", colour.value.upper())
        elif colour is not None:
            words.append("white1" if colour is Colour.WHITE else "black1")
        if words:
            yield make_text("XXC", " ".join(words))

    def players(self) -> Iterator[Record]:
        games = self.layout.games
        cells = {tpn: [ABSENT] * ((self.next_round - 1) * games) for tpn in self.number}
        for number, recorded in enumerate(self.tournament.rounds, 1):
            first = self.layout.first_column(number) - 1
            for tpn, found in self._cells_of_round(recorded):
                cells[tpn][first : first + games] = found
        points = crosstable_of(self.tournament).totals()
        ranking = sorted(points, key=lambda tpn: (-points[tpn], tpn))
        rank = {tpn: place for place, tpn in enumerate(ranking, 1)} | dict(self.tournament.recorded_ranks)
        for request in self.tournament.requests:
            if self._is_letter(request):
                row, first = cells[request.bye.tpn], self.layout.first_column(request.round) - 1
                row += [ABSENT] * (first - len(row))
                row[first : first + games] = [Cell(NOBODY, request.bye.kind.value)] * games
        for participant in self.tournament.participants:
            tpn = participant.tpn
            if len(cells[tpn]) > MAX_ROUNDS:
                raise ValueError(
                    say(
                        "a player has {cell} games, but a TRF has room for only {most}",
                        cell=len(cells[tpn]),
                        most=MAX_ROUNDS,
                    )
                )
            yield player_record(participant, points[tpn], rank[tpn], cells[tpn])

    def _cells_of_round(self, recorded: Round) -> Iterator[tuple[Tpn, list[Cell]]]:
        for match in recorded.games:
            pairs = [self._cells_of_game(game) for game in self._games_of(match)]
            for tpn in (match.white, match.black):
                yield tpn, [pair[tpn] for pair in pairs]
        for bye in recorded.byes:
            yield bye.tpn, [Cell(NOBODY, bye.kind.value)] * self.layout.games

    def _games_of(self, game: Game) -> tuple[Game, ...]:
        if game.second is not None:
            raise ValueError(
                say(
                    "{white} and {black} played a match of two games in an event of single games",
                    white=game.white,
                    black=game.black,
                )
            )
        return (game,)

    def _cells_of_game(self, game: Game) -> dict[Tpn, Cell]:
        white, black = colours_of(game)
        return {
            game.white: Cell(self.number[game.black], white + game.white_result.value),
            game.black: Cell(self.number[game.white], black + game.black_result.value),
        }

    def teams(self) -> Iterable[Record]:
        """[013] Return the teams of individual players."""
        for team in self.tournament.teams:
            yield make("013", {"name": team.nickname}, [self.number[tpn] for tpn in team.members])

    def matches(self) -> Iterable[Record]:
        """Return the records about matches; empty for an individual event."""
        return ()

    def _is_letter(self, request: Request) -> bool:
        """Whether a bye is written as a letter in the player's line instead of a record."""
        if request.bye.kind is ByeKind.PAIRING_ALLOCATED:
            return request.round >= self.next_round
        return self.dialect is Dialect.TRF16X and request.round == self.next_round

    def byes(self) -> Iterator[Record]:
        """[240] Return the byes of rounds that are not yet paired."""
        asked = [request for request in self.tournament.requests if request.round >= self.next_round]
        listed = sorted((request for request in asked if not self._is_letter(request)), key=_by_round_and_kind)
        for (number, kind), requests in groupby(listed, key=_by_round_and_kind):
            players = [self.number[request.bye.tpn] for request in requests]
            yield make("240", {"kind": kind, "round": number}, players)

    def acceleration(self) -> Iterable[Record]:
        """[250, XXA] Return the records of virtual points."""
        return self._ranges() if self.dialect is Dialect.TRF26 else self._accelerated_players()

    def _ranges(self) -> Iterator[Record]:
        for statement in self.settings.virtual_points:
            rounds = {"first round": statement.first_round, "last round": statement.last_round}
            for first, last in self._runs(statement):
                yield make("250", {**self._given(statement), **rounds, "first player": first, "last player": last})

    def _given(self, statement: VirtualPoints) -> dict[str, str | int | None]:
        return {"points": statement.points}

    def _runs(self, statement: VirtualPoints) -> Iterator[tuple[Tpn, Tpn]]:
        """Yield ranges of the participants' numbers in a statement of virtual points, such as 1 to 8."""
        tpn_of = {number: tpn for tpn, number in self.number.items()}
        for accelerated, numbers in groupby(sorted(tpn_of), key=lambda number: tpn_of[number] in statement.tpns):
            if accelerated:
                run = list(numbers)
                yield run[0], run[-1]

    def _accelerated_players(self) -> Iterator[Record]:
        virtual = self.settings.virtual_points
        last = min(max((statement.last_round for statement in virtual), default=0), MAX_ROUNDS)
        rounds = [in_round(virtual, number) for number in range(1, last + 1)]
        for tpn in self.number:
            points = [points.get(tpn, 0) for points in rounds]
            if any(points):
                yield make("XXA", {"starting rank": self.number[tpn]}, points)

    def wishes(self) -> Iterator[Record]:
        return records_of(self.settings.wishes, self.number)

    def prohibitions(self) -> Iterator[Record]:
        """[260, XXP] Return the records of players who may not meet."""
        for prohibition in self.settings.prohibitions:
            players = sorted(self.number[tpn] for tpn in prohibition.tpns)
            if self.dialect is Dialect.TRF16X and _holds_throughout(prohibition):
                yield make_text("XXP", " ".join(map(str, players)))
            else:
                rounds = {"first round": prohibition.first_round, "last round": prohibition.last_round}
                yield make("260", rounds, players)

    def abnormal_points(self) -> Iterator[Record]:
        """[299] Return the records of abnormal points."""
        for entry in self.settings.abnormal_points:
            players = sorted(self.number[tpn] for tpn in entry.tpns)
            yield make("299", {"kind": entry.outcome, "points": entry.points, "round": entry.round}, players)


class DoubleComposer(Composer):
    """[C.04.5] A writer for the records of an event with matches of two games."""

    layout = TWO_GAMES

    def _code(self) -> str:
        """Return the code of a system with matches of two games.

        The code shows readers of the file that a round takes two columns.
        """
        code = self.settings.system
        return code if kind_of_code(code) is EventKind.DOUBLE else "FIDE_DOUBLESWISS"

    def _games_of(self, game: Game) -> tuple[Game, ...]:
        if game.second is None:
            raise ValueError(
                say(
                    "{white} and {black} played a single game in an event of matches",
                    white=game.white,
                    black=game.black,
                )
            )
        if not game.colours_known and any(result.played for result in (*game[2:4], *game.second)):
            raise ValueError(
                say(
                    "the match of {white} and {black} was played, but its colours are not known",
                    white=game.white,
                    black=game.black,
                )
            )
        return game, game.second_game


def colours_of(game: Game) -> tuple[str, str]:
    """Return the letters of both players' colours. Raises ValueError for a played game without colours."""
    if game.colours_known:
        return "w", "b"
    if game.white_result.played or game.black_result.played:
        raise ValueError(
            say(
                "the game of {white} and {black} was played, but its colours are not known",
                white=game.white,
                black=game.black,
            )
        )
    return NO_COLOUR, NO_COLOUR


def _holds_throughout(prohibition: Prohibition) -> bool:
    return (prohibition.first_round, prohibition.last_round) == (1, MAX_ROUNDS)


def _by_round_and_kind(request: Request) -> tuple[int, str]:
    return request.round, request.bye.kind.value


def player_record(participant: Participant, points: int, rank: int, cells: Sequence[Cell]) -> Record:
    """[001] Return the record of a player."""
    return make(
        PLAYER_CODE,
        {
            "starting rank": participant.number,
            "sex": participant.sex,
            "title": participant.title,
            "name": participant.name,
            "rating": participant.rating or None,
            "federation": participant.federation,
            "FIDE number": participant.fide_number,
            "birth date": participant.birth,
            "points": points,
            "rank": rank,
        },
        [_text_of(cell) for cell in cells],
    )


def _text_of(cell: Cell) -> str:
    if len(cell.mark) > 1:
        return f"{cell.opponent or '0000':>4} {cell.mark[0]} {cell.mark[1]}  "
    return f"0000 - {cell.mark}  " if cell.mark else " " * ROUND_WIDTH
