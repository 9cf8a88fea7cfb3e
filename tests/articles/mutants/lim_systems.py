"""Mutants of the Lim System that only change a value of the `System`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, cast

from pairing_engine.kernel.bye import ByeStep
from pairing_engine.kernel.colour import ColourStep
from pairing_engine.matching import Backend
from pairing_engine.state.conventions import Conventions
from pairing_engine.state.round_state import Player, RoundState, ranking
from pairing_engine.systems.lim.colours import COLOUR_STEPS
from pairing_engine.systems.lim.edition_2026 import LIM_2026
from pairing_engine.systems.lim.previous_round import floated_before
from pairing_engine.systems.system import Method, Pairs, System
from tests.articles.mutants.changes import with_process


def _both_floated(state: RoundState, _conventions: Conventions) -> frozenset[int]:
    """[3.10] Count both players of a pair with different scores as floaters (L11)."""
    return frozenset(player.tpn for player in state.players if player.floated(1) != "-")


def _only_if_played(state: RoundState, conventions: Conventions) -> frozenset[int]:
    """[3.10] Give no float for a forfeited game (L11)."""
    games = state.earlier_rounds[-1].games if state.earlier_rounds else ()
    return floated_before(state, conventions) - {
        tpn for game in games if not game.is_played for tpn in (game.white, game.black)
    }


def _other_pairs(change: Callable[[PairRound, RoundState, Backend], Pairs]) -> System:
    def process_of(system: System) -> Method:
        found: Any = LIM_2026.process(system)
        pair = found.pair
        found.pair = lambda state, backend: change(pair, state, backend)
        return cast("Method", found)

    return replace(LIM_2026, process=process_of)


PairRound = Callable[[RoundState, Backend], Pairs]


def _in_an_earlier_round(pair: PairRound, state: RoundState, backend: Backend) -> Pairs:
    """[6] Treat the last round like any other round."""
    return pair(replace(state, is_last=False), backend)


def _higher_ranked_first(pair: PairRound, state: RoundState, backend: Backend) -> Pairs:
    """[5.4] Favour the higher ranked player even below the median (L45)."""
    found = pair(state, backend)
    ranked = (sorted(pair, key=ranking) for pair in found.pairs)
    return found._replace(pairs=tuple((one, other) for one, other in ranked))


PERMITTED, LOT = COLOUR_STEPS[:2], COLOUR_STEPS[-1:]
STEPS: tuple[tuple[ColourStep, ...], ...] = (
    PERMITTED, *((step,) for step in COLOUR_STEPS[2:5]), COLOUR_STEPS[5:7], LOT,
)  # fmt: skip
"""The steps of Article 5. In ``STEPS``, 5.1.1 and 5.1.2 form one item, and so do the last two steps of 5.4."""


def _with_steps(steps: Sequence[tuple[ColourStep, ...]]) -> System:
    return replace(LIM_2026, colour_steps=tuple(step for group_of in steps for step in group_of))


def _swapped(place: int) -> System:
    steps = list(STEPS)
    steps[place], steps[place + 1] = steps[place + 1], steps[place]
    return _with_steps(steps)


def _bye_by(measure: Callable[[Player, RoundState], tuple[int, ...]]) -> System:
    """[1.1] Build a system that considers the players for the bye in another order."""
    return replace(LIM_2026, bye_steps=(ByeStep("1.1", "", measure),))


SYSTEMS: dict[str, System] = {
    "1.1 the highest numbered": _bye_by(lambda player, _state: (player.score, player.tpn)),
    "1.1 from the highest group": _bye_by(lambda player, _state: (-player.score, -player.tpn)),
    "3.10 both floated": with_process(floated=_both_floated)(LIM_2026),
    "3.10 only if played": with_process(floated=_only_if_played)(LIM_2026),
    "5.4 favours the higher ranked below the median": _other_pairs(_higher_ranked_first),
    "6 dropped": _other_pairs(_in_an_earlier_round),
    **{f"5: step {n} dropped": _with_steps(STEPS[:n] + STEPS[n + 1 :]) for n in range(len(STEPS) - 1)},
    **{f"5: steps {n} and {m} swapped": _swapped(n) for n, m in pairwise(range(1, len(STEPS)))},
}
"""Lim systems with one changed rule.

Swapping steps 0 and 1 changes nothing: a player's only permitted colour is always the due colour.
"""
