"""Mutants of the Burstein System: a rule is removed, exchanged or read differently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pairing_engine.kernel import bye
from pairing_engine.kernel.bye import ByeStep
from pairing_engine.kernel.colour import clash
from pairing_engine.kernel.rules import Rule
from pairing_engine.systems.burstein import edition_2026 as rules
from pairing_engine.systems.burstein import process
from pairing_engine.systems.burstein.edition_2026 import BURSTEIN_2026
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.shared.orders import identifier_order
from tests.articles.mutants.changes import Change, Mutants, Words, neighbours, with_process


def _name(rule: Rule) -> str:
    """Return the rule's code; the two rules of [C7] become ``C7.number`` and ``C7.scores``."""
    return rule.code if rule.code != "C7" else "C7.number" if rule.levels is None else "C7.scores"


WORDS: dict[str, tuple[Words, ...]] = {
    "1.6.2 half, rounded up": (Words(process.SeedingRounds.__call__, "rounds // 2", "(rounds + 1) // 2"),),
    "1.7.1.1 dropped": (Words(rules.indices, "Index(-buchholz, -berger, tpn)", "Index(0, -berger, tpn)"),),
    "1.7.1.2 dropped": (Words(rules.indices, "Index(-buchholz, -berger, tpn)", "Index(-buchholz, 0, tpn)"),),
    "1.7.1 swapped": (Words(rules.indices, "Index(-buchholz, -berger, tpn)", "Index(-berger, -buchholz, tpn)"),),
    "1.7.1.2 the points are not multiplied": (Words(rules.indices, "entry.points * current", "entry.points"),),
    "1.7.2.1 unplayed rounds are nothing": (
        Words(rules.indices, "if entry.met else scores[tpn]", "if entry.met else 0"),
    ),
    "1.7.2.1 no series": (Words(rules._benefit, "if not _is_absent_now(state, tpn):", "if True:"),),
    "1.7.2.1 a series though present": (Words(rules._benefit, "if not _is_absent_now(state, tpn):", "if False:"),),
    "1.7.2.1 whatever bye is asked for": (
        Words(rules._is_absent_now, "all(kind is ByeKind.ZERO_POINT for kind in kinds)", "True"),
    ),
    "1.7.2.1 not a series": (Words(rules._benefit, "break", "continue"),),
    "1.7.2.2 virtual points count": (
        Words(
            rules.indices,
            "table.totals()",
            "{tpn: state.by_tpn[tpn].score if tpn in state.by_tpn else total for tpn, total in table.totals().items()}",
        ),
    ),
    "1.8.2 descending": (Words(rules.indices, "-berger, tpn)", "-berger, -tpn)"),),
    "1.8 by score first": (
        Words(
            process._ranked,
            "key=lambda player: index[player.tpn]",
            "key=lambda player: (-player.score, index[player.tpn])",
        ),
    ),
    "2.1.2 [C2] dropped": (Words(bye.who_gets_bye, "if player.may_have_bye", ""),),
    "3.1.2 dropped": (Words(bye.who_gets_bye, "if can_all_be_paired(rest, may_meet, backend)", "if True"),),
    "5.2.5 higher ranked by score": (
        Words(
            process._BursteinMethod.pair,
            "key=lambda player: index[player.tpn])",
            "key=lambda player: (-player.score, index[player.tpn]))",
        ),
    ),
}

SCORE, GAMES, RANKING = BURSTEIN_2026.bye_steps

BYES: dict[str, Sequence[ByeStep]] = {
    "3.1.3 dropped": (GAMES, RANKING),
    "3.1.4 dropped": (SCORE, RANKING),
    "3.1.5 dropped": (SCORE, GAMES, ByeStep("", "the largest TPN", bye.largest_tpn)),
    "3.1.3 and 3.1.4 swapped": (GAMES, SCORE, RANKING),
    "3.1.4 and 3.1.5 swapped": (SCORE, RANKING, GAMES),
}

VALUES: dict[str, Change] = {
    "1.6.2 at most three": lambda system: replace(system, in_round=process.SeedingRounds(DUTCH_2026, 3)),
    "1.6.2 at most five": lambda system: replace(system, in_round=process.SeedingRounds(DUTCH_2026, 5)),
    "2.1.1 [C1] dropped": lambda system: replace(system, may_meet=lambda a, b, _state: not clash(a, b)),
    "2.1.3 [C3] dropped": lambda system: replace(system, may_meet=lambda a, b, _state: b.tpn not in a.barred),
    "4.3 from the smallest opponent": with_process(order=identifier_order),
}

MUTANTS = Mutants(
    BURSTEIN_2026,
    neighbours([_name(rule) for rule in BURSTEIN_2026.criteria], BURSTEIN_2026.criteria),
    neighbours([step.article for step in BURSTEIN_2026.colour_steps], BURSTEIN_2026.colour_steps, keep_last=True),
    BYES,
    VALUES,
    WORDS,
)

NO_DIFFERENCE = {
    "swap 5.2.1 5.2.2": "two players without games have no preference to grant [1.5.4]",
    "swap 5.2.2 5.2.3": "if the two preferences differ in colour, granting the stronger one grants both",
}
"""The mutants that still pair every round correctly, each with the reason."""
