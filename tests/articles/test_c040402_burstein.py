"""[C.04.4.2] The Burstein System of 2026.

In a position built by `after_seeding`, no round has a game. So all indices are equal, and TPNs rank the players. A
player with colours ``wb`` has a mild preference for White, and a player with colours ``bw`` for Black.
"""

from collections.abc import Iterator
from itertools import combinations

import pytest

from pairing_engine import MissingFact, NoPairing
from pairing_engine.facts.model import Settings, Tpn
from pairing_engine.kernel.colour import allocate
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.burstein.edition_2026 import BURSTEIN_2026, descending_order, indices
from pairing_engine.systems.burstein.process import RankingIndex
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from tests.builders import WHITE, brackets_of, player, state, tournament


def after_seeding(*players: Player, last: bool = False) -> RoundState:
    """Build round 5 of an event with eight rounds, or with five rounds if ``last`` is true."""
    return state(*players, number=5, last=last)


def paired(*players: Player) -> str:
    """Show the pairs of each bracket, the floaters after a slash, and the bye."""
    before = after_seeding(*players)
    found = BURSTEIN_2026.pair(before, Backend.AUTO)
    return brackets_of(before, BURSTEIN_2026) + ("" if found.bye is None else f" {found.bye.tpn}:U")


# --- 1.6: seeding rounds ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rounds", "seeding"), [(1, 0), (2, 1), (3, 1), (5, 2), (7, 3), (8, 4), (9, 4), (13, 4)])
def test_1_6_2_half_the_rounds_are_seeding_rounds_at_most_four(rounds: int, seeding: int) -> None:
    found = [
        BURSTEIN_2026.in_round(state_before(tournament(2, total=rounds), 1)._replace(number=n)) is DUTCH_2026
        for n in range(1, 14)
    ]
    assert found == [n <= seeding for n in range(1, 14)]


def test_1_6_2_seeding_rounds_need_the_number_of_rounds() -> None:
    with pytest.raises(MissingFact, match="number of rounds"):
        pair_round(BURSTEIN_2026, state_before(tournament(4, total=None), 1))


# --- 1.7, 1.8: the index ----------------------------------------------------------------------------------------------

ROUNDS = "1-2:10 3-4:==", "3-1:01 2:H 4:F", "2-4:10 1:U 3:Z", "1-4:10 2:Z 3:Z"
"""After these four rounds, player 1 has 4 points, players 2 and 4 have 1½ points, and player 3 has ½ point."""


def index_of(tpn: int, *, asked: str = "", settings: Settings | None = None) -> RankingIndex:
    event = tournament(4, *ROUNDS, total=8, asked=asked, settings=settings)
    return indices(state_before(event, 5))[Tpn(tpn)]


def test_1_7_1_unplayed_rounds_are_games_against_oneself() -> None:
    """In the index, an unplayed round counts as a game against oneself.

    Player 1 has one unplayed round, player 2 has two, and player 4 has one.
    """
    assert index_of(1) == (-(15 + 5 + 40 + 15), -10 * (15 + 5 + 40 + 15), 1)
    assert index_of(2) == (-(40 + 15 + 15 + 15), -(5 * 15 + 10 * 15), 2)
    assert index_of(4) == (-(5 + 15 + 15 + 40), -(5 * 5 + 10 * 15), 4)


def test_1_7_2_1_a_zero_point_series_up_to_now_counts_as_draws() -> None:
    """Zero-point byes in all rounds up to now count as draws for the opponents [Readings S1, S2]."""
    assert index_of(1, asked="3:Z").buchholz == -(15 + 15 + 40 + 15)
    assert index_of(4, asked="3:Z").buchholz == -(15 + 15 + 15 + 40)
    assert index_of(1).buchholz == index_of(1, asked="3:H").buchholz == -(15 + 5 + 40 + 15)


def test_1_7_2_1_only_the_byes_without_a_gap_are_a_series() -> None:
    assert index_of(1, asked="2:Z").buchholz == -(20 + 5 + 40 + 15)


def test_1_7_2_1_a_forfeit_ends_a_series() -> None:
    event = tournament(4, "1-2:10 3-4:10", "1:Z 2-3:10", "1-3:-+ 2-4:10", "1:Z 2-4:10", total=8, asked="1:Z")
    assert indices(state_before(event, 5))[Tpn(2)].buchholz == -((10 + 5) + 20 + 0 + 0)


# --- 2.1, 3.1: absolute criteria, the bye -----------------------------------------------------------------------------


def test_1_9_3_a_round_that_cannot_be_completed() -> None:
    with pytest.raises(NoPairing, match=r"1\.9\.3"):
        paired(player(1, barred=[2]), player(2))


def test_3_1_the_bye_step_by_step() -> None:
    assert paired(player(1), player(2), player(3, may_have_bye=False)) == "1-3 2:U"  # 3.1.1
    assert paired(player(1, barred=[2]), player(2), player(3, 0)) == "/1 | 1-3 2:U"  # 3.1.2
    assert paired(player(1, 0), player(2), player(3)) == "2-3 1:U"  # 3.1.3
    played, missed = player(2, floats="--"), player(3, floats="--", unplayed=1)
    assert paired(player(1, floats="--"), played, missed) == "1-3 2:U"  # 3.1.4
    assert paired(player(1), player(2), player(3)) == "1-2 3:U"  # 3.1.5


def test_3_1_5_the_lowest_ranking_is_that_of_the_index() -> None:
    before = state_before(tournament(7, "1-7:10 2-6:10 3-5:10 4:U", "6-1:01 7-2:01 5-4:01 3:H", total=5), 3)
    found = indices(before)
    assert [-found[Tpn(n)].buchholz for n in (5, 6, 7)] == [35, 40, 40]
    assert pair_round(BURSTEIN_2026, before).bye == 5


# --- 2.3: quality criteria --------------------------------------------------------------------------------------------


# --- 4: the order -----------------------------------------------------------------------------------------------------


def candidates(players: int, pairs: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield all ways to form ``pairs`` pairs from players 1 to ``players``."""
    for chosen in combinations(combinations(range(1, players + 1), 2), pairs):
        if len({n for pair in chosen for n in pair}) == 2 * pairs:
            yield chosen


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
"""The candidates of six players and two pairs, as Article 4 lists them. Our copy prints 1-3, 2-0, 4-5, 6-0 twice."""


def test_4_3_the_table_of_the_note() -> None:
    """Six players have 45 candidates with two pairs, in the order of Article 4.3.

    In our copy of the rules, the table of candidates lists one candidate twice and lacks another candidate. The test
    expects the order that Article 4.3 describes.
    """
    order = descending_order(6)

    def place(pairs: tuple[tuple[int, int], ...]) -> int:
        floaters = set(range(1, 7)) - {n for pair in pairs for n in pair}
        return sum(order.pair(a - 1, b - 1) for a, b in pairs) + sum(order.other[n - 1] for n in floaters)

    def shown(pairs: tuple[tuple[int, int], ...]) -> str:
        alone = [(n, 0) for n in range(1, 7) if not any(n in pair for pair in pairs)]
        return ",".join(f"{a}-{b}" for a, b in sorted([*pairs, *alone]))

    found = sorted(candidates(6, 2), key=place)
    assert len({place(pairs) for pairs in found}) == len(found) == 45
    assert [shown(pairs) for pairs in found] == NOTE.split()


# --- 5: colours -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("higher", "lower", "article", "white"),
    [
        ("", "", "5.2.1", True),
        ("wb", "bw", "5.2.2", True),
        ("", "bw", "5.2.2", True),  # 1.5.4: the preference of the opponent is granted
        ("wb", "wbb", "5.2.3", False),
        ("bwwb", "wbwb", "5.2.4", False),
        ("wb", "wb", "5.2.5", True),
    ],
)
def test_5_2_step_by_step(higher: str, lower: str, article: str, white: bool) -> None:
    before = after_seeding(player(1, 10, higher), player(2, 20, lower))
    found, step = allocate(before.by_tpn[Tpn(1)], before.by_tpn[Tpn(2)], before, BURSTEIN_2026.colour_steps)
    assert (step.article, found is WHITE) == (article, white)
