"""[C.07 11, 15, 16.1, 16.2] The facts behind all tie-breaks: everybody's rounds, and the points of results.

Points are whole tenths. Each stands twice: in the score (index `PRIMARY`) and, for teams, in the points that are not
the score (`SECONDARY`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from enum import Enum
from typing import NamedTuple

from pairing_engine.facts.bye_bar import Outcome
from pairing_engine.facts.model import NOBODY, ByeKind, Game, Result, Settings, Tournament, Tpn
from pairing_engine.facts.quick import of_values
from pairing_engine.scores.crosstable import Crosstable, crosstable_of
from pairing_engine.standings.boards import number_of_boards

PRIMARY, SECONDARY = 0, 1


class Kind(Enum):
    """[C.07 16.2] The kind of a round for a participant."""

    __hash__ = object.__hash__

    PLAYED = "played"
    BYE = "16.2.1"
    FORFEIT_WIN = "16.2.2"
    REQUESTED_BYE = "16.2.3"
    """A requested bye; or 16.2.5, which depends on the rounds that follow."""
    FORFEIT_LOSS = "16.2.4"


VOLUNTARY = frozenset({Kind.REQUESTED_BYE, Kind.FORFEIT_LOSS})
"""[C.07 16.1.2] Rounds in which a participant was not available to play."""

FORFEITS = frozenset({Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS})

_KINDS: Mapping[Outcome, Kind] = {
    ByeKind.PAIRING_ALLOCATED: Kind.BYE,
    ByeKind.FULL_POINT: Kind.BYE,
    ByeKind.HALF_POINT: Kind.REQUESTED_BYE,
    ByeKind.ZERO_POINT: Kind.REQUESTED_BYE,
    None: Kind.REQUESTED_BYE,
    Result.FORFEIT_LOSS: Kind.FORFEIT_LOSS,
}

WINS = frozenset({Result.WIN, Result.UNRATED_WIN})

OF_GAME: Mapping[Outcome, int] = {
    Result.WIN: 10,
    Result.UNRATED_WIN: 10,
    Result.DRAW: 5,
    Result.UNRATED_DRAW: 5,
    Result.UNKNOWN: 5,
}
"""[C.07 10.2] The tenths of a game for the rating tables, whatever it is worth in the event; any other outcome is 0."""


class Own(NamedTuple):
    """One game of a participant: the own result and colour."""

    result: Result
    colour: str


class RoundEntry(NamedTuple):
    """One round of one participant.

    ``opponent`` is the scheduled one, `NOBODY` if there is none. ``games`` are the games of a match of two games only
    [C.04.5 0].
    """

    number: int
    opponent: Tpn
    points: tuple[int, int]
    kind: Kind
    outcome: Outcome
    colour: str
    games: tuple[Own, ...] = ()

    @property
    def played(self) -> bool:
        """Whether the participant played in this round [C.07 15.1]."""
        return self.kind is Kind.PLAYED

    def over_the_board(self) -> tuple[int, int]:
        """[C.07 10.2] The games played over the board, and the tenths scored in them; a win counts 10."""
        if self.games:
            played = [game for game in self.games if game.result.played]
            return len(played), sum(OF_GAME.get(game.result, 0) for game in played)
        return 1, OF_GAME.get(self.outcome, 0)


_round_entry = of_values(RoundEntry)


class Worth(NamedTuple):
    """The points of a won, drawn and lost round."""

    win: int
    draw: int
    loss: int


class Field:
    """Everybody's record after a round.

    ``rounds`` is the number of rounds of the tournament, ``after`` the number of those that count. ``scores`` include
    bonuses and penalties. ``capped`` says whether the dummy's score is bounded, as it is from 2026 on [C.07 16.4].
    """

    def __init__(self, tournament: Tournament, *, capped: bool) -> None:
        settings = tournament.settings
        table = crosstable_of(tournament)
        self.tournament = tournament
        self.capped = capped
        self.after = len(tournament.rounds)
        self.rounds = max(settings.rounds or 0, self.after)
        self.everybody: tuple[Tpn, ...] = tuple(table.everybody)
        self.worth = _worth(settings, number_of_boards(tournament))
        self.double = settings.double
        self.entries = _entries(table, double=settings.double)
        self.added = [table.added(number) for number in range(self.after + 1)]
        self.scores = _scores(self.everybody, self.entries, self.added)
        self.known_adjusted: dict[int, dict[Tpn, int]] = {}

    def changed(self, entries: Mapping[Tpn, Sequence[RoundEntry]]) -> Field:
        """The field with other rounds."""
        field = copy(self)
        field.entries = {tpn: tuple(found) for tpn, found in entries.items()}
        field.scores = _scores(self.everybody, field.entries, self.added)
        field.known_adjusted = {}
        return field

    def adjusted(self, reference: int) -> dict[Tpn, int]:
        """[C.07 16.3] Everybody's score, as it counts for opponents."""
        found = self.known_adjusted.get(reference)
        if found is None:
            draw = self.worth[reference].draw
            found = {
                tpn: scores[reference] + _corrections(self.entries[tpn], reference, draw)
                for tpn, scores in self.scores.items()
            }
            self.known_adjusted[reference] = found
        return found


def _corrections(entries: Sequence[RoundEntry], reference: int, draw: int) -> int:
    """[C.07 16.2.5, 16.3.2] The points to add so that the last requested byes count as draws.

    Reading K7: no round follows a bye in the last round so far, so it counts as followed by voluntary rounds only.
    """
    found = 0
    for entry in reversed(entries):
        if entry.kind is Kind.REQUESTED_BYE:
            found += draw - entry.points[reference]
        elif entry.kind is not Kind.FORFEIT_LOSS:
            break
    return found


def forfeits_played(field: Field) -> Field:
    """[C.07 6.1.1, 16.6] The field with forfeited games as games played against the scheduled opponents (``/P``).

    What everybody's score counts for opponents [16.3] stays as it is (reading K22).
    """

    def played(entry: RoundEntry) -> RoundEntry:
        if entry.kind not in FORFEITS:
            return entry
        return entry._replace(kind=Kind.PLAYED)

    found = field.changed({tpn: [played(entry) for entry in entries] for tpn, entries in field.entries.items()})
    found.known_adjusted = {reference: field.adjusted(reference) for reference in (PRIMARY, SECONDARY)}
    return found


def final_round_drawn(field: Field) -> Field:
    """[C.07 8.3] The field with all paired games of the final round drawn, forfeited ones included (reading K8)."""
    if field.after < field.rounds:
        return field
    draws = field.worth[PRIMARY].draw, field.worth[SECONDARY].draw

    def drawn(entry: RoundEntry) -> RoundEntry:
        if entry.number != field.rounds or entry.opponent == NOBODY:
            return entry
        return entry._replace(points=draws, kind=Kind.PLAYED, outcome=Result.DRAW, games=())

    return field.changed({tpn: [*entries[:-1], *map(drawn, entries[-1:])] for tpn, entries in field.entries.items()})


def _worth(settings: Settings, boards: int) -> tuple[Worth, Worth]:
    """[C.07 16.4.2] The points of a round, as score and as the other points."""
    scoring = settings.scoring
    times = 2 if settings.double else 1
    of_round = Worth(times * scoring.win, times * scoring.draw, times * scoring.loss)
    if settings.team is None:
        return of_round, Worth(0, 0, 0)
    games = settings.team.games
    of_games = Worth(boards * games.win, boards * games.draw, boards * games.loss)
    return (of_round, of_games) if settings.team.primary_is_match_points else (of_games, of_round)


def _entries(table: Crosstable, *, double: bool) -> dict[Tpn, tuple[RoundEntry, ...]]:
    """Everybody's rounds; an unplayed game or match that was not lost by forfeit was won by it."""
    found: dict[Tpn, list[RoundEntry]] = {tpn: [] for tpn in table.everybody}
    for number in range(1, len(table.rounds) + 1):
        doubles = _games_of_doubles(table.rounds[number - 1].games) if double else {}
        for tpn, (opponent, outcome, points, met, colour, secondary) in table.entries(number).items():
            kind = Kind.PLAYED if met else _KINDS.get(outcome, Kind.FORFEIT_WIN)
            games = doubles.get(tpn, ()) if doubles else ()
            found[tpn].append(_round_entry((number, opponent, (points, secondary), kind, outcome, colour, games)))
    return {tpn: tuple(entries) for tpn, entries in found.items()}


def _games_of_doubles(games: Iterable[Game]) -> dict[Tpn, tuple[Own, ...]]:
    """[C.04.5 0] By participant, the two games of a match."""
    found: dict[Tpn, tuple[Own, ...]] = {}
    for game in games:
        if game.second is not None:
            found[game.white] = Own(game.white_result, "w"), Own(game.second[0], "b")
            found[game.black] = Own(game.black_result, "b"), Own(game.second[1], "w")
    return found


def _scores(
    everybody: Iterable[Tpn],
    entries: Mapping[Tpn, Sequence[RoundEntry]],
    added: Sequence[Mapping[Tpn, tuple[int, int]]],
) -> dict[Tpn, tuple[int, int]]:
    found = {}
    bonuses = [gains for gains in added if gains]
    for tpn in everybody:
        gained = [entry.points for entry in entries[tpn]]
        gained += [gains[tpn] for gains in bonuses if tpn in gains]
        found[tpn] = sum([points for points, _ in gained]), sum([points for _, points in gained])
    return found
