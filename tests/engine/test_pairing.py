"""The public function `pair` for pairing a round."""

from __future__ import annotations

import pytest

from pairing_engine import BadRequest, Fact, MissingFact, NoPairing, pair
from pairing_engine.errors import PairingError
from pairing_engine.facts.model import Settings
from swisspair.statuses import words_of
from tests.builders import show, tournament

FINISHED = tournament(4, "1-3:10 4-2:01", "2-1:10 3-4:10", total=2)


def test_the_next_round_unless_another_is_asked_for() -> None:
    event = tournament(4, "1-3:10 4-2:01", total=3)
    assert pair(event).number == 2
    assert pair(event, 1).number == 1
    assert show(pair(event, 1)) == "1-3 4-2"


def test_a_round_is_paired_from_the_state_before_it() -> None:
    assert show(pair(FINISHED, 1)) == show(pair(tournament(4, total=2)))


@pytest.mark.parametrize("number", [0, -1, 3, 4])
def test_a_round_that_cannot_be_paired(number: int) -> None:
    with pytest.raises(BadRequest):
        pair(FINISHED, number)


def test_after_the_last_round_there_is_none() -> None:
    with pytest.raises(BadRequest):
        pair(FINISHED)


def test_a_round_beyond_the_recorded_ones() -> None:
    with pytest.raises(BadRequest):
        pair(tournament(4, "1-3:10 4-2:01", total=9), 4)


def test_both_engines() -> None:
    event = tournament(7, "1-4:10 5-2:01 3-6:== 7:U")
    assert show(pair(event, engine="auto")) == show(pair(event, engine="reference"))
    with pytest.raises(BadRequest, match="fast"):
        pair(event, engine="fast")


def test_the_system_may_be_named() -> None:
    event = tournament(4, settings=Settings(system="CUSTOM_SYSTEM"))
    with pytest.raises(BadRequest):
        pair(event)
    assert show(pair(event, system="dutch", edition="2026")) == "1-3 4-2"


def test_an_impossible_round_stays_so_without_their_number() -> None:
    """Check that an impossible round is reported as impossible even if the number of rounds is missing."""
    with pytest.raises(NoPairing):
        pair(tournament(2, "1-2:10", total=None))


def test_errors_say_what_is_missing_and_how_to_state_it() -> None:
    with pytest.raises(MissingFact) as found:
        pair(tournament(4, initial=None))
    assert found.value.fact is Fact.INITIAL_COLOUR
    assert "152" not in str(found.value)
    assert "152 W" in words_of(found.value)
    assert isinstance(found.value, PairingError)


def test_the_initial_colour_is_not_needed_without_effect() -> None:
    # all colours follow from preferences
    event = tournament(4, "1-3:10 4-2:01", "2-1:10 3-4:10", initial=None)
    assert pair(event).boards


def test_nobody_can_be_paired_with_nobody() -> None:
    assert pair(tournament(1)).boards == ()
    assert pair(tournament(1)).bye == 1
    with pytest.raises(BadRequest, match="nobody takes part"):
        pair(tournament(2, asked="1:Z 2:Z"))


def test_the_trace_says_bracket_by_bracket_what_was_decided() -> None:
    found = pair(tournament(6, "1-4:10 5-2:01 3-6:=="))
    assert [trace.bracket.score for trace in found.trace] == [10, 5, 0]
    paired = {frozenset((a.tpn, b.tpn)) for trace in found.trace for a, b in trace.pairing.pairs}
    assert paired == {frozenset((board.white, board.black)) for board in found.boards}
    assert all(trace.decided for trace in found.trace)
