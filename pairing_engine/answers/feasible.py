"""[Z11] A search that finds out whether further rounds can be paired; if they cannot, it gives the reason."""

from __future__ import annotations

from collections.abc import Set
from typing import TYPE_CHECKING, NamedTuple, Unpack

from pairing_engine.answers import printed
from pairing_engine.answers.rounds_ahead import STEPS, OpenRound, SearchAnswer, SearchVerdict, Steps, rounds_ahead
from pairing_engine.door import number_asked, opened
from pairing_engine.errors import NoPairing, TooLarge, refusal
from pairing_engine.facts.groups import Members, as_bits, bits_of
from pairing_engine.facts.model import MAX_ROUNDS, NOBODY, Bye, ByeKind, Tournament, Tpn, refuse_all_but
from pairing_engine.facts.wishes import barred_from_bye, groups_apart
from pairing_engine.kernel.no_pairing import no_pairing
from pairing_engine.language import marked, say, say_many
from pairing_engine.pairing import round_to_pair
from pairing_engine.systems import Editions
from pairing_engine.systems.system import System
from pairing_engine.under_way import doing

if TYPE_CHECKING:
    from pairing_engine.facts.asked_wishes import AskedAs


LARGEST_DECIDED = 40
"""The maximum number of participants for whom the search also looks for proofs that rounds are impossible."""

LARGEST = 600
"""The maximum number of participants for a search; more participants would take too much time and memory."""


@printed(lambda found: as_lines(found))
class Feasibility(NamedTuple):
    """Whether ``asked`` further rounds can be paired, with the reason in words.

    ``feasible`` is None if the search could not decide. ``stuck`` lists the participants who make the rounds
    impossible, as numbers in the file. ``rounds`` shows one way to pair the rounds, with 0 as the opponent for the bye.
    ``most`` is the largest number of further rounds that the search could pair.
    """

    asked: int
    feasible: bool | None
    words: str
    stuck: tuple[int, ...] = ()
    rounds: tuple[tuple[tuple[int, int], ...], ...] = ()
    most: int = 0

    def to_dict(self) -> dict[str, object]:
        """Return the answer as a dictionary with the keys of ``swisspair feasible --format json``."""
        return self._asdict()


def feasible(
    tournament: Tournament,
    number: int,
    system: System | Editions | str | None = None,
    edition: str | int | None = None,
    **asked: Unpack[AskedAs],
) -> Feasibility:
    """Find out whether ``number`` further rounds can be paired; all other arguments are as in `pairing_engine.pair`.

    Raises `BadRequest` for a number of rounds that the event cannot have, or if nobody takes part, `TooLarge` for too
    many participants, and the errors of `pairing_engine.door.opened`.
    """
    number_asked(tournament, None)
    refuse_all_but(int, rounds=number)
    event = opened(tournament, system, edition, **asked)
    tournament = event.tournament
    played = len(tournament.rounds)
    if not 1 <= number <= MAX_ROUNDS - played:
        most = MAX_ROUNDS - played
        raise refusal(
            "found {number}, expected a number of rounds between 1 and {most}", "rounds", number=number, most=most
        )
    ahead = _Ahead(tournament, event.system)
    if len(ahead.players) > LARGEST:
        raise TooLarge(
            say(
                "{number} participants are too many: the search handles up to {most}",
                number=len(ahead.players),
                most=LARGEST,
            )
        )
    if not ahead.players:
        raise refusal("nobody takes part in this event")
    answer = ahead.asked(number, Steps(STEPS))
    if answer.verdict is SearchVerdict.FOUND:
        return ahead.yes(number, answer)
    return ahead.no(number, answer)._replace(most=_most_below(number, ahead))


def _most_below(number: int, ahead: _Ahead) -> int:
    """Find the largest number of rounds below ``number`` that the search can pair."""
    steps = STEPS // number.bit_length()
    found, beyond = 0, number
    while beyond - found > 1:
        middle = (found + beyond) // 2
        if ahead.asked(middle, Steps(steps)).verdict is SearchVerdict.FOUND:
            found = middle
        else:
            beyond = middle
    return found


class _Ahead:
    """The further rounds, with all pairs that no absolute rule forbids; colours are not considered (reading Z11)."""

    def __init__(self, tournament: Tournament, system: System) -> None:
        self.tournament = tournament
        settings = tournament.settings._replace(rounds=None, prohibitions=(), wishes=())
        bare = tournament._replace(settings=settings, requests=())
        self.first = len(tournament.rounds) + 1
        self.state = round_to_pair(bare, self.first, system)
        self.basic = system.basic
        self.players = {player.tpn: player for player in self.state.players}
        self._byes: dict[int, list[Bye]] = {}
        for request in tournament.requests:
            self._byes.setdefault(request.round, []).append(request.bye)
        self._rounds: list[OpenRound] = []
        self._groups: list[Set[Tpn]] | None = None
        self._barred: dict[Tpn, int] = {}

    def asked(self, number: int, steps: Steps) -> SearchAnswer:
        """Search for a way to pair ``number`` rounds, within the given steps."""
        while len(self._rounds) < number:
            doing(marked("counting the remaining opponents"), len(self._rounds) + 1, number)
            one = self._round(self.first + len(self._rounds))
            self._rounds.append(self._rounds[-1] if self._rounds and self._rounds[-1] == one else one)
        if not any(one.vertices for one in self._rounds[:number]):
            raise refusal("round {number} cannot be paired: nobody takes part in it", "rounds", number=self.first)
        return rounds_ahead(self._rounds[:number], steps, proofs=len(self.players) <= LARGEST_DECIDED)

    def _barred_in(self, number: int) -> dict[Tpn, int]:
        """Map each player to the bit set of players whom the player may not meet in the round."""
        settings = self.tournament.settings
        groups: list[Set[Tpn]] = [p.tpns for p in settings.prohibitions if p.first_round <= number <= p.last_round]
        groups += groups_apart(settings.wishes, number)
        if groups != self._groups:
            self._groups = groups
            self._barred = {tpn: as_bits(player.barred) | 1 << tpn for tpn, player in self.players.items()}
            for group in groups:
                members = as_bits(group)
                for tpn in group & self.players.keys():
                    self._barred[tpn] |= members
        return self._barred

    def _taking_part(self, number: int) -> tuple[list[Tpn], Set[Tpn]]:
        """Return the players expected in a round, and the players among them who may have the bye."""
        away = {bye.tpn for bye in self._byes.get(number, ())}
        there = [tpn for tpn in self.players if tpn not in away]
        without_bye = barred_from_bye(self.tournament.settings.wishes, number, there)
        return there, {tpn for tpn in there if self.players[tpn].may_have_bye and tpn not in without_bye}

    def _round(self, number: int) -> OpenRound:
        there, open_to = self._taking_part(number)
        everybody, barred = bits_of(there), self._barred_in(number)
        near = {int(tpn): everybody & ~barred[tpn] for tpn in there}
        if len(there) % 2 and not self._bye_is_given(number):
            for tpn in open_to:
                near[tpn] |= 1 << NOBODY
            near[int(NOBODY)] = bits_of(open_to)
        return OpenRound(tuple(sorted(near)), near)

    def yes(self, number: int, answer: SearchAnswer) -> Feasibility:
        rounds = (
            sorted(map(sorted, couples), key=lambda couple: (couple[0] == NOBODY, couple)) for couples in answer.rounds
        )
        shown = tuple(
            tuple((self._shown(one), self._shown(other)) if one else (self._shown(other), 0) for one, other in couples)
            for couples in rounds
        )
        return Feasibility(
            number, True, say("one way to pair them was found; colours were not considered"), rounds=shown, most=number
        )

    def no(self, number: int, answer: SearchAnswer) -> Feasibility:
        """Build the answer "no" with its reason, or "undecided" if the search reached its limit."""
        match answer.verdict:
            case SearchVerdict.ALONE:
                error = self._alone(self.first + answer.place)
                words = say("round {round}: {words}", round=self.first + answer.place, words=error)
                return Feasibility(number, False, words, error.participants)
            case SearchVerdict.CUT:
                return self._cut(number, answer)
            case SearchVerdict.SPENT:
                return Feasibility(number, None, say(NO_MORE[answer.verdict], steps=STEPS))
            case verdict:
                return Feasibility(number, False, say(NO_MORE[verdict]))

    def _bye_is_given(self, number: int) -> bool:
        return any(bye.kind is ByeKind.PAIRING_ALLOCATED for bye in self._byes.get(number, ()))

    def _alone(self, number: int) -> NoPairing:
        there, open_to = self._taking_part(number)
        if len(there) % 2 and self._bye_is_given(number):
            words = say("the pairing-allocated bye is already given, but an odd number of participants is left")
            return NoPairing(self.basic.one_bye, words)
        barred = self._barred_in(number)
        players = [
            self.players[tpn]._replace(barred=Members(barred[tpn]), may_have_bye=tpn in open_to) for tpn in there
        ]
        return no_pairing(self.basic.once, players, lambda a, b: b.tpn not in a.barred, self.state.shown)

    def _cut(self, number: int, answer: SearchAnswer) -> Feasibility:
        stuck = tuple(self._shown(tpn) for tpn in answer.group if tpn != NOBODY)
        names = ", ".join(map(str, stuck))
        group = say("{names} and the bye", names=names) if NOBODY in answer.group else names
        message = marked(
            "the group {group} has an odd number of participants: in each of {rounds} rounds one "
            "of them needs an opponent outside the group, but too few such pairs are left ({pairs})"
        )
        if len(answer.group) == 1 and stuck:
            message = marked("participant {group} has opponents, or the bye, for only {pairs} rounds, not for {rounds}")
        elif not stuck:
            message = marked("the bye can be given only {pairs} times, but {rounds} rounds need it")
        words = say(message, group=group, rounds=answer.needed, pairs=answer.pairs)
        return Feasibility(number, False, words, stuck)

    def _shown(self, tpn: int) -> int:
        return 0 if tpn == NOBODY else self.state.shown(Tpn(tpn))


NO_MORE = marked(
    {
        SearchVerdict.FACTOR: "not everybody can have a new opponent, or the bye, in each round",
        SearchVerdict.EXHAUSTED: "all ways to pair these rounds were tried, and none works",
        SearchVerdict.SPENT: "a search of {steps:,} steps found no way to pair them, but did not try all ways",
    }
)


def as_lines(found: Feasibility) -> list[str]:
    """Write the answer as lines of text."""
    if found.feasible:
        words = say_many(
            "{number} more round can be paired: {words}",
            "{number} more rounds can be paired: {words}",
            found.asked,
            words=found.words,
        )
        return [words]
    if found.feasible is None:
        words = say_many(
            "{number} more round may be too many: {words}",
            "{number} more rounds may be too many: {words}",
            found.asked,
            words=found.words,
        )
    else:
        words = say_many(
            "{number} more round cannot be paired: {words}",
            "{number} more rounds cannot be paired: {words}",
            found.asked,
            words=found.words,
        )
    lines = [words]
    if found.most:
        lines.append(say("  {number} of them can be paired if colours are not considered", number=found.most))
    elif found.feasible is False:
        lines.append(say("  not even one more round can be paired"))
    return lines
