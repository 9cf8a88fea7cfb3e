"""The steps that were taken in an event, in a file beside it, so that each of them can be taken back and done again."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from pairing_engine.language import say

SUFFIX = ".steps"
"""The suffix of the file beside an event."""

MOST = 500
"""The number of steps that are kept."""

MOST_BYTES = 1 << 26


class Step(NamedTuple):
    """A step: sentences about what it has done, and the content of the event's file on its other side."""

    words: tuple[str, ...]
    content: bytes


class Steps(NamedTuple):
    """The steps ``done``, each with the content before it, and those ``undone``, each with the content after it.

    ``now`` is the content of the event's file after the last step that was done.
    """

    now: bytes
    done: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()

    def taken(self, words: Iterable[str], after: bytes) -> Steps:
        """Return the steps after one more, which ends all that were undone."""
        return Steps(after, (*self.done, Step(tuple(words), self.now))[-MOST:])

    def back(self) -> Steps:
        last = self.done[-1]
        return Steps(last.content, self.done[:-1], (*self.undone, last._replace(content=self.now)))

    def again(self) -> Steps:
        last = self.undone[-1]
        return Steps(last.content, (*self.done, last._replace(content=self.now)), self.undone[:-1])

    def as_bytes(self) -> bytes:
        done, undone = ([[one.words, _packed(one.content)] for one in steps] for steps in (self.done, self.undone))
        return json.dumps({"now": _packed(self.now), "done": done, "undone": undone}).encode()


def path_of_steps(path: Path) -> Path:
    return path.with_name(path.name + SUFFIX)


def steps_of(path: Path, now: bytes, backup: bytes | None) -> Steps:
    """Return the steps of an event whose file has the content ``now``. Without readable ones, the backup is a step.

    A change by another program is a step of its own, and a step whose end was not written is none.
    """
    known = _read(path_of_steps(path))
    if known is None:
        return Steps(now, () if backup in (None, now) else (Step((), backup or b""),))
    if known.now == now:
        return known
    if known.done and known.done[-1].content == now:  # the program was ended before it had written the event
        return Steps(now, known.done[:-1])
    return known.taken([say("a change by another program")], now)


def _read(path: Path) -> Steps | None:
    try:
        with path.open("rb") as file:
            found = json.loads(file.read(MOST_BYTES))
        done, undone = (
            tuple(Step(tuple(map(str, words)), _unpacked(content)) for words, content in found[key])
            for key in ("done", "undone")
        )
        return Steps(_unpacked(found["now"]), done, undone)
    except (OSError, ValueError, KeyError, TypeError, zlib.error, RecursionError):
        return None


def _packed(content: bytes) -> str:
    from base64 import b64encode

    return b64encode(zlib.compress(content)).decode()


def _unpacked(text: str) -> bytes:
    from base64 import b64decode

    return zlib.decompressobj().decompress(b64decode(text), MOST_BYTES)
