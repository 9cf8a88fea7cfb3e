"""[Z11] The answer to whether a number of further rounds can be paired, and which players prevent it."""

from __future__ import annotations

from collections.abc import Set

from pairing_engine.errors import BadRequest, NoPairing, TooLarge
from pairing_engine.facts.model import MAX_ROUNDS, NOBODY, ByeKind, Tournament, Tpn
from pairing_engine.facts.wishes import barred_from_bye, groups_apart
from pairing_engine.kernel.deadlock import no_pairing
from pairing_engine.language import say, say_many
from pairing_engine.matching.rounds_ahead import LARGE, SMALL, STEPS, Answer, Round, Steps, Verdict, rounds_ahead
from pairing_engine.pairing import round_to_pair
from pairing_engine.state.round_state import Player
from pairing_engine.systems.system import System
from pairing_engine.values import NamedTuple, replace

LARGEST_DECIDED = 40
"""The maximum number of participants for whom the answer is always exact; for more, the search is bounded."""

LARGEST = 600
"""The maximum number of participants for whom the search is made at all: more take too much time and memory."""


class Feasibility(NamedTuple):
    """The answer whether ``asked`` further rounds can be paired: True, False, or None if undecided.

    ``words`` say why, ``stuck`` are those who stand in the way, by the numbers of the file. ``rounds`` is one way to
    pair them, 0 in the second place for the bye; ``most`` how many rounds are possible for certain.
    """

    asked: int
    feasible: bool | None
    words: str
    stuck: tuple[int, ...] = ()
    rounds: tuple[tuple[tuple[int, int], ...], ...] = ()
    most: int = 0

    def to_dict(self) -> dict[str, object]:
        """The answer as a dictionary with the keys of ``swisspair --feasible --format json``."""
        return self._asdict()


def feasible(tournament: Tournament, number: int, system: System) -> Feasibility:
    """Whether this number of further rounds can be paired.

    Raises `BadRequest` for a number that no event has, `TooLarge`, and as `round_to_pair` does.
    """
    played = len(tournament.rounds)
    if not 1 <= number <= MAX_ROUNDS - played:
        most = MAX_ROUNDS - played
        raise BadRequest(say("found {number}, expected a number of rounds from 1 to {most}", number=number, most=most))
    ahead = _Ahead(tournament, system)
    if len(ahead.players) > LARGEST:
        raise TooLarge(
            say(
                "{number} participants are too many: the search handles up to {most}",
                number=len(ahead.players),
                most=LARGEST,
            )
        )
    if not ahead.players:
        raise BadRequest(say("nobody takes part in this event"))
    answer = ahead.asked(number, Steps(STEPS))
    if answer.verdict is Verdict.FOUND:
        return ahead.yes(number, answer)
    steps = Steps(STEPS)
    fewer = (rounds for rounds in range(number - 1, 0, -1) if ahead.asked(rounds, steps).verdict is Verdict.FOUND)
    return ahead.no(number, answer)._replace(most=next(fewer, 0))


class _Ahead:
    """The rounds to come, with the pairs that no absolute rule forbids; colours are left out (reading Z11)."""

    def __init__(self, tournament: Tournament, system: System) -> None:
        self.tournament = tournament
        settings = replace(tournament.settings, rounds=None, prohibitions=(), wishes=())
        bare = replace(tournament, settings=settings, requests=())
        self.first = len(tournament.rounds) + 1
        self.state = round_to_pair(bare, self.first, system)
        self.basic = system.basic
        self.players = {player.tpn: player for player in self.state.players}
        self._known: dict[frozenset[int], frozenset[int]] = {}
        """Groups of possible opponents, shared between rounds: without sharing, 97 rounds of 600 players take 2 GB."""

    def asked(self, number: int, steps: Steps) -> Answer:
        """Whether this number of rounds can be paired, searching no longer than these steps allow."""
        rounds = [self._round(self.first + ahead) for ahead in range(number)]
        return rounds_ahead(rounds, SMALL if len(self.players) <= LARGEST_DECIDED else LARGE, steps)

    def _taking_part(self, number: int) -> dict[Tpn, Player]:
        """The players expected in a round, each with the opponents they may not meet in it."""
        away = {request.bye.tpn for request in self.tournament.requests if request.round == number}
        settings = self.tournament.settings
        groups: list[Set[Tpn]] = [p.tpns for p in settings.prohibitions if p.first_round <= number <= p.last_round]
        groups += groups_apart(settings.wishes, number)
        there = [tpn for tpn in self.players if tpn not in away]
        without_bye = barred_from_bye(settings.wishes, number, there)
        found = {}
        for tpn in there:
            player = self.players[tpn]
            barred = frozenset(player.barred).union(*(frozenset(group) for group in groups if tpn in group)) - {tpn}
            may_have_bye = player.may_have_bye and tpn not in without_bye
            found[tpn] = player._replace(barred=barred, may_have_bye=may_have_bye)
        return found

    def _round(self, number: int) -> Round:
        there = self._taking_part(number)
        near = {int(tpn): frozenset(map(int, there.keys() - player.barred - {tpn})) for tpn, player in there.items()}
        if len(there) % 2 and not self._bye_is_given(number):
            open_to = frozenset(int(tpn) for tpn, player in there.items() if player.may_have_bye)
            near = {tpn: others | {int(NOBODY)} if tpn in open_to else others for tpn, others in near.items()}
            near[int(NOBODY)] = open_to
        shared = {tpn: self._known.setdefault(others, others) for tpn, others in near.items()}
        return Round(tuple(sorted(near)), shared)

    def yes(self, number: int, answer: Answer) -> Feasibility:
        """The positive answer, with one way to pair the rounds."""
        shown = self._shown
        rounds = tuple(
            tuple(
                (shown(max(couple)), shown(min(couple))) if NOBODY in couple else (shown(couple[0]), shown(couple[1]))
                for couple in sorted(couples, key=lambda couple: (min(couple) == NOBODY, couple))
            )
            for couples in answer.rounds
        )
        return Feasibility(number, True, say("one way to pair them was found"), rounds=rounds, most=number)

    def no(self, number: int, answer: Answer) -> Feasibility:
        """The answer "no" with its reason, or the note that the question was not decided."""
        match answer.verdict:
            case Verdict.ALONE:
                error = self._alone(self.first + answer.place)
                words = say("round {round}: {words}", round=self.first + answer.place, words=error)
                return Feasibility(number, False, words, error.participants)
            case Verdict.CUT:
                return self._cut(number, answer)
            case Verdict.FACTOR:
                words = say("not everybody can have a new opponent, or the bye, in each round")
                return Feasibility(number, False, words)
            case Verdict.EXHAUSTED:
                return Feasibility(
                    number, False, say("all ways to pair them were tried, and none gives that many rounds")
                )
            case _:
                words = say(
                    "a search of {steps:,} steps found no way to pair them, but did not try all ways", steps=STEPS
                )
                return Feasibility(number, None, words)

    def _bye_is_given(self, number: int) -> bool:
        byes = (request.bye for request in self.tournament.requests if request.round == number)
        return any(bye.kind is ByeKind.PAIRING_ALLOCATED for bye in byes)

    def _alone(self, number: int) -> NoPairing:
        there = self._taking_part(number)
        if len(there) % 2 and self._bye_is_given(number):
            words = say("the pairing-allocated bye is already given, but an odd number of participants is left")
            return NoPairing(self.basic.one_bye, words)
        return no_pairing(self.basic.once, tuple(there.values()), lambda a, b: b.tpn not in a.barred, self.state.shown)

    def _cut(self, number: int, answer: Answer) -> Feasibility:
        stuck = tuple(self._shown(tpn) for tpn in answer.group if tpn != NOBODY)
        names = ", ".join(map(str, stuck))
        if len(answer.group) == 1 and stuck:
            words = say(
                "participant {name} has opponents, or the bye, for only {left} rounds, not for {number}",
                name=names,
                left=answer.pairs,
                number=answer.needed,
            )
        elif not stuck:
            words = say(
                "the bye can be given only {times} times, but {number} rounds need it",
                times=answer.pairs,
                number=answer.needed,
            )
        else:
            group = say("{names} and the bye", names=names) if NOBODY in answer.group else names
            words = say(
                "the number of participants {group} is odd in {rounds} rounds: in each of these, one of them "
                "must meet somebody outside the group, but too few such pairs are left ({pairs})",
                group=group,
                rounds=answer.needed,
                pairs=answer.pairs,
            )
        return Feasibility(number, False, words, stuck)

    def _shown(self, tpn: int) -> int:
        return 0 if tpn == NOBODY else self.state.shown(Tpn(tpn))


def as_lines(found: Feasibility) -> list[str]:
    """The answer as lines of text."""
    rounds = say_many("{number} more round", "{number} more rounds", found.asked)
    if found.feasible:
        return [say("{rounds} can be paired: {words}", rounds=rounds, words=found.words)]
    if found.feasible is None:
        lines = [say("{rounds} may be too many: {words}", rounds=rounds, words=found.words)]
    else:
        lines = [say("{rounds} cannot be paired: {words}", rounds=rounds, words=found.words)]
    if found.most:
        lines.append(say("  {number} of them can be paired", number=found.most))
    elif found.feasible is False:
        lines.append(say("  not even one more round can be paired"))
    return lines
