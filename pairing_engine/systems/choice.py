"""The choice of the system and the edition for a tournament."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from pairing_engine.errors import BadRequest, refusal
from pairing_engine.facts.codes import KINDS, ROUND_ROBIN, fits, kind_of_system, system_of
from pairing_engine.facts.editions import edition_in_words, edition_of_year, system_in_words
from pairing_engine.facts.model import EventKind, Settings, refuse_all_but
from pairing_engine.language import listed, quoted, say, say_many
from pairing_engine.systems import SYSTEMS, Editions
from pairing_engine.systems.system import System, title_of

DEFAULT_SYSTEM = "dutch"

MAXI_SYSTEM = "lim"
"""[C.04.4.3 3.2.3] The name of the only system with rules for Maxi-tournaments."""

_DEFAULTS = {EventKind.INDIVIDUAL: DEFAULT_SYSTEM, **{kind: name for name, kind in KINDS.items()}}
"""The default system for each kind of event."""


def kind_asked_for(name: str | None) -> EventKind | None:
    """Return the kind of event for which the requested system is made; None if no request decides the kind."""
    return kind_of_system(name) if name is not None and name in SYSTEMS and name != ROUND_ROBIN else None


class NoEdition(BadRequest):
    """The error for an unknown system or edition; ``line`` is the line that names it, or 0 outside a TRF."""

    line = 0


class Choice(NamedTuple):
    """The chosen system and edition, with the reasons in words, and a warning if the event's own is not available."""

    system: System
    why_system: str
    why_edition: str
    not_comparable: str = ""
    one_reason: bool = False
    """Whether the edition was chosen for the same reason as the system."""
    as_individuals: bool = False
    """Whether the teams of the event are paired like single players, as requested."""

    @property
    def title(self) -> str:
        """The title of the system, with a remark if teams are paired like single players."""
        title = say(self.system.title)
        if not self.as_individuals:
            return title
        return say("{title} for teams like single players, over match points", title=title)

    def to_dict(self) -> dict[str, object]:
        """Return the choice as a dictionary with the keys of ``swisscheck --format json``."""
        return {
            "system": self.system.name,
            "why_system": self.why_system,
            "edition": self.system.edition,
            "why_edition": self.why_edition,
            **({"not_comparable": self.not_comparable} if self.not_comparable else {}),
            **({"as_individuals": True} if self.as_individuals else {}),
        }


def choose(settings: Settings, name: str | System | Editions | None = None, edition: str | int | None = None) -> Choice:
    """Choose the system and the edition for a tournament.

    ``name`` and ``edition`` are the user's request, if any. A System is used without change, and of all editions, as in
    ``SYSTEMS["dubov"]``, the newest. The edition comes from the request, or else from the year in the code of the
    system, the year in the type of the event, the first day of the event, or today's date. If the event names an
    edition that is too new for this program, a request of its system by name takes the newest one.

    Raises `BadRequest` if the requested system or edition does not exist, `NoEdition` if that of the event does not,
    and `UnclearDate` if different editions were in force on the possible first days.

    >>> choose(Settings(system="FIDE_DUTCH_2025")).system.code
    'FIDE_DUTCH_2026'
    >>> choose(Settings(type_of_event="Swiss Dutch 2017 rules")).system.code
    'FIDE_DUTCH_2017'
    """
    if not isinstance(name, str | System | Editions | None):
        refuse_all_but(System, system=name)
    given, year = name.newest if isinstance(name, Editions) else name, None if edition is None else str(edition)
    asked = given.name if isinstance(given, System) else given
    as_individuals = settings.kind is EventKind.TEAM and asked == DEFAULT_SYSTEM
    if as_individuals:
        settings = settings._replace(team=None, system="", stated_code="", type_of_event="")
    try:
        return _choose(settings, given, year)._replace(as_individuals=as_individuals)
    except NoEdition as error:
        error.line = settings.sources.line
        raise


def _choose(settings: Settings, name: str | System | None, edition: str | None) -> Choice:
    if isinstance(name, System):
        if edition not in (None, name.edition):
            raise refusal(
                "the given system is of edition {edition!r}, but edition {asked!r} was asked for",
                "edition",
                edition=name.edition,
                asked=edition,
            )
        _check_kind(settings, name.name, name.kind, maxi=name.name == MAXI_SYSTEM)
        return Choice(name, say("as requested"), say("as requested"), one_reason=True)
    recorded_name, recorded_edition = _recorded(settings.system, ignore_unknown=name is not None)
    if name is not None:
        by, why = _By.REQUEST, say("as requested")
    elif recorded_name is not None:
        name, by, why = recorded_name, _By.RECORD, _system_said(settings)
    elif in_words := _in_type(settings):
        name, by, why = in_words, _By.TYPE, _type_said(settings)
    else:
        name, by, why = _DEFAULTS[settings.kind], _By.DEFAULT, say("the file names no system")
    _check_name(name)
    _check_kind(settings, name, kind_of_system(name), maxi=name == MAXI_SYSTEM)
    if name != recorded_name:
        recorded_edition = None  # the record names an edition of another system
    chosen = _choose_edition(name, settings, edition, recorded_edition, why, by)
    if chosen.system.known_in_part:
        known = say("{why}; this program knows only a part of the text of this edition", why=chosen.why_edition)
        chosen = chosen._replace(why_edition=known)
    if recorded_name is None and settings.system:
        return chosen._replace(not_comparable=_system_said(settings))
    return chosen


def _in_type(settings: Settings) -> str:
    """Return the system that the type of the event names; empty if none, or one that does not pair this event."""
    name = system_in_words(settings.type_of_event)
    return name if name in SYSTEMS and fits(name, settings.kind) and not settings.maxi else ""


class _By(Enum):
    """The fact that decides the system: the request, the code in the file, the type of the event, or none of these."""

    REQUEST = "request"
    RECORD = "record"
    TYPE = "type"
    DEFAULT = "default"


def _choose_edition(
    name: str, settings: Settings, edition: str | None, recorded: str | None, why: str, by: _By
) -> Choice:
    """Choose the edition of a system. ``why`` says why the system was chosen, and ``by`` what decided it."""
    requested = by is _By.REQUEST
    editions = SYSTEMS[name]
    if edition is not None:
        from pairing_engine.systems.dated import not_comparable

        nearest = not_comparable(name, settings) if recorded is None else ""
        why_edition = say("as requested") if requested else say("edition {edition} was asked for", edition=edition)
        return Choice(_edition(name, edition), why, why_edition, nearest, one_reason=requested)
    if requested and recorded is not None and recorded > max(editions):
        return Choice(editions.newest, why, _newer_said(settings))
    if recorded is not None:
        chosen = _stated(_edition(name, recorded, NoEdition), why, settings.system, _system_said(settings))
        return chosen._replace(one_reason=by is _By.RECORD)
    in_words = edition_in_words(name, settings.type_of_event)
    if in_words in editions:
        chosen = _stated(editions[in_words], why, settings.type_of_event, _type_said(settings))
        return chosen._replace(one_reason=by is _By.TYPE)
    from pairing_engine.systems.dated import by_date  # imported here, because most events name their edition

    alike = by is _By.DEFAULT
    none = say("the file names neither a system nor a start date" if alike else "the file gives no start date")
    found = by_date(name, settings, none)
    return Choice(found.system, why, found.why, found.not_comparable, one_reason=alike and found.no_day)


def _stated(system: System, why_system: str, words: str, said: str) -> Choice:
    """Choose the edition that the event's ``words`` state; the year 2025 in them stands for the edition of 2026."""
    why = said if system.edition in words else say("{said}, which also names this edition", said=said)
    return Choice(system, why_system, why)


def _type_said(settings: Settings) -> str:
    return _said(settings.sources.type_of_event, quoted(settings.type_of_event))


def _system_said(settings: Settings) -> str:
    return _said(settings.sources.system, settings.quoted_code)


def _said(source: str, words: str) -> str:
    if source:
        return say("{source} says {words}", source=say(source), words=words)
    return say("the event says {words}", words=words)


def _newer_said(settings: Settings) -> str:
    code, source = settings.quoted_code, settings.sources.system
    if source:
        return say(
            "the newest available edition, although {code} in {source} names a newer one", code=code, source=say(source)
        )
    return say("the newest available edition, although {code} names a newer one", code=code)


def newest_of(system: System | Editions | str) -> System:
    """Return a System, or the newest edition of the system that is named. Raises `BadRequest` for an unknown name."""
    if isinstance(system, str):
        _check_name(system)
        system = SYSTEMS[system]
    if isinstance(system, Editions):
        return system.newest
    refuse_all_but(System, system=system)
    return system


def _check_name(name: str) -> None:
    """Raise `BadRequest` if the system does not exist."""
    if name not in SYSTEMS:
        words = say("there is no system {name!r}; the systems are {systems}", name=name, systems=", ".join(SYSTEMS))
        raise BadRequest(_with_nearest(words, name, SYSTEMS), "system")


def _with_nearest(words: str, wanted: str, known: Iterable[str]) -> str:
    from pairing_engine.facts.names import with_nearest  # imported here, because only a wrong name needs it

    return with_nearest(words, wanted, known)


def _check_kind(settings: Settings, name: str, kind: EventKind, *, maxi: bool) -> None:
    """Raise `BadRequest` if the system does not pair this kind of event."""
    if settings.kind not in (EventKind.INDIVIDUAL, kind) and not fits(name, settings.kind):
        raise refusal(
            "in this event each pairing is {kind}; the {title} cannot pair such events",
            kind=say(settings.kind.value),
            title=say(title_of(name)),
        )
    if settings.maxi and not maxi:
        raise refusal(
            "Maxi-tournaments belong to the {maxi_title}, not to the {title}",
            "maxi",
            maxi_title=say(title_of(MAXI_SYSTEM)),
            title=say(title_of(name)),
        )


_CUSTOM = "CUSTOM_SWISS"
"""The code of an event with rules that no handbook has."""


def _recorded(code: str, *, ignore_unknown: bool) -> tuple[str | None, str | None]:
    """Return the names of system and edition in a recorded code. Raises `NoEdition`, unless ``ignore_unknown``."""
    if not code:
        return None, None
    named = system_of(code)
    if named is not None and named.name in SYSTEMS:
        return named
    if ignore_unknown:
        return None, None
    if code.removesuffix("_BAKU") == _CUSTOM:
        raise NoEdition(
            say("{code} stands for a Swiss system with rules of its own; choose a system", code=code), "system"
        )
    codes = ", ".join(editions.newest.code for editions in SYSTEMS.values())
    words = say(
        "the event names {code}, which is not the code of a known system; use one of the codes {codes}, or choose a "
        "system",
        code=code,
        codes=codes,
    )
    raise NoEdition(words, "system")


def _edition(name: str, edition: str, error: type[BadRequest] = BadRequest) -> System:
    """Return an edition of a system. Raises ``error`` if this program does not have it."""
    editions = SYSTEMS[name]
    found = editions.get(edition_of_year(edition))
    if found is None:
        words = say_many(
            "edition {edition!r} of the {title} is not available; the only edition is {editions}",
            "edition {edition!r} of the {title} is not available; the editions are {editions}",
            len(editions),
            edition=edition,
            title=say(title_of(name)),
            editions=listed(editions),
        )
        raise error(_with_nearest(words, edition, editions) if len(editions) > 1 else words, "edition")
    return found
