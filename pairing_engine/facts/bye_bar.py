"""[C.04.1 4] Which past rounds bar a participant from the pairing-allocated bye, as data that everybody can read."""

from __future__ import annotations

from typing import NamedTuple

from pairing_engine.facts.model import ByeKind, Result

Outcome = ByeKind | Result | None
"""How a participant did without playing: by a bye, by a forfeit, or (None) not there at all."""


class ByeBar(NamedTuple):
    """Who may not have the pairing-allocated bye any more.

    ``outcomes`` bar whatever they gave. ``win_points``: so does any round without playing that gave as many points as a
    win.
    """

    outcomes: frozenset[ByeKind | Result]
    win_points: bool
