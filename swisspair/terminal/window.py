"""Code that processes any number of items in batches, few in memory at a time, with workers that may crash."""

from __future__ import annotations

import heapq
import pickle
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from concurrent.futures import ALL_COMPLETED, FIRST_COMPLETED, Executor, Future, wait
from contextlib import closing
from itertools import islice
from time import perf_counter, thread_time
from typing import Generic, NamedTuple, TypeVar

from pairing_engine.language import carried
from swisspair.terminal.jobs import collecting_less_often
from swisspair.terminal.workers import Crew, undisturbed

Item = TypeVar("Item")
Result = TypeVar("Result")

LARGEST_BATCH = 256
"""The maximum number of items sent to a worker together, to limit memory."""

BATCHES_EACH = 2
"""The number of batches sent to each worker, so that the next batch is always ready."""

REACH = 1024
"""The newest item is at most this many places, times the number of workers, ahead of the oldest unfinished item."""

OVERDUE = 4
"""If a batch takes this many times as long as intended, the worker returns it unfinished."""

HEARTBEAT = 0.1
"""The seconds between checks for signals during a wait."""


class DoneItem(NamedTuple, Generic[Item, Result]):
    """The result of an item, with its place; none if two workers ``died`` while working on it."""

    place: int
    item: Item
    result: Result | None
    died: bool = False


Batch = list[tuple[int, Item]]


def flow(
    work: Callable[[Item], Result], items: Iterable[Item], crew: Crew, *, ordered: bool = False
) -> Generator[DoneItem[Item, Result], None, None]:
    """Yield results in order or as they arrive, or raise what ``work`` raises; all must be picklable."""
    if crew.jobs < 1:
        raise ValueError("expected at least one worker")
    with closing(_Flow(carried(work), enumerate(items), crew, ordered=ordered).run()) as results:
        yield from _in_order(results) if ordered else results


def _in_order(results: Iterable[DoneItem[Item, Result]]) -> Iterator[DoneItem[Item, Result]]:
    early: list[tuple[int, DoneItem[Item, Result]]] = []
    place = 0
    for done in results:
        heapq.heappush(early, (done.place, done))
        while early and early[0][0] == place:
            yield heapq.heappop(early)[1]
            place += 1


def _worked(packed: bytes) -> bytes:
    """Process a batch in a worker, and return the time spent and the results.

    If the batch takes too long, the worker stops and returns the results so far. Only CPU time counts, so that batches
    do not become small on a busy machine. The executor gets and returns bytes, because a dask scheduler would examine
    any other data.
    """
    work, items, longest = pickle.loads(packed)
    results = []
    with collecting_less_often():
        begun, at_work = perf_counter(), thread_time()
        for item in items:
            results.append(work(item))
            if perf_counter() - begun > longest:
                break
        seconds = max(thread_time() - at_work, (perf_counter() - begun) / OVERDUE)
    return pickle.dumps((seconds, results), pickle.HIGHEST_PROTOCOL)


class _Pace:
    """The number of items in a batch that takes about ``seconds``, estimated from earlier batches."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._of_item = 0.0
        self.size = 1
        """The number of items in a batch. The first batch has one item, so that its result comes early."""

    def learn(self, items: int, seconds: float) -> None:
        of_item = seconds / items
        self._of_item = (self._of_item + of_item) / 2 if self._of_item else of_item
        fitting = int(self._seconds / self._of_item) if self._of_item else LARGEST_BATCH
        self.size = max(1, min(fitting, 2 * self.size, LARGEST_BATCH))


def _done_of(futures: Collection[Future[bytes]], until: str = ALL_COMPLETED) -> set[Future[bytes]]:
    """Wait, and return the finished futures. Signals are handled during the wait."""
    while True:
        with undisturbed() as came:
            while not came:
                done, rest = wait(futures, HEARTBEAT, until)
                if not rest or (done and until == FIRST_COMPLETED):
                    return done


class _Flow(Generic[Item, Result]):
    """The batches of a run and their results. An executor takes the batches and returns the results."""

    def __init__(
        self, work: Callable[[Item], Result], items: Iterator[tuple[int, Item]], crew: Crew, *, ordered: bool
    ) -> None:
        self._work, self._items, self._crew, self._ordered = work, items, crew, ordered
        self._pace = _Pace(crew.seconds)
        self._executor: Executor | None = None
        self._under_way: dict[Future[bytes], Batch[Item]] = {}
        self._again: Batch[Item] = []
        """The items that workers returned unfinished, as a heap."""
        self._lost: list[Batch[Item]] = []
        """The batches that were lost because a worker crashed."""
        self._newest = 0
        """The place of the last item that was sent to a worker."""

    def run(self) -> Generator[DoneItem[Item, Result], None, None]:
        try:
            while True:
                self._fill()
                if not self._under_way and not self._lost:
                    break
                ready = _done_of(self._under_way, FIRST_COMPLETED)
                for future in sorted(ready, key=lambda one: self._under_way[one][0][0]):
                    results = self._results_of(future)
                    self._fill()  # the workers go on while results are shown
                    yield from results
                if self._lost:
                    yield from self._rescue()
        except BaseException:
            self._stop_at_once()
            raise
        self._stop()

    def _fill(self) -> None:
        while len(self._under_way) < BATCHES_EACH * self._crew.jobs and not self._lost:
            batch = self._next_batch()
            if not batch:
                return
            self._submit(batch, self._crew.jobs)

    def _next_batch(self) -> Batch[Item]:
        """Return the next batch, returned items first; empty if none are left, or an earlier one must be finished."""
        size = self._pace.size
        if self._again:
            return [heapq.heappop(self._again) for _ in range(min(size, len(self._again)))]
        if self._ordered and self._under_way:
            oldest = min(batch[0][0] for batch in self._under_way.values())
            if self._newest - oldest >= REACH * self._crew.jobs:
                return []
        batch = list(islice(self._items, size))
        if batch:
            self._newest = batch[-1][0]
        return batch

    def _submit(self, batch: Batch[Item], jobs: int) -> None:
        items = [item for _, item in batch]
        packed = pickle.dumps((self._work, items, OVERDUE * self._crew.seconds), pickle.HIGHEST_PROTOCOL)
        with undisturbed():
            if self._executor is None:
                self._executor = self._crew.make(jobs)
            try:
                future = self._executor.submit(_worked, packed)
            except self._crew.deaths:
                self._lost.append(batch)
            else:
                self._under_way[future] = batch

    def _results_of(self, future: Future[bytes]) -> list[DoneItem[Item, Result]]:
        batch = self._under_way.pop(future)
        try:
            with undisturbed():
                packed = future.result()
        except self._crew.deaths:
            self._lost.append(batch)
            return []
        seconds, results = pickle.loads(packed)
        self._pace.learn(len(results), seconds)
        for numbered in batch[len(results) :]:
            heapq.heappush(self._again, numbered)
        return [DoneItem(place, item, result) for (place, item), result in zip(batch, results, strict=False)]

    def _rescue(self) -> Iterator[DoneItem[Item, Result]]:
        """Repeat the work that crashed workers lost, one item at a time."""
        if not self._crew.lasting:
            for future in _done_of(self._under_way):
                yield from self._results_of(future)
            self._stop()
        lost, self._lost = sorted(self._lost, key=lambda batch: batch[0][0]), []
        for numbered in (one for batch in lost for one in batch):
            yield from self._alone(numbered)
        if not self._crew.lasting:
            self._stop()  # the new crew has only one worker

    def _alone(self, numbered: tuple[int, Item]) -> Iterator[DoneItem[Item, Result]]:
        before = set(self._under_way)
        self._submit([numbered], 1)
        for future in set(self._under_way) - before:
            _done_of([future])
            yield from self._results_of(future)
        if self._lost:
            self._lost.clear()
            if not self._crew.lasting:
                self._stop()
            yield DoneItem(*numbered, None, died=True)

    def _stop(self) -> None:
        with undisturbed():
            executor, self._executor = self._executor, None
            if executor is not None:
                executor.shutdown()

    def _stop_at_once(self) -> None:
        with undisturbed() as came:
            executor, self._executor = self._executor, None
            if executor is not None and self._crew.lasting:
                for future in self._under_way:
                    future.cancel()
                executor.shutdown(wait=False)
            elif executor is not None:
                executor.shutdown(cancel_futures=True)
            came.clear()  # the window is closing
