"""The modes of ``swisspair`` that answer questions about a pairing or show the standings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.places import FIXTURES
from tests.programs.commands.calls import BAD_REQUEST, DONE, NO_ACCESS, Call, put

FILE = FIXTURES / "worked" / "held-2026-before-round-4.trf"


def test_why_in_either_order(call: Call) -> None:
    outcome = call("swisspair", "--why", 12, FILE)
    assert outcome.status == DONE
    assert outcome.output.startswith("12 Oskar (2.0) in round 4: board 4, Black against 7 Giorgia (1.5)\n")
    assert call("swisspair", FILE, "--why", 12).output == outcome.output


def test_several_questions_are_answered_one_after_the_other(call: Call) -> None:
    outcome = call("swisspair", "--why-not", "12-9", "--why-not", "10-bye", FILE)
    assert "impossible" in outcome.output
    assert "the pairing-allocated bye for 10 Marco (0.0): this is already the case in round 4" in outcome.output
    values = json.loads(call("swisspair", "--why-not", "12-9", "10-bye", FILE, "--format", "json").output)
    assert [value["verdict"] for value in values] == ["impossible", "so"]


def test_a_recorded_round(call: Call) -> None:
    outcome = call("swisspair", "--why", 12, FILE, "--round", 2)
    assert outcome.output.startswith("12 Oskar (0.5) in round 2: ")


def test_what_if(call: Call) -> None:
    value = call("swisspair", "--what-if", "absent:9", "--what-if", "prohibit:4-3", FILE, "--format", "json").value
    assert value["changes"] == ["9 Louise is absent", "4 David and 3 Carla may not meet"]


def test_a_proposal_as_a_list_and_as_a_file(call: Call) -> None:
    right = call("swisspair", "--pair", FILE).output
    put("round.pairs", right)
    words = "the proposal is the round that the rules demand\n"
    assert call("swisspair", "--judge", "round.pairs", FILE).output == words
    boards = ",".join("-".join(line.split()) for line in right.splitlines()[1:])
    assert call("swisspair", "--judge", boards, FILE).output == words
    assert "2 proposed boards differ" in call("swisspair", "--judge", "4-2,3-1", FILE).output


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("--why", FILE), BAD_REQUEST, "expected NUMBER FILE"),
        (("--why", 99, FILE), BAD_REQUEST, "there is no participant 99"),
        (("--why", 12, FILE, "--round", 9), BAD_REQUEST, "questions can be asked about rounds 1 to 4"),
        (("--why-not", "12-sideways", FILE), BAD_REQUEST, "there is no participant sideways"),
        (("--what-if", "absent:x", FILE), BAD_REQUEST, "there is no participant x"),
        (("--judge", "bad.pairs", FILE), BAD_REQUEST, "bad.pairs: found 'a b', expected White and Black"),
        (("--judge", "none.pairs", FILE), NO_ACCESS, "none.pairs"),
        (("--why", 12, "none.trf"), NO_ACCESS, "none.trf"),
        (("--standings", FILE, "--tiebreaks", "XX"), BAD_REQUEST, "there is no tie-break 'XX'"),
        (("--standings", FILE, "--after", 4), BAD_REQUEST, "rounds 1 to 3 have been played"),
        (("--why-rank", "3-99", FILE), BAD_REQUEST, "there is no participant 99"),
    ],
)
def test_unanswerable_questions_are_refused_in_words(
    call: Call, arguments: tuple[object, ...], status: int, words: str
) -> None:
    put("bad.pairs", "a b\n")
    outcome = call("swisspair", *arguments)
    assert (outcome.status, outcome.output) == (status, "")
    assert words in outcome.errors
    assert "Traceback" not in outcome.errors


def test_standings_as_a_table_json_and_csv(call: Call) -> None:
    asked = ("--standings", FILE, "--tiebreaks", "PTS,DE,BH/C1")
    table = call("swisspair", *asked).output.splitlines()
    assert table[0].endswith("standings after round 3 (as requested; C.07, edition 2026)")
    assert table[2].split() == ["1", "1", "Alice", "2.5", "0", "4.5"]
    value = call("swisspair", *asked, "--format", "json").value
    assert value["tie_breaks"] == ["PTS", "DE", "BH/C1"]
    assert call("swisspair", *asked, "--format", "csv").output.splitlines()[1] == "1,1,Alice,2.5,0,4.5"


def test_the_crosstable_stands_between_names_and_tie_breaks(call: Call) -> None:
    outcome = call("swisspair", "--standings", FILE, "--tiebreaks", "PTS", "--crosstable", "--format", "csv")
    assert outcome.output.splitlines()[1] == "1,1,Alice,8w1,14b1,4w=,2.5"


def test_standings_as_a_page_of_their_own(call: Call) -> None:
    page = call("swisspair", "--standings", FILE, "--tiebreaks", "PTS,BH", "--format", "html").output
    assert page.startswith("<!DOCTYPE html>")
    for words in ("standings after round 3", "Alice", "8w1", "BH"):
        assert words in page
    assert "<script" not in page
    assert "http" not in page


def test_why_rank(call: Call) -> None:
    outcome = call("swisspair", "--why-rank", "3-4", FILE, "--tiebreaks", "PTS,BH")
    assert "BH separates them: Buchholz (C.07 8.1)\n" in outcome.output


def test_swisscheck_names_the_ranks_that_differ(call: Call) -> None:
    call("swisspair", "--generate", "--players", 8, "--rounds", 3, "--seed", 3, "--output", "event.trf")
    right = call("swisscheck", "event.trf")
    assert right.status == DONE
    assert "  standings: agree (record 212: PTS, DE, BH/C1, BH, SB)\n" in right.output
    text = Path("event.trf").read_text()
    lines = text.splitlines()
    ranks = {int(line[85:89]): number for number, line in enumerate(lines) if line.startswith("001")}
    one, two = ranks[1], ranks[2]
    lines[one], lines[two] = (
        lines[number][:85] + f"{rank:>4}" + lines[number][89:] for number, rank in ((one, 2), (two, 1))
    )
    put("swapped.trf", "\n".join(lines) + "\n")
    wrong = call("swisscheck", "swapped.trf")
    assert wrong.status == 1
    assert "  standings: 2 ranks differ (record 212: PTS, DE, BH/C1, BH, SB)\n" in wrong.output
    assert call("swisscheck", "swapped.trf", "--no-standings").status == DONE
    value = call("swisscheck", "swapped.trf", "--format", "json").value
    assert (value["standings"], value["wrong_standings"]) == (1, 1)
