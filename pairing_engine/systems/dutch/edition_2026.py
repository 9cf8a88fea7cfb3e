"""The FIDE (Dutch) System, C.04.3, as approved on 28 October 2025 and applied from 1 February 2026."""

from __future__ import annotations

from pairing_engine.kernel.colour import (
    ColourStep,
    alternate,
    by_number,
    grant_both,
    grant_higher_ranked,
    grant_stronger,
)
from pairing_engine.systems.dutch.criteria import CRITERIA, RULES, may_meet
from pairing_engine.systems.dutch.judge import judge
from pairing_engine.systems.dutch.process import pair_round
from pairing_engine.systems.system import System

COLOUR_STEPS = (
    ColourStep("5.2.1", "both colour preferences are granted", grant_both),
    ColourStep("5.2.2", "the stronger colour preference is granted", grant_stronger),
    ColourStep("5.2.3", "alternates to the last time one had White and the other Black", alternate),
    ColourStep("5.2.4", "the colour preference of the higher ranked player is granted", grant_higher_ranked),
    ColourStep("5.2.5", "follows from the initial-colour and the higher ranked player's TPN", by_number),
)

DUTCH_2026 = System(
    name="dutch",
    edition="2026",
    title="FIDE (Dutch) System",
    article="C.04.3",
    code="FIDE_DUTCH_2026",
    applied_from="2026/02/01",
    criteria=RULES,
    colour_steps=COLOUR_STEPS,
    may_meet=may_meet,
    pair=pair_round,
    judge=judge,
    own_criteria=CRITERIA.of_pairs,
)
