"""Mutants of the Dutch System of 2017.

A mutant drops a criterion, swaps two criteria, or changes a step or a definition.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pairing_engine.facts.basic_rules import ByeBar
from pairing_engine.facts.model import ByeKind
from pairing_engine.kernel.bracket import Bracket, Edge, Region
from pairing_engine.kernel.rules import Cost, Rule
from pairing_engine.state.conventions import BAR_BEFORE_2026 as BAR_BEFORE_2026
from pairing_engine.state.conventions import INDIVIDUAL_BAR, float_of_unplayed_round
from pairing_engine.systems.dutch import edition_2017 as criteria_2017
from pairing_engine.systems.dutch import process as two_routes
from pairing_engine.systems.dutch.edition_2017 import (
    CRITERIA,
    DUTCH_2017,
    c7_bye,
    c7_number,
    c7_psd,
    c12,
    c13,
    c14,
    c15,
    c16,
    c17,
    c18,
    c19,
)
from pairing_engine.systems.shared.downward import Below
from pairing_engine.systems.system import System
from tests.articles.mutants.changes import Change, Mutants, Words, neighbours

_PARTS = {c7_bye: "C7.bye", c7_number: "C7.number", c7_psd: "C7.psd"}

RULES: dict[str, list[Rule]] = neighbours([_PARTS.get(rule, rule.code) for rule in CRITERIA], CRITERIA)


def _with_conventions(**values: object) -> Change:
    return lambda system: replace(system, conventions=system.conventions._replace(**values))  # type: ignore[arg-type]


def _with_costs(change: Callable[[Cost], Cost], *rules: Rule) -> Change:
    def changed(system: System) -> System:
        return replace(
            system,
            criteria=tuple(
                replace(rule, cost=change(rule.cost)) if rule in rules else rule for rule in system.criteria
            ),
        )

    return changed


def _of_pairs_only(cost: Cost) -> Cost:
    """[E7] Give no downfloat to a player who leaves the bracket unpaired."""
    return lambda edge, bracket: 0 if edge.floats else cost(edge, bracket)


def _of_mdps_only(cost: Cost) -> Cost:
    """[E7] Give no floats to two residents of the CLB who meet each other."""

    def changed(edge: Edge, bracket: Bracket) -> int:
        return cost(edge, bracket) if edge.floats or edge.upper in bracket.mdps else 0

    return changed


def _of_following_only(cost: Cost) -> Cost:
    """[C.7] Ignore the downfloaters of the bracket itself."""
    return lambda edge, bracket: cost(edge, bracket) if edge.upper_in is Region.FOLLOWING else 0


VALUES: dict[str, Change] = {
    "A.4.b as in 2026": _with_conventions(
        float_of_unplayed=lambda outcome, gained, scoring: float_of_unplayed_round(outcome, gained, scoring)
    ),
    "C.2 as in 2026": _with_conventions(bye_bar=INDIVIDUAL_BAR),
    "C.2 without forfeit wins": _with_conventions(bye_bar=ByeBar(frozenset({ByeKind.PAIRING_ALLOCATED}), False)),
    "C.2 with full-point byes": _with_conventions(
        bye_bar=ByeBar(BAR_BEFORE_2026.outcomes | {ByeKind.FULL_POINT}, win_points=False)
    ),
    "C.3 dropped": lambda system: replace(system, may_meet=lambda a, b, _state: b.tpn not in a.barred),
    "E7 no downfloaters": _with_costs(_of_pairs_only, c12, c14),
    "C.7 counts no MDPs who float on": _with_costs(_of_following_only, c7_psd),
    "E7 no residents of the CLB": _with_costs(_of_mdps_only, c12, c13, c14, c15, c16, c17, c18, c19),
}

ROUND = two_routes._RoundToPair

WORDS: dict[str, list[Words]] = {
    "A.9 no other route": [
        Words(ROUND.brackets, "if not self._is_completed(pairing", "if False and (pairing"),
        Words(ROUND._has_too_few_floaters, "needed > 1 and", "False and"),
    ],
    "A.9 completion without C.2": [
        Words(
            ROUND._is_completed,
            "can(rest, lambda a, b:",
            "can([p._replace(may_have_bye=True) for p in rest], lambda a, b:",
        )
    ],
    "A.9 completion of the following alone": [
        Words(ROUND._is_completed, "in self.groups[index:]", "in self.groups[index : index + 1]"),
        Words(ROUND._has_too_few_floaters, "needed > 1 and", "False and"),
    ],
    "C.4 is not asked of the PPB": [
        Words(
            ROUND._other_route,
            "pairing = self._penultimate(ppb)",
            "pairing, _ = alone(self.method, ppb)",
        )
    ],
    "C.7 is asked of the PPB": [
        Words(ROUND._other_route, "ppb = replace(bracket, route=Route.PENULTIMATE)", "ppb = bracket"),
        Words(ROUND._penultimate, "if pairing is not None:", "if False:"),
    ],
    "A.9 the PPB is any bracket with too few floaters for parity": [
        Words(ROUND._has_too_few_floaters, "needed > self.below.least_floaters(bracket)", "True")
    ],
    "C.4 the PPB leaves no bye": [
        Words(Below._inside, "(1 << size + size % 2)", "(1 << size)"),
    ],
    "C.4 only the lowest score may have the bye": [
        Words(Below.__init__, "self.bye is None or not lowest_bye", "self.bye is None")
    ],
    "A.9 the CLB has one score": [
        Words(
            ROUND._other_route,
            "collapsed = bracket.following + bracket.beyond",
            "collapsed = tuple(p._replace(score=0) for p in bracket.following + bracket.beyond)",
        )
    ],
    "A.9 the CLB is ranked by numbers": [
        Words(
            ROUND._other_route,
            "collapsed = bracket.following + bracket.beyond",
            "collapsed = tuple(sorted(bracket.following + bracket.beyond, key=lambda p: p.tpn))",
        )
    ],
    "A.8 the lowest score is that of the highest resident": [
        Words(criteria_2017.score_difference, "bracket.lowest_score", "bracket.score")
    ],
    "A.8 a downfloater is no wider than a pair": [Words(criteria_2017.score_difference, "+ ONE_POINT", "")],
}

MUTANTS = Mutants(
    DUTCH_2017,
    RULES,
    neighbours([step.article for step in DUTCH_2017.colour_steps], DUTCH_2017.colour_steps, keep_last=True),
    {},
    VALUES,
    WORDS,
)
