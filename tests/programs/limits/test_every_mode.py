"""``make limits``: with the largest event of each system, every mode stays within its limits of memory and time."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from pairing_engine.systems import SYSTEMS
from swisspair.commands import modes
from swisspair.swisscheck.cli import OTHER_MODES
from tests.programs.limits.largest_calls import CALLS, EVENT, largest_event
from tests.programs.limits.measuring import ANSWERED, PATIENCE, measured

BESIDE_THE_MODES = {"swisscheck", "--resume", "-p", "-c"}
"""The keys of `CALLS` that do not name a mode."""


def test_every_mode_has_a_call() -> None:
    declared = set(modes.names()) | set(OTHER_MODES)
    assert set(CALLS) == declared | BESIDE_THE_MODES


@pytest.mark.limits
@pytest.mark.parametrize("mode", CALLS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_mode_of_every_system(tmp_path: Path, system: str, mode: str) -> None:
    (tmp_path / EVENT).write_bytes(largest_event(system))
    call = CALLS[mode](system, tmp_path)
    for words in call.before:
        done = subprocess.run([*map(str, words)], capture_output=True, check=False, timeout=PATIENCE)
        assert done.returncode in (0, 1), done.stderr[-1000:].decode()
    assert measured(*call.words, rounds=call.rounds, in_worker=call.in_worker) in ANSWERED
