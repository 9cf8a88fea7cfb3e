"""The account of a pairing lists the brackets and the unmet criteria.

The account also names the steps taken, and the articles that gave the colours.
"""

import re

import pytest

from pairing_engine import pair
from pairing_engine.answers.account import Account, BracketAccount, Unmet, account_of
from pairing_engine.answers.card import RoundCard, as_text
from pairing_engine.facts import model
from pairing_engine.facts.cautions import cautions
from pairing_engine.facts.model import Bye, ByeKind, Points, Prohibition, Request, Scoring, Tournament, Tpn
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import state_before
from pairing_engine.systems import SYSTEMS
from swisspair.page.sheets import round_page
from tests.builders import tournament
from tests.places import FIXTURES
from tests.programs.legacy.events import event, player
from trf import examine, read
from trf.event.odd_rounds import unknown_symbols


def account(event: Tournament, number: int, name: str = "dutch") -> Account:
    system = SYSTEMS[name]["2026"]
    state = state_before(event, number, system.conventions)
    return account_of(pair_round(system, state), state, system)


def test_a_bracket_lists_joiners_leavers_and_unmet_criteria() -> None:
    first, second = account(tournament(5, "1-3:10 4-2:01 5:U"), 2).brackets
    assert (first.residents, first.joined, first.pairs, first.floaters) == ((1, 2, 5), (), ((1, 5),), (2,))
    assert Unmet("C6", "C.04.3 2.4.1", "downfloaters", "1") in first.unmet
    assert (second.residents, second.joined, second.pairs, second.floaters) == ((3, 4), (2,), ((2, 3),), (4,))


def test_every_board_names_the_article_of_its_colours() -> None:
    colours = account(tournament(4), 1).colours
    assert [cited.article for cited in colours] == ["C.04.3 5.2.5", "C.04.3 5.2.5"]


def test_a_procedure_tells_its_steps() -> None:
    event = generate(Plan(players=9, rounds=3), 3, SYSTEMS["lim"]["2026"])
    told = account(event, 3, "lim")
    assert all(step.article.startswith("C.04.4.3 ") for bracket in told.brackets for step in bracket.steps)
    assert any(bracket.steps for bracket in told.brackets)


def test_a_seeding_round_of_burstein_is_told_by_its_rules() -> None:
    event = generate(Plan(players=8, rounds=6), 3, SYSTEMS["burstein"]["2026"])
    assert account(event, 1, "burstein").colours[0].article.startswith("C.04.3 ")
    assert account(event, 6, "burstein").colours[0].article.startswith("C.04.4.2 ")


def test_the_object_of_a_bracket_has_points_as_written() -> None:
    found = account(tournament(5, "1-3:10 4-2:01 5:U"), 2).brackets[0].to_dict()
    assert found["score"] == "1.0"
    assert found["unmet"]


def test_the_decision_of_a_bracket_has_fixed_words() -> None:
    """Check the descriptions of decisions, because other programs read these descriptions."""
    found = {
        trace.decided
        for name, editions in SYSTEMS.items()
        for event in (generate(Plan(players=12, rounds=5), 2, editions["2026"]),)
        for number in range(1, len(event.rounds) + 1)
        for trace in pair_round(editions["2026"], state_before(event, number, editions["2026"].conventions)).trace
    }
    assert {"the bracket", "the bracket and the next scoregroup"} <= found
    assert not [words for words in found if "{" in words]


def test_the_reference_gives_the_same_account() -> None:
    """Compare all fields of a bracket except ``found``, the method for finding the pairing."""
    system = SYSTEMS["burstein"]["2026"]
    event = generate(Plan(players=8, rounds=7), 500, system)
    state = state_before(event, 5, system.conventions)
    one, other = (pair_round(system, state, engine) for engine in (Backend.AUTO, Backend.REFERENCE))
    assert [trace.pairing for trace in one.trace] == [trace.pairing for trace in other.trace]
    found, expected = (account_of(pairing, state, system) for pairing in (one, other))
    assert [bracket._replace(found="") for bracket in found.brackets] == [
        bracket._replace(found="") for bracket in expected.brackets
    ]


EXPECTED = dict(
    line.split(": ") for line in (FIXTURES / "worked" / "held-2026.expected.txt").read_text().splitlines() if line
)


def card_before(number: int) -> RoundCard:
    return pair(read(FIXTURES / "worked" / f"held-2026-before-round-{number}.trf")).card


def codes(bracket: BracketAccount) -> set[str]:
    wrong = {wrong.code for one in bracket.tries for wrong in one.wrong}
    return wrong | {one.code for one in bracket.unmet} | {one.reason.code for one in bracket.decisive}


@pytest.mark.parametrize(
    ("number", "decides"), [(4, {"C5", "C12", "C13", "C15"}), (6, {"C4"}), (8, {"C5", "C6", "C8"})]
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
        paired = pair(event._replace(rounds=event.rounds[: number - 1]), system=system)
        assert_whole(round_page("open", paired))
        text = as_text(paired.card)
        assert all(f"{board.white} " in text for board in paired.card.boards)


def test_the_rulebook_of_a_page_states_the_order_of_candidates_in_the_words_of_the_rule() -> None:
    """[C.04.3 4.2.2, 4.3.2.1] Check that no definition speaks of the players of a rejected candidate or bye."""
    page = round_page("held", pair(read(FIXTURES / "worked" / "held-2026-before-round-1.trf")))
    rulebook = dict(re.findall("<dt>(.+?)</dt><dd>(.+?)</dd>", page))
    first = "If two candidates are equally good, this decides which comes first: "
    assert {article: words for article, words in rulebook.items() if words.startswith(first)} == {
        "C.04.3 4.2.2": f"{first}the first in-bracket sequence number (BSN) in which the orders of S2 differ.",
        "C.04.3 4.3.2.1": f"{first}the number of exchanges between S1 and S2.",
    }


def test_text_from_a_file_is_escaped() -> None:
    event = read(FIXTURES / "worked" / "held-2026-before-round-4.trf")
    first = event.participants[0]._replace(name="<script>alert(1)</script>")
    page = round_page("<b>", pair(event._replace(participants=(first, *event.participants[1:]))))
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


PEOPLE = tuple(model.Participant(Tpn(number)) for number in range(1, 6))
PLAIN = Tournament("Club", PEOPLE, settings=model.Settings(rounds=3, initial_colour=model.Colour.WHITE))


def with_settings(**settings: object) -> Tournament:
    return PLAIN._replace(settings=PLAIN.settings._replace(**settings))  # type: ignore[arg-type]


@pytest.mark.parametrize(("event", "words"), [
    (PLAIN, ""),
    (with_settings(rounds=5), ""),
    (with_settings(rounds=6), "5 participants cannot play 6 rounds without some of them meeting twice"),
    (with_settings(rounds=4)._replace(participants=PEOPLE[:4]), "4 participants cannot play 4 rounds without"),
    (with_settings(scoring=Scoring(draw=Points(6), half_point_bye=Points(6))), "two draws (1.2) are worth more"),
    (with_settings(scoring=Scoring(pairing_allocated_bye=Points(15))), ""),
    (with_settings(scoring=Scoring(pairing_allocated_bye=Points(0))), "the pairing-allocated bye is worth 0.0,"),
    (with_settings(prohibitions=(Prohibition(2, 3, frozenset({Tpn(1), Tpn(2)})),)), "prohibited"),
    (PLAIN._replace(requests=(Request(1, Bye(Tpn(2), ByeKind.FULL_POINT)),)), "1 full-point bye is requested"),
    (with_settings(first_day="2019/01/01")._replace(requests=(Request(1, Bye(Tpn(2), ByeKind.FULL_POINT)),)), ""),
])  # fmt: skip
def test_each_caution_is_given_once(event: Tournament, words: str) -> None:
    found = list(cautions(event))
    assert [one.startswith(words) for one in found] == ([True] if words else [])


def test_no_caution_changes_a_pairing() -> None:
    event = with_settings(prohibitions=(Prohibition(2, 3, frozenset({Tpn(1), Tpn(2)})),))
    assert pair(event).boards == pair(PLAIN).boards


def test_a_symbol_that_is_no_result_is_named_with_its_place() -> None:
    text = event(player(1, "0.0", "   2 w x"), player(2, "0.0", "   1 b x"))
    assert list(unknown_symbols(examine(text).file)) == [
        "line 4, column 99: 'X' is not a known result, so the game has no result; enter one"
    ]
    known = event(player(1, "0.0", "   2 w ?"), player(2, "0.0", "   1 b"))
    assert not list(unknown_symbols(examine(known).file))
