"""[C.04.4.3 2.1, 5, 6] The permitted and the due colours of a player, and the players who may meet."""

from __future__ import annotations

from pairing_engine.facts.model import Colour
from pairing_engine.state.round_state import Player, RoundState

WHITE, BLACK = Colour.WHITE, Colour.BLACK

MOST_ABOVE = 2
"""The largest permitted difference between the numbers of games with White and with Black."""


def makes_three_in_a_row(player: Player, colour: Colour) -> bool:
    """[C.04.4.3 5.1.1] Whether a game with this colour would be the player's third in a row (reading L6)."""
    return player.colours[-2:] == colour.value * 2


# C.04.4.3 5.1.2
def makes_three_more(player: Player, colour: Colour) -> bool:
    """[5.1.2] Whether the player would have three more games with this colour than with the other colour."""
    return (player.difference if colour is WHITE else -player.difference) >= MOST_ABOVE


def may_have(player: Player, colour: Colour) -> bool:
    """[C.04.4.3 2.1, C.04.4.3 5.1.1, C.04.4.3 5.1.2] Whether the rules permit the player a certain colour.

    At least one colour is always permitted. If the colour difference forbids one colour, the player may have the other
    colour even for the third time in a row (reading L8).
    """
    if makes_three_more(player, colour):
        return False
    return not makes_three_in_a_row(player, colour) or makes_three_more(player, colour.opposite)


def due_colour(player: Player) -> Colour | None:
    """[C.04.4.3 5.1, 5.3, 5.5, 5.6] Return the colour that the player is due. None before the first game (reading L8).

    After two games with the same colour, the opposite colour is due, unless the colour difference forbids that colour.
    Otherwise, the colour that reduces the imbalance is due. If there is no imbalance, the opposite of the last colour
    is due.
    """
    last = player.colours[-1:]
    if not last:
        return None
    if abs(player.difference) >= MOST_ABOVE or (player.difference and player.colours[-2:] != last * 2):
        return BLACK if player.difference > 0 else WHITE
    return BLACK if last == "w" else WHITE


def have_permitted_colours(a: Player, b: Player) -> bool:
    """[C.04.4.3 2.1] Whether both players can get a permitted colour (reading L7)."""
    return (may_have(a, WHITE) and may_have(b, BLACK)) or (may_have(a, BLACK) and may_have(b, WHITE))


def compatible(a: Player, b: Player, state: RoundState) -> bool:
    """[C.04.4.3 2.1] Whether two players may be paired.

    The players must not have met (reading L5), and both must be able to get a permitted colour. In the last round,
    players with the same score may meet even if one of them gets a colour that is normally not permitted [6] (reading
    L47).
    """
    if b.tpn in a.barred:
        return False
    return (state.is_last and a.score == b.score) or have_permitted_colours(a, b)
