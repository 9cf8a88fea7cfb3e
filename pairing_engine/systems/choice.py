"""Which system and which edition pair a tournament: asked for, recorded, or in force."""

from __future__ import annotations

import re
from typing import NamedTuple

from pairing_engine.errors import BadRequest
from pairing_engine.model import Settings
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.system import System

DEFAULT_SYSTEM = "dutch"

_ALIASES = {"2025": "2026"}
"""Years under which an edition is also known: the Dutch text of 2026 was circulated as that of 2025."""

_CODE = re.compile(r"FIDE_([A-Z]+)(?:_(\d{4}))?$")


class Choice(NamedTuple):
    """A system, and in words why it was chosen, and why this edition of it."""

    system: System
    why_system: str
    why_edition: str


def choose(settings: Settings, name: str | None = None, edition: str | None = None) -> Choice:
    """The system and the edition for a tournament. ``name`` and ``edition`` are what the user asked for, if anything.

    Raises `BadRequest` for what does not exist, saying what does.

    >>> choose(Settings(system="FIDE_DUTCH_2025")).system.code
    'FIDE_DUTCH_2026'
    """
    recorded_name, recorded_edition = _recorded(settings.system, ignore_unknown=name is not None)
    if name is not None:
        why_system = "asked for"
        if name != recorded_name:
            recorded_edition = None  # the record speaks of another system
    elif recorded_name is not None:
        name, why_system = recorded_name, f"record 192 says {settings.system}"
    else:
        name, why_system = DEFAULT_SYSTEM, "no system is named"
    editions = SYSTEMS.get(name)
    if editions is None:
        raise BadRequest(f"there is no system {name!r}; there are: {', '.join(SYSTEMS)}")
    if edition is not None:
        return Choice(_edition(name, edition), why_system, "asked for")
    if recorded_edition is not None:
        return Choice(_edition(name, recorded_edition), why_system, f"record 192 says {settings.system}")
    return Choice(*_by_date(name, settings.first_day, why_system))


def _recorded(code: str, *, ignore_unknown: bool) -> tuple[str | None, str | None]:
    """The system and the edition that a code of record 192 names."""
    if not code:
        return None, None
    match = _CODE.match(code)
    name = match[1].lower() if match else ""
    if name in SYSTEMS:
        assert match
        return name, match[2]
    if ignore_unknown:
        return None, None
    codes = ", ".join(list(editions.values())[-1].code for editions in SYSTEMS.values())
    raise BadRequest(f"record 192 names {code}, which this program does not pair; it pairs {codes} (or use --system)")


def _edition(name: str, edition: str) -> System:
    editions = SYSTEMS[name]
    found = editions.get(_ALIASES.get(edition, edition))
    if found is None:
        raise BadRequest(
            f"there is no edition {edition!r} of the {name} system here; there is: {', '.join(editions)} (--edition)"
        )
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
