"""[C.07 14] A tie-break with its modifiers, as in the code ``BH:GP/C1``."""

from __future__ import annotations

from pairing_engine.standings.values import NO_CUT, Cut
from pairing_engine.values import NamedTuple


class Asked(NamedTuple):
    """The tie-break of a code, the points to which the code refers, and the effect of the modifiers.

    ``reference`` names the points by letters such as ``MP`` or ``MG`` [13.2], and is empty for the score. ``halves`` is
    the number of half points by which the limit moves [14.5]. ``unrated`` is the rating for participants without a
    rating. ``factor`` divides the schedule strength [13.4.2 b].
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
