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


class Narrowed(NamedTuple):
    """A lightest matching, and a graph that has kept every edge of any lightest matching, but not all others."""

    mates: list[int]
    pairs: Sequence[Pair]
    alone: Sequence[int | None]


def lightest_in_stages(pairs: Sequence[Pair], alone: Sequence[int | None], fields: Sequence[Field]) -> Narrowed | None:
    """The lightest matching; ``fields`` cover the costs, the most significant first. None if there is no matching.

    Every stage solves as many fields as fit, those of owners in stages of their own. What a solved field decides is
    then made part of the graph: where its total is nothing, the edges that cost something go; where it has an owner,
    the owner keeps the edges that cost the same. Only totals that the graph cannot express are carried along into the
    next stage. Raises `TooLong` where even one field does not fit beside those carried.
    """
    todo = list(fields)
    carried: list[Field] = []
    while True:
        todo = _undecided(todo, pairs, alone)
        fresh = _stage(todo, MOST_BITS - sum(field.width for field in carried))
        del todo[: len(fresh)]
        stage = carried + fresh
        parts = _parts(stage)
        mates = lightest_by(
            heaviest_by_rustworkx,
            [(u, v, _squeeze(cost, parts)) for u, v, cost in pairs],
            [None if cost is None else _squeeze(cost, parts) for cost in alone],
            sum(field.width for field in stage),
        )
        if mates is None:
            return None
        chosen = _costs_at(mates, pairs, alone)
        settled = [field for field in fresh if field.owner is not None or not _is_used(field, chosen)]
        carried += [field for field in fresh if field not in settled]
        pairs, alone = _restrict(pairs, alone, settled, chosen)
        if not todo:
            return Narrowed(mates, pairs, alone)


def _stage(fields: Sequence[Field], most: int) -> list[Field]:
    """The fields of the next stage. Raises `TooLong` if not even one fits."""
    if sum(field.width for field in fields) <= most:
        return list(fields)
    owned = bool(fields) and fields[0].owner is not None
    found = []
    for field in fields:
        most -= field.width
        if most < 0 or (field.owner is not None) != owned:
            break
        found.append(field)
    if not found:
        raise TooLong
    return found


def _undecided(fields: Sequence[Field], pairs: Sequence[Pair], alone: Sequence[int | None]) -> list[Field]:
    """The fields in which matchings can differ: somewhere, and with an owner at different edges of the owner."""
    nothing = (1 << max((field.low + field.width for field in fields), default=0)) - 1
    some, every = [0] * len(alone), [nothing] * len(alone)
    for u, v, cost in pairs:
        some[u] |= cost
        some[v] |= cost
        every[u] &= cost
        every[v] &= cost
    for v, cost_alone in enumerate(alone):
        if cost_alone is not None:
            some[v] |= cost_alone
            every[v] &= cost_alone
    used = 0
    for cost in some:
        used |= cost
    return [
        field
        for field in fields
        if _mask(field) & (used if field.owner is None else some[field.owner] & ~every[field.owner])
    ]


def _mask(field: Field) -> int:
    return (1 << field.width) - 1 << field.low


def _parts(stage: Sequence[Field]) -> list[tuple[int, int, int]]:
    """Runs of neighbouring fields, each as what to shift a cost by, what to keep of it, and how long that is."""
    runs: list[tuple[int, int]] = []
    for field in stage:
        if runs and runs[-1][0] == field.low + field.width:
            runs[-1] = (field.low, runs[-1][1] + field.width)
        else:
            runs.append((field.low, field.width))
    return [(low, (1 << width) - 1, width) for low, width in runs]


def _squeeze(cost: int, parts: Sequence[tuple[int, int, int]]) -> int:
    """The cost with nothing but the fields of a stage."""
    squeezed = 0
    for low, mask, width in parts:
        squeezed = squeezed << width | cost >> low & mask
    return squeezed


def _costs_at(mates: Sequence[int], pairs: Sequence[Pair], alone: Sequence[int | None]) -> list[int]:
    """For every vertex the cost of the edge that a matching has there, or of its being alone."""
    found = [cost if cost is not None else 0 for cost in alone]
    for u, v, cost in pairs:
        if mates[u] == v:
            found[u] = found[v] = cost
    return found


def _is_used(field: Field, chosen: Sequence[int]) -> bool:
    """Does a matching have anything in this field?"""
    mask = _mask(field)
    return any(cost & mask for cost in chosen)


def _restrict(
    pairs: Sequence[Pair], alone: Sequence[int | None], settled: Sequence[Field], chosen: Sequence[int]
) -> tuple[list[Pair], list[int | None]]:
    """The edges that keep every settled field as it is in the chosen matching."""
    nothing = 0
    owned = [0] * len(alone)
    for field in settled:
        if field.owner is None:
            nothing |= _mask(field)
        else:
            owned[field.owner] |= _mask(field)
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
