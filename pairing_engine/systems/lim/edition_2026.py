"""The Lim System, C.04.4.3, as approved on 28 October 2025 and applied from 1 February 2026.

[5, 7.2] Colours (readings L44 to L46, L48): if the colour histories are identical, the first player of the pair is
favoured. In a group that is paired downward, this is the higher ranked player. In a group that is paired upward, this
is the lower ranked player (reading L45).
"""

from __future__ import annotations

from pairing_engine.facts.basic_rules import BASIC_RULES_2026, Absolutes, Colours, Due
from pairing_engine.facts.model import Colour
from pairing_engine.kernel import colour
from pairing_engine.kernel.bye import ByeStep, largest_tpn, lowest_score, shown_score
from pairing_engine.kernel.colour import colour_step
from pairing_engine.state.round_state import Player, RoundState, ranking
from pairing_engine.systems.lim import articles, floaters
from pairing_engine.systems.lim.process import FromBothEnds
from pairing_engine.systems.system import BYE_OR_WIN_BEFORE, Clash, Completion, Names, System


def _only_permitted(favoured: Player, other: Player) -> Colour | None:
    """Return the first player's colour if Article 2.1 permits only one allocation of colours, otherwise None."""
    ways = [c for c in Colour if floaters.may_have(favoured, c) and floaters.may_have(other, c.opposite)]
    return ways[0] if len(ways) == 1 else None


def no_third_in_a_row(favoured: Player, other: Player, _state: RoundState) -> Colour | None:
    """[C.04.4.3 5.1.1, 5.3] Find the only colours that give neither player one colour three times in a row."""
    way = _only_permitted(favoured, other)
    if way and (floaters.makes_three_in_a_row(favoured, way.opposite) or floaters.makes_three_in_a_row(other, way)):
        return way
    return None


def no_three_more(favoured: Player, other: Player, _state: RoundState) -> Colour | None:
    """[C.04.4.3 5.1.2] Find the only colours that give neither player three more games with one colour."""
    return _only_permitted(favoured, other)


def both_due(favoured: Player, other: Player, _state: RoundState) -> Colour | None:
    """[C.04.4.3 5.1] Give both their due colours; None if both are due the same colour or none."""
    mine, theirs = floaters.due_colour(favoured), floaters.due_colour(other)
    if mine == theirs:
        return None
    return mine or (theirs and theirs.opposite)


def greater_imbalance(favoured: Player, other: Player, _state: RoundState) -> Colour | None:
    """[C.04.4.3 5.5, 5.6] Grant the due colour of the player whose colours are less balanced."""
    mine, theirs = abs(favoured.difference), abs(other.difference)
    due = floaters.due_colour(favoured)
    if mine == theirs or due is None:
        return None
    return due if mine > theirs else due.opposite


def higher_ranked(favoured: Player, other: Player, _state: RoundState) -> Colour | None:
    """[C.04.4.3 5.4] In or above the median, grant the higher ranked player's due colour after equal histories."""
    return floaters.due_colour(favoured) if ranking(favoured) < ranking(other) else None


def lower_ranked(favoured: Player, _other: Player, _state: RoundState) -> Colour | None:
    """[C.04.4.3 5.4] Below the median, grant the lower ranked player's due colour if the histories are identical."""
    return floaters.due_colour(favoured)


def drawn_by_lot(favoured: Player, other: Player, state: RoundState) -> Colour:
    """[C.04.4.3 7.2] Allocate the colours of two players who have not played a game.

    If the TPN of the higher ranked player is odd, this player gets the colour that was drawn by lot. If the TPN is
    even, this player gets the opposite colour. The same rule holds in every round (reading L46).
    """
    higher, lower = sorted((favoured, other), key=ranking)
    of_higher = colour.by_number(higher, lower, state)
    return of_higher if higher is favoured else of_higher.opposite


COLOUR_STEPS = (
    colour_step("C.04.4.3 5.1.1", "neither player gets the same colour three times in a row", no_third_in_a_row),
    colour_step(
        "C.04.4.3 5.1.2", "neither player gets three more games with one colour than with the other", no_three_more
    ),
    colour_step("C.04.4.3 5.1", "each of the two players gets the due colour", both_due),
    colour_step(
        "C.04.4.3 5.5, 5.6",
        "if both are due the same colour, the player with the greater colour imbalance gets it",
        greater_imbalance,
    ),
    colour_step(
        "C.04.4.3 5.4",
        "if both are due the same colour, the colours are reversed from the last round in which one had "
        "White and the other Black",
        colour.alternate,  # the latest game of each player first, then the game before, and so on
    ),
    colour_step(
        "C.04.4.3 5.4",
        "of two players with the same colours who are not below the median, the higher ranked gets the due colour",
        higher_ranked,
    ),
    colour_step(
        "C.04.4.3 5.4",
        "of two players with the same colours who are below the median, the lower ranked gets the due colour",
        lower_ranked,
    ),
    colour_step(
        "C.04.4.3 7.2",
        "if neither has played, the colours follow from the colour drawn by lot and from the higher ranked player's "
        "pairing number",
        drawn_by_lot,
    ),
)


BYE_STEPS = (
    ByeStep("1.1", "a player of the lowest scoregroup", lowest_score, shown=shown_score),
    ByeStep("1.1", "the lowest ranked player of the scoregroup", largest_tpn),
)
"""[C.04.4.3 1.1] The order in which players are considered for the bye."""

LIM_2026 = System(
    name="lim",
    edition="2026",
    article="C.04.4.3",
    code="FIDE_LIM_2026",
    procedure=articles.PROCEDURE,
    may_meet=floaters.compatible,
    colour_steps=COLOUR_STEPS,
    basic=BASIC_RULES_2026._replace(once_code=""),
    bye_again=BYE_OR_WIN_BEFORE._replace(code=""),
    completion=Completion("C.04.4.3 2.6", "C.04.4.3 2.6", ""),
    bye_steps=BYE_STEPS,
    absolutes=Absolutes(Colours.EQUALS, Due.LIM),
    names=Names(
        floating="3.1",
        halves=None,
        scoregroups=True,
        colour_clash=Clash(
            articles.INCOMPATIBLE.article,
            "",
            "one of them would get the same colour three times in a row, "
            "or three more games with one colour than with the other",
        ),
    ),
    process=FromBothEnds(),
)
