"""Tie-breaks of players, computed by the package tiebreak-core."""

from fractions import Fraction

from tiebreak_core import fide2026, models, modifiers

from pairing_engine.facts.model import Bye, ByeKind, Game, Result, Scoring, Tournament, Tpn
from pairing_engine.scores.crosstable import Scorer

IDS = {
    "WIN": "wins",
    "WON": "won",
    "BPG": "games_black",
    "BWG": "wins_black",
    "REP": "rounds_elected",
    "STD": "std",
    "TPR": "tpr",
    "PTP": "ptp",
    "APRO": "apro",
    "APPO": "appo",
    "AOB": "aob",
}
"""The name that tiebreak-core gives to each of our tie-break codes."""

DESCRIBED = (
    *("PS", "PS/C1", "PS/C2", "BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "BH/P", "BH/C1/P", "AOB/F", "FB", "FB/C1"),
    *("FB/C2", "SB", "SB/C1", "SB/C2", "SB/P", "KS", "KS/L+1", "KS/L-1", "ARO", "ARO/C1", "ARO/C2", "ARO/M1"),
)


def can_read(event: Tournament) -> bool:
    settings = event.settings
    return settings.team is None and settings.scoring == Scoring() and not settings.abnormal_points


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


class Witness:
    def __init__(self, event: Tournament) -> None:
        self.players = players_of(event)
        self.rounds = event.settings.rounds or len(event.rounds)
        scored = {(tpn, game.round_number): game.score for tpn, one in self.players.items() for game in one.games}
        for player in self.players.values():
            player.games.sort(key=_round)
            for game in player.games:
                game.opponent_score = scored.get((game.opponent_id, game.round_number))

    def value(self, tpn: Tpn, code: str) -> Fraction | None:
        """Return the value of a tie-break, or None if tiebreak-core does not know the code."""
        player = self.players[tpn]
        if code in IDS:
            found = fide2026.calculate(player, self.players, IDS[code], self.rounds)
        elif code in DESCRIBED:
            found = modifiers.calculate_descriptor(player, self.players, code, self.rounds)
        else:
            return None
        return Fraction(found).limit_denominator(10_000)


def _round(game: models.GameRecord) -> int:
    return int(game.round_number)
