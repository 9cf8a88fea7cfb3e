"""``python -m tests.evidence.again``: check a part of the evidence again every day.

The check records nothing. The program checks different parts each day, and ``--day 17`` repeats the checks of day 17.
docs/verification.md lists the evidence that is never checked again.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from random import Random
from typing import Any, NamedTuple

import pytest

from swisspair.terminal.jobs import cores
from tests.evidence import store
from tests.evidence.differential.campaign import FIRST, KIND, block_of
from tests.evidence.exhaustive import judged, saturation
from tests.evidence.exhaustive.counted import Unit, position, units
from tests.evidence.exhaustive.judged import explained
from tests.evidence.exhaustive.subjects import BY_NAME, EVERY, Compared, compared_by_name
from tests.places import ROOT
from tests.spread import options, spread

LARGEST_WALK = 15_000
"""The largest number of positions in a walk that a daily check repeats."""
SHARES = 30
GENERATED_EVENTS = 24
BY_LOT = {compared_by_name: (60, (3, 4, 5, 6, 7)), explained: (10, (3, 4, 5))}
"""The number of random positions for each subject, and the possible numbers of participants.

The positions differ from day to day. ``make test`` uses the same positions every time.
"""


class Target(NamedTuple):
    """A set of tests that share a mark or a folder. The daily check runs a different part of these tests each day."""

    name: str
    arguments: tuple[str, ...]
    profile: str = ""


LAWS = ("tests/engine/laws", "tests/files/laws", "tests/checker/laws", "tests/engine/test_matching.py")
TARGETS = (
    Target("golden", ("-m", "golden")),
    Target("mutants", ("-m", "mutants and not golden")),
    Target("oracle", ("-m", "oracle")),
    Target("slow", ("-m", "slow")),
    Target("laws", LAWS, "ci"),
)


def compared_by(look: Callable[[str, Any], Compared], name: str, jobs: int, events: Sequence[Any]) -> list[Compared]:
    """Compare the events in several processes, but do not record the results."""
    return list(spread(partial(look, name), events, jobs))


def walk(kind: str, day: int, jobs: int) -> Iterator[str]:
    small, _ = walks(kind)
    if small:
        yield from _walked(kind, small[day % len(small)], store.load(kind), jobs)


def walks(kind: str) -> tuple[list[Unit], list[Unit]]:
    """Return the recorded walks that are small enough to repeat, and the walks that are too large."""
    recorded = store.load(kind)
    known = [unit for unit in units(frozenset(EVERY)) if unit.words in recorded]
    small = [unit for unit in known if recorded[unit.words].count <= LARGEST_WALK]
    return small, [unit for unit in known if unit not in small]


def _walked(kind: str, unit: Unit, recorded: store.Entries, jobs: int) -> Iterator[str]:
    print(f"{kind}: {unit.words}", flush=True)
    look = compared_by_name if kind == "exhaustive" else explained
    counts = unit.walk(EVERY[unit.subject]).run(partial(compared_by, look, unit.subject, jobs))
    entry = recorded[unit.words]
    found = {
        "count": counts.visited if kind == "exhaustive" else counts.looks,
        "differences": len(counts.differences),
        "positions": counts.visited,
        "histories": counts.histories,
        "histories one round further": counts.beyond,
        "cannot be paired": counts.unpairable,
    }
    expected = {"count": entry.count, "differences": entry.differences, **entry.details}
    for name, number in found.items():
        if number != expected[name]:
            yield f"{kind}, {unit.words}: {name} was {expected[name]} and is {number}"


def by_lot(day: int, jobs: int) -> Iterator[str]:
    for look, (number, sizes) in BY_LOT.items():
        print(f"random positions: {look.__name__}, {number} of each subject", flush=True)
        for name, subject in BY_NAME.items():
            lot = Random(f"{look.__name__} {name} {day}")
            few = [size for size in sizes if size <= subject.most]
            events = [position(subject, lot, few) for _ in range(number)]
            for found in compared_by(look, name, jobs, events):
                if found.difference:
                    yield f"position by lot, day {day}: {found.difference}"


def looked_at_again(kind: str, look: Callable[..., tuple[int, int]], day: int, jobs: int) -> Iterator[str]:
    """Repeat all events of the subject of the day, and yield the figures that have changed."""
    recorded = store.load(kind)
    for name in _of_the_day(list(recorded), day):
        print(f"{kind}: {name}", flush=True)
        entry = recorded[name]
        found = spread(partial(look, name=name), range(entry.details[EVENTS_OF[kind]]), jobs)
        count, differences = map(sum, zip(*found, strict=True))
        if (count, differences) != (entry.count, entry.differences):
            was = f"{entry.count} {entry.unit} and {entry.differences} differences"
            yield f"{kind}, {name}: {was} are {count} and {differences}"


EVENTS_OF = {saturation.KIND: "events", judged.KIND: "rounds"}


def saturated(number: int, name: str) -> tuple[int, int]:
    found = saturation.saturated(number, name)
    return found.rounds, len(found.differences)


def answered(number: int, name: str) -> tuple[int, int]:
    found = judged.looked_at(number, name)
    return found.answers.total(), len(found.contradictions)


def generated(day: int, jobs: int) -> Iterator[str]:
    """Compare both engines again on the events for this day, and yield the differences."""
    for name, entry in store.load(KIND).items():
        seeds = share_of(range(FIRST, FIRST + entry.details["events"]), day)
        for found in block_of(name, seeds, jobs):
            yield from (f"campaign, {name}, seed {found.seed}: {words}" for words in found.differences)


def days_of(events: int) -> int:
    return -(-events // GENERATED_EVENTS)


def share_of(seeds: range, day: int) -> range:
    first = day % days_of(len(seeds)) * GENERATED_EVENTS
    return seeds[first : first + GENERATED_EVENTS]


def tests(target: Target, day: int) -> Iterator[str]:
    share = f"{day % SHARES}/{SHARES}"
    print(f"{target.name}: share {share}", flush=True)
    command = ["-m", "pytest", "-n", "auto", "-p", "tests.evidence.plugin", "--share", share, *target.arguments]
    environment = os.environ | ({"HYPOTHESIS_PROFILE": target.profile} if target.profile else {})
    done = subprocess.run((sys.executable, *command), check=False, cwd=ROOT, env=environment)
    if done.returncode not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        yield f"{target.name}: tests of share {share} fail"


def days() -> str:
    """Return the least and the greatest number of days after which all events of an edition are repeated."""
    found = [days_of(entry.details["events"]) for entry in store.load(KIND).values()]
    return f"{min(found)} to {max(found)}"


def of_walks(kind: str) -> str:
    recorded = store.load(kind)
    small, large = walks(kind)
    left, total = sum(recorded[unit.words].count for unit in large), sum(one.count for one in recorded.values())
    what = next(one.unit for one in recorded.values())
    return (
        f"{len(small)} walks with at most {LARGEST_WALK:,} {what} is repeated. After {len(small)} days, all these walks"
        f" have been repeated. The {len(large)} larger walks, with {left:,} of the {total:,} {what}, are never repeated"
    )


def _of_the_day(names: Sequence[str], day: int) -> Iterator[str]:
    if names:
        yield sorted(names)[day % len(names)]


def main() -> int:
    asked = options(__doc__, day=date.today().toordinal(), jobs=cores())
    day, jobs = asked.day, asked.jobs
    wrong = [
        *walk("exhaustive", day, jobs),
        *walk("explanations", day, jobs),
        *looked_at_again(saturation.KIND, saturated, day, jobs),
        *looked_at_again(judged.KIND, answered, day, jobs),
        *by_lot(day, jobs),
        *generated(day, jobs),
        *(words for target in TARGETS for words in tests(target, day)),
    ]
    for words in wrong:
        print(words)
    print(f"{len(wrong)} figures no longer hold" if wrong else "every figure of the day's share still holds")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
