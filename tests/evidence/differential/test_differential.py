"""In a sample of the events of ``make proof PART=differential``, the shortcuts agree with the reference engine."""

from collections import Counter

import pytest

from pairing_engine.systems import SYSTEMS
from tests.evidence.differential.engines import FAMILIES, compared

TURNS = 1
"""The number of Dutch events that `make test` compares for each family and edition."""


@pytest.mark.parametrize("seed", range(TURNS * len(FAMILIES)))
@pytest.mark.parametrize("edition", SYSTEMS["dutch"])
def test_the_dutch_shortcuts_agree_with_the_reference(edition: str, seed: int) -> None:
    assert compared(seed, SYSTEMS["dutch"][edition]).differences == ()


@pytest.mark.parametrize("name", [name for name in SYSTEMS if name != "dutch"])
def test_shortcuts_of_other_systems_agree_with_the_reference(name: str) -> None:
    """Each system takes every second family, the next one the others."""
    *_, system = SYSTEMS[name].values()  # the newest edition, which the generator's events are for
    rounds: Counter[str] = Counter()
    small = {family.name: seed for seed, family in enumerate(FAMILIES) if family.name != "large"}
    small = dict(list(small.items())[[*SYSTEMS].index(name) % 2 :: 2])
    for name_of_family, seed in small.items():
        found = compared(seed, system)
        assert found.differences == ()
        rounds[name_of_family] += found.rounds
    assert all(rounds[family] for family in small)
