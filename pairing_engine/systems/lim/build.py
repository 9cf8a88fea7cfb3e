"""The Lim System, made of the values of an edition."""

from __future__ import annotations

from typing import Unpack

from pairing_engine.facts.model import EventKind
from pairing_engine.facts.wishes import NO_WISHES
from pairing_engine.language import marked
from pairing_engine.systems.system import System, Values, as_they_are, in_every_round


def lim(edition: str, *, procedure: tuple[tuple[str, str], ...], **values: Unpack[Values]) -> System:
    """An edition of the Lim System."""
    return System(
        name="lim",
        edition=edition,
        title=marked("Lim System"),
        kind=EventKind.INDIVIDUAL,
        maxi=True,
        with_preferences=as_they_are,
        procedure=procedure,
        in_round=in_every_round,
        wishing=NO_WISHES,
        **values,
    )
