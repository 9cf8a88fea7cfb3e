"""The FIDE (Dutch) System, C.04.3, in force from 1 July 2017 to 31 January 2026."""

from __future__ import annotations

from pairing_engine.facts.basic_rules import BASIC_RULES_2017, Outcome
from pairing_engine.facts.editions import APPLIED_FROM
from pairing_engine.facts.model import Points, Scoring
from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.kernel.bracket_graph import Profiles
from pairing_engine.kernel.bye import real_score
from pairing_engine.kernel.colour import (
    alternate,
    by_number,
    colour_step,
    grant_both,
    grant_higher_ranked,
    grant_stronger,
)
from pairing_engine.legality import Absolutes, Colours
from pairing_engine.scores.acceleration import baku_of_2016
from pairing_engine.state.conventions import BAR_BEFORE_2026, DOWN, Conventions, float_of_game, preference
from pairing_engine.systems.dutch.build import Articles
from pairing_engine.systems.dutch.candidates import Shortcuts, Walk
from pairing_engine.systems.dutch.criteria import may_meet
from pairing_engine.systems.dutch.criteria_2017 import (
    LIGHT,
    c5,
    c6,
    c7_bye,
    c7_number,
    c7_psd,
    c8,
    c9,
    c10,
    c11,
    c12,
    c13,
    c14,
    c15,
    c16,
    c17,
    c18,
    c19,
    context,
    edge_profile,
    profile,
)  # fmt: skip
from pairing_engine.systems.dutch.orders_2017 import ORDERS_2017
from pairing_engine.systems.dutch.two_routes import TwoRoutes
from pairing_engine.systems.dutch.walk import walk
from pairing_engine.systems.shared.downward import Certificates
from pairing_engine.systems.system import BYE_OR_FORFEIT_WIN_BEFORE, Clash, Completion, Names, System

CRITERIA = (
    c5, c6, c7_bye, c7_number, c7_psd, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19,
)  # fmt: skip

COLOUR_STEPS = (
    colour_step("C.04.3 E.1", "both colour preferences are granted", grant_both),
    colour_step("C.04.3 E.2", "the stronger colour preference is granted", grant_stronger),
    colour_step(
        "C.04.3 E.3",
        "the colours are reversed from the last round in which one had White and the other Black",
        alternate,
    ),
    colour_step("C.04.3 E.4", "the colour preference of the higher ranked player is granted", grant_higher_ranked),
    colour_step("C.04.3 E.5", "the initial-colour and the higher ranked player's pairing number decide", by_number),
)


def float_of_unplayed(_outcome: Outcome, _gained: Points, _scoring: Scoring) -> str:
    """[C.04.3 A.4.b] Return a downfloat: every unplayed round counts as a downfloat (reading E8)."""
    return DOWN


def walk_without_c9(bracket: Bracket) -> BracketPairing | None:
    """Find the best candidate under the rules of 2017, which have no criterion about unplayed games."""
    return walk(bracket, unplayed_count=False)


DUTCH_2017 = System(
    name="dutch",
    edition="2017",
    article="C.04.3",
    code="FIDE_DUTCH_2017",
    applied_from=APPLIED_FROM["dutch"]["2017"],
    conventions=Conventions(float_of_game, float_of_unplayed, BAR_BEFORE_2026, preference, baku_of_2016),
    criteria=CRITERIA,
    may_meet=may_meet,
    colour_steps=COLOUR_STEPS,
    basic=BASIC_RULES_2017,
    completion=Completion("C.04.3 A.9", "C.04.3 C.4", "C4"),
    bye_again=BYE_OR_FORFEIT_WIN_BEFORE,
    absolutes=Absolutes(BAR_BEFORE_2026, Colours.TOPSCORERS),
    board_score=real_score,
    number_of_pairs=c5,
    names=Names(
        floating="A.4",
        colour_clash=Clash("C.3", "C3", "they have the same absolute colour preference"),
        columns=("C12", "C14"),
        parameters=True,
    ),
    process=TwoRoutes(
        orders=ORDERS_2017,
        profiles=Profiles(profile, context, CRITERIA, edge_profile),
        articles=Articles(
            apart="B.3",
        ),
        shortcuts=Shortcuts(
            walk=Walk(walk_without_c9, CRITERIA, may_meet, ORDERS_2017),
            certificates=Certificates(first=(c5, c6), rules=CRITERIA),
        ),
        light=LIGHT,
        light_for=CRITERIA,
    ),
)
