"""The exact words in which ``swisscheck`` names the causes of wrong rounds in real events."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checker import checking
from checker.causes.trial import ChangeKind, steps_of
from checker.report import of_event
from tests.places import FIXTURES
from tests.programs.commands.calls import Call, put
from tests.programs.legacy.events import FIVE, WRONG
from trf import read

REAL, TRUTH = FIXTURES / "cases" / "real", FIXTURES / "cases" / "truth"

NAME = f"{'Player 1':<33}"
"""A name as wide as its column."""

SAID = {
    "budapest-a-2026": [
        "all rounds agree under the rules of 2017: the program that paired the event may have used the rules of 2017"
    ],
    "budapest-b-2026": [
        "would be explained if the others had already been paired when 19 Xxxxxxx, Xxxxx (0.0) arrived: all",
        "or if 19 Xxxxxxx, Xxxxx (0.0) - 83 Xxxxxxx, Xxxxx (0.0) was made by hand\n",
        "22 boards differ (--all shows them)",
        "rounds 2 to 8 agree",
    ],
    "graz-a-2026": [
        "would be explained if the result of 21 Xxxxxxxxx, Xxxxx (2.5) - 89 Xxxxxxxxx, Xxxxxxxxx (1.5) in round 3 was",
        "stopped at its limit of 250,000 steps, after ",
        " and the bye of 218 Xxxxxxx, ",
        " by hand: all other boards would then agree, except for the colours of 34 boards\n    132 boards differ",
        "rounds 5 to 8 agree",
    ],
    "sharly-import-baku": [
        "rounds 2 and 3 would be explained if the event was paired without the acceleration that the file states: only",
        "round 1 would be explained if, in addition, the initial-colour was White, although the file says Black: all",
        "rounds 1 to 3 differ, as explained above (--all shows boards and articles)",
    ],
    "vega-2018": [
        "would be explained if absent players (13 Xxxxxxx",
        "rounds 2 to 7 agree",
    ],
}


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow if n[0] == "g" else ()) for n in SAID])
def test_the_report_on_a_real_event(check: Call, name: str) -> None:
    output = check(REAL / f"{name}.trf").output
    for words in SAID[name]:
        assert words in output
    assert len(output.splitlines()) < 50
    assert max(map(len, output.splitlines())) < 560


def test_no_cause(check: Call) -> None:
    path = REAL / "sharly-import-baku.trf"
    assert "would be explained" not in check(path, "--no-cause").output
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
    assert cause["changes"] == [{"kind": "late entry", "players": [19]}]
    assert {"kind": "board by hand", "players": [19, 83]} in cause["alternatives"]
    assert file["rounds"][0]["players"][0].keys() == {"number", "name", "score"}


def test_all_of_a_long_answer(check: Call) -> None:
    path = REAL / "budapest-b-2026.trf"
    assert check(path).output.count("\n") < 12
    assert "--all" not in check(path, "--all").output
    assert check(path, "--all").output.count(" - 83 ") >= 2
    short = check(path, "--no-cause").output
    assert "      17 more (--all shows them)\n" in short


def test_a_sequence_number_is_named_as_such(check: Call) -> None:
    output = check(REAL / "budapest-b-2026.trf").output
    assert re.search(
        r"\(BSN\) that differs in S2: the opponent of 19 .* is 83 .* \(80\) instead of 60 .* \(59\) ",
        output,
    )


def test_a_single_thing_has_a_singular(check: Call) -> None:
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


@pytest.mark.parametrize(
    ("name", "number", "words"),
    [
        (
            "numbers-1",
            1,
            "the numbers of 4 Player4 (0.0) and 5 Player5 (0.0) were exchanged: all boards would then agree",
        ),
        (
            "result-1",
            4,
            "the result of 18 Player18 (1.5) - 11 Player11 (1.5) in round 3 was 0-1 and was corrected later: all",
        ),
        (
            "bye-swap-5",
            5,
            "the bye of 4 Player4 (3.0) and 8 Player8 (1.5) - 2 Player2 (3.0) were made by hand: all other boards",
        ),
    ],
)
def test_a_cause_is_a_hypothesis(check: Call, name: str, number: int, words: str) -> None:
    output = check(TRUTH / f"{name}.trf").output
    assert f"  round {number}: differs\n    would be explained if {words}" in output


def test_an_earlier_result_as_a_value(check: Call) -> None:
    (file,) = check(TRUTH / "result-1.trf", "--format", "json").value["files"]
    (change,) = file["rounds"][3]["cause"]["changes"]
    assert change == {"kind": "another result", "players": [18, 11], "round": 3, "value": "0-1"}
    assert file["cause_search"]["stopped"] is False


def test_the_page_says_what_the_text_says(check: Call) -> None:
    baku, result = REAL / "sharly-import-baku.trf", TRUTH / "result-1.trf"
    check(baku, result, "--html", "page.html")
    page = Path("page.html").read_text(encoding="utf-8")
    assert "<p>Baku Acceleration</p>" in page
    assert "<p>The initial-colour is Black.</p>" in page
    assert "<p>The initial-colour is White.</p>" in page
    for path in (baku, result):
        said = [line.strip() for line in check(path).output.splitlines() if "would be explained" in line]
        assert said
        assert all(re.sub(r" \([\d.]+\)", "", line) in page for line in said)


def test_the_page_names_the_edition_that_explains_more(check: Call) -> None:
    check(REAL / "budapest-a-2026.trf", "--html", "page.html", "--edition", "each")
    page = Path("page.html").read_text(encoding="utf-8")
    assert "<pre>edition    2009" in page
    check(REAL / "budapest-a-2026.trf", "--html", "page.html")
    assert "all rounds agree under the rules of 2017: the program that paired" in Path("page.html").read_text(
        encoding="utf-8"
    )


def test_a_cause_in_french(check: Call) -> None:
    output = check(TRUTH / "result-1.trf", "--language", "fr").output.replace("\xa0", " ")
    assert "s’expliquerait par cette hypothèse : le résultat de 18 Player18" in output
    assert "à la ronde 3 était 0-1 et a été corrigé plus tard : tous les échiquiers concordent alors" in output


def test_a_corrected_result_is_found_within_few_pairings(monkeypatch: pytest.MonkeyPatch) -> None:
    event = read(TRUTH / "result-1.trf")
    monkeypatch.setattr(checking, "steps_for", lambda players, rounds: 20 * steps_of(players, rounds))
    causes = [found.cause for found in checking.check(event).rounds if found.cause is not None]
    assert ChangeKind.RESULT in [change.kind for cause in causes for change in cause.changes]


def test_a_search_that_stops_at_its_bound_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    event = read(TRUTH / "result-1.trf")
    monkeypatch.setattr(checking, "steps_for", lambda *_: 600)
    found = checking.check(event)
    assert found.search is not None
    assert found.search.stopped
    assert 0 < found.search.pairings < 600 // steps_of(20, 1)
    (words,) = of_event(found)
    assert words.startswith("the search for an explanation stopped at its limit of 600 steps, after ")
