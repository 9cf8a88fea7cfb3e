"""Sessions in the folder ``sessions``: commands, each with what people see.

Lines on standard error begin with ``!``, an exit status other than 0 stands in brackets, and ``...`` is any text.
The `FILES` are in the folder, and ``fixtures`` is the folder of that name. Commands that are
not ours are those of a shell.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import GOLDEN, Archive, folder
from tests.documents import commands
from tests.places import FIXTURES
from tests.programs.commands.calls import BROKEN, FULL, SAMPLES, Call
from tests.programs.legacy.events import FIVE, FOUR, OVER, STUCK, WRONG

BY_2017 = Archive(GOLDEN / "dutch-2017" / "a7.zip", 300).read("a7-14p7r-110000296.trf").decode()
"""An event that was paired by the rules of 2017. The rules of 2026 change only round 3."""

NOBODY = Archive(GOLDEN / "dutch-2012" / "byes.zip", 235).read("1225.trf").decode()
"""An event in which nobody may have the bye in round 8."""

EVENTS = {
    "nobody": NOBODY,
    "five": FIVE,
    "four": FOUR,
    "wrong": WRONG,
    "broken": BROKEN,
    "stuck": STUCK,
    "over": OVER,
    "full": FULL,
}
EVENTS |= {"odd": FIVE + "no record at all\n", "by-2017": BY_2017.replace("092 FIDE_DUTCH_2025\r", "")}
FILES = {f"{name}.trf": text.encode() for name, text in EVENTS.items()}
FILES |= {path.name: path.read_bytes() for path in folder(SAMPLES, "*")}

SESSIONS = [
    pytest.param(text, id=f"{path.stem}: {title}")
    for path in folder(SAMPLES.parent, "*.txt")
    for session in path.read_text(encoding="utf-8").split("\n# ")[1:]
    for title, text in [session.split("\n", 1)]
]


@pytest.mark.parametrize("session", SESSIONS)
def test_a_session_goes_as_it_is_shown(call: Call, monkeypatch: pytest.MonkeyPatch, session: str) -> None:
    monkeypatch.setattr("swisspair.terminal.jobs.cores", lambda: 1)
    Path("fixtures").symlink_to(FIXTURES)
    for name, data in FILES.items():
        Path(name).write_bytes(data)
    assert session.startswith("$ ")
    for command, wanted in commands(session):
        with monkeypatch.context() as variables:
            found = printed(call, command, variables)
        if not all(map(is_as_shown, parts(wanted), parts(found))):
            pytest.fail(f"{command}\n--- found\n{found}\n--- expected\n{wanted}")


STATUS = re.compile(r"^\[\d+\]$")


def parts(shown: str) -> tuple[str, str, str]:
    """Part what a command shows into its output, its errors and its exit status."""
    lines = shown.rstrip().splitlines()
    status = [line for line in lines if STATUS.match(line)]
    errors = [line for line in lines if line.startswith("!")]
    output = [line for line in lines if line not in errors and line not in status]
    return "\n".join(output), "\n".join(errors), "\n".join(status)


def is_as_shown(wanted: str, found: str) -> bool:
    """Whether a part is as wanted, where ``...`` stands for any text of this part."""
    return re.fullmatch(re.escape(wanted).replace(r"\.\.\.", ".*"), found, re.DOTALL) is not None


def printed(call: Call, command: str, variables: pytest.MonkeyPatch) -> str:
    typed, _, pipe = command.partition(" | ")
    words = shlex.split(typed)
    while "=" in words[0]:
        variables.setenv(*words.pop(0).split("="))
    if not words[0].startswith("swiss"):
        return shown(*in_a_shell(command))
    stdin = Path(words.pop()).read_text(encoding="utf-8") if words[-2] == "<" else ""
    status, output, errors = call(*(word for word in words if word != "<"), stdin=stdin)
    if pipe:
        failed, output, wrong = in_a_shell(pipe, output)
        assert (failed < 2, wrong) == (True, ""), command
    return shown(status, output, errors)


def in_a_shell(command: str, stdin: str = "") -> tuple[int, str, str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path}
    done = subprocess.run(
        ["sh", "-c", command], input=stdin, capture_output=True, text=True, check=False, env=environment
    )
    return done.returncode, done.stdout, done.stderr


def shown(status: int, output: str, errors: str) -> str:
    lines = [*output.splitlines(), *(f"! {line}" for line in errors.splitlines())]
    return "\n".join([*lines, *([f"[{status}]"] if status else [])]).rstrip()
