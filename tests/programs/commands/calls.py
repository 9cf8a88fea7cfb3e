"""Helpers for calls of both programs, and short events for these calls."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tests.programs.legacy.events import FIVE, event, player

SAMPLES = Path(__file__).parent / "sessions" / "files"
"""Lists of players and teams, and a few events, which also lie in the folder of each session."""

DONE, NOTHING_VALID, INTERNAL, BAD_REQUEST, TOO_LARGE, NO_ACCESS = range(6)

BROKEN = FIVE.replace("   3 w 1", "   3 w 7")

FULL = event(*(player(n, "0.0") for n in range(1, 4))).replace("XXR 5", "XXR 100")
"""An event with too many rounds for a TRF."""


class Outcome(NamedTuple):
    status: int
    output: str
    errors: str

    @property
    def last_line(self) -> str:
        return self.output.splitlines()[-1]

    @property
    def value(self) -> dict[str, Any]:
        found = json.loads(self.output)
        assert isinstance(found, dict)
        return found


Call = Callable[..., Outcome]


def put(name: str, text: str) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


def names() -> list[str]:
    return sorted(path.as_posix() for path in Path().rglob("*") if path.is_file())
