"""Mistakes of the legacy commands that `make fuzz` found.

The files in fixtures/trf/invalid cover other mistakes that `make fuzz` found.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.outcomes import How, outcome
from tests.places import FIXTURES
from tests.programs.legacy.events import FIRST_ROUND
from tests.programs.program import swisspair

TEAMS = (FIXTURES / "trf" / "valid" / "trf26-team.trf").read_text()


def test_a_shift_that_is_ignored_hides_no_points_that_are_none(tmp_path: Path) -> None:
    """Legacy commands that ignore text between columns still report unreadable points in the same line."""
    line = next(line for line in FIRST_ROUND.splitlines() if line.startswith("001"))
    (tmp_path / "in.trf").write_text(FIRST_ROUND.replace(line, f"{line[:56]}x{line[57:80]} Tes{line[84:]}"))
    refusal = swisspair("--dutch", "in.trf", "-p", cwd=tmp_path)
    assert refusal.status == 3
    assert b"in.trf:4:82: points: found 'Tes'" in refusal.errors


@pytest.mark.parametrize(("code", "column"), [("310", 73), ("300", 16)])
def test_faults_in_team_records_matter_only_in_team_events(tmp_path: Path, code: str, column: int) -> None:
    lines = ["192 FIDE_TEAM_TYPEA_MP_GP", *TEAMS.splitlines()]
    place = next(place for place, line in enumerate(lines) if line.startswith(code))
    lines[place] = lines[place][: column - 1] + "x" + lines[place][column:]
    text = "\n".join(lines)
    (tmp_path / "in.trf").write_text(text)
    refusal = swisspair("in.trf", "-p", cwd=tmp_path)
    assert refusal.status == 3
    assert f"in.trf:{place + 1}:".encode() in refusal.errors
    assert outcome(text.encode(), How("dutch", legacy=True)) == "paired"
