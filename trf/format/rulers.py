"""Ruler lines, which only number or name the columns.

People sometimes copy such lines from the TRF documents into their files.
"""

from __future__ import annotations

import re

_SCALE = re.compile(r" *[0-9]{1,2}( {1,9}[0-9]{1,3})*|[0-9]{20,}")
"""A pattern for a ruler of digits: numbers separated by blanks, or one digit for every column."""

_LETTERS = re.compile(r"s?([A-Z])\1*(?:/\1+)*[0-9]{0,2}|([0-9])\2*|TOI[0-9]|RR[FL]|PPP[FL]")
"""A pattern for a field in a ruler of letters: ``NNNN``, ``BBBB/BB/BB``, ``sTTT``, ``T01``, ``1111``."""

_LEAST_FIELDS = 4


def is_ruler(line: str) -> bool:
    """Whether a line is a ruler that only marks columns.

    >>> is_ruler("         1         2         3"), is_ruler("DDD SSSS sTTT NNNNNNNN RRRR FFF  1111 1 1")
    (True, True)
    >>> is_ruler("RUS    1"), is_ruler("001    1 m    Smith")
    (False, False)
    """
    if not line.isascii():
        return False
    if _SCALE.fullmatch(line.rstrip()):
        return line.startswith(" ") or "1234567890" in line
    words = line.split()
    return len(words) >= _LEAST_FIELDS and words[0].isalpha() and all(map(_LETTERS.fullmatch, words))
