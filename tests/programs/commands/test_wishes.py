"""Wishes on the command line can change the pairing. A warning says that a pairing with wishes is not in FIDE mode."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.places import FIXTURES
from tests.programs.commands.calls import BAD_REQUEST, DONE, NOTHING_VALID, Call, put
from tests.programs.commands.test_json import check_is

OPEN = FIXTURES / "open-2026-round-5.trf"
CLUB = FIXTURES / "club-2026-altered.trf"
FORMATS = ("pairs", "json", "account", "card")
AVOIDED = ("--avoid-pairs", "1-10,7-14")
"""A wish: players 1 and 10 should not meet, nor players 7 and 14. This wish does not make the round worse."""

WORSE = "MDP opponents who received an upfloat in the previous round: 1 instead of 0 [C15, C.04.3 2.4.10]"


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("strength", ["weak", "strong", "hard"])
def test_wishes_that_change_nothing_leave_every_byte(pair: Call, format_: str, strength: str) -> None:
    plain = pair(OPEN, "--format", format_)
    found = pair(OPEN, "--format", format_, "--avoid-pairs", "1-2", "--no-bye", "3", "--strength", strength)
    assert (found.status, found.output) == (DONE, plain.output)
    assert found.errors.splitlines()[0].endswith("FIDE mode: the wishes change nothing")
    assert plain.errors == ""


def test_pages_are_the_same_byte_for_byte_too(pair: Call) -> None:
    pair(OPEN, "--html", "plain.html")
    pair(OPEN, "--html", "wished.html", "--avoid-pairs", "1-2")
    assert Path("plain.html").read_bytes() == Path("wished.html").read_bytes()


def test_a_round_changed_by_wishes_says_so_beside_the_pairs(pair: Call) -> None:
    found = pair(OPEN, *AVOIDED)
    assert found.output.splitlines()[:3] == ["11", "3 9", "1 14"]
    assert found.errors == (
        f"{OPEN}: not FIDE mode: because of the wishes, 1 - 14, 7 - 10 instead of 1 - 10, 7 - 14\n"
        f"{OPEN}:   avoid pairs (weak): granted\n"
    )
    assert pair(OPEN, *AVOIDED, "--quiet").errors == ""


def test_json_has_the_round_without_wishes_and_each_outcome(pair: Call) -> None:
    value = pair(OPEN, *AVOIDED, "--format", "json").value["wishes"]
    assert (value["fide_mode"], value["boards"], value["instead_of"]) == (
        False,
        [[1, 14], [7, 10]],
        [[1, 10], [7, 14]],
    )
    assert value["outcomes"] == [{"kind": "avoid", "label": "pairs", "strength": "weak", "granted": True, "broken": []}]


def test_a_wish_that_is_not_granted_says_why(pair: Call) -> None:
    found = pair(CLUB, "--round", 3, "--avoid-pairs", "3-2,5-9", "--format", "account")
    assert found.output.splitlines()[-2:] == [
        "not FIDE mode: because of the wishes, 9 - 8, 6 - 5 instead of 9 - 5, 6 - 8",
        f"  avoid pairs (weak): not granted for 3 - 2; otherwise {WORSE}",
    ]
    value = pair(CLUB, "--round", 3, "--avoid-pairs", "3-2,5-9", "--format", "json").value["wishes"]
    (broken,) = value["outcomes"][0]["broken"]
    assert (broken["board"], broken["article"], broken["code"]) == ([3, 2], "C.04.3 2.4.10", "C15")


def test_a_strong_wish_is_granted_at_the_cost_of_that_criterion(pair: Call) -> None:
    found = pair(CLUB, "--round", 3, "--avoid-pairs", "3-2", "--strength", "strong", "--format", "account")
    assert "MDP opponents who received an upfloat in the previous round: 1 [C15, C.04.3 2.4.10]" in found.output
    assert "avoid pairs (strong): granted" in found.output


def test_the_page_says_what_there_would_be_without_wishes(pair: Call) -> None:
    pair(CLUB, "--round", 3, "--avoid-pairs", "3-2,5-9", "--html", "page.html")
    page = Path("page.html").read_text(encoding="utf-8")
    assert "Not FIDE mode: the organiser's wishes have changed this round" in page
    assert "Pairs without the wishes:" in page
    assert "avoid pairs (weak): not granted for" in page


def test_the_bye(pair: Call) -> None:
    assert pair(OPEN, "--no-bye", "21").output.splitlines()[-1] == "19 0"
    assert pair(OPEN, "--prefer-bye", "3").output.splitlines()[-1] == "21 0"
    assert pair(OPEN, "--prefer-bye", "3", "--strength", "strong").output.splitlines()[-1] == "3 0"
    weak = pair(OPEN, "--prefer-bye", "3").errors
    words = "the score of the assignee of the pairing-allocated bye: 4.0 instead of 1.0 [C5, "
    assert f"prefer-bye 3 (weak): not granted for 21 bye; otherwise {words}" in weak


def test_a_file_of_clubs(pair: Call) -> None:
    put("clubs.csv", "number,club\n1,A\n10,A\n7,B\n14,B\n")
    assert pair(OPEN, "--avoid", "clubs.csv").output == pair(OPEN, *AVOIDED).output
    assert pair(OPEN, "--avoid", "club").status == BAD_REQUEST


def test_recorded_wishes_are_used_in_checks_and_reported(pair: Call, check: Call) -> None:
    assert "round 3: differs" in check(CLUB).output
    assert (
        pair(CLUB, "--round", 3, "--avoid-pairs", "3-2", "--strength", "strong", "--write-back", "with.trf").status
        == DONE
    )
    text = Path("with.trf").read_text()
    assert text.endswith("### swisspair wish: avoid pairs, strong, rounds 3-3: 2 3\n")
    assert text.startswith(CLUB.read_text())
    found = check("with.trf")
    assert found.status == DONE
    assert "  round 3 agrees, with the organiser's wishes: avoid pairs (strong)\n" in found.output
    value = check("with.trf", "--format", "json").value["files"][0]["rounds"][2]
    assert (value["status"], value["wishes"], value["agrees_in_fide_mode"]) == (
        "agrees",
        ["avoid pairs (strong)"],
        False,
    )
    check("with.trf", "--html", "report.html")
    assert "Checked with the organiser's wishes: avoid pairs (strong)." in Path("report.html").read_text("utf-8")


def test_a_round_that_agrees_without_the_wishes_says_so(pair: Call, check: Call) -> None:
    pair(CLUB, "--round", 2, "--avoid-pairs", "1-2", "--write-back", "with.trf")
    found = check("with.trf", "--round", 2)
    assert found.status == NOTHING_VALID
    assert "  round 2: differs, with the organiser's wishes: avoid pairs (weak)\n" in found.output
    assert "    without these wishes, in FIDE mode, it agrees\n" in found.output
    assert "pairs that a weak wish would keep apart: 1 instead of 0" in found.output
    assert "[weak wish, reading Z2]" in found.output


def test_wishes_can_be_asked_for_when_an_event_is_checked(check: Call) -> None:
    found = check(CLUB, "--round", 3, "--avoid-pairs", "3-2", "--strength", "strong")
    assert (found.status, "round 3 agrees, with the organiser's wishes" in found.output) == (DONE, True)


def test_nothing_is_recorded_where_nothing_is_wished(pair: Call) -> None:
    pair(OPEN, "--write-back", "with.trf")
    assert "wish" not in Path("with.trf").read_text()
    pair(OPEN, *AVOIDED, "--write-back", "asked.trf")
    pair("asked.trf", "--round", 5, *AVOIDED, "--write-back", "again.trf")
    assert "wish" in Path("asked.trf").read_text()
    assert "\n### FIDE mode exited @ Round 5: " in Path("asked.trf").read_text()
    assert Path("again.trf").read_bytes() == Path("asked.trf").read_bytes()


def test_questions_about_a_file_that_records_wishes_know_them(call: Call, pair: Call) -> None:
    pair(OPEN, *AVOIDED, "--write-back", "with.trf")
    found = call("swisspair", "--why-not", "1-10", "with.trf")
    assert "pairs that a weak wish would keep apart: 1 instead of 0" in found.output
    assert found.errors == "with.trf: not FIDE mode: paired with the organiser's wishes: avoid pairs (weak)\n"
    assert call("swisspair", "--why-not", "1-10", OPEN, *AVOIDED).output == found.output
    judged = call("swisspair", "--judge", "1-10", "with.trf")
    assert "weak wish" in judged.output


def test_the_forms_of_other_programs_ignore_recorded_wishes(call: Call, pair: Call) -> None:
    pair(OPEN, *AVOIDED, "--write-back", "with.trf")
    recorded = put("recorded.trf", OPEN.read_text() + Path("with.trf").read_text().splitlines(keepends=True)[-1])
    assert "wish" in recorded.read_text()
    assert call("swisspair", "--dutch", recorded, "-p").output == call("swisspair", "--dutch", OPEN, "-p").output


def test_a_hard_wish_that_leaves_no_round(pair: Call) -> None:
    pairs = ",".join(f"1-{n}" for n in range(2, 10))
    found = pair(CLUB, "--round", 1, "--avoid-pairs", pairs, "--no-bye", "1", "--strength", "hard")
    assert found.status == NOTHING_VALID
    assert "without the hard wishes the round could be paired" in found.errors


def test_json_is_as_its_contract_says(pair: Call, check: Call, call: Call) -> None:
    check_is("pairing", pair(CLUB, "--round", 3, "--avoid-pairs", "3-2,5-9", "--format", "json").value)
    check_is("check", check(CLUB, "--avoid-pairs", "3-2", "--format", "json").value)
    for rounds in ("4", "5"):
        check_is("feasibility", call("swisspair", "--feasible", rounds, CLUB, "--format", "json").value)


def test_feasible(call: Call) -> None:
    assert call("swisspair", "--feasible", "4", CLUB).output == (
        "4 more rounds can be paired: one way to pair them was found\n"
    )
    found = call("swisspair", "--feasible", "5", CLUB)
    assert (found.status, found.output.splitlines()) == (
        NOTHING_VALID,
        [
            "5 more rounds cannot be paired: the bye can be given only 4 times, but 5 rounds need it",
            "  4 of them can be paired",
        ],
    )
    value = call("swisspair", "--feasible", "2", CLUB, "--avoid-pairs", "1-2", "--format", "json").value
    assert value["feasible"]
    assert len(value["rounds"]) == 2
    assert all(sorted(board) != [1, 2] for boards in value["rounds"] for board in boards)
    assert call("swisspair", "--feasible", CLUB).status == BAD_REQUEST
    assert call("swisspair", "--feasible", "95", CLUB).status == BAD_REQUEST
