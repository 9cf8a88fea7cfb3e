"""The shortcut of the Dubov System for an odd scoregroup: its one upfloater, where counting proves who that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pairing_engine.facts.model import Tpn
from pairing_engine.kernel.bracket import Bracket, Edge, Region
from pairing_engine.kernel.rules import Rule
from pairing_engine.state.round_state import Player
from pairing_engine.systems.dubov.subgroups import MayMeet, Subgroups
from pairing_engine.systems.shared.counting import count, least_denied
from pairing_engine.systems.shared.upfloater_sets import left_over


def upfloater_at_once(
    bracket: Bracket, rules: Sequence[Rule], aro: Mapping[Tpn, int], may_meet: MayMeet
) -> Player | None:
    """The upfloater of an odd scoregroup, None if it is not found at once; ``rules`` are [C5], [C6], [C7] and others.

    One player with the next score is the best by [C5] and [C6]. Of such players counting says how many preferences must
    be denied at the least [C7]; the one who would be the first if nobody needed more is the right one when it needs no
    more itself, that is when G1 and G2 can be paired across after one shift. The others must have a pairing, too.
    """
    if len(bracket.residents) % 2 == 0 or not bracket.following:
        return None
    found = min(bracket.following, key=lambda player: _least(player, rules, bracket))  # of equals the first
    if Subgroups((*bracket.residents, found), aro, may_meet).at_once() is None:
        return None
    below = [player for player in bracket.following + bracket.beyond if player is not found]
    return None if left_over(below, may_meet) else found


def _least(player: Player, rules: Sequence[Rule], bracket: Bracket) -> tuple[int, ...]:
    """What this upfloater costs by the criteria from [C7] on, or less."""
    edge = Edge(bracket.residents[0], player, Region.BRACKET, Region.FOLLOWING)
    denied, _ = least_denied(count((*bracket.residents, player)))
    return denied, *(rule.cost(edge, bracket) for rule in rules[3:] if rule.applies(bracket))
