"""The list of known divergences is correct. Differences that are not on the list make a test fail."""

from __future__ import annotations

import pytest

from tests.conftest import GOLDEN, Archive
from tests.evidence.golden.recorded import Place, assert_agrees, divergences_in, known_divergences

PLACE = Place("dubov-2026/rounds", "1-r4.trf", 4)

ENTRY = """
[[divergence]]
archive = "dubov-2026/rounds"
file = "1-r4.trf"
round = 4
program = "a program"
article = "C.04.4.1 3.2.4.1"
reading = ""
argument = "two White seekers need not meet"
theirs = "1-2 3-4 5-0"
ours = "1-4 3-2 5-0"
"""

THEIRS, OURS, NEITHER = {(1, 2), (3, 4), (5, 0)}, {(1, 4), (3, 2), (5, 0)}, {(2, 1), (3, 4), (5, 0)}

KNOWN = divergences_in(ENTRY)


def test_a_place_that_is_not_listed_must_agree() -> None:
    assert_agrees(PLACE, THEIRS, THEIRS, {})
    with pytest.raises(AssertionError, match=r"1-r4\.trf"):
        assert_agrees(PLACE, OURS, THEIRS, {})


def test_a_place_that_is_listed_must_differ_as_it_says() -> None:
    assert_agrees(PLACE, OURS, THEIRS, KNOWN)


@pytest.mark.parametrize(
    ("found", "recorded"), [(THEIRS, THEIRS), (NEITHER, THEIRS), (OURS, OURS), (OURS, NEITHER)]
)  # fmt: skip
def test_a_listed_divergence_that_no_longer_differs_fails(
    found: set[tuple[int, int]], recorded: set[tuple[int, int]]
) -> None:
    with pytest.raises(AssertionError):
        assert_agrees(PLACE, found, recorded, KNOWN)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"C.04.4.1 3.2.4.1"', '"because"'),
        ('"two White seekers need not meet"', '" "'),
        ('"a program"', '""'),
        ('"1-4 3-2 5-0"', '"3-4 1-2 5-0"'),
    ],
)
def test_an_entry_is_argued_and_its_answers_differ(old: str, new: str) -> None:
    assert old in ENTRY
    with pytest.raises(AssertionError):
        divergences_in(ENTRY.replace(old, new))


def test_a_place_is_listed_once() -> None:
    with pytest.raises(AssertionError, match="twice"):
        divergences_in(ENTRY + ENTRY)


def test_every_place_that_is_listed_exists() -> None:
    for place in known_divergences():
        assert place.file in Archive(GOLDEN / f"{place.archive}.zip", 1).members
