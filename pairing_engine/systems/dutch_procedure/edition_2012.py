"""The Dutch System of Istanbul 2012, C.04.3.1 "until July 1st, 2017"."""

from __future__ import annotations

from pairing_engine.facts.basic_rules import BasicRules
from pairing_engine.facts.editions import APPLIED_FROM
from pairing_engine.kernel.bye import real_score
from pairing_engine.legality import Absolutes, Colours
from pairing_engine.systems.dutch.edition_2026 import may_meet
from pairing_engine.systems.dutch_procedure.build import PROCEDURE, ByProcedure, ProcedureWalk
from pairing_engine.systems.dutch_procedure.candidates import ByTotals, walked_2012
from pairing_engine.systems.dutch_procedure.conventions import COLOUR_STEPS, CONVENTIONS
from pairing_engine.systems.dutch_procedure.criteria_2012 import CRITERIA, PROFILES
from pairing_engine.systems.dutch_procedure.process import ProcedureArticles
from pairing_engine.systems.system import ByeRule, Clash, Completion, Names, System

CHAPTER = "C.04.3.1"

DUTCH_2012 = System(
    name="dutch",
    edition="2012",
    article=CHAPTER,
    code="FIDE_DUTCH_2012",
    applied_from=APPLIED_FROM["dutch"]["2012"],
    conventions=CONVENTIONS,
    criteria=CRITERIA,
    may_meet=may_meet,
    colour_steps=COLOUR_STEPS,
    # The rules of 2012 do not mention boards, but refer to the general handling rules of that time. Only the chapter of
    # the general rules is cited, because the article D.9 is certain only for 2017.
    basic=BasicRules(f"{CHAPTER} B.1.a", "", f"{CHAPTER} A.5", f"{CHAPTER} B.1.b", f"{CHAPTER} B.2", "C.04.2"),
    completion=Completion(f"{CHAPTER} C.13", f"{CHAPTER} C.13", ""),
    bye_again=ByeRule(
        f"{CHAPTER} B.1.b",
        "",
        "the bye went to a player who had already scored without playing (even a half point)",
        "each of them has scored without playing",
    ),
    absolutes=Absolutes(CONVENTIONS.bye_bar, Colours.TOPSCORERS),
    board_score=real_score,
    names=Names(floating="A.4", colour_clash=Clash("B.2", "", "they have the same absolute colour preference")),
    procedure=PROCEDURE,
    process=ByProcedure(
        candidates=ByTotals,
        profiles=PROFILES,
        articles=ProcedureArticles(no_opponent="C.1", backtracking="C.12", joining="C.13", sets="D.3"),
        walk=ProcedureWalk(walked_2012, CRITERIA, may_meet),
    ),
)
