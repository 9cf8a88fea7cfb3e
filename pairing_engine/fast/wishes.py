"""Shortcuts that respect wishes: keys of costs that know the groups of wishes, and a walk that heeds them."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from pairing_engine.facts.wishes import Wishing
from pairing_engine.fast.graphs import Profiles
from pairing_engine.kernel.rules import Bracket, BracketPairing, Region, Rule
from pairing_engine.state.round_state import Player
from pairing_engine.systems.shared.wish_rules import NOBODY, Apart, bye_wish


def profiles_with(profiles: Profiles, wishing: Wishing, rules: tuple[Rule, ...]) -> Profiles:
    """Add facts about the wishes to a system's cache keys, if ``rules`` for the wishes need them."""
    if not rules:
        return profiles
    aparts = tuple(Apart(wanted.apart) for wanted in wishing)
    byes = tuple(wish for wanted in wishing if (wish := bye_wish(wanted)) is not None)

    def of_player(player: Player, bracket: Bracket, region: Region) -> Hashable:
        return (
            profiles.of_player(player, bracket, region),
            tuple([apart.of.get(player.tpn) for apart in aparts]),
            tuple([wish.cost(player.tpn) for wish in byes]) if bracket.odd else None,
        )

    return Profiles(of_player, profiles.of_bracket, (*profiles.serves, *rules))


Walk = Callable[..., BracketPairing | None]


def heeding(find: Walk, wishing: Wishing, *, bye_is_given: bool) -> Walk:
    """Return a quick search that never pairs players who should not meet according to a wish.

    Its candidate satisfies all criteria as well as possible, and all wishes, so none is better, and no equally good one
    comes earlier. If there is a wish about the bye, and the bye is not given before the pairing, the search skips the
    bracket in which a player gets the bye.
    """
    aparts = Apart(wishing.strong.apart), Apart(wishing.weak.apart)
    has_bye_wish = not bye_is_given and any(bye_wish(wanted) is not None for wanted in wishing)

    def found(bracket: Bracket, *members: tuple[Player, ...]) -> BracketPairing | None:
        if has_bye_wish and bracket.odd and not bracket.following:
            return None
        everybody = {player.tpn: player for player in bracket.members}
        heeded = [apart.barred.of for apart in aparts if apart.matters_to(bracket.members)]

        def barred_further(players: tuple[Player, ...]) -> tuple[Player, ...]:
            for mates_of in heeded:
                players = tuple(
                    [p._replace(barred=p.barred | mates) if (mates := mates_of(p.tpn, NOBODY)) else p for p in players]
                )
            return players

        narrowed = bracket._replace(mdps=barred_further(bracket.mdps), residents=barred_further(bracket.residents))
        pairing = find(narrowed, *map(barred_further, members))
        if pairing is None:
            return None
        return BracketPairing(
            tuple((everybody[one.tpn], everybody[other.tpn]) for one, other in pairing.pairs),
            tuple(everybody[player.tpn] for player in pairing.floaters),
        )

    return found
