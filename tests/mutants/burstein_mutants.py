"""The Burstein System with one rule dropped, swapped or read otherwise. There are no tests here."""

from __future__ import annotations

from pairing_engine.kernel import bye
from pairing_engine.kernel.order import descending_order, identifier_order
from pairing_engine.kernel.rules import Rule
from pairing_engine.systems.burstein import criteria, index, process
from pairing_engine.systems.burstein.edition_2026 import BURSTEIN_2026
from tests.mutants.changes import Mutants, Words, neighbours


def _name(rule: Rule) -> str:
    """[C7] has two."""
    return rule.code if rule.code != "C7" else "C7.number" if rule.levels is None else "C7.scores"


BYE_ORDER = "return player.score, -games_played(player), *_lowest_ranking(player, index)"


def _bye(order: str) -> tuple[Words, ...]:
    return (Words(process._bye_order, BYE_ORDER, f"return {order}"),)


SCORE, GAMES, RANKING = "player.score", "-games_played(player)", "*_lowest_ranking(player, index)"

TOTAL = "tpn: _scorer_total(state, tpn, entries) for"

WORDS: dict[str, tuple[Words, ...]] = {
    "1.6.2 half, rounded up": (Words(process.is_seeding_round, "rounds // 2", "(rounds + 1) // 2"),),
    "1.6.2 at most three": (Words(process.is_seeding_round, "MOST_SEEDING_ROUNDS", "3"),),
    "1.6.2 at most five": (Words(process.is_seeding_round, "MOST_SEEDING_ROUNDS", "5"),),
    "1.7.1.1 dropped": (Words(index.indices, "Index(-buchholz, -berger, tpn)", "Index(0, -berger, tpn)"),),
    "1.7.1.2 dropped": (Words(index.indices, "Index(-buchholz, -berger, tpn)", "Index(-buchholz, 0, tpn)"),),
    "1.7.1 swapped": (Words(index.indices, "Index(-buchholz, -berger, tpn)", "Index(-berger, -buchholz, tpn)"),),
    "1.7.1.2 the points are not multiplied": (Words(index.indices, "gained * current", "gained"),),
    "1.7.2.1 unplayed rounds are nothing": (
        Words(index.indices, "scores[tpn] if opponent is None else", "0 if opponent is None else"),
    ),
    "1.7.2.1 no series": (Words(index._benefit, "if not _is_absent_now(state, tpn):", "if True:"),),
    "1.7.2.1 a series though present": (Words(index._benefit, "if not _is_absent_now(state, tpn):", "if False:"),),
    "1.7.2.1 whatever bye is asked for": (
        Words(index._is_absent_now, "all(kind is ByeKind.ZERO_POINT for kind in kinds)", "True"),
    ),
    "1.7.2.1 not a series": (Words(index._benefit, "break", "continue"),),
    "1.7.2.2 virtual points count": (
        Words(
            index.indices,
            TOTAL,
            "tpn: state.by_tpn[tpn].score if tpn in state.by_tpn else _scorer_total(state, tpn, entries) for",
        ),
    ),
    "1.8.2 descending": (Words(index.indices, "-berger, tpn)", "-berger, -tpn)"),),
    "1.8 by score first": (
        Words(
            process._method,
            "key=lambda player: index[player.tpn]",
            "key=lambda player: (-player.score, index[player.tpn])",
        ),
    ),
    "2.1.1 [C1] dropped": (Words(criteria.may_meet, "b.tpn not in a.barred", "True"),),
    "2.1.2 [C2] dropped": (Words(bye.first, "if player.may_have_bye", ""),),
    "2.1.3 [C3] dropped": (Words(criteria.may_meet, "!= ABSOLUTE * ABSOLUTE", "!= 100"),),
    "3.1.2 dropped": (Words(bye.first, "if can_all_be_paired(rest, may_meet, backend)", "if True"),),
    "3.1.3 dropped": _bye(f"{GAMES}, {RANKING}"),
    "3.1.4 dropped": _bye(f"{SCORE}, {RANKING}"),
    "3.1.5 dropped": _bye(f"{SCORE}, {GAMES}, -player.tpn"),
    "3.1.3 and 3.1.4 swapped": _bye(f"{GAMES}, {SCORE}, {RANKING}"),
    "3.1.4 and 3.1.5 swapped": _bye(f"{SCORE}, {RANKING}, {GAMES}"),
    "5.2.5 higher ranked by score": (
        Words(
            process.pair_round,
            "key=lambda player: index[player.tpn])",
            "key=lambda player: (-player.score, index[player.tpn]))",
        ),
    ),
}

MUTANTS = Mutants(
    BURSTEIN_2026,
    criteria.CRITERIA,
    neighbours([_name(rule) for rule in criteria.RULES], criteria.RULES),
    neighbours([step.article for step in BURSTEIN_2026.colour_steps], BURSTEIN_2026.colour_steps, keep_last=True),
    {},
    process.BYE_STEPS,
    WORDS,
    {"4.3 from the smallest opponent": (descending_order, identifier_order)},
)

NO_DIFFERENCE = {
    "swap 5.2.1 5.2.2": "two who have not played have no preference [1.5.4], so that there is none to grant",
    "swap 5.2.2 5.2.3": "of two different preferences the stronger one is granted by both steps, and so is the weaker",
}
"""Mutants that are the rules in other words, and why."""
