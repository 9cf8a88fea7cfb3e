"""[C.04.6] Code that writes team events as JSON: rules, teams, matches and boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pairing_engine.facts.model import NOBODY, ByeKind, Game, Result, TeamMatch, Tournament, Tpn, show_points
from pairing_engine.scores.team_scorer import usual_byes
from trf.event_json.words import (
    GAME_POINTS,
    MATCH_POINTS,
    WORD_OF_FORFEIT,
    WORD_OF_PREFERENCES,
    results_words,
)
from trf.format.dialect import Dialect
from trf.teams.records import MATCH_POINTS as USUAL
from trf.writing.teams import TeamComposer

Numbers = Mapping[Tpn, int]


def rules_of(tournament: Tournament) -> dict[str, Any]:
    rules, scoring = tournament.settings.team, tournament.settings.scoring
    assert rules is not None
    scores = [MATCH_POINTS, GAME_POINTS] if rules.primary_is_match_points else [GAME_POINTS, MATCH_POINTS]
    value: dict[str, Any] = {
        "colour_preferences": WORD_OF_PREFERENCES[rules.preferences],
        "scores": scores[: 1 + rules.secondary],
    }
    if rules.colours:
        value["board_colours"] = rules.colours
    points = {"win": scoring.win, "draw": scoring.draw, "loss": scoring.loss}
    if tuple(points.values()) != tuple(USUAL.values()):
        value["match_points"] = {name: show_points(one) for name, one in points.items()}
    usual = usual_byes(scoring, rules.games, TeamComposer(tournament, Dialect.TRF26).boards)
    bye = rules.byes.get(ByeKind.PAIRING_ALLOCATED, usual[ByeKind.PAIRING_ALLOCATED])
    if bye != usual[ByeKind.PAIRING_ALLOCATED]:
        value["bye"] = {"match_points": show_points(bye.match), "game_points": show_points(bye.game)}
    return value


def teams_of(tournament: Tournament, players: Numbers) -> Iterator[dict[str, Any]]:
    teams = {team.tpn: team for team in tournament.teams}
    for one in tournament.participants:
        team = teams[one.tpn]
        value = {"number": one.number, "name": one.name, "nickname": team.nickname, "strength": one.rating}
        value |= {"rank": tournament.recorded_ranks.get(one.tpn, 0)}
        value = {key: entry for key, entry in value.items() if entry not in ("", 0)}
        yield {**value, "members": [players[tpn] for tpn in team.members]}


def matches_of(tournament: Tournament, players: Numbers) -> list[list[dict[str, Any]]]:
    """Return the matches of each round. Raises ValueError for matches that no TRF can hold."""
    composer = TeamComposer(tournament, Dialect.TRF26)
    return [
        [_match(match, composer.forfeit(number, match), players) for match in one.matches]
        for number, one in enumerate(tournament.rounds, 1)
    ]


def _match(match: TeamMatch, forfeit: tuple[Result, Result] | None, players: Numbers) -> dict[str, Any]:
    value: dict[str, Any] = {"white": match.white, "black": match.black}
    if forfeit is not None:
        value["forfeit"] = WORD_OF_FORFEIT[forfeit]
    if match.boards:
        value["boards"] = [_board(board, players) for board in match.boards]
    return value


def _board(board: Game, players: Numbers) -> dict[str, Any]:
    seats = {"white": board.white, "black": board.black}
    value: dict[str, Any] = {side: players[tpn] for side, tpn in seats.items() if tpn != NOBODY}
    value["result"] = results_words(board.white_result, board.black_result)
    if not board.colours_known and value.keys() != {"result"}:
        value["colours_known"] = False
    return value
