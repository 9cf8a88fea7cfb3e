"""What was decided: the boards of a round, and bracket by bracket how they came about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pairing_engine.facts.model import Tpn
from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.kernel.colour import ColourStep
from pairing_engine.state.round_state import Player

Mates = Mapping[Tpn, Tpn]
"""Who meets whom in a published round; those without an opponent are not in it."""


class Board(NamedTuple):
    """A pair with its colours. ``colour_step`` is the article that gave them."""

    white: Tpn
    black: Tpn
    colour_step: ColourStep


class Rejected(NamedTuple):
    """Another opponent, or another floater, whom a procedure tried in vain, and by which article."""

    player: Player
    article: str
    words: str


class Step(NamedTuple):
    """Where a system is a procedure: what became of a player, the opponent or (None) that the player floats, and by
    which article.
    """

    player: Player
    opponent: Player | None
    article: str
    words: str
    rejected: tuple[Rejected, ...] = ()


class BracketTrace(NamedTuple):
    """A bracket, its pairing, and which way the pairing was found (``decided``); ``steps`` where it was a procedure."""

    bracket: Bracket
    pairing: BracketPairing
    decided: str
    steps: tuple[Step, ...] = ()


class RoundPairing(NamedTuple):
    """The pairing of a round. Boards stand in the order of C.04.2 3.6; the bye, if any, is not among them."""

    number: int
    boards: tuple[Board, ...]
    bye: Tpn | None
    trace: tuple[BracketTrace, ...]
