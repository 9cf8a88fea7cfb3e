"""The facts about an event that a rating report needs, the check that none is missing, and the tie-breaks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from pairing_engine.changes.results import ranked
from pairing_engine.errors import BadRequest, BadRequests, refusal
from pairing_engine.facts.model import EventKind, Participant, Settings, Tournament
from pairing_engine.facts.names import number_and_name, plain
from pairing_engine.facts.people import Unfit, unfit, value_of
from pairing_engine.facts.shown import one_line
from pairing_engine.language import marked, say, say_many, with_semicolons
from pairing_engine.standings.codes import order_of, points_code, unsuited
from pairing_engine.standings.compare import check_ranks


class Fact(NamedTuple):
    """A fact about an event: its field of `Settings`, its record, and whether a rating report needs it."""

    field: str
    record: str
    needed: bool = True


FACTS: Mapping[str, Fact] = {
    marked("city"): Fact("city", "022"),
    marked("federation"): Fact("federation", "032"),
    marked("first day"): Fact("first_day", "042"),
    marked("last day"): Fact("last_day", "052"),
    marked("type"): Fact("type_of_event", "092", needed=False),
    marked("chief arbiter"): Fact("chief_arbiter", "102"),
    marked("deputies"): Fact("deputy_arbiters", "112", needed=False),
    marked("time control"): Fact("time_control", "122"),
    marked("days"): Fact("round_days", "132"),
}
"""The facts about an event by their names; the name of the event itself is ``name``."""

_DAY = re.compile(r"([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})|([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})")


def described(tournament: Tournament, facts: Mapping[str, str]) -> Tournament:
    """Return the tournament with facts such as ``{"city": "Kiel"}``; an empty text takes a fact out.

    ``days`` are the days of the rounds with commas between them. Raises `BadRequest` with all texts that do not fit.
    """
    name, faults = tournament.name, dict[str, str]()
    changes: dict[str, Any] = {}
    for title, text in facts.items():
        known = plain(title)
        try:
            if known == "name":
                name = " ".join(text.split()) or name
            elif known in FACTS:
                changes[FACTS[known].field] = _value(known, " ".join(text.split()))
            else:
                names = ", ".join(("name", *FACTS))
                raise refusal("there is no fact {field!r}; the facts are {fields}", field=one_line(title), fields=names)
        except BadRequest as fault:
            faults[title.replace(" ", "_")] = str(fault)
    if faults:
        raise BadRequests(faults.values(), next(iter(faults)))
    return tournament._replace(name=name, settings=tournament.settings._replace(**changes))


def _value(name: str, text: str) -> str | tuple[str, ...]:
    if name == "federation":
        try:
            return str(value_of(name, text))
        except Unfit as error:
            raise BadRequest(unfit(name, one_line(text), error)) from None
    if name == "days":
        return tuple(day_in(name, one.strip()) for one in re.split("[,;]", text) if one.strip())
    if name == "deputies":
        return "; ".join(one.strip() for one in text.split(";") if one.strip())
    return day_in(name, text) if text and name in ("first day", "last day") else text


def day_in(name: str, text: str, about: str = "") -> str:
    """Return a day as a TRF writes it. Raises `BadRequest` that names what is no day; ``about`` is the argument."""
    found = _DAY.fullmatch(text)
    try:
        year, month, day = found.groups()[:3] if found and found[1] else found.groups()[:2:-1] if found else "000"
        return f"{date(int(year), int(month), int(day)):%Y/%m/%d}"
    except ValueError:
        error = Unfit(say("a day such as 2026/03/01"))
        raise BadRequest(unfit(name, one_line(text), error), about) from None


def facts_of(settings: Settings) -> dict[str, str]:
    """Return the facts about an event by their names; a fact that is missing is empty."""
    found = {name: getattr(settings, fact.field) for name, fact in FACTS.items()}
    return {name: value if isinstance(value, str) else ", ".join(value) for name, value in found.items()}


def with_tie_breaks(tournament: Tournament, codes: Iterable[str], *, force: bool = False) -> Tournament:
    """[C.07 4] Return the tournament with other tie-breaks [records 202, 212], and the ranks that follow from them.

    Without codes, only points count. Raises `BadRequest` for a code that does not exist, and for one that C.07 excludes
    from this system, unless ``force``.
    """
    settings = tournament.settings
    points = points_code(settings)
    found = order_of(tournament, [code for code in codes if code != points] or [points]).codes
    excluded = unsuited(settings, found)
    if excluded and not force:
        raise BadRequest(excluded, "force")
    order = (points, *(code for code in found if code != points)) if len(found) > 1 else ()
    return ranked(tournament._replace(settings=settings._replace(tie_breaks=order[1:], standings_order=order)))


def missing_for_rating(tournament: Tournament) -> tuple[str, ...]:
    """Return a sentence for each thing that a rating report still needs; none if it is ready to be sent."""
    return tuple(_missing(tournament))


def _missing(tournament: Tournament) -> Iterator[str]:
    settings, played = tournament.settings, len(tournament.settled.rounds)
    for name, fact in FACTS.items():
        if fact.needed and not getattr(settings, fact.field):
            yield say("the file does not state the {fact} (record {record})", fact=say(name), record=fact.record)
    if settings.round_days and len(settings.round_days) != (settings.rounds or len(tournament.rounds)):
        yield say(
            "{days} days are stated for {rounds} rounds (record 132)",
            days=len(settings.round_days),
            rounds=settings.rounds or len(tournament.rounds),
        )
    if not played or (settings.rounds is not None and played < settings.rounds):
        yield say("{played} of {rounds} rounds are complete", played=played, rounds=settings.rounds or played + 1)
    people = tournament.players
    numbers = [one for one in people if one.rating and not one.fide_number]
    yield from _without(marked("FIDE number"), numbers)
    yield from _without(marked("birth date"), [one for one in people if not one.birth])
    yield from _without(marked("federation"), [one for one in people if not one.federation])
    try:
        ranks = check_ranks(tournament)
    except BadRequest as error:
        yield str(error)
    else:
        if ranks.wrong:
            yield say_many(
                "{number} rank is not the one by the tie-breaks of the event",
                "{number} ranks are not those by the tie-breaks of the event",
                len(ranks.wrong),
            )


MOST_NAMED = 8


def _without(what: str, people: Sequence[Participant]) -> Iterable[str]:
    if not people:
        return
    names = [number_and_name(one, EventKind.INDIVIDUAL) for one in people[:MOST_NAMED]]
    names += ["…"] if len(people) > MOST_NAMED else []
    yield say_many(
        "{number} player has no {what} ({names})",
        "{number} players have no {what} ({names})",
        len(people),
        what=say(what),
        names=with_semicolons(names),
    )
