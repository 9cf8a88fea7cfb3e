"""The Lim System with a rule of Article 5 or 6 dropped or swapped: mutants that are systems. There are no tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pairing_engine.kernel.colour import ColourStep
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import RoundState, ranking
from pairing_engine.systems.lim import process
from pairing_engine.systems.lim.colours import COLOUR_STEPS
from pairing_engine.systems.lim.edition_2026 import LIM_2026
from pairing_engine.systems.system import Pairs, System


def _in_an_earlier_round(state: RoundState, backend: Backend) -> Pairs:
    """[6] The last round is one like the others."""
    return process.pair_round(replace(state, is_last=False), backend)


def _higher_ranked_first(state: RoundState, backend: Backend) -> Pairs:
    """[5.4] The higher ranked is favoured below the median, too (L45)."""
    found = process.pair_round(state, backend)
    ranked = (sorted(pair, key=ranking) for pair in found.pairs)
    return found._replace(pairs=tuple((one, other) for one, other in ranked))


PERMITTED, LOT = COLOUR_STEPS[:2], COLOUR_STEPS[-1:]
STEPS: tuple[tuple[ColourStep, ...], ...] = (
    PERMITTED, *((step,) for step in COLOUR_STEPS[2:5]), COLOUR_STEPS[5:7], LOT,
)  # fmt: skip
"""The steps of Article 5; two that differ in their words alone are one."""


def _with_steps(steps: Sequence[tuple[ColourStep, ...]]) -> System:
    return replace(LIM_2026, colour_steps=tuple(step for group_of in steps for step in group_of))


def _swapped(place: int) -> System:
    steps = list(STEPS)
    steps[place], steps[place + 1] = steps[place + 1], steps[place]
    return _with_steps(steps)


SYSTEMS: dict[str, System] = {
    "5.4 favours the higher ranked below the median": replace(LIM_2026, pair=_higher_ranked_first),
    "6 dropped": replace(LIM_2026, pair=_in_an_earlier_round),
    **{f"5: step {n} dropped": _with_steps(STEPS[:n] + STEPS[n + 1 :]) for n in range(len(STEPS) - 1)},
    **{f"5: steps {n} and {m} swapped": _swapped(n) for n, m in pairwise(range(1, len(STEPS)))},
}
"""Mutants that are other systems. (To swap steps 0 and 1 would change nothing: who is permitted only one colour is due
it.)
"""
