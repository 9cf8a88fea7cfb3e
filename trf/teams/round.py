"""[C.04.6] One round of a team event: its matches, their boards, and the teams due White on the first board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pairing_engine.facts.model import NOBODY, ByeKind, Game, Result, TeamMatch, Tpn
from pairing_engine.language import say
from pairing_engine.scores.team_scorer import Sides, TeamScorer
from pairing_engine.values import NamedTuple
from trf.event.game_table import Column
from trf.format.cells import COLOUR_COLUMN, OPPONENT_COLUMN, RESULT_COLUMN
from trf.format.fields import FIRST_VALUE_COLUMN
from trf.format.findings import Findings
from trf.format.records import Record
from trf.teams.entries import TeamEntry
from trf.teams.games import ABSENT_MARKS, TeamGames, game_alone
from trf.teams.line_ups import Boards, Conflict, LineUpOf, boards_of, whites_told
from trf.teams.records import AllottedByes, Forfeit, LineUp


class Stated(NamedTuple):
    """Facts about matches from the records of a file: line-ups, forfeits, byes, colours and absent teams."""

    line_ups: Mapping[tuple[int, Tpn], LineUp]
    forfeits: Mapping[int, list[Forfeit]]
    byes: AllottedByes
    colours: str
    absent: Mapping[int, frozenset[Tpn]]
    """For each round, the teams that asked for a bye."""


class MatchUp(NamedTuple):
    """A match of two teams, before its points are computed."""

    sides: Sides
    boards: tuple[Game, ...]
    forfeit: Forfeit | None
    colours_known: bool


class TeamIndex(NamedTuple):
    """The teams of an event, and the team of every player.

    If ``sound`` is false, a problem in the records of teams is already reported, so players without a team are not
    reported.
    """

    teams: Mapping[Tpn, TeamEntry]
    team_of: Mapping[Tpn, Tpn]
    sound: bool = True


class TeamRound:
    """A paired round of a team event. The constructor reports contradictions."""

    def __init__(
        self, column: Column, games: TeamGames, team_index: TeamIndex, stated: Stated, findings: Findings
    ) -> None:
        self.number = column.number
        self.column = column
        self.games = games
        self.team_index = team_index
        self.stated = stated
        self.findings = findings
        self.seats: dict[Tpn, Game] = {}
        self.mates: dict[Tpn, Tpn] = {}
        self.byes: dict[Tpn, ByeKind] = {}
        self.matches: list[MatchUp] = []
        if not column.faulty:
            self._seat()
            self._meet_by_records()
            self._report_matchless()
            self._match()

    # --- the opponents

    def _seat(self) -> None:
        """Find the game of each player, and the teams that met in these games."""
        for game in self.column.games:
            if self._are_opponents(game):
                self.seats[game.white] = self.seats[game.black] = game
        for player, mark in self.column.alone.items():
            team = self.team_index.team_of.get(player)
            line_up = None if team is None else self.stated.line_ups.get((self.number, team))
            if mark in ABSENT_MARKS and (line_up is None or player not in line_up.players):
                continue  # This player did not come to any board.
            if team is None:
                self._report_stranger(player)
            else:
                self.seats[player] = game_alone(player, mark)

    def _are_opponents(self, game: Game) -> bool:
        """Check that the players of a game belong to different teams that met. Otherwise, report the game."""
        players = sorted((game.white, game.black))
        strangers = [player for player in players if player not in self.team_index.team_of]
        for player in strangers:
            self._report_stranger(player)
        if strangers:
            return False
        teams = [self.team_index.team_of[player] for player in players]
        if teams[0] != teams[1] and self._meet(*teams):
            return True
        # The wrong line belongs to the player whose team already met another team.
        odd = 1 if teams[0] != teams[1] and teams[0] not in self.mates else 0
        met = say("team {number}", number=self.mates[teams[odd]]) if teams[odd] in self.mates else say("another team")
        found, expected = (
            say("{player}, a member of team {team}", player=players[1 - odd], team=teams[1 - odd]),
            say("an opponent from {met}", met=met),
        )
        field, advice = say("opponent of round {number}", number=self.number), say("a team has one opponent in a round")
        place = self.games.place_of(OPPONENT_COLUMN, self.column)
        line = self.games.line_of(players[odd])
        self.findings.problem(line, place, "contradiction", field, found, expected, advice)
        return False

    def _meet(self, one: Tpn, other: Tpn) -> bool:
        """Record that two teams met in the round. Return False if one of the two teams already met another team."""
        if self.mates.get(one, other) != other or self.mates.get(other, one) != one:
            return False
        self.mates[one], self.mates[other] = other, one
        return True

    def _report_stranger(self, player: Tpn) -> None:
        if not self.team_index.sound:
            return
        line, place = self.games.line_of(player), self.games.place_of(OPPONENT_COLUMN, self.column)
        found = say("an entry for player {player}, who belongs to no team", player=player)
        self.findings.problem(
            line, place, "team", say("round {number}", number=self.number), found, say("a member of a team")
        )

    def _meet_by_records(self) -> None:
        """[330, 300] Take the opponents of teams from records 330 and 300.

        A team in a record 330 need not have games.
        """
        for forfeit in self.stated.forfeits.get(self.number, ()):
            self._meet_by(forfeit.record, "white team", forfeit.white, forfeit.black)
        with_games = {self.team_index.team_of[player] for player in self.seats} | set(self.mates)
        for (number, team), line_up in self.stated.line_ups.items():
            if number == self.number and line_up.opponent and team in with_games:
                self._meet_by(line_up.record, "opponent", team, line_up.opponent)

    def _meet_by(self, record: Record, field: str, one: Tpn, other: Tpn) -> None:
        if not self._meet(one, other):
            team = one if self.mates.get(one, other) != other else other
            found = say("teams {one} and {other} in round {number}", one=one, other=other, number=self.number)
            expected = say("team {mate}, which team {team} met in that round", mate=self.mates[team], team=team)
            self.findings.problem(record.line, record.column(field), "contradiction", field, found, expected)

    def _report_matchless(self) -> None:
        """Report teams whose players have games although no opposing team is known.

        All games of such a team are forfeits, and no record states which team was the opponent.
        """
        teams = {self.team_index.team_of[player]: player for player in reversed(self.seats)}
        for team, player in teams.items():
            if team not in self.mates:
                place = self.games.place_of(RESULT_COLUMN, self.column)
                found, advice = (
                    say("a forfeit of team {team} without an opposing team", team=team),
                    say("name the match in a record 330"),
                )
                field, line = say("round {number}", number=self.number), self.games.line_of(player)
                self.findings.problem(line, place, "missing", field, found, say("a match of two teams"), advice)

    # --- the boards

    def _match(self) -> None:
        """Create the matches, sorted by the lower number of the two teams."""
        forfeits = {frozenset((f.white, f.black)): f for f in self.stated.forfeits.get(self.number, ())}
        for one, other in sorted(self.mates.items()):
            if one > other:
                continue
            first, second = self._line_up(one), self._line_up(other)
            if first is not None and second is not None:
                self._match_up(one, other, (first, second), forfeits.get(frozenset((one, other))))

    def _line_up(self, team: Tpn) -> LineUpOf | None:
        """Return the line-up of a team. If the record contradicts the games, report a problem and return None."""
        entry = self.team_index.teams[team]
        seated = tuple(player for player in entry.members if player in self.seats)
        line_up = self.stated.line_ups.get((self.number, team))
        if line_up is None:
            return LineUpOf(seated, stated=False)
        if not seated:
            where = {"team": team, "number": self.number}
            words = say("nobody of team {team} has a game in round {number}: the line-up is ignored", **where)
            self.findings.adjust("ADJ-68", line_up.record.line, FIRST_VALUE_COLUMN, words)
            return LineUpOf((), stated=False)
        if not line_up.sound:
            return None
        missing = [player for player in seated if player not in line_up.players]
        for player in missing:
            line, place = self.games.line_of(player), self.games.place_of(OPPONENT_COLUMN, self.column)
            found = say("a game of player {player}", player=player)
            expected = say(
                "only games of players in the line-up of team {team} (line {line})", team=team, line=line_up.record.line
            )
            field = say("round {number}", number=self.number)
            self.findings.problem(line, place, "contradiction", field, found, expected)
        idle = [n for n, player in enumerate(line_up.players) if player != NOBODY and player not in self.seats]
        for place in idle:
            line, column = line_up.record.line, line_up.column_of(place)
            found = say(
                "{player}, who has no game in round {number}", player=line_up.players[place], number=self.number
            )
            self.findings.problem(line, column, "contradiction", "players", found, say("players with a game, or 0000"))
        return None if missing or idle else LineUpOf(line_up.players, stated=True)

    def _match_up(self, one: Tpn, other: Tpn, line_ups: Sequence[LineUpOf], forfeit: Forfeit | None) -> None:
        found = boards_of(line_ups[0], line_ups[1], self.seats)
        if isinstance(found, Conflict):
            self._report_conflict(one, other, found)
            return
        for game in found.unstated:
            player = _player(game)
            team = self.mates[self.team_index.team_of[player]]
            words = say(
                "no record 300 states the line-up of team {team} in round {number}: the opponent of player "
                "{player} is read as missing",
                team=team,
                player=player,
                number=self.number,
            )
            self._adjust("ADJ-64", player, OPPONENT_COLUMN, words)
        white = self._white(one, other, found, forfeit)
        first, second = (one, other) if white in (one, NOBODY) else (other, one)
        sides = Sides(first, second, frozenset(self.team_index.teams[first].members))
        self.matches.append(MatchUp(sides, found.games, forfeit, white != NOBODY))

    def _report_conflict(self, one: Tpn, other: Tpn, conflict: Conflict) -> None:
        player = conflict.one or conflict.other
        rival = conflict.other if conflict.one else NOBODY
        shown = say("player {number}", number=rival) if rival else say("an empty board")
        line, place = self.games.line_of(player), self.games.place_of(OPPONENT_COLUMN, self.column)
        game = self.seats[player]
        met = game.black if game.white == player else game.white
        found = say(
            "{met}, but according to the line-ups player {player} faces {shown}",
            met=say("player {number}", number=met) if met else say("nobody"),
            shown=shown,
            player=player,
        )
        field, expected = (
            say("opponent of round {number}", number=self.number),
            say("the boards of teams {one} and {other} in the same order", one=one, other=other),
        )
        advice = say("state the line-ups in records 300")
        self.findings.problem(line, place, "contradiction", field, found, expected, advice)

    # --- the colours

    def _white(self, one: Tpn, other: Tpn, boards: Boards, forfeit: Forfeit | None) -> Tpn:
        """[C.04.6 1.6.1] Return the team that was due White on the first board; `NOBODY` if unknown."""
        sides = Sides(one, other, frozenset(self.team_index.teams[one].members))
        whites = whites_told(sides, boards.games, self.stated.colours)
        if not whites:
            return NOBODY if forfeit is None else forfeit.white
        place, white = whites[0]
        if place >= len(self.stated.colours) and place:
            words = say(
                "the colours of board 1 in round {number} are inferred from board {place}, because colours "
                "alternate from board to board",
                place=place + 1,
                number=self.number,
            )
            self._adjust("ADJ-70", _player(boards.games[place]), COLOUR_COLUMN, words)
        for place, team in whites[1:]:
            if team != white and place < len(self.stated.colours):
                words = say(
                    "the colours of board {place} in round {number} do not agree with record 352",
                    place=place + 1,
                    number=self.number,
                )
                self._adjust("ADJ-69", _player(boards.games[place]), COLOUR_COLUMN, words)
        return white

    # --- the outcome of the matches

    def scored(self, scorer: TeamScorer, size: int) -> list[TeamMatch]:
        """Return the matches together with the points of both teams. ``size`` is the number of boards."""
        found = []
        for sides, boards, forfeit, colours_known in self.matches:
            results = None if forfeit is None else forfeit.results_of(sides.white)
            match = scorer.match(self.number, sides, boards, results, colours_known=colours_known, size=size)
            if forfeit is not None:
                self._compare_forfeit(forfeit, match, scorer.game_points(sides, boards))
            found.append(match)
        return found

    def _compare_forfeit(self, forfeit: Forfeit, match: TeamMatch, points: Sequence[int]) -> None:
        """[330] Report and ignore a record 330 that contradicts the boards of its match."""
        results = forfeit.results_of(match.white)
        winner = (results[0] is Result.FORFEIT_WIN) - (results[1] is Result.FORFEIT_WIN)
        said = ""
        if match.played:
            said = say("games were played")
        elif match.boards and winner != (points[0] > points[1]) - (points[0] < points[1]):
            said = say("the boards give another result")
        elif match.colours_known and forfeit.white != match.white:
            said = say("team {white} was due White on the first board", white=match.white)
        if said:
            words = say(
                "record 330 about the match of {white} and {black} in round {number} is ignored: {said}",
                white=forfeit.white,
                black=forfeit.black,
                number=self.number,
                said=said,
            )
            self.findings.adjust("ADJ-66", forfeit.record.line, FIRST_VALUE_COLUMN, words)

    def _adjust(self, code: str, player: Tpn, base: int, words: str) -> None:
        self.findings.adjust(code, self.games.line_of(player), self.games.place_of(base, self.column), words)


def _player(game: Game) -> Tpn:
    return game.white or game.black
