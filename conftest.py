"""Hooks of pytest: `make test` collects only the tests that it can run, and a named test always runs."""

from __future__ import annotations

import gc
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule

NEVER = {"golden", "slow"}
"""The marks of tests that `make test` never runs; their 10,000 items would take long to collect."""


def is_usual(config: pytest.Config) -> bool:
    """Whether the tests of `make test` are run, and no test is named."""
    is_default: bool = config.option.markexpr == config.getini("addopts")[-1]
    return is_default and not any("::" in word for word in config.args)


def pytest_configure(config: pytest.Config) -> None:
    """Let a sentence without a translation cause a warning only.

    `pyproject.toml` cannot name a class of the tests.
    """
    config.addinivalue_line("filterwarnings", "default::tests.language.test_catalogues.Untranslated")


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for doctests only in files that have doctests."""
    found = yield
    if b">>>" in file_path.read_bytes():
        return found
    return [collector for collector in found if not isinstance(collector, DoctestModule)]


def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    """Leave out tests with a mark in `NEVER`."""
    marks: Iterator[str] = (mark.name for mark in getattr(obj, "pytestmark", ()))
    return [] if is_usual(collector.config) and not NEVER.isdisjoint(marks) else None


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Generator[None, None, None]:
    """Run a named test (``pytest file.py::test_name``), even if its marks exclude it from `make test`."""
    collected = list(items)
    yield
    if not items and any("::" in word for word in config.args):
        items[:] = collected


def pytest_collection_finish() -> None:
    """Freeze the collected tests, so that the garbage collector of Python does not examine them."""
    gc.collect()
    gc.freeze()
