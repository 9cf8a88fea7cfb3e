"""The Dutch System of Istanbul 2012, C.04.3.1 "until July 1st, 2017"."""

from __future__ import annotations

from pairing_engine.kernel.bracket import BracketPairing
from pairing_engine.kernel.bracket_graph import Horizon
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.dutch_procedure.candidates import best
from pairing_engine.systems.dutch_procedure.colours import COLOUR_STEPS
from pairing_engine.systems.dutch_procedure.criteria_2012 import CRITERIA, RULES
from pairing_engine.systems.dutch_procedure.facts import CONVENTIONS, may_meet
from pairing_engine.systems.dutch_procedure.judge import judge_by
from pairing_engine.systems.dutch_procedure.process import PROCEDURE, Text, pair_round
from pairing_engine.systems.dutch_procedure.score_bracket import ScoreBracket
from pairing_engine.systems.dutch_procedure.walk import walked_2012
from pairing_engine.systems.system import ByeRule, Clash, Pairs, System

CHAPTER = "C.04.3.1"


def _best(bracket: ScoreBracket, horizon: Horizon, backend: Backend) -> BracketPairing | None:
    return best(bracket, CRITERIA, horizon, backend)


TEXT = Text(may_meet, _best, walked_2012, f"{CHAPTER} C.13")


def _pair(state: RoundState, backend: Backend) -> Pairs:
    return pair_round(state, TEXT, backend)


DUTCH_2012 = System(
    name="dutch",
    edition="2012",
    title="FIDE (Dutch) System",
    article=CHAPTER,
    code="FIDE_DUTCH_2012",
    applied_from="2012/09/10",
    criteria=RULES,
    colour_steps=COLOUR_STEPS,
    may_meet=may_meet,
    pair=_pair,
    judge=judge_by(CHAPTER, RULES),
    conventions=CONVENTIONS,
    own_criteria=CRITERIA.of_pairs,
    colour_clash=Clash("B.2", "", "they have the same absolute colour preference"),
    procedure=PROCEDURE,
    bye_again=ByeRule(
        f"{CHAPTER} B.1.b", "a player who has scored without playing, a half point included, got the bye"
    ),
)
