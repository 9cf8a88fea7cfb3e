"""Every strength in every system that grants wishes: the engine gives what brute force gives, by both backends."""

from __future__ import annotations

import pytest

from tests.wishes.kinds import KINDS

BLOCK = 30
SEEDS = 60
ALL_SEEDS = 3_000

EVERY_KIND = pytest.mark.parametrize("kind", list(KINDS))


def assert_brute_force(kind: str, first: int) -> None:
    """A block of rounds."""
    for seed in range(first, first + BLOCK):
        case = KINDS[kind](seed)
        expected = case.brute_force(case.wishes)
        for engine in ("auto", "reference"):
            assert case.engine(engine) == expected, (seed, engine)


@EVERY_KIND
@pytest.mark.parametrize("first", range(0, SEEDS, BLOCK))
def test_rounds_with_wishes(kind: str, first: int) -> None:
    """Mutants killed: see `tests.wishes.test_mutants`."""
    assert_brute_force(kind, first)


@pytest.mark.slow
@EVERY_KIND
@pytest.mark.parametrize("first", range(SEEDS, ALL_SEEDS, BLOCK))
def test_thousands_of_rounds_with_wishes(kind: str, first: int) -> None:
    assert_brute_force(kind, first)
