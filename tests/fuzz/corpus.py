"""The files to damage: recorded tournaments, fixtures, and generated events of every system."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from pairing_engine.facts.model import Tournament
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.systems import SYSTEMS
from tests.places import FIXTURES
from trf import write

LARGEST = 20_000
"""The largest size of a file to damage, in bytes."""


@cache
def corpus() -> tuple[bytes, ...]:
    """Return all files of the corpus, always in the same order."""
    found = [path.read_bytes() for path in sorted((FIXTURES / "trf").rglob("*.trf"))]
    found += [path.read_bytes() for path in sorted(FIXTURES.glob("*.trf"))]
    for archive in sorted((FIXTURES / "golden").rglob("*.zip")):
        with zipfile.ZipFile(archive) as members:
            found += [members.read(name) for name in sorted(members.namelist()) if name.endswith(".trf")][:400:4]
    found += [write(event).encode() for event in _generated()]
    return tuple(text for text in found if len(text) <= LARGEST)


def _generated() -> Iterator[Tournament]:
    for name, editions in SYSTEMS.items():
        for seed in range(12):
            event = generate(
                Plan(players=seed % 5 + 4 if name == "team" else 3 * seed + 4, rounds=5), seed, [*editions.values()][-1]
            )
            yield replace(event, rounds=event.rounds[: seed % 6])
