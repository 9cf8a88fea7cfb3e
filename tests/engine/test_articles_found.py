"""Every criterion and every colour step states the full number of its article where it is declared."""

from __future__ import annotations

import pytest

from pairing_engine.systems import SYSTEMS
from tests.places import ROOT

SYSTEMS_HERE = ROOT / "pairing_engine" / "systems"
SOURCES = "".join(path.read_text(encoding="utf-8") for path in sorted(SYSTEMS_HERE.rglob("*.py")))


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_search_for_an_article_leads_to_its_home(name: str) -> None:
    for system in SYSTEMS[name].values():
        numbers = [rule.article for rule in system.criteria] + [step.article for step in system.colour_steps]
        missing = [number for number in numbers if f"{system.article} {number}" not in SOURCES]
        assert missing == []
