"""The results of a round, entered or corrected by board or by player. New results also update the points and ranks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain

from pairing_engine.changes.boards import boards_of
from pairing_engine.changes.stated_results import OPEN, Stated, stated_results
from pairing_engine.changes.team_results import Matches
from pairing_engine.errors import BadRequest, BadRequests
from pairing_engine.facts.model import EventKind, Game, Participant, Result, Tournament, Tpn, lower_tpn
from pairing_engine.facts.names import find, number_and_name
from pairing_engine.language import say
from pairing_engine.scores.crosstable import crosstable_of
from pairing_engine.standings.compare import with_ranks
from pairing_engine.systems.system import System
from pairing_engine.values import NamedTuple, replace


class Entered(NamedTuple):
    """A tournament with newly entered results, the number of the round, and a report.

    ``still_open`` is the number of boards without a result. ``corrected`` lists the games that had a different result
    before.
    """

    tournament: Tournament
    number: int
    still_open: int
    corrected: tuple[Game, ...] = ()


class _Board(NamedTuple):
    """The number and the game of a board."""

    place: int
    game: Game


def enter(
    tournament: Tournament,
    results: str | Sequence[Stated],
    number: int | None = None,
    system: System | str | None = None,
    edition: str | None = None,
    line_ups: Sequence[str] = (),
) -> Entered:
    """Return the tournament with new results.

    The results belong to round ``number`` or, by default, to the current round. Recorded results can be replaced only
    if ``number`` is stated. ``results`` is a list of `Stated` results, or a text in the form that `stated_results`
    reads. In a team event, results are entered for single boards, or for matches that were not played. ``line_ups``
    lists texts such as ``Kiel: Aalto, Berg``.

    Raises `BadRequest`, which lists every result that contradicts the round or another result.
    """
    if tournament.settings.kind is EventKind.TEAM:
        return _of_teams(tournament, results, number, system, edition, line_ups)
    if line_ups:
        raise BadRequest(say("only teams have line-ups"))
    round_ = _round_meant(tournament, number)
    boards = _Boards(tournament, round_, boards_of(tournament, round_, system, edition))
    stated = stated_results(results) if isinstance(results, str) else results
    new = boards.entered(stated, may_correct=number is not None)
    recorded = tournament.rounds[round_ - 1]
    games = tuple(new.get(game.white, game) for game in recorded.games)
    rounds = (*tournament.rounds[: round_ - 1], recorded._replace(games=games), *tournament.rounds[round_:])
    under_way = any(game.is_open for game in rounds[-1].games)
    corrected = tuple(game for game in recorded.games if not game.is_open and new.get(game.white, game) != game)
    still_open = sum(game.is_open for game in games)
    changed = replace(tournament, rounds=rounds, under_way=under_way)
    return Entered(ranked(changed), round_, still_open, corrected)


def _of_teams(
    tournament: Tournament,
    results: str | Sequence[Stated],
    number: int | None,
    system: System | str | None,
    edition: str | None,
    line_ups: Sequence[str],
) -> Entered:
    """[C.04.6] Return the team event with new results of single boards."""
    round_ = _round_meant(tournament, number)
    matches = Matches(tournament, round_, boards_of(tournament, round_, system, edition))
    matches.with_line_ups(line_ups)
    stated = stated_results(results) if isinstance(results, str) else results
    corrected = tuple(matches.enter(stated, may_correct=number is not None))
    recorded = tournament.rounds[round_ - 1]._replace(matches=tuple(sorted(matches.matches, key=lower_tpn)))
    rounds = (*tournament.rounds[: round_ - 1], recorded, *tournament.rounds[round_:])
    under_way = any(game.is_open for match in rounds[-1].matches for game in match.boards)
    still_open = sum(game.is_open for match in recorded.matches for game in match.boards)
    return Entered(ranked(replace(tournament, rounds=rounds, under_way=under_way)), round_, still_open, corrected)


def _round_meant(tournament: Tournament, number: int | None) -> int:
    last = len(tournament.rounds)
    if number is not None:
        return number  # whether the round exists is checked when its boards are read
    if not last:
        raise BadRequest(say("no round has been paired: pair the first one (--pair FILE --write-back FILE)"))
    recorded = tournament.rounds[-1]
    if not any(game.is_open for game in (*recorded.games, *chain(*(match.boards for match in recorded.matches)))):
        raise BadRequest(
            say(
                "all results of round {number} are known: correct one with --round {number}, or pair round "
                "{following} (--pair FILE --write-back FILE)",
                number=last,
                following=last + 1,
            )
        )
    return last


class _Boards:
    """The boards of a round, which can be found by the numbers or names that people type."""

    def __init__(self, tournament: Tournament, number: int, boards: Iterable[object]) -> None:
        self.number = number
        self.double = tournament.settings.double
        games = [board for board in boards if isinstance(board, Game)]
        self.boards = [_Board(place, game) for place, game in enumerate(games, 1)]
        self.participants = {one.tpn: one for one in tournament.participants}
        self.of_player: dict[Tpn, _Board] = {}
        for board in self.boards:
            self.of_player[board.game.white] = self.of_player[board.game.black] = board

    def entered(self, stated: Sequence[Stated], *, may_correct: bool) -> dict[Tpn, Game]:
        """Return the games with new results. The keys are the TPNs of the players with White.

        Raises `BadRequest` with a list of all rejected results.
        """
        found: dict[int, tuple[Stated, Game]] = {}
        faults: list[str] = []
        for one in stated:
            try:
                board, game = self._meant(one)
                self._check(board, game, one, found.get(board.place), may_correct=may_correct)
            except BadRequest as fault:
                faults.append(f"{one.where}: {fault}")
                continue
            found.setdefault(board.place, (one, game))
        if faults:
            raise BadRequests(faults)
        return {game.white: game for _, game in found.values()}

    def _check(
        self, board: _Board, game: Game, one: Stated, before: tuple[Stated, Game] | None, *, may_correct: bool
    ) -> None:
        if before is not None and before[1] != game:
            raise BadRequest(
                say(
                    "board {board} already has a different result in {where}",
                    board=self._shown(board),
                    where=before[0].where,
                )
            )
        if not (may_correct or board.game.is_open) and game != board.game:
            raise BadRequest(
                say(
                    "board {board} already has the result {result} in the file: to correct it, use --round {number}",
                    board=self._shown(board),
                    result=result_text(board.game),
                    number=self.number,
                )
            )

    def _meant(self, stated: Stated) -> tuple[_Board, Game]:
        who = stated.who
        if who.isascii() and who.isdigit():
            board, white_first = self._at(int(who[:9])), True
            if stated.alone:
                raise BadRequest(
                    say(
                        "for a board, give both results, such as {who}:1-0; for one player, give the name and one "
                        "result, such as Aalto:1",
                        who=who,
                    )
                )
        elif stated.alone or not _is_pair(who):
            player = self._named(who)
            board = self._of(player)
            if not stated.alone and not all(one is other for one, other in stated.results):
                raise BadRequest(say("for one player, give one result, such as {who}:1", who=who))
            white_first = board.game.white == player.tpn
        else:
            board, white_first = self._of_pair(who), True
        results = stated.results if white_first else tuple(pair[::-1] for pair in stated.results)
        return board, self._with(board.game, results)

    def _with(self, game: Game, results: Sequence[tuple[Result, Result]]) -> Game:
        """Return a game with new results; a match of two games needs two results.

        Each pair of results begins with the player who has White in the first game.
        """
        if not self.double:
            if len(results) != 1:
                raise BadRequest(say("give only one result for a board: in this event a pairing is one game"))
            return game._replace(white_result=results[0][0], black_result=results[0][1])
        if len(results) == 1 and results[0] == (OPEN, OPEN):
            results = (*results, *results)
        if len(results) != 2:
            raise BadRequest(
                say(
                    "a match has two games: give both results, such as 1:1-0/0-1 (both begin with the points of White "
                    "in the first game)"
                )
            )
        return game._replace(white_result=results[0][0], black_result=results[0][1], second=results[1])

    def _at(self, place: int) -> _Board:
        if not 1 <= place <= len(self.boards):
            raise BadRequest(
                say(
                    "there is no board {place} in round {number}: it has boards 1 to {boards}",
                    number=self.number,
                    boards=len(self.boards),
                    place=place,
                )
            )
        return self.boards[place - 1]

    def _named(self, text: str) -> Participant:
        return find(tuple(self.participants.values()), text)

    def _of(self, player: Participant) -> _Board:
        board = self.of_player.get(player.tpn)
        if board is None:
            words = say(
                "{player} has no opponent in round {number}", player=number_and_name(player), number=self.number
            )
            raise BadRequest(words)
        return board

    def _of_pair(self, who: str) -> _Board:
        """Return the board on which two players meet; the player with White must be named first."""
        white, black = (self._named(part) for part in _parted(who))
        board = self._of(white)
        game = board.game
        names = {"white": number_and_name(white), "black": number_and_name(black), "number": self.number}
        if (game.black, game.white) == (white.tpn, black.tpn):
            raise BadRequest(say("{black} has White against {white} in round {number}: name White first", **names))
        if (game.white, game.black) != (white.tpn, black.tpn):
            raise BadRequest(
                say(
                    "{white} does not play {black} in round {number}: {white} is at board {board}",
                    board=self._shown(board),
                    **names,
                )
            )
        return board

    def _shown(self, board: _Board) -> str:
        white, black = self.participants[board.game.white], self.participants[board.game.black]
        return f"{board.place} ({number_and_name(white)} - {number_and_name(black)})"


def _is_pair(who: str) -> bool:
    return len(_parted(who)) == 2


def _parted(who: str) -> list[str]:
    """Return the two players of a pair such as ``3-7`` or ``Aalto - Li``; a name may contain a hyphen."""
    parts = who.split(" - ")
    return [part.strip() for part in (parts if len(parts) > 1 else who.split("-"))]


def result_text(game: Game) -> str:
    """Return the results of a game as people write them, with White's result first.

    >>> result_text(Game(Tpn(1), Tpn(2), Result.DRAW, Result.DRAW))
    '½-½'
    """
    sides = [(game.white_result, game.black_result), *([game.second] if game.second else [])]
    return "/".join("-".join(one.value.replace("=", "½") for one in pair) for pair in sides)


def ranked(tournament: Tournament) -> Tournament:
    """Return the tournament with new ranks, calculated from all complete rounds.

    The ranks follow the tournament's tie-breaks. If there are no tie-breaks, or if a tie-break is unknown, participants
    are ranked by points and then by number. Results can therefore still be entered. The ranks do not change until the
    first round is complete.
    """
    settled = tournament.settled
    if not settled.rounds:
        return tournament
    settings = tournament.settings
    if settings.tie_breaks or settings.standings_order:
        with suppress(BadRequest):  # `--standings` reports the unknown tie-break
            return replace(tournament, recorded_ranks=with_ranks(settled).recorded_ranks)
    points = crosstable_of(settled).totals()
    order = sorted(points, key=lambda tpn: (-points[tpn], tpn))
    return replace(tournament, recorded_ranks={tpn: rank for rank, tpn in enumerate(order, 1)})
