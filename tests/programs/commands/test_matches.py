"""All commands, even the legacy commands, can handle team events and Double-Swiss events."""

from __future__ import annotations

from pathlib import Path

import pytest

import trf
from tests.files.match_lines import team_event
from tests.files.trf_builders import player, text_of
from tests.places import FIXTURES
from tests.programs.commands.calls import BAD_REQUEST, DONE, Call, put

VALID = FIXTURES / "trf" / "valid"

PAIRS = {
    "double-swiss": "8\n4 1\n5 2\n3 9\n11 6\n8 7\n14 10\n15 12\n13 0\n",
    "team": "5\n5 2\n1 7\n4 3\n6 9\n8 0\n",
}
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
