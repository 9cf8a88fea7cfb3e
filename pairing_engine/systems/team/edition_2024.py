"""The Team Pairing System, C.04.6, in force from 1 August 2024 to 31 January 2026.

The text is known in part (readings T20 to T22). What is not known is read as in 2026.
"""

from __future__ import annotations

from collections.abc import Iterable

from pairing_engine.facts.basic_rules import BasicRules
from pairing_engine.kernel.rules import Bracket, Clause, Edge, White, counts
from pairing_engine.state.round_state import Player
from pairing_engine.systems.shared import top_scoregroup
from pairing_engine.systems.shared.orders import identifier_order
from pairing_engine.systems.system import Completion
from pairing_engine.systems.team.edition_2026 import TEAM_2026, c8, c9, first_team, spares_floaters

CHAPTER = "C.04.6"


def _float_again(edge: Edge, _bracket: Bracket, _white: White) -> Iterable[Player]:
    return filter(top_scoregroup.was_floater, edge.players)


@counts("", "", "teams that float in consecutive rounds", Clause.FLOAT_AGAIN, applies=spares_floaters, who=_float_again)
def float_again(edge: Edge, _bracket: Bracket) -> int:
    """[C.04.6 3] Count the teams of a pair that float, the upfloater and its opponent, and have just floated."""
    return sum(map(top_scoregroup.was_floater, edge.players)) if top_scoregroup.has_upfloater(edge) else 0


# C.04.6 3
CRITERIA = tuple(
    rule._replace(code=f"C{number}", article="3", text=CHAPTER)
    for number, rule in enumerate((top_scoregroup.c4, top_scoregroup.c5, top_scoregroup.c6, c8, c9, float_again), 4)
)
"""[3] The criteria, of which only C9 is about earlier floaters: none of them decides which teams float up."""


TEAM_2024 = TEAM_2026._replace(
    edition="2024",
    known_in_part=True,
    code="FIDE_TEAM_2024",
    criteria=CRITERIA,
    basic=BasicRules(f"{CHAPTER} 3", "C1", "C.04.1.c", f"{CHAPTER} 3", "", "C.04.2.D.9"),
    completion=Completion(f"{CHAPTER} 1.9", f"{CHAPTER} 3", "C3"),
    bye_again=top_scoregroup.bye_again(CHAPTER)._replace(article=f"{CHAPTER} 3"),
    bye_steps=tuple(step._replace(article="2.1") for step in TEAM_2026.bye_steps),
    number_of_pairs=CRITERIA[0],
    process=top_scoregroup.TopScoregroups(
        order=lambda size: identifier_order(size, "2.3.2"),  # C.04.6 2.3, in the order of 2026,
        first=first_team,
        sets="2.2.4",
    ),
)
