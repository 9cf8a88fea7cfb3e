"""[C.04.3 3 to 5] The FIDE (Dutch) System of 2026: brackets, the order of candidates, colours."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest

from pairing_engine import pair
from pairing_engine.facts.model import Points, Settings, Tpn, VirtualPoints
from pairing_engine.kernel.order import Order
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import Player
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026, ORDERS_2026
from tests.articles.test_c0403_dutch_2026 import TOPSCORERS
from tests.builders import BLACK, WHITE, brackets_of, player, show, state, tournament

# --- 3: process -------------------------------------------------------------------------------------------------------


def test_3_1_2_maxpairs_is_limited_by_the_residents() -> None:
    """Three players move down to a bracket with one resident, so there is only one pair."""
    mdps = player(1, 20, barred=[2, 3]), player(2, 20, barred=[3]), player(3, 20)
    lower = player(5, 0), player(6, 0)
    assert brackets_of(state(*mdps, player(4), *lower)) == "/1,2,3 | 1-4/2,3 | 2-5 3-6"


def test_3_1_3_m1_mdps_are_paired_the_others_are_in_the_limbo() -> None:
    """Players in the Limbo float to the next bracket [3.2.4, note]."""
    mdps = player(1, 20, barred=[2, 3]), player(2, 20, barred=[3]), player(3, 20)
    residents = player(4, barred=[5]), player(5)
    assert brackets_of(state(*mdps, *residents, player(6, 0))) == "/1,2,3 | 1-4 2-5/3 | 3-6"


def test_3_2_mdps_do_not_meet_each_other() -> None:
    """Two moved-down players never meet each other in the bracket [Reading D3]."""
    mdps = player(1, 20, barred=[2]), player(2, 20)
    assert brackets_of(state(*mdps, player(3), player(4))) == "/1,2 | 1-3 2-4"


def test_3_3_1_the_first_of_s1_meets_the_first_of_s2() -> None:
    assert brackets_of(state(*(player(n) for n in range(1, 9)))) == "1-5 2-6 3-7 4-8"


def test_3_3_2_of_an_odd_homogeneous_bracket_the_last_floats() -> None:
    assert brackets_of(state(*(player(n, 20) for n in range(1, 6)), player(6))) == "1-3 2-4/5 | 5-6"


def test_3_3_3_the_remainder_is_paired_as_homogeneous() -> None:
    # Player 1 meets player 2. Then the remainder is 3 4 | 5 6.
    assert brackets_of(state(player(1, 20), *(player(n) for n in range(2, 7)))) == "/1 | 1-2 3-5 4-6"


def test_3_3_3_without_mdp_pairs_the_remainder_comes_at_once() -> None:
    # Player 1 has met all residents and floats again. Player 2 meets player 3.
    players = player(1, 20, barred=[2, 3]), player(2), player(3), player(4, 0)
    assert brackets_of(state(*players)) == "/1 | 2-3/1 | 1-4"


def test_3_6_1_first_a_transposition_then_an_exchange() -> None:
    # The pair 1-4 is not allowed. After 1-5, the pairs 2-4 and 3-6 remain.
    transposed = player(1, barred=[4]), *(player(n) for n in range(2, 7))
    assert brackets_of(state(*transposed)) == "1-5 2-4 3-6"
    # Players 1, 2 and 3 have met players 4, 5 and 6, so an exchange is needed.
    exchanged = (*(player(n, barred=[4, 5, 6]) for n in (1, 2)), *(player(n) for n in range(3, 7)))
    assert brackets_of(state(*exchanged)) == "1-2 3-5 4-6"


def test_3_6_1_an_exchange_of_two_when_the_halves_may_not_meet() -> None:
    # By 4.3.2, the exchange of players 3 and 4 for players 5 and 6 has the smallest difference. An exchange of one
    # player is not enough.
    players = [player(n, barred=range(5, 9) if n < 5 else ()) for n in range(1, 9)]
    assert brackets_of(state(*players)) == "1-3 2-4 5-7 6-8"


def test_3_7_1_the_remainder_is_altered_before_the_mdp_pairing() -> None:
    # Player 1 meets player 2. In 3 4 | 5 6, the pair 4-6 is not allowed. So 3-6 4-5 comes before another opponent for
    # player 1.
    residents = player(2), player(3), player(4), player(5), player(6, barred=[2, 4])
    assert brackets_of(state(player(1, 20), *residents)) == "/1 | 1-2 3-6 4-5"


def test_3_7_2_then_the_mdp_pairing() -> None:
    # After 1-2, the remainder of players 3 to 6 cannot be paired, because player 3 has met players 4, 5 and 6. After
    # 1-3, the remainder can be paired.
    residents = player(2), player(3, barred=[4, 5, 6]), player(4), player(5), player(6)
    assert brackets_of(state(player(1, 20), *residents)) == "/1 | 1-3 2-5 4-6"


def test_3_7_3_then_the_set_of_pairable_mdps() -> None:
    # There is one resident for players 1 and 2. Player 1 has met this resident, so player 2 is paired and player 1 is
    # in the Limbo.
    mdps = player(1, 20, barred=[2, 3]), player(2, 20)
    assert brackets_of(state(*mdps, player(3), player(4, 0))) == "/1,2 | 2-3/1 | 1-4"


def test_3_8_1_the_earliest_of_the_best_candidates() -> None:
    # No candidate is perfect, because three players prefer White. The candidates 1-3 2-4 and 1-4 2-3 each deny one
    # preference, and the first is taken.
    players = player(1, 10, "wb"), player(2, 10, "bw"), player(3, 10, "wb"), player(4, 10, "wb")
    assert brackets_of(state(*players)) == "1-3 2-4"


# --- 4: order of candidates -------------------------------------------------------------------------------------------


def transposition(order: Order, s1: range, s2: tuple[int, ...]) -> int:
    """Return the sort key of a transposition. The first BSN is 1."""
    floaters = set(range(s1.stop, len(order.top) + 1)) - set(s2)
    pairs = sum(order.pair(top - 1, bsn - 1) for top, bsn in zip(s1, s2, strict=True))
    return pairs + sum(order.other[bsn - 1] for bsn in floaters)


def test_4_1_1_bsns_number_the_bracket_or_the_remainder() -> None:
    # The remainder of 1-2 has its own BSNs, 1 to 4. Its S1R is players 3 and 4. They have met players 5 and 6, so one
    # of them is exchanged.
    residents = player(2), player(3, barred=[5, 6]), player(4, barred=[5, 6]), player(5), player(6)
    assert brackets_of(state(player(1, 20), *residents)) == "/1 | 1-2 3-4 5-6"


def test_4_2_2_the_transpositions_of_eleven_in_a_bracket() -> None:
    """The rules' example has 720 transpositions, from 6-7-8-9-10 to 11-10-9-8-7."""
    order = ORDERS_2026.residents(11, 5)
    found = sorted(permutations(range(6, 12), 5), key=lambda s2: transposition(order, range(1, 6), s2))
    listed = [(6, 7, 8, 9, 10), (6, 7, 8, 9, 11), (6, 7, 8, 10, 11), (6, 11, 10, 9, 8), (7, 6, 8, 9, 10)]
    listed.append((11, 10, 9, 8, 7))
    places = [found.index(s2) for s2 in listed]
    assert len(found) == 720
    assert places == sorted(places)
    assert places[:2] == [0, 1]
    assert places[4] == places[3] + 1
    assert places[-1] == 719


def test_4_2_2_the_transpositions_with_two_mdps() -> None:
    """The rules' example with two MDPs has 72 transpositions, from 3-4 to 11-10."""
    order = ORDERS_2026.mdps(2, 11)
    found = sorted(permutations(range(3, 12), 2), key=lambda s2: transposition(order, range(1, 3), s2))
    assert len(found) == 72
    assert found[:3] == [(3, 4), (3, 5), (3, 6)]
    assert found[7:10] == [(3, 11), (4, 3), (4, 5)]
    assert found[-1] == (11, 10)


def exchange(from_s1: set[int], from_s2: set[int]) -> int:
    """Return the sort key of an exchange in a bracket of eleven players. The first BSN is 1."""
    order = ORDERS_2026.residents(11, 5)
    s1 = set(range(1, 6)) - from_s1 | from_s2
    return sum(order.top[bsn - 1] if bsn in s1 else order.other[bsn - 1] for bsn in range(1, 12))


@pytest.mark.parametrize(
    ("rule", "better", "other"),
    [
        ("1: fewer", ({1}, {11}), ({4, 5}, {6, 7})),
        ("2: the smaller difference", ({4}, {6}), ({5}, {8})),
        ("2: the smaller difference", ({3, 4}, {6, 8}), ({4, 5}, {8, 9})),
        ("3: the largest from S1", ({5}, {7}), ({4}, {6})),
        ("3: the largest from S1", ({2, 5}, {6, 7}), ({3, 4}, {6, 7})),
        ("3: the largest from S1", ({1, 4, 5}, {6, 7, 8}), ({2, 3, 5}, {6, 7, 8})),
        ("4: the smallest from S2", ({4, 5}, {6, 9}), ({4, 5}, {7, 8})),
        ("4: the smallest from S2", ({3, 4, 5}, {6, 7, 10}), ({3, 4, 5}, {6, 8, 9})),
        ("before all exchanges", (set[int](), set[int]()), ({5}, {6})),
    ],
)
def test_4_3_2_the_comparison_rules_between_two_exchanges(
    rule: str, better: tuple[set[int], set[int]], other: tuple[set[int], set[int]]
) -> None:
    """The rules for comparing exchanges apply one after the other, as in the rules' examples."""
    assert exchange(*better) < exchange(*other)


def test_4_3_2_the_difference_is_that_of_the_sums() -> None:
    """The difference of an exchange is the sum of the BSNs from S2 minus the sum of the BSNs from S1."""
    assert exchange({5}, {6}) < exchange({5}, {7}) < exchange({4}, {6}) < exchange({5}, {8}) < exchange({4}, {7})


def test_4_4_1_a_set_of_mdps_leaves_a_limbo_within_c7() -> None:
    # Player 1 has three points, and players 2 and 3 have two. Only one of them can meet the resident. Player 1 is
    # paired, although pairing player 2 or 3 would grant all colours.
    mdps = player(1, 30, "b", barred=[2, 3]), player(2, 20, "w", barred=[3]), player(3, 20, "w")
    lower = player(4, 10, "b"), player(5, 0), player(6, 0)
    assert brackets_of(state(*mdps, *lower)) == "/1 | /1,2,3 | 1-4/2,3 | 2-5 3-6"


def test_4_4_2_sets_of_mdps_by_their_smallest_differing_bsn() -> None:
    """Two of three MDPs are chosen in the order {1, 2}, {1, 3}, {2, 3}."""
    order = ORDERS_2026.mdps(3, 5)

    def place(s1: tuple[int, int]) -> int:
        (limbo,) = {1, 2, 3} - set(s1)
        return order.pair(s1[0] - 1, 3) + order.pair(s1[1] - 1, 4) + order.other[limbo - 1]

    found = [place(s1) for s1 in ((1, 2), (1, 3), (2, 3))]
    assert all(one < other for one, other in pairwise(found))


def test_4_4_2_the_second_set_when_the_first_is_worse() -> None:
    # Players 1 and 2 are the first set. Player 2 has met both residents, so players 1 and 3 are paired.
    mdps = player(1, 20, barred=[2, 3]), player(2, 20, barred=[3, 4, 5]), player(3, 20)
    residents = player(4, barred=[5]), player(5)
    assert brackets_of(state(*mdps, *residents, player(6, 0))) == "/1,2,3 | 1-4 3-5/2 | 2-6"


# --- 5: colours -------------------------------------------------------------------------------------------------------


def colours(higher: Player, lower: Player, **options: object) -> tuple[str, str]:
    """Return the pair (White first), and the article that decides its colours."""
    found = pair_round(DUTCH_2026, state(higher, lower, **options))  # type: ignore[arg-type]
    return show(found), found.boards[0].colour_step.article


@pytest.mark.parametrize(("initial", "expected"), [(WHITE, "1-3 4-2"), (BLACK, "3-1 2-4")])
def test_5_1_and_5_2_5_the_initial_colour_for_an_odd_tpn(initial: object, expected: str) -> None:
    found = pair(tournament(4, initial=initial))  # type: ignore[arg-type]
    assert show(found) == expected
    assert {board.colour_step.article for board in found.boards} == {"5.2.5"}


def test_5_2_5_parity_ignores_players_without_a_tpn() -> None:
    """Player 2 has not arrived yet and does not count for the parity of TPNs [Reading G1]."""
    assert show(pair(tournament(5, asked="2:Z"))) == "1-4 5-3"


def test_5_2_1_both_preferences_are_granted() -> None:
    assert colours(player(1, colours="w"), player(2, colours="b")) == ("2-1", "5.2.1")
    assert colours(player(1, colours="wb"), player(2, colours="ww")) == ("1-2", "5.2.1")


def test_5_2_1_1_7_4_a_newcomers_opponent_gets_the_preference() -> None:
    assert colours(player(1), player(2, colours="b")) == ("2-1", "5.2.1")
    assert colours(player(1, colours="w"), player(2)) == ("2-1", "5.2.1")


@pytest.mark.parametrize(
    ("one", "other", "white"),
    [("b", "wb", "1-2"), ("wb", "b", "2-1"), ("bb", "b", "1-2"), ("b", "wbb", "2-1"), ("w", "ww", "1-2")],
)
def test_5_2_2_the_stronger_preference(one: str, other: str, white: str) -> None:
    assert colours(player(1, colours=one), player(2, colours=other)) == (white, "5.2.2")


@pytest.mark.parametrize(
    ("one", "other", "white"),
    [("wwbw", "bbww", "2-1"), ("bbww", "wwbw", "1-2"), ("bbwbb", "wbb", "1-2"), ("wwwbw", "wbww", "2-1")],
)
def test_5_2_2_of_two_absolute_ones_the_wider_difference(one: str, other: str, white: str) -> None:
    """If two topscorers have absolute preferences, the wider colour difference decides."""
    topscorers = player(1, TOPSCORERS, one), player(2, TOPSCORERS, other)
    assert colours(*topscorers, last=True) == (white, "5.2.2")


def test_5_2_3_alternates_to_the_last_different_colours() -> None:
    # Both players have a mild preference for White. In the last two games, both had White, then Black. Before that,
    # player 1 had White and player 2 had Black. So player 1 gets Black now.
    assert colours(player(1, colours="bwwb"), player(2, colours="wbwb")) == ("2-1", "5.2.3")
    assert colours(player(1, colours="wbwb"), player(2, colours="bwwb")) == ("1-2", "5.2.3")


def test_5_2_3_histories_are_laid_side_by_side_from_their_ends() -> None:
    """Colour histories of different lengths are compared from their ends [C.04.2 3.4]."""
    one, other = player(1, TOPSCORERS, "bw"), player(2, TOPSCORERS, "wbbw")
    # bw and wbbw: from the end w w and b b, then only the second continues.
    assert colours(one, other) == ("2-1", "5.2.4")


def test_5_2_4_the_preference_of_the_higher_ranked() -> None:
    assert colours(player(1, colours="wb"), player(2, colours="wb")) == ("1-2", "5.2.4")
    assert colours(player(1, colours="bw"), player(2, colours="bw")) == ("2-1", "5.2.4")


def test_5_2_4_the_higher_ranked_by_score_before_tpn() -> None:
    assert colours(player(2, 20, "wb"), player(1, 10, "wb")) == ("2-1", "5.2.4")


def test_5_2_5_the_higher_ranked_by_score_before_tpn() -> None:
    # Player 2 has the higher score and an even number, so player 2 gets Black.
    assert colours(player(2, 20), player(1, 10)) == ("1-2", "5.2.5")


def test_the_pairing_score_ranks_the_players_of_a_pair() -> None:
    """The player with more pairing points ranks higher, even with fewer real points [C.04.7 1.5]."""
    event = tournament(
        4, "1-3:10 4-2:01", settings=Settings(virtual_points=(VirtualPoints(Points(5), 2, 2, frozenset({Tpn(2)})),))
    )
    # Both players won, player 1 with White and player 2 with Black, so both preferences are granted anyway. The test is
    # about the order of the pair.
    found = DUTCH_2026.pair(state_before(event, 2), Backend.AUTO)
    assert [(upper.tpn, lower.tpn) for upper, lower in found.pairs] == [(2, 1), (3, 4)]
