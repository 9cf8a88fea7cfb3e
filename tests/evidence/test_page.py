"""The page of the evidence, its store, and comparisons made again."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from pairing_engine import __version__
from tests.evidence import again, page, store
from tests.evidence.exhaustive.subjects import BY_NAME, Compared
from tests.evidence.store import Entry
from tests.evidence.tally import KNOWN


def test_the_page_matches_the_records_of_the_runs() -> None:
    assert page.PAGE.read_text("utf-8") == page.text()


def test_every_round_that_is_known_to_differ_is_listed() -> None:
    known = sum(entry.details.get(KNOWN, 0) for kind in page.KINDS for entry in store.load(kind.name).values())
    assert known == page.divergences().count("\n| dutch")


@pytest.mark.parametrize("edition", ["dutch/2012", "dutch/2009"])
def test_a_subject_of_two_editions_names_both(edition: str) -> None:
    rows = [row for row in page.edition_section(edition).splitlines() if row.startswith("| mutants")]
    assert [row.split(" | ")[1] for row in rows] == ["dutch/2012 and dutch/2009: requirements"]


def test_a_run_that_is_still_to_come_is_no_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "load", lambda _kind: {})
    rows = [row.split(" | ") for row in page.at_a_glance().splitlines() if row.startswith("| lim/2026")]
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
    assert f"{sum(recorded[unit.words].count for unit in large):,} of" in again.of_walks(kind)


@pytest.mark.parametrize("place", [*store.COMPARED, "docs"])
def test_uncommitted_code_is_reported(place: str, tmp_path: Path) -> None:
    for folder in (*store.COMPARED, "docs"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "code.py").write_text("")
    assert store.version_in(tmp_path) == __version__
    who = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false")
    for words in (("init", "-q"), ("add", "."), (*who, "commit", "-qm", "x")):
        subprocess.run(("git", "-C", str(tmp_path), *words), check=True)
    clean = store.version_in(tmp_path)
    assert clean.startswith(f"{__version__} at ")
    (tmp_path / place / "code.py").write_text("changed = True")
    assert store.version_in(tmp_path / "docs") == clean + (" with changes" if place != "docs" else "")


def test_a_commit_that_was_rebased_away_is_not_named(tmp_path: Path) -> None:
    for words in (("init", "-q"), ("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a", "--allow-empty")):
        subprocess.run(("git", "-C", str(tmp_path), *words), check=True)
    here = store.version_in(tmp_path)
    store.save(
        "some", {"a": Entry(1, "rounds", 0, "make", "", "", {here: 1, "0.1.0 at 12345678 with changes": 2})}, tmp_path
    )
    store.without_lost_commits(tmp_path)
    assert store.load("some", tmp_path)["a"].versions == {here: 1, "0.1.0": 2}
