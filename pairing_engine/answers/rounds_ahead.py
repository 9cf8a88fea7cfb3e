"""A search for complete matchings of several rounds in which no pair meets twice.

Each round has its own vertices, which are numbers, and its own possible pairs. The search takes a limited number of
steps. It can also prove that the rounds are impossible: by an odd group with too few pairs to other vertices, by
vertices with too few possible partners, or because all possibilities were tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from random import Random
from typing import NamedTuple

from pairing_engine.kernel.engine import engine_of
from pairing_engine.language import marked
from pairing_engine.matching import Backend, Pair
from pairing_engine.matching.cover import UNMATCHED, Augmenting, bits, bits_of
from pairing_engine.under_way import doing

Couple = tuple[int, int]


class OpenRound(NamedTuple):
    """The vertices of a round, and a bit set of possible partners for each vertex."""

    vertices: tuple[int, ...]
    near: Mapping[int, int]


class SearchVerdict(Enum):
    """The result of a search for several rounds."""

    FOUND = "found"
    """The search found a matching for every round."""
    ALONE = "alone"
    """One of the rounds cannot be matched completely, even if no pairs are excluded because of other rounds."""
    CUT = "cut"
    """A group of vertices has too few possible pairs with other vertices."""
    FACTOR = "factor"
    """The vertices cannot all have enough different partners, whatever the order of the rounds."""
    EXHAUSTED = "exhausted"
    """All possibilities were tried without success."""
    SPENT = "spent"
    """The search ran out of steps before it found an answer."""


class SearchAnswer(NamedTuple):
    """The verdict of a search, with its evidence: the matched rounds, or why there are none.

    ``place`` is the position, from 0, of a round that cannot be matched. The ``group`` of vertices needs ``needed``
    pairs with other vertices, but only ``pairs`` are possible.
    """

    verdict: SearchVerdict
    rounds: tuple[tuple[Couple, ...], ...] = ()
    place: int = 0
    group: tuple[int, ...] = ()
    pairs: int = 0
    needed: int = 0


STEPS = 8_000_000
"""The maximum number of steps of a search (a few seconds)."""

TRIES, WITHOUT_PROOFS = 40, 6
"""The numbers of attempts to match all rounds at random: before the search for a proof, and without such a search."""

FREE = 10
"""The number of steps that a matching of a round uses up for each vertex."""


class SpentError(Exception):
    """The error raised when a search has used all of its steps."""


class Steps:
    """The number of steps that a search, or several searches, may still take."""

    def __init__(self, number: int) -> None:
        self.left = number

    def take(self, number: int) -> None:
        """Reduce the number of steps that are left. Raises `SpentError` if too few steps are left."""
        self.left -= number
        if self.left < 0:
            raise SpentError


def rounds_ahead(rounds: Sequence[OpenRound], steps: Steps | None = None, *, proofs: bool = True) -> SearchAnswer:
    """Search for a matching of each round so that no pair meets twice; searches may share one limit of ``steps``.

    First, all rounds are matched at random several times. With ``proofs``, the search then looks for a proof of
    impossibility (`SearchVerdict.CUT` and `SearchVerdict.FACTOR`), and finally tries all possibilities.

    >>> square = OpenRound((0, 1, 2, 3), {v: 0b1111 & ~(1 << v) for v in range(4)})
    >>> [rounds_ahead([square] * number).verdict.value for number in (3, 4)]
    ['found', 'cut']
    """
    steps = Steps(STEPS) if steps is None else steps
    try:
        fault = _too_few(rounds, steps)
        if fault is not None:
            return fault
        for seed in range(TRIES if proofs else WITHOUT_PROOFS):
            found = _by_chance(rounds, Random(seed), steps)
            if found is not None:
                return SearchAnswer(SearchVerdict.FOUND, found)
        if not proofs:
            return SearchAnswer(SearchVerdict.SPENT)
        doing(marked("looking for a proof that these rounds are impossible"))
        group, pairs, needed = _least_odd_cut(rounds)
        if pairs < needed:
            return SearchAnswer(SearchVerdict.CUT, group=group, pairs=pairs, needed=needed)
        if not _has_factor(_union(rounds), _needed(rounds)):
            return SearchAnswer(SearchVerdict.FACTOR)
        found = _Complete(rounds, steps).found()
    except SpentError:
        return SearchAnswer(SearchVerdict.SPENT)
    return SearchAnswer(SearchVerdict.EXHAUSTED) if found is None else SearchAnswer(SearchVerdict.FOUND, found)


def _needed(rounds: Sequence[OpenRound]) -> Counter[int]:
    """Count the rounds of each vertex."""
    return Counter(v for one in rounds for v in one.vertices)


def _too_few(rounds: Sequence[OpenRound], steps: Steps) -> SearchAnswer | None:
    """Look for a round or a vertex that cannot be matched even on its own. Raises `SpentError`."""
    union, needed = _union(rounds), _needed(rounds)
    lonely = min(needed, key=lambda v: union.near[v].bit_count() - needed[v])
    left = union.near[lonely].bit_count()
    different = {id(one): place for place, one in reversed(list(enumerate(rounds)))}
    for number, place in enumerate(sorted(different.values()), start=1):
        doing(marked("looking at each round alone"), number, len(different))
        if _matched(rounds[place], {}, Random(0), steps) is None:
            return SearchAnswer(SearchVerdict.ALONE, place=place)
    if left < needed[lonely]:
        return SearchAnswer(SearchVerdict.CUT, group=(lonely,), pairs=left, needed=needed[lonely])
    return None


def _union(rounds: Sequence[OpenRound]) -> OpenRound:
    """Build a graph with the vertices and the possible pairs of several rounds."""
    near: dict[int, int] = {}
    for one in dict(zip(map(id, rounds), rounds, strict=True)).values():
        for v, mates in one.near.items():
            near[v] = near.get(v, 0) | mates
    return OpenRound(tuple(sorted(near)), near)


def _couples(one: OpenRound) -> Iterator[Couple]:
    """Yield the possible pairs of a round, each with its smaller vertex first."""
    for u in one.vertices:
        for v in bits(one.near[u] >> u << u):
            yield u, v


def _matched(one: OpenRound, taken: Mapping[int, int], chance: Random, steps: Steps) -> tuple[Couple, ...] | None:
    """Match a round at random without the pairs ``taken`` by others; None if impossible. Raises `SpentError`."""
    steps.take(len(one.vertices) * FREE)
    near = [0] * (one.vertices[-1] + 1 if one.vertices else 0)
    for v in one.vertices:
        near[v] = one.near[v] & ~taken.get(v, 0)
    order = sorted(one.vertices, key=lambda v: (near[v].bit_count(), chance.random()))
    inside = bits_of(one.vertices)
    cover = Augmenting(near, inside, _drawn(near, inside, order, chance))
    for v in order:
        if cover.mates[v] == UNMATCHED:
            steps.take(len(one.vertices) * FREE)
            cover.demanded = inside & ~cover.single
            if not cover.demand(v):
                return None
    return tuple((v, mate) for v, mate in enumerate(cover.mates) if v < mate)


def _drawn(near: Sequence[int], free: int, order: Sequence[int], chance: Random) -> Iterator[Couple]:
    """Yield random pairs: in the given order, each free vertex chooses one of its free partners."""
    for v in order:
        mates = near[v] & free
        if free >> v & 1 and mates:
            place = chance.randrange(mates.bit_length())
            mates = mates >> place << place
            mate = (mates & -mates).bit_length() - 1
            free &= ~(1 << v | 1 << mate)
            yield v, mate


def _by_chance(rounds: Sequence[OpenRound], chance: Random, steps: Steps) -> tuple[tuple[Couple, ...], ...] | None:
    """Match every round at random, the one with the fewest pairs first; None if impossible. Raises `SpentError`."""
    taken: dict[int, int] = {}
    found: dict[int, tuple[Couple, ...]] = {}
    sizes = {id(one): sum(mates.bit_count() for mates in one.near.values()) for one in rounds}
    for place in sorted(range(len(rounds)), key=lambda place: sizes[id(rounds[place])]):
        doing(marked("searching for rounds that can be paired"), len(found) + 1, len(rounds))
        couples = _matched(rounds[place], taken, chance, steps)
        if couples is None:
            return None
        found[place] = couples
        _take(taken, couples)
    return tuple(found[place] for place in range(len(rounds)))


def _take(taken: dict[int, int], couples: Sequence[Couple]) -> None:
    for u, v in couples:
        taken[u] = taken.get(u, 0) | 1 << v
        taken[v] = taken.get(v, 0) | 1 << u


def _least_odd_cut(rounds: Sequence[OpenRound]) -> tuple[tuple[int, ...], int, int]:
    """Find the group of vertices with the greatest shortage of pairs with other vertices.

    It needs one in each round in which it has an odd number of vertices. Return the group, how many are possible, and
    how many it needs. If all rounds are alike and the graph is connected, the group is a side of a cut in a Gomory-Hu
    tree (Padberg and Rao). If the graph is not connected, only its connected parts are compared.
    """
    import networkx

    graph, union = networkx.Graph(), _union(rounds)
    graph.add_nodes_from(union.vertices)
    graph.add_edges_from(_couples(union), capacity=1)
    parts: list[set[int]] = list(networkx.connected_components(graph))
    cuts = [(part, 0) for part in parts]
    if len(parts) == 1:
        tree = networkx.gomory_hu_tree(graph)
        for u, v, weight in list(tree.edges(data="weight")):
            tree.remove_edge(u, v)
            cuts.append((networkx.node_connected_component(tree, u), int(weight)))
            tree.add_edge(u, v, weight=weight)
    found: list[tuple[int, tuple[int, ...], int, int]] = []
    for side, pairs in cuts:
        needed = sum(len(side.intersection(one.vertices)) % 2 for one in rounds)
        others = set(union.vertices) - side
        found.append((pairs - needed, tuple(sorted(side if len(side) <= len(others) else others)), pairs, needed))
    return min(found)[1:]


def _has_factor(one: OpenRound, needed: Mapping[int, int]) -> bool:
    """Return whether every vertex can have as many different partners as it needs.

    Tutte's construction turns the problem into a search for one complete matching in a larger graph. Each pair becomes
    an edge between two *ports*, one for each end. A vertex with d ports gets d minus ``needed`` *cores*, which can be
    matched with any of its ports. So in a complete matching, exactly ``needed`` of its ports are matched with those of
    other vertices.
    """
    ports: dict[tuple[int, Couple], int] = {}
    for couple in _couples(one):
        for v in couple:
            ports[v, couple] = len(ports)
    pairs: list[Pair] = [(ports[u, (u, v)], ports[v, (u, v)], 0) for u, v in _couples(one)]
    size = len(ports)
    for v in one.vertices:
        own = [port for (owner, _), port in ports.items() if owner == v]
        cores = max(len(own) - needed[v], 0)
        for core in range(size, size + cores):
            pairs += [(port, core, 0) for port in own]
        size += cores
    return engine_of(Backend.AUTO).lightest(pairs, [None] * size, [1]) is not None


class _Complete:
    """An exhaustive search for matchings of all rounds.

    If all rounds are alike, it tries only one order of them: the partners of the first vertex have rising numbers.
    """

    def __init__(self, rounds: Sequence[OpenRound], steps: Steps) -> None:
        self.rounds = rounds
        self.steps = steps
        self.alike = all(one == rounds[0] for one in rounds)
        self.done: list[tuple[Couple, ...]] = []
        self.taken: dict[int, int] = {}

    def found(self) -> tuple[tuple[Couple, ...], ...] | None:
        """Match all rounds; None if that is impossible. Raises `SpentError`."""
        doing(marked("trying all ways to pair the rounds"), len(self.done) + 1, len(self.rounds))
        if len(self.done) == len(self.rounds):
            return tuple(self.done)
        if not all(self._is_possible(one) for one in self.rounds[len(self.done) :]):
            return None
        one, before = self.rounds[len(self.done)], self.taken
        for couples in self._matchings(one, bits_of(one.vertices)):
            self.done.append(couples)
            self.taken = dict(before)
            _take(self.taken, couples)
            found = self.found()
            if found is not None:
                return found
            self.done.pop()
            self.taken = before
        return None

    def _is_possible(self, one: OpenRound) -> bool:
        """Whether a round can still be matched; if all are alike, also with partners for all remaining rounds."""
        if self.alike:
            left = len(self.rounds) - len(self.done)
            if any((one.near[v] & ~self.taken.get(v, 0)).bit_count() < left for v in one.vertices):
                return False
        return _matched(one, self.taken, Random(0), self.steps) is not None

    def _matchings(self, one: OpenRound, free: int) -> Iterator[tuple[Couple, ...]]:
        if not free:
            yield ()
            return
        self.steps.take(free.bit_count() * FREE)
        left = {v: one.near[v] & free & ~self.taken.get(v, 0) for v in bits(free)}
        first = one.vertices[0]
        chosen = first if first in left else min(left, key=lambda v: left[v].bit_count())
        least = -1
        if chosen == first and self.alike and self.done:
            least = next(max(couple) for couple in self.done[-1] if first in couple)
        for mate in bits(left[chosen] >> (least + 1) << (least + 1)):
            for others in self._matchings(one, free & ~(1 << chosen | 1 << mate)):
                yield ((min(chosen, mate), max(chosen, mate)), *others)
