"""Helpers for generated tournaments: a random seed, and the text of an event."""

from __future__ import annotations

from pairing_engine.facts.model import Tournament
from swisspair.terminal.statuses import ExitStatus, Failure
from trf import write
from trf.format.records import TooLongError

SEED_BITS = 32


def seed_by_lot() -> int:
    from secrets import randbits

    return randbits(SEED_BITS)


def text_of(event: Tournament) -> str:
    """Return the event as TRF26. Raises `Failure` if a fact or a number does not fit into a TRF26."""
    try:
        return write(event)
    except ValueError as error:
        status = ExitStatus.TOO_LARGE if isinstance(error, TooLongError) else ExitStatus.BAD_REQUEST
        raise Failure(status, f"{event.name}: {error}") from None
