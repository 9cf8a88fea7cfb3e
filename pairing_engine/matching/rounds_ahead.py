"""Can these rounds be matched one after the other, so that no two vertices are matched twice? A bounded search, and
proofs that it is impossible.

Vertices are numbers. Each round has its own vertices, all of whom must be matched, and its own pairs. That it is
possible is shown by naming the pairs of all rounds. That it is not is shown by a group of odd size with too few pairs
that lead out of it, by a count of mates, or by trying everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from random import Random
from typing import NamedTuple

from pairing_engine.matching import Pair, lightest

Couple = tuple[int, int]


class Round(NamedTuple):
    """Who is in a round, and whom each may be matched with."""

    vertices: tuple[int, ...]
    near: dict[int, frozenset[int]]


class Verdict(Enum):
    """What was found."""

    FOUND = "found"
    """Rounds as they were asked for."""
    ALONE = "alone"
    """The vertices of a round cannot all be matched, even if it is looked at by itself."""
    CUT = "cut"
    """A group of odd size needs a pair with somebody outside it in each round, and has fewer such pairs than rounds."""
    FACTOR = "factor"
    """Not everybody can be given as many different mates as there are rounds, even if it does not matter when."""
    EXHAUSTED = "exhausted"
    """All ways were tried."""
    SPENT = "spent"
    """Nothing was found, and not everything was tried."""


class Answer(NamedTuple):
    """The verdict with its evidence: the ``rounds``; the ``place`` among them of the one that fails alone; or the
    ``group`` that has only so many ``pairs`` with others.
    """

    verdict: Verdict
    rounds: tuple[tuple[Couple, ...], ...] = ()
    place: int = 0
    group: tuple[int, ...] = ()
    pairs: int = 0


class Bounds(NamedTuple):
    """How long to look: ``tries`` matchings of all rounds by chance, then ``steps`` of a search that tries everything.
    With ``proofs`` the groups and counts are looked at that could show it to be impossible (`Verdict.CUT`, `FACTOR`).
    """

    tries: int
    steps: int
    proofs: bool


SMALL = Bounds(tries=40, steps=400_000, proofs=True)
LARGE = Bounds(tries=6, steps=0, proofs=False)
"""For few vertices, and for many."""

NOISE = 10
"""Where matchings are drawn by lot, a cost has so many bits."""


class _SpentError(Exception):
    """The complete search has taken all its steps."""


def rounds_ahead(rounds: Sequence[Round], bounds: Bounds) -> Answer:
    """Whether all these rounds can be matched, no couple twice.

    >>> square = Round((0, 1, 2, 3), {v: frozenset({0, 1, 2, 3}) - {v} for v in range(4)})
    >>> [rounds_ahead([square] * number, SMALL).verdict.value for number in (3, 4)]
    ['found', 'cut']
    """
    for place, one in enumerate(rounds):
        if _matched(one, frozenset(), Random(0)) is None:
            return Answer(Verdict.ALONE, place=place)
    if all(one == rounds[0] for one in rounds):
        group, pairs = _lonely(rounds[0])
        if pairs < len(rounds):
            return Answer(Verdict.CUT, group=group, pairs=pairs)
    for seed in range(bounds.tries):
        found = _by_chance(rounds, Random(seed))
        if found is not None:
            return Answer(Verdict.FOUND, found)
    if bounds.proofs and all(one == rounds[0] for one in rounds):
        group, pairs = _least_odd_cut(rounds[0])
        if pairs < len(rounds):
            return Answer(Verdict.CUT, group=group, pairs=pairs)
        if not _has_factor(rounds[0], len(rounds)):
            return Answer(Verdict.FACTOR)
    try:
        found = _Complete(rounds, bounds.steps).found()
    except _SpentError:
        return Answer(Verdict.SPENT)
    return Answer(Verdict.EXHAUSTED) if found is None else Answer(Verdict.FOUND, found)


def _couples(one: Round, taken: frozenset[Couple] | set[Couple]) -> Iterator[Couple]:
    """The pairs that a round can have, but for those taken; the smaller vertex comes first."""
    for u in one.vertices:
        for v in one.near[u]:
            if u < v and (u, v) not in taken:
                yield u, v


def _matched(one: Round, taken: frozenset[Couple] | set[Couple], chance: Random) -> list[Couple] | None:
    """Some matching of a round, drawn by lot, without the couples that are taken; None if there is none."""
    place = {v: number for number, v in enumerate(one.vertices)}
    pairs: list[Pair] = [(place[u], place[v], chance.getrandbits(NOISE)) for u, v in sorted(_couples(one, taken))]
    size = len(one.vertices)
    mates = lightest(pairs, [None] * size, NOISE + size.bit_length(), list)
    if mates is None:
        return None
    return [(one.vertices[i], one.vertices[mate]) for i, mate in enumerate(mates) if i < mate]


def _by_chance(rounds: Sequence[Round], chance: Random) -> tuple[tuple[Couple, ...], ...] | None:
    """All rounds, each with a matching drawn by lot; None if one of them has none left. The round with the fewest
    possible couples is matched first.
    """
    taken: set[Couple] = set()
    found: dict[int, tuple[Couple, ...]] = {}
    for place in sorted(range(len(rounds)), key=lambda place: sum(map(len, rounds[place].near.values()))):
        couples = _matched(rounds[place], taken, chance)
        if couples is None:
            return None
        found[place] = tuple(couples)
        taken.update((min(couple), max(couple)) for couple in couples)
    return tuple(found[place] for place in range(len(rounds)))


def _lonely(one: Round) -> tuple[tuple[int, ...], int]:
    """The vertex with the fewest possible mates, and how many they are."""
    found = min(one.vertices, key=lambda v: len(one.near[v]))
    return (found,), len(one.near[found])


def _least_odd_cut(one: Round) -> tuple[tuple[int, ...], int]:
    """The group of odd size with the fewest pairs that lead out of it, and how many they are. As the number of all
    vertices is even, it is one of the cuts of a Gomory-Hu tree (Padberg and Rao).
    """
    import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(one.vertices)
    graph.add_edges_from(_couples(one, frozenset()), capacity=1)
    if not networkx.is_connected(graph):
        parts: list[list[int]] = [sorted(part) for part in networkx.connected_components(graph)]
        odd = sorted((len(part), part) for part in parts if len(part) % 2)
        if odd:
            return tuple(odd[0][1]), 0
        graph.add_edges_from(((parts[0][0], part[0]) for part in parts[1:]), capacity=0)
    tree = networkx.gomory_hu_tree(graph)
    best: tuple[tuple[int, ...], int] = ((), len(one.vertices) ** 2)
    for u, v, weight in list(tree.edges(data="weight")):
        tree.remove_edge(u, v)
        side = networkx.node_connected_component(tree, u)
        tree.add_edge(u, v, weight=weight)
        if len(side) % 2 and weight < best[1]:
            others = set(one.vertices) - side
            best = tuple(sorted(side if len(side) <= len(others) else others)), int(weight)
    return best


def _has_factor(one: Round, number: int) -> bool:
    """Can everybody be given so many different mates at the same time?

    Tutte's construction makes one matching of this question. Each pair is an edge between two *ports*, one at each end.
    Each vertex with d ports gets d - ``number`` *cores*, which can be matched with any of its ports. If all ports and
    cores are matched, just so many ports of each vertex are left for its pairs.
    """
    ports: dict[tuple[int, Couple], int] = {}
    for couple in _couples(one, frozenset()):
        for v in couple:
            ports[v, couple] = len(ports)
    pairs: list[Pair] = [(ports[u, (u, v)], ports[v, (u, v)], 0) for u, v in _couples(one, frozenset())]
    size = len(ports)
    for v in one.vertices:
        own = [port for (owner, _), port in ports.items() if owner == v]
        for core in range(size, size + len(own) - number):
            pairs += [(port, core, 0) for port in own]
        size += max(len(own) - number, 0)
    return lightest(pairs, [None] * size, 1, list) is not None


class _Complete:
    """Tries all ways. Where all rounds are alike, their sequence does not matter: the first vertex then gets its mates
    in ascending order.
    """

    def __init__(self, rounds: Sequence[Round], steps: int) -> None:
        self.rounds = rounds
        self.steps = steps
        self.alike = all(one == rounds[0] for one in rounds)
        self.done: list[tuple[Couple, ...]] = []
        self.taken: set[Couple] = set()

    def found(self) -> tuple[tuple[Couple, ...], ...] | None:
        """The rounds; None if there are none. Raises `_SpentError`."""
        if len(self.done) == len(self.rounds):
            return tuple(self.done)
        if not all(self._is_possible(one) for one in self.rounds[len(self.done) :]):
            return None
        one = self.rounds[len(self.done)]
        for couples in self._matchings(one, list(one.vertices)):
            self.done.append(couples)
            self.taken.update(couples)
            found = self.found()
            if found is not None:
                return found
            self.done.pop()
            self.taken.difference_update(couples)
        return None

    def _is_possible(self, one: Round) -> bool:
        """Can this round still be matched by itself? Where all are alike: has everybody mates enough for all that are
        left?
        """
        if self.alike:
            left = len(self.rounds) - len(self.done)
            for v in one.vertices:
                if sum((min(u, v), max(u, v)) not in self.taken for u in one.near[v]) < left:
                    return False
        return _matched(one, self.taken, Random(0)) is not None

    def _matchings(self, one: Round, free: list[int]) -> Iterator[tuple[Couple, ...]]:
        """All ways to match these vertices of a round."""
        if not free:
            yield ()
            return
        self.steps -= 1
        if self.steps < 0:
            raise _SpentError
        there = set(free)

        def mates_of(v: int) -> list[int]:
            return [u for u in one.near[v] if u in there and (min(u, v), max(u, v)) not in self.taken]

        first = one.vertices[0]
        chosen = first if first in there else min(free, key=lambda v: len(mates_of(v)))
        least = -1
        if chosen == first and self.alike and self.done:
            least = next(max(couple) for couple in self.done[-1] if first in couple)
        for mate in sorted(mates_of(chosen)):
            if mate > least:
                rest = [v for v in free if v not in (chosen, mate)]
                for others in self._matchings(one, rest):
                    yield ((min(chosen, mate), max(chosen, mate)), *others)
