"""A lightest matching whose costs are too long for rustworkx: solved field by field, from the most significant on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pairing_engine.matching.blossom import MOST_BITS, Pair, heaviest_by_rustworkx, lightest_by


class Field(NamedTuple):
    """Some bits of a cost that no total overflows.

    With an ``owner``, only edges at that vertex have anything in the field: what a matching has there is decided by the
    owner's mate alone.
    """

    low: int
    width: int
    owner: int | None = None


class TooLong(Exception):
    """No stage of the problem fits into the weights of rustworkx."""


def lightest_in_stages(pairs: Sequence[Pair], alone: Sequence[int | None], fields: Sequence[Field]) -> list[int] | None:
    """The lightest matching; ``fields`` cover the costs, the most significant first. None if there is no matching.

    Every stage solves as many fields as fit. What a solved field decides is then made part of the graph: where its
    total is nothing, the edges that cost something go; where it has an owner, the owner keeps the edges that cost the
    same. Only totals that the graph cannot express are carried along into the next stage. Raises `TooLong` where even
    one field does not fit beside those carried.
    """
    carried: list[Field] = []
    todo = list(fields)
    mates: list[int] | None = [-1] * len(alone)
    while todo:
        stage, used = list(carried), sum(field.width for field in carried)
        fresh: list[Field] = []
        while todo and used + todo[0].width <= MOST_BITS:
            used += todo[0].width
            fresh.append(todo.pop(0))
        if not fresh:
            raise TooLong
        stage += fresh
        mates = lightest_by(
            heaviest_by_rustworkx,
            [(u, v, _squeeze(cost, stage)) for u, v, cost in pairs],
            [None if cost is None else _squeeze(cost, stage) for cost in alone],
            used,
        )
        if mates is None:
            return None
        chosen = _costs_at(mates, pairs, alone)
        carried += [field for field in fresh if field.owner is None and _total(field, chosen, mates)]
        pairs, alone = _restrict(pairs, alone, [field for field in fresh if field not in carried], chosen)
    return mates


def _squeeze(cost: int, stage: Sequence[Field]) -> int:
    """The cost with nothing but the fields of this stage."""
    squeezed = 0
    for low, width, _ in stage:
        squeezed = squeezed << width | cost >> low & (1 << width) - 1
    return squeezed


def _costs_at(mates: Sequence[int], pairs: Sequence[Pair], alone: Sequence[int | None]) -> list[int]:
    """For every vertex the cost of the edge that a matching has there, or of its being alone."""
    found = [cost if cost is not None else 0 for cost in alone]
    for u, v, cost in pairs:
        if mates[u] == v:
            found[u] = found[v] = cost
    return found


def _total(field: Field, chosen: Sequence[int], mates: Sequence[int]) -> bool:
    """Does a matching have anything in this field?"""
    mask = (1 << field.width) - 1 << field.low
    return any(cost & mask for cost in chosen)


def _restrict(
    pairs: Sequence[Pair], alone: Sequence[int | None], decided: Sequence[Field], chosen: Sequence[int]
) -> tuple[list[Pair], list[int | None]]:
    """The edges that keep every decided field as it is in the chosen matching."""
    nothing = 0
    owned = [0] * len(alone)
    for low, width, owner in decided:
        mask = (1 << width) - 1 << low
        if owner is None:
            nothing |= mask
        else:
            owned[owner] |= mask
    kept = [
        (u, v, cost)
        for u, v, cost in pairs
        if not (cost & nothing or (cost ^ chosen[u]) & owned[u] or (cost ^ chosen[v]) & owned[v])
    ]
    still = [
        None if cost is None or cost & nothing or (cost ^ chosen[v]) & owned[v] else cost
        for v, cost in enumerate(alone)
    ]
    return kept, still
