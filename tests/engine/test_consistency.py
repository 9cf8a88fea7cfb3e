"""A program cannot build a tournament with contradictory parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from checker import check
from pairing_engine import BadRequest, pair
from pairing_engine.facts.model import (
    Bye,
    ByeKind,
    Game,
    Participant,
    Request,
    Result,
    Round,
    Scoring,
    Settings,
    Tournament,
    Tpn,
)

TWO = (Participant(Tpn(1)), Participant(Tpn(2)))


def game(white: int, black: int) -> Game:
    return Game(Tpn(white), Tpn(black), Result.WIN, Result.LOSS)


def bye(tpn: int) -> Bye:
    return Bye(Tpn(tpn), ByeKind.HALF_POINT)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Tournament("t", (TWO[0], TWO[0])), "two participants have the TPN 1"),
        (Tournament("t", (Participant(Tpn(0)),)), "a participant has the TPN 0"),
        (Tournament("t", TWO, (Round((game(1, 3),)),)), "round 1 names 3, but no participant has this TPN"),
        (Tournament("t", TWO, (Round((game(1, 1),)),)), "round 1 names 1 twice"),
        (Tournament("t", TWO, (Round((game(1, 2),), (bye(2),)),)), "round 1 names 2 twice"),
        (Tournament("t", TWO, requests=(Request(1, bye(7)),)), "a bye of round 1 is for 7"),
        (Tournament("t", TWO, (Round(),) * 100), "100 rounds are recorded"),
    ],
)
def test_facts_that_do_not_go_together_are_refused(event: Tournament, words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        pair(event)
    with pytest.raises(BadRequest, match=words):
        check(event)


@pytest.mark.parametrize(
    ("kind", "fields", "words"),
    [
        (Settings, {"initial_colour": "w"}, "initial_colour: found 'w', expected Colour.WHITE or Colour.BLACK"),
        (Settings, {"rounds": "5"}, "rounds: found '5', expected a whole number"),
        (Scoring, {"win": 1.0}, "win: found 1.0, expected a whole number"),
        (
            Game,
            {"white": 1, "black": 3, "white_result": "1", "black_result": "0"},
            "white_result: found '1', expected a Result, such as Result.WIN",
        ),
    ],
)
def test_values_of_another_type_are_refused_in_their_place(
    kind: Callable[..., object], fields: dict[str, Any], words: str
) -> None:
    with pytest.raises(TypeError) as found:
        kind(**fields)
    assert str(found.value) == words
