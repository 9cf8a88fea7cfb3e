"""Wishes in the systems that pair the top scoregroup with its upfloaters [C.04.5, C.04.6] (reading Z8)."""

from __future__ import annotations

from typing import Any

from pairing_engine.facts.model import Wishing
from pairing_engine.kernel.rules import Scope
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
    """Add rules for the given wishes to a system.

    ``process`` is the usual pairing process of the system. The rule for a strong wish is used twice: to choose the
    upfloaters, and to choose the pairs (`TopScoregroups.again`).
    """
    strong = apart_rules(wishing.strong, STRONG, "Z8", Scope.UPFLOATERS, with_upfloaters=True)
    rules = WishRules((), strong, apart_rules(wishing.weak, WEAK, "Z8", with_upfloaters=True))
    criteria = rules.among(system.criteria, system.number_of_pairs)
    shortcuts = process.shortcuts
    if shortcuts is not None and shortcuts.criteria == system.criteria:
        apart = Apart(wishing.strong.apart + wishing.weak.apart)
        shortcuts = shortcuts._replace(
            criteria=criteria,
            keeps_apart=apart.keeps,
            strong=Apart(wishing.strong.apart).keeps if strong else None,
        )
    changed = replace(
        process,
        of_sets=profiles_with(process.of_sets, wishing, strong),
        of_pairing=profiles_with(process.of_pairing, wishing, rules.all),
        shortcuts=shortcuts,
        again=strong,
    )
    return replace(
        system, criteria=criteria, bye_steps=bye_steps(system.bye_steps, wishing), process=changed, wishing=wishing
    )
