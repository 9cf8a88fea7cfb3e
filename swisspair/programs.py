"""The console scripts. From the very start, a signal ends a program cleanly."""

from __future__ import annotations

import gc
import os
import signal
import sys
from contextlib import suppress
from importlib import import_module

TYPE_CHECKING = False
"""A substitute for `typing.TYPE_CHECKING`, because `typing` takes time to load."""
if TYPE_CHECKING:
    from types import FrameType
    from typing import NoReturn

INTERRUPTED = 128 + signal.SIGINT
NO_ACCESS = 5

LOADING = 200_000
"""The number of new objects between runs of the garbage collector while modules load."""

ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""The signals that ask a program to end, from `kill`, a service manager, or a closed terminal."""


class Stopped(BaseException):
    """The exception for a program that is told to end; ``except Exception`` does not catch it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def swisspair() -> NoReturn:
    """Run swisspair, which pairs rounds and generates tournaments."""
    _run("swisspair", "swisspair.commands")


def swisscheck() -> NoReturn:
    """Run swisscheck, which pairs every round of finished events again."""
    _run("swisscheck", "swisspair.swisscheck.cli")


def _run(name: str, module: str) -> NoReturn:
    """Load and run a program, and exit with its status; signals that the caller ignores stay ignored."""
    status: object = 0
    gc.set_threshold(LOADING)
    try:
        main = import_module(module).main
        for number in ENDING:
            if signal.getsignal(number) is signal.SIG_DFL:  # while the program loads, there is nothing to clean up
                signal.signal(number, _stop)
        main()
    except SystemExit as end:
        status = end.code
    except (KeyboardInterrupt, RuntimeError) as error:
        if isinstance(error, RuntimeError):  # Python 3.11 wraps what comes while a class is created (`__set_name__`)
            from swisspair.statuses import is_interruption

            if not is_interruption(error):
                raise
        status = _say(f"{name}: interrupted", INTERRUPTED)
    except ImportError:
        from swisspair.statuses import stranger

        words = stranger()
        if words is None:
            raise
        status = _say(words, NO_ACCESS)
    except Stopped as stop:
        status = _say(f"{name}: ended by {signal.Signals(stop.number).name}", 128 + stop.number)
    _ignore(signal.SIGINT, *ENDING)  # from here on the program is only ending
    _end(status if isinstance(status, int) else 0)


def _end(status: int) -> NoReturn:
    """End the process, usually without shutting Python down, which takes a fifth of the time of a small event."""
    threading = sys.modules.get("threading")
    if "multiprocessing" not in sys.modules and (threading is None or threading.active_count() == 1):
        with suppress(OSError, ValueError):  # if something cannot be written, the interpreter will report it
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:
                    stream.flush()
            os._exit(status)
    sys.exit(status)


def _stop(number: int, _frame: FrameType | None) -> NoReturn:
    _ignore(*ENDING)  # the program is already ending
    raise Stopped(number)


def _ignore(*numbers: int) -> None:
    for number in numbers:
        signal.signal(number, signal.SIG_IGN)


def _say(words: str, status: int) -> int:
    if sys.stderr is not None:
        try:
            print(words, file=sys.stderr, flush=True)
        except OSError:
            return status  # nobody reads the output any more
    return status
