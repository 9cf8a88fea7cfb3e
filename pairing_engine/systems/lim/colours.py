"""[C.04.4.3 5, 7.2] The allocation of colours in the Lim System (readings L44 to L46, L48).

The first player of every pair is the one whom the text favours if the colour histories are identical. That is the
higher ranked player in a group that is paired downward, and the lower ranked player in a group that is paired upward
(reading L45).
"""

from __future__ import annotations

from pairing_engine.facts.model import Colour
from pairing_engine.kernel import colour
from pairing_engine.kernel.colour import colour_step
from pairing_engine.state.round_state import Player, RoundState, ranking
from pairing_engine.systems.lim.compatibility import BLACK, WHITE, due_colour, makes_three_in_a_row, may_have


def _only_permitted(favoured: Player, other: Player) -> Colour | None:
    """The first player's colour if Article 2.1 permits only one allocation of colours to a pair; otherwise None."""
    ways = [c for c in (WHITE, BLACK) if may_have(favoured, c) and may_have(other, c.opposite)]
    return ways[0] if len(ways) == 1 else None


# C.04.4.3 5.1.1, 5.3
def no_third_in_a_row(favoured: Player, other: Player, _state: RoundState) -> Colour | None:
    """[5.1.1, 5.3] The only allocation of colours that gives neither player the same colour three times in a row."""
    way = _only_permitted(favoured, other)
    if way and (makes_three_in_a_row(favoured, way.opposite) or makes_three_in_a_row(other, way)):
        return way
    return None


# C.04.4.3 5.1.2
def no_three_more(favoured: Player, other: Player, _state: RoundState) -> Colour | None:
    """[5.1.2] The only allocation of colours after which neither player has three more games with one colour."""
    return _only_permitted(favoured, other)


def both_due(favoured: Player, other: Player, _state: RoundState) -> Colour | None:
    """[C.04.4.3 5.1] The colours that both players are due, if these differ or if only one player is due a colour."""
    mine, theirs = due_colour(favoured), due_colour(other)
    if mine == theirs:
        return None
    if mine is not None:
        return mine
    assert theirs is not None
    return theirs.opposite


def greater_imbalance(favoured: Player, other: Player, _state: RoundState) -> Colour | None:
    """[C.04.4.3 5.5, 5.6] The due colour of the player who has the greater excess of games with the opposite colour."""
    mine, theirs = abs(favoured.difference), abs(other.difference)
    due = due_colour(favoured)
    if mine == theirs or due is None:
        return None
    return due if mine > theirs else due.opposite


def histories(favoured: Player, other: Player, state: RoundState) -> Colour | None:
    """[C.04.4.3 5.4] The due colour by the colour histories, which are compared beginning with the latest game.

    It goes to the player who had the opposite colour in the most recent game in which their colours differ.
    """
    return colour.alternate(favoured, other, state)


# C.04.4.3 5.4
def higher_ranked(favoured: Player, other: Player, _state: RoundState) -> Colour | None:
    """[5.4] The due colour of the higher ranked player, for identical histories in or above the median scoregroup."""
    return due_colour(favoured) if ranking(favoured) < ranking(other) else None


def lower_ranked(favoured: Player, _other: Player, _state: RoundState) -> Colour | None:
    """[C.04.4.3 5.4] The due colour of the lower ranked player, for identical histories below the median scoregroup."""
    return due_colour(favoured)


def drawn_by_lot(favoured: Player, other: Player, state: RoundState) -> Colour:
    """[C.04.4.3 7.2] The colours of two players of whom neither has played a game.

    The higher ranked player gets the colour that was drawn by lot if that player's TPN is odd, and otherwise the
    opposite colour. This holds in every round (reading L46).
    """
    higher, lower = sorted((favoured, other), key=ranking)
    of_higher = colour.by_number(higher, lower, state)
    return of_higher if higher is favoured else of_higher.opposite


COLOUR_STEPS = (
    colour_step("C.04.4.3 5.1.1", "nobody gets the same colour three times in a row", no_third_in_a_row),
    colour_step("C.04.4.3 5.1.2", "nobody gets three more games with one colour than with the other", no_three_more),
    colour_step("C.04.4.3 5.1", "both get the colours that they are due", both_due),
    colour_step(
        "C.04.4.3 5.5, 5.6",
        "both are due the same colour: the player with the greater colour imbalance gets it",
        greater_imbalance,
    ),
    colour_step(
        "C.04.4.3 5.4",
        "both are due the same colour: they get the reverse of their colours in the last game in which these differed",
        histories,
    ),
    colour_step(
        "C.04.4.3 5.4",
        "identical colour histories, not below the median: the higher ranked player gets the due colour",
        higher_ranked,
    ),
    colour_step(
        "C.04.4.3 5.4",
        "identical colour histories, below the median: the lower ranked player gets the due colour",
        lower_ranked,
    ),
    colour_step(
        "C.04.4.3 7.2",
        "neither has played: the colour drawn by lot and the higher ranked player's TPN decide",
        drawn_by_lot,
    ),
)
