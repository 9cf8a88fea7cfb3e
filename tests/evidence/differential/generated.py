"""``make differential``: compare the shortcuts with the reference engine on thousands of rounds.

The program prints the seeds. ``--systems dutch --first SEED --rounds 1`` compares the event of a seed again. The
usual number of rounds depends on the system. After ``--seconds``, the comparison goes on with the next system.
"""

import sys
import time
from collections import Counter
from functools import partial

from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.system import System
from swisspair.terminal.jobs import cores
from tests.evidence import store
from tests.evidence.differential.engines import compared
from tests.spread import options, spread

ROUNDS = {
    "dutch": 20_000,
    "dutch/2017": 5_000,
    "burstein": 2_000,
    "dubov": 2_000,
    "double-swiss": 1_000,
    "team": 1_000,
    "lim": 1_000,
}
COMMAND = "make differential"
STEP = 48
"""The number of events that are compared before the time is checked again."""


def system_named(name: str) -> System:
    """Return the edition with a name such as ``dutch/2017``."""
    system, _, edition = name.partition("/")
    editions = SYSTEMS[system]
    return editions[edition or list(editions)[-1]]


def full_name(name: str) -> str:
    system = system_named(name)
    return f"{system.name}/{system.edition}"


def compare_many(name: str, first: int, least: int, seconds: float, jobs: int) -> bool:
    """Compare rounds until enough rounds are done or the time is up. Return whether both engines always agree."""
    system = system_named(name)
    begun = time.monotonic()
    rounds: Counter[str] = Counter()
    differences = 0
    seed = first
    while rounds.total() < least and time.monotonic() - begun < seconds:
        step = min(STEP, least - rounds.total())
        for found in spread(partial(compared, system=system), range(seed, seed + step), jobs):
            rounds[found.family] += found.rounds
            differences += len(found.differences)
            for words in found.differences:
                print(f"{name}: seed {found.seed} ({found.family}), {words}", flush=True)
        seed += step
    if first == 0 and least == ROUNDS[name] and rounds.total() >= least:
        details = {"events": seed - first} | dict(rounds)
        entry = store.found(rounds.total(), "rounds", differences, COMMAND, details)
        store.write_down("differential", full_name(name), entry)
    families = ", ".join(f"{family} {number}" for family, number in rounds.items())
    print(f"{name}: seeds {first} to {seed - 1}: {rounds.total()} rounds, {differences} differences ({families})")
    return not differences


def main() -> int:
    asked = options(__doc__, systems=list(ROUNDS), first=0, rounds=0, seconds=float("inf"), jobs=cores())
    agree = [
        compare_many(name, asked.first, asked.rounds or ROUNDS[name], asked.seconds, asked.jobs)
        for name in asked.systems
    ]
    return int(not all(agree))


if __name__ == "__main__":
    sys.exit(main())
