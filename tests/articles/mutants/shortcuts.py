"""Mutants of the shortcuts of the Dutch System: a check or a step is changed.

The checks of a shortcut are not part of a `System`, so these mutants change the source code of functions. A mutant's
test fails if the source code no longer contains the words to replace.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pairing_engine.kernel.bracket_graph import _Edges
from pairing_engine.matching import completion
from pairing_engine.matching.completion import GroupMatchings
from pairing_engine.systems.dutch import edition_2026 as criteria
from pairing_engine.systems.dutch import edition_2026 as walk
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.dutch.process import Candidates
from pairing_engine.systems.shared import downward as walkdown
from pairing_engine.systems.shared import greedy_transposition
from pairing_engine.systems.shared import greedy_transposition as transposition
from pairing_engine.systems.shared.downward import Below
from pairing_engine.systems.shared.greedy_transposition import ColourTally
from pairing_engine.systems.shared.orders import mates_of_homogeneous
from pairing_engine.systems.system import System
from tests.articles.mutants.changes import Words, rewritten
from tests.internals import afresh

DECIDE = walkdown._Shortcuts.__call__
ONLY = walkdown._Shortcuts._only_candidate
COUNT = greedy_transposition.least_denied

CERTIFICATES = {
    "fills says yes": Words(GroupMatchings.fills, "draft = self._with_floaters(floaters, k)", "return True"),
    "fills forgets the floaters": Words(
        GroupMatchings._with_floaters, "all(draft.places(floater) for floater in floaters)", "True"
    ),
    "fills leaves many of the group": Words(GroupMatchings._with_floaters, "placed and len(draft.free) < 2", "placed"),
    "fills looks no further down": Words(GroupMatchings.fills, "if self.completes(draft.free, k + 1)", "if True"),
    "fills lets floaters meet anybody": Words(completion._Draft.places, "if compatible(floater, other)", "if True"),
    "fills breaks couples up for anybody": Words(completion._Draft.places, "if compatible(floater, mate)", "if True"),
    "completes says yes": Words(GroupMatchings.completes, "left = [*floaters, *self.left[k]]", "return True"),
    "completes forgets the floaters": Words(GroupMatchings.completes, "[*floaters, *self.left[k]]", "[*self.left[k]]"),
    "a greedy couple that may not meet": Words(completion.pair_off, "if compatible(todo[place], v)", "if True"),
    "a repair that looks at one half": Words(completion._split, "if compatible(other, loser)", "if True"),
    "a certificate without [C8]": Words(
        walkdown._Shortcuts._is_certified, "self.below.matchings.fills(", "self.below.matchings.completes("
    ),
    "no certificate for the following scoregroup": Words(
        walkdown._Shortcuts._with_following,
        "if answer and self.below.completes(answer.unmatched, below + 1)",
        "if answer",
    ),
}
"""Mutants that check wrongly whether the lower brackets can still be paired."""

DECISIONS = {
    "the score of the bye without a certificate": Words(
        walkdown._Shortcuts.__init__, "bye is not None and self.below.completes((), 0)", "bye is not None"
    ),
    "the score of the bye is the lowest": Words(
        walkdown._Shortcuts.__init__, "self.below.players[bye].score", "self.below.players[-1].score"
    ),
    "the highest bracket may have one candidate": Words(DECIDE, "if index and (only", "if (only"),
    "the last two always meet": Words(ONLY, "if not bracket.following:", "if len(members) == 2:"),
    "those below need all but two": Words(ONLY, "== len(members):", ">= len(members) - 2:"),
    "those below need them, whoever gets the bye": Words(ONLY, "if self.is_certain and ", "if "),
    "only residents may meet": Words(ONLY, "in members[:number])", "in bracket.residents[:number])"),
    "only residents and MDPs may meet": Words(ONLY, "in members[:number])", "in bracket.mdps)"),
    "no choice among the members alone": Words(Below.unavoidable, "members | self._inside(k)", "members"),
    "a choice of opponents is none": Words(Below.unavoidable, "elif row & (row - 1):", "elif False:"),
    "who may float does": Words(Below.unavoidable, "if not row & members:", "if row & ~members:"),
    "two who may not meet": Words(
        walkdown.alone, "len(members) == 2 and method.may_meet(*members, bracket.state)", "len(members) == 2"
    ),
    "S1 as large as if everybody were paired": Words(mates_of_homogeneous, "if found == pairs", "if True"),
    "a remainder of four without an order": Words(Candidates._mates_of_all, "len(remainder) < 3", "len(remainder) < 5"),
}
"""Mutants of the code that decides whether a smaller graph, or none at all, is enough."""

WALKS = {
    "every last round is walked through": Words(walk.walk, "left < 0 or not _is_plain(bracket)", "left < 0"),
    "nobody is taken for a topscorer": Words(
        walk._is_plain, "not any(is_topscorer(player, state) for player in bracket.members)", "True"
    ),
    "[C10] is not looked at": Words(walk._is_plain, "abs(p.difference) <= ABSOLUTE and ", ""),
    "[C11] is not looked at": Words(walk._is_plain, 'p.colours[-2:] != ("ww" if p.preference > 0 else "bb")', "True"),
    "[C15] and [C17] are not looked at": Words(walk.walk, "UP not in p.floats[-2:]", "True"),
    "[C17] is not looked at": Words(walk.walk, "UP not in p.floats[-2:]", "UP not in p.floats[-1:]"),
    "[C2] is not looked at": Words(walk._best_floaters, "if gets_bye and not player.may_have_bye", "if False"),
    "[C9] is not looked at": Words(walk._best_floaters, "player.unplayed if gets_bye and unplayed_count else 0", "0"),
    "[C14] is not looked at": Words(walk._best_floaters, "floats[-1:] == DOWN", "False"),
    "[C16] is not looked at": Words(walk._best_floaters, "floats[-2:-1] == DOWN", "False"),
    "every resident may float": Words(walk._best_floaters, "elif merit == best:", "else:"),
    "rematches are walked through": Words(ColourTally.first_transposition, "others[j].tpn in tops[i].barred or ", ""),
    "[C3] is not looked at": Words(ColourTally.first_transposition, " or one * others[j].preference == CLASH", ""),
    "admitted once, admitted for good": Words(ColourTally.first_transposition, "admitted.clear()", "pass"),
    "the tally of floaters is not kept": Words(ColourTally._move, "self.may_float[other] += by", "pass"),
    "denials are not counted": Words(ColourTally._move, "self.denied += by", "pass"),
    "strong denials are not counted": Words(ColourTally._move, "self.strong += by", "pass"),
    "a pair undone is not put back": Words(
        transposition.first_assignment, "following[preceding[place]] = preceding[following[place]] = place", "pass"
    ),
    "the next top goes on where the last one stopped": Words(
        transposition.first_assignment,
        "taken.append(place)\n            place = following[others]",
        "taken.append(place)\n            place = following[place]",
    ),
}
"""Mutants that ignore a criterion, or change a step, when the engine tries the candidates in order."""

BOUNDS = {
    "players without a preference are not counted": Words(
        COUNT, "abs(white - black) - none + 1", "abs(white - black) + 1"
    ),
    "only strong preferences are denied": Words(COUNT, "pairs - mild if pairs > mild else 0", "pairs"),
    "mild preferences of the other colour are denied": Words(
        COUNT, "w1 if white > black else b1", "b1 if white > black else w1"
    ),
    "a walk may deny one preference more": Words(
        ColourTally.__init__, "self.denied = denied", "self.denied = denied + 1"
    ),
    "a walk may deny one strong preference more": Words(
        ColourTally.__init__, "self.strong = strong", "self.strong = strong + 1"
    ),
    "strong denials do not matter": Words(
        ColourTally._admits,
        "reached = denied <= self.denied and strong <= self.strong",
        "reached = denied <= self.denied",
    ),
    "strong denials do not matter where one floats": Words(
        ColourTally._admits, "if denied <= self.denied and strong <= self.strong:", "if denied <= self.denied:"
    ),
}
"""Mutants that miscount the preferences that must be denied."""

PROFILES = {
    "a profile without the score difference": Words(
        criteria.profile, "        gap,\n        player.preference", "        player.preference"
    ),
    "a profile without the preference": Words(criteria.profile, "player.preference,", ""),
    "a profile without the floats": Words(criteria.profile, "player.floats[-2:],", ""),
    "a profile with the last float alone": Words(criteria.profile, "player.floats[-2:]", "player.floats[-1:]"),
    "a profile without the unplayed rounds": Words(
        criteria.profile, "player.unplayed if bracket.allots_bye else 0,", ""
    ),
    "a profile without the colour difference": Words(criteria.profile, "(player.difference, ", "("),
    "a profile without the last colours": Words(criteria.profile, "player.colours[-2:], ", ""),
    "a profile without being a topscorer": Words(criteria.profile, ", is_topscorer(player, state))", ",)"),
    "costs of pairs and of others in one table": Words(
        _Edges.pairs, "others = self.table.others.setdefault(self.context.others, {})", "others = inside"
    ),
    "costs alone, wherever they lead": Words(_Edges.costs_to, "(self.context.others, region)", "self.context.others"),
}
"""Mutants that use the same key of the cache for pairs with different costs."""

MUTANTS: dict[str, Words] = {**CERTIFICATES, **DECISIONS, **WALKS, **BOUNDS, **PROFILES}


@contextmanager
def mutated(name: str) -> Iterator[System]:
    with rewritten(*MUTANTS[name]):
        yield afresh(DUTCH_2026)
