from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest

from tests.articles.literal import dutch
from tests.articles.literal.dutch import Exchange, Player, exchanges, pair_bracket, pair_bracket_alone, transpositions
from tests.articles.literal.facts import POINTS, Cell, Entrant, Event, NoLegalPairing, Paired
from tests.articles.literal.random_events import SCORINGS, random_event


def player(
    tpn: int,
    score: int = 10,
    colours: str = "",
    floats: str = "--",
    forbidden: Iterable[int] = (),
    pab_allowed: bool = True,
    unplayed: int = 0,
    topscorer: bool = False,
) -> Player:
    return Player(tpn, score, colours, floats, frozenset(forbidden), topscorer, pab_allowed, unplayed, "bw"[tpn % 2])


def pairs_of(paired: dutch.PairedBracket) -> list[tuple[int, int]]:
    """Return the pairs by TPN, with the player of S1 first."""
    return [(one.tpn, two.tpn) for one, two in paired.candidate.pairs]


def event(players: int, *rounds: dict[int, Cell], total: int = 9, absent: Iterable[int] = ()) -> Event:
    return Event(tuple(Entrant(tpn) for tpn in range(1, players + 1)), rounds, total, absent=frozenset(absent))


def games(*results: tuple[int, int, str]) -> dict[int, Cell]:
    """Build a round from games: White, Black, and the letters of both results. For a bye, White is 0."""
    cells: dict[int, Cell] = {}
    for white, black, result in results:
        if not white:
            cells[black] = Cell(0, "-", result)
            continue
        cells[white] = Cell(black, "w", result[0])
        cells[black] = Cell(white, "b", result[1])
    return cells


# --- the worked examples of the rules --------------------------------------------------------------------------------


def test_4_2_2_transpositions_of_eleven_homogeneous() -> None:
    found = list(transpositions(range(6, 12), 5))
    assert len(found) == 720
    assert found[:3] == [(6, 7, 8, 9, 10), (6, 7, 8, 9, 11), (6, 7, 8, 10, 9)]
    after = found.index((6, 11, 10, 9, 8)) + 1
    assert found[after] == (7, 6, 8, 9, 10)
    assert found[-1] == (11, 10, 9, 8, 7)


def test_4_2_2_transpositions_of_eleven_with_two_mdps() -> None:
    found = list(transpositions(range(3, 12), 2))
    assert len(found) == 72
    assert found[:3] == [(3, 4), (3, 5), (3, 6)]
    assert found[7:10] == [(3, 11), (4, 3), (4, 5)]
    assert found[-1] == (11, 10)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Exchange((1,), (11,)), Exchange((4, 5), (6, 7))),  # rule 1
        (Exchange((4,), (6,)), Exchange((5,), (8,))),  # rule 2
        (Exchange((3, 4), (6, 8)), Exchange((4, 5), (8, 9))),
        (Exchange((5,), (7,)), Exchange((4,), (6,))),  # rule 3
        (Exchange((2, 5), (6, 7)), Exchange((3, 4), (6, 7))),
        (Exchange((1, 4, 5), (6, 7, 8)), Exchange((2, 3, 5), (6, 7, 8))),
        (Exchange((4, 5), (6, 9)), Exchange((4, 5), (7, 8))),  # rule 4
        (Exchange((3, 4, 5), (6, 7, 10)), Exchange((3, 4, 5), (6, 8, 9))),
    ],
)
def test_4_3_2_order_of_exchanges(first: Exchange, second: Exchange) -> None:
    order = exchanges(range(1, 6), range(6, 12))
    assert order.index(first) < order.index(second)


def test_4_3_2_exchanges_of_six() -> None:
    order = exchanges((1, 2, 3), (4, 5, 6))
    assert [(one.from_s1, one.from_s2) for one in order[:6]] == [
        *[((3,), (4,)), ((3,), (5,)), ((2,), (4,))],
        *[((3,), (6,)), ((2,), (5,)), ((1,), (4,))],
    ]
    assert len(order) == 9 + 9 + 1


def test_4_4_2_mdp_sets_by_smallest_differing_bsn() -> None:
    mdps = [player(tpn, 20) for tpn in (1, 2, 3)]
    assert list(dutch.mdp_sets(mdps, 2, (20,))) == [(1, 2), (1, 3), (2, 3)]


def test_4_4_1_a_limbo_against_c7_is_not_valid() -> None:
    mdps = [player(1, 30), player(2, 20), player(3, 20)]
    assert list(dutch.mdp_sets(mdps, 2, (20,))) == [(1, 2), (1, 3)]


@pytest.mark.parametrize(
    ("history", "compressed"), [("BWBuW", "bwbw"), ("WBuWB", "wbwb"), ("BWWuBuW", "bwwbw"), ("uBu", "b")]
)
def test_c0402_3_4_unplayed_rounds_leave_no_gap(history: str, compressed: str) -> None:
    rounds = []
    for number, colour in enumerate(history):
        result = "--" if colour == "u" else "=="
        one, two = (1, number + 2) if colour in "Wu" else (number + 2, 1)
        rounds.append(games((one, two, result)))
    assert dutch.played_colours(event(9, *rounds), 1) == compressed


def test_5_2_3_alternates_on_compressed_histories() -> None:
    # wb--wb and bwbw: without gaps they are wbwb and bwbw, which differ in the last game
    one, two = player(1, colours="wbwb"), player(2, colours="bwbw")
    assert dutch.alternate(one, two) == "w"
    assert dutch.alternate(player(1, colours="b"), player(2, colours="wb")) == ""


# --- brackets by hand ------------------------------------------------------------------------------------------------


def test_3_6_first_transposition_that_is_legal() -> None:
    residents = [player(1, forbidden=[4]), player(2), player(3), player(4), player(5), player(6)]
    assert pairs_of(pair_bracket_alone((), residents)) == [(1, 5), (2, 4), (3, 6)]


def test_3_6_exchange_of_two_when_the_halves_may_not_meet() -> None:
    # By 4.3.2, the exchange of players 3 and 4 for players 5 and 6 has the smallest difference of all exchanges of two
    # players.
    halves = [(1, 2, 3, 4), (5, 6, 7, 8)]
    residents = [player(tpn, forbidden=halves[tpn <= 4]) for tpn in range(1, 9)]
    assert pairs_of(pair_bracket_alone((), residents)) == [(1, 3), (2, 4), (5, 7), (6, 8)]


def test_3_7_remainder_is_altered_before_the_mdp_pairing() -> None:
    mdps, residents = [player(1, 20)], [player(2), player(3), player(4), player(5), player(6, forbidden=[2, 4])]
    # Player 1 meets player 2. In the remainder 3 4 | 5 6, the candidate 3-5 4-6 is not allowed. The candidate 3-6 4-5
    # comes before another opponent for player 1.
    assert pairs_of(pair_bracket_alone(mdps, residents)) == [(1, 2), (3, 6), (4, 5)]


def test_limbo_takes_the_lower_mdp_and_c1_another() -> None:
    mdps, residents, lower = [player(1, 20), player(2, 20)], [player(3)], [[player(4, 0), player(5, 0), player(6, 0)]]
    assert pairs_of(pair_bracket(mdps, residents, lower)) == [(1, 3)]
    barred = [player(1, 20, forbidden=[3]), player(2, 20)]
    assert pairs_of(pair_bracket(barred, residents, lower)) == [(2, 3)]


def test_c7_pairs_the_mdp_with_the_higher_score() -> None:
    mdps, residents = [player(2, 30), player(1, 20)], [player(3)]
    assert pairs_of(pair_bracket(mdps, residents, [[player(4, 0)]])) == [(2, 3)]


@pytest.mark.parametrize("floats", ["-D", "D-"])
def test_c18_c20_spare_the_repeated_downfloater_the_limbo(floats: str) -> None:
    mdps, lower = [player(1, 20), player(2, 20, floats=floats)], [[player(4, 0)]]
    assert pairs_of(pair_bracket(mdps, [player(3)], lower)) == [(2, 3)]


def test_c8_gives_the_following_bracket_its_pair() -> None:
    # Player 3 has met player 4. If player 3 floats, the bracket of players 3 and 4 has no pair.
    top, middle, bottom = [player(1, 20), player(2, 20), player(3, 20, forbidden=[4])], [player(4)], [player(5, 0)]
    paired = pair_bracket((), top, [middle, [*bottom, player(6, 0)]])
    assert pairs_of(paired) == [(1, 3)]


def test_c9_the_single_downfloater_who_will_get_the_pab() -> None:
    # Nobody below may have the PAB, so player 1, 2 or 3 gets the PAB. The lowest ranked of these players has missed a
    # round.
    top = [player(1, 20), player(2, 20), player(3, 20, unplayed=1)]
    bottom = [player(4, pab_allowed=False), player(5, pab_allowed=False)]
    assert pairs_of(pair_bracket((), top, [bottom])) == [(1, 3)]
    welcome = [player(4), player(5, pab_allowed=False)]
    assert pairs_of(pair_bracket((), top, [welcome])) == [(1, 2)]


def test_c5_a_lower_pab_outweighs_the_number_of_pairs() -> None:
    # Player 3 has met players 4 and 5. After 1-2, player 3 gets the PAB with one point. If players 1 and 2 float,
    # player 4 or 5 gets the PAB with no points.
    top, middle, bottom = (
        [player(1, 20), player(2, 20)],
        [player(3, 10, forbidden=[4, 5])],
        [player(4, 0), player(5, 0)],
    )
    paired = pair_bracket((), top, [middle, bottom])
    assert pairs_of(paired) == []
    assert paired.limits.outlook == (0, 2, (20, 20))


def test_c4_leaves_opponents_for_players_in_need() -> None:
    top, bottom = [player(1, 20), player(2, 20)], [player(3, 10, forbidden=[4]), player(4, 10, forbidden=[3])]
    assert pair_bracket((), top, [bottom]).limits.max_pairs == 0


def test_c12_precedes_c14_and_c14_the_sequence() -> None:
    # Players 1 and 2 prefer the same colour. The next candidate is 1-3, although player 2 had a downfloat in the last
    # round. If player 1 had no downfloat, 2-3 is better, although 2-3 needs an exchange.
    two, three = player(2, colours="wb", floats="-D"), player(3, colours="bw")
    assert pairs_of(pair_bracket_alone((), [player(1, colours="wb", floats="-D"), two, three])) == [(1, 3)]
    assert pairs_of(pair_bracket_alone((), [player(1, colours="wb"), two, three])) == [(2, 3)]


def test_c13_does_not_count_absolute_preferences() -> None:
    one, two = player(1, colours="wbww", topscorer=True), player(2, colours="wbww", topscorer=True)
    assert dutch.denied(one, two) == (dutch.Strength.ABSOLUTE,)
    assert dutch.denied(one, player(3, colours="wbw")) == (dutch.Strength.STRONG,)


def test_c3_needs_two_non_topscorers() -> None:
    one, two, best = player(1, colours="ww"), player(2, colours="ww"), player(3, colours="ww", topscorer=True)
    assert not dutch.may_meet(one, two)
    assert dutch.may_meet(one, best)


def test_5_2_2_wider_difference() -> None:
    one, two = player(1, colours="wbb", topscorer=True), player(2, colours="bbwbb", topscorer=True)
    assert dutch.allocate(one, two) == (two, one)


def test_5_2_4_higher_ranked_is_by_score_first() -> None:
    one, two = player(1, 10, colours="wb"), player(2, 20, colours="wb")
    assert dutch.allocate(one, two) == (two, one)


# --- rounds by hand --------------------------------------------------------------------------------------------------


def test_first_round_of_seven() -> None:
    assert dutch.pair(event(7)) == Paired(frozenset({(1, 4), (5, 2), (3, 6)}), 7)
    assert dutch.pair(replace(event(7), initial_colour="b")) == Paired(frozenset({(4, 1), (2, 5), (6, 3)}), 7)


def test_second_round_of_six() -> None:
    # Players 1, 2 and 3 have won. Player 1 meets player 2. Player 3 floats down to player 4, who prefers the opposite
    # colour. Player 5 meets player 6.
    first = games((1, 4, "10"), (5, 2, "01"), (3, 6, "10"))
    assert dutch.pair(event(6, first)) == Paired(frozenset({(2, 1), (4, 3), (6, 5)}), 0)


def test_second_round_of_five() -> None:
    # Players 1 and 2 have won. Player 5 had the PAB, which is a downfloat, and should not float again [C14]. So player
    # 1 meets player 5, and player 2 floats down to player 3. Both prefer White, and player 2 is ranked higher. Player 4
    # has met player 2 and gets the PAB.
    first = games((1, 3, "10"), (4, 2, "01"), (0, 5, "U"))
    assert dutch.pair(event(5, first)) == Paired(frozenset({(5, 1), (2, 3)}), 4)


def test_late_entry_has_no_tpn_before_arrival() -> None:
    # Player 1 has not arrived yet, so player 2 counts as the first player and gets the initial-colour.
    assert dutch.pair(event(5, absent=[1])).boards == {(2, 4), (5, 3)}
    half_point_bye = games((0, 1, "H"))
    assert dutch.first_colour(event(5, half_point_bye, absent=[1]), 2) == "w"
    assert dutch.first_colour(event(5, games((1, 3, "-+")), absent=[1]), 2) == "b"


def test_no_legal_pairing() -> None:
    with pytest.raises(NoLegalPairing):
        dutch.pair(event(2, games((1, 2, "10"))))
    with pytest.raises(NoLegalPairing):
        dutch.pair(event(1, games((0, 1, "U"))))
    assert dutch.pair(event(2, games((1, 2, "+-")))) == Paired(frozenset({(1, 2)}), 0)


def test_two_downfloaters_of_the_last_bracket_are_no_completion() -> None:
    # Players 1 and 2 may meet, but Article 3 never pairs two MDPs, and there is no bracket below.
    with pytest.raises(NoLegalPairing):
        pair_bracket([player(1, 20, forbidden=[3, 4]), player(2, 20, forbidden=[3, 4])], [player(3), player(4)], [])


# --- facts -----------------------------------------------------------------------------------------------------------


def test_1_4_floats() -> None:
    first = games((1, 2, "10"), (3, 4, "+-"), (0, 5, "U"), (0, 6, "H"), (0, 7, "Z"))
    second = games((1, 4, "10"), (2, 3, "=="))
    made = event(8, first, second)
    assert "".join(dutch.float_in(made, tpn, 1) for tpn in range(1, 9)) == "--D-DD--"
    assert "".join(dutch.float_in(made, tpn, 2) for tpn in range(1, 5)) == "DUDU"


def test_1_4_3_more_than_a_loss_and_any_pab() -> None:
    made = replace(event(3, games((0, 1, "H"), (0, 2, "U"), (0, 3, "F"))), points=SCORINGS["3-2-1, H 1"])
    assert [dutch.float_in(made, tpn, 1) for tpn in (1, 2, 3)] == ["-", "D", "D"]
    assert dutch.float_in(replace(event(1, games((0, 1, "U"))), points=POINTS | {"U": 0}), 1, 1) == "D"


def test_1_4_2_floats_by_pairing_scores() -> None:
    made = replace(event(2, games((1, 2, "=="))), virtual={(1, 1): 10, (1, 2): 10, (2, 2): 10})
    assert (dutch.float_in(made, 1, 1), dutch.float_in(made, 2, 1)) == ("D", "U")
    assert dutch.pairing_score(made, 1, 2) == 15


def test_c2_players_barred_from_the_pab() -> None:
    first = games((1, 2, "+-"), (0, 3, "U"), (0, 4, "F"), (0, 5, "H"), (0, 6, "Z"))
    made = replace(event(7, first), points=SCORINGS["PAB ½"])
    assert [dutch.pab_allowed(made, tpn) for tpn in range(1, 8)] == [False, True, False, False, True, True, True]


def test_1_8_topscorers() -> None:
    rounds = games((1, 2, "10")), games((1, 3, "=="), (2, 4, "10"))
    assert [dutch.topscorer(event(4, *rounds, total=3), tpn) for tpn in (1, 2, 3, 4)] == [True, False, False, False]
    assert not dutch.topscorer(event(4, *rounds, total=4), 1)


# --- against its own definition --------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", range(0, 300, 50))
def test_3_8_1_the_accepted_candidate_is_the_first_best_one(start: int) -> None:
    """``choose`` stops early, but still finds the earliest of the best candidates [3.8.1]."""
    for seed in range(start, start + 50):
        made = random_event(Random(seed), players=5 + seed % 4)
        try:
            brackets = dutch.pair_brackets(made)
        except NoLegalPairing:
            continue
        for paired in brackets:
            bracket = paired.bracket
            complete = [
                candidate
                for candidate in dutch.candidates(bracket, paired.limits)
                if bracket.completion(candidate.downfloaters) != dutch.IMPOSSIBLE
            ]
            best = min(complete, key=lambda one: [criterion(bracket, one) for criterion in dutch.CRITERIA])
            assert best.pairs == paired.candidate.pairs


def test_random_events_repeat() -> None:
    assert [random_event(Random(seed)) for seed in range(50)] == [random_event(Random(seed)) for seed in range(50)]
