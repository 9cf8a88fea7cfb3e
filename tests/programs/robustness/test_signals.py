"""A program that is ended, killed or interrupted leaves no partial file and no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from tests.conftest import some
from tests.programs.legacy.events import FOUR
from tests.programs.program import PATIENCE, SWISSCHECK, SWISSPAIR, contents, running, wait_until
from tests.programs.robustness.test_interruption import ENOUGH, many_files

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")

MOMENTS = [0.03, 0.05, 0.07, 0.1, 0.13, 0.17, 0.22]
"""The seconds between the start and the interruption."""


def children(process: int) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue  # the process has ended in the meantime
        if parent == process:
            found.append(int(path.parent.name))
    return found


def are_gone(processes: list[int], seconds: float) -> bool:
    def is_there(process: int) -> bool:
        try:
            return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        except OSError:
            return False

    end = time.monotonic() + seconds
    while any(map(is_there, processes)):
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


@contextmanager
def at_work(command: list[str], cwd: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start a program, and wait until its two worker processes are running."""
    with running(
        *command,
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # undo nohup, under which processes ignore SIGHUP
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
    ) as process:
        wait_until(lambda: len(children(process.pid)) >= 2)
        yield process


def commands(folder: Path) -> dict[str, list[str]]:
    files = many_files(folder / "in", ENOUGH)
    (folder / "out").mkdir()
    return {
        "pair": [str(SWISSPAIR), "--pair", *files, "--output-dir", "out", "--jobs", "2"],
        "check": [str(SWISSCHECK), "in", "--jobs", "2"],
    }


@LINUX
@pytest.mark.parametrize("program", ["pair", "check"])
@pytest.mark.parametrize("number", some([signal.SIGTERM, signal.SIGHUP], 1))
def test_a_program_asked_to_end_ends_its_workers_too(tmp_path: Path, program: str, number: signal.Signals) -> None:
    with at_work(commands(tmp_path)[program], tmp_path) as process:
        workers = children(process.pid)
        process.send_signal(number)
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128 + number
    assert b"Traceback" not in errors
    assert f"ended by {number.name}".encode() in errors
    assert are_gone(workers, 5)
    assert all(name.endswith(".pairs") for name in contents(tmp_path / "out"))


@LINUX
@pytest.mark.parametrize("program", ["pair", "check"])
def test_workers_of_a_killed_program_end_and_hold_no_pipe(tmp_path: Path, program: str) -> None:
    with at_work(commands(tmp_path)[program], tmp_path) as process:
        workers = children(process.pid)
        process.kill()
        process.communicate(timeout=10)  # returns only when no process has the pipe open
    assert process.returncode == -signal.SIGKILL
    assert are_gone(workers, 10)


def test_a_signal_that_the_caller_ignores_stays_ignored(tmp_path: Path) -> None:
    many_files(tmp_path / "in", 300)
    ignoring = partial(signal.signal, signal.SIGHUP, signal.SIG_IGN)
    with running(SWISSCHECK, "in", "--jobs", "2", cwd=tmp_path, stdout=subprocess.PIPE, preexec_fn=ignoring) as process:
        assert process.stdout is not None
        process.stdout.readline()  # the first line shows that the program has begun its work
        process.send_signal(signal.SIGHUP)
        output, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert output.splitlines()[-1].startswith(b"checked 300 tournaments")


@pytest.mark.parametrize(
    "words", some(["--pair in.trf --format table", "--dutch in.trf -p", "--generate --output -"], 1)
)
def test_ctrl_c_during_loading_prints_no_line_of_ours(tmp_path: Path, words: str) -> None:
    (tmp_path / "in.trf").write_text(FOUR)
    statuses = set()
    for moment in MOMENTS:
        with running(
            SWISSPAIR, *words.split(), cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            time.sleep(moment)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=PATIENCE)
        assert b"pairing_engine" not in errors, errors.decode()
        if b"Traceback" not in errors:
            statuses.add(process.returncode)
    assert statuses <= {0, 130, -signal.SIGINT}


EVIL = """
import pathlib
pathlib.Path(__file__).with_name("was-run").touch()
raise ImportError("this is not the module")
"""

COMMON_NAMES = ("typer", "rich", "networkx", "trf", "checker", "pairing_engine", "swisspair", "signal")


def test_nothing_of_the_current_directory_is_imported_or_run(tmp_path: Path) -> None:
    for name in (*COMMON_NAMES, "random", "zipfile", "json", "sitecustomize", "usercustomize", "__main__", "conftest"):
        (tmp_path / f"{name}.py").write_text(EVIL)
    for name in ("a.trf", "b.trf"):
        (tmp_path / name).write_text(FOUR)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    for words in (
        [SWISSPAIR, "--pair", "a.trf", "b.trf", "--output-dir", "out", "--jobs", "2"],
        [SWISSPAIR, "--pair", "a.trf", "--format", "table"],
        [SWISSPAIR, "--dutch", "a.trf", "-c", "-l"],
        [SWISSPAIR, "--generate", "--seed", "1", "--output", "new.trf"],
        [SWISSCHECK, ".", "--jobs", "2"],
    ):
        done = subprocess.run(
            [str(word) for word in words],
            cwd=tmp_path,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            env=environment,
        )
        assert done.returncode == 0, done.stderr.decode()
    assert not (tmp_path / "was-run").exists()
