"""``make sanitizers``: call the matcher in C++ wrongly from Python, and interrupt it by signals.

The module is the one that a compiler has built with its sanitizers, which end the process at the first fault.
"""

from __future__ import annotations

import importlib.util
import signal
import sys
from array import array
from collections import Counter
from random import Random
from types import ModuleType


class Stop(Exception):
    """The exception of the handler of a signal."""


def stop(*_: object) -> None:
    raise Stop


def module_at(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location("native", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def large(lot: Random, vertices: int) -> array[int]:
    """Return a question about a complete graph with random costs; a long answer gives signals time to come."""
    edges = [(i, j) for i in range(vertices) for j in range(i + 1, vertices)]
    costs = [lot.randrange(1, 10**9) for _ in edges]
    words = [vertices, len(edges), len(edges), len(edges), 0, 0, vertices, -1]
    for number, edge in enumerate(edges):
        words += [*edge, number]
    words += [-1] * vertices
    for number in range(len(edges)):
        words += [number, 1]
    for cost in costs:
        words += [0, cost]
    return array("q", words + [-1] * vertices)


def wrong(lot: Random, right: array[int]) -> object:
    """Return an argument that is mostly no question: of another type, cut off, or with damaged words."""
    words = array("q", right)
    for _ in range(lot.choice((0, 1, 1, 3))):
        words[lot.randrange(len(words))] = lot.choice((-1, 0, 1, 2**31, 2**62, -(2**63), lot.randrange(2**40)))
    data = words.tobytes()
    size = lot.choice((len(data), len(data), lot.randrange(len(data))))
    others: tuple[object, ...] = (None, 1, "text", [], array("d", [1.5]), memoryview(data)[::2], b"", object())
    return lot.choice((data[:size], bytearray(data[:size]), memoryview(data)[:size], words, lot.choice(others)))


def main(path: str, calls: int, signals: int) -> None:
    native, counts = module_at(path), Counter[str]()
    signal.signal(signal.SIGVTALRM, stop)
    small = [large(Random(size), size) for size in range(1, 9)]
    for number in range(calls):
        lot = Random(number)
        try:
            counts["answered" if native.answer(wrong(lot, lot.choice(small))) is not None else "no matching"] += 1
        except (ValueError, OverflowError, TypeError, BufferError, MemoryError) as error:
            counts[type(error).__name__] += 1
    long = large(Random(0), 120)
    right = native.answer(long)
    for number in range(signals):
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0.0005 + number % 40 / 1000)
            assert native.answer(long) == right
            counts["answered before the signal"] += 1
        except Stop:
            counts["interrupted"] += 1
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    print(", ".join(f"{count} {words}" for words, count in counts.items()))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
