"""If another package called trf is installed, the programs say so and give advice."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import ROOT
from tests.programs.commands.calls import NO_ACCESS
from tests.programs.legacy.events import FIVE

CALLS = (
    ("pairing_engine", "--pair", "five.trf"),
    ("pairing_engine", "--dutch", "five.trf", "-p"),
    ("swisspair", "--why", "1", "five.trf"),
    ("checker", "five.trf"),
)
STRANGER = "import datetime\n\ndef load(file):\n    return file.readlines()\n"


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    for package in ("pairing_engine", "checker", "trf", "swisspair"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "five.trf").write_text(FIVE)
    return tmp_path


def said(call: tuple[str, ...], folder: Path, **variables: str) -> str:
    command = [sys.executable, "-m", *call]
    environment = {**os.environ, "PYTHONPATH": "", **variables}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (NO_ACCESS, "", 1), done.stderr
    return done.stderr


@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_a_package_installed_over_ours_is_named(call: tuple[str, ...], installed: Path) -> None:
    (installed / "trf" / "__init__.py").write_text(STRANGER)
    words = said(call, installed)
    assert words.startswith("swiss")
    assert f"another package called trf was installed over swisspair's own trf: {installed / 'trf'}" in words
    assert "install swisspair-fide again" in words


def test_a_package_removed_again_leaves_a_gap(installed: Path) -> None:
    (installed / "trf" / "__init__.py").unlink()
    assert "another package called trf has replaced files" in said(CALLS[0], installed)


def test_a_package_earlier_on_the_path_is_named(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    work = tmp_path_factory.mktemp("work")
    (work / "trf.py").write_text(STRANGER)
    (work / "five.trf").write_text(FIVE)
    words = said(CALLS[0], work, PYTHONPATH=str(installed))
    assert f"another package called trf hides swisspair's own trf: {work / 'trf.py'}" in words
