"""Wishes in the Dubov System. Wishes affect upfloaters, shifters and transpositions (reading Z7)."""

from __future__ import annotations

from typing import Any

from pairing_engine.facts.model import Wishing
from pairing_engine.kernel.rules import Scope
from pairing_engine.systems.dubov.subgroups import KeptApart
from pairing_engine.systems.shared.wish_rules import (
    STRONG,
    WEAK,
    Apart,
    WishRules,
    apart_rules,
    bye_steps,
    profiles_with,
)
from pairing_engine.systems.system import System
from pairing_engine.values import replace


def granting(system: System, wishing: Wishing, process: Any) -> System:
    """Return the Dubov System with the wishes added to its rules.

    ``process`` is the pairing process before the wishes are added.
    """
    strong = apart_rules(wishing.strong, STRONG, "Z7", Scope.UPFLOATERS, with_upfloaters=True)
    rules = WishRules((), strong, apart_rules(wishing.weak, WEAK, "Z7", with_upfloaters=True))
    changed = replace(
        process,
        profiles=profiles_with(process.profiles, wishing, rules.all),
        apart=KeptApart(Apart(wishing.strong.apart).keeps, Apart(wishing.weak.apart).keeps),
        wishless=system if strong else None,
    )
    return replace(
        system,
        criteria=rules.among(system.criteria, system.number_of_pairs),
        bye_steps=bye_steps(system.bye_steps, wishing),
        process=changed,
        wishing=wishing,
    )
