"""The program ``swisscheck`` on a real cluster of two workers. One worker is killed during the run."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from swisspair.statuses import INTERRUPTED
from tests.places import ROOT
from tests.programs.commands.calls import BAD_REQUEST, BROKEN, NO_ACCESS, Call, put
from tests.programs.legacy.events import FIVE, WRONG

pytestmark = [pytest.mark.cluster, pytest.mark.filterwarnings("default")]
pytest.importorskip("distributed")

from distributed import Client  # noqa: E402 - only where it is installed

LOCAL = "tcp://127.0.0.1"
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}


def started(*arguments: str, **more: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", *arguments], env=ENVIRONMENT | more, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def worker(address: str, **more: str) -> subprocess.Popen[bytes]:
    return started("distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard", **more)


def scheduler_in(folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    file = folder / "scheduler.json"
    process = started(
        "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
        "--scheduler-file", str(file),
    )  # fmt: skip
    while not file.exists():
        time.sleep(0.1)
    with Client(scheduler_file=str(file), set_as_default=False) as client:
        return process, client.scheduler.address


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    process, address = scheduler_in(tmp_path)
    yield address
    process.terminate()
    process.wait()


@pytest.fixture
def cluster(scheduler: str) -> Iterator[str]:
    processes = [worker(scheduler) for _ in range(2)]
    with Client(scheduler, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=120)
    yield scheduler
    for process in processes:
        process.terminate()
        process.wait()


@pytest.fixture
def listed(call: Call) -> str:
    """Write 150 files and a list of their names. File 7 breaks the rules, and file 70 is unreadable."""
    for number in range(150):
        put(f"{number}.trf", {7: WRONG, 70: BROKEN}.get(number, FIVE))
    put("list", "".join(f"{Path(f'{number}.trf').resolve()}\n" for number in range(150)))
    return "list"


def kill_a_worker(address: str) -> None:
    with Client(address, set_as_default=False) as client:
        victim = sorted(client.run(os.getpid).items())[0][1]
    os.kill(victim, signal.SIGKILL)


@pytest.mark.parametrize("send", [(), ("--send-files",)])
def test_a_cluster_tells_what_one_process_tells(call: Call, cluster: str, listed: str, send: tuple[str, ...]) -> None:
    arguments = ("--files-from", listed, "--format", "jsonl", "--ordered")
    assert call("swisscheck", *arguments, "--cluster", cluster, *send) == call("swisscheck", *arguments)


def test_a_worker_that_is_killed_in_the_middle_changes_nothing(call: Call, cluster: str, listed: str) -> None:
    put("list", Path(listed).read_text() * 20)
    arguments = ("--files-from", "list", "--format", "jsonl", "--ordered")
    killer = threading.Timer(1, kill_a_worker, (cluster,))
    killer.start()
    found = call("swisscheck", *arguments, "--cluster", cluster)
    killer.join()
    assert found == call("swisscheck", *arguments)


def tasks_left(dask_scheduler: Any) -> int:
    """Return the number of unfinished tasks. Dask runs this function in its scheduler."""
    return len(dask_scheduler.tasks)


def test_ctrl_c_cancels_work_in_progress(call: Call, cluster: str, listed: str) -> None:
    put("list", Path(listed).read_text() * 100)
    words = [
        "from swisspair.swisscheck.cli import main; main()",
        "--files-from",
        "list",
        "--format",
        "jsonl",
        "--cluster",
        cluster,
    ]
    program = [sys.executable, "-c", *words]
    with subprocess.Popen(program, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=60)
    lines = [first, *rest.splitlines()]
    assert process.returncode == INTERRUPTED
    told = [f"swisscheck: interrupted after {number} files\n" for number in (len(lines), len(lines) + 1)]
    assert errors.decode() in told  # one result may be counted but not yet printed
    assert len(lines) < 1000
    with Client(cluster, set_as_default=False) as client:
        while client.run_on_scheduler(tasks_left):
            time.sleep(0.1)


def test_generating_and_pairing_on_a_cluster(call: Call, cluster: str) -> None:
    plan = ("--generate", "--count", 8, "--seed", 1, "--players", 8, "--rounds", 3, "--quiet")
    call("swisspair", *plan, "--output-dir", "here")
    call("swisspair", *plan, "--output-dir", "there", "--cluster", cluster)
    files = sorted(path.resolve() for path in Path("here").iterdir())
    assert len(files) == 8
    for file in files:
        assert file.read_bytes() == Path("there", file.name).read_bytes()
    pair = ("--pair", *files, "--round", 3, "--quiet", "--output-dir")
    assert call("swisspair", *pair, "one").status == call("swisspair", *pair, "two", "--cluster", cluster).status == 0
    for answer in Path("one").iterdir():
        assert answer.read_bytes() == Path("two", answer.name).read_bytes()


def test_an_absent_scheduler_and_no_workers_are_reported(call: Call, scheduler: str) -> None:
    put("a.trf", FIVE)
    alone = call("swisscheck", "a.trf", "--cluster", scheduler)
    assert (alone.status, alone.errors) == (NO_ACCESS, "--cluster: the scheduler has no workers\n")


def test_another_version_is_reported(call: Call, cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    put("a.trf", FIVE)
    monkeypatch.setattr("swisspair.terminal.workers.__version__", "0.0.0")
    found = call("swisscheck", "a.trf", "--cluster", cluster)
    assert found.status == BAD_REQUEST
    assert "but this is 0.0.0; install the same" in found.errors


def test_an_address_without_a_port_is_reported(call: Call) -> None:
    put("1.trf", FIVE)
    found = call("swisscheck", "1.trf", "--cluster", "127.0.0.1")
    assert (found.status, "127.0.0.1 has no port; expected an address such as" in found.errors) == (BAD_REQUEST, True)


def test_a_scheduler_that_dies_is_one_sentence_and_lines_stay(tmp_path: Path) -> None:
    scheduler, address = scheduler_in(tmp_path)
    helper = worker(address)
    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(1)
    (tmp_path / "in.trf").write_text(FIVE)
    (tmp_path / "list").write_text("in.trf\n" * 100_000)
    words = ["swisscheck", "--files-from", "list", "--format", "jsonl", "--quiet", "--cluster", address]
    command = [sys.executable, "-c", "from swisspair.swisscheck.cli import main; main()", *words[1:]]
    with subprocess.Popen(
        command, cwd=tmp_path, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        scheduler.kill()
        output, errors = process.communicate()
    helper.kill()
    assert process.returncode == NO_ACCESS
    assert errors.decode().count("\n") == 1
    assert f"--cluster: the scheduler at {address} no longer answers" in errors.decode()
    assert b'"place"' in first + output
