"""Compare the brackets, boards, colours and bye that both engines choose for a round."""

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from pairing_engine import NoPairing
from pairing_engine.facts.codes import kind_of_system
from pairing_engine.facts.model import MAX_ROUNDS, EventKind, Tournament
from pairing_engine.generator.generate import Amount, Plan, generate
from pairing_engine.kernel.rules import BracketPairing
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import states
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System
from tests.articles.literal.facts import double_swiss_of, team_event_of, tournament_of
from tests.articles.literal.random_events import Axes, double_swiss_event, final, random_axes, random_event, team_event
from tests.builders import NOTHING, QUIET, show

ALL_THERE = QUIET._replace(unusual=(), unrated=(), scoring=None)
"""A plan for events in which nobody misses a round or forfeits a game."""


class Family(NamedTuple):
    """A family of random events.

    ``plan`` is None for random histories. Only the last ``last_rounds`` rounds of each event are compared.
    """

    name: str
    plan: Callable[[Random], Plan] | None
    last_rounds: int = MAX_ROUNDS
    axes: Callable[[Random, int], Axes] = random_axes

    def event(self, seed: int, system: System) -> Tournament:
        if self.plan is None:
            return self._history(seed, system)
        return generate(self.plan(Random(seed)), seed, system)

    def states(self, seed: int, system: System) -> Iterator[RoundState]:
        """Yield the state before each of the last ``last_rounds`` rounds, including the next round."""
        event = self.event(seed, system)
        last = min(len(event.rounds) + 1, event.settings.rounds or MAX_ROUNDS)
        for state in states(event, system.conventions):
            if last - self.last_rounds < state.number <= last:
                yield state

    def _history(self, seed: int, system: System) -> Tournament:
        match kind_of_system(system.name):
            case EventKind.DOUBLE:
                return double_swiss_of(double_swiss_event(seed))
            case EventKind.TEAM:
                return team_event_of(team_event(seed))
            case EventKind.INDIVIDUAL:
                rng = Random(seed)
                return tournament_of(random_event(rng, axes=self.axes(rng, rng.randint(5, 14))))


def _size(lot: Random) -> int:
    return lot.randint(4, 40)


def _rounds(lot: Random) -> int:
    return lot.randint(4, 9)


def usual(lot: Random) -> Plan:
    return Plan(players=_size(lot), rounds=_rounds(lot))


def with_byes(lot: Random) -> Plan:
    some = (Amount(lot.choice((5, 10, 20))),)
    return Plan(
        players=_size(lot),
        rounds=_rounds(lot),
        half_point_byes=some,
        zero_point_byes=some,
        full_point_byes=(Amount(3),),
        withdrawals=(Amount(5),),
        late_entries=Amount(20),
    )


def with_forfeits(lot: Random) -> Plan:
    return Plan(players=_size(lot), rounds=_rounds(lot), forfeits=(Amount(20),), double_forfeits=(Amount(10),))


def with_prohibitions(lot: Random) -> Plan:
    players = _size(lot)
    return Plan(players=players, rounds=_rounds(lot), prohibited_groups=lot.randint(2, players))


def accelerated(lot: Random) -> Plan:
    return Plan(players=_size(lot), rounds=_rounds(lot), baku=True)


def drawn(lot: Random) -> Plan:
    """Plan events with draws only, so that nearly all players are in the same bracket."""
    return ALL_THERE._replace(
        players=_size(lot), rounds=_rounds(lot), draws=100, lowest_rating=2000, highest_rating=2000
    )


def odd(lot: Random) -> Plan:
    """Plan an odd number of players and many rounds, so that nearly everybody gets the bye."""
    players = lot.randrange(5, 16, 2)
    return ALL_THERE._replace(players=players, rounds=players - 1, draws=lot.choice((20, 60)))


def crowded(lot: Random) -> Plan:
    players = lot.randint(4, 18)
    return ALL_THERE._replace(players=players, rounds=players - 1, forfeits=(Amount(lot.choice((0, 10))),))


def long(lot: Random) -> Plan:
    return Plan(players=lot.randint(18, 40), rounds=lot.randint(12, 17), withdrawals=NOTHING)


def large(lot: Random) -> Plan:
    return Plan(players=lot.randint(41, 100), rounds=lot.randint(2, 9))


FAMILIES = (
    Family("usual", usual),
    Family("histories", None),
    Family("byes", with_byes),
    Family("forfeits", with_forfeits),
    Family("prohibitions", with_prohibitions),
    Family("accelerated", accelerated),
    Family("draws only", drawn),
    Family("odd fields", odd),
    Family("many rounds", crowded),
    Family("late rounds", long, last_rounds=3),
    Family("large", large, last_rounds=1),
    Family("last rounds", None, last_rounds=1, axes=final),
)


def bracket_shown(pairing: BracketPairing) -> str:
    """Write the pairs and floaters of a bracket in a fixed order."""
    pairs = sorted("-".join(map(str, sorted((one.tpn, other.tpn)))) for one, other in pairing.pairs)
    return f"{' '.join(pairs)}/{','.join(map(str, sorted(player.tpn for player in pairing.floaters)))}"


def answer(system: System, state: RoundState, backend: Backend) -> str:
    """Write all brackets of a round on one line, and the boards and the bye on the next line."""
    try:
        found = pair_round(system, state, backend)
    except NoPairing as error:
        return f"no pairing: {error.article}"
    return "\n".join([" | ".join(bracket_shown(trace.pairing) for trace in found.trace), show(found)])


def difference(system: System, state: RoundState) -> str:
    """Return both answers as text if the engines disagree, and otherwise an empty string."""
    auto, reference = (answer(system, state, backend) for backend in (Backend.AUTO, Backend.REFERENCE))
    return "" if auto == reference else f"auto:\n{auto}\nreference:\n{reference}"


class Compared(NamedTuple):
    seed: int
    family: str
    rounds: int
    differences: tuple[str, ...]


def compared(seed: int, system: System) -> Compared:
    """Pair every round of a random event with both engines, and return the differences.

    The seed determines the family of the event.
    """
    family = FAMILIES[seed % len(FAMILIES)]
    rounds, found = 0, []
    for state in family.states(seed, system):
        rounds += 1
        words = difference(system, state)
        if words:
            found.append(f"round {state.number}\n{words}")
    return Compared(seed, family.name, rounds, tuple(found))
