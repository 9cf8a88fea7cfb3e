"""The pairing-allocated bye where a system gives it before anything else: to the first who leaves the rest pairable."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairing_engine.deadlock import no_pairing
from pairing_engine.matching import Backend
from pairing_engine.matching.completion import can_be_completed
from pairing_engine.state import Player, RoundState

MayMeet = Callable[[Player, Player], bool]
Rank = tuple[int, ...]


def games_played(player: Player) -> int:
    """How many games, or matches, have really been played."""
    return len(player.floats) - player.unplayed


def first(
    state: RoundState, order: Callable[[Player], Rank], may_meet: MayMeet, article: str, backend: Backend
) -> Player:
    """Who gets the bye: the first in an order among those who may, and who leave a complete pairing of the others.

    Raises `NoPairing` if nobody does.
    """
    for candidate in sorted((player for player in state.players if player.may_have_bye), key=order):
        rest = [player for player in state.players if player is not candidate]
        if can_all_be_paired(rest, may_meet, backend):
            return candidate
    raise no_pairing(article, state.players, may_meet, state.shown)


def can_all_be_paired(players: Sequence[Player], may_meet: MayMeet, backend: Backend) -> bool:
    """Have these players a pairing without rest?"""
    return can_be_completed(len(players), lambda i, j: may_meet(players[i], players[j]), backend)
