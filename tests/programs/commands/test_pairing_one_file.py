"""The command ``swisspair --pair`` with a single file: input, answer and exit status."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.places import FIXTURES
from tests.programs.commands.calls import (
    BAD_REQUEST,
    BROKEN,
    DONE,
    FULL,
    NO_ACCESS,
    NOTHING_VALID,
    TOO_LARGE,
    Call,
    names,
    put,
)
from tests.programs.legacy.events import FIVE, FIVE_PAIRS, FOUR, FOUR_PAIRS, OVER, STUCK, event, player


def test_pairs_go_to_standard_output(pair: Call) -> None:
    put("five.trf", FIVE)
    assert pair("five.trf") == (DONE, FIVE_PAIRS.decode(), "")


def test_standard_input(pair: Call) -> None:
    assert pair("-", stdin=FOUR.replace("XXR 3", "XXR 3")) == (DONE, FOUR_PAIRS.decode(), "")


def test_an_earlier_round(pair: Call) -> None:
    put("five.trf", FIVE)
    assert pair("five.trf", "--round", 1).output == "3\n1 3\n4 2\n5 0\n"


@pytest.mark.parametrize(
    ("text", "status"), [(STUCK, NOTHING_VALID), (BROKEN, BAD_REQUEST), (OVER, BAD_REQUEST), (FULL, TOO_LARGE)]
)
def test_an_unpairable_file_is_named_and_sets_the_status(pair: Call, text: str, status: int) -> None:
    put("event.trf", text)
    for arguments in (("event.trf",), ("event.trf", "--output", "out.pairs")):
        outcome = pair(*arguments)
        assert (outcome.status, outcome.output) == (status, "")
        assert "event.trf" in outcome.errors
        assert "Traceback" not in outcome.errors
    assert names() == ["event.trf"]


def test_a_problem_is_named_with_line_and_column(pair: Call) -> None:
    put("event.trf", BROKEN)
    assert "event.trf:4:99:" in pair("event.trf").errors


def test_a_file_that_is_not_there(pair: Call) -> None:
    outcome = pair("nowhere.trf")
    assert outcome.status == NO_ACCESS
    assert "nowhere.trf" in outcome.errors


def test_a_directory_without_a_tournament(pair: Call) -> None:
    Path("events").mkdir()
    assert pair("events") == (BAD_REQUEST, "", "no tournament report file was found in events\n")


def test_adjustments_are_told_and_strict_refuses_them(pair: Call) -> None:
    put("odd.trf", FIVE + "no record at all\n")
    lenient, strict = pair("odd.trf"), pair("odd.trf", "--strict")
    assert (lenient.status, lenient.output) == (DONE, FIVE_PAIRS.decode())
    assert "ADJ-39" in lenient.errors
    assert (strict.status, strict.output) == (BAD_REQUEST, "")


def test_adjourned_games_as_draws(pair: Call) -> None:
    """With ``--adjourned draw``, adjourned games count as draws [Reading G6]."""
    text = event(player(1, "0.0", "   2 w ?"), player(2, "0.0", "   1 b ?"), player(3, "1.0", "0000 - U"))
    put("event.trf", text)
    assert pair("event.trf").status == BAD_REQUEST
    assert pair("event.trf", "--adjourned", "draw").status == DONE


def test_both_engines_and_baku(pair: Call) -> None:
    put("five.trf", FIVE)
    assert pair("five.trf", "--engine", "reference").output == FIVE_PAIRS.decode()
    first = event(*(player(n, "0.0") for n in range(1, 9)))
    assert pair("-", stdin=first).output == "4\n1 5\n6 2\n3 7\n8 4\n"
    assert pair("-", "--baku", stdin=first).output == "4\n1 3\n4 2\n5 7\n8 6\n"


def test_the_event_of_make_run_is_paired(pair: Call) -> None:
    outcome = pair(FIXTURES / "open-2026-round-5.trf", "--strict")
    assert (outcome.status, outcome.errors) == (DONE, "")
    assert outcome.output.startswith("11\n")
    assert pair(FIXTURES / "open-2026-round-5.trf", "--engine", "reference").output == outcome.output
