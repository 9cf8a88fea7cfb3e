from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest

from tests.articles.literal import burstein
from tests.articles.literal.burstein import Candidate, Player
from tests.articles.literal.common import preference
from tests.articles.literal.facts import Cell, Entrant, Event, NoLegalPairing
from tests.articles.literal.test_dubov_literal import entrants, rounds_of

# Article 4, note: the 45 candidates of six players and two pairs, in order. Our copy of the text prints "1-3, 2-0, 4-5,
# 6-0" twice.
NOTE = """
    1-6,2-5,3-0,4-0
    1-6,2-4,3-0,5-0  1-6,2-3,4-0,5-0  1-6,2-0,3-5,4-0  1-6,2-0,3-4,5-0  1-6,2-0,3-0,4-5
    1-5,2-6,3-0,4-0  1-5,2-4,3-0,6-0  1-5,2-3,4-0,6-0  1-5,2-0,3-6,4-0  1-5,2-0,3-4,6-0  1-5,2-0,3-0,4-6
    1-4,2-6,3-0,5-0  1-4,2-5,3-0,6-0  1-4,2-3,5-0,6-0  1-4,2-0,3-6,5-0  1-4,2-0,3-5,6-0  1-4,2-0,3-0,5-6
    1-3,2-6,4-0,5-0  1-3,2-5,4-0,6-0  1-3,2-4,5-0,6-0  1-3,2-0,4-6,5-0  1-3,2-0,4-5,6-0  1-3,2-0,4-0,5-6
    1-2,3-6,4-0,5-0  1-2,3-5,4-0,6-0  1-2,3-4,5-0,6-0  1-2,3-0,4-6,5-0  1-2,3-0,4-5,6-0  1-2,3-0,4-0,5-6
    1-0,2-6,3-5,4-0  1-0,2-6,3-4,5-0  1-0,2-6,3-0,4-5  1-0,2-5,3-6,4-0  1-0,2-5,3-4,6-0  1-0,2-5,3-0,4-6
    1-0,2-4,3-6,5-0  1-0,2-4,3-5,6-0  1-0,2-4,3-0,5-6  1-0,2-3,4-6,5-0  1-0,2-3,4-5,6-0  1-0,2-3,4-0,5-6
    1-0,2-0,3-6,4-5  1-0,2-0,3-5,4-6  1-0,2-0,3-4,5-6
"""


def player(
    tpn: int, score: int = 0, index: tuple[int, int] = (0, 0), colours: str = "", met: Sequence[int] = ()
) -> Player:
    return Player(tpn, tpn, score, index, colours, preference(colours), frozenset(met), True)


def opponents(candidate: Candidate) -> dict[int, int]:
    """Map each player to the opponent, or to 0 for a floater."""
    found = {p.tpn: 0 for p in candidate.floaters}
    for one, other in candidate.pairs:
        found |= {one.tpn: other.tpn, other.tpn: one.tpn}
    return found


def as_in_the_note(candidate: Candidate) -> str:
    return ",".join(f"{a}-{b}" for a, b in sorted(opponents(candidate).items()) if b > a or b == 0)


def paired(candidate: Candidate) -> set[frozenset[int]]:
    return {frozenset((one.tpn, other.tpn)) for one, other in candidate.pairs}


def test_article_4_note() -> None:
    found = list(burstein.candidates([player(tpn) for tpn in range(1, 7)], 2))
    assert len(found) == 45
    assert [as_in_the_note(candidate) for candidate in found] == NOTE.split()


def test_4_3_by_its_words() -> None:
    """Candidates are sorted by the opponent of BSN #1, then by the opponent of BSN #2, and so on.

    Larger BSNs come first.
    """
    pairs = list(combinations(range(1, 7), 2))
    every = [(a, b) for a, b in combinations(pairs, 2) if not set(a) & set(b)]
    vectors = [[dict([*two, *(pair[::-1] for pair in two)]).get(bsn, 0) for bsn in range(1, 7)] for two in every]
    found = [opponents(candidate) for candidate in burstein.candidates([player(tpn) for tpn in range(1, 7)], 2)]
    assert [[opponent[bsn] for bsn in range(1, 7)] for opponent in found] == sorted(vectors, reverse=True)


def test_candidates_leave_out_pairs_that_may_not_meet() -> None:
    found = list(burstein.candidates([player(1, met=[4]), player(2), player(3), player(4, met=[1])], 0))
    assert [as_in_the_note(candidate) for candidate in found] == ["1-3,2-4", "1-2,3-4"]


def test_1_6_seeding_rounds_are_not_answered() -> None:
    with pytest.raises(ValueError, match="seeding round"):
        burstein.pair(Event(entrants(2000, 1900), (), rounds_total=2))


UNPLAYED = Event(
    entrants(2400, 2300, 2200, 2100),
    rounds_of("""
        2w1 3b1   U 4w1
        1b0   H 4w1   Z
        4w= 1w0 Z   Z
        3b= F   2b0 1b0
    """),
    rounds_total=8,
)


def test_1_7_unplayed_rounds_are_games_against_oneself() -> None:
    # Players 1 to 4 have 4, 1.5, 0.5 and 1.5 points. Opponents of player 1: 1.5, 0.5, 4 (itself), 1.5; all won.
    assert (burstein.buchholz(UNPLAYED, 1), burstein.sonneborn_berger(UNPLAYED, 1)) == (75, 750)
    # Opponents of player 2: 4 (lost), 1.5 (itself, drawn), 1.5 (won), 1.5 (itself, lost).
    assert (burstein.buchholz(UNPLAYED, 2), burstein.sonneborn_berger(UNPLAYED, 2)) == (85, 225)
    # Opponents of player 4: 0.5 (drawn), 1.5 (itself, won), 1.5 (lost), 4 (lost).
    assert (burstein.buchholz(UNPLAYED, 4), burstein.sonneborn_berger(UNPLAYED, 4)) == (75, 175)


def test_1_7_2_1_zero_point_byes_count_as_draws_for_opponents() -> None:
    # Player 3 was absent in rounds 3 and 4, and is absent again. So for players 1 (who won) and 4 (who drew), the score
    # of 0.5 counts as 1.5.
    away = replace(UNPLAYED, absent=frozenset({3}))
    assert (burstein.buchholz(away, 1), burstein.sonneborn_berger(away, 1)) == (85, 850)
    assert (burstein.buchholz(away, 4), burstein.sonneborn_berger(away, 4)) == (85, 225)
    # In the rounds against itself, player 3 keeps its own score: 1.5 + 4 + 0.5 + 0.5.
    assert burstein.buchholz(away, 3) == 65


def test_1_7_2_1_series_must_reach_the_current_round() -> None:
    asked_for_half_a_point = replace(UNPLAYED, absent=frozenset({3}), asked={3: "H"})
    assert burstein.buchholz(asked_for_half_a_point, 1) == 75


def test_1_7_2_1_series_is_broken_by_a_forfeit() -> None:
    rounds = (*UNPLAYED.rounds[:3], UNPLAYED.rounds[3] | {3: Cell(4, "w", "-"), 4: Cell(3, "b", "+")})
    assert burstein.zero_point_series(replace(UNPLAYED, rounds=rounds, absent=frozenset({3})), 3) == 0


def test_1_7_2_2_virtual_points_are_left_out() -> None:
    accelerated = replace(UNPLAYED, virtual={(tpn, 5): 10 for tpn in (1, 2)})
    assert burstein.player(accelerated, 1).index == burstein.player(UNPLAYED, 1).index
    assert burstein.player(accelerated, 1).score == 50


def test_1_8_score_is_no_part_of_the_ranking() -> None:
    players = [player(1, 30, (50, 90)), player(2, 20, (60, 10)), player(3, 10, (50, 95)), player(4, 40, (50, 90))]
    assert [p.tpn for p in sorted(players, key=burstein.ranking)] == [2, 3, 1, 4]


def test_3_1_bye_lowest_score_most_games_lowest_ranking() -> None:
    players = [
        player(1, 5, (20, 0), "wbw"),
        player(2, 5, (30, 0), "wbw"),
        player(3, 5, (10, 0), "wb"),
        player(4, 10, (0, 0), "wbwb"),
        player(5, 10, (0, 0), "bwbw"),
    ]
    assert burstein.allocated_bye(players).tpn == 1


def test_c6_lets_the_lower_score_float() -> None:
    # By the order alone, player 2 would meet player 3, because player 2 is BSN #1 and has met player 1. But then player
    # 1, with the higher score, would float.
    bracket = [player(1, 20, (1, 0), met=[2]), player(2, 15, (3, 0), met=[1]), player(3, 15, (2, 0))]
    assert paired(burstein.pair_bracket(bracket, [player(4, 10)])) == {frozenset((1, 3))}


def test_c7_floater_is_chosen_for_the_following_bracket() -> None:
    # One of players 1, 2 and 3 floats. By the order, player 2 floats (1-3 comes first). But player 2 has met players 4
    # and 5.
    bracket = [player(1, 20, (9, 0)), player(2, 20, (8, 0), met=[4, 5]), player(3, 20, (7, 0))]
    four, five = player(4, 10, met=[2, 5]), player(5, 10, met=[2, 4])
    last = player(6, 0)
    assert paired(burstein.pair_bracket(bracket, [four, five, last])) == {frozenset((1, 2))}
    friendly = [player(4, 10), player(5, 10), last]
    bracket = [player(1, 20, (9, 0)), player(2, 20, (8, 0)), player(3, 20, (7, 0))]
    assert paired(burstein.pair_bracket(bracket, friendly)) == {frozenset((1, 3))}


def test_c8_counts_only_preferences_that_exist() -> None:
    def denied(one: str, other: str) -> int:
        return burstein.c8(Candidate(((player(1, colours=one), player(2, colours=other)),), ()))

    assert (denied("w", "w"), denied("w", "b"), denied("w", ""), denied("", "")) == (1, 0, 0, 0)


def test_5_2_colours() -> None:
    def higher_gets(higher: str, lower: str, number: int = 1) -> str:
        first = replace(player(1, colours=higher), number=number)
        return burstein.colour_of_higher(first, player(2, colours=lower), "w")

    assert (higher_gets("", "", 1), higher_gets("", "", 2)) == ("w", "b")  # 5.2.1
    assert (higher_gets("", "b"), higher_gets("w", "")) == ("b", "b")  # 1.5.4
    assert higher_gets("wb", "bw") == "w"  # 5.2.2
    assert higher_gets("wb", "wbb") == "b"  # 5.2.3
    assert higher_gets("bwwb", "wbwb") == "b"  # 5.2.4
    assert higher_gets("wb", "wb") == "w"  # 5.2.5


def test_5_2_5_higher_ranked_is_by_index_not_by_score() -> None:
    assert burstein.board((player(1, 30, (40, 0), "wb"), player(2, 10, (50, 0), "wb")), "w") == (2, 1)


def test_without_a_complete_pairing_the_arbiter_decides() -> None:
    with pytest.raises(NoLegalPairing):
        burstein.pair(Event((Entrant(1), Entrant(2)), rounds_of("2w1\n1b0"), rounds_total=2))


def test_golden_round() -> None:
    # Recorded round burstein-2026, 107-r6: JaVaFo 3.0 preview, py4swiss 0.3.1 (corrected) and a private transcription
    # agree.
    event = Event(
        entrants(2599, 2524, 2403, 2397, 2323, 1837, 1739, 1681, 1645, 1613, 1557, 1523),
        rounds_of("""
             6b1  4w1  3b1  2w= 5w1
             7w1  5b0  9w1  1b= 4w0
             8b1 12w1  1w0  5b= 9w1
             9w1  1b0  7w1  6b1 2b1
            10b1  2w1   Z   3w= 1b0
             1w0 11b1 12b1  4w0  Z
             2b0 10w1  4b0  8w0 12b1
             3w0  9b0 11w0  7b1  U
             4b0  8w1  2b0 11w1 3b0
             5w0  7b0   U  12w= 11b1
              H   6w0  8b1  9b0 10w0
              U   3b0  6w0 10b= 7w0
        """),
        rounds_total=9,
        initial_colour="b",
        absent=frozenset({6, 12}),
        asked={12: "H"},
    )
    assert burstein.pair(event).bye == 0
    assert burstein.pair(event).boards == {(4, 3), (7, 11), (8, 2), (9, 5), (10, 1)}
