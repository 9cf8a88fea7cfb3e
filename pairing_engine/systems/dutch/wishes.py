"""Wishes in the FIDE (Dutch) System of 2017 and 2026, whose criteria decide everything, including the bye."""

from __future__ import annotations

from collections.abc import Callable

from pairing_engine.facts.wishes import Wishing
from pairing_engine.kernel.bracket_graph import Profiles
from pairing_engine.systems.dutch.candidates import Shortcuts
from pairing_engine.systems.shared.strong_bye import ByeOfTheBest
from pairing_engine.systems.shared.wish_rules import (
    STRONG,
    WEAK,
    WishRules,
    apart_rules,
    bye_wish,
    heeding,
    profiles_with,
    strong_bye_rules,
    weak_bye_rules,
)
from pairing_engine.systems.system import Method, System
from pairing_engine.values import replace


def granting(
    system: System,
    wishing: Wishing,
    profiles: Profiles,
    shortcuts: Shortcuts,
    process_with: Callable[..., Callable[[System], Method]],
) -> System:
    """The Dutch System with these wishes added to its rules.

    ``profiles`` and ``shortcuts`` belong to the present pairing process of the system. ``process_with`` creates a new
    process from the changed values.
    """
    rules = WishRules(
        strong_bye_rules(wishing.strong),
        apart_rules(wishing.strong, STRONG, "Z3"),
        apart_rules(wishing.weak, WEAK, "Z2") + weak_bye_rules(wishing.weak),
    )
    criteria = rules.among(system.criteria, system.number_of_pairs)
    walk, certificates = shortcuts
    if walk is not None and walk.criteria == system.criteria:
        walk = walk._replace(find=heeding(walk.find, wishing), criteria=criteria)
    certificates = rules.proved_by(certificates, system.number_of_pairs)
    inner = process_with(
        profiles=profiles_with(profiles, wishing, rules.all),
        shortcuts=Shortcuts(walk, certificates),
    )
    wish = bye_wish(wishing.strong)
    outer = inner if wish is None else ByeOfTheBest(inner, wish, rules.first)
    return replace(system, criteria=criteria, process=outer, wishing=wishing)
