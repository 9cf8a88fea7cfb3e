"""[A.4, A.5, B.1, B.2] Floats, byes and possible pairs, derived from the rounds so far.

Names that end in 2009 belong to the rules of 1992 to 2009. The module `dutch.criteria` contains the rules of 2012 for
top scorers and possible pairs, because they still apply.
"""

from __future__ import annotations

from pairing_engine.facts.basic_rules import ByeBar, Outcome
from pairing_engine.facts.model import ByeKind, Colour, Points, Result, Scoring
from pairing_engine.kernel.colour import (
    ColourStep,
    alternate,
    by_number,
    clash,
    colour_wanted,
    grant_both,
    grant_higher_ranked,
)
from pairing_engine.state.conventions import DOWN, INDIVIDUAL, INDIVIDUAL_BAR, NO_FLOAT
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.shared.orders import BY_RANK, OrderArticles

POINTS_WITHOUT_PLAYING: frozenset[ByeKind | Result] = frozenset(
    {ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT, ByeKind.HALF_POINT, Result.FORFEIT_WIN}
)
"""[C.04.3.1 B.1.b] The ways to get a point or half a point without playing (reading O3)."""


def float_of_points(outcome: Outcome, _gained: Points, _scoring: Scoring) -> str:
    """[C.04.3.1 A.4, B.1.b] Return a downfloat if the player got points without playing, otherwise no float."""
    return DOWN if outcome in POINTS_WITHOUT_PLAYING else NO_FLOAT


def float_of_bye(outcome: Outcome, _gained: Points, _scoring: Scoring) -> str:
    """[C.04.1 A.4, A.5] Return a downfloat for a bye worth a full point, otherwise no float (reading P4)."""
    byes = ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT
    return DOWN if outcome in byes else NO_FLOAT


CONVENTIONS = INDIVIDUAL._replace(
    float_of_unplayed=float_of_points, bye_bar=ByeBar(POINTS_WITHOUT_PLAYING, win_points=True)
)
"""[C.04.3.1 B.1.b] The conventions of 2012: a player with points from an unplayed round may not get the bye."""

CONVENTIONS_2009 = INDIVIDUAL._replace(float_of_unplayed=float_of_bye, bye_bar=INDIVIDUAL_BAR, forfeits_float=True)
"""[C.04.1 A.4, B.1.b] The conventions of 1992 to 2009 (reading P4).

A player who had the bye, or a point without playing, may not get the bye. Both players of a pair get floats even if
their game is forfeited.
"""


def is_topscorer_2009(player: Player, state: RoundState) -> bool:
    """[C.04.1 B, Note] Whether a player has half of the possible points or more; False before the last round."""
    return state.is_last and 2 * player.points >= (state.number - 1) * state.scoring.win


def may_meet_2009(a: Player, b: Player, state: RoundState) -> bool:
    """[C.04.1 B.1.a, B.2, Note] Whether two players may meet.

    Two players with the same absolute preference may meet only if both are top scorers. The Note allows B.2 to be
    ignored for top scorers (reading P3).
    """
    if b.tpn in a.barred:
        return False
    return not clash(a, b) or (is_topscorer_2009(a, state) and is_topscorer_2009(b, state))


# C.04.3.1 E.2, C.04.1 E.2
def grant_stronger_kind(higher: Player, lower: Player, _state: RoundState) -> Colour | None:
    """[E.2] Grant the stronger preference. Two absolute preferences count as equal (reading O10)."""
    mine, theirs = abs(higher.preference), abs(lower.preference)
    if mine == theirs:
        return None
    return colour_wanted(higher) if mine > theirs else colour_wanted(lower).opposite


# C.04.3.1 E.5, C.04.1 E.5
def by_number_or_alternately(higher: Player, lower: Player, state: RoundState) -> Colour:
    """[E.5] Allocate colours in the first round, and to two players who have not played before.

    In the first round, players of S1 with odd numbers get the initial-colour. In a later round, the higher ranked
    player gets the initial-colour if that player's pairing number is even (reading O11).
    """
    first = by_number(higher, lower, state)
    if state.number == 1:
        return first
    assert state.initial_colour is not None
    return state.initial_colour.opposite if higher.tpn % 2 else state.initial_colour


COLOUR_STEPS = (
    # C.04.1 E.1, C.04.3.1 E.1
    ColourStep("E.1", "both colour preferences are granted", grant_both),
    # C.04.1 E.2, C.04.3.1 E.2
    ColourStep("E.2", "the stronger colour preference is granted", grant_stronger_kind),
    # C.04.1 E.3, C.04.3.1 E.3
    ColourStep(
        "E.3", "the colours are reversed from the last round in which one had White and the other Black", alternate
    ),
    # C.04.1 E.4, C.04.3.1 E.4
    ColourStep("E.4", "the colour preference of the higher ranked player is granted", grant_higher_ranked),
    # C.04.1 E.5, C.04.3.1 E.5
    ColourStep(
        "E.5",
        "the colour drawn by lot and the higher ranked player's pairing number decide",
        by_number_or_alternately,
    ),
)


TRANSPOSITIONS, EXCHANGES = "D.1", "D.2"


def articles_of_order(sets: str) -> OrderArticles:
    """Return the articles to cite for the order; ``sets`` is the article about the moved-down players in S1."""
    return OrderArticles(TRANSPOSITIONS, EXCHANGES, EXCHANGES, EXCHANGES, EXCHANGES, sets, BY_RANK)
