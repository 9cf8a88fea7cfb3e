"""An event in JSON contains all facts of its TRF, and error messages say where a fault is."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pairing_engine.facts.model import Result, Tournament, fit_together
from tests.places import FIXTURES
from tests.programs.commands.calls import BAD_REQUEST, DONE, Call
from trf import Dialect, TrfProblems, examine, read, read_json, write, write_json
from trf.event_json import looks_like_event, schema_text

TEAMS = FIXTURES / "trf" / "valid" / "team-before-round-5.trf"
CONTRACT: dict[str, Any] = json.loads(schema_text())


def validator() -> Any:
    from jsonschema import Draft202012Validator  # not in the WebAssembly of the page, which reads `LEAGUE`

    return Draft202012Validator(CONTRACT)


SAMPLE = (
    *("open-2026-round-5.trf", "club-2026-altered.trf", "trf/tolerated/adjourned.trf", "worked/*round-4.trf"),
    *("trf/valid/team-finished.trf", "cases/team/*.trf"),
)
"""The files for the quick test. The slow test uses all files."""

EVENT: dict[str, Any] = {
    "event_schema": 1,
    "name": "Club night",
    "system": "FIDE_DUTCH_2026",
    "number_of_rounds": 3,
    "initial_colour": "white",
    "scoring": {"pairing_allocated_bye": 0.5},
    "players": [
        {"number": number, "name": name} for number, name in enumerate(("Aalto", "Bea", "Cid", "Dan", "Eve"), 1)
    ],
    "rounds": [
        {
            "games": [{"white": 4, "black": 2, "result": "1/2-1/2"}, {"white": 1, "black": 3, "result": "1-0"}],
            "byes": [{"player": 5, "bye": "pairing-allocated"}],
        }
    ],
    "requested_byes": [{"round": 3, "player": 2, "bye": "half-point"}],
    "prohibited_pairs": [{"players": [1, 5], "first_round": 1, "last_round": 3}],
}

LEAGUE: dict[str, Any] = {
    "event_schema": 1,
    "name": "Team League",
    "system": "FIDE_TEAM_2026_TYPEB_MP",
    "number_of_rounds": 3,
    "initial_colour": "white",
    "team_event": {"board_colours": "WB", "bye": {"game_points": 1.5}},
    "players": [{"number": number, "name": f"Player {number}"} for number in range(1, 8)],
    "teams": [
        {"name": "Kiel", "strength": 2000, "members": [1, 2]},
        {"name": "Roma", "strength": 1900, "members": [3, 4, 7]},
        {"name": "Brno", "strength": 1800, "members": [5, 6]},
    ],
    "rounds": [
        {
            "matches": [
                {
                    "white": 1,
                    "black": 2,
                    "boards": [{"white": 1, "black": 7, "result": "1/2-1/2"}, {"black": 2, "result": "0-1 forfeit"}],
                }
            ],
            "byes": [{"team": 3, "bye": "pairing-allocated"}],
        }
    ],
    "requested_byes": [{"round": 3, "team": 2, "bye": "half-point"}],
    "prohibited_pairs": [{"teams": [1, 3], "first_round": 3, "last_round": 3}],
}
"""A team league. Team 2 left a board empty, and lost to team 1 by 0.5 to 1.5."""


def events(patterns: tuple[str, ...]) -> list[tuple[Path, Tournament]]:
    """Read the files that match these patterns. Skip unreadable files."""
    found = []
    for path in sorted({path for pattern in patterns for path in FIXTURES.glob(pattern) if path.is_file()}):
        try:
            found.append((path, read(path)))
        except (TrfProblems, OSError):
            continue
    return found


def check_nothing_is_lost(path: Path, event: Tournament) -> None:
    text = write_json(event)
    validator().validate(json.loads(text))
    assert read_json(text) == event, path
    assert write_json(read_json(text)) == text, path
    try:
        trf = write(event, Dialect.TRF26)
    except ValueError:
        with pytest.raises(TrfProblems, match="an event that a TRF can hold"):
            examine(text)
        return
    assert examine(text).tournament == read(trf), path
    assert write(examine(text).file) == trf, path


def test_nothing_is_lost_on_the_way_to_json_and_back() -> None:
    found = events(SAMPLE)
    assert len(found) >= len(SAMPLE)
    for path, event in found:
        check_nothing_is_lost(path, event)


@pytest.mark.slow
def test_nothing_is_lost_of_any_fixture() -> None:
    found = events(("**/*",))
    assert len(found) > 110
    assert sum(event.settings.team is not None for _, event in found) > 15
    for path, event in found:
        check_nothing_is_lost(path, event)


def test_every_result_has_its_words() -> None:
    sides = CONTRACT["$defs"]["side"]["enum"]
    for white in sides:
        for black in sides:
            games = [{"white": 1, "black": 2, "result": {"white": white, "black": black}}]
            if not fit_together(*(Result[side.upper().replace(" ", "_")] for side in (white, black))):
                with pytest.raises(TrfProblems, match=r"rounds\[0\].games\[0\].result: .* expected results that fit"):
                    read_json(json.dumps(EVENT | {"rounds": [{"games": games}], "under_way": False}))
                continue
            event = read_json(json.dumps(EVENT | {"rounds": [{"games": games}], "under_way": False}))
            assert read_json(write_json(event)) == event
            game = event.rounds[0].games[0]
            assert (game.white_result.name, game.black_result.name) == (
                white.upper().replace(" ", "_"),
                black.upper().replace(" ", "_"),
            )


def test_an_event_is_paired_and_checked_by_itself(call: Call, tmp_path: Path) -> None:
    path, trf, back = tmp_path / "event.json", tmp_path / "event.trf", tmp_path / "back.json"
    path.write_text(json.dumps(EVENT))
    trf.write_text(write(read(path)))
    status, output, _ = call("swisspair", "--pair", path, "--write-back", back)
    assert (status, output) == call("swisspair", "--pair", trf)[:2]
    assert status == DONE
    value = json.loads(back.read_text())
    assert [{"number": one["number"], "name": one["name"]} for one in value["players"]] == EVENT["players"]
    assert value["rounds"][0]["byes"] == EVENT["rounds"][0]["byes"]
    assert value["prohibited_pairs"] == EVENT["prohibited_pairs"]
    games = [f"{game['white']} {game['black']}" for game in value["rounds"][1]["games"]]
    assert sorted(games) == sorted(line for line in output.splitlines()[1:] if not line.endswith(" 0"))
    assert value["under_way"] is True
    assert call("swisscheck", back)[0] == DONE
    assert "rounds 1 and 2 agree" in call("swisscheck", back)[1]
    for words in (("--standings",), ("--why", "1")):
        assert call("swisspair", *words, path)[:2] == (
            DONE,
            call("swisspair", *words, trf)[1].replace(str(trf), str(path)),
        )


def test_a_directory_has_events_and_other_json(call: Call, tmp_path: Path) -> None:
    (tmp_path / "event.json").write_text(json.dumps(EVENT))
    (tmp_path / "package.json").write_text('{"name": "page", "version": "1.0"}')
    status, output, errors = call("swisscheck", tmp_path)
    assert (status, "checked 1 tournament" in output) == (DONE, True)
    assert "skipped, because" in errors
    assert "package.json" in errors
    assert not looks_like_event(b'["event_schema"]')


def test_all_problems_are_named_with_their_paths(call: Call, tmp_path: Path) -> None:
    damaged = json.loads(json.dumps(EVENT))
    damaged["players"][1]["nme"] = damaged["players"][1].pop("name")
    damaged["rounds"][0]["games"][1]["result"] = "1:0"
    damaged["initial_colour"] = 3
    path = tmp_path / "event.json"
    path.write_text(json.dumps(damaged))
    status, _, errors = call("swisspair", "--pair", path)
    assert status == BAD_REQUEST
    assert f"{path}: initial_colour: found 3, expected a text" in errors
    assert f"{path}: players[1].nme: found an unknown key, expected one of number, name, rating" in errors
    assert f'{path}: rounds[0].games[1].result: found "1:0", expected one of 1-0, 1/2-1/2' in errors


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": []}, "players: found [], expected at least 1"),
        ({"rounds": [{"games": [{"white": 1, "black": 9}]}]},
         "rounds[0].games[0].black: found 9, expected the number of"),
        ({"rounds": [{"games": [{"white": 1, "black": 1}]}]},
         "rounds[0].games[0].black: found 1, expected a player who"),
        ({"players": [{"number": 1}, {"number": 1}]}, "players[1].number: found 1, expected a number not used"),
        ({"scoring": {"win": 1.25}}, "scoring.win: found 1.25, expected points with at most one decimal"),
        ({"players": [{"number": True}]}, "players[0].number: found true, expected a whole number"),
        ({"name": "two\nlines"}, "name: found \"two\\nlines\", expected text in one line"),
        ({"two_games": True},
         "rounds[0].games[0].second_result: found nothing, expected a result of the second game"),
        ({"event_schema": 2}, "event_schema: found 2, expected one of 1"),
        ({"first_day": "19.11.2026"}, 'first_day: found "19.11.2026", expected a text such as 2026-03-01'),
    ],
)  # fmt: skip
def test_contradictory_events_are_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(TrfProblems) as refused:
        read_json(json.dumps(EVENT | change))
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"prohibited_pairs": [{"players": [1, 2], "first_round": 1, "last_round": 9}]},
         "prohibited_pairs goes on to round 9, but the event ends with round"),
        ({"requested_byes": [{"round": 8, "player": 2, "bye": "half-point"}]}, "requested_byes is about round 8"),
        ({"number_of_rounds": None}, "the file does not state the number of rounds (number_of_rounds)"),
    ],
)  # fmt: skip
def test_an_adjustment_names_keys_instead_of_records(change: dict[str, Any], words: str) -> None:
    event = {key: value for key, value in (EVENT | change).items() if value is not None}
    (found,) = examine(json.dumps(event)).adjustments
    assert words in found.words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"a": [1,}', "<text>:1:10: JSON: found '}', expected a value"),
        ('{"a": 1', "<text>:1:8: JSON: found the end of the text"),
        ('{"a": ' * 5000, "values that are nested too deep"),
        ('{"a": ' + "[" * 100_000, "values that are nested too deep"),
        ('{"a": 1e99999999999999999999}', "too large"),
        ('{"a": ' + "9" * 5000 + "}", "too large"),
        ('{"a": NaN}', "too large"),
        ('{"name": "a", "name": "b"}', "name: found the same key twice"),
    ],
)
def test_damaged_json_is_no_traceback(text: str, words: str) -> None:
    with pytest.raises(TrfProblems) as refused:
        read_json(text)
    assert words in str(refused.value)


def test_a_league_of_teams_is_written_without_columns(call: Call, tmp_path: Path) -> None:
    """A user can write a team league by hand as JSON, and need not count the columns of a TRF."""
    path = tmp_path / "league.json"
    path.write_text(json.dumps(LEAGUE))
    event = read(path)
    assert event.settings.team is not None
    assert (event.settings.team.preferences, event.settings.team.secondary) == ("B", False)
    match = event.rounds[0].matches[0]
    assert (match.white_points, match.black_points) == ((20, 15), (0, 5))
    assert (match.boards[0].black, match.boards[1].white) == (7, 0)
    check_nothing_is_lost(path, event)
    status, output, _ = call("swisspair", "--pair", path)
    assert (status, sorted(output.split()[-2:])) == (DONE, ["0", "2"])
    assert "league.json: Team Pairing System" in call("swisscheck", path)[1]


MATCH = "rounds", 0, "matches", 0


@pytest.mark.parametrize(
    ("place", "change", "words"),
    [
        ((), {"teams": []}, "teams: found nothing, expected the teams"),
        (("teams", 2), {"members": [5, 2]}, "teams[2].members[1]: found 2, expected a member of one team only"),
        (("teams", 2), {"members": [5, 9]}, "teams[2].members[1]: found 9, expected the number of one of the players"),
        (("teams", 2), {"number": 1}, "teams[2].number: found 1, expected a number not used by teams[0]"),
        (("teams", 2), {"name": "x" * 33}, "expected at most 32 characters"),
        (MATCH, {"black": 4}, "matches[0].black: found 4, expected the number of one of the"),
        (MATCH, {"boards": []}, "matches[0].boards: found nothing, expected the boards"),
        ((*MATCH, "boards", 0), {"black": 5}, "boards[0].black: found 5, expected one player of team"),
        ((*MATCH, "boards", 0), {"black": 2}, "boards[0].black: found 2, expected one player of team"),
        ((*MATCH, "boards", 1), {"black": 1}, "boards[1].black: found 1, expected a player who is"),
        (("rounds", 0, "byes", 0), {"team": 2}, "byes[0].team: found 2, expected a team that is named only once"),
            (("rounds", 0, "byes", 0), {"player": 2}, "byes[0].player: found 2, expected the key team instead"),
            (("rounds", 0), {"games": []}, "rounds[0].games: found [], expected the key matches instead"),
        (("prohibited_pairs", 0), {"players": [1]}, "prohibited_pairs[0].players: found [1], expected the key teams"),
        (("requested_byes",), [{"round": 3, "bye": "half-point"}], "requested_byes[0].team: found nothing"),
        (("team_event", "bye"), {"game_points": 1.55}, "team_event.bye.game_points: found 1.55, expected points"),
    ],
)  # fmt: skip
def test_contradictory_team_events_are_refused(place: tuple[str | int, ...], change: Any, words: str) -> None:
    event = json.loads(json.dumps(LEAGUE))
    part, last = event, event
    for key in place:
        last, part = part, part[key]
    if isinstance(change, dict):
        part.update(change)
    else:
        last[place[-1]] = change
    with pytest.raises(TrfProblems) as refused:
        read_json(json.dumps(event))
    assert words in str(refused.value)


def test_single_players_have_no_matches_of_teams() -> None:
    with pytest.raises(TrfProblems, match=r"rounds\[0\]\.matches: found \[\], expected no matches of teams"):
        read_json(json.dumps(EVENT | {"rounds": [{"matches": []}]}))


def test_a_line_of_json_may_be_an_event(call: Call, tmp_path: Path) -> None:
    """Each line of a JSON Lines file is an event. One damaged line does not stop the work on other lines."""
    path = tmp_path / "events.jsonl"
    lines = [EVENT, LEAGUE, {"event_schema": 1, "players": [{"nmber": 1}]}]
    path.write_text("".join(json.dumps(one) + "\n" for one in lines))
    status, output, _ = call("swisscheck", path, "--jobs", 1)
    assert (status, "checked 2 tournaments" in output) == (BAD_REQUEST, True)
    assert "line 3: players[0].nmber: found an unknown key" in output
    _, output, errors = call("swisspair", "--pair", path, "--format", "csv", "--jobs", 1)
    assert [line.split(",")[0].rpartition("/")[2] for line in output.splitlines()[1::3]] == ["line 1", "line 2"]
    assert "line 3: players[0].nmber" in errors


def changed(value: Any, chance: random.Random) -> None:
    key = chance.choice(list(value) if isinstance(value, dict) else range(len(value)))
    if isinstance(value[key], dict | list) and value[key] and chance.random() < 0.8:
        changed(value[key], chance)
    elif chance.random() < 0.3:
        del value[key]
    else:
        value[key] = chance.choice([None, True, -1, 0, 7, 10**30, 1.5, "", "\ud800", [], {}, [1], "1-0", "black"])


def test_whatever_is_changed_it_is_read_or_refused() -> None:
    chance = random.Random(7)
    outcomes = Counter[str]()
    for turn in range(80):
        event = json.loads(json.dumps((EVENT, LEAGUE)[turn % 2]))
        changed(event, chance)
        try:
            examine(json.dumps(event))
            outcomes["read"] += 1
        except TrfProblems as refused:
            outcomes["refused" if ": found " in str(refused) else "says nothing"] += 1
    assert outcomes.keys() == {"read", "refused"}


def test_an_evening_is_json_from_its_list_on(call: Call, tmp_path: Path) -> None:
    players, event = tmp_path / "players.csv", tmp_path / "event.json"
    players.write_text("name,rating\nAalto,2000\nBea,1900\nCid,1800\nDan,1700\n")
    assert (
        call("swisspair", "--new", players, "--rounds", "2", "--initial-colour", "white", "--output", event)[0] == DONE
    )
    assert call("swisspair", "--pair", event, "--write-back", event)[0] == DONE
    assert call("swisspair", "--enter", "1:1-0 2:0-1", event, "--output", event)[0] == DONE
    value = json.loads(event.read_text())
    assert sorted(game["result"] for game in value["rounds"][0]["games"]) == ["0-1", "1-0"]
    assert "under_way" not in value
    assert json.loads((tmp_path / "event.json.bak").read_text())["under_way"] is True


def test_a_generated_event_is_json_by_its_name(call: Call, tmp_path: Path) -> None:
    for name in ("event.json", "event.trf"):
        words = ("--players", "6", "--rounds", "2", "--seed", "1", "--output", tmp_path / name)
        assert call("swisspair", "--generate", *words)[0] == DONE
    assert read_json((tmp_path / "event.json").read_text()) == read(tmp_path / "event.trf")


def test_the_contract_is_shown(call: Call) -> None:
    valid = validator()
    valid.check_schema(CONTRACT)
    assert call("swisspair", "--json-schema", "event") == (DONE, schema_text(), "")
    valid.validate(EVENT)
    valid.validate(LEAGUE)
    for change in ({"requested_byes": [{"round": 2, "bye": "half-point"}]}, {"abnormal_points": [{"outcome": "W"}]}):
        assert not valid.is_valid(EVENT | change), change
