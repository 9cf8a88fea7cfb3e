"""All tests of this folder are mutants, which have a target of their own; `make test` takes one in ten."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent
EVERY = 10


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder, and every tenth as a sample."""
    mutants = [item for item in items if item.path.parent == HERE]
    for place, item in enumerate(mutants):
        item.add_marker(pytest.mark.mutants)
        if place % EVERY == 0:
            item.add_marker(pytest.mark.sample)
