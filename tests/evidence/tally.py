"""Count the comparisons of a test where they are made, for `tests.evidence.plugin`."""

from __future__ import annotations

from collections import Counter

COUNTS: Counter[tuple[str, str, str]] = Counter()
"""The counts of the running test, by kind of comparison, subject and outcome."""

COMPARED, KNOWN = "compared", "known to differ"
"""The outcomes of a comparison; known differences are also counted as compared."""


def counted(kind: str, subject: str, number: int = 1, *, known: bool = False) -> None:
    """Count a comparison: ``counted("golden", "dutch/2026: a7")``. ``known``: it is known to differ."""
    COUNTS[kind, subject, COMPARED] += number
    if known:
        COUNTS[kind, subject, KNOWN] += number
