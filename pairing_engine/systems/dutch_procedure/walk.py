"""The shortcut: the first candidate that fails in nothing but what counting shows to be unavoidable.

The walk of `dutch.walk` asks for the least denied preferences, then for the least denied strong ones, then for no float
twice; with the exceptions below these texts ask for the same, in the same order of candidates. Where it finds nothing
soon, that proves nothing, and `candidates` decides.
"""

from __future__ import annotations

from pairing_engine.kernel.bracket import BracketPairing
from pairing_engine.state.floats import DOWN
from pairing_engine.state.preference import MILD, STRONG
from pairing_engine.systems.dutch.walk import walk
from pairing_engine.systems.dutch_procedure.score_bracket import ScoreBracket


def walked_2012(bracket: ScoreBracket) -> BracketPairing | None:
    """The best candidate of a bracket that is looked at alone, if a short walk finds it.

    A.7.d, which comes before X, makes no difference: with as few denied preferences as counting allows there are as few
    denied strong ones as any pairing can have.
    """
    if bracket.lost or bracket.merged or (bracket.mdps and not bracket.heterogeneous):
        return None
    if bracket.odd and len({player.unplayed for player in bracket.members if player.may_have_bye}) != 1:
        return None  # that walk gives the bye to who has played most
    return walk(bracket)


def walked_2009(bracket: ScoreBracket) -> BracketPairing | None:
    """The same by the text of 1992 to 2009.

    In even rounds x has nothing to do with mild preferences, and what must be dropped is dropped for the whole bracket:
    if a strong preference must be denied, or a float repeated, another one may be as well.
    """
    if not _is_odd(bracket) and any(abs(player.preference) == MILD for player in bracket.members):
        return None
    found = walked_2012(bracket)
    if found is None or any(DOWN in player.floats[-2:] for player in found.floaters):
        return None
    return None if _is_odd(bracket) and _has_strong_pair(found) else found


def _is_odd(bracket: ScoreBracket) -> bool:
    return bracket.state.number % 2 == 1


def _has_strong_pair(found: BracketPairing) -> bool:
    return any(one.preference * other.preference >= STRONG * STRONG for one, other in found.pairs)
