"""The values of a System for which shortcuts are proved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from pairing_engine.fast.engine import Fast
from pairing_engine.fast.graphs import Profiles
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.system import System, granting

Kind = TypeVar("Kind")


def ordinary(kind: type[Kind]) -> type[Kind]:
    """Keep a class with several bases an ordinary class of Python where this folder is compiled."""
    return kind


class Proved(NamedTuple):
    """The shortcuts of an edition, which are proved for its criteria, its ``may_meet`` and its process.

    Two rules or functions are the same only if they are the same object, so a System made by `replace` keeps the
    shortcuts only if it keeps these values. ``profiles`` are the keys by which costs are remembered; they serve any
    selection of the criteria. ``walk`` is the quick search for the first candidate, if there is one.
    """

    edition: System
    profiles: tuple[Profiles, ...]
    walk: Callable[..., Any] | None = None

    def holds_for(self, system: System) -> bool:
        """Whether the shortcuts are proved for a System, with the wishes that it grants."""
        edition, criteria = self.edition, self.edition.criteria
        if system.wishless is not None:
            if not self.holds_for(system.wishless):
                return False
            criteria = granting(system.wishless, system.wishing).criteria
        return (system.criteria, system.may_meet, system.process) == (criteria, edition.may_meet, edition.process)

    def engine(self, system: System) -> Fast:
        """Return the engine for a System, with the keys of this edition, and of the wishes if there are any."""
        if system.wishing is None:
            return Fast(*self.profiles)
        from pairing_engine.fast.wishes import profiles_with  # imported here, because few events have wishes

        wishes = frozenset(system.criteria).difference(self.edition.criteria)
        rules = tuple(rule for rule in system.criteria if rule in wishes)
        return Fast(*(profiles_with(profiles, system.wishing, rules) for profiles in self.profiles))

    def walk_for(self, system: System) -> Callable[..., Any] | None:
        """Return the walk if it is proved for a System; it heeds the System's wishes."""
        if self.walk is None or not self.holds_for(system):
            return None
        if system.wishing is None:
            return self.walk
        from pairing_engine.fast.wishes import heeding  # imported here, because few events have wishes

        return heeding(self.walk, system.wishing, bye_is_given=bool(system.bye_steps))


def edition_of(system: System) -> System | None:
    """Return FIDE's edition from which a System was made, by its name and edition; None if there is none."""
    return SYSTEMS[system.name].get(system.edition) if system.name in SYSTEMS else None
