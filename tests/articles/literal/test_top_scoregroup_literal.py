from collections import Counter
from collections.abc import Callable

import pytest

from tests.articles.literal import double_swiss, team
from tests.articles.literal.facts import Happened, MatchEvent, NoLegalPairing, Paired
from tests.articles.literal.random_events import double_swiss_event, features, team_event
from tests.articles.literal.top_scoregroup import Coming, candidate_sets, identifier, set_order, sorted_pairings

Pairer = Callable[[MatchEvent], Paired]


# --- 3.5.4, 3.6.2: the examples of the rules --------------------------------------------------------------------------


def test_354_example_sets_in_their_order() -> None:
    # Three residents who may not meet each other need three upfloaters. These cannot be 2, 6 and 8, because participant
    # 13 may not meet any of them. The tenth participant, without points, makes the number even.
    scores = {11: 35, 12: 35, 13: 35, 2: 30, 6: 30, 8: 30, 1: 25, 3: 25, 5: 25, 20: 0}
    barred = {frozenset(pair) for pair in ((11, 12), (11, 13), (12, 13), (13, 2), (13, 6), (13, 8))}
    coming = Coming(frozenset(scores), scores, frozenset(barred), frozenset())
    in_order = [set_order(coming, chosen) for chosen in candidate_sets(coming, coming.players)]
    higher = [(2, 6), (2, 8), (6, 8)]
    assert in_order == [(*two, lower) for two in higher for lower in (1, 3, 5)]


def test_362_example_identifier() -> None:
    assert identifier(((11, 24), (16, 6), (10, 9), (8, 4))) == (4, 6, 9, 11, 8, 16, 10, 24)


def test_363_pairings_of_four_in_their_order() -> None:
    assert sorted_pairings((1, 2, 3, 4)) == (((1, 3), (2, 4)), ((1, 4), (2, 3)), ((1, 2), (3, 4)))


# --- The random events ------------------------------------------------------------------------------------------------

EVERYWHERE = {
    *(happened.name.lower() for happened in Happened),
    *("first round", "last but one round", "last round", "odd number to pair", "prohibited pairs", "absent now"),
    *("virtual points now", "virtual points in the previous round", "late entry", "never there so far"),
}


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (double_swiss_event, EVERYWHERE | {"played without a colour"}),
        (team_event, EVERYWHERE | {"preferences A", "preferences B", "preferences none", "secondary score False"}),
    ],
    ids=["double-swiss", "team"],
)
def test_random_events_have_everything_in_them(make: Callable[[int], MatchEvent], expected: set[str]) -> None:
    counted = Counter(feature for seed in range(300) for feature in features(make(seed)))
    assert {feature: counted[feature] for feature in expected if counted[feature] < 15} == {}


@pytest.mark.parametrize(("make", "pair"), [(double_swiss_event, double_swiss.pair), (team_event, team.pair)])
def test_random_rounds_are_paired_legally(make: Callable[[int], MatchEvent], pair: Pairer) -> None:
    for seed in range(150):
        facts: MatchEvent = make(seed)
        assert facts == make(seed)
        try:
            paired = pair(facts)
        except NoLegalPairing:
            continue
        seated = [tpn for board in paired.boards for tpn in board] + [paired.bye] * bool(paired.bye)
        assert sorted(seated) == sorted(set(facts.participants) - facts.absent)
        assert not any(frozenset(board) in facts.forbidden for board in paired.boards)
