"""Without rustworkx or numpy, the answers stay the same but take longer."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import islice

import pytest

from pairing_engine import matching
from pairing_engine.matching import blossom, size
from pairing_engine.pairing import pair_round
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from tests.evidence.golden.recorded import archive_of, finished_event, lines_of, pairs_of_round, recorded_rounds
from tests.places import FIXTURES

INTERPRETED = pytest.mark.skipif(
    not blossom.__file__.endswith(".py"), reason="compiled code keeps its imports, so they cannot be hidden later"
)
MISSING = (("numpy",), ("rustworkx",), ("numpy", "rustworkx"))


@pytest.fixture
def missing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, ...]]:
    """Make some packages impossible to import during the test."""
    names: tuple[str, ...] = request.param
    for name in names:
        monkeypatch.setitem(sys.modules, name, None)
    for name in (
        "staged",
        "open_graph",
        "potentials",
        "field_values",
    ):  # modules that are already imported would still be used
        monkeypatch.delitem(sys.modules, f"pairing_engine.matching.{name}", raising=False)
    _look_again()
    yield names
    monkeypatch.undo()
    _look_again()


def _look_again() -> None:
    blossom.has_rustworkx.cache_clear()
    blossom.has_stages.cache_clear()


@INTERPRETED
@pytest.mark.parametrize("missing", MISSING, indirect=True, ids=" and ".join)
def test_recorded_rounds_need_no_long_costs(missing: tuple[str, ...]) -> None:
    assert matching.has_rustworkx() is ("rustworkx" not in missing)
    assert not matching.has_stages()
    archive = archive_of("long")
    for member, number in (("90834.trf", 17), ("90105.trf", 21), ("90641.trf", 23)):
        event = finished_event(archive, member)
        state, recorded = next(islice(recorded_rounds(event), number - 1, None))
        assert set(lines_of(pair_round(DUTCH_2026, state))) == pairs_of_round(recorded), (member, number)


@INTERPRETED
@pytest.mark.parametrize("missing", [("rustworkx",)], indirect=True, ids=" and ".join)
def test_the_library_that_answers_has_room_for_its_edges(missing: tuple[str, ...]) -> None:
    assert missing
    assert size.most_edges(100) == size.most_edges(100, networkx=True)


def test_a_check_runs_without_numpy_and_rustworkx() -> None:
    blocked = (
        "import sys; sys.modules.update(numpy=None, rustworkx=None); "
        "import swisspair.programs as programs; programs.swisscheck()"
    )
    file = min((FIXTURES / "dutch-2026").glob("*/input.trf"))
    done = subprocess.run(
        [sys.executable, "-c", blocked, str(file), "--quiet"], capture_output=True, text=True, check=False
    )
    assert (done.returncode in (0, 1), done.stderr) == (True, "")
