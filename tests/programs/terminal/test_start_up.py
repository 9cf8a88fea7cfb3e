"""A call of a program loads only the modules that it needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs.legacy.events import FIVE

HEAVY = {"distributed", "gacrux", "jinja2", "multiprocessing", "networkx", "rich"}
PLAIN = HEAVY | {"dataclasses", "email", "importlib.metadata", "inspect", "pydantic", "subprocess", "typer"}
"""Modules that a simple call must not load."""
LEGACY = PLAIN | {"json", "shutil", "threading", "checker.diff", "trf.writing", "swisspair.terminal.options"}


def loaded(*call: str, cwd: Path) -> set[str]:
    command = [sys.executable, "-X", "importtime", "-m", *call]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr[-2000:]
    lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip() for line in lines}


@pytest.mark.parametrize(
    ("call", "absent"),
    [
        (("swisspair", "--dutch", "five.trf", "-p"), LEGACY),
        (("swisspair", "--pair", "five.trf"), PLAIN),
        (("swisspair", "--why", "1", "five.trf"), PLAIN),
        (("checker", "five.trf", "--jobs", "1", "--quiet"), PLAIN),
        (("swisspair", "--version"), PLAIN),
        (("swisspair", "--help"), HEAVY),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_nothing_heavy_is_loaded_that_is_not_used(call: tuple[str, ...], absent: set[str], tmp_path: Path) -> None:
    (tmp_path / "five.trf").write_text(FIVE)
    found = loaded(*call, cwd=tmp_path)
    assert found & absent == set()


def test_a_program_ends_with_its_status_and_all_that_it_wrote(tmp_path: Path) -> None:
    (tmp_path / "five.trf").write_text(FIVE)
    command = [sys.executable, "-m", "swisspair", "--pair", "five.trf", "--list", "-"]
    for _ in range(3):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.count("\n") > 8
    with Path("/dev/full").open("w") as full:
        broken = subprocess.run(command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert broken.returncode == 5
    assert broken.stderr.count("\n") == 1
