"""[C.04.1 4] The rounds after which a participant may not have the pairing-allocated bye.

The engine and the second opinion use the same `ByeBar`.
"""

from __future__ import annotations

from pairing_engine.facts.model import ByeKind, Result
from pairing_engine.values import NamedTuple

Outcome = ByeKind | Result | None
"""A participant's outcome in a round: a kind of bye, a result, or None if the round has no such entry."""


class ByeBar(NamedTuple):
    """The unplayed rounds after which a participant may not have the pairing-allocated bye.

    Each outcome in ``outcomes`` bars a participant from the bye, no matter how many points it gives. If ``win_points``
    is true, a participant is also barred by an unplayed round that gives at least the points of a win.
    """

    outcomes: frozenset[ByeKind | Result]
    win_points: bool
