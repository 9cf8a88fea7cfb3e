"""The shortcut of the Lim System: one matching that is repaired, instead of a new one at every step."""

from __future__ import annotations

from pairing_engine.fast.proved import ordinary
from pairing_engine.kernel.engine import Engine
from pairing_engine.matching.cover import Augmenting
from pairing_engine.systems.lim.process import LimMethod
from pairing_engine.systems.system import System


@ordinary
class QuickLim(LimMethod):
    """The Lim System with a repaired matching; `Augmenting` is proved for any graph, and so for any System."""

    def __init__(self, system: System, engine: Engine) -> None:
        super().__init__(system, engine)
        self.rules = self.rules._replace(cover=Augmenting)
