"""Independent code that follows the articles word for word confirms every explanation."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.articles.literal.facts import Event
from tests.engine.laws.strategies import literal_events, many
from tests.evidence.exhaustive.judged import agree, judged_as, position_of, rounds, some
from tests.evidence.exhaustive.subjects import BY_NAME


@many(2)
@given(literal_events(most=7), st.randoms(use_true_random=False))
def test_an_explanation_names_the_first_criterion_that_differs(event: Event, rng: Random) -> None:
    """Explanations apply the rules in order, for example [C12] before [C13].

    Explanations may not apply [C9] to a bracket without the bye, or limit [C8] to the next scoregroup.
    """
    here = position_of(BY_NAME["dutch/2026"], event)
    if here is None:
        return
    for other in some(list(rounds(here)), here, rng)[:6]:
        assert agree(judged_as(here, other), here.said(other)), other
