"""A shortcut of the old Dutch procedures: a quick search through candidates in order.

The search is the same as in the later editions (`dutch.walk`). The search denies as few preferences as possible, then
as few strong preferences as possible, and repeats no float. The search is used only in brackets where it finds the
candidate that the old rules require. If a short search finds no candidate, a matching is used.
"""

from __future__ import annotations

from pairing_engine.kernel.bracket import BracketPairing
from pairing_engine.state.conventions import DOWN, MILD, STRONG
from pairing_engine.systems.dutch.walk import walk
from pairing_engine.systems.dutch_procedure.criteria_2012 import is_odd_round
from pairing_engine.systems.dutch_procedure.score_bracket import ScoreBracket


def walked_2012(bracket: ScoreBracket) -> BracketPairing | None:
    """Find the best candidate of a bracket under the rules of 2012; None if a short search fails.

    The bracket is paired without the players below. The rules first minimise denied strong preferences, then all denied
    preferences [A.7.d before X]. The search minimises all denied preferences first, but its candidate has the smallest
    possible number of both.
    """
    if bracket.lost or bracket.merged or (bracket.mdps and not bracket.heterogeneous):
        return None
    if bracket.odd and len({player.unplayed for player in bracket.members if player.may_have_bye}) != 1:
        return None  # the search gives the bye to a player with the most games, but these rules do not
    return walk(bracket)


def walked_2009(bracket: ScoreBracket) -> BracketPairing | None:
    """Find the best candidate of a bracket under the rules of 1992 to 2009; None if a short search fails.

    The bracket is paired without the players below. Two rules differ from the rules of 2012: mild preferences do not
    count in even rounds, and a requirement is dropped for the whole bracket. If one strong preference must be denied,
    the rules allow more strong preferences to be denied. If one float must be repeated, the rules allow further
    repeated floats. Therefore the rules can require a candidate that denies more preferences or repeats more floats
    than necessary.
    """
    if not is_odd_round(bracket) and any(abs(player.preference) == MILD for player in bracket.members):
        return None
    found = walked_2012(bracket)
    if found is None or any(DOWN in player.floats[-2:] for player in found.floaters):
        return None
    return None if is_odd_round(bracket) and _has_strong_pair(found) else found


def _has_strong_pair(found: BracketPairing) -> bool:
    return any(one.preference * other.preference >= STRONG * STRONG for one, other in found.pairs)
