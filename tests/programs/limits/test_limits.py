"""``make limits``: no file makes the programs exceed their limits of memory and time."""

from __future__ import annotations

import resource
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pairing_engine.facts.codes import kind_of_system
from pairing_engine.facts.model import EventKind
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.systems import SYSTEMS
from swisspair.commands import modes
from swisspair.swisscheck.cli import OTHER_MODES
from tests.programs.limits.largest_calls import CALLS, EVENT, FILES, archive, by_lot, clubs, large, largest_event
from tests.programs.program import SWISSCHECK, SWISSPAIR
from trf import write

MOST_MEMORY = 1 << 30
"""The memory limit in bytes."""
SECONDS_OF_A_ROUND = 10
"""The maximum number of processor seconds for each round of a call."""
TOLD_WITHIN = 2
"""A call must print something on standard error within this number of processor seconds."""
PATIENCE = 1_800
"""After this number of seconds, a call counts as hanging, even on a busy machine."""

ANSWERED = (0, 1, 3, 4)
"""The exit statuses of calls that end with an answer or an error message."""

MEASURE = """
import os, resource, subprocess, sys
tick = os.sysconf("SC_CLK_TCK")
with subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as called:
    told = b""
    while part := os.read(called.stderr.fileno(), 2**16):
        if not told:
            with open(f"/proc/{called.pid}/stat") as file:
                words = file.read().rpartition(")")[2].split()
            first = (int(words[11]) + int(words[12])) / tick
        told = told or part
used = resource.getrusage(resource.RUSAGE_CHILDREN)
taken = used.ru_utime + used.ru_stime
print(called.returncode, used.ru_maxrss, round(taken, 1), round(first, 1) if told else round(taken, 1))
"""


def measured(*words: str | Path, rounds: int = 1, in_worker: bool = False) -> int:
    """Run a program, print its memory and time, and return its exit status. Fail if a limit is exceeded.

    The time limit grows with ``rounds``, the number of rounds in the call. A slow program must print something on
    standard error within `TOLD_WITHIN` seconds.
    """

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (6 * MOST_MEMORY, 6 * MOST_MEMORY))

    command = [sys.executable, "-c", MEASURE, *map(str, words)]
    told = subprocess.run(command, stdout=subprocess.PIPE, check=True, preexec_fn=limited, timeout=PATIENCE).stdout
    status, kibibytes, taken, first = told.decode().split()
    print(f"{status} {int(kibibytes) >> 10} MiB {taken} s, told after {first} s: {words[0]} {[*map(str, words)][1:6]}")
    assert int(kibibytes) * 1024 < MOST_MEMORY
    assert float(taken) <= SECONDS_OF_A_ROUND * rounds
    assert in_worker or float(taken) <= SECONDS_OF_A_ROUND or float(first) <= TOLD_WITHIN
    return int(status)


READ = """
import sys
from trf import TrfProblems, examine
try:
    examine(open(sys.argv[1], "rb").read(), only_pairing_data=sys.argv[2] == "legacy")
except TrfProblems as problems:
    str(problems)
"""


@pytest.mark.limits
@pytest.mark.parametrize("reader", ["ours", "legacy"])
@pytest.mark.parametrize("kind", FILES)
def test_every_file_is_read_in_bounds(tmp_path: Path, kind: str, reader: str) -> None:
    path = tmp_path / "in.trf"
    path.write_bytes(FILES[kind]())
    assert measured(sys.executable, "-c", READ, path, reader, in_worker=True) == 0


@pytest.mark.limits
@pytest.mark.parametrize("kind", FILES)
def test_every_file_is_paired_or_refused_in_bounds(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "in.trf"
    path.write_bytes(FILES[kind]())
    assert measured(SWISSPAIR, "--pair", path) in ANSWERED


def events(system: str, folder: Path) -> list[Path]:
    kind = kind_of_system(system)
    if kind is EventKind.TEAM:
        event = generate(Plan(players=300, rounds=7), 1, SYSTEMS[system]["2026"])
        found = {"teams": write(replace(event, rounds=event.rounds[:-1], recorded_ranks={})).encode()}
    else:
        both = kind is EventKind.DOUBLE
        found = {
            "random-4000-9": by_lot(4_000, 9, both=both),
            "random-9998-9": by_lot(9_998, 9, both=both),
            "drawn-2000-20": by_lot(2_000, 20, 100, both=both),
            "drawn-9998-5": by_lot(9_998, 5, 100, both=both),
        }
    if kind is EventKind.INDIVIDUAL:
        found["half-barred-3000"] = large(*clubs(1_501), number=3_000)
        for number in (2_000, 2_500):  # 2,000 players have fewer pairs than the limit, and 2,500 players have more
            found[f"half-barred-{number}"] = large(*clubs(number // 2 + 1), number=number)
        found["clubs-3000"] = large(*clubs(1_000, 1_000, 1_000), number=3_000)
    for name, data in found.items():
        (folder / f"{name}.trf").write_bytes(data)
    return sorted(folder.iterdir())


EDITIONS = [(system, edition) for system, editions in SYSTEMS.items() for edition in editions]


@pytest.mark.limits
@pytest.mark.parametrize(("system", "edition"), EDITIONS)
def test_every_edition_pairs_or_refuses_in_bounds(tmp_path: Path, system: str, edition: str) -> None:
    for path in events(system, tmp_path):
        words = "--pair", path, "--system", system, "--edition", edition, "--default-rating", "1400"
        assert measured(SWISSPAIR, *words) in ANSWERED


@pytest.mark.limits
def test_an_event_paired_by_no_rules_is_checked_in_bounds(tmp_path: Path) -> None:
    path = tmp_path / "in.trf"
    path.write_bytes(by_lot(2_000, 5))
    assert measured(SWISSCHECK, path, "--jobs", "1", "--default-rating", "1400", rounds=5) == 1


@pytest.mark.limits
def test_a_bracket_that_does_not_fit_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_bytes(large(number=3_000))
    words: list[str | Path] = [SWISSPAIR, "--pair", tmp_path / "in.trf", "--engine", "reference"]
    assert measured(*words) == 4
    said = subprocess.run(words, capture_output=True, check=False, timeout=PATIENCE).stderr.decode()
    assert (
        "the bracket of 0.0 points together with everybody below it is too large: 3,000 players have more than" in said
    )


@pytest.mark.limits
@pytest.mark.parametrize("names", [100_000, 1_500_000])
def test_archives_of_very_many_names(tmp_path: Path, names: int) -> None:
    archive(tmp_path / "names.zip", names)
    assert measured(SWISSCHECK, tmp_path / "names.zip", "--jobs", "1") in (4, 5)


QUESTIONS = (
    ("--why", "500"),
    ("--why-not", "1-3"),
    ("--what-if", "absent:7"),
    ("--judge", "1-2"),
)

NO_FILES = {
    "nested lists": b"[" * 2**25 + b"\n",
    "nested objects": b"[" + (b'{"":' * 800 + b"0" + b"}" * 800 + b",") * 8_000 + b"0]\n",
    "empty objects": b"[" + b"{}," * 11_000_000 + b"0]\n",
    "one character of four bytes": b'{"file":"a","trf":"' + b"x" * (2**25 - 99) + "\U0001f600".encode() + b'"}\n',
}
"""JSON lines that once made the program use gigabytes of memory."""


@pytest.mark.limits
@pytest.mark.parametrize("mode", ["--standings", "--why-rank"])
def test_standings_after_very_many_rounds(tmp_path: Path, mode: str) -> None:
    (tmp_path / "in.trf").write_bytes(by_lot(2_000, 97))
    assert measured(SWISSPAIR, mode, *(["1-2"] if mode == "--why-rank" else []), tmp_path / "in.trf") in ANSWERED


@pytest.mark.limits
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question[0])
def test_questions_after_very_many_rounds(tmp_path: Path, question: tuple[str, str]) -> None:
    (tmp_path / "in.trf").write_bytes(by_lot(2_000, 97))
    assert measured(SWISSPAIR, *question, tmp_path / "in.trf") in ANSWERED


@pytest.mark.limits
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question[0])
def test_questions_about_a_bracket_of_everybody(tmp_path: Path, question: tuple[str, str]) -> None:
    """A bracket may have 9,998 players, although Python allows far fewer nested calls."""
    (tmp_path / "in.trf").write_bytes(by_lot(9_998, 5, 100))
    assert measured(SWISSPAIR, *question, tmp_path / "in.trf") in ANSWERED


@pytest.mark.limits
def test_one_result_reversed_among_many(tmp_path: Path) -> None:
    event = generate(Plan(players=9_998, rounds=4), 3, SYSTEMS["dutch"]["2026"])
    second = event.rounds[1]
    games = list(second.games)
    place = next(at for at, game in enumerate(games) if at > 1_500 and game.white_result != game.black_result)
    game = games[place]
    games[place] = game._replace(white_result=game.black_result, black_result=game.white_result)
    rounds = (event.rounds[0], second._replace(games=tuple(games)), *event.rounds[2:])
    path = tmp_path / "in.trf"
    path.write_text(write(replace(event, rounds=rounds, recorded_ranks={})))
    assert measured(SWISSCHECK, path, "--jobs", "1", rounds=4) == 1


@pytest.mark.limits
def test_as_many_rounds_as_can_be_looked_for(tmp_path: Path) -> None:
    path = tmp_path / "in.trf"
    path.write_text(write(generate(Plan(players=600, rounds=1), 1, SYSTEMS["dutch"]["2026"])))
    assert measured(SWISSPAIR, "--feasible", "97", path) in ANSWERED


@pytest.mark.limits
@pytest.mark.parametrize("what", NO_FILES)
@pytest.mark.parametrize("option", [(), ("--merge",)], ids=["checked", "merged"])
def test_json_that_is_made_to_fill_the_memory(tmp_path: Path, what: str, option: tuple[str, ...]) -> None:
    (tmp_path / "in.jsonl").write_bytes(NO_FILES[what])
    assert measured(SWISSCHECK, *option, tmp_path / "in.jsonl") in ANSWERED


@pytest.mark.limits
@pytest.mark.parametrize(
    "words",
    [
        (SWISSCHECK, "--merge", "/dev/zero"),
        (SWISSCHECK, "--files-from", "/dev/zero"),
        (SWISSPAIR, "--generate", "--config", "/dev/zero", "--output", "-"),
        (SWISSPAIR, "--generate", "--ratings", "/dev/zero", "--output", "-"),
        (SWISSPAIR, "--generate", "--config", "/dev/zero", "--seed", "1", "--output", "-"),
    ],
    ids=lambda words: " ".join(words[1:3]),
)
def test_endless_input(words: tuple[str, ...]) -> None:
    assert measured(*words) in ANSWERED


BESIDE_THE_MODES = {"swisscheck", "--resume", "-p", "-c"}
"""The keys of `CALLS` that do not name a mode."""

WITHOUT_LARGE_EVENTS = {"example", "examples", "--conformance"}
"""The modes that read only the events of ``fixtures/articles``."""


def test_every_mode_has_a_call() -> None:
    declared = (set(modes.names()) | set(OTHER_MODES)) - WITHOUT_LARGE_EVENTS
    assert set(CALLS) == declared | BESIDE_THE_MODES


@pytest.mark.limits
@pytest.mark.parametrize("mode", CALLS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_mode_of_every_system(tmp_path: Path, system: str, mode: str) -> None:
    (tmp_path / EVENT).write_bytes(largest_event(system))
    call = CALLS[mode](system, tmp_path)
    for words in call.before:
        done = subprocess.run([*map(str, words)], capture_output=True, check=False, timeout=PATIENCE)
        assert done.returncode in (0, 1), done.stderr[-1000:].decode()
    assert measured(*call.words, rounds=call.rounds, in_worker=call.in_worker) in ANSWERED
