"""Worker processes as an executor, each with a line of its own to this process, to be ended at any moment.

The pool of the standard library has one line for everybody's work and one for everybody's results. If a process is
killed in the middle of a result, the others still have that line open: the pool waits for the rest for ever. Here the
line of a process ends with it, and the thread that waits for its answer is told.
"""

from __future__ import annotations

import os
import pickle
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, ParamSpec, TypeVar

from swisspair.terminal.jobs import begin, standard_handles_taken
from swisspair.terminal.signals import ctrl_c_stays_here

P = ParamSpec("P")
T = TypeVar("T")

END = b""
"""The message after which a worker ends."""

_making = threading.RLock()
"""A lock that is held while a process is made.

A copy of this process has everything that is open here. If it had the end of another worker's line, that line would
not end with the other worker. A worker that makes workers holds the lock already, as a copy of its maker: Python
refuses to give it the lock again, which is better than to wait for ever.
"""


class Processes(Executor):
    """An executor of ``jobs`` processes of this machine; work and results must be picklable."""

    def __init__(self, jobs: int) -> None:
        self._workers: list[_Worker] = []
        self._threads = ThreadPoolExecutor(jobs)
        try:
            for _ in range(jobs):  # all before our first thread: a copy would hold the locks of that thread for ever
                self._workers.append(_Worker())
        except BaseException:
            self.shutdown(cancel_futures=True)
            raise
        self._free: SimpleQueue[_Worker] = SimpleQueue()
        for worker in self._workers:
            self._free.put(worker)

    def submit(self, work: Callable[P, T], /, *given: P.args, **named: P.kwargs) -> Future[T]:
        """Let a process do this. The future raises `BrokenExecutor` if the process dies over it."""
        return self._threads.submit(self._done, pickle.dumps((work, given, named), pickle.HIGHEST_PROTOCOL))

    def _done(self, message: bytes) -> Any:
        """The result, for which a thread waits; there are as many threads as workers, so one of these is free."""
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
        """Wait for all work, or with ``cancel_futures`` end it in the middle; all processes are gone afterwards.

        It always waits: ``wait`` is there because every executor has it.
        """
        if cancel_futures:
            for worker in self._workers:
                worker.kill()
        self._threads.shutdown(cancel_futures=cancel_futures)
        for worker in self._workers:
            worker.end()


class _Worker:
    """A process, and our end of the line to it."""

    def __init__(self) -> None:
        with _making, standard_handles_taken(), ctrl_c_stays_here():
            self._line, theirs = Pipe()
            with theirs:
                # A daemon: Python ends it with this process at the latest.
                self._process = Process(target=_serve, args=(theirs,), daemon=True)
                self._process.start()

    def answer(self, message: bytes) -> bytes:
        try:
            self._line.send_bytes(message)
            return self._line.recv_bytes()
        except (EOFError, OSError, MemoryError) as error:
            self.kill()  # if alive: the rest of this answer must not pass for the next one
            raise BrokenExecutor("the process that worked on it has died") from error

    def kill(self) -> None:
        if self._process.is_alive():  # its number may be that of another process by now
            self._process.kill()

    def end(self) -> None:
        with suppress(OSError):
            self._line.send_bytes(END)
        self._process.join()
        self._line.close()


def _serve(line: Connection) -> None:
    """Answer the messages of the main process, one by one.

    The process leaves without cleaning up: the process that it is a copy of does that.
    """
    try:
        begin()
        while message := line.recv_bytes():
            line.send_bytes(_answer(message))
    finally:
        os._exit(0)


def _answer(message: bytes) -> bytes:
    """A result and None; or None and the error, which says where it was raised."""
    try:
        work, given, named = pickle.loads(message)
        return pickle.dumps((work(*given, **named), None), pickle.HIGHEST_PROTOCOL)
    except BaseException as error:
        error.add_note(f"In a worker process:\n{traceback.format_exc()}")
        try:
            answer = pickle.dumps((None, error))
            pickle.loads(answer)  # some errors can be packed, but not unpacked
        except Exception:
            answer = pickle.dumps((None, RuntimeError(traceback.format_exc())))
        return answer
