"""The engine lists the candidates of a bracket in the order of the rules."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import pytest

from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import Player
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.shared.in_order import from_the_ends, transpositions
from tests.builders import player, tournament

SYSTEM = SYSTEMS["dutch"]["2026"]


def players(number: int) -> tuple[Player, ...]:
    return state_before(tournament(number), 1, SYSTEM.conventions).players


def barred(lot: Random, number: int) -> set[frozenset[int]]:
    share = lot.random() * 0.6
    return {frozenset(pair) for pair in combinations(range(1, number + 1), 2) if lot.random() < share}


@pytest.mark.parametrize("seed", range(60))
def test_transpositions_come_in_the_order_of_their_numbers(seed: int) -> None:
    lot = Random(seed)
    number, size = lot.randint(0, 4), lot.randint(2, 6)
    everybody = players(number + size)
    bars = barred(lot, number + size)

    def fits(one: Player, other: Player) -> bool:
        return frozenset((one.tpn, other.tpn)) not in bars

    tops, others = everybody[:number], everybody[number:]
    expected = [
        tuple(zip(tops, chosen, strict=True))
        for chosen in permutations(others, number)
        if all(fits(top, other) for top, other in zip(tops, chosen, strict=True))
    ]
    assert list(transpositions(tops, others, fits)) == expected


def written(members: tuple[int, ...], pairs: int) -> list[tuple[tuple[int, int], ...]]:
    """[C.04.4.2 4.3] List all candidates in the order of the article."""
    if not pairs:
        return [()]
    if len(members) < 2 * pairs:
        return []
    first, *others = members
    found = []
    for last in reversed(others):
        rest = tuple(one for one in others if one != last)
        found += [((first, last), *more) for more in written(rest, pairs - 1)]
    return found + written(tuple(others), pairs)


@pytest.mark.parametrize("seed", range(60))
def test_pairings_from_the_ends_come_in_order(seed: int) -> None:
    lot = Random(seed)
    size = lot.randint(2, 7)
    pairs = lot.randint(0, size // 2)
    members, bars = players(size), barred(lot, size)
    found = from_the_ends(members, pairs, lambda one, other: frozenset((one.tpn, other.tpn)) not in bars)
    told = [tuple((one.tpn, other.tpn) for one, other in candidate.pairs) for candidate in found]
    expected = written(tuple(player.tpn for player in members), pairs)
    assert told == [one for one in expected if not any(frozenset(pair) in bars for pair in one)]


def test_a_bracket_of_thousands_has_a_first_candidate() -> None:
    """Check that listing 2,000 pairs does not exceed Python's recursion limit."""
    everybody = tuple(player(number) for number in range(1, 4_001))
    first = next(transpositions(everybody[:2_000], everybody[2_000:], lambda _one, _other: True))
    assert [(one.tpn, other.tpn) for one, other in first] == [(tpn, tpn + 2_000) for tpn in range(1, 2_001)]
    ends = next(from_the_ends(everybody, 2_000, lambda _one, _other: True))
    assert [(one.tpn, other.tpn) for one, other in ends.pairs] == [(tpn, 4_001 - tpn) for tpn in range(1, 2_001)]
