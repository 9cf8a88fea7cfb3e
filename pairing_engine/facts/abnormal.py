"""Record 299 in one place: what an outcome gave instead of the usual points, and what was added or taken away."""

from __future__ import annotations

from collections.abc import Iterable

from pairing_engine.facts.model import AbnormalPoints, AbnormalTeamPoints, ByeKind, Points, Result, Tpn

ADDED = ""
"""The outcome of points that are added, whatever happened: a bonus or, below zero, a penalty."""

LETTERS = {
    Result.WIN: "W",
    Result.UNRATED_WIN: "W",
    Result.DRAW: "D",
    Result.UNRATED_DRAW: "D",
    Result.LOSS: "L",
    Result.UNRATED_LOSS: "L",
    Result.FORFEIT_WIN: "+",
    Result.FORFEIT_LOSS: "-",
    Result.UNKNOWN: "X",
}
"""By what letter the record names the result of a game; byes have their own."""


def letter_of(outcome: Result | ByeKind | None) -> str:
    """By what letter the record names an outcome; None is an absence, which is a zero-point bye."""
    if outcome is None:
        return ByeKind.ZERO_POINT.value
    return LETTERS[outcome] if isinstance(outcome, Result) else outcome.value


class Abnormal:
    """The records of an event. Several that add points to one participant in one round add up (reading G7).

    >>> from pairing_engine.facts.model import Tpn
    >>> one = frozenset((Tpn(1),))
    >>> found = Abnormal([AbnormalPoints("", Points(-10), 2, one), AbnormalPoints("", Points(-20), 2, one)])
    >>> found.added(Tpn(1), 2), found.instead(Tpn(1), 2, "W", Points(10))
    (-30, 10)
    """

    def __init__(self, records: Iterable[AbnormalPoints]) -> None:
        self._added: dict[tuple[Tpn, int], int] = {}
        self._instead: dict[tuple[Tpn, int, str], Points] = {}
        for outcome, points, number, tpns in records:
            for tpn in tpns:
                if outcome == ADDED:
                    self._added[tpn, number] = self._added.get((tpn, number), 0) + points
                else:
                    self._instead[tpn, number, outcome] = points

    def __bool__(self) -> bool:
        return bool(self._added or self._instead)

    def instead(self, tpn: Tpn, number: int, outcome: str, usual: Points) -> Points:
        """The points of this participant for this outcome in a round: what is said of the round goes before what is
        said of all rounds, and that before the usual points.
        """
        in_this_round = self._instead.get((tpn, number, outcome))
        return in_this_round if in_this_round is not None else self._instead.get((tpn, 0, outcome), usual)

    def added(self, tpn: Tpn, number: int) -> Points:
        """What this participant got in a round, or lost, whatever happened; that of round 0 counts from the start."""
        return Points(self._added.get((tpn, number), 0))


def of_teams(records: Iterable[AbnormalTeamPoints]) -> tuple[Abnormal, Abnormal]:
    """The records of a team event: what they say of match points, and what they say of game points."""
    records = tuple(records)
    return (
        Abnormal(AbnormalPoints(r.outcome, r.match, r.round, r.tpns) for r in records if r.match is not None),
        Abnormal(AbnormalPoints(r.outcome, r.game, r.round, r.tpns) for r in records if r.game is not None),
    )
