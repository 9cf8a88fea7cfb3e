"""The conventions of a system: rules about floats, colour preferences, the right to the bye, and acceleration.

Each edition of a system has its own conventions. The module `history` applies the conventions to the earlier rounds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NewType

from pairing_engine.facts.basic_rules import ByeBar, Outcome
from pairing_engine.facts.model import ByeKind, Points, Result, Scoring
from pairing_engine.scores.acceleration import Method, baku
from pairing_engine.values import NamedTuple

Preference = NewType("Preference", int)
"""[C.04.3 1.7] A colour preference. The sign is the colour: positive for White, negative for Black.

The further the number is from zero, the stronger the preference.
"""

NONE, MILD, STRONG, ABSOLUTE = 0, 1, 2, 3


def preference(colours: str, difference: int) -> Preference:
    """[C.04.3 1.7] Compute the colour preference of a player from the colours of the games played.

    A colour difference greater than one decides first, then two games in a row with the same colour (reading D1). After
    legal pairings, the colour difference and the last two games never call for opposite colours.

    >>> preference("wbw", 1), preference("bb", -2), preference("wb", 0), preference("", 0)
    (-2, 3, 1, 0)
    """
    if difference > 1:
        return Preference(-ABSOLUTE)
    if difference < -1:
        return Preference(ABSOLUTE)
    last = colours[-1:]
    if last and colours[-2:-1] == last:
        return Preference(-ABSOLUTE if last == "w" else ABSOLUTE)
    if difference:
        return Preference(-STRONG * difference)
    if not last:
        return Preference(NONE)
    return Preference(-MILD if last == "w" else MILD)


DOWN, UP, NO_FLOAT = "D", "U", "-"
"""The letters of the floats of past rounds."""


def float_of_game(own_score: Points, opponents_score: Points) -> str:
    """[C.04.3 1.4.2] Return the float in a game, from the pairing scores of both players before the round.

    >>> float_of_game(Points(15), Points(10)), float_of_game(Points(5), Points(5))
    ('D', '-')
    """
    if own_score == opponents_score:
        return NO_FLOAT
    return DOWN if own_score > opponents_score else UP


def float_of_unplayed_round(outcome: ByeKind | Result | None, gained: Points, scoring: Scoring) -> str:
    """[C.04.3 1.4.3] Return the float of an unplayed round: down for the bye, or for more points than a loss.

    >>> float_of_unplayed_round(ByeKind.HALF_POINT, Points(5), Scoring())
    'D'
    """
    if outcome is ByeKind.PAIRING_ALLOCATED or gained > scoring.loss:
        return DOWN
    return NO_FLOAT


class Conventions(NamedTuple):
    """The rules that derive the state before a round from the rounds played so far.

    ``float_of_game`` returns ``D``, ``U`` or ``-`` for the pairing scores of the player and of the opponent, and
    ``float_of_unplayed`` for the outcome, the points gained and the scoring system. ``bye_bar`` bars participants from
    the pairing-allocated bye. ``preference`` is that of the colours of the games played and the colour difference.
    ``acceleration`` computes the virtual points of an event with Baku acceleration that states none, from the event and
    from who was paired in the first round, in ascending order of TPN. ``forfeits_float`` is true if a forfeited game
    causes the same floats as a played game. ``once`` is true if two participants meet at most once.
    """

    float_of_game: Callable[[Points, Points], str]
    float_of_unplayed: Callable[[Outcome, Points, Scoring], str]
    bye_bar: ByeBar
    preference: Callable[[str, int], Preference]
    acceleration: Method
    forfeits_float: bool = False
    once: bool = True


def is_barred(bar: ByeBar, outcome: Outcome, gained: Points, scoring: Scoring) -> bool:
    """Whether an unplayed round with this outcome and these points bars a player from the bye."""
    return outcome in bar.outcomes or (bar.win_points and gained >= scoring.win)


INDIVIDUAL_BAR = ByeBar(frozenset({ByeKind.PAIRING_ALLOCATED}), win_points=True)
"""[C.04.1 4] The rule that bars players who had a bye or got the points of a win without playing (reading G3)."""

BAR_BEFORE_2026 = ByeBar(frozenset({ByeKind.PAIRING_ALLOCATED, Result.FORFEIT_WIN}), win_points=False)
"""[C.04.1.d] The rule before 2026: nobody gets the bye after a pairing-allocated bye or a forfeit win (reading E9)."""

INDIVIDUAL = Conventions(float_of_game, float_of_unplayed_round, INDIVIDUAL_BAR, preference, baku)
"""[C.04.3 1.4, 1.7; C.04.1 4; C.04.7] The conventions of the systems for single players, rules of 2026."""
