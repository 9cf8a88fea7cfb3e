"""Which system and which edition pair a tournament: asked for, recorded, or in force."""

from __future__ import annotations

from typing import NamedTuple

from pairing_engine.errors import BadRequest
from pairing_engine.facts.codes import KINDS, kind_of_system, system_of
from pairing_engine.facts.model import EventKind, Settings
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.system import System

DEFAULT_SYSTEM = "dutch"

MAXI_SYSTEM = "lim"
"""[C.04.4.3 3.2.3] The only system that knows Maxi-tournaments."""

_DEFAULTS = {EventKind.INDIVIDUAL: DEFAULT_SYSTEM, **{kind: name for name, kind in KINDS.items()}}
"""The system of an event that names none."""

_ALIASES = {"2025": "2026"}
"""Years under which an edition is also known: the Dutch text of 2026 was circulated as that of 2025."""


def kind_asked_for(name: str | None) -> EventKind | None:
    """What a pairing is by the system that the user asked for; None if that says nothing."""
    return kind_of_system(name) if name is not None and name in SYSTEMS else None


class Choice(NamedTuple):
    """A system, and in words why it was chosen, and why this edition of it."""

    system: System
    why_system: str
    why_edition: str


def choose(settings: Settings, name: str | System | None = None, edition: str | None = None) -> Choice:
    """The system and the edition for a tournament. ``name`` and ``edition`` are what the user asked for, if anything.
    Who asks for a system gets its newest edition where the file names one that is newer still. A System given as a
    value is taken as it is.

    Raises `BadRequest` for what does not exist, saying what does.

    >>> choose(Settings(system="FIDE_DUTCH_2025")).system.code
    'FIDE_DUTCH_2026'
    """
    if isinstance(name, System):
        if edition not in (None, name.edition):
            words = f"the system given is of edition {name.edition!r}, and {edition!r} was asked for"
            raise BadRequest(words, "edition")
        _check_kind(settings, name.name, name.kind, maxi=name.maxi)
        return Choice(name, "asked for", "asked for")
    recorded_name, recorded_edition = _recorded(settings.system, ignore_unknown=name is not None)
    is_asked_for = name is not None
    if name is not None:
        why_system = "asked for"
        if name != recorded_name:
            recorded_edition = None  # the record speaks of another system
    elif recorded_name is not None:
        name, why_system = recorded_name, f"record 192 says {settings.quoted_code}"
    else:
        name, why_system = _DEFAULTS[settings.kind], "no system is named"
    editions = SYSTEMS.get(name)
    if editions is None:
        raise BadRequest(f"there is no system {name!r}; there are: {', '.join(SYSTEMS)}")
    _check_kind(settings, name, kind_of_system(name), maxi=name == MAXI_SYSTEM)
    if edition is not None:
        return Choice(_edition(name, edition), why_system, "asked for")
    if is_asked_for and recorded_edition is not None and recorded_edition > max(editions):
        newest = list(editions.values())[-1]
        return Choice(
            newest, why_system, f"the newest edition here, older than that of {settings.quoted_code} in record 192"
        )
    if recorded_edition is not None:
        return Choice(_edition(name, recorded_edition), why_system, f"record 192 says {settings.quoted_code}")
    return Choice(*_by_date(name, settings.first_day, why_system))


def _check_kind(settings: Settings, name: str, kind: EventKind, *, maxi: bool) -> None:
    """Raise `BadRequest` for an event that the system does not pair."""
    if settings.kind not in (EventKind.INDIVIDUAL, kind):
        raise BadRequest(f"a pairing of this event is {settings.kind.value}, which the {name} system does not pair")
    if settings.maxi and not maxi:
        words = f"Maxi-tournaments are a matter of the {MAXI_SYSTEM} system, not of the {name} system"
        raise BadRequest(words, "maxi")


def _recorded(code: str, *, ignore_unknown: bool) -> tuple[str | None, str | None]:
    """The system and the edition that a code of record 192 names."""
    if not code:
        return None, None
    named = system_of(code)
    if named is not None and named.name in SYSTEMS:
        return named
    if ignore_unknown:
        return None, None
    codes = ", ".join(list(editions.values())[-1].code for editions in SYSTEMS.values())
    words = f"the event is one of {code}, which is not paired here; there are {codes}, or ask for another system"
    raise BadRequest(words, "system")


def _edition(name: str, edition: str) -> System:
    editions = SYSTEMS[name]
    found = editions.get(_ALIASES.get(edition, edition))
    if found is None:
        words = f"there is no edition {edition!r} of the {name} system here; there is: {', '.join(editions)}"
        raise BadRequest(words, "edition")
    return found


def _by_date(name: str, first_day: str, why_system: str) -> tuple[System, str, str]:
    """The edition in force on the first day of the event."""
    editions = list(SYSTEMS[name].values())
    if not first_day:
        return editions[-1], why_system, "the rules in force: no first day is recorded"
    in_force = [system for system in editions if system.applied_from <= first_day]
    if in_force:
        return in_force[-1], why_system, f"in force on {first_day}, the first day of the event"
    oldest = editions[0]
    why = f"the oldest edition here: it applies from {oldest.applied_from}, and the event began on {first_day}"
    return oldest, why_system, why
