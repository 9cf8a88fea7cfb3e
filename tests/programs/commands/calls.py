"""Functions that call both programs within this process, and short events for them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tests.programs.legacy.events import FIVE, event, player

DONE, NOTHING_VALID, INTERNAL, BAD_REQUEST, TOO_LARGE, NO_ACCESS = range(6)
"""The exit statuses of both programs."""

BROKEN = FIVE.replace("   3 w 1", "   3 w 7")
"""An event with an impossible result."""

FULL = event(*(player(n, "0.0") for n in range(1, 4))).replace("XXR 5", "XXR 100")
"""An event with more rounds than a TRF allows."""


class Outcome(NamedTuple):
    """The result of a call: the exit status, and the texts on standard output and standard error."""

    status: int
    output: str
    errors: str

    @property
    def last_line(self) -> str:
        """The last line of standard output."""
        return self.output.splitlines()[-1]

    @property
    def value(self) -> dict[str, Any]:
        """The JSON value on standard output."""
        found = json.loads(self.output)
        assert isinstance(found, dict)
        return found


Call = Callable[..., Outcome]


def put(name: str, text: str) -> Path:
    """Write a file into the test's working directory."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


def names() -> list[str]:
    """The files in the working directory and below."""
    return sorted(path.as_posix() for path in Path().rglob("*") if path.is_file())
