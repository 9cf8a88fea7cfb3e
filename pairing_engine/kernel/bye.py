"""The pairing-allocated bye in systems that give it before any pair is made.

The bye goes to the first participant, in the order of the system's rules, without whom all the others can be paired.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pairing_engine.facts.model import show_points
from pairing_engine.kernel.engine import Engine
from pairing_engine.state.round_state import Player, RoundState

MayMeetInRound = Callable[[Player, Player], bool]
"""A function that returns whether two players may meet in the round being paired."""

Rank = tuple[int, ...]
"""A sort key; the participant with the smallest key is considered first for the bye."""


def shown_score(player: Player, _state: RoundState) -> str:
    return show_points(player.score)


class ByeStep(NamedTuple):
    """A rule about the bye: the smallest ``measure`` comes first, and ``shown`` gives it in words."""

    article: str
    summary: str
    measure: Callable[[Player, RoundState], Rank]
    text: str = ""
    """The chapter of the article; empty for the system's own chapter."""
    shown: Callable[[Player, RoundState], str] = lambda _player, _state: ""

    def cited(self, chapter: str) -> str:
        """Return the article with its chapter. Use ``chapter`` if the rule names no other chapter."""
        return f"{self.text or chapter} {self.article}"


def games_played(player: Player) -> int:
    return len(player.floats) - player.unplayed


def order_by(steps: Sequence[ByeStep], state: RoundState) -> Callable[[Player], Rank]:
    return lambda player: tuple(value for step in steps for value in step.measure(player, state))


def lowest_score(player: Player, _state: RoundState) -> Rank:
    return (player.score,)


def most_played(player: Player, _state: RoundState) -> Rank:
    return (-games_played(player),)


def largest_tpn(player: Player, _state: RoundState) -> Rank:
    return (-player.tpn,)


LOWEST_SCORE = ByeStep("", "a participant with the lowest score", lowest_score, shown=shown_score)
MOST_PLAYED = ByeStep(
    "", "a participant with the most games played", most_played, shown=lambda player, _state: str(games_played(player))
)
LARGEST_TPN = ByeStep(
    "", "whoever has the largest pairing number", largest_tpn, shown=lambda player, state: str(state.shown(player.tpn))
)
"""The steps that several systems share; each system adds its article."""


def who_gets_bye(
    state: RoundState, order: Callable[[Player], Rank], may_meet: MayMeetInRound, engine: Engine
) -> Player | None:
    """Find the first participant by sort key who can have the bye; None if nobody can."""
    candidates = sorted((player for player in state.players if player.may_have_bye), key=order)
    for place, candidate in enumerate(candidates):
        rest = [player for player in state.players if player is not candidate]
        if can_all_be_paired(rest, may_meet, engine):
            return candidate
        if place == 0 and not can_somebody_have_it(state.players, may_meet, engine):
            break
    return None


def can_somebody_have_it(players: Sequence[Player], may_meet: MayMeetInRound, engine: Engine) -> bool:
    """Return whether some player can have the bye, as an additional player, with all others paired."""
    bye = len(players)

    def compatible(i: int, j: int) -> bool:
        one, other = sorted((i, j))
        return players[one].may_have_bye if other == bye else may_meet(players[one], players[other])

    return engine.can_be_paired(bye + 1, compatible)


def can_all_be_paired(players: Sequence[Player], may_meet: MayMeetInRound, engine: Engine) -> bool:
    return engine.can_be_paired(len(players), lambda i, j: may_meet(players[i], players[j]))
