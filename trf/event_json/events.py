"""The facts of an event, and the same facts as JSON. One table says how a kind of fact is read and written."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from pairing_engine.facts import model
from pairing_engine.facts.bounded import JsonFault, json_in
from pairing_engine.facts.codes import team_rules_of
from pairing_engine.facts.model import (
    NOBODY,
    ByeKind,
    Colour,
    EventKind,
    Game,
    Points,
    Result,
    Tournament,
    Tpn,
    show_points,
)
from pairing_engine.facts.scoring import scoring_of
from pairing_engine.language import say
from pairing_engine.scores.team_scorer import Sides, TeamScorer, match_scoring, usual_byes
from trf.event_json import MARK, VERSION, faults
from trf.event_json.faults import DOCUMENT, Value, contradictions_in, faults_in, has_two_games, is_of_teams
from trf.format.fields import AS_STATED
from trf.format.findings import WHOLE_FILE, Findings
from trf.format.records import Dialect, TrfFile
from trf.teams.records import MATCH_POINTS as USUAL_POINTS
from trf.teams.rounds import whites_told
from trf.writing.tournament import TeamComposer, file_of

Numbers = Mapping[int, int]
"""The pairing number (TPN) of each number in the JSON event. To write an event, the number of each TPN."""

_UNCHANGED = ("first_day", "last_day", "round_days", "system", "maxi", *AS_STATED.values())

AS_THEY_STAND = {"number_of_rounds": "rounds", "baku_acceleration": "baku", **{name: name for name in _UNCHANGED}}
"""The JSON keys whose values are copied unchanged into a field of `Settings`. Tuples are lists in JSON."""

COLOURS: Mapping[str, Colour] = {"white": Colour.WHITE, "black": Colour.BLACK}

BYES: Mapping[str, ByeKind] = {kind.name.lower().replace("_", "-", 1): kind for kind in ByeKind}

SIDES: Mapping[str, Result] = {result.name.lower().replace("_", " "): result for result in Result}
"""The names of one player's result in JSON: ``win``, ``forfeit loss``, ``unrated draw``, ``unknown``."""

OPEN = "*"
"""The sign for an unknown result in JSON, as in PGN."""

_LETTERS = {
    "1-0": "10", "1/2-1/2": "==", "0-1": "01", OPEN: "??", "1-0 forfeit": "+-", "0-1 forfeit": "-+",
    "0-0 forfeit": "--", "1-0 unrated": "WL", "1/2-1/2 unrated": "DD", "0-1 unrated": "LW", "0-0": "00",
    "1/2-0": "=0", "0-1/2": "0=",
}  # fmt: skip

RESULTS = {word: (Result(letters[0]), Result(letters[1])) for word, letters in _LETTERS.items()}
"""The names of pairs of results in JSON, White's result first.

A pair of results without a name is written as an object with one name for each side.
"""

FORFEITS = {word: RESULTS[word] for word in ("1-0 forfeit", "0-1 forfeit", "0-0 forfeit")}

PREFERENCES: Mapping[str, str] = {"A": "A", "B": "B", "none": ""}
"""[C.04.6 1.7] The JSON names for types of team colour preferences."""

MATCH_POINTS, GAME_POINTS = "match points", "game points"


_COLOURS, _BYES, _SIDES, _RESULTS, _FORFEITS, _PREFERENCES = (
    {value: word for word, value in words.items()} for words in (COLOURS, BYES, SIDES, RESULTS, FORFEITS, PREFERENCES)
)
"""The words of the tables above, each under its value."""


def points_of(value: str | int | Decimal) -> Points:
    """Convert points to tenths.

    >>> points_of("0.5"), points_of(3), points_of(Decimal("2.50"))
    (5, 30, 25)
    """
    return Points(int(Decimal(value) * 10))


def _results_of(value: Any) -> tuple[Result, Result]:
    return RESULTS[value] if isinstance(value, str) else (SIDES[value["white"]], SIDES[value["black"]])


def _word_of_results(white: Result, black: Result) -> str | dict[str, str]:
    """Return the one name for both results if there is such a name, else two names."""
    return _RESULTS.get((white, black)) or {"white": _SIDES[white], "black": _SIDES[black]}


Conversion = Callable[[Any, Numbers], Any]

_BY_TYPE: Mapping[str, tuple[Conversion, Conversion]] = {
    "Tpn": (lambda number, tpns: tpns[number], lambda tpn, numbers: numbers[tpn]),
    "tuple[Tpn, ...]": (
        lambda all_, tpns: [tpns[one] for one in all_],
        lambda all_, numbers: [numbers[n] for n in all_],
    ),
    "Set[Tpn]": (
        lambda all_, tpns: frozenset(tpns[one] for one in all_),
        lambda all_, numbers: _numbers(all_, numbers),
    ),
    "tuple[Set[Tpn], ...]": (
        lambda groups, tpns: [frozenset(tpns[one] for one in group) for group in groups],
        lambda groups, numbers: [_numbers(group, numbers) for group in groups],
    ),
    "Points": (lambda value, _: points_of(value), lambda points, _: show_points(points)),
    "ByeKind": (lambda word, _: BYES[word], lambda kind, _: _BYES[kind]),
    **dict.fromkeys(("WishKind", "Strength", "NoteKind"), (lambda word, _: word, lambda kind, _: kind.value)),
}
"""The reader and the writer of a field, by its type. Fields of other types are the same in JSON."""

_KEYS: Mapping[Any, str] = {
    model.Bye: "{one}=tpn bye=kind",
    model.Prohibition: "{one}s=tpns first_round last_round",
    model.Wish: "kind strength first_round last_round label groups",
    model.VirtualPoints: "points game_points first_round last_round {one}s=tpns",
    model.AbnormalPoints: "outcome points round {one}s=tpns",
    model.AbnormalTeamPoints: "outcome points=match game_points=game round {one}s=tpns",
    model.Team: "number=tpn name=nickname members",
    model.Note: "kind round words",
}
"""The keys of each kind of fact in JSON, each with the field behind it if that has another name.

``{one}`` is a player or a team.
"""


def _numbers(tpns: Iterable[int], numbers: Numbers) -> list[int]:
    return [numbers[tpn] for tpn in sorted(tpns)]


def _fields(kind: Any, one: str) -> Iterator[tuple[str, str, Conversion, Conversion]]:
    """Yield the key, the field and the two conversions of each fact in a named tuple."""
    for word in _KEYS[kind].format(one=one).split():
        key, _, field = word.partition("=")
        declared = kind.__annotations__[field or key].__forward_arg__.removesuffix(" | None")
        as_it_is: Conversion = lambda value, _: value  # noqa: E731
        yield key, field or key, *_BY_TYPE.get("" if key == "number" else declared, (as_it_is, as_it_is))


def _read(kind: Any, values: Sequence[Value], tpns: Numbers) -> Iterator[Any]:
    for value in values:
        one = "team" if {"team", "teams"} & value.keys() else "player"
        stated = {field: read(value[key], tpns) for key, field, read, _ in _fields(kind, one) if key in value}
        unstated = {"label": "", "match": None, "game": None}
        yield kind(**{name: unstated[name] for name in unstated.keys() & set(kind._fields)} | stated)


def _write(values: Sequence[Any], numbers: Numbers, one: str = "") -> list[Value]:
    """Write facts of one kind. Points that are not stated, and game points of 0, are left out."""
    return [
        {
            key: write(stated, numbers)
            for key, field, _, write in _fields(type(value), one)
            if (stated := getattr(value, field)) is not None and (stated or field != "game_points")
        }
        for value in values
    ]


def tournament_in(text: str, findings: Findings) -> Tournament:
    """Read the event in a JSON text. Raises `TrfProblems` with all faults."""
    value = _value_of(text, findings)
    for find in (faults_in, contradictions_in):
        for fault in find(value):
            findings.problem(WHOLE_FILE, 0, "json", *fault)
        if findings.problems:
            findings.conclude()
    return _tournament(value)


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
    except JsonFault as error:
        findings.problem(error.line, error.column, "json", DOCUMENT, error.found, error.expected)
    except (ValueError, ArithmeticError):  # InvalidOperation (for a number with a huge exponent) is not a ValueError
        found = say("values that are nested too deeply, too many or too large")
        findings.problem(WHOLE_FILE, 0, "limit", DOCUMENT, found, say("an event as JSON"))
    findings.conclude()
    return None


def _tournament(value: Value) -> Tournament:
    players = sorted(map(_player, value["players"]))
    tpns = {int(one.number): one.tpn for one in players}
    of_teams = is_of_teams(value)
    listed = value.get("teams", ())
    of_list = dict(zip(faults.numbers_of_list(listed), listed, strict=True))
    taking_part = {number: Tpn(number) for number in of_list} if of_teams else tpns
    requests = value.get("requested_byes", ())
    byes = _read(model.Bye, requests, taking_part)
    asked = [model.Request(one["round"], bye) for one, bye in zip(requests, byes, strict=True)]
    teams = () if of_teams else _read(model.Team, [{"number": n} | one for n, one in of_list.items()], tpns)
    event = Tournament(
        value.get("name", ""),
        tuple(players),
        tuple(_round(one, tpns, taking_part) for one in value.get("rounds", ())),
        tuple(sorted(asked, key=lambda request: (request.round, request.bye.tpn))),
        _settings(value, taking_part, of_teams=of_teams),
        tuple(teams),
        recorded_ranks={tpns[one["number"]]: one["rank"] for one in value["players"] if "rank" in one},
        notes=tuple(_read(model.Note, value.get("notes", ()), {})),
    )
    event = _with_teams(event, value, of_list, tpns) if of_teams else event
    return event._replace(under_way=value.get("under_way", _is_last_open(event)))


def _is_last_open(event: Tournament) -> bool:
    games = (games for one in event.rounds[-1:] for games in (one.games, *(match.boards for match in one.matches)))
    return any(game.is_open for one in games for game in one)


def _player(value: Value) -> model.Participant:
    number, position = value["number"], value.get("position")
    texts = {name: value.get(name, "") for name in ("name", "title", "sex", "federation", "fide_number", "birth")}
    tpn, rank = (number, 0) if position is None else (position, number)
    return model.Participant(Tpn(tpn), rating=value.get("rating", 0), starting_rank=rank, **texts)


def _round(value: Value, tpns: Numbers, taking_part: Numbers) -> model.Round:
    games, byes = (
        (_game(one, tpns) for one in value.get("games", ())),
        _read(model.Bye, value.get("byes", ()), taking_part),
    )
    return model.Round(tuple(sorted(games, key=model.lower_tpn)), tuple(sorted(byes, key=model.tpn_of_bye)))


_EMPTY_SEATS = {
    (False, True): RESULTS["1-0 forfeit"],
    (True, False): RESULTS["0-1 forfeit"],
    (True, True): RESULTS["0-0 forfeit"],
}
"""The results of a game if White (first part of the key) or Black is missing, and no result is stated."""


def _game(value: Value, tpns: Numbers) -> Game:
    white, black = (Tpn(tpns[value[side]]) if side in value else NOBODY for side in ("white", "black"))
    results = _EMPTY_SEATS.get((white == NOBODY, black == NOBODY), RESULTS[OPEN])
    if "result" in value:
        results = _results_of(value["result"])
    second = _results_of(value["second_result"])[::-1] if "second_result" in value else None
    return Game(white, black, *results, value.get("colours_known", bool(white or black)), second)


def _settings(value: Value, tpns: Numbers, *, of_teams: bool) -> model.Settings:
    colour = value.get("initial_colour")
    points = {name: points_of(one) for name, one in value.get("scoring", {}).items()}
    stated = {field: value[key] for key, field in AS_THEY_STAND.items() if key in value}
    plain: Value = {field: tuple(one) if isinstance(one, list) else one for field, one in stated.items()}
    return model.Settings(
        **plain,
        initial_colour=None if colour is None else COLOURS[colour],
        scoring=scoring_of(EventKind.DOUBLE if has_two_games(value) else EventKind.INDIVIDUAL)._replace(**points),
        virtual_points=tuple(_read(model.VirtualPoints, value.get("virtual_points", ()), tpns)),
        prohibitions=tuple(_read(model.Prohibition, value.get("prohibited_pairs", ()), tpns)),
        wishes=tuple(_read(model.Wish, value.get("wishes", ()), tpns)),
        abnormal_points=() if of_teams else tuple(_read(model.AbnormalPoints, value.get("abnormal_points", ()), tpns)),
        double=has_two_games(value),
    )


def file_in(text: str, findings: Findings) -> TrfFile:
    """Return the records for a JSON event; their lines only order findings. Raises `TrfProblems` if no TRF holds it."""
    event = tournament_in(text, findings)
    try:
        file = file_of(event, Dialect.TRF26)
    except ValueError as error:
        findings.problem(WHOLE_FILE, 0, "json", DOCUMENT, str(error), say("an event that a TRF can hold"))
        findings.conclude()
        raise
    return file._replace(records=tuple(record._replace(line=line) for line, record in enumerate(file.records, 1)))


def _with_teams(event: Tournament, value: Value, listed: Mapping[int, Value], tpns: Numbers) -> Tournament:
    """Turn an event into a team event. The participants of the event become members of teams."""
    rules, scoring = _rules(event.settings, value, {number: Tpn(number) for number in listed})
    rounds: Sequence[Value] = value.get("rounds", ())
    longest = (len(match.get("boards", ())) for one in rounds for match in one.get("matches", ()))
    size = len(rules.colours) or max(longest, default=0)
    scorer = TeamScorer(rules, scoring)
    teams = sorted(
        (model.Participant(Tpn(n), one.get("name", ""), one.get("strength", 0)), one) for n, one in listed.items()
    )
    members = {team.tpn: tuple(Tpn(tpns[number]) for number in one["members"]) for team, one in teams}
    recorded = []
    for number, (one, paired) in enumerate(zip(rounds, event.rounds, strict=True), 1):
        matches = (_match(number, match, members, tpns, scorer, size) for match in one.get("matches", ()))
        recorded.append(model.Round((), paired.byes, tuple(sorted(matches, key=model.lower_tpn))))
    bye = value.get("team_event", {}).get("bye", {})
    stated = (points_of(bye[key]) if key in bye else None for key in _BOTH_POINTS)
    byes = usual_byes(scoring, rules.games, size, *stated)
    return event._replace(
        members=event.participants,
        participants=tuple(team for team, _ in teams),
        teams=tuple(model.Team(team.tpn, members[team.tpn], one.get("nickname", "")) for team, one in teams),
        recorded_ranks={Tpn(number): one["rank"] for number, one in listed.items() if "rank" in one},
        rounds=tuple(recorded),
        settings=event.settings._replace(scoring=scoring, team=rules._replace(byes=byes), abnormal_points=()),
    )


_BOTH_POINTS = ("match_points", "game_points")
_OUTCOMES = ("win", "draw", "loss")


def _rules(settings: model.Settings, value: Value, tpns: Numbers) -> tuple[model.TeamRules, model.Scoring]:
    """Return the team rules except the points of byes, and the points of matches."""
    stated: Value = value.get("team_event", {})
    usual = team_rules_of(settings.system) or model.TeamRules()
    scores = stated.get("scores")
    rules = model.TeamRules(
        PREFERENCES[stated["colour_preferences"]] if "colour_preferences" in stated else usual.preferences,
        scores[0] == MATCH_POINTS if scores else usual.primary_is_match_points,
        len(scores) > 1 if scores else usual.secondary,
        games=settings.scoring,
        colours=stated.get("board_colours", ""),
        abnormal_points=tuple(_read(model.AbnormalTeamPoints, value.get("abnormal_points", ()), tpns)),
    )
    given = {name: points_of(points) for name, points in stated.get("match_points", {}).items()}
    points = (given.get(name, usual) for name, usual in zip(_OUTCOMES, USUAL_POINTS.values(), strict=True))
    return rules, match_scoring(*points)


def _match(
    number: int, value: Value, members: Mapping[Tpn, Sequence[Tpn]], tpns: Numbers, scorer: TeamScorer, size: int
) -> model.TeamMatch:
    white = Tpn(value["white"])
    sides = Sides(white, Tpn(value["black"]), frozenset(members[white]))
    boards = tuple(_game(one, tpns) for one in value.get("boards", ()))
    forfeit = FORFEITS[value["forfeit"]] if "forfeit" in value else None
    known = forfeit is not None or bool(whites_told(sides, boards, scorer.rules.colours))
    return scorer.match(number, sides, boards, forfeit, colours_known=known, size=size)


_ALWAYS = (MARK, "name", "players", "rounds", "under_way", "team_event")


def text_of(tournament: Tournament) -> str:
    lines = [f"  {_one_line(key)}: {_entries(one, 2)}" for key, one in value_of(tournament).items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def value_of(tournament: Tournament) -> Value:
    """Return the event as JSON in the order of the schema. Raises ValueError for team matches that no TRF can hold."""
    settings, rules = tournament.settings, tournament.settings.team
    one, players = ("player", tournament.participants) if rules is None else ("team", tournament.members)
    numbers: Numbers = {one.tpn: int(one.number) for one in tournament.participants}
    ranks = tournament.recorded_ranks if rules is None else {}
    asked = [request.bye for request in tournament.requests]
    value = _settings_value(settings, numbers, one) | {
        MARK: VERSION,
        "name": tournament.name,
        "players": [_player_value(player, ranks.get(player.tpn, 0)) for player in players],
        "requested_byes": [
            {"round": request.round, **bye}
            for request, bye in zip(tournament.requests, _write(asked, numbers, one), strict=True)
        ],
        "notes": _write(tournament.notes, {}),
        "under_way": tournament.under_way if _is_last_open(tournament) else None,
    }
    played: list[tuple[str, list[Value]]]
    if rules is None:
        value["teams"] = _write(tournament.teams, numbers)
        played = [("games", [_game_value(game, numbers) for game in one.games]) for one in tournament.rounds]
    else:
        composer = TeamComposer(tournament, Dialect.TRF26)
        seats: Numbers = {one.tpn: int(one.number) for one in players}
        value["teams"] = list(_teams(tournament, seats))
        value["team_event"] = _team_event(rules, settings.scoring, composer.boards)
        played = [
            ("matches", [_match_value(match, composer.forfeit(number, match), seats) for match in one.matches])
            for number, one in enumerate(tournament.rounds, 1)
        ]
    rounds = zip(played, tournament.rounds, strict=True)
    parts = ({key: found, "byes": _write(recorded.byes, numbers, one)} for (key, found), recorded in rounds)
    value["rounds"] = [{key: entries for key, entries in part.items() if entries} for part in parts]
    stated = {key: value[key] for key in faults.whole_schema()["properties"] if value.get(key) is not None}
    return {key: found for key, found in stated.items() if key in _ALWAYS or found not in ("", False, [], {})}


def _settings_value(settings: model.Settings, numbers: Numbers, one: str) -> Value:
    games = settings.scoring if settings.team is None else settings.team.games
    usual = scoring_of(settings.kind if settings.team is None else EventKind.INDIVIDUAL)._asdict()
    colour = settings.initial_colour
    value = {key: getattr(settings, field) for key, field in AS_THEY_STAND.items()}
    return {key: list(stated) if isinstance(stated, tuple) else stated for key, stated in value.items()} | {
        "initial_colour": None if colour is None else _COLOURS[colour],
        "two_games": settings.double,
        "scoring": {name: show_points(points) for name, points in games._asdict().items() if points != usual[name]},
        "prohibited_pairs": _write(settings.prohibitions, numbers, one),
        "wishes": _write(settings.wishes, numbers),
        "virtual_points": _write(settings.virtual_points, numbers, one),
        "abnormal_points": _write((settings.team or settings).abnormal_points, numbers, one),
    }


def _player_value(one: model.Participant, rank: int) -> Value:
    fields = ("number", "name", "rating", "title", "sex", "federation", "fide_number", "birth")
    value = {name: getattr(one, name) for name in fields}
    value |= {"position": one.tpn if one.starting_rank else 0, "rank": rank}
    return {key: entry for key, entry in value.items() if entry not in ("", 0)}


def _game_value(game: Game, numbers: Numbers) -> Value:
    seats = (("white", game.white), ("black", game.black))
    value: Value = {side: numbers[tpn] for side, tpn in seats if tpn != NOBODY}
    colours = {"colours_known": False} if value and not game.colours_known else {}
    value["result"] = _word_of_results(game.white_result, game.black_result)
    if game.second is not None:  # the player with White in the first game has Black in the second
        value["second_result"] = _word_of_results(*game.second[::-1])
    return value | colours


def _match_value(match: model.TeamMatch, forfeit: tuple[Result, Result] | None, numbers: Numbers) -> Value:
    value: Value = {"white": match.white, "black": match.black}
    if forfeit is not None:
        value["forfeit"] = _FORFEITS[forfeit]
    if match.boards:
        value["boards"] = [_game_value(board, numbers) for board in match.boards]
    return value


def _team_event(rules: model.TeamRules, scoring: model.Scoring, boards: int) -> Value:
    scores = [MATCH_POINTS, GAME_POINTS] if rules.primary_is_match_points else [GAME_POINTS, MATCH_POINTS]
    value: Value = {"colour_preferences": _PREFERENCES[rules.preferences], "scores": scores[: 1 + rules.secondary]}
    if rules.colours:
        value["board_colours"] = rules.colours
    points = {name: getattr(scoring, name) for name in _OUTCOMES}
    if tuple(points.values()) != tuple(USUAL_POINTS.values()):
        value["match_points"] = {name: show_points(one) for name, one in points.items()}
    usual = usual_byes(scoring, rules.games, boards)[ByeKind.PAIRING_ALLOCATED]
    bye = rules.byes.get(ByeKind.PAIRING_ALLOCATED, usual)
    if bye != usual:
        value["bye"] = dict(zip(_BOTH_POINTS, map(show_points, bye), strict=True))
    return value


def _teams(tournament: Tournament, numbers: Numbers) -> Iterator[Value]:
    teams = {team.tpn: team for team in tournament.teams}
    for one in tournament.participants:
        team, rank = teams[one.tpn], tournament.recorded_ranks.get(one.tpn, 0)
        value = {
            "number": one.number,
            "name": one.name,
            "nickname": team.nickname,
            "strength": one.rating,
            "rank": rank,
        }
        value = {key: entry for key, entry in value.items() if entry not in ("", 0)}
        yield {**value, "members": [numbers[tpn] for tpn in team.members]}


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
    return "{" + ", ".join(f"{_one_line(key)}: {_entries(one, margin)}" for key, one in value.items()) + "}"


def _one_line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
