"""[C.04.3 1, 2] The FIDE (Dutch) System of 2026: terms and criteria.

The expected pairings are worked out by hand. `brackets_of` shows the pairs of each bracket, with the floaters after a
slash.
"""

from __future__ import annotations

import pytest

from pairing_engine import NoPairing
from pairing_engine.facts.model import Points, Scoring, Settings, Tpn
from pairing_engine.matching import Backend
from pairing_engine.state.conventions import preference
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import Player
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026, is_topscorer, may_meet
from tests.builders import brackets_of, pairs_of, player, state, tournament

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
