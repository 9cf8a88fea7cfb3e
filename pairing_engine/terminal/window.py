"""The same work on any number of items: a bounded window of batches under way, and workers that may die.

Nothing grows with the number of items: they are taken one after the other as there is room for them.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import closing, contextmanager
from multiprocessing import active_children
from typing import Generic, NamedTuple, TypeVar

from pairing_engine.language import carried
from pairing_engine.terminal.jobs import ended_at_once, processes

Item = TypeVar("Item")
Result = TypeVar("Result")

LARGEST_BATCH = 32
"""Items that are sent to a worker together: with fewer the sending costs more than the work, with more the last worker
is late.
"""

BATCHES_EACH = 2
"""Batches that each worker has been sent: it works on one, and the next one is there already."""

REACH = 16
"""Batches for each worker that may be done before their turn, where the order of the items is kept."""


class Crew(NamedTuple):
    """Who does the work: so many ``jobs`` at once.

    ``make`` gives their executor; ``deaths`` are the errors that say that a worker has died. ``lasting``: the executor
    finds a new worker itself, as a cluster does; else another executor is made.
    """

    jobs: int
    make: Callable[[int], Executor] = processes
    deaths: tuple[type[BaseException], ...] = (BrokenExecutor,)
    lasting: bool = False


@contextmanager
def hired(jobs: int, cluster: str | None = None) -> Iterator[Crew]:
    """The workers: so many processes of this machine, or those of the cluster whose scheduler has this address."""
    if cluster is None:
        yield Crew(jobs)
        return
    from pairing_engine.terminal.cluster import connected

    with connected(cluster) as crew:
        yield crew


class Done(NamedTuple, Generic[Item, Result]):
    """An item with its place, counted from 0. ``died``: no result; a worker died over it, and another over it alone."""

    place: int
    item: Item
    result: Result | None
    died: bool = False


Batch = list[tuple[int, Item]]


def flow(
    work: Callable[[Item], Result], items: Iterable[Item], crew: Crew, *, ordered: bool = False
) -> Generator[Done[Item, Result], None, None]:
    """The results as they come, or in the order of the items. Closing the iterator stops the workers.

    ``work``, the items and the results must be picklable. What ``work`` raises is raised here.
    """
    if crew.jobs < 1:
        raise ValueError("somebody must do the work")
    with closing(_Flow(carried(work), _batches(items, crew.jobs), crew, ordered=ordered).run()) as results:
        yield from _in_order(results) if ordered else results


def _batches(items: Iterable[Item], jobs: int) -> Iterator[Batch[Item]]:
    """The items in batches, of one item first, so that there is soon something to see."""
    size, made = 1, 0
    batch: Batch[Item] = []
    for numbered in enumerate(items):
        batch.append(numbered)
        if len(batch) == size:
            yield batch
            batch, made = [], made + 1
            if made % (BATCHES_EACH * jobs) == 0:
                size = min(LARGEST_BATCH, 2 * size)
    if batch:
        yield batch


def _in_order(results: Iterable[Done[Item, Result]]) -> Iterator[Done[Item, Result]]:
    early: list[tuple[int, Done[Item, Result]]] = []
    place = 0
    for done in results:
        heapq.heappush(early, (done.place, done))
        while early and early[0][0] == place:
            yield heapq.heappop(early)[1]
            place += 1


def _each(work: Callable[[Item], Result], items: list[Item]) -> list[Result]:
    """What a worker does with a batch."""
    return [work(item) for item in items]


class _Flow(Generic[Item, Result]):
    """A flow of batches through an executor."""

    def __init__(
        self, work: Callable[[Item], Result], batches: Iterator[Batch[Item]], crew: Crew, *, ordered: bool
    ) -> None:
        self._work, self._batches, self._crew, self._ordered = work, batches, crew, ordered
        self._others = active_children()
        self._executor: Executor | None = None
        self._under_way: dict[Future[list[Result]], Batch[Item]] = {}
        self._lost: list[Batch[Item]] = []
        self._newest = 0

    def run(self) -> Generator[Done[Item, Result], None, None]:
        try:
            while True:
                self._fill()
                if not self._under_way and not self._lost:
                    break
                ready, _ = wait(self._under_way, return_when=FIRST_COMPLETED)
                for future in sorted(ready, key=lambda one: self._under_way[one][0][0]):
                    yield from self._results_of(future)
                if self._lost:
                    yield from self._rescue()
        except BaseException:
            self._stop_at_once()
            raise
        self._stop()

    def _has_room(self) -> bool:
        if len(self._under_way) >= BATCHES_EACH * self._crew.jobs or self._lost:
            return False
        if not (self._ordered and self._under_way):
            return True
        oldest = min(batch[0][0] for batch in self._under_way.values())
        return self._newest - oldest < REACH * LARGEST_BATCH * self._crew.jobs

    def _fill(self) -> None:
        while self._has_room():
            batch = next(self._batches, None)
            if batch is None:
                return
            self._newest = batch[-1][0]
            self._submit(batch, self._crew.jobs)

    def _submit(self, batch: Batch[Item], jobs: int) -> None:
        if self._executor is None:
            self._executor = self._crew.make(jobs)
        try:
            future = self._executor.submit(_each, self._work, [item for _, item in batch])
        except self._crew.deaths:
            self._lost.append(batch)
        else:
            self._under_way[future] = batch

    def _results_of(self, future: Future[list[Result]]) -> Iterator[Done[Item, Result]]:
        batch = self._under_way.pop(future)
        try:
            results = future.result()
        except self._crew.deaths:
            self._lost.append(batch)
            return
        for (place, item), result in zip(batch, results, strict=True):
            yield Done(place, item, result)

    def _rescue(self) -> Iterator[Done[Item, Result]]:
        """Do what was lost with a worker once more, each item alone."""
        if not self._crew.lasting:
            wait(self._under_way)  # the other workers have ended with the first one
            for future in list(self._under_way):
                yield from self._results_of(future)
            self._stop()
        lost, self._lost = sorted(self._lost, key=lambda batch: batch[0][0]), []
        for numbered in (one for batch in lost for one in batch):
            yield from self._alone(numbered)
        if not self._crew.lasting:
            self._stop()  # it has one worker only

    def _alone(self, numbered: tuple[int, Item]) -> Iterator[Done[Item, Result]]:
        before = set(self._under_way)
        self._submit([numbered], 1)
        for future in set(self._under_way) - before:
            wait([future])
            yield from self._results_of(future)
        if self._lost:
            self._lost.clear()
            if not self._crew.lasting:
                self._stop()
            yield Done(*numbered, None, died=True)

    def _stop(self) -> None:
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.shutdown()

    def _stop_at_once(self) -> None:
        executor, self._executor = self._executor, None
        for future in self._under_way:
            future.cancel()
        if executor is None:
            return
        if self._crew.lasting:
            executor.shutdown(wait=False)
            return
        with ended_at_once(self._others):
            executor.shutdown()
