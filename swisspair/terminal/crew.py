"""Who does the same work on many items: processes of this machine, or the workers of a cluster."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from typing import NamedTuple

from swisspair.terminal.processes import Processes


class Crew(NamedTuple):
    """Who does the work: so many ``jobs`` at once.

    ``make`` gives their executor; ``deaths`` are the errors that say that a worker has died. ``lasting``: the executor
    finds a new worker itself, as a cluster does; else another executor is made. ``seconds``: what a batch should take,
    so long that sending it is cheap beside it, so short that nobody waits for the last one.
    """

    jobs: int
    make: Callable[[int], Executor] = Processes
    deaths: tuple[type[BaseException], ...] = (BrokenExecutor,)
    lasting: bool = False
    seconds: float = 0.1
