"""An unavoidable pair belongs to every complete matching.

These tests compare the search for unavoidable pairs with a list of all complete matchings.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from pairing_engine.matching.completion import left_open
from pairing_engine.matching.cover import bits
from tests.engine.test_rest import rows_of


def complete_matchings(rows: list[int], inside: int) -> Iterator[dict[int, int]]:
    """Yield every matching that contains all of the ``inside`` vertices.

    A matching maps the number of each vertex to a bit that stands for its partner.
    """
    if not inside:
        yield {}
        return
    first = inside & -inside
    for mate in bits(rows[first.bit_length() - 1] & inside):
        for others in complete_matchings(rows, inside & ~first & ~(1 << mate)):
            yield {first.bit_length() - 1: 1 << mate, mate: first, **others}


@pytest.mark.parametrize("block", range(3))
def test_complete_matchings_use_only_the_pairs_left_open(block: int) -> None:
    """Check that the search removes only edges that belong to no complete matching."""
    forced = 0
    for seed in range(block * 300, block * 300 + 300):
        rng = Random(seed)
        size = rng.choice((4, 6, 8))
        density = rng.choice((0.3, 0.4, 0.6))
        rows = rows_of(size, frozenset((i, j) for j in range(size) for i in range(j) if rng.random() < density))
        inside = (1 << size) - 1 - (rng.choice((0, 3)) << rng.randrange(size - 1))
        found, matchings = left_open(rows, inside), list(complete_matchings(rows, inside))
        if found is None:
            assert not matchings, seed
            continue
        assert set(found) == set(bits(inside)), seed
        for vertex, row in found.items():
            assert row & ~rows[vertex] == 0, seed
            assert all(matching[vertex] & row for matching in matchings), seed
            assert all(found[mate] >> vertex & 1 for mate in bits(row)), seed
        singles = [row for row in found.values() if not row & (row - 1)]
        assert len(set(singles)) == len(singles), seed
        forced += bool(matchings) and len(singles) == len(found)
    assert forced > 20
