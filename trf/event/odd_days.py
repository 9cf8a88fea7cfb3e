"""Days in many forms, perhaps with more than one meaning (reading E14)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pairing_engine.facts.model import UnclearDay
from trf.event.days import DAYS_OF_MONTHS, FIRST, LAST, LIKELY, ROUNDS, EventDays, StatedDay, contradictions, date
from trf.format.records import Index, Record


def with_unclear_begin(days: EventDays, begin: StatedDay, others: list[StatedDay]) -> EventDays:
    """Add the first day of an event whose record 042 is ambiguous. Other records may show which day is right."""
    possible = tuple(day for day in begin.days if not days.last or day <= days.last) or begin.days
    for other in others:
        if other.record.code == ROUNDS and possible[0] <= other.day <= possible[-1]:
            return days._replace(first=other.day, source=other.source)
    if len(possible) == 1:
        return days._replace(first=possible[0])
    return days._replace(unclear=UnclearDay(begin.source, begin.words, possible))


def stated_days(index: Index) -> list[StatedDay]:
    """Return the days of all records. If some are unclear, all are read in the one order that makes them agree."""
    stated = [
        StatedDay(record, words, possible_days(words, year_first=code == ROUNDS))
        for code in (FIRST, ROUNDS, LAST)
        for record in index.of(code)
        for words in _dates_in(record)
        if not says_nothing(words)
    ]
    if all(len(one.days) == 1 for one in stated) and not next(contradictions(stated), None):
        return stated
    orders = [[one._replace(days=_in_order(one, order)) for one in stated] for order in _ORDERS]
    agreeing = [days for days in orders if all(one.day for one in days) and not next(contradictions(days), None)]
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
    return stated.days if numbers is None else (date(*(numbers[place + 1] for place in order)),)


def _dates_in(record: Record) -> list[str]:
    if record.code != ROUNDS or len(possible_days(record.value, year_first=True)) == 1:
        return [record.value]
    return record.value.split()


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
    elif len(text) == 4 and date(text, "1", "1"):
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
        yield from _likely(day for order in orders if (day := date(*order)))


def _month_named(name: str) -> str:
    for number, beginnings in enumerate(_MONTHS, 1):
        if any(name.startswith(beginning) for beginning in beginnings.split()):
            return str(number)
    return ""


def _digits_only(text: str) -> Iterator[str]:
    if len(text) == 8:
        orders = [(text[:4], text[4:6], text[6:]), (text[4:], text[2:4], text[:2]), (text[4:], text[:2], text[2:4])]
        found = [date(*order) for order in orders]
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
        could_all_be_months = all(int(number) <= len(DAYS_OF_MONTHS) for number in numbers)
        for preferred, holds in ((from_year, year_first), (from_day, has_points and not could_all_be_months)):
            day = date(*preferred)
            if holds and day and int(day[:4]) in LIKELY:
                orders = [preferred]
                break
    yield from _likely(day for order in orders if (day := date(*order)))


def _likely(days: Iterator[str]) -> list[str]:
    found = list(days)
    return [day for day in found if int(day[:4]) in LIKELY] or found


def _whole_month(year: str, month: str) -> Iterator[str]:
    if len(year) == 4:
        yield from filter(None, (date(year, month, str(day)) for day in range(1, 32)))
