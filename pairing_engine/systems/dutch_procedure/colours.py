"""[E.2, E.5] The steps of the colour allocation that are of these texts alone."""

from __future__ import annotations

from pairing_engine.facts.model import Colour
from pairing_engine.kernel.colour import by_number, colour_wanted
from pairing_engine.state.round_state import Player, RoundState


def grant_stronger_kind(higher: Player, lower: Player, _state: RoundState) -> Colour | None:
    """[E.2] Grant the stronger preference; two absolute ones are equally strong (reading O10)."""
    mine, theirs = abs(higher.preference), abs(lower.preference)
    if mine == theirs:
        return None
    return colour_wanted(higher) if mine > theirs else colour_wanted(lower).opposite


def by_number_or_alternately(higher: Player, lower: Player, state: RoundState) -> Colour:
    """[E.5] In the first round by the parity of the number in S1; later, between two without a game, by that of the
    pairing number, and the other way round (reading O11).
    """
    first = by_number(higher, lower, state)
    if state.number == 1:
        return first
    assert state.initial_colour is not None
    return state.initial_colour.opposite if higher.tpn % 2 else state.initial_colour
