import re

import trf
from pairing_engine.facts.model import Tournament

_GAME = re.compile(r"(\d+)(.)(.)")
_WORTH = {**dict.fromkeys("1W+UF", 10), **dict.fromkeys("=DH", 5)}


def cell(short: str) -> str:
    """Write one round of a player's line, in eight columns.

    ``2w1`` means a game, a letter means a bye, and an empty string means blanks.
    """
    if len(short) > 3:
        return f"{short:<8}"
    if game := _GAME.fullmatch(short):
        return f"{game[1]:>4} {game[2]} {game[3]}"
    return f"0000 - {short}" if short else " " * 8


def player(
    number: int | str,
    *rounds: str,
    points: str | None = None,
    name: str = "Player",
    rating: int | str = "",
    rank: str = "",
) -> str:
    """Return a 001 line (a player). Without ``points``, the points are those of the results, by the usual scoring."""
    if points is None:
        points = f"{sum(_WORTH.get(short.strip()[-1:].upper(), 0) for short in rounds) / 10:.1f}"
    line = f"001 {number:>4} m    {name:<33} {rating:>4} FID {'':11} {'':10} {points:>4} {rank:>4}"
    return (line + "".join(f"  {cell(short)}" for short in rounds)).rstrip(" ")


def text_of(*lines: str) -> str:
    """Write a file with these lines. A record for the number of rounds is added if it is missing."""
    has_rounds = any(line.startswith(("142", "XXR")) for line in lines)
    return "".join(f"{line}\n" for line in (*lines, *(() if has_rounds else ("142 9",))))


def put(line: str, column: int, text: str) -> str:
    """Overwrite a line with a text, beginning at this column."""
    return line[: column - 1] + text + line[column - 1 + len(text) :]


def abnormal(kind: str, points: str, number: str = "", *players: int) -> str:
    """Return a 299 line (abnormal points)."""
    listed = " ".join(f"{player:>4}" for player in players)
    return f"299 {kind:1}  {'':4}  {points:>4}  {number:>3} {listed}"


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


PAIR = (player(1, "2w1"), player(2, "1b0"))

FOUR = tuple(player(number) for number in (1, 2, 3, 4))


def read(*lines: str) -> Tournament:
    return trf.read(text_of(*lines))


def adjustments(*lines: str, recompute: bool = False, adjourned_as_draw: bool = False) -> list[tuple[str, int, int]]:
    """Return the code, line and column of each adjustment in these lines."""
    overrides = trf.Overrides(adjourned_as_draw=adjourned_as_draw)
    reading = trf.examine(text_of(*lines), recompute=recompute, overrides=overrides)
    return [(a.code, a.line, a.column) for a in reading.adjustments]


def problems(*lines: str) -> list[tuple[int, int, str]]:
    """Return the line, column and field of each problem. The list is empty if the lines can be read."""
    try:
        trf.read(text_of(*lines))
    except trf.TrfProblems as found:
        return [(p.line, p.column, p.field) for p in found.problems]
    return []


def test_builders_make_a_file_that_needs_no_adjustment() -> None:
    assert adjustments(*PAIR) == []
    assert len(PAIR[0]) == 99
