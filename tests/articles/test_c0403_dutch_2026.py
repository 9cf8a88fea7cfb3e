"""[C.04.3 1, 2] The FIDE (Dutch) System of 2026: terms and criteria.

The expected pairings are worked out by hand. `brackets_of` shows the pairs of each bracket, with the floaters after a
slash.
"""

from itertools import pairwise, permutations

import pytest

from pairing_engine import pair
from pairing_engine.facts.model import Points, Scoring, Settings, Tpn, VirtualPoints
from pairing_engine.kernel.order import Order
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import Player, preference
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026, ORDERS_2026, is_topscorer, may_meet
from tests.builders import BLACK, WHITE, brackets_of, player, show, state, tournament

TOPSCORERS = 30
"""The score of a topscorer in the last of five rounds, in tenths. A topscorer has more than 20 tenths."""


# --- 1.2 to 1.4: order, brackets, floats ------------------------------------------------------------------------------


POINTS = {"win": Points(30), "draw": Points(20), "loss": Points(10)}


@pytest.mark.parametrize(
    ("rounds", "scoring", "floats"),
    [
        # Before round 2, players 1 and 3 have a point, 2 and 4 have none, and 5 and 6 have half a point.
        (("1-2:10 3-4:10 5-6:==", "1-4:== 3-5:01 6-2:01"), {}, "DUDUUD"),
        (("1-2:10 3-4:10", "1-3:== 2-4:10"), {}, "----"),
        # [1.4.3] byes with points, and wins by forfeit; [1.4.4] not absences, zero-point byes and losses by forfeit
        (("1-2:+- 3:U 4:H 5:F",), {}, "D-DDD"),
        (("1:Z 3-4:-+ 5-6:--",), {}, "---D--"),
        # The bye is a downfloat whatever it is worth. Another unplayed round must give more points than a loss [D10].
        (("1-2:10 3:U",), {"pairing_allocated_bye": Points(0)}, "--D"),
        (("1-2:10 3:H",), {**POINTS, "half_point_bye": Points(10)}, "---"),
        (("1-2:10 3:H",), {**POINTS, "half_point_bye": Points(20)}, "--D"),
    ],
)
def test_1_4_floats_of_the_previous_round(rounds: tuple[str, ...], scoring: dict[str, Points], floats: str) -> None:
    event = tournament(len(floats), *rounds, settings=Settings(scoring=Scoring(**scoring)))
    before = state_before(event, len(rounds) + 1).by_tpn
    assert "".join(before[Tpn(n)].floated(1) for n in range(1, len(floats) + 1)) == floats


def test_1_4_floats_are_counted_by_rounds_of_the_event() -> None:
    """In the phrase "two rounds before", a round counts even if the player missed it [C14, C16]."""
    event = tournament(6, "1-2:10 3-4:10 5-6:==", "1:Z 2-4:10 3-5:10 6:Z", "1:Z 2-5:== 3-6:10 4:Z")
    found = state_before(event, 4).by_tpn
    assert found[Tpn(1)].floats == "---"
    assert found[Tpn(3)].floats == "-DD"
    assert (found[Tpn(5)].floated(2), found[Tpn(5)].floated(1)) == ("U", "U")


# --- 1.5 to 1.8: bye, colours, topscorers -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("colours", "wants"),
    [
        ("", 0),
        ("w", -2), ("b", 2), ("wbw", -2), ("bwb", 2),
        ("wb", 1), ("bw", -1), ("wbwb", 1),
        ("ww", -3), ("bb", 3), ("wwbw", -3), ("bbwb", 3), ("bww", -3), ("wbb", 3), ("bbww", -3), ("wwbb", 3),
        # A difference beyond one is more important than the same colour twice in a row [Reading D1].
        ("wwwwbb", -3), ("bbbbww", 3), ("wwwbb", 3), ("bbbww", -3),
    ],
)  # fmt: skip
def test_1_7_colour_preferences(colours: str, wants: int) -> None:
    """Positive numbers are preferences for White, and negative numbers are preferences for Black.

    A stronger preference is further from zero.
    """
    assert preference(colours, colours.count("w") - colours.count("b")) == wants


def test_1_8_topscorers_have_more_than_half_of_the_points() -> None:
    """In the last round, a topscorer has more than half of the points of wins, without virtual points [Reading D5]."""
    last = state(player(1, 25), player(2, 20), player(3, 30, points=20), player(4, 20, points=25), last=True)
    assert [last.by_tpn[Tpn(n)].tpn for n in (1, 2, 3, 4) if is_topscorer(last.by_tpn[Tpn(n)], last)] == [1, 4]
    of_three = state(player(1, 70), player(2, 60), last=True, scoring=Scoring(win=Points(30), draw=Points(10)))
    assert [is_topscorer(p, of_three) for p in of_three.players] == [True, False]
    earlier = state(player(1, 40), player(2, 0))
    assert not is_topscorer(earlier.players[0], earlier)


# --- 2.1 to 2.3: absolute criteria, completion, bye -------------------------------------------------------------------


def test_2_1_3_c3_one_topscorer_among_the_two_is_enough() -> None:
    """Two players with the same absolute preference may meet if one player is a topscorer [Reading D6]."""
    players = player(1, 25, "ww"), player(2, 20, "ww"), player(3, 0), player(4, 0)
    assert brackets_of(state(*players, last=True)) == "/1 | 1-2 | 3-4"
    neither = player(1, 20, "ww"), player(2, 20, "ww")
    assert not may_meet(*neither, state(*neither, last=True))


# --- 2.4: quality criteria --------------------------------------------------------------------------------------------


def test_2_4_1_c6_comes_before_the_colours() -> None:
    # All players have a strong preference for White, so every pair denies one preference. Still two pairs are made.
    players = [player(n, 10, "b") for n in (1, 2, 3, 4)]
    assert brackets_of(state(*players, player(5, 0), player(6, 0))) == "1-3 2-4 | 5-6"


def test_2_4_3_c8_asks_for_the_next_downfloaters_scores_too() -> None:
    """C8 also counts the scores of the next bracket's downfloaters [Reading D9].

    Player 3 has met players 4 and 5. If player 3 (two points) floats, player 3 also floats from the next bracket. If
    player 2 floats, only a player with one point floats from the next bracket.
    """
    players = player(1, 20), player(2, 20), player(3, 20, barred=[4, 5]), player(4), player(5), player(6, 0)
    assert brackets_of(state(*players)) == "1-3/2 | 2-4/5 | 5-6"


def test_2_4_3_c8_does_not_look_two_brackets_ahead() -> None:
    """C8 considers the next bracket, but not the bracket below it.

    In the bracket below, players 5 and 6 have met, and both players float.
    """
    players = (
        player(1, 30), player(2, 30), player(3, 30), player(4, 20, barred=[5, 6]),
        player(5, 10, barred=[6]), player(6, 10), player(7, 0), player(8, 0),
    )  # fmt: skip
    assert brackets_of(state(*players)) == "1-2/3 | 3-4 | /5,6 | 5-7 6-8"


def nobody_below_may_have_the_bye(*top: Player) -> str:
    """Pair a round in which one of the ``top`` players must get the bye."""
    return brackets_of(state(*top, player(4, may_have_bye=False), player(5, may_have_bye=False)))


def test_2_4_4_c9_the_bye_goes_to_few_unplayed_games() -> None:
    """The bye goes to the player with the fewest unplayed games [Reading D4]."""
    assert nobody_below_may_have_the_bye(player(1, 20), player(2, 20), player(3, 20, unplayed=1)) == "1-3/2 | 4-5/2"
    assert nobody_below_may_have_the_bye(player(1, 20), player(2, 20), player(3, 20)) == "1-2/3 | 4-5/3"


def test_2_4_4_c9_is_silent_where_the_downfloater_has_no_bye() -> None:
    players = player(1, 20), player(2, 20), player(3, 20, unplayed=3), player(4), player(5, may_have_bye=False)
    assert brackets_of(state(*players)) == "1-2/3 | 3-5/4"


def test_2_4_4_c9_comes_before_the_colours() -> None:
    # The pairs 1-2 and 2-3 grant all colours, but leave over a player who has missed a round. The pair 1-3 denies one
    # colour.
    players = player(1, 0, "w", unplayed=1), player(2, 0, "b"), player(3, 0, "w", unplayed=1)
    assert brackets_of(state(*players)) == "1-3/2"


def test_2_4_4_unplayed_games_are_all_rounds_without_a_game() -> None:
    """Byes, forfeits, absences and the rounds before a late entry all count as unplayed games [Reading D4]."""
    event = tournament(7, "1:H 2:Z 3-4:+- 5:U 6-7:10", "1-2:10 3-5:10 4-6:10")
    before = state_before(event, 3).by_tpn
    assert [before[Tpn(n)].unplayed for n in range(1, 8)] == [1, 1, 1, 1, 1, 0, 1]


def last_round(*colours: str) -> str:
    """Pair a last round in which all players are topscorers; ``colours`` are their past colours."""
    return brackets_of(state(*(player(n, TOPSCORERS, past) for n, past in enumerate(colours, 1)), last=True))


TWO_MORE_WHITES, TWO_WHITES = "wwbw", "bbww"
"""Two histories that give an absolute preference for Black.

The first history has a colour difference of +2. The second history ends with White twice in a row.
"""


def test_2_4_5_c10_a_difference_beyond_two_before_three_equal() -> None:
    # In 1-3 2-4, one of players 1 and 3 gets a difference of +3 [C10], and one of players 2 and 4 gets White a third
    # time [C11]. In 1-4 2-3, the wider difference is granted (5.2.2). So players 4 and 2 get White a third time, and
    # nobody gets +3.
    assert last_round(TWO_MORE_WHITES, TWO_WHITES, TWO_MORE_WHITES, TWO_WHITES) == "1-4 2-3"


def test_2_4_6_c11_three_equal_colours() -> None:
    # Every pair gives one player +3. Players 1 and 3 (wbww) had White in the last two games, players 2 and 4 (wwbw) did
    # not. In 1-3, somebody gets White a third time. In 1-4 and 2-3, players 4 and 2 get White, because they had Black
    # later (5.2.3).
    assert last_round("wbww", "wwbw", "wbww", "wwbw") == "1-4 2-3"


def test_2_4_5_c10_counts_topscorers_opponents() -> None:
    # Only player 1 is a topscorer. Against player 2, who has the same history, player 1 gets Black (5.2.4), and player
    # 2 would get +3. Against player 3, player 1 gets Black again (5.2.2), and player 3 gets White a third time [C11].
    # So 1-3 is better.
    players = player(1, 25, "wwbw"), player(2, 10, "wwbw"), player(3, 10, "bbww"), player(4, 0)
    assert brackets_of(state(*players, last=True)) == "/1 | 1-3/2 | 2-4"


def test_2_4_6_c11_counts_topscorers_opponents() -> None:
    # Player 1 gets Black. Then player 2 would get White a third time. Player 3 only has a strong preference denied
    # [C13]. So 1-3 is better.
    players = player(1, 25, "wwbw"), player(2, 10, "bbww"), player(3, 10, "wbw"), player(4, 0)
    assert brackets_of(state(*players, last=True)) == "/1 | 1-3/2 | 2-4"


def test_2_4_7_c12_a_player_without_games_is_denied_nothing() -> None:
    # (1.7.4) The pairs 1-3 and 2-4 deny nothing, because players 3 and 4 have no preference.
    players = player(1, 10, "w"), player(2, 10, "w"), player(3), player(4)
    assert brackets_of(state(*players)) == "1-3 2-4"


def test_c14_spares_last_rounds_downfloater_before_c16() -> None:
    top = player(1, 20, floats="-D"), player(2, 20, floats="D-"), player(3, 20, floats="-D")
    assert brackets_of(state(*top, player(4))) == "1-3/2 | 2-4"


def test_c14_comes_after_the_colours() -> None:
    # Player 3 has met player 2. The pair 1-2 grants both colours, but player 3 floats again. The pair 1-3 denies one
    # colour, unless player 3 prefers the other colour.
    one, two = player(1, 20, "w"), player(2, 20, "b")
    assert brackets_of(state(one, two, player(3, 20, "w", "-D", barred=[2]), player(4))) == "1-2/3 | 3-4"
    assert brackets_of(state(one, two, player(3, 20, "b", "-D", barred=[2]), player(4))) == "1-3/2 | 2-4"


def test_c15_spares_last_rounds_upfloater_before_c17() -> None:
    residents = player(2, floats="-U"), player(3, floats="U-"), player(4, floats="-U")
    assert brackets_of(state(player(1, 20), *residents)) == "/1 | 1-3 2-4"


@pytest.mark.parametrize(("article", "floats"), [("C18", "-D"), ("C20", "D-")])
def test_2_4_13_2_4_15_c18_c20_the_limbo_differs_most(article: str, floats: str) -> None:
    """If only one of two MDPs can be paired, the MDP with the past downfloat is paired [Reading D2]."""
    mdps = [player(1, 20, barred=[2]), player(2, 20, floats=floats)]
    assert brackets_of(state(*mdps, player(3), player(4, 0))) == "/1,2 | 2-3/1 | 1-4"
    mdps[1] = player(2, 20)
    assert brackets_of(state(*mdps, player(3), player(4, 0))) == "/1,2 | 1-3/2 | 2-4"


# --- 3: process -------------------------------------------------------------------------------------------------------


def test_3_2_mdps_do_not_meet_each_other() -> None:
    """Two moved-down players never meet each other in the bracket [Reading D3]."""
    mdps = player(1, 20, barred=[2]), player(2, 20)
    assert brackets_of(state(*mdps, player(3), player(4))) == "/1,2 | 1-3 2-4"


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


# --- 4: order of candidates -------------------------------------------------------------------------------------------


def transposition(order: Order, s1: range, s2: tuple[int, ...]) -> int:
    """Return the sort key of a transposition. The first BSN is 1."""
    floaters = set(range(s1.stop, len(order.top) + 1)) - set(s2)
    pairs = sum(order.pair(top - 1, bsn - 1) for top, bsn in zip(s1, s2, strict=True))
    return pairs + sum(order.other[bsn - 1] for bsn in floaters)


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


@pytest.mark.parametrize(
    ("one", "other", "white", "article"),
    [
        ("w", "b", "2-1", "5.2.1"), ("wb", "ww", "1-2", "5.2.1"),
        ("", "b", "2-1", "5.2.1"), ("w", "", "2-1", "5.2.1"),  # 1.7.4
        ("b", "wb", "1-2", "5.2.2"), ("wb", "b", "2-1", "5.2.2"), ("bb", "b", "1-2", "5.2.2"),
        ("b", "wbb", "2-1", "5.2.2"), ("w", "ww", "1-2", "5.2.2"),
        # The last two games had the same colours. In the game before, one player had White and the other had Black.
        ("bwwb", "wbwb", "2-1", "5.2.3"), ("wbwb", "bwwb", "1-2", "5.2.3"),
        ("wb", "wb", "1-2", "5.2.4"), ("bw", "bw", "2-1", "5.2.4"),
    ],
)  # fmt: skip
def test_5_2_colours_and_their_articles(one: str, other: str, white: str, article: str) -> None:
    assert colours(player(1, colours=one), player(2, colours=other)) == (white, article)


@pytest.mark.parametrize(
    ("one", "other", "white", "article"),
    [
        ("wwbw", "bbww", "2-1", "5.2.2"), ("bbww", "wwbw", "1-2", "5.2.2"),
        ("bbwbb", "wbb", "1-2", "5.2.2"), ("wwwbw", "wbww", "2-1", "5.2.2"),
        # Histories are compared from their ends [C.04.2 3.4]: here w w and b b, then only the second goes on.
        ("bw", "wbbw", "2-1", "5.2.4"),
    ],
)  # fmt: skip
def test_5_2_2_of_two_topscorers_the_wider_difference(one: str, other: str, white: str, article: str) -> None:
    topscorers = player(1, TOPSCORERS, one), player(2, TOPSCORERS, other)
    assert colours(*topscorers, last=True) == (white, article)


def test_5_2_the_higher_ranked_by_score_before_tpn() -> None:
    assert colours(player(2, 20, "wb"), player(1, 10, "wb")) == ("2-1", "5.2.4")
    # Player 2 has an even number, so player 2 gets Black.
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
