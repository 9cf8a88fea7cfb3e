"""The organiser's wishes about opponents and about the bye, in addition to the FIDE rules.

A wish is a fact of the event, like a prohibition. Wishes can be recorded in the file. Every round is paired and checked
with the wishes that apply to the round (readings Z1 to Z10).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from enum import Enum
from typing import TYPE_CHECKING

from pairing_engine.language import marked, say
from pairing_engine.values import NamedTuple

if TYPE_CHECKING:
    from pairing_engine.facts.terms import Tpn


class Strength(Enum):
    """The strength of a wish: hard, strong or weak."""

    WEAK = marked("weak")
    """Weak: less important than all criteria of the system, more important than the order of candidates."""
    STRONG = marked("strong")
    """Strong: less important than legality and the number of pairs, more important than all other criteria."""
    HARD = marked("hard")
    """Hard: never broken, like a prohibited pair (record 260) or a bar to the bye."""


class WishKind(Enum):
    """The kind of a wish; the value is the word in the record and in messages."""

    AVOID = marked("avoid")
    """The members of a group should not meet each other."""
    BYE = marked("prefer-bye")
    """One member of the group should get the pairing-allocated bye, if there is a bye."""
    NO_BYE = marked("no-bye")
    """No member of the group should get the pairing-allocated bye."""


class Wish(NamedTuple):
    """A wish about some rounds, with its strength.

    ``label`` is the name of the field that all members of a group share, such as ``federation``, or the word ``pairs``.
    A wish about the bye has only one group, and ``label`` lists the numbers of the members.
    """

    kind: WishKind
    strength: Strength
    first_round: int
    last_round: int
    label: str
    groups: tuple[Set[Tpn], ...]

    @property
    def words(self) -> str:
        """The kind, the label and the strength of the wish, in words.

        >>> Wish(WishKind.AVOID, Strength.WEAK, 1, 3, "club", ()).words
        'avoid club (weak)'
        """
        about = " ".join(filter(None, (say(self.kind.value), say(self.label))))
        return f"{about} ({say(self.strength.value)})"

    @property
    def named(self) -> frozenset[Tpn]:
        """All participants in the groups of the wish."""
        return frozenset().union(*self.groups)

    def is_in_force(self, number: int) -> bool:
        return self.first_round <= number <= self.last_round

    def is_broken_by(self, one: Tpn, other: Tpn) -> bool:
        """Whether the wish would keep the two players apart."""
        return self.kind is WishKind.AVOID and any(one in group and other in group for group in self.groups)


def in_force(wishes: Iterable[Wish], number: int) -> tuple[Wish, ...]:
    return tuple(wish for wish in wishes if wish.is_in_force(number))


def _hard(wishes: Iterable[Wish], number: int, kind: WishKind) -> Iterator[Set[Tpn]]:
    for wish in wishes:
        if wish.kind is kind and wish.strength is Strength.HARD and wish.is_in_force(number):
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

    strong: Wanted
    weak: Wanted


class Wanted(NamedTuple):
    """All wishes of one strength for a round.

    ``apart`` lists the groups in which no two members should meet. ``bye`` lists the participants who should get the
    pairing-allocated bye. ``no_bye`` lists the participants who should not get the bye.
    """

    apart: tuple[frozenset[Tpn], ...] = ()
    bye: frozenset[Tpn] = frozenset()
    no_bye: frozenset[Tpn] = frozenset()


NO_WISHES = Wishing(Wanted(), Wanted())


def wishing_of(wishes: Iterable[Wish], number: int) -> Wishing:
    there = in_force(wishes, number)
    return Wishing(*(_wanted(there, strength) for strength in (Strength.STRONG, Strength.WEAK)))


def _wanted(wishes: Iterable[Wish], strength: Strength) -> Wanted:
    of_kind: dict[WishKind, list[frozenset[Tpn]]] = {kind: [] for kind in WishKind}
    for wish in wishes:
        if wish.strength is strength:
            of_kind[wish.kind] += map(frozenset, wish.groups)
    apart = tuple(dict.fromkeys(group for group in of_kind[WishKind.AVOID] if len(group) > 1))
    return Wanted(apart, *(frozenset().union(*of_kind[kind]) for kind in (WishKind.BYE, WishKind.NO_BYE)))


__all__ = [
    "NO_WISHES",
    "Strength",
    "Wanted",
    "Wish",
    "WishKind",
    "Wishing",
    "barred_from_bye",
    "groups_apart",
    "in_force",
    "wishing_of",
]
