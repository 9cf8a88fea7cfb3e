"""Which edges complete matchings can have is what trying them one by one says."""

from __future__ import annotations

from random import Random

import pytest

from pairing_engine.matching.allowed import allowed, parts_by
from tests.properties.test_certificates import can_all_be_matched
from tests.unit.test_rest import random_graph, rows_of


def assert_allowed_tells_the_truth(seed: int) -> bool:
    """On a random graph; has it a complete matching?"""
    size, _, edges = random_graph(Random(seed))
    everybody = frozenset(range(size))
    near = rows_of(size, edges)
    found = allowed(near)
    if found is None:
        assert not can_all_be_matched(everybody, edges), seed
        return False
    for i, j in edges:
        can = can_all_be_matched(everybody - {i, j}, edges)
        assert (found[i] >> j & 1, found[j] >> i & 1) == (can, can), seed
    assert all(mates & ~row == 0 for mates, row in zip(found, near, strict=True)), seed
    parts = parts_by(found)
    assert sum(parts) == (1 << size) - 1, seed
    assert all(found[i] & part in (0, found[i]) for part in parts for i in range(size) if part >> i & 1), seed
    return True


@pytest.mark.parametrize("block", range(3))
def test_allowed_edges_are_those_of_complete_matchings(block: int) -> None:
    """Mutants killed: those of `allowed` among the mutants of stages."""
    assert sum(assert_allowed_tells_the_truth(seed) for seed in range(block * 400, block * 400 + 400)) > 80
