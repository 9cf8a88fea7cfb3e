"""Each warning that FIDE's checklist demands appears once, with advice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing_engine.answers.paired import pair
from pairing_engine.facts.consistency import cautions
from pairing_engine.facts.model import (
    Bye,
    ByeKind,
    Colour,
    Participant,
    Points,
    Prohibition,
    Request,
    Scoring,
    Settings,
    Tournament,
    Tpn,
)
from tests.programs.legacy.events import event, player
from trf import examine
from trf.event.tolerances import unknown_symbols

PEOPLE = tuple(Participant(Tpn(number)) for number in range(1, 6))
PLAIN = Tournament("Club", PEOPLE, settings=Settings(rounds=3, initial_colour=Colour.WHITE))


def with_settings(**settings: object) -> Tournament:
    return replace(PLAIN, settings=replace(PLAIN.settings, **settings))  # type: ignore[arg-type]


@pytest.mark.parametrize(("event", "words"), [
    (PLAIN, ""),
    (with_settings(rounds=5), ""),
    (with_settings(rounds=6), "5 participants cannot play 6 rounds without some of them meeting twice: plan at most 5"),
    (replace(with_settings(rounds=4), participants=PEOPLE[:4]), "4 participants cannot play 4 rounds without"),
    (with_settings(scoring=Scoring(draw=Points(6), half_point_bye=Points(6))), "two draws (1.2) are worth more"),
    (with_settings(scoring=Scoring(pairing_allocated_bye=Points(15))), "the pairing-allocated bye is worth 1.5,"),
    (with_settings(scoring=Scoring(pairing_allocated_bye=Points(0))), "the pairing-allocated bye is worth 0.0,"),
    (with_settings(prohibitions=(Prohibition(2, 3, frozenset({Tpn(1), Tpn(2)})),)), "prohibited"),
    (replace(PLAIN, requests=(Request(1, Bye(Tpn(2), ByeKind.FULL_POINT)),)), "1 full-point bye is requested"),
    (replace(with_settings(first_day="2019/01/01"), requests=(Request(1, Bye(Tpn(2), ByeKind.FULL_POINT)),)), ""),
])  # fmt: skip
def test_each_caution_is_given_once(event: Tournament, words: str) -> None:
    found = list(cautions(event))
    assert [one.startswith(words) for one in found] == ([True] if words else [])


def test_no_caution_changes_a_pairing() -> None:
    event = with_settings(prohibitions=(Prohibition(2, 3, frozenset({Tpn(1), Tpn(2)})),))
    assert pair(event).boards == pair(PLAIN).boards


def test_a_symbol_that_is_no_result_is_named_with_its_place() -> None:
    text = event(player(1, "0.0", "   2 w x"), player(2, "0.0", "   1 b x"))
    assert list(unknown_symbols(examine(text).file)) == [
        "line 4, column 99: 'X' is not a known result, so the game has no result: enter one"
    ]
    known = event(player(1, "0.0", "   2 w ?"), player(2, "0.0", "   1 b"))
    assert not list(unknown_symbols(examine(known).file))
