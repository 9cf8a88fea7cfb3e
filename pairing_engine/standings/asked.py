"""[C.07 14] A tie-break with its modifiers, as requested by a code such as ``BH:GP/C1``."""

from __future__ import annotations

from pairing_engine.standings.values import NO_CUT, Cut
from pairing_engine.values import NamedTuple


class Asked(NamedTuple):
    """The code of a tie-break, the points to which it refers, and the effect of its modifiers.

    ``reference`` is empty for the score, otherwise ``MP`` or ``GP``, or two letters such as ``MG`` [13.2]. ``halves``
    is the number of half points by which the limit moves [14.5]. ``unrated`` is the rating for participants without
    one. ``factor`` divides the schedule strength [13.4.2 b].
    """

    name: str
    reference: str = ""
    cut: Cut = NO_CUT
    halves: int = 0
    unrated: int = 0
    factor: int = 0
    forfeits_played: bool = False
    fore: bool = False
    reverse: bool = False
