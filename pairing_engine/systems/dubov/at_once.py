"""The shortcut of the Dubov System for odd scoregroups: find the only upfloater by counting colour preferences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pairing_engine.facts.model import Tpn
from pairing_engine.kernel.bracket import Bracket, Edge, Region
from pairing_engine.kernel.bye import MayMeetInRound
from pairing_engine.kernel.rules import Rule
from pairing_engine.state.round_state import Player
from pairing_engine.systems.dubov.subgroups import Subgroups
from pairing_engine.systems.shared.counting import count, least_denied
from pairing_engine.systems.shared.upfloater_sets import left_over


def upfloater_at_once(
    bracket: Bracket, rules: Sequence[Rule], aro: Mapping[Tpn, int], may_meet: MayMeetInRound
) -> Player | None:
    """Find the upfloater of an odd scoregroup. None if the quick searches fail.

    ``rules`` begin with [C5], [C6] and [C7].

    According to [C5] and [C6], one upfloater from the next scoregroup is best. The candidate is the player who causes
    the fewest denied colour preferences [C7]. The candidate floats up if two quick searches succeed: one search pairs
    the bracket without denying more preferences, and the other search pairs the players below the bracket.
    """
    if len(bracket.residents) % 2 == 0 or not bracket.following:
        return None
    residents = count(bracket.residents)
    # The first of several equal players is chosen.
    found = min(bracket.following, key=lambda player: _least(player, rules, bracket, residents))
    if Subgroups((*bracket.residents, found), aro, may_meet).at_once() is None:
        return None
    below = [player for player in bracket.following + bracket.beyond if player is not found]
    return None if left_over(below, may_meet) else found


def _least(player: Player, rules: Sequence[Rule], bracket: Bracket, residents: Sequence[int]) -> tuple[int, ...]:
    """Compute the lowest possible cost of an upfloater for [C7], and the cost for each later criterion.

    ``residents`` lists how many residents have each colour preference.
    """
    edge = Edge(bracket.residents[0], player, Region.BRACKET, Region.FOLLOWING)
    counts = [*residents]
    counts[player.preference] += 1
    denied, _ = least_denied(counts)
    return denied, *(rule.cost(edge, bracket) for rule in rules[3:] if rule.applies(bracket))
