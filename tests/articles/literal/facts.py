"""Plain facts for the literal enumerators: a crosstable, and nothing derived from it.

The enumerators of this folder transcribe the articles. They share no code with the engine, and derive everything
(scores, colours, floats, indices) from these facts themselves.
"""

from __future__ import annotations

from dataclasses import dataclass, field


class NoLegalPairing(Exception):
    """The error for a round that cannot be paired."""


@dataclass(frozen=True)
class Cell:
    """One participant's entry in one round, as in a TRF.

    ``result``: ``1 = 0`` played; ``+ -`` won and lost by forfeit (not played); ``U`` pairing-allocated bye; ``F H Z``
    full-, half- and zero-point bye. ``opponent`` is 0 and ``colour`` is ``-`` for byes. A forfeited game keeps opponent
    and colour.
    """

    opponent: int
    colour: str
    result: str


@dataclass(frozen=True)
class Entrant:
    tpn: int
    rating: int = 0


POINTS = {"1": 10, "=": 5, "0": 0, "+": 10, "-": 0, "U": 10, "F": 10, "H": 5, "Z": 0}


@dataclass(frozen=True)
class Event:
    """An event before its next round, number ``len(rounds) + 1``.

    ``rounds[r][tpn]`` is the participant's cell in round r + 1; who has no cell was not there: zero points.
    ``absent``: who is not to be paired in the coming round; ``asked``: the bye (F, H) such a participant gets for it, Z
    where nothing is said. ``forbidden``: pairs of TPNs that may not meet.
    ``points``: tenths for each result letter. ``virtual``: (tpn, round) -> tenths, virtual points for the pairing of
    that round (the coming round included). ``rounds_total``: the number of rounds of the event. ``initial_colour``:
    ``w`` or ``b``.
    """

    entrants: tuple[Entrant, ...]
    rounds: tuple[dict[int, Cell], ...]
    rounds_total: int
    initial_colour: str = "w"
    absent: frozenset[int] = frozenset()
    forbidden: frozenset[frozenset[int]] = frozenset()
    points: dict[str, int] = field(default_factory=lambda: dict(POINTS))
    virtual: dict[tuple[int, int], int] = field(default_factory=dict)
    asked: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Paired:
    """An answer: pairs as (white, black), and the TPN with the bye (0: nobody)."""

    boards: frozenset[tuple[int, int]]
    bye: int
