"""If a comparison for the endorsement is resumed, no event is counted twice."""

import json
from pathlib import Path

import pytest

from swisspair.swisscheck.other_program import Aspect, ComparedEvent, Discrepancy
from tests.evidence.endorsement import comparison
from tests.evidence.endorsement.comparison import Direction, model_of

ASKED: list[int] = []


def compare(seed: int, _program: str) -> ComparedEvent:
    ASKED.append(seed)
    found = (Discrepancy("3", 2, Aspect.PAIRING, "1-2; 2-1"),) if seed == 3 else ()
    return ComparedEvent(seed, found)


def test_a_run_goes_on_with_the_next_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ASKED.clear()
    direction = Direction("ours", 4, "", compare)
    first = comparison.run_block(direction, "", comparison.nothing(), block=2)
    both = comparison.run_block(direction, "", json.loads(json.dumps(first)), block=2)
    assert ASKED == [1, 2, 3, 4]
    assert (both["events"], both["rounds"], both["least"], both["most"]) == (4, 10, 1, 4)
    assert [(one["event"], one["round"], one["kind"]) for one in both["differences"]] == [("3", 2, "pairing")]
    assert comparison.furthest([direction], {"ours": both}) is None
    assert comparison.furthest([direction], {"ours": first}) is direction


def test_a_configuration_is_that_of_its_seed() -> None:
    assert model_of(5) == model_of(5) != model_of(6)
    assert "PlayersNumber=" in model_of(5)
