"""Count the comparisons that a test makes, for `tests.evidence.plugin`."""

from collections import Counter

COUNTS: Counter[tuple[str, str, str]] = Counter()
"""The number of comparisons in the running test, by kind, subject and outcome."""

COMPARED, KNOWN = "compared", "known to differ"
"""The outcomes of a comparison. A known difference is counted as both ``compared`` and ``known to differ``."""


def counted(kind: str, subject: str, number: int = 1, *, known: bool = False) -> None:
    """Count a comparison, as in ``counted("golden", "dutch/2026: a7")``. ``known`` marks a known difference."""
    COUNTS[kind, subject, COMPARED] += number
    if known:
        COUNTS[kind, subject, KNOWN] += number
