"""The conventions of a system: rules about floats, colour preferences, the right to the bye, and acceleration.

Each edition of a system has its own conventions. The module `history` applies the conventions to the earlier rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairing_engine.facts.bye_bar import ByeBar, Outcome
from pairing_engine.facts.model import ByeKind, Points, Scoring, Tournament, Tpn, VirtualPoints
from pairing_engine.scores.acceleration import baku
from pairing_engine.state import floats
from pairing_engine.state.preference import Preference, preference
from pairing_engine.values import NamedTuple


class Conventions(NamedTuple):
    """The rules that derive the state before a round from the rounds played so far.

    The arguments of ``float_of_game`` are the pairing scores of the player and of the opponent. The arguments of
    ``float_of_unplayed`` are the outcome, the points gained and the scoring system. ``float_of_game`` and
    ``float_of_unplayed`` return one of the letters ``D``, ``U`` and ``-`` (see `floats`). ``bye_bar`` is the rule that
    bars participants from the pairing-allocated bye. The arguments of ``preference`` are the colours of the games
    played and the colour difference. ``acceleration`` computes the virtual points of an event that uses Baku
    acceleration but states no virtual points. The arguments of ``acceleration`` are the event and the participants who
    were paired in the first round, in ascending order of TPN. ``forfeits_float`` is true if a forfeited game causes the
    same floats as a played game.
    """

    float_of_game: Callable[[Points, Points], str]
    float_of_unplayed: Callable[[Outcome, Points, Scoring], str]
    bye_bar: ByeBar
    preference: Callable[[str, int], Preference]
    acceleration: Callable[[Tournament, Sequence[Tpn]], tuple[VirtualPoints, ...]]
    forfeits_float: bool = False


def is_barred(bar: ByeBar, outcome: Outcome, gained: Points, scoring: Scoring) -> bool:
    """Whether an unplayed round with this outcome and these points bars a player from the bye."""
    return outcome in bar.outcomes or (bar.win_points and gained >= scoring.win)


INDIVIDUAL_BAR = ByeBar(frozenset({ByeKind.PAIRING_ALLOCATED}), win_points=True)
"""[C.04.1 4] The rule that bars players who had a bye or got the points of a win without playing (reading G3)."""

INDIVIDUAL = Conventions(floats.of_game, floats.of_unplayed_round, INDIVIDUAL_BAR, preference, baku)
"""[C.04.3 1.4, 1.7; C.04.1 4; C.04.7] The conventions of the systems for single players, rules of 2026."""
