"""The Team Pairing System, C.04.6, as approved on 28 October 2025 and applied from 1 February 2026.

Where its Article 3.1 refers to 3.1 and 3.2, Articles 2.1 and 2.2 are meant (reading T17).
"""

from __future__ import annotations

from dataclasses import replace

from pairing_engine.errors import NUMBER_OF_ROUNDS, MissingFact
from pairing_engine.kernel.bracket import Bracket, Edge
from pairing_engine.kernel.colour import (
    ColourStep,
    alternate,
    alternate_higher_ranked,
    alternate_lower_ranked,
    by_number_if_new,
    grant_higher_ranked,
    grant_only,
    grant_only_strong,
    grant_opposite,
    lower_difference,
)
from pairing_engine.kernel.findings import Finding
from pairing_engine.kernel.rules import counts
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.matching import Backend
from pairing_engine.state.preference import STRONG
from pairing_engine.state.round_state import Player, RoundState
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
    was_floater,
)
from pairing_engine.systems.system import Pairs, System
from pairing_engine.systems.team.preferences import team_rules, with_preferences

LAST_ROUNDS = 2
"""In how many rounds at the end floaters are not spared [2.3.4, 2.3.7]."""


def spares_floaters(state: RoundState) -> bool:
    """Is this none of the last two rounds? Raises `MissingFact` where the number of rounds is needed to know."""
    rounds = state.settings.rounds
    if rounds is None:
        if any(map(was_floater, state.players)):
            raise MissingFact(*NUMBER_OF_ROUNDS)
        return False
    return state.number <= rounds - LAST_ROUNDS


def _spares_floaters(bracket: Bracket) -> bool:
    return spares_floaters(bracket.state)


def _is_type_b(bracket: Bracket) -> bool:
    return team_rules(bracket.state).preferences == "B"


def _clash(edge: Edge) -> bool:
    return edge.pairs and edge.lower is not None and edge.upper.preference * edge.lower.preference > 0


@counts("C8", "2.3.5", "teams whose colour preference is not fulfilled")
def c8(edge: Edge, _bracket: Bracket) -> int:
    return int(_clash(edge))


@counts("C9", "2.3.6", "teams whose strong colour preference is not fulfilled", applies=_is_type_b)
def c9(edge: Edge, _bracket: Bracket) -> int:
    return int(_clash(edge) and all(abs(player.preference) == STRONG for player in edge.players))


@counts("C10", "2.3.7", "upfloaters' opponents that were floaters in the previous round", applies=_spares_floaters)
def c10(edge: Edge, _bracket: Bracket) -> int:
    return opponents_who_floated(edge)


RULES = (c4, c5, c6, replace(c7, applies=_spares_floaters), c8, c9, c10)

COLOUR_STEPS = (
    ColourStep("4.3.1", "neither has played: by the initial-colour and the first-team's TPN", by_number_if_new),
    ColourStep("4.3.2", "the only colour preference is granted", grant_only),
    ColourStep("4.3.3", "opposite colour preferences are granted", grant_opposite),
    ColourStep("4.3.4", "the only strong colour preference is granted", grant_only_strong),
    ColourStep("4.3.5", "White goes to the team with the lower colour difference", lower_difference),
    ColourStep("4.3.6", "alternates to the last time one had White and the other Black", alternate),
    ColourStep("4.3.7", "the colour preference of the first-team is granted", grant_higher_ranked),
    ColourStep("4.3.8", "alternates the last colour of the first-team", alternate_higher_ranked),
    ColourStep("4.3.9", "alternates the last colour of the other team", alternate_lower_ranked),
)


def _first_team(state: RoundState, player: Player) -> tuple[int, ...]:
    """[4.2] The first-team has the higher score, then the higher secondary score (if it is used), then the smaller
    TPN.
    """
    secondary = player.secondary if team_rules(state).secondary else 0
    return -player.score, -secondary, player.tpn


METHOD = method(RULES[:4], RULES[4:], with_preferences, _first_team, spares_floaters, "C.04.6 3.3.3")


def _pair(state: RoundState, backend: Backend) -> Pairs:
    return pair_round(state, backend, METHOD)


def _judge(trace: BracketTrace, mates: Mates) -> Finding | None:
    return judge_with(METHOD, "C.04.6", trace, mates)


TEAM_2026 = System(
    name="team",
    edition="2026",
    title="Team Pairing System",
    article="C.04.6",
    code="FIDE_TEAM_2026",
    applied_from="2026/02/01",
    criteria=RULES,
    colour_steps=COLOUR_STEPS,
    may_meet=may_meet,
    pair=_pair,
    judge=_judge,
    own_criteria=METHOD.pairing,
    conventions=CONVENTIONS,
    bye_again=bye_again("C.04.6"),
    bye_steps=BYE_STEPS,
    seen=with_preferences,
)
