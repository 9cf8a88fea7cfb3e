"""Count the comparisons of a test where they are made, for `tests.evidence.plugin`."""

from __future__ import annotations

from collections import Counter

COUNTS: Counter[tuple[str, str, str]] = Counter()
"""By kind of comparison, by subject, and by what became of it, of the test that runs."""

COMPARED, KNOWN = "compared", "known to differ"
"""``KNOWN`` are those of the compared ones that differ, and are listed as differing."""


def counted(kind: str, subject: str, number: int = 1, *, known: bool = False) -> None:
    """Count a comparison: ``counted("golden", "dutch/2026: a7")``. ``known``: it is known to differ."""
    COUNTS[kind, subject, COMPARED] += number
    if known:
        COUNTS[kind, subject, KNOWN] += number
