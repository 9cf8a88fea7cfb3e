"""The System that grants the wishes of a round: another value, with rules for them (readings Z1 to Z8)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import Tpn
from pairing_engine.facts.wishes import Strength, Wish, WishKind, in_force
from pairing_engine.language import say
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import NO_WISHES, GrantsWishes, System, Wanted, Wishing


def granting(system: System, state: RoundState) -> System:
    """The system with the wishes of the round that follows a state. Hard ones are no rules: they are in the state.

    Raises `BadRequest` if the system is a procedure, which has no place for others.
    """
    wishing = wishing_of(state.settings.wishes, state.number)
    if wishing == system.wishing:
        return system
    assert system.wishing == NO_WISHES, "a system is made to grant the wishes of one round"
    return _granting(system, wishing)


def wishing_of(wishes: Iterable[Wish], number: int) -> Wishing:
    """The wishes of a round that are not hard."""
    there = in_force(wishes, number)
    return Wishing(*(_wanted(there, strength) for strength in (Strength.STRONG, Strength.WEAK)))


def _wanted(wishes: Iterable[Wish], strength: Strength) -> Wanted:
    of_kind: dict[WishKind, list[frozenset[Tpn]]] = {kind: [] for kind in WishKind}
    for wish in wishes:
        if wish.strength is strength:
            of_kind[wish.kind] += map(frozenset, wish.groups)
    apart = tuple(dict.fromkeys(group for group in of_kind[WishKind.AVOID] if len(group) > 1))
    return Wanted(apart, *(frozenset().union(*of_kind[kind]) for kind in (WishKind.BYE, WishKind.NO_BYE)))


def can_grant(system: System, wishes: Iterable[Wish]) -> bool:
    """Can a system grant these wishes? Hard ones any can."""
    return all(wish.strength is Strength.HARD for wish in wishes) or _has_places(system)


def _has_places(system: System) -> bool:
    return system.number_of_pairs is not None and isinstance(system.process, GrantsWishes)


@lru_cache(maxsize=64)
def _granting(system: System, wishing: Wishing) -> System:
    if not _has_places(system):
        raise BadRequest(
            say(
                "the {title}, edition {edition}, is a procedure: weak and strong wishes have no place among "
                "its steps; wishes of strength hard do",
                title=say(system.title),
                edition=system.edition,
            ),
            "strength",
        )
    assert isinstance(system.process, GrantsWishes)
    return system.process.granting(system, wishing)


__all__ = ["can_grant", "granting", "wishing_of"]
