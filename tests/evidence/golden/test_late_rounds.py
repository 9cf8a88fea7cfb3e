"""The engine gives the recorded answers in very late rounds of events with 160 to 200 players.

The costs in such rounds are very long numbers.
"""

from __future__ import annotations

import pytest

from pairing_engine.kernel.boards import real_score
from pairing_engine.pairing import pair_round, round_to_pair
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from tests.conftest import Archive
from tests.evidence.golden.recorded import lines_of, recorded_answer
from tests.places import FIXTURES
from trf import read

LATE_ROUNDS = Archive(FIXTURES / "hard" / "late-rounds.zip", 4)


@pytest.mark.golden
@pytest.mark.parametrize(("archive", "member"), LATE_ROUNDS.params())
def test_a_late_round_is_paired_as_recorded(archive: Archive, member: str) -> None:
    event = read(archive.read(member))
    found = pair_round(DUTCH_2026, round_to_pair(event, len(event.rounds) + 1, DUTCH_2026), score=real_score)
    assert tuple(lines_of(found)) == recorded_answer(archive.answer(member)).lines
