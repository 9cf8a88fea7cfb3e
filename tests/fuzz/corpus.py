"""The files that are damaged: the golden tournaments and the fixtures of the reader."""

from __future__ import annotations

import zipfile
from functools import cache
from pathlib import Path

FIXTURES = Path(__file__).parents[2] / "fixtures"
LARGEST = 20_000
"""Files of more bytes than this would take too much of the time."""


@cache
def corpus() -> tuple[bytes, ...]:
    """All of them, the same in every run."""
    found = [path.read_bytes() for path in sorted((FIXTURES / "trf").rglob("*.trf"))]
    found += [path.read_bytes() for path in sorted(FIXTURES.glob("*.trf"))]
    for archive in sorted((FIXTURES / "golden").rglob("*.zip")):
        with zipfile.ZipFile(archive) as members:
            found += [members.read(name) for name in sorted(members.namelist()) if name.endswith(".trf")][:400:4]
    return tuple(text for text in found if len(text) <= LARGEST)
