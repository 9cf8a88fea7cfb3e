from __future__ import annotations

import pytest

from pairing_engine import BadRequest
from pairing_engine.facts.model import AbnormalPoints, Points, Prohibition, Scoring, Settings, Tournament, Tpn
from pairing_engine.state.history import standings, state_before, states
from pairing_engine.state.round_state import Player
from tests.builders import WHITE, names, tournament


def after(event: Tournament) -> dict[int, Player]:
    return {int(tpn): player for tpn, player in state_before(event, len(event.rounds) + 1).by_tpn.items()}


def points_of(event: Tournament) -> list[int]:
    """Return the points of all players, in the order of TPNs."""
    return list(standings(event).values())


def test_every_round_has_a_state_and_so_has_the_one_to_come() -> None:
    event = tournament(4, "1-3:10 4-2:01", "2-1:10 3-4:10")
    assert [state.number for state in states(event)] == [1, 2, 3]
    assert [state.is_last for state in states(tournament(4, "1-3:10 4-2:01", total=2))] == [False, True]


@pytest.mark.parametrize("number", [-1, 0, 3, 99])
def test_a_round_that_is_neither_recorded_nor_next_has_no_state(number: int) -> None:
    with pytest.raises(BadRequest):
        state_before(tournament(4, "1-3:10 4-2:01"), number)


def test_the_state_before_a_recorded_round_is_that_of_the_walk() -> None:
    event = tournament(6, "1-4:10 5-2:01 3-6:+-", "2-1:== 4-3:01 5:H 6:U", "1-3:10 2-4:WL 6-5:10")
    for walked in states(event):
        found = state_before(event, walked.number)
        assert (found.players, found.is_last, found.initial_colour) == (
            walked.players, walked.is_last, walked.initial_colour,
        )  # fmt: skip


def test_a_recorded_round_is_paired_with_its_own_players() -> None:
    event = tournament(6, "1-2:10 3-4:10 5:U 6:Z")
    assert names(state_before(event, 1).players) == "1 2 3 4 5"


def test_the_coming_round_leaves_out_requested_byes() -> None:
    event = tournament(4, "1-3:10 4-2:01", asked="2:H")
    assert sorted(p.tpn for p in state_before(event, 2).players) == [1, 3, 4]


@pytest.mark.parametrize(
    ("result", "points"),
    [
        ("10", (10, 0)), ("01", (0, 10)), ("==", (5, 5)), ("=0", (5, 0)), ("0=", (0, 5)), ("00", (0, 0)),
        ("WL", (10, 0)), ("DD", (5, 5)), ("LW", (0, 10)), ("+-", (10, 0)), ("--", (0, 0)), ("??", (5, 5)),
    ],
)  # fmt: skip
def test_points_of_games(result: str, points: tuple[int, int]) -> None:
    assert tuple(points_of(tournament(2, f"1-2:{result}"))) == points


def test_points_of_byes() -> None:
    assert points_of(tournament(5, "1:U 2:F 3:H 4:Z")) == [10, 10, 5, 0, 0]


def test_points_of_another_scoring_system() -> None:
    scoring = Scoring(
        win=Points(30), draw=Points(20), loss=Points(10), forfeit_win=Points(25), forfeit_loss=Points(5),
        pairing_allocated_bye=Points(20), full_point_bye=Points(30), half_point_bye=Points(15),
        zero_point_bye=Points(1),
    )  # fmt: skip
    event = tournament(11, "1-2:10 3-4:== 5-6:+- 7:U 8:F 9:H 10:Z", settings=Settings(scoring=scoring))
    assert points_of(event) == [30, 10, 20, 20, 25, 5, 20, 30, 15, 1, 1]


def test_colours_may_be_rewarded_differently() -> None:
    scoring = Scoring(black_win=Points(12), black_draw=Points(6), black_loss=Points(1))
    event = tournament(6, "1-2:10 3-4:== 5-6:01", settings=Settings(scoring=scoring))
    assert points_of(event) == [10, 1, 5, 6, 0, 12]


def abnormal(*entries: AbnormalPoints) -> Settings:
    return Settings(abnormal_points=entries)


def only(*tpns: int) -> frozenset[Tpn]:
    return frozenset(map(Tpn, tpns))


def test_abnormal_points_replace_those_of_an_outcome() -> None:
    settings = abnormal(AbnormalPoints("W", Points(7), 1, only(1)), AbnormalPoints("+", Points(6), 0, only(3)))
    event = tournament(4, "1-2:10 3-4:+-", "1-4:10 3-2:+-", settings=settings)
    assert points_of(event) == [17, 0, 12, 0]


def test_abnormal_points_of_a_round_before_those_of_all_rounds() -> None:
    settings = abnormal(AbnormalPoints("U", Points(3), 0, only(3)), AbnormalPoints("U", Points(4), 1, only(3)))
    assert points_of(tournament(3, "1-2:10 3:U", settings=settings)) == [10, 0, 4]


def test_a_bonus_counts_from_its_round_on_or_from_the_start() -> None:
    settings = abnormal(AbnormalPoints("", Points(-5), 2, only(1)), AbnormalPoints("", Points(10), 0, only(2)))
    event = tournament(4, "1-3:10 4-2:10", "1-4:== 2-3:10", settings=settings)
    assert [state_before(event, 1).by_tpn[Tpn(2)].points] == [10]
    assert state_before(event, 2).by_tpn[Tpn(1)].points == 10
    assert points_of(event) == [10, 20, 0, 15]


def test_abnormal_points_may_bar_from_the_bye() -> None:
    """[C.04.1 4] A participant whose half-point bye is worth a full point cannot get the pairing-allocated bye."""
    settings = abnormal(AbnormalPoints("H", Points(10), 1, only(1)))
    found = after(tournament(3, "1:H 2:H", settings=settings))
    assert (found[1].may_have_bye, found[2].may_have_bye) == (False, True)


def test_opponents_of_played_games_and_of_no_others_are_barred() -> None:
    event = tournament(6, "1-2:10 3-4:+- 5-6:--", "1-3:WL 2-4:?? 5:H")
    assert [sorted(p.barred) for _, p in sorted(after(event).items())] == [[2, 3], [1, 4], [1], [2], [], []]


def test_prohibitions_hold_in_their_rounds() -> None:
    prohibitions = (Prohibition(1, 1, only(1, 2, 3)), Prohibition(2, 9, only(1, 4)))
    event = tournament(4, "1-4:+- 2-3:+-", settings=Settings(prohibitions=prohibitions))
    assert sorted(state_before(event, 1).by_tpn[Tpn(1)].barred) == [2, 3]
    assert sorted(state_before(event, 2).by_tpn[Tpn(1)].barred) == [4]
    assert sorted(state_before(event, 2).by_tpn[Tpn(2)].barred) == []


def test_a_prohibition_adds_to_those_already_met() -> None:
    event = tournament(4, "1-2:10", settings=Settings(prohibitions=(Prohibition(1, 9, only(1, 3)),)))
    assert sorted(after(event)[1].barred) == [2, 3]


def test_a_late_entry_has_no_floats_in_the_rounds_it_missed() -> None:
    found = after(tournament(3, "1-2:10", "2-1:=="))[3]
    assert (found.unplayed, found.floats, found.colours, found.points) == (2, "--", "", 0)


def test_a_preassigned_bye_is_kept_out_of_the_field() -> None:
    before = state_before(tournament(5, asked="2:U 3:H"), 1)
    assert before.preassigned_bye == 2
    assert names(before.players) == "1 4 5"


def test_a_request_counts_for_its_own_round_only() -> None:
    event = tournament(4, "1-3:10 4-2:01", asked="1:U")  # requested for round 2, the next round
    assert state_before(event, 1).preassigned_bye is None
    assert state_before(event, 2).preassigned_bye == 1


def test_players_stand_in_ranking_order() -> None:
    event = tournament(6, "1-4:01 5-2:01 3-6:==")
    assert names(state_before(event, 2).players) == "2 4 3 6 1 5"


def test_the_stated_initial_colour_goes_before_the_first_round() -> None:
    assert state_before(tournament(2, "2-1:10", initial=WHITE), 2).initial_colour is WHITE


def test_a_float_before_the_first_round_does_not_exist() -> None:
    found = after(tournament(2, "1-2:10"))[1]
    assert (found.floated(1), found.floated(2)) == ("-", "-")
