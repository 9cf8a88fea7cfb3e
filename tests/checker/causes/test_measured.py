"""A sample of ``make causes`` with one event of each kind. Every cause that the checker offers must be proved."""

from __future__ import annotations

import pytest

from tests.checker.causes.kinds import KINDS
from tests.checker.causes.measure import events

UNDECIDED = {"two numbers exchanged", "a number some places away", "a pair that was not to meet"}
"""Kinds of alterations that boards paired by hand would also explain."""


@pytest.mark.parametrize("kind", KINDS)
def test_the_true_cause_is_offered_and_every_offer_proved(kind: str) -> None:
    (one,) = events(kind, 1)
    assert one.unproved == ()
    assert one.offered, one.words
    assert one.first or kind in UNDECIDED, one.words
