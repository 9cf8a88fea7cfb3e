"""Wishes in the Burstein System. In a seeding round, another system handles the wishes."""

from __future__ import annotations

from typing import Any

from pairing_engine.facts.model import Wishing
from pairing_engine.systems.shared.wish_rules import STRONG, WEAK, WishRules, apart_rules, bye_steps, with_rules
from pairing_engine.systems.system import System
from pairing_engine.values import replace


def granting(system: System, wishing: Wishing, process: Any) -> System:
    """Return the Burstein System with the wishes added to its rules.

    ``process`` is the pairing process before the wishes are added.
    """
    rules = WishRules((), apart_rules(wishing.strong, STRONG, "Z3"), apart_rules(wishing.weak, WEAK, "Z2"))
    granted = with_rules(system, wishing, rules, process, bye_is_given=True)
    return replace(granted, bye_steps=bye_steps(system.bye_steps, wishing))
