"""``make proof PART=exhaustive``: compare all small events on all cores. A run can be stopped and resumed at any time.

A run saves its results in a folder in build/exhaustive. The name of this folder depends on the source code. When a walk
is complete, its figures are recorded in tests/evidence.
"""

import argparse
import hashlib
import pickle
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from swisspair.terminal.jobs import cores
from tests.evidence import store
from tests.evidence.exhaustive.counted import Unit, units
from tests.evidence.exhaustive.read_back import explained
from tests.evidence.exhaustive.subjects import BY_NAME, EVERY, Compared, compared_by_name
from tests.evidence.exhaustive.walk import Counts
from tests.places import ROOT
from tests.spread import spread

LOGS = ROOT / "build" / "exhaustive"


class Work(NamedTuple):
    """A comparison that is made at every position.

    ``largest`` is the largest number of participants. ``unit`` names the results to count, such as ``positions``.
    ``sources`` are the folders with the code that determines the results.
    """

    kind: str
    look: Callable[[str, Any], Compared]
    largest: int
    unit: str
    sources: tuple[str, ...]


PAIRED_BY = ("pairing_engine", "tests/articles/literal", "tests/evidence/exhaustive")
PAIRINGS = Work("exhaustive", compared_by_name, 7, "positions", PAIRED_BY)
EXPLANATIONS = Work("explanations", explained, 5, "answers", (*PAIRED_BY, "checker"))


class TimeIsUp(Exception):
    """The error that ends a run when its time is up."""


def fingerprint(sources: Sequence[str], top: Path = ROOT) -> str:
    digest = hashlib.sha256()
    for folder in sources:
        for path in sorted((top / folder).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


class Recorder:
    """A store for the results of a walk, so that a later run can continue the walk.

    Every run of a walk compares the same positions in the same order, and can therefore use saved results.
    """

    def __init__(self, work: Work, unit: Unit, jobs: int, until: float) -> None:
        self.work, self.unit, self.jobs, self.until = work, unit, jobs, until
        self.path = LOGS / f"{fingerprint(work.sources)}-{work.kind}" / unit.file_name
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.known = list(self._read())

    def _read(self) -> Iterator[tuple[Compared, ...]]:
        """Yield the saved results. Remove any incomplete result at the end of the file."""
        if not self.path.exists():
            return
        whole = 0
        with self.path.open("r+b") as file:
            try:
                while True:
                    yield pickle.load(file)
                    whole = file.tell()
            except (EOFError, pickle.UnpicklingError):
                file.truncate(whole)

    def compare(self, events: Sequence[Any]) -> Sequence[Compared]:
        """Return saved results for the positions, or compute new results. Raises `TimeIsUp`."""
        if self.known:
            return self.known.pop(0)
        if time.monotonic() > self.until:
            raise TimeIsUp
        found = tuple(spread(partial(self.work.look, self.unit.subject), events, self.jobs))
        with self.path.open("ab") as file:
            pickle.dump(found, file)
        return found


def run_unit(work: Work, unit: Unit, jobs: int, until: float) -> Counts:
    begun = time.monotonic()
    counts = unit.walk(EVERY[unit.subject]).run(Recorder(work, unit, jobs, until).compare)
    details = {
        "positions": counts.visited,
        "histories": counts.histories,
        "visited again": counts.sampled,
        "cannot be paired": counts.unpairable,
        "histories one round further": counts.beyond,
    }
    count = counts.visited if work is PAIRINGS else counts.looks
    entry = store.Entry(count, work.unit, len(counts.differences), details)
    store.write_down(work.kind, unit.words, entry)
    for words in counts.differences:
        print(words)
    seconds = time.monotonic() - begun
    print(
        f"{unit.words}: {counts.visited} positions for {counts.histories} histories, {counts.looks} answers, "
        f"{counts.sampled} visited again, "
        f"{counts.unpairable} cannot be paired, {counts.beyond} histories one round further; "
        f"{len(counts.differences)} differences; {seconds:.0f} s",
        flush=True,
    )
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--subjects", nargs="+", choices=EVERY)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after this time")
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--explanations", action="store_true", help="ask all questions at each position instead")
    asked = parser.parse_args()
    work = EXPLANATIONS if asked.explanations else PAIRINGS
    subjects = frozenset(asked.subjects or (BY_NAME if asked.explanations else EVERY))
    until = time.monotonic() + asked.seconds
    differences = 0
    try:
        for unit in units(subjects):
            if unit.size <= work.largest:
                differences += len(run_unit(work, unit, asked.jobs, until).differences)
    except TimeIsUp:
        print("the time is up: the same command continues from here")
    return int(differences > 0)


if __name__ == "__main__":
    sys.exit(main())
