"""[C.04.4.1] The Dubov System of 2026.

In a position built by `state`, every player's ARO is zero, so S1 is sorted by TPN. A player with colours ``wb`` has a
mild preference for White, and a player with colours ``bw`` for Black. A player without games seeks Black.
"""

from collections.abc import Mapping, Sequence

import pytest

from pairing_engine import MissingFact, NoPairing
from pairing_engine.answers.checklist import checklist
from pairing_engine.facts.model import Points, Tournament, Tpn, VirtualPoints
from pairing_engine.kernel.colour import allocate
from pairing_engine.kernel.engine import engine_of
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.dubov.edition_2026 import (
    DUBOV_2026,
    averages,
    is_maximum_upfloater,
    most_upfloats,
    upfloats,
    with_preferences,
)
from pairing_engine.systems.dubov.process import DubovMethod
from pairing_engine.systems.shared.dubov_burstein import may_meet
from tests.builders import BLACK, WHITE, brackets_of, only, pairs_of, player, show, state, tournament


def paired(*players: Player, number: int = 5, last: bool = False) -> str:
    """Show the pairs of each bracket and the bye."""
    before = state(*players, number=number, last=last)
    found = DUBOV_2026.pair(before, Backend.AUTO)
    return brackets_of(before, DUBOV_2026) + ("" if found.bye is None else f" {found.bye.tpn}:U")


def rated(event: Tournament, *ratings: int) -> Tournament:
    given = zip(event.participants, ratings, strict=True)
    return event._replace(participants=tuple(p._replace(rating=rating) for p, rating in given))


# --- 1: preferences, ARO, upfloaters ----------------------------------------------------------------------------------


AFTER_THREE_ROUNDS = tournament(4, "1-2:10 3-4:==", "3-1:01 2-4:10", "4-1:-+ 2:H 3:U")


def test_1_7_aro_is_the_average_of_games_and_halves_go_up() -> None:
    """Only played games count for the average rating of opponents, and halves are rounded up."""
    event = rated(AFTER_THREE_ROUNDS, 2100, 2001, 2000, 1900)
    assert averages(state_before(event, 4)) == {1: 2001, 2: 2000, 3: 2000, 4: 2001}


def test_1_7_aro_is_rounded_to_the_nearest_number() -> None:
    event = rated(tournament(4, "1-2:10 3-4:10", "1-3:10 4-2:10", "4-1:10 2-3:10"), 2000, 2001, 2000, 2000)
    assert averages(state_before(event, 4)) == {1: 2000, 2: 2000, 3: 2000, 4: 2000}


def test_1_1_players_without_a_rating_are_named() -> None:
    with pytest.raises(MissingFact, match=r"participants 2, 4$"):
        averages(state_before(rated(AFTER_THREE_ROUNDS, 2100, 0, 2000, 0), 4))


def test_1_1_an_absent_player_without_opponents_needs_no_rating() -> None:
    """An absent player without past opponents needs no rating [Reading V10]."""
    event = rated(tournament(5, "1-2:10 3-4:10 5:Z", asked="5:Z"), 2100, 2000, 1900, 1800, 0)
    assert averages(state_before(event, 2))[Tpn(1)] == 2000
    with pytest.raises(MissingFact, match=r"participants 5$"):
        averages(state_before(event._replace(requests=()), 2))


def test_1_8_1_an_upfloat_is_a_game_against_a_higher_score() -> None:
    """A game against a player with a higher score is an upfloat, but a forfeited game is not [Reading V1]."""
    event = tournament(6, "1-2:10 3-4:10 5-6:==", "1-4:+- 3-5:01 6-2:10")
    assert [upfloats(state_before(event, 3).by_tpn[Tpn(n)]) for n in range(1, 7)] == [0, 1, 0, 0, 1, 0]
    accelerated = event.settings._replace(virtual_points=(VirtualPoints(Points(10), 1, 1, frozenset({Tpn(1)})),))
    found = state_before(event._replace(settings=accelerated), 3).by_tpn
    assert [upfloats(found[Tpn(n)]) for n in range(1, 7)] == [0, 2, 0, 0, 1, 0]


@pytest.mark.parametrize(("rounds", "most"), [(1, 2), (4, 2), (5, 3), (9, 3), (10, 4), (11, 4)])
def test_1_8_2_max_t_is_two_and_one_for_every_five_rounds(rounds: int, most: int) -> None:
    before = state_before(tournament(4, total=rounds), 1)
    assert most_upfloats(before) == most
    known = player(1, floats="U" * most)
    assert is_maximum_upfloater(known, before)
    assert not is_maximum_upfloater(player(1, floats="U" * (most - 1)), before)


def test_1_8_2_the_number_of_rounds_matters_after_two_upfloats() -> None:
    """The number of rounds must be known once a player has upfloated twice [Reading V6]."""
    unknown = state_before(tournament(4, total=None), 1)
    assert not is_maximum_upfloater(player(1, floats="U-"), unknown)
    twice = unknown._replace(players=(player(1, floats="UU"),))
    with pytest.raises(MissingFact, match="number of rounds"):
        most_upfloats(twice)


def test_1_9_3_a_round_that_cannot_be_completed() -> None:
    with pytest.raises(NoPairing, match=r"1\.9\.3"):
        paired(player(1, barred=[2]), player(2))


def test_1_6_4_the_checklist_shows_the_mild_black() -> None:
    found = checklist(state(player(1), player(2, colours="w"), number=1), None, DUBOV_2026)
    preference = found.header.index("Pref")
    assert [row[preference] for row in found.groups[0]] == ["b ", "(B)"]


# --- 2: absolute criteria ---------------------------------------------------------------------------------------------


def test_c1_and_c3_know_no_exception_even_in_the_last_round() -> None:
    before = state(player(1, colours="ww"), player(2, colours="bww"), player(3, barred=[1]), number=5, last=True)
    one, two, three = (before.by_tpn[Tpn(n)] for n in (1, 2, 3))
    assert not may_meet(one, two, before)
    assert not may_meet(one, three, before)
    assert may_meet(two, three, before)


# --- 3.1: the bye -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        ((player(1), player(2), player(3, may_have_bye=False)), "1-3 2:U"),  # 3.1.1
        ((player(1, barred=[2]), player(2), player(3, 0)), "1-3 2:U"),  # 3.1.2
        ((player(1, 0), player(2), player(3)), "2-3 1:U"),  # 3.1.3
        ((player(1), player(2), player(3, unplayed=1)), "1-3 2:U"),  # 3.1.4
        ((player(1), player(2), player(3)), "1-2 3:U"),  # 3.1.5
    ],
)
def test_3_1_the_bye_step_by_step(players: tuple[Player, ...], expected: str) -> None:
    assert paired(*players) == expected


# --- 3.2.1, 3.2.2, 4.2: upfloaters ------------------------------------------------------------------------------------


def test_3_2_1_those_below_must_have_a_pairing_too() -> None:
    assert paired(player(1, 20), player(2, 20), player(3, barred=[4]), player(4)) == "1-3 2-4"


SCORES = (30, 30, 30, 10, 20, 20, 20, 10)
ONE_FROM_AFAR = state(*only("1-4 1-5 2-3 2-6 3-7 5-7 6-8 4-8", (player(n, score) for n, score in enumerate(SCORES, 1))))
"""Either participant 4, two points lower, floats up, or participants 5, 6 and 7, one point lower, do."""


def test_c5_one_upfloater_from_afar_beats_three_from_near() -> None:
    assert pairs_of(ONE_FROM_AFAR, DUBOV_2026) == "1-4 2-3 5-7 6-8"


def test_c6_the_largest_difference_counts_first() -> None:
    """Score differences are compared from the largest down, and their sum does not count [Reading V2]."""
    scores = (50, 50, 35, 35, 45, 30)
    players = only("1-3 1-5 2-4 2-6 3-4 5-6", (player(n, score) for n, score in enumerate(scores, 1)))
    assert pairs_of(state(*players), DUBOV_2026) == "1-3 2-4 5-6"


MAXIMUM, UPFLOATED = "UUU-", "---U"


@pytest.mark.parametrize("floats", [MAXIMUM, UPFLOATED])
def test_c8_c10_upfloaters_are_spared_except_in_the_last_round(floats: str) -> None:
    players = player(1, 20), player(2, floats=floats), player(3, floats="----"), player(4, floats=floats)
    assert paired(*players) == "1-3 | 2-4"
    assert paired(*players, last=True) == "1-2 | 3-4"


def test_c8_comes_before_c10() -> None:
    assert paired(player(1, 20), player(2, floats=MAXIMUM), player(3, floats=UPFLOATED), player(4, floats=MAXIMUM)) == (
        "1-3 | 2-4"
    )


def test_c9_of_maximum_upfloaters_the_one_with_fewer_upfloats() -> None:
    assert paired(player(1, 20), player(2, floats="UUUU-"), player(3, floats="UUU--"), player(4, floats="UUUU-")) == (
        "1-3 | 2-4"
    )


# --- 3.2.3 to 3.2.5, 4.3: the subgroups -------------------------------------------------------------------------------


def shifted(white: Sequence[int], black: Sequence[int], aro: Mapping[int, int], *met: tuple[int, int]) -> str:
    """Show the pairs of a bracket with these White seekers and Black seekers."""
    players = [player(n, 10, "wb", barred=[b for a, b in met if a == n]) for n in white]
    players += [player(n, 10, "bw", barred=[b for a, b in met if a == n]) for n in black]
    before: RoundState = state(*players)
    averages_ = {p.tpn: aro.get(p.tpn, 0) for p in before.players}
    found = set()
    for backend in Backend:
        method = DUBOV_2026.by(engine_of(backend))
        assert isinstance(method, DubovMethod)
        found.add(tuple(method.subgroups(before.players, averages_, before).pairs()))
    (pairs,) = found
    return " ".join(f"{one.tpn}-{other.tpn}" for one, other in pairs)


def test_4_3_3_example_of_seven() -> None:
    """In the rules' example with seven players, players D, C and E are shifted."""
    assert shifted(range(1, 8), [8], {}) == "1-3 2-4 6-5 7-8"


def test_3_2_4_1_players_who_must_meet_are_split() -> None:
    """Players 1 and 2 of G1 must meet, so one of them moves to G2.

    Player 2 has the lower ARO and is shifted. In exchange, player 3 is shifted from G2 to G1.
    """
    assert shifted([1, 2], [3, 4], {1: 1900, 2: 1800, 3: 1850}, (1, 3), (1, 4)) == "3-4 1-2"


def test_3_2_4_2_the_first_set_that_can_be_paired() -> None:
    assert shifted([1, 2, 3, 4], [], {}) == "1-2 4-3"
    assert shifted([1, 2, 3, 4], [], {}, (2, 1), (2, 4)) == "3-2 4-1"


def test_3_2_4_2_a_shifted_player_does_not_return() -> None:
    """A shifted player is not shifted back [Reading V9]."""
    met = [(1, n) for n in (3, 4, 5, 6)]
    assert shifted([1, 2], [3, 4, 5, 6], {1: 1900, 2: 1800}, *met) == "4-3 5-6 1-2"


# --- 3.2.6, 4.4: transpositions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("met", "pairs"),
    [
        ([], "1-4 2-5 3-6"),
        ([(2, 5)], "1-4 2-6 3-5"),
        ([(1, 4)], "1-5 2-4 3-6"),
        ([(1, 4), (2, 4)], "1-5 2-6 3-4"),
        ([(1, 4), (1, 5)], "1-6 2-4 3-5"),
        ([(1, 4), (1, 5), (2, 4)], "1-6 2-5 3-4"),
    ],
)
def test_4_4_transpositions_in_the_order_of_the_note(met: list[tuple[int, int]], pairs: str) -> None:
    assert shifted([1, 2, 3], [4, 5, 6], {}, *met) == pairs


# --- 5: colours -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("higher", "lower", "article", "colour"),
    [
        ("", "", "5.2.1", WHITE),
        ("wb", "bw", "5.2.2", WHITE),
        ("wb", "wbb", "5.2.3", BLACK),
        ("bwwb", "wbwb", "5.2.4", BLACK),
        ("wb", "wb", "5.2.5", WHITE),
        ("", "bw", "5.2.5", BLACK),
    ],
)
def test_5_2_step_by_step(higher: str, lower: str, article: str, colour: object) -> None:
    before = with_preferences(state(player(1), player(2, colours=lower), player(3, 20, higher)))
    found, step = allocate(before.by_tpn[Tpn(3)], before.by_tpn[Tpn(2)], before, DUBOV_2026.colour_steps)
    assert (step.article, found) == (article, colour)


def test_5_2_5_the_higher_ranked_has_more_points() -> None:
    assert show(pair_round(DUBOV_2026, state(player(1, 10, "wb"), player(2, 20, "wb")))) == "2-1"
