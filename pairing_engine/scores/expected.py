"""[B.02 8.1.2] FIDE's table of expected scores."""

from __future__ import annotations

from bisect import bisect_left

UPPER_ENDS = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188),
    *(197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517),
    *(559, 619, 735),
)
"""[B.02 8.1.2] The largest rating differences for which the stronger player expects 50, 51, ... 99 percent."""


def expected_percentage(difference: int) -> int:
    """Return the expected score, in percent, of a player rated ``difference`` points above the opponent.

    >>> [expected_percentage(difference) for difference in (0, 100, -100, 1000)]
    [50, 64, 36, 100]
    """
    percent = 50 + bisect_left(UPPER_ENDS, abs(difference))
    return percent if difference >= 0 else 100 - percent
