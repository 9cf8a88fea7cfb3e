"""``python -m tests.evidence.differential.campaign``: compare the shortcuts with the reference engine.

A campaign continues where the last campaign ended, with the system that is furthest from its target. A campaign runs in
a single process. The results of every block of events are added to the evidence.
"""

import sys
import time
from collections import Counter

from pairing_engine.systems import SYSTEMS
from tests.evidence import store
from tests.evidence.differential.engines import compared
from tests.spread import options

MANY, SOME = 200_000, 30_000
NAMES = [f"{name}/{edition}" for name, editions in SYSTEMS.items() for edition in editions]
TARGETS = {name: MANY if name in ("dutch/2026", "dutch/2017") else SOME for name in NAMES}
FIRST = 1_000_000
"""The first seed of the campaigns, larger than all seeds of `tests.evidence.differential.generated`."""
BLOCK = 48
KIND = "campaign"
COMMAND = "make campaign"


def next_name(entries: store.Entries) -> str | None:
    """Return the system with the smallest share of its target, or None if all targets are reached."""

    def share(name: str) -> float:
        return entries[name].count / TARGETS[name] if name in entries else 0.0

    name = min(TARGETS, key=share)
    return None if share(name) >= 1 else name


def run_block(name: str, entries: store.Entries) -> bool:
    """Compare and record the next events of a system. Return whether both engines agree on all events."""
    system, _, edition = name.partition("/")
    first = FIRST + (entries[name].details["events"] if name in entries else 0)
    families: Counter[str] = Counter()
    differences = 0
    for seed in range(first, first + BLOCK):
        event = compared(seed, SYSTEMS[system][edition])
        families[event.family] += event.rounds
        differences += len(event.differences)
        for words in event.differences:
            print(f"{name}: seed {event.seed} ({event.family}), {words}", flush=True)
    details = {"events": BLOCK} | dict(families)
    entry = store.add(KIND, name, store.found(families.total(), "rounds", differences, COMMAND, details))
    print(f"{name}: {entry.count} rounds of {TARGETS[name]}, {entry.differences} differences", flush=True)
    return not differences


def main() -> int:
    asked = options(__doc__, seconds=float("inf"))
    begun = time.monotonic()
    agree = True
    while time.monotonic() - begun < asked.seconds:
        entries = store.load(KIND)
        name = next_name(entries)
        if name is None:
            break
        agree &= run_block(name, entries)
    return int(not agree)


if __name__ == "__main__":
    sys.exit(main())
