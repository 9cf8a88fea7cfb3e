"""C.07 of 2026 transcribed sentence by sentence, for tie-breaks on which programs disagree.

The module covers Articles 7.7, 8.1, 8.3, 9.1, 9.2, 14.1 to 14.4 and 16. The transcription uses the program only for
games, byes and their points.
"""

from fractions import Fraction
from typing import NamedTuple

from pairing_engine.facts.model import ByeKind, Colour, Result, Tournament

HALF = Fraction(1, 2)


class Line(NamedTuple):
    """The round of a participant: the scheduled opponent (0 for none), the points and the category of 16.2."""

    opponent: int
    points: Fraction
    category: str
    """The category in 16.2: ``played``, ``16.2.1``, ``16.2.2``, ``16.2.4``, or ``requested`` (16.2.3 or 16.2.5)."""


class Event:
    """The facts about an event that C.07 needs: each participant's rounds, scores and tie-breaks."""

    def __init__(self, event: Tournament) -> None:
        scoring = event.settings.scoring
        self.draw, self.win = Fraction(scoring.draw, 10), Fraction(scoring.win, 10)
        self.rounds = max(event.settings.rounds or 0, len(event.rounds))
        self.lines: dict[int, list[Line]] = {p.tpn: [] for p in event.participants}
        worth = {colour: scoring.of_result(colour) for colour in Colour}
        for one in event.rounds:
            found: dict[int, Line] = {}
            for game in one.games:
                sides = (game.white, game.black, game.white_result), (game.black, game.white, game.black_result)
                for colour, (own, other, result) in zip((Colour.WHITE, Colour.BLACK), sides, strict=True):
                    played = game.white_result.played and game.black_result.played
                    forfeit = "16.2.4" if result is Result.FORFEIT_LOSS else "16.2.2"
                    points = Fraction(worth[colour][result], 10)
                    found[own] = Line(other, points, "played" if played else forfeit)
            for bye in one.byes:
                given = bye.kind in (ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT)
                points = Fraction(scoring.of_bye()[bye.kind], 10)
                found[bye.tpn] = Line(0, points, "16.2.1" if given else "requested")
            for tpn, lines in self.lines.items():
                lines.append(found.get(tpn, Line(0, Fraction(scoring.zero_point_bye, 10), "requested")))

    def score(self, tpn: int) -> Fraction:
        return sum((line.points for line in self.lines[tpn]), Fraction(0))

    def is_voluntary(self, line: Line) -> bool:
        """[16.1.2] Whether the round is "a requested bye or a forfeit loss"."""
        return line.category in ("requested", "16.2.4")

    def adjusted(self, tpn: int) -> Fraction:
        """[16.3] Return the adjusted score, which counts in the tie-breaks of opponents."""
        found = Fraction(0)
        for at, line in enumerate(self.lines[tpn]):
            followed_by_others = any(not self.is_voluntary(later) for later in self.lines[tpn][at + 1 :])
            if line.category == "requested" and not followed_by_others:
                found += self.draw  # 16.3.2: "Unplayed rounds of category 16.2.5 are evaluated as draws"
            else:
                found += line.points  # 16.3.1
        return found

    def opponent_score(self, tpn: int, line: Line) -> Fraction:
        """[16.3, 16.4] Return the opponent's score, or the score of the dummy if the round was not played."""
        if line.category == "played":
            return self.adjusted(line.opponent)
        bound = self.draw * self.rounds  # 16.4.2
        if line.category in ("16.2.2", "16.2.4"):
            bound = self.adjusted(line.opponent)  # 16.4.1
        return min(self.score(tpn), bound)


def standard_points(event: Event, tpn: int) -> Fraction:
    """[7.7] Return the standard points of a participant."""
    found = Fraction(0)
    for at, line in enumerate(event.lines[tpn]):
        other = event.lines[line.opponent][at].points if line.opponent else event.draw
        if line.points > other:
            found += 1
        if line.points == other:
            found += HALF
    return found


class Element(NamedTuple):
    """The contribution of one round to a tie-break.

    ``score`` is the opponent's score. ``voluntary`` tells whether the round was voluntarily unplayed.
    """

    score: Fraction
    amount: Fraction
    voluntary: bool


def cut(elements: list[Element], least: int, most: int) -> Fraction:
    """[14.1 to 14.4, 16.5] Cut the least and the most significant elements, and add up the rest.

    ``least`` and ``most`` tell how many elements to cut from each end.
    """
    left = list(elements)
    for _ in range(least):
        if not left:
            break
        lowest_score = min(one.score for one in left)
        least_significant = min((one for one in left if one.score == lowest_score), key=lambda one: one.amount)
        voluntary = [one for one in left if one.voluntary]
        chosen = least_significant
        if voluntary:
            lowest_amount = min(one.amount for one in voluntary)
            # Reading K19: of several lowest elements, the one with the lowest score of the opponent is cut.
            lowest = min((one for one in voluntary if one.amount == lowest_amount), key=lambda one: one.score)
            # 16.5.1: "as long as such contribution is not lower than the least significant value"
            chosen = lowest if lowest.amount >= least_significant.amount else least_significant
        left.remove(chosen)
    for _ in range(most):
        if left:
            left.remove(max(left, key=lambda one: (one.score, one.amount)))
    return sum((one.amount for one in left), Fraction(0))


def buchholz(event: Event, tpn: int, least: int = 0, most: int = 0) -> Fraction:
    """[8.1] Return the Buchholz score."""
    elements = []
    for line in event.lines[tpn]:
        score = event.opponent_score(tpn, line)
        elements.append(Element(score, score, event.is_voluntary(line)))
    return cut(elements, least, most)


def fore_buchholz(event: Event, tpn: int) -> Fraction:
    """[8.3] Return the Fore Buchholz score, "as if all paired games for the final round had ended in draws"."""
    kept = {one: list(lines) for one, lines in event.lines.items()}
    if all(len(lines) == event.rounds for lines in kept.values()):
        for lines in event.lines.values():
            if lines[-1].opponent:
                lines[-1] = Line(lines[-1].opponent, event.draw, "played")
    found = buchholz(event, tpn)
    event.lines = kept
    return found


def sonneborn_berger(event: Event, tpn: int, least: int = 0, most: int = 0) -> Fraction:
    """[9.1] Return the Sonneborn-Berger score."""
    elements = []
    for line in event.lines[tpn]:
        score = event.opponent_score(tpn, line)
        elements.append(Element(score, score * line.points, event.is_voluntary(line)))
    return cut(elements, least, most)


def koya(event: Event, tpn: int, halves: int = 0) -> Fraction:
    """[9.2, 14.5] Return the Koya score (for forfeits, see reading K13)."""
    half = event.win * event.rounds / 2 + halves * HALF
    lines = (line for line in event.lines[tpn] if line.opponent and event.score(line.opponent) >= half)
    return sum((line.points for line in lines), Fraction(0))
