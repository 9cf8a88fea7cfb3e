"""[A.3, C.1, C.13] The score brackets of the old Dutch procedures, with additional facts about each one."""

from __future__ import annotations

from pairing_engine.facts.model import Tpn
from pairing_engine.kernel.bracket import Bracket
from pairing_engine.kernel.bracket_graph import MayMeet
from pairing_engine.state.round_state import Player, RoundState, ranking
from pairing_engine.values import dataclass


@dataclass(frozen=True, slots=True)
class ScoreBracket(Bracket):
    """A bracket, with facts that the old rules need about it.

    ``lost`` are the players who have no possible opponent in it and are moved down before it is paired [C.1].
    ``heterogeneous``: some of the other players were moved down to it, but fewer than half [A.3]. ``lowest``: nobody
    can be moved down from it. ``merged``: it consists of several joined brackets [C.13]. ``looks_down``: it is paired
    again so that the players whom it moves down find opponents in the next one [C.12]. ``tops`` are the players moved
    down who are in S1; None if all of them are [C.04.1 C.4, C.14].
    """

    lost: frozenset[Tpn] = frozenset()
    heterogeneous: bool = False
    lowest: bool = False
    merged: bool = False
    looks_down: bool = False
    tops: frozenset[Tpn] | None = None


def own(bracket: Bracket) -> ScoreBracket:
    """The bracket as a `ScoreBracket`, the type of every bracket in the old Dutch procedures."""
    assert isinstance(bracket, ScoreBracket)
    return bracket


def is_top(player: Player, bracket: Bracket) -> bool:
    """Whether a member of the bracket is in S1 because it was moved down."""
    tops = own(bracket).tops
    return moved_down(player, bracket) if tops is None else player.tpn in tops


def moved_down(player: Player, bracket: Bracket) -> bool:
    """Whether a member of the bracket was moved down to it."""
    return player.score > bracket.score


def score_bracket(
    state: RoundState,
    mdps: tuple[Player, ...],
    residents: tuple[Player, ...],
    may_meet: MayMeet,
    *,
    lowest: bool = False,
    merged: bool = False,
) -> ScoreBracket:
    """The score bracket of the given players (reading O1); nobody is moved down from the lowest bracket [C.1, C.13]."""
    mdps = tuple(sorted(mdps, key=ranking))
    members = mdps + residents
    lost: frozenset[Tpn] = frozenset()
    if not lowest:
        lost = frozenset(
            player.tpn
            for player in members
            if not any(other is not player and may_meet(player, other, state) for other in members)
        )
    moved = sum(player.tpn not in lost for player in mdps)
    heterogeneous = 0 < 2 * moved < len(members) - len(lost)
    odd = lowest and len(members) % 2 == 1
    return ScoreBracket(
        state, mdps, residents, odd=odd, lost=lost, heterogeneous=heterogeneous, lowest=lowest, merged=merged
    )
