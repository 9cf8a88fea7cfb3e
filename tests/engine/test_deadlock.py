"""The error about an impossible round names the players who cause it."""

from __future__ import annotations

import pytest

from pairing_engine.errors import NoPairing
from pairing_engine.kernel.deadlock import LARGEST_ANALYSED, no_pairing, nobody_for_the_bye
from tests.builders import player, state


def error(players: int, *may_meet: tuple[int, int], bye: range | None = None) -> NoPairing:
    """Return the error for a round in which only the given pairs may meet."""
    everybody = [player(n, may_have_bye=bye is None or n in bye) for n in range(1, players + 1)]
    pairs = {frozenset(pair) for pair in may_meet}
    return no_pairing("C.04.3 1.9.3", everybody, lambda a, b: {a.tpn, b.tpn} in pairs, lambda tpn: int(tpn))


def test_a_player_without_possible_opponents() -> None:
    found = error(4, (2, 3), (3, 4), (2, 4))
    assert found.participants == (1, 2, 3, 4)  # player 1 can meet nobody, and the others only each other
    assert "participant 1 can meet nobody" in str(found)
    assert "participants 2, 3 and 4 can meet only each other" in str(found)


def test_two_triangles() -> None:
    found = error(6, (1, 2), (2, 3), (1, 3), (4, 5), (5, 6), (4, 6))
    assert found.participants == (1, 2, 3, 4, 5, 6)
    assert "participants 1, 2 and 3 can meet only each other" in str(found)
    assert "participants 4, 5 and 6 can meet only each other" in str(found)


def test_three_players_need_the_same_opponent() -> None:
    # players 1, 2 and 3 can meet only player 4
    found = error(4, (1, 4), (2, 4), (3, 4))
    assert found.participants == (1, 2, 3)
    assert "participants 1, 2 and 3 can meet nobody, apart from participant 4" in str(found)


def test_pairable_players_are_not_named() -> None:
    # players 1, 2 and 3 can meet only player 4
    found = error(6, (1, 4), (2, 4), (3, 4), (5, 6))
    assert found.participants == (1, 2, 3)


def test_too_many_players_may_need_the_bye() -> None:
    # only players 1 and 2 may have the bye, and both can meet nobody
    found = error(5, (3, 4), (4, 5), (3, 5), bye=range(1, 3))
    assert "the bye" in str(found)
    assert found.participants == (1, 2, 3, 4, 5)


def test_nobody_may_have_the_bye() -> None:
    barred = state(*(player(n, may_have_bye=False) for n in (1, 2, 3)))
    found = nobody_for_the_bye(barred, "C.04.1.d", "each of them has had a win by forfeit")
    assert found is not None
    assert found.article == "C.04.1.d"
    assert found.participants == (1, 2, 3)
    assert "pairing-allocated bye: each of them has had a win by forfeit" in str(found)


def test_participants_are_named_by_the_numbers_of_their_file() -> None:
    everybody = [player(n) for n in (1, 2)]
    found = no_pairing("C.04.3 1.9.3", everybody, lambda _a, _b: False, lambda tpn: 100 + tpn)
    assert found.participants == (101, 102)
    assert "101" in str(found)


@pytest.mark.parametrize("size", [LARGEST_ANALYSED + 1, LARGEST_ANALYSED + 2])
def test_in_a_large_field_some_stuck_players_are_named(size: int) -> None:
    pairs = [(1, size), (2, size), (3, size)] + [(n, n + 1) for n in range(4, size - 1)]
    found = error(size, *pairs, bye=range(size, size + 1))
    assert found.participants
    assert set(found.participants) & {1, 2, 3}
