"""If a step of staged matching is changed, some small graph gets a wrong matching.

The mutants change the source code of the algorithm.
"""

from __future__ import annotations

import pytest

from pairing_engine import matching
from pairing_engine.kernel import long_costs, order_costs
from pairing_engine.kernel import ranks as kernel_ranks
from pairing_engine.matching import CostField, open_graph, packing, preferences, rest, staged
from pairing_engine.matching.open_graph import OpenGraph
from pairing_engine.matching.potentials import Cells, _Contraction
from tests.articles.mutants.changes import Words
from tests.articles.mutants.rewriting import rewritten
from tests.engine import test_long_questions, test_ranks
from tests.engine.test_ranks import assert_ranks_compare_as_numbers
from tests.engine.test_rest import assert_rest_tells_the_truth
from tests.engine.test_stages import Graph, assert_is_lightest, assert_widths_are_enough, shorten, total

GRAPHS = 6000
WIDTHS = 300

MUTANTS = {
    "short costs are too narrow": Words(packing._least_widths, "& mask) // 2)", "& mask) // 8)"),
    "short costs have room for one edge": Words(packing.shortened, "(amount * vertices)", "amount"),
    "being alone costs half in short costs": Words(packing._least_widths, "one | 2 * single", "one | single"),
    "differences are found as if nobody could be alone": Words(
        packing._least_widths, "one | single if all_of", "one & ~all_of if all_of"
    ),
    "the largest value of an owner comes first": Words(
        packing._ranked, "sorted({value for _, value in values})", "sorted({value for _, value in values})[::-1]"
    ),
    "ranks ignore that an owner may be alone": Words(packing._ranked, "if own is not None:", "if False:"),
    "edges with slack stay": Words(OpenGraph.solve, "slacks > 0", "slacks > slacks"),
    "edges with slack are removed even where there is a gap": Words(
        OpenGraph.solve, "if slacks[chosen].any():", "if False:"
    ),
    "edges out of odd sets are not counted": Words(_Contraction.found, "leaves += self._leaving(members)", "pass"),
    "a vertex that is alone does not count as an edge out of its set": Words(
        _Contraction._leaving, " | (one & self.is_single)", ""
    ),
    "owners in parts with odd sets take any partner": Words(
        staged._chunks, "while start < len(fields):", "while False:"
    ),
    "owners in parts with odd sets do not keep their partners": Words(staged._masks_of_owners, "|= field.mask", "|= 0"),
    "edges out of odd sets cost owners nothing": Words(staged._squeezed, "first = first <<", "first = (first & 0) <<"),
    "being alone costs half": Words(Cells.costs, "doubled[self.single] *= 2", "pass"),
    "fields are too narrow": Words(open_graph._bits, "high // 2", "high // 8"),
    "fields in which matchings differ a little are left out": Words(
        open_graph._bits, "if high > low", "if high > low + 2"
    ),
    "the worst partner comes first": Words(staged._preferences, "sorted(choices)", "sorted(choices, reverse=True)"),
    "preferences ignore that an owner may be alone": Words(staged._preferences, "if own is not None:", "if False:"),
    "an owner never changes partners": Words(
        preferences._Choosing.restrict, "self._rematch_one(vertex) and self._rematch_one(mate)", "False"
    ),
    "a vertex that loses its partner gets no other partner": Words(
        preferences._Choosing.restrict,
        "self._rematch_one(vertex) and self._rematch_one(mate)",
        "self._rematch_one(vertex)",
    ),
    "an owner with a partner may become alone again": Words(
        preferences._Choosing.restrict, "if not single:", "if False:"
    ),
    "an edge is removed at only one end": Words(
        preferences._Choosing._toggle, "self.neighbours[other] ^= 1 << vertex", "pass"
    ),
    "edges are not restored after a failed attempt": Words(
        preferences._Choosing.restrict, "self.neighbours[vertex] |= removed", "self.neighbours[vertex] |= 0"
    ),
}


def is_killed(monkeypatch: pytest.MonkeyPatch) -> bool:
    for seed in range(GRAPHS):
        shorten(seed, monkeypatch)
        try:
            assert_is_lightest(seed)
            if seed < WIDTHS:
                assert_widths_are_enough(seed)
        except (AssertionError, LookupError):
            return True
    return False


@pytest.mark.parametrize("mutant", MUTANTS)
def test_every_step_of_a_stage_matters(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with rewritten(*MUTANTS[mutant]):
        assert is_killed(monkeypatch)


RANKS = {
    "a player who may float counts as always a top": Words(
        kernel_ranks._mates, "if one >= 0:\n                is_top_only[one] = False", "pass"
    ),
    "a player who may be alone counts as always a top": Words(
        kernel_ranks._mates, "[alone[vertex] is None for vertex in vertices]", "[True] * len(vertices)"
    ),
    "the second player of a pair counts as always a top": Words(
        kernel_ranks._mates, "is_top_only[two] = False", "pass"
    ),
    "a player with one possible partner counts as having no choice": Words(
        kernel_ranks.ranks, "if not mates or (is_top_only[owner] and (not by or len(mates) == 1))", "if len(mates) < 2"
    ),
    "the values of a top and of another player are exchanged": Words(
        kernel_ranks.ranks, "as_top > otherwise", "as_top < otherwise"
    ),
    "a player who is not a top gets no rank": Words(
        kernel_ranks.ranks, "other[owner] += rank[otherwise] << low", "pass"
    ),
    "every rank has one bit": Words(kernel_ranks.ranks, "low += (len(rank) - 1).bit_length()", "low += 1"),
    "sums are left out": Words(
        kernel_ranks.ranks, "more + (usual << low) for more, usual in zip(top", "more for more, usual in zip(top"
    ),
}


@pytest.mark.parametrize("mutant", RANKS)
def test_every_step_of_a_rank_matters(mutant: str) -> None:
    with rewritten(*RANKS[mutant]), pytest.raises((AssertionError, KeyError)):
        any(assert_ranks_compare_as_numbers(seed) < 0 for seed in range(600))


def _long_graph() -> Graph:
    """Build a graph with two possible matchings, whose costs differ only in the last of 160 bits."""
    pairs = [(0, 1, 1 << 150), (2, 3, 1), (0, 2, 1 << 150), (1, 3, 0)]
    return pairs, [None] * 4, [CostField(100, 60), CostField(0, 100)], 160


def test_rustworkx_is_not_given_weights_of_any_length() -> None:
    pairs, alone, fields, length = _long_graph()
    expected = total(matching.lightest(pairs, alone, length, lambda: fields) or [], pairs, alone)
    with (
        rewritten(matching.lightest, "if bits <= MOST_BITS:", "if True:"),
        pytest.raises((AssertionError, OverflowError)),
    ):
        assert total(matching.lightest(pairs, alone, length, lambda: fields) or [], pairs, alone) == expected


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


QUESTIONS = {
    "the receiver of the bye is not asked for": Words(OpenGraph.settles, " | (self.names == asked.bye)", ""),
    "a player who may float counts as settled": Words(
        OpenGraph.settles, "some[ends] != mates", "(some[ends] != mates) & (mates >= 0)"
    ),
    "unsolved vertices are ignored": Words(OpenGraph.settles, "not self.unsolved and not (", "not ("),
    "only half of the members must be settled": Words(
        OpenGraph.settles, "ends] < asked.members", "ends] < asked.members // 2"
    ),
}


@pytest.mark.parametrize("mutant", QUESTIONS)
def test_every_step_to_an_early_end_matters(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with rewritten(*QUESTIONS[mutant]), pytest.raises(AssertionError):
        [test_long_questions.settled(seed, monkeypatch) for seed in range(2000)]


def test_the_answer_before_is_kept_to_what_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    test_long_questions.in_stages(monkeypatch)
    with rewritten(long_costs._by_criteria, " if edge[:2] in left", ""), pytest.raises(AssertionError):
        [test_long_questions.assert_stages_pair_rightly(seed) for seed in range(200)]


def test_kept_costs_must_leave_room() -> None:
    kept = Words(order_costs._kept, "known is not None and known.bits <= MOST_BITS - bits", "known is not None")
    with rewritten(*kept), pytest.raises(AssertionError):
        test_ranks.test_short_costs_of_an_earlier_question_must_leave_room()
