"""``swisscheck``: what explains events of real programs and arbiters, and how it is said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.commands.calls import Call, put
from tests.conftest import FIXTURES
from tests.programs.events import FIVE, WRONG

REAL = FIXTURES / "cases" / "real"

NAME = f"{'Player 1':<33}"
"""As the columns of a file hold it."""

SAID = {
    "budapest-a-2026": ["all agree under those of 2017: the program that paired this event probably used them"],
    "budapest-b-2026": [
        "cause: 19 Xxxxxxx, Xxxxx (0.0) - 83 Xxxxxxx, Xxxxx (0.0) was made by hand; with it, all other boards agree",
        "22 boards differ (--all)",
        "rounds 2 to 8 agree",
    ],
    "graz-a-2026": [
        "cause: 97 Xxxxx, Xxxxxxx (2.0) - 21 Xxxxxxxxx, Xxxxx (2.5) and 89 Xxxxxxxxx, Xxxxxxxxx (1.5) - 19 ",
        " were made by hand; with them, all other boards agree",
        "rounds 5 to 8 agree",
    ],
    "sharly-import-baku": [
        "cause: no acceleration was used, though the file says so: with that, only round 1 differs",
        "cause: the initial-colour was White, not Black, as the file says: with that as well, all rounds agree",
        "rounds 1 to 3 differ, as explained above (--all: boards and articles)",
    ],
    "vega-2018": [
        "cause: 13 Xxxxxxx Xxxxxx, Xxxxx and 51 Xxxxxxxx Xxxxxxx, Xxxxxx had a number among the others when colours",
        "rounds 2 to 7 agree",
    ],
}


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow if n[0] == "g" else ()) for n in SAID])
def test_what_is_said_of_a_real_event(check: Call, name: str) -> None:
    output = check(REAL / f"{name}.trf").output
    for words in SAID[name]:
        assert words in output
    assert len(output.splitlines()) < 50
    assert max(map(len, output.splitlines())) < 320


def test_no_cause(check: Call) -> None:
    path = REAL / "sharly-import-baku.trf"
    assert "cause: " not in check(path, "--no-cause").output
    (file,) = check(path, "--format", "json").value["files"]
    assert [(cause["subject"], cause["value"], cause["differing"]) for cause in file["causes"]] == [
        ("acceleration", "none", [1]),
        ("initial-colour", "White", []),
    ]
    (file,) = check(path, "--format", "json", "--no-cause").value["files"]
    assert "causes" not in file


def test_the_cause_of_a_round_as_a_value(check: Call) -> None:
    (file,) = check(REAL / "budapest-b-2026.trf", "--format", "json").value["files"]
    cause = file["rounds"][0]["cause"]
    assert cause["changes"] == [{"kind": "board by hand", "players": [19, 83]}]
    assert {"kind": "late entry", "players": [19]} in cause["alternatives"]
    assert file["rounds"][0]["players"][0].keys() == {"number", "name", "score"}


def test_all_of_a_long_answer(check: Call) -> None:
    path = REAL / "budapest-b-2026.trf"
    assert check(path).output.count("\n") < 12
    assert "--all" not in check(path, "--all").output
    assert check(path, "--all").output.count(" - 83 ") >= 2
    short = check(path, "--no-cause").output
    assert "      17 more (--all)\n" in short


def test_a_sequence_number_is_said_to_be_one(check: Call) -> None:
    output = check(REAL / "budapest-b-2026.trf").output
    assert re.search(
        r"in-bracket sequence number \(BSN\) in S2: for 19 .* it is 80, that of 83 .*, instead of 59, that of 60 ",
        output,
    )


def test_one_thing_is_not_several(check: Call) -> None:
    put("wrong.trf", WRONG)
    assert check("wrong.trf").last_line == "checked 1 tournament, 1 round: 1 round differs, 0 files unreadable"
    put("right.trf", FIVE)
    assert "  round 1 agrees\n" in check("right.trf").output


def test_adjustments_of_one_kind_are_one_line(check: Call) -> None:
    path = REAL / "swiss-manager-team-trf16.trf"
    assert re.search(r"ADJ-\d+: \d+ times, lines \d+ to \d+: ", check(path).errors)
    assert not re.search(r"ADJ-\d+: \d+ times", check(path, "--all").errors)
    assert check(path, "--all").errors.count("ADJ-") > check(path).errors.count("ADJ-")


def test_names_carry_no_control_characters(check: Call) -> None:
    Path("wrong.trf").write_text(WRONG.replace(NAME, NAME[:-4] + "\x1b[1m"))
    output = check("wrong.trf").output
    assert "\x1b" not in output
    assert "\\x1b[1m" in output
