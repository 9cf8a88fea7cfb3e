"""``python -m tests.evidence.again``: a day's share of the evidence anew. Does every figure still hold?

Nothing is written down. Each day takes other parts; ``--day 17`` takes those of that day.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from pairing_engine.systems import SYSTEMS
from pairing_engine.terminal.jobs import cores
from tests.differential.campaign import FIRST
from tests.differential.compare import compared
from tests.evidence import store
from tests.exhaustive import judged, saturation
from tests.exhaustive.compare import Compared, compared_by_name
from tests.exhaustive.judged import explained
from tests.exhaustive.subjects import BY_NAME
from tests.exhaustive.units import Unit, units
from tests.spread import spread

LARGEST_WALK = 15_000
"""Walks of so many positions or answers at most are made again in a day."""
SHARES = 30
"""The tests of a target are run in so many days."""
CAMPAIGN_EVENTS = 24
"""So many events of each campaign are compared again."""


def compared_by(look: Callable[[str, Any], Compared], name: str, jobs: int, events: Sequence[Any]) -> list[Compared]:
    """What positions give, without keeping it."""
    return list(spread(partial(look, name), events, jobs))


def walk(kind: str, day: int, jobs: int) -> Iterator[str]:
    """Walk a recorded unit again: what is counted otherwise, in words."""
    recorded = store.load(kind)
    small = [
        unit
        for unit in units(frozenset(BY_NAME))
        if unit.words in recorded and recorded[unit.words].count <= LARGEST_WALK
    ]
    if small:
        yield from _walked(kind, small[day % len(small)], recorded, jobs)


def _walked(kind: str, unit: Unit, recorded: store.Entries, jobs: int) -> Iterator[str]:
    print(f"{kind}: {unit.words}", flush=True)
    look = compared_by_name if kind == "exhaustive" else explained
    counts = unit.walk(BY_NAME[unit.subject]).run(partial(compared_by, look, unit.subject, jobs))
    entry = recorded[unit.words]
    found = {
        "count": counts.visited if kind == "exhaustive" else counts.looks,
        "differences": len(counts.differences),
        "histories": counts.histories,
        "cannot be paired": counts.unpairable,
    }
    expected = {"count": entry.count, "differences": entry.differences, **entry.details}
    for name, number in found.items():
        if number != expected[name]:
            yield f"{kind}, {unit.words}: {name} was {expected[name]} and is {number}"


def saturated(day: int, jobs: int) -> Iterator[str]:
    """Play the events of a subject again."""
    recorded = store.load(saturation.KIND)
    for name in _of_the_day(list(recorded), day):
        print(f"{saturation.KIND}: {name}", flush=True)
        entry = recorded[name]
        found = list(spread(partial(saturation.saturated, name=name), range(entry.details["events"]), jobs))
        rounds = sum(one.rounds for one in found)
        differences = sum(len(one.differences) for one in found)
        if (rounds, differences) != (entry.count, entry.differences):
            was = f"{entry.count} rounds and {entry.differences} differences"
            yield f"saturation, {name}: {was} are {rounds} and {differences}"


def answered(day: int, jobs: int) -> Iterator[str]:
    """Ask all questions about a subject again."""
    recorded = store.load(judged.KIND)
    for name in _of_the_day(list(recorded), day):
        print(f"{judged.KIND}: {name}", flush=True)
        entry = recorded[name]
        found = list(spread(partial(judged.looked_at, name=name), range(entry.details["rounds"]), jobs))
        answers = sum(one.answers.total() for one in found)
        contradictions = sum(len(one.contradictions) for one in found)
        if (answers, contradictions) != (entry.count, entry.differences):
            was = f"{entry.count} answers and {entry.differences} contradictions"
            yield f"answers, {name}: {was} are {answers} and {contradictions}"


def campaigns(day: int, jobs: int) -> Iterator[str]:
    """Compare some events of every campaign again."""
    for name, entry in store.load("campaign").items():
        print(f"campaign: {name}", flush=True)
        system, _, edition = name.partition("/")
        events = entry.details["events"]
        first = FIRST + day * CAMPAIGN_EVENTS % max(1, events - CAMPAIGN_EVENTS)
        seeds = range(first, min(first + CAMPAIGN_EVENTS, FIRST + events))
        for found in spread(partial(compared, system=SYSTEMS[system][edition]), seeds, jobs):
            yield from (f"campaign, {name}, seed {found.seed}: {words}" for words in found.differences)


def tests(marks: str, day: int) -> Iterator[str]:
    """Run a share of the tests of a target."""
    share = f"{day % SHARES}/{SHARES}"
    print(f"{marks}: share {share}", flush=True)
    command = ["-m", "pytest", "-n", "auto", "-p", "tests.evidence.plugin", "--share", share, "-m", marks]
    done = subprocess.run((sys.executable, *command), check=False, cwd=Path(__file__).parents[2])
    if done.returncode:
        yield f"{marks}: tests of share {share} fail"


def _of_the_day(names: Sequence[str], day: int) -> Iterator[str]:
    if names:
        yield sorted(names)[day % len(names)]


def main() -> int:
    """Look at the share of a day; the status is 1 if a figure no longer holds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--day", type=int, default=date.today().toordinal(), help="whose share (default: today's)")
    parser.add_argument("--jobs", type=int, default=cores())
    asked = parser.parse_args()
    day, jobs = asked.day, asked.jobs
    wrong = [
        *walk("exhaustive", day, jobs),
        *walk("explanations", day, jobs),
        *saturated(day, jobs),
        *answered(day, jobs),
        *campaigns(day, jobs),
        *(words for marks in ("golden", "mutants and not golden", "oracle", "slow") for words in tests(marks, day)),
    ]
    for words in wrong:
        print(words)
    print(f"{len(wrong)} figures no longer hold" if wrong else "every figure still holds")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
