"""Measure how often `swisscheck` names the true cause first, for many kinds of altered events.

The exit status is 1 if the second proof does not confirm a cause. ``--whole`` shows every event whose true cause does
not come first. ``--many`` takes events of 90 to 300 players.
"""

import sys
from collections.abc import Sequence
from functools import partial

from swisspair.terminal.jobs import cores
from tests.checker.causes.histories import HISTORIES
from tests.checker.causes.kinds import KINDS
from tests.checker.causes.test_measured import Measured, events
from tests.evidence import store
from tests.spread import options, spread

KIND, EVENTS = "causes", 20


def entry(found: Sequence[Measured]) -> store.Entry:
    again = [one for one in found if one.differing > 1]
    details = {
        "first": sum(one.first for one in found),
        "offered": sum(one.offered for one in found),
        "no explanation": sum(one.nothing for one in found),
        "several rounds": len(again),
        "several rounds, first": sum(one.first for one in again),
    }
    return store.Entry(len(found), "events", sum(bool(one.unproved) for one in found), details)


def told(kind: str, found: Sequence[Measured], *, whole: bool) -> None:
    """Print how often `swisscheck` was right about one kind of alteration.

    If ``whole`` is true, also print every event for which the first cause was false.
    """
    figures = entry(found)
    print(f"{kind}: {figures.count} events, {dict(figures.details)}, {figures.differences} not proved", flush=True)
    print(
        f"  {sum(one.seconds for one in found):.1f} s of processor, at most {max(one.seconds for one in found):.1f} s"
    )
    for one in found:
        if one.unproved or (whole and not one.first):
            print(f"  seed {one.seed}: {one.words} {' '.join(one.unproved)} truth: {one.truth}")


def main() -> int:
    asked = options(__doc__, events=EVENTS, kinds=list(KINDS | HISTORIES), whole=False, many=False, jobs=cores())
    wrong = 0
    for kind, found in zip(
        asked.kinds, spread(partial(events, number=asked.events, many=asked.many), asked.kinds, asked.jobs), strict=True
    ):
        told(kind, found, whole=asked.whole)
        wrong += sum(bool(one.unproved) for one in found)
        store.write_down(KIND, kind, entry(found))
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
