"""The FIDE (Dutch) System, C.04.3, in force from 1 July 2017 to 31 January 2026.

[C] C.1 and C.3 are about possible pairs, and C.2 is about possible byes. C.4 requires a complete matching for the
Penultimate Pairing Bracket (PPB). The other criteria are rules. `edition_2026` declares those that did not change.
"""

from __future__ import annotations

from collections.abc import Iterable

from pairing_engine.facts.basic_rules import BASIC_RULES_2017, Absolutes, Colours, Outcome
from pairing_engine.facts.model import Points, Scoring
from pairing_engine.kernel import colour
from pairing_engine.kernel.colour import colour_step
from pairing_engine.kernel.rules import Bracket, Clause, Edge, Region, Route, Scope, counts, lists, lower_of, upper_of
from pairing_engine.kernel.trace import real_score
from pairing_engine.state.round_state import BEFORE_2026, DOWN, UP
from pairing_engine.systems.dutch import edition_2026 as rules_of_2026
from pairing_engine.systems.dutch.edition_2026 import may_meet
from pairing_engine.systems.dutch.process import Dutch
from pairing_engine.systems.dutch.two_routes import DutchOfTwoRoutes
from pairing_engine.systems.shared import downfloats
from pairing_engine.systems.shared.orders import OrderArticles
from pairing_engine.systems.system import BYE_OR_FORFEIT_WIN_BEFORE, Clash, Completion, Names, System

ONE_POINT = 10
"""[C.04.3 A.8] One point, in tenths, by which a downfloater's artificial opponent is below the lowest resident."""


def has_several_scores(bracket: Bracket) -> bool:
    return bool(bracket.mdps) or bracket.route is Route.COLLAPSED


def looks_ahead(bracket: Bracket) -> bool:
    """[C.04.3 C.7] Whether a bracket has a following bracket and is neither the PPB nor the CLB."""
    return bool(bracket.following) and bracket.route is Route.ORDINARY


def _descending(values: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted({value for value in values if value}, reverse=True))


def score_difference(edge: Edge, bracket: Bracket) -> int:
    """[C.04.3 A.8] Return the score difference; a downfloater's opponent is one point below the lowest resident."""
    if edge.floats:
        return edge.upper.score - bracket.lowest_score + ONE_POINT
    return edge.upper.score - edge.lower.score if edge.pairs and edge.lower is not None else 0


def _differences_of_pairs(bracket: Bracket) -> set[int]:
    if bracket.route is not Route.COLLAPSED:
        return {player.score - bracket.score for player in bracket.mdps}
    residents = {player.score for player in bracket.residents}
    return {abs(player.score - score) for player in bracket.members for score in residents}


def differences(bracket: Bracket) -> tuple[int, ...]:
    """Return all score differences that can occur in the bracket, in descending order."""
    pairs = _differences_of_pairs(bracket)
    return _descending(pairs | {player.score - bracket.lowest_score + ONE_POINT for player in bracket.members})


def upfloater_differences(bracket: Bracket) -> tuple[int, ...]:
    """Return all score differences that pairs of the bracket can have, in descending order."""
    return _descending(_differences_of_pairs(bracket))


c5 = downfloats.NUMBER.at("C5", "C.04.3 C.5")


c6 = lists(
    "C6",
    "C.04.3 C.6",
    "the score difference of each pair and downfloater (Pairing Score Difference)",
    Clause.APART,
    levels=differences,
    applies=has_several_scores,
)(score_difference)


def last_leaves_one(bracket: Bracket) -> bool:
    """Whether the next bracket is the last bracket and one of its players must get the bye."""
    return looks_ahead(bracket) and bracket.odd and not bracket.beyond


@counts(
    "C7",
    "C.04.3 C.7",
    "downfloaters of the last bracket who may not get the bye",
    Clause.NO_BYE_LEFT,
    applies=last_leaves_one,
    scope=Scope.BEYOND,
)
def c7_bye(edge: Edge, bracket: Bracket) -> int:
    """Return 1 for a player who floats from the last bracket, but may not get the bye under C.2 (reading E6)."""
    return int(bool(downfloats.floats_from_following(edge, bracket)) and not edge.upper.may_have_bye)


c7_number = downfloats.NUMBER_BELOW.at("C7", "C.04.3 C.7", applies=looks_ahead)


def _following_differences(bracket: Bracket) -> tuple[int, ...]:
    gaps = {player.score - bracket.following[0].score for player in bracket.members}
    return _descending(gaps | {gap + ONE_POINT for gap in gaps} | {ONE_POINT})


@lists(
    "C7",
    "C.04.3 C.7",
    "each score difference of the following bracket (Pairing Score Difference)",
    Clause.APART_NEXT,
    levels=_following_differences,
    applies=looks_ahead,
    scope=Scope.BEYOND,
)
def c7_psd(edge: Edge, bracket: Bracket) -> int:
    if edge.lower_in is Region.BRACKET or edge.upper_in not in (Region.BRACKET, Region.FOLLOWING):
        return 0
    gap = edge.upper.score - bracket.following[0].score
    return gap if edge.lower_in is Region.FOLLOWING else gap + ONE_POINT


c8 = rules_of_2026.c10.at("C8", "C.04.3 C.8")
c9 = rules_of_2026.c11.at("C9", "C.04.3 C.9")
c10 = rules_of_2026.c12.at("C10", "C.04.3 C.10")
c11 = rules_of_2026.c13.at("C11", "C.04.3 C.11")


def _downfloats_again(edge: Edge, rounds_ago: int) -> bool:
    """[C.04.3 A.4.b] Whether the upper player downfloats, and also did so ``rounds_ago`` rounds ago (reading E7)."""
    goes_down = edge.floats or (edge.pairs and edge.lower is not None and edge.upper.score > edge.lower.score)
    return goes_down and edge.upper.floated(rounds_ago) == DOWN


def _upfloats_again(edge: Edge, rounds_ago: int) -> bool:
    """[C.04.3 A.4.b] Whether the lower player upfloats, and also did so ``rounds_ago`` rounds ago."""
    lower = edge.lower
    return edge.pairs and lower is not None and edge.upper.score > lower.score and lower.floated(rounds_ago) == UP


c12 = counts(
    "C12",
    "C.04.3 C.12",
    "players who receive the same downfloat as in the previous round",
    Clause.DOWN_AGAIN,
    who=upper_of,
)(lambda edge, _bracket: int(_downfloats_again(edge, 1)))
c13 = counts(
    "C13",
    "C.04.3 C.13",
    "players who receive the same upfloat as in the previous round",
    Clause.UP_AGAIN,
    applies=has_several_scores,
    who=lower_of,
)(lambda edge, _bracket: int(_upfloats_again(edge, 1)))
c14 = c12.at(
    "C14",
    "C.04.3 C.14",
    "players who receive the same downfloat as two rounds before",
    Clause.DOWN_AGAIN_2,
    lambda edge, _bracket: int(_downfloats_again(edge, 2)),
)
c15 = c13.at(
    "C15",
    "C.04.3 C.15",
    "players who receive the same upfloat as two rounds before",
    Clause.UP_AGAIN_2,
    lambda edge, _bracket: int(_upfloats_again(edge, 2)),
)
c16 = lists(
    "C16",
    "C.04.3 C.16",
    "the score difference of each player who receives the same downfloat as in the previous round",
    Clause.FURTHER_DOWN,
    levels=differences,
    applies=has_several_scores,
    who=upper_of,
)(lambda edge, bracket: score_difference(edge, bracket) if _downfloats_again(edge, 1) else 0)
c17 = lists(
    "C17",
    "C.04.3 C.17",
    "the score difference of each player who receives the same upfloat as in the previous round",
    Clause.FURTHER_UP,
    levels=upfloater_differences,
    applies=has_several_scores,
    who=lower_of,
)(lambda edge, bracket: score_difference(edge, bracket) if _upfloats_again(edge, 1) else 0)
c18 = c16.at(
    "C18",
    "C.04.3 C.18",
    "the score difference of each player who receives the same downfloat as two rounds before",
    Clause.FURTHER_DOWN_2,
    lambda edge, bracket: score_difference(edge, bracket) if _downfloats_again(edge, 2) else 0,
)
c19 = c17.at(
    "C19",
    "C.04.3 C.19",
    "the score difference of each player who receives the same upfloat as two rounds before",
    Clause.FURTHER_UP_2,
    lambda edge, bracket: score_difference(edge, bracket) if _upfloats_again(edge, 2) else 0,
)


ORDERS_2017 = OrderArticles(
    transpositions="D.1", number="D.2.a", difference="D.2.b", leaves_s1="D.2.c", joins_s1="D.2.d", sets="D.3.b"
)


CRITERIA = (
    c5, c6, c7_bye, c7_number, c7_psd, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19,
)  # fmt: skip

COLOUR_STEPS = (
    colour.BOTH_GRANTED.at("C.04.3 E.1"),
    colour.STRONGER_GRANTED.at("C.04.3 E.2"),
    colour.REVERSED.at("C.04.3 E.3"),
    colour.HIGHER_GRANTED.at("C.04.3 E.4"),
    colour_step(
        "C.04.3 E.5",
        "the colours follow from the initial-colour and from the higher ranked player's pairing number",
        colour.by_number,
    ),
)


def float_of_unplayed(_outcome: Outcome, _gained: Points, _scoring: Scoring) -> str:
    """[C.04.3 A.4.b] Return a downfloat: every unplayed round counts as a downfloat (reading E8)."""
    return DOWN


DUTCH_2017 = System(
    name="dutch",
    edition="2017",
    article="C.04.3",
    code="FIDE_DUTCH_2017",
    conventions=BEFORE_2026._replace(float_of_unplayed=float_of_unplayed),
    criteria=CRITERIA,
    may_meet=may_meet,
    colour_steps=COLOUR_STEPS,
    basic=BASIC_RULES_2017,
    completion=Completion("C.04.3 A.9", "C.04.3 C.4", "C4"),
    bye_again=BYE_OR_FORFEIT_WIN_BEFORE,
    absolutes=Absolutes(Colours.TOPSCORERS),
    board_score=real_score,
    number_of_pairs=c5,
    names=Names(
        floating="A.4",
        colour_clash=Clash("C.3", "C3", "they have the same absolute colour preference"),
        columns=("C12", "C14"),
        parameters=True,
    ),
    process=Dutch(ORDERS_2017, "B.3", DutchOfTwoRoutes),
)
