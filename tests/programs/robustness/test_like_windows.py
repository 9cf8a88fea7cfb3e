"""The programs work without the parts of Python that Windows lacks.

The tests take away the parts of Python that Windows lacks, but do not simulate Windows paths or consoles. Only the
hosting service runs the tests on real Windows.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs.legacy.events import FIVE, FIVE_LINES, FIVE_PAIRS

PATIENCE = 120
STAND_IN = """\
import sys
for name in ("fcntl", "grp", "pwd", "resource", "termios", "tty"):
    sys.modules[name] = None
import multiprocessing, os, signal
multiprocessing.set_start_method("spawn")
for name in ("HUP", "VTALRM", "ALRM", "KILL", "USR1", "USR2", "QUIT", "PIPE", "TSTP", "CONT", "CHLD", "WINCH", "XCPU"):
    delattr(signal, f"SIG{name}")
for name in ("pthread_sigmask", "setitimer", "getitimer", "alarm", "pause", "siginterrupt", "pthread_kill", "sigwait"):
    delattr(signal, name)
for name in ("sched_getaffinity", "getuid", "geteuid", "getgid", "killpg", "fchown", "chown", "nice", "getloadavg"):
    delattr(os, name)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write two events, and a module that makes Python behave as on Windows."""
    (tmp_path / "first").mkdir()
    (tmp_path / "first" / "sitecustomize.py").write_text(STAND_IN)
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "one.trf").write_bytes(FIVE.encode().replace(b"\n", b"\r\n"))
    (tmp_path / "here" / "two.trf").write_text(FIVE)
    return tmp_path / "here"


def called(folder: Path, *words: str, encoding: str = "cp1252") -> tuple[int, bytes, bytes]:
    environment = {**os.environ, "PYTHONPATH": str(folder.parent / "first"), "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", *words]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=PATIENCE, check=False)
    return done.returncode, done.stdout, done.stderr


def test_a_round_is_paired_and_written(folder: Path) -> None:
    assert called(folder, "swisspair", "--pair", "one.trf", "--output", "pairs.txt") == (0, b"", b"")
    assert (folder / "pairs.txt").read_bytes() == FIVE_PAIRS
    assert called(folder, "swisspair", "--dutch", "one.trf", "-p")[:2] == (0, FIVE_PAIRS)


def test_workers_that_are_spawned_check_files(folder: Path) -> None:
    status, output, errors = called(folder, "checker", "one.trf", "two.trf", "--jobs", "2", "--quiet")
    assert (status, errors) == (0, b"")
    assert b"checked 2 tournaments" in output


def test_the_stand_in_takes_away_what_it_says(folder: Path) -> None:
    asked = "import signal, sys; sys.exit(hasattr(signal, 'SIGVTALRM') or 'fcntl' not in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(folder.parent / "first")}
    assert subprocess.run([sys.executable, "-c", asked], env=environment, timeout=PATIENCE, check=False).returncode == 0


def test_names_are_utf_8_and_tables_plain_in_old_encodings(folder: Path) -> None:
    """A terminal with an old encoding gets names in UTF-8, and tables without line-drawing characters."""
    line = FIVE_LINES[0]
    named = f"{line[:14]}{'Şahin, Ömer':33}{line[47:]}"
    (folder / "name.trf").write_text(FIVE.replace(line, named), encoding="utf-8")
    status, output, errors = called(folder, "swisspair", "--pair", "name.trf", "--format", "table")
    assert (status, errors) == (0, b"")
    assert "Şahin, Ömer" in output.decode("utf-8")
    assert output.decode("utf-8").count("\n+--") == 2
