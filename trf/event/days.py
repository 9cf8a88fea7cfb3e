"""The first and the last day of an event. Records that contradict each other are reported."""

from __future__ import annotations

from pairing_engine.facts.codes import SystemCode
from pairing_engine.facts.editions import APPLIED_FROM, edition_of_year, edition_on
from pairing_engine.facts.model import UnclearDay
from pairing_engine.language import marked, say
from pairing_engine.values import NamedTuple
from trf.format.dates import possible_days, says_nothing
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
        """The stated day; empty if several days are possible."""
        return self.days[0] if len(self.days) == 1 else ""

    @property
    def source(self) -> str:
        """The name of the record in messages."""
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
    """Return the days of an event whose record 042 is ambiguous.

    Other records may show which of the possible days is right.
    """
    days = tuple(day for day in begin.days if not end or day <= end) or begin.days
    for other in others:
        if other.record.code == ROUNDS and days[0] <= other.day <= days[-1]:
            return EventDays(other.day, other.source, end)
    if len(days) == 1:
        return EventDays(days[0], "", end)
    return EventDays(last=end, unclear=UnclearDay(begin.source, begin.words, days))


def _stated(index: Index) -> list[StatedDay]:
    """Return the days that records state, in order of priority. Blanks, dashes and zeros are left out."""
    return [
        StatedDay(record, words, possible_days(words, year_first=code == ROUNDS))
        for code in (FIRST, ROUNDS, LAST)
        for record in index.of(code)
        for words in _dates_in(record)
        if not says_nothing(words)
    ]


def _dates_in(record: Record) -> list[str]:
    """Return the date texts of a record.

    Record 132 has one text for each round. Every record except record 132 has a single text.
    """
    if record.code != ROUNDS or len(possible_days(record.value, year_first=True)) == 1:
        return [record.value]
    return record.value.split()


def report_contradictions(index: Index, findings: Findings) -> None:
    """[042, 052, 132] Report days that contradict each other."""
    stated = [one for one in _stated(index) if one.day]
    begin = next((one for one in stated if one.record.code == FIRST), None)
    end = next((one for one in stated if one.record.code == LAST), None)
    rounds = [one for one in stated if one.record.code == ROUNDS]
    if begin is not None and end is not None and end.day < begin.day:
        _note(end, say("the last day, {day}, is before the first day, {other}", day=end.day, other=begin.day), findings)
    for one in rounds:
        if begin is not None and one.day < begin.day:
            words = say("a round on {day} is before the first day, {other}", day=one.day, other=begin.day)
        elif end is not None and one.day > end.day and (begin is None or begin.day <= end.day):
            words = say("a round on {day} is after the last day, {other}", day=one.day, other=end.day)
        else:
            continue
        _note(one, words, findings)
        return  # one finding for a record is enough


def _note(stated: StatedDay, words: str, findings: Findings) -> None:
    findings.adjust("ADJ-81", stated.record.line, stated.record.value_column, words)


def report_edition(named: SystemCode | None, record: Record | None, days: EventDays, findings: Findings) -> None:
    """[192] Report a code if its edition was not in force on the first day.

    The event is still paired under the edition in the code.
    """
    if named is None or record is None or named.edition is None or named.name not in APPLIED_FROM or not days.first:
        return
    edition = edition_of_year(named.edition)
    in_force = edition_on(named.name, days.first)
    if edition not in APPLIED_FROM[named.name] or edition == in_force:
        return
    said = {"code": record.value, "day": days.first}
    if in_force:
        words = say(
            "the code is {code}, but on {day} the edition of {in_force} was in force", **said, in_force=in_force
        )
    else:
        words = say("the code {code} names an edition that was not yet in force on {day}", **said)
    findings.adjust("ADJ-82", record.line, record.value_column, words)
