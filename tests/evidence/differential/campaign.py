"""``python -m tests.evidence.differential.campaign``: compare the shortcuts with the reference engine.

Each edition has ``--events`` events, whose seeds begin with ``--first``.
"""

import sys
from collections import Counter
from functools import partial

from pairing_engine.systems import SYSTEMS
from swisspair.terminal.jobs import cores
from tests.evidence import store
from tests.evidence.differential.engines import compared
from tests.spread import options, spread

NAMES = [f"{name}/{edition}" for name, editions in SYSTEMS.items() for edition in editions]


def differences_of(name: str, seeds: range, jobs: int) -> int:
    """Compare the events of these seeds, and record and print what was found. Return the number of differences."""
    system, _, edition = name.partition("/")
    found = list(spread(partial(compared, system=SYSTEMS[system][edition]), seeds, jobs))
    for event in found:
        for words in event.differences:
            print(f"{name}: seed {event.seed} ({event.family}), {words}", flush=True)
    rounds, differences = sum(event.rounds for event in found), sum(len(event.differences) for event in found)
    print(f"{name}: seeds {seeds[0]} to {seeds[-1]}: {rounds} rounds, {differences} differences", flush=True)
    families: Counter[str] = Counter({"events": len(seeds)})
    for event in found:
        families[event.family] += event.rounds
    store.write_down("campaign", name, store.Entry(rounds, "rounds", differences, families))
    return differences


def main() -> int:
    asked = options(__doc__, systems=NAMES, first=0, events=600, jobs=cores())
    seeds = range(asked.first, asked.first + asked.events)
    return int(sum(differences_of(name, seeds, asked.jobs) for name in asked.systems) > 0)


if __name__ == "__main__":
    sys.exit(main())
