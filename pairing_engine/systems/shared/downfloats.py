"""The costs of floaters, for systems that pair from the top bracket down.

The cost of an edge is a whole number. Scores and score differences (gaps) are in tenths of a point.
"""

from __future__ import annotations

from pairing_engine.kernel.bracket import Bracket, Edge, Region
from pairing_engine.state.round_state import Player


def has_floaters_in(bracket: Bracket) -> bool:
    """Whether players were moved down to the bracket."""
    return bool(bracket.mdps)


def has_following(bracket: Bracket) -> bool:
    """Whether there is a scoregroup below the bracket."""
    return bool(bracket.following)


def gaps(bracket: Bracket) -> tuple[int, ...]:
    """The distinct score differences between players moved down and residents, the largest first."""
    return tuple(sorted({player.score - bracket.score for player in bracket.mdps}, reverse=True))


def score_of_residents(bracket: Bracket) -> int:
    """The score of the residents, from which the score differences of floaters are measured."""
    return bracket.score


def score_of_following(bracket: Bracket) -> int:
    """The score of the following scoregroup, from which the score differences of floaters beyond it are measured."""
    return bracket.following[0].score


def floats(edge: Edge, _bracket: Bracket) -> int:
    """The value 1 for an edge of a player who floats from the bracket, else 0."""
    return int(edge.floats)


def gap_of_floater(edge: Edge, bracket: Bracket) -> int:
    """The score difference between a floater and the residents; 0 for other edges."""
    return edge.upper.score - bracket.score if edge.floats else 0


def floats_from_following(edge: Edge, _bracket: Bracket) -> int:
    """The value 1 for an edge of a player who floats from the following bracket, else 0."""
    return int(edge.lower_in in (Region.BEYOND, Region.BYE) and edge.upper_in in (Region.BRACKET, Region.FOLLOWING))


def gap_of_floater_from_following(edge: Edge, bracket: Bracket) -> int:
    """The score difference of a player who floats from this bracket and then also from the next one.

    It is the difference between the player's score and that of the next bracket's residents; 0 for any other edge.
    """
    if edge.upper_in is Region.BRACKET and floats_from_following(edge, bracket):
        return _above_following(edge.upper, bracket)
    return 0


def gaps_in_following(bracket: Bracket) -> tuple[int, ...]:
    """The distinct score differences between the bracket's members and the next bracket's residents, largest first."""
    return tuple(sorted({_above_following(player, bracket) for player in bracket.members}, reverse=True))


def _above_following(player: Player, bracket: Bracket) -> int:
    return player.score - bracket.following[0].score
