"""Lines out of the ordinary: values separated by blanks instead of in their columns, and rulers.

Rulers are lines that only number or name the columns. People copy them from the TRF documents into their files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from trf.format.fields import CODE_WIDTH, TABLES, Kind

_KIND = re.compile(r"[A-Za-z+-]")
_FORFEIT = re.compile(r"[+-]{2}")
_WHOLE = re.compile(r"[0-9]{1,4}")
_POINTS = re.compile(r"-?[0-9]{1,4}[.,][0-9]")

_FORMS: Mapping[str, tuple[re.Pattern[str], ...]] = {
    "240": (_KIND, _WHOLE),
    "250": (_POINTS, _POINTS, _WHOLE, _WHOLE, _WHOLE, _WHOLE),
    "299": (_KIND, _POINTS, _POINTS, _WHOLE),
    "330": (_FORFEIT, _WHOLE, _WHOLE, _WHOLE),
}
"""Patterns for records that can be read without columns, with one pattern for each value.

All values must be present, except that a record 299 may end with its points. Records 260, 300, 320 and XXA are not
listed: numbers may be left out, and only the columns show which ones.
"""


def cells_by_words(line: str) -> tuple[tuple[str, ...], list[str]] | None:
    """Split a line into cells at blanks instead of at columns.

    Return None if the words are not valid values of the record.

    >>> cells_by_words("299 +  2.0  2.5   1    1")
    (('+', ' 2.0', ' 2.5', '  1'), ['   1'])
    """
    code, words = line[:CODE_WIDTH], line[CODE_WIDTH:].split()
    form = _FORMS.get(code)
    if form is None:
        return None
    table = TABLES[code]
    listed = words[len(form) :]
    if len(words) < len(form) or (table.repeated is None) == bool(listed):
        if not (code == "299" and len(words) == len(form) - 1):
            return None
        words.append("0")
    if not all(pattern.fullmatch(word) for pattern, word in zip(form, words, strict=False)):
        return None
    if not all(_WHOLE.fullmatch(word) for word in listed):
        return None
    if any(len(word) > field.width for field, word in zip(table.fields, words, strict=False)):
        return None
    cells = tuple(
        word if field.kind is Kind.TEXT else word.rjust(field.width)
        for field, word in zip(table.fields, words, strict=False)
    )
    return cells, [word.rjust(table.repeated.width) for word in listed] if table.repeated else []


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
    if len(words) < _LEAST_FIELDS or not (words[0].isalpha() and words[1][:1].isalpha()):
        return False
    return all(map(_LETTERS.fullmatch, words))
