"""[C.04.3 1.9, 3] The round-pairing of the FIDE (Dutch) System: bracket by bracket, downwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from pairing_engine.bracket import Bracket, BracketPairing, scoregroups
from pairing_engine.deadlock import no_pairing
from pairing_engine.matching import Backend
from pairing_engine.matching.completion import Completion
from pairing_engine.state import Player, RoundState
from pairing_engine.systems.dutch.alone import WALKED, pair_alone
from pairing_engine.systems.dutch.criteria import may_meet
from pairing_engine.systems.dutch.question import Answer, Horizon, solve
from pairing_engine.systems.dutch.walk import walk
from pairing_engine.systems.system import Pairs
from pairing_engine.trace import BracketTrace

Decision = tuple[BracketPairing, str]
Decide = Callable[[Bracket, int], Decision]


def pair_brackets(state: RoundState, backend: Backend) -> Pairs:
    """All pairs of the round, and who gets the pairing-allocated bye.

    Raises `NoPairing` where no complete round-pairing exists [C.04.3 1.9.3].
    """
    groups = scoregroups(state.players)
    decide = _by_reference if backend is Backend.REFERENCE else Shortcuts(state, groups).decide
    traces = tuple(_walk_down(state, groups, decide))
    floaters = traces[-1].pairing.floaters if traces else ()
    pairs = tuple(pair for trace in traces for pair in trace.pairing.pairs)
    return Pairs(pairs, floaters[0] if floaters else None, traces)


def _walk_down(state: RoundState, groups: list[tuple[Player, ...]], decide: Decide) -> Iterator[BracketTrace]:
    """[C.04.3 1.9.2] The brackets in descending order, each with the downfloaters of the one before."""
    odd = len(state.players) % 2 == 1
    mdps: tuple[Player, ...] = ()
    below = state.players
    for index, residents in enumerate(groups):
        below = below[len(residents) :]
        following = groups[index + 1] if index + 1 < len(groups) else ()
        bracket = Bracket(state, mdps, residents, following, below[len(following) :], odd)
        pairing, decided = decide(bracket, index)
        yield BracketTrace(bracket, pairing, decided)
        mdps = pairing.floaters


def _by_reference(bracket: Bracket, _index: int) -> Decision:
    """With everybody below in the graph, by networkx."""
    return _with_everybody(bracket, Backend.REFERENCE).pairing, Horizon.EVERYBODY.value


def _with_everybody(bracket: Bracket, backend: Backend) -> Answer:
    answer = solve(bracket, Horizon.EVERYBODY, backend)
    if answer is None:
        state = bracket.state
        raise no_pairing("C.04.3 1.9.3", state.players, lambda a, b: may_meet(a, b, state))
    return answer


class Shortcuts:
    """Decides brackets by the smallest question whose answer can be proved to be that of the whole round.

    A bracket asked alone ignores [C4], [C5] and [C8]. Its answer stands if its downfloaters do not make them any worse:
    if everybody below can be completed with them (the bye at the lowest score from which it can be given at all), and
    as many of the following bracket be paired as parity allows, all downfloaters among them.
    """

    def __init__(self, state: RoundState, groups: list[tuple[Player, ...]]) -> None:
        players = state.players
        numbers: list[range] = []
        for group in groups:
            start = numbers[-1].stop if numbers else 0
            numbers.append(range(start, start + len(group)))
        self.number = {player.tpn: number for number, player in enumerate(players)}
        self.groups = self.bye_group = len(groups)
        bye: int | None = None
        if len(players) % 2:
            bye = next((i for i in reversed(range(len(players))) if players[i].may_have_bye), None)
            self.bye_group = -1 if bye is None else next(k for k, group in enumerate(numbers) if bye in group)
        self.completion = Completion(numbers, lambda i, j: may_meet(players[i], players[j], state), bye)
        self.bye_score = None if bye is None or self.completion.left[0] else players[bye].score

    def decide(self, bracket: Bracket, index: int) -> Decision:
        """The pairing of the bracket whose residents are scoregroup ``index``."""
        if not bracket.following:
            found = walk(bracket)
            if found is not None:
                return found, WALKED
        elif self.bye_group > index:
            pairing, how = pair_alone(bracket)
            if self._certified(pairing.floaters, index + 1):
                return pairing, how
            if self.bye_group > index + 1 and index + 2 < self.groups:
                answer = solve(bracket, Horizon.FOLLOWING, Backend.AUTO)
                if answer and self.completion.completes([self.number[p.tpn] for p in answer.unmatched], index + 2):
                    return answer.pairing, Horizon.FOLLOWING.value
        return self._with_everybody(bracket), Horizon.EVERYBODY.value

    def _certified(self, floaters: tuple[Player, ...], below: int) -> bool:
        """Is it proved that [C4], [C5] and [C8] are kept as well as they can be when these float to that group?"""
        if not floaters:
            return self.completion.completes((), below)
        return self.completion.fills([self.number[player.tpn] for player in floaters], below)

    def _with_everybody(self, bracket: Bracket) -> BracketPairing:
        if bracket.odd:
            bracket = replace(bracket, bye_score=self.bye_score, allots_bye=not bracket.following)
        return _with_everybody(bracket, Backend.AUTO).pairing
