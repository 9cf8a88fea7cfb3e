from collections.abc import Sequence

import pytest

from tests.articles.literal import common, dubov
from tests.articles.literal.common import latest_difference, numbers
from tests.articles.literal.dubov import Bracket, Player, Round
from tests.articles.literal.facts import Cell, Entrant, Event, NoLegalPairing

NOT_LAST = Round(number=5, is_last=False, max_t=3)
LAST = Round(number=5, is_last=True, max_t=3)


def cell(text: str) -> Cell:
    """Read a cell such as ``12w+`` (a forfeit win with White against 12) or ``H`` (a half-point bye)."""
    if len(text) == 1:
        return Cell(0, "-", text)
    return Cell(int(text[:-2]), text[-2], text[-1])


def rounds_of(crosstable: str) -> tuple[dict[int, Cell], ...]:
    """Read a crosstable that has one line for each TPN."""
    lines = [[cell(text) for text in line.split()] for line in crosstable.strip().splitlines()]
    return tuple(dict(enumerate(column, start=1)) for column in zip(*lines, strict=True))


def entrants(*ratings: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(tpn, rating) for tpn, rating in enumerate(ratings, start=1))


def player(
    tpn: int, score: int = 0, colours: str = "", aro: int = 0, met: Sequence[int] = (), upfloats: int = 0
) -> Player:
    """Build a player who upfloated in each of the first ``upfloats`` rounds."""
    due = dubov.due_colour(colours)
    return Player(tpn, tpn, score, aro, colours, due, tuple(range(1, upfloats + 1)), frozenset(met), True)


def tpns(players: Sequence[Player]) -> list[int]:
    return [p.tpn for p in players]


def test_1_7_aro_takes_games_only_and_rounds_halves_up() -> None:
    event = Event(
        entrants(2100, 2001, 2000, 1900),
        rounds_of("""
            2w1 3b1 4b+
            1b0 4w1 H
            4w= 1w0 U
            3b= 2b0 1w-
        """),
        rounds_total=5,
    )
    assert [dubov.aro(event, tpn) for tpn in (1, 2, 3, 4)] == [2001, 2000, 2000, 2001]


def test_1_6_4_without_games_black_is_mildly_due() -> None:
    assert dubov.due_colour("") == ("b", 1)
    assert dubov.denied(((player(1), player(2, colours="w")),)) == 1


def test_1_8_upfloats_need_a_game_and_go_by_that_rounds_scores() -> None:
    rounds = rounds_of("""
        2w1 4b1 3w=
        1b0 3w1 4b-
        4w1 2b0 1b=
        3b0 1w0 2w+
    """)
    event = Event(entrants(2400, 2300, 2200, 2100), rounds, rounds_total=7)
    assert {tpn: dubov.upfloats(event, tpn) for tpn in (1, 2, 3, 4)} == {1: (), 2: (2,), 3: (3,), 4: (2,)}
    accelerated = Event(event.entrants, rounds, 7, virtual={(1, 1): 10, (2, 2): 10})
    assert {tpn: dubov.upfloats(accelerated, tpn) for tpn in (1, 2, 3, 4)} == {1: (), 2: (1,), 3: (3,), 4: (2,)}


def test_3_1_bye_goes_to_most_games_before_largest_tpn() -> None:
    event = Event(entrants(*range(2700, 2000, -100)), rounds_of("4w1\n5b1\n6w1\n1b0\n2w0\n3b0\nZ"), rounds_total=5)
    assert dubov.pair(event).bye == 6


def test_3_1_bye_leaves_a_complete_pairing() -> None:
    # Player 3 has met both others. Two players who may meet remain only if player 3 gets the bye.
    players = [player(1, met=[3], colours="w"), player(2, met=[3], colours="w"), player(3, 20, "bb", met=[1, 2])]
    assert dubov.allocated_bye(players).tpn == 3


@pytest.mark.parametrize("result", ["U", "+", "F"])
def test_c2_bars_whoever_had_as_much_as_a_win_without_playing(result: str) -> None:
    event = Event(entrants(2000), ({1: Cell(0, "-", result)},), rounds_total=5)
    assert not common.may_get_bye(event, 1)


@pytest.mark.parametrize("result", ["H", "Z", "-"])
def test_c2_does_not_bar_for_less(result: str) -> None:
    event = Event(entrants(2000), ({1: Cell(0, "-", result)},), rounds_total=5)
    assert common.may_get_bye(event, 1)


def test_4_1_3_sets_go_by_their_smallest_differing_number() -> None:
    residents = [player(1, 20, met=[2]), player(2, 20, met=[1])]
    pool = [player(tpn, 10) for tpn in (3, 4, 5, 6)]
    found = [tpns(chosen) for chosen in dubov.legal_sets(residents, pool)]
    assert found == [[3, 4], [3, 5], [3, 6], [4, 5], [4, 6], [5, 6]]


def test_4_2_2_score_comes_before_tpn() -> None:
    found = dubov.legal_sets([player(9, 20)], [player(3, 5), player(5, 10), player(4, 10)])
    assert [tpns(chosen) for chosen in found] == [[4], [5], [3]]


def test_3_2_1_c4_can_ask_for_more_upfloaters() -> None:
    # The two residents may meet, but players 3 and 4 may not.
    residents = [player(1, 20), player(2, 20)]
    found = dubov.legal_sets(residents, [player(3, 10, met=[4]), player(4, 10, met=[3])])
    assert [tpns(chosen) for chosen in found] == [[3, 4]]


def test_c6_looks_at_the_largest_difference_first() -> None:
    residents = (player(1, 50), player(2, 50))
    far_and_near = Bracket(residents, (player(3, 45), player(4, 20)))
    both_between = Bracket(residents, (player(5, 30), player(6, 30)))
    assert dubov.c6(both_between, NOT_LAST) < dubov.c6(far_and_near, NOT_LAST)


def test_c7_comes_before_c10_and_c10_before_the_order() -> None:
    residents = [player(1, 20, "wb")]
    lower = [player(2, 10, "wb"), player(3, 10, "bw", upfloats=4), player(4, 10, "bw")]
    # Player 2 seeks White like the resident, and player 3 upfloated in round 4. All other pairs are allowed.
    assert tpns(dubov.best_bracket(residents, lower, NOT_LAST).upfloaters) == [4]
    assert tpns(dubov.best_bracket(residents, lower, LAST).upfloaters) == [3]


def test_c8_and_c9_count_maximum_upfloaters() -> None:
    bracket = Bracket((player(1, 20),), (player(2, upfloats=2), player(3, upfloats=3), player(4, upfloats=4)))
    assert (dubov.c8(bracket, NOT_LAST), dubov.c9(bracket, NOT_LAST), dubov.c10(bracket, NOT_LAST)) == (
        (2,),
        (7,),
        (1,),
    )
    assert (dubov.c8(bracket, LAST), dubov.c9(bracket, LAST), dubov.c10(bracket, LAST)) == ((), (), ())


def test_3_2_3_first_round_is_top_half_against_bottom_half() -> None:
    assert dubov.pair(Event(entrants(*[2000] * 7), (), 5)).boards == {(1, 4), (5, 2), (3, 6)}
    assert dubov.pair(Event(entrants(*[2000] * 7), (), 5, initial_colour="b")).boards == {(4, 1), (2, 5), (6, 3)}


def test_3_2_3_one_game_in_the_bracket_makes_colours_decide() -> None:
    played = [player(1, colours="b"), player(2), player(3), player(4)]
    assert [tpns(group) for group in dubov.subgroups(played)] == [[1], [2, 3, 4]]
    assert [tpns(group) for group in dubov.subgroups([player(tpn) for tpn in (4, 3, 2, 1)])] == [[1, 2], [3, 4]]


def test_4_3_3_example_of_seven() -> None:
    numbered = dubov.from_the_middle([player(tpn) for tpn in range(1, 8)])
    assert "".join("ABCDEFG"[p.tpn - 1] for p in numbered) == "DCEBFAG"


def test_3_2_4_1_players_who_must_meet_are_split() -> None:
    # Player 1 has met both Black seekers, so the White seekers 1 and 2 must meet. So must the Black seekers 3 and 4.
    # Player 2, with the lower ARO, and player 3, with the lower TPN, are shifted.
    a, b = player(1, colours="b", aro=1900, met=[3, 4]), player(2, colours="b", aro=1800)
    c, d = player(3, colours="w", met=[1]), player(4, colours="w", met=[1])
    g1, g2 = dubov.recomposed([a, b], [c, d], list(dubov.pairings([a, b, c, d])))
    assert (tpns(g1), tpns(g2)) == ([1, 3], [4, 2])


def test_3_2_4_2_white_seekers_shift_from_the_middle_by_aro() -> None:
    white = [player(tpn, colours="b", aro=aro) for tpn, aro in ((1, 2050), (2, 2010), (3, 2030), (4, 2020), (5, 2040))]
    black = player(6, colours="w")
    # The order by ARO is 2 4 3 5 1. So #1 is player 3, and #2 is player 4.
    g1, g2 = dubov.recomposed(white, [black], list(dubov.pairings([*white, black])))
    assert (sorted(tpns(g1)), sorted(tpns(g2))) == ([1, 2, 5], [3, 4, 6])
    # S1 is 2 5 1, and T2 is 3 4 6.
    assert [tpns(two) for two in dubov.pair_bracket([*white, black])] == [[2, 3], [5, 4], [1, 6]]


def test_3_2_4_2_the_first_shift_is_not_numbered_again() -> None:
    # As above, but with the Black seekers 3, 4, 5 and 6. The second shift takes two of these: player 4 from the middle,
    # then player 5.
    a, b = player(1, colours="b", aro=1900, met=[3, 4, 5, 6]), player(2, colours="b", aro=1800)
    black = [player(tpn, colours="w", met=[1]) for tpn in (3, 4, 5, 6)]
    g1, g2 = dubov.recomposed([a, b], black, list(dubov.pairings([a, b, *black])))
    assert (sorted(tpns(g1)), sorted(tpns(g2))) == ([1, 4, 5], [2, 3, 6])


@pytest.mark.parametrize(
    ("met", "order"),
    [
        ({}, [4, 5, 6]),
        ({2: [5]}, [4, 6, 5]),
        ({1: [4]}, [5, 4, 6]),
        ({1: [4], 2: [4]}, [5, 6, 4]),
        ({1: [4, 5]}, [6, 4, 5]),
        ({1: [4, 5], 2: [4]}, [6, 5, 4]),
    ],
)
def test_4_4_transpositions_in_the_order_of_the_note(met: dict[int, list[int]], order: list[int]) -> None:
    s1 = [player(tpn, colours="b", met=met.get(tpn, [])) for tpn in (1, 2, 3)]
    assert tpns(dubov.transposition(s1, [player(tpn, colours="w") for tpn in (6, 4, 5)])) == order


def test_5_2_1_parity_ignores_players_who_never_came() -> None:
    # Player 2 has no TPN yet (C.04.2 2.4), so players 3, 4 and 5 count as numbers 2, 3 and 4.
    event = Event(entrants(2400, 2300, 2200, 2100, 2000), (), 5, absent=frozenset({2}))
    assert numbers(event) == {1: 1, 3: 2, 4: 3, 5: 4}
    assert dubov.pair(event).boards == {(1, 4), (5, 3)}


def test_5_2_colours() -> None:
    def higher_gets(higher: str, lower: str) -> str:
        return dubov.colour_of_higher(player(1, 20, higher), player(2, 10, lower), "w")

    assert higher_gets("wb", "bw") == "w"  # 5.2.2
    assert higher_gets("wb", "wbb") == "b"  # 5.2.3
    assert higher_gets("", "bw") == "b"  # 5.2.5, because 1.6.4 gives only a mild preference
    assert higher_gets("bwwb", "wbwb") == "b"  # 5.2.4: three games ago one had White and the other Black
    assert higher_gets("wb", "wb") == "w"  # 5.2.5


def test_5_2_4_compares_from_the_last_game_backwards() -> None:
    assert latest_difference("wbwb", "bwwb") == "b"
    assert latest_difference("wwb", "b") == "-"


def test_c1_and_c3_know_no_exception() -> None:
    assert not dubov.may_meet(player(1, colours="ww"), player(2, colours="bww"))
    with pytest.raises(NoLegalPairing):
        dubov.pair(Event(entrants(2000, 2000), rounds_of("2w1\n1b0"), rounds_total=2))
    # C.04.2 3.5: two players whose game was not played may be paired again.
    assert dubov.pair(Event(entrants(2000, 2000), rounds_of("2w+\n1b-"), rounds_total=2)).boards == {(1, 2)}


def test_golden_round() -> None:
    # Recorded round dubov-2026, 1-r4: JaVaFo 3.0 preview and py4swiss 0.3.1 agree.
    event = Event(
        entrants(2697, 2554, 2260, 2138, 2103, 1947, 1828, 1723, 1688, 1525),
        rounds_of("""
             6b1 10w1  4b1
             7w1  5b1  3w1
             8b1  4w0  2b0
             9w1  3b1  1w0
            10b0  2w0  6b1
             1w0  9b=  5w0
             2b0  8w0  9w=
             3w0  7b1 10w0
             4b0  6w=  7b=
             5w1  1b0  8b1
        """),
        rounds_total=7,
        initial_colour="b",
        absent=frozenset({4}),
    )
    paired = dubov.pair(event)
    assert paired.bye == 7
    assert paired.boards == {(1, 2), (3, 6), (5, 8), (10, 9)}
