"""The Dutch System of 1992 to 2009, C.04.1 "Swiss System Based on Rating": approved in 1992, 1997, 1998 and 2001, and
amended by the Executive Board in 2009. No program confirms it (docs/readings.md, P1 and what follows).
"""

from __future__ import annotations

from pairing_engine.matching import Backend
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.dutch_procedure.candidates_2009 import best
from pairing_engine.systems.dutch_procedure.colours import COLOUR_STEPS
from pairing_engine.systems.dutch_procedure.criteria_2009 import OWN, RULES
from pairing_engine.systems.dutch_procedure.facts import CONVENTIONS_2009, may_meet_2009
from pairing_engine.systems.dutch_procedure.judge import judge_by
from pairing_engine.systems.dutch_procedure.process import PROCEDURE, Text, pair_round
from pairing_engine.systems.dutch_procedure.walk import walked_2009
from pairing_engine.systems.system import ByeRule, Clash, Pairs, System

CHAPTER = "C.04.1"

TEXT = Text(may_meet_2009, best, walked_2009, f"{CHAPTER} C.13")


def _pair(state: RoundState, backend: Backend) -> Pairs:
    return pair_round(state, TEXT, backend)


DUTCH_2009 = System(
    name="dutch",
    edition="2009",
    title="FIDE (Dutch) System",
    article=CHAPTER,
    code="FIDE_DUTCH_2009",
    applied_from="1992/01/01",
    criteria=RULES,
    colour_steps=COLOUR_STEPS,
    may_meet=may_meet_2009,
    pair=_pair,
    judge=judge_by(CHAPTER, RULES),
    conventions=CONVENTIONS_2009,
    own_criteria=OWN,
    colour_clash=Clash("B.2", "", "they have the same absolute colour preference"),
    procedure=PROCEDURE,
    bye_again=ByeRule(f"{CHAPTER} B.1.b", "a player who has had a point without playing got the bye"),
)
