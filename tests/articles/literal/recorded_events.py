"""Conversion of recorded tournaments into crosstables for the literal transcriptions."""

from __future__ import annotations

from pairing_engine.facts.model import Bye, ByeKind, Colour, Game, Result, Round, Settings, Tournament
from tests.articles.literal.facts import Cell, Entrant, Event, Paired

AS_RATED = {Result.UNRATED_WIN: "1", Result.UNRATED_DRAW: "=", Result.UNRATED_LOSS: "0"}


def event_before(tournament: Tournament, number: int, initial_colour: Colour | None) -> Event:
    """Return the facts that are known before a round.

    In a recorded round, a participant counts as absent if he or she had no opponent and no pairing-allocated bye.
    """
    settings = tournament.settings
    if number <= len(tournament.rounds):
        there = set(tournament.rounds[number - 1].paired())
        absent = {participant.tpn for participant in tournament.participants} - there
    else:
        absent = {request.bye.tpn for request in tournament.requests if request.round == number}
    return Event(
        entrants=tuple(Entrant(participant.tpn, participant.rating) for participant in tournament.participants),
        rounds=tuple(_cells(recorded) for recorded in tournament.rounds[: number - 1]),
        rounds_total=settings.rounds or 0,
        initial_colour="w" if initial_colour is None else initial_colour.value,
        absent=frozenset(absent),
        forbidden=frozenset(
            frozenset((one, two))
            for prohibition in settings.prohibitions
            if prohibition.first_round <= number <= prohibition.last_round
            for one in prohibition.tpns
            for two in prohibition.tpns
            if one < two
        ),
        points=_points(settings),
        virtual={
            (tpn, round_): virtual.points
            for virtual in settings.virtual_points
            for round_ in range(virtual.first_round, virtual.last_round + 1)
            for tpn in virtual.tpns
        },
    )


def recorded_answer(recorded: Round) -> Paired:
    byes = [bye.tpn for bye in recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
    return Paired(frozenset((game.white, game.black) for game in recorded.games), sum(byes))


def _cells(recorded: Round) -> dict[int, Cell]:
    cells: dict[int, Cell] = {}
    for game in recorded.games:
        cells[game.white] = Cell(game.black, "w", _letter(game, game.white_result))
        cells[game.black] = Cell(game.white, "b", _letter(game, game.black_result))
    cells |= {bye.tpn: _bye(bye) for bye in recorded.byes}
    return cells


def _letter(game: Game, result: Result) -> str:
    assert game.is_played or not result.played
    return AS_RATED.get(result, str(result.value))


def _bye(bye: Bye) -> Cell:
    return Cell(0, "-", bye.kind.value)


def _points(settings: Settings) -> dict[str, int]:
    scoring = settings.scoring
    games: dict[str, int] = {result.value: points for result, points in scoring.of_result(Colour.WHITE).items()}
    return games | {kind.value: points for kind, points in scoring.of_bye().items()}
