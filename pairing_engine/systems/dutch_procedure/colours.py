"""[E] The colour rules, which are the same in 2009 and 2012."""

from __future__ import annotations

from pairing_engine.facts.model import Colour
from pairing_engine.kernel.colour import (
    ColourStep,
    alternate,
    by_number,
    colour_wanted,
    grant_both,
    grant_higher_ranked,
)
from pairing_engine.state.round_state import Player, RoundState


# C.04.3.1 E.2, C.04.1 E.2
def grant_stronger_kind(higher: Player, lower: Player, _state: RoundState) -> Colour | None:
    """[E.2] Grant the stronger preference. Two absolute preferences count as equal (reading O10)."""
    mine, theirs = abs(higher.preference), abs(lower.preference)
    if mine == theirs:
        return None
    return colour_wanted(higher) if mine > theirs else colour_wanted(lower).opposite


# C.04.3.1 E.5, C.04.1 E.5
def by_number_or_alternately(higher: Player, lower: Player, state: RoundState) -> Colour:
    """[E.5] Allocate colours in the first round, and to two players who have not played before.

    In the first round, players of S1 with odd numbers get the initial-colour. In a later round, the higher ranked
    player gets the initial-colour if that player's pairing number is even (reading O11).
    """
    first = by_number(higher, lower, state)
    if state.number == 1:
        return first
    assert state.initial_colour is not None
    return state.initial_colour.opposite if higher.tpn % 2 else state.initial_colour


COLOUR_STEPS = (
    # C.04.1 E.1, C.04.3.1 E.1
    ColourStep("E.1", "both colour preferences are granted", grant_both),
    # C.04.1 E.2, C.04.3.1 E.2
    ColourStep("E.2", "the stronger colour preference is granted", grant_stronger_kind),
    # C.04.1 E.3, C.04.3.1 E.3
    ColourStep(
        "E.3", "the colours are reversed from the last round in which one had White and the other Black", alternate
    ),
    # C.04.1 E.4, C.04.3.1 E.4
    ColourStep("E.4", "the colour preference of the higher ranked player is granted", grant_higher_ranked),
    # C.04.1 E.5, C.04.3.1 E.5
    ColourStep(
        "E.5",
        "the colour drawn by lot and the higher ranked player's pairing number decide",
        by_number_or_alternately,
    ),
)
