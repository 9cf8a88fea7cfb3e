"""The reasons for each step of a Lim pairing: the article of C.04.4.3 that decides it, with a summary.

C.04.4.3 2.3.2, C.04.4.3 2.3.3, C.04.4.3 2.6.2, C.04.4.3 4.2, C.04.4.3 4.3 and C.04.4.3 6 are among them.
"""

from __future__ import annotations

from typing import NamedTuple


class LimReason(NamedTuple):
    """The reason for a pair or a floater: an article of C.04.4.3 and its summary."""

    article: str
    words: str


# --- reasons for a pair -----------------------------------------------------------------------------------------------

PROPOSED = LimReason("2.4", "the proposal pairs the top half with the bottom half in order")
FLOATER = LimReason(
    "3.8", "a floater meets the first available opponent, if possible one who is due the alternate colour"
)
CRACKED = LimReason("2.6", "a player whose pairing was undone meets the first available opponent, as a floater does")
EXCHANGED = LimReason("4.2", "the opponent who was proposed first is not compatible, so another one is taken")
EXCHANGED_FOR_OTHERS = LimReason(
    "4.3", "the opponent is exchanged so that players who are paired later also find an opponent"
)
EXCHANGED_FOR_COLOURS = LimReason("5.2", "exchanged in the second scrutiny to give players their due colours")
EXCHANGED_IN_LAST_ROUND = LimReason("6", "exchanged in the second scrutiny to avoid a colour that is not permitted")

# --- reasons to pass over an opponent who comes earlier in the order --------------------------------------------------

INCOMPATIBLE = LimReason("2.1", "they are not compatible")
LEAVES_OTHERS = LimReason("4.3", "with this opponent, another player would have no compatible opponent")
WRONG_COLOURS = LimReason(
    "5.2", "some players would not get their due colours, although an exchange can give them these colours"
)
NOT_PERMITTED = LimReason("6", "some players would get a colour that is not permitted, although an exchange avoids it")
WRONG_RATING = LimReason("5.7", "in a Maxi-tournament, opponents may only be exchanged within 100 rating points")

# --- reasons to float -------------------------------------------------------------------------------------------------

HAS_MET_ALL = LimReason("2.3.1", "floats, having met everybody else in the group")
HAS_TWO_MORE = LimReason(
    "2.3.2",
    "floats, having had two more games with one colour than with the other, and no compatible opponent in the group",
)
HAS_TWO_IN_A_ROW = LimReason(
    "2.3.3", "floats, having had the same colour twice in a row, and no compatible opponent in the group"
)
HAS_NO_OPPONENT = LimReason("2.3", "floats, having no compatible opponent in the group")
FLOATS_ON = LimReason("3.5", "floats on, having no compatible opponent in this group either")
STUCK = LimReason(
    "4.4",
    "floats, because any exchange that gives this player an opponent would leave an already paired player without one",
)
RETURNS = LimReason("4.4.1", "floats in exchange for the player who first floated to make the number even")
STANDS_IN = LimReason("3.5", "floats instead of a player who would have no opponent in the adjacent scoregroup")
KEEPS_COMPANY = LimReason("4.4.2", "also floats, to keep the number of players even")
CRACKED_ABOVE = LimReason(
    "2.6.2", "joins the blocked median scoregroup, for which the next pairing of the higher scoregroup is undone"
)
CRACKED_BELOW = LimReason(
    "2.6.1", "joins the blocked median scoregroup, for which the next pairing of the lower scoregroup is undone"
)

# --- the choice of the floater who makes the number even --------------------------------------------------------------

LEAST_DISADVANTAGE = LimReason("3.9", "the floater must be of the least disadvantageous type possible")
SPARED = LimReason("3.10", "a player who floated in the previous round should not float again")
FEWER_PAIRINGS = LimReason(
    "3.10.2",
    "a player floats instead of one who floated in the previous round only if the "
    "scoregroup keeps its number of pairings",
)
COSTS_A_PAIRING = LimReason("3.1", "a player floats only if the scoregroup keeps its number of pairings")
MAJORITY = LimReason("3.2.2", "the floater is due the same colour as the majority")
LAST_NUMBER = LimReason(
    "3.2.4",
    "of several possible floaters, the lowest numbered is chosen to float down, or the highest numbered to float up",
)
LAST_REMAINING = LimReason(
    "4.4.2",
    "of the remaining players, the lowest numbered is also chosen to float down, or the highest numbered to float up",
)
MAXI = LimReason(
    "3.2.3",
    "in a Maxi-tournament, the lowest numbered floats down, or the highest numbered floats up, if the "
    "chosen player has a rating more than 100 points higher or lower",
)

PROCEDURE: tuple[LimReason, ...] = (
    INCOMPATIBLE, HAS_MET_ALL, HAS_TWO_MORE, HAS_TWO_IN_A_ROW, PROPOSED, CRACKED, CRACKED_BELOW, CRACKED_ABOVE,
    COSTS_A_PAIRING, MAJORITY, MAXI, LAST_NUMBER, FLOATS_ON, STANDS_IN, FLOATER, LEAST_DISADVANTAGE, SPARED,
    FEWER_PAIRINGS, EXCHANGED, EXCHANGED_FOR_OTHERS, STUCK, RETURNS, KEEPS_COMPANY, EXCHANGED_FOR_COLOURS, WRONG_RATING,
    EXCHANGED_IN_LAST_ROUND,
)  # fmt: skip
"""All steps of the procedure, in the order of their articles."""
