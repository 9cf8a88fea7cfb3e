"""Random calls of every mode of both programs: ``python -m tests.fuzz.attack``.

Each call must end with a documented exit status, without a traceback or internal error. A call must never leave a
partial file. In the modes that write one file, a refused call must leave no file, except for ``--pair`` with several
events. Every answer in JSON must be valid JSON. The reference engine must confirm some of the pairings.
"""

import contextlib
import gc
import importlib
import io
import json
import os
import pkgutil
import re
import resource
import signal
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextvars import copy_context
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from pairing_engine.fast.downward import OBVIOUS, WALKED
from pairing_engine.kernel.graph import Horizon
from pairing_engine.systems.shared.downward import MATCHED
from swisspair import commands
from swisspair.commands.table import COMMANDS
from swisspair.statuses import ExitStatus
from swisspair.swisscheck import cli as check_cli
from tests.evidence import store
from tests.fuzz import attack_calls as calls
from tests.fuzz import fitting
from tests.fuzz.attack_calls import changed
from tests.fuzz.mutations import corpus, mutated
from tests.fuzz.programs import interrupted, written_at_once
from tests.places import ROOT
from tests.spread import options
from trf import examine

PROGRAMS: dict[str, Callable[[], None]] = {"swisspair": commands.main, "swisscheck": check_cli.main}

ONE_FILE = ("--pair", "--new", "--standings", *(f"--{mode}" for mode in fitting.WORDS))
"""The modes that must not leave any file behind after a refusal, except for the files that ``--pair`` has completed."""

WAYS = (*(one.value for one in Horizon), OBVIOUS, WALKED, MATCHED)
"""The names of the methods for pairing a bracket, as they appear in JSON accounts."""

SHARE_COMPARED = 0.5
"""The share of paired rounds that the reference engine pairs again."""

PAIRED = re.compile(rb"^paired (\d+) of \d+ files$", re.MULTILINE)

FOUND = re.compile(rb'"found": "(%s)"' % b"|".join(re.escape(words.encode()) for words in WAYS))

TIME = re.compile(rb"/(Creation|Mod)Date \(D:[^)]*\)")

MOST_SECONDS = 20
"""The largest processor time of a call, in seconds."""

MOST_PATIENCE = 3_600
"""The number of seconds after which a call counts as endless. The limit is high because the machine may be busy."""

MOST_MEMORY = 2**30
"""The limit of address space for a process, in bytes."""

PARTS = 50
"""A run is divided into this number of parts. Each part tests all modes."""


class Done(NamedTuple):
    status: int
    output: bytes
    errors: bytes


def called(call: calls.Call) -> Done:
    output, errors = io.TextIOWrapper(io.BytesIO()), io.TextIOWrapper(io.BytesIO())
    argv, streams, threshold = sys.argv, (sys.stdin, sys.stdout, sys.stderr), gc.get_threshold()
    sys.argv = [call.program, *call.words]
    given = tempfile.TemporaryFile()  # noqa: SIM115 - some modes read its handle; the stream closes it
    given.write(call.given)
    given.seek(0)
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(given), output, errors
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
    """Make a random call. Return the outcome, such as ``refused``. Raises AssertionError for a forbidden outcome."""
    call = make(lot)
    named = {name for name in calls.INPUTS for word in call.words if name in word} | {"a.trf"}
    if "list" in named:
        named |= set(calls.INPUTS[:3])
    for name in sorted(named):
        given = call.event if name == "a.trf" else None
        Path(name).write_bytes(calls.file_by_lot(name, lot) if given is None else given)
    before = _files()
    started = time.process_time()
    done = called(call)
    assert time.process_time() - started < MOST_SECONDS, f"{time.process_time() - started:.0f} seconds"
    changes = _changes(before)
    _holds(call, done, changes)
    if done.status > 1 and call.words and call.words[0] in ONE_FILE:
        assert len(changes) == _paired_before_a_refusal(call, done, before), f"{done.status}, and {[*changes]} written"
    if "--pair" in call.words and done.status == 0 and lot.random() < SHARE_COMPARED:
        _agrees_with_the_reference(call, done, before, changes)
    return "refused" if done.status > 1 else "done" if done.status == 0 else "not paired, or differs"


def _files() -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in Path().rglob("*") if path.is_file()}


def _changes(before: dict[str, bytes]) -> dict[str, bytes]:
    return {name: data for name, data in _files().items() if data != before.get(name)}


def _restore(before: dict[str, bytes]) -> None:
    for name in _files():
        Path(name).unlink()
    for name, data in before.items():
        Path(name).write_bytes(data)


def _holds(call: calls.Call, done: Done, changes: dict[str, bytes]) -> None:
    told = done.output + done.errors
    earlier = Path("lines.jsonl")  # a damaged line may say that an earlier run ended with an internal error
    allowed = (0, 1, 3, 4, 5, *((2,) if earlier.exists() and b'"status": 2' in earlier.read_bytes() else ()))
    assert done.status in allowed, f"status {done.status}: {told[-1500:].decode(errors='replace')}"
    assert b"Traceback" not in told, told[-1500:].decode(errors="replace")
    assert b"\x1b" not in told, "the output contains an escape character"
    for name, data in changes.items():
        assert ".swisspair-" not in name, "a temporary file is left"
        assert name.isprintable(), f"a file named {name!r}"
        if name == "out.trf" and done.status == 0 and "--html=out.trf" not in call.words:
            _is_read_again(data, call)
    formats = [word for word in call.words if word.startswith("--format=")]
    if formats[-1:] == ["--format=json"] and done.output.lstrip().startswith(b"{") and "--output=-" not in call.words:
        json.loads(done.output)


def _is_read_again(data: bytes, call: calls.Call) -> None:
    if any(word in ("--write-back=out.trf", "--output=out.trf") for word in call.words) and data.startswith(b"0"):
        examine(data)


def _paired_before_a_refusal(call: calls.Call, done: Done, before: dict[str, bytes]) -> int:
    """Return the number of files that a refused call may leave behind.

    Only a call of --pair with --output-dir for several events may leave files. There may be one file for each paired
    event. The summary in the output states the number of paired files.
    """
    if "--pair" not in call.words or not any(word.startswith("--output-dir=") for word in call.words):
        return 0
    if not PAIRED.search(done.errors):  # a single event or --quiet prints no summary
        _restore(before)
        done = called(calls.Call(call.program, tuple(word for word in call.words if word not in ("--quiet", "-q"))))
    counted = PAIRED.search(done.errors)
    return int(counted[1]) if counted else 0


def _agrees_with_the_reference(
    call: calls.Call, done: Done, before: dict[str, bytes], changes: dict[str, bytes]
) -> None:
    if any(word.startswith("--engine") for word in call.words):
        return
    _restore(before)
    again = called(calls.Call(call.program, (*call.words, "--engine=reference")))
    assert again.status == done.status, f"the reference engine ends with {again.status}: {again.errors!r}"
    assert _without_the_way(again.output) == _without_the_way(done.output), (
        f"the reference engine prints {again.output!r}"
    )
    others = _changes(before)
    assert others.keys() == changes.keys(), f"the reference engine writes {[*others]}"
    for name, data in changes.items():
        assert _without_the_way(others[name]) == _without_the_way(data), f"the reference's {name}: {others[name]!r}"


def _without_the_way(answer: bytes) -> bytes:
    """Remove the dates of a PDF, and the notes on how each bracket was paired."""
    return TIME.sub(b"", FOUND.sub(b"", answer))


def served(lot: Random) -> str:
    """Send random lines to ``--serve``, some of them no questions. Every line must get one answer."""
    event = fitting.events(lot.random() < 0.5)
    Path("a.trf").write_bytes(lot.choice(event)[0])
    lines = [json.dumps(one).encode() for one in _questions(lot)]
    lines = [mutated(line, lot).replace(b"\n", b" ") if lot.random() < 0.1 else line for line in lines]
    call = calls.Call(
        "swisspair",
        ("--serve", *lot.choice(((".",), (), ("--seconds=5", ".")))),
        None,
        b"".join(one + b"\n" for one in lines),
    )
    before = _files()
    done = called(call)
    _holds(call, done, _changes(before))
    assert done.status == 0, done.errors
    assert _files() == before, "--serve has changed a file"
    answers = [json.loads(line) for line in done.output.splitlines()]
    assert len(answers) == len(lines), f"{len(answers)} answers to {len(lines)} lines"
    assert not any(answer.get("status") == ExitStatus.INTERNAL and "error" in answer for answer in answers), answers
    return "refused" if all("error" in answer for answer in answers) else "done"


def _questions(lot: Random) -> Iterator[dict[str, object]]:
    """Yield questions; the first one keeps an event, and some of the others are about this event, or are damaged."""
    yield {**fitting.question(lot), "ask": "open", "keep": "event"}
    for _ in range(lot.randint(1, 5)):
        about = lot.choice(({}, {"kept": "event", "trf": None}, {"path": lot.choice(calls.INPUTS), "trf": None}))
        question = {key: value for key, value in fitting.question(lot, about).items() if (key, value) != ("trf", None)}
        if lot.random() < 0.2:
            name = lot.choice(list(question))
            question[name] = changed(question[name], lot)
        yield question


def chained(lot: Random) -> str:
    """Begin an event and change it by up to twelve commands: the file must always be readable, and follow the rules."""
    words, listed = fitting.beginning(lot)
    Path("players.csv").write_bytes(listed)
    begun = _chained_call(words)
    if begun.status:
        return "refused"
    found: set[int] = set()
    for _ in range(lot.randint(3, 12)):
        words = fitting.next_of_chain(examine(Path("a.trf").read_bytes()).tournament, lot)
        found.add(_chained_call((*words, *lot.choice(((), (), ("--language=fr",))))).status)
    _holds(calls.Call("swisscheck", ()), called(calls.Call("swisscheck", ("a.trf",))), {})
    return "done" if 0 in found else "refused"


def _chained_call(words: tuple[str, ...]) -> Done:
    """Call swisspair. A call that is refused must not change the event, and a changed event must be readable."""
    before, call = _files(), calls.Call("swisspair", words)
    done = called(call)
    changes = _changes(before)
    try:
        _holds(call, done, changes)
        assert done.status == 0 or not changes, f"{done.status}, and {[*changes]} written"
        for name in ("a.trf", "a.trf.bak"):
            if name in changes:
                examine(changes[name])
    except Exception as error:
        raise AssertionError(f"{' '.join(words)}: {error}; before: {before.get('a.trf', b'').decode()!r}") from error
    return done


def damaged(lot: Random) -> str:
    """Read a damaged file with random options, pair its next round, and check and write it."""
    with calls.watchdog():
        return calls.outcome(mutated(lot.choice(corpus()), lot), calls.by_lot(lot))


MODES: dict[str, Callable[[Random], str]] = {
    "a damaged file": damaged,
    "a signal at any moment": interrupted,
    "several writers of one file": written_at_once,
    **{f"swisspair {typed}": partial(attacked, partial(calls.of_command, name)) for name, typed in calls.TYPED.items()},
    "swisspair --serve, with questions": served,
    "a chain of commands": chained,
    "swisscheck": partial(attacked, calls.of_check),
    "swisscheck --resume": partial(attacked, calls.of_resume),
    "swisscheck --endorse": partial(attacked, calls.of_endorse),
    "swisscheck --conformance": partial(attacked, calls.of_conformance),
    "the forms of bbpPairings and JaVaFo": partial(attacked, calls.of_legacy),
}

SHARE = {
    "a damaged file": 80,
    "swisspair --pair": 6,
    "swisscheck": 2,
    "a chain of commands": 2,
    "swisspair --serve, with questions": 8,
    "swisspair --rules": 0,
    "swisspair --examples": 0,
    "swisspair --serve": 0,
    "swisspair --json-schema": 0,
}
"""The relative frequency of each mode. A mode that is not listed has the frequency 1."""


@contextlib.contextmanager
def somewhere() -> Iterator[None]:
    with tempfile.TemporaryDirectory() as above:  # the directory has a parent of its own, because a call may name `..`
        folder = Path(above) / "here"
        folder.mkdir()
        with contextlib.chdir(folder):
            yield


def attack(name: str, numbers: range, seed: int) -> tuple[Counter[str], list[str]]:
    """Test a mode with random calls in a separate process.

    Return the number of calls with each outcome, and the forbidden outcomes.
    """
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        os.close(reading)
        _attack_here(name, numbers, seed, writing)
        os._exit(0)
    os.close(writing)
    words: Counter[str] = Counter()
    bad: list[str] = []
    with os.fdopen(reading, encoding="utf-8") as lines:
        for line in lines:
            word, fault = json.loads(line)
            words[word] += 1
            bad += [fault] if fault else []
    _, status = os.waitpid(process, 0)
    if words.total() < len(numbers):
        place = f"{name}, seed {seed}, number {numbers[words.total()]}"
        words["NOT ALLOWED"] += 1
        bad.append(f"{place}: the process ended with {os.waitstatus_to_exitcode(status)}")
        more_words, more_bad = attack(name, numbers[words.total() :], seed)
        return words + more_words, bad + more_bad
    return words, bad


def _attack_here(name: str, numbers: range, seed: int, told: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    with os.fdopen(told, "w", encoding="utf-8") as lines:
        for number in numbers:
            signal.alarm(MOST_PATIENCE)
            answer = "", ""
            with somewhere():
                try:
                    answer = MODES[name](Random(f"{seed} {name} {number}")), ""
                except Exception as error:
                    fault = f"{name}, seed {seed}, number {number}: {type(error).__name__}: {error}"
                    answer = "NOT ALLOWED", fault
                    print(fault, file=sys.stderr, flush=True)
            print(json.dumps(answer), file=lines, flush=True)


def _load() -> None:
    """Load all modules and all files before any process is forked."""
    for name in ("swisspair", "checker", "trf", "pairing_engine"):
        for module in pkgutil.walk_packages([str(ROOT / name)], f"{name}."):
            if not module.name.endswith(("__main__", "cluster")):
                importlib.import_module(module.name)
    calls.in_json()
    fitting.events(False)
    fitting.events(True)
    for name in calls.TYPED:
        calls.parameters(COMMANDS[name].run)


def main() -> int:
    """Test all modes with random calls, and record the results of a whole run. Return 1 if a fault was found."""
    asked_for = options(__doc__, count=100_000, seed=date.today().toordinal(), only="", begin=0)
    warnings.simplefilter("ignore")
    os.environ.pop("COLUMNS", None)
    _load()
    total = sum(SHARE.get(name, 1) for name in MODES)
    counts = {name: asked_for.count * SHARE.get(name, 1) // total for name in MODES if asked_for.only in name}
    words: dict[str, Counter[str]] = {name: Counter() for name in counts}
    bad: dict[str, int] = dict.fromkeys(counts, 0)
    for part in range(PARTS):
        for name, count in counts.items():
            first, last = (asked_for.begin + count * place // PARTS for place in (part, part + 1))
            if first < last:
                found, faults = attack(name, range(first, last), asked_for.seed)
                words[name] += found
                bad[name] += len(faults)
                print(f"{name}, to {last}: {dict(words[name])}", flush=True)
    for name, count in counts.items():
        if count and not asked_for.only:
            store.write_down("attack", name, store.Entry(count, "inputs", bad[name], words[name]))
    return int(any(bad.values()))


if __name__ == "__main__":
    sys.exit(main())
