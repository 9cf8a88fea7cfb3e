"""[A.3, C.1, C.13] The score brackets of the old Dutch procedures."""

from __future__ import annotations

from collections.abc import Sequence

from pairing_engine.facts.model import Tpn
from pairing_engine.kernel.bracket import Bracket
from pairing_engine.kernel.bracket_graph import MayMeet
from pairing_engine.state.conventions import MILD, NONE
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
    stands for all moved-down players [C.04.1 C.4, C.14]. ``mild`` is the preference as which all mild preferences are
    treated in the text of 2009, or zero if they stay as they are [C.04.1 A.7.e].
    """

    lost: frozenset[Tpn] = frozenset()
    heterogeneous: bool = False
    lowest: bool = False
    merged: bool = False
    looks_down: bool = False
    tops: frozenset[Tpn] | None = None
    mild: int = NONE


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
    mild = mild_that_reduces_x([player.preference for player in members if player.tpn not in lost])
    return ScoreBracket(
        state, mdps, residents, odd=odd, lost=lost, heterogeneous=heterogeneous, lowest=lowest, merged=merged, mild=mild
    )


# C.04.1 A.8
def mild_that_reduces_x(preferences: Sequence[int]) -> int:
    """[C.04.1 A.7.e, A.8] Return the mild preference that reduces x if everybody with a mild one has it; else zero.

    >>> mild_that_reduces_x([-2, -2, -1, 1]), mild_that_reduces_x([-2, -2, -1, -1, 1, 1]), mild_that_reduces_x([-2, 1])
    (1, 0, 0)
    """
    white, black = (sum(preference * sign > 0 for preference in preferences) for sign in (1, -1))
    half = (len(preferences) + 1) // 2
    before = max(white, black) - half
    kind = MILD if black > white else -MILD
    turned = sum(preference == -kind for preference in preferences)
    after = max(white + kind * turned, black - kind * turned) - half
    return kind if before > 0 and max(after, 0) < before else NONE
