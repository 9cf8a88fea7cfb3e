"""The Lim System, C.04.4.3, as approved on 28 October 2025 and applied from 1 February 2026."""

from __future__ import annotations

from pairing_engine.systems.lim.colours import COLOUR_STEPS
from pairing_engine.systems.lim.compatibility import compatible
from pairing_engine.systems.lim.process import pair_round
from pairing_engine.systems.system import System

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
    judge=lambda _trace, _mates: None,
)
