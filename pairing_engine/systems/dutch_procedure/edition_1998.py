"""The Dutch System of 1992 to 2001, C.04.1 "Swiss System Based on Rating".

FIDE approved these rules in 1992, 1997 and 1998. The General Assembly of 2001 and the Executive Board of 2009 amended
them (`edition_2009`). The articles that the editions have in common are there. The readings P14 to P17
are about this edition alone.
"""

from __future__ import annotations

from pairing_engine.facts.basic_rules import Absolutes, Colours
from pairing_engine.kernel.colour import clash
from pairing_engine.kernel.rules import Bracket, Edge
from pairing_engine.state.round_state import ABSOLUTE, MILD, STRONG, Player, Preference, RoundState
from pairing_engine.systems.dutch_procedure import edition_2009, edition_2012
from pairing_engine.systems.dutch_procedure.edition_2009 import KEPT
from pairing_engine.systems.dutch_procedure.edition_2012 import c12, c12_pairs
from pairing_engine.systems.dutch_procedure.score_bracket import LoweredInRemainder


def has_over_half(player: Player, state: RoundState) -> bool:
    """[C.04.1 A.7.a; B, Note] Whether a player has over 50% of the possible points; False before the last round."""
    return state.is_last and 2 * player.points > (state.number - 1) * state.scoring.win


def with_preferences(state: RoundState) -> RoundState:
    """[C.04.1 A.7.a] Return the state without the absolute preferences of players with over 50% in the last round.

    Such a preference is strong or mild instead, according to the colour difference (reading P14).
    """
    if not state.is_last:
        return state
    return state._replace(players=tuple(_with_preference(player, state) for player in state.players))


def _with_preference(player: Player, state: RoundState) -> Player:
    if abs(player.preference) < ABSOLUTE or not has_over_half(player, state):
        return player
    if player.difference:
        return player._replace(preference=Preference(-STRONG if player.difference > 0 else STRONG))
    return player._replace(preference=Preference(-MILD if player.colours[-1] == "w" else MILD))


def may_meet(a: Player, b: Player, _state: RoundState) -> bool:
    """[C.04.1 B.1.a, B.2, Note] Whether two players may meet.

    A player with over 50% in the last round has no absolute preference, and so may meet anybody (reading P14).
    """
    return b.tpn not in a.barred and not clash(a, b)


x = edition_2012.x.at("x", "C.04.1 A.8, B.4")


def _lowered_for_upfloater(edge: Edge, bracket: Bracket) -> int:
    """Return how far the requirements must be lowered for the opponent of a moved-down player; see the note to B."""
    if edge.lower is None or has_over_half(edge.lower, bracket.state):
        return KEPT
    return edition_2009.lowered_for_upfloater(edge, bracket)


def _lowered_for_downfloater(edge: Edge, bracket: Bracket) -> int:
    """Return how far the requirements must be lowered for a player who floats down; see the note to B."""
    return KEPT if has_over_half(edge.upper, bracket.state) else edition_2009.lowered_for_downfloater(edge, bracket)


up = edition_2009.up.at("B5, B6", "C.04.1 C.10", cost=_lowered_for_upfloater)
down = LoweredInRemainder(*edition_2009.down.at("B5, B6", "C.04.1 C.9", cost=_lowered_for_downfloater))


CRITERIA = (edition_2009.p1, c12, c12_pairs, x, up, down)


DUTCH_1998 = edition_2009.DUTCH_2009._replace(
    edition="1998",
    code="FIDE_DUTCH_1998",
    with_preferences=with_preferences,
    criteria=CRITERIA,
    may_meet=may_meet,
    absolutes=Absolutes(Colours.OVER_HALF),
    process=edition_2009.PROCESS._replace(upper_is_s1=False),
)
