"""The Dutch System of 2001 to 2009, C.04.1 "Swiss System Based on Rating".

FIDE approved these rules in 1992, 1997, 1998 and 2001, and the Executive Board amended them in 2009. No other program
has confirmed the pairings that swisspair makes under these rules (docs/readings.md, P1 and the entries after it).
"""

from __future__ import annotations

from pairing_engine.facts.basic_rules import BasicRules
from pairing_engine.facts.editions import APPLIED_FROM
from pairing_engine.kernel.bye import real_score
from pairing_engine.legality import Absolutes, Colours
from pairing_engine.systems.dutch_procedure.build import PROCEDURE, ByProcedure, ProcedureWalk
from pairing_engine.systems.dutch_procedure.candidates import ByLowering, walked_2009
from pairing_engine.systems.dutch_procedure.conventions import COLOUR_STEPS, CONVENTIONS_2009, may_meet_2009
from pairing_engine.systems.dutch_procedure.criteria_2009 import CRITERIA, PROFILES
from pairing_engine.systems.dutch_procedure.process import ProcedureArticles
from pairing_engine.systems.system import ByeRule, Clash, Completion, Names, System

CHAPTER = "C.04.1"

DUTCH_2009 = System(
    name="dutch",
    edition="2009",
    article=CHAPTER,
    code="FIDE_DUTCH_2009",
    applied_from=APPLIED_FROM["dutch"]["2009"],
    conventions=CONVENTIONS_2009,
    criteria=CRITERIA,
    may_meet=may_meet_2009,
    colour_steps=COLOUR_STEPS,
    basic=BasicRules(f"{CHAPTER} B.1.a", "", f"{CHAPTER} A.5", f"{CHAPTER} B.1.b", f"{CHAPTER} B.2", f"{CHAPTER} F.1"),
    completion=Completion(f"{CHAPTER} C.13", f"{CHAPTER} C.13", ""),
    bye_again=ByeRule(
        f"{CHAPTER} B.1.b",
        "",
        "the bye went to a player who had already had a point without playing",
        "each of them has had a point without playing",
    ),
    absolutes=Absolutes(CONVENTIONS_2009.bye_bar, Colours.HALF),
    board_score=real_score,
    names=Names(floating="A.4", colour_clash=Clash("B.2", "", "they have the same absolute colour preference")),
    procedure=PROCEDURE,
    process=ByProcedure(
        candidates=ByLowering,
        profiles=PROFILES,
        articles=ProcedureArticles(no_opponent="C.1", backtracking="C.12", joining="C.13", sets="C.4"),
        walk=ProcedureWalk(walked_2009, CRITERIA, may_meet_2009),
        same_scores=False,
    ),
)
