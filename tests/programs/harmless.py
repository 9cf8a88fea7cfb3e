from __future__ import annotations

import re

ESCAPES = (
    *("\x1b[2J", "\x1b]0;x\x07", "\x9b31m", "\x08\x08", "\x7f"),
    *("\u202e", "\u2028", "\u2066", "\x0b", "\x0c", "\x85"),
)
FORGED = "round 1: agrees"

HARMLESS = re.compile(r"[^\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]*")


def is_harmless(text: str) -> bool:
    """Whether line ends are the only control characters in the text."""
    return HARMLESS.fullmatch(text) is not None
