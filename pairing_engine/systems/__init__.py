"""The pairing systems: one value per system and edition, in the table `SYSTEMS`."""

from __future__ import annotations

from collections.abc import Mapping

from pairing_engine.systems.burstein.edition_2026 import BURSTEIN_2026
from pairing_engine.systems.double_swiss.edition_2026 import DOUBLE_SWISS_2026
from pairing_engine.systems.dubov.edition_2026 import DUBOV_2026
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.lim.edition_2026 import LIM_2026
from pairing_engine.systems.system import System
from pairing_engine.systems.team.edition_2026 import TEAM_2026

EDITIONS: tuple[System, ...] = (DUTCH_2026, DUBOV_2026, BURSTEIN_2026, DOUBLE_SWISS_2026, TEAM_2026, LIM_2026)
"""Every edition of every system; the editions of one system in the order in which they came into force."""

SYSTEMS: Mapping[str, Mapping[str, System]] = {
    name: {system.edition: system for system in EDITIONS if system.name == name}
    for name in dict.fromkeys(system.name for system in EDITIONS)
}
"""Systems by name, and under each name its editions: ``SYSTEMS["dutch"]["2026"]``."""
