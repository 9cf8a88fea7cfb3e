"""Saved results are used again until the sources change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.evidence import store
from tests.evidence.exhaustive import judged, saturation
from tests.evidence.exhaustive.every_position import EXPLANATIONS, PAIRINGS, fingerprint

NAME = "dutch/2026"


@pytest.mark.parametrize(
    ("look", "enough"),
    [
        (lambda events: saturation.run(NAME, events, jobs=1), saturation.EVENTS),
        (lambda positions: judged.run(NAME, positions, jobs=1, shows=0), judged.POSITIONS),
    ],
    ids=["saturation", "judged"],
)
def test_a_quick_look_takes_no_figures_place(
    look: Callable[[int], int], enough: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    monkeypatch.setattr(store, "write_down", lambda _kind, subject, _entry: written.append(subject))
    look(1)
    assert written == []
    nothing = (saturation.Saturated(0, False, ()), judged.Judged(Counter(), ()))
    monkeypatch.setattr(saturation, "spread", lambda *_: nothing[:1])
    monkeypatch.setattr(judged, "spread", lambda *_: nothing[1:])
    look(enough)
    assert written == [NAME]


def test_answers_are_asked_for_anew_if_the_checker_has_changed(tmp_path: Path) -> None:
    for folder in EXPLANATIONS.sources:
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "code.py").write_text("")
    before = [fingerprint(work.sources, tmp_path) for work in (PAIRINGS, EXPLANATIONS)]
    (tmp_path / "checker" / "code.py").write_text("changed = True")
    after = [fingerprint(work.sources, tmp_path) for work in (PAIRINGS, EXPLANATIONS)]
    assert after[0] == before[0]
    assert after[1] != before[1]
