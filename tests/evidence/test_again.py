"""The daily check covers each part of the evidence, or says that it leaves this part out."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest

from tests.evidence import again, store
from tests.evidence.exhaustive.subjects import BY_NAME
from tests.evidence.exhaustive.three_ways import Compared


@pytest.mark.parametrize("events", [1, again.GENERATED_EVENTS, 5 * again.GENERATED_EVENTS, 5_616, 5_617])
def test_the_shares_of_all_days_are_all_events(events: int) -> None:
    seeds = range(1_000, 1_000 + events)
    shares = [again.share_of(seeds, day) for day in range(17, 17 + again.days_of(events))]
    assert sorted(seed for share in shares for seed in share) == list(seeds)


@pytest.mark.parametrize(("status", "fails"), [(0, 0), (1, 1), (2, 1), (5, 0)])
def test_a_share_without_tests_is_no_failure(status: int, fails: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: subprocess.CompletedProcess((), status))
    assert len(list(again.tests(again.TARGETS[0], 3))) == fails


def test_every_day_takes_other_positions_by_lot(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def see(_look: Any, _name: str, _jobs: int, events: Any) -> list[Compared]:
        seen.append(repr(events))
        return [Compared(None, "it differs")]

    monkeypatch.setattr(again, "compared_by", see)
    monkeypatch.setattr(again, "BY_LOT", {look: (3, sizes) for look, (_, sizes) in again.BY_LOT.items()})
    for day in (1, 2):
        assert all(f"day {day}: it differs" in words for words in again.by_lot(day, 1))
    assert len(seen) == len(set(seen)) == 2 * len(again.BY_LOT) * len(BY_NAME)


@pytest.mark.parametrize("kind", ["exhaustive", "explanations"])
def test_a_walk_is_made_again_or_its_figure_is_said(kind: str) -> None:
    recorded = store.load(kind)
    small, large = again.walks(kind)
    assert {unit.words for unit in (*small, *large)} == set(recorded), "a recorded walk is missing in units()"
    said = next(words for words in again.what_is_looked_at() if words.startswith(kind))
    assert f"{sum(recorded[unit.words].count for unit in large):,} of" in said
