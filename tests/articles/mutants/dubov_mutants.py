"""Mutants of the Dubov System: a rule is removed, exchanged or read differently."""

from __future__ import annotations

from dataclasses import replace

from pairing_engine.kernel import bye
from pairing_engine.kernel.colour import clash
from pairing_engine.kernel.rules import Rule
from pairing_engine.systems.dubov import edition_2026 as criteria
from pairing_engine.systems.dubov import process
from pairing_engine.systems.dubov.edition_2026 import DUBOV_2026
from pairing_engine.systems.dubov.process import Subgroups
from pairing_engine.systems.shared import upfloaters
from pairing_engine.systems.shared.upfloaters import Upfloaters
from tests.articles.mutants.changes import Change, Mutants, Words, neighbours

SUM_OF_DIFFERENCES = replace(criteria.c6, levels=None, most=10**6)
"""A mutant of [C6] that adds up the score differences [Reading V2]."""

OF_UPFLOATERS_ALONE = replace(
    criteria.c7, cost=lambda edge, bracket: criteria.c7.cost(edge, bracket) if edge.floats else 0
)
"""A mutant of [C7] that counts only the pairs of upfloaters [Reading V3]."""


def _instead(rule: Rule, other: Rule) -> list[Rule]:
    return [other if each is rule else each for each in DUBOV_2026.criteria]


WORDS: dict[str, tuple[Words, ...]] = {
    "1.6.4 without games White is due": (Words(criteria.with_preferences, "Preference(-MILD)", "Preference(MILD)"),),
    "1.6.4 without games Black is strongly due": (
        Words(criteria.with_preferences, "Preference(-MILD)", "Preference(-2 * MILD)"),
    ),
    "1.7 halves are rounded down": (
        Words(
            criteria.averages, "for tpn in opponents) + len(opponents))", "for tpn in opponents) + len(opponents) - 1)"
        ),
    ),
    "1.7 all is rounded down": (
        Words(criteria.averages, "for tpn in opponents) + len(opponents))", "for tpn in opponents))"),
    ),
    "1.7 forfeited games count": (
        Words(criteria.averages, "game.white_result.played and game.black_result.played", "True"),
    ),
    "1.7 without games the highest": (Words(criteria.averages, "if opponents else 0", "if opponents else 10_000"),),
    "1.8.1 downfloats count": (Words(criteria.upfloats, "count(UP)", "count('D')"),),
    "1.8.2 MaxT is two": (Words(criteria.most_upfloats, "2 + rounds // 5", "2"),),
    "1.8.2 MaxT is one more": (Words(criteria.most_upfloats, "2 + rounds // 5", "3 + rounds // 5"),),
    "2.1.2 [C2] dropped": (Words(bye.who_gets_bye, "if player.may_have_bye", ""),),
    "2.3.4 also in the last round": (Words(upfloaters.is_not_last_round, "not bracket.state.is_last", "True"),),
    "3.1.2 dropped": (Words(bye.who_gets_bye, "if can_all_be_paired(rest, may_meet, backend)", "if True"),),
    "3.2.3 colours from the first round on": (
        Words(Subgroups.__init__, "any(player.colours for player in players)", "True"),
    ),
    "3.2.3 halves until all have played": (
        Words(Subgroups.__init__, "any(player.colours for player in players)", "all(p.colours for p in players)"),
    ),
    "3.2.4 [C7] does not matter": (Words(Subgroups._best, "int(one.preference * other.preference > 0)", "0"),),
    "3.2.4.1 dropped": (Words(Subgroups.pairs, "self._unavoidable_shifters()", "[]"),),
    "3.2.4.1 from G2 if equal": (
        Words(Subgroups._smaller, "len(self.g1) <= len(self.g2)", "len(self.g1) < len(self.g2)"),
        Words(Subgroups._larger, "len(self.g1) <= len(self.g2)", "len(self.g1) < len(self.g2)"),
    ),
    "3.2.5 S1 by TPN": (Words(Subgroups._shifted, "sorted(g1, key=self._by_aro)", "sorted(g1, key=by_tpn)"),),
    "3.2.5 S1 by descending ARO": (
        Words(Subgroups._shifted, "sorted(g1, key=self._by_aro)", "sorted(g1, key=self._by_aro)[::-1]"),
    ),
    "3.2.5 equal AROs by descending TPN": (Words(Subgroups._by_aro, ", player.tpn", ", -player.tpn"),),
    "4.2.2 upfloaters from the end": (
        Words(
            Upfloaters._ask,
            "weights.add_set(pool)",
            "weights.add_set(pool)[::-1]",
        ),
    ),
    "4.3.2 White seekers by TPN": (
        Words(Subgroups._from_the_middle, "self._by_aro if seek_white else by_tpn", "by_tpn"),
    ),
    "4.3.2 Black seekers by ARO": (
        Words(Subgroups._from_the_middle, "self._by_aro if seek_white else by_tpn", "self._by_aro"),
    ),
    "4.3.3 from the top": (Words(Subgroups._from_the_middle, "(len(remaining) - 1) // 2", "0"),),
    "4.3.3 of two in the middle the lower": (
        Words(Subgroups._from_the_middle, "(len(remaining) - 1) // 2", "len(remaining) // 2"),
    ),
    "4.4.2 G2 by ARO": (Words(Subgroups._shifted, "sorted(g2, key=by_tpn)", "sorted(g2, key=self._by_aro)"),),
    "4.4.2 G2 from the end": (Words(Subgroups._shifted, "sorted(g2, key=by_tpn)", "sorted(g2, key=by_tpn)[::-1]"),),
}

VALUES: dict[str, Change] = {
    "2.1.1 [C1] dropped": lambda system: replace(system, may_meet=lambda a, b, _state: not clash(a, b)),
    "2.1.3 [C3] dropped": lambda system: replace(system, may_meet=lambda a, b, _state: b.tpn not in a.barred),
}

MUTANTS = Mutants(
    DUBOV_2026,
    {
        **neighbours([rule.code for rule in DUBOV_2026.criteria], DUBOV_2026.criteria),
        "C6 adds up": _instead(criteria.c6, SUM_OF_DIFFERENCES),
        "C7 of upfloaters alone": _instead(criteria.c7, OF_UPFLOATERS_ALONE),
    },
    neighbours([step.article for step in DUBOV_2026.colour_steps], DUBOV_2026.colour_steps, keep_last=True),
    neighbours([step.article for step in DUBOV_2026.bye_steps], DUBOV_2026.bye_steps),
    VALUES,
    WORDS,
)

SHORTCUTS: dict[str, tuple[Words, int]] = {
    "others may be left without a pairing": (
        Words(process.upfloater_at_once, "return None if left_over(below, may_meet) else found", "return found"),
        12,
    ),
    "only [C7] is looked at": (
        Words(process._least, "*(rule.cost(edge, bracket) for rule in rules[3:] if rule.applies(bracket))", ""),
        163,
    ),
    "[C7] is not looked at": (Words(process._least, "return denied,", "return 0,"), 11),
}
"""Mutants of the shortcut that finds a single upfloater.

The number is the seed of a round that the mutant pairs differently.
"""

NO_DIFFERENCE = {
    "3.2.4 [C7] does not matter": "pairings with the fewest pairs inside the smaller subgroup are best by [C7] (V8)",
    "swap 5.2.1 5.2.2": "two players without games prefer the same colour [1.6.4], so 5.2.2 cannot grant both",
    "swap 5.2.2 5.2.3": "if the two preferences differ in colour, granting the stronger one grants both",
}
"""The mutants that still pair every round correctly, each with the reason."""
