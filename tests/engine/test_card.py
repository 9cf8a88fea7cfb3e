"""The card of a round names the criteria that decided the pairing."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from pairing_engine import pair
from pairing_engine.answers.card import BracketCard, RoundCard, as_text
from swisspair.page.round_page import round_page
from tests.places import FIXTURES
from trf import read

EXPECTED = dict(
    line.split(": ") for line in (FIXTURES / "worked" / "held-2026.expected.txt").read_text().splitlines() if line
)


def card_before(number: int) -> RoundCard:
    return pair(read(FIXTURES / "worked" / f"held-2026-before-round-{number}.trf")).card


def codes(bracket: BracketCard) -> set[str]:
    wrong = {wrong.code for one in bracket.tries for wrong in one.wrong}
    return wrong | {one.code for one in bracket.unmet} | {one.code for one in bracket.decisive}


@pytest.mark.parametrize(
    ("number", "decides"),
    [(4, {"C5", "C12", "C13", "C15"}), (6, {"C4"}), (8, {"C5", "C6", "C8"})],
)
def test_the_deciding_criteria_of_the_book_are_on_the_card(number: int, decides: set[str]) -> None:
    card = card_before(number)
    found = {code for bracket in card.brackets for code in codes(bracket)} | {rival.code for rival in card.rivals}
    assert decides <= found


def test_round_4_fails_first_by_the_criterion_of_the_book() -> None:
    top = card_before(4).brackets[0]
    first, taken = top.tries
    assert (first.pairs, first.floaters, [one.code for one in first.wrong]) == (((1, 3),), (4,), ["C12"])
    assert (taken.pairs, taken.taken, taken.exchange) == (((3, 4),), True, (1, 3))


def test_round_6_cannot_be_completed_with_the_most_pairs() -> None:
    bracket = next(one for one in card_before(6).brackets if one.name == "2.0")
    assert {one.code for one in bracket.tries[0].wrong} == {"C4"}
    assert len(bracket.tries[0].pairs) > len(bracket.pairs)
    assert bracket.figures == (2, 3, 2)


def test_topscorers_of_the_last_round_get_colours_by_strength() -> None:
    card = card_before(9)
    assert card.rows[0].preference in {"B", "BB", "b"}
    assert {(board.white, board.black) for board in card.boards} >= {(10, 1), (9, 3)}


@pytest.mark.parametrize("number", range(1, 10))
def test_the_card_has_the_round_of_the_book(number: int) -> None:
    card = card_before(number)
    pairs = [f"{board.white}-{board.black}" for board in card.boards]
    assert " ".join([*pairs, *([f"{card.bye}-0"] if card.bye else [])]) == EXPECTED[str(number)]
    for bracket in card.brackets:
        if bracket.tries:
            assert [one.taken for one in bracket.tries][-1], bracket.name
            assert {frozenset(one) for one in bracket.tries[-1].pairs} == {frozenset(one) for one in bracket.pairs}
            assert all(one.wrong for one in bracket.tries[:-1])


def test_the_table_before_the_round() -> None:
    rows = {row.number: row for row in card_before(4).rows}
    assert rows[12][1:-1] == (20, "BWW", "BB", ("-", "-"), (5, 9, 15))
    assert rows[8][1:-1] == (20, "BW-", "b", ("-", "D"), (1, 11, 0))


def test_text_can_be_drawn_in_ascii() -> None:
    card = card_before(4)
    assert "12 │ Oskar     │ 2.0 │ BWW     │ BB   │ - -    │  5  9 15\n" in as_text(card)
    plain = as_text(card, ascii_only=True)
    assert plain.isascii()
    assert "    1 Alice -- 2 Bruno\n" in plain


@pytest.mark.parametrize("name", ["team-before-round-5", "double-swiss-before-round-5", "trf26-before-round-3"])
def test_pages_of_other_systems_have_valid_links(name: str) -> None:
    assert_whole(round_page(name, pair(read(FIXTURES / "trf" / "valid" / f"{name}.trf"))))


@pytest.mark.parametrize("system", ["dutch", "dubov", "burstein", "lim"])
def test_pages_of_all_systems_of_single_games(system: str) -> None:
    event = read(FIXTURES / "open-2026-round-5.trf")
    for number in range(1, 6):
        paired = pair(replace(event, rounds=event.rounds[: number - 1]), system=system)
        assert_whole(round_page("open", paired))
        text = as_text(paired.card)
        assert all(f"{board.white} " in text for board in paired.card.boards)


def test_text_from_a_file_is_escaped() -> None:
    event = read(FIXTURES / "worked" / "held-2026-before-round-4.trf")
    first = event.participants[0]._replace(name="<script>alert(1)</script>")
    page = round_page("<b>", pair(replace(event, participants=(first, *event.participants[1:]))))
    assert "<script" not in page
    assert "<b>" not in page
    assert_whole(page)


def assert_whole(page: str) -> None:
    """Check that all links within the page work, and that the page loads no other files."""
    anchors = re.findall(r' id="([^"]+)"', page)
    assert len(anchors) == len(set(anchors))
    targets = set(re.findall(r'href="#([^"]+)"', page)) | set(re.findall(r"url\(#([^)]+)\)", page))
    labels = {one for found in re.findall(r'aria-labelledby="([^"]+)"', page) for one in found.split()}
    assert targets | labels <= set(anchors)
    assert not re.findall(r'(?:src|href)="(?!#|data:,)', page)
    assert "<script" not in page
    assert "http" not in page
