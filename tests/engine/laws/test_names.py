from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from pairing_engine.facts.model import Participant, Tournament
from tests.engine.laws.strategies import answer, coming, events


@given(events(), st.randoms(use_true_random=False))
def test_names_ratings_and_titles_do_not_matter(event: Tournament, rng: Random) -> None:
    def renamed(participant: Participant) -> Participant:
        return participant._replace(
            name=f"Player {rng.randint(0, 999)}",
            rating=rng.randint(0, 3000),
            title=rng.choice(("", "GM", "WFM")),
            federation=rng.choice(("", "FID", "NOR")),
            birth=str(rng.randint(1940, 2015)),
        )

    others = replace(event, name="Another event", participants=tuple(map(renamed, event.participants)))
    assert answer(coming(others)) == answer(coming(event))
