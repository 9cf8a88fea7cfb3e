"""The nine rounds of "Mastering the Dutch" (TEC, 2026). The answers cite the same criteria as the book."""

from __future__ import annotations

import pytest

from checker.questions import Moment, judge, moment, what_if, why, why_not
from checker.questions.words import of_verdict, of_what_if, of_why, of_why_not
from pairing_engine.errors import BadRequest
from pairing_engine.kernel.findings import Fault
from tests.places import FIXTURES
from trf import read

WORKED = FIXTURES / "worked"


def before(number: int) -> Moment:
    return moment(read(WORKED / f"held-2026-before-round-{number}.trf"))


def code(at: Moment, number: int, what: int | str) -> str:
    finding = why_not(at, number, what).finding
    return "" if finding is None else finding.code


@pytest.mark.parametrize(
    ("number", "pair", "expected"),
    [
        (4, (5, "bye"), "C5"),  # p. 44: the bye goes to the lowest score
        (4, (4, 2), "C12"),
        (4, (12, "up"), "C13"),
        (9, (1, 9), "C1"),
    ],
)
def test_the_criterion_of_the_book_decides(number: int, pair: tuple[int, int | str], expected: str) -> None:
    assert code(before(number), *pair) == expected


def test_a_pair_that_met_is_impossible_with_its_round() -> None:
    at = before(4)
    found = why_not(at, 12, 9)
    assert found.is_impossible
    assert list(of_why_not(found)) == [
        "12 Oskar (2.0) against 9 Louise (2.0): impossible",
        "  they already met in round 2; 12 Oskar, 9 Louise [C1, C.04.1 2]",
    ]


def test_the_actual_pairing_is_confirmed() -> None:
    at = before(4)
    assert why_not(at, 10, "bye").is_so
    assert why_not(at, 12, 7).is_so
    assert why_not(at, 12, "down").is_so
    assert why_not(at, 12, "black").is_so


def test_other_colours_cite_the_article_that_gave_them() -> None:
    finding = why_not(before(4), 12, "white").finding
    assert finding is not None
    assert (finding.fault, finding.article) == (Fault.COLOUR, "C.04.3 5.2.1")


def test_why_tells_everything_about_a_player() -> None:
    at = before(4)
    lines = list(of_why(why(at, 12)))
    assert lines[0] == "12 Oskar (2.0) in round 4: board 4, Black against 7 Giorgia (1.5)"
    assert lines[1].startswith(
        "  Without this float, the round would be equally good, but 8 Kevin would meet 12 Oskar, "
    )
    assert (
        lines[2]
        == "  12 Oskar (2.0) not paired down: the best round would then be equally good, but later in the order"
    )
    assert "[C.04.3 4." in lines[3]
    assert "    9 Louise: they already met in round 2 [C1, C.04.1 2]" in lines


def test_what_if_a_player_were_absent() -> None:
    at = before(4)
    found = what_if(at, ["absent:9"])
    assert (10, 0) in found.gone
    assert next(of_what_if(found)) == "if 9 Louise is absent:"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("absent:x", "expected a number"),
        ("result:3:12-15=2-0", "expected a form such as"),
        ("result:9:12-15=1-0", "round 9 is not one of rounds 1 to 3"),
        ("result:3:12-14=1-0", "did not meet in round 3"),
        ("present:3", "is not absent"),
        ("prohibit:4", "expected two numbers"),
        ("12-99", "there is no participant 99"),
    ],
)
def test_a_change_that_cannot_be_made_is_refused_in_words(change: str, words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        what_if(before(4), [change])


@pytest.mark.parametrize("result", ["1/2-1/2", "½–½", "=-="])  # the option `--enter` accepts these forms of a result
def test_a_result_that_stays_changes_nothing(result: str) -> None:
    at = before(4)
    found = what_if(at, [f"result:3:1-4={result}"])
    assert found.new == ()
    assert list(of_what_if(found))[1] == "  round 4 stays as it is"


def test_a_proposal_is_judged_board_by_board() -> None:
    at = before(4)
    assert judge(at, [(4, 3), (2, 1)]).agrees
    found = judge(at, [(4, 2), (3, 1)])
    assert [board.why.finding.code for board in found.boards if board.why.finding] == ["C12", "C12"]
    assert next(of_verdict(found)) == "2 proposed boards differ from the round that the rules demand"


def test_a_complete_proposal_may_differ_in_colours_alone() -> None:
    at = before(4)
    pairs = [(board.white, board.black) for board in at.pairing.boards] + [(10, 0)]
    assert judge(at, [(int(w), int(b)) for w, b in pairs]).agrees
    pairs[0] = pairs[0][::-1]
    found = judge(at, [(int(w), int(b)) for w, b in pairs])
    assert found.is_complete
    assert [board.why.finding.fault for board in found.boards if board.why.finding] == [Fault.COLOUR]


def test_a_player_named_twice_is_refused() -> None:
    with pytest.raises(BadRequest, match="names 4 twice"):
        judge(before(4), [(4, 3), (4, 1)])
