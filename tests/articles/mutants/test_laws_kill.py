"""Every law (a property test) fails if the engine is broken on purpose.

If a law still holds for a broken engine, the examples of the law are too simple.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import Phase, settings

from checker import diff
from pairing_engine import NoPairing
from pairing_engine.facts import groups
from pairing_engine.facts.model import Tournament
from pairing_engine.kernel import colour
from pairing_engine.kernel.bracket_graph import Horizon
from pairing_engine.kernel.rules import Weigher
from pairing_engine.matching.completion import GroupMatchings
from pairing_engine.state import conventions, history
from pairing_engine.systems.burstein.edition_2026 import BURSTEIN_2026
from pairing_engine.systems.dutch import edition_2017 as criteria_2017
from pairing_engine.systems.dutch import edition_2026 as criteria
from pairing_engine.systems.dutch import edition_2026 as walk
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.lim.edition_2026 import LIM_2026
from pairing_engine.systems.shared import greedy_transposition, judging
from pairing_engine.systems.shared import greedy_transposition as transposition
from tests.articles.mutants.changes import Words, rewritten
from tests.articles.mutants.shortcuts import MUTANTS
from tests.checker.laws import test_explanations
from tests.engine.laws import (
    test_matching_laws,
    test_rounds,
)
from tests.internals import forgetting

Law = Callable[..., Any]

EXAMPLES = 6000
"""The number of examples for each law, enough to find the rarest fault."""

FILLS_SAYS_YES = Words(GroupMatchings.fills, "draft = self._with_floaters(floaters, k)", "return True")

KILLED: list[tuple[Law, Words]] = [
    (
        test_matching_laws.test_weights_order_sets_of_edges_as_the_rules_do,
        Words(Weigher.__init__, "width = vertices.bit_length()", "width = vertices.bit_length() - 1"),
    ),
    (
        test_rounds.test_names_ratings_and_titles_do_not_matter,
        Words(
            history._PastRounds.state,
            'key=attrgetter("score")',
            "key=lambda p: (p.score, next(q.rating for q in self.tournament.participants if q.tpn == p.tpn))",
        ),
    ),
    (
        test_rounds.test_games_byes_requests_and_prohibitions_in_any_order,
        Words(
            groups.Barred.of,
            "for place in places)) - {tpn}",
            "for place in places[:1])) - {tpn}",
        ),
    ),
    (
        test_rounds.test_rounds_that_follow_change_no_earlier_pairing,
        Words(
            Tournament.taking_part,
            "return self.rounds[number - 1].paired()",
            "return [participant.tpn for participant in self.participants]",
        ),
    ),
    (
        test_rounds.test_a_round_pairs_all_and_breaks_no_absolute_criterion,
        Words(criteria.may_meet, "if b.tpn in a.barred", "if False"),
    ),
    (
        test_rounds.test_no_pairing_means_that_there_is_none,
        Words(criteria.may_meet, "a.preference * b.preference != CLASH or", "a.preference * b.preference <= 0 or"),
    ),
    (
        test_rounds.test_a_mirrored_event_has_a_mirrored_pairing,
        Words(conventions.preference, "if last and colours", 'if last == "w" and colours'),
    ),
    (
        test_explanations.test_a_check_of_our_own_pairing_is_silent,
        Words(diff.compare, "if expected.bye is not None", "if False"),
    ),
    (
        test_explanations.test_a_check_of_a_board_with_colours_swapped_is_not_silent,
        Words(diff.compare, "not meeting.colours_known and swapped in ours", "swapped in ours"),
    ),
    (
        test_explanations.test_an_explanation_names_the_first_criterion_that_differs,
        Words(judging.BothEdges.first_difference, "for rule in rules", "for rule in reversed(tuple(rules))"),
    ),
    *(
        (law, Words(colour.alternate, 'return BLACK if mine == "w" else WHITE', "return WHITE"))
        for law in (
            test_rounds.test_a_mirrored_event_has_a_mirrored_pairing,
            test_rounds.test_a_mirrored_event_has_a_mirrored_pairing_by_burstein,
        )
    ),
    *(
        (test_rounds.test_a_compulsory_expected_pair_changes_nothing, MUTANTS[name])
        for name in ("rematches are walked through", "two who may not meet")
    ),
    (test_matching_laws.test_auto_agrees_with_the_reference, FILLS_SAYS_YES),
    (test_matching_laws.test_fills_tells_the_truth, FILLS_SAYS_YES),
    (
        test_matching_laws.test_completes_tells_the_truth,
        Words(GroupMatchings.completes, "left = [*floaters, *self.left[k]]", "return True"),
    ),
    (
        test_matching_laws.test_a_certificate_is_given_where_nothing_stands_in_the_way,
        Words(GroupMatchings.completes, "return not left", "return False"),
    ),
    *(
        (
            partial(test_rounds.test_remembered_costs_are_those_of_this_bracket, horizon),
            Words(criteria.profile, "player.floats[-2:],", ""),
        )
        for horizon in Horizon
    ),
    *(
        (
            partial(test_rounds.test_costs_remembered_by_the_rules_of_2017, Horizon.FOLLOWING),
            Words(criteria_2017.profile, old, ""),
        )
        for old in ("        gap,\n", "        player.floats[-2:],\n")
    ),
    (
        test_rounds.test_in_a_last_round_all_players_of_a_profile_cost_the_same,
        Words(criteria.profile, "(player.difference, ", "("),
    ),
    (
        test_matching_laws.test_the_first_assignment_in_the_order_of_transpositions,
        Words(
            transposition.first_assignment, "following[preceding[place]] = preceding[following[place]] = place", "pass"
        ),
    ),
    (
        test_rounds.test_a_walk_ends_where_the_matching_of_the_bracket_does,
        Words(walk.walk, "UP not in p.floats[-2:]", "True"),
    ),
    (
        test_rounds.test_a_walk_of_the_last_bracket_ends_like_the_matching,
        Words(walk._best_floaters, "if gets_bye and not player.may_have_bye", "if False"),
    ),
    (
        test_rounds.test_a_walk_without_exchanges_agrees_with_counting,
        Words(transposition.first_assignment, "turns -= 1", "return None"),
    ),
    (
        test_rounds.test_the_bound_for_denied_preferences_is_exact,
        Words(greedy_transposition.least_denied, "abs(white - black) - none + 1", "abs(white - black) + 1"),
    ),
]


def name_of(law: Law) -> str:
    if isinstance(law, partial):
        return f"{law.func.__name__}-{law.args[0].name}"
    return law.__name__


@pytest.mark.parametrize(("law", "words"), KILLED, ids=[f"{name_of(law)}: {words.new}" for law, words in KILLED])
def test_a_law_kills_its_mutant(law: Law, words: Words, monkeypatch: pytest.MonkeyPatch) -> None:
    held = law.func if isinstance(law, partial) else law
    usual = getattr(held, "_hypothesis_internal_use_settings", None)
    if usual is not None:
        at_once = settings(
            usual, max_examples=EXAMPLES, phases=(Phase.generate,), database=None, report_multiple_bugs=False
        )
        monkeypatch.setattr(held, "_hypothesis_internal_use_settings", at_once)
    with (
        forgetting(DUTCH_2026, BURSTEIN_2026, LIM_2026),
        rewritten(*words),
        pytest.raises((AssertionError, LookupError, NoPairing)),
    ):
        law()
