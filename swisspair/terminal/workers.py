"""Workers that process many items in batches, few in memory at a time: local processes, or a dask cluster.

For a cluster, install the package ``distributed`` (our extra ``cluster``).

In the standard library's pool, all processes share one pipe for results. If a process is killed while it sends a
result, the other processes keep the pipe open, and the pool waits forever for the rest of the result. Therefore, each
of our processes has its own pipe. The pipe closes when the process ends, so the main process notices the end.
"""

from __future__ import annotations

import heapq
import logging
import os
import pickle
import re
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future
from concurrent.futures import wait as wait_for
from contextlib import closing, contextmanager, suppress
from itertools import islice
from multiprocessing import Pipe, Process, get_start_method, parent_process
from multiprocessing.connection import Connection, wait
from time import perf_counter, thread_time
from types import FrameType
from typing import Any, Generic, NamedTuple, TypeVar

from pairing_engine import __version__
from pairing_engine.language import marked, say
from pairing_engine.language.choosing import carried
from swisspair.statuses import ExitStatus, Failure, refused
from swisspair.terminal.jobs import collect_later, collect_less_often, collecting_less_often

Item = TypeVar("Item")
Result = TypeVar("Result")

ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Signals that end the program. The program cleans up first, but its workers do not."""

STANDARD_HANDLES = 0, 1, 2

PR_SET_PDEATHSIG = 1
"""The prctl(2) option for a signal at the death of the parent."""

RAISING = signal.SIGINT, *ENDING
"""The signals whose handlers can raise an exception at any place in the code."""

Came = list[tuple[int, FrameType | None]]
"""The signals that arrived, with the arguments of their handlers."""

END = b""
"""The message that ends a worker."""

PATIENCE_OF_CLUSTER = "15s"
"""The time limit for a scheduler's answer."""

TALKATIVE = "distributed", "distributed.client", "tornado.application"
"""The loggers that would report errors when Ctrl-C closes a connection."""

LARGEST_BATCH = 256
"""The maximum number of items sent to a worker together, to limit memory."""

REACH = 1024
"""The newest item is at most this many places, times the number of workers, ahead of the oldest unfinished item."""

OVERDUE = 4
"""The multiple of the intended time after which a worker returns a batch unfinished."""

HEARTBEAT = 0.1
"""The seconds between checks for signals while a cluster works."""

Batch = list[tuple[int, Any]]
"""Items for a worker, each with its place."""

Answer = tuple[Batch, bytes | None]
"""A batch with the message of the worker, or None if the worker has died."""


@contextmanager
def undisturbed() -> Iterator[Came]:
    """Delay signals until the end of the block, and then handle the first signal.

    The handler of a signal can raise an exception right after a lock is taken. Without the delay, an exception could
    leave the lock locked, and all other threads would wait forever.
    """
    came: Came = []
    if threading.current_thread() is not threading.main_thread():
        yield came
        return
    before = {number: answer for number in RAISING if callable(answer := signal.getsignal(number))}
    try:
        for number in before:
            signal.signal(number, lambda number, frame: came.append((number, frame)))
        yield came
    finally:
        for number, answer in reversed(before.items()):
            signal.signal(number, answer)
        for number, frame in came[:1]:
            before[signal.Signals(number)](number, frame)


@contextmanager
def signals_stay_here() -> Iterator[None]:
    """Keep signals from a starting process until `begin`. This process handles them at the end of the block.

    Ctrl-C reaches every process of a terminal. With ``spawn`` or ``forkserver``, a new process first loads Python and
    would print a traceback. With ``fork``, Python ignores the exceptions of functions that it calls around the fork,
    so that a signal would be lost.
    """
    if not hasattr(signal, "pthread_sigmask"):  # missing on Windows
        yield
        return
    if get_start_method() != "fork":
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()  # started inside the block, this helper of Python would let Ctrl-C through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, RAISING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Processes:
    """Local processes, each of which works on one batch at a time. At the end of the block, all of them have ended."""

    batches_each = 1
    seconds = 0.1
    """The intended duration of a batch."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._idle: list[_Worker] = []
        self._busy: dict[Connection, tuple[_Worker, Batch]] = {}

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        for worker, _batch in self._busy.values():
            worker.kill()
        for worker in (*self._idle, *(worker for worker, _ in self._busy.values())):
            worker.end()

    def submit(self, batch: Batch, message: bytes) -> None:
        worker = self._idle.pop() if self._idle else _Worker()
        with suppress(OSError):  # a dead worker is noticed where its answer is read
            worker.line.send_bytes(message)
        self._busy[worker.line] = worker, batch

    def answers(self) -> list[Answer]:
        """Wait, and return at least one answer."""
        found: list[Answer] = []
        ready = wait([*self._busy])
        for line in [line for line in self._busy if line in ready]:
            worker, batch = self._busy[line]
            try:
                found.append((batch, line.recv_bytes()))
                self._idle.append(worker)
            except (EOFError, OSError, MemoryError):
                worker.kill()  # the rest of this answer must not be mistaken for the next one
                worker.end()
                found.append((batch, None))
            del self._busy[line]
        return found


class _Worker:
    """A worker process, and our end of the pipe to it."""

    def __init__(self) -> None:
        with standard_handles_taken(), signals_stay_here():
            self.line, theirs = Pipe()
            with theirs:
                # A daemon process ends with this process at the latest.
                self._process = Process(target=_serve, args=(theirs,), daemon=True)
                self._process.start()

    def kill(self) -> None:
        if self._process.is_alive():  # its number may belong to another process by now
            self._process.kill()

    def end(self) -> None:
        with suppress(OSError):
            self.line.send_bytes(END)
        self._process.join()
        self.line.close()


def _serve(line: Connection) -> None:
    """Answer the messages of the main process, and end without cleaning up, which the main process does."""
    try:
        begin()
        while message := line.recv_bytes():
            line.send_bytes(_answer(message))
    finally:
        os._exit(0)


def _answer(message: bytes) -> bytes:
    """Process a batch in a worker, and return the time spent, the results, and perhaps an error.

    If the batch takes too long, the worker stops and returns the results so far. Only CPU time counts, so that batches
    do not become small on a busy machine. The message and the answer are bytes, because a dask scheduler would examine
    any other data.
    """
    results = []
    try:
        work, items, longest = pickle.loads(message)
        with collecting_less_often():
            begun, at_work = perf_counter(), thread_time()
            for item in items:
                results.append(work(item))
                if perf_counter() - begun > longest:
                    break
            seconds = max(thread_time() - at_work, (perf_counter() - begun) / OVERDUE)
        return pickle.dumps((seconds, results, None), pickle.HIGHEST_PROTOCOL)
    except BaseException as error:
        error.add_note(f"In a worker process:\n{traceback.format_exc()}")
        try:
            answer = pickle.dumps((0.0, [], error))
            pickle.loads(answer)  # some errors can be pickled but not restored
        except Exception:
            answer = pickle.dumps((0.0, [], RuntimeError(traceback.format_exc())))
        return answer


@contextmanager
def standard_handles_taken() -> Iterator[None]:
    """Keep closed standard streams' handles occupied: `begin` would redirect a worker's pipe with such a handle."""
    taken = []
    handle = os.open(os.devnull, os.O_RDWR)
    while handle in STANDARD_HANDLES:
        os.set_inheritable(handle, True)
        taken.append(handle)
        handle = os.open(os.devnull, os.O_RDWR)
    os.close(handle)
    try:
        yield
    finally:
        for handle in taken:
            os.close(handle)


def begin() -> None:
    """Become a worker that leaves Ctrl-C and the streams to its parent, so that their reader does not wait for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):  # missing on Windows
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for handle in STANDARD_HANDLES:
        os.dup2(nowhere, handle)
    os.close(nowhere)
    _end_with_parent()
    collect_less_often()
    collect_later()


def _end_with_parent() -> None:
    """End this worker if its parent is killed: by a thread and, during a long matching, by Linux itself."""
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class OnExecutor:
    """The workers of an executor, such as a dask cluster, which replaces workers that die with one of ``deaths``."""

    batches_each = 2
    """The number of batches sent to each worker, so that the next batch is always ready."""

    def __init__(
        self, executor: Executor, jobs: int, deaths: tuple[type[BaseException], ...] = (), seconds: float = 0.5
    ) -> None:
        self.jobs, self.seconds = jobs, seconds
        self._executor, self._deaths = executor, deaths
        self._busy: dict[Future[bytes], Batch] = {}

    def __enter__(self) -> OnExecutor:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        with undisturbed() as came:
            for future in self._busy:
                future.cancel()
            self._executor.shutdown(wait=kind is None)
            if kind is not None:
                came.clear()  # the window is closing

    def submit(self, batch: Batch, message: bytes) -> None:
        with undisturbed():
            self._busy[self._executor.submit(_answer, message)] = batch

    def answers(self) -> list[Answer]:
        """Wait, and return at least one answer."""
        found: list[Answer] = []
        for future in sorted(_done_of(self._busy), key=lambda one: self._busy[one][0][0]):
            batch = self._busy.pop(future)
            try:
                with undisturbed():
                    found.append((batch, future.result()))
            except self._deaths:
                found.append((batch, None))
        return found


def _done_of(futures: Collection[Future[bytes]]) -> set[Future[bytes]]:
    """Wait, and return the finished futures. Signals are handled during the wait."""
    while True:
        with undisturbed() as came:
            while not came:
                done, _ = wait_for(futures, HEARTBEAT, FIRST_COMPLETED)
                if done:
                    return done


Crew = Processes | OnExecutor


@contextmanager
def hired(jobs: int, address: str | None = None) -> Iterator[Crew]:
    """Yield the workers: local processes, or those of the cluster whose scheduler has this address.

    Raises `Failure` if the scheduler does not answer or has no workers, or if a worker has another version.
    """
    if address is None:
        with Processes(jobs) as crew:
            yield crew
        return
    try:
        from distributed import Client, KilledWorker
        from distributed.comm import CommClosedError
    except ImportError as error:
        raise refused(
            "--cluster needs dask.distributed ({error}): pip install 'swisspair-fide[cluster]'", error=error
        ) from None
    if re.search(r":[0-9]{1,5}/?$", address) is None and "://" not in address.replace("tcp://", "").replace(
        "tls://", ""
    ):
        raise refused(
            "--cluster: {address} has no port; expected an address such as tcp://scheduler:8786", address=address
        )
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=PATIENCE_OF_CLUSTER, set_as_default=False)
    except (OSError, ValueError) as error:  # a timeout is an OSError, too
        raise Failure(
            ExitStatus.NO_ACCESS,
            say("--cluster: no scheduler answers at {address} ({error})", address=address, error=error),
        ) from None
    with client:
        _check_versions(client)
        jobs = sum(client.nthreads().values())
        # not pure: a pure call gets a costly key from its content, and equal calls would be joined
        try:
            with OnExecutor(client.get_executor(pure=False), jobs, (KilledWorker,)) as on_cluster:
                yield on_cluster
        except (CancelledError, CommClosedError):
            form = marked("--cluster: the scheduler at {address} no longer answers; the files shown so far are done")
            raise Failure(ExitStatus.NO_ACCESS, say(form, address=address)) from None


def version_here() -> str:
    """Return the version of swisspair in this process. On a cluster, a worker may have another version."""
    return __version__


def _check_versions(client: Any) -> None:
    """Raise `Failure` if a worker lacks the program, or runs another version."""
    try:
        versions = client.run(version_here)
    except Exception as error:  # any error of a worker that cannot even import the program
        form = marked("--cluster: a worker cannot run swisspair {version}: {kind}: {error}")
        words = say(form, version=__version__, kind=type(error).__name__, error=error)
        raise refused("{words}; install swisspair on that worker", words=words) from None
    if not versions:
        raise Failure(ExitStatus.NO_ACCESS, say("--cluster: the scheduler has no workers"))
    other = {worker: version for worker, version in versions.items() if version != __version__}
    for worker, version in sorted(other.items()):
        raise refused(
            "--cluster: worker {worker} has swisspair {version}, but this is {ours}; install the same version",
            worker=worker,
            version=version,
            ours=__version__,
        )


class DoneItem(NamedTuple, Generic[Item, Result]):
    """The result of an item, with its place; none if two workers died while working on it."""

    place: int
    item: Item
    result: Result | None


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


class _Flow(Generic[Item, Result]):
    """The batches of a run and their results."""

    def __init__(
        self, work: Callable[[Item], Result], items: Iterator[tuple[int, Item]], crew: Crew, *, ordered: bool
    ) -> None:
        self._work, self._items, self._crew, self._ordered = work, items, crew, ordered
        self._pace = _Pace(crew.seconds)
        self._under_way: set[int] = set()
        """The first places of the batches that workers have."""
        self._again: Batch = []
        """The items that workers returned unfinished, as a heap."""
        self._lost: Batch = []
        """The items of workers that died."""
        self._newest = 0
        """The place of the last item that was sent to a worker."""

    def run(self) -> Generator[DoneItem[Item, Result], None, None]:
        while self._fill() or self._lost:
            if self._lost and not self._under_way:
                yield from self._alone(self._lost.pop())
                continue
            for batch, message in self._crew.answers():
                results = self._results_of(batch, message)
                self._fill()  # the workers go on while results are shown
                yield from results

    def _fill(self) -> bool:
        """Give the workers something to do, unless an item was lost. Return whether any of them has something."""
        while len(self._under_way) < self._crew.batches_each * self._crew.jobs and not self._lost:
            batch = self._next_batch()
            if not batch:
                break
            self._submit(batch)
        return bool(self._under_way)

    def _next_batch(self) -> Batch:
        """Return the next batch, returned items first; empty if none are left, or an earlier one must be finished."""
        size = self._pace.size
        if self._again:
            return [heapq.heappop(self._again) for _ in range(min(size, len(self._again)))]
        if self._ordered and self._under_way and self._newest - min(self._under_way) >= REACH * self._crew.jobs:
            return []
        batch = list(islice(self._items, size))
        if batch:
            self._newest = batch[-1][0]
        return batch

    def _submit(self, batch: Batch) -> None:
        items = [item for _, item in batch]
        self._under_way.add(batch[0][0])
        self._crew.submit(batch, pickle.dumps((self._work, items, OVERDUE * self._crew.seconds)))

    def _results_of(self, batch: Batch, message: bytes | None) -> list[DoneItem[Item, Result]]:
        self._under_way.remove(batch[0][0])
        if message is None:
            self._lost += batch
            return []
        seconds, results, error = pickle.loads(message)
        if error is not None:
            raise error
        self._pace.learn(len(results), seconds)
        for numbered in batch[len(results) :]:
            heapq.heappush(self._again, numbered)
        return [DoneItem(place, item, result) for (place, item), result in zip(batch, results, strict=False)]

    def _alone(self, numbered: tuple[int, Item]) -> Iterator[DoneItem[Item, Result]]:
        """Repeat the work that a dead worker lost, while nothing else is running."""
        lost = len(self._lost)
        self._submit([numbered])
        for batch, message in self._crew.answers():
            yield from self._results_of(batch, message)
        if len(self._lost) > lost:
            yield DoneItem(*self._lost.pop(), None)
