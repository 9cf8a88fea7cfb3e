"""[C.04.4.3 2.1, 5, 6] The colours that a player may have and is due, and which players are compatible."""

from __future__ import annotations

from pairing_engine.facts.model import Colour
from pairing_engine.state.round_state import Player, RoundState

WHITE, BLACK = Colour.WHITE, Colour.BLACK

MOST_ABOVE = 2
"""By how many games one colour may exceed the other."""


def makes_three_in_a_row(player: Player, colour: Colour) -> bool:
    """[5.1.1] Would the player have the same colour in three successive games (reading L6)?"""
    return player.colours[-2:] == colour.value * 2


def makes_three_more(player: Player, colour: Colour) -> bool:
    """[5.1.2] Would the player have three more of one colour than of the other?"""
    return abs(player.difference + (1 if colour is WHITE else -1)) > MOST_ABOVE


def may_have(player: Player, colour: Colour) -> bool:
    """[2.1, 5.1.1, 5.1.2] Is the player permitted this colour?"""
    return not makes_three_in_a_row(player, colour) and not makes_three_more(player, colour)


def due_colour(player: Player) -> Colour | None:
    """[5.1, 5.3, 5.5, 5.6] The colour that the player is due, None before the first game (reading L8).

    After two games with one colour it is the other; else the one that reduces the imbalance; else the alternate one.
    """
    last = player.colours[-1:]
    if not last:
        return None
    if player.difference and player.colours[-2:] != last * 2:
        return BLACK if player.difference > 0 else WHITE
    return BLACK if last == "w" else WHITE


def have_permitted_colours(a: Player, b: Player) -> bool:
    """[2.1] Can they have colours that both are permitted (reading L7)?"""
    return (may_have(a, WHITE) and may_have(b, BLACK)) or (may_have(a, BLACK) and may_have(b, WHITE))


def compatible(a: Player, b: Player, state: RoundState) -> bool:
    """[2.1] May these two be paired? They have not met (reading L5), and neither must have a colour that is not
    permitted; in the last round players with the same score may have it [6] (reading L47).
    """
    if b.tpn in a.barred:
        return False
    return (state.is_last and a.score == b.score) or have_permitted_colours(a, b)
