"""The Lim System, C.04.4.3, as approved on 28 October 2025 and applied from 1 February 2026."""

from __future__ import annotations

from pairing_engine.systems.lim import articles
from pairing_engine.systems.lim.colours import COLOUR_STEPS
from pairing_engine.systems.lim.compatibility import compatible
from pairing_engine.systems.lim.judge import judge
from pairing_engine.systems.lim.process import BYE_STEPS, pair_round
from pairing_engine.systems.system import Clash, System

LIM_2026 = System(
    name="lim",
    edition="2026",
    title="Lim System",
    article="C.04.4.3",
    code="FIDE_LIM_2026",
    applied_from="2026/02/01",
    criteria=(),
    colour_steps=COLOUR_STEPS,
    may_meet=compatible,
    pair=pair_round,
    judge=judge,
    bye_steps=BYE_STEPS,
    procedure=articles.PROCEDURE,
    colour_clash=Clash("2.1", "", "one of them would get a colour three times in a row, or three more of it"),
)
