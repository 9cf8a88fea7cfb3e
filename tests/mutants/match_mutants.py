"""The Double-Swiss and the Team System with one rule dropped, swapped or read otherwise. There are no tests here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import NamedTuple

from pairing_engine.kernel import bye, colour
from pairing_engine.kernel.bye import ByeStep
from pairing_engine.kernel.colour import ColourStep
from pairing_engine.kernel.rules import Rule
from pairing_engine.state.history import _Walk
from pairing_engine.systems.double_swiss import edition_2026 as double_swiss
from pairing_engine.systems.shared import top_scoregroup
from pairing_engine.systems.shared.top_scoregroup import BYE_STEPS, Method
from pairing_engine.systems.shared.upfloater_sets import SetsInOrder
from pairing_engine.systems.system import System
from pairing_engine.systems.team import edition_2026 as team
from pairing_engine.systems.team import preferences
from tests.internals import swapped
from tests.mutants.changes import Words, neighbours
from tests.mutants.rewriting import rewritten


class MatchMutants(NamedTuple):
    """The mutants of a system, by name: criteria for sets or for pairings, colour steps, another order of the bye,
    other words. ``shortcuts`` are words of what finds answers sooner, and proves them.
    """

    system: System
    method: Method
    sets: Mapping[str, Sequence[Rule]]
    pairings: Mapping[str, Sequence[Rule]]
    colours: Mapping[str, Sequence[ColourStep]]
    byes: Mapping[str, Sequence[ByeStep]]
    words: Mapping[str, Sequence[Words]]
    shortcuts: Mapping[str, Sequence[Words]]

    def names(self) -> list[str]:
        """All of them."""
        return [*self.sets, *self.pairings, *self.colours, *self.byes, *self.words, *self.shortcuts]

    @contextmanager
    def mutated(self, name: str) -> Iterator[System]:
        """The system with one of them. Costs that are remembered are those of the mutant."""
        method = self.method
        sets = replace(method.criteria_of_sets, rules=tuple(self.sets.get(name, method.sets)), weighers={}, known={})
        pairings = tuple(self.pairings.get(name, method.pairing))
        other = method._replace(
            criteria_of_sets=sets,
            criteria_of_pairing=replace(method.criteria_of_pairing, rules=pairings, weighers={}, known={}),
        )
        with ExitStack() as stack:
            stack.enter_context(swapped(method, other))
            if name in self.byes:
                stack.enter_context(swapped(BYE_STEPS, tuple(self.byes[name])))
            for words in (*self.words.get(name, ()), *self.shortcuts.get(name, ())):
                stack.enter_context(rewritten(*words))
            yield replace(self.system, colour_steps=tuple(self.colours.get(name, self.system.colour_steps)))


def _of(rules: Sequence[Rule]) -> dict[str, list[Rule]]:
    return neighbours([rule.code for rule in rules], rules)


def _of_colours(steps: Sequence[ColourStep]) -> dict[str, list[ColourStep]]:
    return neighbours([step.article for step in steps], steps, keep_last=True)


ALIKE: dict[str, tuple[Words, ...]] = {
    "1.5 a floater is one for good": (
        Words(top_scoregroup.was_floater, "player.floated(1)", "max(player.floats, default='-')"),
    ),
    "2.1.1 [C1] dropped": (Words(top_scoregroup.may_meet, "b.tpn not in a.barred", "True"),),
    "2.1.2 [C2] dropped": (Words(bye.first, "if player.may_have_bye", ""),),
    "2.1.2 not after a bye": (Words(top_scoregroup._bars_from_bye, "ByeKind.PAIRING_ALLOCATED, ", ""),),
    "2.1.2 not after a full-point bye": (Words(top_scoregroup._bars_from_bye, "ByeKind.FULL_POINT, ", ""),),
    "2.1.2 not after a forfeit": (Words(top_scoregroup._bars_from_bye, ", Result.FORFEIT_WIN", ""),),
    "2.3.3 [C6] passes on": (
        Words(top_scoregroup.next_is_following, "max(lower) == bracket.following[0].score", "bool(lower)"),
    ),
    "2.3.3 [C6] says nothing": (
        Words(top_scoregroup.next_is_following, "max(lower) == bracket.following[0].score", "False"),
    ),
    "3.4.1 dropped": (Words(bye.first, "if can_all_be_paired(rest, may_meet, backend)", "if True"),),
    "3.4.3 forfeits count": (Words(bye.games_played, "- player.unplayed", "- 0"),),
    "3.6.1 members by score": (Words(top_scoregroup.members_of, "key=by_tpn", "key=ranking"),),
    "4.3.1 as the numbers stand": (Words(colour.by_number, "state.number_of(higher.tpn)", "higher.tpn"),),
    "4.2 the smaller TPN first": (Words(top_scoregroup.pair_round, "method.order(state, player)", "player.tpn"),),
    "4.3 alternates from the first": (
        Words(colour.alternate, "reversed(higher.colours), reversed(lower.colours)", "higher.colours, lower.colours"),
    ),
}
"""What both texts say."""

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
            SetsInOrder._can_be_paired, "return can_be_completed(len(players), compatible, Backend.AUTO)", "return True"
        ),
    ),
    "sets: as many as the number demands": (
        Words(SetsInOrder._unpaired, "if len(left_over(players, self.may_meet)) < 2:", "if True:"),
    ),
    "sets: the next level, though one is possible": (
        Words(SetsInOrder.first, "        if is_possible:\n            return None\n", ""),
    ),
    "sets: only one of whole scoregroups": (Words(SetsInOrder._levels, "certain += group", "pass"),),
}

DOUBLE_SWISS = MatchMutants(
    double_swiss.DOUBLE_SWISS_2026,
    double_swiss.METHOD,
    _of(double_swiss.METHOD.sets),
    _of(double_swiss.METHOD.pairing),
    _of_colours(double_swiss.COLOUR_STEPS),
    neighbours([step.article for step in BYE_STEPS], BYE_STEPS),
    {
        **ALIKE,
        "0 one forfeited game is enough": (
            Words(
                _Walk._record_double, "if game.is_played:", "if game.white_result.played and game.black_result.played:"
            ),
        ),
        "2.3 also in the last round": (Words(double_swiss.is_not_last_round, "not bracket.state.is_last", "True"),),
    },
    PROOFS,
)

TEAM = MatchMutants(
    team.TEAM_2026,
    team.METHOD,
    _of(team.METHOD.sets),
    _of(team.METHOD.pairing),
    _of_colours(team.COLOUR_STEPS),
    neighbours([step.article for step in BYE_STEPS], BYE_STEPS),
    {
        **ALIKE,
        "1.7 the other type": (
            Words(
                preferences.with_preferences,
                "team_rules(state).preferences",
                "{'A': 'B', 'B': 'A', '': 'A'}[team_rules(state).preferences]",
            ),
        ),
        "1.7 twice needs no balance": (
            Words(preferences.preference, 'difference in (0, -1) and twice == "bb"', 'twice == "bb"'),
        ),
        "1.7 a difference of one is enough": (
            Words(preferences.preference, "difference < -1 or", "difference < 0 or"),
        ),
        "1.7.2.3 as it is printed": (
            Words(
                preferences.preference,
                "Preference(-MILD * difference)",
                "Preference(-MILD if difference == 1 else NONE)",
            ),
        ),
        "1.7.2.3 at minus one not in the last round": (
            Words(preferences.preference, "    if difference:\n", "    if difference and not is_last:\n"),
        ),
        "1.7.2.5 mild also in the last round": (Words(preferences.preference, "    if is_last:\n", "    if False:\n"),),
        "1.7.2.5 before 1.7.2.1": (
            Words(
                preferences.preference,
                "    twice = player.colours[-2:]\n",
                "    twice = player.colours[-2:] if difference or not is_last or kind == 'A' else ''\n",
            ),
        ),
        "2.3 in the last round only": (Words(team.spares_floaters, "rounds - LAST_ROUNDS", "rounds - 1"),),
        "2.3 also at the end": (Words(team.spares_floaters, "rounds - LAST_ROUNDS", "rounds"),),
        "4.2.1 dropped": (Words(team._first_team, "-player.score, -secondary", "-secondary"),),
        "4.2.2 dropped": (Words(team._first_team, "-player.score, -secondary", "-player.score"),),
        "4.2.2 whatever the rules say": (
            Words(team._first_team, "player.secondary if team_rules(state).secondary else 0", "player.secondary"),
        ),
        "4.2.2 before 4.2.1": (Words(team._first_team, "-player.score, -secondary", "-secondary, -player.score"),),
    },
    PROOFS,
)
