"""In every small bracket, the engine and the transcription list the candidates in the same order (Article 4)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pairing_engine.kernel.order import Order
from pairing_engine.systems.burstein.order import descending_order
from pairing_engine.systems.dutch.orders_2026 import mdp_order, resident_order
from tests.articles.literal import dutch

Pairs = tuple[tuple[int, int], ...]


def total(order: Order, pairs: Pairs, size: int) -> int:
    left = set(range(1, size + 1)).difference(*pairs)
    return sum(order.pair(top - 1, bottom - 1) for top, bottom in pairs) + sum(order.other[bsn - 1] for bsn in left)


def in_sequence(size: int, pairs: int) -> list[Pairs]:
    """List the distinct candidates of a homogeneous bracket in the sequence of Article 3.6."""
    found: dict[frozenset[frozenset[int]], Pairs] = {}
    for s1, s2 in dutch.compositions(size, pairs):
        for transposition in dutch.transpositions(s2, pairs):
            made = list(zip(s1, transposition, strict=True))
            candidate = tuple(sorted((min(pair), max(pair)) for pair in made))
            found.setdefault(frozenset(map(frozenset, made)), candidate)
    return list(found.values())


@pytest.mark.parametrize(("size", "pairs"), [(s, p) for s in range(2, 8) for p in range(1, s // 2 + 1)] + [(8, 3)])
def test_resident_order_is_the_sequence_of_article_3_6(size: int, pairs: int) -> None:
    order = resident_order(size, pairs)
    places = [total(order, candidate, size) for candidate in in_sequence(size, pairs)]
    assert len(places) > 1 or size == 2
    assert all(one < other for one, other in pairwise(places))
    assert max(places) < 1 << order.bits


@pytest.mark.parametrize(
    ("mdps", "residents", "m1"), [(1, 3, 1), (2, 2, 2), (2, 4, 2), (3, 3, 2), (3, 2, 1), (2, 3, 0)]
)
def test_mdp_order_is_the_sequence_of_articles_3_7_2_and_3_7_3(mdps: int, residents: int, m1: int) -> None:
    size = mdps + residents
    order = mdp_order(mdps, size)
    players = [dutch.Player(bsn, 20) for bsn in range(1, mdps + 1)]
    sets = list(dutch.mdp_sets(players, m1, (20,) * (mdps - m1)))
    candidates: list[Pairs] = [
        tuple(zip(s1, transposition, strict=True))
        for s1 in sets
        for transposition in dutch.transpositions(range(mdps + 1, size + 1), m1)
    ]
    places = [total(order, candidate, size) for candidate in candidates]
    assert all(one < other for one, other in pairwise(places))
    assert max(places) < 1 << order.bits


def test_residents_add_nothing_to_the_order_of_mdps() -> None:
    order = mdp_order(2, 6)
    assert order.other[2:] == [0] * 4
    assert order.pair(2, 5) == 0


@pytest.mark.parametrize(
    ("one", "other", "article"),
    [
        (((1, 4), (2, 5), (3, 6)), ((1, 4), (2, 6), (3, 5)), "4.2.2"),
        (((1, 4), (2, 5), (3, 6)), ((1, 3), (2, 5), (4, 6)), "4.3.2.1"),
        (((1, 3), (2, 5), (4, 6)), ((1, 3), (2, 4), (5, 6)), "4.3.2.2"),
        (((1, 3), (2, 4), (5, 6)), ((1, 2), (3, 5), (4, 6)), "4.3.2.3"),
    ],
)
def test_the_article_that_sets_two_candidates_apart(one: Pairs, other: Pairs, article: str) -> None:
    order = resident_order(6, 3)
    places = total(order, one, 6), total(order, other, 6)
    assert places[0] < places[1]
    assert order.deciding(*places).article == article
    assert order.deciding(*reversed(places)).article == article


def test_the_article_that_sets_two_sets_of_mdps_apart() -> None:
    order = mdp_order(2, 4)
    one, other = total(order, ((1, 3),), 4), total(order, ((2, 3),), 4)
    assert order.deciding(one, other).article == "4.4.2"


def test_the_digit_of_a_place_is_decided_by_its_player_alone() -> None:
    order = resident_order(6, 3)
    for digit in order.digits:
        if digit.place is None:
            continue
        mask = (1 << digit.width) - 1 << digit.low
        for top in range(6):
            for bottom in range(top + 1, 6):
                if digit.place not in (top, bottom):
                    assert order.pair(top, bottom) & mask == 0


@pytest.mark.parametrize("order", [resident_order(7, 3), mdp_order(2, 7), descending_order(6)])
def test_digits_cover_all_bits_from_the_most_significant_on(order: Order) -> None:
    assert order.digits[0].low + order.digits[0].width == order.bits
    assert all(one.low == other.low + other.width for one, other in pairwise(order.digits))
    assert order.digits[-1].low == 0
