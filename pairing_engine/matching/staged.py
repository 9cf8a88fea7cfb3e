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
    used = 0
    for _, _, cost in pairs:
        used |= cost
    for cost_alone in alone:
        used |= cost_alone or 0
    todo = [field for field in fields if used & _mask(field)]
    carried: list[Field] = []
    while True:
        stage, bits = list(carried), sum(field.width for field in carried)
        while todo and bits + todo[0].width <= MOST_BITS:
            bits += todo[0].width
            stage.append(todo.pop(0))
        if len(stage) == len(carried) and todo:
            raise TooLong
        parts = _parts(stage)
        mates = lightest_by(
            heaviest_by_rustworkx,
            [(u, v, _squeeze(cost, parts)) for u, v, cost in pairs],
            [None if cost is None else _squeeze(cost, parts) for cost in alone],
            bits,
        )
        if mates is None or not todo:
            return mates
        chosen = _costs_at(mates, pairs, alone)
        fresh = stage[len(carried) :]
        settled = [field for field in fresh if field.owner is not None or not _is_used(field, chosen)]
        carried += [field for field in fresh if field not in settled]
        pairs, alone = _restrict(pairs, alone, settled, chosen)


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
