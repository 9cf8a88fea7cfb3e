"""[C.04.1 4] Which earlier rounds bar a participant from the pairing-allocated bye, as plain data: both the engine and
the second opinion read it.
"""

from __future__ import annotations

from typing import NamedTuple

from pairing_engine.facts.model import ByeKind, Result

Outcome = ByeKind | Result | None
"""How a round ended for a participant: a kind of bye, the result of a game or match, or None for an absence that the
round does not mention.
"""


class ByeBar(NamedTuple):
    """Who may not have the pairing-allocated bye any more.

    ``outcomes`` bar, however many points they gave. If ``win_points``, so does every unplayed round that gave at least
    the points of a win.
    """

    outcomes: frozenset[ByeKind | Result]
    win_points: bool
