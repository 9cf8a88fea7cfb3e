"""Random calls of every mode of both programs and of the page: ``python -m tests.fuzz.attack``.

Of each call: an exit status that is documented, no traceback, no internal error, no file that is not whole, no file at
all after a refusal, an answer in JSON that is JSON; and some pairings are compared with those of the reference.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import io
import json
import os
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextvars import copy_context
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from swisspair.browser.ask import QUESTIONS, ask
from swisspair.commands import entry, modes
from swisspair.swisscheck import cli as check_cli
from tests.evidence import store
from tests.fuzz import attack_calls as calls
from tests.fuzz.lines import changed
from trf import examine

COMMAND = "make attack"

PROGRAMS: dict[str, Callable[[], None]] = {"swisspair": entry.main, "swisscheck": check_cli.main}

ONE_FILE = ("--pair", "--enter", "--new", "--standings", "--why", "--why-not", "--what-if", "--judge")
"""The modes that must leave no file when they fail."""

MOST_SECONDS = 20
"""The most processor seconds allowed for such an input."""


class Done(NamedTuple):
    """The result of a call."""

    status: int
    output: bytes
    errors: bytes


def called(call: calls.Call) -> Done:
    """Call a program in this process."""
    output, errors = io.TextIOWrapper(io.BytesIO()), io.TextIOWrapper(io.BytesIO())
    argv, streams, threshold = sys.argv, (sys.stdin, sys.stdout, sys.stderr), gc.get_threshold()
    sys.argv = [call.program, *call.words]
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO()), output, errors
    try:
        copy_context().run(PROGRAMS[call.program])
        status = -1
    except SystemExit as stopped:
        status = int(stopped.code or 0)
    finally:
        sys.argv = argv
        sys.stdin, sys.stdout, sys.stderr = streams
        gc.set_threshold(*threshold)
    output.flush()
    errors.flush()
    return Done(status, output.buffer.getvalue(), errors.buffer.getvalue())


def attacked(make: Callable[[Random], calls.Call], lot: Random) -> str:
    """The outcome of a random call in a word. Raises AssertionError for a forbidden one."""
    call = make(lot)
    named = {name for name in calls.INPUTS for word in call.words if name in word} | {"a.trf"}
    if "list" in named:
        named |= set(calls.INPUTS[:3])
    for name in sorted(named):
        Path(name).write_bytes(calls.file_by_lot(name, lot))
    if "--enter" in call.words and lot.random() < 0.9:  # a round without results first
        called(calls.Call("swisspair", ("--pair", "a.trf", "--write-back=a.trf", "--recompute")))
    before = _files()
    started = time.process_time()
    done = called(call)
    assert time.process_time() - started < MOST_SECONDS, f"{time.process_time() - started:.0f} seconds"
    _holds(call, done, before)
    if "--pair" in call.words and done.status == 0:
        _agrees_with_the_reference(call, done, lot)
    return "refused" if done.status > 1 else "done" if done.status == 0 else "not paired, or differs"


def _files() -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in Path().rglob("*") if path.is_file()}


def _holds(call: calls.Call, done: Done, before: dict[str, bytes]) -> None:
    told = done.output + done.errors
    assert done.status in (0, 1, 3, 4, 5), f"status {done.status}: {told[-1500:].decode(errors='replace')}"
    assert b"Traceback" not in told, told[-1500:].decode(errors="replace")
    assert b"\x1b" not in told, "an escape character"
    now = _files()
    fresh = {name for name in now if now[name] != before.get(name)}
    assert not [name for name in now if ".swisspair-" in name], "a file that was left"
    many = any(word in calls.INPUTS and not word.endswith(".trf") for word in call.words)
    if call.words and call.words[0] in ONE_FILE and done.status > 1 and not many:
        assert not fresh, f"status {done.status}, and {fresh} written"
    for name in fresh:
        if name == "out.trf" and done.status == 0 and "--html=out.trf" not in call.words:
            _is_read_again(now[name], call)
    formats = [word for word in call.words if word.startswith("--format=")]
    if formats[-1:] == ["--format=json"] and done.output.lstrip().startswith(b"{") and "--output=-" not in call.words:
        json.loads(done.output)


def _is_read_again(data: bytes, call: calls.Call) -> None:
    """Check that a file written as an event can be read again."""
    if any(word in ("--write-back=out.trf", "--output=out.trf") for word in call.words) and data.startswith(b"0"):
        examine(data)


def _agrees_with_the_reference(call: calls.Call, done: Done, lot: Random) -> None:
    if lot.random() > 0.1 or not done.output or any(word.startswith("--engine") for word in call.words):
        return
    if any(word.startswith(("--output", "--write-back", "--format")) for word in call.words):  # some tell the way
        return
    again = called(calls.Call(call.program, (*call.words, "--engine=reference")))
    assert again.output == done.output, f"the reference pairs otherwise: {again.output!r}"


def asked(lot: Random) -> str:
    """The outcome of a random question of the page, in a word."""
    trf = calls.text_by_lot(lot).decode(errors="replace")
    values: dict[str, object] = {
        "ask": lot.choice(list(QUESTIONS)), "trf": trf, "name": lot.choice(("club.trf", "", "a/b")),
        "round": lot.choice((None, None, 1, 2, 9)), "player": lot.randint(0, 9), "other": lot.randint(0, 9),
        "what": lot.choice(("bye", "up", "3", "")), "number": lot.randint(0, 9), "boards": [[1, 2], [3, 4]],
        "pairs": [[1, 2], [3, 0]], "results": {"1": "1-0"}, "changes": [calls.value_by_lot(lot)], "numbers": [1, 2],
        "language": lot.choice(("", "fr")), "data": "", "tie-breaks": "BH,DE", "list": "Ada;2100\nBo;1900\n",
        "question": calls.value_by_lot(lot),
    }  # fmt: skip
    if lot.random() < 0.5:
        name = lot.choice(list(values))
        values[name] = changed(values[name], lot)
    answer = json.loads(ask(json.dumps(values)))
    assert answer.get("status") != 2, answer["error"][-1500:]
    return "refused" if "error" in answer else "done"


MODES: dict[str, Callable[[Random], str]] = {
    **{
        f"swisspair --{name.replace('_', '-')}": partial(attacked, partial(calls.of_mode, name.replace("_", "-")))
        for name in modes.names()
    },
    "swisscheck": partial(attacked, calls.of_check),
    "swisscheck --resume": partial(attacked, calls.of_resume),
    "swisscheck --merge": partial(attacked, calls.of_merge),
    "swisscheck --endorse": partial(attacked, calls.of_endorse),
    "the forms of bbpPairings and JaVaFo": partial(attacked, calls.of_legacy),
    "the page in a browser": asked,
}
"""The modes to attack."""

SHARE = {
    "swisspair --pair": 6,
    "swisscheck": 2,
    "the page in a browser": 3,
    "swisspair --rules": 0,
    "swisspair --json-schema": 0,
}
"""The relative share of a mode among all inputs; 1 for the rest."""


@contextlib.contextmanager
def _somewhere() -> Iterator[None]:
    """Work in an empty directory."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        yield


def attack(name: str, numbers: range, seed: int) -> tuple[Counter[str], list[str]]:
    """Attack a mode, and return its outcomes and the forbidden ones."""
    words: Counter[str] = Counter()
    bad: list[str] = []
    for number in numbers:
        with _somewhere():
            try:
                words[MODES[name](Random(f"{seed} {name} {number}"))] += 1
            except Exception as error:
                words["NOT ALLOWED"] += 1
                bad.append(f"{name}, seed {seed}, number {number}: {type(error).__name__}: {error}")
                print(bad[-1], file=sys.stderr, flush=True)
    return words, bad


def main() -> int:
    """Attack as the arguments say, and record the results; the status is 1 after a finding."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--only", default="")
    parser.add_argument("--begin", type=int, default=0)
    parser.add_argument("--dry", action="store_true", help="write nothing down")
    asked_for = parser.parse_args()
    warnings.simplefilter("ignore")
    os.environ.pop("COLUMNS", None)
    total = sum(SHARE.get(name, 1) for name in MODES)
    findings = 0
    for name in MODES:
        count = asked_for.count * SHARE.get(name, 1) // total
        if not count or asked_for.only not in name:
            continue
        words, bad = attack(name, range(asked_for.begin, asked_for.begin + count), asked_for.seed)
        findings += len(bad)
        print(name, dict(words), flush=True)
        if not asked_for.dry:
            store.add("attack", name, store.found(count, "inputs", len(bad), COMMAND, words, f"`{name}`"))
    return int(findings > 0)


if __name__ == "__main__":
    sys.exit(main())
