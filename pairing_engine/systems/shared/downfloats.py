"""The costs of floaters, and the rules about them, for systems that pair from the top bracket down.

Scores and score differences are in tenths of a point.
"""

from __future__ import annotations

from pairing_engine.kernel.rules import Bracket, Clause, Edge, Region, Scope, counts, lists
from pairing_engine.state.round_state import Player


def has_floaters_in(bracket: Bracket) -> bool:
    return bool(bracket.mdps)


def has_following(bracket: Bracket) -> bool:
    return bool(bracket.following)


def gaps(bracket: Bracket) -> tuple[int, ...]:
    return tuple(sorted({player.score - bracket.score for player in bracket.mdps}, reverse=True))


def floats(edge: Edge, _bracket: Bracket) -> int:
    return int(edge.floats)


def gap_of_floater(edge: Edge, bracket: Bracket) -> int:
    """Return the score difference between a floater and the residents, or 0 for a player who does not float."""
    return edge.upper.score - bracket.score if edge.floats else 0


def floats_from_following(edge: Edge, _bracket: Bracket) -> int:
    """Return 1 for a player who floats from the following bracket, else 0."""
    return int(edge.lower_in in (Region.BEYOND, Region.BYE) and edge.upper_in in (Region.BRACKET, Region.FOLLOWING))


def gap_of_floater_from_following(edge: Edge, bracket: Bracket) -> int:
    """Return the score difference of a player who floats from the bracket and also from the next bracket.

    The difference is the player's score minus the score of the next bracket's residents. For a player who does not
    float twice, the result is 0.
    """
    if edge.upper_in is Region.BRACKET and floats_from_following(edge, bracket):
        return _above_following(edge.upper, bracket)
    return 0


def gaps_in_following(bracket: Bracket) -> tuple[int, ...]:
    """Return the different score differences of members and the next bracket's residents, descending."""
    return tuple(sorted({_above_following(player, bracket) for player in bracket.members}, reverse=True))


def _above_following(player: Player, bracket: Bracket) -> int:
    return player.score - bracket.following[0].score


NUMBER = counts("", "", "downfloaters", Clause.MORE_DOWN)(floats)

SCORES = lists(
    "",
    "",
    "the score of each moved-down player who floats down again",
    Clause.HIGHER_DOWN,
    base=lambda bracket: bracket.score,
    levels=gaps,
    applies=has_floaters_in,
)(gap_of_floater)

NUMBER_BELOW = counts(
    "", "", "downfloaters from the following bracket", Clause.MORE_DOWN_NEXT, applies=has_following, scope=Scope.BEYOND
)(floats_from_following)

SCORES_BELOW = lists(
    "",
    "",
    "the score of each downfloater from the following bracket who has more points than its residents",
    Clause.HIGHER_DOWN_NEXT,
    base=lambda bracket: bracket.following[0].score,
    levels=gaps_in_following,
    applies=has_following,
    scope=Scope.BEYOND,
)(gap_of_floater_from_following)
"""The rules that several systems share; each edition adds its articles."""
