"""The first and the last day of an event, and those of its rounds. Days in other forms go to `trf.event.odd_days`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pairing_engine.facts.model import UnclearDay
from pairing_engine.language import marked
from trf.format.records import Record

FIRST, ROUNDS, LAST = "042", "132", "052"

_RECORDS = marked({FIRST: "record 042", ROUNDS: "record 132", LAST: "record 052"})


class StatedDay(NamedTuple):
    """The day stated in a record. The text may have several possible dates."""

    record: Record
    words: str
    days: tuple[str, ...]

    @property
    def day(self) -> str:
        return self.days[0] if len(self.days) == 1 else ""

    @property
    def source(self) -> str:
        return _RECORDS[self.record.code]


class EventDays(NamedTuple):
    """The days of an event as YYYY/MM/DD, empty if no record gives them; those of the rounds only if all are clear.

    ``source`` names the record that gives the first day, and is empty for record 042. ``unclear`` is an ambiguous
    statement about the first day.
    """

    first: str = ""
    last: str = ""
    rounds: tuple[str, ...] = ()
    source: str = ""
    unclear: UnclearDay = UnclearDay()


def plain_days(record: Record) -> list[StatedDay] | None:
    """Return the days in a record as YYYY/MM/DD, in record 132 also as YY/MM/DD; None for any other text."""
    texts = record.value.split() if record.code == ROUNDS else [record.value]
    days = [plain_day(text, short=record.code == ROUNDS) for text in texts]
    return [StatedDay(record, text, (day,)) for text, day in zip(texts, days, strict=True)] if all(days) else None


def contradictions(stated: Sequence[StatedDay]) -> Iterator[tuple[StatedDay, str, str]]:
    """Yield the days that contradict the first or the last day, with an adjustment and that day; one for record 132."""
    stated = [one for one in stated if one.day]
    begin = next((one for one in stated if one.record.code == FIRST), None)
    end = next((one for one in stated if one.record.code == LAST), None)
    rounds = [one for one in stated if one.record.code == ROUNDS]
    if begin is not None and end is not None and end.day < begin.day:
        yield end, "ADJ-81", begin.day
    for one in rounds:
        if begin is not None and one.day < begin.day:
            yield one, "ADJ-81 before", begin.day
        elif end is not None and one.day > end.day and (begin is None or begin.day <= end.day):
            yield one, "ADJ-81 after", end.day
        else:
            continue
        return


_PLAIN = re.compile(r"([0-9]{2}|[0-9]{4})/([0-9]{2})/([0-9]{2})")

_FIRST_YEAR, _LAST_YEAR = 1900, 2099

LIKELY = range(2006, 2030)
"""The likely years of an event, which help to tell day, month and year apart. The first TRF is from 2006."""

DAYS_OF_MONTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def plain_day(text: str, *, short: bool) -> str:
    """Return a day of the plain form, with a ``short`` year of two digits only if it is likely; else an empty text."""
    match = _PLAIN.fullmatch(text)
    day = date(*match.groups()) if match and (short or len(match[1]) > 2) else ""
    return day if day and (len(text) > len("YY/MM/DD") or int(day[:4]) in LIKELY) else ""


def date(year: str, month: str, day: str) -> str:
    if len(year) not in (2, 4) or max(len(month), len(day)) > 2:
        return ""
    y, m, d = int(year) if len(year) == 4 else 2000 + int(year), int(month), int(day)
    if not (_FIRST_YEAR <= y <= _LAST_YEAR and 1 <= m <= 12 and 1 <= d <= DAYS_OF_MONTHS[m - 1]):
        return ""
    if (m, d) == (2, 29) and (y % 4 or y == _FIRST_YEAR):
        return ""
    return f"{y:04}/{m:02}/{d:02}"
