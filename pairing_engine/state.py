"""The facts of a tournament as the rules read them before one round [C.04.1, C.04.2].

`states` walks through an event once and gives the state before every recorded round and before the one to come; all
systems share it. What only one system reads (an average of ratings, an index) it derives itself from `RoundState`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from pairing_engine import acceleration, floats
from pairing_engine.errors import BadRequest
from pairing_engine.model import (
    Bye,
    ByeKind,
    Colour,
    Game,
    Points,
    Prohibition,
    Result,
    Round,
    Scoring,
    Settings,
    Tournament,
    Tpn,
    VirtualPoints,
)
from pairing_engine.preference import Preference, preference

NOBODY: frozenset[Tpn] = frozenset()


class Player(NamedTuple):
    """A participant before a round, as the rules read them."""

    tpn: Tpn
    score: Points
    """The pairing score: `points` and any virtual points [C.04.7 1.5]."""
    points: Points
    """The points of the standings."""
    colours: str
    """The colours of the games played, oldest first, ``w`` or ``b``; unplayed rounds left out [C.04.2 3.4]."""
    difference: int
    """[C.04.3 1.6] Games with White minus games with Black."""
    preference: Preference
    barred: frozenset[Tpn]
    """Whom this player may not meet: opponents of games played [C.04.1 2], and prohibited pairings."""
    floats: str
    """A letter a round, see `floats`; the last one is the previous round."""
    unplayed: int
    """Rounds so far without a game."""
    may_have_bye: bool
    """[C.04.1 4] Has neither had the pairing-allocated bye nor scored a win's points in a round without playing."""

    def floated(self, rounds_ago: int) -> str:
        """The float of that many rounds ago: 1 is the previous round."""
        return self.floats[-rounds_ago] if rounds_ago <= len(self.floats) else floats.NO_FLOAT


def ranking(player: Player) -> tuple[int, int]:
    """[C.04.3 1.2] The order of the players: score, then TPN."""
    return -player.score, player.tpn


@dataclass(frozen=True)
class RoundState:
    """Everything that the pairing of one round depends on.

    ``players`` are those to be paired, in their ranking order. ``preassigned_bye`` was given the pairing-allocated bye
    by the arbiter before the round was paired, and is not among them. ``is_last`` matters only where rules make
    exceptions for the last round.
    """

    tournament: Tournament
    number: int
    is_last: bool
    players: tuple[Player, ...]
    preassigned_bye: Tpn | None
    initial_colour: Colour | None

    @property
    def settings(self) -> Settings:
        """What the rules of the tournament say."""
        return self.tournament.settings

    @property
    def scoring(self) -> Scoring:
        """The points of every outcome."""
        return self.tournament.settings.scoring

    @property
    def past(self) -> tuple[Round, ...]:
        """The rounds before this one."""
        return self.tournament.rounds[: self.number - 1]

    @cached_property
    def by_tpn(self) -> dict[Tpn, Player]:
        """The players to be paired, by TPN."""
        return {player.tpn: player for player in self.players}

    @cached_property
    def _numbered(self) -> list[Tpn]:
        """[C.04.2 2.4] Who has a TPN by now: everybody paired so far or in this round."""
        tpns = {player.tpn for player in self.players}
        for past in self.past:
            tpns.update(past.field())
        if self.preassigned_bye is not None:
            tpns.add(self.preassigned_bye)
        return sorted(tpns)

    def number_of(self, tpn: Tpn) -> int:
        """The TPN without the gaps left by participants who have never been paired [C.04.2 2.4; reading G1]."""
        return bisect_right(self._numbered, tpn)


class _Ledger:
    """What has become of one participant so far. The only value here that changes."""

    __slots__ = ("barred_from_bye", "colours", "difference", "floats", "met", "points", "unplayed")

    def __init__(self) -> None:
        self.points = 0
        self.colours = ""
        self.difference = 0
        self.met = NOBODY
        self.floats = ""
        self.unplayed = 0
        self.barred_from_bye = False


class Scorer:
    """The points of each outcome in a round, abnormal points (record 299) included."""

    def __init__(self, settings: Settings) -> None:
        self.white = settings.scoring.of_result(Colour.WHITE)
        self.black = settings.scoring.of_result(Colour.BLACK)
        self.bye = settings.scoring.of_bye()
        self.abnormal = {
            (tpn, entry.round, entry.outcome): entry.points for entry in settings.abnormal_points for tpn in entry.tpns
        }

    def of_game(self, game: Game, number: int) -> tuple[Points, Points]:
        """What White and Black gained by a game of this round."""
        white, black = self.white[game.white_result], self.black[game.black_result]
        if self.abnormal:
            white = self.instead(game.white, number, _ABNORMAL_LETTER[game.white_result], white)
            black = self.instead(game.black, number, _ABNORMAL_LETTER[game.black_result], black)
        return white, black

    def of_bye(self, bye: Bye, number: int) -> Points:
        """What a participant gained by a bye of this round."""
        return self.instead(bye.tpn, number, bye.kind.value, self.bye[bye.kind])

    def of_absence(self, tpn: Tpn, number: int) -> Points:
        """What a participant gained who was not there in this round."""
        return self.instead(tpn, number, ByeKind.ZERO_POINT.value, self.bye[ByeKind.ZERO_POINT])

    def instead(self, tpn: Tpn, number: int, letter: str, usual: Points) -> Points:
        """The points of this participant for this outcome: those of a record 299 where there is one."""
        in_this_round = self.abnormal.get((tpn, number, letter))
        return in_this_round if in_this_round is not None else self.abnormal.get((tpn, 0, letter), usual)

    def bonus(self, tpn: Tpn, number: int) -> int:
        """A bonus or penalty of this participant for this round; those of round 0 count from the start."""
        return self.abnormal.get((tpn, number, ""), 0)


_ABNORMAL_LETTER = {
    Result.WIN: "W",
    Result.UNRATED_WIN: "W",
    Result.DRAW: "D",
    Result.UNRATED_DRAW: "D",
    Result.LOSS: "L",
    Result.UNRATED_LOSS: "L",
    Result.FORFEIT_WIN: "+",
    Result.FORFEIT_LOSS: "-",
    Result.UNKNOWN: "X",
}

FloatOfUnplayed = Callable[[ByeKind | Result | None, Points, Scoring], str]


class _Walk:
    """An event, walked through round by round. `record` adds a round to the ledgers, `state` reads them."""

    def __init__(self, tournament: Tournament, float_of_unplayed: FloatOfUnplayed) -> None:
        self.tournament = tournament
        self.scoring = tournament.settings.scoring
        self.scorer = Scorer(tournament.settings)
        self.float_of_unplayed = float_of_unplayed
        self.ledgers = {participant.tpn: _Ledger() for participant in tournament.participants}
        self.initial_colour = tournament.settings.initial_colour or inferred_initial_colour(tournament)
        if self.scorer.abnormal:
            for tpn, ledger in self.ledgers.items():
                ledger.points += self.scorer.bonus(tpn, 0)

    @cached_property
    def virtual_points(self) -> tuple[VirtualPoints, ...]:
        """All virtual points of the event."""
        return acceleration.virtual_points(self.tournament, self.field(1))

    def field(self, number: int) -> list[Tpn]:
        """Who is paired in this round, by TPN: as recorded, else everybody who has not asked for a bye."""
        if number <= len(self.tournament.rounds):
            return self.tournament.rounds[number - 1].field()
        away = {request.bye.tpn for request in self.tournament.requests if request.round == number}
        return [participant.tpn for participant in self.tournament.participants if participant.tpn not in away]

    def state(self, number: int) -> RoundState:
        """The state before this round, which is the one after those recorded so far."""
        virtual = acceleration.in_round(self.virtual_points, number)
        prohibited = _prohibited(self.tournament.settings.prohibitions, number)
        players = []
        for tpn in self.field(number):
            ledger = self.ledgers[tpn]
            points = Points(ledger.points)
            players.append(
                Player(
                    tpn,
                    Points(points + virtual[tpn]) if tpn in virtual else points,
                    points,
                    ledger.colours,
                    ledger.difference,
                    preference(ledger.colours, ledger.difference),
                    ledger.met | prohibited[tpn] if tpn in prohibited else ledger.met,
                    ledger.floats,
                    ledger.unplayed,
                    not ledger.barred_from_bye,
                )
            )
        players.sort(key=attrgetter("score"), reverse=True)  # stable: equal scores stay in the order of their TPNs
        return RoundState(
            self.tournament,
            number,
            number == self.tournament.settings.rounds,
            tuple(players),
            self._preassigned_bye(number),
            self.initial_colour,
        )

    def _preassigned_bye(self, number: int) -> Tpn | None:
        for round_, bye in self.tournament.requests:
            if round_ == number and bye.kind is ByeKind.PAIRING_ALLOCATED and number > len(self.tournament.rounds):
                return bye.tpn
        return None

    def record(self, number: int) -> None:
        """Add what happened in a recorded round."""
        recorded = self.tournament.rounds[number - 1]
        virtual = acceleration.in_round(self.virtual_points, number)
        missing = set(self.ledgers)
        for game in recorded.games:
            missing.discard(game.white)
            missing.discard(game.black)
            self._record_game(game, number, virtual)
        for bye in recorded.byes:
            missing.discard(bye.tpn)
            usual = self.scorer.bye[bye.kind]
            self._record_unplayed(bye.tpn, number, bye.kind, bye.kind.value, usual)
        for tpn in missing:
            self._record_unplayed(tpn, number, None, ByeKind.ZERO_POINT.value, self.scoring.zero_point_bye)

    def _record_game(self, game: Game, number: int, virtual: dict[Tpn, Points]) -> None:
        white, black, white_result, black_result, _ = game
        if not (white_result.played and black_result.played):
            self._record_unplayed(white, number, white_result, white_result.value, self.scorer.white[white_result])
            self._record_unplayed(black, number, black_result, black_result.value, self.scorer.black[black_result])
            return
        whites, blacks = self.ledgers[white], self.ledgers[black]
        white_score = Points(whites.points + virtual.get(white, 0))
        black_score = Points(blacks.points + virtual.get(black, 0))
        white_points, black_points = self.scorer.white[white_result], self.scorer.black[black_result]
        if self.scorer.abnormal:
            white_points = self.scorer.instead(white, number, _ABNORMAL_LETTER[white_result], white_points)
            black_points = self.scorer.instead(black, number, _ABNORMAL_LETTER[black_result], black_points)
            whites.points += self.scorer.bonus(white, number)
            blacks.points += self.scorer.bonus(black, number)
        whites.points += white_points
        blacks.points += black_points
        whites.colours += "w"
        blacks.colours += "b"
        whites.difference += 1
        blacks.difference -= 1
        whites.met |= {black}
        blacks.met |= {white}
        whites.floats += floats.of_game(white_score, black_score)
        blacks.floats += floats.of_game(black_score, white_score)

    def _record_unplayed(
        self, tpn: Tpn, number: int, outcome: ByeKind | Result | None, letter: str, usual: Points
    ) -> None:
        ledger = self.ledgers[tpn]
        gained = usual
        if self.scorer.abnormal:
            gained = self.scorer.instead(tpn, number, letter, usual)
            ledger.points += self.scorer.bonus(tpn, number)
        ledger.points += gained
        ledger.unplayed += 1
        ledger.floats += self.float_of_unplayed(outcome, gained, self.scoring)
        if outcome is ByeKind.PAIRING_ALLOCATED or gained >= self.scoring.win:
            ledger.barred_from_bye = True


def _prohibited(prohibitions: tuple[Prohibition, ...], number: int) -> dict[Tpn, frozenset[Tpn]]:
    """Whom each participant may not meet in this round by a stated prohibition."""
    found: dict[Tpn, frozenset[Tpn]] = {}
    for first, last, tpns in prohibitions:
        if first <= number <= last:
            for tpn in tpns:
                found[tpn] = found.get(tpn, NOBODY) | (tpns - {tpn})
    return found


def inferred_initial_colour(tournament: Tournament) -> Colour | None:
    """The initial-colour that explains most games of the first round in which games had colours; None if there is none.

    There nobody has a preference yet, so every colour followed from it and from the parity of the higher TPN.
    """
    for recorded in tournament.rounds:
        games = [game for game in recorded.games if game.colours_known]
        if not games:
            continue
        number = {tpn: place for place, tpn in enumerate(recorded.field(), 1)}
        votes = 0
        for game in games:
            odd = number[min(game.white, game.black)] % 2 == 1
            votes += 1 if (game.white < game.black) is odd else -1
        if votes:
            return Colour.WHITE if votes > 0 else Colour.BLACK
        top = min(games, key=lambda game: min(game.white, game.black))
        return Colour.WHITE if (top.white < top.black) is (number[min(top.white, top.black)] % 2 == 1) else Colour.BLACK
    return None


def states(
    tournament: Tournament, float_of_unplayed: FloatOfUnplayed = floats.of_unplayed_round
) -> Iterator[RoundState]:
    """The state before every recorded round, and before the one that follows them.

    Raises `MissingFact` and `BadRequest` where an acceleration cannot be computed.

    >>> from pairing_engine.model import Participant
    >>> event = Tournament("", (Participant(Tpn(1)), Participant(Tpn(2))))
    >>> [(state.number, len(state.players)) for state in states(event)]
    [(1, 2)]
    """
    walk = _Walk(tournament, float_of_unplayed)
    for number in range(1, len(tournament.rounds) + 2):
        yield walk.state(number)
        if number <= len(tournament.rounds):
            walk.record(number)


def state_before(
    tournament: Tournament, number: int, float_of_unplayed: FloatOfUnplayed = floats.of_unplayed_round
) -> RoundState:
    """The state before one round, which is recorded or the next one. Raises as `states` does."""
    if not 1 <= number <= len(tournament.rounds) + 1:
        raise BadRequest(
            f"round {number} cannot be paired: {len(tournament.rounds)} rounds are recorded, so rounds 1 to "
            f"{len(tournament.rounds) + 1} can"
        )
    walk = _Walk(tournament, float_of_unplayed)
    for past in range(1, number):
        walk.record(past)
    return walk.state(number)


def standings(tournament: Tournament) -> dict[Tpn, Points]:
    """The points of every participant after the recorded rounds."""
    walk = _Walk(tournament, floats.of_unplayed_round)
    for past in range(1, len(tournament.rounds) + 1):
        walk.record(past)
    return {tpn: Points(ledger.points) for tpn, ledger in walk.ledgers.items()}
