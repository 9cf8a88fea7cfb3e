"""The games and byes of each round, and the byes requested for the next round."""

from __future__ import annotations

import pytest

from pairing_engine.facts.model import Bye, ByeKind, Game, Request, Result, Tpn
from tests.files.trf_builders import FOUR, PAIR, adjustments, player, problems, read

ONE, TWO, THREE, FOURTH = (Tpn(number) for number in (1, 2, 3, 4))
H, F, U, Z = ByeKind.HALF_POINT, ByeKind.FULL_POINT, ByeKind.PAIRING_ALLOCATED, ByeKind.ZERO_POINT


def byes(*lines: str) -> list[tuple[int, int, ByeKind]]:
    """List the requested byes, each as round, player and kind."""
    return [(request.round, request.bye.tpn, request.bye.kind) for request in read(*lines).requests]


@pytest.mark.parametrize(
    ("first", "second", "results"),
    [
        ("2w1", "1b0", (Result.WIN, Result.LOSS)),
        ("2w0", "1b1", (Result.LOSS, Result.WIN)),
        ("2w=", "1b=", (Result.DRAW, Result.DRAW)),
        ("2w=", "1b0", (Result.DRAW, Result.LOSS)),
        ("2w0", "1b0", (Result.LOSS, Result.LOSS)),
        ("2wW", "1bL", (Result.UNRATED_WIN, Result.UNRATED_LOSS)),
        ("2wD", "1bD", (Result.UNRATED_DRAW, Result.UNRATED_DRAW)),
        ("2w+", "1b-", (Result.FORFEIT_WIN, Result.FORFEIT_LOSS)),
        ("2w-", "1b-", (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS)),
    ],
)
def test_a_game_has_the_results_of_both_lines(first: str, second: str, results: tuple[Result, Result]) -> None:
    points = {"1": "1.0", "W": "1.0", "+": "1.0", "=": "0.5", "D": "0.5"}
    lines = (
        player(1, first, points=points.get(first[2], "0.0")),
        player(2, second, points=points.get(second[2], "0.0")),
    )
    assert read(*lines).rounds[0].games == (Game(ONE, TWO, *results),)


def test_the_higher_number_may_have_white() -> None:
    event = read(player(1, "2b1", points="1.0"), player(2, "1w0"))
    assert event.rounds[0].games == (Game(TWO, ONE, Result.LOSS, Result.WIN),)


@pytest.mark.parametrize(
    ("first", "second", "known"), [("2-+", "1--", False), ("2w+", "1--", True), ("2-+", "1b-", True)]
)
def test_a_forfeit_has_colours_if_either_line_names_one(first: str, second: str, known: bool) -> None:
    event = read(player(1, first, points="1.0"), player(2, second))
    assert event.rounds[0].games == (Game(ONE, TWO, Result.FORFEIT_WIN, Result.FORFEIT_LOSS, known),)


def test_a_colour_that_only_the_opponent_names_is_the_other_one() -> None:
    event = read(player(1, "2--"), player(2, "1w+", points="1.0"))
    assert event.rounds[0].games == (Game(TWO, ONE, Result.FORFEIT_WIN, Result.FORFEIT_LOSS),)


def test_byes_are_of_the_kind_of_their_letter() -> None:
    lines = (player(3, "U", points="1.0"), player(4, "F", points="1.0"), player(5, "H", points="0.5"), player(6, "Z"))
    event = read(*PAIR, *lines, player(7, ""))
    assert event.rounds[0].byes == (Bye(THREE, U), Bye(FOURTH, F), Bye(Tpn(5), H), Bye(Tpn(6), Z))


def test_two_plus_in_a_round_of_trf06_are_full_point_byes() -> None:
    event = read(*PAIR, player(3, "+", points="1.0"), player(4, "+", points="1.0"))
    assert [bye.kind for bye in event.rounds[0].byes] == [F, F]


def test_a_lone_plus_of_trf06_is_the_pairing_allocated_bye() -> None:
    assert read(*PAIR, player(3, "+", points="1.0"), player(4, "-")).rounds[0].byes == (Bye(THREE, U), Bye(FOURTH, Z))


def test_a_plus_of_trf06_beside_a_known_bye_is_a_full_point_bye() -> None:
    event = read(*PAIR, player(3, "U", points="1.0"), player(4, "+", points="1.0"))
    assert event.rounds[0].byes == (Bye(THREE, U), Bye(FOURTH, F))


def test_letters_in_the_next_column_are_requests() -> None:
    lines = (player(1, "2w1", "H", points="1.0"), player(2, "1b0", "Z"), player(3, "", "F"), player(4, "", ""))
    assert byes(*lines) == [(2, 1, H), (2, 2, Z), (2, 3, F)]


def test_a_blank_result_in_the_next_column_is_an_absence() -> None:
    assert byes(*PAIR, player(3, "", "0000 -  ")) == [(2, 3, Z)]


def test_before_round_1_the_first_column_is_to_be_paired() -> None:
    assert byes(*FOUR[:3], player(4, "H")) == [(1, 4, H)]


def test_a_preassigned_bye_alone_is_no_played_round() -> None:
    lines = (*PAIR, player(3, "Z", "U"))
    event = read(*lines)
    assert len(event.rounds) == 1
    assert event.requests == (Request(2, Bye(THREE, U)),)


def test_a_round_in_which_only_the_bye_was_given_was_played() -> None:
    """Everybody is absent except the player with the pairing-allocated bye. The round counts as played."""
    lines = (
        player(1, "2w=", "H", "F", points="1.0"),
        player(2, "1b=", "U", points="1.5"),
        player(3, "H", "Z", points="0.5"),
    )
    event = read(*lines, "142 3")
    assert adjustments(*lines, "142 3") == []
    assert [len(found.games) for found in event.rounds] == [1, 0]
    assert [(bye.tpn, bye.kind.value) for bye in event.rounds[1].byes] == [(1, "H"), (2, "U"), (3, "Z")]
    assert [(request.round, request.bye.tpn) for request in event.requests] == [(3, 1)]


def test_a_preassigned_bye_of_trf06_is_pairing_allocated() -> None:
    assert byes(*PAIR, player(3, "Z", "+")) == [(2, 3, U)]


def test_u_beside_games_belongs_to_a_played_round() -> None:
    event = read(*PAIR, player(3, "U", points="1.0"))
    assert (len(event.rounds), event.requests) == (1, ())


def test_a_round_without_games_before_one_with_games_was_played() -> None:
    event = read(player(1, "", "2w1", points="1.0"), player(2, "", "1b0"), player(3, "U", "", points="1.0"))
    assert [(len(recorded.games), recorded.byes) for recorded in event.rounds] == [(0, (Bye(THREE, U),)), (1, ())]


def test_two_preassigned_pairing_allocated_byes_are_a_problem() -> None:
    assert problems(*PAIR, player(3, "", "U"), player(4, "", "U")) == [(4, 102, "round 2")]


def test_a_record_240_takes_players_out_of_its_round() -> None:
    assert byes(*PAIR, player(3, ""), player(4, ""), "240 H 002    3    4", "240 Z 003    1") == [
        (2, 3, H),
        (2, 4, H),
        (3, 1, Z),
    ]


def test_xxz_takes_players_out_of_the_round_to_be_paired() -> None:
    assert byes(*PAIR, player(3), player(4), "XXZ 3 4", "XXZ 1") == [(2, 1, Z), (2, 3, Z), (2, 4, Z)]


def test_xxz_leaves_a_bye_that_is_worth_something_as_it_is() -> None:
    assert byes(player(1, "2w1", "H", points="1.0"), PAIR[1], "XXZ 1") == [(2, 1, H)]


def test_a_record_240_that_repeats_a_letter_changes_nothing() -> None:
    lines = (player(1, "2w1", "H", points="1.0"), PAIR[1], "240 H 002    1")
    assert (byes(*lines), adjustments(*lines)) == ([(2, 1, H)], [])


def test_a_letter_overrides_a_contradicting_record_240() -> None:
    lines = (player(1, "2w1", "H", points="1.0"), PAIR[1], "240 Z 002    1")
    assert (byes(*lines), adjustments(*lines)) == ([(2, 1, H)], [("ADJ-58", 3, 5)])


def test_a_record_240_for_a_played_round_fills_in_a_blank() -> None:
    lines = (*PAIR, player(3, points="0.5"), "240 H 001    3")
    assert adjustments(*lines) == [("ADJ-58", 4, 5)]
    assert read(*lines).rounds[0].byes == (Bye(THREE, H),)


def test_a_record_240_for_a_played_round_changes_no_result() -> None:
    lines = (*PAIR, "240 H 001    1")
    assert adjustments(*lines) == [("ADJ-58", 3, 5)]
    assert read(*lines).rounds[0].byes == ()


def test_a_record_240_may_confirm_a_recorded_bye() -> None:
    assert adjustments(*PAIR, player(3, "H", points="0.5"), "240 H 001    3") == []


def test_byes_after_the_last_round_are_ignored() -> None:
    lines = (*PAIR, "XXR 1", "240 H 002    1", "XXZ 2")
    assert (byes(*lines), adjustments(*lines)) == ([], [("ADJ-59", 4, 5), ("ADJ-59", 5, 5)])


def test_too_many_rounds_are_a_problem_at_the_first_entry() -> None:
    lines = (player(1, "2w1", "2b1", points="2.0"), player(2, "1b0", "1w0"), "XXR 1")
    assert problems(*lines) == [(1, 102, "round 2")]


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ((player(1, "1w1", points="1.0"), player(2)), (1, 92, "opponent of round 1")),
        ((player(1, "7w1", points="1.0"), player(2)), (1, 92, "opponent of round 1")),
        ((player(1, "  x2 w 1", points="1.0"), player(2)), (1, 92, "opponent of round 1")),
        ((PAIR[0], player(2, "1w0")), (1, 97, "colour of round 1")),
        ((player(1, "2-1", points="1.0"), PAIR[1]), (1, 97, "colour of round 1")),
        ((player(1, "2x1", points="1.0"), PAIR[1]), (1, 97, "colour of round 1")),
        ((player(1, "2w+", points="1.0"), player(2, "1b+", points="1.0")), (1, 99, "result of round 1")),
        ((player(1, "2w+", points="1.0"), player(2, "1b0")), (1, 99, "result of round 1")),
        ((player(1, "2w1", points="1.0"), player(2, "1bD", points="0.5")), (1, 99, "result of round 1")),
        ((player(1, "2w1", points="1.0"), player(2, "1b?")), (1, 99, "result of round 1")),
        ((*PAIR, player(3, "0000 w U", points="1.0")), (3, 97, "colour of round 1")),
        ((*PAIR, player(3, "0000 w  ")), (3, 97, "colour of round 1")),
        ((*PAIR, player(3, "0000 - W")), (3, 99, "result of round 1")),
        ((*PAIR, player(3, "0000x- U")), (3, 96, "round 1")),
        ((player(1, "   2 wx1", points="1.0"), PAIR[1]), (1, 98, "round 1")),
        ((player(1, "   2 w 1x", points="1.0"), PAIR[1]), (1, 100, "round 1")),
    ],
)
def test_a_contradictory_round_is_a_problem_at_the_field(lines: tuple[str, ...], problem: tuple[int, int, str]) -> None:
    assert problems(*lines) == [problem]


def test_every_fault_of_every_round_is_reported_at_once() -> None:
    lines = (player(1, "2w1", "9w1", points="2.0"), player(2, "1w0", "2b1", points="1.0"), player(3, "1b0"))
    assert problems(*lines) == [
        (1, 97, "colour of round 1"),
        (1, 102, "opponent of round 2"),
        (2, 102, "opponent of round 2"),
        (3, 92, "opponent of round 1"),
    ]


def test_an_unreadable_line_is_the_only_problem_of_its_games() -> None:
    assert problems(PAIR[0].replace("2 w 1", "2 w 1").replace("001    1", "001    x"), PAIR[1]) == [
        (1, 8, "starting rank")
    ]


def test_both_lines_are_named_when_they_contradict_each_other() -> None:
    import trf
    from tests.files.trf_builders import text_of

    with pytest.raises(
        trf.TrfProblems, match=r"<text>:1:99: result of round 1: found 1, but opponent 2 has 1 in line 2"
    ):
        trf.read(text_of(PAIR[0], player(2, "1b1", points="1.0")))


@pytest.mark.parametrize(("cell", "shown"), [("   2 w 7", "7"), ("   2 w ?", r"\?"), ("   2 w", "no result")])
def test_a_result_that_is_not_known_is_shown_as_it_stands(cell: str, shown: str) -> None:
    import trf
    from tests.files.trf_builders import text_of

    with pytest.raises(
        trf.TrfProblems, match=rf":1:99: result of round 1: found {shown}, but opponent 2 has 0 in line 2"
    ):
        trf.read(text_of(player(1, cell), player(2, "1b0")))
