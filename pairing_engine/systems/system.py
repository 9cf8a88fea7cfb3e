"""A pairing system is a value: what distinguishes one system, or one edition of it, from another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from pairing_engine.colour import ColourStep
from pairing_engine.matching import Backend
from pairing_engine.rules import Rule
from pairing_engine.state import FloatOfUnplayed, Player, RoundState
from pairing_engine.trace import BracketTrace


class Pairs(NamedTuple):
    """Who meets whom, before colours: in every pair the player whom Article 5 calls higher ranked comes first."""

    pairs: tuple[tuple[Player, Player], ...]
    bye: Player | None
    trace: tuple[BracketTrace, ...]


@dataclass(frozen=True, eq=False)
class System:
    """One edition of one system.

    ``name`` and ``edition`` are what ``--system`` and ``--edition`` take, ``code`` is that of TRF record 192,
    ``article`` the chapter of the handbook. ``applied_from``: the first day (YYYY/MM/DD) of the events that it is for.
    ``pair`` decides who meets whom and raises `NoPairing` where a round cannot be completed.
    """

    name: str
    edition: str
    title: str
    article: str
    code: str
    applied_from: str
    criteria: tuple[Rule, ...]
    colour_steps: tuple[ColourStep, ...]
    float_of_unplayed: FloatOfUnplayed
    pair: Callable[[RoundState, Backend], Pairs]
