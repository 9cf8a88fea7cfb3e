"""Requests to ``swisspair`` that cannot be fulfilled, and its list of rules."""

from __future__ import annotations

import pytest

from tests.commands.calls import BAD_REQUEST, DONE, Call, names, put
from tests.programs.events import FIVE


@pytest.mark.parametrize(
    "arguments",
    [
        ["--round", "0"], ["--round", "9"], ["--round", "x"], ["--system", "chess"], ["--edition", "1492"],
        ["--engine", "fast"], ["--format", "xml"], ["--encoding", "klingon"], ["--adjourned", "win"], ["--jobs", "0"],
        ["--nonsense"], ["--generate"], ["--rules", "dutch"], ["--output", "a", "--output-dir", "."],
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_request_that_cannot_be_fulfilled(call: Call, arguments: list[str]) -> None:
    put("five.trf", FIVE)
    outcome = call("swisspair", "--pair", "five.trf", *arguments)
    assert (outcome.status, outcome.output) == (BAD_REQUEST, "")
    assert outcome.errors
    assert "Traceback" not in outcome.errors
    assert names() == ["five.trf"]


@pytest.mark.parametrize("arguments", [["--pair"], ["five.trf"], ["--generate", "five.trf"], ["--generate"]])
def test_half_a_request(call: Call, arguments: list[str]) -> None:
    put("five.trf", FIVE)
    assert call("swisspair", *arguments).status == BAD_REQUEST


def test_rules_are_listed_in_their_order(call: Call) -> None:
    outcome = call("swisspair", "--rules", "dutch")
    assert outcome.status == DONE
    places = [outcome.output.index(word) for word in ("C5 ", "C6 ", "C12 ", "C21 ", "5.2.1", "5.2.5")]
    assert places == sorted(places)
    assert "2.4.16" in outcome.output


def test_rules_of_a_system_that_does_not_exist(call: Call) -> None:
    assert call("swisspair", "--rules", "chess")[:2] == (BAD_REQUEST, "")
