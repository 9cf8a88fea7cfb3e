"""Pair the next round of a recorded file, and compare the pairs with the recorded answer."""

from __future__ import annotations

import pytest

from pairing_engine import NoPairing
from pairing_engine.kernel.boards import real_score
from pairing_engine.pairing import pair_round, round_to_pair
from pairing_engine.systems.system import System
from tests.conftest import Archive
from tests.evidence.golden.divergences import Place, assert_agrees
from tests.evidence.golden.recorded import lines_of, recorded_answer
from trf import read


def assert_next_round_agrees(system: System, archive: Archive, member: str) -> None:
    """Compare the next round of a file with the recorded answer. Virtual points do not affect the board order."""
    event = read(archive.read(member))
    answer = recorded_answer(archive.answer(member))
    before = round_to_pair(event, len(event.rounds) + 1, system)
    if answer.pairs is None:
        with pytest.raises(NoPairing):
            pair_round(system, before)
        return
    found = tuple(lines_of(pair_round(system, before, score=real_score)))
    assert_agrees(Place(f"dutch-{system.edition}/rounds", member, before.number), set(found), answer.pairs)
    assert found == answer.lines or set(found) != answer.pairs
