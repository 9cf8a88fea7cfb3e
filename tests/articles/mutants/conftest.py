"""Pytest marks for this folder. ``make test`` runs only every tenth test."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent
EVERY = 10


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests in this folder as ``mutants``, and every tenth test also as ``sample``."""
    mutants = [item for item in items if item.path.parent == HERE]
    for place, item in enumerate(mutants):
        item.add_marker(pytest.mark.mutants)
        if place % EVERY == 0:
            item.add_marker(pytest.mark.sample)
