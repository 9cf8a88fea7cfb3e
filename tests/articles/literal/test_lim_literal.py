import random
from dataclasses import replace

import pytest

from tests.articles.literal import lim
from tests.articles.literal.facts import Cell, Entrant, Event, NoLegalPairing
from tests.articles.literal.lim import Direction, Group, Player

Boards = set[tuple[int, int]]


def event(size: int, *rounds: str, total: int = 9, forbidden: str = "") -> Event:
    """Build an event from texts such as ``"1-4 1 5-2 ="``: White, Black, White's result. ``"7 U"`` is a bye."""
    return Event(
        entrants=tuple(Entrant(tpn) for tpn in range(1, size + 1)),
        rounds=tuple(cells(text) for text in rounds),
        rounds_total=total,
        forbidden=frozenset(frozenset(map(int, pair.split("-"))) for pair in forbidden.split()),
    )


def cells(text: str) -> dict[int, Cell]:
    entries: dict[int, Cell] = {}
    words = text.split()
    for who, result in zip(words[::2], words[1::2], strict=True):
        if "-" not in who:
            entries[int(who)] = Cell(0, "-", result)
            continue
        white, black = map(int, who.split("-"))
        entries[white] = Cell(black, "w", result)
        entries[black] = Cell(white, "b", {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}[result])
    return entries


def first_round_won_by_upper_half(size: int) -> str:
    """Write the games of a first round according to 7.2. The upper half wins all games."""
    half = size // 2
    return " ".join(f"{n}-{n + half} 1" if n % 2 else f"{n + half}-{n} 0" for n in range(1, half + 1))


def boards(text: str) -> Boards:
    return {(int(white), int(black)) for white, black in (pair.split("-") for pair in text.split())}


def opponents(answer: frozenset[tuple[int, int]]) -> set[frozenset[int]]:
    return {frozenset(board) for board in answer}


def player(
    tpn: int, colours: str = "", score: int = 0, rating: int = 0, met: str = "", floated: bool = False
) -> Player:
    return Player(tpn, tpn, rating, score, colours, frozenset(map(int, met.split())), floated, True)


def group(*residents: Player, floaters: tuple[Player, ...] = (), score: int = 0, maxi: bool = False) -> Group:
    return Group(2 * score, Direction.DOWNWARD, residents, floaters, False, maxi)


# ---- the printed examples


@pytest.mark.parametrize(
    ("incompatible", "expected"),
    [
        ("", "1-4 2-5 3-6"),
        ("1-4", "1-5 2-4 3-6"),
        ("1-4 1-5", "1-6 2-4 3-5"),
        ("1-4 1-5 1-6", "1-3 2-5 4-6"),
        ("1-4 1-5 1-6 1-3", "1-2 3-5 4-6"),
    ],
)
def test_4_2_exchanges_for_player_1(incompatible: str, expected: str) -> None:
    # printed in 4.2; round one, where colours do not matter
    answer = lim.pair(event(6, forbidden=incompatible))
    assert opponents(answer.boards) == opponents(frozenset(boards(expected)))


@pytest.mark.parametrize(
    ("incompatible", "expected"),
    [
        ("", "1-6 2-4 3-5"),
        ("2-4", "1-6 2-5 3-4"),
        ("2-4 2-5", "1-6 2-3 4-5"),
        ("2-4 2-5 2-3", "1-3 2-6 4-5"),
        ("2-4 2-5 2-3 2-6", "1-2 3-5 4-6"),
    ],
)
def test_4_3_exchanges_for_player_2(incompatible: str, expected: str) -> None:
    # printed in 4.3, with 1 v 4 and 1 v 5 incompatible
    answer = lim.pair(event(6, forbidden=f"1-4 1-5 {incompatible}"))
    assert opponents(answer.boards) == opponents(frozenset(boards(expected)))


def test_4_1_2_upward_the_exchanges_are_mirrored() -> None:
    # the example of 4.2 with every number n replaced by 7 - n
    six = tuple(player(tpn) for tpn in range(1, 7))
    lowest, *others = lim.by_number(six, Direction.UPWARD)
    assert lowest.tpn == 6
    assert [p.tpn for p in lim.opponents_by_exchange(lowest, tuple(others))] == [3, 2, 1, 4, 5]


@pytest.mark.parametrize("initial_colour", ["w", "b"])
def test_7_2_forty_players(initial_colour: str) -> None:
    # printed in 7.2
    answer = lim.pair(replace(event(40), initial_colour=initial_colour))
    given = {(n, n + 20) if n % 2 else (n + 20, n) for n in range(1, 21)}
    assert answer.boards == (given if initial_colour == "w" else {(black, white) for white, black in given})


def test_4_4_1_player_2_is_exchanged_with_the_floater() -> None:
    # 4.4: #1 and #2 have met each other and everybody but #6. With seven winners, #7 had floated and comes back. For
    # #3's colour, 3-5 4-7 become 3-4 5-7. Below, #8 floats up to meet #2.
    answer = lim.pair(event(14, first_round_won_by_upper_half(14), forbidden="1-2 1-3 1-4 1-5 2-3 2-4 2-5"))
    assert answer.boards == boards("6-1 4-3 7-5 2-8 14-11 10-13 12-9")


def test_4_4_2_the_lowest_numbered_floats_in_company() -> None:
    # As before, but with six winners: #2 floats with #5. These two may not meet, so the median is blocked, and the last
    # pair made below, 7-10, is cracked (2.6.1).
    answer = lim.pair(event(12, first_round_won_by_upper_half(12), forbidden="1-2 1-3 1-4 1-5 2-3 2-4 2-5"))
    assert answer.boards == boards("6-1 4-3 2-10 7-5 9-12 11-8")


# ---- small rounds by hand


def test_2_2_floaters_of_both_sides_meet_in_an_empty_median() -> None:
    # The winners 1, 2 and 3 are due Black, White and Black, so player 3 floats (3.2.2). The losers 4, 5 and 6 are due
    # White, Black and White. Upward, the highest numbered player who is due White floats: player 4.
    answer = lim.pair(event(6, first_round_won_by_upper_half(6)))
    assert answer.boards == boards("2-1 6-5 4-3")


def test_1_1_bye_to_the_lowest_rank_of_the_lowest_scoregroup() -> None:
    # Player 5 has a point from the bye, so player 4 is the lowest player of the lowest scoregroup. Players 1 and 2 are
    # due different colours, and player 5 is due none. So the lowest numbered player floats (3.2.4).
    answer = lim.pair(event(5, "1-3 1 4-2 0 5 U"))
    assert answer.bye == 4
    assert answer.boards == boards("2-1 3-5")


def test_c_04_1_4_the_lowest_rank_is_passed_over_after_a_bye() -> None:
    # Players 1, 3, 4 and 5 have one point, and player 2 has one and a half. Player 5 is ranked lowest and had the bye.
    facts = event(5, "1-3 = 4-2 = 5 U", "2-5 1 3-4 = 1 H")
    assert lim.pair(facts).bye == 4


def test_c_04_1_4_nobody_left_for_the_bye() -> None:
    with pytest.raises(NoLegalPairing):
        lim.pair(event(3, "1-2 + 3 U", "3-1 - 2 U"))


def test_2_6_1_a_lower_pairing_is_cracked() -> None:
    # Players 1 and 2 may not meet, and both float down. So 3-4 is cracked.
    assert lim.pair(event(4, first_round_won_by_upper_half(4), forbidden="1-2")).boards == boards("4-1 2-3")


def test_2_6_2_a_higher_pairing_is_cracked() -> None:
    assert lim.pair(event(4, first_round_won_by_upper_half(4), forbidden="3-4")).boards == boards("4-1 2-3")


def test_2_2_the_group_below_the_median_is_paired_upward() -> None:
    # The losers 7 to 12 are due White and Black in turn, and players 9 and 12 may not meet. The first scrutiny gives
    # 12-8 11-9 10-7. Then player 12 meets player 7 for the colour of player 12. The other pairs become 11-8 10-9 for
    # the colour of player 11.
    answer = lim.pair(event(12, first_round_won_by_upper_half(12), forbidden="9-12"))
    assert answer.boards == boards("4-1 2-5 6-3 7-12 11-8 9-10")


def test_6_equal_scores_meet_last_whatever_their_colours() -> None:
    # Both winners had two Whites and both losers had two Blacks. Only the pairs 1-2 and 3-4 are left. Above the median
    # the higher ranked player has the due colour, and below the median the lower ranked player has it (5.4).
    played = ("1-3 1 2-4 1", "1-4 1 2-3 1")
    assert lim.pair(event(4, *played, total=3)).boards == boards("2-1 4-3")
    with pytest.raises(NoLegalPairing):
        lim.pair(event(4, *played, total=4))


def test_c_04_2_3_5_a_forfeited_game_is_not_a_meeting() -> None:
    # No game has been played, and all other pairs are forbidden. Colours follow 7.2: players 1 and 4 are the
    # higher ranked players.
    answer = lim.pair(event(4, "1-3 + 4-2 +", forbidden="1-2 1-4 2-3 3-4"))
    assert answer.boards == boards("1-3 2-4")


# ---- single articles


@pytest.mark.parametrize(
    ("colours", "due"), [("", ""), ("w", "b"), ("wb", "w"), ("wwb", "b"), ("bww", "b"), ("bwb", "w"), ("wbbw", "b")]
)
def test_5_1_due_colour(colours: str, due: str) -> None:
    assert lim.due_colour(player(1, colours)) == due


def test_5_4_histories_are_compared_backwards() -> None:
    one, two = player(1, "wbbw"), player(2, "bwbw")
    assert lim.with_colours((one, two), Direction.DOWNWARD, "w") == (
        1,
        2,
    )  # 2 had White in the last game in which they differed


@pytest.mark.parametrize(("direction", "expected"), [(Direction.DOWNWARD, (2, 1)), (Direction.UPWARD, (1, 2))])
def test_5_4_identical_histories(direction: Direction, expected: tuple[int, int]) -> None:
    assert lim.with_colours((player(1, "bw"), player(2, "bw")), direction, "w") == expected


def test_2_1_both_need_the_same_colour() -> None:
    assert not lim.compatible(player(1, "bww"), player(2, "ww"), last_round=False)
    assert lim.compatible(player(1, "bww"), player(2, "ww"), last_round=True)
    assert not lim.compatible(player(1, "bww"), player(2, "ww", score=5), last_round=True)


def test_3_3_the_lowest_numbered_with_an_opponent_below_floats() -> None:
    below = group(player(7, met="3"), player(8, met="3"))
    members = (player(1, score=10), player(2, score=10), player(3, score=10, met="7 8"))
    assert lim.floater_to_make_even(members, (), group(*members, score=10), below).tpn == 2


def test_3_3_opponents_of_earlier_floaters_are_excluded() -> None:
    # Player 1 must leave the group, and meets player 7, the only possible opponent of player 3.
    below = group(player(7), player(8, met="3"))
    leaving = player(1, score=10, met="2 3 4")
    members = (player(2, score=10), player(3, score=10, met="8"), player(4, score=10))
    upper = group(leaving, *members, score=10)
    assert lim.floater_to_make_even(members, (leaving,), upper, below).tpn == 4
    assert not lim.has_opponent_there(members[1], (leaving,), below)


def test_3_9_an_incoming_floater_is_chosen_last() -> None:
    incoming = player(9, score=20)
    members = (player(1, score=10, met="7"), player(2, score=10, met="7"))
    upper = group(*members, floaters=(incoming,), score=10)
    assert lim.floater_to_make_even((*members, incoming), (), upper, group(player(7))).tpn == 2


def test_3_10_the_last_floater_is_spared_unless_a_pair_is_lost() -> None:
    below = group(player(7))
    free = (player(1, score=10), player(2, score=10), player(3, score=10, floated=True))
    assert lim.floater_to_make_even(free, (), group(*free, score=10), below).tpn == 2
    met = (player(1, score=10, met="3"), player(2, score=10), player(3, score=10, met="1", floated=True))
    assert lim.floater_to_make_even(met, (), group(*met, score=10), below).tpn == 1  # without 2, 1 and 3 are left
    both = (replace(met[0], floated=True), met[1], met[2])
    assert lim.floater_to_make_even(both, (), group(*both, score=10), below).tpn == 3


def paired(members: tuple[Player, ...], below: Group) -> tuple[list[tuple[int, int]], list[int]]:
    pairs, floaters = lim.pair_scoregroup(group(*members, score=10), below)
    return [(one.tpn, two.tpn) for one, two in pairs], sorted(p.tpn for p in floaters)


def test_4_4_1_k_is_exchanged_unless_a_pairing_or_type_is_lost() -> None:
    below = group(player(8), player(9))
    only_each_other = (player(1, score=10, met="2 3 4"), player(5, score=10, met="2 3 4"))
    rest = (player(2, score=10, met="1 5"), player(3, score=10, met="1 5"), player(4, score=10, met="1 5"))
    assert paired((only_each_other[0], *rest, only_each_other[1]), below) == ([(1, 5), (2, 3)], [4])
    first = (player(1, score=10, met="2 3 5"), player(2, score=10, met="1 3 5"))  # both can meet only 4
    others = (player(3, score=10, met="1 2"), player(4, score=10), player(5, score=10, met="1 2"))
    assert paired((*first, *others), below) == ([(1, 4), (3, 5)], [2])
    nowhere = replace(first[1], met=first[1].met | {8, 9})
    assert paired((first[0], nowhere, *others), below) == ([(2, 4), (3, 5)], [1])


def test_4_4_2_and_3_5_in_an_even_group() -> None:
    below = group(player(8), player(9))
    first = (player(1, score=10, met="2 3 4 5"), player(2, score=10, met="1 3 4 5"))  # both can meet only 6
    others = (*(player(tpn, score=10, met="1 2") for tpn in (3, 4, 5)), player(6, score=10))
    assert paired((*first, *others), below) == ([(1, 6), (3, 4)], [2, 5])
    nowhere = replace(first[1], met=first[1].met | {8, 9})
    assert paired((first[0], nowhere, *others), below) == ([(2, 6), (3, 4)], [1, 5])
    met = (replace(others[0], met=frozenset({1, 2, 4})), *others[1:])
    assert paired((*first, *met), below) == ([(1, 6), (3, 5)], [2, 4])


def test_3_2_3_maxi_the_lowest_number_floats_beyond_100_points() -> None:
    members = (player(1, "w", 10, 2200), player(2, "w", 10, 2101), player(3, "b", 10, 2000))
    below = group(player(7))
    assert lim.floater_to_make_even(members, (), group(*members, score=10), below).tpn == 2
    assert lim.floater_to_make_even(members, (), group(*members, score=10, maxi=True), below).tpn == 3


def test_3_8_the_highest_who_is_due_the_alternate_colour() -> None:
    floater = player(9, "w", 10)
    others = (player(1, "w", 0, 2300), player(2, "b", 0, 2150), player(3, "b", 0, 2250))
    for maxi, expected in ((False, [2, 3, 1]), (True, [3, 1, 2])):
        there = group(*others, floaters=(floater,), maxi=maxi)
        assert [p.tpn for p in lim.opponents_of_floater(floater, others, there)] == expected


def test_3_6_3_down_floaters_by_score_then_up_from_the_lowest() -> None:
    floaters = (player(1, score=20), player(2, score=5), player(3, score=30), player(4, score=5), player(5, score=0))
    there = group(floaters=floaters, score=10)
    assert [p.tpn for p in lim.floaters_in_order(floaters, there)] == [3, 1, 5, 4, 2]


def test_5_7_maxi_no_exchange_for_colours_beyond_100_points() -> None:
    # In the pairs 1-3 and 2-4, both players are due the same colour. Players 3 and 4 can be exchanged if their ratings
    # are close enough.
    members = (player(1, "w"), player(2, "b"), player(3, "w", rating=2200), player(4, "b", rating=2000))
    pairs = ((members[0], members[2]), (members[1], members[3]))
    freely = lim.second_scrutiny(pairs, group(*members))
    assert [(one.tpn, two.tpn) for one, two in freely] == [(1, 4), (2, 3)]
    assert lim.second_scrutiny(pairs, group(*members, maxi=True)) == pairs


def test_3_10_floaters_of_the_previous_round() -> None:
    # In round 2 the median was half a point. Player 3 floated down, and player 4 floated up. The pairs 1-2 and 5-6 had
    # equal scores.
    facts = event(6, first_round_won_by_upper_half(6), "2-1 1 4-3 = 6-5 1")
    assert [tpn for tpn in range(1, 7) if lim.floated_the_round_before(facts, tpn)] == [3, 4]


# ---- random tournaments


def random_event(seed: int) -> Event:
    """Generate a tournament: `lim.pair` pairs the rounds, and the results, absences and byes are random."""
    rng = random.Random(seed)
    total = rng.randint(3, 8)
    facts = replace(event(rng.randint(4, 13), total=total), initial_colour=rng.choice("wb"))
    for _ in range(rng.randrange(total)):
        facts = replace(facts, absent=frozenset(e.tpn for e in facts.entrants if rng.random() < 0.04))
        try:
            answer = lim.pair(facts)
        except NoLegalPairing:
            return facts
        games = [f"{white}-{black} {rng.choice('11111===0000+-')}" for white, black in sorted(answer.boards)]
        byes = [f"{tpn} {rng.choice('HZ')}" for tpn in sorted(facts.absent)] + [f"{answer.bye} U"] * bool(answer.bye)
        facts = replace(facts, rounds=(*facts.rounds, cells(" ".join(games + byes))), absent=frozenset())
    return facts


def pairable_somehow(players: list[Player], last_round: bool) -> bool:
    """Whether the round has any legal pairing, with a bye if the number of players is odd."""
    if len(players) % 2:
        return any(p.may_get_bye and pairable_somehow([q for q in players if q is not p], last_round) for p in players)
    if not players:
        return True
    first, *others = players
    return any(
        lim.compatible(first, p, last_round) and pairable_somehow([q for q in others if q is not p], last_round)
        for p in others
    )


@pytest.mark.parametrize("maxi", [False, True])
def test_every_round_is_legal_and_paired_if_it_can_be(maxi: bool) -> None:
    for seed in range(150):
        facts = random_event(seed)
        last_round = len(facts.rounds) + 1 == facts.rounds_total
        players = {p.tpn: p for p in lim.players_of(facts)}
        try:
            answer = lim.pair(facts, maxi)
        except NoLegalPairing:
            assert not pairable_somehow(list(players.values()), last_round)
            continue
        named = [tpn for board in answer.boards for tpn in board] + [answer.bye] * bool(answer.bye)
        assert sorted(named) == sorted(players)
        assert not answer.bye or players[answer.bye].may_get_bye
        for white, black in answer.boards:
            one, two = players[white], players[black]
            assert black not in one.met
            legal = lim.permissible(one, "w") and lim.permissible(two, "b")
            assert legal or (last_round and one.score == two.score and not lim.colours_permissible(one, two))
        assert lim.pair(replace(facts, entrants=facts.entrants[::-1]), maxi) == answer
