"""The possible pairs and the colour rules that C.04.4.1 and C.04.4.2 have in common."""

from __future__ import annotations

from pairing_engine.kernel.colour import BOTH_GRANTED, CLASH, FIRST_GAMES, HIGHER_GRANTED, REVERSED, STRONGER_GRANTED
from pairing_engine.state.round_state import Player, RoundState


def may_meet(a: Player, b: Player, _state: RoundState) -> bool:
    """[C.04.4.1 2.1.1, 2.1.3, C.04.4.2 2.1.1, 2.1.3] Whether the criteria [C1] and [C3] allow a pair."""
    return b.tpn not in a.barred and a.preference * b.preference != CLASH


# C.04.4.1 5.2.1, C.04.4.1 5.2.2, C.04.4.1 5.2.3, C.04.4.1 5.2.4, C.04.4.1 5.2.5
# C.04.4.2 5.2.1, C.04.4.2 5.2.2, C.04.4.2 5.2.3, C.04.4.2 5.2.4, C.04.4.2 5.2.5
COLOUR_STEPS = tuple(
    step.at(f"5.2.{number}")
    for number, step in enumerate((FIRST_GAMES, BOTH_GRANTED, STRONGER_GRANTED, REVERSED, HIGHER_GRANTED), 1)
)
"""[5.2] The steps that allocate colours."""
