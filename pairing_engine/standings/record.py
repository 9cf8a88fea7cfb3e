"""[C.07 11, 15, 16.1, 16.2] The data behind all tie-breaks: each participant's rounds and points.

Points are counted in tenths. Points are stored in pairs: index `PRIMARY` for the score, and index `SECONDARY` for the
other points of a team.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from enum import Enum
from typing import NamedTuple

from pairing_engine.facts import model
from pairing_engine.facts.basic_rules import Outcome
from pairing_engine.facts.model import NOBODY, ByeKind, Colour, Result, Settings, Tournament, Tpn
from pairing_engine.scores.crosstable import Crosstable, crosstable_of
from pairing_engine.scores.team_scorer import Sides

PRIMARY, SECONDARY = 0, 1


class RoundKind(Enum):
    """[C.07 16.2] A played round, or a kind of unplayed round, whose value is its article, such as 16.2.3."""

    __hash__ = object.__hash__

    PLAYED = "played"
    BYE = "16.2.1"
    FORFEIT_WIN = "16.2.2"
    REQUESTED_BYE = "16.2.3"
    """A requested bye (16.2.3, or 16.2.5 if only voluntary unplayed rounds follow)."""
    FORFEIT_LOSS = "16.2.4"


VOLUNTARY = frozenset({RoundKind.REQUESTED_BYE, RoundKind.FORFEIT_LOSS})
"""[C.07 16.1.2] The kinds of rounds in which the participant was not available."""

FORFEITS = frozenset({RoundKind.FORFEIT_WIN, RoundKind.FORFEIT_LOSS})

_KINDS: Mapping[Outcome, RoundKind] = {
    ByeKind.PAIRING_ALLOCATED: RoundKind.BYE,
    ByeKind.FULL_POINT: RoundKind.BYE,
    ByeKind.HALF_POINT: RoundKind.REQUESTED_BYE,
    ByeKind.ZERO_POINT: RoundKind.REQUESTED_BYE,
    None: RoundKind.REQUESTED_BYE,
    Result.FORFEIT_LOSS: RoundKind.FORFEIT_LOSS,
}

WINS = frozenset({Result.WIN, Result.UNRATED_WIN})

OF_GAME: Mapping[Outcome, int] = {
    Result.WIN: 10,
    Result.UNRATED_WIN: 10,
    Result.DRAW: 5,
    Result.UNRATED_DRAW: 5,
    Result.UNKNOWN: 5,
}
"""[C.07 10.2] The value of each result in the rating tables, in tenths, whatever points the event gives."""


class Own(NamedTuple):
    """The result and the colour of a participant in one game."""

    result: Result
    colour: str


class RoundEntry(NamedTuple):
    """One round of one participant, with the data that tie-breaks need.

    ``opponent`` is the scheduled opponent, or `NOBODY`. ``games`` has both games of a match of two games [C.04.5 0].
    """

    number: int
    opponent: Tpn
    points: tuple[int, int]
    kind: RoundKind
    outcome: Outcome
    colour: str
    games: tuple[Own, ...] = ()

    @property
    def played(self) -> bool:
        """Whether the participant played in this round [C.07 15.1]."""
        return self.kind is RoundKind.PLAYED

    def over_the_board(self) -> tuple[int, int]:
        """[C.07 10.2] Return the number of games over the board, and the score in these games in tenths of a point."""
        if self.games:
            played = [game for game in self.games if game.result.played]
            return len(played), sum(OF_GAME.get(game.result, 0) for game in played)
        return 1, OF_GAME.get(self.outcome, 0)


_round_entry = RoundEntry._make


class RoundWorth(NamedTuple):
    """The points of a won, a drawn and a lost round."""

    win: int
    draw: int
    loss: int


class ResultsSoFar:
    """The results of all participants after a round.

    The tournament has ``rounds`` rounds, of which ``after`` count, and in which each can play ``games``, without free
    rounds. ``swiss`` is true if Article 16 applies [C.07 15.3]. ``usual`` is true if every game gives at least the
    points of a loss and at most the points of a win. ``scores`` include bonuses and penalties. ``capped`` is true if
    the dummy's score is limited, as from 2026 on [C.07 16.4]. ``table`` is the crosstable, if it already exists.
    """

    def __init__(self, tournament: Tournament, *, capped: bool, table: Crosstable | None = None) -> None:
        settings = tournament.settings
        table = table or crosstable_of(tournament)
        self.tournament = tournament
        self.capped = capped
        self.after = len(tournament.rounds)
        self.rounds = self.games = max(settings.rounds or 0, self.after)
        self.swiss = True
        self.everybody: tuple[Tpn, ...] = tuple(table.everybody)
        self.worth = _worth(settings, number_of_boards(tournament))
        self.usual = _is_usual(table, settings.scoring)
        self.double = settings.double
        self.entries = _entries(table, double=self.double)
        self.added = [table.added(number) for number in range(self.after + 1)]
        self.scores = _scores(self.entries, self.added)
        self.known_adjusted: dict[int, dict[Tpn, int]] = {}
        self.known_scores_against: dict[int, dict[Tpn, list[int]]] = {}

    def changed(self, change: Callable[[Tpn, RoundEntry], RoundEntry | None]) -> ResultsSoFar:
        """Return the results with changed rounds. A round for which ``change`` returns None is left out."""
        field = copy(self)
        field.entries = {
            tpn: tuple([new for old in rounds if (new := change(tpn, old)) is not None])
            for tpn, rounds in self.entries.items()
        }
        field.scores = _scores(field.entries, self.added)
        field.known_adjusted = {}
        field.known_scores_against = {}
        return field

    def adjusted(self, reference: int) -> dict[Tpn, int]:
        """[C.07 16.3] Return each participant's score, adjusted for the tie-breaks of the opponents."""
        found = self.known_adjusted.get(reference)
        if found is None:
            draw = self.worth[reference].draw
            found = self.known_adjusted[reference] = {
                tpn: self.scores[tpn][reference] + _corrections(rounds, reference, draw)
                for tpn, rounds in self.entries.items()
            }
        return found


def _entries(table: Crosstable, *, double: bool) -> dict[Tpn, tuple[RoundEntry, ...]]:
    found: dict[Tpn, list[RoundEntry]] = {tpn: [] for tpn in table.everybody}
    for number, recorded in enumerate(table.rounds, 1):
        doubles = _games_of_doubles(recorded.games) if double else {}
        for tpn, (opponent, outcome, points, met, colour, secondary) in table.entries(number).items():
            kind = RoundKind.PLAYED if met else _KINDS.get(outcome, RoundKind.FORFEIT_WIN)
            games = doubles.get(tpn, ())
            found[tpn].append(_round_entry((number, opponent, (points, secondary), kind, outcome, colour, games)))
    return {tpn: tuple(rounds) for tpn, rounds in found.items()}


def _corrections(rounds: Sequence[RoundEntry], reference: int, draw: int) -> int:
    """[C.07 16.2.5, 16.3.2] Compute the extra points for requested byes in the last rounds (reading K7)."""
    found = 0
    for entry in reversed(rounds):
        if entry.kind not in VOLUNTARY:
            break
        if entry.kind is RoundKind.REQUESTED_BYE:
            found += draw - entry.points[reference]
    return found


def forfeits_played(field: ResultsSoFar) -> ResultsSoFar:
    """[C.07 6.1.1, 16.6] Count every forfeit as a game (``/P``), but not in the scores of 16.3 (reading K22)."""
    found = field.changed(lambda _, one: one._replace(kind=RoundKind.PLAYED) if one.kind in FORFEITS else one)
    found.known_adjusted = {reference: field.adjusted(reference) for reference in (PRIMARY, SECONDARY)}
    return found


def final_round_drawn(field: ResultsSoFar) -> ResultsSoFar:
    """[C.07 8.3] Count every game of the final round as a draw, even if the game was forfeited (reading K8)."""
    if field.after < field.rounds:
        return field
    draws = field.worth[PRIMARY].draw, field.worth[SECONDARY].draw

    def drawn(_: Tpn, entry: RoundEntry) -> RoundEntry:
        if entry.number != field.rounds or entry.opponent == NOBODY:
            return entry
        return entry._replace(points=draws, kind=RoundKind.PLAYED, outcome=Result.DRAW, games=())

    return field.changed(drawn)


def _worth(settings: Settings, boards: int) -> tuple[RoundWorth, RoundWorth]:
    """[C.07 16.4.2] Return the points of a won, a drawn and a lost round: the score, then the other points."""
    scoring = settings.scoring
    times = 2 if settings.double else 1
    of_round = RoundWorth(times * scoring.win, times * scoring.draw, times * scoring.loss)
    if settings.team is None:
        return of_round, RoundWorth(0, 0, 0)
    games = settings.team.games
    of_games = RoundWorth(boards * games.win, boards * games.draw, boards * games.loss)
    return (of_round, of_games) if settings.team.primary_is_match_points else (of_games, of_round)


def _is_usual(table: Crosstable, scoring: model.Scoring) -> bool:
    """Whether every game gives points from a loss to a win; not for teams, nor with abnormal points."""
    if table.team is not None or table.scorer.abnormal:
        return False
    points = {*table.scorer.white.values(), *table.scorer.black.values()}
    return scoring.loss <= min(points) <= max(points) <= scoring.win


def _games_of_doubles(games: Iterable[model.Game]) -> dict[Tpn, tuple[Own, ...]]:
    """[C.04.5 0] Return the two games of each match, by participant."""
    found: dict[Tpn, tuple[Own, ...]] = {}
    for game in games:
        if game.second is not None:
            found[game.white] = Own(game.white_result, "w"), Own(game.second[0], "b")
            found[game.black] = Own(game.black_result, "b"), Own(game.second[1], "w")
    return found


Points = tuple[int, int]


def _scores(entries: Mapping[Tpn, Sequence[RoundEntry]], added: Sequence[Mapping[Tpn, Points]]) -> dict[Tpn, Points]:
    """[299] Add up the score and the secondary points of each participant, with bonuses and penalties."""
    found = {
        tpn: (sum([e.points[0] for e in rounds]), sum([e.points[1] for e in rounds])) for tpn, rounds in entries.items()
    }
    for gains in added:
        for tpn, (points, others) in gains.items():
            score, secondary = found[tpn]
            found[tpn] = score + points, secondary + others
    return found


_STANDARD = {Result.FORFEIT_WIN: Result.WIN, Result.FORFEIT_LOSS: Result.LOSS}
"""[C.07 12] A forfeit of a single game counts as an ordinary win and an ordinary loss."""


def number_of_boards(tournament: Tournament) -> int:
    """Return the number of boards that the event states, or else the number of boards in the longest match."""
    team = tournament.settings.team
    longest = (len(match.boards) for recorded in tournament.rounds for match in recorded.matches)
    return len(team.colours if team is not None else "") or max(longest, default=1) or 1


def points_by_board(tournament: Tournament, boards: int) -> dict[Tpn, list[list[int]]]:
    """[C.07 12] Compute the game points by team, round and board; none for a team with a requested bye.

    The winner of a forfeited match without boards in the record has won all boards (reading K12).
    """
    members = {team.tpn: frozenset(team.members) for team in tournament.teams}
    found: dict[Tpn, list[list[int]]] = {participant.tpn: [] for participant in tournament.participants}
    for recorded in tournament.rounds:
        of_round = _of_round(tournament, recorded, members, boards)
        for tpn, rows in found.items():
            rows.append(of_round.get(tpn, [0] * boards))
    return found


def _of_round(
    tournament: Tournament, recorded: model.Round, members: Mapping[Tpn, frozenset[Tpn]], boards: int
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
    games: Sequence[model.Game], sides: Sides, of_result: Mapping[Colour, Mapping[Result, int]], boards: int
) -> tuple[list[int], list[int]]:
    rows: tuple[list[int], list[int]] = ([0] * boards, [0] * boards)
    for board, game in enumerate(games[:boards]):
        first = 0 if sides.white_team_has_white(game) else 1
        rows[first][board] = of_result[Colour.WHITE][_STANDARD.get(game.white_result, game.white_result)]
        rows[1 - first][board] = of_result[Colour.BLACK][_STANDARD.get(game.black_result, game.black_result)]
    return rows


def without_boards(tournament: Tournament) -> model.TeamMatch | None:
    """Find a match that was played but has no boards in the file. None if there is no such match."""
    matches = (match for recorded in tournament.rounds for match in recorded.matches)
    return next((match for match in matches if match.played and not match.boards), None)


NAMES = ("ROUNDROBIN", "SCHILLER", "SCHEVENINGEN", "KNOCKOUT")
"""Words in record 192 or 092 that mean predetermined pairings."""


def is_predetermined(settings: Settings, names: Iterable[str] = NAMES) -> bool:
    """Whether the event has predetermined pairings, of a kind with one of these names.

    The answer comes from record 192, or from record 092 if record 192 is missing.

    >>> is_predetermined(Settings(system="FIDE_ROUNDROBIN")), is_predetermined(Settings(type_of_event="Round Robin"))
    (True, True)
    >>> is_predetermined(Settings(system="FIDE_DUTCH_2026", type_of_event="round robin"))
    False
    """
    words = re.sub(r"[^A-Z]", "", (settings.quoted_code or settings.type_of_event).upper())
    return any(name in words for name in names)


def with_forfeits(field: ResultsSoFar) -> ResultsSoFar:
    """[C.07 15.2] Count forfeits as games, leave out free rounds, and adjust no score by Article 16 [15.3]."""
    found = forfeits_played(field).changed(lambda _, one: one if one.opponent != NOBODY else None)
    found.scores = field.scores
    both = field.scores.items()
    found.known_adjusted = {at: {tpn: scores[at] for tpn, scores in both} for at in (PRIMARY, SECONDARY)}
    found.swiss = False
    number = len(field.everybody)
    missing = number % 2
    if field.after == field.rounds:
        missing += sum(not rounds for rounds in found.entries.values())  # none of their results counts (reading R2)
    # In each cycle, every participant has one free round for each participant who is missing in the table.
    found.games = field.rounds - field.rounds // (number - 1 + number % 2 or 1) * missing
    return found


def with_forfeit_wins(field: ResultsSoFar) -> ResultsSoFar:
    """[C.07 15.2] Count forfeit wins as ordinary games, for the tie-breaks of Article 7."""
    colours: dict[tuple[int, Tpn], str] = {}
    for number, recorded in enumerate(field.tournament.rounds, 1):
        pairings = [game[:2] for game in recorded.games] + [(match.white, match.black) for match in recorded.matches]
        for white, black in pairings:
            colours |= {(number, white): "w", (number, black): "b"}

    def won(tpn: Tpn, entry: RoundEntry) -> RoundEntry:
        if entry.kind is not RoundKind.FORFEIT_WIN:
            return entry
        colour = colours.get((entry.number, tpn), "")
        return entry._replace(kind=RoundKind.PLAYED, outcome=Result.WIN, colour=colour)

    return field.changed(won)
