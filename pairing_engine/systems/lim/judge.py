"""Explanations of why a round is wrong according to the Lim System.

Each explanation concerns the first step that differs from the correct round.
"""

from __future__ import annotations

from collections.abc import Iterator

from pairing_engine.facts.model import NOBODY, Tpn
from pairing_engine.kernel.trace import BracketTrace, Fault, Finding, Rejected, Step, TwoRounds
from pairing_engine.language import say
from pairing_engine.state.round_state import Player
from pairing_engine.systems.lim.articles import INCOMPATIBLE
from pairing_engine.systems.system import System


def judge(trace: BracketTrace, rounds: TwoRounds, system: System) -> Finding | None:
    """Find the first difference between a round and the correct round, in the order of service.

    The rounds differ if a player has different opponents, or floats in only one of the two rounds.
    """
    return next(_Group(trace, rounds, system).findings(), None)


class _Group:
    """A group of the correct round, compared with the same group in another round."""

    def __init__(self, trace: BracketTrace, rounds: TwoRounds, system: System) -> None:
        self.system = system
        self.right = rounds.right.mates
        self.steps = trace.steps
        self.state = trace.bracket.state
        self.mates = rounds.other.mates
        self.members = {player.tpn for player in trace.bracket.members}
        self.floats = {step.player.tpn: step for step in trace.steps if step.opponent is None}

    def findings(self) -> Iterator[Finding]:
        """Yield each difference between the two rounds, in the order in which players are served.

        Pairs of two floaters come last.
        """
        for step in self.steps:
            mate = self._mate(step.player)
            if step.opponent is not None and mate != step.opponent.tpn:
                yield self._other_opponent(step, step.opponent, mate)
            elif step.opponent is None and mate in self.members and mate not in self.floats:
                yield self._is_paired(step, mate)
        for step in self.floats.values():
            mate = self._mate(step.player)
            if mate in self.floats and mate != self.right.get(step.player.tpn):
                yield self._is_paired(step, mate)

    def _mate(self, player: Player) -> Tpn:
        """Return the player's opponent in the other round. `NOBODY` if the player has no opponent."""
        return self.mates.get(player.tpn, NOBODY)

    def _other_opponent(self, step: Step, opponent: Player, mate: Tpn) -> Finding:
        """Find the reason why a player should have a different opponent."""
        player = step.player
        if mate != NOBODY and not self.system.may_meet(player, self.state.by_tpn[mate], self.state):
            return self._illegal(player.tpn, mate)
        if mate in self.floats:
            return self._is_paired(self.floats[mate], player.tpn)
        right, wrong = self._pair(player.tpn, opponent.tpn), self._pair(player.tpn, mate)
        theirs = (player.tpn,) if mate == NOBODY else (player.tpn, mate)
        compared = right, wrong, theirs, (player.tpn, opponent.tpn)
        if mate not in self.members:
            instead = self._instead(player.tpn)
            if instead is not None:
                return instead
            return self._finding(Fault.STEP, step.article, step.words, *compared)
        tried = _among(step.rejected, mate)
        if tried is not None:
            return self._finding(Fault.STEP, tried.article, tried.words, *compared)
        return self._finding(Fault.LATER, step.article, step.words, *compared)

    def _is_paired(self, step: Step, mate: Tpn) -> Finding:
        """Explain why the player should float instead of being paired within the group."""
        floater = step.player
        if not self.system.may_meet(floater, self.state.by_tpn[mate], self.state):
            return self._illegal(floater.tpn, mate)
        for other in step.rejected:
            if self._mate(other.player) not in self.members and other.player.tpn not in self.floats:
                return self._other_floater(step, other)
        right, wrong = self._floats(floater.tpn), self._pair(floater.tpn, mate)
        return self._finding(Fault.STEP, step.article, step.words, right, wrong, (floater.tpn, mate), (floater.tpn,))

    def _instead(self, tpn: Tpn) -> Finding | None:
        """Explain why another player should float instead of player ``tpn``.

        Returns None if the player ``tpn`` was never considered as a floater.
        """
        for step in self.floats.values():
            other = _among(step.rejected, tpn)
            if other is not None and self._mate(step.player) in self.members:
                return self._other_floater(step, other)
        return None

    def _other_floater(self, step: Step, other: Rejected) -> Finding:
        right, wrong = step.player.tpn, other.player.tpn
        return self._finding(
            Fault.STEP, other.article, other.words, self._floats(right), self._floats(wrong), (wrong,), (right,)
        )

    def _illegal(self, one: Tpn, other: Tpn) -> Finding:
        words = say("they are not compatible: they have met, or one would get a colour that is not permitted")
        return self._finding(Fault.ILLEGAL, INCOMPATIBLE.article, words, "", "", (one, other))

    def _finding(
        self,
        fault: Fault,
        article: str,
        words: str,
        right: str,
        wrong: str,
        players: tuple[Tpn, ...],
        instead: tuple[Tpn, ...] = (),
    ) -> Finding:
        return Finding(fault, f"{self.system.article} {article}", "", words, right, wrong, players, instead)

    def _pair(self, one: Tpn, other: Tpn) -> str:
        if other == NOBODY:
            return say("{one} has no opponent", one=self.state.shown(one))
        return f"{self.state.shown(one)} - {self.state.shown(other)}"

    def _floats(self, tpn: Tpn) -> str:
        return say("{tpn} floats", tpn=self.state.shown(tpn))


def _among(rejected: tuple[Rejected, ...], tpn: Tpn) -> Rejected | None:
    return next((other for other in rejected if other.player.tpn == tpn), None)
