"""The pairing systems: one value per system and edition, in the table `SYSTEMS`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pairing_engine.systems.system import System

Editions = Mapping[str, System]
"""The editions of a system by name, in the order in which they came into force."""


def _dutch() -> tuple[System, ...]:
    from pairing_engine.systems.dutch.edition_2017 import DUTCH_2017
    from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
    from pairing_engine.systems.dutch_procedure.edition_2009 import DUTCH_2009
    from pairing_engine.systems.dutch_procedure.edition_2012 import DUTCH_2012

    return DUTCH_2009, DUTCH_2012, DUTCH_2017, DUTCH_2026


def _dubov() -> tuple[System, ...]:
    from pairing_engine.systems.dubov.edition_2026 import DUBOV_2026

    return (DUBOV_2026,)


def _burstein() -> tuple[System, ...]:
    from pairing_engine.systems.burstein.edition_2026 import BURSTEIN_2026

    return (BURSTEIN_2026,)


def _double_swiss() -> tuple[System, ...]:
    from pairing_engine.systems.double_swiss.edition_2026 import DOUBLE_SWISS_2026

    return (DOUBLE_SWISS_2026,)


def _team() -> tuple[System, ...]:
    from pairing_engine.systems.team.edition_2026 import TEAM_2026

    return (TEAM_2026,)


def _lim() -> tuple[System, ...]:
    from pairing_engine.systems.lim.edition_2026 import LIM_2026

    return (LIM_2026,)


class Systems(Mapping[str, Editions]):
    """A table whose systems are imported when they are first asked for: a round is paired by one of them, and to import
    all would take as long as to pair a small event.
    """

    def __init__(self, editions: Mapping[str, Callable[[], tuple[System, ...]]]) -> None:
        self._editions = editions
        self._known: dict[str, Editions] = {}

    def __getitem__(self, name: str) -> Editions:
        """Raises KeyError for a system that does not exist."""
        if name not in self._known:
            self._known[name] = {system.edition: system for system in self._editions[name]()}
        return self._known[name]

    def __contains__(self, name: object) -> bool:
        return name in self._editions

    def __iter__(self) -> Iterator[str]:
        return iter(self._editions)

    def __len__(self) -> int:
        return len(self._editions)


SYSTEMS: Mapping[str, Editions] = Systems(
    {
        "dutch": _dutch,
        "dubov": _dubov,
        "burstein": _burstein,
        "double-swiss": _double_swiss,
        "team": _team,
        "lim": _lim,
    }
)
"""Systems by name, and under each name its editions: ``SYSTEMS["dutch"]["2026"]``."""
