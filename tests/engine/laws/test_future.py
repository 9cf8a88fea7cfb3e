from __future__ import annotations

from hypothesis import given

from pairing_engine.facts.model import Tournament
from pairing_engine.state.history import state_before, states
from tests.engine.laws.strategies import answer, events, without_rounds_after


@given(events())
def test_rounds_that_follow_change_no_earlier_pairing(event: Tournament) -> None:
    for state in states(event):
        if state.number > len(event.rounds):
            return
        before = without_rounds_after(event, state.number)
        again = state_before(before, state.number)
        assert (again.players, again.is_last, again.preassigned_bye) == (state.players, state.is_last, None)
        assert answer(again) == answer(state)
