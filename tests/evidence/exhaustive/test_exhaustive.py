"""A sample of ``make exhaustive``: random positions of small events.

`make test` uses the same positions every time, and `make evidence` uses different positions every day.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.articles.literal import dutch
from tests.articles.literal.facts import Event
from tests.evidence.exhaustive import walk as walking
from tests.evidence.exhaustive.alike import Likeness, by_score
from tests.evidence.exhaustive.judged import look
from tests.evidence.exhaustive.positions import position
from tests.evidence.exhaustive.saturation import EVENTS, saturated
from tests.evidence.exhaustive.subjects import BY_NAME, SUBJECTS, Subject
from tests.evidence.exhaustive.three_ways import Compared, compared, transcribed
from tests.evidence.exhaustive.walk import Walk

POSITIONS = 60


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_a_small_event_is_paired_as_its_text_says(subject: Subject[Any]) -> None:
    lot = Random(subject.name)
    for _ in range(POSITIONS):
        assert compared(subject, position(subject, lot)).difference == ""


@pytest.mark.parametrize("name", ["dutch/2026", "dutch/2017", "dubov/2026", "burstein/2026", "team/2026 B"])
def test_a_broken_rule_is_found(name: str) -> None:
    subject, lot = BY_NAME[name], Random(name)
    broken = replace(subject, system=replace(subject.system, colour_steps=subject.system.colour_steps[::-1]))
    assert any(compared(broken, position(broken, lot)).difference for _ in range(POSITIONS))


def without_colours(event: Event) -> Likeness:
    """Leave out the colours, so that different positions look equal."""
    found = by_score(event)
    players: Sequence[tuple[object, ...]] = found.key  # type: ignore[assignment]
    return Likeness(tuple((*player[:1], *player[2:]) for player in players), found.labels)


def test_positions_that_are_not_alike_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walking, "SAMPLE", 1)
    for likeness, right in ((by_score, True), (without_colours, False)):
        subject = replace(BY_NAME["dutch/2026"], likeness=likeness)

        def compare(events: Sequence[Event], subject: Subject[Event] = subject) -> list[Compared]:
            return [Compared(transcribed(subject, event), "") for event in events]

        counts = Walk(subject, 4, unplayed=False, rounds=3).run(compare)
        assert counts.sampled > 20
        assert (counts.differences == []) is right


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_events_end_where_their_text_has_no_round(subject: Subject[Any]) -> None:
    found = [saturated(seed, subject.name) for seed in range(EVENTS, EVENTS + 3)]
    assert [one.differences for one in found] == [(), (), ()]


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_explanations_of_small_events_agree_with_the_text(subject: Subject[Any]) -> None:
    lot = Random(f"explained {subject.name}")
    found = [look(subject, position(subject, lot, (3, 4, 5))) for _ in range(4)]
    assert [words for one in found for words in one.contradictions] == []
    assert sum(one.answers.total() for one in found) > 10


def test_a_wrong_verdict_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without criteria [C6] and [C7], the transcription gives wrong verdicts, and the comparison finds them."""
    monkeypatch.setattr(dutch, "CRITERIA", tuple(c for c in dutch.CRITERIA if c not in (dutch.c6, dutch.c7)))
    lot = Random(1)
    events = (position(BY_NAME["dutch/2026"], lot, (5,)) for _ in range(12))
    assert any(look(BY_NAME["dutch/2026"], event).contradictions for event in events)
