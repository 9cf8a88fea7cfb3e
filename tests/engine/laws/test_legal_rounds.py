"""The literal transcription of the rules finds every round legal [C.04.1 2-4, C.04.3 2.1]."""

from __future__ import annotations

import pytest
from hypothesis import given

from pairing_engine import NoPairing, pair
from tests.articles.literal import dutch
from tests.articles.literal.adapter import tournament_of
from tests.articles.literal.facts import Event
from tests.engine.laws.strategies import literal_events, many


@many(2)
@given(literal_events(most=14))
def test_a_round_pairs_all_and_breaks_no_absolute_criterion(event: Event) -> None:
    try:
        found = pair(tournament_of(event), verify=False)
    except NoPairing:
        return
    here = {e.tpn: dutch.player_of(event, e) for e in event.entrants if e.tpn not in event.absent}
    placed = [tpn for board in found.boards for tpn in (board.white, board.black)]
    assert sorted([*placed, found.bye] if found.bye is not None else placed) == sorted(here)
    assert (found.bye is not None) == (len(here) % 2 == 1)
    assert found.bye is None or here[found.bye].pab_allowed
    for white, black, _ in found.boards:
        assert dutch.may_meet(here[white], here[black])


@many(2)
@given(literal_events(most=7))
def test_no_pairing_means_that_there_is_none(event: Event) -> None:
    here = frozenset(dutch.player_of(event, e) for e in event.entrants if e.tpn not in event.absent)
    possible = dutch.Lower((here,)).completion(frozenset()) != dutch.IMPOSSIBLE if here else True
    if possible:
        pair(tournament_of(event))
        return
    with pytest.raises(NoPairing):
        pair(tournament_of(event))
