"""A function that builds a scoring system from some stated points."""

from __future__ import annotations

from pairing_engine.facts.model import EventKind, Scoring


def scoring_of(kind: EventKind = EventKind.INDIVIDUAL, **points: int) -> Scoring:
    """Build a scoring system from the stated ``points``, in tenths, and derive all other points.

    A forfeit win, a full-point bye and the pairing-allocated bye are worth a win. A half-point bye is worth a draw. In
    an event with matches of two games, the full-point bye is worth two wins, the half-point bye two draws, and the
    pairing-allocated bye a win and a draw [C.04.5 1.4]. In a team event the points are match points, and the
    pairing-allocated bye is worth a draw [C.04.6 1.4].

    >>> scoring_of(win=30, draw=10).pairing_allocated_bye, scoring_of(EventKind.DOUBLE).pairing_allocated_bye
    (30, 15)
    """
    factor = 2 if kind is EventKind.TEAM else 1
    standard = {"win": 10 * factor, "draw": 5 * factor}
    win, draw = points.get("win", standard["win"]), points.get("draw", standard["draw"])
    games = 2 if kind is EventKind.DOUBLE else 1
    allotted = {EventKind.INDIVIDUAL: win, EventKind.DOUBLE: win + draw, EventKind.TEAM: draw}[kind]
    follows = {
        **standard,
        "forfeit_win": win,
        "full_point_bye": games * win,
        "pairing_allocated_bye": allotted,
        "half_point_bye": games * draw,
        "unknown": draw,
    }
    return Scoring(**{**follows, **points})  # type: ignore[arg-type]
