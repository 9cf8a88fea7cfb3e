"""The pairing-allocated bye of systems that give it before anybody is paired.

It goes to the first participant, in the order of the text, without whom all others can be paired.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pairing_engine.facts.model import show_points
from pairing_engine.kernel.deadlock import no_pairing
from pairing_engine.matching import Backend
from pairing_engine.matching.completion import can_be_completed
from pairing_engine.state.round_state import Player, RoundState

MayMeetInRound = Callable[[Player, Player], bool]
"""Whether two players may meet in the round being paired (`MayMeet` for a known state)."""

Rank = tuple[int, ...]
"""A sort key: the player with the smallest is considered for the bye first."""


def no_value(_player: Player, _state: RoundState) -> str:
    """An empty text, for a measure that means nothing to people."""
    return ""


def shown_score(player: Player, _state: RoundState) -> str:
    """The score, as people write it."""
    return show_points(player.score)


def shown_games(player: Player, _state: RoundState) -> str:
    """The number of games, or matches, that the participant has played, as text."""
    return str(games_played(player))


def shown_tpn(player: Player, state: RoundState) -> str:
    """The number by which people know the participant."""
    return str(state.shown(player.tpn))


class ByeStep(NamedTuple):
    """One article of the order in which participants are considered for the bye.

    The participant with the smallest ``measure`` comes first. ``shown`` gives the measured value in words.
    """

    article: str
    summary: str
    measure: Callable[[Player, RoundState], Rank]
    text: str = ""
    """The place of the article, if it is not in the chapter of the system."""
    shown: Callable[[Player, RoundState], str] = no_value

    def cited(self, chapter: str) -> str:
        """The article, cited with its chapter; ``chapter`` is that of the system."""
        return f"{self.text or chapter} {self.article}"


def games_played(player: Player) -> int:
    """The number of games, or matches, that the participant has played against an opponent."""
    return len(player.floats) - player.unplayed


def order_by(steps: Sequence[ByeStep], state: RoundState) -> Callable[[Player], Rank]:
    """The sort key that these articles make together: an earlier one goes before a later one."""
    return lambda player: tuple(value for step in steps for value in step.measure(player, state))


def lowest_score(player: Player, _state: RoundState) -> Rank:
    """The lowest score comes first."""
    return (player.score,)


def most_played(player: Player, _state: RoundState) -> Rank:
    """A sort key by which the participant with the most games, or matches, comes first."""
    return (-games_played(player),)


def largest_tpn(player: Player, _state: RoundState) -> Rank:
    """The largest TPN comes first."""
    return (-player.tpn,)


def who_gets_bye(
    state: RoundState, order: Callable[[Player], Rank], may_meet: MayMeetInRound, article: str, backend: Backend
) -> Player:
    """The player who gets the bye.

    It is the first, in this order, who may have the bye and without whom all others can be paired. Raises
    `NoPairing`, which cites ``article``, if there is nobody.
    """
    candidates = sorted((player for player in state.players if player.may_have_bye), key=order)
    for place, candidate in enumerate(candidates):
        rest = [player for player in state.players if player is not candidate]
        if can_all_be_paired(rest, may_meet, backend):
            return candidate
        if place == 0:
            may_meet = _remembered(may_meet)
            if not can_somebody_have_it(state.players, may_meet, backend):
                break
    raise no_pairing(article, state.players, may_meet, state.shown)


def _remembered(may_meet: MayMeetInRound) -> MayMeetInRound:
    """The same function with its answers remembered: every candidate's search asks for mostly the same pairs."""
    known: dict[tuple[int, int], bool] = {}

    def answer(a: Player, b: Player) -> bool:
        pair = a.tpn, b.tpn
        found = known.get(pair)
        if found is None:
            found = known[pair] = may_meet(a, b)
        return found

    return answer


def can_somebody_have_it(players: Sequence[Player], may_meet: MayMeetInRound, backend: Backend) -> bool:
    """Whether anybody may have the bye and leaves a complete pairing of the others.

    One matching answers this for everybody: the bye is one more player, who may meet those who may have the bye.
    """
    bye = len(players)

    def compatible(i: int, j: int) -> bool:
        one, other = sorted((i, j))
        return players[one].may_have_bye if other == bye else may_meet(players[one], players[other])

    return can_be_completed(bye + 1, compatible, backend)


def can_all_be_paired(players: Sequence[Player], may_meet: MayMeetInRound, backend: Backend) -> bool:
    """Whether all these players can be paired with each other."""
    return can_be_completed(len(players), lambda i, j: may_meet(players[i], players[j]), backend)
