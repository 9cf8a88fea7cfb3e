"""[C.07 14] A tie-break with its modifiers, as in the code ``BH:GP/C1``."""

from __future__ import annotations

from pairing_engine.standings.values import NO_CUT, Cut
from pairing_engine.values import NamedTuple


class Asked(NamedTuple):
    """The meaning of a tie-break code: the tie-break, the points that count, and the modifiers.

    ``reference`` names the points by letters such as ``MP`` or ``MG`` [13.2], and is empty for the score. ``halves``
    moves the limit of Koya by this number of half points [14.5]. ``unrated`` is the rating that counts for unrated
    participants. ``factor`` divides the schedule strength [13.4.2 b].
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
