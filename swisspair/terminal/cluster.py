"""A cluster as a crew: the workers of a dask scheduler. Its package ``distributed`` is our extra ``cluster``."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import Any

from pairing_engine import __version__
from pairing_engine.language import say
from swisspair.terminal.statuses import ExitStatus, Failure
from swisspair.terminal.workers import Crew

PATIENCE = "15s"
"""The time that a scheduler may take to answer."""

SECONDS = 0.5
"""The time that a batch should take: to send one costs the client and the scheduler some milliseconds each."""

TALKATIVE = "distributed", "distributed.client", "tornado.application"
"""The loggers that report connections, with tracebacks, when we close them on Ctrl-C. Failures are raised, too."""


@contextmanager
def connected(address: str) -> Iterator[Crew]:
    """The workers of the scheduler at this address, such as ``tcp://scheduler:8786``.

    Raises `Failure` if nobody answers, if there are no workers, or if they have not the version that this program has.
    """
    try:
        from distributed import Client, KilledWorker
        from distributed.comm import CommClosedError
    except ImportError as error:
        words = say("--cluster needs dask.distributed ({error}): pip install 'swisspair-fide[cluster]'", error=error)
        raise Failure(ExitStatus.BAD_REQUEST, words) from None
    if re.search(r":[0-9]{1,5}/?$", address) is None and "://" not in address.replace("tcp://", "").replace(
        "tls://", ""
    ):
        words = say(
            "--cluster: {address} has no port; expected an address such as tcp://scheduler:8786", address=address
        )
        raise Failure(ExitStatus.BAD_REQUEST, words)
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:  # a timeout is an OSError, too
        raise Failure(
            ExitStatus.NO_ACCESS,
            say("--cluster: no scheduler answers at {address} ({error})", address=address, error=error),
        ) from None
    with client:
        _check_versions(client)
        jobs = sum(client.nthreads().values())
        # not pure: that makes a key of the work itself, which is costly, and joins two calls that are the same
        try:
            yield Crew(
                jobs,
                lambda _jobs: client.get_executor(pure=False),
                deaths=(KilledWorker,),
                lasting=True,
                seconds=SECONDS,
            )
        except (CancelledError, CommClosedError):
            words = say(
                "--cluster: the scheduler at {address} is gone; what was shown by then is done", address=address
            )
            raise Failure(ExitStatus.NO_ACCESS, words) from None


def version_here() -> str:
    """The version of the program where this is called, which may be on a worker."""
    return __version__


def _check_versions(client: Any) -> None:
    """Raise `Failure` if a worker has another version of this program, or cannot import it."""
    try:
        versions = client.run(version_here)
    except Exception as error:  # whatever a worker raises that cannot even import the program
        words = say(
            "--cluster: a worker cannot run swisspair {version}: {kind}: {error}",
            version=__version__,
            kind=type(error).__name__,
            error=error,
        )
        raise Failure(ExitStatus.BAD_REQUEST, say("{words}; install it there", words=words)) from None
    if not versions:
        raise Failure(ExitStatus.NO_ACCESS, say("--cluster: the scheduler has no workers"))
    other = {worker: version for worker, version in versions.items() if version != __version__}
    for worker, version in sorted(other.items()):
        words = say(
            "--cluster: worker {worker} has swisspair {version}, here is {ours}: install the same",
            worker=worker,
            version=version,
            ours=__version__,
        )
        raise Failure(ExitStatus.BAD_REQUEST, words)
