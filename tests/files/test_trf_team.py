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
from tests.files.trf_builders import abnormal, player, put, text_of
from tests.places import FIXTURES

_MATCH = re.compile(r"(\d+)-(\d+):([10=+?-]+)")
_OTHER = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "?": "?"}


def team(number: int | str, *members: int, name: str = "Team", mp: str = "", gp: str = "", nick: str = "") -> str:
    """Return a 310 line (a team)."""
    listed = " ".join(f"{member:>4}" for member in members)
    return f"310 {number:>3} {name:<32} {nick:<5} {'':6} {mp:>6} {gp:>6} {'':3}  {listed}".rstrip()


def line_up(number: int, of: int, against: int | str, *players: int) -> str:
    """Return a 300 line (a line-up)."""
    return f"300 {number:>3} {of:>3} {against:>3} " + " ".join(f"{n:0>4}" for n in players)


def forfeit(kind: str, number: int, white: int, black: int) -> str:
    """Return a 330 line (a forfeited match)."""
    return f"330 {kind} {number:0>3} {white:0>3} {black:0>3}"


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


PLAYED = (player(1, "3w1"), player(2, "4b1"), player(3, "1b0"), player(4, "2w0"))
"""The players' lines for a match between teams 1 and 2: player 1 meets player 3, and player 2 meets player 4."""
TEAMS = (team(1, 1, 2), team(2, 3, 4))
EVENT = (TEAM, "352 WB", *PLAYED, *TEAMS)


ADJUSTED: dict[str, tuple[tuple[str, ...], tuple[str, int, int]]] = {
    "other match points": ((*EVENT[:6], team(1, 1, 2, mp="1.0"), TEAMS[1]), ("ADJ-62", 7, 55)),
    "other game points": ((*EVENT[:6], team(1, 1, 2, mp="2.0", gp="1.5"), TEAMS[1]), ("ADJ-62", 7, 62)),
    "a bye of a team with a match": ((*EVENT, "320           001"), ("ADJ-63", 9, 15)),
    "an empty board without a line-up": (
        (TEAM, "352 WB", PLAYED[0], player(2, "0000 b +"), PLAYED[2], player(4), *TEAMS),
        ("ADJ-64", 4, 92),
    ),
    "a bye in the players' lines only": (
        (*EVENT[:6], player(5, "H"), player(6, "H"), *TEAMS, team(3, 5, 6)),
        ("ADJ-65", 7, 99),
    ),
    "letters in a round to come": (
        (TEAM, "352 WB", player(1, "3w1", "H", points="1.0"), *PLAYED[1:], *TEAMS),
        ("ADJ-65", 3, 109),
    ),
    "a forfeit of a match that was played": ((*EVENT, forfeit("+-", 1, 1, 2)), ("ADJ-66", 9, 5)),
    "other points of a player": ((*EVENT[:2], player(1, "3w1", points="2.0"), *EVENT[3:]), ("ADJ-67", 3, 81)),
    "a line-up without a match": ((*EVENT, line_up(2, 1, 2, 1, 2)), ("ADJ-68", 9, 5)),
    "a board with other colours than record 352 has": ((TEAM, "352 WW", *PLAYED, *TEAMS), ("ADJ-69", 6, 97)),
    "a second board that tells the colours, without record 352": (
        (TEAM, player(1, "3-+"), player(2, "4b1"), player(3, "1--"), player(4, "2w0"), *TEAMS),
        ("ADJ-70", 5, 97),
    ),
    "an order of players": ((*EVENT, "XXC rank"), ("ADJ-33", 9, 5)),
    "a bye after the last round": ((*EVENT, "142 1", "320           000 002"), ("ADJ-59", 10, 19)),
    "a team number that is left out": ((*EVENT[:7], team(3, 3, 4)), ("ADJ-48", 8, 5)),
    "a bye of a team with a match, by 240": ((*EVENT, "240 H 001    1"), ("ADJ-58", 9, 5)),
    "game points for virtual match points": ((*EVENT, "250       2.0 002 003 0001"), ("ADJ-45", 9, 10)),
}
"""Lines of a file, and the expected adjustment: its code, line and column."""


@pytest.mark.parametrize(("lines", "found"), ADJUSTED.values(), ids=ADJUSTED)
def test_clear_faults_are_adjusted_and_refused_if_strict(lines: tuple[str, ...], found: tuple[str, int, int]) -> None:
    text = text_of(*lines)
    assert [(a.code, a.line, a.column) for a in trf.examine(text).adjustments] == [found]
    with pytest.raises(trf.TrfProblems) as refusal:
        trf.examine(text, strict=True)
    assert [(p.code, p.line, p.column) for p in refusal.value.problems] == [found]


REFUSED: dict[str, tuple[tuple[str, ...], str | tuple[str, ...]]] = {
    "no teams": (EVENT[:6], "teams: found none"),
    "a player of no team": (
        (*EVENT[:7], team(2, 3)),
        "6:92: round 1: found an entry for player 4, who belongs to no team",
    ),
    "a member who does not exist": ((*EVENT[:7], team(2, 3, 4, 9)), "8:84: players: found 9"),
    "a member of two teams": ((*EVENT[:7], team(2, 3, 4, 1)), "8:84: players: found 1, a member of team 1"),
    "a member listed twice": (
        (*EVENT[:7], team(2, 3, 4, 3)),
        "8:84: players: found 3, who is listed twice in the record",
    ),
    "a team without members": ((*EVENT[:7], *TEAMS[1:], team(3)), "9:74: players: found none"),
    "a team without a number": ((*EVENT[:7], team("", 3, 4)), "8:5: team: found blanks"),
    "two teams of one number": ((*EVENT[:7], team(1, 3, 4)), "8:5: team: found 1"),
    "a game of two members of a team": (
        (TEAM, "352 WB", *PLAYED, team(1, 1, 3), team(2, 2, 4)),
        ("3:92: opponent of round 1", "4:92: opponent of round 1"),
    ),
    "two opponents in a round": (
        (
            TEAM,
            player(1, "3w1"),
            player(2, "5w1"),
            player(3, "1b0"),
            player(4),
            player(5, "2b0"),
            player(6),
            *TEAMS,
            team(3, 5, 6),
        ),
        "opponent of round 1: found 5, a member of team 3, expected an opponent from team 2",
    ),
    "boards in another order": (
        (TEAM, "352 WB", player(1, "4w1"), player(2, "3b1"), player(3, "2w0"), player(4, "1b0"), *TEAMS),
        "3:92: opponent of round 1: found player 4, but according to the line-ups player 1 faces player 3",
    ),
    "a line-up with a stranger": (
        (*EVENT, line_up(1, 1, 2, 1, 3)),
        "9:22: players: found 3, who is not a member of team 1",
    ),
    "a line-up with a player twice": (
        (*EVENT, line_up(1, 1, 2, 1, 1)),
        "9:22: players: found 1, who already has a board",
    ),
    "a line-up without a player who played": ((*EVENT, line_up(1, 1, 2, 1)), "4:92: round 1: found a game of player 2"),
    "two line-ups": ((*EVENT, line_up(1, 1, 2, 1, 2), line_up(1, 1, 2, 1, 2)), "10:5: line-up: found another"),
    "a line-up against another team": (
        (*EVENT[:6], *TEAMS[:1], team(2, 3, 4), player(5), team(3, 5), line_up(1, 1, 3, 1, 2)),
        "11:13: opponent: found teams 1 and 3 in round 1",
    ),
    "a line-up of a team that does not exist": ((*EVENT, line_up(1, 7, 2, 1, 2)), "9:9: team: found 7"),
    "a line-up of no round": ((*EVENT, put(line_up(1, 1, 2, 1, 2), 5, "   ")), "9:5: round: found blanks"),
    "a forfeit that is none": ((*EVENT, forfeit("+=", 2, 1, 2)), "9:5: kind: found '+='"),
    "a forfeit of a team against itself": (
        (*EVENT, forfeit("+-", 2, 1, 1)),
        "9:16: black team: found team 1 on both sides",
    ),
    "a forfeit of a team that does not exist": ((*EVENT, forfeit("+-", 2, 1, 8)), "9:16: black team: found 8"),
    "a forfeit after the last round": ((*EVENT, forfeit("+-", 2, 1, 2), "142 1"), "9:8: round: found round 2"),
    "a bye of a team that does not exist": ((*EVENT, "320           007"), "9:15: team of round 1: found 7"),
    "two records 320": ((*EVENT, "320  1.0  1.0", "320  1.0  1.0"), "10:1: record: found a second record 320"),
    "colours that are none": ((*EVENT[:1], "352 WXB", *EVENT[2:]), "2:5: colours of the boards: found 'WXB'"),
    "match points that are none": ((*EVENT, "362  TW two"), "9:6: match points"),
    "a draw worth more than a win": (
        (*EVENT, "362  TW 0.5"),
        "9:5: match points: found 0.5, 1.0, 0.0 points for a win",
    ),
    "a prohibition of a team that does not exist": ((*EVENT, "260 001 002    1    7"), "9:18: teams: found 7"),
    "a bye asked for by a team that does not exist": ((*EVENT, "240 H 002    7"), "9:11: teams: found 7"),
    "abnormal points without points": ((*EVENT, "299 W              001    1"), "9:8: match points: found blanks"),
    "points that are no number": ((*EVENT[:7], team(2, 3, 4, mp="abc")), "8:58: match points: found 'abc'"),
    "a team that cannot be read, and records that name it": (
        (*EVENT[:7], team(2, 3, 4, mp="abc"), "299 W   1.0        001    2", "320           002"),
        "8:58: match points: found 'abc'",
    ),
    "a forfeit against nobody that names no match": (
        (TEAM, player(1, "0000 w +"), player(2), team(1, 1), team(2, 2)),
        "2:99: round 1: found a forfeit of team 1 without an opposing team",
    ),
}
"""Lines of a file, and the expected problem or problems: line, column, field and text."""


@pytest.mark.parametrize(("lines", "found"), REFUSED.values(), ids=REFUSED)
def test_unclear_input_is_refused_with_its_place_and_advice(
    lines: tuple[str, ...], found: str | tuple[str, ...]
) -> None:
    expected = (found,) if isinstance(found, str) else found
    with pytest.raises(trf.TrfProblems) as refusal:
        trf.examine(text_of(*lines), name="event.trf")
    told = str(refusal.value).splitlines()
    for line in told:
        assert line.startswith("event.trf:")
        assert "expected" in line
    assert len(told) == len(expected), told
    for line, words in zip(told, expected, strict=True):
        assert words in line


def test_all_faults_are_reported_at_once() -> None:
    text = team_event(
        2, 2, "1-2:11", head=[TEAM], tail=[forfeit("+=", 2, 1, 2), "320           007", "260 001 002    1    9"]
    )
    with pytest.raises(trf.TrfProblems) as refusal:
        trf.read(text)
    assert [problem.line for problem in refusal.value.problems] == [9, 10, 11]


ONE, TWO, THREE = (Tpn(number) for number in (1, 2, 3))
WIN, DRAW, LOSS, WON, LOST = Result.WIN, Result.DRAW, Result.LOSS, Result.FORFEIT_WIN, Result.FORFEIT_LOSS
DOUBLE = "192 FIDE_DOUBLESWISS"


def read_matches(*lines: str) -> Tournament:
    return trf.read(text_of(DOUBLE, *lines))


def refused(*lines: str) -> list[tuple[int, int, str]]:
    """Return the line, column and field of each problem.

    Line 1 names the system, so the given lines begin at line 2.
    """
    with pytest.raises(trf.TrfProblems) as found:
        read_matches(*lines)
    return [(p.line, p.column, p.field) for p in found.value.problems]


def adjusted(*lines: str) -> list[tuple[str, int, int]]:
    return [(a.code, a.line, a.column) for a in trf.examine(text_of(DOUBLE, *lines)).adjustments]


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
    assert {code for code, _, _ in adjusted(*lines)} == {"ADJ-11"}


def test_an_absence_may_be_a_letter_beside_a_blank_column() -> None:
    assert read_matches(*PAIR, player(3, "Z"), player(4)).rounds[0].byes == (Bye(THREE, ByeKind.ZERO_POINT),)


def test_the_round_to_be_paired_is_told_by_matches() -> None:
    event = read_matches(player(1, "2w1", "2b=", "H", "H", points="1.5"), PAIR[1])
    assert (len(event.rounds), event.requests) == (1, (Request(2, Bye(ONE, ByeKind.HALF_POINT)),))
    assert read_matches(*PAIR, "240 F 003    2").requests == (Request(3, Bye(TWO, ByeKind.FULL_POINT)),)
    assert adjusted(player(1, "2w1", "2b=", "", "", "H", "H", points="1.5"), PAIR[1]) == [("ADJ-54", 2, 139)]


@pytest.mark.parametrize(
    ("lines", "places"),
    [
        ((player(1, "2w1"), player(2, "1b0")), [(2, 102, "opponent"), (3, 102, "opponent")]),
        ((player(1, "", "2b1"), player(2, "", "1w0")), [(2, 92, "opponent"), (3, 92, "opponent")]),
        ((player(1, "2w1", "2w1"), player(2, "1b0", "1b0")), [(2, 107, "colour"), (3, 107, "colour")]),
        ((player(1, "2w1", "H", points="1.0"), player(2, "1b0", "Z")), [(2, 102, "opponent"), (3, 102, "opponent")]),
        ((*PAIR, player(3, "U", "H")), [(4, 109, "result")]),
        ((*PAIR, player(3, "U", points="1.5")), [(4, 109, "result")]),
        ((player(1, "2w1", "2b1"), player(2, "1b0", "1b0")), [(2, 107, "colour")]),
    ],
)
def test_halves_that_do_not_fit_are_refused_in_their_place(
    lines: tuple[str, ...], places: list[tuple[int, int, str]]
) -> None:
    game = {92: 1, 97: 1, 99: 1}
    expected = [(line, column, f"{field} of round 1, game {game.get(column, 2)}") for line, column, field in places]
    assert refused(*lines) == expected


def test_other_opponents_in_the_two_games_are_refused() -> None:
    lines = (player(1, "2w1", "3b1"), player(2, "1b0", "4w0"), player(3, "4w1", "1w0"), player(4, "3b0", "2b1"))
    assert refused(*lines) == [(n, 102, "opponent of round 1, game 2") for n in (2, 3, 4, 5)]


def test_a_match_after_the_last_one_is_refused() -> None:
    lines = (player(1, "2w1", "2b=", "2w1", "2b="), player(2, "1b0", "1w=", "1b0", "1w="))
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
    game = read_matches(*lines).rounds[0].games[0]
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
    first, second = read_matches(*lines).rounds
    assert first.games[0].white == TWO
    assert [bye.kind.value for bye in first.byes] == ["U", "H"]
    assert second.games == (Game(THREE, Tpn(4), WON, LOST, second=(WON, LOST)),)


def test_an_event_with_points_is_written_with_two_columns() -> None:
    lines = joined(1, "   2 w 1.5", points="1.5"), joined(2, "   1 b 0.5", points="0.5")
    event = read_matches(*lines)
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
    assert Points(30) == read_matches(*lines).settings.scoring.win
    assert put(lines[1], 99, "4.5") != lines[1]
    assert refused(lines[0], put(lines[1], 99, "4.5"), lines[2])[0] == (3, 81, "points")
