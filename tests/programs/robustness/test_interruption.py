"""Ctrl-C and signals at any moment."""

import array
import fcntl
import os
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from swisspair.statuses import INTERRUPTED
from tests.conftest import some
from tests.programs.legacy.events import FIVE, FIVE_PAIRS, FOUR, WRONG
from tests.programs.program import (
    PATIENCE,
    SWISSCHECK,
    SWISSPAIR,
    Outcome,
    contents,
    run,
    running,
    swisscheck,
    wait_until,
)

ENOUGH = 2_000
"""With this number of files, a program works long enough to be interrupted."""


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def many_files(folder: Path, number: int, text: str = FOUR) -> list[str]:
    """Create many links to one file, and return their names."""
    folder.mkdir()
    (folder / "0.trf").write_text(text)
    for name in range(1, number):
        os.link(folder / "0.trf", folder / f"{name}.trf")
    return [f"{folder.name}/{name}.trf" for name in range(number)]


def interrupted(command: list[str], cwd: Path, answers: Path) -> Outcome:
    """Press Ctrl-C after the program's first answer, and return the outcome."""
    with running(*command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as process:
        wait_until(lambda: any(path.stat().st_size for path in answers.glob("[!.]*")))
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=PATIENCE)
    return Outcome(process.returncode, output, errors)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_finished_work_and_names_the_rest(tmp_path: Path, jobs: str) -> None:
    files = many_files(tmp_path / "in", ENOUGH)
    out = tmp_path / "out"
    out.mkdir()
    command = [str(SWISSPAIR), "--pair", *files, "--output-dir", "out", "--jobs", jobs]
    outcome = interrupted(command, tmp_path, out)
    assert outcome.status == INTERRUPTED
    done = contents(out)
    assert 0 < len(done) < ENOUGH
    assert set(done.values()) == {b"2\n2 1\n3 4\n"}
    first, last = outcome.errors.decode().splitlines()
    rest = int(first.split()[2])
    assert rest in (ENOUGH - len(done), ENOUGH - len(done) + 1)  # the last file may be finished but not yet counted
    assert f"interrupted, and {rest} of {ENOUGH} files not paired: in/{ENOUGH - rest}.trf, " in first
    assert last == f"paired {ENOUGH - rest} of {ENOUGH} files"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_while_checking(tmp_path: Path, jobs: str) -> None:
    many_files(tmp_path / "in", ENOUGH, WRONG)
    (tmp_path / "out").mkdir()
    outcome = interrupted(["sh", "-c", f"exec {SWISSCHECK} in --jobs {jobs} > out/answer"], tmp_path, tmp_path / "out")
    assert outcome.status == INTERRUPTED
    assert b"Traceback" not in outcome.errors
    last = (tmp_path / "out" / "answer").read_text().splitlines()[-1]
    checked, rest = int(last.split()[1]), int(outcome.errors.split()[3])
    assert last.startswith(
        f"checked {_counted(checked, 'tournament')}, {_counted(checked, 'round')}: {_counted(checked, 'round')} differ"
    )
    assert checked + rest == ENOUGH
    assert outcome.errors.startswith(f"swisscheck: interrupted, and {rest} of {ENOUGH} files not checked: in/".encode())


def bytes_in(pipe: int) -> int:
    count = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, count)
    return count[0]


@pytest.mark.parametrize("words", ["--pair -", "--dutch -p"])
def test_ctrl_c_ends_a_program_that_waits_for_input(tmp_path: Path, words: str) -> None:
    reading, writing = os.pipe()
    os.write(writing, b"012 Open\n")
    with running(
        SWISSPAIR, *words.split(), cwd=tmp_path, stdin=reading, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        wait_until(lambda: not bytes_in(reading))
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=PATIENCE)
    os.close(reading)
    os.close(writing)
    assert (process.returncode, output) == (INTERRUPTED, b"")
    assert b"interrupted" in errors
    assert b"Traceback" not in errors


KILLED = """
import os, pathlib, signal
pathlib.Path.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
from swisspair.commands import main
main()
"""
"""A program that kills itself while its answer is still in a temporary file."""


def test_a_kill_before_the_end_leaves_the_old_answer(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_text(FIVE)
    for old in (None, "an old answer"):
        if old is not None:
            (tmp_path / "out.txt").write_text(old)
        outcome = run(sys.executable, "-c", KILLED, "--pair", "in.trf", "--output", "out.txt", cwd=tmp_path)
        assert outcome.status == -signal.SIGKILL
        assert (tmp_path / "in.trf").read_text() == FIVE
        assert contents(tmp_path).get("out.txt") == (None if old is None else old.encode())


def is_any(folder: Path) -> bool:
    return any(folder.glob("[!.]*"))


def test_a_kill_at_any_moment_leaves_only_whole_answers(tmp_path: Path) -> None:
    files = many_files(tmp_path / "in", ENOUGH, FIVE)
    for place, delay in enumerate((0.02, 0.05, 0.1)):
        out = tmp_path / f"out{place}"
        out.mkdir()
        command = [str(SWISSPAIR), "--pair", *files, "--output-dir", str(out), "--jobs", "1"]
        with running(*command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
            wait_until(partial(is_any, out))
            time.sleep(delay)
        answers = {data for name, data in contents(out).items() if name.endswith(".pairs")}
        assert answers == {FIVE_PAIRS}
        assert sum(not name.endswith(".pairs") for name in contents(out)) <= 1


def check_many(folder: Path, number: int) -> None:
    for name in range(number):
        path = folder / "in" / f"{name % 100}" / f"{name}.trf"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(FOUR)
    outcome = swisscheck("in", "--jobs", "2", cwd=folder)
    assert outcome.output.splitlines()[-1].startswith(f"checked {number} tournaments, {number} rounds".encode())


def test_a_directory_of_many_files(tmp_path: Path) -> None:
    check_many(tmp_path, 1_000)


@pytest.mark.slow
def test_a_directory_of_100_000_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.programs.program.PATIENCE", 3_600)
    check_many(tmp_path, 100_000)


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
    """Return programs that certainly still run, because they write more than fits into a pipe that nobody reads.

    To pair files, a program writes lines only about files that are missing.
    """
    files = [name for file in many_files(folder / "in", ENOUGH) for name in (file, f"{file}.is-not-here.trf")]
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


STOPPED_IN_A_FORK = """
import os, signal
os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGTERM))
from swisspair.programs import swisspair
swisspair()
"""
"""A program that is asked to end where Python ignores every exception."""


@LINUX
def test_a_signal_during_the_start_of_a_worker_is_not_lost(tmp_path: Path) -> None:
    words = commands(tmp_path)["pair"][1:]
    outcome = run(sys.executable, "-c", STOPPED_IN_A_FORK, *words, cwd=tmp_path)
    assert outcome.status == 128 + signal.SIGTERM
    assert outcome.errors == b"swisspair: ended by SIGTERM\n"


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


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="later versions do not wrap the interruption")
def test_ctrl_c_while_a_class_is_created_is_an_interruption(tmp_path: Path) -> None:
    named = "class Named:\n    def __set_name__(self, *_): raise KeyboardInterrupt\nclass Owner: x = Named()\n"
    (tmp_path / "interrupted.py").write_text(named)
    program = [sys.executable, "-c", "from swisspair.programs import _run; _run('swisspair', 'interrupted')"]
    done = run(*program, cwd=tmp_path)
    assert (done.status, done.errors) == (130, b"swisspair: interrupted\n")


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
