"""The end of a staged matching, where every field that is left belongs to one vertex and the graph has two sides.

In a graph with two sides a lightest matching gives every vertex a potential, so that the lightest matchings are exactly
those of *tight* edges: edges that cost what their two ends are worth. From then on no cost is left to look at, and what
the owners prefer is settled owner by owner, by exchanges along alternating paths.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from operator import add
from typing import NamedTuple

from pairing_engine.matching.blossom import Pair
from pairing_engine.matching.cover import bits

NEVER = -1


class Preference(NamedTuple):
    """What an owner prefers: the mates that are left to it, the best first; equally good ones together."""

    owner: int
    mates: list[int]
    """Sets of vertices, as bits."""


def first_of_lightest(
    mates: Sequence[int], pairs: Sequence[Pair], alone: Sequence[int | None], preferences: Sequence[Preference]
) -> list[int] | None:
    """The lightest matching in which the first owner has the mate it likes best, then the second, and so on.

    ``mates`` is some lightest matching of the ``pairs``, whose costs are those of everything but the preferences; every
    matching has a cost for each vertex in it, or (``alone``) out of it. None if the graph has no two sides, all owners
    on one of them and bound to be matched: then this is no way to find it.
    """
    tops = _side_of([preference.owner for preference in preferences], pairs, mates)
    if tops is None or any(alone[top] is not None for top in tops):
        return None
    sides = _Sides(sorted(tops), mates, pairs, alone)
    if not sides.find_potentials():
        return None
    sides.keep_tight_edges()
    for owner, choices in preferences:
        sides.satisfy(owner, choices)
    return sides.mates()


def _side_of(owners: Sequence[int], pairs: Sequence[Pair], mates: Sequence[int]) -> set[int] | None:
    """The vertices on the side of the owners, if there are two sides; of parts of the graph without owners, either."""
    near: list[list[int]] = [[] for _ in mates]
    for u, v, _ in pairs:
        near[u].append(v)
        near[v].append(u)
    side: dict[int, int] = {}
    for start in (*owners, *(v for v, mate in enumerate(mates) if mate >= 0)):
        if start in side:
            continue
        side[start] = 0
        todo = [start]
        for vertex in todo:  # it grows meanwhile
            other = 1 - side[vertex]
            for neighbour in near[vertex]:
                if neighbour not in side:
                    side[neighbour] = other
                    todo.append(neighbour)
                elif side[neighbour] != other:
                    return None
    if any(side[owner] for owner in owners):
        return None
    return {vertex for vertex, which in side.items() if which == 0}


class _Sides:
    """Rows and columns: the tops, with one row more for every vertex that is left alone, and all other vertices."""

    def __init__(
        self, tops: list[int], mates: Sequence[int], pairs: Sequence[Pair], alone: Sequence[int | None]
    ) -> None:
        self.vertices = len(mates)
        self.row_of = {top: row for row, top in enumerate(tops)}
        self.tops = tops
        self.columns = [vertex for vertex in range(self.vertices) if vertex not in self.row_of]
        column_of = {vertex: column for column, vertex in enumerate(self.columns)}
        size = len(self.columns)
        self.costs: list[list[int]] = [[NEVER] * size for _ in range(size)]
        """By column, then by row."""
        for u, v, cost in pairs:
            top, other = (u, v) if u in self.row_of else (v, u)
            self.costs[column_of[other]][self.row_of[top]] = cost
        for column, vertex in enumerate(self.columns):
            cost_alone = alone[vertex]
            if cost_alone is not None:
                self.costs[column][len(tops) :] = repeat(cost_alone, size - len(tops))
        singles = iter(range(len(tops), size))
        self.row = [self.row_of[mates[v]] if mates[v] >= 0 else next(singles) for v in self.columns]
        """The row with which each column is matched."""
        self.held = [0] * size
        """The column with which each row is matched."""
        for column, row in enumerate(self.row):
            self.held[row] = column
        self.column_of = column_of
        self.tight = [0] * size
        """By row, the columns of its tight edges, as bits."""
        self.open = (1 << size) - 1
        """The columns that no owner holds for good."""

    def find_potentials(self) -> bool:
        """The potentials of the rows, as lengths of shortest ways [Bellman and Ford]; False if the way is too long."""
        dear = (max(map(max, self.costs), default=0) + 1) * (len(self.columns) + 1)
        for column in self.costs:
            column[:] = [dear if cost == NEVER else cost for cost in column]
        self.dear = dear
        self.potential = [0] * len(self.columns)
        potential = self.potential
        for _ in range(len(self.columns) + 1):
            changed = False
            for costs, row in zip(self.costs, self.row, strict=True):
                best = min(map(add, potential, costs)) - costs[row]
                if best < potential[row]:
                    potential[row] = best
                    changed = True
            if not changed:
                return True
        return False

    def keep_tight_edges(self) -> None:
        """Fill `tight`."""
        potential, tight = self.potential, self.tight
        for column, (costs, row) in enumerate(zip(self.costs, self.row, strict=True)):
            worth = potential[row] + costs[row]
            bit = 1 << column
            for other, total in enumerate(map(add, potential, costs)):
                if total == worth and costs[other] != self.dear:
                    tight[other] |= bit

    def satisfy(self, owner: int, choices: Sequence[int]) -> None:
        """Give an owner the best mate that leaves a matching of tight edges."""
        row = self.row_of[owner]
        held = self.held[row]
        allowed = self.tight[row] & self.open
        for choice in choices:
            wanted = sum(1 << self.column_of[vertex] for vertex in bits(choice)) & allowed
            if wanted and (wanted >> held & 1 or self._exchange(row, held, wanted)):
                self.tight[row] = wanted
                if wanted & wanted - 1 == 0:
                    self.open &= ~wanted
                return

    def _exchange(self, row: int, held: int, wanted: int) -> bool:
        """Match a row with one of the wanted columns, in exchange for the one it holds, along an alternating path."""
        before: dict[int, int] = {}
        fresh = self.open
        todo = [(row, wanted)]
        for start, near in todo:  # it grows meanwhile
            for column in bits(near & fresh):
                before[column] = start
                fresh &= ~(1 << column)
                if column == held:
                    self._shift(row, column, before)
                    return True
                next_row = self.row[column]
                todo.append((next_row, self.tight[next_row]))
        return False

    def _shift(self, row: int, column: int, before: dict[int, int]) -> None:
        """Match every row on a path with the column after it."""
        start = -1
        while start != row:
            start = before[column]
            freed, self.held[start] = self.held[start], column
            self.row[column] = start
            column = freed

    def mates(self) -> list[int]:
        """The matching, as the mate of every vertex, -1 for those left alone."""
        found = [-1] * self.vertices
        for column, row in enumerate(self.row):
            if row < len(self.tops):
                top, other = self.tops[row], self.columns[column]
                found[top], found[other] = other, top
        return found
