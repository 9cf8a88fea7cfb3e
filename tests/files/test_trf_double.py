"""[C.04.5] The players' lines in a Double-Swiss event. A match is in two columns, or in one column with its points."""

from __future__ import annotations

import pytest

import trf
from pairing_engine.facts.model import Bye, ByeKind, EventKind, Game, Points, Request, Result, Tournament, Tpn
from tests.files.trf_builders import abnormal, player, put, text_of

ONE, TWO, THREE = (Tpn(number) for number in (1, 2, 3))
WIN, DRAW, LOSS, WON, LOST = Result.WIN, Result.DRAW, Result.LOSS, Result.FORFEIT_WIN, Result.FORFEIT_LOSS
DOUBLE = "192 FIDE_DOUBLESWISS"


def read(*lines: str) -> Tournament:
    return trf.read(text_of(DOUBLE, *lines))


def refused(*lines: str) -> list[tuple[int, int, str]]:
    """Return the line, column and field of each problem.

    Line 1 names the system, so the given lines begin at line 2.
    """
    with pytest.raises(trf.TrfProblems) as found:
        read(*lines)
    return [(p.line, p.column, p.field) for p in found.value.problems]


def adjusted(*lines: str) -> list[tuple[str, int, int]]:
    return [(a.code, a.line, a.column) for a in trf.examine(text_of(DOUBLE, *lines)).adjustments]


PAIR = (player(1, "2w1", "2b=", points="1.5"), player(2, "1b0", "1w=", points="0.5"))


def test_two_columns_are_one_match_of_the_scheduled_colours() -> None:
    event = read(*PAIR)
    assert [recorded.games for recorded in event.rounds] == [(Game(ONE, TWO, WIN, LOSS, second=(DRAW, DRAW)),)]
    assert event.settings.kind is EventKind.DOUBLE
    assert event.settings.rounds == 9, "142 counts matches"


def test_white_is_the_white_player_of_the_first_game() -> None:
    game = read(player(1, "2b0", "2w1", points="1.0"), player(2, "1w1", "1b0", points="1.0")).rounds[0].games[0]
    assert game == Game(TWO, ONE, WIN, LOSS, second=(LOSS, WIN))


def test_the_caller_can_say_that_columns_are_matches() -> None:
    text = text_of(*PAIR)
    assert len(trf.read(text, kind=EventKind.DOUBLE).rounds) == 1
    assert trf.examine(text_of(DOUBLE, *PAIR), kind=EventKind.INDIVIDUAL, recompute=True).tournament.rounds[
        0
    ].games == (Game(ONE, TWO, WIN, LOSS),)


@pytest.mark.parametrize(
    ("first", "second", "played", "known"),
    [
        (("2-+", "2-+"), ("1--", "1--"), False, False),
        (("2w+", "2b+"), ("1b-", "1w-"), False, True),
        (("2--", "2b="), ("1-+", "1w="), True, True),
        (("2w+", "2b-"), ("1b-", "1w+"), True, True),
        (("2--", "2--"), ("1--", "1-+"), False, False),
    ],
)
def test_only_forfeiting_both_games_forfeits_a_match(
    first: tuple[str, str], second: tuple[str, str], played: bool, known: bool
) -> None:
    """A match is forfeited only if the same side forfeits both games [Reading W15]."""
    worth = {"+": 10, "=": 5}
    points = [f"{sum(worth.get(cell[-1], 0) for cell in cells) / 10:.1f}" for cells in (first, second)]
    game = read(player(1, *first, points=points[0]), player(2, *second, points=points[1])).rounds[0].games[0]
    assert (game.is_played, game.colours_known, game.white) == (played, known, 1)


@pytest.mark.parametrize(
    ("letter", "kind", "points"),
    [
        ("U", ByeKind.PAIRING_ALLOCATED, "1.5"),
        ("F", ByeKind.FULL_POINT, "2.0"),
        ("H", ByeKind.HALF_POINT, "1.0"),
        ("Z", ByeKind.ZERO_POINT, "0.0"),
    ],
)
def test_a_bye_fills_both_columns_and_counts_once(letter: str, kind: ByeKind, points: str) -> None:
    event = read(*PAIR, player(3, letter, letter, points=points))
    assert event.rounds[0].byes == (Bye(THREE, kind),)


def test_old_byes_are_those_of_matches_too() -> None:
    lines = (*PAIR, player(3, "0000 - +", "0000 - +", points="1.5"), player(4, "0000 - =", "0000 - =", points="1.0"))
    assert [bye.kind.value for bye in read(*lines).rounds[0].byes] == ["U", "H"]
    assert {code for code, _, _ in adjusted(*lines)} == {"ADJ-11"}


def test_an_absence_may_be_a_letter_beside_a_blank_column() -> None:
    assert read(*PAIR, player(3, "Z"), player(4)).rounds[0].byes == (Bye(THREE, ByeKind.ZERO_POINT),)


def test_the_round_to_be_paired_is_told_by_matches() -> None:
    event = read(player(1, "2w1", "2b=", "H", "H", points="1.5"), PAIR[1])
    assert (len(event.rounds), event.requests) == (1, (Request(2, Bye(ONE, ByeKind.HALF_POINT)),))
    assert read(*PAIR, "240 F 003    2").requests == (Request(3, Bye(TWO, ByeKind.FULL_POINT)),)
    assert adjusted(player(1, "2w1", "2b=", "", "", "H", "H", points="1.5"), PAIR[1]) == [("ADJ-54", 2, 139)]


@pytest.mark.parametrize(
    ("lines", "places"),
    [
        ((player(1, "2w1", points="1.0"), player(2, "1b0")), [(2, 102, "opponent"), (3, 102, "opponent")]),
        ((player(1, "", "2b1", points="1.0"), player(2, "", "1w0")), [(2, 92, "opponent"), (3, 92, "opponent")]),
        ((player(1, "2w1", "2w1", points="2.0"), player(2, "1b0", "1b0")), [(2, 107, "colour"), (3, 107, "colour")]),
        ((player(1, "2w1", "H", points="1.0"), player(2, "1b0", "Z")), [(2, 102, "opponent"), (3, 102, "opponent")]),
        ((*PAIR, player(3, "U", "H", points="1.5")), [(4, 109, "result")]),
        ((*PAIR, player(3, "U", points="1.5")), [(4, 109, "result")]),
        ((player(1, "2w1", "2b1", points="2.0"), player(2, "1b0", "1b0")), [(2, 107, "colour")]),
    ],
)
def test_halves_that_do_not_fit_are_refused_in_their_place(
    lines: tuple[str, ...], places: list[tuple[int, int, str]]
) -> None:
    game = {92: 1, 97: 1, 99: 1}
    expected = [(line, column, f"{field} of round 1, game {game.get(column, 2)}") for line, column, field in places]
    assert refused(*lines) == expected


def test_other_opponents_in_the_two_games_are_refused() -> None:
    lines = (
        player(1, "2w1", "3b1", points="2.0"),
        player(2, "1b0", "4w0"),
        player(3, "4w1", "1w0", points="1.0"),
        player(4, "3b0", "2b1", points="1.0"),
    )
    assert refused(*lines) == [(n, 102, "opponent of round 1, game 2") for n in (2, 3, 4, 5)]


def test_a_match_after_the_last_one_is_refused() -> None:
    lines = (player(1, "2w1", "2b=", "2w1", "2b=", points="3.0"), player(2, "1b0", "1w=", "1b0", "1w=", points="1.0"))
    assert refused(*lines, "XXR 1") == [(2, 112, "round 2, game 1"), (2, 122, "round 2, game 2")]


def test_points_are_those_of_matches() -> None:
    wrong = (PAIR[0].replace(" 1.5", " 1.0"), PAIR[1], player(3, "U", "U", points="3.0"))
    assert refused(*wrong) == [(2, 81, "points"), (4, 81, "points")]


@pytest.mark.parametrize(
    ("record", "changed"),
    [
        ("162  P 1.0", {"pairing_allocated_bye": 10}),
        ("162  W 3.0    D 1.0", {"win": 30, "draw": 10, "full": 60, "half": 20, "pairing_allocated_bye": 40}),
        ("162  A 0.5", {"forfeit_loss": 5, "zero": 10}),
        ("XXS HPB=0.7 PAB=2", {"half": 7, "pairing_allocated_bye": 20}),
        ("BBZ  0.5", {"zero": 5}),
    ],
)
def test_a_byes_only_code_gives_the_value_for_the_match(record: str, changed: dict[str, int]) -> None:
    """If a code concerns only byes, its points are for the whole match, not for one game [Reading W1]."""
    scoring = read(record, player(1), player(2)).settings.scoring
    usual = {"win": 10, "draw": 5, "forfeit_loss": 0, "full": 20, "half": 10, "zero": 0, "pairing_allocated_bye": 15}
    found = {
        "win": scoring.win,
        "draw": scoring.draw,
        "forfeit_loss": scoring.forfeit_loss,
        "full": scoring.full_point_bye,
        "half": scoring.half_point_bye,
        "zero": scoring.zero_point_bye,
        "pairing_allocated_bye": scoring.pairing_allocated_bye,
    }
    assert found == usual | changed


def test_abnormal_points_are_those_of_games_and_byes_of_matches() -> None:
    lines = (
        player(1, "2w1", "2b1", points="6.0"),
        player(2, "1b0", "1w0", points="-1.0"),
        player(3, "H", "H", points="0.5"),
        abnormal("W", "3.0", "001", 1),
        abnormal("", "-1.0", "001", 2),
        abnormal("H", "0.5", "", 3),
    )
    assert adjusted(*lines) == []


def test_a_request_in_one_column_only_is_refused() -> None:
    assert refused(player(1, "2w1", "2b=", "H", points="1.5"), PAIR[1]) == [(2, 129, "result of round 2, game 2")]


# --- one column for each match

WORTH = {WIN: 10, DRAW: 5, LOSS: 0}


def joined(number: int, *cells: str, points: str) -> str:
    """Write a player's line in which each match has ten columns."""
    line = player(number, points=points).ljust(91)
    return (line + "".join(f"{cell:<10}" for cell in cells)).rstrip()


@pytest.mark.parametrize(
    ("one", "other"), [("2.0", "0.0"), ("1.5", "0.5"), ("1.0", "1.0"), ("0.5", "1.0"), ("0.0", "0.5"), ("0.0", "0.0")]
)
def test_points_in_place_of_the_letter_are_those_of_a_match(one: str, other: str) -> None:
    """A number instead of a result letter states the points for the whole match [Reading W3]."""
    lines = joined(1, f"   2 w {one}", points=one), joined(2, f"   1 b {other}", points=other)
    game = read(*lines).rounds[0].games[0]
    assert game.second is not None
    mine, theirs = (game.white_result, game.second[0]), (game.black_result, game.second[1])
    totals = [sum(WORTH[result] for result in results) for results in (mine, theirs)]
    assert totals == [round(10 * float(points)) for points in (one, other)]
    assert adjusted(*lines) == [("ADJ-61", 2, 99)]


def test_byes_and_forfeits_stand_beside_points_in_one_column() -> None:
    lines = (
        joined(1, "   2 b 1.5", "0000 - Z", points="1.5"),
        joined(2, "   1 w 0.5", "", points="0.5"),
        joined(3, "0000 - U", "   4 w +", points="3.5"),
        joined(4, "0000 - H", "   3 b -", points="1.0"),
    )
    first, second = read(*lines).rounds
    assert first.games[0].white == TWO
    assert [bye.kind.value for bye in first.byes] == ["U", "H"]
    assert second.games == (Game(THREE, Tpn(4), WON, LOST, second=(WON, LOST)),)


def test_an_event_with_points_is_written_with_two_columns() -> None:
    lines = joined(1, "   2 w 1.5", points="1.5"), joined(2, "   1 b 0.5", points="0.5")
    event = read(*lines)
    assert trf.read(trf.write(event)) == event
    assert trf.examine(trf.write(event)).adjustments == ()


@pytest.mark.parametrize(
    ("one", "other", "places"),
    [
        ("   2 w 1.5", "   1 b 1.5", [(2, 99, "result of round 1")]),
        ("   2 w 1.5", "   1 b 0", [(3, 99, "result of round 1")]),
        ("   2 w 1.5", "   1 w 0.5", [(2, 97, "colour of round 1")]),
        ("   2 w 1.5", "", [(2, 92, "opponent of round 1")]),
        ("   7 w 1.5", "0000 - Z", [(2, 92, "opponent of round 1")]),
    ],
)
def test_points_that_two_games_cannot_come_to_are_refused(
    one: str, other: str, places: list[tuple[int, int, str]]
) -> None:
    found = refused(joined(1, one, points="1.5"), joined(2, other, points="0.5"))
    assert [place for place in found if place[2] != "points"] == places


def test_points_are_no_results_of_single_games() -> None:
    with pytest.raises(trf.TrfProblems):
        trf.read(text_of(joined(1, "   2 w 1.5", points="1.5"), joined(2, "   1 b 0.5", points="0.5")))


def test_points_beyond_two_wins_are_those_of_the_scoring() -> None:
    lines = "162  W 3.0    D 1.0", joined(1, "   2 w 4.0", points="4.0"), joined(2, "   1 b 1.0", points="1.0")
    assert Points(30) == read(*lines).settings.scoring.win
    assert put(lines[1], 99, "4.5") != lines[1]
    assert refused(lines[0], put(lines[1], 99, "4.5"), lines[2])[0] == (3, 81, "points")
