"""The FIDE (Dutch) System, C.04.3, as approved on 28 October 2025 and applied from 1 February 2026.

[2] Four of the criteria are not declared as rules (`Rule`). `may_meet` applies [C1] and [C3], and
`Player.may_have_bye` applies [C2]. [C4] is always satisfied, because every matching must be complete.
"""

from __future__ import annotations

from collections.abc import Iterable

from pairing_engine.facts.basic_rules import Absolutes, Colours, Due
from pairing_engine.facts.model import MAX_ROUNDS
from pairing_engine.kernel import colour, rules
from pairing_engine.kernel.colour import colour_step
from pairing_engine.kernel.rules import Bracket, Clause, Edge, Region, White, counts, lists, lower_of
from pairing_engine.state.round_state import ABSOLUTE, DOWN, STRONG, UP, Player, RoundState
from pairing_engine.systems.dutch.process import Dutch, DutchMethod
from pairing_engine.systems.shared import downfloats
from pairing_engine.systems.shared.downfloats import gaps, has_floaters_in
from pairing_engine.systems.shared.orders import OrderArticles
from pairing_engine.systems.system import Completion, Names, System


def is_topscorer(player: Player, state: RoundState) -> bool:
    """[C.04.3 1.8] Whether a player has over half of the real points in the last round (reading D5)."""
    return state.is_last and 2 * player.points > (state.number - 1) * state.scoring.win


def may_meet(a: Player, b: Player, state: RoundState) -> bool:
    """[C.04.3 2.1.1, 2.1.3] Whether the criteria [C1] and [C3] allow a pair."""
    if b.tpn in a.barred:
        return False
    return a.preference * b.preference != colour.CLASH or is_topscorer(a, state) or is_topscorer(b, state)


LIMBO_DEPTH = 10
"""One point, in tenths, which is added to the score difference of an MDP in the Limbo (reading D2)."""


def bye_score_is_open(bracket: Bracket) -> bool:
    """[C5] Whether somebody must get the bye, and the score of this player is still unknown."""
    return bracket.odd and bracket.bye_score is None


def _bye_levels(bracket: Bracket) -> tuple[int, ...]:
    """List the possible scores of the player with the bye, less `_base_of_bye_levels`, from the highest down."""
    players = bracket.members + bracket.following + bracket.beyond
    return tuple(sorted({above_lowest(player, bracket) for player in players}, reverse=True))


def above_lowest(player: Player, bracket: Bracket) -> int:
    return player.score - _base_of_bye_levels(bracket)


def _base_of_bye_levels(bracket: Bracket) -> int:
    """Return the score that `_bye_levels` subtracts: a tenth of a point below the lowest score."""
    lowest = (bracket.beyond or bracket.following or bracket.residents)[-1]
    return lowest.score - 1


@lists(
    "C5",
    "C.04.3 2.3.1",
    "the score of the assignee of the pairing-allocated bye",
    Clause.HIGHER_BYE,
    levels=_bye_levels,
    applies=bye_score_is_open,
    scope=rules.Scope.BEYOND,
    base=_base_of_bye_levels,
)
def c5(edge: Edge, bracket: Bracket) -> int:
    return above_lowest(edge.upper, bracket) if edge.lower_in is Region.BYE else 0


c6 = downfloats.NUMBER.at("C6", "C.04.3 2.4.1")
c7 = downfloats.SCORES.at("C7", "C.04.3 2.4.2")
c8_number = downfloats.NUMBER_BELOW.at("C8", "C.04.3 2.4.3")
c8_scores = downfloats.SCORES_BELOW.at("C8", "C.04.3 2.4.3")


@counts(
    "C9",
    "C.04.3 2.4.4",
    "unplayed games of the assignee of the pairing-allocated bye",
    Clause.UNPLAYED_BYE,
    applies=lambda bracket: bracket.allots_bye,
    most=MAX_ROUNDS,
)
def c9(edge: Edge, _bracket: Bracket) -> int:
    return edge.upper.unplayed if edge.floats else 0


def _denied(edge: Edge) -> Player | None:
    """Return the player who does not get the preferred colour under Article 5, or None.

    If both preferences are absolute and the colour differences are equal, a player who had the same colour twice in a
    row is favoured [5.2.3]. The lower player stands for two whom the article treats alike: the totals are the same.
    """
    upper, lower = edge.upper, edge.lower
    if lower is None or edge.product <= 0:
        return None
    strengths = abs(upper.preference), abs(lower.preference)
    if strengths == (ABSOLUTE, ABSOLUTE):
        strengths = abs(upper.difference), abs(lower.difference)
        if strengths[0] == strengths[1]:
            strengths = int(had_a_colour_twice(upper)), int(had_a_colour_twice(lower))
    return lower if strengths[0] >= strengths[1] else upper


def had_a_colour_twice(player: Player) -> bool:
    return player.colours[-2:] in ("ww", "bb")


def _given_colour(player: Player, edge: Edge, denied: Player | None) -> int:
    """Return the colour that a player gets: 1 for White, -1 for Black, 0 if neither player has a preference."""
    if player.preference:
        wanted = 1 if player.preference > 0 else -1
        return -wanted if player is denied else wanted
    other = edge.lower if player is edge.upper else edge.upper
    assert other is not None
    return 0 if not other.preference else (-1 if other.preference > 0 else 1)


def _of_topscorers(edge: Edge, bracket: Bracket) -> bool:
    return bracket.state.is_last and edge.pairs and any(is_topscorer(player, bracket.state) for player in edge.players)


def _colour(player: Player, white: White) -> int:
    return 1 if player.tpn in white else -1


def too_far_apart(edge: Edge, _bracket: Bracket, white: White) -> Iterable[Player]:
    """Return the players who get a colour difference beyond two; if nobody does, return both players."""
    far = [player for player in edge.players if abs(player.difference + _colour(player, white)) > 2]
    return far or edge.players


def third_in_a_row(edge: Edge, _bracket: Bracket, white: White) -> Iterable[Player]:
    """Return the players who get a colour a third time in a row; if nobody does, return both players."""
    third = {1: "ww", -1: "bb"}
    found = [player for player in edge.players if player.colours[-2:] == third[_colour(player, white)]]
    return found or edge.players


@counts(
    "C10",
    "C.04.3 2.4.5",
    "topscorers or topscorers' opponents who get a colour difference beyond 2",
    Clause.TOPSCORER_DIFFERENCE,
    applies=lambda bracket: bracket.state.is_last,
    who=too_far_apart,
)
def c10(edge: Edge, bracket: Bracket) -> int:
    if not _of_topscorers(edge, bracket):
        return 0
    denied = _denied(edge)
    return sum(abs(player.difference + _given_colour(player, edge, denied)) > 2 for player in edge.players)


@counts(
    "C11",
    "C.04.3 2.4.6",
    "topscorers or topscorers' opponents who get the same colour three times in a row",
    Clause.TOPSCORER_THREE_TIMES,
    applies=lambda bracket: bracket.state.is_last,
    who=third_in_a_row,
)
def c11(edge: Edge, bracket: Bracket) -> int:
    if not _of_topscorers(edge, bracket):
        return 0
    denied = _denied(edge)
    third = {1: "ww", -1: "bb", 0: None}
    return sum(player.colours[-2:] == third[_given_colour(player, edge, denied)] for player in edge.players)


c12 = rules.DENIED.at("C12", "C.04.3 2.4.7")


@counts(
    "C13",
    "C.04.3 2.4.8",
    "players who do not get their strong colour preference",
    Clause.STRONG_COLOURS,
    who=rules.strongly_denied,
)
def c13(edge: Edge, _bracket: Bracket) -> int:
    denied = _denied(edge)
    return int(denied is not None and abs(denied.preference) == STRONG)


def _downfloats_again(edge: Edge, bracket: Bracket, rounds_ago: int) -> int:
    return int(edge.floats and edge.upper.score == bracket.score and edge.upper.floated(rounds_ago) == DOWN)


def _opponent_upfloats_again(edge: Edge, bracket: Bracket, rounds_ago: int) -> int:
    of_an_mdp, lower = edge.pairs and edge.upper.score != bracket.score, edge.lower
    return int(of_an_mdp and lower is not None and lower.floated(rounds_ago) == UP)


c14 = counts(
    "C14", "C.04.3 2.4.9", "resident downfloaters who received a downfloat in the previous round", Clause.OWN_DOWN_AGAIN
)(lambda edge, bracket: _downfloats_again(edge, bracket, 1))
c15 = counts(
    "C15",
    "C.04.3 2.4.10",
    "players who received an upfloat in the previous round and now meet moved-down players",
    Clause.UP_AGAIN,
    applies=has_floaters_in,
    who=lower_of,
)(lambda edge, bracket: _opponent_upfloats_again(edge, bracket, 1))
c16 = c14.at(
    "C16",
    "C.04.3 2.4.11",
    "resident downfloaters who received a downfloat two rounds before",
    Clause.OWN_DOWN_AGAIN_2,
    lambda edge, bracket: _downfloats_again(edge, bracket, 2),
)
c17 = c15.at(
    "C17",
    "C.04.3 2.4.12",
    "players who received an upfloat two rounds before and now meet moved-down players",
    Clause.UP_AGAIN_2,
    lambda edge, bracket: _opponent_upfloats_again(edge, bracket, 2),
)


def _mdp_levels(bracket: Bracket) -> tuple[int, ...]:
    found = gaps(bracket)
    return tuple(sorted({*found, *(gap + LIMBO_DEPTH for gap in found)}, reverse=True))


def _mdp_difference(edge: Edge, bracket: Bracket, rounds_ago: int) -> int:
    """Return the score difference of an MDP who floated down then, else 0; one point more in the Limbo (reading D2)."""
    of_an_mdp = edge.upper_in is Region.BRACKET and edge.upper.score != bracket.score
    if not of_an_mdp or edge.upper.floated(rounds_ago) != DOWN:
        return 0
    return edge.upper.score - bracket.score + (LIMBO_DEPTH if edge.floats else 0)


def _opponent_difference(edge: Edge, bracket: Bracket, rounds_ago: int) -> int:
    return edge.upper.score - bracket.score if _opponent_upfloats_again(edge, bracket, rounds_ago) else 0


c18 = lists(
    "C18",
    "C.04.3 2.4.13",
    "the score difference of each moved-down player who received a downfloat in the previous round",
    Clause.FURTHER_DOWN,
    levels=_mdp_levels,
    applies=has_floaters_in,
    who=rules.upper_of,
)(lambda edge, bracket: _mdp_difference(edge, bracket, 1))
c19 = lists(
    "C19",
    "C.04.3 2.4.14",
    "the score difference between each moved-down player and an opponent who received an upfloat in the previous round",
    Clause.FURTHER_UP,
    levels=gaps,
    applies=has_floaters_in,
    who=lower_of,
)(lambda edge, bracket: _opponent_difference(edge, bracket, 1))
c20 = c18.at(
    "C20",
    "C.04.3 2.4.15",
    "the score difference of each moved-down player who received a downfloat two rounds before",
    Clause.FURTHER_DOWN_2,
    lambda edge, bracket: _mdp_difference(edge, bracket, 2),
)
c21 = c19.at(
    "C21",
    "C.04.3 2.4.16",
    "the score difference between each moved-down player and an opponent who received an upfloat two rounds before",
    Clause.FURTHER_UP_2,
    lambda edge, bracket: _opponent_difference(edge, bracket, 2),
)


ORDERS_2026 = OrderArticles(
    transpositions="4.2.2",
    number="4.3.2.1",
    difference="4.3.2.2",
    leaves_s1="4.3.2.3",
    joins_s1="4.3.2.4",
    sets="4.4.2",
)


CRITERIA = (
    c5, c6, c7, c8_number, c8_scores, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21,
)  # fmt: skip

COLOUR_STEPS = (
    colour.BOTH_GRANTED.at("C.04.3 5.2.1"),
    colour.STRONGER_GRANTED.at("C.04.3 5.2.2"),
    colour.REVERSED.at("C.04.3 5.2.3"),
    colour.HIGHER_GRANTED.at("C.04.3 5.2.4"),
    colour_step(
        "C.04.3 5.2.5",
        "the colours follow from the initial-colour and from the higher ranked player's pairing number",
        colour.by_number,
    ),
)


DUTCH_2026 = System(
    name="dutch",
    edition="2026",
    article="C.04.3",
    code="FIDE_DUTCH_2026",
    criteria=CRITERIA,
    may_meet=may_meet,
    colour_steps=COLOUR_STEPS,
    completion=Completion("C.04.3 1.9.3", "C.04.3 2.2.1", "C4"),
    absolutes=Absolutes(Colours.TOPSCORERS, Due.PLAYERS),
    number_of_pairs=c6,
    names=Names(floating="1.4.2", parameters=True),
    process=Dutch(ORDERS_2026, "3.2", DutchMethod),
)
