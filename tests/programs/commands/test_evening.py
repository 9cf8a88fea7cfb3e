"""A whole evening by the programs: pair, enter results, pair again; also teams, two games and old editions."""

import json
import re
from pathlib import Path

import pytest

import trf
from pairing_engine.facts.model import NOBODY, Settings, TeamMatch
from swisspair.commands import main
from swisspair.statuses import ExitStatus
from swisspair.swisscheck.cli import main as swisscheck
from tests.conftest import GOLDEN, Archive
from tests.files.test_trf_team import team_event
from tests.files.trf_builders import player, text_of
from tests.places import FIXTURES
from tests.programs.commands.calls import BAD_REQUEST, DONE, Call, Outcome, names, put
from tests.programs.program import status_of as run
from trf import examine, read, read_json, write_json

LIST = """Name;Elo;Title;Fed;Club
Edlund, Nils;1766
Aalto, Eino;1985;;FIN;Kiel
Bianchi, Sara;1921;WFM;ITA;Roma
Gruber, Lena;1655;;GER;Roma
Castro, Iker;1874;;ESP;Kiel
Dvořák, Hana;1830;;CZE
Fiala, Pavel;1712
"""

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


def test_the_initial_colour_is_drawn_and_said(call: Call) -> None:
    put("players.csv", LIST)
    done = call("swisspair", *NEW)
    colour = "White" if "\n152 W\n" in done.output else "Black"
    assert f"the initial-colour was drawn: 1 Aalto, Eino has {colour} in round 1\n" in done.errors
    assert "\n013 Kiel" in done.output


def test_nothing_is_overwritten_without_force(call: Call, pair: Call) -> None:
    put("players.csv", LIST)
    put("club.trf", "precious\n")
    refused = call("swisspair", *NEW, "--output", "club.trf")
    assert (refused.status, Path("club.trf").read_text()) == (BAD_REQUEST, "precious\n")
    assert "club.trf: this file exists already; --force overwrites it" in refused.errors
    assert call("swisspair", *NEW, "--output", "club.trf", "--force").status == DONE
    assert Path("club.trf.bak").read_text() == "precious\n"
    before = Path("club.trf").read_text()
    put("other.trf", "precious\n")
    refused = pair("club.trf", "--write-back", "other.trf", "--html", "page.html", "--output", "pairs.txt")
    assert (refused.status, Path("other.trf").read_text()) == (BAD_REQUEST, "precious\n")
    assert names() == ["club.trf", "club.trf.bak", "other.trf", "players.csv"], "either all outputs are written or none"
    assert pair("club.trf", "--write-back", "club.trf").status == DONE
    assert Path("club.trf.bak").read_text() == before
    assert pair("club.trf", "--write-back", "-").status == BAD_REQUEST, "round 1 is still being played"
    Path("list.csv").write_text(LIST)
    call("swisspair", "--new", "list.csv", "--rounds", 3, "--output", "list.csv")
    assert Path("list.csv").read_text() == LIST


def test_several_outputs_are_written_together(pair: Call, call: Call) -> None:
    put("players.csv", LIST)
    call("swisspair", *NEW, "--output", "club.trf")
    before = names()
    assert pair("club.trf", "--write-back", "club.trf", "--html", "no-folder/page.html").status != DONE
    assert names() == before


def test_who_plays(pair: Call, call: Call) -> None:
    put("players.csv", LIST)
    call("swisspair", *NEW, "--initial-colour", "white", "--output", "club.trf")
    assert pair("club.trf", "--absent", "dvorak, 5", "--bye", "gruber=H").output == "2\n1 3\n6 2\n"
    announced = put("announced.trf", Path("club.trf").read_text() + "240 H 001    5\n")
    pair(announced, "--absent", "5,6", "--write-back", "out.trf")
    text = Path("out.trf").read_text()
    assert ("0000 - H" in text, "0000 - Z" in text) == (True, True)
    assert pair(announced, "--present", 5).output == pair("club.trf").output
    for words, said in [
        (("--absent", "9"), "there is no participant 9"),
        (("--absent", "alto"), ""),
        (("--absent", "Dvorac"), "the nearest is 4 Dvořák, Hana"),
        (("--absent", "an"), "'an' matches 2 Bianchi, Sara; 4 Dvořák, Hana"),
        (("--absent", 1, "--present", "aalto"), "1 Aalto, Eino cannot be both present and absent"),
        (("--bye", "5=U"), "expected a player and H (half a point) or Z (none)"),
    ]:
        found = pair("club.trf", *words)
        assert said in found.errors, words
        assert (found.status == DONE) == (not said)


def test_players_without_news_are_named(pair: Call) -> None:
    lines = [
        "012 Club",
        "142 3",
        "152 W",
        "001    1      Aalto" + " " * 28 + " 1985" + " " * 28 + " 1.0    1     2 w 1     3 b 0",
    ]
    lines += ["001    2      Bianchi" + " " * 26 + " 1900" + " " * 28 + " 0.0    3     1 b 0"]
    lines += ["001    3      Castro" + " " * 27 + " 1800" + " " * 28 + " 2.0    1  0000 - U     1 w 1"]
    put("club.trf", "\n".join(lines) + "\n")
    found = pair("club.trf", "--round", 3)
    assert (
        "2 Bianchi did not play round 2, but is paired in round 3 (--absent 2 leaves the player out)\n" in found.errors
    )
    assert "did not play" not in pair("club.trf", "--absent", "bianchi").errors


def test_an_event_that_looks_finished_is_paired_only_when_asked(pair: Call, call: Call) -> None:
    put("players.csv", LIST)
    call("swisspair", *NEW, "--initial-colour", "white", "--output", "club.trf")
    for _ in range(3):
        pair("club.trf", "--write-back", "club.trf")
        call("swisspair", "--enter", "1:1-0 2:1-0 3:1-0", "club.trf", "--output", "club.trf")
    put("open.trf", Path("club.trf").read_text().replace("142 3\n", ""))
    asked = pair("open.trf")
    assert (asked.status, asked.output) == (BAD_REQUEST, "")
    assert "the event looks finished after round 3: to pair one more round, use --round 4" in asked.errors
    assert pair("open.trf", "--round", 4).status == DONE


def test_the_bye_goes_if_its_receiver_is_absent(pair: Call, call: Call) -> None:
    put("players.csv", LIST)
    call("swisspair", *NEW, "--initial-colour", "white", "--output", "club.trf")
    assert pair("club.trf", "--format", "json").value["names"]["4"] == "Dvořák, Hana"
    said = call("swisspair", "--what-if", "absent:gruber", "club.trf").output
    assert said == (
        "if 7 Gruber, Lena is absent:\n  these pairings would disappear:\n    7 Gruber, Lena bye\n"
        "  and the rest of round 1 stays as it is\n"
    )


TEAMS = """Name;Elo;Team
Aalto;2000;Kiel
Berg;1900;Kiel
Cruz;1800;Roma
Dahl;1700;Roma
Gall;1500;Roma
Eder;1600;Brno
Funk;;Brno
"""

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


def test_results_of_teams_that_contradict_are_refused(league: Call) -> None:
    league("--pair")
    before = Path("club.trf").read_bytes()
    refused = league("--enter", "1:1-0 2:+- 1.3:1-0 1.2:1 Gall:1 1.1:1-0 Aalto:0 1.1:1-0/1-0")
    assert (refused.status, Path("club.trf").read_bytes()) == (BAD_REQUEST, before)
    for words in (
        "result 1 (1:1-0): give the results board by board and White first, such as 1.1:1-0 1.2:1/2-1/2",
        "result 2 (2:+-): there is no such match: round 1 has matches 1 to 1",
        "result 3 (1.3:1-0): there is no such board: match 1 has boards 1 to 2",
        "result 4 (1.2:1): for a board, give both results",
        "result 5 (Gall:1): 5 Gall has no board in round 1; to seat other members of a team, use --line-up",
        "result 7 (Aalto:0): board 1.1 already has a different result in result 6 (1.1:1-0)",
        "result 8 (1.1:1-0/1-0): give only one result for a board",
    ):
        assert words in refused.errors
    for line_up, words in (
        ("Roma", "expected a team and its players, such as Kiel: Aalto, Berg"),
        ("Rome: Gall", "the nearest is 2 Roma"),
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
        (TEAMS.replace("Brno", "Kiel").replace("Roma", "Kiel"), ("--system", "team", "--boards", 2), "of teams is 1"),
    ],
)  # fmt: skip
def test_a_list_that_makes_no_teams_is_refused(
    swisspair: Call, text: str, options: tuple[object, ...], words: str
) -> None:
    put("teams.csv", text)
    refused = swisspair("--new", "teams.csv", *options, *NEW_MATCHES)
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
    assert swisspair("--new", "players.csv", "--system", "double-swiss", *NEW_MATCHES).status == DONE
    assert swisspair("--pair").output == "3\n1 3\n4 2\n5 0\n"
    for results, words in (
        ("1:1-0", "a match has two games; give both results, such as 1:1-0/0-1"),
        ("Aalto:1", "a match has two games; give both results"),
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


VALID = FIXTURES / "trf" / "valid"

PAIRS = {"double-swiss": "8\n4 1\n5 2\n3 9\n11 6\n8 7\n14 10\n15 12\n13 0\n", "team": "5\n5 2\n1 7\n4 3\n6 9\n8 0\n"}
"""The right pairs, found by independent code that follows C.04.5 and C.04.6 word by word."""

SYSTEMS = pytest.mark.parametrize("system", PAIRS)


def before(system: str) -> str:
    return (VALID / f"{system}-before-round-5.trf").read_text()


def finished(system: str) -> str:
    return (VALID / f"{system}-finished.trf").read_text()


def without_code(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("192"))


@SYSTEMS
def test_the_system_is_that_of_record_192(call: Call, system: str) -> None:
    put("in.trf", before(system))
    assert call("swisspair", "--pair", "in.trf") == (DONE, PAIRS[system], "")


@SYSTEMS
def test_the_system_can_be_asked_for(call: Call, system: str) -> None:
    put("in.trf", without_code(before(system)))
    assert call("swisspair", "--pair", "in.trf", "--system", system) == (DONE, PAIRS[system], "")


@SYSTEMS
def test_the_legacy_flags(call: Call, system: str) -> None:
    for text in (before(system), without_code(before(system))):
        put("in.trf", text)
        assert call("swisspair", f"--{system}", "in.trf", "-p") == (DONE, PAIRS[system], "")
    put("in.trf", finished(system))
    rounds = "".join(f"in: Round #{number}\n" for number in range(1, 6))
    assert call("swisspair", f"--{system}", "in.trf", "-c") == (DONE, f"{rounds}\n", "")


@SYSTEMS
def test_another_system_does_not_pair_matches(call: Call, system: str) -> None:
    put("in.trf", before(system))
    outcome = call("swisspair", "--burstein", "in.trf", "-p")
    assert (outcome.status, outcome.output) == (BAD_REQUEST, "")
    assert "in this event each pairing is a match of two" in outcome.errors


@SYSTEMS
def test_a_finished_event_is_confirmed(call: Call, system: str) -> None:
    put("in.trf", finished(system))
    outcome = call("swisscheck", "in.trf")
    assert (outcome.status, outcome.errors) == (DONE, "")
    assert [line.strip() for line in outcome.output.splitlines()][1:-1] == ["rounds 1 to 5 agree"]


@SYSTEMS
def test_byes_in_records_240_alone_count_in_legacy_forms_too(call: Call, system: str) -> None:
    put("in.trf", before(system) + "240 Z 005    1    2\n")
    ours, theirs = call("swisspair", "--pair", "in.trf"), call("swisspair", f"--{system}", "in.trf", "-p")
    assert ours == theirs
    assert ours.output != PAIRS[system]
    assert not {"1", "2"} & set(" ".join(ours.output.splitlines()[1:]).split())


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


@pytest.mark.parametrize(
    ("system", "options"),
    [
        ("double-swiss", ()),
        ("double-swiss", ("--baku",)),
        ("team", ()),
        ("team", ("--team-type", "B", "--primary", "gp", "--boards", 5)),
        ("team", ("--team-type", "none", "--no-secondary", "--boards", 2, "--points", "W=3,D=1")),
        ("team", ("--team-type", "A", "--primary", "mp", "--baku", "--boards", 4)),
    ],
)
def test_the_check_confirms_generated_matches(call: Call, system: str, options: tuple[object, ...]) -> None:
    arguments = ("--system", system, "--players", 14, "--rounds", 5, "--seed", 11, *options)
    assert call("swisspair", "--generate", "--output", "out.trf", *arguments) == (DONE, "", "")
    reading = trf.examine(Path("out.trf"), strict=True)
    assert trf.write(reading.file) == Path("out.trf").read_text()
    assert call("swisscheck", "out.trf").status == DONE


@SYSTEMS
def test_generated_events_in_the_legacy_form_are_confirmed(call: Call, system: str) -> None:
    assert call("swisspair", f"--{system}", "-g", "-o", "out.trf", "-s", "5").status in (DONE, 1)
    assert call("swisspair", f"--{system}", "out.trf", "-c").errors == ""
    assert call("swisscheck", "out.trf").status == DONE


@SYSTEMS
def test_a_model_of_matches_can_be_generated_after(call: Call, system: str) -> None:
    put("model.trf", finished(system))
    assert call("swisspair", f"--{system}", "model.trf", "-g", "-o", "out.trf", "-s", "5").status in (DONE, 1)
    assert call("swisscheck", "out.trf").status == DONE


@SYSTEMS
def test_the_criteria_are_listed(call: Call, system: str) -> None:
    outcome = call("swisspair", "--rules", system)
    assert outcome.status == DONE
    assert "2.3.1" in outcome.output
    assert "4.3.5" in outcome.output


@SYSTEMS
def test_bad_input_is_refused_with_its_place(call: Call, system: str) -> None:
    lines = before(system).splitlines(keepends=True)
    place = next(number for number, line in enumerate(lines) if line.startswith("001") and " w 1" in line)
    lines[place] = lines[place].replace(" w 1", " w 7", 1)
    put("in.trf", "".join(lines))
    outcome = call("swisspair", "--pair", "in.trf")
    assert (outcome.status, outcome.output) == (BAD_REQUEST, "")
    assert f"in.trf:{place + 1}:" in outcome.errors
    assert "expected" in outcome.errors


@pytest.mark.parametrize("seed", range(3))
def test_the_check_confirms_generated_events(
    seed: int, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "event.trf"
    asked = "--generate", "--system", "lim", "--players", 20 + seed, "--rounds", 7, "--seed", seed, "--output", path
    assert run(main, *asked) == ExitStatus.DONE
    assert read(path).settings.system == "FIDE_LIM_2026"
    assert run(swisscheck, path, "--jobs", 1) == ExitStatus.DONE
    shown = capsysbinary.readouterr().out.decode()
    assert "Lim System, edition 2026 (record 192 says FIDE_LIM_2026" in shown
    assert shown.endswith("7 rounds: 0 rounds differ, 0 rankings differ, 0 files unreadable\n")


def test_a_maxi_tournament_is_confirmed_as_one(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    path = tmp_path / "event.trf"
    asked = "--generate", "--system", "lim", "--maxi", "--players", 24, "--rounds", 6, "--seed", 2, "--output", path
    assert run(main, *asked) == ExitStatus.DONE
    assert run(swisscheck, path, "--maxi", "--jobs", 1) == ExitStatus.DONE
    assert run(swisscheck, path, "--jobs", 1) == ExitStatus.NO_PAIRING
    assert b"C.04.4.3" in capsysbinary.readouterr().out


def test_a_round_is_paired_with_and_without_maxi(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    path = tmp_path / "event.trf"
    asked = "--generate", "--system", "lim", "--players", 24, "--rounds", 6, "--seed", 2, "--output", path
    run(main, *asked)
    answers = []
    for options in ((), ("--maxi",), ("--engine", "reference")):
        capsysbinary.readouterr()
        assert run(main, "--pair", path, "--round", 4, "--jobs", 1, *options) == ExitStatus.DONE
        answers.append(capsysbinary.readouterr().out)
    assert answers[0] != answers[1]
    assert answers[0] == answers[2]


def test_the_steps_of_the_system_are_listed(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(main, "--rules", "lim") == ExitStatus.DONE
    shown = capsysbinary.readouterr().out.decode()
    assert shown.startswith("Lim System, edition 2026 (C.04.4.3)\n")
    assert "       4.4.2    also floats, to keep the number of players even\n" in shown


WORKED = (FIXTURES / "dutch-2012" / "worked-example-2014" / "input.trf").read_text(encoding="utf-8")
ROUND_5 = "7\n2 1\n5 11\n4 6\n3 7\n14 12\n9 10\n13 8\n"

NOBODY_FOR_THE_BYE = Archive(GOLDEN / "dutch-2012" / "byes.zip", 235).read("1225.trf").decode()
"""An event in which nobody may have the bye in round 8."""


def test_the_date_chooses_the_edition(call: Call) -> None:
    put("worked.trf", WORKED)
    outcome = call("swisspair", "--pair", "worked.trf", "--format", "json")
    assert outcome.status == DONE
    assert json.loads(outcome.output)["edition"] == "2012"


def test_the_next_round_of_the_worked_example(call: Call) -> None:
    put("worked.trf", WORKED)
    outcome = call("swisspair", "--pair", "worked.trf", "--edition", "2012", "--format", "pairs")
    assert sorted(outcome.output.split("\n")) == sorted(ROUND_5.split("\n"))


@pytest.mark.parametrize(("asked", "recorded"), [("2012", "2012"), ("2009", "2009"), ("1998", "1998")])
def test_an_event_is_generated_and_agrees(call: Call, check: Call, asked: str, recorded: str) -> None:
    arguments = "--seed", 5, "--players", 15, "--rounds", 6, "--half-point-byes", "5%", "--forfeits", "5%"
    assert call("swisspair", "--generate", "--edition", asked, "--output", "one.trf", *arguments).status == DONE
    assert f"192 FIDE_DUTCH_{recorded}\n" in Path("one.trf").read_text().replace("\r", "")
    outcome = check("one.trf")
    assert outcome.status == DONE
    assert f"edition {recorded}" in outcome.output
    assert outcome.last_line.startswith("checked 1 tournament, 6 rounds: 0 rounds differ")


@pytest.mark.parametrize(("edition", "chapter"), [("2012", "C.04.3.1"), ("2009", "C.04.1"), ("1998", "C.04.1")])
def test_the_account_cites_the_articles_of_the_text(call: Call, edition: str, chapter: str) -> None:
    put("worked.trf", WORKED)
    outcome = call("swisspair", "--pair", "worked.trf", "--edition", edition, "--format", "account")
    assert outcome.status == DONE
    assert f"[{chapter} E.1]" in outcome.output
    assert "C.04.3 " not in outcome.output


@pytest.mark.parametrize("edition", ["2012", "2009", "1998"])
def test_the_requirements_are_listed(call: Call, edition: str) -> None:
    outcome = call("swisspair", "--rules", "dutch", "--edition", edition)
    assert outcome.status == DONE
    assert "C.12" in outcome.output


def test_b_1_b_nobody_may_have_the_bye(check: Call) -> None:
    put("event.trf", NOBODY_FOR_THE_BYE)
    outcome = check("event.trf", "--edition", "2012")
    assert (
        "is odd (7), and none of them may get the pairing-allocated bye, because each of them has scored"
        in outcome.output
    )
    assert "C.04.3.1 B.1.b" in outcome.output


def test_the_card_of_the_worked_example(call: Call) -> None:
    """The card names players who move down because nobody in the bracket may meet them."""
    put("worked.trf", WORKED)
    outcome = call("swisspair", "--pair", "worked.trf", "--edition", "2012", "--format", "card")
    assert outcome.status == DONE
    assert "✗ 5-4 6-11" in outcome.output
    assert "✓ 5-11 4-6 (taken)" in outcome.output
    assert "moved down, because there is no opponent for this player in the bracket [C.04.3.1 C.1]" in outcome.output
