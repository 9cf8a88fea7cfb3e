"""The conventions by which a system derives floats, preferences and bars to the bye from earlier rounds.

They also say who is barred from the bye, and how acceleration works. `history` derives the state before a round by
them; each edition of a system names its own.
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

    ``float_of_game`` takes the pairing scores of a player and of the opponent, ``float_of_unplayed`` the outcome, the
    points gained and the scoring system; both give a letter of `floats`. ``bye_bar`` says who may not have the
    pairing-allocated bye. ``preference`` takes the colours of the games played and their difference. ``acceleration``
    gives the virtual points of an event with Baku acceleration whose file states none; it takes the event and the
    participants whom the first round paired, by ascending TPN. ``forfeits_float``: a pairing gives its floats whether
    the game was played or not.
    """

    float_of_game: Callable[[Points, Points], str]
    float_of_unplayed: Callable[[Outcome, Points, Scoring], str]
    bye_bar: ByeBar
    preference: Callable[[str, int], Preference]
    acceleration: Callable[[Tournament, Sequence[Tpn]], tuple[VirtualPoints, ...]]
    forfeits_float: bool = False


def is_barred(bar: ByeBar, outcome: Outcome, gained: Points, scoring: Scoring) -> bool:
    """Whether an unplayed round with this outcome and these points rules out a later bye."""
    return outcome in bar.outcomes or (bar.win_points and gained >= scoring.win)


INDIVIDUAL_BAR = ByeBar(frozenset({ByeKind.PAIRING_ALLOCATED}), win_points=True)
"""[C.04.1 4] A pairing-allocated bye, or as many points as for a win without playing (reading G3)."""

INDIVIDUAL = Conventions(floats.of_game, floats.of_unplayed_round, INDIVIDUAL_BAR, preference, baku)
"""[C.04.3 1.4, 1.7; C.04.1 4; C.04.7] The conventions of individual systems, rules of 2026."""
