"""Both programs, loaded once in a process that forks for each call. The fork saves start-up time.

Each call runs in its own process, with its own streams, directory, environment and signals. Calls share only the loaded
modules. Tests of the start-up run a new program, and so do tests of environment variables that Python reads when it
starts. If REAL_STARTS=1 is set, every call starts a new program (``make proof PART=callers``).
"""

import atexit
import gc
import importlib
import io
import json
import os
import pkgutil
import selectors
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NoReturn

from tests.places import ROOT

READ_BY_PYTHON = ("PYTHON", "LC_", "LANG", "TZ")
"""Python reads environment variables with these prefixes when it starts."""

FLUSH_FAILED = 120
"""Python's exit status if the last output cannot be written."""

MOST_HEADER = 1 << 20
"""The maximum size in bytes of the message that describes a call."""

LATER = ("__main__", "cluster")
"""Modules that the forking process does not load: ``__main__`` starts a program, and ``cluster`` is optional."""


def can_be_forked(variables: Mapping[str, str]) -> bool:
    return not os.environ.get("REAL_STARTS") and not any(name.startswith(READ_BY_PYTHON) for name in variables)


class Loaded:
    """The tests' connection to the forking process."""

    def __init__(self) -> None:
        self._line, there = socket.socketpair()
        with there:
            command = [sys.executable, "-m", __name__, str(there.fileno())]
            self._process = subprocess.Popen(command, pass_fds=[there.fileno()], cwd=ROOT)
        atexit.register(self._end)

    def _end(self) -> None:
        self._line.close()
        self._process.wait()

    def run(
        self, words: Sequence[str], cwd: Path, stdin: bytes, environment: Mapping[str, str], patience: float
    ) -> tuple[int, bytes, bytes]:
        """Run a call, and return its exit status, standard output and standard error.

        If a signal ended the call, the status is the negative number of the signal.
        """
        reading, writing = zip(*(os.pipe() for _ in range(3)), strict=True)
        call = json.dumps({"words": words, "cwd": str(cwd), "environment": dict(environment)}).encode()
        socket.send_fds(self._line, [call], [reading[0], writing[1], writing[2]])
        for handle in (reading[0], writing[1], writing[2]):
            os.close(handle)
        feeder = threading.Thread(target=_feed, args=(writing[0], stdin), daemon=True)
        feeder.start()
        self._line.settimeout(patience)
        process = int(self._line.recv(32))
        try:
            output, errors = _read_both(reading[1], reading[2], patience)
            status = int(self._line.recv(32))
        except TimeoutError:
            os.kill(process, signal.SIGKILL)
            self._line.recv(32)  # read the status now, otherwise the next call would receive it
            raise
        finally:
            feeder.join(patience)
        return status, output, errors


def _feed(handle: int, data: bytes) -> None:
    with suppress(BrokenPipeError), open(handle, "wb") as file:  # closing writes the rest, and fails like writing
        file.write(data)


def _read_both(output: int, errors: int, patience: float) -> tuple[bytes, bytes]:
    """Read both streams to the end. Raises TimeoutError after ``patience`` seconds without data."""
    found: dict[int, list[bytes]] = {output: [], errors: []}
    with selectors.DefaultSelector() as selector:
        for handle in found:
            selector.register(handle, selectors.EVENT_READ)
        while selector.get_map():
            ready = selector.select(patience)
            if not ready:
                raise TimeoutError
            for key, _ in ready:
                data = os.read(key.fd, 1 << 16)
                found[key.fd].append(data)
                if not data:
                    selector.unregister(key.fd)
                    os.close(key.fd)
    return b"".join(found[output]), b"".join(found[errors])


@cache
def loaded() -> Loaded:
    """Start the forking process on first use, and return the connection to it."""
    return Loaded()


def _load() -> None:
    for name in ("swisspair.programs", "rich.table", "rich.console"):
        importlib.import_module(name)
    for package in ("pairing_engine", "checker", "trf"):
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            if not module.name.endswith(LATER):
                importlib.import_module(module.name)
    gc.collect()
    gc.freeze()


def _become(call: bytes, handles: Sequence[int]) -> None:
    """Give this process the streams, directory, environment and arguments of the call."""
    said = json.loads(call)
    for number, handle in enumerate(handles):
        os.dup2(handle, number)
        os.close(handle)
    os.chdir(said["cwd"])
    os.environ.clear()
    os.environ.update(said["environment"])
    sys.argv = said["words"]
    sys.stdin = io.TextIOWrapper(open(0, "rb", closefd=False), encoding="utf-8")  # noqa: SIM115
    sys.stdout = io.TextIOWrapper(open(1, "wb", closefd=False), encoding="utf-8", newline="\n")  # noqa: SIM115
    sys.stderr = io.TextIOWrapper(
        open(2, "wb", closefd=False),  # noqa: SIM115
        encoding="utf-8",
        errors="backslashreplace",
        newline="\n",
        line_buffering=True,
    )


def _serve(line: socket.socket) -> None:
    """Fork for each call until the connection closes. The function returns only in the forked processes."""
    while True:
        call, handles, _, _ = socket.recv_fds(line, MOST_HEADER, 3)
        if not call:
            sys.exit()
        process = os.fork()
        if process == 0:
            line.close()
            _become(call, handles)
            return
        for handle in handles:
            os.close(handle)
        line.send(f"{process}".ljust(32).encode())
        _, status = os.waitpid(process, 0)
        line.send(f"{os.waitstatus_to_exitcode(status)}".ljust(32).encode())


def _end_at_once(program: Callable[[], object]) -> NoReturn:
    """Run a program, and end the process without Python's usual clean-up."""
    status: object = 0
    try:
        program()
    except SystemExit as end:
        status = end.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
        status = 1
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
    except OSError:
        status = FLUSH_FAILED
    os._exit(status if isinstance(status, int) else status is not None)


if __name__ == "__main__":
    _load()
    _serve(socket.socket(fileno=int(sys.argv[1])))
    _end_at_once(getattr(sys.modules["swisspair.programs"], Path(sys.argv[0]).name))
