"""The points of results: scoring systems, and abnormal points (record 299)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Set

from pairing_engine.facts import model
from pairing_engine.facts.model import AbnormalPoints, ByeKind, EventKind, Points, Result, Scoring, Tpn


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


ADDED = ""
"""The key for additional points: a bonus, or a penalty as a negative number."""

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
"""The letters for the results of games in record 299; byes have other letters."""


def letter_of(outcome: Result | ByeKind | None) -> str:
    """Return the letter for an outcome in record 299; an absence (None) has the letter of a zero-point bye."""
    if outcome is None:
        return ByeKind.ZERO_POINT.value
    return LETTERS[outcome] if isinstance(outcome, Result) else outcome.value


_About = tuple[int, str]
"""The round and the outcome to which a record applies.

Round 0 means all rounds or, for additional points (`ADDED`), the time before the first round.
"""


class Abnormal:
    """All records of abnormal points of an event.

    If several records add points to a participant in the same round, the points are added up (reading G7). If several
    records replace the points of the same outcome, the last record applies.

    A record that names no participant applies to all participants. A file can have tens of thousands of records without
    names. All records without names share one set of participants, so the points are stored once for the set, and not
    for each participant.

    >>> from pairing_engine.facts.model import Tpn
    >>> one = frozenset((Tpn(1),))
    >>> found = Abnormal([AbnormalPoints("", Points(-10), 2, one), AbnormalPoints("", Points(-20), 2, one)])
    >>> found.added(Tpn(1), 2), found.instead(Tpn(1), 2, "W", Points(10))
    (-30, 10)
    """

    def __init__(self, records: Iterable[AbnormalPoints]) -> None:
        self._own: dict[_About, dict[Tpn, Points]] = {}
        self._groups: dict[_About, dict[int, tuple[Set[Tpn], Points]]] = {}
        """The points for sets of participants that several records share. The inner keys are the `id` of the set."""
        listed = list(records)
        self._rounds = {number for _, _, number, _ in listed}
        uses = Counter(id(record.tpns) for record in listed)
        for outcome, points, number, tpns in listed:
            if uses[id(tpns)] > 1:
                self._say_of_group((number, outcome), tpns, points)
            else:
                self._say_of_each((number, outcome), tpns, points)

    def _say_of_group(self, about: _About, tpns: Set[Tpn], points: Points) -> None:
        groups = self._groups.setdefault(about, {})
        _, before = groups.pop(id(tpns), (tpns, Points(0)))
        if about[1] == ADDED:
            groups[id(tpns)] = tpns, Points(before + points)
            return
        groups[id(tpns)] = tpns, points
        own = self._own.get(about, {})
        for tpn in [tpn for tpn in own if tpn in tpns]:
            del own[tpn]

    def _say_of_each(self, about: _About, tpns: Set[Tpn], points: Points) -> None:
        own = self._own.setdefault(about, {})
        if about[1] == ADDED:
            own.update({tpn: Points(own.get(tpn, 0) + points) for tpn in tpns})
        else:
            own.update(dict.fromkeys(tpns, points))

    def __bool__(self) -> bool:
        return bool(self._own or self._groups)

    def speak_of(self, number: int) -> bool:
        """Whether any record applies to a round."""
        return number in self._rounds or 0 in self._rounds

    def instead(self, tpn: Tpn, number: int, outcome: str, usual: Points) -> Points:
        """Return the abnormal points for an outcome, by a record about the round before others; else ``usual``."""
        for about in ((number, outcome), (0, outcome)):
            for points in self._said(tpn, about):
                return points
        return usual

    def of_result(self, tpn: Tpn, number: int, result: Result, usual: Points) -> Points:
        """Return the abnormal points for the result of a game; else ``usual``."""
        return self.instead(tpn, number, LETTERS[result], usual)

    def added(self, tpn: Tpn, number: int) -> Points:
        """Return the points added to a score in a round (0: before the first), negative for a penalty."""
        return Points(sum(self._said(tpn, (number, ADDED))))

    def _said(self, tpn: Tpn, about: _About) -> Iterator[Points]:
        """Yield the points from the records about a participant, the latest record first."""
        own = self._own.get(about)
        if own is not None and tpn in own:
            yield own[tpn]
        for tpns, points in reversed(self._groups.get(about, {}).values()):
            if tpn in tpns:
                yield points


def of_teams(records: Iterable[model.AbnormalTeamPoints]) -> tuple[Abnormal, Abnormal]:
    """Return the abnormal points of a team event: first the match points, then the game points."""
    records = tuple(records)
    return (
        Abnormal(AbnormalPoints(r.outcome, r.match, r.round, r.tpns) for r in records if r.match is not None),
        Abnormal(AbnormalPoints(r.outcome, r.game, r.round, r.tpns) for r in records if r.game is not None),
    )
