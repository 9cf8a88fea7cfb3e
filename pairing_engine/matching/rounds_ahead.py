"""A bounded search for matchings of several rounds in which no pair meets twice, or a proof that there are none.

Vertices are numbers. Each round has its own vertices, all of which must be matched, and its own possible pairs. If the
search succeeds, the pairs of all rounds are the proof. Three things prove that it is impossible: a group of odd size
with too few pairs that lead out of it, vertices with too few possible partners, and an exhaustive search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from random import Random
from typing import NoReturn

from pairing_engine.language import marked
from pairing_engine.matching import Pair, lightest
from pairing_engine.under_way import doing
from pairing_engine.values import NamedTuple

Couple = tuple[int, int]


class Round(NamedTuple):
    """The vertices of a round, and the possible partners of each vertex."""

    vertices: tuple[int, ...]
    near: dict[int, frozenset[int]]


class Verdict(Enum):
    """The result of a search for several rounds."""

    FOUND = "found"
    """The requested rounds were found."""
    ALONE = "alone"
    """One of the rounds cannot be matched completely, even without the other rounds."""
    CUT = "cut"
    """A group of odd size has fewer pairs leading out of it than there are rounds."""
    FACTOR = "factor"
    """Some vertices have too few different partners for their rounds, in whatever order the rounds are played."""
    EXHAUSTED = "exhausted"
    """All possibilities were tried without success."""
    SPENT = "spent"
    """The search reached its limit, so nothing is proved."""


class Answer(NamedTuple):
    """The verdict of a search, with the evidence for it.

    The evidence is one of three things: the matched ``rounds``; the ``place``, among the rounds, of a round that cannot
    be matched even alone; or a ``group`` of vertices that has only ``pairs`` possible pairs with others although it
    needs ``needed`` of them.
    """

    verdict: Verdict
    rounds: tuple[tuple[Couple, ...], ...] = ()
    place: int = 0
    group: tuple[int, ...] = ()
    pairs: int = 0
    needed: int = 0


class Bounds(NamedTuple):
    """The limits of a search.

    First, all rounds are matched at random ``tries`` times. Then an exhaustive search follows. Both together take at
    most ``steps`` steps; in one step, a matching examines one pair. With ``proofs``, the search also looks for proofs
    that the rounds are impossible (`Verdict.CUT` and `Verdict.FACTOR`).
    """

    tries: int
    steps: int
    proofs: bool


STEPS = 8_000_000
"""The maximum number of steps of a search, which take a few seconds altogether."""

SMALL = Bounds(tries=40, steps=STEPS, proofs=True)
LARGE = Bounds(tries=6, steps=STEPS, proofs=False)
"""The bounds of a search for many vertices."""

NOISE = 10
"""The number of random bits in the cost of a pair when matchings are drawn at random."""


FREE = 10
"""The number of steps that the exhaustive search counts for each unmatched vertex of a round."""


class SpentError(Exception):
    """The error raised when a search has used all of its steps."""


class Steps:
    """The number of steps that a search, or several searches, may still take."""

    def __init__(self, number: int) -> None:
        self.left = number

    def take(self, number: int) -> None:
        """Use up steps. Raises `SpentError` if too few are left."""
        self.left -= number
        if self.left < 0:
            raise SpentError


def rounds_ahead(rounds: Sequence[Round], bounds: Bounds, steps: Steps | None = None) -> Answer:
    """Whether all these rounds can be matched so that no pair meets twice.

    ``steps`` lets several searches share one limit. Whatever it is, all rounds are matched at random once.

    >>> square = Round((0, 1, 2, 3), {v: frozenset({0, 1, 2, 3}) - {v} for v in range(4)})
    >>> [rounds_ahead([square] * number, SMALL).verdict.value for number in (3, 4)]
    ['found', 'cut']
    """
    steps = Steps(bounds.steps) if steps is None else steps
    fault = _too_few(rounds)
    if fault is not None:
        return fault
    try:
        found = _by_chance(rounds, Random(0), Steps(len(rounds) * _most_of_one(rounds)))
        for seed in range(1, bounds.tries):
            found = found or _by_chance(rounds, Random(seed), steps)
        if found is None and bounds.proofs:
            fault = _proof(rounds)
        if found is None and fault is None:
            found = _Complete(rounds, steps).found() if bounds.proofs else _none()
    except SpentError:
        return Answer(Verdict.SPENT)
    if fault is not None:
        return fault
    return Answer(Verdict.EXHAUSTED) if found is None else Answer(Verdict.FOUND, found)


def _none() -> NoReturn:
    """Stop because the exhaustive search is left out. Raises `SpentError`."""
    raise SpentError


def _most_of_one(rounds: Sequence[Round]) -> int:
    return max(_steps_of(len(one.vertices), sum(map(len, one.near.values())) // 2) for one in rounds)


def _steps_of(vertices: int, pairs: int) -> int:
    """The number of steps that one matching costs."""
    return pairs + vertices**2


def _too_few(rounds: Sequence[Round]) -> Answer | None:
    """A simple proof that the rounds are impossible, from each round alone and from the number of possible partners."""
    for place, one in enumerate(rounds):
        if one not in rounds[:place] and _matched(one, frozenset(), Random(0)) is None:
            return Answer(Verdict.ALONE, place=place)
    union = _union(rounds)
    needed = Counter(v for one in rounds for v in one.vertices)
    lonely = min(needed, key=lambda v: len(union.near[v]) - needed[v])
    if len(union.near[lonely]) < needed[lonely]:
        return Answer(Verdict.CUT, group=(lonely,), pairs=len(union.near[lonely]), needed=needed[lonely])
    return None


def _union(rounds: Sequence[Round]) -> Round:
    """A round with all vertices of these rounds, and every pair that is possible in at least one of them."""
    near: dict[int, frozenset[int]] = {}
    for one in dict(zip(map(id, rounds), rounds, strict=True)).values():
        for v, mates in one.near.items():
            near[v] = near.get(v, frozenset()) | mates
    return Round(tuple(sorted(near)), near)


def _proof(rounds: Sequence[Round]) -> Answer | None:
    """A proof of impossibility, from an odd group or from the number of partners that each vertex needs."""
    union = _union(rounds)
    group, pairs, needed = _least_odd_cut(union, rounds)
    if pairs < needed:
        return Answer(Verdict.CUT, group=group, pairs=pairs, needed=needed)
    if not _has_factor(union, Counter(v for one in rounds for v in one.vertices)):
        return Answer(Verdict.FACTOR)
    return None


def _couples(one: Round, taken: frozenset[Couple] | set[Couple]) -> Iterator[Couple]:
    """The possible pairs of a round that are not taken yet, each with its smaller vertex first."""
    for u in one.vertices:
        for v in one.near[u]:
            if u < v and (u, v) not in taken:
                yield u, v


def _matched(one: Round, taken: frozenset[Couple] | set[Couple], chance: Random) -> list[Couple] | None:
    """A random matching of a round without the pairs that are taken; None if there is none."""
    place = {v: number for number, v in enumerate(one.vertices)}
    pairs: list[Pair] = [(place[u], place[v], chance.getrandbits(NOISE)) for u, v in sorted(_couples(one, taken))]
    size = len(one.vertices)
    mates = lightest(pairs, [None] * size, NOISE + size.bit_length(), list)
    if mates is None:
        return None
    return [(one.vertices[i], one.vertices[mate]) for i, mate in enumerate(mates) if i < mate]


def _by_chance(rounds: Sequence[Round], chance: Random, steps: Steps) -> tuple[tuple[Couple, ...], ...] | None:
    """A random matching of every round, without a repeated pair; None if one of the rounds cannot be matched any more.

    The round with the fewest possible pairs is matched first. Raises `SpentError`.
    """
    taken: set[Couple] = set()
    found: dict[int, tuple[Couple, ...]] = {}
    for place in sorted(range(len(rounds)), key=lambda place: sum(map(len, rounds[place].near.values()))):
        doing(marked("looking for rounds"), len(found) + 1, len(rounds))
        steps.take(_steps_of(len(rounds[place].vertices), sum(map(len, rounds[place].near.values())) // 2))
        couples = _matched(rounds[place], taken, chance)
        if couples is None:
            return None
        found[place] = tuple(couples)
        taken.update((min(couple), max(couple)) for couple in couples)
    return tuple(found[place] for place in range(len(rounds)))


def _least_odd_cut(union: Round, rounds: Sequence[Round]) -> tuple[tuple[int, ...], int, int]:
    """The group of vertices that has the fewest pairs leading out of it, compared with the number that it needs.

    In each round in which its size is odd, the group needs such a pair. Return the group, its number of pairs, and the
    number needed. If all rounds are alike, the group is one of the cuts of a Gomory-Hu tree (Padberg and Rao).
    """
    import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(union.vertices)
    graph.add_edges_from(_couples(union, frozenset()), capacity=1)
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


def _has_factor(one: Round, needed: Mapping[int, int]) -> bool:
    """Whether every vertex can get as many different partners as it needs.

    Tutte's construction turns this into a single matching. Each pair becomes an edge between two *ports*, one for each
    of its ends. A vertex with d ports gets d - ``needed`` additional vertices, its *cores*, which can be matched with
    any of its ports. If all ports and cores are matched, exactly the needed number of each vertex's ports are matched
    with ports of other vertices.
    """
    ports: dict[tuple[int, Couple], int] = {}
    for couple in _couples(one, frozenset()):
        for v in couple:
            ports[v, couple] = len(ports)
    pairs: list[Pair] = [(ports[u, (u, v)], ports[v, (u, v)], 0) for u, v in _couples(one, frozenset())]
    size = len(ports)
    for v in one.vertices:
        own = [port for (owner, _), port in ports.items() if owner == v]
        cores = max(len(own) - needed[v], 0)
        for core in range(size, size + cores):
            pairs += [(port, core, 0) for port in own]
        size += cores
    return lightest(pairs, [None] * size, 1, list) is not None


class _Complete:
    """An exhaustive search for matchings of all rounds.

    If all rounds are alike, their order does not matter. So the partners of the first vertex are tried in ascending
    order from round to round.
    """

    def __init__(self, rounds: Sequence[Round], steps: Steps) -> None:
        self.rounds = rounds
        self.steps = steps
        self.alike = all(one == rounds[0] for one in rounds)
        self.done: list[tuple[Couple, ...]] = []
        self.taken: set[Couple] = set()

    def found(self) -> tuple[tuple[Couple, ...], ...] | None:
        """The matchings of all rounds; None if they are impossible. Raises `SpentError`."""
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
        """Whether this round can still be matched, and every vertex has enough partners left for all rounds."""
        if self.alike:
            left = len(self.rounds) - len(self.done)
            for v in one.vertices:
                if sum((min(u, v), max(u, v)) not in self.taken for u in one.near[v]) < left:
                    return False
        self.steps.take(_steps_of(len(one.vertices), sum(map(len, one.near.values())) // 2))
        return _matched(one, self.taken, Random(0)) is not None

    def _matchings(self, one: Round, free: list[int]) -> Iterator[tuple[Couple, ...]]:
        """All complete matchings of these vertices of a round."""
        if not free:
            yield ()
            return
        self.steps.take(len(free) * FREE)
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
