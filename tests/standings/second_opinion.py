"""Tie-breaks of players, computed by the package tiebreak-core.

Fore Buchholz is left out. For forfeited games of the last round, tiebreak-core counts the actual points, although
Article 8.3 makes these games draws.
"""

from tiebreak_core import models
from tiebreak_core.fide2026 import calculate

from pairing_engine.facts.model import Bye, ByeKind, Game, Result, Tournament, Tpn
from pairing_engine.scores.crosstable import Scorer

CODES = {
    "BH": "buchholz",
    "BH/C1": "buchholz_cut1",
    "BH/C2": "buchholz_cut2",
    "BH/M1": "median_buchholz",
    "AOB": "aob",
    "SB": "sonneborn_berger",
    "SB/C1": "sonneborn_berger_cut1",
    "PS": "progressive",
    "PS/C1": "progressive_cut1",
    "ARO": "aro",
}

_KINDS = {
    ByeKind.PAIRING_ALLOCATED: models.PAIRING_BYE,
    ByeKind.FULL_POINT: models.PAIRING_BYE,
    ByeKind.HALF_POINT: models.REQUESTED_BYE,
    ByeKind.ZERO_POINT: models.REQUESTED_BYE,
}


def players_of(tournament: Tournament) -> dict[int, models.PlayerTiebreakData]:
    """Return the games of all players in the format of tiebreak-core. Abnormal points are not allowed."""
    scorer = Scorer(tournament.settings)
    rating = {participant.tpn: participant.rating for participant in tournament.participants}
    games: dict[Tpn, list[models.GameRecord]] = {tpn: [] for tpn in rating}
    for number, recorded in enumerate(tournament.rounds, 1):
        missing = set(rating)
        for game in recorded.games:
            white, black = scorer.of_game(game, number)
            sides = (
                (game.white, game.black, white, "white", game.white_result),
                (game.black, game.white, black, "black", game.black_result),
            )
            for tpn, opponent, points, colour, result in sides:
                kind = _kind_of_game(game, result)
                games[tpn].append(models.GameRecord(opponent, rating[opponent], points / 10, colour, number, kind))
                missing.discard(tpn)
        for bye in recorded.byes:
            games[bye.tpn].append(_bye(bye, number, scorer))
            missing.discard(bye.tpn)
        for tpn in missing:
            games[tpn].append(_bye(Bye(tpn, ByeKind.ZERO_POINT), number, scorer))
    return {
        tpn: models.PlayerTiebreakData(tpn, rating[tpn], sum(game.score for game in own), own)
        for tpn, own in games.items()
    }


def _kind_of_game(game: Game, result: Result) -> str:
    if game.is_played:
        return models.PLAYED
    return models.FORFEIT_WIN if result is Result.FORFEIT_WIN else models.FORFEIT_LOSS


def _bye(bye: Bye, number: int, scorer: Scorer) -> models.GameRecord:
    return models.GameRecord(-1, 0, scorer.of_bye(bye.tpn, bye.kind, number) / 10, "white", number, _KINDS[bye.kind])


def values(tournament: Tournament, code: str) -> dict[Tpn, float]:
    players = players_of(tournament)
    rounds = len(tournament.rounds)
    return {Tpn(tpn): calculate(player, players, CODES[code], rounds) for tpn, player in players.items()}
