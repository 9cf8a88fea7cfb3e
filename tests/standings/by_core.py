"""Tie-breaks of players, computed by the package tiebreak-core."""

from fractions import Fraction

from tiebreak_core import fide2026, models, modifiers

from pairing_engine.facts.model import Scoring, Tournament, Tpn
from tests.standings.second_opinion import players_of

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
