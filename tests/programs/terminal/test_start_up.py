"""A program loads only the modules that a call needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs.legacy.events import FIVE

HEAVY = {
    "distributed",
    "email",
    "gacrux",
    "importlib.metadata",
    "jinja2",
    "multiprocessing",
    "networkx",
    "numpy",
    "rich",
}
OF_PYDANTIC = {"email", "importlib.metadata"}
"""Modules that pydantic loads as part of newer typer."""
NOT_FOR_LEGACY = HEAVY | {
    "typer",
    "pydantic",
    "json",
    "shutil",
    "subprocess",
    "threading",
    "checker.diff",
    "trf.writing",
}


def loaded(*call: str, cwd: Path) -> set[str]:
    """The modules that a call loads."""
    command = [sys.executable, "-X", "importtime", "-m", *call]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr[-2000:]
    lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip() for line in lines}


@pytest.mark.parametrize(
    ("call", "absent"),
    [
        (("swisspair", "--dutch", "five.trf", "-p"), NOT_FOR_LEGACY),
        (("swisspair", "--pair", "five.trf"), HEAVY),
        (("checker", "five.trf"), HEAVY),
        (("swisspair", "--help"), HEAVY),
        (("swisspair", "--version"), HEAVY),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_nothing_heavy_is_loaded_that_is_not_used(call: tuple[str, ...], absent: set[str], tmp_path: Path) -> None:
    (tmp_path / "five.trf").write_text(FIVE)
    found = loaded(*call, cwd=tmp_path)
    assert found & (absent - OF_PYDANTIC if "pydantic" in found else absent) == set()


def test_a_program_ends_with_its_status_and_all_that_it_wrote(tmp_path: Path) -> None:
    """A program ends with its status and all of its output."""
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
