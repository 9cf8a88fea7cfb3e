"""Every step of a matching in stages matters: without it, some small graph gets a matching that is not the lightest."""

from __future__ import annotations

import pytest

from pairing_engine.matching import packing, preferences, staged
from pairing_engine.matching.potentials import Cells, _Contraction
from tests.mutants.changes import Words
from tests.mutants.rewriting import rewritten
from tests.unit.test_stages import assert_is_lightest, shorten

GRAPHS = 6000

MUTANTS = {
    "short costs are too narrow": Words(packing.packed, "(total // 2)", "(total // 8)"),
    "being alone costs half in short costs": Words(packing.packed, "max(most, 2 * (", "max(most, ("),
    "what an edge and being alone have in common differs": Words(
        packing._used, "one & ~all_of if own is None else one | own", "one & ~all_of"
    ),
    "edges with slack stay": Words(staged._Graph.solve, "slacks > 0", "slacks > slacks"),
    "edges with slack go even where there is a gap": Words(
        staged._Graph.solve, "if slacks[chosen].any():", "if False:"
    ),
    "what leaves a set too often stays": Words(_Contraction.found, "leaves += self._leaving(members)", "pass"),
    "being alone leaves no set": Words(_Contraction._leaving, " | (one & self.is_single)", ""),
    "owners in parts with sets take any mate": Words(
        staged._settle_owners, "while start < len(fields):", "while False:"
    ),
    "owners in parts with sets change their minds": Words(staged._settle_owners, "|= field.mask", "|= 0"),
    "owners leave sets as often as they like": Words(staged._squeezed, "first = first <<", "first = (first & 0) <<"),
    "being alone costs half": Words(Cells.costs, "doubled[self.single] *= 2", "pass"),
    "fields are too narrow": Words(staged._bits, "high // 2", "high // 8"),
    "fields in which matchings differ are left out": Words(staged._bits, "if high > low", "if high > low + 2"),
    "the worst mate comes first": Words(staged._preferences, "sorted(choices)", "sorted(choices, reverse=True)"),
    "an owner would not be alone": Words(staged._preferences, "if own is not None:", "if False:"),
    "owners take the mates they have": Words(
        preferences._Choosing.restrict, "self._rematch_one(vertex) and self._rematch_one(mate)", "False"
    ),
    "who loses a mate gets no other": Words(
        preferences._Choosing.restrict,
        "self._rematch_one(vertex) and self._rematch_one(mate)",
        "self._rematch_one(vertex)",
    ),
    "an owner given a mate may lose it again": Words(preferences._Choosing.restrict, "if not single:", "if False:"),
    "an edge is removed from one side": Words(
        preferences._Choosing._toggle, "self.neighbours[other] ^= 1 << vertex", "pass"
    ),
    "an edge that was tried in vain is gone": Words(
        preferences._Choosing.restrict, "self.neighbours[vertex] |= removed", "self.neighbours[vertex] |= 0"
    ),
}


def is_killed(monkeypatch: pytest.MonkeyPatch) -> bool:
    """Does some graph get a wrong answer, or none?"""
    for seed in range(GRAPHS):
        shorten(seed, monkeypatch)
        try:
            assert_is_lightest(seed)
        except (AssertionError, KeyError):
            return True
    return False


@pytest.mark.parametrize("mutant", MUTANTS)
def test_every_step_of_a_stage_matters(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with rewritten(*MUTANTS[mutant]):
        assert is_killed(monkeypatch)
