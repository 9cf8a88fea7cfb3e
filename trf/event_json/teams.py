"""[C.04.6] Team events from JSON: rules, teams, matches and boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pairing_engine.facts.codes import team_rules_of
from pairing_engine.facts.model import (
    NOBODY,
    AbnormalTeamPoints,
    ByeKind,
    Game,
    Participant,
    Round,
    Settings,
    Team,
    TeamMatch,
    TeamPoints,
    TeamRules,
    Tournament,
    Tpn,
    lower_tpn,
)
from pairing_engine.scores.team_scorer import Sides, TeamScorer, match_scoring, usual_byes
from pairing_engine.values import replace
from trf.event_json.points import points_in, points_of
from trf.event_json.words import FORFEITS, MATCH_POINTS, OPEN, PREFERENCES, RESULTS, numbers_of_list, results_of
from trf.teams.line_ups import whites_told
from trf.teams.records import MATCH_POINTS as USUAL

Value = Mapping[str, Any]

_EMPTY_SEATS = {
    (False, True): RESULTS["1-0 forfeit"],
    (True, False): RESULTS["0-1 forfeit"],
    (True, True): RESULTS["0-0 forfeit"],
}
"""The default results of a board with an empty seat.

The first part of the key is true if White is missing, and the second part is true if Black is missing.
"""


def numbers_of_teams(value: Value) -> dict[int, Tpn]:
    return {number: Tpn(number) for number in numbers_of_list(value.get("teams", ()))}


def of_teams(event: Tournament, value: Value) -> Tournament:
    """Turn an event into a team event. The participants of the event become members of teams."""
    settings = _with_rules(event.settings, value)
    listed = list(zip(numbers_of_list(value["teams"]), value["teams"], strict=True))
    teams = sorted(
        (Participant(Tpn(number), one.get("name", ""), one.get("strength", 0)), one) for number, one in listed
    )
    event = replace(
        event,
        players=event.participants,
        participants=tuple(participant for participant, _ in teams),
        teams=tuple(_team(participant, one, event) for participant, one in teams),
        recorded_ranks={Tpn(number): one["rank"] for number, one in listed if "rank" in one},
        settings=settings,
    )
    return _with_byes(_with_matches(event, value.get("rounds", ())), value)


def _team(participant: Participant, value: Value, event: Tournament) -> Team:
    tpns = {int(one.number): one.tpn for one in event.participants}
    return Team(participant.tpn, tuple(tpns[number] for number in value["members"]), value.get("nickname", ""))


def _with_rules(settings: Settings, value: Value) -> Settings:
    """Return the settings with the team rules, and with match points in place of game points."""
    stated: Value = value.get("team_event", {})
    usual = team_rules_of(settings.system) or TeamRules()
    scores = stated.get("scores")
    rules = TeamRules(
        PREFERENCES[stated["colour_preferences"]] if "colour_preferences" in stated else usual.preferences,
        scores[0] == MATCH_POINTS if scores else usual.primary_is_match_points,
        len(scores) > 1 if scores else usual.secondary,
        games=settings.scoring,
        colours=stated.get("board_colours", ""),
        abnormal_points=tuple(_abnormal(value)),
    )
    given = stated.get("match_points", {})
    points = (
        points_of(given[name]) if name in given else USUAL[symbol]
        for name, symbol in (("win", "TW"), ("draw", "TD"), ("loss", "TL"))
    )
    return replace(settings, scoring=match_scoring(*points), team=rules, abnormal_points=())


def _abnormal(value: Value) -> Iterator[AbnormalTeamPoints]:
    for one in value.get("abnormal_points", ()):
        match, game = points_in(one, "points"), points_in(one, "game_points")
        yield AbnormalTeamPoints(one["outcome"], match, game, one["round"], frozenset(map(Tpn, one["teams"])))


def _with_matches(event: Tournament, rounds: Sequence[Value]) -> Tournament:
    rules = event.settings.team
    assert rules is not None
    scorer, size = TeamScorer(rules, event.settings.scoring), _boards_of_match(rules, rounds)
    matches = [
        tuple(sorted((_match(number, match, event, scorer, size) for match in one.get("matches", ())), key=lower_tpn))
        for number, one in enumerate(rounds, 1)
    ]
    recorded = tuple(Round((), one.byes, found) for one, found in zip(event.rounds, matches, strict=True))
    return replace(event, rounds=recorded)


def _boards_of_match(rules: TeamRules, rounds: Sequence[Value]) -> int:
    """Return the number of boards in a match: the number of stated colours, or the boards of the longest match."""
    longest = (len(match.get("boards", ())) for one in rounds for match in one.get("matches", ()))
    return len(rules.colours) or max(longest, default=0)


def _match(number: int, value: Value, event: Tournament, scorer: TeamScorer, size: int) -> TeamMatch:
    white, black = Tpn(value["white"]), Tpn(value["black"])
    members = next(team.members for team in event.teams if team.tpn == white)
    sides = Sides(white, black, frozenset(members))
    tpns = {int(one.number): one.tpn for one in event.players}
    boards = tuple(_board(one, tpns) for one in value.get("boards", ()))
    forfeit = FORFEITS[value["forfeit"]] if "forfeit" in value else None
    known = forfeit is not None or bool(whites_told(sides, boards, scorer.rules.colours))
    return scorer.match(number, sides, boards, forfeit, colours_known=known, size=size)


def _board(value: Value, tpns: Mapping[int, Tpn]) -> Game:
    seats = [tpns[value[side]] if side in value else NOBODY for side in ("white", "black")]
    results = _EMPTY_SEATS.get((seats[0] == NOBODY, seats[1] == NOBODY), RESULTS[OPEN])
    if "result" in value:
        results = results_of(value["result"])
    return Game(seats[0], seats[1], *results, value.get("colours_known", any(seats)))


def _with_byes(event: Tournament, value: Value) -> Tournament:
    """Add the points of byes to the event.

    Points that the JSON does not state are derived from the usual points of a match.
    """
    settings, rules = event.settings, event.settings.team
    assert rules is not None
    byes = usual_byes(settings.scoring, rules.games, _boards_of_match(rules, value.get("rounds", ())))
    stated: Value = value.get("team_event", {}).get("bye", {})
    usual = byes[ByeKind.PAIRING_ALLOCATED]
    match, game = points_in(stated, "match_points"), points_in(stated, "game_points")
    byes[ByeKind.PAIRING_ALLOCATED] = TeamPoints(
        usual.match if match is None else match, usual.game if game is None else game
    )
    return replace(event, settings=replace(settings, team=replace(rules, byes=byes)))
