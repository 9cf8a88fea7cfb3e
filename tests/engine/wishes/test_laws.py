from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from pairing_engine import NoPairing, PairedRound, pair
from pairing_engine.facts import model
from pairing_engine.facts.model import Strength, Tpn
from pairing_engine.kernel.rules import Rule, Total
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.systems.shared.wish_rules import STRONG, WEAK
from pairing_engine.systems.system import System
from tests.conftest import some
from tests.engine.wishes.granting import KINDS, Asked, Case, Wishes, all_rounds, random_asked, with_wishes

SEEDS = range(150)
"""The seeds of random rounds. Many seeds are needed, because few wishes change a round."""

FEW = (4, 5, 16, 26, 37, 42, 48, 62, 98, 132)
"""In every system, wishes change the pairing with at least one of these seeds."""

FEW_OR_ALL = pytest.mark.parametrize("seeds", some([FEW, SEEDS], 1), ids=["few", "all"])

BLOCKS = some([range(50), range(50, 100), range(100, 150)], 1)

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


@FEW_OR_ALL
@pytest.mark.parametrize("kind", CRITERIA_KINDS)
def test_a_weak_wish_costs_its_first_bracket_no_criterion(kind: str, seeds: Sequence[int]) -> None:
    changed = 0
    for seed in seeds:
        case = KINDS[kind](seed)
        asked = replace(random_asked(Random(seed), participants(case)), bye=frozenset(), no_bye=frozenset())
        plain, wished = answer(case, Wishes()), answer(case, Wishes(weak=asked))
        assert (plain is None) == (wished is None)
        both = None if plain is None or wished is None else first_difference(plain, wished)
        if plain is not None and both is not None:
            changed += 1
            system = plain.system.for_round(plain.state)
            assert totals(system, both[0]) == totals(system, both[1]), seed
            assert broken(both[1], asked) < broken(both[0], asked), seed
    assert changed


@FEW_OR_ALL
@pytest.mark.parametrize("kind", list(KINDS))
def test_a_strong_wish_costs_its_first_bracket_no_pair(kind: str, seeds: Sequence[int]) -> None:
    changed = 0
    for seed in seeds:
        case = KINDS[kind](seed)
        asked = replace(random_asked(Random(seed), participants(case)), bye=frozenset(), no_bye=frozenset())
        plain, wished = answer(case, Wishes()), answer(case, Wishes(strong=asked))
        assert (plain is None) == (wished is None)
        both = None if plain is None or wished is None else first_difference(plain, wished)
        if both is not None:
            changed += 1
            assert len(both[0].pairing.pairs) == len(both[1].pairing.pairs), seed
            assert broken(both[1], asked) <= broken(both[0], asked), seed
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
def test_a_hard_wish_holds_and_prevents_no_possible_round(kind: str, seeds: range) -> None:
    for seed in seeds:
        case = KINDS[kind](seed)
        asked = random_asked(Random(seed), participants(case))
        asked = replace(asked, groups=asked.groups[-2:], bye=frozenset(), no_bye=frozenset())
        plain, wished = answer(case, Wishes()), answer(case, Wishes(hard=asked))
        if wished is not None:
            assert not any(asked.breaks(*pair) for pair in pairs(wished)), seed
        elif plain is not None:
            assert not any(True for _ in legal_rounds(plain, asked)), seed


def legal_rounds(plain: PairedRound, asked: Asked) -> list[frozenset[frozenset[int]]]:
    """List all legal pairings without a pair that a wish forbids."""
    state, system = plain.state, plain.system.for_round(plain.state)
    players = system.with_preferences(state).by_tpn

    def may_meet(a: int, b: int) -> bool:
        one, other = sorted((players[Tpn(a)], players[Tpn(b)]), key=lambda p: (-p.score, p.tpn))
        return system.may_meet(one, other, state) and not asked.breaks(a, b)

    found = all_rounds(sorted(players), may_meet)
    alone = ((found, [tpn for part in found if len(part) == 1 for tpn in part]) for found in found)
    return [found for found, byes in alone if all(players[Tpn(tpn)].may_have_bye for tpn in byes)]


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


@pytest.mark.parametrize("system", ["dutch", "burstein", "double-swiss"])
@pytest.mark.parametrize("strength", [Strength.WEAK, Strength.STRONG])
def test_in_round_one_as_few_clubmates_meet_as_in_any_round(system: str, strength: Strength) -> None:
    for seed in range(60):
        rng = Random(seed)
        size = rng.choice((4, 6, 7, 8))
        clubs = [rng.randrange(rng.choice((2, 3))) for _ in range(size)]
        groups = tuple(frozenset(Tpn(n + 1) for n in range(size) if clubs[n] == club) for club in set(clubs))
        wish = model.Wish(model.WishKind.AVOID, strength, 1, model.MAX_ROUNDS, "club", groups)
        event = model.Tournament(
            "",
            tuple(model.Participant(Tpn(n)) for n in range(1, size + 1)),
            settings=model.Settings(rounds=5, initial_colour=model.Colour.WHITE, wishes=(wish,)),
        )
        found = pair(event, system=system)
        there = [tpn for tpn in range(1, size + 1) if tpn != found.bye]  # this wish does not affect the bye
        if system == "dutch":
            there = list(range(1, size + 1))
        least = min(
            sum(len(part) == 2 and any(part <= group for group in groups) for part in one)
            for one in all_rounds(there, lambda a, b: True)
        )
        assert sum(wish.is_broken_by(*board[:2]) for board in found.boards) == least, seed
