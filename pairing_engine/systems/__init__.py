"""The table `SYSTEMS` of all pairing systems and their editions."""

from __future__ import annotations

import copyreg
from collections.abc import Iterator, Mapping
from importlib import import_module

from pairing_engine.errors import refusal
from pairing_engine.facts.editions import APPLIED_FROM
from pairing_engine.systems.system import System


class Editions(Mapping[str, System]):
    """The editions of one system by name, in the order in which they came into force.

    An edition is imported when it is first used: all would take as long as pairing a small event. ``homes`` has the
    import path of each edition, as ``package.module:NAME``.
    """

    def __init__(self, homes: Mapping[str, str]) -> None:
        self.homes = homes
        self._known: dict[str, System] = {}

    def __getitem__(self, edition: str) -> System:
        """Return an edition, and import it if necessary. Raises KeyError if the edition does not exist."""
        if edition not in self._known:
            module, _, name = self.homes[edition].partition(":")
            self._known[edition] = getattr(import_module(module), name)
        return self._known[edition]

    def __contains__(self, edition: object) -> bool:
        return edition in self.homes

    def __iter__(self) -> Iterator[str]:
        return iter(self.homes)

    def __len__(self) -> int:
        return len(self.homes)

    def __repr__(self) -> str:
        return " ".join(self.homes)

    @property
    def newest(self) -> System:
        """The edition that came into force last."""
        return self[list(self.homes)[-1]]

    @property
    def oldest(self) -> System:
        """The edition that came into force first."""
        return self[next(iter(self.homes))]

    def in_force_on(self, day: str) -> System | None:
        """Return the edition in force on a day (YYYY/MM/DD), or None if the day is before the first edition."""
        for edition in reversed(list(self.homes)):
            if self[edition].applied_from <= day:
                return self[edition]
        return None


def _homes(name: str) -> dict[str, str]:
    """Return the import path of each edition, such as ``pairing_engine.systems.lim.edition_2026:LIM_2026``."""
    package = name.replace("-", "_")
    homes = {}
    for edition in APPLIED_FROM[name]:
        room = "dutch_procedure" if name == "dutch" and edition < "2017" else package
        homes[edition] = f"pairing_engine.systems.{room}.edition_{edition}:{package.upper()}_{edition.upper()}"
    return homes


SYSTEMS: Mapping[str, Editions] = {name: Editions(_homes(name)) for name in APPLIED_FROM}
"""All systems by name. Each system is a table of its editions, as in ``SYSTEMS["dutch"]["2026"]``."""


def _find(name: str, edition: str) -> System:
    return SYSTEMS[name][edition]


def _sent(system: System) -> tuple[object, ...]:
    """Pickle a System as its name and its edition. Raises `BadRequest` for a System that is not in the table."""
    if system.name in SYSTEMS and SYSTEMS[system.name].get(system.edition) is system:
        return _find, (system.name, system.edition)
    raise refusal(
        "the {name} system of {edition} is not in the table SYSTEMS and cannot be sent to another process; use one "
        "process",
        name=system.name,
        edition=system.edition,
    )


copyreg.pickle(System, _sent)  # type: ignore[arg-type]
