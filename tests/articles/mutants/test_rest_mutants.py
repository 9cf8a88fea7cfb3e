"""If a step of the search for what the rest of a round needs is changed, some small graph gets a wrong answer.

The mutants change the source code of the algorithm.
"""

from __future__ import annotations

import pytest

from pairing_engine.matching import cover as rest
from tests.articles.mutants.changes import Words, rewritten
from tests.engine.test_rest import assert_rest_tells_the_truth

RESTS = {
    "some unmatched vertices are forgotten": Words(rest._match, "if cover.single >> vertex & 1:", "if vertex % 3:"),
    "matched vertices may become unmatched again": Words(
        rest._match, "cover.demanded = cover.inside & ~cover.single\n        if", "if"
    ),
    "every part has one vertex": Words(rest.parts_of, "part |= fresh", "fresh = 0"),
    "vertex 0 is never an inner vertex": Words(
        rest.rest_of,
        "for vertex in bits(around & inside & ~outer)",
        "for vertex in bits(around & inside & ~outer) if vertex",
    ),
    "additional vertices may be matched with each other": Words(
        rest.completes, "row & ~others if others >> vertex & 1 else row", "row"
    ),
    "only the additional vertices must be matched": Words(
        rest.completes, "_match(cover, cover.single)", "_match(cover, others)"
    ),
}


@pytest.mark.parametrize("mutant", RESTS)
def test_every_step_to_what_the_rest_needs_matters(mutant: str) -> None:
    with rewritten(*RESTS[mutant]), pytest.raises(AssertionError):
        [assert_rest_tells_the_truth(seed) for seed in range(750)]
