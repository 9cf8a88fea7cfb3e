"""The only module that opens events, so that a mistake is always reported in the same words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, Unpack

from pairing_engine.errors import refusal
from pairing_engine.facts.consistency import check_facts
from pairing_engine.facts.model import Round, Tournament, refuse_all_but
from pairing_engine.kernel.trace import RoundPairing, ScoreOf
from pairing_engine.matching import Backend
from pairing_engine.pairing import check_kind, engine_named, pair_round, round_to_pair
from pairing_engine.state.history import states
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems import Editions
from pairing_engine.systems.choice import Choice, choose
from pairing_engine.systems.system import System

if TYPE_CHECKING:
    from pairing_engine.facts.asked_wishes import AskedAs
    from pairing_engine.scores.crosstable import Crosstable


class Opened(NamedTuple):
    """A tournament, the choice of its system, and the engine that pairs the tournament."""

    tournament: Tournament
    choice: Choice
    engine: Backend = Backend.AUTO

    @property
    def system(self) -> System:
        """The event's system. For a single round, `System.for_round` may return another system."""
        return self.choice.system

    @property
    def next_round(self) -> int:
        return len(self.tournament.rounds) + 1

    def with_last_round(self) -> Opened:
        """Return the event. If the number of rounds is unknown, assume that the last recorded round is the last one."""
        tournament = self.tournament
        if tournament.settings.rounds is not None:
            return self
        settings = tournament.settings._replace(rounds=len(tournament.rounds))
        return self._replace(tournament=tournament._replace(settings=settings))

    def without_wishes(self) -> Opened:
        """Return the event as it is in FIDE mode."""
        settings = self.tournament.settings._replace(wishes=())
        return self._replace(tournament=self.tournament._replace(settings=settings))

    def before(self, number: int | None = None) -> RoundState:
        """Return the state of the event before round ``number`` or, by default, before the next round.

        Raises `BadRequest` for a round that cannot be paired, and for a round in which nobody takes part.
        """
        number = self.next_round if number is None else number
        state = round_to_pair(self.tournament, number, self.system)
        if not state.players and state.preassigned_bye is None:
            raise refusal("round {number} cannot be paired: nobody takes part in it", number=number)
        return state

    def paired(self, state: RoundState, score: ScoreOf | None = None) -> RoundPairing:
        """Pair a round, given the state before it; if ``score`` is given, it decides the order of the boards.

        Raises `NoPairing`, `MissingFact` and `TooLarge`.
        """
        return pair_round(self.system, state, self.engine, score)


def number_asked(tournament: Tournament, number: int | None) -> int:
    """Return ``number`` or, by default, the number of the next round. Raises TypeError for other types."""
    refuse_all_but(Tournament, tournament=tournament)
    if number is None:
        return len(tournament.rounds) + 1
    refuse_all_but(int, round=number)
    return number


def recorded_rounds(
    tournament: Tournament, system: System, number: int | None = None, table: Crosstable | None = None
) -> Iterator[tuple[RoundState, Round]]:
    """Yield the recorded rounds, or only round ``number``, each with the state before it."""
    for state, recorded in zip(states(tournament, system.conventions, table), tournament.rounds, strict=False):
        if number in (None, state.number):
            yield state, recorded


def opened(
    tournament: Tournament,
    system: System | Editions | str | None = None,
    edition: str | int | None = None,
    engine: Backend | str = Backend.AUTO,
    rounds: tuple[int, int] | None = None,
    **asked: Unpack[AskedAs],
) -> Opened:
    """Open an event: choose its system and its engine, and add the requested wishes.

    The system is the requested, or else the recorded system, or else the one in force on the first day. The wishes in
    ``asked`` are added to the tournament's own, for the first to the last of ``rounds``.

    Raises TypeError for values of other types. Raises `BadRequest` for contradictory facts, for an unknown system,
    edition or engine, for wishes that cannot be understood, and for a system that does not pair this kind of event.
    """
    refuse_all_but(Tournament, tournament=tournament)
    check_facts(tournament)
    backend = engine_named(engine)
    choice = choose(tournament.settings, system, edition)
    if asked:
        from pairing_engine.facts.asked_wishes import as_stated, with_asked  # imported here: few events have wishes

        tournament = with_asked(tournament, as_stated(asked), rounds)
    if choice.as_individuals:
        from pairing_engine.facts.as_individuals import as_individuals  # imported here, because few events need it

        tournament = as_individuals(tournament)
    check_kind(tournament, choice.system)
    return Opened(tournament, choice, backend)
