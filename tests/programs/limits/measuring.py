"""Limits of memory and time for a call of a program."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

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
