"""The shortcut of the old Dutch procedures: a quick search through candidates in order.

It stops at the first candidate that breaks requirements only if counting shows that every candidate breaks them.

The search is that of the later editions (`dutch.walk`): it denies as few preferences as possible, then as few strong
ones, and repeats no float. These texts require the same, in the same order of candidates, except in the brackets that
are left out below. If the search finds nothing soon, nothing is proved, and a matching decides.
"""

from __future__ import annotations

from pairing_engine.kernel.bracket import BracketPairing
from pairing_engine.state.floats import DOWN
from pairing_engine.state.preference import MILD, STRONG
from pairing_engine.systems.dutch.walk import walk
from pairing_engine.systems.dutch_procedure.criteria_2012 import is_odd_round
from pairing_engine.systems.dutch_procedure.score_bracket import ScoreBracket


def walked_2012(bracket: ScoreBracket) -> BracketPairing | None:
    """The best candidate of a bracket by the rules of 2012, if a short search finds it, else None.

    The bracket is paired without the players below. In these rules, strong preferences come before all preferences
    [A.7.d before X]; in the search they come after. That makes no difference, because a candidate that reaches both
    bounds has the smallest number of each.
    """
    if bracket.lost or bracket.merged or (bracket.mdps and not bracket.heterogeneous):
        return None
    if bracket.odd and len({player.unplayed for player in bracket.members if player.may_have_bye}) != 1:
        return None  # the search prefers a player with the most games for the bye, these texts do not
    return walk(bracket)


def walked_2009(bracket: ScoreBracket) -> BracketPairing | None:
    """The best candidate of a bracket by the rules of 1992 to 2009, if a short search finds it, else None.

    The bracket is paired without the players below. Two things differ from 2012. In even rounds x does not count mild
    preferences. And a requirement is dropped for the whole bracket: if one strong preference must be denied, or one
    float repeated, others may be denied or repeated as well. So the first candidate is not always one with the fewest
    of them.
    """
    if not is_odd_round(bracket) and any(abs(player.preference) == MILD for player in bracket.members):
        return None
    found = walked_2012(bracket)
    if found is None or any(DOWN in player.floats[-2:] for player in found.floaters):
        return None
    return None if is_odd_round(bracket) and _has_strong_pair(found) else found


def _has_strong_pair(found: BracketPairing) -> bool:
    return any(one.preference * other.preference >= STRONG * STRONG for one, other in found.pairs)
