"""The Burstein System, C.04.4.2, as in force until 31 January 2026.

The text is known in part (reading S8). What is not known is read as in 2026.
"""

from __future__ import annotations

from pairing_engine.facts.basic_rules import BASIC_RULES_2017
from pairing_engine.kernel.rules import Bracket, Clause, Edge, Region, Scope, counts
from pairing_engine.systems.burstein import edition_2026 as rules
from pairing_engine.systems.burstein.edition_2026 import BURSTEIN_2026
from pairing_engine.systems.burstein.process import ByIndex, SeedingRounds
from pairing_engine.systems.dutch.edition_2017 import DUTCH_2017
from pairing_engine.systems.shared import downfloats
from pairing_engine.systems.system import BYE_OR_FORFEIT_WIN_BEFORE, SAME_ABSOLUTE_PREFERENCE, Completion

c5, c7_number, c8 = (
    rule._replace(article=f"C.{rule.code[1:]}") for rule in (rules.c5, rules.c7_number, rules.c8)
)  # C.04.4.2 C.5, C.04.4.2 C.7, C.04.4.2 C.8


@counts(
    "C6", "C.04.4.2 C.6", "incoming floaters who are not paired", Clause.MDPS_LEFT, applies=downfloats.has_floaters_in
)
def c6_number(edge: Edge, bracket: Bracket) -> int:
    """Return 1 for an incoming floater who floats again: C.6 first maximises the number of those who are paired."""
    return int(edge.floats and edge.upper.score > bracket.score)


c6_scores = rules.c6._replace(article="C.6")


@counts(
    "C7",
    "C.04.4.2 C.7",
    "incoming floaters of the following bracket who are not paired there",
    Clause.HIGHER_DOWN_NEXT,
    applies=downfloats.has_following,
    scope=Scope.BEYOND,
)
def c7_incoming(edge: Edge, bracket: Bracket) -> int:
    """Return 1 for a player who floats from the bracket, and then from the following bracket."""
    return int(edge.upper_in is Region.BRACKET and downfloats.floats_from_following(edge, bracket))


c7_scores = rules.c7_scores._replace(article="C.7")

CRITERIA = (c5, c6_number, c6_scores, c7_number, c7_incoming, c7_scores, c8)

BURSTEIN_2017 = BURSTEIN_2026._replace(
    edition="2017",
    known_in_part=True,
    code="FIDE_BURSTEIN_2017",
    conventions=DUTCH_2017.conventions,  # Floats count in the seeding rounds only.
    criteria=CRITERIA,
    # C.04.4.2 E
    colour_steps=tuple(step._replace(article="E") for step in BURSTEIN_2026.colour_steps),
    basic=BASIC_RULES_2017._replace(bye_bar="C.04.4.2 C.2"),
    completion=Completion("C.04.4.2 A", "C.04.4.2 C.4", "C4"),
    bye_again=BYE_OR_FORFEIT_WIN_BEFORE._replace(article="C.04.4.2 C.2"),
    bye_steps=tuple(step._replace(article="B") for step in BURSTEIN_2026.bye_steps),
    in_round=SeedingRounds(DUTCH_2017, most=4),
    number_of_pairs=c5,
    names=BURSTEIN_2026.names._replace(floating="A", colour_clash=SAME_ABSOLUTE_PREFERENCE._replace(article="C.3")),
    process=ByIndex(rules.indices, lambda size: rules.descending_order(size, "D")),
)
