"""The shortcuts of the old Dutch editions: the walk, where their rules allow it."""

from __future__ import annotations

from collections.abc import Hashable

from pairing_engine.fast.downward import WALKED
from pairing_engine.fast.dutch_walk import walk
from pairing_engine.fast.graphs import Profiles, same_for_all
from pairing_engine.fast.proved import Proved, edition_of, ordinary
from pairing_engine.kernel.engine import Engine
from pairing_engine.kernel.graph import Horizon
from pairing_engine.kernel.rules import Bracket, BracketPairing, Edge, Region
from pairing_engine.state.round_state import DOWN, MILD, STRONG, Player
from pairing_engine.systems.dutch_procedure.edition_1998 import has_over_half
from pairing_engine.systems.dutch_procedure.process import ProcedureMethod
from pairing_engine.systems.dutch_procedure.score_bracket import ScoreBracket, is_odd_round, own
from pairing_engine.systems.shared.downward import Decided
from pairing_engine.systems.system import System


def profile_2012(player: Player, bracket: Bracket, region: Region) -> Hashable:
    if region is not Region.BRACKET:
        return None
    return (
        player.score - bracket.score,
        player.score - bracket.residents[-1].score if own(bracket).merged else None,
        player.score - bracket.following[0].score if own(bracket).looks_down else None,
        player.preference,
        player.floats[-2:],
    )


def profile_2009(player: Player, bracket: Bracket, _region: Region) -> Hashable:
    """Return the cache key of a player, which contains the facts of the bracket that affect costs."""
    following = player.score - bracket.following[0].score if own(bracket).looks_down else None
    return player.preference, bracket.state.number % 2, own(bracket).mild, following


def walked_2012(bracket: ScoreBracket) -> BracketPairing | None:
    """Find the best candidate of a bracket, without those below, under the rules of 2012; None if a short search fails.

    The rules minimise denied strong preferences before all denied preferences [A.7.d before X]. The search does not,
    but its candidate has the smallest possible number of both.
    """
    if bracket.lost or bracket.merged or (bracket.mdps and not bracket.heterogeneous):
        return None
    if bracket.odd and len({player.unplayed for player in bracket.members if player.may_have_bye}) != 1:
        return None  # the search gives the bye to a player with the most games, but these rules do not
    return walk(bracket)


def walked_2009(bracket: ScoreBracket) -> BracketPairing | None:
    """Find the best candidate of a bracket as `walked_2012`, under the rules of 1992 to 2009.

    Two rules differ from those of 2012: mild preferences do not count in even rounds, and a requirement is dropped for
    the whole bracket. If one strong preference must be denied, or one float repeated, the rules allow more of them, so
    they can require a candidate that denies or repeats more than necessary.
    """
    if not is_odd_round(bracket) and any(abs(player.preference) == MILD for player in bracket.members):
        return None
    found = walked_2012(bracket)
    if found is None or any(DOWN in player.floats[-2:] for player in found.floaters):
        return None
    has_strong_pair = any(one.preference * other.preference >= STRONG * STRONG for one, other in found.pairs)
    return None if is_odd_round(bracket) and has_strong_pair else found


def walked_1998(bracket: ScoreBracket) -> BracketPairing | None:
    """Find the best candidate of a bracket, without the players below; None if a short search fails.

    The search prefers candidates with fewer denied strong preferences, and candidates that repeat no downfloat. These
    rules do neither while all preferences can be granted and the moved-down players decide nobody's downfloat. The
    search does not know the note to B.
    """
    if any(has_over_half(player, bracket.state) for player in bracket.members):
        return None
    found = walked_2012(bracket)
    if found is None or any(Edge(*pair).product > 0 for pair in found.pairs):
        return None
    if not found.floaters:
        return found
    spared = bracket.members if bracket.mdps else found.floaters
    return None if any(DOWN in player.floats[-2:] for player in spared) else found


SHORTCUTS = {
    "2012": (profile_2012, walked_2012),
    "2009": (profile_2009, walked_2009),
    "1998": (profile_2009, walked_1998),
}
"""The keys of costs and the walk of each edition."""


@ordinary
class QuickProcedure(ProcedureMethod):
    """An old Dutch edition with its walk."""

    def __init__(self, system: System, _engine: Engine) -> None:
        edition = edition_of(system) or system
        profile, walked = SHORTCUTS.get(edition.edition, SHORTCUTS["2009"])
        proved = Proved(edition, (Profiles(profile, same_for_all, edition.criteria),), walked)
        super().__init__(system, proved.engine(system))
        self.find = proved.walk_for(system)

    def first(self, bracket: ScoreBracket, horizon: Horizon) -> Decided | None:
        found = None if self.find is None else self.find(bracket)
        return super().first(bracket, horizon) if found is None else (found, WALKED)
