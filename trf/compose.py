"""The facts of a tournament to records: the inverse of `trf.tournament`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import groupby

from pairing_engine.acceleration import in_round
from pairing_engine.model import (
    MAX_ROUNDS,
    ByeKind,
    Colour,
    Participant,
    Prohibition,
    Request,
    Result,
    Round,
    Tournament,
    Tpn,
    VirtualPoints,
)
from trf.cells import ABSENT, NO_COLOUR, NOBODY, Cell
from trf.fields import PLAYER_CODE, ROUND_WIDTH
from trf.records import Record, TrfFile, make, make_text
from trf.scoring import scoring_records
from trf.settings import BAKU_SUFFIX
from trf.standings import Worth


class Dialect(Enum):
    """The formats in which a tournament can be written."""

    TRF26 = "TRF26"
    TRF16X = "TRF16(x)"


def file_of(tournament: Tournament, dialect: Dialect) -> TrfFile:
    """The tournament as a TRF. Raises ValueError for what no TRF can hold.

    The last round must have a game: in a TRF that is what tells a round that was played from one that is to be paired.
    Texts that are longer than their columns lose their ends.
    """
    if tournament.rounds and not tournament.rounds[-1].games:
        raise ValueError(f"nobody has an opponent in round {len(tournament.rounds)}: a TRF cannot say that it is over")
    composer = _Composer(tournament, dialect)
    return TrfFile(
        (
            *composer.header(),
            *composer.players(),
            *composer.byes(),
            *composer.acceleration(),
            *composer.prohibitions(),
            *composer.abnormal_points(),
        )
    )


class _Composer:
    """A tournament on its way into a file."""

    def __init__(self, tournament: Tournament, dialect: Dialect) -> None:
        self.tournament = tournament
        self.settings = tournament.settings
        self.dialect = dialect
        self.number = {participant.tpn: participant.number for participant in tournament.participants}
        self.next_round = len(tournament.rounds) + 1

    def header(self) -> Iterator[Record]:
        """The records about the tournament as a whole."""
        settings = self.settings
        yield make_text("012", self.tournament.name)
        if settings.first_day:
            yield make_text("042", settings.first_day)
        yield make_text("062", str(len(self.number)))
        if settings.system or settings.baku:
            yield make_text("192", settings.system + (BAKU_SUFFIX if settings.baku else ""))
        if settings.rounds is not None:
            yield make_text("142" if self.dialect is Dialect.TRF26 else "XXR", str(settings.rounds))
        yield from self._order_and_colour()
        has_unknown = any(Result.UNKNOWN in game for recorded in self.tournament.rounds for game in recorded.games)
        yield from scoring_records(settings.scoring, has_unknown=has_unknown, as_162=self.dialect is Dialect.TRF26)

    def _order_and_colour(self) -> Iterator[Record]:
        """The initial-colour, and that lines stand in the order that counts, if the numbers do not say so."""
        colour = self.settings.initial_colour
        words = ["rank"] if any(participant.starting_rank for participant in self.tournament.participants) else []
        if colour is not None and self.dialect is Dialect.TRF26:
            yield make_text("152", colour.value.upper())
        elif colour is not None:
            words.append("white1" if colour is Colour.WHITE else "black1")
        if words:
            yield make_text("XXC", " ".join(words))

    def players(self) -> Iterator[Record]:
        """The line of every participant."""
        cells = {tpn: [ABSENT] * (self.next_round - 1) for tpn in self.number}
        for place, recorded in enumerate(self.tournament.rounds):
            for tpn, cell in self._cells_of_round(recorded):
                cells[tpn][place] = cell
        worth = Worth(self.settings.scoring, self.settings.abnormal_points)
        points = {tpn: worth.of_cells(tpn, row, self.next_round - 1) for tpn, row in cells.items()}
        ranking = sorted(points, key=lambda tpn: (-points[tpn], tpn))
        rank = {tpn: place for place, tpn in enumerate(ranking, 1)}
        for request in self.tournament.requests:
            if self._is_letter(request):
                row = cells[request.bye.tpn]
                row += [ABSENT] * (request.round - len(row))
                row[request.round - 1] = Cell(NOBODY, request.bye.kind.value)
        for participant in self.tournament.participants:
            tpn = participant.tpn
            yield _player(participant, points[tpn], rank[tpn], cells[tpn])

    def _cells_of_round(self, recorded: Round) -> Iterator[tuple[Tpn, Cell]]:
        for game in recorded.games:
            white, black = ("w", "b") if game.colours_known else (NO_COLOUR, NO_COLOUR)
            if not game.colours_known and (game.white_result.played or game.black_result.played):
                raise ValueError(f"the game of {game.white} and {game.black} was played, but its colours are not known")
            yield game.white, Cell(self.number[game.black], white + game.white_result.value)
            yield game.black, Cell(self.number[game.white], black + game.black_result.value)
        for bye in recorded.byes:
            yield bye.tpn, Cell(NOBODY, bye.kind.value)

    def _is_letter(self, request: Request) -> bool:
        """Is this bye written in the players' lines? TRF26 has a record for all kinds but one."""
        if request.bye.kind is ByeKind.PAIRING_ALLOCATED:
            return request.round >= self.next_round
        return self.dialect is Dialect.TRF16X and request.round == self.next_round

    def byes(self) -> Iterator[Record]:
        """[240] The byes of rounds still to be paired."""
        asked = [request for request in self.tournament.requests if request.round >= self.next_round]
        listed = sorted((request for request in asked if not self._is_letter(request)), key=_by_round_and_kind)
        for (number, kind), requests in groupby(listed, key=_by_round_and_kind):
            players = [self.number[request.bye.tpn] for request in requests]
            yield make("240", {"kind": kind, "round": number}, players)

    def acceleration(self) -> Iterable[Record]:
        """[250, XXA] The virtual points."""
        return self._ranges() if self.dialect is Dialect.TRF26 else self._accelerated_players()

    def _ranges(self) -> Iterator[Record]:
        for statement in self.settings.virtual_points:
            for first, last in self._runs(statement):
                yield make(
                    "250",
                    {
                        "points": statement.points,
                        "first round": statement.first_round,
                        "last round": statement.last_round,
                        "first player": first,
                        "last player": last,
                    },
                )

    def _runs(self, statement: VirtualPoints) -> Iterator[tuple[Tpn, Tpn]]:
        """The first and last numbers of participants who follow one another and all get these points."""
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

    def prohibitions(self) -> Iterator[Record]:
        """[260, XXP] Who may not meet whom."""
        for prohibition in self.settings.prohibitions:
            players = sorted(self.number[tpn] for tpn in prohibition.tpns)
            if self.dialect is Dialect.TRF16X and _holds_throughout(prohibition):
                yield make_text("XXP", " ".join(map(str, players)))
            else:
                rounds = {"first round": prohibition.first_round, "last round": prohibition.last_round}
                yield make("260", rounds, players)

    def abnormal_points(self) -> Iterator[Record]:
        """[299] The points that differ from the scoring system."""
        for entry in self.settings.abnormal_points:
            players = sorted(self.number[tpn] for tpn in entry.tpns)
            yield make("299", {"kind": entry.outcome, "points": entry.points, "round": entry.round}, players)


def _holds_throughout(prohibition: Prohibition) -> bool:
    return (prohibition.first_round, prohibition.last_round) == (1, MAX_ROUNDS)


def _by_round_and_kind(request: Request) -> tuple[int, str]:
    return request.round, request.bye.kind.value


def _player(participant: Participant, points: int, rank: int, cells: Sequence[Cell]) -> Record:
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
    """The ten columns of a cell."""
    if cell.opponent:
        return f"{cell.opponent:>4} {cell.mark[0]} {cell.mark[1]}  "
    return f"0000 - {cell.mark}  " if cell.mark else " " * ROUND_WIDTH
