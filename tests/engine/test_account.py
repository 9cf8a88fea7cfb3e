"""The account of a pairing lists the brackets and the unmet criteria.

The account also names the steps taken, and the articles that gave the colours.
"""

from __future__ import annotations

import pytest

from pairing_engine.answers.account import Account, Unmet, account_of, as_lines
from pairing_engine.facts.model import Tournament, show_points
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import state_before
from pairing_engine.systems import SYSTEMS
from tests.builders import tournament


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


def test_dubov_tells_the_criteria_that_are_not_fulfilled() -> None:
    """[C.04.4.1 2.3.1-2.3.3] Check the stated upfloaters, score differences and denied preferences of a round."""
    system = SYSTEMS["dubov"]["2026"]
    event = generate(Plan(players=20, rounds=6), 500, system)
    denied = 0
    for number in range(1, 7):
        state = state_before(event, number, system.conventions)
        pairing = pair_round(system, state)
        for trace, told in zip(pairing.trace, account_of(pairing, state, system).brackets, strict=True):
            upfloaters = [p.score for pair in trace.pairing.pairs for p in pair if p.score < trace.bracket.score]
            clashes = sum(one.preference * other.preference > 0 for one, other in trace.pairing.pairs)
            steps = ", ".join(show_points(trace.bracket.score - score) for score in sorted(upfloaters))
            expected = {"C5": str(len(upfloaters)), "C6": steps, "C7": str(clashes)}
            found = {one.code: one.total for one in told.unmet}
            assert {code: found.get(code, "0") for code in ("C5", "C7")} == {c: expected[c] for c in ("C5", "C7")}
            assert found.get("C6", "") == steps
            denied += clashes
    assert denied


def test_a_seeding_round_of_burstein_is_told_by_its_rules() -> None:
    event = generate(Plan(players=8, rounds=6), 3, SYSTEMS["burstein"]["2026"])
    assert account(event, 1, "burstein").colours[0].article.startswith("C.04.3 ")
    assert account(event, 6, "burstein").colours[0].article.startswith("C.04.4.2 ")


def test_everybody_is_placed_once_in_the_account_of_any_system() -> None:
    for name in SYSTEMS:
        system = SYSTEMS[name]["2026"]
        event = generate(Plan(players=11, rounds=4), 5, system)
        state = state_before(event, 4, system.conventions)
        pairing = pair_round(system, state)
        told = account_of(pairing, state, system)
        paired = [number for bracket in told.brackets for pair in bracket.pairs for number in pair]
        boards = [state.shown(tpn) for board in pairing.boards for tpn in (board.white, board.black)]
        assert sorted(paired) == sorted(boards), name
        assert len(as_lines(told, [(1, 2)] * len(pairing.boards))) > len(pairing.boards), name


def test_the_object_of_a_bracket_has_points_as_written() -> None:
    found = account(tournament(5, "1-3:10 4-2:01 5:U"), 2).brackets[0].to_dict()
    assert found["score"] == "1.0"
    assert found["unmet"]


@pytest.mark.parametrize("name", ["double-swiss", "team"])
def test_a_bracket_tells_how_many_upfloaters_come_from_where(name: str) -> None:
    """[2.3.1, 2.3.2] Check that the account states the number of upfloaters and their scores."""
    event = generate(Plan(players=13, rounds=5), 3, SYSTEMS[name]["2026"])
    with_upfloaters = 0
    for bracket in (found for number in range(1, 6) for found in account(event, number, name).brackets):
        told = {unmet.code: unmet.total for unmet in bracket.unmet}
        assert told.get("C4", "0") == str(len(bracket.joined))
        assert len(told["C5"].split(", ")) == len(bracket.joined) if bracket.joined else "C5" not in told
        with_upfloaters += bool(bracket.joined)
    assert with_upfloaters > 3


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
