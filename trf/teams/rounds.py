"""[C.04.6] A team event, from players' games and match records: boards, colours, byes, and points of matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice
from typing import NamedTuple

from pairing_engine.facts import model
from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Colour, Game, Points, Result, Tournament, Tpn, show_points
from pairing_engine.language import marked, say
from pairing_engine.scores.crosstable import crosstable_of
from pairing_engine.scores.team_scorer import USUAL_COLOURS, Sides, TeamScorer, usual_byes
from trf.event.game_table import Column, GameTable
from trf.event.odd_rounds import complete, report_missing_number, report_results
from trf.event.players import PlayerEntry, Roster, recorded_ranks
from trf.event.requests import Announcements
from trf.event.scoring import read_scoring
from trf.event.settings import BY_POSITION
from trf.event.statements import with_statements
from trf.format.cells import ABSENT, COLOUR_COLUMN, NO_COLOUR, OPPONENT_COLUMN, PLAIN_ABSENCE, RESULT_COLUMN, Cell
from trf.format.fields import FIRST_VALUE_COLUMN, SCORING_CODES, UNKNOWN
from trf.format.findings import Findings
from trf.format.records import Index, Record
from trf.teams import records
from trf.teams.records import TEAM_CODES, AllottedByes, Forfeit, LineUp, TeamEntry, forfeits, line_ups, team_points

ALONE: Mapping[str, tuple[str, Result]] = {
    colour + letter: (colour.strip() or NO_COLOUR, Result(letter)) for colour in "wb- " for letter in "+-"
}
"""The colour and result for each mark of a forfeited game without an opponent."""

ABSENT_MARKS = ("--", PLAIN_ABSENCE)
"""The marks in `ALONE` that may also mean an absence."""


class TeamGames(GameTable):
    """The games of the players in a team event, round by round."""

    alone = ALONE

    def _read(self, column: Column) -> Column:
        super()._read(column)
        column.paired |= any(ALONE[mark][1] is Result.FORFEIT_WIN for mark in column.alone.values())
        return column


def game_alone(player: Tpn, mark: str) -> Game:
    colour, result = ALONE[mark]
    if colour == "b":
        return Game(NOBODY, player, Result.FORFEIT_LOSS, result)
    return Game(player, NOBODY, result, Result.FORFEIT_LOSS, colour == "w")


LOST = Result.FORFEIT_LOSS

EMPTY_BOARD = Game(NOBODY, NOBODY, LOST, LOST, colours_known=False)


class LineUpOf(NamedTuple):
    """A team's players by board, `NOBODY` if empty; not ``stated``, it is the members with a game, in order."""

    players: tuple[Tpn, ...]
    stated: bool


class Boards(NamedTuple):
    """The boards of a match. ``unstated`` lists the boards with an empty seat that no record mentions."""

    games: tuple[Game, ...]
    unstated: tuple[Game, ...]


def whites_told(sides: Sides, games: Sequence[Game], colours: str) -> list[tuple[int, Tpn]]:
    """[C.04.6 1.6.1] Infer who has White on the first board from which boards have the same colour as that."""
    pattern = list(islice(cycle(colours or USUAL_COLOURS), len(games)))
    return [
        (place, sides.white if sides.white_team_has_white(game) is (colour == pattern[0]) else sides.black)
        for place, (game, colour) in enumerate(zip(games, pattern, strict=True))
        if game.colours_known
    ]


class Conflict(NamedTuple):
    """Two players who did not meet, although they have the same board in the line-ups. One player may be `NOBODY`."""

    one: Tpn
    other: Tpn


def merged(line_ups: Sequence[LineUpOf], seats: Mapping[Tpn, Game]) -> Boards | Conflict:
    """Return the boards of two line-ups in order. ``seats`` maps each player to the player's game."""
    left = [list(line_up.players) for line_up in line_ups]
    games: list[Game] = []
    unstated = []
    while any(left):
        heads = [players[0] if players else None for players in left]
        game, sides = _next_board(heads, line_ups, seats)
        if game is None:
            return Conflict(heads[0] or NOBODY, heads[1] or NOBODY)
        games.append(game)
        rival = line_ups[1 - sides[0]]
        if NOBODY in game[:2] and game != EMPTY_BOARD and rival.players and not rival.stated:
            unstated.append(game)
        for side in sides:
            del left[side][0]
    while games and games[-1] == EMPTY_BOARD:
        games.pop()
    return Boards(tuple(games), tuple(unstated))


def _next_board(
    heads: Sequence[Tpn | None], line_ups: Sequence[LineUpOf], seats: Mapping[Tpn, Game]
) -> tuple[Game | None, Sequence[int]]:
    """Return the next board and the sides whose next players it takes; None if these cannot have one board."""
    one, other = heads
    if one and other and seats[one] is seats[other]:
        return seats[one], (0, 1)
    if not (one or other):
        return EMPTY_BOARD, [side for side in (0, 1) if heads[side] is not None]
    for side, player in enumerate(heads):
        facing = heads[1 - side]
        if player and NOBODY in seats[player][:2] and not (facing and line_ups[1 - side].stated):
            return seats[player], (side, 1 - side) if facing == NOBODY else (side,)
    for side, player in enumerate(heads):
        if player == NOBODY and not line_ups[1 - side].stated:
            return EMPTY_BOARD, (side,)
    return None, ()


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
    """The teams of an event and of every player; ``sound`` is False after a reported problem, which silences others."""

    teams: Mapping[Tpn, TeamEntry]
    team_of: Mapping[Tpn, Tpn]
    sound: bool = True

    @property
    def without_records(self) -> bool:
        """Whether the teams are in records 013, whose format has no records for line-ups, forfeits and byes."""
        return any(team.record.code == "013" for team in self.teams.values())


_OPPONENT, _ROUND = marked(("opponent of round {number}", "round {number}"))


class TeamRound:
    """A paired round of a team event. The constructor reports contradictions."""

    def __init__(self, column: Column, games: TeamGames, team_index: TeamIndex, stated: Stated) -> None:
        self.number, self.column = column.number, column
        self.games, self.findings = games, games.findings
        self.team_index, self.stated = team_index, stated
        self.seats: dict[Tpn, Game] = {}
        self.mates: dict[Tpn, Tpn] = {}
        self.byes: dict[Tpn, ByeKind] = {}
        self.matches: list[MatchUp] = []
        self.matchless: list[Tpn] = []
        if not column.faulty:
            self._seat()
            self._meet_by_records()
            self._report_matchless()
            self._match()

    # --- the opponents

    def _seat(self) -> None:
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
        values = {"player": players[1 - odd], "team": teams[1 - odd], "met": met}
        self._contradict("contradiction of teams", players[odd], _OPPONENT, **values)
        return False

    def _contradict(self, key: str, player: Tpn, field: str, /, **values: object) -> None:
        line, place = self.games.line_of(player), self.games.place_of(OPPONENT_COLUMN, self.column)
        self.findings.refuse(key, line, place, say(field, number=self.number), **values)

    def _meet(self, one: Tpn, other: Tpn) -> bool:
        """Record that two teams met in the round. Return False if one of the two teams already met another team."""
        if self.mates.get(one, other) != other or self.mates.get(other, one) != one:
            return False
        self.mates[one], self.mates[other] = other, one
        return True

    def _report_stranger(self, player: Tpn) -> None:
        if self.team_index.sound:
            self._contradict("team", player, _ROUND, player=player)

    def _meet_by_records(self) -> None:
        """[330, 300] Take the opponents of teams from records. A team in a record 330 need not have games."""
        for forfeit in self.stated.forfeits.get(self.number, ()):
            self._meet_by(forfeit.record, "white team", forfeit.white, forfeit.black)
        with_games = {self.team_index.team_of[player] for player in self.seats} | set(self.mates)
        for (number, team), line_up in self.stated.line_ups.items():
            if number == self.number and line_up.opponent and team in with_games:
                self._meet_by(line_up.record, "opponent", team, line_up.opponent)

    def _meet_by(self, record: Record, field: str, one: Tpn, other: Tpn) -> None:
        if not self._meet(one, other):
            team = one if self.mates.get(one, other) != other else other
            values = {"one": one, "other": other, "number": self.number, "mate": self.mates[team], "team": team}
            self.findings.refuse("contradiction of matches", *record.at(field), **values)

    def _report_matchless(self) -> None:
        teams = {self.team_index.team_of[player]: player for player in reversed(self.seats)}
        for team, player in teams.items():
            if team not in self.mates and self.team_index.without_records:
                self.matchless.append(team)
            elif team not in self.mates:
                place = self.games.place_of(RESULT_COLUMN, self.column)
                field, line = say(_ROUND, number=self.number), self.games.line_of(player)
                self.findings.refuse("missing match", line, place, field, team=team)

    # --- the boards

    def _match(self) -> None:
        forfeits = {frozenset((f.white, f.black)): f for f in self.stated.forfeits.get(self.number, ())}
        for one, other in sorted(self.mates.items()):
            if one > other:
                continue
            first, second = self._line_up(one), self._line_up(other)
            if first is not None and second is not None:
                self._match_up(one, other, (first, second), forfeits.get(frozenset((one, other))))

    def _line_up(self, team: Tpn) -> LineUpOf | None:
        entry = self.team_index.teams[team]
        seated = tuple(player for player in entry.members if player in self.seats)
        line_up = self.stated.line_ups.get((self.number, team))
        if line_up is None:
            return LineUpOf(seated, stated=False)
        if not seated:
            where = {"team": team, "number": self.number}
            self.findings.adjust("ADJ-68", line_up.record.line, FIRST_VALUE_COLUMN, **where)
            return LineUpOf((), stated=False)
        if not line_up.sound:
            return None
        missing = [player for player in seated if player not in line_up.players]
        for player in missing:
            values = {"player": player, "team": team, "line": line_up.record.line}
            self._contradict("contradiction of line-up", player, _ROUND, **values)
        idle = [n for n, player in enumerate(line_up.players) if player != NOBODY and player not in self.seats]
        for place in idle:
            values = {"player": line_up.players[place], "number": self.number}
            at = line_up.record.line, line_up.column_of(place), "players"
            self.findings.refuse("contradiction of players", *at, **values)
        return None if missing or idle else LineUpOf(line_up.players, stated=True)

    def _match_up(self, one: Tpn, other: Tpn, line_ups: tuple[LineUpOf, LineUpOf], forfeit: Forfeit | None) -> None:
        found = merged(line_ups, self.seats)
        if isinstance(found, Conflict) and self.team_index.without_records:
            found = self._in_order_of(one, other)
        if isinstance(found, Conflict):
            self._report_conflict(one, other, found)
            return
        for game in found.unstated:
            player = _player(game)
            team = self.mates[self.team_index.team_of[player]]
            self._adjust("ADJ-64", player, OPPONENT_COLUMN, team=team, player=player)
        white = self._white(one, other, found, forfeit)
        first, second = (one, other) if white in (one, NOBODY) else (other, one)
        sides = Sides(first, second, frozenset(self.team_index.teams[first].members))
        self.matches.append(MatchUp(sides, found.games, forfeit, white != NOBODY))

    def _in_order_of(self, one: Tpn, other: Tpn) -> Boards:
        """[013] Return the boards in the order of a team's members, because no record can state the line-ups."""
        players = [player for team in (one, other) for player in self.team_index.teams[team].members]
        seated = next(player for player in players if player in self.seats)
        self._adjust("ADJ-93", seated, OPPONENT_COLUMN, one=one, other=other)
        return Boards(tuple(dict.fromkeys(self.seats[player] for player in players if player in self.seats)), ())

    def _report_conflict(self, one: Tpn, other: Tpn, conflict: Conflict) -> None:
        player = conflict.one or conflict.other
        rival = conflict.other if conflict.one else NOBODY
        shown = say("player {number}", number=rival) if rival else say("an empty board")
        game = self.seats[player]
        met = game.black if game.white == player else game.white
        values = {"met": say("player {number}", number=met) if met else say("nobody"), "shown": shown, "player": player}
        self._contradict("contradiction of boards", player, _OPPONENT, **values, one=one, other=other)

    # --- the colours

    def _white(self, one: Tpn, other: Tpn, boards: Boards, forfeit: Forfeit | None) -> Tpn:
        """[C.04.6 1.6.1] Return the team that was due White on the first board; `NOBODY` if unknown."""
        sides = Sides(one, other, frozenset(self.team_index.teams[one].members))
        whites = whites_told(sides, boards.games, self.stated.colours)
        if not whites:
            return NOBODY if forfeit is None else forfeit.white
        place, white = whites[0]
        if place >= len(self.stated.colours) and place:
            self._adjust("ADJ-70", _player(boards.games[place]), COLOUR_COLUMN, place=place + 1)
        for place, team in whites[1:]:
            if team != white and place < len(self.stated.colours):
                self._adjust("ADJ-69", _player(boards.games[place]), COLOUR_COLUMN, place=place + 1)
        return white

    # --- the outcome of the matches

    def scored(self, scorer: TeamScorer, size: int) -> list[model.TeamMatch]:
        found = []
        for sides, boards, forfeit, colours_known in self.matches:
            results = None if forfeit is None else forfeit.results_of(sides.white)
            match = scorer.match(self.number, sides, boards, results, colours_known=colours_known, size=size)
            if forfeit is not None:
                self._compare_forfeit(forfeit, match, scorer.game_points(sides, boards))
            found.append(match)
        return found

    def _compare_forfeit(self, forfeit: Forfeit, match: model.TeamMatch, points: Sequence[int]) -> None:
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
            values = {"white": forfeit.white, "black": forfeit.black, "number": self.number, "said": said}
            self.findings.adjust("ADJ-66", forfeit.record.line, FIRST_VALUE_COLUMN, **values)

    def _adjust(self, key: str, player: Tpn, base: int, /, **values: object) -> None:
        place = self.games.line_of(player), self.games.place_of(base, self.column)
        self.findings.adjust(key, *place, number=self.number, **values)


def _player(game: Game) -> Tpn:
    return game.white or game.black


_MATCH = "w="
"""The mark in the cell of every match of a team. The colour and the result in this mark have no meaning."""

_WITH_POINTS = (ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT, ByeKind.HALF_POINT)


class TeamTable:
    """The rounds of a team event: matches and pairing-allocated byes, before records 240 are read."""

    lines_have_byes = False

    def __init__(self, games: TeamGames, team_index: TeamIndex, stated: Stated) -> None:
        self.games, self.rounds, self.findings = games, games.rounds, games.findings
        self.team_index, self.stated = team_index, stated
        self.played = max((games.played, *stated.forfeits))
        while (self.rounds is None or self.played < self.rounds) and self._is_lone(self.played + 1):
            self.played += 1
        columns = games.columns[: self.played]
        columns += [Column(number, ()) for number in range(len(columns) + 1, self.played + 1)]
        self.paired = [TeamRound(column, games, team_index, stated) for column in columns]
        self._report_line_ups()
        self._add_allotted_byes()

    def _is_lone(self, number: int) -> bool:
        if number not in self.stated.byes.teams:
            return False
        _, team = self.stated.byes.teams[number]
        return self.stated.absent.get(number, frozenset()) == self.team_index.teams.keys() - {team}

    @property
    def boards(self) -> int:
        longest = (len(match.boards) for one in self.paired for match in one.matches)
        return len(self.stated.colours) or max(longest, default=0)

    def _report_line_ups(self) -> None:
        for (number, team), line_up in self.stated.line_ups.items():
            if number > self.played or team not in self.paired[number - 1].mates:
                self.findings.adjust(
                    "ADJ-68 no match", line_up.record.line, FIRST_VALUE_COLUMN, team=team, number=number
                )

    def _add_allotted_byes(self) -> None:
        for number, (column, team) in self.stated.byes.teams.items():
            if number > self.played:
                continue
            if team in self.paired[number - 1].mates:
                self._adjust_byes("ADJ-63", column, team=team, number=number)
            else:
                self.paired[number - 1].byes[team] = ByeKind.PAIRING_ALLOCATED

    def _adjust_byes(self, key: str, column: int, /, **values: object) -> None:
        record = self.stated.byes.record
        assert record is not None
        self.findings.adjust(key, record.line, column, **values)

    def requests(self) -> list[model.Request]:
        found = []
        for number, (column, team) in self.stated.byes.teams.items():
            if self.rounds is not None and number > self.rounds:
                self._adjust_byes("ADJ-59 bye", column, number=number, rounds=self.rounds)
            elif number > self.played:
                found.append(model.Request(number, Bye(team, ByeKind.PAIRING_ALLOCATED)))
        return found

    def said_in(self, round_: int, number: Tpn) -> Cell:
        paired = self.paired[round_ - 1]
        if number in paired.mates:
            return Cell(paired.mates[number], _MATCH)
        kind = paired.byes.get(number)
        return ABSENT if kind is None else ABSENT._replace(mark=kind.value)

    def give_bye(self, round_: int, number: Tpn, kind: ByeKind) -> None:
        self.paired[round_ - 1].byes[number] = kind

    def place_of_bye(self, _round: int, number: Tpn) -> tuple[int, int]:
        return self.team_index.teams[number].record.line, FIRST_VALUE_COLUMN

    def read_sole_byes(self) -> None:
        """[013] Give the bye to a team of an odd field that alone has no match, once only (reading T6)."""
        if not self.team_index.without_records:
            return
        sole: dict[int, Tpn] = {}
        for paired in self.paired:
            idle = self.team_index.teams.keys() - paired.mates.keys() - paired.byes.keys()
            members = {player for team in idle for player in self.team_index.teams[team].members}
            if len(idle) == 1 and paired.matches and not members.isdisjoint(paired.column.alone):
                sole[paired.number] = min(idle)
        for number, team in sole.items():
            if list(sole.values()).count(team) == 1:
                self.give_bye(number, team, ByeKind.PAIRING_ALLOCATED)
                self.findings.adjust("ADJ-92", *self.place_of_bye(number, team), team=team, number=number)

    def read_letters(self) -> None:
        """Infer the byes of teams from the bye letters of their players.

        A bye stated in a record has priority over the letters.

        Letters in rounds that are not yet paired are ignored and reported.
        """
        for paired in self.paired:
            for team, kind in self._byes_by_letters(paired):
                paired.byes[team] = kind
                self._adjust_letters("ADJ-65", paired.column, team=team, number=paired.number)
        for column in self.games.columns[self.played :]:
            if column.byes or column.alone:
                self._adjust_letters("ADJ-65 ahead", column, number=column.number)

    def _byes_by_letters(self, paired: TeamRound) -> Iterator[tuple[Tpn, ByeKind]]:
        kinds: dict[Tpn, set[ByeKind]] = {team: {ByeKind.PAIRING_ALLOCATED} for team in paired.matchless}
        for bye in paired.column.byes:
            team = self.team_index.team_of.get(bye.tpn)
            if team is not None and team not in paired.mates and team not in paired.byes and bye.kind in _WITH_POINTS:
                kinds.setdefault(team, set()).add(bye.kind)
        yield from ((team, min(found, key=_WITH_POINTS.index)) for team, found in sorted(kinds.items()))

    def _adjust_letters(self, key: str, column: Column, /, **values: object) -> None:
        self.games.adjust(key, min([bye.tpn for bye in column.byes] + list(column.alone)), column, **values)

    def recorded_rounds(self, scorer: TeamScorer) -> tuple[model.Round, ...]:
        size = self.boards
        rounds = []
        for paired in self.paired:
            byes = tuple(Bye(team, paired.byes[team]) for team in sorted(paired.byes))
            rounds.append(model.Round((), byes, tuple(paired.scored(scorer, size))))
        return tuple(rounds)


def with_teams(
    event: Tournament, index: Index, entries: list[PlayerEntry], findings: Findings, *, adjourned_as_draw: bool
) -> Tournament:
    """Return the event with teams as participants, once the settings name their scores and colour preferences."""
    _report_order(index, findings)
    games = TeamGames(entries, event.settings.rounds, findings)
    complete(games)
    if games.rounds is None:
        report_missing_number(games)
    teams, sound = _enrolled(index, games, findings)
    event = event._replace(
        participants=tuple(team.participant() for team in teams),
        teams=tuple(team.team() for team in teams),
        recorded_ranks=recorded_ranks((team.number, team.record) for team in teams if team.record.code == "310"),
    )
    roster = Roster((team.number for team in teams), "team", "310")
    rules = _rules(event, index, roster, findings)
    points = read_scoring(index.of(*SCORING_CODES), findings, teams=True)
    scoring = points.counting(adjourned_as_draw=adjourned_as_draw)
    points = points._replace(scoring=scoring, unknown_given=adjourned_as_draw or points.unknown_given)
    under_way = report_results(games, points.unknown_in_words())
    rules = rules._replace(games=scoring)
    team_of = {player: team.number for team in teams for player in team.members}
    stated = Stated(
        line_ups(index, roster, team_of, findings),
        forfeits(index, roster, games.rounds, findings),
        records.allotted_byes(index, roster, findings),
        rules.colours,
        records.absent_teams(index),
    )
    table = TeamTable(games, TeamIndex({team.number: team for team in teams}, team_of, sound), stated)
    event = _with_rounds(event, table, index, roster, rules, findings)._replace(under_way=under_way)
    if points.bye_given and table.stated.byes.game is None:
        event = _with_stated_bye(event, teams, table.boards, scoring.pairing_allocated_bye)
    if not findings.problems:
        _check_teams(event, teams, findings)
        _check_players(games, scoring, findings, under_way=under_way)
    return event


def _enrolled(index: Index, games: TeamGames, findings: Findings) -> tuple[list[TeamEntry], bool]:
    before = len(findings.problems)
    teams = records.enrol_teams(index, Roster(games.numbers), findings)
    unread = [record.line for record in index.of(UNKNOWN) if record.cells[0][:3] in TEAM_CODES]
    findings.unsound_lines.update(unread)
    return teams, len(findings.problems) == before and not unread


def _report_order(index: Index, findings: Findings) -> None:
    for record in index.of("XXC"):
        for column, word in record.words():
            if word.lower() == BY_POSITION:
                findings.adjust("ADJ-33 teams", record.line, column, word=word)


def _rules(event: Tournament, index: Index, roster: Roster, findings: Findings) -> model.TeamRules:
    assert event.settings.team is not None
    abnormal = records.abnormal_team_points(index, roster, findings, event.settings.rounds)
    return event.settings.team._replace(colours=records.board_colours(index, findings), abnormal_points=abnormal)


def _with_rounds(
    event: Tournament, table: TeamTable, index: Index, roster: Roster, rules: model.TeamRules, findings: Findings
) -> Tournament:
    scoring = records.match_points(index, findings)
    requests = Announcements(table).read(index, roster)
    table.read_letters()
    table.read_sole_byes()
    byes = usual_byes(scoring, rules.games, table.boards, table.stated.byes.match, table.stated.byes.game)
    settings = with_statements(event.settings, index, roster, findings, rules)
    settings = settings._replace(scoring=scoring, team=rules._replace(byes=byes))
    return event._replace(
        rounds=table.recorded_rounds(TeamScorer(rules, scoring)), requests=requests, settings=settings
    )


def _with_stated_bye(event: Tournament, teams: Sequence[TeamEntry], boards: int, points: Points) -> Tournament:
    """[162 P] Set the points of the bye; they are for a match if only this agrees with records 310 (reading T6)."""
    assert event.settings.team is not None
    rules, kind = event.settings.team, ByeKind.PAIRING_ALLOCATED
    readings = []
    for worth in (Points(boards * points), points):
        byes = {**rules.byes, kind: rules.byes[kind]._replace(game=worth)}
        readings.append(event._replace(settings=event.settings._replace(team=rules._replace(byes=byes))))
    by_board, by_match = readings
    return by_match if _agrees(by_match, teams) and not _agrees(by_board, teams) else by_board


def _agrees(event: Tournament, teams: Sequence[TeamEntry]) -> bool:
    gained = crosstable_of(event).team_totals()
    stated = ((team_points(team.record), gained[team.number]) for team in teams)
    return all(points in (None, counted) for said, found in stated for points, counted in zip(said, found, strict=True))


def _check_teams(event: Tournament, teams: Sequence[TeamEntry], findings: Findings) -> None:
    """[310] Report stated points that disagree with the results; those of the round being played may be missing."""
    gained = crosstable_of(event).team_totals()
    before = crosstable_of(event.settled).team_totals()
    for team in teams:
        for name, stated, counted, earlier in zip(
            ("match points", "game points"),
            team_points(team.record),
            gained[team.number],
            before[team.number],
            strict=True,
        ):
            if stated not in (None, counted, earlier):
                findings.adjust(
                    "ADJ-62",
                    team.record.line,
                    team.record.column(name),
                    name=say(name),
                    team=team.number,
                    stated=show_points(stated or Points(0)),
                    counted=show_points(counted),
                )


def _check_players(games: TeamGames, scoring: model.Scoring, findings: Findings, *, under_way: bool) -> None:
    if under_way:
        scoring = scoring._replace(unknown=Points(0))
    worth = scoring.of_result(Colour.WHITE), scoring.of_result(Colour.BLACK)
    byes = scoring.of_bye()
    won, given = dict.fromkeys(games.numbers, 0), dict.fromkeys(games.numbers, 0)
    for column in games.paired_columns:
        for game in column.games:
            won[game.white] += worth[0][game.white_result]
            won[game.black] += worth[1][game.black_result]
        for player, mark in column.alone.items():
            won[player] += worth[0][ALONE[mark][1]]
        for bye in column.byes:
            given[bye.tpn] += byes[bye.kind]
    for entry in games.entries:
        stated, gained = entry.record.points("points"), won[entry.number]
        if stated is not None and stated not in (gained, gained + given[entry.number]):
            comes_to = show_points(gained)
            values = {"stated": show_points(stated), "number": entry.number, "comes_to": comes_to}
            findings.adjust("ADJ-67", entry.record.line, entry.record.column("points"), **values)
