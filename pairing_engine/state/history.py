"""From the rounds of a tournament to the state before each of them [C.04.1, C.04.2].

`states` walks through an event once and gives the state before every recorded round and before the one to come; all
systems share it. What only one system reads (an average of ratings, an index) it derives itself from `RoundState`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from operator import attrgetter

from pairing_engine.errors import BadRequest
from pairing_engine.facts.groups import Barred
from pairing_engine.facts.model import (
    Bye,
    ByeKind,
    Colour,
    Game,
    Points,
    Result,
    TeamMatch,
    TeamPoints,
    Tournament,
    Tpn,
    VirtualPoints,
)
from pairing_engine.state import acceleration, floats
from pairing_engine.state.preference import preference
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.state.scorer import INDIVIDUAL, Conventions, Scorer
from pairing_engine.state.team_scorer import scorer_of

NOBODY: frozenset[Tpn] = frozenset()


class _Ledger:
    """What has become of one participant so far. The only value here that changes."""

    __slots__ = ("barred_from_bye", "colours", "difference", "floats", "met", "points", "secondary", "unplayed")

    def __init__(self) -> None:
        self.points = 0
        self.secondary = 0
        self.colours = ""
        self.difference = 0
        self.met = NOBODY
        self.floats = ""
        self.unplayed = 0
        self.barred_from_bye = False


class _Walk:
    """An event, walked through round by round. `record` adds a round to the ledgers, `state` reads them."""

    def __init__(self, tournament: Tournament, conventions: Conventions) -> None:
        self.tournament = tournament
        self.scoring = tournament.settings.scoring
        self.scorer = Scorer(tournament.settings)
        self.conventions = conventions
        self.team = tournament.settings.team
        self.team_scorer = scorer_of(tournament.settings)
        self.ledgers = {participant.tpn: _Ledger() for participant in tournament.participants}
        self.initial_colour = tournament.settings.initial_colour or inferred_initial_colour(tournament)
        if self.scorer.abnormal:
            for tpn, ledger in self.ledgers.items():
                ledger.points += self.scorer.bonus(tpn, 0)
        self._add_team_bonuses(0)
        self._virtual_of: tuple[int, dict[Tpn, Points]] = 0, {}
        self._barred_by: tuple[list[int], Barred] = [], Barred(())

    @cached_property
    def virtual_points(self) -> tuple[VirtualPoints, ...]:
        """All virtual points of the event."""
        return acceleration.virtual_points(self.tournament, field(self.tournament, 1))

    def _virtual(self, number: int) -> dict[Tpn, Points]:
        """The virtual points of a round, which is asked for twice: before it and after it."""
        if self._virtual_of[0] != number:
            self._virtual_of = number, acceleration.in_round(self.virtual_points, number)
        return self._virtual_of[1]

    def _barred(self, number: int) -> Barred:
        """Whom each participant may not meet in a round by a stated prohibition; mostly as in the round before."""
        rules = self.tournament.settings.prohibitions
        in_force = [place for place, rule in enumerate(rules) if rule.first_round <= number <= rule.last_round]
        if self._barred_by[0] != in_force:
            self._barred_by = in_force, Barred([rules[place].tpns for place in in_force])
        return self._barred_by[1]

    def state(self, number: int) -> RoundState:
        """The state before this round, which is the one after those recorded so far."""
        virtual = self._virtual(number)
        barred = self._barred(number)
        players = []
        for tpn in field(self.tournament, number):
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
                    barred.of(tpn, ledger.met),
                    ledger.floats,
                    ledger.unplayed,
                    not ledger.barred_from_bye,
                    Points(ledger.secondary),
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
        if number <= len(self.tournament.rounds):
            return None
        for round_, bye in self.tournament.requests:
            if round_ == number and bye.kind is ByeKind.PAIRING_ALLOCATED:
                return bye.tpn
        return None

    def record(self, number: int) -> None:
        """Add what happened in a recorded round."""
        recorded = self.tournament.rounds[number - 1]
        virtual = self._virtual(number)
        missing = set(self.ledgers)
        for game in recorded.games:
            missing.discard(game.white)
            missing.discard(game.black)
            if game.second is None:
                self._record_game(game, number, virtual)
            else:
                self._record_double(game, number, virtual)
        for match in recorded.matches:
            missing.discard(match.white)
            missing.discard(match.black)
            self._record_match(match, number, virtual)
        for bye in recorded.byes:
            missing.discard(bye.tpn)
            self._record_unplayed(bye.tpn, number, bye.kind, bye.kind.value, self._bye_points(bye, number))
        for tpn in missing:
            absence = Bye(tpn, ByeKind.ZERO_POINT)
            self._record_unplayed(tpn, number, None, absence.kind.value, self._bye_points(absence, number))
        self._add_team_bonuses(number)

    def _record_game(self, game: Game, number: int, virtual: dict[Tpn, Points]) -> None:
        white, black, white_result, black_result, _, _ = game
        if not (white_result.played and black_result.played):
            self._record_unplayed(white, number, white_result, white_result.value, self.scorer.white[white_result])
            self._record_unplayed(black, number, black_result, black_result.value, self.scorer.black[black_result])
            return
        white_points, black_points = self.scorer.white[white_result], self.scorer.black[black_result]
        if self.scorer.abnormal:
            white_points, black_points = self.scorer.of_game(game, number)
        self._record_meeting(white, black, white_points, black_points, number, virtual)
        self._record_colours(white, black)

    def _record_meeting(
        self,
        white: Tpn,
        black: Tpn,
        white_points: Points,
        black_points: Points,
        number: int,
        virtual: dict[Tpn, Points],
    ) -> None:
        """Add what two gained who met each other, and their floats."""
        whites, blacks = self.ledgers[white], self.ledgers[black]
        white_score = Points(whites.points + virtual.get(white, 0))
        black_score = Points(blacks.points + virtual.get(black, 0))
        whites.points += white_points
        blacks.points += black_points
        if self.scorer.abnormal:
            whites.points += self.scorer.bonus(white, number)
            blacks.points += self.scorer.bonus(black, number)
        whites.met |= {black}
        blacks.met |= {white}
        whites.floats += floats.of_game(white_score, black_score)
        blacks.floats += floats.of_game(black_score, white_score)

    def _record_colours(self, white: Tpn, black: Tpn) -> None:
        whites, blacks = self.ledgers[white], self.ledgers[black]
        whites.colours += "w"
        blacks.colours += "b"
        whites.difference += 1
        blacks.difference -= 1

    def _record_double(self, game: Game, number: int, virtual: dict[Tpn, Points]) -> None:
        """[C.04.5 0, 1.6] Add a match of two games: it gives a colour if one of them at least was played."""
        assert game.second is not None
        first_white, first_black = self.scorer.of_game(game, number)
        second_black, second_white = self.scorer.of_game(game.second_game, number)
        white_points = Points(first_white + second_white)
        black_points = Points(first_black + second_black)
        if game.is_played:
            self._record_meeting(game.white, game.black, white_points, black_points, number, virtual)
            if game.white_result.played or game.second[0].played:
                self._record_colours(game.white, game.black)
            return
        for tpn, results, points in (
            (game.white, (game.white_result, game.second[0]), white_points),
            (game.black, (game.black_result, game.second[1]), black_points),
        ):
            forfeited = results == (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS)
            outcome = Result.FORFEIT_LOSS if forfeited else Result.FORFEIT_WIN
            self._record_unplayed(tpn, number, outcome, None, points)

    def _record_match(self, match: TeamMatch, number: int, virtual: dict[Tpn, Points]) -> None:
        """[C.04.6] Add a match of two teams."""
        white, black = self._split(match.white_points), self._split(match.black_points)
        self.ledgers[match.white].secondary += white[1]
        self.ledgers[match.black].secondary += black[1]
        if match.played:
            self._record_meeting(match.white, match.black, white[0], black[0], number, virtual)
            self._record_colours(match.white, match.black)
            return
        for tpn, points in ((match.white, white[0]), (match.black, black[0])):
            outcome = Result.FORFEIT_WIN if tpn == match.won_by_forfeit else Result.FORFEIT_LOSS
            self._record_unplayed(tpn, number, outcome, None, points)

    def _split(self, points: TeamPoints) -> tuple[Points, Points]:
        """What counts for the score, and what does not."""
        if self.team is not None and not self.team.primary_is_match_points:
            return points.game, points.match
        return points.match, points.game

    def _bye_points(self, bye: Bye, number: int) -> Points:
        """What a bye gives to the score, if no record 299 of an individual event says otherwise."""
        if self.team_scorer is None:
            return self.scorer.bye[bye.kind]
        primary, secondary = self._split(self.team_scorer.of_bye(bye.tpn, bye.kind, number))
        self.ledgers[bye.tpn].secondary += secondary
        return primary

    def _add_team_bonuses(self, number: int) -> None:
        """Add what record 299 gives teams, or takes from them, whatever they did in this round."""
        if self.team_scorer is None or not self.team_scorer.abnormal:
            return
        for tpn, ledger in self.ledgers.items():
            primary, secondary = self._split(self.team_scorer.bonus(tpn, number))
            ledger.points += primary
            ledger.secondary += secondary

    def _record_unplayed(
        self, tpn: Tpn, number: int, outcome: ByeKind | Result | None, letter: str | None, usual: Points
    ) -> None:
        """Add a round without a game. ``letter`` is by what a record 299 names it; None where it cannot."""
        ledger = self.ledgers[tpn]
        gained = usual
        if self.scorer.abnormal:
            gained = usual if letter is None else self.scorer.instead(tpn, number, letter, usual)
            ledger.points += self.scorer.bonus(tpn, number)
        ledger.points += gained
        ledger.unplayed += 1
        ledger.floats += self.conventions.float_of_unplayed(outcome, gained, self.scoring)
        if self.conventions.bars_from_bye(outcome, gained, self.scoring):
            ledger.barred_from_bye = True


def field(tournament: Tournament, number: int) -> list[Tpn]:
    """Who is paired in this round, by TPN: as recorded, else everybody who has not asked for a bye."""
    if number <= len(tournament.rounds):
        return tournament.rounds[number - 1].field()
    away = {request.bye.tpn for request in tournament.requests if request.round == number}
    return [participant.tpn for participant in tournament.participants if participant.tpn not in away]


def inferred_initial_colour(tournament: Tournament) -> Colour | None:
    """The initial-colour that explains most games of the first round in which games had colours; None if there is none.

    There nobody has a preference yet, so every colour followed from it and from the parity of the higher TPN.
    """
    for recorded in tournament.rounds:
        games = [meeting for meeting in recorded.meetings() if meeting.colours_known]
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


def states(tournament: Tournament, conventions: Conventions = INDIVIDUAL) -> Iterator[RoundState]:
    """The state before every recorded round, and before the one that follows them.

    Raises `MissingFact` and `BadRequest` where an acceleration cannot be computed.

    >>> from pairing_engine.facts.model import Participant
    >>> event = Tournament("", (Participant(Tpn(1)), Participant(Tpn(2))))
    >>> [(state.number, len(state.players)) for state in states(event)]
    [(1, 2)]
    """
    walk = _Walk(tournament, conventions)
    for number in range(1, len(tournament.rounds) + 2):
        yield walk.state(number)
        if number <= len(tournament.rounds):
            walk.record(number)


def state_before(tournament: Tournament, number: int, conventions: Conventions = INDIVIDUAL) -> RoundState:
    """The state before one round, which is recorded or the next one. Raises as `states` does."""
    if not 1 <= number <= len(tournament.rounds) + 1:
        raise BadRequest(
            f"round {number} cannot be paired: {len(tournament.rounds)} rounds are recorded, so rounds 1 to "
            f"{len(tournament.rounds) + 1} can"
        )
    walk = _Walk(tournament, conventions)
    for past in range(1, number):
        walk.record(past)
    return walk.state(number)


def standings(tournament: Tournament) -> dict[Tpn, Points]:
    """The points of every participant after the recorded rounds."""
    walk = _Walk(tournament, INDIVIDUAL)
    for past in range(1, len(tournament.rounds) + 1):
        walk.record(past)
    return {tpn: Points(ledger.points) for tpn, ledger in walk.ledgers.items()}
