"""Calls of both programs in this process, as people make them, and short events for them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tests.programs.legacy.events import FIVE, event, player

DONE, NOTHING_VALID, INTERNAL, BAD_REQUEST, TOO_LARGE, NO_ACCESS = range(6)
"""The exit statuses of both programs; in `swisscheck`, 1 means that a round differs."""

BROKEN = FIVE.replace("   3 w 1", "   3 w 7")
"""An event with a result that does not exist."""

FULL = event(*(player(n, "0.0") for n in range(1, 4))).replace("XXR 5", "XXR 100")
"""An event with more rounds than a TRF can hold."""


class Outcome(NamedTuple):
    """The exit status, and what was written to standard output and standard error."""

    status: int
    output: str
    errors: str

    @property
    def last_line(self) -> str:
        """The last line on standard output."""
        return self.output.splitlines()[-1]

    @property
    def value(self) -> dict[str, Any]:
        """The JSON on standard output."""
        found = json.loads(self.output)
        assert isinstance(found, dict)
        return found


Call = Callable[..., Outcome]


def put(name: str, text: str) -> Path:
    """Write a file into the working directory, which is the test's own."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


def names() -> list[str]:
    """The files of the working directory and below."""
    return sorted(path.as_posix() for path in Path().rglob("*") if path.is_file())
