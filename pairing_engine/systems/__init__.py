"""The pairing systems: one value per system and edition, in the table `SYSTEMS`."""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Iterator, Mapping

from pairing_engine.systems.system import System


class Editions(Mapping[str, System]):
    """The editions of a system by name, in the order in which they came into force. Each is imported when it is first
    asked for: a round is paired by one of them, and to import all would take as long as to pair a small event.
    """

    def __init__(self, imports: Mapping[str, Callable[[], System]]) -> None:
        """``imports``: what imports each edition."""
        self._imports = imports
        self._known: dict[str, System] = {}

    def __getitem__(self, edition: str) -> System:
        """Raises KeyError for an edition that does not exist."""
        if edition not in self._known:
            self._known[edition] = self._imports[edition]()
        return self._known[edition]

    def __contains__(self, edition: object) -> bool:
        return edition in self._imports

    def __iter__(self) -> Iterator[str]:
        return iter(self._imports)

    def __len__(self) -> int:
        return len(self._imports)

    @property
    def newest(self) -> System:
        """The edition that came into force last."""
        return self[list(self._imports)[-1]]

    @property
    def oldest(self) -> System:
        """The edition that came into force first."""
        return self[next(iter(self._imports))]

    def in_force_on(self, day: str) -> System | None:
        """The edition that was in force on a day (YYYY/MM/DD); None before the first of them."""
        for edition in reversed(list(self._imports)):
            if self[edition].applied_from <= day:
                return self[edition]
        return None


def _dutch_2009() -> System:
    from pairing_engine.systems.dutch_procedure.edition_2009 import DUTCH_2009

    return DUTCH_2009


def _dutch_2012() -> System:
    from pairing_engine.systems.dutch_procedure.edition_2012 import DUTCH_2012

    return DUTCH_2012


def _dutch_2017() -> System:
    from pairing_engine.systems.dutch.edition_2017 import DUTCH_2017

    return DUTCH_2017


def _dutch_2026() -> System:
    from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026

    return DUTCH_2026


def _dubov_2026() -> System:
    from pairing_engine.systems.dubov.edition_2026 import DUBOV_2026

    return DUBOV_2026


def _burstein_2026() -> System:
    from pairing_engine.systems.burstein.edition_2026 import BURSTEIN_2026

    return BURSTEIN_2026


def _double_swiss_2026() -> System:
    from pairing_engine.systems.double_swiss.edition_2026 import DOUBLE_SWISS_2026

    return DOUBLE_SWISS_2026


def _team_2026() -> System:
    from pairing_engine.systems.team.edition_2026 import TEAM_2026

    return TEAM_2026


def _lim_2026() -> System:
    from pairing_engine.systems.lim.edition_2026 import LIM_2026

    return LIM_2026


SYSTEMS: Mapping[str, Editions] = {
    "dutch": Editions({"2009": _dutch_2009, "2012": _dutch_2012, "2017": _dutch_2017, "2026": _dutch_2026}),
    "dubov": Editions({"2026": _dubov_2026}),
    "burstein": Editions({"2026": _burstein_2026}),
    "double-swiss": Editions({"2026": _double_swiss_2026}),
    "team": Editions({"2026": _team_2026}),
    "lim": Editions({"2026": _lim_2026}),
}
"""Systems by name, and under each name its editions: ``SYSTEMS["dutch"]["2026"]``."""


def _find(name: str, edition: str) -> System:
    return SYSTEMS[name][edition]


def _sent(system: System) -> tuple[object, ...]:
    """How a System is sent to another process: by its name, if it stands in the table, so that it is the same one
    there; else by its values.
    """
    if system.name in SYSTEMS and SYSTEMS[system.name].get(system.edition) is system:
        return _find, (system.name, system.edition)
    return system.__reduce__()


copyreg.pickle(System, _sent)  # type: ignore[arg-type]
