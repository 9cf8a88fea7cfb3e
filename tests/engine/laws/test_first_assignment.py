from __future__ import annotations

from itertools import permutations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from pairing_engine.systems.shared.greedy_transposition import first_assignment
from tests.engine.laws.strategies import many


@many(5)
@given(st.randoms(use_true_random=False))
def test_the_first_assignment_in_the_order_of_transpositions(rng: Random) -> None:
    tops, others = rng.randint(0, 4), rng.randint(0, 5)
    fitting = {(i, j) for i in range(tops) for j in range(others) if rng.random() < rng.choice((0.4, 0.7))}
    tally = [0] * others

    def move(_top: int, other: int, by: int) -> None:
        tally[other] -= by

    found = first_assignment(tops, others, lambda i, j: (i, j) in fitting, move)
    expected = next(
        (list(mates) for mates in permutations(range(others), tops) if all(p in fitting for p in enumerate(mates))),
        None,
    )
    assert found == expected
    assert tally == [int(j in (found or ())) for j in range(others)]


def test_a_hopeless_walk_is_given_up_soon() -> None:
    asked = 0

    def fits(top: int, _other: int) -> bool:
        nonlocal asked
        asked += 1
        return top < 11

    assert first_assignment(12, 12, fits) is None
    assert asked < 10_000
