from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from pairing_engine.facts.model import MAX_ROUNDS, Prohibition, Tournament
from tests.builders import show
from tests.engine.laws.strategies import answer, coming, events, many, paired


@many(2)
@given(events())
def test_a_compulsory_expected_pair_changes_nothing(event: Tournament) -> None:
    """Pair a round again after prohibiting all other opponents of a pair.

    The pairing must stay the same.
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
