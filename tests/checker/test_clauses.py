"""Every criterion tells players what a worse round means, in words that translators see."""

from __future__ import annotations

import pytest

from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.system import System

EVERY = [system for editions in SYSTEMS.values() for system in editions.values()]


@pytest.mark.parametrize("system", EVERY, ids=lambda system: f"{system.name}-{system.edition}")
def test_every_criterion_has_a_clause_for_players(system: System) -> None:
    assert [rule.code for rule in system.criteria if rule.clause is None] == []
