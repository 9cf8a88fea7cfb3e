"""``make limits``: no file makes the programs exceed their limits of memory and time."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pairing_engine.facts.codes import kind_of_system
from pairing_engine.facts.model import EventKind
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.systems import SYSTEMS
from tests.programs.limits.hostile import FILES, archive, by_lot, clubs, large
from tests.programs.limits.measuring import ANSWERED, PATIENCE, measured
from tests.programs.program import SWISSCHECK, SWISSPAIR
from trf import write

READ = """
import sys
from trf import TrfProblems, examine
try:
    examine(open(sys.argv[1], "rb").read(), only_pairing_data=sys.argv[2] == "legacy")
except TrfProblems as problems:
    str(problems)
"""

pytestmark = pytest.mark.limits


@pytest.mark.parametrize("reader", ["ours", "legacy"])
@pytest.mark.parametrize("kind", FILES)
def test_every_file_is_read_in_bounds(tmp_path: Path, kind: str, reader: str) -> None:
    path = tmp_path / "in.trf"
    path.write_bytes(FILES[kind]())
    assert measured(sys.executable, "-c", READ, path, reader, in_worker=True) == 0


@pytest.mark.parametrize("kind", FILES)
def test_every_file_is_paired_or_refused_in_bounds(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "in.trf"
    path.write_bytes(FILES[kind]())
    assert measured(SWISSPAIR, "--pair", path) in ANSWERED


def events(system: str, folder: Path) -> list[Path]:
    kind = kind_of_system(system)
    if kind is EventKind.TEAM:
        event = generate(Plan(players=300, rounds=7), 1, SYSTEMS[system]["2026"])
        found = {"teams": write(replace(event, rounds=event.rounds[:-1], recorded_ranks={})).encode()}
    else:
        both = kind is EventKind.DOUBLE
        found = {
            "random-4000-9": by_lot(4_000, 9, both=both),
            "random-9998-9": by_lot(9_998, 9, both=both),
            "drawn-2000-20": by_lot(2_000, 20, 100, both=both),
            "drawn-9998-5": by_lot(9_998, 5, 100, both=both),
        }
    if kind is EventKind.INDIVIDUAL:
        found["half-barred-3000"] = large(*clubs(1_501), number=3_000)
        for number in (2_000, 2_500):  # 2,000 players have fewer pairs than the limit, and 2,500 players have more
            found[f"half-barred-{number}"] = large(*clubs(number // 2 + 1), number=number)
        found["clubs-3000"] = large(*clubs(1_000, 1_000, 1_000), number=3_000)
    for name, data in found.items():
        (folder / f"{name}.trf").write_bytes(data)
    return sorted(folder.iterdir())


EDITIONS = [(system, edition) for system, editions in SYSTEMS.items() for edition in editions]


@pytest.mark.parametrize(("system", "edition"), EDITIONS)
def test_every_edition_pairs_or_refuses_in_bounds(tmp_path: Path, system: str, edition: str) -> None:
    for path in events(system, tmp_path):
        words = "--pair", path, "--system", system, "--edition", edition, "--default-rating", "1400"
        assert measured(SWISSPAIR, *words) in ANSWERED


def test_an_event_paired_by_no_rules_is_checked_in_bounds(tmp_path: Path) -> None:
    path = tmp_path / "in.trf"
    path.write_bytes(by_lot(2_000, 5))
    assert measured(SWISSCHECK, path, "--jobs", "1", "--default-rating", "1400", rounds=5) == 1


def test_a_bracket_that_does_not_fit_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_bytes(large(number=3_000))
    words: list[str | Path] = [SWISSPAIR, "--pair", tmp_path / "in.trf", "--engine", "reference"]
    assert measured(*words) == 4
    said = subprocess.run(words, capture_output=True, check=False, timeout=PATIENCE).stderr.decode()
    assert (
        "the bracket of 0.0 points together with everybody below it is too large: 3,000 players have more than" in said
    )


@pytest.mark.parametrize("names", [100_000, 1_500_000])
def test_archives_of_very_many_names(tmp_path: Path, names: int) -> None:
    archive(tmp_path / "names.zip", names)
    assert measured(SWISSCHECK, tmp_path / "names.zip", "--jobs", "1") in (4, 5)
