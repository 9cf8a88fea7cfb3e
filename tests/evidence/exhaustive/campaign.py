"""A campaign over random positions: the seeds of each subject are spread over the cores, and figures are written."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from swisspair.terminal.jobs import cores
from tests.evidence import store
from tests.spread import options, spread


class Found(NamedTuple):
    """The numbers of comparisons at a position by kind, and the faults in words."""

    counted: Counter[str]
    faults: tuple[str, ...] = ()


class Campaign(NamedTuple):
    """The name of the figures, the unit of which they count, and the function that looks at one seed of a subject.

    If one kind has the name of the unit, the figures count only this kind.
    """

    kind: str
    unit: str
    look: Callable[..., Found]
    subjects: Sequence[str]
    positions: int

    def run(self, name: str, seeds: range, jobs: int, shows: int) -> int:
        """Look at all seeds of a subject, print what was found, and return the number of faults."""
        begun = time.monotonic()
        counted, faults = Counter[str](), list[str]()
        for found in spread(partial(self.look, name=name), seeds, jobs):
            counted += found.counted
            faults += found.faults
        seconds, number = time.monotonic() - begun, counted[self.unit] or counted.total()
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(counted.items()))
        print(*faults[:shows], sep="\n", end="\n" if faults else "")
        speed = 60 * len(seeds) / seconds
        print(
            f"{name}: {number} {self.unit} at {len(seeds)} positions, {len(faults)} faults ({kinds}); {seconds:.0f} s, "
            f"{speed:.0f} positions a minute",
            flush=True,
        )
        entry = store.Entry(number, self.unit, len(faults), {"positions": len(seeds), **counted})
        store.write_down(self.kind, name, entry)
        return len(faults)

    def main(self, about: str | None) -> int:
        """Run the campaign with the options of the command line, and return the exit status."""
        usual = {"subjects": list(self.subjects), "positions": self.positions, "first": 0, "shows": 10, "jobs": cores()}
        given = options(about, **usual)
        seeds = range(given.first, given.first + given.positions)
        return int(sum(self.run(name, seeds, given.jobs, given.shows) for name in given.subjects) > 0)
