"""The first and the last day of an event, written in many forms. Records that contradict each other are reported."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pairing_engine.facts.codes import SystemCode
from pairing_engine.facts.editions import APPLIED_FROM, edition_of_year, edition_on
from pairing_engine.facts.model import UnclearDay
from pairing_engine.language import marked
from trf.format.findings import Findings
from trf.format.records import Index, Record

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
    """The first and last day of an event as YYYY/MM/DD, empty if no record gives them.

    ``first_source`` names the record that gives the first day, and is empty for record 042. ``unclear`` is an ambiguous
    statement about the first day.
    """

    first: str = ""
    first_source: str = ""
    last: str = ""
    unclear: UnclearDay = UnclearDay()


def days_of(index: Index) -> EventDays:
    """Return the days of the event. The first day is the first clear date in record 042, 132 or 052."""
    stated = _stated(index)
    end = next((one.day for one in stated if one.record.code == LAST and one.day), "")
    if not stated:
        return EventDays()
    begin = stated[0]
    if begin.record.code == FIRST and len(begin.days) > 1:
        return _of_unclear(begin, stated[1:], end)
    clear = next((one for one in stated if one.day), None)
    unclear = UnclearDay() if clear is begin else UnclearDay(begin.source, begin.words, begin.days)
    if clear is None:
        return EventDays(last=end, unclear=unclear)
    return EventDays(clear.day, "" if clear.record.code == FIRST else clear.source, end, unclear)


def _of_unclear(begin: StatedDay, others: list[StatedDay], end: str) -> EventDays:
    """Return the days of an event whose record 042 is ambiguous. Other records may show which day is right."""
    days = tuple(day for day in begin.days if not end or day <= end) or begin.days
    for other in others:
        if other.record.code == ROUNDS and days[0] <= other.day <= days[-1]:
            return EventDays(other.day, other.source, end)
    if len(days) == 1:
        return EventDays(days[0], "", end)
    return EventDays(last=end, unclear=UnclearDay(begin.source, begin.words, days))


def _stated(index: Index) -> list[StatedDay]:
    stated = [
        StatedDay(record, words, possible_days(words, year_first=code == ROUNDS))
        for code in (FIRST, ROUNDS, LAST)
        for record in index.of(code)
        for words in _dates_in(record)
        if not says_nothing(words)
    ]
    if all(len(one.days) == 1 for one in stated) and not next(_contradictions(stated), None):
        return stated
    orders = [[one._replace(days=_in_order(one, order)) for one in stated] for order in _ORDERS]
    agreeing = [days for days in orders if all(one.day for one in days) and not next(_contradictions(days), None)]
    is_by_rounds = orders[0] in agreeing and any(one.record.code == ROUNDS for one in stated)
    is_clear = is_by_rounds or len({tuple(one.days for one in days) for days in agreeing}) == 1
    return agreeing[0] if is_clear else stated


_ORDERS = (0, 1, 2), (2, 1, 0), (2, 0, 1)
"""The positions of year, month and day in a date of three short numbers. A file uses one order (reading E14).

The first order is that of record 132 in every version of the TRF.
"""


def _in_order(stated: StatedDay, order: Sequence[int]) -> tuple[str, ...]:
    """Return the day that the numbers of a date give in an order. Any other date is read as it is."""
    numbers = re.fullmatch(rf"(\d\d?){_BETWEEN}(\d\d?){_BETWEEN}(\d\d?)", stated.words.strip())
    return stated.days if numbers is None else (_day(*(numbers[place + 1] for place in order)),)


def _dates_in(record: Record) -> list[str]:
    if record.code != ROUNDS or len(possible_days(record.value, year_first=True)) == 1:
        return [record.value]
    return record.value.split()


def round_days(index: Index) -> tuple[str, ...]:
    """[132] Return the days of the rounds, if each of them is clear."""
    stated = [one for one in _stated(index) if one.record.code == ROUNDS]
    return tuple(one.day for one in stated) if all(one.day for one in stated) else ()


def report_contradictions(index: Index, findings: Findings) -> None:
    """[042, 052, 132] Report days that contradict each other."""
    for one, key, other in _contradictions(_stated(index)):
        findings.adjust(key, one.record.line, one.record.value_column, day=one.day, other=other)


def _contradictions(stated: Sequence[StatedDay]) -> Iterator[tuple[StatedDay, str, str]]:
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


def report_edition(named: SystemCode | None, record: Record | None, days: EventDays, findings: Findings) -> None:
    """[192] Report a code whose edition was not in force on the first day; the event is still paired under it."""
    if named is None or record is None or named.edition is None or named.name not in APPLIED_FROM or not days.first:
        return
    edition = edition_of_year(named.edition)
    in_force = edition_on(named.name, days.first)
    if edition not in APPLIED_FROM[named.name] or edition == in_force:
        return
    key = "ADJ-82" if in_force else "ADJ-82 not yet"
    findings.adjust(key, record.line, record.value_column, code=record.value, day=days.first, in_force=in_force)


_BETWEEN = r"[\s.,/\-]+"
_TIME = r"(?<=\d)(?:T\d|\s+\d{1,2}[:h]\d).*"
_ORDINAL = r"(?<=\d)(?:st|nd|rd|th|er|º)\b"
_FILLERS = r"\b(?:de|of|del|di)\b"
_RANGE = r"\s+(?:to|bis|au|al|till|until)\s+|\s*[–—]\s*|\s+-\s+|\s*[-/]\s*"
_YEAR_AT_END = r"((?:19|20)\d\d)$"
_DAY_AND_YEAR = r"\d{1,2}[\s,]+" + _YEAR_AT_END

_MONTHS = (
    "jan gen ene", "feb fév fev", "mar mär", "apr avr abr", "may mai mag maj", "jun juin giu", "jul juil lug",
    "aug ago aoû", "sep set", "oct okt ott out", "nov", "dec dez dic déc",
)  # fmt: skip

_FIRST_YEAR, _LAST_YEAR = 1900, 2099

_LIKELY = range(2006, 2030)
"""The likely years of an event, which help to tell day, month and year apart. The first TRF is from 2006."""

_DAYS_OF_MONTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def possible_days(text: str, *, year_first: bool = False) -> tuple[str, ...]:
    """Return all possible dates of a text, as YYYY/MM/DD, in chronological order.

    A clear date gives a single day. If the text gives only a month or a year, all of its days are possible. If the text
    is not a date, the result is empty. For a range of dates, only the first day counts. With ``year_first``, the first
    two digits are read as the year if possible, as in record 132.

    >>> possible_days("28. 07. 2005"), possible_days("30.06.17"), possible_days("06/30/2017 - 07/05/2017")
    (('2005/07/28',), ('2017/06/30',), ('2017/06/30',))
    >>> possible_days("03.04.05"), possible_days("2017/06")[::29], possible_days("2017/13/45")
    (('2003/04/05', '2005/04/03'), ('2017/06/01', '2017/06/30'), ())
    """
    text = re.sub(_TIME, "", text.strip()).rstrip(" .,")
    found = set(_readings(text, year_first=year_first))
    return tuple(sorted(found or _begin_of_range(text, year_first=year_first)))


def says_nothing(text: str) -> bool:
    """Whether a text instead of a date is only a filler: blanks, dashes or zeros.

    >>> says_nothing("0000/00/00"), says_nothing("soon")
    (True, False)
    """
    return not re.search(r"[1-9]|[^\W\d_]", text)


def _begin_of_range(text: str, *, year_first: bool) -> set[str]:
    """Return the possible first days of a date range. The end of the range may supply the month or year."""
    for separator in re.finditer(_RANGE, text):
        begin, end = text[: separator.start()].rstrip(" ."), text[separator.end() :]
        if found := set(_readings(begin, year_first=year_first)):
            if _ends(begin, separator[0], end, max(found), year_first=year_first):
                return found
        elif re.search(r"\d", begin) and (found := _completed(begin, end)):
            return found
    return set()


def _completed(begin: str, end: str) -> set[str]:
    year = re.fullmatch(_DAY_AND_YEAR, end) or (any(_readings(end, year_first=False)) and re.search(_YEAR_AT_END, end))
    if not year:
        return set()
    texts = [re.sub(r"^\d{1,2}\b", begin, end)] if begin.isdigit() else []
    found = (set(_readings(text, year_first=False)) for text in (*texts, f"{begin}.{year[1]}"))
    return next(filter(None, found), set())


def _ends(begin: str, separator: str, end: str, first: str, *, year_first: bool) -> bool:
    """Whether a text can be the end of a date range, perhaps without month or year (reading E14)."""
    numbers = [len(re.findall(r"\d+", text)) for text in (begin, end)]
    if numbers[0] == 3 and re.fullmatch(r"\d{1,2}", end):
        return separator not in begin and int(end) >= int(first[-2:])
    if numbers[0] == 3 and re.fullmatch(r"\d{1,2}[./\-]\d{1,2}", end):
        return True
    return numbers[1] <= numbers[0] and any(_readings(end, year_first=year_first))


def _readings(text: str, *, year_first: bool) -> Iterator[str]:
    if re.search(r"[^\W\d_]", text):
        yield from _with_name(text)
        return
    if re.fullmatch(r"\d{8}|\d{6}", text):
        yield from _digits_only(text)
        return
    if not re.fullmatch(rf"\d+(?:{_BETWEEN}\d+){{0,2}}", text):
        return
    numbers = re.findall(r"\d+", text)
    if len(numbers) == 3:
        yield from _three_numbers(numbers, has_points="." in text, year_first=year_first)
    elif len(numbers) == 2:
        year, month = numbers if len(numbers[0]) == 4 else reversed(numbers)
        yield from _whole_month(year, month)
    elif len(text) == 4 and _FIRST_YEAR <= int(text) <= _LAST_YEAR:
        for month in range(1, 13):
            yield from _whole_month(text, str(month))


def _with_name(text: str) -> Iterator[str]:
    plain = re.sub(_FILLERS, " ", re.sub(_ORDINAL, "", text.lower()))
    words = [word for word in re.split(_BETWEEN, plain) if word]
    names = [word for word in words if not word.isdigit()]
    numbers = [word for word in words if word.isdigit()]
    if len(names) != 1:
        return
    month = _month_named(names[0])
    if not month:
        if len(numbers) == 3 and any(len(number) == 4 for number in numbers):  # the word is a weekday
            yield from _three_numbers(numbers, has_points="." in text, year_first=False)
    elif len(numbers) == 1:
        yield from _whole_month(numbers[0], month)
    elif len(numbers) == 2:
        orders = [(year, month, day) for year, day in (numbers, reversed(numbers))]
        yield from _likely(day for order in orders if (day := _day(*order)))


def _month_named(name: str) -> str:
    for number, beginnings in enumerate(_MONTHS, 1):
        if any(name.startswith(beginning) for beginning in beginnings.split()):
            return str(number)
    return ""


def _digits_only(text: str) -> Iterator[str]:
    if len(text) == 8:
        orders = [(text[:4], text[4:6], text[6:]), (text[4:], text[2:4], text[:2]), (text[4:], text[:2], text[2:4])]
        found = [_day(*order) for order in orders]
        yield from found[:1] if found[0] else filter(None, found)
        return
    yield from _three_numbers([text[:2], text[2:4], text[4:]], has_points=False, year_first=False)
    yield from _whole_month(text[:4], text[4:])


def _three_numbers(numbers: Sequence[str], *, has_points: bool, year_first: bool) -> Iterator[str]:
    """Yield the dates that three numbers can mean. If dots separate the numbers, the day comes before the month."""
    first, second, third = numbers
    from_year, from_day, from_month = (first, second, third), (third, second, first), (third, first, second)
    if len(first) == 4:
        orders = [from_year]
    elif len(third) == 4:
        orders = [from_day] if has_points else [from_day, from_month]
    else:
        orders = [from_year, from_day] if has_points else [from_year, from_day, from_month]
        could_all_be_months = all(int(number) <= len(_DAYS_OF_MONTHS) for number in numbers)
        for preferred, holds in ((from_year, year_first), (from_day, has_points and not could_all_be_months)):
            day = _day(*preferred)
            if holds and day and int(day[:4]) in _LIKELY:
                orders = [preferred]
                break
    yield from _likely(day for order in orders if (day := _day(*order)))


def _likely(days: Iterator[str]) -> list[str]:
    found = list(days)
    return [day for day in found if int(day[:4]) in _LIKELY] or found


def _whole_month(year: str, month: str) -> Iterator[str]:
    if len(year) == 4:
        yield from filter(None, (_day(year, month, str(day)) for day in range(1, 32)))


def _day(year: str, month: str, day: str) -> str:
    if len(year) not in (2, 4) or max(len(month), len(day)) > 2:
        return ""
    y, m, d = int(year) if len(year) == 4 else 2000 + int(year), int(month), int(day)
    if not (_FIRST_YEAR <= y <= _LAST_YEAR and 1 <= m <= 12 and 1 <= d <= _DAYS_OF_MONTHS[m - 1]):
        return ""
    if (m, d) == (2, 29) and (y % 4 or y == _FIRST_YEAR):
        return ""
    return f"{y:04}/{m:02}/{d:02}"
