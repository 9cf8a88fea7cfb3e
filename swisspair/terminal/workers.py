"""Workers that process many items in batches, few in memory at a time: local processes, or a dask cluster.

For a cluster, install the package ``distributed`` (our extra ``cluster``).

In the standard library's pool, all processes share one pipe for results. If a process is killed while it sends a
result, the other processes keep the pipe open, and the pool waits forever for the rest of the result. Therefore, each
of our processes has its own pipe. The pipe closes when the process ends, so the waiting thread notices the end.
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
from concurrent import futures
from concurrent.futures import ALL_COMPLETED, FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import closing, contextmanager, suppress
from itertools import islice
from multiprocessing import Pipe, Process, get_start_method, parent_process
from multiprocessing.connection import Connection
from queue import SimpleQueue
from time import perf_counter, thread_time
from types import FrameType
from typing import Any, Generic, NamedTuple, ParamSpec, TypeVar

from pairing_engine import __version__
from pairing_engine.language import say
from pairing_engine.language.choosing import carried
from swisspair.statuses import ExitStatus, Failure, refused
from swisspair.terminal.jobs import collect_later, collect_less_often, collecting_less_often

P = ParamSpec("P")
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

_making = threading.RLock()
"""The lock that is held while a process is being created.

Without the lock, a forked worker could inherit another worker's pipe and keep that pipe open. The lock is reentrant,
because a worker inherits it in the locked state. A worker that tries to create workers therefore gets an error instead
of waiting forever.
"""


PATIENCE_OF_CLUSTER = "15s"
"""The time limit for a scheduler's answer."""

SECONDS_ON_CLUSTER = 0.5
"""The intended duration of a batch on a cluster. Sending a batch to a cluster takes some milliseconds."""

TALKATIVE = "distributed", "distributed.client", "tornado.application"
"""The loggers that would report errors when Ctrl-C closes a connection."""


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
def ctrl_c_stays_here() -> Iterator[None]:
    """Protect a starting process from Ctrl-C. This process handles Ctrl-C at the end of the block.

    Ctrl-C reaches every process of a terminal. With ``spawn`` or ``forkserver``, a new process first loads Python and
    would print a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):  # missing on Windows
        yield
        return
    if get_start_method() != "fork":
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()  # started inside the block, this helper of Python would let Ctrl-C through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Processes(Executor):
    """An executor with ``jobs`` local processes."""

    def __init__(self, jobs: int) -> None:
        self._workers: list[_Worker] = []
        self._threads = futures.ThreadPoolExecutor(jobs)
        try:
            # before our first thread starts: a forked copy would keep that thread's locks forever
            for _ in range(jobs):
                self._workers.append(_Worker())
        except BaseException:
            self.shutdown(cancel_futures=True)
            raise
        self._free: SimpleQueue[_Worker] = SimpleQueue()
        for worker in self._workers:
            self._free.put(worker)

    def submit(self, work: Callable[P, Result], /, *given: P.args, **named: P.kwargs) -> Future[Result]:
        """Run a function in a worker process. The future raises `BrokenExecutor` if the process dies."""
        return self._threads.submit(self._done, pickle.dumps((work, given, named), pickle.HIGHEST_PROTOCOL))

    def _done(self, message: bytes) -> Any:
        """Wait in a separate thread for the result of a message."""
        worker = self._free.get()
        try:
            answer = worker.answer(message)
        finally:
            self._free.put(worker)
        result, error = pickle.loads(answer)
        if error is not None:
            raise error
        return result

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for all work, whatever ``wait`` says, or abort it; all processes have ended on return."""
        if cancel_futures:
            for worker in self._workers:
                worker.kill()
        self._threads.shutdown(cancel_futures=cancel_futures)
        for worker in self._workers:
            worker.end()


class _Worker:
    """A worker process, and our end of the pipe to it."""

    def __init__(self) -> None:
        with _making, standard_handles_taken(), ctrl_c_stays_here():
            self._line, theirs = Pipe()
            with theirs:
                # A daemon process ends with this process at the latest.
                self._process = Process(target=_serve, args=(theirs,), daemon=True)
                self._process.start()

    def answer(self, message: bytes) -> bytes:
        try:
            self._line.send_bytes(message)
            return self._line.recv_bytes()
        except (EOFError, OSError, MemoryError) as error:
            self.kill()  # the rest of this answer must not be mistaken for the next one
            raise BrokenExecutor("the process that worked on it has died") from error

    def kill(self) -> None:
        if self._process.is_alive():  # its number may belong to another process by now
            self._process.kill()

    def end(self) -> None:
        with suppress(OSError):
            self._line.send_bytes(END)
        self._process.join()
        self._line.close()


def _serve(line: Connection) -> None:
    """Answer the messages of the main process, and end without cleaning up, which the main process does."""
    try:
        begin()
        while message := line.recv_bytes():
            line.send_bytes(_answer(message))
    finally:
        os._exit(0)


def _answer(message: bytes) -> bytes:
    try:
        work, given, named = pickle.loads(message)
        return pickle.dumps((work(*given, **named), None), pickle.HIGHEST_PROTOCOL)
    except BaseException as error:
        error.add_note(f"In a worker process:\n{traceback.format_exc()}")
        try:
            answer = pickle.dumps((None, error))
            pickle.loads(answer)  # some errors can be pickled but not restored
        except Exception:
            answer = pickle.dumps((None, RuntimeError(traceback.format_exc())))
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


class Crew(NamedTuple):
    """The workers for processing items. At most ``jobs`` workers are busy at once.

    ``make`` creates an executor. ``deaths`` are the errors that report the death of a worker. If ``lasting`` is true,
    the executor replaces dead workers, as a cluster does. If ``lasting`` is false, a new executor is made after the
    death of a worker. ``seconds`` is the intended duration of a batch.
    """

    jobs: int
    make: Callable[[int], Executor] = Processes
    deaths: tuple[type[BaseException], ...] = (BrokenExecutor,)
    lasting: bool = False
    seconds: float = 0.1


@contextmanager
def hired(jobs: int, address: str | None = None) -> Iterator[Crew]:
    """Yield the workers: local processes, or those of the cluster whose scheduler has this address.

    Raises `Failure` if the scheduler does not answer or has no workers, or if a worker has another version.
    """
    if address is None:
        yield Crew(jobs)
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
            yield Crew(
                jobs,
                lambda _jobs: client.get_executor(pure=False),
                deaths=(KilledWorker,),
                lasting=True,
                seconds=SECONDS_ON_CLUSTER,
            )
        except (futures.CancelledError, CommClosedError):
            words = say(
                "--cluster: the scheduler at {address} no longer answers; the files shown so far are done",
                address=address,
            )
            raise Failure(ExitStatus.NO_ACCESS, words) from None


def version_here() -> str:
    """Return the version of swisspair in this process. On a cluster, a worker may have another version."""
    return __version__


def _check_versions(client: Any) -> None:
    """Raise `Failure` if a worker lacks the program, or runs another version."""
    try:
        versions = client.run(version_here)
    except Exception as error:  # any error of a worker that cannot even import the program
        words = say(
            "--cluster: a worker cannot run swisspair {version}: {kind}: {error}",
            version=__version__,
            kind=type(error).__name__,
            error=error,
        )
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
    """The result of an item, with its place; none if two workers died while working on it."""

    place: int
    item: Item
    result: Result | None


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
            yield DoneItem(*numbered, None)

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
