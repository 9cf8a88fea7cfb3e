"""Signals at random moments, and several writers of one file: modes of `tests.fuzz.attack`."""

import signal
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random

from tests.fuzz.mutations import corpus
from tests.programs.program import PATIENCE, SWISSCHECK, SWISSPAIR, running, swisspair

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LONGEST_WAIT = 1.0
"""The longest time in seconds before a signal is sent."""
LONGEST_PAUSE = 0.05
"""The longest time in seconds between the starts of two writers."""


def interrupted(lot: Random) -> str:
    """Interrupt a program at a random time. No partial file may remain."""
    folder = Path.cwd()
    (folder / "out").mkdir()
    for number in range(60):
        (folder / f"{number}.trf").write_bytes(lot.choice(corpus()))
    files = [f"{number}.trf" for number in range(60)]
    number = lot.choice(SIGNALS)
    jobs = lot.choice("12")
    words = lot.choice(
        (
            [SWISSPAIR, "--pair", *files, "--output-dir", "out", "--jobs", jobs],
            [SWISSCHECK, ".", "--jobs", jobs],
            [SWISSPAIR, "--dutch", "0.trf", "-p", "out/0.pairs"],
            [SWISSPAIR, "--generate", "--players", "60", "--count", "20", "--output-dir", "out"],
        )
    )
    with running(*map(str, words), cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        time.sleep(lot.random() * LONGEST_WAIT)
        process.send_signal(number)
        _, errors = process.communicate(timeout=PATIENCE)
    assert b"pairing_engine" not in errors, errors
    assert process.returncode in (0, 1, 3, 4, 5, 128 + number, -number) or b"Traceback" in errors, (words, errors)
    assert not list((folder / "out").glob(".*"))
    return f"{number.name}: status {process.returncode}"


def written_at_once(lot: Random) -> str:
    """Let programs write a new file, or change an old one, at once. Nothing that was reported as written is lost."""
    folder = Path.cwd()
    is_new = lot.random() < 0.5
    (folder / "list").write_text("".join(f"Player {number},{1500 + number}\n" for number in range(6)))
    new = ["--new", "list", "--rounds", "3", "--output", "event.trf", "--quiet"]
    if not is_new:
        assert swisspair(*new, cwd=folder).status == 0
    names = [f"Writer {letter}" for letter in "ABCDE"[: lot.randint(2, 5)]]
    with ExitStack() as stack:
        calls = []
        for name in names:
            change = ["--add", f"{name} 1400", "event.trf", "--in-place", "--quiet"]
            words = [*new, "--name", name] if is_new else change
            calls.append(stack.enter_context(running(SWISSPAIR, *words, cwd=folder, stderr=subprocess.PIPE)))
            time.sleep(lot.random() * LONGEST_PAUSE)
        said = [call.communicate(timeout=PATIENCE)[1].decode() for call in calls]
    statuses, event = [call.returncode for call in calls], (folder / "event.trf").read_text()
    assert set(statuses) <= ({0, 3, 5} if is_new else {0, 5}), said
    assert not any("No such file" in words or "Traceback" in words for words in said), said
    wrote = [name for name, status in zip(names, statuses, strict=True) if status == 0]
    assert wrote == [name for name in names if name in event], (statuses, event)
    assert not is_new or len(wrote) == 1
    assert {path.name for path in folder.iterdir()} <= {"list", "event.trf", "event.trf.bak", "event.trf.steps"}
    return f"{'new' if is_new else 'old'} file: {len(wrote)} of {len(names)} writers"
