"""From the facts of a tournament to JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

from pairing_engine.facts.model import (
    AbnormalPoints,
    Bye,
    Game,
    Participant,
    Result,
    Round,
    Scoring,
    Settings,
    Team,
    Tournament,
    Tpn,
    VirtualPoints,
    show_points,
)
from pairing_engine.facts.wishes import Wish
from pairing_engine.language import say
from trf.event_json import MARK, VERSION
from trf.event_json.words import WORD_OF_BYE, WORD_OF_COLOUR, WORD_OF_RESULTS, WORD_OF_SIDE

Numbers = Mapping[Tpn, int]
"""The number by which an event knows each participant."""

ALWAYS = (MARK, "name", "players", "rounds", "under_way")

SCORING_FIELDS = tuple(Scoring.__slots__)


def text_of(tournament: Tournament) -> str:
    """The event as JSON, a line for each player and each game. Raises ValueError for an event of teams."""
    if tournament.settings.team is not None:
        raise ValueError(say("an event of teams cannot be JSON: write it as TRF"))
    return _shown(value_of(tournament))


def value_of(tournament: Tournament) -> dict[str, Any]:
    """The event as a value of JSON. What says nothing is left out."""
    numbers = {one.tpn: one.number for one in tournament.participants}
    settings = tournament.settings
    value = {
        MARK: VERSION,
        "name": tournament.name,
        **_settings(settings),
        "players": [_player(one, tournament.recorded_ranks.get(one.tpn, 0)) for one in tournament.participants],
        "rounds": [_round(one, numbers) for one in tournament.rounds],
        "under_way": _under_way(tournament),
        "requested_byes": [{"round": one.round, **_bye(one.bye, numbers)} for one in tournament.requests],
        "prohibited_pairs": [
            {"players": _all(one.tpns, numbers), "first_round": one.first_round, "last_round": one.last_round}
            for one in settings.prohibitions
        ],
        "wishes": [_wish(one, numbers) for one in settings.wishes],
        "virtual_points": [_virtual(one, numbers) for one in settings.virtual_points],
        "abnormal_points": [_abnormal(one, numbers) for one in settings.abnormal_points],
        "teams": [_team(one, numbers) for one in tournament.teams],
        "notes": [{"kind": one.kind.value, "round": one.round, "words": one.words} for one in tournament.notes],
    }
    return {
        key: one for key, one in value.items() if one is not None and (key in ALWAYS or one not in ("", False, [], {}))
    }


def _under_way(tournament: Tournament) -> bool | None:
    """Whether the last round is still being played, where results are missing in it; else None."""
    last = tournament.rounds[-1:]
    return tournament.under_way if any(is_open(game) for one in last for game in one.games) else None


def is_open(game: Game) -> bool:
    """Whether a result of the game is still to come, or not known."""
    return Result.UNKNOWN in (game.white_result, game.black_result, *(game.second or ()))


def _settings(settings: Settings) -> dict[str, Any]:
    colour = settings.initial_colour
    return {
        "first_day": settings.first_day,
        "last_day": settings.last_day,
        "system": settings.system,
        "type_of_event": settings.type_of_event,
        "number_of_rounds": settings.rounds,
        "initial_colour": None if colour is None else WORD_OF_COLOUR[colour],
        "baku_acceleration": settings.baku,
        "maxi": settings.maxi,
        "two_games": settings.double,
        "scoring": _scoring(settings.scoring),
        "tie_breaks": list(settings.tie_breaks),
        "standings_order": list(settings.standings_order),
    }


def _scoring(scoring: Scoring) -> dict[str, str]:
    """The points that are not the usual ones."""
    usual = Scoring()
    found = {name: getattr(scoring, name) for name in SCORING_FIELDS if getattr(scoring, name) != getattr(usual, name)}
    return {name: show_points(points) for name, points in found.items()}


def _player(one: Participant, rank: int) -> dict[str, Any]:
    value = {"number": one.number, "name": one.name, "rating": one.rating, "title": one.title, "sex": one.sex}
    value |= {"federation": one.federation, "fide_number": one.fide_number, "birth": one.birth}
    value |= {"position": one.tpn if one.starting_rank else 0, "rank": rank}
    return {key: entry for key, entry in value.items() if entry not in ("", 0)}


def _round(one: Round, numbers: Numbers) -> dict[str, Any]:
    value = {"games": [_game(game, numbers) for game in one.games], "byes": [_bye(bye, numbers) for bye in one.byes]}
    return {key: entries for key, entries in value.items() if entries}


def _game(game: Game, numbers: Numbers) -> dict[str, Any]:
    value = {
        "white": numbers[game.white],
        "black": numbers[game.black],
        "result": _results(game.white_result, game.black_result),
    }
    if game.second is not None:  # the one who had White in the first game has Black in the second
        value["second_result"] = _results(game.second[1], game.second[0])
    if not game.colours_known:
        value["colours_known"] = False
    return value


def _results(white: Result, black: Result) -> str | dict[str, str]:
    word = WORD_OF_RESULTS.get((white, black))
    return {"white": WORD_OF_SIDE[white], "black": WORD_OF_SIDE[black]} if word is None else word


def _bye(bye: Bye, numbers: Numbers) -> dict[str, Any]:
    return {"player": numbers[bye.tpn], "bye": WORD_OF_BYE[bye.kind]}


def _all(tpns: Iterable[Tpn] | Set[Tpn], numbers: Numbers) -> list[int]:
    return [numbers[tpn] for tpn in sorted(tpns)]


def _wish(wish: Wish, numbers: Numbers) -> dict[str, Any]:
    return {
        "kind": wish.kind.value,
        "strength": wish.strength.value,
        "first_round": wish.first_round,
        "last_round": wish.last_round,
        "label": wish.label,
        "groups": [_all(group, numbers) for group in wish.groups],
    }


def _virtual(one: VirtualPoints, numbers: Numbers) -> dict[str, Any]:
    return {
        "points": show_points(one.points),
        "first_round": one.first_round,
        "last_round": one.last_round,
        "players": _all(one.tpns, numbers),
    }


def _abnormal(one: AbnormalPoints, numbers: Numbers) -> dict[str, Any]:
    return {
        "outcome": one.outcome,
        "points": show_points(one.points),
        "round": one.round,
        "players": _all(one.tpns, numbers),
    }


def _team(one: Team, numbers: Numbers) -> dict[str, Any]:
    return {"number": one.tpn, "name": one.nickname, "members": [numbers[tpn] for tpn in one.members]}


def _shown(value: Mapping[str, Any]) -> str:
    """The text: every key, and every entry of a list, in a line of its own."""
    lines = [f"  {_one_line(key)}: {_entries(one, 2)}" for key, one in value.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _entries(value: object, margin: int) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        inner = " " * (margin + 2)
        lines = [f"{inner}{_entry(one, margin + 2)}" for one in value]
        return "[\n" + ",\n".join(lines) + f"\n{' ' * margin}]"
    return _one_line(value)


def _entry(value: Mapping[str, Any], margin: int) -> str:
    """An entry in one line, but a round with a line for each game and each bye."""
    if not {"games", "byes"} & value.keys():
        return _one_line(value)
    return "{" + ", ".join(_parts(value, margin)) + "}"


def _parts(value: Mapping[str, Any], margin: int) -> Iterator[str]:
    for key, one in value.items():
        yield f"{_one_line(key)}: {_entries(one, margin)}"


def _one_line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
