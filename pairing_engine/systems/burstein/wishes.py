"""Wishes in the Burstein System; in its seeding rounds, the system that pairs them handles the wishes."""

from __future__ import annotations

from collections.abc import Callable

from pairing_engine.facts.wishes import Wishing
from pairing_engine.kernel.bracket_graph import Profiles
from pairing_engine.systems.burstein.walk import Shortcuts
from pairing_engine.systems.shared.wish_rules import (
    STRONG,
    WEAK,
    WishRules,
    apart_rules,
    bye_steps,
    heeding,
    profiles_with,
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
    """The Burstein System with these wishes added to its rules.

    ``profiles`` and ``shortcuts`` belong to the present pairing process of the system. ``process_with`` creates a new
    process from the changed values.
    """
    rules = WishRules((), apart_rules(wishing.strong, STRONG, "Z3"), apart_rules(wishing.weak, WEAK, "Z2"))
    criteria = rules.among(system.criteria, system.number_of_pairs)
    walk, certificates = shortcuts
    if walk is not None and walk.criteria == system.criteria:
        walk = walk._replace(find=heeding(walk.find, wishing, bye_is_given=True), criteria=criteria)
    certificates = rules.proved_by(certificates, system.number_of_pairs)
    inner = process_with(profiles=profiles_with(profiles, wishing, rules.all), shortcuts=Shortcuts(walk, certificates))
    return replace(
        system, criteria=criteria, bye_steps=bye_steps(system.bye_steps, wishing), process=inner, wishing=wishing
    )
