"""The page docs/verification.md agrees with the recorded results, and names the source of each figure."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.evidence import page, store
from tests.evidence.store import Entry
from tests.evidence.tally import KNOWN


def test_the_page_matches_the_records_of_the_runs() -> None:
    assert page.PAGE.read_text("utf-8") == page.text()


def test_every_round_that_is_known_to_differ_is_listed() -> None:
    known = sum(entry.details.get(KNOWN, 0) for kind in page.KINDS for entry in store.load(kind.name).values())
    assert known == len([row for row in page.divergences_section() if row.startswith("| dutch")])


@pytest.mark.parametrize("edition", ["dutch/2012", "dutch/2009"])
def test_a_subject_of_two_editions_names_both(edition: str) -> None:
    rows = [row for row in page.edition_section(edition) if row.startswith("| mutants")]
    assert [row.split(" | ")[1] for row in rows] == ["dutch/2012 and dutch/2009: requirements"]


def test_a_run_that_is_still_to_come_is_no_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "load", lambda _kind: {})
    rows = [row.split(" | ") for row in page.summary() if row.startswith("| lim/2026")]
    assert rows == [["| lim/2026", "–", "–", *["not yet"] * 7, "not yet |"]]


@pytest.mark.parametrize("kind", [kind.name for kind in page.KINDS])
def test_no_figure_without_a_run(kind: str) -> None:
    for subject, entry in store.load(kind).items():
        assert entry.count > 0, subject
        assert entry.command.startswith("make "), subject
        assert sum(entry.versions.values()) == entry.count, subject
        assert entry.first_day <= entry.last_day, subject


def test_every_data_file_is_on_the_page() -> None:
    told = {kind.name for kind in page.KINDS} | {"causes", "damages", "attack", "tie-breaks"}
    assert {path.stem for path in store.HERE.glob("*.json")} <= told


def test_later_findings_are_added_or_replace_earlier_ones(tmp_path: Path) -> None:
    first = Entry(10, "rounds", 0, "make campaign", "2026-01-01", "2026-01-02", {"1": 10}, {"events": 2})
    later = Entry(5, "rounds", 1, "make campaign", "2026-03-01", "2026-03-01", {"2": 5}, {"events": 1})
    assert store.load("campaign", tmp_path) == {}
    store.add("campaign", "dutch/2026", first, tmp_path)
    both = store.add("campaign", "dutch/2026", later, tmp_path)
    assert (both.count, both.differences, both.first_day, both.last_day) == (15, 1, "2026-01-01", "2026-03-01")
    assert (both.versions, both.details) == ({"1": 10, "2": 5}, {"events": 3})
    store.write_down("campaign", "dutch/2026", later, tmp_path)
    assert store.load("campaign", tmp_path) == {"dutch/2026": later}
