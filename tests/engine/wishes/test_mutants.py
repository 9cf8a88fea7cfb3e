"""Brute force detects every fault that these tests put into the code for wishes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

import pytest

from pairing_engine.errors import IllegalPairing
from pairing_engine.facts import model as facts
from pairing_engine.systems import system
from pairing_engine.systems.dubov.process import KeptApart, Subgroups
from pairing_engine.systems.dubov.process import _DubovMethod as DubovMethod
from pairing_engine.systems.shared import wish_rules as rules
from pairing_engine.systems.shared.top_scoregroup import _TopScoregroupMethod as MatchMethod
from pairing_engine.systems.shared.wish_rules import ByeOfTheBest
from pairing_engine.systems.shared.wish_rules import _StrongByeMethod as StrongBye
from tests.articles.literal.facts import Paired
from tests.articles.mutants.changes import rewritten
from tests.engine.wishes.granting import KINDS, Case

pytestmark = pytest.mark.mutants

ENGINES = ("auto", "reference")

MOST_ROUNDS = 1_500


class Mutant(NamedTuple):
    """A deliberate fault in the source code of a function.

    With this fault, the engine pairs some random rounds of the system ``kind`` wrongly. The search for such a round
    begins at the seed ``first``.
    """

    kind: str
    function: Callable[..., Any]
    old: str
    new: str
    first: int = 0


AMONG = "(*self.first, *criteria[:place], *self.strong, *criteria[place:], *self.weak)"

MUTANTS = {
    "weak: dropped": Mutant("dutch-2026", rules.WishRules.among, ", *self.weak)", ")"),
    "weak: before the other criteria": Mutant(
        "dutch-2026",
        rules.WishRules.among,
        AMONG,
        "(*self.first, *criteria[:place], *self.strong, *self.weak, *criteria[place:])",
    ),
    "weak: before the last criterion": Mutant(
        "burstein",
        rules.WishRules.among,
        "*criteria[place:], *self.weak)",
        "*criteria[place:-1], *self.weak, *criteria[-1:])",
    ),
    "weak: of matches dropped": Mutant("team", rules.WishRules.among, ", *self.weak)", ")"),
    "weak: dropped in 2017": Mutant("dutch-2017", rules.WishRules.among, ", *self.weak)", ")"),
    "strong: dropped": Mutant("dutch-2026", rules.WishRules.among, " *self.strong,", ""),
    "strong: after the other criteria": Mutant(
        "dutch-2026",
        rules.WishRules.among,
        AMONG,
        "(*self.first, *criteria, *self.strong, *self.weak)",
    ),
    "strong: before the number of pairs": Mutant(
        "dutch-2026", rules.WishRules.among, "criteria.index(number_of_pairs) + 1", "criteria.index(number_of_pairs)"
    ),
    "strong: before the number of pairs in 2017": Mutant(
        "dutch-2017", rules.WishRules.among, "criteria.index(number_of_pairs) + 1", "criteria.index(number_of_pairs)"
    ),
    "strong: of matches before the number of upfloaters": Mutant(
        "double-swiss", rules.WishRules.among, "criteria.index(number_of_pairs) + 1", "0"
    ),
    "strong: in Dubov after the other criteria": Mutant(
        "dubov", rules.WishRules.among, AMONG, "(*self.first, *criteria, *self.strong, *self.weak)"
    ),
    "strong and weak: exchanged": Mutant(
        "dutch-2026", facts.wishing_of, "(Strength.STRONG, Strength.WEAK)", "(Strength.WEAK, Strength.STRONG)"
    ),
    "hard: forbids nothing": Mutant("dutch-2026", facts.groups_apart, "number, WishKind.AVOID", "0, WishKind.AVOID"),
    "hard: those who should have the bye may be passed over": Mutant(
        "dutch-2026", facts.barred_from_bye, "if preferred else barred", "if False else barred"
    ),
    "hard: those who should not have the bye may": Mutant(
        "dutch-2026", facts.barred_from_bye, "_hard(wishes, number, WishKind.NO_BYE)", "_hard((), 0, WishKind.NO_BYE)"
    ),
    "pairs: of the bracket never break a wish": Mutant(
        "dutch-2026", rules._PairsOfBracket.applies, "self.apart.matters_to(bracket.members)", "False"
    ),
    "pairs: with upfloaters never break a wish": Mutant(
        "team",
        rules._PairsWithUpfloaters.applies,
        "self.apart.matters_to(bracket.residents + bracket.following + bracket.beyond)",
        "self.apart.matters_to(bracket.residents)",
    ),
    "pairs: profiles do not know groups": Mutant(
        "dutch-2026",
        rules._ProfileWithWishes.__call__,
        "tuple([apart.of.get(player.tpn) for apart in self.apart])",
        "()",
    ),
    "bye: profiles do not know it": Mutant(
        "dutch-2026", rules._ProfileWithWishes.__call__, "if bracket.odd else None", "if False else None"
    ),
    "bye: who should not have it costs nothing": Mutant(
        "dutch-2026", rules.ByeWish.cost, " + int(tpn in self.no_bye)", ""
    ),
    "bye: who should have it costs as much as others": Mutant(
        "dubov", rules.ByeWish.cost, "int(bool(self.bye) and tpn not in self.bye) + ", ""
    ),
    "bye: strong in the Dutch System, the worst first": Mutant(
        "dutch-2026", StrongBye._open_to_the_best, "sorted(set(costs.values()))", "sorted(set(costs.values()))[::-1]"
    ),
    "bye: strong in the Dutch System, whoever it leaves unpaired": Mutant(
        "dutch-2026",
        StrongBye._open_to_the_best,
        "if can_somebody_have_it(players, lambda a, b: may_meet(a, b, state), backend):",
        "if True:",
    ),
    "bye: strong in 2017 dropped": Mutant("dutch-2017", ByeOfTheBest.__call__, "set(self.rules) <=", "set() >"),
    "bye: weak in the Dutch System wherever somebody floats": Mutant(
        "dutch-2026", rules._ByeOfBracket.applies, "bracket.allots_bye", "True", 1_650
    ),
    "bye: strong after the order of Dubov": Mutant(
        "dubov", rules.bye_steps, "(*first, *steps[:-1], *late, *steps[-1:])", "(*steps, *first, *late)"
    ),
    "bye: weak before the order of Burstein": Mutant(
        "burstein", rules.bye_steps, "(*first, *steps[:-1], *late, *steps[-1:])", "(*first, *late, *steps)"
    ),
    "bye: weak after the order of matches": Mutant(
        "double-swiss", rules.bye_steps, "(*first, *steps[:-1], *late, *steps[-1:])", "(*first, *steps, *late)"
    ),
    "walk: heeds no wish": Mutant(
        "dutch-2026", rules.Heeding.__call__, "if (mates := mates_of(p.tpn, NOBODY)) else p", "if False else p"
    ),
    "walk: knows no wish about the bye": Mutant(
        "dutch-2026",
        rules.Heeding.__call__,
        "self.has_bye_wish and bracket.odd and not bracket.following",
        "False",
    ),
    "walk: of matches heeds no wish": Mutant("team", MatchMethod._walked, "if keeps_apart(one, other):", "if False:"),
    "sets: the set of FIDE mode stands whatever it breaks": Mutant(
        "team", MatchMethod._granting_at_once, "allowed(a, b) and not strong(a, b)", "allowed(a, b)"
    ),
    "sets: the set of FIDE mode stands in Dubov whatever it breaks": Mutant(
        "dubov", DubovMethod.upfloaters, ".at_once() is not None", ".players is not None"
    ),
    "Dubov: transpositions heed no wish": Mutant(
        "dubov", Subgroups._may_meet_and_should, " and not self.apart.cost(one, other)", ""
    ),
    "Dubov: weak wishes are not seen": Mutant("dubov", KeptApart.cost, " + self.weak(one, other)", ""),
    "Dubov: shifters know no strong wish": Mutant(
        "dubov", Subgroups._best, "if strong is not None and strong(one, other):", "if False:"
    ),
    "Dubov: the first transposition knows no wish": Mutant(
        "dubov", Subgroups._first_transposition, "cost += broken << order.bits", "pass"
    ),
}


@cache
def case_with_answer(kind: str, seed: int) -> tuple[Case, Paired | None]:
    case = KINDS[kind](seed)
    return case, case.brute_force(case.wishes)


@contextmanager
def mutated(mutant: Mutant) -> Iterator[None]:
    system._granting.cache_clear()
    with rewritten(mutant.function, mutant.old, mutant.new):
        yield
    system._granting.cache_clear()


def is_told_apart(mutant: Mutant, seed: int) -> bool:
    """Whether the mutated engine disagrees with brute force.

    A failed assertion or an illegal pairing also counts as a disagreement.
    """
    case, expected = case_with_answer(mutant.kind, seed)
    try:
        return any(case.engine(engine) != expected for engine in ENGINES)
    except (AssertionError, IllegalPairing):
        return True


@pytest.mark.parametrize("name", MUTANTS)
def test_brute_force_detects_every_mutant(name: str) -> None:
    mutant = MUTANTS[name]
    with mutated(mutant):
        assert any(is_told_apart(mutant, seed) for seed in range(mutant.first, mutant.first + MOST_ROUNDS)), (
            f"no round reveals the mutant: {name}"
        )
