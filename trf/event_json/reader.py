"""Code that reads a tournament from JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from pairing_engine.facts.bounded import json_in
from pairing_engine.facts.codes import team_rules_of
from pairing_engine.facts.model import (
    NOBODY,
    AbnormalPoints,
    AbnormalTeamPoints,
    Bye,
    ByeKind,
    Game,
    Note,
    NoteKind,
    Participant,
    Points,
    Prohibition,
    Request,
    Round,
    Settings,
    Strength,
    Team,
    TeamMatch,
    TeamPoints,
    TeamRules,
    Tournament,
    Tpn,
    VirtualPoints,
    Wish,
    WishKind,
    lower_tpn,
    tpn_of_bye,
)
from pairing_engine.language import say
from pairing_engine.scores.team_scorer import Sides, TeamScorer, match_scoring, usual_byes
from pairing_engine.values import replace
from trf.event_json.sense import contradictions_in
from trf.event_json.shape import DOCUMENT, SchemaFault, faults_in
from trf.event_json.words import (
    AS_THEY_STAND,
    BYES,
    COLOURS,
    FORFEITS,
    MATCH_POINTS,
    OPEN,
    PREFERENCES,
    RESULTS,
    has_two_games,
    is_last_open,
    is_of_teams,
    many_key,
    numbers_of_list,
    one_key,
    points_in,
    points_of,
    results_of,
    usual_scoring,
)
from trf.format.findings import WHOLE_FILE, Findings
from trf.format.records import Dialect, TrfFile
from trf.teams.records import MATCH_POINTS as USUAL
from trf.teams.rounds import whites_told
from trf.writing.tournament import file_of

Numbers = Mapping[int, Tpn]
"""A map from each participant's number in the JSON event to the pairing number (TPN)."""

Value = dict[str, Any]


def tournament_in(text: str, findings: Findings) -> Tournament:
    """Read the event in a JSON text. Raises `TrfProblems` with all faults."""
    value = _value_of(text, findings)
    _report(faults_in(value), findings)
    if findings.problems:
        findings.conclude()
    _report(contradictions_in(value), findings)
    if findings.problems:
        findings.conclude()
    return _tournament(value)


def _report(faults: Iterable[SchemaFault], findings: Findings) -> None:
    for fault in faults:
        findings.problem(WHOLE_FILE, 0, "json", fault.path, fault.found, fault.expected)


def _value_of(text: str, findings: Findings) -> Any:
    """Parse the text of an event in JSON. A repeated key in an object is a problem."""

    def keys_once(pairs: list[tuple[str, Any]]) -> Value:
        value = dict(pairs)
        if len(value) < len(pairs):
            names = [name for name, _ in pairs]
            for name in sorted({name for name in names if names.count(name) > 1}):
                findings.problem(WHOLE_FILE, 0, "json", name[:40], say("the same key twice"), say("each key once"))
        return value

    try:
        return json_in(text.lstrip("\ufeff").encode("utf-8", "surrogatepass"), Decimal, keys_once)
    except json.JSONDecodeError as error:
        found = repr(error.doc[error.pos : error.pos + 10]) if error.doc[error.pos :] else say("the end of the text")
        findings.problem(error.lineno, error.colno, "json", DOCUMENT, found, f"JSON ({error.msg})")
    except (ValueError, ArithmeticError):  # InvalidOperation (for a number with a huge exponent) is not a ValueError
        found = say("values that are nested too deeply, too many or too large")
        findings.problem(WHOLE_FILE, 0, "limit", DOCUMENT, found, say("an event as JSON"))
    findings.conclude()
    return None


def _tournament(value: Value) -> Tournament:
    players = sorted(_player(one) for one in value["players"])
    numbers: Numbers = {int(one.number): one.tpn for one in players}
    of_teams = is_of_teams(value)
    taking_part = numbers_of_teams(value) if of_teams else numbers
    rounds = tuple(_round(one, numbers, taking_part) for one in value.get("rounds", ()))
    requests = [Request(one["round"], _bye(one, taking_part)) for one in value.get("requested_byes", ())]
    event = Tournament(
        value.get("name", ""),
        tuple(players),
        rounds,
        tuple(sorted(requests, key=lambda request: (request.round, request.bye.tpn))),
        _settings(value, taking_part, of_teams=of_teams),
        () if of_teams else tuple(_teams(value, numbers)),
        recorded_ranks={numbers[one["number"]]: one["rank"] for one in value["players"] if "rank" in one},
        notes=tuple(Note(NoteKind(one["kind"]), one["round"], one["words"]) for one in value.get("notes", ())),
    )
    event = with_teams(event, value) if of_teams else event
    return replace(event, under_way=value.get("under_way", is_last_open(event)))


def _player(value: Value) -> Participant:
    number, position = value["number"], value.get("position")
    texts = {name: value.get(name, "") for name in ("name", "title", "sex", "federation", "fide_number", "birth")}
    tpn, rank = (number, 0) if position is None else (position, number)
    return Participant(Tpn(tpn), rating=value.get("rating", 0), starting_rank=rank, **texts)


def _round(value: Value, numbers: Numbers, taking_part: Numbers) -> Round:
    """Read a round with its games and byes, but without team matches."""
    games = [_game(one, numbers) for one in value.get("games", ())]
    byes = [_bye(one, taking_part) for one in value.get("byes", ())]
    return Round(tuple(sorted(games, key=lower_tpn)), tuple(sorted(byes, key=tpn_of_bye)))


def _game(value: Value, numbers: Numbers) -> Game:
    white, black = results_of(value.get("result", OPEN))
    second = None
    if "second_result" in value:
        of_black, of_white = results_of(value["second_result"])
        second = (of_white, of_black)
    known = value.get("colours_known", True)
    return Game(numbers[value["white"]], numbers[value["black"]], white, black, known, second)


def _bye(value: Value, numbers: Numbers) -> Bye:
    return Bye(numbers[value[one_key(value)]], BYES[value["bye"]])


def _settings(value: Value, numbers: Numbers, *, of_teams: bool) -> Settings:
    colour = value.get("initial_colour")
    points = {name: points_of(one) for name, one in value.get("scoring", {}).items()}
    stated = {field: value[key] for key, field in AS_THEY_STAND.items() if key in value}
    plain: Value = {field: tuple(one) if isinstance(one, list) else one for field, one in stated.items()}
    return Settings(
        **plain,
        initial_colour=None if colour is None else COLOURS[colour],
        scoring=replace(usual_scoring(two_games=has_two_games(value)), **points),
        virtual_points=tuple(
            VirtualPoints(
                points_of(one["points"]), *_span(one), _all(one, numbers), points_in(one, "game_points") or Points(0)
            )
            for one in value.get("virtual_points", ())
        ),
        prohibitions=tuple(Prohibition(*_span(one), _all(one, numbers)) for one in value.get("prohibited_pairs", ())),
        wishes=tuple(_wish(one, numbers) for one in value.get("wishes", ())),
        abnormal_points=tuple(
            AbnormalPoints(one["outcome"], points_of(one["points"]), one["round"], _all(one, numbers))
            for one in (() if of_teams else value.get("abnormal_points", ()))
        ),
        double=has_two_games(value),
    )


def _span(value: Value) -> tuple[int, int]:
    return value["first_round"], value["last_round"]


def _all(value: Value, numbers: Numbers) -> frozenset[Tpn]:
    return frozenset(numbers[number] for number in value[many_key(value)])


def _wish(value: Value, numbers: Numbers) -> Wish:
    groups = tuple(frozenset(numbers[number] for number in group) for group in value["groups"])
    return Wish(WishKind(value["kind"]), Strength(value["strength"]), *_span(value), value.get("label", ""), groups)


def _teams(value: Value, numbers: Numbers) -> Iterator[Team]:
    for place, one in enumerate(value.get("teams", ()), 1):
        members = tuple(numbers[number] for number in one["members"])
        yield Team(Tpn(one.get("number", place)), members, one.get("name", ""))


def file_in(text: str, findings: Findings) -> TrfFile:
    """Return the records that state the facts of an event in JSON. Their lines only keep findings in order.

    Raises `TrfProblems` for faults, and for content that no TRF can hold.
    """
    event = tournament_in(text, findings)
    try:
        file = file_of(event, Dialect.TRF26)
    except ValueError as error:
        findings.problem(WHOLE_FILE, 0, "json", DOCUMENT, str(error), say("an event that a TRF can hold"))
        findings.conclude()
        raise
    return file._replace(records=tuple(record._replace(line=line) for line, record in enumerate(file.records, 1)))


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


def with_teams(event: Tournament, value: Value) -> Tournament:
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
    """Add the points of byes. Points that are not stated follow from the usual points of a match."""
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
