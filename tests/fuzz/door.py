"""``make proof PART=sanitizers``: call the matcher in C++ wrongly from Python, and interrupt it by signals.

The module is the one that a compiler has built with its sanitizers, which end the process at the first fault.
"""

from __future__ import annotations

import importlib.util
import signal
import sys
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any


class Stop(Exception):
    """The exception of the handler of a signal."""


def stop(*_: object) -> None:
    raise Stop


def module_at(path: str) -> Any:
    spec = importlib.util.spec_from_file_location("native", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def large(lot: Random, vertices: int) -> Sequence[object]:
    """Return a question about a complete graph with random costs; a long answer gives signals time to come."""
    pairs = [(i, j, lot.randrange(1, 10**9)) for i in range(vertices) for j in range(i + 1, vertices)]
    shares = {cost: [(0, cost)] for _, _, cost in pairs}
    return pairs, [None] * vertices, shares, (), (), (), vertices, -1


class Changing(dict[int, object]):
    """The parts of costs, whose reading changes the lists of the same question."""

    def __missing__(self, cost: int) -> object:
        self[-1].clear()  # type: ignore[attr-defined]
        return [(cost, 1)]


def wrong(lot: Random) -> Sequence[object]:
    """Return the arguments of a question in lists, of which some are mostly of another shape."""
    size = lot.randrange(1, 7)
    pairs: list[object] = [(i, j, lot.randrange(3)) for i in range(size) for j in range(i + 1, size)]
    lists: list[list[object]] = [pairs, [lot.choice((None, 0)) for _ in range(size)], [*range(size)]]
    lists += [[(1, 0)] * size, [(0, 1, 0, 1)]]
    items: tuple[object, ...] = (None, -1, 2**31, 2**70, -(2**63), 0.5, "text", (), (1,), [[]], iter(pairs), {1: 2})
    for _ in range(lot.choice((0, 0, 1, 3))):
        damaged = lot.choice(lists)
        damaged.insert(lot.randrange(len(damaged) + 1), lot.choice(items))
    parts: object = {cost: [(cost, 1)] for cost in range(3)}
    shares = lot.choice((parts, parts, parts, parts, Changing({-1: lot.choice(lists)}), {0: None}, None))
    members, bye = lot.choice((size, size, size, -1, 2**70)), lot.choice((-1, -1, 0, size))
    return [*lists[:2], shares, *lists[2:], members, bye][: lot.choice((8,) * 15 + (7,))]


def main(path: str, calls: int, signals: int) -> None:
    native, counts = module_at(path), Counter[str]()
    signal.signal(signal.SIGVTALRM, stop)
    for number in range(calls):
        try:
            counts["no matching" if native.lightest(*wrong(Random(number))) is None else "answered"] += 1
        except (ValueError, OverflowError, TypeError, MemoryError, KeyError) as error:
            counts[type(error).__name__] += 1
    long = large(Random(0), 120)
    right = native.lightest(*long)
    for number in range(signals):
        try:
            try:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0.0005 + number % 40 / 1000)
                assert native.lightest(*long) == right
            finally:  # the signal may still come here
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            counts["answered before the signal"] += 1
        except Stop:
            counts["interrupted"] += 1
    print(", ".join(f"{count} {words}" for words, count in counts.items()))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
