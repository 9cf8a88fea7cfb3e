"""What a test has compared, beyond that it passed: counted where it happens, for `tests.evidence.plugin`."""

from __future__ import annotations

from collections import Counter

COUNTS: Counter[tuple[str, str]] = Counter()
"""By kind of comparison and by subject, of the test that runs."""


def counted(kind: str, subject: str, number: int = 1) -> None:
    """Count what has just been compared: ``counted("golden", "dutch/2026: a7")``."""
    COUNTS[kind, subject] += number
