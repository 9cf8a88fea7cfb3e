"""A large round is refused at once if some player can have neither an opponent nor the bye."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing_engine import NoPairing
from pairing_engine.answers.paired import pair
from pairing_engine.facts.model import Bye, ByeKind, Prohibition, Request, Settings, Tournament, Tpn
from pairing_engine.kernel import deadlock
from pairing_engine.systems import SYSTEMS
from tests.builders import tournament

SIZE = deadlock.LARGEST_ANALYSED + 3


def event(*groups: range, size: int = SIZE) -> Tournament:
    """Make an event before its first round. Players of the same group may not meet each other."""
    barred = tuple(Prohibition(1, 9, frozenset(map(Tpn, group))) for group in groups)
    return tournament(size, total=9, settings=Settings(rounds=9, prohibitions=barred))


@pytest.fixture
def _no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object) -> None:
        raise AssertionError("one look is enough")

    monkeypatch.setattr("pairing_engine.systems.system.System.pair", refuse)


@pytest.mark.usefixtures("_no_search")
@pytest.mark.parametrize("most", [0, 10**9])
def test_nobody_can_meet_anybody(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr("pairing_engine.facts.groups.MOST_AS_SETS", most)  # groups stored as bits, and as sets
    with pytest.raises(NoPairing, match=r"participants 1, 2, .*, 50 and 153 more can meet nobody, apart from the bye"):
        pair(event(range(1, SIZE + 1)))


@pytest.mark.usefixtures("_no_search")
def test_a_player_without_opponents_and_without_a_bye() -> None:
    groups = tuple(Prohibition(1, 9, frozenset({Tpn(7), Tpn(n)})) for n in range(1, SIZE) if n != 7)
    found = tournament(SIZE - 1, total=9, settings=Settings(rounds=9, prohibitions=groups))
    with pytest.raises(NoPairing, match="participant 7 can meet nobody"):
        pair(found)


def test_a_player_without_opponents_gets_the_bye() -> None:
    groups = tuple(Prohibition(1, 9, frozenset({Tpn(7), Tpn(n)})) for n in range(1, SIZE + 1) if n != 7)
    assert pair(tournament(SIZE, total=9, settings=Settings(rounds=9, prohibitions=groups))).bye == 7


def test_a_player_barred_only_from_absentees_is_not_stuck() -> None:
    size = 502
    away = range(203, size + 1)
    groups = tuple(Prohibition(1, 9, frozenset({Tpn(1), Tpn(n)})) for n in away)
    base = tournament(size, total=9, settings=Settings(rounds=9, prohibitions=groups))
    found = pair(replace(base, requests=tuple(Request(1, Bye(Tpn(n), ByeKind.ZERO_POINT)) for n in away)))
    assert len(found.boards) == 101


def test_small_rounds_are_analysed_as_before() -> None:
    with pytest.raises(NoPairing, match="can meet nobody") as found:
        pair(event(range(1, 7), size=6))
    assert SYSTEMS["dutch"]["2026"].article in found.value.article
