"""Functions that run the programs, either as installed or in a forked process."""

import contextlib
import gc
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import copy_context
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.language.read_once import is_read_once
from tests.programs.loaded import can_be_forked, loaded

SWISSPAIR = Path(sys.executable).with_name("swisspair")
SWISSCHECK = Path(sys.executable).with_name("swisscheck")

PATIENCE = 60
"""A program that runs longer than this number of seconds counts as hanging."""


class Outcome(NamedTuple):
    status: int
    output: bytes
    errors: bytes

    @property
    def sentence(self) -> str:
        return self.errors.decode().partition("\n")[0]


def run(*command: str | Path, cwd: Path, stdin: bytes = b"", variables: Mapping[str, str] | None = None) -> Outcome:
    words = [str(word) for word in command]
    environment = {**os.environ, **(variables or {})}
    if command[0] in (SWISSPAIR, SWISSCHECK):
        from tests.programs.readers import compare_call  # imported late: many tests start no program

        with contextlib.chdir(cwd):
            compare_call(Path(words[0]).name, words[1:])
    if command[0] in (SWISSPAIR, SWISSCHECK) and can_be_forked(variables or {}):
        outcome = Outcome(*loaded().run(words, cwd, stdin, environment, PATIENCE))
        is_read_once(words, *(text.decode(errors="replace") for text in outcome[1:]))
        return outcome
    done = subprocess.run(
        words, cwd=cwd, input=stdin, capture_output=True, timeout=PATIENCE, check=False, env=environment
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


@contextmanager
def running(*command: str | Path, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen([str(word) for word in command], **options) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_until(happens: Callable[[], bool]) -> None:
    """Wait until a condition is true. Fail the test after `PATIENCE` seconds."""
    end = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < end, f"nothing happened for {PATIENCE} seconds"
        time.sleep(0.01)


def swisspair(
    *arguments: str | Path, cwd: Path, stdin: bytes = b"", variables: Mapping[str, str] | None = None
) -> Outcome:
    return run(SWISSPAIR, *arguments, cwd=cwd, stdin=stdin, variables=variables)


def swisscheck(*arguments: str | Path, cwd: Path, variables: Mapping[str, str] | None = None) -> Outcome:
    return run(SWISSCHECK, *arguments, cwd=cwd, variables=variables)


def without_privileges(*command: str | Path, cwd: Path) -> Outcome:
    """Run a command for which permissions hold even if root runs the tests."""
    if os.geteuid() == 0:
        setpriv = shutil.which("setpriv")
        if setpriv is None:
            pytest.skip("permissions do not apply to root")
        command = (setpriv, "--bounding-set", "-dac_override,-dac_read_search", *command)
    return run(*command, cwd=cwd)


def contents(folder: Path) -> dict[str, bytes]:
    """Return the contents of all files in a folder and its subfolders, with their relative paths."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def banner() -> bytes:
    from pairing_engine import __version__

    return f"swisspair (FIDE Swiss pairings) - v{__version__}".encode()


ESCAPES = (
    *("\x1b[2J", "\x1b]0;x\x07", "\x9b31m", "\x08\x08", "\x7f"),
    *("\u202e", "\u2028", "\u2066", "\x0b", "\x0c", "\x85"),
)
FORGED = "round 1: agrees"

HARMLESS = re.compile(r"[^\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]*")


def is_harmless(text: str) -> bool:
    """Whether line ends are the only control characters in the text."""
    return HARMLESS.fullmatch(text) is not None


def status_of(main: Callable[[], None], *words: object) -> int:
    if sys.platform == "emscripten":
        pytest.skip("the command line needs typer, whose compiled packages are not installed")
    threshold = gc.get_threshold()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["program", *map(str, words)])
        with pytest.raises(SystemExit) as stopped:
            copy_context().run(main)
    gc.set_threshold(*threshold)
    return int(stopped.value.code or 0)
