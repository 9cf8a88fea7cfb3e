"""Rounds that JaVaFo 1.4 paired according to the Dutch rules of 2012 (C.04.3.1).

In each round, one sentence of the rules decides the pairing.
"""

from __future__ import annotations

from itertools import islice

import pytest

from pairing_engine.facts.model import ByeKind
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import states
from pairing_engine.systems.dutch_procedure.edition_2012 import DUTCH_2012
from tests.conftest import GOLDEN, Archive
from trf import read


@pytest.mark.parametrize(
    ("member", "number"),
    [
        # C.12: another set is not taken if it leaves players without an opponent and allows no more pairs.
        ("1229.trf", 10),
        # C.12, B.3: if two sets allow equally many pairs, the set that leaves out lower scores is taken.
        ("1082.trf", 9),
        # A.3, C.14.b.2: players moved down are paired in the remainder, so another player gets the bye.
        ("1108.trf", 12),
        ("1182.trf", 9),
        # C.12: nothing is undone if everybody has a possible opponent and no other set allows more pairs. This holds
        # even if there are fewer than P0 pairs.
        ("1193.trf", 8),
    ],
)
def test_a_round_that_turns_on_one_sentence(member: str, number: int) -> None:
    event = read(Archive(GOLDEN / "dutch-2012" / "byes.zip", 235).read(member))
    state = next(islice(states(event, DUTCH_2012.conventions), number - 1, None))
    recorded = event.rounds[number - 1]
    found = pair_round(DUTCH_2012, state)
    assert {(board.white, board.black) for board in found.boards} == {
        (game.white, game.black) for game in recorded.games
    }
    byes = [bye.tpn for bye in recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
    assert ([] if found.bye is None else [found.bye]) == byes
