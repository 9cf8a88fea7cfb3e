"""Files that travel with the work, for workers that do not see the disk on which they are."""

from __future__ import annotations

from typing import NamedTuple

from swisspair.terminal.sources import Source


class Sent(NamedTuple):
    """What a source holds, or what is raised when it is read."""

    name: str
    data: bytes = b""
    error: Exception | None = None
    passed_over: bool = False

    def read(self) -> bytes:
        """What it holds. Raises what the source raised."""
        if self.error is not None:
            raise self.error
        return self.data

    def is_passed_over(self) -> bool:
        """As of the source."""
        return self.passed_over


def sent(source: Source) -> Sent:
    """Read a source here."""
    try:
        if source.is_passed_over():
            return Sent(source.name, passed_over=True)
        return Sent(source.name, source.read())
    except Exception as error:  # a worker makes the same of it as it would of its own
        return Sent(source.name, error=error)
