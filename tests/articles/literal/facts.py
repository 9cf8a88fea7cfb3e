"""The crosstables that the literal transcriptions read.

The transcriptions in this folder share no code with the engine. Each transcription computes scores, colours and floats
from a crosstable.
"""

from __future__ import annotations

from dataclasses import dataclass, field


class NoLegalPairing(Exception):
    """Raised if a round cannot be paired."""


@dataclass(frozen=True)
class Cell:
    """The entry of a participant in a round, as in a TRF.

    The ``result`` of a played game is ``1``, ``=`` or ``0``. A forfeit is ``+`` or ``-``, and keeps its opponent and
    colour. The pairing-allocated bye is ``U``. A full-, half- or zero-point bye is ``F``, ``H`` or ``Z``. A bye has
    opponent 0 and colour ``-``.
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
    """An individual tournament. The next round is round ``len(rounds) + 1``.

    ``rounds[r][tpn]`` is the participant's cell in round r + 1. A participant without a cell was absent and got no
    points. Players in ``absent`` are not paired in the coming round, and get the bye ``asked`` (F, H or, by default,
    Z). Pairs of TPNs in ``forbidden`` may not meet. All ``points`` are in tenths. ``virtual[tpn, number]`` are the
    participant's virtual points before round ``number``, which may be the coming round. ``initial_colour`` is ``w`` or
    ``b``.
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
    """The pairs as (White, Black), and the TPN of the receiver of the bye (0 for nobody)."""

    boards: frozenset[tuple[int, int]]
    bye: int
