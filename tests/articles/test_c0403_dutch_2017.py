"""[C.04.3] The Dutch rules of 2017, in positions solved by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing_engine import BadRequest, pair
from pairing_engine.facts.model import Points, Scoring, Settings
from pairing_engine.kernel.bracket import Route
from pairing_engine.matching import Backend
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.dutch.edition_2017 import DUTCH_2017
from tests.articles.dutch_2017_positions import POSITIONS
from tests.builders import brackets_of, only, pairs_of, player, show, state, tournament


def before(event: object, number: int) -> RoundState:
    return state_before(event, number, DUTCH_2017.conventions)  # type: ignore[arg-type]


def routes(state_: RoundState) -> list[Route]:
    return [trace.bracket.route for trace in DUTCH_2017.pair(state_, Backend.AUTO).trace]


# --- A: definitions --------------------------------------------------------------------------------------------------


def test_a4b_every_unplayed_round_is_a_downfloat() -> None:
    event = tournament(9, "1-2:== 3-4:+- 5:U 6:H 7:F 8:Z")
    floats = {int(p.tpn): p.floats for p in before(event, 2).players}
    assert "".join(floats[n] for n in range(1, 10)) == "--DDDDDDD"


def test_a4b_a_late_entry_has_a_downfloat_per_round_missed() -> None:
    assert before(tournament(5, "1-2:== 3-4:==", "1-3:== 2-4:=="), 3).by_tpn[5].floats == "DD"  # type: ignore[index]


def test_c2_byes_and_forfeit_wins_bar_full_point_byes_do_not() -> None:
    event = tournament(7, "1-2:+- 3:U 4:F 5:H 6:Z")
    assert [int(p.tpn) for p in before(event, 2).players if not p.may_have_bye] == [1, 3]


def test_c2_a_bye_bars_whatever_it_was_worth() -> None:
    scoring = Settings(scoring=replace(Scoring(), pairing_allocated_bye=Points(0)))
    event = tournament(3, "1-2:== 3:U", settings=scoring)
    assert not before(event, 2).by_tpn[3].may_have_bye  # type: ignore[index]


# --- A.9: the two routes ---------------------------------------------------------------------------------------------


def test_a9_where_all_can_be_completed_there_is_one_route() -> None:
    there = state(player(1, 10), player(2, 10), player(3, 0), player(4, 0))
    assert brackets_of(there, DUTCH_2017) == "1-2 | 3-4"
    assert routes(there) == [Route.ORDINARY, Route.ORDINARY]


def test_a9_the_ppb_is_paired_again_and_the_clb_ends_the_round() -> None:
    """Players 1 and 2 could meet. But players 3 and 4 have met, so players 1 and 2 must both float."""
    players = [player(1, 10), player(2, 10), player(3, 0), player(4, 0)]
    there = state(*only("1-2 1-3 1-4 2-3 2-4", players))
    assert brackets_of(there, DUTCH_2017) == "/1,2 | 1-3 2-4"
    assert routes(there) == [Route.PENULTIMATE, Route.COLLAPSED]


def test_a9_only_the_following_bracket_is_considered() -> None:
    """When a bracket is paired, only the following bracket counts, not the brackets below that one.

    Player 3 floats. The pair 3-4 would leave players 5 and 6, who cannot be paired. So the bracket of players 3 and 4
    becomes the PPB, and all remaining players form the last bracket. In 2026, player 2 floats instead [C4], because
    only player 2 of the first bracket may meet player 6.
    """
    players = [player(1, 20), player(2, 20), player(3, 20), player(4, 10), player(5, 0), player(6, 0)]
    there = state(*only("1-2 1-3 2-3 3-4 3-5 4-5 4-6 2-6", players))
    assert brackets_of(there, DUTCH_2017) == "1-2/3 | /3,4 | 3-5 4-6"
    assert routes(there) == [Route.ORDINARY, Route.PENULTIMATE, Route.COLLAPSED]


def test_a8_everybody_in_the_clb_has_an_own_score() -> None:
    """The players of the CLB keep their own scores.

    The pairing with the smallest score differences is chosen.
    """
    players = [player(1, 30), player(6, 30), player(2, 20), player(3, 10), player(4, 10), player(5, 0)]
    there = state(*only("1-2 1-3 1-4 1-5 2-3 2-4 3-4 6-2 6-3 6-4 6-5 5-3 5-4 5-2", players))
    assert pairs_of(there, DUTCH_2017) == "1-2 6-3 4-5"


# --- B, C: criteria and their order ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", POSITIONS)
def test_the_order_of_the_criteria(name: str) -> None:
    position = POSITIONS[name]
    assert pairs_of(position.before, DUTCH_2017) == position.answer, position.why


# --- E, and around ---------------------------------------------------------------------------------------------------


def test_e_the_articles_of_the_colours() -> None:
    found = pair(tournament(4), system="dutch", edition="2017")
    assert show(found) == "1-3 4-2"
    assert {board.colour_step.article for board in found.boards} == {"E.5"}


def test_c0402_d9_boards_stand_in_the_order_of_real_scores() -> None:
    """Boards are sorted by real scores, even if virtual points make the pairing scores equal."""
    event = tournament(8, "1-5:01 6-2:10 3-7:01 8-4:10", settings=Settings(baku=True))
    by_real, by_pairing = (pair(event, system="dutch", edition=edition).boards[0] for edition in ("2017", "2026"))
    assert 5 in (by_real.white, by_real.black)
    assert 1 in (by_pairing.white, by_pairing.black)


def test_c040501_baku_of_2016_is_for_the_standard_scores() -> None:
    threes = Settings(baku=True, scoring=replace(Scoring(), win=Points(30), draw=Points(15)))
    with pytest.raises(BadRequest, match=r"C\.04\.5\.1 1"):
        pair(tournament(8, settings=threes), system="dutch", edition="2017")
    assert len(pair(tournament(8, settings=threes), system="dutch", edition="2026").boards) == 4
