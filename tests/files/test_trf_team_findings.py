"""[C.04.6] Faults in the records of team events, each reported with its place and text."""

from __future__ import annotations

from typing import NamedTuple

import pytest

import trf
from tests.files.match_lines import forfeit, line_up, team, team_event
from tests.files.trf_builders import player, put, text_of

TEAM = "192 FIDE_TEAM_TYPEA"
PLAYED = (player(1, "3w1", points="1.0"), player(2, "4b1", points="1.0"), player(3, "1b0"), player(4, "2w0"))
"""The players' lines for a match between teams 1 and 2: player 1 meets player 3, and player 2 meets player 4."""
TEAMS = (team(1, 1, 2), team(2, 3, 4))
EVENT = (TEAM, "352 WB", *PLAYED, *TEAMS)


class Adjusted(NamedTuple):
    """Lines of a file, and the expected adjustments (code, line, column)."""

    what: str
    lines: tuple[str, ...]
    found: tuple[tuple[str, int, int], ...]


ADJUSTED = (
    Adjusted("other match points", (*EVENT[:6], team(1, 1, 2, mp="1.0"), TEAMS[1]), (("ADJ-62", 7, 55),)),
    Adjusted("other game points", (*EVENT[:6], team(1, 1, 2, mp="2.0", gp="1.5"), TEAMS[1]), (("ADJ-62", 7, 62),)),
    Adjusted("a bye of a team with a match", (*EVENT, "320           001"), (("ADJ-63", 9, 15),)),
    Adjusted(
        "an empty board without a line-up",
        (TEAM, "352 WB", PLAYED[0], player(2, "0000 b +", points="1.0"), PLAYED[2], player(4), *TEAMS),
        (("ADJ-64", 4, 92),),
    ),
    Adjusted(
        "a bye in the players' lines only",
        (*EVENT[:6], player(5, "H", points="0.5"), player(6, "H", points="0.5"), *TEAMS, team(3, 5, 6)),
        (("ADJ-65", 7, 99),),
    ),
    Adjusted(
        "letters in a round to come",
        (TEAM, "352 WB", player(1, "3w1", "H", points="1.0"), *PLAYED[1:], *TEAMS),
        (("ADJ-65", 3, 109),),
    ),
    Adjusted("a forfeit of a match that was played", (*EVENT, forfeit("+-", 1, 1, 2)), (("ADJ-66", 9, 5),)),
    Adjusted(
        "other points of a player", (*EVENT[:2], player(1, "3w1", points="2.0"), *EVENT[3:]), (("ADJ-67", 3, 81),)
    ),
    Adjusted("a line-up without a match", (*EVENT, line_up(2, 1, 2, 1, 2)), (("ADJ-68", 9, 5),)),
    Adjusted(
        "a board with other colours than record 352 has",
        (TEAM, "352 WW", *PLAYED, *TEAMS),
        (("ADJ-69", 6, 97),),
    ),
    Adjusted(
        "a second board that tells the colours, without record 352",
        (
            TEAM,
            player(1, "3-+", points="1.0"),
            player(2, "4b1", points="1.0"),
            player(3, "1--"),
            player(4, "2w0"),
            *TEAMS,
        ),
        (("ADJ-70", 5, 97),),
    ),
    Adjusted("an order of players", (*EVENT, "XXC rank"), (("ADJ-33", 9, 5),)),
    Adjusted("a bye after the last round", (*EVENT, "142 1", "320           000 002"), (("ADJ-59", 10, 19),)),
    Adjusted("a team number that is left out", (*EVENT[:7], team(3, 3, 4)), (("ADJ-48", 8, 5),)),
    Adjusted("a bye of a team with a match, by 240", (*EVENT, "240 H 001    1"), (("ADJ-58", 9, 5),)),
    Adjusted("game points for virtual match points", (*EVENT, "250       2.0 002 003 0001"), (("ADJ-45", 9, 10),)),
)


@pytest.mark.parametrize("case", ADJUSTED, ids=lambda case: case.what)
def test_clear_faults_are_adjusted_and_refused_if_strict(case: Adjusted) -> None:
    text = text_of(*case.lines)
    assert [(a.code, a.line, a.column) for a in trf.examine(text).adjustments] == list(case.found)
    with pytest.raises(trf.TrfProblems) as refusal:
        trf.examine(text, strict=True)
    assert [(p.code, p.line, p.column) for p in refusal.value.problems] == list(case.found)


class Refused(NamedTuple):
    """Lines of a file, and the expected problems (line, column, field, text)."""

    what: str
    lines: tuple[str, ...]
    found: tuple[str, ...]


REFUSED = (
    Refused("no teams", EVENT[:6], ("teams: found none",)),
    Refused(
        "a player of no team",
        (*EVENT[:7], team(2, 3)),
        ("6:92: round 1: found an entry for player 4, who belongs to no team",),
    ),
    Refused("a member who does not exist", (*EVENT[:7], team(2, 3, 4, 9)), ("8:84: players: found 9",)),
    Refused("a member of two teams", (*EVENT[:7], team(2, 3, 4, 1)), ("8:84: players: found 1, a member of team 1",)),
    Refused(
        "a member listed twice",
        (*EVENT[:7], team(2, 3, 4, 3)),
        ("8:84: players: found 3, who is listed twice in the record",),
    ),
    Refused("a team without members", (*EVENT[:7], *TEAMS[1:], team(3)), ("9:74: players: found none",)),
    Refused("a team without a number", (*EVENT[:7], team("", 3, 4)), ("8:5: team: found blanks",)),
    Refused("two teams of one number", (*EVENT[:7], team(1, 3, 4)), ("8:5: team: found 1",)),
    Refused(
        "a game of two members of a team",
        (TEAM, "352 WB", *PLAYED, team(1, 1, 3), team(2, 2, 4)),
        ("3:92: opponent of round 1", "4:92: opponent of round 1"),
    ),
    Refused(
        "two opponents in a round",
        (
            TEAM,
            player(1, "3w1", points="1.0"),
            player(2, "5w1", points="1.0"),
            player(3, "1b0"),
            player(4),
            player(5, "2b0"),
            player(6),
            *TEAMS,
            team(3, 5, 6),
        ),
        ("opponent of round 1: found 5, a member of team 3, expected an opponent from team 2",),
    ),
    Refused(
        "boards in another order",
        (
            TEAM,
            "352 WB",
            player(1, "4w1", points="1.0"),
            player(2, "3b1", points="1.0"),
            player(3, "2w0"),
            player(4, "1b0"),
            *TEAMS,
        ),
        ("3:92: opponent of round 1: found player 4, but according to the line-ups player 1 faces player 3",),
    ),
    Refused(
        "a line-up with a stranger",
        (*EVENT, line_up(1, 1, 2, 1, 3)),
        ("9:22: players: found 3, who is not a member of team 1",),
    ),
    Refused(
        "a line-up with a player twice",
        (*EVENT, line_up(1, 1, 2, 1, 1)),
        ("9:22: players: found 1, who already has a board",),
    ),
    Refused(
        "a line-up without a player who played",
        (*EVENT, line_up(1, 1, 2, 1)),
        ("4:92: round 1: found a game of player 2",),
    ),
    Refused(
        "two line-ups", (*EVENT, line_up(1, 1, 2, 1, 2), line_up(1, 1, 2, 1, 2)), ("10:5: line-up: found another",)
    ),
    Refused(
        "a line-up against another team",
        (*EVENT[:6], *TEAMS[:1], team(2, 3, 4), player(5), team(3, 5), line_up(1, 1, 3, 1, 2)),
        ("11:13: opponent: found teams 1 and 3 in round 1",),
    ),
    Refused("a line-up of a team that does not exist", (*EVENT, line_up(1, 7, 2, 1, 2)), ("9:9: team: found 7",)),
    Refused("a line-up of no round", (*EVENT, put(line_up(1, 1, 2, 1, 2), 5, "   ")), ("9:5: round: found blanks",)),
    Refused("a forfeit that is none", (*EVENT, forfeit("+=", 2, 1, 2)), ("9:5: kind: found '+='",)),
    Refused(
        "a forfeit of a team against itself",
        (*EVENT, forfeit("+-", 2, 1, 1)),
        ("9:16: black team: found team 1 on both sides",),
    ),
    Refused(
        "a forfeit of a team that does not exist", (*EVENT, forfeit("+-", 2, 1, 8)), ("9:16: black team: found 8",)
    ),
    Refused(
        "a forfeit after the last round", (*EVENT, forfeit("+-", 2, 1, 2), "142 1"), ("9:8: round: found round 2",)
    ),
    Refused("a bye of a team that does not exist", (*EVENT, "320           007"), ("9:15: team of round 1: found 7",)),
    Refused(
        "two records 320", (*EVENT, "320  1.0  1.0", "320  1.0  1.0"), ("10:1: record: found a second record 320",)
    ),
    Refused("colours that are none", (*EVENT[:1], "352 WXB", *EVENT[2:]), ("2:5: colours of the boards: found 'WXB'",)),
    Refused("match points that are none", (*EVENT, "362  TW two"), ("9:6: match points",)),
    Refused(
        "a draw worth more than a win",
        (*EVENT, "362  TW 0.5"),
        ("9:5: match points: found 0.5, 1.0, 0.0 points for a win",),
    ),
    Refused(
        "a prohibition of a team that does not exist", (*EVENT, "260 001 002    1    7"), ("9:18: teams: found 7",)
    ),
    Refused("a bye asked for by a team that does not exist", (*EVENT, "240 H 002    7"), ("9:11: teams: found 7",)),
    Refused(
        "abnormal points without points", (*EVENT, "299 W              001    1"), ("9:8: match points: found blanks",)
    ),
    Refused("points that are no number", (*EVENT[:7], team(2, 3, 4, mp="abc")), ("8:58: match points: found 'abc'",)),
    Refused(
        "a team that cannot be read, and records that name it",
        (*EVENT[:7], team(2, 3, 4, mp="abc"), "299 W   1.0        001    2", "320           002"),
        ("8:58: match points: found 'abc'",),
    ),
    Refused(
        "a forfeit against nobody that names no match",
        (TEAM, player(1, "0000 w +", points="1.0"), player(2), team(1, 1), team(2, 2)),
        ("2:99: round 1: found a forfeit of team 1 without an opposing team",),
    ),
)


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.what)
def test_unclear_input_is_refused_with_its_place_and_advice(case: Refused) -> None:
    with pytest.raises(trf.TrfProblems) as refusal:
        trf.examine(text_of(*case.lines), name="event.trf")
    told = str(refusal.value).splitlines()
    for line in told:
        assert line.startswith("event.trf:")
        assert "expected" in line
    assert len(told) == len(case.found), told
    for line, words in zip(told, case.found, strict=True):
        assert words in line


def test_all_faults_are_reported_at_once() -> None:
    text = team_event(
        2, 2, "1-2:11", head=[TEAM], tail=[forfeit("+=", 2, 1, 2), "320           007", "260 001 002    1    9"]
    )
    with pytest.raises(trf.TrfProblems) as refusal:
        trf.read(text)
    assert [problem.line for problem in refusal.value.problems] == [9, 10, 11]
