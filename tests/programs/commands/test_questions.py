"""Questions about a round, and wishes."""

import json
from pathlib import Path

import pytest

from tests.places import FIXTURES
from tests.programs.commands.calls import BAD_REQUEST, DONE, NO_ACCESS, NOTHING_VALID, Call, put
from tests.programs.commands.test_json import check_is

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
    assert "2 proposed boards are not those" in call("swisspair", "--judge", "4-2,3-1", FILE).output


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("--why", FILE), BAD_REQUEST, "expected NUMBER FILE"),
        (("--why", 99, FILE), BAD_REQUEST, "there is no participant 99"),
        (("--why", 12, FILE, "--round", 9), BAD_REQUEST, "questions can be asked about rounds 1 to 4"),
        (("--why-not", "12-sideways", FILE), BAD_REQUEST, "there is no participant sideways"),
        (("--what-if", "absent:x", FILE), BAD_REQUEST, "there is no participant x"),
        (("--what-if", "3-bye", "absent:3", FILE), BAD_REQUEST, "is not paired in round 4: absent"),
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
    assert "  standings: the ranks agree with the tie-breaks PTS, DE, BH/C1, BH, SB (record 212)\n" in right.output
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
    assert (
        "  standings: 2 ranks are not those that the tie-breaks PTS, DE, BH/C1, BH, SB (record 212) give\n"
        in wrong.output
    )
    assert call("swisscheck", "swapped.trf", "--no-standings").status == DONE
    value = call("swisscheck", "swapped.trf", "--format", "json").value
    assert (value["standings"], value["wrong_standings"]) == (1, 1)


OPEN = FIXTURES / "open-2026-round-5.trf"
CLUB = FIXTURES / "club-2026-altered.trf"
FORMATS = ("pairs", "json", "account", "card")
AVOIDED = ("--avoid-pairs", "1-10,7-14")
"""A wish: players 1 and 10 should not meet, nor players 7 and 14. This wish does not make the round worse."""

WORSE = (
    "otherwise this pairing is worse, because it has more opponents of moved-down players who received an upfloat in "
    "the previous round (1 instead of 0)"
)


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
    assert (value["fide_mode"], value["boards"], value["instead_of"]) == (False, [[1, 14], [7, 10]], [[1, 10], [7, 14]])
    assert value["outcomes"] == [{"kind": "avoid", "label": "pairs", "strength": "weak", "granted": True, "broken": []}]


def test_a_wish_that_is_not_granted_says_why(pair: Call) -> None:
    found = pair(CLUB, "--round", 3, "--avoid-pairs", "3-2,5-9", "--format", "account")
    assert found.output.splitlines()[-2:] == [
        "not FIDE mode: because of the wishes, 9 - 8, 6 - 5 instead of 9 - 5, 6 - 8",
        f"  avoid pairs (weak), not granted for 3 - 2; {WORSE}: player 3 [C15, C.04.3 2.4.10]",
    ]
    value = pair(CLUB, "--round", 3, "--avoid-pairs", "3-2,5-9", "--format", "json").value["wishes"]
    (broken,) = value["outcomes"][0]["broken"]
    assert (broken["board"], broken["article"], broken["code"]) == ([3, 2], "C.04.3 2.4.10", "C15")


def test_a_strong_wish_is_granted_at_the_cost_of_that_criterion(pair: Call) -> None:
    found = pair(CLUB, "--round", 3, "--avoid-pairs", "3-2", "--strength", "strong", "--format", "account")
    assert (
        "opponents of moved-down players who received an upfloat in the previous round: 1 [C15, C.04.3 2.4.10]"
        in found.output
    )
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
    words = (
        "because of the score of the assignee of the pairing-allocated bye (4.0 instead of 1.0): player 3 instead of "
    )
    assert f"not granted for 21 bye; otherwise this pairing is worse, {words}player 21 [C5" in weak


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
    assert "more pairs that a weak wish would keep apart (1 instead of 0)" in found.output
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
    assert "more pairs that a weak wish would keep apart (1 instead of 0)" in found.output
    assert found.errors == "with.trf: not FIDE mode, but paired with the organiser's wishes: avoid pairs (weak)\n"
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
