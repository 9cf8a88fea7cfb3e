"""Functions that write the records of team matches, and a short form for team events.

A round such as ``"1-5:1= 6-2:00"`` lists matches. The White team comes first, followed by its results on each board. A
team has one member for each board. With two boards, team 3 has players 5 and 6.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.files.trf_builders import player, text_of

_MATCH = re.compile(r"(\d+)-(\d+):([10=+?-]+)")
_OTHER = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "?": "?"}
_POINTS = {"1": 10, "+": 10, "=": 5}


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
    points = dict.fromkeys(cells, 0)
    for recorded in rounds:
        found = dict.fromkeys(cells, "")
        for white, black, results in _MATCH.findall(recorded):
            for board, result in enumerate(results):
                one, other = (boards * (int(side) - 1) + board + 1 for side in (white, black))
                colours = "wb" if board % 2 == 0 else "bw"
                found[one], found[other] = f"{other}{colours[0]}{result}", f"{one}{colours[1]}{_OTHER[result]}"
                points[one] += _POINTS.get(result, 0)
                points[other] += _POINTS.get(_OTHER[result], 0)
        for number, cell in found.items():
            cells[number].append(cell)
    players = [player(n, *cells[n], points=f"{points[n] / 10:.1f}") for n in cells]
    squads = [team(t, *range(boards * (t - 1) + 1, boards * t + 1)) for t in range(1, teams + 1)]
    return text_of("352 " + ("WB" * boards)[:boards], *head, *players, *squads, *tail)
