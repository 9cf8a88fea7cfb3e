"""Random teams and their matches: line-ups, games and forfeits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pairing_engine.errors import BadRequest
from pairing_engine.facts.codes import TeamOptions
from pairing_engine.facts.model import (
    MAX_TPN,
    NOBODY,
    ByeKind,
    Game,
    Participant,
    Result,
    Scoring,
    Team,
    TeamMatch,
    TeamPoints,
    TeamRules,
    Tpn,
)
from pairing_engine.generator.chance import Chance
from pairing_engine.generator.results import BOTH_FORFEITED, WON_BY_FORFEIT, drawn_by_lot, turned
from pairing_engine.generator.rounds import Habits
from pairing_engine.kernel.trace import Board
from pairing_engine.language import say
from pairing_engine.scores.team_scorer import Sides, TeamScorer, match_scoring, usual_byes
from pairing_engine.values import dataclass, replace

MOST_TEAMS = 999
"""The largest team number that fits into the columns of a TRF."""

USUAL_BOARDS = (2, 3, 4, 4, 4, 4, 5, 6, 8)
MOST_BOARDS = 60
RESERVES = 2

SPREAD = 150
"""The largest difference between a member's rating and the strength of the team."""


@dataclass(frozen=True)
class Squads:
    """The teams of an event, with their players and ratings."""

    teams: tuple[Team, ...]
    players: tuple[Participant, ...]

    def members(self) -> Mapping[Tpn, tuple[Tpn, ...]]:
        return {team.tpn: team.members for team in self.teams}


def squads(strengths: Sequence[int], boards: int, chance: Chance) -> Squads:
    """Create random teams with one member for each board and a few reserves, the strongest member first."""
    teams: list[Team] = []
    players: list[Participant] = []
    for number, strength in enumerate(strengths, 1):
        lots = chance.of("members", number)
        size = boards + lots.below(RESERVES + 1)
        ratings = sorted((max(1, strength + lots.between(-SPREAD, SPREAD)) for _ in range(size)), reverse=True)
        members = tuple(Tpn(len(players) + place) for place in range(1, size + 1))
        players += [
            Participant(tpn, f"Player{tpn:04d}, Test", min(rating, MAX_TPN))
            for tpn, rating in zip(members, ratings, strict=True)
        ]
        teams.append(Team(Tpn(number), members, f"T{number:03d}"))
    if len(teams) > MOST_TEAMS or len(players) > MAX_TPN:
        raise BadRequest(
            say(
                "{teams} teams, {players} players: a TRF has room for {most_teams} teams and {max_tpn} players",
                teams=len(teams),
                players=len(players),
                most_teams=MOST_TEAMS,
                max_tpn=MAX_TPN,
            )
        )
    return Squads(tuple(teams), tuple(players))


def team_rules(options: TeamOptions, boards: int | None, points: Scoring, chance: Chance) -> tuple[TeamRules, Scoring]:
    """Return the rules of a team event and the points of its matches.

    Rules that are missing in ``options`` are chosen at random. ``points`` are the points of a match and of the
    pairing-allocated bye. Raises `BadRequest` if points of other results are stated, or if the number of boards is
    impossible.
    """
    matches = match_scoring(points.win, points.draw, points.loss)
    if points != replace(matches, pairing_allocated_bye=points.pairing_allocated_bye):
        raise BadRequest(say("for team matches, only the points of W, D, L and P can be stated"), "points")
    preferences = chance.of("team preferences").one_of(("A", "A", "B", ""))
    by_match_points, secondary = chance.of("primary score").happens(80), chance.of("secondary score").happens(75)
    begins_with_white = chance.of("colours of boards").happens(80)
    size = chance.of("boards").one_of(USUAL_BOARDS) if boards is None else boards
    if not 1 <= size <= MOST_BOARDS:
        raise BadRequest(
            say("{size} boards: a match has 1 to {most_boards}", size=size, most_boards=MOST_BOARDS), "boards"
        )
    colours = "".join("WB"[(place + (not begins_with_white)) % 2] for place in range(size))
    rules = options.over(TeamRules(preferences, by_match_points, secondary, colours=colours))
    byes = usual_byes(matches, rules.games, size)
    usual = byes[ByeKind.PAIRING_ALLOCATED]
    byes[ByeKind.PAIRING_ALLOCATED] = TeamPoints(points.pairing_allocated_bye, usual.game)
    return replace(rules, byes=byes), matches


class Matches:
    """The random matches of a round."""

    def __init__(self, squads: Squads, rules: TeamRules, scoring: Scoring, chance: Chance) -> None:
        self.members = squads.members()
        self.ratings = {player.tpn: player.rating for player in squads.players}
        self.colours = rules.colours
        self.scorer = TeamScorer(rules, scoring)
        self.chance = chance

    def play(self, number: int, boards: Iterable[Board], habits: Habits) -> list[TeamMatch]:
        return [self._match(number, white, black, habits) for white, black, _ in boards]

    def _match(self, number: int, white: Tpn, black: Tpn, habits: Habits) -> TeamMatch:
        sides = Sides(white, black, frozenset(self.members[white]))
        size = len(self.colours)
        if white in habits.double_forfeits:
            return self.scorer.match(number, sides, (), BOTH_FORFEITED, size=size)
        absence = self.chance.of("forfeit", white)
        forfeited = white in habits.forfeits
        if forfeited and absence.happens(50):
            return self._forfeited(number, sides, absence)
        results = self.chance.of("results", white)
        pairs = enumerate(zip(self._line_up(white), self._line_up(black), strict=True))
        games = [self._game(place, one, other, habits.draws, results) for place, (one, other) in pairs]
        played = [place for place, game in enumerate(games) if game.is_played]
        if played and (white in habits.unusual or white in habits.unrated):
            place = self.chance.of("unusual place", white).one_of(played)
            game = games[place]
            difference = self.ratings[game.white] - self.ratings[game.black]
            found = habits.result(white, difference, self.chance.of("unusual result", white))
            games[place] = game._replace(white_result=found[0], black_result=found[1])
        if forfeited and len(played) > 1:
            place, found = absence.one_of(played), turned(WON_BY_FORFEIT, absence)
            games[place] = games[place]._replace(white_result=found[0], black_result=found[1])
        while games and games[-1].white == games[-1].black == NOBODY:
            games.pop()
        return self.scorer.match(number, sides, tuple(games), size=size)

    def _forfeited(self, number: int, sides: Sides, absence: Chance) -> TeamMatch:
        """Create a match that one team forfeits. In most cases, the line-up of the other team is recorded."""
        results = turned(WON_BY_FORFEIT, absence)
        present, absent = (0, 1) if results[0] is Result.FORFEIT_WIN else (1, 0)
        boards: tuple[Game, ...] = ()
        if absence.happens(75):
            team = (sides.white, sides.black)[present]
            line_up = self._in_order(team, self.chance.of("line-up", team))
            players: list[list[Tpn]] = [[], []]
            players[present], players[absent] = line_up, [NOBODY] * len(line_up)
            boards = tuple(
                self._game(place, one, other, 0, absence)
                for place, (one, other) in enumerate(zip(*players, strict=True))
            )
        return self.scorer.match(number, sides, boards, results, size=len(self.colours))

    def _in_order(self, team: Tpn, lots: Chance) -> list[Tpn]:
        """Choose the first members of the team as its line-up; sometimes a reserve replaces a member."""
        members = list(self.members[team])
        while len(members) > len(self.colours):
            rests = -1 if lots.happens(70) else lots.below(len(members))
            members.pop(rests)
        return members

    def _line_up(self, team: Tpn) -> list[Tpn]:
        """Choose a line-up; sometimes two players are exchanged, or one board stays empty."""
        lots = self.chance.of("line-up", team)
        line_up = self._in_order(team, lots)
        if len(line_up) > 1 and lots.happens(8):
            one, other = lots.below(len(line_up)), lots.below(len(line_up))
            line_up[one], line_up[other] = line_up[other], line_up[one]
        if len(line_up) > 2 and lots.happens(3):
            line_up[lots.below(len(line_up))] = NOBODY
        return line_up

    def _game(self, place: int, one: Tpn, other: Tpn, draws: float, chance: Chance) -> Game:
        """Create a game with a random result between two players on board number ``place``, counted from 0."""
        white, black = (one, other) if self.colours[place] == self.colours[0] else (other, one)
        if NOBODY in (white, black):
            results = [Result.FORFEIT_LOSS if player == NOBODY else Result.FORFEIT_WIN for player in (white, black)]
            return Game(white, black, results[0], results[1], white != black)
        return Game(white, black, *drawn_by_lot(self.ratings[white] - self.ratings[black], draws, chance))
