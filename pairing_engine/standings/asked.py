"""[C.07 14] A tie-break with its modifiers, as in the code ``BH:GP/C1``."""

from __future__ import annotations

from pairing_engine.standings.values import NO_CUT, Cut
from pairing_engine.values import NamedTuple


class Asked(NamedTuple):
    """A tie-break code, split into the tie-break, its points and its modifiers.

    ``reference`` is the code of the points that the tie-break uses, such as ``MP`` or ``MG`` [13.2]. ``reference`` is
    empty if the tie-break uses the score. ``halves`` is the number of half points to add to the limit of the Koya
    System [14.5]. ``unrated`` is the rating to use for participants without a rating. ``factor`` is the divisor of the
    Buchholz in the schedule strength [13.4.2 b].
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
