"""[Z4, Z5] Hard wishes, which act as prohibitions in the state before a round."""

from __future__ import annotations

from collections.abc import Set

from pairing_engine.facts.groups import Barred, joined
from pairing_engine.facts.model import Tpn
from pairing_engine.facts.wishes import barred_from_bye, groups_apart
from pairing_engine.state.round_state import RoundState
from pairing_engine.values import replace

NOBODY_MORE: frozenset[Tpn] = frozenset()


def obeying(state: RoundState) -> RoundState:
    """Return the state with prohibitions for the tournament's hard wishes."""
    wishes = state.settings.wishes
    groups = groups_apart(wishes, state.number)
    without_bye = barred_from_bye(wishes, state.number, state.by_tpn)
    if not (groups or without_bye):
        return state
    apart = Barred(groups)

    def barred(tpn: Tpn, before: Set[Tpn]) -> Set[Tpn]:
        more = apart.of(tpn, NOBODY_MORE)
        return joined(before, more) if more else before

    players = tuple(
        player._replace(
            barred=barred(player.tpn, player.barred),
            may_have_bye=player.may_have_bye and player.tpn not in without_bye,
        )
        for player in state.players
    )
    return replace(state, players=players)
