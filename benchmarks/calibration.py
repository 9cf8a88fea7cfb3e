"""The unit of all benchmark figures: the time that networkx needs for a fixed matching."""

from __future__ import annotations

import random
import time
from collections.abc import Callable


def calibrate() -> float:
    import networkx  # noqa: TID251 - the calibration is this call

    random.seed(160)
    graph = networkx.Graph()
    for i in range(160):
        for j in range(i):
            graph.add_edge(i, j, weight=random.randrange(1 << 10) + (1 << 100))
    return cpu_time(lambda: networkx.max_weight_matching(graph, maxcardinality=True))


def cpu_time(work: Callable[[], object]) -> float:
    """Measure the CPU seconds that a call of a function takes in this process."""
    start = time.process_time()
    work()
    return time.process_time() - start
