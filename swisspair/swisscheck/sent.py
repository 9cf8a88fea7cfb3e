"""Files sent along with the work, for workers that do not see the disk with the files."""

from __future__ import annotations

from typing import NamedTuple

from swisspair.terminal.sources import Source


class Sent(NamedTuple):
    """The content of a source, or the error that was raised when it was read."""

    name: str
    data: bytes = b""
    error: Exception | None = None
    passed_over: bool = False

    def read(self) -> bytes:
        """The content of the source. Raises the error of the source."""
        if self.error is not None:
            raise self.error
        return self.data

    def is_passed_over(self) -> bool:
        """Whether the source is passed over, as the source itself says."""
        return self.passed_over


def sent(source: Source) -> Sent:
    """Read a source here."""
    try:
        if source.is_passed_over():
            return Sent(source.name, passed_over=True)
        return Sent(source.name, source.read())
    except Exception as error:  # a worker handles it like an error of its own
        return Sent(source.name, error=error)
