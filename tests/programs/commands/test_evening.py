"""A whole evening by the programs: pair, enter results, pair again; also teams, two games and old editions."""

import re
from pathlib import Path

import pytest

from pairing_engine.facts.model import NOBODY, TeamMatch
from tests.files.test_trf_team import team_event
from tests.files.trf_builders import player, text_of
from tests.places import FIXTURES
from tests.programs.commands.calls import BAD_REQUEST, DONE, SAMPLES, Call, Outcome, put
from trf import examine, read, read_json, write_json

LIST, TEAMS = ((SAMPLES / name).read_text(encoding="utf-8") for name in ("players.csv", "teams.csv"))

NEW = ("--new", "players.csv", "--rounds", 3, "--name", "Thursday Club", "--date", "2026-11-19")


def adjustments(path: str = "club.trf") -> list[str]:
    return [one.code for one in examine(Path(path)).adjustments]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_from_a_list_of_names_to_the_poster(call: Call, language: str) -> None:
    def swisspair(*words: object, stdin: str = "") -> str:
        done = call("swisspair", *words, "--language", language, stdin=stdin)
        assert done.status == DONE, done.errors
        return done.output + done.errors

    put("players.csv", LIST)
    begun = swisspair(*NEW, "--initial-colour", "white", "--output", "club.trf")
    assert ("7 players, 3 rounds" in begun, "7 joueurs, 3 rondes" in begun) == (language == "en", language == "fr")
    assert adjustments() == []
    sheets = ("--sheet", "boards.html", "--slips", "slips.html")
    paired = swisspair("--pair", "club.trf", "--write-back", "club.trf", *sheets)
    assert paired.splitlines()[:4] == ["4", "1 4", "5 2", "3 6"]
    seat = {"en": "Edlund, Nils: board 2, White", "fr": "Edlund, Nils\u00a0: échiquier 2, Blancs"}[language]
    assert seat in Path("boards.html").read_text(encoding="utf-8")
    assert Path("slips.html").read_text(encoding="utf-8").count("<section>") == 3
    assert adjustments() == ["ADJ-77"]
    assert "4 Dvořák, Hana" in swisspair("--why", 1, "club.trf")
    swisspair("--enter", "1:1-0 2:½-½", "club.trf", "--output", "club.trf")
    complete = swisspair("--enter", "-", "club.trf", "--output", "club.trf", stdin="3 0-1\n")
    assert ("is complete" in complete, "est complète" in complete) == (language == "en", language == "fr")
    assert adjustments() == []
    swisspair("--pair", "club.trf", "--bye", "edlund=H", "--write-back", "club.trf")
    put("results.txt", "# round 2\nAalto = 1\ncastro:-\nfiala:½\n")
    swisspair("--enter", "results.txt", "club.trf", "--output", "club.trf")
    swisspair("--pair", "club.trf", "--write-back", "club.trf")
    swisspair("--enter", "1:1-0 2:0-1 3:½-½", "club.trf", "--output", "club.trf")
    table = swisspair("--standings", "club.trf", "--tiebreaks", "PTS,BH").splitlines()
    assert "3" in table[0]
    assert len(table) == 9
    in_order = [line.split(maxsplit=2)[2].split("  ")[0] for line in table[2:]]
    for options in ((), ("--crosstable",)):
        swisspair("--standings", "club.trf", *options, "--tiebreaks", "PTS,BH", "--sheet", "poster.html")
        poster = Path("poster.html").read_text(encoding="utf-8")
        assert {"en": "Standings after round 3", "fr": "Classement après la ronde 3"}[language] in poster
        assert re.findall('scope="row" class="name">([^<]*)<', poster) == in_order
    assert adjustments() == []
    assert call("swisscheck", "club.trf", "--jobs", 1).status == DONE
    assert examine(Path("club.trf"), strict=True).tournament.rounds[1].byes[0] == (
        5,
        examine(Path("club.trf")).tournament.rounds[1].byes[0].kind,
    )


NEW_MATCHES = ("--rounds", 3, "--initial-colour", "white", "--date", "2026-11-19", "--output", "club.trf")


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
    assert swisspair("--new", "teams.csv", "--system", "team", "--boards", 2, *NEW_MATCHES).status == DONE
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
    assert (
        "round 2 was paired before this correction; today it would have"
        in league("--enter", "1.1:0-1", "--round", 1).errors
    )


VALID = FIXTURES / "trf" / "valid"

PAIRS = {"double-swiss": "8\n4 1\n5 2\n3 9\n11 6\n8 7\n14 10\n15 12\n13 0\n", "team": "5\n5 2\n1 7\n4 3\n6 9\n8 0\n"}
"""The right pairs, found by independent code that follows C.04.5 and C.04.6 word by word."""


def before(system: str) -> str:
    return (VALID / f"{system}-before-round-5.trf").read_text()


def test_the_options_of_team_events(call: Call) -> None:
    put("in.trf", team_event(2, 4, "1-3:11 2-4:10", head=["192 FIDE_TEAM_TYPEA", "142 5"]))
    by_matches = call("swisspair", "--pair", "in.trf", "--no-secondary", "--team-type", "none")
    by_games = call("swisspair", "--pair", "in.trf", "--primary", "gp", "--team-type", "B")
    assert by_matches.output == "2\n2 1\n4 3\n"
    assert by_games.output == by_matches.output
    for option, value in (("--team-type", "C"), ("--primary", "wins")):
        outcome = call("swisspair", "--pair", "in.trf", option, value)
        assert outcome.status == BAD_REQUEST
        assert option in outcome.errors
    put("open.trf", text_of(player(1), player(2)))
    outcome = call("swisspair", "--pair", "open.trf", "--team-type", "A")
    assert outcome.status == BAD_REQUEST
    assert "team" in outcome.errors
