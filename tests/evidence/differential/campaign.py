"""``python -m tests.evidence.differential.campaign``: compare the shortcuts with the reference engine.

A campaign continues where the last campaign ended, with the system that is furthest from its target. The results of
every block of events are added to the evidence. With ``--first SEED``, the program compares the events of one block
from this seed on, and records nothing (``make differential``).
"""

import sys
import time
from collections import Counter
from functools import partial

from pairing_engine.systems import SYSTEMS
from swisspair.terminal.jobs import cores
from tests.evidence import store
from tests.evidence.differential.engines import Compared, compared
from tests.spread import options, spread

MANY, SOME = 200_000, 30_000
NAMES = [f"{name}/{edition}" for name, editions in SYSTEMS.items() for edition in editions]
TARGETS = {name: MANY if name in ("dutch/2026", "dutch/2017") else SOME for name in NAMES}
FIRST = 1_000_000
"""The first seed of the campaigns, larger than all seeds of ``make test`` and ``make differential``."""
BLOCK = 48
KIND = "campaign"
COMMAND = "make campaign"


def next_name(entries: store.Entries, names: list[str]) -> str | None:
    """Return the system with the smallest share of its target, or None if all targets are reached."""

    def share(name: str) -> float:
        return entries[name].count / TARGETS[name] if name in entries else 0.0

    name = min(names, key=share)
    return None if share(name) >= 1 else name


def block_of(name: str, seeds: range, jobs: int) -> list[Compared]:
    """Compare the events of these seeds, and print the differences."""
    system, _, edition = name.partition("/")
    found = list(spread(partial(compared, system=SYSTEMS[system][edition]), seeds, jobs))
    for event in found:
        for words in event.differences:
            print(f"{name}: seed {event.seed} ({event.family}), {words}", flush=True)
    rounds, differences = sum(event.rounds for event in found), sum(len(event.differences) for event in found)
    print(f"{name}: seeds {seeds[0]} to {seeds[-1]}: {rounds} rounds, {differences} differences", flush=True)
    return found


def recorded(name: str, entries: store.Entries, jobs: int) -> bool:
    """Compare and record the next events of a system. Return whether both engines agree on all events."""
    first = FIRST + (entries[name].details["events"] if name in entries else 0)
    families: Counter[str] = Counter()
    differences = 0
    for event in block_of(name, range(first, first + BLOCK), jobs):
        families[event.family] += event.rounds
        differences += len(event.differences)
    details = {"events": BLOCK} | dict(families)
    store.add(KIND, name, store.found(families.total(), "rounds", differences, COMMAND, details))
    return not differences


def main() -> int:
    asked = options(__doc__, systems=NAMES, seconds=float("inf"), first=-1, events=BLOCK, jobs=cores())
    if asked.first >= 0:
        seeds = range(asked.first, asked.first + asked.events)
        return int(any(event.differences for name in asked.systems for event in block_of(name, seeds, asked.jobs)))
    begun = time.monotonic()
    agree = True
    while time.monotonic() - begun < asked.seconds:
        entries = store.load(KIND)
        name = next_name(entries, asked.systems)
        if name is None:
            break
        agree &= recorded(name, entries, asked.jobs)
    return int(not agree)


if __name__ == "__main__":
    sys.exit(main())
