"""[C.04.7] The Baku Acceleration Method."""

from __future__ import annotations

import pytest

from pairing_engine import BadRequest, Fact, MissingFact, pair
from pairing_engine.facts.model import Points, Scoring, Settings, Tournament, Tpn, VirtualPoints
from pairing_engine.scores.acceleration import accelerated_rounds, first_group_size
from pairing_engine.state.history import state_before, states
from pairing_engine.systems.dutch.edition_2026 import is_topscorer
from tests.builders import show, tournament

BAKU = Settings(baku=True)


def virtual(event: Tournament, number: int) -> dict[int, int]:
    before = state_before(event, number)
    return {p.tpn: p.score - p.points for p in before.players if p.score != p.points}


@pytest.mark.parametrize(
    "scoring",
    [Scoring(win=Points(30), draw=Points(10)), Scoring(loss=Points(5)), Scoring(win=Points(30), draw=Points(20))],
)
def test_1_1_a_win_must_be_worth_two_draws_and_a_loss_nothing(scoring: Scoring) -> None:
    with pytest.raises(BadRequest):
        pair(tournament(8, settings=Settings(baku=True, scoring=scoring)))


@pytest.mark.parametrize(
    ("participants", "group"),
    [(161, 82), (2, 2), (4, 2), (5, 4), (6, 4), (8, 4), (9, 6), (10, 6), (12, 6), (13, 8), (160, 80), (162, 82)],
)
def test_1_2_the_first_half_rounded_up_to_an_even_number(participants: int, group: int) -> None:
    """With 161 players, the first group has 82 players, as in the rules' example."""
    assert first_group_size(participants) == group


def test_1_2_participants_of_the_first_round_count() -> None:
    """Participants who miss the first round are not counted when the first group is formed [Reading G4]."""
    event = tournament(10, asked="2:H 3:Z", settings=BAKU)
    assert sorted(virtual(event, 1)) == [1, 4, 5, 6]


def test_1_2_the_one_with_the_bye_is_paired() -> None:
    """A participant with the bye in the first round is counted when the first group is formed [Reading G4]."""
    event = tournament(9, "1-4:10 5-2:01 3-6:10 7-8:10 9:U", settings=BAKU)
    assert sorted(virtual(event, 2)) == [1, 2, 3, 4, 5, 6]


def test_1_3_2_the_last_of_ga_stays_so_when_a_late_entry_comes() -> None:
    event = tournament(9, "1-4:10 5-3:01 6-8:10 7-9:10", settings=BAKU)
    assert sorted(virtual(event, 2)) == [1, 2, 3, 4, 5]


def test_1_3_a_late_entry_below_the_last_of_ga_is_in_gb() -> None:
    event = tournament(9, "1-3:10 4-2:01 5-8:10 6-9:10", settings=BAKU)
    assert 7 not in virtual(event, 2)
    assert sorted(virtual(event, 2)) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("rounds", "full", "half"), [(9, 3, 2), (11, 3, 3), (5, 2, 1), (7, 2, 2), (1, 1, 0), (2, 1, 0), (3, 1, 1)]
)
def test_1_4_accelerated_rounds(rounds: int, full: int, half: int) -> None:
    """The first half of the rounds is accelerated.

    In the first half of the accelerated rounds, the best players get a full virtual point.
    """
    assert accelerated_rounds(rounds) == (full, half)


def per_round(total: int, scoring: Scoring) -> list[int]:
    """Return the virtual points of player 1 before each round."""
    opening = "1-5:10 6-2:01 3-7:10 8-4:01"
    rounds = [opening] + [" ".join(f"{n}-{n + 4}:==" for n in range(1, 5))] * (total - 1)
    event = tournament(8, *rounds, total=total, settings=Settings(baku=True, scoring=scoring))
    found = []
    for before in states(event):
        if before.number <= total:
            top = before.by_tpn[Tpn(1)]
            found.append(top.score - top.points)
    return found


def test_1_4_4_1_nine_rounds_with_the_standard_points() -> None:
    assert per_round(9, Scoring()) == [10, 10, 10, 5, 5, 0, 0, 0, 0]


def test_1_4_4_2_eleven_rounds_with_two_points_a_win() -> None:
    two = Scoring(win=Points(20), draw=Points(10), pairing_allocated_bye=Points(20))
    assert per_round(11, two) == [20, 20, 20, 10, 10, 10, 0, 0, 0, 0, 0]


def test_1_4_nobody_in_gb_has_virtual_points() -> None:
    assert sorted(virtual(tournament(8, settings=BAKU), 1)) == [1, 2, 3, 4]


def test_1_5_the_pairing_score_makes_the_scoregroups() -> None:
    # GA is players 1 to 4, and GB is players 5 to 8. Each group is paired separately.
    assert show(pair(tournament(8, settings=BAKU))) == "1-3 4-2 5-7 8-6"


def test_1_5_the_pairing_score_sorts_the_players() -> None:
    # Players 1 to 4 of GA have lost and have one virtual point. Players 5 to 8 of GB have won. So all eight players
    # form one scoregroup.
    event = tournament(8, "5-1:10 2-6:01 7-3:10 4-8:01", settings=BAKU)
    before = state_before(event, 2)
    assert [(p.tpn, p.score) for p in before.players] == [(n, 10) for n in range(1, 9)]


def test_1_5_floats_are_by_pairing_score() -> None:
    """Pairing scores with virtual points decide the floats [Reading G5]."""
    event = tournament(6, "1-5:10 2-4:== 6-3:01", settings=BAKU)
    before = state_before(event, 2).by_tpn
    assert [before[Tpn(n)].floats for n in range(1, 7)] == ["D", "-", "D", "-", "U", "U"]


def test_1_5_topscorers_are_by_the_points_of_the_standings() -> None:
    """Topscorers need real points, and virtual points do not count [Readings D5, G5]."""
    stated = (VirtualPoints(Points(10), 1, 3, frozenset({Tpn(1)})),)
    event = tournament(4, "1-3:10 4-2:01", "2-1:10 3-4:10", total=3, settings=Settings(virtual_points=stated))
    before = state_before(event, 3)
    assert (before.by_tpn[Tpn(1)].score, before.by_tpn[Tpn(1)].points) == (20, 10)
    assert not is_topscorer(before.by_tpn[Tpn(1)], before)
    assert is_topscorer(before.by_tpn[Tpn(2)], before)


def test_baku_needs_the_number_of_rounds() -> None:
    with pytest.raises(MissingFact) as found:
        pair(tournament(8, total=None, settings=BAKU))
    assert found.value.fact is Fact.NUMBER_OF_ROUNDS


def test_stated_virtual_points_replace_those_of_baku() -> None:
    stated = (
        VirtualPoints(Points(10), 1, 2, frozenset({Tpn(7), Tpn(8)})),
        VirtualPoints(Points(5), 2, 2, frozenset({Tpn(8)})),
    )
    event = tournament(8, "1-5:10 6-2:01 3-7:10 8-4:01", settings=Settings(baku=True, virtual_points=stated))
    assert virtual(event, 1) == {7: 10, 8: 10}
    assert virtual(event, 2) == {7: 10, 8: 5}
