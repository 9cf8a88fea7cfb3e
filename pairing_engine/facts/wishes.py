"""The organiser's wishes. Every round is paired and checked with the wishes that apply to it (readings Z1 to Z10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import NamedTuple

from pairing_engine.facts.model import Strength, Tpn, Wish, WishKind


def in_force(wishes: Iterable[Wish], number: int) -> tuple[Wish, ...]:
    """Return the wishes that apply to a round."""
    return tuple(wish for wish in wishes if wish.is_in_force(number))


def _hard(wishes: Iterable[Wish], number: int, kind: WishKind) -> Iterator[Set[Tpn]]:
    for wish in in_force(wishes, number):
        if wish.kind is kind and wish.strength is Strength.HARD:
            yield from wish.groups


def groups_apart(wishes: Iterable[Wish], number: int) -> list[Set[Tpn]]:
    """Return the groups whose members may not meet in a round, because of hard wishes."""
    return list(_hard(wishes, number, WishKind.AVOID))


def barred_from_bye(wishes: Iterable[Wish], number: int, there: Iterable[Tpn]) -> Set[Tpn]:
    """Return the participants who may not get the pairing-allocated bye of a round, because of hard wishes.

    Participants who should not get the bye are barred. If participants who should get the bye are present, all other
    participants are barred. ``there`` lists the participants who are present.
    """
    everybody = frozenset(there)
    barred = everybody & frozenset().union(*_hard(wishes, number, WishKind.NO_BYE))
    preferred = everybody & frozenset().union(*_hard(wishes, number, WishKind.BYE))
    return barred | (everybody - preferred) if preferred else barred


class Wishing(NamedTuple):
    """The strong and the weak wishes of a round."""

    strong: WishesOfStrength
    weak: WishesOfStrength


class WishesOfStrength(NamedTuple):
    """All wishes of one strength for a round.

    ``apart`` lists the groups in which no two members should meet. ``bye`` lists the participants who should get the
    pairing-allocated bye. ``no_bye`` lists the participants who should not get the bye.
    """

    apart: tuple[frozenset[Tpn], ...] = ()
    bye: frozenset[Tpn] = frozenset()
    no_bye: frozenset[Tpn] = frozenset()


def wishing_of(wishes: Iterable[Wish], number: int) -> Wishing | None:
    """Return the strong and the weak wishes that apply to a round; None if there are none."""
    there = in_force(wishes, number)
    found = Wishing(*(_wanted(there, strength) for strength in (Strength.STRONG, Strength.WEAK)))
    return found if any(any(wanted) for wanted in found) else None


def _wanted(wishes: Iterable[Wish], strength: Strength) -> WishesOfStrength:
    of_kind: dict[WishKind, list[frozenset[Tpn]]] = {kind: [] for kind in WishKind}
    for wish in wishes:
        if wish.strength is strength:
            of_kind[wish.kind] += map(frozenset, wish.groups)
    apart = tuple(dict.fromkeys(group for group in of_kind[WishKind.AVOID] if len(group) > 1))
    return WishesOfStrength(apart, *(frozenset().union(*of_kind[kind]) for kind in (WishKind.BYE, WishKind.NO_BYE)))
