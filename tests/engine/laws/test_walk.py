"""A walk tries the candidates in order, and ends at the first of the best candidates.

A walk may also give up without an answer.
"""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from pairing_engine.kernel.bracket import Bracket, Edge
from pairing_engine.kernel.bracket_graph import Horizon
from pairing_engine.state.conventions import ABSOLUTE, DOWN, STRONG
from pairing_engine.systems.dutch.walk import walk
from pairing_engine.systems.shared.counting import count, least_denied
from tests.builders import player, show_bracket
from tests.engine.laws.strategies import brackets, many
from tests.internals import DUTCH_RULES, asked


@many(5)
@given(brackets(most=10))
def test_a_walk_ends_where_the_matching_of_the_bracket_does(of: Bracket) -> None:
    of = replace(of, odd=False)
    found = walk(of)
    if found is not None:
        assert show_bracket(found) == show_bracket(asked(of, Horizon.ALONE))


@many(10)
@given(brackets(most=10))
def test_a_walk_of_the_last_bracket_ends_like_the_matching(of: Bracket) -> None:
    of = replace(of, odd=len(of.members) % 2 == 1)
    found = walk(of)
    if found is not None:
        assert show_bracket(found) == show_bracket(asked(of, Horizon.EVERYBODY))


@many(5)
@given(brackets(most=8))
def test_a_walk_without_exchanges_agrees_with_counting(of: Bracket) -> None:
    of = replace(of, mdps=(), odd=False, state=replace(of.state, is_last=False))
    residents = of.residents
    best = asked(of, Horizon.ALONE)
    if len(best.floaters) != len(residents) % 2 or any(DOWN in p.floats[-2:] for p in best.floaters):
        return
    edges = [Edge(upper, lower) for upper, lower in best.pairs]
    denied = tuple(rule.total(edges, of) for rule in DUTCH_RULES if rule.code in ("C12", "C13"))
    paired = [[p for p in residents if p != floater] for floater in residents] if best.floaters else [residents]
    in_order = [upper for upper, _ in best.pairs] == list(residents[: len(residents) // 2])
    if in_order and denied == min(least_denied(count(players)) for players in paired):
        assert walk(of) == best


PREFERENCES = ("", "wb", "bw", "b", "w", "bb", "ww")


@many(3)
@given(st.lists(st.sampled_from(PREFERENCES), max_size=8).filter(lambda found: len(found) % 2 == 0))
def test_the_bound_for_denied_preferences_is_exact(histories: list[str]) -> None:
    """[C12, C13] Compare the lower bound for the number of denied preferences with brute force."""
    preferences = tuple(player(n, 10, colours).preference for n, colours in enumerate(histories, 1))

    def least(left: tuple[int, ...]) -> tuple[int, int] | None:
        if not left:
            return 0, 0
        first, *others = left
        found = []
        for place, other in enumerate(others):
            rest = least((*others[:place], *others[place + 1 :]))
            if rest is not None and first * other != ABSOLUTE * ABSOLUTE:
                denied = first * other > 0
                strong = denied and min(abs(first), abs(other)) == STRONG
                found.append((rest[0] + denied, rest[1] + strong))
        return min(found, default=None)

    best = least(preferences)
    if best is not None:
        assert least_denied(count([player(n, 10, colours) for n, colours in enumerate(histories, 1)])) == best
