"""[C.04.6] The records of team events: teams, line-ups, forfeits, byes and points."""

import re
from collections.abc import Sequence

import pytest

import trf
from pairing_engine.facts import model
from pairing_engine.facts.codes import Overrides, TeamOptions
from pairing_engine.facts.model import EventKind, Game, Points, Result, Tournament, Tpn
from pairing_engine.state.history import state_before
from pairing_engine.systems.team.edition_2026 import TEAM_2026
from tests.files.trf_builders import forfeit, player, put, team, text_of
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


# --- teams and their members ------------------------------------------------------------------------------------------


def test_teams_are_the_participants_and_know_their_members() -> None:
    event = read(team_event(2, 2, "1-2:1=", head=[TEAM], tail=[]))
    line = put(team(1, 1, nick="ABC"), 48, "  2345")
    named = read(text_of(TEAM, player(1), player(2), line, team(2, 2)))
    assert (named.participants[0].rating, named.teams[0].nickname) == (2345, "ABC")
    assert event.settings.kind is EventKind.TEAM
    assert [(one.tpn, one.name) for one in event.participants] == [(1, "Team"), (2, "Team")]
    assert [(one.tpn, one.members) for one in event.teams] == [(1, (1, 2)), (2, (3, 4))]
    assert len(event.players) == 4


# --- matches ----------------------------------------------------------------------------------------------------------


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


# --- byes, points, requests -------------------------------------------------------------------------------------------


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


# --- the code of record 192, and the options that override it ---------------------------------------------------------


def test_options_go_before_the_code() -> None:
    text = team_event(1, 2, "1-2:1", head=["192 FIDE_TEAM_TYPEA_MP_GP"])
    team_options = TeamOptions("B", primary_is_match_points=False, secondary=False)
    settings = trf.examine(text, overrides=Overrides(team=team_options)).tournament.settings
    assert settings.team is not None
    found = settings.team.preferences, settings.team.primary_is_match_points, settings.team.secondary
    assert found == ("B", False, False)


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


# --- one column for each match


def test_an_event_with_points_is_written_with_two_columns() -> None:
    event = read_matches(player(1, "   2 w 1.5", points="1.5"), player(2, "   1 b 0.5", points="0.5"))
    assert trf.read(trf.write(event)) == event
    assert trf.examine(trf.write(event)).adjustments == ()
