"""The shortcuts of the Dutch System of 2026."""

from __future__ import annotations

from collections.abc import Hashable

from pairing_engine.fast.downward import QuickDownward
from pairing_engine.fast.dutch_walk import walk
from pairing_engine.fast.graphs import Profiles
from pairing_engine.fast.proved import Proved, ordinary
from pairing_engine.kernel.graph import Horizon
from pairing_engine.kernel.rules import Bracket, Region
from pairing_engine.state.round_state import Player
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026, above_lowest, bye_score_is_open, is_topscorer
from pairing_engine.systems.dutch.process import DutchMethod


def profile(player: Player, bracket: Bracket, region: Region) -> tuple[Hashable, Hashable]:
    """Return the two cache keys of a player: all facts that the criteria use, about floats and about colours.

    The score of a player below the bracket matters only while the score of the player with the bye is unknown.
    """
    gap = player.score - bracket.score
    if region is not Region.BRACKET:
        return gap if bye_score_is_open(bracket) else None, None
    state = bracket.state
    return (
        (gap, player.floats[-2:], player.unplayed if bracket.allots_bye else 0),
        (player.preference, player.difference, player.colours[-2:], is_topscorer(player, state))
        if state.is_last
        else player.preference,
    )


def context(bracket: Bracket, horizon: Horizon) -> Hashable:
    """Return the cache key of the bracket itself; its players have their own cache keys."""
    here = (bracket.state.is_last, bracket.allots_bye)
    if horizon is Horizon.ALONE:
        return here
    step = bracket.score - bracket.following[0].score if bracket.following else None
    return *here, step, above_lowest(bracket.residents[0], bracket) if bye_score_is_open(bracket) else None


@ordinary
class QuickDutch(QuickDownward, DutchMethod):
    """The Dutch System with shortcuts."""

    proved = Proved(DUTCH_2026, (Profiles(profile, context, DUTCH_2026.criteria, two_keys=True),), walk)
