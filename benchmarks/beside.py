"""`python -m benchmarks.beside`: make the table of docs/speed.md, in which several programs pair the same Dutch rounds.

Each program runs as a whole process that reads a file and prints the pairs. The programs take turns, and the shortest
CPU time of several runs counts. The environment variable ``BBPPAIRINGS`` names the bbpPairings program. ``PY4SWISS``
names a Python interpreter that has py4swiss. Gacrux comes with the development tools.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from math import inf
from pathlib import Path
from typing import NamedTuple

from benchmarks.inputs import GOLDEN, before_round, late_round, plain, written
from benchmarks.measuring import BBPPAIRINGS, MOST_SECONDS, extracted, other_program, whole_process
from trf import read

GACRUX = """
import sys
from gacrux import pairingdutch, trf2json
found = trf2json.trf2json()
found.parse_file(open(sys.argv[1]).read(), 0)
event = found.get_tournament(1)
event["maxMeets"] = 1
number = max((int(game["round"]) for game in event["gameList"]), default=0) + 1
asked = {"experimental": [], "top_color": " ", "current_round": number, "verbose": 0, "unpaired": []}
for bracket in pairingdutch.pairing_dutch(event, number, asked).compute_pairing(False, 1):
    for pair in (bracket or {}).get("pairs", ()):
        print(pair["w"], pair["b"])
"""

PY4SWISS = """
import sys
from pathlib import Path
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser
for pair in DutchEngine.generate_pairings(TrfParser.parse(Path(sys.argv[1]))):
    print(pair.white, pair.black)
"""


class Run(NamedTuple):
    """The CPU time of a program, and the pairs that it printed. ``seconds`` is infinite if the run was stopped."""

    seconds: float
    pairs: frozenset[tuple[str, ...]]


def programs() -> dict[str, list[str]]:
    """Return the commands of the available programs. The word FILE stands for the name of the file."""
    found = {"swisspair": [str(Path(sys.executable).parent / "swisspair"), "--dutch", "FILE", "-p"]}
    if BBPPAIRINGS:
        found["bbpPairings"] = [BBPPAIRINGS, "--dutch", "FILE", "-p"]
    found["gacrux"] = [sys.executable, "-W", "ignore", "-c", GACRUX, "FILE"]
    if python := os.environ.get("PY4SWISS"):
        found["py4swiss"] = [python, "-c", PY4SWISS, "FILE"]
    return found


def run(command: list[str]) -> Run:
    seconds, output = whole_process(command)
    return Run(seconds, frozenset(tuple(words) for line in output.splitlines() if len(words := line.split()) == 2))


def files(folder: Path) -> Iterator[tuple[str, Path, int]]:
    """Yield the description, the file and the number of runs for each round."""
    for players in (10, 60):
        yield f"round 5 of {players} players", written(plain(players, 9, players, usual=True), folder, 5), 5
    yield "round 5 of 200 players", written(plain(200, 9, 200, usual=True), folder, 5), 3
    online = cache(lambda: plain(705, 11, 705, draws=5, usual=True))
    for number in (5, 11):
        yield f"round {number} of 705 players, 5 percent draws", written(before_round(online(), number), folder), 1
    yield "round 5 of 1,000 players", written(plain(1000, 9, 1, usual=True), folder, 5), 1
    late = (("gs160-98", 160, 99), ("gs199-98", 199, 99), ("gs200-98", 200, 99), ("dutch200-r83", 200, 84))
    for name, players, number in late:
        yield f"round {number} of {players} players", written(read(late_round(f"{name}.trf")), folder), 3


def check_archives() -> None:
    """Print a table of CPU times for checking archives with swisscheck and with bbpPairings.

    swisscheck checks a whole archive in one process, while bbpPairings needs a process for each file. For the last row
    of the table, swisscheck also starts a process for each file.
    """
    print("| CPU seconds of whole processes | swisspair | bbpPairings | times |\n|---|---|---|---|")
    for edition, name in (("2026", "a7"), ("2026", "long"), ("2026", "stress"), ("2017", "a7"), ("2017", "long")):
        other = BBPPAIRINGS if edition == "2026" else os.environ.get("BBPPAIRINGS_2017")
        path = GOLDEN.parent / f"dutch-{edition}" / f"{name}.zip"
        _compare(f"{name} of {edition}", _check(path, edition), other_program(path, program=other))
    with tempfile.TemporaryDirectory() as folder:
        some = extracted(GOLDEN / "a7.zip", Path(folder))[::20]
        theirs = [other_program(file) for file in some]
        one_by_one = sum(_check(file, "2026") for file in some)
        _compare(f"{len(some)} files of a7, one process a file", one_by_one, sum(x or 0 for x in theirs))


def _check(path: Path, edition: str) -> float:
    command = [str(Path(sys.executable).parent / "swisscheck"), str(path), "--jobs", "1", "--edition", edition]
    return whole_process([*command, "--quiet"]).seconds


def _compare(words: str, ours: float, theirs: float | None) -> None:
    shown = f"{theirs:.2f} | {theirs / ours:.2f}" if theirs else " | "
    print(f"| {words} | {ours:.2f} | {shown} |", flush=True)


def main() -> None:
    """Print the tables as Markdown. Mark the programs whose pairs differ from swisspair's pairs."""
    check_archives()
    commands = programs()
    print("| CPU seconds of whole processes |", " | ".join(commands), "|")
    print("|---|" + "---|" * len(commands))
    with tempfile.TemporaryDirectory() as folder:
        for words, path, times in files(Path(folder)):
            runs: dict[str, list[Run]] = {name: [] for name in commands}
            for _ in range(times):
                for name, command in commands.items():
                    if not runs[name] or runs[name][0].seconds < inf:
                        runs[name].append(run([str(path) if word == "FILE" else word for word in command]))
            print(
                f"| {words} |",
                " | ".join(_cell(found, runs["swisspair"][0]) for found in runs.values()),
                "|",
                flush=True,
            )


def _cell(found: list[Run], ours: Run) -> str:
    if found[0].seconds == inf:
        return f"over {MOST_SECONDS}"
    are_ours = {frozenset(pair) for pair in found[0].pairs} >= {frozenset(pair) for pair in ours.pairs}
    return f"{min(run.seconds for run in found):.2f}{'' if are_ours else ' (other pairs)'}"


if __name__ == "__main__":
    main()
