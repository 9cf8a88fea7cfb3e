"""Mutants of the Double-Swiss and Team Systems: a rule is removed, exchanged or read differently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pairing_engine.facts.model import ByeKind, Result
from pairing_engine.kernel import bye, colour
from pairing_engine.kernel.colour import ColourStep
from pairing_engine.kernel.rules import Rule, Scope
from pairing_engine.scores.crosstable import Crosstable
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.double_swiss.edition_2026 import DOUBLE_SWISS_2026
from pairing_engine.systems.shared import top_scoregroup, upfloaters
from pairing_engine.systems.shared.top_scoregroup import BYE_BAR, BYE_STEPS
from pairing_engine.systems.shared.upfloaters import SetsInOrder
from pairing_engine.systems.team import edition_2026 as criteria
from pairing_engine.systems.team.edition_2026 import TEAM_2026
from tests.articles.mutants.changes import Change, Mutants, Words, neighbours, with_process


def _of(rules: Sequence[Rule]) -> dict[str, list[Rule]]:
    """Build the mutants in which a criterion is dropped, or two neighbours are swapped.

    A rule about sets of upfloaters is never swapped with a rule about pairs.
    """
    found = neighbours([rule.code for rule in rules], rules)
    sets = [rule.code for rule in rules if rule.scope is Scope.UPFLOATERS]
    found.pop(f"swap {sets[-1]} {rules[len(sets)].code}")
    return found


def _of_colours(steps: Sequence[ColourStep]) -> dict[str, list[ColourStep]]:
    return neighbours([step.article for step in steps], steps, keep_last=True)


def _not_barred_by(outcome: ByeKind | Result) -> Change:
    """[2.1.2, C2] Let a participant have the bye despite this kind of unplayed round."""
    bar = BYE_BAR._replace(outcomes=BYE_BAR.outcomes - {outcome})
    return lambda system: replace(system, conventions=system.conventions._replace(bye_bar=bar))


ALIKE_BY_VALUES: dict[str, Change] = {
    "2.1.1 [C1] dropped": lambda system: replace(system, may_meet=lambda _a, _b, _state: True),
    "2.1.2 not after a bye": _not_barred_by(ByeKind.PAIRING_ALLOCATED),
    "2.1.2 not after a full-point bye": _not_barred_by(ByeKind.FULL_POINT),
    "2.1.2 not after a forfeit": _not_barred_by(Result.FORFEIT_WIN),
    "4.2 the smaller TPN first": with_process(first=lambda player, _state: (player.tpn,)),
}

ALIKE: dict[str, tuple[Words, ...]] = {
    "1.5 a floater is one for good": (
        Words(top_scoregroup.was_floater, "player.floated(1)", "max(player.floats, default='-')"),
    ),
    "2.1.2 [C2] dropped": (Words(bye.who_gets_bye, "if player.may_have_bye", ""),),
    "2.3.3 [C6] passes on": (
        Words(top_scoregroup.next_is_following, "max(lower) == bracket.following[0].score", "bool(lower)"),
    ),
    "2.3.3 [C6] says nothing": (
        Words(top_scoregroup.next_is_following, "max(lower) == bracket.following[0].score", "False"),
    ),
    "3.4.1 dropped": (Words(bye.who_gets_bye, "if can_all_be_paired(rest, may_meet, backend)", "if True"),),
    "3.4.3 forfeits count": (Words(bye.games_played, "- player.unplayed", "- 0"),),
    "3.6.1 members by score": (Words(top_scoregroup.members_of, "key=by_tpn", "key=ranking"),),
    "4.3.1 as the numbers stand": (Words(colour.by_number, "state.number_of(higher.tpn)", "higher.tpn"),),
    "4.3 alternates from the first": (
        Words(colour.alternate, "reversed(higher.colours), reversed(lower.colours)", "higher.colours, lower.colours"),
    ),
}
"""Mutants of the rules that C.04.5 and C.04.6 share."""

PROOFS: dict[str, tuple[Words, ...]] = {
    "sets: nobody is spared": (Words(SetsInOrder._sets, "if not floaters or", "if True or"),),
    "sets: the rest is always completed": (
        Words(SetsInOrder._leaves_the_best, "not left_over([*following, *beyond], self.may_meet) or None", "True"),
    ),
    "sets: the rest below is always completed": (
        Words(SetsInOrder._leaves_the_best, "not left_over([*left, *beyond], self.may_meet) or None", "True"),
    ),
    "sets: the following scoregroup is not heeded": (
        Words(SetsInOrder._leaves_the_best, "self.heeds_following and upfloaters", "False"),
    ),
    "sets: any can be paired": (
        Words(
            SetsInOrder.first,
            "can_all_be_paired([*self.bracket.residents, *found], self.may_meet, Backend.AUTO)",
            "True",
        ),
    ),
    "sets: as many as the number demands": (
        Words(
            SetsInOrder._unpaired, "len(self._single(players, left_over(players, self.may_meet)))", "len(players) % 2"
        ),
    ),
    "sets: the next level, though one is possible": (
        Words(SetsInOrder.first, "        if is_possible:\n            return None\n", ""),
    ),
    "sets: only one of whole scoregroups": (Words(SetsInOrder._levels, "certain += group", "pass"),),
}

DOUBLE_SWISS = Mutants(
    DOUBLE_SWISS_2026,
    _of(DOUBLE_SWISS_2026.criteria),
    _of_colours(DOUBLE_SWISS_2026.colour_steps),
    neighbours([step.article for step in BYE_STEPS], BYE_STEPS),
    ALIKE_BY_VALUES,
    {
        **ALIKE,
        "0 one forfeited game is enough": (
            Words(
                Crosstable._of_double, "if game.is_played:", "if game.white_result.played and game.black_result.played:"
            ),
        ),
        "2.3 also in the last round": (Words(upfloaters.is_not_last_round, "not bracket.state.is_last", "True"),),
    },
    PROOFS,
)


def _secondary(player: Player, state: RoundState) -> int:
    """[4.2.2] Return the secondary score of a team if the event uses it, or zero."""
    return player.secondary if criteria.team_rules(state).secondary else 0


TEAM = Mutants(
    TEAM_2026,
    _of(TEAM_2026.criteria),
    _of_colours(TEAM_2026.colour_steps),
    neighbours([step.article for step in BYE_STEPS], BYE_STEPS),
    {
        **ALIKE_BY_VALUES,
        "4.2.1 dropped": with_process(first=lambda p, state: (-_secondary(p, state), p.tpn)),
        "4.2.2 dropped": with_process(first=lambda p, _state: (-p.score, p.tpn)),
        "4.2.2 whatever the rules say": with_process(first=lambda p, _state: (-p.score, -p.secondary, p.tpn)),
        "4.2.2 before 4.2.1": with_process(first=lambda p, state: (-_secondary(p, state), -p.score, p.tpn)),
    },
    {
        **ALIKE,
        "1.7 the other type": (
            Words(
                criteria.with_preferences,
                "team_rules(state).preferences",
                "{'A': 'B', 'B': 'A', '': 'A'}[team_rules(state).preferences]",
            ),
        ),
        "1.7 twice needs no balance": (
            Words(criteria.preference, 'difference in (0, -1) and twice == "bb"', 'twice == "bb"'),
        ),
        "1.7 a difference of one is enough": (Words(criteria.preference, "difference < -1 or", "difference < 0 or"),),
        "1.7.2.3 as it is printed": (
            Words(
                criteria.preference,
                "Preference(-MILD * difference)",
                "Preference(-MILD if difference == 1 else NONE)",
            ),
        ),
        "1.7.2.3 at minus one not in the last round": (
            Words(criteria.preference, "    if difference:\n", "    if difference and not is_last:\n"),
        ),
        "1.7.2.5 mild also in the last round": (Words(criteria.preference, "    if is_last:  #", "    if False:  #"),),
        "1.7.2.5 before 1.7.2.1": (
            Words(
                criteria.preference,
                "    twice = player.colours[-2:]\n",
                "    twice = player.colours[-2:] if difference or not is_last or kind == 'A' else ''\n",
            ),
        ),
        "2.3 in the last round only": (Words(criteria.spares_floaters, "rounds - LAST_ROUNDS", "rounds - 1"),),
        "2.3 also at the end": (Words(criteria.spares_floaters, "rounds - LAST_ROUNDS", "rounds"),),
    },
    PROOFS,
)
