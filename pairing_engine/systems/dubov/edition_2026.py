"""The Dubov System, C.04.4.1, as approved on 28 October 2025 and applied from 1 February 2026."""

from __future__ import annotations

from pairing_engine.kernel.colour import (
    ColourStep,
    alternate,
    by_number_if_new,
    grant_both,
    grant_higher_ranked,
    grant_stronger,
)
from pairing_engine.systems.dubov.criteria import RULES, may_meet
from pairing_engine.systems.dubov.judge import judge
from pairing_engine.systems.dubov.process import BYE_STEPS, pair_round
from pairing_engine.systems.system import System

COLOUR_STEPS = (
    ColourStep(
        "5.2.1", "neither has played: by the initial-colour and the higher ranked player's TPN", by_number_if_new
    ),
    ColourStep("5.2.2", "both colour preferences are granted", grant_both),
    ColourStep("5.2.3", "the stronger colour preference is granted", grant_stronger),
    ColourStep("5.2.4", "alternates to the last time one had White and the other Black", alternate),
    ColourStep("5.2.5", "the colour preference of the higher ranked player is granted", grant_higher_ranked),
)

DUBOV_2026 = System(
    name="dubov",
    edition="2026",
    title="Dubov System",
    article="C.04.4.1",
    code="FIDE_DUBOV_2026",
    applied_from="2026/02/01",
    criteria=RULES,
    colour_steps=COLOUR_STEPS,
    may_meet=may_meet,
    pair=pair_round,
    judge=judge,
    bye_steps=BYE_STEPS,
)
