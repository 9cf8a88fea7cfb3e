"""The conventions by which a system derives the state before a round from earlier rounds.

They are about floats, colour preferences, who may not have the bye, and acceleration. `history` applies them. Each
edition of a system has its own.
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

    ``float_of_game`` is a function of the pairing scores of a player and the opponent. ``float_of_unplayed`` is a
    function of the outcome, the points gained and the scoring system. Both return a letter of `floats`. ``bye_bar``
    tells who may not have the pairing-allocated bye. ``preference`` is a function of the colours of the games played
    and of their difference. ``acceleration`` returns the virtual points of an event that uses Baku acceleration but
    states no virtual points; its arguments are the event and the participants paired in the first round, by ascending
    TPN. ``forfeits_float`` is true if a pairing gives floats even if its game is not played.
    """

    float_of_game: Callable[[Points, Points], str]
    float_of_unplayed: Callable[[Outcome, Points, Scoring], str]
    bye_bar: ByeBar
    preference: Callable[[str, int], Preference]
    acceleration: Callable[[Tournament, Sequence[Tpn]], tuple[VirtualPoints, ...]]
    forfeits_float: bool = False


def is_barred(bar: ByeBar, outcome: Outcome, gained: Points, scoring: Scoring) -> bool:
    """Whether a player may not have the bye after an unplayed round with a certain outcome and certain points."""
    return outcome in bar.outcomes or (bar.win_points and gained >= scoring.win)


INDIVIDUAL_BAR = ByeBar(frozenset({ByeKind.PAIRING_ALLOCATED}), win_points=True)
"""[C.04.1 4] The rounds that bar a player from the bye: an earlier bye, or a win's points without playing (G3)."""

INDIVIDUAL = Conventions(floats.of_game, floats.of_unplayed_round, INDIVIDUAL_BAR, preference, baku)
"""[C.04.3 1.4, 1.7; C.04.1 4; C.04.7] The conventions of the systems for single players, rules of 2026."""
