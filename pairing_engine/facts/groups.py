"""Sets of participants that need little memory, even for many large groups.

A file can contain thousands of groups with thousands of members. Ordinary Python sets would need too much memory for
such a file.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence, Set

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
        return (Tpn(place) for place, bit in enumerate(reversed(f"{self.bits:b}")) if bit == "1")

    def __len__(self) -> int:
        return self.bits.bit_count()

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


def joined(one: Set[Tpn], other: Set[Tpn]) -> Set[Tpn]:
    """Unite two sets. If at least one of the sets is stored as bits, the union is stored as bits, too."""
    if not (isinstance(one, Members) or isinstance(other, Members)):
        return one | other
    return Members(as_bits(one) | as_bits(other))


def as_bits(members: Set[Tpn]) -> int:
    return members.bits if isinstance(members, Members) else bits_of(members)


class People:
    """All participants of an event, in the order of their numbers in the file."""

    def __init__(self, numbers: Iterable[int], tpns: Sequence[Tpn] | None = None) -> None:
        """Create the list of participants; without ``tpns``, each participant's number is also the TPN."""
        self.numbers = sorted(numbers)
        self.tpns = [Tpn(number) for number in self.numbers] if tpns is None else tpns
        self.place_of = {tpn: place for place, tpn in enumerate(self.tpns)}


class Ranges(Set[Tpn]):
    """A set of participants whose numbers form a few ranges.

    Each pair in ``spans`` contains the first position of a range, and the first position after the range. The ranges
    are in ascending order and do not overlap.
    """

    __slots__ = ("people", "spans")

    def __init__(self, people: People, spans: tuple[tuple[int, int], ...]) -> None:
        self.people = people
        self.spans = spans

    @classmethod
    def between(cls, people: People, first: int, last: int) -> Ranges:
        """Return the participants with numbers from ``first`` to ``last``.

        >>> sorted(Ranges.between(People([1, 2, 5, 7]), 2, 6))
        [2, 5]
        """
        start, stop = bisect_left(people.numbers, first), bisect_right(people.numbers, last)
        return cls(people, ((start, stop),) if start < stop else ())

    @classmethod
    def union(cls, sets: Sequence[Ranges]) -> Ranges:
        """Unite one or more sets, all from the same list of participants."""
        merged: list[tuple[int, int]] = []
        for start, stop in sorted(span for one in sets for span in one.spans):
            if merged and start <= merged[-1][1]:
                merged[-1] = merged[-1][0], max(stop, merged[-1][1])
            else:
                merged.append((start, stop))
        return cls(sets[0].people, tuple(merged))

    @classmethod
    def _from_iterable(cls, it: Iterable[object]) -> frozenset[Tpn]:  # type: ignore[override]
        return frozenset(Tpn(number) for number in it if isinstance(number, int))

    def __contains__(self, tpn: object) -> bool:
        place = self.people.place_of.get(tpn)  # type: ignore[call-overload]
        if place is None:
            return False
        at = bisect_right(self.spans, (place, len(self.people.numbers))) - 1
        return at >= 0 and place < self.spans[at][1]

    def __iter__(self) -> Iterator[Tpn]:
        tpns = self.people.tpns
        return (tpns[place] for start, stop in self.spans for place in range(start, stop))

    def __len__(self) -> int:
        return sum(stop - start for start, stop in self.spans)

    def __hash__(self) -> int:
        return self._hash()


class Claims:
    """A record of participants who were already taken, so that each participant belongs to only one set.

    Each participant is visited only once, even if there are many sets, because ranges skip participants who were
    already taken.
    """

    def __init__(self) -> None:
        self._next: dict[int, list[int]] = {}
        self._kept: list[People] = []
        self._claimed: set[Tpn] = set()

    def claim(self, members: Collection[Tpn]) -> list[Tpn]:
        """Return the members who were not taken before, and mark these members as taken."""
        new = list(self._in_ranges(members)) if isinstance(members, Ranges) else list(members)
        new = [tpn for tpn in new if tpn not in self._claimed]
        self._claimed.update(new)
        return new

    def _in_ranges(self, ranges: Ranges) -> Iterator[Tpn]:
        people = ranges.people
        following = self._next.get(id(people))
        if following is None:
            following = self._next[id(people)] = list(range(len(people.tpns) + 1))
            self._kept.append(people)  # so that no other object gets the same id
        for start, stop in ranges.spans:
            place = _leap(following, start)
            while place < stop:
                yield people.tpns[place]
                following[place] = place + 1
                place = _leap(following, place + 1)


def _leap(following: list[int], place: int) -> int:
    """Find the first free position at or after ``place``."""
    end = place
    while following[end] != end:
        end = following[end]
    while following[place] != end:
        following[place], place = end, following[place]
    return end


MOST_AS_SETS = 250_000
"""The maximum number of barred opponents, over all participants, to store in ordinary Python sets.

A larger number of opponents is stored as bits, which are slower but save memory.
"""


class Barred:
    """The barred opponents of each participant: the other members of the participant's groups."""

    def __init__(self, groups: Collection[Set[Tpn]]) -> None:
        self._of: dict[Tpn, list[int]] = {}
        different = list(dict.fromkeys(map(frozenset, groups)))
        self._as_sets = sum(len(group) ** 2 for group in different) <= MOST_AS_SETS
        self._groups = different
        self._bits = [] if self._as_sets else [bits_of(group) for group in different]
        for place, group in enumerate(different):
            for tpn in group:
                self._of.setdefault(tpn, []).append(place)
        self._known: dict[Tpn, int] = {}

    def __bool__(self) -> bool:
        return bool(self._groups)

    def of(self, tpn: Tpn, met: frozenset[Tpn]) -> Set[Tpn]:
        """Return all barred opponents of a player: earlier opponents (``met``) and members of the same groups."""
        places = self._of.get(tpn)
        if places is None:
            return met
        if self._as_sets:
            return met.union(*(self._groups[place] for place in places)) - {tpn}
        bits = self._known.get(tpn)
        if bits is None:
            bits = 0
            for place in places:
                bits |= self._bits[place]
            bits = self._known[tpn] = bits & ~(1 << tpn)
        return Members(bits | bits_of(met) if met else bits)
