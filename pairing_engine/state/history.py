"""The state before each round of a tournament, derived from the earlier rounds [C.04.1, C.04.2].

All systems use `states`, which reads the rounds of an event only once. Each system computes its own data, such as
average ratings, from `RoundState`.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import TYPE_CHECKING

from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import NOBODY, ByeKind, Points, Tournament, Tpn, VirtualPoints
from pairing_engine.language import say_many
from pairing_engine.scores import acceleration
from pairing_engine.scores.crosstable import Crosstable, crosstable_of
from pairing_engine.state.round_state import INDIVIDUAL, Conventions, Player, Preference, RoundState, is_barred

if TYPE_CHECKING:
    from pairing_engine.facts.groups import Barred

_player = Player._make
"""A fast way to create a `Player`, because all players are created again for every round."""

NO_OPPONENTS: frozenset[Tpn] = frozenset()


class _Ledger:
    """The results of one participant in the rounds so far."""

    __slots__ = ("barred_from_bye", "colours", "difference", "floats", "met", "points", "secondary", "unplayed")

    def __init__(self) -> None:
        self.points = 0
        self.secondary = 0
        self.colours = ""
        self.difference = 0
        self.met = NO_OPPONENTS
        self.floats = ""
        self.unplayed = 0
        self.barred_from_bye = False


class _PastRounds:
    """One pass through an event: `state` returns the state before a round, and `record` adds the round."""

    def __init__(self, tournament: Tournament, conventions: Conventions, table: Crosstable | None = None) -> None:
        self.tournament = tournament
        self.scoring = tournament.settings.scoring
        self.table = table or crosstable_of(tournament)
        self.conventions = conventions
        self.ledgers = {participant.tpn: _Ledger() for participant in tournament.participants}
        self.alone = {tpn: frozenset((tpn,)) for tpn in self.ledgers}
        """For each participant, a ready-made set with this participant as the only member."""
        self.initial_colour = tournament.settings.initial_colour
        if self.initial_colour is None:
            from pairing_engine.state.initial_colour import inferred_initial_colour  # most events state the colour

            self.initial_colour = inferred_initial_colour(tournament)
        self._virtual_points: tuple[VirtualPoints, ...] | None = None
        self._virtual_of: tuple[int, dict[Tpn, Points]] = 0, {}
        self._barred_by: tuple[list[int], Barred | None] = [], None
        self._add(0)

    def _virtual(self, number: int) -> dict[Tpn, Points]:
        """Return the virtual points of a round. The points are cached, because they are used twice."""
        if self._virtual_points is None:
            event = self.tournament
            found = acceleration.virtual_points(event, event.taking_part(1), self.conventions.acceleration)
            self._virtual_points = found
        if self._virtual_of[0] != number:
            self._virtual_of = number, acceleration.in_round(self._virtual_points, number)
        return self._virtual_of[1]

    def _barred(self, number: int) -> Barred | None:
        """Return the prohibited opponents of each participant in a round. Prohibitions rarely change between rounds."""
        rules = self.tournament.settings.prohibitions
        in_force = [place for place, rule in enumerate(rules) if rule.first_round <= number <= rule.last_round]
        if self._barred_by[0] != in_force:
            from pairing_engine.facts.groups import Barred  # imported here, because few events have prohibitions

            self._barred_by = in_force, Barred([rules[place].tpns for place in in_force])
        return self._barred_by[1]

    def state(self, number: int) -> RoundState:
        players = self._players(number)
        # Sorting is stable: players with equal scores stay in the order of their TPNs.
        players.sort(key=attrgetter("score"), reverse=True)
        given = self.tournament.requests if number > len(self.tournament.rounds) else ()
        allocated = (bye.tpn for when, bye in given if when == number and bye.kind is ByeKind.PAIRING_ALLOCATED)
        preassigned = next(allocated, None)
        state = RoundState(
            self.tournament,
            number,
            number == self.tournament.settings.rounds,
            tuple(players),
            preassigned,
            self.initial_colour,
        )
        if not self.tournament.settings.wishes:
            return state
        from pairing_engine.state.demands import obeying  # imported here, because few events have wishes

        return obeying(state)

    def _players(self, number: int) -> list[Player]:
        virtual, barred, preference = self._virtual(number), self._barred(number) or None, self.conventions.preference
        preferences: dict[str, Preference] = {}
        players = []
        for tpn in self.tournament.taking_part(number):
            ledger = self.ledgers[tpn]
            points, colours = ledger.points, ledger.colours
            preferred = preferences.get(colours)
            if preferred is None:
                preferred = preferences[colours] = preference(colours, ledger.difference)
            players.append(
                _player(
                    (
                        tpn,
                        points + virtual[tpn] if tpn in virtual else points,
                        points,
                        colours,
                        ledger.difference,
                        preferred,
                        barred.of(tpn, ledger.met) if barred is not None else ledger.met,
                        ledger.floats,
                        ledger.unplayed,
                        not ledger.barred_from_bye,
                        ledger.secondary,
                    )
                )
            )
        return players

    def record(self, number: int) -> None:
        ledgers, alone, float_of = self.ledgers, self.alone, self.conventions.float_of_game
        once = self.conventions.once
        virtual = self._virtual(number)
        before = {tpn: Points(ledger.points) for tpn, ledger in ledgers.items()}
        for tpn, points in virtual.items():
            before[tpn] = Points(before.get(tpn, 0) + points)
        for tpn, (opponent, outcome, points, met, colour, secondary) in self.table.entries(number).items():
            ledger = ledgers[tpn]
            ledger.points += points
            if secondary:
                ledger.secondary += secondary
            if not met:
                ledger.unplayed += 1
                if opponent != NOBODY and self.conventions.forfeits_float:
                    ledger.floats += float_of(before[tpn], before[opponent])
                else:
                    ledger.floats += self.conventions.float_of_unplayed(outcome, points, self.scoring)
                if is_barred(self.conventions.bye_bar, outcome, points, self.scoring):
                    ledger.barred_from_bye = True
                continue
            if once:
                ledger.met |= alone[opponent]
            ledger.floats += float_of(before[tpn], before[opponent])
            if colour:
                ledger.colours += colour
                ledger.difference += 1 if colour == "w" else -1
        self._add(number)

    def _add(self, number: int) -> None:
        """[299] Add the bonuses and penalties of this round to the participants' points."""
        for tpn, (points, secondary) in self.table.added(number).items():
            self.ledgers[tpn].points += points
            self.ledgers[tpn].secondary += secondary


def states(
    tournament: Tournament, conventions: Conventions = INDIVIDUAL, table: Crosstable | None = None
) -> Iterator[RoundState]:
    """Yield the state before each recorded round, and before the next round to be paired.

    ``table`` is the crosstable, if it already exists. Raises `MissingFact` or `BadRequest` if an acceleration cannot be
    computed.

    >>> from pairing_engine.facts.model import Participant
    >>> event = Tournament("", (Participant(Tpn(1)), Participant(Tpn(2))))
    >>> [(state.number, len(state.players)) for state in states(event)]
    [(1, 2)]
    """
    walk = _PastRounds(tournament, conventions, table)
    for number in range(1, len(tournament.rounds) + 2):
        yield walk.state(number)
        if number <= len(tournament.rounds):
            walk.record(number)


def state_before(tournament: Tournament, number: int, conventions: Conventions = INDIVIDUAL) -> RoundState:
    """Return the state before a recorded round or the next one. Raises `BadRequest` for others, and as `states`."""
    if not 1 <= number <= len(tournament.rounds) + 1:
        words = say_many(
            "round {round} cannot be paired: {number} round is recorded, so only rounds 1 to {last} can be paired",
            "round {round} cannot be paired: {number} rounds are recorded, so only rounds 1 to {last} can be paired",
            len(tournament.rounds),
            round=number,
            last=len(tournament.rounds) + 1,
        )
        raise BadRequest(words, "round")
    walk = _PastRounds(tournament, conventions)
    for past in range(1, number):
        walk.record(past)
    return walk.state(number)
