from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pairing_engine.facts.model import Tournament
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.matching import Backend
from pairing_engine.state.history import states
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from tests.builders import show, show_bracket
from tests.engine.laws.strategies import answer, coming, events, many, paired


@many(2)
@given(events(most=16))
def test_auto_agrees_with_the_reference(event: Tournament) -> None:
    state = coming(event)
    one, other = paired(state), paired(state, Backend.REFERENCE)
    assert (one is None) == (other is None)
    if one is not None and other is not None:
        assert [show_bracket(t.pairing) for t in one.trace] == [show_bracket(t.pairing) for t in other.trace]
        assert show(one) == show(other)


@settings(max_examples=max(10, settings().max_examples // 10))
@given(st.integers(0, 10**9))
def test_auto_agrees_with_the_reference_in_events_of_usual_size(seed: int) -> None:
    event = generate(Plan(players=24 + seed % 17, rounds=5), seed, DUTCH_2026)
    for state in states(event):
        if state.number <= len(event.rounds):
            assert answer(state) == answer(state, Backend.REFERENCE)
