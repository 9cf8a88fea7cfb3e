"""The state of the event before a round, and the correct pairing of the round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Unpack

from checker.explained import explain, finding_as_dict, numbered
from pairing_engine.answers.comparison import Explanation, as_published
from pairing_engine.answers.sentences import with_score
from pairing_engine.door import number_asked, opened
from pairing_engine.errors import refusal
from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Participant, Request, Round, Tournament, Tpn
from pairing_engine.facts.names import called, find
from pairing_engine.kernel.findings import Finding
from pairing_engine.kernel.rules import Route
from pairing_engine.kernel.trace import BracketTrace, Pair, RoundPairing, compare
from pairing_engine.language import say
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round, round_to_pair
from pairing_engine.state import demands
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems import Editions
from pairing_engine.systems.system import System

if TYPE_CHECKING:
    from pairing_engine.facts.asked_wishes import AskedAs


class Moment:
    """A tournament as it was before a round was paired. Nothing is taken from the round itself, except who was absent.

    ``of_event`` is the system of the whole event, and ``system`` that of the round, because seeding rounds can have
    their own. ``given`` is the state before the round, and ``state`` has the colour preferences according to
    ``system``.
    """

    def __init__(self, tournament: Tournament, number: int, system: System, engine: Backend) -> None:
        self.tournament = before_round(tournament, number)
        self.number = number
        self.engine = engine
        self.of_event = system
        self.given = round_to_pair(self.tournament, number, system)
        self.system = system.for_round(self.given)
        self.state = self.system.with_preferences(self.given)

    def __repr__(self) -> str:
        return f"<Moment before round {self.number}>"

    @cached_property
    def pairing(self) -> RoundPairing:
        """The correct pairing of the round. Raises `NoPairing` if the round cannot be paired."""
        return self.paired(self.given)

    @cached_property
    def _opponents(self) -> dict[Tpn, Tpn]:
        return {one: other for pair in self.pairing.pairs for one, other in (pair, pair[::-1])}

    def opponent(self, tpn: Tpn) -> Tpn:
        """Return the opponent of a player in the correct round; `NOBODY` for the player with the bye."""
        return self._opponents[tpn]

    @property
    def table(self) -> BracketTrace | None:
        """The round as the table of the system gives it; None if the system has no table."""
        return next((trace for trace in self.pairing.trace if trace.bracket.route is Route.TABLE), None)

    def paired(self, state: RoundState) -> RoundPairing:
        return pair_round(self.of_event, state, self.engine)

    def with_pairs(self, pairs: Sequence[Pair]) -> RoundPairing:
        """Pair the round with certain pairs and a certain bye, even if the rules forbid them; the others obey them."""
        asked, may_meet = frozenset(map(frozenset, pairs)), self.system.may_meet
        system = self.system._replace(may_meet=lambda a, b, state: {a.tpn, b.tpn} in asked or may_meet(a, b, state))
        by_tpn = self.state.by_tpn
        if all(NOBODY in pair or may_meet(by_tpn[pair[0]], by_tpn[pair[1]], self.state) for pair in pairs):
            system = self.of_event
        return pair_round(system, demands.must_have(self.given, pairs), self.engine)

    def with_(self, tournament: Tournament) -> Moment:
        return Moment(tournament, self.number, self.of_event, self.engine)

    def player(self, number: int) -> Player:
        """Return the player with this number in the file. Raises `BadRequest` if the player is not paired."""
        tpn = self.tpn(number)
        player = self.state.by_tpn.get(tpn)
        if player is None:
            raise refusal(
                "{name} is not paired in round {number} ({why})",
                "player",
                name=self.name(tpn),
                number=self.number,
                why=self._why_absent(tpn),
            )
        return player

    def tpn(self, number: int) -> Tpn:
        """Return the TPN of the player with this number in the file. Raises `BadRequest` if there is none."""
        found = self._tpns.get(number)
        return find(tuple(self.participants.values()), str(number)).tpn if found is None else found

    @cached_property
    def _tpns(self) -> dict[int, Tpn]:
        return {participant.number: tpn for tpn, participant in self.participants.items()}

    @cached_property
    def participants(self) -> dict[Tpn, Participant]:
        return {participant.tpn: participant for participant in self.tournament.participants}

    def name(self, tpn: Tpn) -> str:
        participant = self.participants[tpn]
        return called(participant.number, participant.name, self.tournament.settings.kind)

    def scored(self, player: Player) -> str:
        """Return a player's number and name, with the pairing score."""
        return with_score(self.name(player.tpn), player.score)

    def shown(self, tpn: Tpn) -> int:
        """Return the number of a participant in the file; 0 for `NOBODY`."""
        return 0 if tpn == NOBODY else self.participants[tpn].number

    def pairs_as_lists(self, pairs: Iterable[Pair]) -> list[list[int]]:
        """Return boards as JSON lists: the numbers of White and Black in the file, with 0 for the bye."""
        return [[self.shown(white), self.shown(black)] for white, black in pairs]

    def names_in(self, *rounds: Iterable[Pair]) -> dict[str, str]:
        """Map the players' numbers in the file to their names, for all players on the given boards."""
        tpns = {tpn for pairs in rounds for pair in pairs for tpn in pair if tpn != NOBODY}
        return {str(self.shown(tpn)): self.participants[tpn].name for tpn in sorted(tpns)}

    def finding_as_dict(self, finding: Finding) -> dict[str, object]:
        names = {Tpn(one.number): one.name for one in self.participants.values()}
        return finding_as_dict(numbered(finding, self.shown), names)

    def _why_absent(self, tpn: Tpn) -> str:
        if tpn == self.state.preassigned_bye:
            return say("the arbiter gave the pairing-allocated bye beforehand")
        kinds = {ByeKind.HALF_POINT: say("a half-point bye"), ByeKind.FULL_POINT: say("a full-point bye")}
        away = (bye.kind for number, bye in self.tournament.requests if (number, bye.tpn) == (self.number, tpn))
        kind = next(away, None)
        return say("absent") if kind is None or kind not in kinds else kinds[kind]

    def explained(self, other: RoundPairing | Round) -> Explanation | None:
        """Explain why another pairing of the round is wrong. Return None if the pairing is right."""
        recorded = other if isinstance(other, Round) else as_published(other.pairs)
        difference = compare(recorded, self.pairing)
        if difference == ((), ()):
            return None
        return explain(self.state, recorded, self.pairing, difference, self.system)


def moment(
    tournament: Tournament,
    round: int | None = None,  # noqa: A002 - as in `pair`
    system: System | Editions | str | None = None,
    edition: str | int | None = None,
    engine: Backend | str = Backend.AUTO,
    **asked: Unpack[AskedAs],
) -> Moment:
    """Return the `Moment` before a round.

    If ``round`` is None, the next round is meant or, after the end of the event, the last round. A round that is still
    being played counts as the next round. `pairing_engine.pair` explains the arguments and the errors.
    """
    number_asked(tournament, round)
    number = _round_meant(tournament) if round is None else round
    event = opened(tournament, system, edition, engine, (number, number), **asked)
    if not 1 <= number <= len(tournament.rounds) + 1:
        raise refusal(
            "questions can be asked about rounds 1 to {rounds}, but not about round {number}",
            "round",
            number=number,
            rounds=len(tournament.rounds) + 1,
        )
    return Moment(event.tournament, number, event.system, event.engine)


def _round_meant(tournament: Tournament) -> int:
    played = len(tournament.rounds)
    is_last = tournament.under_way or (tournament.settings.rounds or played + 1) <= played
    return played if is_last and played else played + 1


def before_round(tournament: Tournament, number: int) -> Tournament:
    """Return the tournament before a round. Each player who missed the recorded round gets an announced bye."""
    if number > len(tournament.rounds):
        return tournament
    recorded = tournament.rounds[number - 1]
    paired = set(recorded.paired())
    byes = {bye.tpn: bye for bye in recorded.byes}
    away = [
        Request(number, byes.get(participant.tpn, Bye(participant.tpn, ByeKind.ZERO_POINT)))
        for participant in tournament.participants
        if participant.tpn not in paired
    ]
    return tournament._replace(rounds=tournament.rounds[: number - 1], requests=tuple(away), under_way=False)


__all__ = ["Moment", "Pair", "moment"]
