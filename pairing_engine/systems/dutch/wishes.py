"""Wishes in the FIDE (Dutch) System of 2017 and 2026.

In these editions, the criteria also decide who gets the bye.
"""

from __future__ import annotations

from typing import Any

from pairing_engine.facts.model import Wishing
from pairing_engine.systems.shared.strong_bye import ByeOfTheBest
from pairing_engine.systems.shared.wish_rules import (
    STRONG,
    WEAK,
    WishRules,
    apart_rules,
    bye_wish,
    strong_bye_rules,
    weak_bye_rules,
    with_rules,
)
from pairing_engine.systems.system import System
from pairing_engine.values import replace


def granting(system: System, wishing: Wishing, process: Any) -> System:
    """Add rules for the given wishes to the Dutch System.

    ``process`` is the usual pairing process of the Dutch System.
    """
    rules = WishRules(
        strong_bye_rules(wishing.strong),
        apart_rules(wishing.strong, STRONG, "Z3"),
        apart_rules(wishing.weak, WEAK, "Z2") + weak_bye_rules(wishing.weak),
    )
    granted = with_rules(system, wishing, rules, process)
    wish = bye_wish(wishing.strong)
    return granted if wish is None else replace(granted, process=ByeOfTheBest(granted.process, wish, rules.first))
