"""The Dutch System of 2001 to 2009, C.04.1 "Swiss System Based on Rating".

FIDE approved these rules in 1992, 1997, 1998 and 2001, and the Executive Board amended them in 2009. No other program
has confirmed the pairings that swisspair makes under these rules (docs/readings.md, P1 and the entries after it).

[A.7, A.8, B, C.9 to C.11, Note] Some rules count pairs or floaters, and all other rules are requirements. A requirement
is either kept or dropped for the whole bracket, because C.9 and C.10 do not limit the number of exceptions.
`ByLowering` finds out which requirements must be dropped.
"""

from __future__ import annotations

from pairing_engine.facts.basic_rules import Absolutes, BasicRules, Colours
from pairing_engine.kernel.rules import Bracket, Clause, Edge, counts, lower_of
from pairing_engine.state.round_state import DOWN, MILD, UP, Player
from pairing_engine.systems.dutch_procedure import edition_2012
from pairing_engine.systems.dutch_procedure.edition_2012 import DUTCH_2012, c12, c12_pairs, is_heterogeneous
from pairing_engine.systems.dutch_procedure.process import ByLowering, ByProcedure
from pairing_engine.systems.dutch_procedure.score_bracket import (
    CONVENTIONS_2009,
    is_odd_round,
    is_top,
    lowered,
    may_meet_2009,
    moved_down,
    own,
)
from pairing_engine.systems.shared import downfloats
from pairing_engine.systems.system import ByeRule, Completion

KEPT, WITHOUT_B6, WITHOUT_B5 = range(3)
"""The levels of the requirements about floats: keep both, drop B.6, drop B.6 and B.5."""


def _again(player: Player, kind: str) -> int:
    """[C.04.1 B.5, C.04.1 B.6] Return which requirements must be dropped if the player gets a ``kind`` float."""
    if player.floated(1) == kind:
        return WITHOUT_B5
    return WITHOUT_B6 if player.floated(2) == kind else KEPT


p1 = downfloats.NUMBER.at("p", "C.04.1 C.14")


b2 = lowered(
    "B2",
    "C.04.1 B.2, Note",
    "exceptions for two players with at least 50% of the points and the same absolute colour preference",
    most=1,
    clause=Clause.PAIRS_WITH_ABSOLUTE_COLOURS,
)(edition_2012.b2.cost)

a7d = lowered(
    "A7.d",
    "C.04.1 A.7.d",
    "exceptions for two players with the same strong colour preference",
    most=1,
    applies=is_odd_round,
    clause=Clause.PAIRS_WITH_STRONG_COLOURS,
)(edition_2012.a7d.cost)


@counts("x", "C.04.1 A.8, B.4", "pairs that do not fulfil all colour preferences", Clause.PAIRS_AGAINST_COLOURS)
def x(edge: Edge, bracket: Bracket) -> int:
    """[C.04.1 A.7.e] Return 1 for a pair that denies a preference.

    In even rounds, all mild preferences of a bracket are treated as the one that reduces x (reading P7).
    """
    if is_odd_round(bracket) or not own(bracket).mild or edge.lower is None or not edge.pairs:
        return int(edge.product > 0)
    one, other = (
        own(bracket).mild if abs(player.preference) == MILD else player.preference
        for player in (edge.upper, edge.lower)
    )
    return int(one * other > 0)


def lowered_for_downfloater(edge: Edge, bracket: Bracket) -> int:
    """Return how far the requirements about floats must be lowered for a player who floats down.

    The requirements apply neither to players who came down to this bracket (reading P5), nor to players whom [C.1]
    moved down first (reading P8).
    """
    if not edge.floats or moved_down(edge.upper, bracket) or edge.upper.tpn in own(bracket).lost:
        return KEPT
    return _again(edge.upper, DOWN)


def lowered_for_upfloater(edge: Edge, bracket: Bracket) -> int:
    """Return how far the requirements about floats must be lowered for the opponent of a moved-down player.

    The requirements apply only if the moved-down player is in S1.
    """
    upper, lower = edge.upper, edge.lower
    if lower is None or not edge.pairs or not is_top(upper, bracket) or upper.score == lower.score:
        return KEPT
    return _again(lower, UP)


down = lowered(
    "B5, B6",
    "C.04.1 C.10",
    "violations of the rules against repeated downfloats",
    most=WITHOUT_B5,
    clause=Clause.OWN_DOWN_AGAIN,
)(lowered_for_downfloater)

up = lowered(
    "B5, B6",
    "C.04.1 C.9",
    "violations of the rules against repeated upfloats",
    most=WITHOUT_B5,
    applies=is_heterogeneous,
    who=lower_of,
    clause=Clause.MET_UP_AGAIN,
)(lowered_for_upfloater)

CRITERIA = (p1, c12, c12_pairs, b2, a7d, x, down, up)


CHAPTER = "C.04.1"

PROCESS = ByProcedure(ByLowering, sets="C.4", same_scores=False)

DUTCH_2009 = DUTCH_2012._replace(
    edition="2009",
    article=CHAPTER,
    code="FIDE_DUTCH_2009",
    conventions=CONVENTIONS_2009,
    criteria=CRITERIA,
    may_meet=may_meet_2009,
    basic=BasicRules(f"{CHAPTER} B.1.a", "", f"{CHAPTER} A.5", f"{CHAPTER} B.1.b", f"{CHAPTER} B.2", f"{CHAPTER} F.1"),
    completion=Completion(f"{CHAPTER} C.13", f"{CHAPTER} C.13", ""),
    bye_again=ByeRule(
        f"{CHAPTER} B.1.b",
        "",
        "this participant already had a point without playing",
        "each of them has had a point without playing",
    ),
    absolutes=Absolutes(Colours.HALF),
    process=PROCESS,
)
