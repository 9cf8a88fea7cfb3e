"""The random events repeat, and have everything in them that an article names."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from tests.articles.literal.facts import Happened, MatchEvent
from tests.articles.literal.random_events import double_swiss_event, features, random_event, team_event

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
def test_random_events_of_matches_have_everything_in_them(
    make: Callable[[int], MatchEvent], expected: set[str]
) -> None:
    counted = Counter(feature for seed in range(300) for feature in features(make(seed)))
    assert {feature: counted[feature] for feature in expected if counted[feature] < 15} == {}


def test_the_same_seed_gives_the_same_event() -> None:
    for seed in range(50):
        assert random_event(Random(seed)) == random_event(Random(seed))
        assert double_swiss_event(seed) == double_swiss_event(seed)
        assert team_event(seed) == team_event(seed)
