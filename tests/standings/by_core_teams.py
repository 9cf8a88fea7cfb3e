"""Tie-breaks of teams, computed by the package tiebreak-core.

tiebreak-core does not apply Article 16 to unplayed rounds. If a team has missed a match, tie-breaks by the scores of
opponents are not compared.
"""

from collections.abc import Sequence
from fractions import Fraction

from tiebreak_core import team as core

from pairing_engine.facts.model import NOBODY, ByeKind, Colour, Game, Result, Scoring, TeamMatch, Tournament, Tpn
from pairing_engine.scores.crosstable import Entry, crosstable_of

BY_POINTS = frozenset({"WIN", "WON", "PS", "BH", "FB", "KS", "AOB"})
"""The tie-breaks that tiebreak-core can compute from match points or from game points."""

RENAMED = {"ESB:MG": "EMGSB", "SB:MP": "EMMSB", "SB:GP": "EGGSB"}
"""The names that tiebreak-core gives to our Sonneborn-Berger tie-breaks of teams."""

OF_OPPONENTS = frozenset({"BH", "FB", "AOB", "EMMSB", "EMGSB", "EGMSB", "EGGSB", "SSSC"})

OTHERS = frozenset({"BC", "MPVGP", "EMMSB", "EMGSB", "EGMSB", "EGGSB", "SSSC"})

RANKS = frozenset({"TBR", "BBE", "EDE", "EDEBT", "EDEBB", "EDET", "EDEB"})
"""The tie-breaks that tiebreak-core applies only when it ranks teams."""

STANDARD = {Result.FORFEIT_WIN: Result.WIN, Result.FORFEIT_LOSS: Result.LOSS}


class Witness:
    def __init__(self, event: Tournament) -> None:
        rules = event.settings.team
        assert rules is not None
        self.boards = len(rules.colours)
        self.rounds = event.settings.rounds or len(event.rounds)
        self.primary = "MP" if rules.primary_is_match_points else "GP"
        scoring = event.settings.scoring
        self.format = core.TeamFormat(scoring.win / 10, scoring.draw / 10, self.boards)
        self.teams = {int(team.tpn): self._record(event, team.tpn) for team in event.participants}
        self.all_played = all(match.kind == core.PLAYED for team in self.teams.values() for match in team.matches)

    def _record(self, event: Tournament, tpn: Tpn) -> core.TeamRecord:
        table = crosstable_of(event)
        matches = []
        for number in range(1, len(event.rounds) + 1):
            entry = table.entries(number)[tpn]
            points = entry.points / 10, entry.secondary / 10
            match, game = points if self.primary == "MP" else points[::-1]
            matches.append(core.TeamMatch(entry.opponent or -1, number, match, game, _kind(entry)))
        sums = [sum(column) / 10 for column in zip(*_boards(event, tpn, self.boards), strict=True)]
        mp, gp = (sum(getattr(one, points) for one in matches) for points in ("mp", "gp"))
        return core.TeamRecord(tpn, mp, gp, matches, tuple(sums))

    def value(self, tpn: Tpn, code: str) -> Fraction | None:
        """Return the value of a tie-break, or None if tiebreak-core cannot compute it for this event."""
        name, slash, modifiers = code.partition("/")
        name = RENAMED.get(f"SB:{self.primary}" if name == "SB" else name, name)
        base = name.partition(":")[0]
        if base in OF_OPPONENTS and not self.all_played:
            return None
        if base in ("MPTS", "GPTS"):
            return Fraction(getattr(self.teams[tpn], base[:2].lower()))
        if base not in BY_POINTS | OTHERS:
            return None
        if base in ("WIN", "WON"):
            name = f"{base}:MP"
        elif base in BY_POINTS and ":" not in name:
            name = f"{base}:{self.primary}"
        found = core.calculate_team(
            self.teams[tpn], self.teams, name + slash + modifiers, self.rounds, self.format, self.primary
        )
        return Fraction(found).limit_denominator(10_000)

    def ranks(self, code: str) -> dict[Tpn, int]:
        """Rank the teams by score and a tie-break. Tied teams share a rank."""
        given, turned = (self._order(code, sign) for sign in (1, -1))
        ranks: dict[Tpn, int] = {}
        for place, tpn in enumerate(given, 1):
            before = given[place - 2] if place > 1 else NOBODY
            tied = before and turned.index(before) > turned.index(tpn)
            ranks[tpn] = ranks[before] if tied else place
        return ranks

    def _order(self, code: str, sign: int) -> list[Tpn]:
        """Return the teams in the order that tiebreak-core computes.

        Tied teams are sorted by number, or in reverse order if ``sign`` is -1.
        """
        keys = {tpn: sign * tpn for tpn in self.teams}
        found = core.rank_team_standings(self.teams, [code], self.rounds, self.format, self.primary, keys)
        return [Tpn(one.team_id) for one in found.teams]


def can_read(event: Tournament) -> bool:
    team = event.settings.team
    return team is not None and team.games == Scoring() and not event.settings.abnormal_points


def _kind(entry: Entry) -> str:
    if entry.met:
        return core.PLAYED
    if entry.opponent:
        return core.FORFEIT_WIN if entry.outcome is Result.FORFEIT_WIN else core.FORFEIT_LOSS
    given = ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT
    return core.PAIRING_BYE if entry.outcome in given else core.UNPLAYED


def _boards(event: Tournament, tpn: Tpn, boards: int) -> list[Sequence[int]]:
    """[C.07 12] Return the points of a team on each board, in tenths, round by round."""
    members = next(team.members for team in event.teams if team.tpn == tpn)
    rounds: list[Sequence[int]] = [[0] * boards]
    for recorded in event.rounds:
        rounds += [[10] * boards for bye in recorded.byes if bye == (tpn, ByeKind.PAIRING_ALLOCATED)]
        rounds += [_of_match(match, members) for match in recorded.matches if tpn in (match.white, match.black)]
    return rounds


def _of_match(match: TeamMatch, members: Sequence[Tpn]) -> list[int]:
    return [_of_game(game, Colour.WHITE if game.white in members else Colour.BLACK) for game in match.boards]


def _of_game(game: Game, colour: Colour) -> int:
    result = game.white_result if colour is Colour.WHITE else game.black_result
    return Scoring().of_result(colour)[STANDARD.get(result, result)]
