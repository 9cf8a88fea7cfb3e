"""[C.04.6] The records of team events: teams, line-ups, forfeits, byes and points."""

import re
from collections.abc import Sequence

import pytest

import trf
from pairing_engine.facts import model
from pairing_engine.facts.codes import Overrides, TeamOptions
from pairing_engine.facts.model import NOBODY, Bye, ByeKind, EventKind, Game, Points, Request, Result, Tournament, Tpn
from pairing_engine.scores.crosstable import crosstable_of
from pairing_engine.state.history import state_before
from pairing_engine.systems.team.edition_2026 import TEAM_2026
from tests.files.trf_builders import adjustments, forfeit, line_up, player, problems, put, team, text_of
from tests.places import FIXTURES

_MATCH = re.compile(r"(\d+)-(\d+):([10=+?-]+)")
_OTHER = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "?": "?"}


def team_event(boards: int, teams: int, *rounds: str, head: Sequence[str] = (), tail: Sequence[str] = ()) -> str:
    """Write a team event with these rounds. Colours alternate from board to board."""
    cells: dict[int, list[str]] = {n: [] for n in range(1, boards * teams + 1)}
    for recorded in rounds:
        found = dict.fromkeys(cells, "")
        for white, black, results in _MATCH.findall(recorded):
            for board, result in enumerate(results):
                one, other = (boards * (int(side) - 1) + board + 1 for side in (white, black))
                colours = "wb" if board % 2 == 0 else "bw"
                found[one], found[other] = f"{other}{colours[0]}{result}", f"{one}{colours[1]}{_OTHER[result]}"
        for number, cell in found.items():
            cells[number].append(cell)
    players = [player(n, *cells[n]) for n in cells]
    squads = [team(t, *range(boards * (t - 1) + 1, boards * t + 1)) for t in range(1, teams + 1)]
    return text_of("352 " + ("WB" * boards)[:boards], *head, *players, *squads, *tail)


TEAM = "192 FIDE_TEAM_TYPEA"
FOLDER = FIXTURES / "trf"


def read(text: str) -> Tournament:
    reading = trf.examine(text)
    assert reading.adjustments == ()
    return reading.tournament


def points(match: int, game: int) -> model.TeamPoints:
    return model.TeamPoints(Points(match), Points(game))


def gained(event: Tournament) -> list[tuple[int, int]]:
    found = crosstable_of(event).team_totals()
    return [(found[tpn].match, found[tpn].game) for tpn in sorted(found)]


def the_match(*lines: str, boards: int = 2) -> model.TeamMatch:
    event = read(text_of(TEAM, "352 " + "WB" * (boards // 2), *lines))
    (found,) = event.rounds[0].matches
    return found


# --- teams and their members ------------------------------------------------------------------------------------------


def test_teams_are_the_participants_and_know_their_members() -> None:
    event = read(team_event(2, 2, "1-2:1=", head=[TEAM], tail=[]))
    assert event.settings.kind is EventKind.TEAM
    assert [(one.tpn, one.name) for one in event.participants] == [(1, "Team"), (2, "Team")]
    assert [(one.tpn, one.members) for one in event.teams] == [(1, (1, 2)), (2, (3, 4))]
    assert len(event.players) == 4


def test_strength_and_nickname_of_a_team() -> None:
    line = put(team(1, 1, nick="ABC"), 48, "  2345")
    event = read(text_of(TEAM, player(1), player(2), line, team(2, 2)))
    assert (event.participants[0].rating, event.teams[0].nickname) == (2345, "ABC")


def test_teams_of_records_013_are_numbered_by_their_lines() -> None:
    """Teams in records 013 are numbered in the order of their lines. Records 310 replace records 013 [Reading T8]."""
    old = [f"013 {name:<32}{one:>4}" for name, one in (("Second", 2), ("First", 1))]
    event = read(text_of(TEAM, player(1, "2w1"), player(2, "1b0"), *old))
    assert [(one.tpn, one.name) for one in event.participants] == [(1, "Second"), (2, "First")]
    assert [(m.white, m.black) for m in event.rounds[0].matches] == [(2, 1)]
    both = read(text_of(TEAM, player(1), player(2), *old, team(1, 1, name="A"), team(2, 2, name="B")))
    assert [one.name for one in both.participants] == ["A", "B"]


# --- matches ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("results", "white", "black", "played"),
    [
        ("11", (20, 20), (0, 0), True),
        ("1=", (20, 15), (0, 5), True),
        ("10", (10, 10), (10, 10), True),
        ("0=", (0, 5), (20, 15), True),
        ("1+", (20, 20), (0, 0), True),
        ("++", (20, 20), (0, 0), False),
        ("+-", (10, 10), (10, 10), False),
    ],
)
def test_the_games_make_the_match(results: str, white: tuple[int, int], black: tuple[int, int], played: bool) -> None:
    """The result of a match is computed from the results of its games [Readings T2, T3]."""
    found = read(team_event(2, 4, f"1-2:{results} 3-4:==", head=[TEAM])).rounds[0].matches[0]
    assert (found.white_points, found.black_points, found.played) == (points(*white), points(*black), played)


@pytest.mark.parametrize(
    ("results", "white", "black"),
    [
        ("1???", (10, 25), (10, 15)),
        ("111?", (20, 35), (0, 5)),
        ("11=?", (20, 30), (0, 10)),
        ("110?", (10, 25), (10, 15)),
        ("000?", (0, 5), (20, 35)),
    ],
)
def test_a_match_whose_winner_is_not_known_is_drawn(
    results: str, white: tuple[int, int], black: tuple[int, int]
) -> None:
    """A match is drawn if its winner cannot be determined [Readings T18, G6]."""
    text = team_event(4, 2, f"1-2:{results}", head=[TEAM])
    (found,) = (
        trf.examine(text, recompute=True, overrides=Overrides(adjourned_as_draw=True)).tournament.rounds[0].matches
    )
    assert (found.white_points, found.black_points) == (points(*white), points(*black))


def test_the_team_with_white_on_the_first_board_has_white() -> None:
    """The first board with known colours shows which team has White in the schedule [Reading T5]."""
    event = read(team_event(2, 4, "2-1:1= 3-4:+=", head=[TEAM]))
    assert [(m.white, m.black) for m in event.rounds[0].matches] == [(2, 1), (3, 4)]
    lines = (player(1, "3-+"), player(2, "4w="), player(3, "1--"), player(4, "2b="))
    assert the_match(*lines, team(1, 1, 2), team(2, 3, 4)).white == 2


def test_match_points_are_those_of_record_362() -> None:
    event = read(team_event(2, 4, "1-2:11 3-4:10", head=[TEAM, "362  TW 3.0    TD 1.0    TL 0.5"]))
    assert gained(event) == [(30, 20), (5, 0), (10, 10), (10, 10)]


def test_game_points_are_those_of_record_162() -> None:
    lines = (player(1, "2w1", points="3.0"), player(2, "1b0", points="1.0"), team(1, 1), team(2, 2))
    assert gained(read(text_of(TEAM, "162  W 3.0    D 2.0    L 1.0", *lines))) == [(20, 30), (0, 10)]


def test_a_line_up_out_of_order_is_that_of_record_300() -> None:
    lines = (player(1, "4b1"), player(2, "3w1"), player(3, "2b0"), player(4, "1w0"), team(1, 1, 2), team(2, 3, 4))
    found = the_match(*lines, line_up(1, 1, 2, 2, 1))
    assert [(game.white, game.black) for game in found.boards] == [(2, 3), (4, 1)]
    assert found.white == 1


def test_an_empty_board_is_a_forfeit_against_nobody() -> None:
    """If a team leaves a board empty, the other team's player wins by forfeit [Reading T7]."""
    lines = (player(1, "3w1"), player(2, "0000 b +"), player(3, "1b0"), player(4), team(1, 1, 2), team(2, 3, 4))
    found = the_match(*lines, line_up(1, 2, 1, 3, 0))
    assert found.white_points == points(20, 20)
    assert [(game.white, game.black) for game in found.boards] == [(1, 3), (NOBODY, 2)]


@pytest.mark.parametrize(
    ("kind", "white", "black"), [("+-", (20, 20), (0, 0)), ("-+", (0, 0), (20, 20)), ("--", (0, 0), (0, 0))]
)
def test_a_forfeited_match_of_which_no_line_tells(kind: str, white: tuple[int, int], black: tuple[int, int]) -> None:
    """In a forfeited match without games, every board is a forfeit win [Reading T4]."""
    event = read(team_event(2, 4, "3-4:==", head=[TEAM], tail=[forfeit(kind, 1, 1, 2)]))
    found = event.rounds[0].matches[0]
    assert (found.white, found.black, found.played) == (1, 2, False)
    assert (found.white_points, found.black_points) == (points(*white), points(*black))


def test_a_forfeited_match_with_the_players_of_those_who_came() -> None:
    lines = (player(1, "0000 w +"), player(2, "0000 b +"), player(3), player(4), team(1, 1, 2), team(2, 3, 4))
    found = the_match(*lines, forfeit("+-", 1, 1, 2))
    assert (found.played, found.white_points, found.black_points) == (False, points(20, 20), points(0, 0))


# --- byes, points, requests -------------------------------------------------------------------------------------------


def test_the_pairing_allocated_bye_is_that_of_record_320() -> None:
    """By default, the bye is worth a drawn match. A 320 line can state other points for the bye [Reading T6]."""
    event = read(team_event(2, 3, "1-2:11", "1-3:11", head=[TEAM], tail=["320           003 002"]))
    assert [recorded.byes for recorded in event.rounds] == [
        (Bye(Tpn(3), ByeKind.PAIRING_ALLOCATED),),
        (Bye(Tpn(2), ByeKind.PAIRING_ALLOCATED),),
    ]
    assert gained(event) == [(40, 40), (10, 10), (10, 10)]
    stated = read(team_event(2, 3, "1-2:11", head=[TEAM], tail=["320  2.0  1.5 003"]))
    assert gained(stated)[2] == (20, 15)


def test_byes_of_any_round_are_those_of_records_240() -> None:
    event = read(team_event(2, 4, "1-2:11", head=[TEAM], tail=["240 H 001    3", "240 F 001    4", "240 Z 002    1"]))
    assert event.rounds[0].byes == (Bye(Tpn(3), ByeKind.HALF_POINT), Bye(Tpn(4), ByeKind.FULL_POINT))
    assert gained(event)[2:] == [(10, 10), (20, 20)]
    assert event.requests == (Request(2, Bye(Tpn(1), ByeKind.ZERO_POINT)),)


def test_a_bye_that_was_given_before_the_round_is_a_request() -> None:
    event = read(team_event(2, 3, "1-2:11", head=[TEAM], tail=["320           003 001"]))
    assert event.requests == (Request(2, Bye(Tpn(1), ByeKind.PAIRING_ALLOCATED)),)


def test_a_round_in_which_only_the_bye_was_given_was_played() -> None:
    """A round without a match counts as played if one team has the bye and no other team can play."""
    tail = ["320  2.0  1.5 003 001", "240 H 002    3", "240 Z 002    2"]
    event = read(team_event(2, 3, "1-2:11", head=[TEAM], tail=tail))
    assert [[(bye.tpn, bye.kind.value) for bye in played.byes] for played in event.rounds] == [
        [(3, "U")],
        [(1, "U"), (2, "Z"), (3, "H")],
    ]
    assert gained(event) == [(40, 35), (0, 0), (30, 25)]
    assert event.requests == ()
    assert len(read(team_event(2, 3, "1-2:11", head=[TEAM], tail=tail[:2])).rounds) == 1


def test_abnormal_points_of_record_299() -> None:
    """The points in a 299 line replace a team's points or are added to them."""
    event = read(
        team_event(
            2, 4, "1-2:11 3-4:==", head=[TEAM], tail=["299 W   1.0        001    1", "299    -1.0   0.5  001    3"]
        )
    )
    assert gained(event) == [(10, 20), (0, 0), (0, 15), (10, 10)]


@pytest.mark.parametrize(
    ("result", "kind", "barred"), [("++", "+", {1}), ("--", "+", {2}), ("--", "-", {2}), ("+-", "+", set())]
)
def test_a_match_won_by_forfeit_bars_from_the_bye(result: str, kind: str, barred: set[int]) -> None:
    """A team that won by forfeit may not have the bye, regardless of the points in record 299 [Reading W5]."""
    worth = "0.0" if kind == "+" else "2.0"
    rest = [f"299 {kind}   {worth}        001    {tpn}" for tpn in (1, 2)]
    event = read(team_event(2, 4, f"1-2:{result} 3-4:==", head=[TEAM], tail=rest))
    after = state_before(event, 2, TEAM_2026.conventions)
    assert {player.tpn for player in after.players if not player.may_have_bye} == barred
    assert read(trf.write(event)) == event


def test_virtual_points_and_prohibitions_are_of_teams() -> None:
    """In a team event, virtual points and prohibitions name teams, not players [Reading T9]."""
    event = read(
        team_event(
            2, 4, "1-2:11 3-4:==", head=[TEAM], tail=["250  2.0      002 003 0001 0002", "260 002 009    1    3"]
        )
    )
    (virtual,) = event.settings.virtual_points
    assert (virtual.points, virtual.first_round, virtual.last_round, virtual.tpns) == (20, 2, 3, frozenset((1, 2)))
    assert event.settings.prohibitions[0].tpns == frozenset((1, 3))


# --- the code of record 192, and the options that override it ---------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "preferences", "by_match_points", "secondary"),
    [
        ("FIDE_TEAM", "A", True, True),
        ("FIDE_TEAM_TYPEA", "A", True, True),
        ("FIDE_TEAM_TYPEB_MP", "B", True, False),
        ("FIDE_TEAM_GP", "", False, False),
        ("FIDE_TEAM_TYPEA_GP_MP", "A", False, True),
        ("FIDE_TEAM_TYPEB_MP_GP_BAKU", "B", True, True),
        ("", "A", True, True),
    ],
)
def test_the_code_gives_the_rules_of_the_event(
    code: str, preferences: str, by_match_points: bool, secondary: bool
) -> None:
    """The rules of a team event depend on the code in record 192 [Reading T1]."""
    text = team_event(1, 2, "1-2:1", head=[f"192 {code}".rstrip()])
    settings = trf.examine(text, kind=EventKind.TEAM).tournament.settings
    assert settings.team is not None
    assert (settings.team.preferences, settings.team.primary_is_match_points, settings.team.secondary) == (
        preferences,
        by_match_points,
        secondary,
    )
    assert settings.baku is code.endswith("BAKU")


def test_options_go_before_the_code() -> None:
    text = team_event(1, 2, "1-2:1", head=["192 FIDE_TEAM_TYPEA_MP_GP"])
    team_options = TeamOptions("B", primary_is_match_points=False, secondary=False)
    settings = trf.examine(text, overrides=Overrides(team=team_options)).tournament.settings
    assert settings.team is not None
    found = settings.team.preferences, settings.team.primary_is_match_points, settings.team.secondary
    assert found == ("B", False, False)


@pytest.mark.parametrize("record", [forfeit("+-", 2, 1, 2), "320  1.0  1.0", line_up(1, 1, 2, 1, 2)])
def test_records_of_matches_tell_that_an_event_is_of_teams(record: str) -> None:
    """A file with records about matches is a team event [Reading T1]."""
    assert read(team_event(2, 2, "1-2:11", tail=[record])).settings.kind is EventKind.TEAM
    assert read(team_event(2, 2, "1-2:11")).settings.kind is EventKind.INDIVIDUAL


# --- writing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        team_event(2, 4, "1-3:1= 2-4:0=", "4-1:== 3-2:++", head=[TEAM], tail=["320  1.0  1.0"]),
        team_event(2, 3, "1-2:11", head=[TEAM], tail=["320           003 001"]),
        team_event(2, 4, "3-4:==", head=[TEAM], tail=[forfeit("+-", 1, 1, 2), "240 H 002    3"]),
        team_event(2, 4, "1-2:11 3-4:==", head=[TEAM], tail=["299 W   1.0        001    1", "260 002 009    1    3"]),
        team_event(2, 4, "1-2:11 3-4:==", head=[TEAM], tail=["299    -1.0  -0.5  001    2"]),
    ],
)
def test_a_clean_file_keeps_its_bytes_and_meaning(text: str) -> None:
    reading = trf.examine(text)
    assert trf.write(reading.file) == text
    again = trf.examine(trf.write(reading.tournament), strict=True)
    assert again.tournament == reading.tournament
    assert trf.write(again.tournament) == trf.write(reading.tournament)


ONE, TWO, THREE = (Tpn(number) for number in (1, 2, 3))
WIN, DRAW, LOSS, WON, LOST = Result.WIN, Result.DRAW, Result.LOSS, Result.FORFEIT_WIN, Result.FORFEIT_LOSS
DOUBLE = "192 FIDE_DOUBLESWISS"


def read_matches(*lines: str) -> Tournament:
    return trf.read(text_of(DOUBLE, *lines))


PAIR = (player(1, "2w1", "2b="), player(2, "1b0", "1w="))


def test_two_columns_are_one_match_of_the_scheduled_colours() -> None:
    event = read_matches(*PAIR)
    assert [recorded.games for recorded in event.rounds] == [(Game(ONE, TWO, WIN, LOSS, second=(DRAW, DRAW)),)]
    assert event.settings.kind is EventKind.DOUBLE
    assert event.settings.rounds == 9, "142 counts matches"


def test_white_is_the_white_player_of_the_first_game() -> None:
    game = read_matches(player(1, "2b0", "2w1"), player(2, "1w1", "1b0")).rounds[0].games[0]
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
    game = read_matches(player(1, *first), player(2, *second)).rounds[0].games[0]
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
    event = read_matches(*PAIR, player(3, letter, letter, points=points))
    assert event.rounds[0].byes == (Bye(THREE, kind),)


def test_old_byes_are_those_of_matches_too() -> None:
    lines = (*PAIR, player(3, "0000 - +", "0000 - +", points="1.5"), player(4, "0000 - =", "0000 - ="))
    assert [bye.kind.value for bye in read_matches(*lines).rounds[0].byes] == ["U", "H"]
    assert {code for code, _, _ in adjustments(DOUBLE, *lines)} == {"ADJ-11"}


def test_an_absence_may_be_a_letter_beside_a_blank_column() -> None:
    assert read_matches(*PAIR, player(3, "Z"), player(4)).rounds[0].byes == (Bye(THREE, ByeKind.ZERO_POINT),)


def test_the_round_to_be_paired_is_told_by_matches() -> None:
    event = read_matches(player(1, "2w1", "2b=", "H", "H", points="1.5"), PAIR[1])
    assert (len(event.rounds), event.requests) == (1, (Request(2, Bye(ONE, ByeKind.HALF_POINT)),))
    assert read_matches(*PAIR, "240 F 003    2").requests == (Request(3, Bye(TWO, ByeKind.FULL_POINT)),)


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
    scoring = read_matches(record, player(1), player(2)).settings.scoring
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
    game = read_matches(*lines).rounds[0].games[0]
    assert game.second is not None
    mine, theirs = (game.white_result, game.second[0]), (game.black_result, game.second[1])
    totals = [sum(WORTH[result] for result in results) for results in (mine, theirs)]
    assert totals == [round(10 * float(points)) for points in (one, other)]
    assert adjustments(DOUBLE, *lines) == [("ADJ-61", 2, 99)]


def test_byes_and_forfeits_stand_beside_points_in_one_column() -> None:
    lines = (
        joined(1, "   2 b 1.5", "0000 - Z", points="1.5"),
        joined(2, "   1 w 0.5", "", points="0.5"),
        joined(3, "0000 - U", "   4 w +", points="3.5"),
        joined(4, "0000 - H", "   3 b -", points="1.0"),
    )
    first, second = read_matches(*lines).rounds
    assert first.games[0].white == TWO
    assert [bye.kind.value for bye in first.byes] == ["U", "H"]
    assert second.games == (Game(THREE, Tpn(4), WON, LOST, second=(WON, LOST)),)


def test_an_event_with_points_is_written_with_two_columns() -> None:
    lines = joined(1, "   2 w 1.5", points="1.5"), joined(2, "   1 b 0.5", points="0.5")
    event = read_matches(*lines)
    assert trf.read(trf.write(event)) == event
    assert trf.examine(trf.write(event)).adjustments == ()


def test_points_beyond_two_wins_are_those_of_the_scoring() -> None:
    lines = "162  W 3.0    D 1.0", joined(1, "   2 w 4.0", points="4.0"), joined(2, "   1 b 1.0", points="1.0")
    assert Points(30) == read_matches(*lines).settings.scoring.win
    assert problems(DOUBLE, lines[0], put(lines[1], 99, "4.5"), lines[2])[0] == (3, 81, "points")
