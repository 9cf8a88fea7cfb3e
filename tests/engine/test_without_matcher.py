"""Without the matcher in C++, the answers stay the same but take longer."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import islice

import pytest

from pairing_engine import matching
from pairing_engine.matching import solvers
from pairing_engine.matching import solvers as size
from pairing_engine.pairing import pair_round
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from tests.evidence.golden.recorded import archive_of, finished_event, lines_of, pairs_of_round, recorded_rounds
from tests.places import FIXTURES

INTERPRETED = pytest.mark.skipif(
    not solvers.__file__.endswith(".py"), reason="compiled code keeps its imports, so they cannot be hidden later"
)


@pytest.fixture
def _no_matcher(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the matcher impossible to import during the test."""
    monkeypatch.setitem(sys.modules, "pairing_engine.matching.native", None)
    monkeypatch.delattr(matching, "native", raising=False)
    solvers.has_matcher.cache_clear()
    yield
    monkeypatch.undo()
    solvers.has_matcher.cache_clear()


@INTERPRETED
@pytest.mark.usefixtures("_no_matcher")
def test_recorded_rounds_are_paired_by_networkx_alone() -> None:
    assert not matching.has_matcher()
    archive = archive_of("long")
    for member, number in (("90834.trf", 17), ("90105.trf", 21), ("90641.trf", 23)):
        event = finished_event(archive, member)
        state, recorded = next(islice(recorded_rounds(event), number - 1, None))
        assert set(lines_of(pair_round(DUTCH_2026, state))) == pairs_of_round(recorded), (member, number)


@INTERPRETED
@pytest.mark.usefixtures("_no_matcher")
def test_networkx_has_room_for_its_edges() -> None:
    assert size.most_edges(100) == size.most_edges(100, networkx=True)


def test_a_check_runs_without_the_matcher() -> None:
    blocked = (
        "import sys; sys.modules.update({'pairing_engine.matching.native': None}); "
        "import swisspair.programs as programs; programs.swisscheck()"
    )
    file = min((FIXTURES / "dutch-2026").glob("*/input.trf"))
    done = subprocess.run(
        [sys.executable, "-c", blocked, str(file), "--quiet"], capture_output=True, text=True, check=False
    )
    assert (done.returncode in (0, 1), done.stderr) == (True, "")
