"""[C.04.1 4] The earlier rounds that bar a participant from the pairing-allocated bye, as plain data.

Both the engine and the second opinion read it.
"""

from __future__ import annotations

from pairing_engine.facts.model import ByeKind, Result
from pairing_engine.values import NamedTuple

Outcome = ByeKind | Result | None
"""The outcome of a round: a kind of bye, a result, or None for an absence that the round does not mention."""


class ByeBar(NamedTuple):
    """The unplayed rounds that bar a participant from the pairing-allocated bye.

    A round with one of the ``outcomes`` bars, however many points it gave. If ``win_points``, so does every unplayed
    round that gave at least the points of a win.
    """

    outcomes: frozenset[ByeKind | Result]
    win_points: bool
