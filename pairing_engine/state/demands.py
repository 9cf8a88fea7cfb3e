"""Demands in addition to the rules, such as a pair that must meet or a player who must float, as changed states."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pairing_engine.facts.groups import Barred, in_little_memory
from pairing_engine.facts.model import NOBODY, Tpn
from pairing_engine.facts.wishes import barred_from_bye, groups_apart
from pairing_engine.state.round_state import Player, RoundState


def must_meet(state: RoundState, pairs: Iterable[tuple[Tpn, Tpn]]) -> RoundState:
    """Allow the players of each pair to meet only each other, even if the round cannot be completed then."""
    mates = {tpn: mate for one, other in pairs for tpn, mate in ((one, other), (other, one))}
    everybody, bound = (in_little_memory(frozenset(some), len(state.players)) for some in (state.by_tpn, mates))

    def narrowed(player: Player) -> Player:
        mate = mates.get(player.tpn)
        if mate is None:
            return player._replace(barred=player.barred | bound)
        return player._replace(barred=everybody - {mate, player.tpn}, may_have_bye=False)

    return _changed(state, narrowed)


def must_have(state: RoundState, pairs: Sequence[tuple[Tpn, Tpn]]) -> RoundState:
    """Let each pair meet, and the player in a pair with `NOBODY` have the bye; the engine pairs all other players."""
    for tpn in (white for white, black in pairs if black == NOBODY):
        state = must_have_bye(state, tpn)
    return must_meet(state, [pair for pair in pairs if pair[1] != NOBODY])


def must_not_meet(state: RoundState, one: Tpn, other: Tpn) -> RoundState:
    return _apart(state, one, frozenset((other,)))


def must_meet_others(state: RoundState, some: frozenset[Tpn], members: frozenset[Tpn]) -> RoundState:
    """Forbid the players in ``some`` to meet other ``members`` of their group."""

    def narrowed(player: Player) -> Player:
        if player.tpn in some:
            return player._replace(barred=player.barred | (members - {player.tpn}))
        return player._replace(barred=player.barred | some) if player.tpn in members else player

    return _changed(state, narrowed)


def must_have_bye(state: RoundState, tpn: Tpn) -> RoundState:
    """Let only one player have the bye, even if the rules forbid it."""
    return _changed(state, lambda player: player._replace(may_have_bye=player.tpn == tpn))


def must_not_have_bye(state: RoundState, tpn: Tpn) -> RoundState:
    return _apart(state, tpn, frozenset(), bye=False)


def must_float(state: RoundState, tpn: Tpn, *, down: bool) -> RoundState:
    """Make a player meet somebody with a lower score (if ``down`` is true) or with a higher score."""
    others = frozenset(state.by_tpn) - {tpn}
    return _apart(state, tpn, others - _on_the_way(state, tpn, down=down), bye=False)


def must_stay(state: RoundState, tpn: Tpn, *, from_down: bool) -> RoundState:
    """Forbid a player to float down (if ``from_down`` is true) or to float up."""
    return _apart(state, tpn, _on_the_way(state, tpn, down=from_down), bye=not from_down)


def _on_the_way(state: RoundState, tpn: Tpn, *, down: bool) -> frozenset[Tpn]:
    score = state.by_tpn[tpn].score
    return frozenset(p.tpn for p in state.players if (p.score < score if down else p.score > score))


def _apart(state: RoundState, tpn: Tpn, others: frozenset[Tpn], *, bye: bool = True) -> RoundState:
    """Forbid a player to meet ``others`` and, unless ``bye`` is true, to have the bye."""

    def narrowed(player: Player) -> Player:
        if player.tpn == tpn:
            return player._replace(barred=player.barred | others, may_have_bye=player.may_have_bye and bye)
        return player._replace(barred=player.barred | {tpn}) if player.tpn in others else player

    return _changed(state, narrowed)


def _changed(state: RoundState, change: Callable[[Player], Player]) -> RoundState:
    return state._replace(players=tuple(map(change, state.players)))


def obeying(state: RoundState) -> RoundState:
    """Return the state with prohibitions for the tournament's hard wishes."""
    wishes = state.settings.wishes
    groups = groups_apart(wishes, state.number)
    without_bye = barred_from_bye(wishes, state.number, state.by_tpn)
    if not (groups or without_bye):
        return state
    apart = Barred(groups)
    return _changed(
        state,
        lambda player: player._replace(
            barred=player.barred | apart.of(player.tpn, frozenset()),
            may_have_bye=player.may_have_bye and player.tpn not in without_bye,
        ),
    )
