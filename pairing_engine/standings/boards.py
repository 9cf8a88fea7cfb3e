"""[C.07 12] The boards of team matches: their number, and the points that each team scored on each board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pairing_engine.facts.model import NOBODY, ByeKind, Colour, Game, Result, Round, TeamMatch, Tournament, Tpn
from pairing_engine.scores.team_scorer import Sides

_STANDARD = {Result.FORFEIT_WIN: Result.WIN, Result.FORFEIT_LOSS: Result.LOSS}
"""[C.07 12] A forfeit of a single game counts as an ordinary win and an ordinary loss."""


def number_of_boards(tournament: Tournament) -> int:
    """Return the number of boards that the event states, or else the number of boards in the longest match."""
    team = tournament.settings.team
    longest = (len(match.boards) for recorded in tournament.rounds for match in recorded.matches)
    return len(team.colours if team is not None else "") or max(longest, default=1) or 1


def points_by_board(tournament: Tournament, boards: int) -> dict[Tpn, list[list[int]]]:
    """[C.07 12] Compute the game points by team, round and board.

    A team with a requested bye gets no points on any board. If a whole match was forfeited and has no boards in the
    record, the winner has won all boards (reading K12).
    """
    members = {team.tpn: frozenset(team.members) for team in tournament.teams}
    found: dict[Tpn, list[list[int]]] = {participant.tpn: [] for participant in tournament.participants}
    for recorded in tournament.rounds:
        of_round = _of_round(tournament, recorded, members, boards)
        for tpn, rows in found.items():
            rows.append(of_round.get(tpn, [0] * boards))
    return found


def _of_round(
    tournament: Tournament, recorded: Round, members: Mapping[Tpn, frozenset[Tpn]], boards: int
) -> dict[Tpn, list[int]]:
    team = tournament.settings.team
    assert team is not None
    full = [int(team.games.win)] * boards
    found = {bye.tpn: full for bye in recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED}
    of_result = {colour: team.games.of_result(colour) for colour in Colour}
    for match in recorded.matches:
        if not match.boards and match.won_by_forfeit != NOBODY:
            found[match.won_by_forfeit] = full
        sides = Sides(match.white, match.black, members.get(match.white, frozenset()))
        rows = _of_match(match.boards, sides, of_result, boards)
        if match.boards:
            found[match.white], found[match.black] = rows
    return found


def _of_match(
    games: Sequence[Game], sides: Sides, of_result: Mapping[Colour, Mapping[Result, int]], boards: int
) -> tuple[list[int], list[int]]:
    rows: tuple[list[int], list[int]] = ([0] * boards, [0] * boards)
    for board, game in enumerate(games[:boards]):
        first = 0 if sides.white_team_has_white(game) else 1
        rows[first][board] = of_result[Colour.WHITE][_standard(game.white_result)]
        rows[1 - first][board] = of_result[Colour.BLACK][_standard(game.black_result)]
    return rows


def _standard(result: Result) -> Result:
    return _STANDARD.get(result, result)


def without_boards(tournament: Tournament) -> TeamMatch | None:
    """Find a match that was played but has no boards in the file. None if there is no such match."""
    matches = (match for recorded in tournament.rounds for match in recorded.matches)
    return next((match for match in matches if match.played and not match.boards), None)
