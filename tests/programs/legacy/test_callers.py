"""Programs that call a pairing engine get the pairs of bbpPairings, whatever their files look like."""

from pathlib import Path

import pytest

from tests.programs.legacy import callers
from tests.programs.legacy.callers import BBP, BEGIN, CALLERS, END, PAGE, POSITIONS, Caller, answers, file_of, named

SAMPLE = range(0, POSITIONS, 25)
"""The positions that are paired here; the target pairs all of them."""


@pytest.mark.parametrize("caller", CALLERS, ids=lambda caller: caller.name)
def test_a_caller_gets_the_pairs_of_bbp_pairings(caller: Caller, tmp_path: Path) -> None:
    """The pairs were worked out by bbpPairings, each version by its edition (``make proof PART=callers``)."""
    for place in SAMPLE:
        edition = [*BBP][place // 25 % 2]
        data = file_of(caller, callers.positions()[place]) + named(edition, caller)
        assert callers.pairs_of(caller, data, tmp_path) == answers()[edition]["pairs"][place]


def test_the_page_shows_that_every_caller_gets_all_of_them() -> None:
    shown = PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    all_equal = dict.fromkeys((caller.name for caller in CALLERS), POSITIONS)
    assert BEGIN + shown + END == callers.table(dict.fromkeys(BBP, all_equal))
    assert len(CALLERS) == 24
