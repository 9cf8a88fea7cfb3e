"""The editions in force on the days of an event: the edition of an event that states none, and others of its time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pairing_engine.errors import BadRequest
from pairing_engine.facts.codes import system_of
from pairing_engine.facts.editions import edition_in_words
from pairing_engine.facts.model import Settings
from pairing_engine.language import listed, marked, quoted, say
from pairing_engine.systems import SYSTEMS, Editions
from pairing_engine.systems.system import System

NO_EARLIER = "2026/02/01"
"""The earliest plausible date for today. An earlier date means that the computer's clock is wrong."""

_THE_EVENT = marked("the event's own data")
"""Messages name this source if the event was not read from a file."""

_MOST_DAYS = 3
"""Messages list at most this many possible first days; of more, they name the first and the last."""


class UnclearDate(BadRequest):
    """The first day of the event is unclear, and different editions were in force on the possible days."""


def other_editions(system: System, settings: Settings) -> list[System]:
    """Return the other editions of a system that may have been used, the nearest first."""
    editions = SYSTEMS.get(system.name)
    if editions is None or editions.get(system.edition) is not system:
        return []  # a System that is not in the table has no other editions
    every = list(editions.values())
    near = sorted(every, key=lambda other: abs(every.index(other) - every.index(system)))
    return [other for other in near if other is not system and could_be_used(other, settings)]


def in_force_at_first(name: str, settings: Settings) -> System | None:
    """Return the edition in force on the first day. None if no edition was in force or the day is unknown."""
    days = (settings.first_day,) if settings.first_day else settings.unclear_day.days
    found = {SYSTEMS[name].in_force_on(day) for day in (*days[:1], *days[-1:])}
    return found.pop() if len(found) == 1 else None


def could_be_used(system: System, settings: Settings) -> bool:
    """Whether the edition came into force by the last known day of the event, or the first day is unknown."""
    days = (settings.first_day, settings.last_day, *settings.unclear_day.days[-1:])
    return not any(days[:1] + days[2:]) or system.applied_from <= max(days)


def edition_named_by(name: str, settings: Settings) -> str:
    """Find the record that states the edition, and return its name for messages; "" if there is none."""
    sources, named = settings.sources, system_of(settings.system)
    if named is not None and named.name == name and named.edition is not None:
        return sources.system or _THE_EVENT
    return sources.type_of_event or _THE_EVENT if edition_in_words(name, settings.type_of_event) else ""


class Dated(NamedTuple):
    """The edition for an event that states none, with the reason in words, and a warning if none was in force."""

    system: System
    why: str
    not_comparable: str = ""
    no_day: bool = False
    """Whether the event has no date, either."""


def by_date(name: str, settings: Settings, no_day: str) -> Dated:
    """Choose the edition in force on the first day; if that is unknown, today's date is used (reading E12).

    ``no_day`` are the words for an event without a date. Raises `UnclearDate` if different editions were in force on
    the possible first days.
    """
    editions, unclear, day = SYSTEMS[name], settings.unclear_day, settings.first_day
    days, oldest = ((day,) if day else unclear.days), editions.oldest
    said = {"source": say(unclear.source), "words": quoted(unclear.words)}
    if not days:
        unread = say("{source} says {words}, which is not a date", **said) if unclear.words else ""
        return _of_today(editions, unread or no_day)._replace(no_day=not unread)
    in_force, last = (editions.in_force_on(one) for one in (days[0], days[-1]))
    is_unread = unclear.words and not unclear.days
    said["unread"] = say("; {source} says {words}, which is not a date", **said) if is_unread else ""
    said["days"] = _days_meant(days)
    if in_force is not last:
        words = say(
            "{words} in {source} can mean {days}, which come under different rules: write the first day as "
            "YYYY/MM/DD, or choose one of the editions {editions}",
            **said,
            editions=listed(editions),
        )
        raise UnclearDate(words, "edition")
    if not day:
        message = marked("in force on {days}, the possible meanings of {words} in {source}")
        if in_force is None:
            message = marked("the oldest available edition: it applies from {applied_from}")
    else:
        message = marked("in force on {day}, the first day of the event{said}{unread}")
        if in_force is None:
            message = marked(
                "the oldest available edition: it applies from {applied_from}, but the event began on {day}{said}"
            )
    why = say(message, **said, day=day, said=_by_record(settings), applied_from=oldest.applied_from)
    return Dated(in_force or oldest, why, "" if in_force else not_comparable(name, settings))


def _days_meant(days: Sequence[str]) -> str:
    if len(days) > _MOST_DAYS:
        return say("any day from {first} to {last}", first=days[0], last=days[-1])
    return say("{days} or {last}", days=", ".join(days[:-1]), last=days[-1])


def not_comparable(name: str, settings: Settings) -> str:
    """Return a warning if the event began before the oldest edition came into force, else an empty string."""
    oldest = SYSTEMS[name].oldest.applied_from
    days = (settings.first_day,) if settings.first_day else settings.unclear_day.days
    if not days or oldest <= days[-1]:
        return ""
    said = _by_record(settings)
    return say("the event began on {day}{said}, before {applied_from}", day=days[-1], said=said, applied_from=oldest)


def _by_record(settings: Settings) -> str:
    """Return words that name the record with the first day. Returns an empty string if this is record 042, as usual."""
    source = settings.sources.first_day
    return say(" according to {source}", source=say(source)) if source else ""


def _of_today(editions: Editions, no_day: str) -> Dated:
    """Choose the edition in force today, or the oldest edition if none is in force yet."""
    newest = editions.newest
    in_force = newest if newest.applied_from <= NO_EARLIER else editions.in_force_on(max(_today(), NO_EARLIER))
    if in_force is not None:
        return Dated(in_force, say("{no_day}, so the rules in force today apply", no_day=no_day))
    oldest = editions.oldest
    words = say(
        "{no_day}, so the oldest available edition applies, the one from {applied_from}",
        no_day=no_day,
        applied_from=oldest.applied_from,
    )
    return Dated(oldest, words)


def _today() -> str:
    """Return today's date. Today's date matters only while an edition is not yet in force."""
    from time import strftime

    return strftime("%Y/%m/%d")
