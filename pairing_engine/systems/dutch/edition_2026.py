"""The FIDE (Dutch) System, C.04.3, as approved on 28 October 2025 and applied from 1 February 2026."""

from __future__ import annotations

from pairing_engine.facts.editions import APPLIED_FROM
from pairing_engine.kernel.bracket_graph import Profiles
from pairing_engine.kernel.colour import (
    alternate,
    by_number,
    colour_step,
    grant_both,
    grant_higher_ranked,
    grant_stronger,
)
from pairing_engine.legality import Absolutes, Colours, to_players
from pairing_engine.state.conventions import INDIVIDUAL
from pairing_engine.systems.dutch.build import Articles, BracketByBracket
from pairing_engine.systems.dutch.candidates import Shortcuts, Walk
from pairing_engine.systems.dutch.criteria import (
    c5,
    c6,
    c7,
    c8_number,
    c8_scores,
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
    c20,
    c21,
    context,
    edge_profile,
    may_meet,
    profile,
)  # fmt: skip
from pairing_engine.systems.dutch.orders_2026 import ORDERS_2026
from pairing_engine.systems.dutch.walk import walk
from pairing_engine.systems.shared.downward import Certificates
from pairing_engine.systems.system import Completion, Names, System

CRITERIA = (
    c5, c6, c7, c8_number, c8_scores, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21,
)  # fmt: skip

COLOUR_STEPS = (
    colour_step("C.04.3 5.2.1", "both colour preferences are granted", grant_both),
    colour_step("C.04.3 5.2.2", "the stronger colour preference is granted", grant_stronger),
    colour_step(
        "C.04.3 5.2.3",
        "the colours are reversed from the last round in which one had White and the other Black",
        alternate,
    ),
    colour_step("C.04.3 5.2.4", "the colour preference of the higher ranked player is granted", grant_higher_ranked),
    colour_step("C.04.3 5.2.5", "the initial-colour and the higher ranked player's TPN decide", by_number),
)


DUTCH_2026 = System(
    name="dutch",
    edition="2026",
    article="C.04.3",
    code="FIDE_DUTCH_2026",
    applied_from=APPLIED_FROM["dutch"]["2026"],
    criteria=CRITERIA,
    may_meet=may_meet,
    colour_steps=COLOUR_STEPS,
    completion=Completion("C.04.3 1.9.3", "C.04.3 2.2.1", "C4"),
    absolutes=Absolutes(INDIVIDUAL.bye_bar, Colours.TOPSCORERS, to_players),
    number_of_pairs=c6,
    names=Names(floating="1.4.2", parameters=True),
    process=BracketByBracket(
        orders=ORDERS_2026,
        profiles=Profiles(profile, context, CRITERIA, edge_profile),
        articles=Articles(
            apart="3.2",
        ),
        shortcuts=Shortcuts(
            walk=Walk(walk, CRITERIA, may_meet, ORDERS_2026),
            certificates=Certificates(first=(c5, c6), rules=CRITERIA),
        ),
    ),
)
