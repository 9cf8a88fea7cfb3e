"""The Dutch System of Istanbul 2012, C.04.3.1 "until July 1st, 2017".

[A.7, A.8, A.11, B, C.10, C.14, D.4] The rules of 2012 describe a search by hand, in which requirements are dropped
until a candidate is acceptable. According to C.10, requirements are dropped one at a time, beginning with the last, and
"only for the minimum number of pairs". Finally, the required numbers of pairs are reduced according to C.14. The
accepted candidate has the smallest totals, and earlier rules take priority. Pairs that deny preferences are counted,
too, because the permitted numbers X and Z are raised step by step.
"""

from __future__ import annotations

from pairing_engine.facts.basic_rules import Absolutes, BasicRules, Colours
from pairing_engine.kernel.colour import CLASH
from pairing_engine.kernel.rules import Bracket, Clause, Edge, Region, counts, denies_a_colour, lower_of, nobody
from pairing_engine.kernel.trace import real_score
from pairing_engine.state.round_state import DOWN, STRONG, UP
from pairing_engine.systems.dutch.edition_2026 import may_meet
from pairing_engine.systems.dutch_procedure.process import PROCEDURE, ByProcedure, ByTotals
from pairing_engine.systems.dutch_procedure.score_bracket import (
    COLOUR_STEPS,
    CONVENTIONS,
    is_odd_round,
    moved_down,
    own,
)
from pairing_engine.systems.shared import downfloats
from pairing_engine.systems.system import ByeRule, Clash, Completion, Names, System

POINT = 10
"""One point, in tenths."""

MOST_SQUARES = 1 << 40
"""An upper bound for every sum of squared score differences, in hundredths."""


def is_heterogeneous(bracket: Bracket) -> bool:
    return own(bracket).heterogeneous


def _looks_down(bracket: Bracket) -> bool:
    return own(bracket).looks_down


@counts(
    "A3",
    "C.04.3.1 A.3",
    "moved-down players who have no opponent",
    Clause.MDPS_LEFT,
    applies=lambda bracket: own(bracket).heterogeneous and own(bracket).lowest,
)
def left_over(edge: Edge, bracket: Bracket) -> int:
    """Return 1 for a moved-down player who stays unpaired in the lowest bracket (reading O8)."""
    return int(edge.floats and moved_down(edge.upper, bracket))


@counts(
    "M1",
    "C.04.3.1 C.14.b",
    "moved-down players who do not meet a resident",
    Clause.MDPS_WITHOUT_RESIDENT,
    applies=is_heterogeneous,
)
def m1(edge: Edge, bracket: Bracket) -> int:
    """Count the moved-down players who do not meet a resident (reading O8)."""
    if edge.upper_in is not Region.BRACKET or not moved_down(edge.upper, bracket):
        return 0
    if edge.lower is None or edge.lower_in is not Region.BRACKET:
        return 1
    return 2 if moved_down(edge.lower, bracket) else 0


set_scores = downfloats.SCORES.at(
    "B3",
    "C.04.3.1 B.3, D.3",
    "the score of each moved-down player who stays unpaired in the bracket",
    applies=lambda bracket: own(bracket).heterogeneous and not own(bracket).merged,
)
"""The scores of the moved-down players who stay unpaired (reading O6)."""

p1 = downfloats.NUMBER.at("P1", "C.04.3.1 C.14.a")

floater_scores = downfloats.SCORES.at(
    "B3",
    "C.04.3.1 B.3",
    applies=lambda bracket: bool(bracket.mdps) and not own(bracket).heterogeneous and not own(bracket).merged,
)
"""The scores of the downfloaters (reading O4)."""


# C.04.1 C.1, C.12, C.04.3.1 C.1, C.12
c12 = downfloats.SCORES_BELOW.at(
    "C12",
    "C.1, C.12",
    "the score of each downfloater who cannot be paired in the next bracket and has more points than its players",
    applies=_looks_down,
)

c12_pairs = downfloats.NUMBER_BELOW.at(
    "C12",
    "C.12",
    "players of the next bracket (including the downfloaters) who cannot be paired there",
    applies=_looks_down,
)


@counts(
    "B3",
    "C.04.3.1 D.4",
    "hundredths in the sum of the squared score differences (B3-factor)",
    Clause.SQUARES_APART,
    applies=lambda bracket: own(bracket).merged,
    most=MOST_SQUARES,
    who=nobody,
)
def b3_factor(edge: Edge, bracket: Bracket) -> int:
    """Return the squared score difference (reading O13); the bye is one point below the lowest ranked player."""
    if edge.upper_in is not Region.BRACKET:
        return 0
    if edge.pairs:
        assert edge.lower is not None
        difference = edge.upper.score - edge.lower.score
    else:
        difference = edge.upper.score - bracket.residents[-1].score + POINT
    return difference**2


@counts(
    "B2",
    "C.04.3.1 B.2",
    "pairs of players with the same absolute colour preference, if one of them is a top scorer",
    Clause.PAIRS_WITH_ABSOLUTE_COLOURS,
)
def b2(edge: Edge, _bracket: Bracket) -> int:
    return int(edge.product == CLASH)


@counts(
    "A7.d",
    "C.04.3.1 A.7.d",
    "pairs of players with the same strong colour preference, which is treated as absolute",
    Clause.PAIRS_WITH_STRONG_COLOURS,
    applies=is_odd_round,
)
def a7d(edge: Edge, _bracket: Bracket) -> int:
    return int(STRONG * STRONG <= edge.product < CLASH)


x = counts("X", "C.04.3.1 A.8.a, B.4", "pairs that do not fulfil all colour preferences", Clause.PAIRS_WITH_COLOURS)(
    denies_a_colour
)


@counts(
    "Z",
    "C.04.3.1 A.8.b, A.7.e",
    "pairs that do not fulfil all strong colour preferences",
    Clause.PAIRS_WITH_STRONG_COLOURS,
    applies=lambda bracket: not is_odd_round(bracket),
)
def z(edge: Edge, _bracket: Bracket) -> int:
    return int(edge.product >= STRONG * STRONG)


def _downfloats_again(edge: Edge, bracket: Bracket, rounds_ago: int) -> int:
    """Return 1 for a repeated downfloat, except for players moved down to the bracket (reading O7)."""
    return int(edge.floats and not moved_down(edge.upper, bracket) and edge.upper.floated(rounds_ago) == DOWN)


def _upfloats_again(edge: Edge, bracket: Bracket, rounds_ago: int) -> int:
    """Return 1 if a resident who meets a moved-down player repeats an upfloat (reading O12)."""
    upper, lower = edge.upper, edge.lower
    if lower is None or not edge.pairs or not moved_down(upper, bracket) or moved_down(lower, bracket):
        return 0
    return int(lower.floated(rounds_ago) == UP)


b5_down = counts(
    "B5", "C.04.3.1 B.5, C.10.d", "downfloaters who had a downfloat in the previous round", Clause.OWN_DOWN_AGAIN
)(lambda edge, bracket: _downfloats_again(edge, bracket, 1))
b6_down = b5_down.at(
    "B6",
    "C.04.3.1 B.6, C.10.c",
    "downfloaters who had a downfloat two rounds before",
    Clause.OWN_DOWN_AGAIN_2,
    lambda edge, bracket: _downfloats_again(edge, bracket, 2),
)
b5_up = counts(
    "B5",
    "C.04.3.1 B.5, C.10.b",
    "upfloaters who had an upfloat in the previous round",
    Clause.MET_UP_AGAIN,
    applies=is_heterogeneous,
    who=lower_of,
)(lambda edge, bracket: _upfloats_again(edge, bracket, 1))
b6_up = b5_up.at(
    "B6",
    "C.04.3.1 B.6, C.10.a",
    "upfloaters who had an upfloat two rounds before",
    Clause.MET_UP_AGAIN_2,
    lambda edge, bracket: _upfloats_again(edge, bracket, 2),
)

CRITERIA = (
    left_over, m1, set_scores, p1, floater_scores, c12, c12_pairs, b3_factor, b2, a7d, x, z,
    b5_down, b6_down, b5_up, b6_up,
)  # fmt: skip


CHAPTER = "C.04.3.1"

DUTCH_2012 = System(
    name="dutch",
    edition="2012",
    article=CHAPTER,
    code="FIDE_DUTCH_2012",
    conventions=CONVENTIONS,
    criteria=CRITERIA,
    may_meet=may_meet,
    colour_steps=COLOUR_STEPS,
    # The rules of 2012 do not mention boards, but refer to the general handling rules of that time. Only the chapter of
    # the general rules is cited, because the article D.9 is certain only for 2017.
    basic=BasicRules(f"{CHAPTER} B.1.a", "", f"{CHAPTER} A.5", f"{CHAPTER} B.1.b", f"{CHAPTER} B.2", "C.04.2"),
    completion=Completion(f"{CHAPTER} C.13", f"{CHAPTER} C.13", ""),
    bye_again=ByeRule(
        f"{CHAPTER} B.1.b",
        "",
        "this participant already scored without playing (even a half point)",
        "each of them has scored without playing",
    ),
    absolutes=Absolutes(Colours.TOPSCORERS),
    board_score=real_score,
    names=Names(floating="A.4", colour_clash=Clash("B.2", "", "they have the same absolute colour preference")),
    procedure=PROCEDURE,
    process=ByProcedure(ByTotals, sets="D.3"),
)
