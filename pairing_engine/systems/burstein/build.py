"""The Burstein System, made of the values of an edition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

from pairing_engine.facts.model import EventKind
from pairing_engine.facts.wishes import NO_WISHES
from pairing_engine.language import marked
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System, Values, as_they_are


def burstein(edition: str, *, in_round: Callable[[RoundState], System | None], **values: Unpack[Values]) -> System:
    """An edition of the Burstein System; ``in_round`` names the system of its seeding rounds."""
    return System(
        name="burstein",
        edition=edition,
        title=marked("Burstein System"),
        kind=EventKind.INDIVIDUAL,
        maxi=False,
        with_preferences=as_they_are,
        procedure=(),
        in_round=in_round,
        wishing=NO_WISHES,
        **values,
    )
