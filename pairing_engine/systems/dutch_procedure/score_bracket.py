"""[A.3, C.1, C.13] The score brackets of the old Dutch procedures."""

from __future__ import annotations

from pairing_engine.facts.model import Tpn
from pairing_engine.kernel.bracket import Bracket
from pairing_engine.kernel.bracket_graph import MayMeet
from pairing_engine.state.round_state import Player, RoundState, ranking
from pairing_engine.values import dataclass


@dataclass(frozen=True, slots=True)
class ScoreBracket(Bracket):
    """A bracket, with the additional facts that the old rules need.

    ``lost`` are the players without a possible opponent in the bracket. Players in ``lost`` are moved down before the
    bracket is paired [C.1]. ``heterogeneous`` is true if some of the other players, but fewer than half, were moved
    down to the bracket [A.3]. ``lowest`` is true if nobody can be moved down from the bracket. ``merged`` is true if
    the bracket consists of several joined brackets [C.13]. ``looks_down`` is true if the bracket is paired again to get
    floaters who have opponents in the next bracket [C.12]. ``tops`` are the moved-down players who are in S1; None
    stands for all moved-down players [C.04.1 C.4, C.14].
    """

    lost: frozenset[Tpn] = frozenset()
    heterogeneous: bool = False
    lowest: bool = False
    merged: bool = False
    looks_down: bool = False
    tops: frozenset[Tpn] | None = None


def own(bracket: Bracket) -> ScoreBracket:
    """Return the bracket as a `ScoreBracket`, the type of every bracket in the old Dutch procedures."""
    assert isinstance(bracket, ScoreBracket)
    return bracket


def is_top(player: Player, bracket: Bracket) -> bool:
    """Whether a player is one of the moved-down players in S1."""
    tops = own(bracket).tops
    return moved_down(player, bracket) if tops is None else player.tpn in tops


def moved_down(player: Player, bracket: Bracket) -> bool:
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
    """Build the score bracket of the given players (reading O1).

    Nobody is moved down from the lowest bracket [C.1, C.13].
    """
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
