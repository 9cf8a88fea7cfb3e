"""``make proof PART=fuzz``: give damaged files to the reader, engine, checker and writer.

Each finding is written to ``fuzz-findings/`` with the seed that reproduces it.
"""

import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from types import FrameType
from typing import NamedTuple

from swisspair.terminal.jobs import cores
from tests.evidence import store
from tests.fuzz.attack_calls import How, by_lot, outcome
from tests.fuzz.mutations import corpus, mutated
from tests.spread import options, spread

WATCHDOG = 60
"""The number of seconds after which the work on an input counts as endless."""
FINDINGS = Path("fuzz-findings")


class Fuzzed(NamedTuple):
    """The outcome of a test with a damaged input. ``trace`` is the traceback if the outcome is forbidden."""

    number: int
    word: str
    trace: str = ""
    seconds: float = 0
    """The processor time, which does not depend on other processes."""
    mebibytes: int = 0
    """The peak memory of the process so far."""


def damaged(seed: int, number: int) -> tuple[bytes, How]:
    """Damage a file, and choose random options for reading the file. Equal arguments give equal results."""
    lot = Random(f"{seed} {number}")
    return mutated(lot.choice(corpus()), lot), by_lot(lot)


@contextmanager
def watchdog() -> Iterator[None]:
    """Raise TimeoutError if the block takes too long."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"no answer within {WATCHDOG} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(WATCHDOG)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def fuzz(number: int, seed: int) -> Fuzzed:
    text, how = damaged(seed, number)
    begun = time.process_time()
    try:
        with watchdog():
            word = outcome(text, how)
    except Exception:
        return Fuzzed(number, "NOT ALLOWED", traceback.format_exc())
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    return Fuzzed(number, word, seconds=time.process_time() - begun, mebibytes=most)


def main() -> int:
    asked = options(__doc__, count=100_000, seed=0, first=0, jobs=cores())
    words: Counter[str] = Counter()
    slowest, largest = Fuzzed(-1, ""), 0
    print(f"seed {asked.seed}, inputs {asked.first} to {asked.first + asked.count - 1}", flush=True)
    for found in spread(partial(fuzz, seed=asked.seed), range(asked.first, asked.first + asked.count), asked.jobs):
        words[found.word] += 1
        slowest = max(slowest, found, key=lambda fuzzed: fuzzed.seconds)
        largest = max(largest, found.mebibytes)
        if found.trace:
            FINDINGS.mkdir(exist_ok=True)
            path = FINDINGS / f"{asked.seed}-{found.number}.trf"
            text, how = damaged(asked.seed, found.number)
            path.write_bytes(text)
            print(f"{path}: {how}: {found.trace.strip().splitlines()[-1]}\n{found.trace}", flush=True)
    print(", ".join(f"{word}: {number}" for word, number in words.most_common()))
    print(f"slowest: {slowest.seconds:.1f} s, input {slowest.number}; at most {largest} MiB in a process")
    store.write_down("fuzz", "damaged files", store.Entry(asked.count, "runs", words["NOT ALLOWED"], words))
    return int(words["NOT ALLOWED"] > 0)


if __name__ == "__main__":
    sys.exit(main())
