"""Code that writes a tournament as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

from pairing_engine.facts.model import (
    NOBODY,
    AbnormalPoints,
    AbnormalTeamPoints,
    Bye,
    ByeKind,
    Game,
    Participant,
    Result,
    Round,
    Scoring,
    Settings,
    Team,
    TeamMatch,
    Tournament,
    Tpn,
    VirtualPoints,
    Wish,
    show_points,
)
from pairing_engine.scores.team_scorer import usual_byes
from pairing_engine.values import NamedTuple
from trf.event_json import MARK, VERSION
from trf.event_json.shape import whole_schema
from trf.event_json.words import (
    AS_THEY_STAND,
    GAME_POINTS,
    MATCH_POINTS,
    WORD_OF_BYE,
    WORD_OF_COLOUR,
    WORD_OF_FORFEIT,
    WORD_OF_PREFERENCES,
    is_last_open,
    results_words,
    usual_scoring,
)
from trf.format.records import Dialect
from trf.teams.records import MATCH_POINTS as USUAL
from trf.writing.tournament import TeamComposer

ALWAYS = (MARK, "name", "players", "rounds", "under_way", "team_event")

SCORING_FIELDS = tuple(Scoring.__slots__)


class Who(NamedTuple):
    """The participants of an event: their numbers, the JSON key for one participant, and the key for several."""

    numbers: Mapping[Tpn, int]
    one: str = "player"
    all: str = "players"


def text_of(tournament: Tournament) -> str:
    """Write the event as JSON text, with one line for each player and game.

    Raises ValueError for team matches that no TRF can hold.
    """
    return _shown(value_of(tournament))


def value_of(tournament: Tournament) -> dict[str, Any]:
    """Return the event as a JSON value without empty parts, with keys in the order of the schema. Raises ValueError."""
    value = _of_teams(tournament) if tournament.settings.team is not None else _of_players(tournament)
    value["notes"] = [{"kind": one.kind.value, "round": one.round, "words": one.words} for one in tournament.notes]
    value = {MARK: VERSION, "name": tournament.name, **value, "under_way": _under_way(tournament)}
    shown = {key: value[key] for key in whole_schema()["properties"] if key in value}
    return {
        key: one for key, one in shown.items() if one is not None and (key in ALWAYS or one not in ("", False, [], {}))
    }


def _of_players(tournament: Tournament) -> dict[str, Any]:
    numbers = Who({one.tpn: one.number for one in tournament.participants})
    ranks = tournament.recorded_ranks
    return {
        **_settings(tournament.settings),
        "scoring": _scoring(tournament.settings.scoring, two_games=tournament.settings.double),
        "players": [_player(one, ranks.get(one.tpn, 0)) for one in tournament.participants],
        "rounds": [_round(one, numbers) for one in tournament.rounds],
        "abnormal_points": [_abnormal(one, numbers) for one in tournament.settings.abnormal_points],
        "teams": [_team(one, numbers) for one in tournament.teams],
        **_about_participants(tournament, numbers),
    }


def _of_teams(tournament: Tournament) -> dict[str, Any]:
    rules = tournament.settings.team
    assert rules is not None
    teams = Who({one.tpn: one.number for one in tournament.participants}, "team", "teams")
    players = {one.tpn: one.number for one in tournament.players}
    matches = matches_of(tournament, players)
    byes = [[_bye(bye, teams) for bye in one.byes] for one in tournament.rounds]
    rounds = [{"matches": found, "byes": given} for found, given in zip(matches, byes, strict=True)]
    return {
        **_settings(tournament.settings),
        "scoring": _scoring(rules.games, two_games=False),
        "team_event": rules_of(tournament),
        "players": [_player(one, 0) for one in tournament.players],
        "rounds": [{key: entries for key, entries in one.items() if entries} for one in rounds],
        "abnormal_points": [_abnormal_of_teams(one) for one in rules.abnormal_points],
        "teams": list(teams_of(tournament, players)),
        **_about_participants(tournament, teams),
    }


def _about_participants(tournament: Tournament, who: Who) -> dict[str, Any]:
    settings = tournament.settings
    return {
        "requested_byes": [{"round": one.round, **_bye(one.bye, who)} for one in tournament.requests],
        "prohibited_pairs": [
            {who.all: _all(one.tpns, who), "first_round": one.first_round, "last_round": one.last_round}
            for one in settings.prohibitions
        ],
        "wishes": [_wish(one, who) for one in settings.wishes],
        "virtual_points": [_virtual(one, who) for one in settings.virtual_points],
    }


def _under_way(tournament: Tournament) -> bool | None:
    """Whether the last round is still being played. Return None if every game of the round has a result."""
    return tournament.under_way if is_last_open(tournament) else None


def _settings(settings: Settings) -> dict[str, Any]:
    plain = {key: getattr(settings, field) for key, field in AS_THEY_STAND.items()}
    colour = settings.initial_colour
    return {
        **{key: list(value) if isinstance(value, tuple) else value for key, value in plain.items()},
        "initial_colour": None if colour is None else WORD_OF_COLOUR[colour],
        "two_games": settings.double,
    }


def _scoring(scoring: Scoring, *, two_games: bool) -> dict[str, str]:
    """Return the unusual points, with the outcomes as keys."""
    usual = usual_scoring(two_games=two_games)
    found = {name: getattr(scoring, name) for name in SCORING_FIELDS if getattr(scoring, name) != getattr(usual, name)}
    return {name: show_points(points) for name, points in found.items()}


def _player(one: Participant, rank: int) -> dict[str, Any]:
    value = {"number": one.number, "name": one.name, "rating": one.rating, "title": one.title, "sex": one.sex}
    value |= {"federation": one.federation, "fide_number": one.fide_number, "birth": one.birth}
    value |= {"position": one.tpn if one.starting_rank else 0, "rank": rank}
    return {key: entry for key, entry in value.items() if entry not in ("", 0)}


def _round(one: Round, who: Who) -> dict[str, Any]:
    value = {"games": [_game(game, who) for game in one.games], "byes": [_bye(bye, who) for bye in one.byes]}
    return {key: entries for key, entries in value.items() if entries}


def _game(game: Game, who: Who) -> dict[str, Any]:
    value = {
        "white": who.numbers[game.white],
        "black": who.numbers[game.black],
        "result": results_words(game.white_result, game.black_result),
    }
    if game.second is not None:  # the player with White in the first game has Black in the second
        value["second_result"] = results_words(game.second[1], game.second[0])
    if not game.colours_known:
        value["colours_known"] = False
    return value


def _bye(bye: Bye, who: Who) -> dict[str, Any]:
    return {who.one: who.numbers[bye.tpn], "bye": WORD_OF_BYE[bye.kind]}


def _all(tpns: Iterable[Tpn] | Set[Tpn], who: Who) -> list[int]:
    return [who.numbers[tpn] for tpn in sorted(tpns)]


def _wish(wish: Wish, who: Who) -> dict[str, Any]:
    return {
        "kind": wish.kind.value,
        "strength": wish.strength.value,
        "first_round": wish.first_round,
        "last_round": wish.last_round,
        "label": wish.label,
        "groups": [_all(group, who) for group in wish.groups],
    }


def _virtual(one: VirtualPoints, who: Who) -> dict[str, Any]:
    value = {"points": show_points(one.points)}
    if one.game_points:
        value["game_points"] = show_points(one.game_points)
    return {**value, "first_round": one.first_round, "last_round": one.last_round, who.all: _all(one.tpns, who)}


def _abnormal(one: AbnormalPoints, who: Who) -> dict[str, Any]:
    return {"outcome": one.outcome, "points": show_points(one.points), "round": one.round, who.all: _all(one.tpns, who)}


def _abnormal_of_teams(one: AbnormalTeamPoints) -> dict[str, Any]:
    points = {"points": one.match, "game_points": one.game}
    stated = {key: show_points(given) for key, given in points.items() if given is not None}
    return {"outcome": one.outcome, **stated, "round": one.round, "teams": sorted(one.tpns)}


def _team(one: Team, who: Who) -> dict[str, Any]:
    return {"number": one.tpn, "name": one.nickname, "members": [who.numbers[tpn] for tpn in one.members]}


def _shown(value: Mapping[str, Any]) -> str:
    """Write the JSON text, with every key and list entry on its own line."""
    lines = [f"  {_one_line(key)}: {_entries(one, 2)}" for key, one in value.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _entries(value: object, margin: int) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        inner = " " * (margin + 2)
        lines = [f"{inner}{_entry(one, margin + 2)}" for one in value]
        return "[\n" + ",\n".join(lines) + f"\n{' ' * margin}]"
    return _one_line(value)


def _entry(value: Mapping[str, Any], margin: int) -> str:
    """Write an entry of a list on one line, or a round with a line for each game, bye or match."""
    if not {"games", "byes", "matches"} & value.keys():
        return _one_line(value)
    return "{" + ", ".join(_parts(value, margin)) + "}"


def _parts(value: Mapping[str, Any], margin: int) -> Iterator[str]:
    for key, one in value.items():
        yield f"{_one_line(key)}: {_entries(one, margin)}"


def _one_line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


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
