"""The crew that does the same work on many items: processes of this machine, or the workers of a cluster."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from typing import NamedTuple

from swisspair.terminal.processes import Processes


class Crew(NamedTuple):
    """The workers that do the work, ``jobs`` at once.

    ``make`` gives their executor; ``deaths`` are the errors that mean that a worker has died. ``lasting``: the executor
    finds a new worker itself, as a cluster does; otherwise another executor is made. ``seconds`` is the time that a
    batch should take: long enough that sending it is cheap in comparison, short enough that nobody waits for the last
    batch.
    """

    jobs: int
    make: Callable[[int], Executor] = Processes
    deaths: tuple[type[BaseException], ...] = (BrokenExecutor,)
    lasting: bool = False
    seconds: float = 0.1
