"""Plain facts for the literal transcriptions: a crosstable, and nothing derived from it.

The transcriptions in this folder share no code with the engine. They derive everything (scores, colours, floats,
indices) from these facts themselves.
"""

from __future__ import annotations

from dataclasses import dataclass, field


class NoLegalPairing(Exception):
    """The error for a round that cannot be paired."""


@dataclass(frozen=True)
class Cell:
    """One participant's entry in one round, as in a TRF.

    ``result`` is ``1``, ``=`` or ``0`` for a played game, ``+`` or ``-`` for a forfeit won or lost, ``U`` for the
    pairing-allocated bye, and ``F``, ``H`` or ``Z`` for a full-, half- or zero-point bye. For a bye, ``opponent`` is 0
    and ``colour`` is ``-``. A forfeited game keeps its opponent and colour.
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

    ``rounds[r][tpn]`` is the participant's cell in round r + 1. A participant without a cell was absent, with zero
    points. ``absent`` are the participants who are not to be paired in the coming round, and ``asked`` is the bye (F or
    H) that such a participant gets; without an entry, it is Z. ``forbidden`` are pairs of TPNs that may not meet.
    ``points`` gives the tenths of a point for each result. ``virtual`` gives the virtual points, in tenths, of a
    participant in the pairing of a round, including the coming one. ``initial_colour`` is ``w`` or ``b``.
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
    """An answer: the pairs as (white, black), and the TPN of the receiver of the bye (0 for nobody)."""

    boards: frozenset[tuple[int, int]]
    bye: int
