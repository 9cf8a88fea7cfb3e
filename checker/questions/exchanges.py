"""Exchanges of opponents in the correct round, which quickly prove that two players can meet."""

from __future__ import annotations

from collections.abc import Iterator

from checker.questions.moment import Moment
from pairing_engine.facts.model import NOBODY, Tpn


class Exchanges:
    """The pairs of the correct round.

    If one or two exchanges of opponents let two players meet, no full search is needed. If no exchange works, only a
    full search can tell.
    """

    def __init__(self, moment: Moment) -> None:
        self._moment = moment
        self._mates = dict(_mates(moment))
        in_round = {player.tpn for player in moment.state.players}
        self._is_whole = in_round == self._mates.keys() - {NOBODY} and all(
            self._fit(one, other) for one, other in self._mates.items()
        )

    def complete_with(self, one: Tpn, other: Tpn) -> bool:
        """Whether exchanges of opponents prove that these players can meet.

        If one number is `NOBODY`, the question is whether the other player can have the bye.
        """
        if not self._is_whole:
            return False
        first, second = self._mates[one], self._mates[other]
        if self._fit(first, second):
            return True
        gone = {one, other, first, second}
        return any(
            self._fit(first, third) and self._fit(second, fourth)
            for third, fourth in self._mates.items()
            if third not in gone
        )

    def _fit(self, one: Tpn, other: Tpn) -> bool:
        """Whether two players may meet. If one number is `NOBODY`, return whether the other player may have the bye."""
        players = self._moment.state.by_tpn
        if NOBODY in (one, other):
            return players[one or other].may_have_bye
        return self._moment.system.may_meet(players[one], players[other], self._moment.state)


def _mates(moment: Moment) -> Iterator[tuple[Tpn, Tpn]]:
    for board in moment.pairing.boards:
        yield from ((board.white, board.black), (board.black, board.white))
    bye = moment.pairing.bye
    if bye is not None and bye != moment.state.preassigned_bye:
        yield from ((bye, NOBODY), (NOBODY, bye))
