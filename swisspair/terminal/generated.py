"""What both command lines do to write a generated tournament: a seed where none is given, and its text."""

from __future__ import annotations

from pairing_engine.facts.model import Tournament
from swisspair.terminal.statuses import ExitStatus, Failure
from trf import write

SEED_BITS = 32


def seed_by_lot() -> int:
    """A seed that nobody can foresee."""
    from secrets import randbits

    return randbits(SEED_BITS)


def text_of(event: Tournament) -> str:
    """The event as TRF26. Raises `Failure` if a number is too large for its columns, such as 100 points."""
    try:
        return write(event)
    except ValueError as error:
        raise Failure(ExitStatus.TOO_LARGE, f"{event.name}: {error}") from None
