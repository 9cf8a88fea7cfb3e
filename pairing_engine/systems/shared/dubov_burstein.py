"""The possible pairs and the colour rules that C.04.4.1 and C.04.4.2 have in common."""

from __future__ import annotations

from pairing_engine.kernel.colour import (
    CLASH,
    ColourStep,
    alternate,
    by_number_if_new,
    grant_both,
    grant_higher_ranked,
    grant_stronger,
)
from pairing_engine.state.round_state import Player, RoundState


def may_meet(a: Player, b: Player, _state: RoundState) -> bool:
    """[2.1.1, 2.1.3] Whether the criteria [C1] and [C3] allow a pair."""
    return b.tpn not in a.barred and a.preference * b.preference != CLASH


COLOUR_STEPS = (
    # C.04.4.1 5.2.1, C.04.4.2 5.2.1
    ColourStep(
        "5.2.1",
        "neither has played: the initial-colour and the higher ranked player's TPN decide",
        by_number_if_new,
    ),
    # C.04.4.1 5.2.2, C.04.4.2 5.2.2
    ColourStep("5.2.2", "both colour preferences are granted", grant_both),
    # C.04.4.1 5.2.3, C.04.4.2 5.2.3
    ColourStep("5.2.3", "the stronger colour preference is granted", grant_stronger),
    # C.04.4.1 5.2.4, C.04.4.2 5.2.4
    ColourStep(
        "5.2.4", "the colours are reversed from the last round in which one had White and the other Black", alternate
    ),
    # C.04.4.1 5.2.5, C.04.4.2 5.2.5
    ColourStep("5.2.5", "the colour preference of the higher ranked player is granted", grant_higher_ranked),
)
"""[5.2] The steps that allocate colours."""
