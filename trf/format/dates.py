"""Days as people write them."""

from __future__ import annotations

import re

_YEAR_FIRST = r"(\d{4}|\d{2})\D+(\d{1,2})\D+(\d{1,2})"
_DAY_FIRST = r"(\d{1,2})\D+(\d{1,2})\D+(\d{4})"
_MONTH_NAME = r"([A-Za-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})"
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def day_of(text: str) -> str:
    """A day as YYYY/MM/DD; empty if the text is no day. Where the year is last, the day comes before the month.

    >>> day_of("2026/03/01"), day_of("28. 07. 2005"), day_of("May 29, 2020"), day_of("26/03/01"), day_of("1978")
    ('2026/03/01', '2005/07/28', '2020/05/29', '2026/03/01', '')
    """
    text = text.strip()
    if named := re.fullmatch(_MONTH_NAME, text):
        month, day, year = named.groups()
        return _day(int(year), _MONTHS.index(month.lower()) + 1 if month.lower() in _MONTHS else 0, int(day))
    if day_first := re.fullmatch(_DAY_FIRST, text):
        day, month, year = day_first.groups()
        return _day(int(year), int(month), int(day))
    if year_first := re.fullmatch(_YEAR_FIRST, text):
        year, month, day = year_first.groups()
        return _day(int(year) if len(year) == 4 else 2000 + int(year), int(month), int(day))
    return ""


def _day(year: int, month: int, day: int) -> str:
    return f"{year:04}/{month:02}/{day:02}" if year and 1 <= month <= 12 and 1 <= day <= 31 else ""
