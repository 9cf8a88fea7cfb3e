"""Law: forcing a pair that the engine makes anyway changes nothing."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from pairing_engine.facts.model import MAX_ROUNDS, Prohibition, Tournament
from tests.builders import show
from tests.engine.laws.strategies import answer, coming, events, many, paired


@many(2)
@given(events())
def test_a_compulsory_expected_pair_changes_nothing(event: Tournament) -> None:
    """If the two players of a pair that the engine made are allowed no other opponent, the round stays the same.

    Mutants killed: a walk pairs players who have met; the last two players of a bracket are paired even if they may not
    meet; with five times as many examples, a certificate is given without proof (`GroupMatchings.fills`).
    """
    state = coming(event)
    found = paired(state)
    for board in found.boards if found else ():
        pair = {board.white, board.black}
        others = tuple(
            Prohibition(1, MAX_ROUNDS, frozenset({one, player.tpn}))
            for one in pair
            for player in state.players
            if player.tpn not in pair
        )
        settings = replace(event.settings, prohibitions=event.settings.prohibitions + others)
        assert found is not None
        assert answer(coming(replace(event, settings=settings))) == show(found)
