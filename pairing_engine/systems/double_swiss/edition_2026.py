"""The Double-Swiss System, C.04.5, as approved on 28 October 2025 and applied from 1 February 2026."""

from __future__ import annotations

from dataclasses import replace

from pairing_engine.kernel.bracket import Bracket, Edge
from pairing_engine.kernel.colour import (
    ColourStep,
    alternate,
    alternate_higher_ranked,
    alternate_lower_ranked,
    by_number_if_new,
    fewer_whites,
)
from pairing_engine.kernel.findings import Finding
from pairing_engine.kernel.rules import counts
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.matching import Backend
from pairing_engine.state.preference import NONE, Preference
from pairing_engine.state.round_state import RoundState, ranking
from pairing_engine.systems.shared.judging import Mates
from pairing_engine.systems.shared.top_scoregroup import (
    BYE_STEPS,
    CONVENTIONS,
    bye_again,
    c4,
    c5,
    c6,
    c7,
    judge_with,
    may_meet,
    method,
    opponents_who_floated,
    pair_round,
)
from pairing_engine.systems.shared.upfloaters import is_not_last_round
from pairing_engine.systems.system import Pairs, System


@counts("C8", "2.3.5", "upfloaters' opponents who were floaters in the previous round", applies=is_not_last_round)
def c8(edge: Edge, _bracket: Bracket) -> int:
    return opponents_who_floated(edge)


RULES = (c4, c5, c6, replace(c7, applies=is_not_last_round), c8)

COLOUR_STEPS = (
    ColourStep(
        "4.3.1", "neither has played: by the initial-colour and the higher ranked player's TPN", by_number_if_new
    ),
    ColourStep("4.3.2", "White goes to the player with fewer Whites", fewer_whites),
    ColourStep("4.3.3", "alternates to the last time one had White and the other Black", alternate),
    ColourStep("4.3.4", "alternates the last colour of the higher ranked player", alternate_higher_ranked),
    ColourStep("4.3.5", "alternates the last colour of the other player", alternate_lower_ranked),
)


def _without_preferences(state: RoundState) -> RoundState:
    """There are no colour preferences in this system."""
    return replace(state, players=tuple(p._replace(preference=Preference(NONE)) for p in state.players))


METHOD = method(
    RULES[:4],
    RULES[4:],
    _without_preferences,
    lambda _state, player: ranking(player),
    lambda state: not state.is_last,
    "C.04.5 3.3.3",
)


def _pair(state: RoundState, backend: Backend) -> Pairs:
    return pair_round(state, backend, METHOD)


def _judge(trace: BracketTrace, mates: Mates) -> Finding | None:
    return judge_with(METHOD, "C.04.5", trace, mates)


DOUBLE_SWISS_2026 = System(
    name="double-swiss",
    edition="2026",
    title="Double-Swiss System",
    article="C.04.5",
    code="FIDE_DOUBLESWISS_2026",
    applied_from="2026/02/01",
    criteria=RULES,
    colour_steps=COLOUR_STEPS,
    may_meet=may_meet,
    pair=_pair,
    judge=_judge,
    own_criteria=METHOD.pairing,
    conventions=CONVENTIONS,
    bye_again=bye_again("C.04.5"),
    bye_steps=BYE_STEPS,
    seen=_without_preferences,
)
