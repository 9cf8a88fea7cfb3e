"""The commands also work with the old Dutch editions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import GOLDEN, Archive
from tests.places import FIXTURES
from tests.programs.commands.calls import DONE, Call, put

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
    assert "is odd (7), and none of them may get the pairing-allocated bye: each of them has scored" in outcome.output
    assert "C.04.3.1 B.1.b" in outcome.output


def test_the_card_of_the_worked_example(call: Call) -> None:
    """The card names players who move down because nobody in the bracket may meet them."""
    put("worked.trf", WORKED)
    outcome = call("swisspair", "--pair", "worked.trf", "--edition", "2012", "--format", "card")
    assert outcome.status == DONE
    assert "✗ 5-4 6-11" in outcome.output
    assert "✓ 5-11 4-6 (taken)" in outcome.output
    assert "moved down: there is no opponent for this player in the bracket [C.04.3.1 C.1]" in outcome.output
