"""[C.04.3 1, 2] The FIDE (Dutch) System of 2026: terms and criteria.

The expected pairings are worked out by hand. `brackets_of` shows the pairs of each bracket, with the floaters after a
slash.
"""

from itertools import pairwise, permutations

import pytest

from pairing_engine import NoPairing, pair
from pairing_engine.facts.model import Points, Scoring, Settings, Tpn, VirtualPoints
from pairing_engine.kernel.order import Order
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import Player, preference
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026, ORDERS_2026, is_topscorer, may_meet
from tests.builders import BLACK, WHITE, brackets_of, pairs_of, player, show, state, tournament

TOPSCORERS = 30
"""The score of a topscorer in the last of five rounds, in tenths. A topscorer has more than 20 tenths."""


# --- 1.2 to 1.4: order, brackets, floats ------------------------------------------------------------------------------


def test_1_2_order_is_by_score_then_by_tpn() -> None:
    found = state(player(1, 5), player(2, 10), player(3, 5), player(4, 10)).players
    assert [p.tpn for p in found] == [2, 4, 1, 3]


def test_1_3_1_players_with_the_same_score_make_a_scoregroup() -> None:
    assert brackets_of(state(*(player(n, score) for n, score in enumerate((20, 20, 10, 10, 0, 0), 1)))) == (
        "1-2 | 3-4 | 5-6"
    )


def test_1_3_2_a_bracket_holds_residents_and_unpaired_mdps() -> None:
    found = DUTCH_2026.pair(state(player(1, 20), player(2, 10), player(3, 10), player(4, 10)), Backend.AUTO)
    assert [([p.tpn for p in t.bracket.mdps], [p.tpn for p in t.bracket.residents]) for t in found.trace] == [
        ([], [1]),
        ([1], [2, 3, 4]),
    ]


def floats_after(*rounds: str, players: int = 8, settings: Settings | None = None) -> str:
    """Return the float of each player in the previous round, in the order of TPNs."""
    event = tournament(players, *rounds, settings=settings)
    before = state_before(event, len(rounds) + 1).by_tpn
    return "".join(before[Tpn(n)].floated(1) for n in range(1, players + 1))


def test_1_4_2_the_higher_ranked_floats_down_the_lower_up() -> None:
    # Before round 2, players 1 and 3 have a point, players 2 and 4 have none, and players 5 and 6 have half a point.
    assert floats_after("1-2:10 3-4:10 5-6:==", "1-4:== 3-5:01 6-2:01", players=6) == "DUDUUD"


def test_1_4_2_no_float_between_equal_scores() -> None:
    assert floats_after("1-2:10 3-4:10", "1-3:== 2-4:10", players=4) == "----"


def test_1_4_3_byes_with_points_and_forfeit_wins_are_downfloats() -> None:
    assert floats_after("1-2:+- 3:U 4:H 5:F", players=5) == "D-DDD"


def test_1_4_4_nothing_else_is_a_float() -> None:
    """Absences, zero-point byes and forfeit losses give no float."""
    assert floats_after("1:Z 3-4:-+ 5-6:--", players=6) == "---D--"


def test_1_4_3_the_bye_is_a_downfloat_whatever_it_is_worth() -> None:
    """The pairing-allocated bye is a downfloat whatever it is worth [Reading D10]."""
    worthless = Settings(scoring=Scoring(pairing_allocated_bye=Points(0)))
    assert floats_after("1-2:10 3:U", players=3, settings=worthless) == "--D"


def test_1_4_3_more_than_a_loss_is_worth_not_more_than_nothing() -> None:
    """An unplayed round is a downfloat if it gives more points than a loss [Reading D10]."""
    points = {"win": Points(30), "draw": Points(20), "loss": Points(10)}
    as_a_loss = Settings(scoring=Scoring(**points, half_point_bye=Points(10)))
    as_a_draw = Settings(scoring=Scoring(**points, half_point_bye=Points(20)))
    assert floats_after("1-2:10 3:H", players=3, settings=as_a_loss) == "---"
    assert floats_after("1-2:10 3:H", players=3, settings=as_a_draw) == "--D"


def test_1_4_floats_are_counted_by_rounds_of_the_event() -> None:
    """In the phrase "two rounds before", a round counts even if the player missed it [C14, C16]."""
    event = tournament(6, "1-2:10 3-4:10 5-6:==", "1:Z 2-4:10 3-5:10 6:Z", "1:Z 2-5:== 3-6:10 4:Z")
    found = state_before(event, 4).by_tpn
    assert found[Tpn(1)].floats == "---"
    assert found[Tpn(3)].floats == "-DD"
    assert (found[Tpn(5)].floated(2), found[Tpn(5)].floated(1)) == ("U", "U")


# --- 1.5 to 1.8: bye, colours, topscorers -----------------------------------------------------------------------------


def test_1_5_the_last_left_over_gets_the_bye() -> None:
    assert pairs_of(state(*(player(n) for n in range(1, 6)))) == "1-3 2-4 5:U"


def test_1_6_colour_difference() -> None:
    event = tournament(4, "1-2:10 3-4:10", "1-3:10 2-4:10", "4-1:10 2-3:10")
    before = state_before(event, 4).by_tpn
    assert [before[Tpn(n)].difference for n in (1, 2, 3, 4)] == [1, 1, -1, -1]


@pytest.mark.parametrize(
    ("colours", "wants"),
    [
        ("", 0),
        ("w", -2), ("b", 2), ("wbw", -2), ("bwb", 2),
        ("wb", 1), ("bw", -1), ("wbwb", 1),
        ("ww", -3), ("bb", 3), ("wwbw", -3), ("bbwb", 3), ("bww", -3), ("wbb", 3), ("bbww", -3), ("wwbb", 3),
    ],
)  # fmt: skip
def test_1_7_colour_preferences(colours: str, wants: int) -> None:
    """Positive numbers are preferences for White, and negative numbers are preferences for Black.

    A stronger preference is further from zero.
    """
    assert preference(colours, colours.count("w") - colours.count("b")) == wants


@pytest.mark.parametrize(("colours", "wants"), [("wwwwbb", -3), ("bbbbww", 3), ("wwwbb", 3), ("bbbww", -3)])
def test_1_7_1_a_difference_beyond_one_before_two_equal_colours(colours: str, wants: int) -> None:
    """A colour difference beyond one is more important than the same colour twice in a row [Reading D1]."""
    assert preference(colours, colours.count("w") - colours.count("b")) == wants


def test_1_8_topscorers_have_more_than_half_of_the_points() -> None:
    """In the last round, a topscorer has more than half of the possible points [Reading D5].

    Here, four points are possible.
    """
    last = state(player(1, 25), player(2, 20), player(3, 15), player(4, 5), last=True)
    assert [is_topscorer(p, last) for p in last.players] == [True, False, False, False]
    earlier = state(player(1, 40), player(2, 0))
    assert not is_topscorer(earlier.players[0], earlier)


def test_1_8_topscorers_are_counted_by_the_points_of_a_win() -> None:
    """If a win gives 3 points, a topscorer after four rounds has more than 6 of 12 points [Reading D5]."""
    three = Scoring(win=Points(30), draw=Points(10))
    last = state(player(1, 70), player(2, 60), last=True, scoring=three)
    assert [is_topscorer(p, last) for p in last.players] == [True, False]


def test_1_8_virtual_points_make_no_topscorer() -> None:
    """Virtual points do not make a player a topscorer [Reading D5]."""
    last = state(player(1, 30, points=20), player(2, 20, points=25), last=True)
    assert [is_topscorer(p, last) for p in last.players] == [False, True]


# --- 1.9: outlook -----------------------------------------------------------------------------------------------------


def test_1_9_1_all_are_paired_but_at_most_one() -> None:
    assert pairs_of(state(player(1, 20), player(2, 10), player(3, 0))) == "1-2 3:U"


def test_1_9_2_from_the_top_scoregroup_downwards() -> None:
    found = DUTCH_2026.pair(state(player(1, 0), player(2, 0), player(3, 20), player(4, 20)), Backend.AUTO)
    assert [t.bracket.score for t in found.trace] == [20, 0]


def test_1_9_3_an_impossible_round_names_the_stuck_players() -> None:
    # Player 1 has met everybody. The others can be paired with each other.
    with pytest.raises(NoPairing) as found:
        pairs_of(state(player(1, barred=[2, 3, 4]), player(2), player(3), player(4)))
    assert found.value.article == "C.04.3 1.9.3"
    assert 1 in found.value.participants


# --- 2.1 to 2.3: absolute criteria, completion, bye -------------------------------------------------------------------


def test_2_1_1_c1_players_do_not_meet_twice() -> None:
    assert brackets_of(state(player(1, barred=[3]), player(2), player(3), player(4))) == "1-4 2-3"


def test_2_1_2_c2_the_bye_skips_barred_players() -> None:
    bottom = player(4, 0, may_have_bye=False), player(5, 0, may_have_bye=False)
    # Player 3 is left over in the middle. Players 4 and 5 may not have the bye, so players 4 and 5 meet, and player 3
    # gets the bye.
    assert brackets_of(state(player(1, 20), player(2, 20), player(3, 10), *bottom)) == "1-2 | /3 | 4-5/3"


def test_2_1_3_c3_the_same_absolute_preference() -> None:
    # Players 1 and 2 both have an absolute preference for Black, so both float.
    players = player(1, 20, "ww"), player(2, 20, "ww"), player(3), player(4)
    assert brackets_of(state(*players)) == "/1,2 | 1-3 2-4"


def test_2_1_3_c3_topscorers_may() -> None:
    players = player(1, TOPSCORERS, "ww"), player(2, TOPSCORERS, "ww"), player(3, 0), player(4, 0)
    assert brackets_of(state(*players, last=True)) == "1-2 | 3-4"
    assert brackets_of(state(*players, last=False)) == "/1,2 | 1-3 2-4"


def test_2_1_3_c3_one_topscorer_among_the_two_is_enough() -> None:
    """Two players with the same absolute preference may meet if one player is a topscorer [Reading D6]."""
    players = player(1, 25, "ww"), player(2, 20, "ww"), player(3, 0), player(4, 0)
    assert brackets_of(state(*players, last=True)) == "/1 | 1-2 | 3-4"
    neither = player(1, 20, "ww"), player(2, 20, "ww")
    assert not may_meet(*neither, state(*neither, last=True))


def test_2_1_3_c3_opposite_absolute_preferences_do_not_clash() -> None:
    players = player(1, 20, "ww"), player(2, 20, "bb")
    assert brackets_of(state(*players)) == "1-2"


def test_2_2_1_c4_those_not_yet_paired_can_be_paired() -> None:
    # Players 3 and 4 have met. If player 1 meets player 2, players 3 and 4 have no opponents. So players 1 and 2 float.
    players = player(1, 20), player(2, 20), player(3, barred=[4]), player(4)
    assert brackets_of(state(*players)) == "/1,2 | 1-3 2-4"


def test_2_3_1_c5_the_score_of_the_bye_before_pairs() -> None:
    # Player 3 has met players 4 and 5. After 1-2, player 3 would get the bye with one point. If players 1 and 2 float,
    # one of them meets player 3, and the other meets player 4 (player 4 comes before player 5). Then player 5 gets the
    # bye with no points.
    players = player(1, 20), player(2, 20), player(3, 10, barred=[4, 5]), player(4, 0), player(5, 0)
    assert brackets_of(state(*players)) == "/1,2 | 1-3/2 | 2-4/5"


# --- 2.4: quality criteria --------------------------------------------------------------------------------------------


def test_2_4_1_c6_as_many_pairs_as_possible() -> None:
    # Player 1 may meet only player 2. The pair 2-3 would leave over players 1 and 4.
    players = player(1, barred=[3, 4]), player(2), player(3), player(4), player(5, 0), player(6, 0)
    assert brackets_of(state(*players)) == "1-2 3-4 | 5-6"


def test_2_4_1_c6_comes_before_the_colours() -> None:
    # All players have a strong preference for White, so every pair denies one preference. Still two pairs are made.
    players = [player(n, 10, "b") for n in (1, 2, 3, 4)]
    assert brackets_of(state(*players, player(5, 0), player(6, 0))) == "1-3 2-4 | 5-6"


def test_2_4_2_c7_the_downfloaters_have_low_scores() -> None:
    # Players 1 and 2 have met, and both float down to player 3, the only resident. The pair 1-3 would grant all
    # colours, and 2-3 denies one. But after 1-3 the floater would be player 2 with three points, not player 1 with two.
    players = player(2, 30, "b", barred=[1]), player(1, 20, "w"), player(3, 10, "b"), player(4, 0)
    assert brackets_of(state(*players)) == "/2 | /2,1 | 2-3/1 | 1-4"


def test_2_4_3_c8_the_downfloater_is_paired_in_the_next_bracket() -> None:
    # Player 3 has met player 4. If player 3 floated, the next bracket would have no pair.
    players = [player(1, 20), player(2, 20), player(3, 20, barred=[4]), player(4), player(5, 0), player(6, 0)]
    assert brackets_of(state(*players)) == "1-3/2 | 2-4 | 5-6"
    players[2] = player(3, 20)
    assert brackets_of(state(*players)) == "1-2/3 | 3-4 | 5-6"


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


def test_2_4_7_c12_colour_preferences() -> None:
    # The pairs 1-3 and 2-4 would each deny one preference.
    players = player(1, 10, "w"), player(2, 10, "b"), player(3, 10, "w"), player(4, 10, "b")
    assert brackets_of(state(*players)) == "1-4 2-3"


def test_2_4_7_c12_a_player_without_games_is_denied_nothing() -> None:
    # (1.7.4) The pairs 1-3 and 2-4 deny nothing, because players 3 and 4 have no preference.
    players = player(1, 10, "w"), player(2, 10, "w"), player(3), player(4)
    assert brackets_of(state(*players)) == "1-3 2-4"


def test_2_4_8_c13_strong_colour_preferences() -> None:
    # All players prefer White. The pair 1-3 denies a strong preference. The pairs 1-4 and 2-3 deny a mild preference.
    players = player(1, 10, "b"), player(2, 10, "wb"), player(3, 10, "b"), player(4, 10, "wb")
    assert brackets_of(state(*players)) == "1-4 2-3"


@pytest.mark.parametrize(("article", "floats"), [("C14", "-D"), ("C16", "D-")])
def test_2_4_9_2_4_11_c14_c16_residents_downfloat_once(article: str, floats: str) -> None:
    top = [player(1, 20), player(2, 20), player(3, 20, floats=floats)]
    assert brackets_of(state(*top, player(4))) == "1-3/2 | 2-4"
    top[2] = player(3, 20)
    assert brackets_of(state(*top, player(4))) == "1-2/3 | 3-4"


def test_c14_spares_last_rounds_downfloater_before_c16() -> None:
    top = player(1, 20, floats="-D"), player(2, 20, floats="D-"), player(3, 20, floats="-D")
    assert brackets_of(state(*top, player(4))) == "1-3/2 | 2-4"


def test_c14_comes_after_the_colours() -> None:
    # Player 3 has met player 2. The pair 1-2 grants both colours, but player 3 floats again. The pair 1-3 denies one
    # colour, unless player 3 prefers the other colour.
    one, two = player(1, 20, "w"), player(2, 20, "b")
    assert brackets_of(state(one, two, player(3, 20, "w", "-D", barred=[2]), player(4))) == "1-2/3 | 3-4"
    assert brackets_of(state(one, two, player(3, 20, "b", "-D", barred=[2]), player(4))) == "1-3/2 | 2-4"


@pytest.mark.parametrize(("article", "floats"), [("C15", "-U"), ("C17", "U-")])
def test_2_4_10_2_4_12_c15_c17_mdp_opponents_upfloat_once(article: str, floats: str) -> None:
    residents = [player(2, floats=floats), player(3), player(4)]
    assert brackets_of(state(player(1, 20), *residents)) == "/1 | 1-3 2-4"
    residents[0] = player(2)
    assert brackets_of(state(player(1, 20), *residents)) == "/1 | 1-2 3-4"


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


@pytest.mark.parametrize(("article", "floats"), [("C19", "-U"), ("C21", "U-")])
def test_2_4_14_and_2_4_16_c19_c21_a_repeated_upfloat_is_small(article: str, floats: str) -> None:
    """A resident who upfloated before meets the moved-down player with the lower score."""
    mdps = player(1, 30, barred=[2]), player(2, 20)
    assert brackets_of(state(*mdps, player(3, floats=floats), player(4))) == "/1 | /1,2 | 1-4 2-3"
    assert brackets_of(state(*mdps, player(3), player(4))) == "/1 | /1,2 | 1-3 2-4"


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
