"""[C.04.3 2.4.5-2.4.8] The engine and the literal transcription compute the same costs for denied preferences."""

from __future__ import annotations

from itertools import product

import pytest

from pairing_engine.kernel.bracket import Edge
from pairing_engine.kernel.rules import Rule
from pairing_engine.systems.dutch import criteria
from tests.articles.literal import dutch
from tests.builders import bracket, player
from tests.internals import DUTCH_RULES

HISTORIES = ["".join(colours) for length in range(5) for colours in product("wb", repeat=length)]


def rules_called(code: str) -> list[Rule]:
    return [rule for rule in DUTCH_RULES if rule.code == code]


@pytest.mark.parametrize("code", ["C10", "C11", "C12", "C13"])
@pytest.mark.parametrize(("one_scores", "other_scores"), [(30, 30), (30, 10), (10, 10)])
def test_pair_costs_match_article_5(code: str, one_scores: int, other_scores: int) -> None:
    """[Readings D7, D8] Check the costs of pairs in a last round, for all combinations of colour histories."""
    (rule,) = rules_called(code)
    criterion = {"C10": dutch.c10, "C11": dutch.c11, "C12": dutch.c12, "C13": dutch.c13}[code]
    seen = set()
    for one, other in product(HISTORIES, repeat=2):
        players = player(1, one_scores, one), player(2, other_scores, other)
        here = bracket(players, last=True)
        literal = tuple(dutch.Player(p.tpn, p.score, p.colours, topscorer=p.score == 30) for p in players)
        if not dutch.may_meet(*literal):
            continue
        edge = Edge(*players)
        expected = criterion(None, dutch.Candidate((literal,), frozenset()))  # type: ignore[arg-type]
        assert (rule.cost(edge, here),) == expected, (one, other)
        seen.add(expected)
    assert len(seen) > 1 or (code in ("C10", "C11") and one_scores == other_scores == 10)


def test_rules_stand_in_the_order_of_article_2() -> None:
    codes = list(dict.fromkeys(rule.code for rule in DUTCH_RULES))
    assert codes == [f"C{number}" for number in range(5, 22)]


def test_rules_name_the_articles_of_the_handbook() -> None:
    for rule in DUTCH_RULES:
        number = int(rule.code[1:])
        assert rule.article == ("2.3.1" if number == 5 else f"2.4.{number - 5}")


@pytest.mark.parametrize("code", ["C10", "C11"])
def test_topscorers_matter_in_the_last_round_only(code: str) -> None:
    (rule,) = rules_called(code)
    assert rule.applies(bracket([player(1), player(2)], last=True))
    assert not rule.applies(bracket([player(1), player(2)], last=False))


def test_the_depth_of_the_limbo_makes_no_difference() -> None:
    here = bracket([player(4)], [player(1, 30, floats="-D"), player(2, 20, floats="-D"), player(3, 20)])
    for code in ("C18", "C20"):
        (rule,) = rules_called(code)
        assert rule.levels is not None
        assert rule.levels(here) == tuple(sorted({20, 10, 20 + criteria.LIMBO_DEPTH, 10 + criteria.LIMBO_DEPTH})[::-1])
