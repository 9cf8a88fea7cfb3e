"""A test that the command line names always runs, even a test marked ``slow``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import ROOT

SLOW = "tests/programs/commands/test_event_json.py::test_nothing_is_lost_of_any_fixture"
PARTLY_SLOW = "tests/engine/laws/test_literal.py::test_rounds_are_those_of_the_text"


@pytest.mark.parametrize("named", [SLOW, f"{PARTLY_SLOW}[dutch-2012-50]", f"{PARTLY_SLOW}[dutch-2012-0]"])
def test_a_slow_test_is_collected_by_its_name(named: str) -> None:
    command = [str(Path(sys.executable).with_name("pytest")), "--collect-only", "-q", named]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
