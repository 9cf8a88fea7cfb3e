"""Sets of participants that need little memory, even for many large groups.

A file can contain thousands of groups with thousands of members. Ordinary Python sets would need too much memory for
such a file.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cached_property
from itertools import accumulate
from operator import or_

from pairing_engine.facts.model import Tpn


class Members(Set[Tpn]):
    """A set of participants, stored as the bits of a whole number."""

    __slots__ = ("bits",)

    def __init__(self, bits: int = 0) -> None:
        """Create the set: bit n of ``bits`` is set if n is a member."""
        self.bits = bits

    @classmethod
    def _from_iterable(cls, it: Iterable[object]) -> Members:  # type: ignore[override]
        return cls(bits_of(number for number in it if isinstance(number, int)))

    def __contains__(self, tpn: object) -> bool:
        return isinstance(tpn, int) and bool(self.bits >> tpn & 1)

    def __iter__(self) -> Iterator[Tpn]:
        left = self.bits
        while left:
            yield Tpn((left & -left).bit_length() - 1)
            left &= left - 1

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __or__(self, other: Set[Tpn]) -> Members:  # type: ignore[override]
        return Members(self.bits | as_bits(other))

    __ror__ = __or__

    def __sub__(self, other: Set[Tpn]) -> Members:
        return Members(self.bits & ~as_bits(other))

    def __hash__(self) -> int:
        return self._hash()


def bits_of(numbers: Iterable[int]) -> int:
    """Return a whole number in which only the given bits are 1.

    >>> bits_of([1, 3]), bits_of([])
    (10, 0)
    """
    listed = list(numbers)
    flags = bytearray(max(listed, default=0) // 8 + 1)
    for number in listed:
        flags[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(flags, "little")


def as_bits(members: Set[Tpn]) -> int:
    return members.bits if isinstance(members, Members) else bits_of(members)


class People:
    """All participants of an event, in the order of their numbers in the file."""

    def __init__(self, numbers: Iterable[int], tpns: Sequence[Tpn] | None = None) -> None:
        """Create the list of participants; without ``tpns``, each participant's number is also the TPN."""
        self.numbers = sorted(numbers)
        self._tpns: Sequence[int] = self.numbers if tpns is None else tpns

    @cached_property
    def _first(self) -> list[int]:
        """The bits of no participant, of the first participant, of the first two, and so on."""
        return list(accumulate((1 << tpn for tpn in self._tpns), or_, initial=0))

    def between(self, first: int, last: int) -> Members:
        """Return the participants with numbers from ``first`` to ``last``.

        >>> sorted(People([1, 2, 5, 7]).between(2, 6)), sorted(People([1, 2], [Tpn(8), Tpn(9)]).between(2, 3))
        ([2, 5], [9])
        """
        start, stop = bisect_left(self.numbers, first), bisect_right(self.numbers, last)
        return Members(self._first[stop] ^ self._first[start]) if start < stop else Members()


MOST_AS_SETS = 250_000
"""The maximum number of barred opponents, over all participants, to store in ordinary Python sets.

A larger number of opponents is stored as bits, which are slower but save memory.
"""


def in_little_memory(members: frozenset[Tpn], sets: int) -> Set[Tpn]:
    """Return the members as a set or, if so many ``sets`` with these members would take too much memory, as bits."""
    return members if len(members) * sets <= MOST_AS_SETS else Members(bits_of(members))


class Barred:
    """The barred opponents of each participant: the other members of the participant's groups."""

    def __init__(self, groups: Iterable[Set[Tpn]]) -> None:
        different = dict.fromkeys(map(frozenset, groups))
        few = sum(len(group) ** 2 for group in different) <= MOST_AS_SETS
        self._of: dict[Tpn, Set[Tpn]] = {}
        for group in different:
            members = group if few else Members(bits_of(group))
            for tpn in group:
                self._of[tpn] = self._of[tpn] | members if tpn in self._of else members

    def __bool__(self) -> bool:
        return bool(self._of)

    def of(self, tpn: Tpn, met: frozenset[Tpn]) -> Set[Tpn]:
        """Return all barred opponents of a player: earlier opponents (``met``) and members of the same groups."""
        others = self._of.get(tpn)
        if others is None:
            return met
        return (others | met) - {tpn}
