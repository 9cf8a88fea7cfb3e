"""[C.04.6 1.2, 1.4] The match points and game points of teams, from matches, byes and record 299."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from pairing_engine.facts import model
from pairing_engine.facts.model import ByeKind, Colour, Game, Points, Result, Scoring, TeamPoints, Tpn
from pairing_engine.facts.scoring import of_teams, scoring_of

NOTHING = TeamPoints(Points(0), Points(0))

USUAL_COLOURS = "WB"
"""The colours that alternate from board to board unless the event states others."""

OutcomeLetter = str
"""The outcome of a match for one team, as a letter of record 299."""

_LETTERS = {Result.FORFEIT_WIN: "+", Result.FORFEIT_LOSS: "-"}


def match_scoring(win: Points, draw: Points, loss: Points) -> Scoring:
    """Compute the match points by record 362; an absent team gets none (reading T6)."""
    return scoring_of(model.EventKind.TEAM, win=win, draw=draw, loss=loss, forfeit_loss=loss)


def usual_byes(
    scoring: Scoring, games: Scoring, boards: int, match: Points | None = None, game: Points | None = None
) -> dict[ByeKind, TeamPoints]:
    """[1.4] Return the points for each kind of bye; the event may state those of the pairing-allocated bye.

    Without a statement, the pairing-allocated bye is worth as much as a drawn match.

    >>> byes = usual_byes(match_scoring(Points(20), Points(10), Points(0)), Scoring(), 4)
    >>> byes[ByeKind.PAIRING_ALLOCATED], byes[ByeKind.FULL_POINT].game
    (TeamPoints(match=10, game=20), 40)
    """
    half = TeamPoints(scoring.draw, Points(boards * games.draw))
    return {
        ByeKind.PAIRING_ALLOCATED: TeamPoints(
            half.match if match is None else match, half.game if game is None else game
        ),
        ByeKind.FULL_POINT: TeamPoints(scoring.win, Points(boards * games.win)),
        ByeKind.HALF_POINT: half,
        ByeKind.ZERO_POINT: NOTHING,
    }


def with_usual_points(settings: model.Settings, boards: int) -> model.Settings:
    """[1.2, 1.4] Return the settings of a team event, in which points that are not stated follow from the others.

    Scoring that is only that of single games stands for 2, 1 and 0 match points.

    >>> settings = model.Settings(team=model.TeamRules(colours="WB"))
    >>> usual = with_usual_points(settings, 2)
    >>> usual.scoring.win, usual.team.byes[ByeKind.PAIRING_ALLOCATED], with_usual_points(usual, 2) == usual
    (20, TeamPoints(match=10, game=10), True)
    """
    rules, stated, single = settings.team, settings.scoring, Scoring()
    assert rules is not None
    scoring, bye = match_scoring(stated.win, stated.draw, stated.loss), None
    if scoring != stated:
        if (stated.win, stated.draw) == (single.win, single.draw):
            scoring = match_scoring(Points(2 * stated.win), Points(2 * stated.draw), stated.loss)
        fields = {name: getattr(stated, name) for name in Scoring.__match_args__}
        own = {
            name: value
            for name, value in fields.items()
            if value not in (getattr(single, name), getattr(scoring, name))
        }
        bye = own.pop("pairing_allocated_bye", None)
        scoring = scoring._replace(**own)
    byes = rules.byes or usual_byes(scoring, rules.games, boards, bye)
    return settings._replace(scoring=scoring, team=rules._replace(byes=byes))


class Sides(NamedTuple):
    """The White team and the Black team of a match, with the members of the White team."""

    white: Tpn
    black: Tpn
    white_members: Collection[Tpn]

    def white_team_has_white(self, board: Game) -> bool:
        """Whether the White team has White on a board. If only Black is present, the Black player's team decides."""
        if board.white == model.NOBODY:
            return board.black not in self.white_members
        return board.white in self.white_members

    def results(self, board: Game) -> tuple[Result, Result]:
        """Return the results of a board, the White team's result first."""
        results = board.white_result, board.black_result
        return results if self.white_team_has_white(board) else results[::-1]

    def line_ups(self, boards: Sequence[Game]) -> tuple[list[Tpn], list[Tpn]]:
        """Return the players of both teams in board order."""
        players = [
            (board.white, board.black) if self.white_team_has_white(board) else (board.black, board.white)
            for board in boards
        ]
        return [one for one, _ in players], [other for _, other in players]


class TeamScorer:
    """The points of teams in an event, according to the rules of the event.

    ``scoring`` contains the match points for each outcome.
    """

    def __init__(self, rules: model.TeamRules, scoring: Scoring) -> None:
        self.rules = rules
        self.match_abnormal, self.game_abnormal = of_teams(rules.abnormal_points)
        self._of_game = {colour: rules.games.of_result(colour) for colour in Colour}
        self._of_match: Mapping[OutcomeLetter, Points] = {
            "W": scoring.win,
            "D": scoring.draw,
            "L": scoring.loss,
            "+": scoring.forfeit_win,
            "-": scoring.forfeit_loss,
        }

    def match(
        self,
        number: int,
        sides: Sides,
        boards: tuple[Game, ...],
        forfeit: tuple[Result, Result] | None = None,
        *,
        colours_known: bool = True,
        size: int = 0,
    ) -> model.TeamMatch:
        """Build a match of the round, with the points that both teams get.

        ``forfeit`` contains the results of both teams by record 330, and is ignored if a game was played, or if the
        game points differ. If no board is recorded, the winner gets a forfeit win on each of ``size`` boards.
        """
        played = any(board.is_played for board in boards)
        games = self.game_points(sides, boards)
        if not boards and forfeit is not None:
            won, lost = (Points(size * self._of_game[Colour.WHITE][result]) for result in forfeit)
            games = won, lost
        # [C.04.2 3.1] Unknown game results may leave the winner of the match open (reading T18).
        open_ = sum(board.white_result is Result.UNKNOWN for board in boards)
        adjourned = open_ and abs(games[0] - games[1]) <= open_ * (self.rules.games.win - self.rules.games.loss)
        outcomes = ("D", "D") if adjourned else _outcomes(games, forfeit, played=played)
        white, black = (
            self.instead(tpn, number, outcome, TeamPoints(self._of_match[outcome], points))
            for tpn, outcome, points in zip((sides.white, sides.black), outcomes, games, strict=True)
        )
        winner = next((tpn for tpn, outcome in zip(sides[:2], outcomes, strict=True) if outcome == "+"), model.NOBODY)
        return model.TeamMatch(sides.white, sides.black, white, black, played, colours_known, boards, winner)

    def game_points(self, sides: Sides, boards: Sequence[Game]) -> tuple[Points, Points]:
        """Compute the game points of both teams, beginning with the White team."""
        totals = [0, 0]
        for board in boards:
            points = self.of_board(board)
            first = 0 if sides.white_team_has_white(board) else 1
            totals[0] += points[first]
            totals[1] += points[1 - first]
        return Points(totals[0]), Points(totals[1])

    def of_board(self, board: Game) -> tuple[Points, Points]:
        """Return the game points of both players on a board, beginning with White."""
        return self._of_game[Colour.WHITE][board.white_result], self._of_game[Colour.BLACK][board.black_result]

    def of_bye(self, tpn: Tpn, kind: ByeKind, number: int) -> TeamPoints:
        """Return the points that a team gets for a bye. An absence counts as a zero-point bye."""
        return self.instead(tpn, number, kind.value, self.rules.byes.get(kind, NOTHING))

    def instead(self, tpn: Tpn, number: int, outcome: OutcomeLetter, usual: TeamPoints) -> TeamPoints:
        """Return the points stated for an outcome in record 299, or the ``usual`` points."""
        return TeamPoints(
            self.match_abnormal.instead(tpn, number, outcome, usual.match),
            self.game_abnormal.instead(tpn, number, outcome, usual.game),
        )

    def added(self, tpn: Tpn, number: int) -> TeamPoints:
        """Return the bonus or penalty of a team in a round. Round 0 stands for the time before the first round."""
        return TeamPoints(self.match_abnormal.added(tpn, number), self.game_abnormal.added(tpn, number))


def _outcomes(
    games: tuple[Points, Points], forfeit: tuple[Result, Result] | None, *, played: bool
) -> tuple[OutcomeLetter, OutcomeLetter]:
    white, black = games
    if white != black:
        letters = "WL" if played else "+-"
        return (letters[0], letters[1]) if white > black else (letters[1], letters[0])
    if not played and forfeit is not None:
        return _LETTERS[forfeit[0]], _LETTERS[forfeit[1]]
    return ("D", "D") if played or white else ("-", "-")
