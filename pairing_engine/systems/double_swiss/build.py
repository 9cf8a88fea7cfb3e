"""The Double-Swiss System, made of the values of an edition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

from pairing_engine.facts.model import EventKind
from pairing_engine.facts.wishes import NO_WISHES
from pairing_engine.language import marked
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System, Values, in_every_round


def double_swiss(
    edition: str, *, with_preferences: Callable[[RoundState], RoundState], **values: Unpack[Values]
) -> System:
    """An edition of the Double-Swiss System."""
    return System(
        name="double-swiss",
        edition=edition,
        title=marked("Double-Swiss System"),
        kind=EventKind.DOUBLE,
        maxi=False,
        with_preferences=with_preferences,
        procedure=(),
        in_round=in_every_round,
        wishing=NO_WISHES,
        **values,
    )
