"""A pytest plugin that records comparisons made by tests: ``-p tests.evidence.plugin --evidence``.

``--share 3/30`` runs only the fourth of thirty parts of the chosen tests.
"""

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import pytest

from tests.evidence import store
from tests.evidence.tally import COMPARED, COUNTS, KNOWN, counted

UNITS = {
    "golden": "rounds",
    "transcriptions": "rounds",
    "oracles": "rounds",
    "mutants": "mutants",
    "laws": "tests",
    "tie-breaks": "values",
}
TOLD = "evidence"

MUTANTS = {
    "test_every_rule_matters": "dutch/2026: rules and colours",
    "test_shortcut_mutants": "dutch/2026: shortcuts",
    "test_dutch_2017_mutants": "dutch/2017: rules and steps",
    "test_dutch_1998_mutants": "dutch/1998: the lines that differ from 2009",
    "test_dutch_old_mutants": "dutch/2012 and dutch/2009: requirements",
    "test_dubov_burstein_mutants": "dubov/2026 and burstein/2026: rules and steps",
    "test_match_mutants": "double-swiss/2026 and team/2026: rules and steps",
    "test_lim_mutants": "lim/2026: steps and orders",
    "test_examples": "all systems: articles left out or misread",
    "test_laws_kill": "all systems: laws",
    "test_stage_mutants": "all systems: stages of the matching",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--evidence", action="store_true", help="record the comparisons that the tests make")
    parser.addoption("--share", default="", help="run only one part of the tests, such as 3/30")


@pytest.hookimpl(trylast=True)  # after the markers have chosen
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    share: str = config.getoption("--share")
    if share:
        part, parts = map(int, share.split("/"))
        by_lot = sorted(items, key=lambda item: crc32(item.nodeid.encode()))
        items[:] = by_lot[part % max(1, min(parts, len(by_lot))) :: parts]  # at least one, if there is any


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Run a test, and add its number of comparisons to the test report."""
    COUNTS.clear()
    yield
    module = item.module.__name__.rpartition(".")  # type: ignore[attr-defined]
    if item.get_closest_marker("mutants") and module[2] in MUTANTS:
        counted("mutants", MUTANTS[module[2]])
    if module[0].endswith(".laws") and not module[2].startswith("test_literal"):
        counted("laws", "all systems")
    item.user_properties.append((TOLD, [[*key, number] for key, number in COUNTS.items()]))


class _Sums:
    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str, str]] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            for name, told in report.user_properties:
                if name == TOLD:
                    values: Any = told
                    for kind, subject, what, number in values:
                        self.counts[kind, subject, what] += number

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        if exitstatus == 0:
            for (kind, subject, what), number in self.counts.items():
                if what != COMPARED or (kind == "golden" and "SWISSPAIR_GOLDEN" in os.environ):
                    continue  # the user's own recorded tournaments do not count
                known = self.counts[kind, subject, KNOWN]
                details = {KNOWN: known} if known else {}
                store.write_down(kind, subject, store.Entry(number, UNITS[kind], 0, details))


def pytest_configure(config: pytest.Config) -> None:
    """Record the comparisons if ``--evidence`` is given, but not in worker processes."""
    if config.getoption("--evidence") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Sums(), "evidence-sums")
