"""[C.04.1, C.04.2] The crosstable: opponent, outcome and points of each participant in each round.

Only this module computes the points of a round. Scores, floats, tie-breaks and the points in a file come from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pairing_engine.facts import model
from pairing_engine.facts.basic_rules import Outcome
from pairing_engine.facts.model import ByeKind, Game, Points, Result, TeamPoints, Tpn

if TYPE_CHECKING:
    from pairing_engine.facts.scoring import Abnormal
    from pairing_engine.scores.team_scorer import TeamScorer


_NONE = Points(0)


class Entry(NamedTuple):
    """The entry of one participant for one round of the crosstable."""

    opponent: Tpn
    """The opponent in the pairing, even if no game took place. `NOBODY` for a bye or an absence."""
    outcome: Outcome
    """A result, a kind of bye, or None if the round does not mention the participant.

    The points of both sides decide whether a played match is a win, a draw or a loss. A match that was not played is a
    forfeit.
    """
    points: Points
    """The points for the outcome, including points of record 299. Bonuses and penalties are in `Crosstable.added`."""
    met: bool = False
    """Whether the two opponents played each other [C.04.2 3.5]."""
    colour: str = ""
    """The colour ``w`` or ``b``. Empty if there was no game or the colour is unknown."""
    secondary: Points = _NONE
    """[C.04.6 1.2] The secondary score of a team."""


_entry = Entry._make
"""A fast way to create an `Entry`, because a crosstable contains many entries."""


class Crosstable:
    """The results of every participant in every round of an event.

    >>> from pairing_engine.facts.model import Bye, Round, Settings
    >>> rounds = (Round((Game(Tpn(1), Tpn(2), Result.WIN, Result.LOSS),), (Bye(Tpn(3), ByeKind.HALF_POINT),)),)
    >>> table = Crosstable(rounds, (Tpn(1), Tpn(2), Tpn(3)), Settings())
    >>> [(tpn, entry.opponent, entry.points) for tpn, entry in table.entries(1).items()]
    [(1, 2, 10), (2, 1, 0), (3, 0, 5)]
    >>> table.totals()
    {1: 10, 2: 0, 3: 5}
    """

    def __init__(self, rounds: Sequence[model.Round], everybody: Sequence[Tpn], settings: model.Settings) -> None:
        self.rounds = rounds
        self.everybody = everybody
        self.scorer = Scorer(settings)
        self.team = settings.team
        self.team_scorer: TeamScorer | None = None
        if settings.team is not None:
            from pairing_engine.scores.team_scorer import TeamScorer  # imported here, because most events have no teams

            self.team_scorer = TeamScorer(settings.team, settings.scoring)
        self._known: dict[int, dict[Tpn, Entry]] = {}

    def entries(self, number: int) -> dict[Tpn, Entry]:
        """Return the entries of a round by participant: first from games, then from byes, then from absences."""
        found = self._known.get(number)
        if found is None:
            found = self._known[number] = self._read(number)
        return found

    def _read(self, number: int) -> dict[Tpn, Entry]:
        recorded = self.rounds[number - 1]
        found: dict[Tpn, Entry] = {}
        gained = self.scorer.of_games(recorded.games, number)
        for game, (white_points, black_points) in zip(recorded.games, gained, strict=True):
            white, black, white_result, black_result, _, second = game
            if second is not None:
                found[white], found[black] = self._of_double(game, number)
            elif white_result.played and black_result.played:
                found[white] = _entry((black, white_result, white_points, True, "w", _NONE))
                found[black] = _entry((white, black_result, black_points, True, "b", _NONE))
            else:
                found[white] = _entry((black, white_result, white_points, False, "", _NONE))
                found[black] = _entry((white, black_result, black_points, False, "", _NONE))
        for match in recorded.matches:
            found[match.white], found[match.black] = self._of_match(match)
        for tpn, kind in recorded.byes:
            points, secondary = self._of_bye(tpn, kind, number)
            found[tpn] = Entry(model.NOBODY, kind, points, secondary=secondary)
        if len(found) < len(self.everybody):
            for tpn in self.everybody:
                if tpn not in found:
                    points, secondary = self._of_bye(tpn, ByeKind.ZERO_POINT, number)
                    found[tpn] = Entry(model.NOBODY, None, points, secondary=secondary)
        return found

    def _of_double(self, game: Game, number: int) -> tuple[Entry, Entry]:
        """[C.04.5 0, 1.6] Build the two entries of a match of two games. An unplayed match has no colours."""
        assert game.second is not None
        first_white, first_black = self.scorer.of_game(game, number)
        second_black, second_white = self.scorer.of_game(game.second_game, number)
        white, black = Points(first_white + second_white), Points(first_black + second_black)
        if game.is_played:
            colours = "wb" if game.white_result.played or game.second[0].played else ("", "")
            one, other = _by_points(white, black)
            return (Entry(game.black, one, white, True, colours[0]), Entry(game.white, other, black, True, colours[1]))
        lost = Result.FORFEIT_LOSS, Result.FORFEIT_LOSS
        outcomes = [
            Result.FORFEIT_LOSS if results == lost else Result.FORFEIT_WIN
            for results in ((game.white_result, game.second[0]), (game.black_result, game.second[1]))
        ]
        return Entry(game.black, outcomes[0], white), Entry(game.white, outcomes[1], black)

    def _of_match(self, match: model.TeamMatch) -> tuple[Entry, Entry]:
        """[C.04.6] Build the entries of both teams in a match."""
        white, black = self.split(match.white_points), self.split(match.black_points)
        if match.played:
            one, other = _by_points(*(points.match for points in (match.white_points, match.black_points)))
            return (
                Entry(match.black, one, white[0], True, "w", white[1]),
                Entry(match.white, other, black[0], True, "b", black[1]),
            )
        one, other = (
            Result.FORFEIT_WIN if tpn == match.won_by_forfeit else Result.FORFEIT_LOSS
            for tpn in (match.white, match.black)
        )
        return (
            Entry(match.black, one, white[0], secondary=white[1]),
            Entry(match.white, other, black[0], secondary=black[1]),
        )

    def _of_bye(self, tpn: Tpn, kind: ByeKind, number: int) -> tuple[Points, Points]:
        if self.team_scorer is None:
            return self.scorer.of_bye(tpn, kind, number), _NONE
        return self.split(self.team_scorer.of_bye(tpn, kind, number))

    def split(self, points: TeamPoints) -> tuple[Points, Points]:
        """Divide the points of a team into its score and its secondary points."""
        if self.team is not None and not self.team.primary_is_match_points:
            return points.game, points.match
        return points.match, points.game

    def added(self, number: int) -> dict[Tpn, tuple[Points, Points]]:
        """[299] Return the bonuses and penalties of a round, or of the time before (round 0): what is added to both.

        The first number is added to a participant's score, and the second number to the secondary points.
        """
        if self.team_scorer is not None:
            gains = ((tpn, self.split(self.team_scorer.added(tpn, number))) for tpn in self.everybody)
        elif (abnormal := self.scorer.abnormal_in(number)) is not None:
            gains = ((tpn, (abnormal.added(tpn, number), _NONE)) for tpn in self.everybody)
        else:
            return {}
        return {tpn: points for tpn, points in gains if points != (0, 0)}

    def totals(self) -> dict[Tpn, Points]:
        return {tpn: primary for tpn, (primary, _) in self._sums().items()}

    def team_totals(self) -> dict[Tpn, TeamPoints]:
        return {tpn: TeamPoints(*self.split(TeamPoints(*sums))) for tpn, sums in self._sums().items()}

    def _sums(self) -> dict[Tpn, tuple[Points, Points]]:
        primary, secondary = dict.fromkeys(self.everybody, 0), dict.fromkeys(self.everybody, 0)
        for number in range(len(self.rounds) + 1):
            for tpn, (points, others) in self.added(number).items():
                primary[tpn] += points
                secondary[tpn] += others
            for tpn, entry in self.entries(number).items() if number else ():
                primary[tpn] += entry.points
                secondary[tpn] += entry.secondary
        return {tpn: (Points(primary[tpn]), Points(secondary[tpn])) for tpn in self.everybody}


def _by_points(one: Points, other: Points) -> tuple[Result, Result]:
    if one == other:
        return Result.DRAW, Result.DRAW
    return (Result.WIN, Result.LOSS) if one > other else (Result.LOSS, Result.WIN)


def crosstable_of(tournament: model.Tournament) -> Crosstable:
    return Crosstable(tournament.rounds, [p.tpn for p in tournament.participants], tournament.settings)


class Scorer:
    """The points for each outcome in a round, including abnormal points (record 299)."""

    def __init__(self, settings: model.Settings) -> None:
        self.white = settings.scoring.of_result(model.Colour.WHITE)
        self.black = settings.scoring.of_result(model.Colour.BLACK)
        self.bye = settings.scoring.of_bye()
        self.abnormal: Abnormal | None = None
        if settings.abnormal_points:
            from pairing_engine.facts.scoring import Abnormal  # imported here, because few events have such points

            self.abnormal = Abnormal(settings.abnormal_points)

    def abnormal_in(self, number: int) -> Abnormal | None:
        """Return the abnormal points if any record applies to a round."""
        return self.abnormal if self.abnormal is not None and self.abnormal.speak_of(number) else None

    def of_game(self, game: Game, number: int) -> tuple[Points, Points]:
        white, black = self.white[game.white_result], self.black[game.black_result]
        abnormal = self.abnormal_in(number)
        if abnormal is not None:
            white = abnormal.of_result(game.white, number, game.white_result, white)
            black = abnormal.of_result(game.black, number, game.black_result, black)
        return white, black

    def of_games(self, games: Sequence[Game], number: int) -> list[tuple[Points, Points]]:
        """Return the points of White and Black from each game. In a match of two games, only the first game counts."""
        if self.abnormal_in(number) is not None:
            return [self.of_game(game, number) for game in games]
        white, black = self.white, self.black
        return [(white[result], black[other]) for _, _, result, other, _, _ in games]

    def of_bye(self, tpn: Tpn, kind: ByeKind, number: int) -> Points:
        """Return the points that a participant gets for a bye. An absence counts as a zero-point bye."""
        usual = self.bye[kind]
        return usual if self.abnormal is None else self.abnormal.instead(tpn, number, kind.value, usual)
