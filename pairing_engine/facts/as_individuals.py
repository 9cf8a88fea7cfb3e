"""Teams as single players, whose results are the match points of their teams."""

from __future__ import annotations

from pairing_engine.errors import refusal
from pairing_engine.facts.model import Game, Result, Scoring, TeamMatch, Tournament


def as_individuals(tournament: Tournament) -> Tournament:
    """Return the teams of an event as single players, without their boards and the points for games.

    A won match counts one point, a drawn match a half, and the pairing-allocated bye one. Raises `BadRequest` for an
    acceleration and for added points, because both count in match points or game points.
    """
    settings = tournament.settings
    if settings.baku or settings.virtual_points or settings.abnormal_points:
        raise refusal("teams with an acceleration or with added points cannot be paired like single players", "system")
    rounds = tuple(
        past._replace(games=tuple(map(_as_game, past.matches)), matches=()) if past.matches else past
        for past in tournament.rounds
    )
    of_players = settings._replace(team=None, scoring=Scoring(), system="", stated_code="", type_of_event="")
    return tournament._replace(settings=of_players, rounds=rounds, teams=(), members=())


def _as_game(match: TeamMatch) -> Game:
    """Return the match as a game. If nobody got the points of a match that was not played, both lost by forfeit."""
    white, black = match.white_points.match, match.black_points.match
    win, loss = (Result.WIN, Result.LOSS) if match.played else (Result.FORFEIT_WIN, Result.FORFEIT_LOSS)
    level = Result.DRAW if match.played else loss
    results = (level, level) if white == black else (win, loss) if white > black else (loss, win)
    return Game(match.white, match.black, *results, match.colours_known)
