"""[C.04.6] Code that makes the records of a team event.

For the opposite direction, see `trf.teams.event`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from pairing_engine.facts.codes import says_the_same, team_code
from pairing_engine.facts.model import (
    NOBODY,
    ByeKind,
    Game,
    Points,
    Result,
    TeamMatch,
    TeamRules,
    Tournament,
    Tpn,
    VirtualPoints,
    show_points,
)
from pairing_engine.language import marked, say
from pairing_engine.scores.crosstable import crosstable_of
from pairing_engine.scores.team_scorer import Sides, TeamScorer, match_scoring, usual_byes
from pairing_engine.values import replace
from trf.event.scoring import scoring_records
from trf.format.cells import ABSENT, Cell
from trf.format.dialect import Dialect
from trf.format.records import Record, make, make_text
from trf.teams.line_ups import whites_told
from trf.teams.records import MATCH_POINTS
from trf.writing.individual import Composer, colours_of, player_record

WON, LOST = Result.FORFEIT_WIN, Result.FORFEIT_LOSS

_FORFEITS = {1: (WON, LOST), -1: (LOST, WON), 0: (LOST, LOST)}
"""The results of a forfeited match for each winning side: 1 for White's team, -1 for Black's, 0 for neither."""

COLOURS_UNTOLD = marked(
    "the games of the match of {white} and {black} in round {number} do not show whether its colours are known"
)


class TeamComposer(Composer):
    """A writer for the records of a team event."""

    def __init__(self, tournament: Tournament, dialect: Dialect) -> None:
        super().__init__(tournament, dialect)
        if dialect is not Dialect.TRF26:
            raise ValueError(say("only TRF26 has records for the matches and byes of teams"))
        assert self.settings.team is not None
        self.rules: TeamRules = self.settings.team
        self.scorer = TeamScorer(self.rules, self.settings.scoring)
        self.members = {team.tpn: team.members for team in tournament.teams}
        self._check()

    def _check(self) -> None:
        """Raise ValueError for facts that records cannot express."""
        tournament, scoring = self.tournament, self.settings.scoring
        for participant in tournament.participants:
            if not self.members.get(participant.tpn):
                raise ValueError(say("team {tpn} has no members", tpn=participant.tpn))
        if scoring != match_scoring(scoring.win, scoring.draw, scoring.loss):
            raise ValueError(say("record 362 cannot state the match points that forfeits or byes have in this event"))
        usual = usual_byes(scoring, self.rules.games, self.boards)
        for kind, points in self.rules.byes.items():
            if kind is not ByeKind.PAIRING_ALLOCATED and points != usual[kind]:
                raise ValueError(
                    say("a TRF cannot state how many points a bye {kind} is worth in this event", kind=kind.value)
                )
        for number, recorded in enumerate(tournament.rounds, 1):
            for match in recorded.matches:
                self._check_match(number, match)

    def _check_match(self, number: int, match: TeamMatch) -> None:
        told = whites_told(self._sides(match), match.boards, self.rules.colours)
        forfeit = self.forfeit(number, match)
        if match != self._scored(number, match, forfeit):
            words = marked(
                "the games of the match of {white} and {black} in round {number} do not add up to its points"
            )
        elif told and told[0][1] != match.white:
            words = marked(
                "the games of the match of {white} and {black} in round {number} do not have the colours of the match"
            )
        elif match.colours_known is not (bool(told) or forfeit is not None):
            words = COLOURS_UNTOLD
        else:
            return
        raise ValueError(say(words, white=match.white, black=match.black, number=number))

    @cached_property
    def boards(self) -> int:
        """The number of boards in a match. Readers of the written file compute the same number."""
        longest = (len(match.boards) for recorded in self.tournament.rounds for match in recorded.matches)
        return len(self.rules.colours) or max(longest, default=0)

    def _sides(self, match: TeamMatch) -> Sides:
        return Sides(match.white, match.black, frozenset(self.members[match.white]))

    def _scored(self, number: int, match: TeamMatch, forfeit: tuple[Result, Result] | None) -> TeamMatch:
        """Compute the points of the match, as a reader of the written file will do."""
        return self.scorer.match(
            number, self._sides(match), match.boards, forfeit, colours_known=match.colours_known, size=self.boards
        )

    def forfeit(self, number: int, match: TeamMatch) -> tuple[Result, Result] | None:
        """[330] Return the two results to state in record 330. Return None if no record is needed."""
        if match.played:
            return None
        if match.boards and not match.colours_known:
            return None  # A record would claim that the colours are known.
        results = _FORFEITS[(match.won_by_forfeit == match.white) - (match.won_by_forfeit == match.black)]
        drawn = match.boards and match != self._scored(number, match, results)
        return None if drawn else results

    # --- the tournament, its players and teams

    def _numbers(self) -> Iterator[Record]:
        yield make_text("062", str(len(self.tournament.players)))
        yield make_text("082", str(len(self.tournament.participants)))

    def _code(self) -> str:
        code = self.settings.system
        return code if says_the_same(code, self.rules) else team_code(self.rules)

    def _points(self) -> Iterator[Record]:
        unknown = any(game.is_open for _, _, game in self._games())
        has_unknown = unknown and not self.tournament.under_way
        yield from scoring_records(self.rules.games, has_unknown=has_unknown, as_162=True)
        if self.rules.colours:
            yield make_text("352", self.rules.colours)
        scoring = self.settings.scoring
        if scoring != match_scoring(*MATCH_POINTS.values()):
            symbols = {"TW": scoring.win, "TD": scoring.draw, "TL": scoring.loss}
            pairs = (f"{symbol}{show_points(points):>4}" for symbol, points in symbols.items())
            yield make_text("362", "   ".join(pairs))

    def _games(self) -> Iterator[tuple[int, TeamMatch, Game]]:
        for number, recorded in enumerate(self.tournament.rounds, 1):
            for match in recorded.matches:
                yield from ((number, match, board) for board in match.boards)

    def players(self) -> Iterator[Record]:
        numbers = {player.tpn for player in self.tournament.players}
        cells = {number: [ABSENT] * (self.next_round - 1) for number in numbers}
        points = dict.fromkeys(numbers, 0)
        scorer = TeamScorer(self._rules_so_far(), self.settings.scoring)
        for round_, _, board in self._games():
            for player, cell in _cells(board):
                if player not in numbers:
                    raise ValueError(
                        say("player {player} of round {round} is not among the players", player=player, round=round_)
                    )
                cells[player][round_ - 1] = cell
            white, black = scorer.of_board(board)
            for player, gained in ((board.white, white), (board.black, black)):
                if player != NOBODY:
                    points[player] += gained
        ranking = sorted(points, key=lambda number: (-points[number], number))
        rank = {number: place for place, number in enumerate(ranking, 1)}
        for participant in self.tournament.players:
            number = participant.tpn
            yield player_record(participant, points[number], rank[number], cells[number])

    def _rules_so_far(self) -> TeamRules:
        """Return the rules for points while a round is being played. Games without a result give no points."""
        if not self.tournament.under_way:
            return self.rules
        return replace(self.rules, games=replace(self.rules.games, unknown=Points(0)))

    def teams(self) -> Iterator[Record]:
        """[310] Return the records of teams with points and members."""
        gained = crosstable_of(self.tournament).team_totals()
        teams = {team.tpn: team for team in self.tournament.teams}
        ranking = sorted(gained, key=lambda tpn: (*(-points for points in self._ranked(gained[tpn])), tpn))
        rank = {tpn: place for place, tpn in enumerate(ranking, 1)} | dict(self.tournament.recorded_ranks)
        for participant in self.tournament.participants:
            tpn = participant.tpn
            values: dict[str, str | int | None] = {
                "team": tpn,
                "name": participant.name,
                "nickname": teams[tpn].nickname,
                "strength": participant.rating or None,
                "match points": gained[tpn].match,
                "game points": gained[tpn].game,
                "rank": rank[tpn],
            }
            yield make("310", values, teams[tpn].members)

    def _ranked(self, points: Sequence[int]) -> Sequence[int]:
        return points if self.rules.primary_is_match_points else points[::-1]

    # --- byes and matches

    def byes(self) -> Iterator[Record]:
        """[240, 320] Return the records of all byes, including byes of rounds that are not yet paired."""
        stated = [(n, bye) for n, recorded in enumerate(self.tournament.rounds, 1) for bye in recorded.byes]
        stated += [(n, bye) for n, bye in self.tournament.requests if n >= self.next_round]
        allotted: dict[int, Tpn] = {}
        listed: dict[tuple[int, str], list[Tpn]] = {}
        for number, bye in stated:
            if bye.kind is not ByeKind.PAIRING_ALLOCATED:
                listed.setdefault((number, bye.kind.value), []).append(bye.tpn)
            elif allotted.setdefault(number, bye.tpn) != bye.tpn:
                raise ValueError(say("round {number} has more than one pairing-allocated bye", number=number))
        for (number, kind), tpns in sorted(listed.items()):
            yield make("240", {"kind": kind, "round": number}, tpns)
        usual = usual_byes(self.settings.scoring, self.rules.games, self.boards)[ByeKind.PAIRING_ALLOCATED]
        worth = self.rules.byes.get(ByeKind.PAIRING_ALLOCATED, usual)
        if allotted or worth != usual:
            teams = [allotted.get(number, NOBODY) for number in range(1, max(allotted, default=0) + 1)]
            yield make("320", {"match points": worth.match, "game points": worth.game}, teams)

    def matches(self) -> Iterator[Record]:
        """[330, 300] Yield the records of forfeited matches, and of line-ups that are not in the members' order."""
        for number, recorded in enumerate(self.tournament.rounds, 1):
            for match in recorded.matches:
                yield from self._match_records(number, match)

    def _match_records(self, number: int, match: TeamMatch) -> Iterator[Record]:
        forfeit = self.forfeit(number, match)
        if forfeit is not None:
            kind = "".join(result.value for result in forfeit)
            yield make("330", {"kind": kind, "round": number, "white team": match.white, "black team": match.black})
        line_ups = self._sides(match).line_ups(match.boards)
        for (team, opponent), line_up in zip(
            ((match.white, match.black), (match.black, match.white)), line_ups, strict=True
        ):
            if self._is_unusual(team, line_up, match.boards):
                yield make("300", {"round": number, "team": team, "opponent": opponent}, line_up)

    def _is_unusual(self, team: Tpn, line_up: Sequence[Tpn], boards: Iterable[Game]) -> bool:
        """Whether the line-up of a team needs a record.

        A line-up in the order of the team's members needs no record.
        """
        present = [player for player in line_up if player != NOBODY]
        if not present:
            return False
        forgotten = {player for game in boards for player in _lost_alone(game)}
        usual = [player for player in self.members[team] if player in present]
        return line_up != usual or not forgotten.isdisjoint(present)

    def acceleration(self) -> Iterator[Record]:
        """[250] Return the records of virtual points."""
        return self._ranges()

    def _given(self, statement: VirtualPoints) -> dict[str, str | int | None]:
        return {"match points": statement.points, "points": statement.game_points}

    def abnormal_points(self) -> Iterator[Record]:
        """[299] Return the records of abnormal points of teams."""
        for entry in self.rules.abnormal_points:
            values: dict[str, str | int | None] = {
                "kind": entry.outcome,
                "match points": entry.match,
                "points": entry.game,
                "round": entry.round,
            }
            yield make("299", values, sorted(entry.tpns))


def _cells(board: Game) -> Iterator[tuple[Tpn, Cell]]:
    white, black = colours_of(board)
    if board.white != NOBODY:
        yield board.white, Cell(board.black, white + board.white_result.value)
    if board.black != NOBODY:
        yield board.black, Cell(board.white, black + board.black_result.value)


def _lost_alone(game: Game) -> Iterator[Tpn]:
    """Yield players whose forfeit loss looks like an absence, without an opponent or a colour."""
    if NOBODY in game[:2] and not game.colours_known:
        for player, result in ((game.white, game.white_result), (game.black, game.black_result)):
            if player != NOBODY and result is LOST:
                yield player
