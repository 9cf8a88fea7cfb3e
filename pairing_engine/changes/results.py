"""The results of a round, entered or corrected by board or by player. New results also update the points and ranks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from pairing_engine.changes import stated_results
from pairing_engine.changes.stated_results import StatedResult
from pairing_engine.errors import BadRequest, BadRequests, refusal
from pairing_engine.facts import model
from pairing_engine.facts.model import NOBODY, EventKind, Game, Participant, TeamMatch, Tournament, Tpn
from pairing_engine.facts.names import find, number_and_name
from pairing_engine.facts.shown import one_line
from pairing_engine.kernel.trace import order_of_pair
from pairing_engine.language import marked, say, with_semicolons
from pairing_engine.scores.crosstable import crosstable_of
from pairing_engine.scores.team_scorer import Sides
from pairing_engine.standings.compare import with_ranks
from pairing_engine.state.history import state_before
from pairing_engine.systems.choice import choose
from pairing_engine.systems.system import System


class Entered(NamedTuple):
    """A tournament with newly entered results; ``still_open`` boards have none.

    ``corrected`` games had other results, or are lost because somebody else, or nobody, sits at their boards now.
    """

    tournament: Tournament
    number: int
    still_open: int
    corrected: tuple[Game, ...] = ()


class _Board(NamedTuple):
    """A board of a round: its game and its name."""

    game: Game
    words: str


def enter(
    tournament: Tournament,
    results: str | Sequence[StatedResult],
    number: int | None = None,
    system: System | str | None = None,
    edition: str | None = None,
    line_ups: Sequence[str] = (),
    *,
    force: bool = False,
) -> Entered:
    """Return the tournament with new results, of which a text can be read by `stated_results`.

    They belong to round ``number`` or, by default, to the current round. Recorded results can be replaced only if
    ``number`` is stated. In a team event, results are entered for single boards, or for matches that were not played,
    and ``line_ups`` lists texts such as ``Kiel: Aalto, Berg``. With ``force``, a result can be taken out of a finished
    round although a later round stands on it.

    Raises `BadRequest`, which lists every result that contradicts the round or another result.
    """
    if line_ups and tournament.settings.kind is not EventKind.TEAM:
        raise refusal("only teams have line-ups", "line_ups")
    round_ = _round_meant(tournament, number)
    boards = _Boards(tournament, round_, boards_of(tournament, round_, system, edition))
    for line_up in line_ups:
        boards.seat(line_up, force=force)
    if isinstance(results, str):
        results = stated_results.stated_results(results) if results or not line_ups else ()
    found = _entered(boards, results, 0 if number is not None else round_, force=force)
    recorded = boards.with_games({old: game for old, (_, game) in found.items()})
    corrected = (*(old for old, (_, game) in found.items() if game != old and not old.is_open), *boards.lost)
    still_open = sum(game.is_open for game in recorded.all_games)
    if round_ < len(tournament.rounds) and still_open and not force:
        raise refusal(
            "round {number} is finished, and round {last} stands on its results: enter another result, or take back "
            "the later rounds first",
            "results",
            number=round_,
            last=len(tournament.rounds),
        )
    rounds = (*tournament.rounds[: round_ - 1], recorded, *tournament.rounds[round_:])
    under_way = any(game.is_open for game in rounds[-1].all_games)
    return Entered(ranked(tournament._replace(rounds=rounds, under_way=under_way)), round_, still_open, corrected)


def _entered(
    boards: _Boards, results: Sequence[StatedResult], to_correct: int, *, force: bool
) -> dict[Game, tuple[StatedResult, Game]]:
    """Enter the forfeits of matches; return each game that gets a result, with its statement and the game after it."""
    found: dict[Game, tuple[StatedResult, Game]] = {}
    first: dict[int | None, StatedResult] = {}
    forfeits: dict[int, StatedResult] = {}
    faults: list[str] = []
    for one in results:
        try:
            match = forfeited = boards.forfeited(one)
            if forfeited is None:
                board, game = boards.meant(one)
                _check(board, game, found.get(board.game), to_correct)
                found.setdefault(board.game, (one, game))
                match = boards.match_of(board.game)
            before = first.setdefault(match, one)
            if forfeited is not None:
                forfeits[forfeited] = one
            if match in forfeits and match is not None and before is not one:
                raise refusal("match {match} already has a result in {where}", match=match + 1, where=before.where)
        except BadRequest as fault:
            faults.append(say("{name}: {words}", name=one.where, words=fault))
    if faults:
        raise BadRequests(faults, "results")
    for match, one in forfeits.items():
        boards.seat_boards(match, (), one.results[0], force=force)
    return found


def _check(board: _Board, game: Game, before: tuple[StatedResult, Game] | None, to_correct: int) -> None:
    """Refuse a second result for a board, and a correction unless its round is named; ``to_correct`` is 0 then."""
    if before is not None and before[1] != game:
        raise refusal(
            "board {board} already has a different result in {where}",
            "results",
            board=board.words,
            where=before[0].where,
        )
    if to_correct and not board.game.is_open and game != board.game:
        raise refusal(
            "board {board} already has the result {result}: to correct it, state round {number}",
            board=board.words,
            result=result_text(board.game),
            number=to_correct,
        )


def _round_meant(tournament: Tournament, number: int | None) -> int:
    last = len(tournament.rounds)
    if number is not None:
        return number  # whether the round exists is checked when its boards are read
    if not last:
        raise refusal("no round has been paired yet: pair round 1 first", "results")
    if not any(game.is_open for game in tournament.rounds[-1].all_games):
        raise refusal(
            "all results of round {number} are known: state the round to correct one, or pair round {following}",
            "round",
            number=last,
            following=last + 1,
        )
    return last


def _player(one: Participant) -> str:
    return number_and_name(one, EventKind.INDIVIDUAL)


_PLACE = re.compile(r"[0-9]+")
_SEAT = re.compile(r"([0-9]{1,4})[./]([0-9]{1,3})")
_FORFEITED = tuple(stated_results.PAIRS[signs] for signs in ("+-", "-+", "--"))

BOTH_RESULTS = marked(
    "for a board, give both players' results, such as {who}:1-0; for one player, a name and one result, such as Aalto:1"
)
ONE_RESULT = marked("give only one result for a board: in this event a pairing is one game")

NO_SEAT = "-"
"""The sign for an empty seat in a line-up."""


class _Boards:
    """The boards of a round, found by a number, in a match of teams such as ``3.2``, or by one or two players."""

    def __init__(self, tournament: Tournament, number: int, pairings: Sequence[Game | TeamMatch]) -> None:
        self.tournament, self.number, self.recorded = tournament, number, tournament.rounds[number - 1]
        self.of_teams = tournament.settings.kind is EventKind.TEAM
        self.games = [one for one in pairings if isinstance(one, Game)]
        self.matches = [one for one in pairings if isinstance(one, TeamMatch)]
        self.names = {one.tpn: _player(one) for one in tournament.players}
        self.lost: list[Game] = []

    def with_games(self, new: Mapping[Game, Game]) -> model.Round:
        matches = tuple(sorted(self.matches, key=model.lower_tpn))
        return stated_results.with_games(self.tournament, self.number, self.recorded._replace(matches=matches), new)

    def _single(self, place: int) -> _Board:
        game = self.games[place - 1]
        return _Board(game, f"{place} ({' - '.join(self.names[tpn] for tpn in game[:2])})")

    def meant(self, stated: StatedResult) -> tuple[_Board, Game]:
        who, results = stated.who, stated.results
        if (_SEAT if self.of_teams else _PLACE).fullmatch(who):
            board = self._at(who)
            if stated.alone:
                raise refusal(BOTH_RESULTS, who=who)
        elif stated.alone or self.of_teams or len(_parted(who)) != 2:
            player = find(self.tournament.players, who)
            board = self._of(player)
            if not (stated.alone or self.of_teams or all(one is other for one, other in results)):
                raise refusal("for one player, give one result, such as {who}:1", who=who)
            results = results if board.game.white == player.tpn else tuple(pair[::-1] for pair in results)
        else:
            board = self._of_pair(who)
        if NOBODY in board.game[:2]:
            raise refusal("a seat at this board is empty: seat a player first", "line_ups")
        return board, self._with(board.game, results)

    def _with(self, game: Game, results: Sequence[stated_results.BothResults]) -> Game:
        """Return a game with new results, a pair for each game, beginning with White of the first game."""
        if not self.tournament.settings.double:
            if len(results) != 1:
                raise refusal(ONE_RESULT)
            return game._replace(white_result=results[0][0], black_result=results[0][1])
        if len(results) == 1 and results[0] == (stated_results.OPEN, stated_results.OPEN):
            results = (*results, *results)
        if len(results) != 2:
            raise refusal(
                "a match has two games; give both results, such as 1:1-0/0-1 (both begin with the points of White "
                "in the first game)"
            )
        return game._replace(white_result=results[0][0], black_result=results[0][1], second=results[1])

    def _at(self, who: str) -> _Board:
        if not self.of_teams:
            place = int(who[:9])
            if not 1 <= place <= len(self.games):
                raise refusal(
                    "there is no board {place} in round {number}: it has boards 1 to {boards}",
                    number=self.number,
                    boards=len(self.games),
                    place=place,
                )
            return self._single(place)
        match, board = map(int, re.split("[./]", who))
        boards = self.matches[self._match_at(match)].boards
        if not 1 <= board <= len(boards):
            raise refusal(
                "there is no such board: match {match} has boards 1 to {boards}", match=match, boards=len(boards)
            )
        return _Board(boards[board - 1], f"{match}.{board}")

    def _match_at(self, place: int) -> int:
        if not 1 <= place <= len(self.matches):
            raise refusal(
                "there is no such match: round {number} has matches 1 to {last}",
                number=self.number,
                last=len(self.matches),
            )
        return place - 1

    def _of(self, player: Participant) -> _Board:
        for place, game in enumerate(self.games, 1):
            if player.tpn in game[:2]:
                return self._single(place)
        for place, match in enumerate(self.matches, 1):
            for at, game in enumerate(match.boards, 1):
                if player.tpn in game[:2]:
                    return _Board(game, f"{place}.{at}")
        if not self.of_teams:
            raise refusal("{player} has no opponent in round {number}", player=_player(player), number=self.number)
        words = say("{player} has no board in round {number}", player=_player(player), number=self.number)
        raise refusal("{words}; seat other members of the team first", "line_ups", words=words)

    def _of_pair(self, who: str) -> _Board:
        """Return the board on which two players meet; the player with White must be named first."""
        white, black = (find(self.tournament.players, part) for part in _parted(who))
        board = self._of(white)
        names = {"white": _player(white), "black": _player(black), "number": self.number}
        if board.game[:2] == (black.tpn, white.tpn):
            raise refusal("{black} has White against {white} in round {number}: name White first", **names)
        if board.game[:2] != (white.tpn, black.tpn):
            raise refusal(
                "{white} does not play {black} in round {number}: {white} is at board {board}",
                board=board.words,
                **names,
            )
        return board

    def forfeited(self, one: StatedResult) -> int | None:
        """Return the place, counted from 0, of the whole match of teams whose forfeit is meant; None for a board."""
        if not (self.of_teams and _PLACE.fullmatch(one.who)):
            return None
        if one.alone or len(one.results) != 1 or one.results[0] not in _FORFEITED:
            raise refusal(
                "give the results board by board and White first, such as {who}.1:1-0 {who}.2:1/2-1/2; for a match "
                "that was not played, +-, -+ or --",
                who=one.who,
            )
        return self._match_at(int(one.who[:9]))

    def match_of(self, game: Game) -> int | None:
        return next((place for place, match in enumerate(self.matches) if game in match.boards), None)

    def seat_boards(
        self, place: int, boards: tuple[Game, ...], forfeit: stated_results.BothResults | None = None, *, force: bool
    ) -> None:
        """Give a match other boards, or a forfeit. Raises `BadRequest` if a result would be lost without ``force``."""
        match = self.matches[place]
        lost = {
            f"{place + 1}.{at} ({result_text(game)})": game
            for at, game in enumerate(match.boards, 1)
            if game not in boards and NOBODY not in game[:2] and not game.is_open
        }
        if lost and not force:
            raise refusal(stated_results.RESULTS_LOST, "force", boards=with_semicolons(lost))
        self.lost += lost.values()
        teams = match.white, match.black
        self.matches[place] = stated_results.scored(self.tournament, self.number, teams, boards, forfeit)

    def seat(self, text: str, *, force: bool) -> None:
        """Enter a line-up such as ``Kiel: Aalto, Berg``. Boards with the same two players keep their results.

        Raises `BadRequest` if a line-up is impossible, or if a result would be lost without ``force``.
        """
        name, colon, listed = text.partition(":")
        if not colon:
            words = "found {found!r}, expected a team and its players, such as Kiel: Aalto, Berg"
            raise refusal(words, "line_ups", found=one_line(text))
        team, rules = find(self.tournament.participants, name.strip(), "line_ups"), self.tournament.settings.team
        members = {one.tpn: one.members for one in self.tournament.teams}
        seated = self._seated(members[team.tpn], listed)
        place = next((at for at, one in enumerate(self.matches) if team.tpn in (one.white, one.black)), None)
        if place is None or rules is None:
            name = number_and_name(team, EventKind.TEAM)
            raise refusal("{team} has no match in round {number}", "line_ups", team=name, number=self.number)
        match = self.matches[place]
        sides = [*Sides(match.white, match.black, frozenset(members[match.white])).line_ups(match.boards)]
        sides[team.tpn != match.white] = seated
        known = {game[:2]: game for game in match.boards}
        boards = tuple(known.get(game[:2], game) for game in stated_results.games_of(sides[0], sides[1], rules.colours))
        self.seat_boards(place, boards, force=force)

    def _seated(self, team: Sequence[Tpn], listed: str) -> list[Tpn]:
        members = tuple(one for one in self.tournament.members if one.tpn in team)
        words = [word.strip() for word in re.split(";" if ";" in listed else ",", listed) if word.strip()]
        found = [NOBODY if word == NO_SEAT else find(members, word, "line_ups").tpn for word in words]
        size = stated_results.boards_of_match(self.tournament)
        if len(found) > size:
            found_words = say("{number} players", number=len(found))
            raise refusal("found {found}, expected at most {most}", "line_ups", found=found_words, most=size)
        for tpn in {tpn for tpn in found if tpn != NOBODY and found.count(tpn) > 1}:
            name = next(one.name for one in members if one.tpn == tpn)
            raise refusal("{name} is named {number} times", "line_ups", name=name, number=found.count(tpn))
        return [*found, *[NOBODY] * (size - len(found))]


def _parted(who: str) -> list[str]:
    """Return the two players of a pair such as ``3-7`` or ``Aalto - Li``; a name may contain a hyphen."""
    parts = who.split(" - ")
    return [part.strip() for part in (parts if len(parts) > 1 else who.split("-"))]


def result_text(game: Game) -> str:
    """Return the results of a game as people write them, with White's result first.

    >>> from pairing_engine.facts.model import Result
    >>> result_text(Game(Tpn(1), Tpn(2), Result.DRAW, Result.DRAW))
    '½-½'
    """
    return stated_results.signs(game).replace("=", "½")


def ranked(tournament: Tournament) -> Tournament:
    """Return the tournament with new ranks, calculated from all complete rounds, if any, by its tie-breaks.

    Without tie-breaks, or with an unknown one, participants are ranked by points and then by number, so that results
    can still be entered.
    """
    settled = tournament.settled
    if not settled.rounds:
        return tournament
    settings = tournament.settings
    if settings.tie_breaks or settings.standings_order:
        with suppress(BadRequest):  # `--standings` reports the unknown tie-break
            return tournament._replace(recorded_ranks=with_ranks(settled).recorded_ranks)
    points = crosstable_of(settled).totals()
    order = sorted(points, key=lambda tpn: (-points[tpn], tpn))
    return tournament._replace(recorded_ranks={tpn: rank for rank, tpn in enumerate(order, 1)})


def boards_of(
    tournament: Tournament, number: int, system: System | str | None = None, edition: str | None = None
) -> tuple[Game | TeamMatch, ...]:
    """Return the games or matches of a recorded round in board order. Raises `BadRequest` for any other round."""
    if not 1 <= number <= len(tournament.rounds):
        raise refusal("round {number} is not in the file: it has not been paired", "round", number=number)
    chosen = choose(tournament.settings, system, edition).system
    before = state_before(tournament, number, chosen.conventions)
    score, players = chosen.for_round(before).board_score, before.by_tpn
    recorded = tournament.rounds[number - 1]
    return tuple(
        sorted(recorded.pairings, key=lambda pair: order_of_pair(players[pair.white], players[pair.black], score))
    )
