from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from pairing_engine import NoPairing, PairedRound, pair
from pairing_engine.facts.model import Tpn
from pairing_engine.kernel.rules import Rule, Total
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.systems.shared.wish_rules import STRONG, WEAK
from pairing_engine.systems.system import System
from tests.conftest import some
from tests.engine.wishes.granting import KINDS, Asked, Case, Wishes, random_asked, with_wishes

SEEDS = range(150)
"""The seeds of random rounds. Many seeds are needed, because few wishes change a round."""

FEW = (4, 5, 16, 26, 37, 42, 48, 62, 98, 132)
"""In every system, wishes change the pairing with at least one of these seeds."""

FEW_OR_ALL = pytest.mark.parametrize("seeds", some([FEW, SEEDS], 1), ids=["few", "all"])

BLOCKS = some([range(15), range(15, 100), range(100, 150)], 1)

CRITERIA_KINDS = [kind for kind in KINDS if kind not in ("dubov", "double-swiss", "team")]
"""Systems with criteria that compare complete pairings of a bracket."""


def answer(case: Case, wishes: Wishes) -> PairedRound | None:
    try:
        return pair(with_wishes(case.tournament, wishes), system=case.system, edition=case.edition)
    except NoPairing:
        return None


def pairs(paired: PairedRound) -> list[frozenset[Tpn]]:
    return [frozenset((board.white, board.black)) for board in paired.boards]


def first_difference(one: PairedRound, other: PairedRound) -> tuple[BracketTrace, BracketTrace] | None:
    """Return both traces of the first bracket with different pairs, or None."""
    traces = zip(one.trace, other.trace, strict=False)
    return next(((a, b) for a, b in traces if a.pairing != b.pairing), None)


def totals(system: System, trace: BracketTrace) -> list[tuple[Rule, Total]]:
    return system.method.totals(trace)


STRENGTHS = [*(("weak", kind) for kind in CRITERIA_KINDS), *(("strong", kind) for kind in KINDS)]


@FEW_OR_ALL
@pytest.mark.parametrize(("strength", "kind"), STRENGTHS)
def test_a_wish_costs_its_first_bracket_nothing_above_it(strength: str, kind: str, seeds: Sequence[int]) -> None:
    """A weak wish costs no criterion, and a strong wish costs no pair."""
    changed = 0
    for seed in seeds:
        case = KINDS[kind](seed)
        asked = replace(random_asked(Random(seed), participants(case)), bye=frozenset(), no_bye=frozenset())
        plain, wished = answer(case, Wishes()), answer(case, replace(Wishes(), **{strength: asked}))
        assert (plain is None) == (wished is None)
        both = None if plain is None or wished is None else first_difference(plain, wished)
        if plain is not None and both is not None:
            changed += 1
            system = plain.system.for_round(plain.state)
            assert len(both[0].pairing.pairs) == len(both[1].pairing.pairs), seed
            assert strength == "strong" or totals(system, both[0]) == totals(system, both[1]), seed
            assert broken(both[1], asked) - broken(both[0], asked) < (strength == "strong"), seed
    assert changed


@FEW_OR_ALL
@pytest.mark.parametrize("kind", list(KINDS))
def test_an_account_tells_a_wish_once(kind: str, seeds: Sequence[int]) -> None:
    """[Z8] Check that an account lists each wish only once, even if it affects both upfloaters and pairs."""
    told = 0
    for seed in seeds:
        case = KINDS[kind](seed)
        asked = replace(random_asked(Random(seed), participants(case)), bye=frozenset(), no_bye=frozenset())
        for wishes, code in ((Wishes(strong=asked), STRONG), (Wishes(weak=asked), WEAK)):
            wished = answer(case, wishes)
            for bracket in () if wished is None else wished.account.brackets:
                totals_of_wish = [one.total for one in bracket.unmet if one.code == code]
                assert len(totals_of_wish) <= 1, seed
                told += len(totals_of_wish)
    assert told  # an account mentions only wishes that have an effect (reading Z1)


@pytest.mark.parametrize("seeds", BLOCKS)
@pytest.mark.parametrize("kind", list(KINDS))
def test_a_fide_round_that_grants_every_wish_is_the_round(kind: str, seeds: range) -> None:
    for seed in seeds:
        case = KINDS[kind](seed)
        plain = answer(case, Wishes())
        if plain is not None:
            met = set(pairs(plain))
            rng = Random(seed)
            groups = [frozenset(rng.sample(participants(case), 2)) for _ in range(6)]
            groups = [group for group in groups if group not in met]
            for strength in ("weak", "strong"):
                asked = Asked(tuple(groups), no_bye=frozenset(participants(case)[:1]) - {plain.bye})
                wished = answer(case, replace(Wishes(), **{strength: asked}))
                assert wished is not None
                assert (wished.boards, wished.bye) == (plain.boards, plain.bye), seed
                assert case.brute_force(replace(Wishes(), **{strength: asked})) == case.brute_force(Wishes()), seed


def participants(case: Case) -> list[int]:
    return [int(participant.tpn) for participant in case.tournament.participants]


def broken(trace: BracketTrace, asked: Asked) -> int:
    return sum(asked.breaks(one.tpn, other.tpn) for one, other in trace.pairing.pairs)
