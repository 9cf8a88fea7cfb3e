"""Real events whose history is known: what happened in a round is the first cause that `swisscheck` tells."""

from collections.abc import Mapping
from functools import cache

import pytest

from checker.causes import numbers
from checker.causes.search import _seldom, _with_numbers
from checker.causes.trials import Change, ChangeKind, Checked, Effort, RoundCause, with_settings
from checker.checking import check
from checker.report import FileReport
from pairing_engine.facts.model import Colour, Tpn
from pairing_engine.matching import Backend
from swisspair import read
from tests.checker.causes.kinds import unproved
from tests.places import FIXTURES

CONGRESS = FIXTURES / "cases" / "congress"

LEFT = [  # the file, the round, the boards that were published first, and the boards in the file
    ("arad-2026", 1, "140-35", "140-0"),
    ("club-01", 2, "12-17", "12-24"),
    ("club-01", 4, "19-18 20-10", "19-20"),
    ("club-07", 1, "4-24 8-30", "4-0 30-0"),
    ("club-07", 2, "27-40 37-26", "27-26"),
    ("club-07", 3, "42-21", "37-21"),
    ("club-07", 6, "27-8 28-20", "28-27"),
    ("club-11", 2, "17-31 30-21 34-0", "17-34 21-31"),
    ("club-29", 2, "18-10", "18-0"),
    ("club-31", 2, "", "28-29"),
    ("club-37", 4, "29-9 31-20", "31-29"),
    ("club-39", 1, "33-74", "33-0 74-50"),
    ("club-51", 3, "15-21", "15-36"),
]


@cache
def checked(name: str) -> FileReport:
    return check(read(CONGRESS / f"{name}.trf"))


@pytest.mark.parametrize(("name", "number", "first", "then"), LEFT)
def test_who_left_or_came_is_told_first(name: str, number: int, first: str, then: str) -> None:
    cause = checked(name).rounds[number - 1].cause
    assert cause is not None
    (change,) = cause.changes
    assert change.kind in (ChangeKind.WITHDRAWN, ChangeKind.LATE)
    for pairs, words in ((change.first, first), (change.then, then)):
        assert {f"{white}-{black}" for white, black in pairs} == {*words.split()}


def test_boards_exchanged_by_hand_are_told_as_such() -> None:
    cause = checked("club-29").rounds[3].cause
    assert cause is not None
    assert (ChangeKind.BOARD, (4, 24)) in [(change.kind, change.players) for change in cause.changes]


def test_who_is_out_of_line_in_round_1_had_another_number_and_others_left() -> None:
    """In club-35, 80 stood before 33 in rounds 1 and 2; without this number, no boards of round 1 can be put back."""
    first, second = (checked("club-35").rounds[number].cause for number in (0, 1))
    assert first is not None
    assert second is not None
    moved = (ChangeKind.RENUMBERED, (80, 33))
    assert [change[:2] for change in second.changes] == [moved]
    assert [change[:2] for change in first.changes] == [moved, (ChangeKind.WITHDRAWN, (56, 75, 85))]
    assert {*first.changes[1].first} == {(14, 56), (75, 80), (85, 40)}
    assert {*first.changes[1].then} == {(14, 82), (40, 80)}


@pytest.mark.parametrize(
    ("name", "rounds"),
    [
        ("club-49", "1 and 2"),
        pytest.param("club-27", "1 to 5", marks=pytest.mark.slow),
        ("arad-2026", ""),
    ],
)
def test_a_list_that_was_sorted_anew_is_told_if_only_the_order_differs(name: str, rounds: str) -> None:
    report = checked(name)
    assert report.search is not None
    assert report.search.other_numbers is bool(rounds)
    words = f"the first difference in rounds {rounds} is one of order or colours, and not of quality: probably the"
    assert (words in str(report)) is bool(rounds)


def test_another_number_and_somebody_deleted_are_told_together_and_who_met_that_player_kept_the_colour() -> None:
    """In club-09, somebody who is no longer in the file beat 12 in round 1, and round 2 was paired with this game."""
    report = checked("club-09")
    first, second = (report.rounds[number].cause for number in (0, 1))
    assert first is not None
    assert second is not None
    moved, deleted = first.changes
    assert [moved[:2], deleted[:2]] == [(ChangeKind.RENUMBERED, (1, 6)), (ChangeKind.DELETED, (12,))]
    assert second.changes == (Change(ChangeKind.DELETED, (Tpn(12),), 1, "b"),)
    assert "12 Player 12 (0.0) had Black in round 1 against somebody who is no longer in the file" in str(report)
    event = read(CONGRESS / "club-09.trf")
    assert not list(unproved(with_settings(event, initial_colour=Colour.WHITE), report))


def test_a_change_by_hand_is_only_the_nearest_after_a_first_round_without_a_cause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If nobody is moved in round 1 of club-09, the colours of 12 - 20 in round 2 seem to be given by hand."""
    monkeypatch.setattr(numbers, "moves_of_first", lambda first: ())
    report = check(read(CONGRESS / "club-09.trf"))
    cause, search = report.rounds[1].cause, report.search
    assert cause is not None
    assert search is not None
    assert (cause.changes, [change.kind for change in cause.nearest]) == ((), [ChangeKind.COLOURS])
    assert (search.unexplained, search.other_numbers) == ((1, 2), True)


SELDOM = {7: RoundCause((Change(ChangeKind.RESULT, (Tpn(25), Tpn(42)), 6, "0-1"),))}


@pytest.mark.parametrize(
    ("rounds", "doubtful"),
    [
        (SELDOM, set()),
        (SELDOM | {1: RoundCause((Change(ChangeKind.BOARD, (Tpn(5), Tpn(9))),))}, set()),
        (SELDOM | {1: RoundCause((Change(ChangeKind.LATE, (Tpn(46),)),))}, {7}),
        ({7: SELDOM[7]._replace(also=(6,)), 1: RoundCause((Change(ChangeKind.LATE, (Tpn(46),)),))}, set()),
    ],
)
def test_a_cause_that_was_seldom_true_is_only_the_nearest_if_the_players_changed(
    rounds: Mapping[int, RoundCause], doubtful: set[int]
) -> None:
    """So in club-19 of the real events, where 46 is somebody who was deleted and entered again."""
    assert _seldom(rounds) == doubtful


def test_teams_are_paired_like_single_players_if_that_is_requested() -> None:
    event = read(CONGRESS / "teams-2025.trf")
    report = check(event, system="dutch")
    assert (report.choice.as_individuals, report.differing_rounds) == (True, ())
    paired = event._replace(rounds=event.rounds[:2]).pair(system="dutch")
    assert "by the FIDE (Dutch) System for teams like single players" in str(paired).splitlines()[0]
    assert {match[:2] for match in paired.play().rounds[2].matches} == {match[:2] for match in event.rounds[2].matches}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "value", "left"),
    [
        ("ilmenau-open-2025", "59>5 57>25 58>26", ()),
        ("krt2023", "86>19", (2, 4, 6)),
        ("teams-2025", "dutch", ()),
        ("france-s06", "progressive 56 120", (1,)),
    ],
)
def test_a_cause_of_the_whole_event_is_told_once(name: str, value: str, left: tuple[int, ...]) -> None:
    (cause,) = checked(name).causes
    assert (cause.value, cause.differing) == (value, left)


def test_a_search_for_the_game_with_somebody_deleted_ends_at_its_limit() -> None:
    report = check(read(CONGRESS / "club-09.trf"))
    cause = report.rounds[0].cause
    assert cause is not None
    event = with_settings(read(CONGRESS / "club-09.trf"), initial_colour=Colour.WHITE)
    spent = Checked(event, report.choice.system, (1, 2, 3), (2,), Backend.AUTO, Effort(0))
    assert _with_numbers(spent, {1: RoundCause(cause.changes[1:])}) == {}
