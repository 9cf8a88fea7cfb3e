"""The engine finds, evaluates and explains pairings by the same declared rules."""

from __future__ import annotations

from dataclasses import replace

from pairing_engine.kernel.bracket import Bracket, Edge, Region
from pairing_engine.kernel.rules import Rule, Weigher, costs_of, counts, kind_of, lists, lower_of
from pairing_engine.state.round_state import Player
from tests.builders import bracket, player


@counts("X1", "9.1", "players whose number is odd")
def odd_numbers(edge: Edge, _bracket: Bracket) -> int:
    return sum(p.tpn % 2 for p in edge.players)


@lists("X2", "9.2", "scores of those who float", levels=lambda _: (30, 20, 10))
def floating_scores(edge: Edge, _bracket: Bracket) -> int:
    return int(edge.upper.score) if edge.floats else 0


@counts("X3", "9.3", "never", applies=lambda _: False)
def never(_edge: Edge, _bracket: Bracket) -> int:
    raise AssertionError("not asked")


def down(p: Player) -> Edge:
    return Edge(p, None, Region.BRACKET, Region.BELOW)


ONE, TWO, THREE, FOUR = (player(n, score) for n, score in ((1, 30), (2, 20), (3, 20), (4, 10)))
HERE = bracket([FOUR], [ONE, TWO, THREE])


def test_a_rule_that_counts_adds_up() -> None:
    assert odd_numbers.total([Edge(ONE, FOUR), down(THREE), down(TWO)], HERE) == 2
    assert odd_numbers.total([], HERE) == 0


def test_a_rule_that_lists_compares_in_descending_order() -> None:
    assert floating_scores.total([down(TWO), Edge(THREE, FOUR), down(ONE)], HERE) == (30, 20)
    assert floating_scores.total([Edge(THREE, FOUR)], HERE) == ()


def test_counted_players_are_on_the_edges_with_costs() -> None:
    edges = [Edge(TWO, FOUR), down(ONE), Edge(THREE, FOUR)]
    assert odd_numbers.counted(edges, HERE, frozenset()) == (ONE.tpn, THREE.tpn, FOUR.tpn)
    lower = replace(odd_numbers, who=lower_of)
    assert lower.counted(edges, HERE, frozenset()) == (FOUR.tpn,)


def test_costs_omit_zeros() -> None:
    assert costs_of((odd_numbers, floating_scores), Edge(TWO, FOUR), HERE) == ()
    assert costs_of((odd_numbers, floating_scores), down(ONE), HERE) == ((odd_numbers, 1), (floating_scores, 30))


def test_packed_values_are_plain_ints() -> None:
    """Check that no cost is a bool, because networkx would then turn all costs into floats."""
    truth = Rule("X4", "9.4", "truth", lambda edge, _: edge.floats)
    weigher = Weigher((truth,), HERE, 4)
    assert type(weigher.pack(costs_of((truth,), down(ONE), HERE))) is int


def test_earlier_rules_and_higher_levels_outweigh_later_ones() -> None:
    weigher = Weigher((odd_numbers, floating_scores), HERE, 4)

    def weight(*edges: Edge) -> int:
        return sum(weigher.pack(costs_of(weigher.rules, edge, HERE)) for edge in edges)

    assert weight(down(TWO), down(FOUR)) < weight(Edge(ONE, FOUR))
    assert weight(down(TWO), Edge(FOUR, player(6))) < weight(down(TWO), down(FOUR))


def test_the_most_significant_field_comes_first() -> None:
    weigher = Weigher((odd_numbers, floating_scores), HERE, 4)
    assert [(field.low, field.width) for field in weigher.fields] == [(9, 3), (6, 3), (3, 3), (0, 3)]
    assert weigher.bits == 12


def test_a_bounded_rule_gets_a_field_for_its_bound() -> None:
    bounded = Rule("X5", "9.5", "bounded", odd_numbers.cost, most=99)
    assert Weigher((bounded,), HERE, 2).bits == 7


def test_equal_profiles_are_of_one_kind() -> None:
    assert kind_of(("a", 1)) == kind_of(("a", 1)) != kind_of(("a", 2))


def test_a_rule_says_where_it_applies() -> None:
    assert odd_numbers.applies(HERE)
    assert not never.applies(HERE)
