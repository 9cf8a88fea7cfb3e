"""Code that writes a tournament as records. For the opposite direction, see `trf.tournament` and `trf.teams.rounds`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby

from pairing_engine.facts import model
from pairing_engine.facts.codes import ROUND_ROBIN, kind_of_code, says_the_same, system_of, team_code
from pairing_engine.facts.model import NOBODY, ByeKind, EventKind, Game, Result, TeamMatch, Tournament, Tpn, show_points
from pairing_engine.language import say
from pairing_engine.scores.acceleration import in_round
from pairing_engine.scores.crosstable import crosstable_of
from pairing_engine.scores.team_scorer import Sides, TeamScorer, match_scoring, usual_byes
from trf.event.scoring import scoring_records
from trf.event.settings import BAKU_SUFFIX, CLUB, record_of
from trf.event.statements import records_of
from trf.format.cells import ABSENT, NO_COLOUR, ONE_GAME, TWO_GAMES, Cell
from trf.format.fields import AS_STATED, COMMENT, PLAYER_CODE, ROUND_WIDTH
from trf.format.records import Dialect, Record, TrfFile, make, make_text
from trf.teams.records import MATCH_POINTS
from trf.teams.rounds import whites_told


def refused(words: str, /, **values: object) -> ValueError:
    """Return the error for facts that a TRF cannot hold."""
    return ValueError(say(words, **values))


def misses_results(event: Tournament) -> bool:
    """Whether a finished round has a game without a result."""
    finished = event.settled.rounds
    boards = (board for one in finished for match in one.matches for board in match.boards)
    return any(game.is_open for game in chain(*(one.games for one in finished), boards))


def so_far(event: Tournament) -> Tournament:
    """Return the event without points for games still played (G6); record 162 gives those for missing results."""
    if not event.under_way or misses_results(event):
        return event
    settings, team = event.settings, event.settings.team
    team = team and team._replace(games=team.games._replace(unknown=model.Points(0)))
    return event._replace(
        settings=settings._replace(scoring=settings.scoring._replace(unknown=model.Points(0)), team=team)
    )


DEPUTIES = "112"

TEXT, FIRST_DAY = 5, 92
"""The columns in which the text of a record and the day of round 1 begin."""


class Composer:
    """A writer for the records of an individual event."""

    layout = ONE_GAME

    def __init__(self, tournament: Tournament, dialect: Dialect) -> None:
        self.tournament = tournament
        self.settings = tournament.settings
        self.dialect = dialect
        self.number = {participant.tpn: participant.number for participant in tournament.participants}
        self.next_round = len(tournament.rounds) + 1

    def header(self) -> Iterator[Record]:
        settings = self.settings
        yield make_text("012", self.tournament.name)
        if settings.first_day or settings.unclear_day.words:
            yield make_text("042", settings.first_day or settings.unclear_day.words)
        if settings.last_day:
            yield make_text("052", settings.last_day)
        stated = [*self._as_stated()]
        yield from (record for record in stated if record.code < "132")
        if settings.round_days:
            # Columns 92 to 99, 102 to 109 and so on: the day of a round stands above its cells.
            yield make_text("132", " " * (FIRST_DAY - TEXT) + "  ".join(day[2:] for day in settings.round_days))
        yield from self._numbers()
        code = self._code()
        if code or settings.baku:
            yield make_text("192", code + (BAKU_SUFFIX if settings.baku else ""))
        if settings.rounds is not None:
            yield make_text("142" if self.dialect is Dialect.TRF26 else "XXR", str(settings.rounds))
        yield from self._order_and_colour()
        yield from (record for record in stated if record.code > "142")
        yield from self._points()

    def _as_stated(self) -> Iterator[Record]:
        for code, field in AS_STATED.items():
            value = getattr(self.settings, field)
            if value and code == DEPUTIES:
                yield from (make_text(code, one) for one in value.split("; "))
            elif value:
                yield make_text(code, value if isinstance(value, str) else ",".join(value))

    def _numbers(self) -> Iterator[Record]:
        yield make_text("062", str(len(self.tournament.players)))
        if self.settings.chief_arbiter:  # a report for rating, in which rated players are counted
            yield make_text("072", str(sum(bool(one.rating) for one in self.tournament.players)))

    def _code(self) -> str:
        """Return the code of the system. Raises ValueError if the code does not suit the kind of event."""
        code = self.settings.system
        if kind_of_code(code) is not self.settings.kind:
            values = {"kind": say(self.settings.kind.value), "code": code}
            raise refused("in this event each pairing is {kind}, but the code {code} says otherwise", **values)
        return code

    def _points(self) -> Iterator[Record]:
        has_unknown = any(game.is_open for recorded in self.tournament.settled.rounds for game in recorded.games)
        as_162 = self.dialect is Dialect.TRF26
        yield from scoring_records(
            self.settings.scoring, has_unknown=has_unknown, as_162=as_162, games=self.layout.games
        )

    def _order_and_colour(self) -> Iterator[Record]:
        colour = self.settings.initial_colour
        words = ["rank"] if any(participant.starting_rank for participant in self.tournament.participants) else []
        if colour is not None and self.dialect is Dialect.TRF26:
            yield make_text("152", colour.value.upper())
        elif colour is not None:
            words.append("white1" if colour is model.Colour.WHITE else "black1")
        if words:
            yield make_text("XXC", " ".join(words))

    def players(self) -> Iterator[Record]:
        games = self.layout.games
        cells = {tpn: [ABSENT] * ((self.next_round - 1) * games) for tpn in self.number}
        for number, recorded in enumerate(self.tournament.rounds, 1):
            first = self.layout.first_column(number) - 1
            for tpn, found in self._cells_of_round(recorded):
                cells[tpn][first : first + games] = found
        points = crosstable_of(so_far(self.tournament)).totals()
        ranking = sorted(points, key=lambda tpn: (-points[tpn], tpn))
        rank = {tpn: place for place, tpn in enumerate(ranking, 1)} | dict(self.tournament.recorded_ranks)
        for request in self.tournament.requests:
            if self._is_letter(request):
                row, first = cells[request.bye.tpn], self.layout.first_column(request.round) - 1
                row += [ABSENT] * (first - len(row))
                row[first : first + games] = [Cell(NOBODY, request.bye.kind.value)] * games
        for participant in self.tournament.participants:
            tpn = participant.tpn
            if len(cells[tpn]) > model.MAX_ROUNDS:
                values = {"cell": len(cells[tpn]), "most": model.MAX_ROUNDS}
                raise refused("a player has {cell} games, but a TRF has room for only {most}", **values)
            yield player_record(participant, points[tpn], rank[tpn], cells[tpn])

    def _cells_of_round(self, recorded: model.Round) -> Iterator[tuple[Tpn, list[Cell]]]:
        for match in recorded.games:
            pairs = [self._cells_of_game(game) for game in self._games_of(match)]
            for tpn in (match.white, match.black):
                yield tpn, [pair[tpn] for pair in pairs]
        for bye in recorded.byes:
            yield bye.tpn, [Cell(NOBODY, bye.kind.value)] * self.layout.games

    def _games_of(self, game: Game) -> tuple[Game, ...]:
        if game.second is not None:
            raise refused("{white} and {black} played a match of two games in an event of single games", **_sides(game))
        return (game,)

    def _cells_of_game(self, game: Game) -> dict[Tpn, Cell]:
        white, black = colours_of(game)
        return {
            game.white: Cell(self.number[game.black], white + game.white_result.value),
            game.black: Cell(self.number[game.white], black + game.black_result.value),
        }

    def teams(self) -> Iterable[Record]:
        for team in self.tournament.teams:
            members = " ".join(str(self.number[tpn]) for tpn in team.members)
            yield make_text(COMMENT, f"{CLUB}{team.nickname}: {members}")

    def matches(self) -> Iterable[Record]:
        return ()

    def _is_letter(self, request: model.Request) -> bool:
        if request.bye.kind is ByeKind.PAIRING_ALLOCATED:
            return request.round >= self.next_round
        return self.dialect is Dialect.TRF16X and request.round == self.next_round

    def byes(self) -> Iterator[Record]:
        asked = [request for request in self.tournament.requests if request.round >= self.next_round]
        listed = sorted((request for request in asked if not self._is_letter(request)), key=_by_round_and_kind)
        for (number, kind), requests in groupby(listed, key=_by_round_and_kind):
            players = [self.number[request.bye.tpn] for request in requests]
            yield make("240", {"kind": kind, "round": number}, players)

    def acceleration(self) -> Iterable[Record]:
        return self._ranges() if self.dialect is Dialect.TRF26 else self._accelerated_players()

    def _ranges(self) -> Iterator[Record]:
        for statement in self.settings.virtual_points:
            rounds = {"first round": statement.first_round, "last round": statement.last_round}
            for first, last in self._runs(statement):
                yield make("250", {**self._given(statement), **rounds, "first player": first, "last player": last})

    def _given(self, statement: model.VirtualPoints) -> dict[str, str | int | None]:
        return {"points": statement.points}

    def _runs(self, statement: model.VirtualPoints) -> Iterator[tuple[Tpn, Tpn]]:
        tpn_of = {number: tpn for tpn, number in self.number.items()}
        for accelerated, numbers in groupby(sorted(tpn_of), key=lambda number: tpn_of[number] in statement.tpns):
            if accelerated:
                run = list(numbers)
                yield run[0], run[-1]

    def _accelerated_players(self) -> Iterator[Record]:
        virtual = self.settings.virtual_points
        last = min(max((statement.last_round for statement in virtual), default=0), model.MAX_ROUNDS)
        rounds = [in_round(virtual, number) for number in range(1, last + 1)]
        for tpn in self.number:
            points = [points.get(tpn, 0) for points in rounds]
            if any(points):
                yield make("XXA", {"starting rank": self.number[tpn]}, points)

    def wishes(self) -> Iterator[Record]:
        return records_of(self.settings.wishes, self.number)

    def notes(self) -> Iterator[Record]:
        return map(record_of, self.tournament.notes)

    def prohibitions(self) -> Iterator[Record]:
        for prohibition in self.settings.prohibitions:
            players = sorted(self.number[tpn] for tpn in prohibition.tpns)
            if self.dialect is Dialect.TRF16X and prohibition[:2] == (1, model.MAX_ROUNDS):
                yield make_text("XXP", " ".join(map(str, players)))
            else:
                rounds = {"first round": prohibition.first_round, "last round": prohibition.last_round}
                yield make("260", rounds, players)

    def abnormal_points(self) -> Iterator[Record]:
        for entry in self.settings.abnormal_points:
            players = sorted(self.number[tpn] for tpn in entry.tpns)
            yield make("299", {"kind": entry.outcome, "points": entry.points, "round": entry.round}, players)


class DoubleComposer(Composer):
    """[C.04.5] A writer for the records of an event with matches of two games."""

    layout = TWO_GAMES

    def _code(self) -> str:
        """Return the code of matches of two games, which shows readers that a round takes two columns."""
        code = self.settings.system
        return code if kind_of_code(code) is EventKind.DOUBLE else "FIDE_DOUBLESWISS"

    def _games_of(self, game: Game) -> tuple[Game, ...]:
        if game.second is None:
            raise refused("{white} and {black} played a single game in an event of matches", **_sides(game))
        if not game.colours_known and any(result.played for result in (*game[2:4], *game.second)):
            raise refused("the match of {white} and {black} was played, but its colours are not known", **_sides(game))
        return game, game.second_game


def _sides(game: Game) -> dict[str, Tpn]:
    return {"white": game.white, "black": game.black}


def colours_of(game: Game) -> tuple[str, str]:
    if game.colours_known:
        return "w", "b"
    if game.white_result.played or game.black_result.played:
        raise refused("the game of {white} and {black} was played, but its colours are not known", **_sides(game))
    return NO_COLOUR, NO_COLOUR


def _by_round_and_kind(request: model.Request) -> tuple[int, str]:
    return request.round, request.bye.kind.value


def player_record(participant: model.Participant, points: int, rank: int, cells: Sequence[Cell]) -> Record:
    values = {name: getattr(participant, name) for name in ("sex", "name", "federation")}
    values |= {
        "starting rank": participant.number,
        "rating": participant.rating or None,
        "points": points,
        "rank": rank,
    }
    # Other managers put titles and numbers at the right of their columns, and a reader insists on it.
    values |= {"title": f"{participant.title:>3}", "FIDE number": f"{participant.fide_number or '':>11}"}
    values |= {"birth date": participant.birth}
    return make(PLAYER_CODE, values, [_text_of(cell) for cell in cells])


def _text_of(cell: Cell) -> str:
    if len(cell.mark) > 1:
        return f"{cell.opponent or '0000':>4} {cell.mark[0]} {cell.mark[1]}  "
    return f"0000 - {cell.mark}  " if cell.mark else " " * ROUND_WIDTH


CODES_OF_BBP = {"FIDE_DUTCH_2026": "FIDE_DUTCH_2025", "FIDE_BURSTEIN_2026": "FIDE_BURSTEIN"}
"""The codes of record 192 that bbpPairings 6 reads, for the systems and editions that it has."""

WON, LOST = Result.FORFEIT_WIN, Result.FORFEIT_LOSS

_FORFEITS = {1: (WON, LOST), -1: (LOST, WON), 0: (LOST, LOST)}
"""The results of a forfeited match for each winning side: 1 for White's team, -1 for Black's, 0 for neither."""


class TeamComposer(Composer):
    """A writer for the records of a team event."""

    def __init__(self, tournament: Tournament, dialect: Dialect) -> None:
        super().__init__(tournament, dialect)
        if dialect is not Dialect.TRF26:
            raise refused("only TRF26 has records for the matches and byes of teams")
        assert self.settings.team is not None
        self.rules: model.TeamRules = self.settings.team
        self.scorer = TeamScorer(self.rules, self.settings.scoring)
        self.members = {team.tpn: team.members for team in tournament.teams}
        self.boards = tournament.boards_in_match
        self._check()

    def _check(self) -> None:
        tournament, scoring = self.tournament, self.settings.scoring
        for participant in tournament.participants:
            if not self.members.get(participant.tpn):
                raise refused("team {tpn} has no members", tpn=participant.tpn)
        if scoring != match_scoring(scoring.win, scoring.draw, scoring.loss):
            raise refused("record 362 cannot state the match points that forfeits or byes have in this event")
        usual = usual_byes(scoring, self.rules.games, self.boards)
        for kind, points in self.rules.byes.items():
            if kind is not ByeKind.PAIRING_ALLOCATED and points != usual[kind]:
                raise refused("a TRF cannot state how many points a bye {kind} is worth in this event", kind=kind.value)
        for number, recorded in enumerate(tournament.rounds, 1):
            for match in recorded.matches:
                self._check_match(number, match)

    def _check_match(self, number: int, match: TeamMatch) -> None:
        told = whites_told(self._sides(match), match.boards, self.rules.colours)
        forfeit = self.forfeit(number, match)
        values = {"white": match.white, "black": match.black, "number": number}
        if match != self._scored(number, match, forfeit):
            raise refused(
                "the games of the match of {white} and {black} in round {number} do not add up to its points", **values
            )
        if told and told[0][1] != match.white:
            raise refused(
                "the games of the match of {white} and {black} in round {number} do not have the colours of the match",
                **values,
            )
        if match.colours_known is not (bool(told) or forfeit is not None):
            raise refused(
                "the games of the match of {white} and {black} in round {number} do not show whether its colours are "
                "known",
                **values,
            )

    def _sides(self, match: TeamMatch) -> Sides:
        return Sides(match.white, match.black, frozenset(self.members[match.white]))

    def _scored(self, number: int, match: TeamMatch, forfeit: tuple[Result, Result] | None) -> TeamMatch:
        """Compute the points of the match, as a reader of the written file will do."""
        return self.scorer.match(
            number, self._sides(match), match.boards, forfeit, colours_known=match.colours_known, size=self.boards
        )

    def forfeit(self, number: int, match: TeamMatch) -> tuple[Result, Result] | None:
        if match.played:
            return None
        if match.boards and not match.colours_known:
            return None  # A record would claim that the colours are known.
        results = _FORFEITS[(match.won_by_forfeit == match.white) - (match.won_by_forfeit == match.black)]
        drawn = match.boards and match != self._scored(number, match, results)
        return None if drawn else results

    # --- the tournament, its players and teams

    def _numbers(self) -> Iterator[Record]:
        yield from super()._numbers()
        yield make_text("082", str(len(self.tournament.participants)))

    def _code(self) -> str:
        code = self.settings.system
        named = system_of(code)
        if named is None or named.name != ROUND_ROBIN:
            return code if says_the_same(code, self.rules) else team_code(self.rules)
        if not (self.rules.primary_is_match_points and self.rules.secondary):
            raise refused("in a round robin of teams, a TRF can state only match points before game points")
        return code

    def _points(self) -> Iterator[Record]:
        finished = len(self.tournament.settled.rounds)
        has_unknown = any(game.is_open for number, _, game in self._games() if number <= finished)
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
        numbers = {player.tpn for player in self.tournament.members}
        cells = {number: [ABSENT] * (self.next_round - 1) for number in numbers}
        points = dict.fromkeys(numbers, 0)
        scorer = TeamScorer(so_far(self.tournament).settings.team or self.rules, self.settings.scoring)
        for round_, _, board in self._games():
            for player, cell in _cells(board):
                if player not in numbers:
                    raise refused(
                        "player {player} of round {round} is not among the players", player=player, round=round_
                    )
                cells[player][round_ - 1] = cell
            white, black = scorer.of_board(board)
            for player, gained in ((board.white, white), (board.black, black)):
                if player != NOBODY:
                    points[player] += gained
        ranking = sorted(points, key=lambda number: (-points[number], number))
        rank = {number: place for place, number in enumerate(ranking, 1)}
        for participant in self.tournament.members:
            number = participant.tpn
            yield player_record(participant, points[number], rank[number], cells[number])

    def teams(self) -> Iterator[Record]:
        gained = crosstable_of(self.tournament).team_totals()
        teams = {team.tpn: team for team in self.tournament.teams}
        order = 1 if self.rules.primary_is_match_points else -1
        ranking = sorted(gained, key=lambda tpn: (*(-points for points in gained[tpn][::order]), tpn))
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

    # --- byes and matches

    def byes(self) -> Iterator[Record]:
        stated = [(n, bye) for n, recorded in enumerate(self.tournament.rounds, 1) for bye in recorded.byes]
        stated += [(n, bye) for n, bye in self.tournament.requests if n >= self.next_round]
        allotted: dict[int, Tpn] = {}
        listed: dict[tuple[int, str], list[Tpn]] = {}
        for number, bye in stated:
            if bye.kind is not ByeKind.PAIRING_ALLOCATED:
                listed.setdefault((number, bye.kind.value), []).append(bye.tpn)
            elif allotted.setdefault(number, bye.tpn) != bye.tpn:
                raise refused("round {number} has more than one pairing-allocated bye", number=number)
        for (number, kind), tpns in sorted(listed.items()):
            yield make("240", {"kind": kind, "round": number}, tpns)
        usual = usual_byes(self.settings.scoring, self.rules.games, self.boards)[ByeKind.PAIRING_ALLOCATED]
        worth = self.rules.byes.get(ByeKind.PAIRING_ALLOCATED, usual)
        if allotted or worth != usual:
            teams = [allotted.get(number, NOBODY) for number in range(1, max(allotted, default=0) + 1)]
            yield make("320", {"match points": worth.match, "game points": worth.game}, teams)

    def matches(self) -> Iterator[Record]:
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
        present = [player for player in line_up if player != NOBODY]
        if not present:
            return False
        forgotten = {player for game in boards for player in _lost_alone(game)}
        usual = [player for player in self.members[team] if player in present]
        return line_up != usual or not forgotten.isdisjoint(present)

    def _given(self, statement: model.VirtualPoints) -> dict[str, str | int | None]:
        return {"match points": statement.points, "points": statement.game_points}

    def abnormal_points(self) -> Iterator[Record]:
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
    if NOBODY in game[:2] and not game.colours_known:
        for player, result in ((game.white, game.white_result), (game.black, game.black_result)):
            if player != NOBODY and result is LOST:
                yield player


COMPOSERS = {EventKind.INDIVIDUAL: Composer, EventKind.DOUBLE: DoubleComposer, EventKind.TEAM: TeamComposer}


def file_of(tournament: Tournament, dialect: Dialect) -> TrfFile:
    """Write a TRF, the last round with a game and long texts cut off. Raises ValueError if the dialect lacks facts."""
    if tournament.rounds and not tournament.rounds[-1].meetings():
        rounds = len(tournament.rounds)
        raise refused(
            "nobody has an opponent in round {rounds}, and a TRF cannot show that this round is over", rounds=rounds
        )
    composer = COMPOSERS[tournament.settings.kind](tournament, dialect)
    return TrfFile(
        (
            *composer.header(),
            *composer.players(),
            *composer.teams(),
            *composer.byes(),
            *composer.matches(),
            *composer.acceleration(),
            *composer.prohibitions(),
            *composer.wishes(),
            *composer.abnormal_points(),
            *composer.notes(),
        )
    )
