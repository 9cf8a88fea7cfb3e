"""Worker processes: how many, and what happens when they die."""

import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from multiprocessing import active_children
from multiprocessing.connection import Connection
from typing import Any

import pytest

from swisspair.terminal.jobs import collecting_less_often, cores
from swisspair.terminal.many import each
from swisspair.terminal.workers import Crew, OnExecutor, Processes, flow, undisturbed

MORE_THAN_A_LINE_HOLDS = 3_000_000


def large(_number: int) -> bytes:
    return bytes(MORE_THAN_A_LINE_HOLDS)


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def out_of_memory(_line: Connection) -> bytes:
    raise MemoryError


class Stubborn(Exception):
    """An error that cannot be pickled."""

    def __reduce__(self) -> str:
        raise TypeError


class Demanding(Exception):
    """An error that can be pickled but not restored."""

    def __init__(self, words: str, *, more: str = "") -> None:
        if not more:
            raise TypeError("more is missing")
        super().__init__(words)


def demand(_number: int) -> int:
    raise Demanding("the reason", more="details")


def hire(number: int) -> int:
    return sum(done_by(square, range(number)))


def fail(error: type[Exception]) -> int:
    raise error("the reason")


def done_by(work: Callable[[Any], Any], items: Iterable[Any]) -> list[Any]:
    with Processes(2) as crew:
        return [done.result for done in flow(work, items, crew, ordered=True)]


@pytest.fixture
def others() -> set[object]:
    return set(active_children())


@pytest.mark.parametrize("results", [1, 2, 3, 4])
def test_processes_are_ended_in_the_middle_of_a_result(others: set[object], results: int) -> None:
    with Processes(2) as crew, closing(flow(large, range(1000), crew)) as done:
        for _ in range(results):
            next(done)
    assert set(active_children()) == others


@pytest.mark.parametrize(("error", "raised"), [(ValueError, ValueError), (Stubborn, RuntimeError)])
def test_an_error_says_where_in_the_worker_it_was_raised(error: type[Exception], raised: type[Exception]) -> None:
    with pytest.raises(raised) as found:
        done_by(fail, [error])
    assert "in fail" in "".join([str(found.value), *getattr(found.value, "__notes__", [])])


def test_an_error_that_cannot_be_received_is_explained_in_words() -> None:
    with pytest.raises(RuntimeError, match="Demanding: the reason"):
        done_by(demand, [1])


def test_a_worker_that_wants_workers_is_refused_them() -> None:
    with pytest.raises(AssertionError):
        done_by(hire, [1])


def test_the_rest_of_an_answer_is_never_taken_for_the_next_one(
    others: set[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Processes(1) as crew:
        crew.submit([(0, 0.01)], pickle.dumps((sleep, [0.01], 1)))
        with monkeypatch.context() as patch:
            patch.setattr(Connection, "recv_bytes", out_of_memory)
            assert crew.answers() == [([(0, 0.01)], None)]
        assert [done.result for done in flow(sleep, [0.02], crew)] == [0.02]
    assert set(active_children()) == others


@pytest.mark.parametrize("closed", ["0<&- 2>&-", "0<&- 1>&- 2>&-"])
def test_workers_work_with_closed_standard_streams(closed: str) -> None:
    program = "from swisspair.terminal.workers import Processes, flow\n"
    program += "with Processes(3) as crew:\n"
    program += "    raise SystemExit(sum(done.result for done in flow(abs, range(-8, 1), crew)))"
    command = ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-c", program]
    assert subprocess.run(command, check=False, timeout=60).returncode == sum(range(9))


def test_a_worker_that_is_about_to_begin_never_hears_of_ctrl_c() -> None:
    program = "import multiprocessing, signal\n"
    program += "from swisspair.terminal.workers import Processes, flow\n"
    program += "multiprocessing.set_start_method('spawn')\n"
    program += "signal.signal(signal.SIGINT, lambda *_: None)\n"
    program += "with Processes(1) as crew:\n"
    program += "    results = flow(abs, (print(flush=True) or n for n in (-1, -2)), crew)\n"
    program += "    assert [done.result for done in results] == [1, 2]"
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        assert process.communicate(timeout=60)[1] == b""
    assert process.returncode == 0


def test_ctrl_c_waits_for_the_protected_block() -> None:
    steps = []

    def block() -> None:
        with undisturbed() as came:
            os.kill(os.getpid(), signal.SIGINT)
            steps.append(len(came))

    with pytest.raises(KeyboardInterrupt):
        block()
    assert steps == [1]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_that_the_block_forgets_is_not_answered() -> None:
    with undisturbed() as came:
        os.kill(os.getpid(), signal.SIGINT)
        came.clear()


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with undisturbed() as came:
            os.kill(os.getpid(), signal.SIGINT)
            assert not came
    finally:
        signal.signal(signal.SIGINT, before)


def test_ctrl_c_is_answered_while_a_result_is_waited_for(others: set[object]) -> None:

    def items() -> Iterator[float]:
        yield 100
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        yield 100

    with pytest.raises(KeyboardInterrupt):
        done_by(sleep, items())
    assert set(active_children()) == others


def test_another_thread_than_the_main_one_has_no_signals() -> None:
    found: list[float] = []

    def work() -> None:
        found.extend(done_by(sleep, [0.01] * 4))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [0.01] * 4


def square(number: int) -> int:
    return number * number


def fail_at_once(number: int) -> int:
    raise ValueError(number)


def deadly(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def minus(number: int) -> int:
    return -number


def squares(items: int, jobs: int) -> list[int]:
    return list(each(square, range(items), jobs, of_death=minus))


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_results_come_in_the_order_of_the_items(jobs: int) -> None:
    assert squares(400, jobs) == [n * n for n in range(400)]


@pytest.mark.parametrize(("items", "jobs"), [(1, 8), (5, 1), (0, 4)])
def test_no_other_process_is_made_where_this_one_is_enough(
    monkeypatch: pytest.MonkeyPatch, items: int, jobs: int
) -> None:
    monkeypatch.delattr("swisspair.terminal.workers.hired")
    assert squares(items, jobs) == [n * n for n in range(items)]


def test_there_are_no_more_processes_than_items(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    @contextmanager
    def hired(jobs: int, _cluster: str | None) -> Iterator[Crew]:
        asked.append(jobs)
        with OnExecutor(ThreadPoolExecutor(jobs), jobs) as crew:
            yield crew

    monkeypatch.setattr("swisspair.terminal.workers.hired", hired)
    assert squares(3, 50) == [0, 1, 4]
    assert asked == [3]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_reaches_the_caller(jobs: int) -> None:
    with pytest.raises(ValueError, match=r"\d"):
        list(each(fail_at_once, range(4), jobs, of_death=minus))


def test_an_item_that_kills_has_the_result_of_its_death() -> None:
    assert list(each(deadly, range(6), 2, of_death=minus)) == [0, 1, 4, -3, 16, 25]


def test_closing_the_iterator_ends_the_processes() -> None:
    others = set(active_children())
    results = each(square, range(100_000), 2, of_death=minus)
    assert next(results) == 0
    assert set(active_children()) - others
    results.close()
    assert not set(active_children()) - others


def test_there_is_at_least_one_core() -> None:
    assert cores() >= 1


def test_a_cluster_worker_gets_its_garbage_collection_back() -> None:
    # another test in this process may have changed the thresholds
    usual, of_this_process = (700, 10, 10), gc.get_threshold()
    gc.set_threshold(*usual)
    try:
        with collecting_less_often():
            assert gc.get_threshold() > usual
        assert gc.get_threshold() == usual
    finally:
        gc.set_threshold(*of_this_process)
