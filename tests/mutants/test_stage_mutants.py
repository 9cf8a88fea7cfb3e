"""Every step of a matching in stages matters: without it, some small graph gets a matching that is not the lightest."""

from __future__ import annotations

import pytest

from pairing_engine.matching import preferences, staged
from pairing_engine.matching.potentials import Cells
from tests.mutants.changes import Words
from tests.mutants.rewriting import rewritten
from tests.unit.test_stages import assert_is_lightest

GRAPHS = 4000

MUTANTS = {
    "edges with slack stay": Words(staged._Graph.solved, "slacks <= limit[self.one]", "slacks <= slacks"),
    "edges with slack go even where there is a gap": Words(
        staged._Graph.solved, "slacks <= limit[self.one]", "slacks <= 0"
    ),
    "a part with a gap is taken to have none": Words(staged._Graph._gaps, "with_gap += part", "pass"),
    "a part with a gap keeps any lightest matching": Words(staged.finish, "not _solve_gapped(found, mates)", "False"),
    "being alone costs half": Words(Cells._cell_costs, "2 * costs", "costs"),
    "fields are too narrow": Words(
        staged._Graph.take, ".greatest(values).sum()) // 2", ".greatest(values).sum()) // 8"
    ),
    "fields in which matchings differ are left out": Words(staged._Graph.take, "if most > int(", "if most > 1 + int("),
    "the worst mate comes first": Words(staged._preference, "sorted(choices)", "sorted(choices, reverse=True)"),
    "an owner would not be alone": Words(staged._preference, "if own is not None:", "if False:"),
    "owners take the mates they have": Words(
        preferences._Choosing.restrict, "self._rematch_one(vertex) and self._rematch_one(mate)", "False"
    ),
    "who loses a mate gets no other": Words(
        preferences._Choosing.restrict,
        "self._rematch_one(vertex) and self._rematch_one(mate)",
        "self._rematch_one(vertex)",
    ),
    "an owner given a mate may lose it again": Words(preferences._Choosing.restrict, "if not single:", "if False:"),
    "an edge is removed from one side": Words(preferences._Choosing._toggle, "self.near[other] ^= 1 << vertex", "pass"),
    "an edge that was tried in vain is gone": Words(
        preferences._Choosing.restrict, "self.near[vertex] |= removed", "self.near[vertex] |= 0"
    ),
}


def is_killed(monkeypatch: pytest.MonkeyPatch) -> bool:
    """Does some graph get a wrong answer, or none?"""
    for seed in range(GRAPHS):
        monkeypatch.setattr(staged, "MOST_COST_BITS", (54, 12, 6, 4)[seed % 4])
        try:
            assert_is_lightest(seed)
        except (AssertionError, KeyError):
            return True
    return False


@pytest.mark.parametrize("mutant", MUTANTS)
def test_every_step_of_a_stage_matters(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with rewritten(*MUTANTS[mutant]):
        assert is_killed(monkeypatch)
