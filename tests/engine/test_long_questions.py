"""The pairings stay correct if every matching is split into many short stages."""

from __future__ import annotations

import pytest

from pairing_engine.kernel import bracket_graph
from pairing_engine.matching import Backend, open_graph
from pairing_engine.matching.blossom import heaviest_by_networkx, lightest_by
from pairing_engine.matching.open_graph import Asked, Narrowed
from pairing_engine.matching.staged import narrow
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from tests.articles.mutants.witnesses import answer, state_of_bracket
from tests.engine.test_libraries import INTERPRETED
from tests.engine.test_stages import graph_of, shorten


def in_stages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bracket_graph, "MOST_PACKED", -1)
    monkeypatch.setattr(bracket_graph, "MOST_BITS", 0)
    monkeypatch.setattr(open_graph, "MOST_COST_BITS", 16)


def assert_stages_pair_rightly(seed: int) -> bool:
    """Compare the pairing of a random bracket with the reference engine. Return whether a pairing exists."""
    state = state_of_bracket(seed)
    found = answer(DUTCH_2026, state, Backend.AUTO)
    assert found == answer(DUTCH_2026, state, Backend.REFERENCE), seed
    return found is not None


@INTERPRETED
@pytest.mark.parametrize("block", range(4))
def test_questions_in_stages_are_answered_rightly(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    in_stages(monkeypatch)
    assert sum(assert_stages_pair_rightly(seed) for seed in range(25 * block, 25 * block + 25)) > 9


def settled(seed: int, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Return whether a search ended early on a random graph.

    If the search ended early, check that networkx finds the same partners.
    """
    pairs, alone, fields, length = graph_of(seed)
    asked = Asked(len(alone) // 2, len(alone) - 1 if seed % 2 else -1)
    shorten(seed, monkeypatch)
    found = narrow(Narrowed(pairs, alone), fields, asked)
    if found is None or not found.is_settled or found.mates is None:
        return False
    right = lightest_by(heaviest_by_networkx, pairs, alone, length)
    assert right is not None
    for v in range(asked.members):
        one, other = (
            mates[v] if mates[v] in {*range(asked.members), asked.bye} else -1 for mates in (found.mates, right)
        )
        assert one == other, seed
    return True


def test_a_question_ends_when_all_cheapest_matchings_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sum(settled(seed, monkeypatch) for seed in range(400)) > 100
