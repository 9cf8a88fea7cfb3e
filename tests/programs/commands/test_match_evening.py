"""An arbiter's evening with a team event or a Double-Swiss event, from the list of players to the standings."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairing_engine.facts.model import NOBODY, Settings, TeamMatch
from tests.programs.commands.calls import BAD_REQUEST, DONE, Call, Outcome, put
from trf import examine, read, read_json, write_json

TEAMS = """Name;Elo;Team
Aalto;2000;Kiel
Berg;1900;Kiel
Cruz;1800;Roma
Dahl;1700;Roma
Gall;1500;Roma
Eder;1600;Brno
Funk;;Brno
"""

NEW = ("--rounds", 3, "--initial-colour", "white", "--date", "2026-11-19", "--output", "club.trf")


@pytest.fixture
def swisspair(call: Call) -> Call:
    """Return a function that calls ``swisspair`` for ``club.trf`` and writes the output into ``club.trf``."""

    def called(*words: object, **options: str) -> Outcome:
        output = {"--pair": ("--write-back", "club.trf"), "--enter": ("--output", "club.trf")}
        rest = () if words[0] == "--new" else ("club.trf", *output.get(str(words[0]), ()))
        return call("swisspair", *words, *rest, **options)

    return called


@pytest.fixture
def league(swisspair: Call) -> Call:
    put("teams.csv", TEAMS)
    assert swisspair("--new", "teams.csv", "--system", "team", "--boards", 2, *NEW).status == DONE
    return swisspair


def matches(number: int) -> tuple[TeamMatch, ...]:
    return read("club.trf").rounds[number - 1].matches


def test_teams_from_a_list_to_the_standings(league: Call, call: Call) -> None:
    """The event contains a forfeit, a bye and a reserve player."""
    event = read("club.trf")
    assert [(one.tpn, one.name, one.rating) for one in event.participants] == [
        (1, "Kiel", 1950),
        (2, "Roma", 1750),
        (3, "Brno", 1600),
    ]
    assert league("--pair").output == "2\n1 2\n3 0\n"
    assert [code.code for code in examine(Path("club.trf")).adjustments] == ["ADJ-77"]
    assert [game[:2] for game in matches(1)[0].boards] == [(1, 3), (4, 2)]
    assert "1 result is still missing" in league("--enter", "1.1:1-0").errors
    assert "is complete" in league("--enter", "Berg:½").errors
    assert (matches(1)[0].white_points, matches(1)[0].black_points) == ((20, 15), (0, 5))
    assert league("--pair").output == "2\n3 1\n2 0\n"
    assert "round 2 is complete" in league("--enter", "1:+-").errors
    assert (matches(2)[0].played, matches(2)[0].won_by_forfeit) == (False, 3)
    assert league("--pair").output == "2\n2 3\n1 0\n"
    done = league("--enter", "--line-up", "roma: Gall, -", "1.1:0-1")
    assert (done.status, done.errors) == (DONE, "club.trf: round 3 is complete\n")
    assert [game[:2] for game in matches(3)[0].boards] == [(5, 6), (7, NOBODY)]
    table = call("swisspair", "--standings", "club.trf").output.splitlines()
    assert [line.split()[2:] for line in table[2:]] == [["Brno", "5"], ["Kiel", "3"], ["Roma", "1"]]
    assert "rounds 1 to 3 agree" in call("swisscheck", "club.trf", "--jobs", 1).output
    event = examine(Path("club.trf"), strict=True).tournament
    assert read_json(write_json(event)) == event
    assert "round 2 was paired before this correction" in league("--enter", "1.1:0-1", "--round", 1).errors


def test_results_of_teams_that_contradict_are_refused(league: Call) -> None:
    league("--pair")
    before = Path("club.trf").read_bytes()
    refused = league("--enter", "1:1-0 2:+- 1.3:1-0 1.2:1 Gall:1 1.1:1-0 Aalto:0 1.1:1-0/1-0")
    assert (refused.status, Path("club.trf").read_bytes()) == (BAD_REQUEST, before)
    for words in (
        "result 1 (1:1-0): give the results board by board, White first: 1.1:1-0 1.2:1/2-1/2",
        "result 2 (2:+-): there is no such match: round 1 has matches 1 to 1",
        "result 3 (1.3:1-0): there is no such board: match 1 has boards 1 to 2",
        "result 4 (1.2:1): for a board, give both results",
        "result 5 (Gall:1): 5 Gall has no board in round 1: to seat other members of a team, use --line-up",
        "result 7 (Aalto:0): board 1.1 already has a different result in result 6 (1.1:1-0)",
        "result 8 (1.1:1-0/1-0): give only one result for a board",
    ):
        assert words in refused.errors
    for line_up, words in (
        ("Roma", "expected a team and its players, such as Kiel: Aalto, Berg"),
        ("Rome: Gall", "the nearest: 2 Roma"),
        ("Roma: Aalto", "there is no participant Aalto"),
        ("Roma: Gall, Gall", "Gall is named 2 times"),
        ("Roma: Gall, Cruz, Dahl", "found 3 players, expected at most 2"),
        ("Brno: Eder", "3 Brno has no match in round 1"),
    ):
        assert words in league("--enter", "--line-up", line_up, "1.1:1-0").errors, line_up
    league("--enter", "1.1:1-0 1.2:1-0")
    assert "all results of round 1 are known: correct one with --round 1" in league("--enter", "1.1:0-1").errors
    assert "was paired before this correction" not in league("--enter", "1.1:0-1", "--round", 1).errors
    assert matches(1)[0].boards[0].white_result.value == "0"


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        (TEAMS, ("--system", "team"), "use --system team together with --boards N"),
        (TEAMS, ("--boards", 2), "use --system team together with --boards N"),
        (TEAMS, ("--system", "team", "--boards", 0), "found 0 boards, expected between 1 and 99"),
        (TEAMS.replace("1500;Roma", "1500"), ("--system", "team", "--boards", 2), "1 player has no team: Gall"),
        (TEAMS.replace("Brno", "Kiel").replace("Roma", "Kiel"), ("--system", "team", "--boards", 2), "found 1 teams"),
    ],
)  # fmt: skip
def test_a_list_that_makes_no_teams_is_refused(
    swisspair: Call, text: str, options: tuple[object, ...], words: str
) -> None:
    put("teams.csv", text)
    refused = swisspair("--new", "teams.csv", *options, *NEW)
    assert (refused.status, Path("club.trf").exists()) == (BAD_REQUEST, False)
    assert words in refused.errors


def test_an_event_without_boards_asks_for_them(pair: Call) -> None:
    lines = ("192 FIDE_TEAM_2026", "142 3", "152 W", *(f"001 {number:>4}" for number in (1, 2)))
    teams = ("310   1 Kiel" + " " * 62 + "1", "310   2 Roma" + " " * 62 + "2")
    put("club.trf", "\n".join((*lines, *teams)) + "\n")
    refused = pair("club.trf", "--write-back", "out.trf")
    assert (refused.status, Path("out.trf").exists()) == (BAD_REQUEST, False)
    assert "the number of boards in a match is not known: state the colours of the boards (record 352" in refused.errors


def test_two_games_of_a_match_are_entered_together(swisspair: Call, call: Call) -> None:
    put("players.csv", "Aalto;2000\nBea;1900\nCid;1800\nDan;1700\nEva;1600\n")
    assert swisspair("--new", "players.csv", "--system", "double-swiss", *NEW).status == DONE
    assert swisspair("--pair").output == "3\n1 3\n4 2\n5 0\n"
    for results, words in (
        ("1:1-0", "a match has two games: give both results, such as 1:1-0/0-1"),
        ("Aalto:1", "a match has two games: give both results"),
        ("3:1-0/1-0", "there is no board 3 in round 1: it has boards 1 to 2"),
    ):
        assert words in swisspair("--enter", results).errors
    assert "1 result is still missing" in swisspair("--enter", "1:1-0/½-½").errors
    assert "round 1 is complete" in swisspair("--enter", "Bea:1/0").errors
    table = [line.split()[2:] for line in call("swisspair", "--standings", "club.trf").output.splitlines()[2:]]
    assert sorted(table) == [["Aalto", "1.5"], ["Bea", "1"], ["Cid", "0.5"], ["Dan", "1"], ["Eva", "1.5"]]
    assert read_json('{"event_schema": 1, "players": [{"number": 1}], "system": "FIDE_DOUBLESWISS"}').settings == (
        Settings(system="FIDE_DOUBLESWISS", double=True, scoring=read("club.trf").settings.scoring)
    ), "in JSON, the bye is worth the same"
    assert swisspair("--pair").status == DONE
    assert "rounds 1 and 2 agree" in call("swisscheck", "club.trf", "--jobs", 1).output
