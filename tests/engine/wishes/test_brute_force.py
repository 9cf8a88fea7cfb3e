"""The engines agree with brute force for wishes of every strength in every system."""

from __future__ import annotations

import pytest

from tests.conftest import some
from tests.engine.wishes.granting import KINDS

BLOCK = 30
SEEDS = 60
ALL_SEEDS = 3_000


@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize("first", some(range(0, ALL_SEEDS, BLOCK), SEEDS // BLOCK))
def test_rounds_with_wishes(kind: str, first: int) -> None:
    for seed in range(first, first + BLOCK):
        case = KINDS[kind](seed)
        expected = case.brute_force(case.wishes)
        for engine in ("auto", "reference"):
            assert case.engine(engine) == expected, (seed, engine)
