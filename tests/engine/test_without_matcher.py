"""Without the matcher in C++, the answers stay the same but take longer."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import islice

import pytest

from pairing_engine import fast
from pairing_engine.fast import matcher
from pairing_engine.matching.solvers import GRAPH
from pairing_engine.pairing import pair_round
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from tests.evidence.golden.recorded import archive_of, finished_event, lines_of, pairs_of_round, recorded_rounds
from tests.places import FIXTURES

INTERPRETED = pytest.mark.skipif(
    not matcher.__file__.endswith(".py"), reason="compiled code keeps its imports, so they cannot be hidden later"
)


@pytest.fixture
def _no_matcher(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the matcher impossible to import during the test."""
    monkeypatch.setitem(sys.modules, "pairing_engine.fast.native", None)
    monkeypatch.delattr(fast, "native", raising=False)
    matcher.has_matcher.cache_clear()
    yield
    monkeypatch.undo()
    matcher.has_matcher.cache_clear()


@INTERPRETED
@pytest.mark.usefixtures("_no_matcher")
def test_recorded_rounds_are_paired_by_networkx_alone() -> None:
    assert not matcher.has_matcher()
    archive = archive_of("long")
    for member, number in (("90834.trf", 17), ("90105.trf", 21), ("90641.trf", 23)):
        event = finished_event(archive, member)
        state, recorded = next(islice(recorded_rounds(event), number - 1, None))
        assert set(lines_of(pair_round(DUTCH_2026, state))) == pairs_of_round(recorded), (member, number)


@INTERPRETED
@pytest.mark.usefixtures("_no_matcher")
def test_networkx_has_room_for_its_edges() -> None:
    assert matcher.bytes_of_edge() == GRAPH


def test_a_check_runs_without_the_matcher() -> None:
    blocked = (
        "import sys; sys.modules.update({'pairing_engine.fast.native': None}); "
        "import swisspair.programs as programs; programs.swisscheck()"
    )
    file = min((FIXTURES / "dutch-2026").glob("*/input.trf"))
    done = subprocess.run(
        [sys.executable, "-c", blocked, str(file), "--quiet"], capture_output=True, text=True, check=False
    )
    assert (done.returncode in (0, 1), done.stderr) == (True, "")
