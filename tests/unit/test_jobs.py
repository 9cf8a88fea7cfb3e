"""The same work on many items at once."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor

import pytest

from pairing_engine.terminal import jobs as jobs_module
from pairing_engine.terminal.jobs import collecting_less_often, cores, spread


def square(number: int) -> int:
    return number * number


def fail(number: int) -> int:
    raise ValueError(number)


@pytest.fixture
def _threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs_module, "processes", ThreadPoolExecutor)


@pytest.mark.usefixtures("_threads")
@pytest.mark.parametrize("jobs", [1, 2, 3, 50])
def test_results_come_in_the_order_of_the_items(jobs: int) -> None:
    assert list(spread(square, range(40), jobs)) == [n * n for n in range(40)]


def test_processes_give_the_same() -> None:
    assert list(spread(square, range(10), 2)) == [n * n for n in range(10)]


@pytest.mark.parametrize(("items", "jobs"), [(1, 8), (5, 1), (0, 4)])
def test_no_pool_is_made_where_one_job_is_enough(monkeypatch: pytest.MonkeyPatch, items: int, jobs: int) -> None:
    def refuse(_jobs: int) -> Executor:
        raise AssertionError("no pool is needed")

    monkeypatch.setattr(jobs_module, "processes", refuse)
    assert list(spread(square, range(items), jobs)) == [n * n for n in range(items)]


@pytest.mark.usefixtures("_threads")
def test_an_error_reaches_the_caller() -> None:
    with pytest.raises(ValueError, match="0"):
        list(spread(fail, range(4), 2))


class Watched(ThreadPoolExecutor):
    """An executor that knows whether it was shut down, and how many jobs it was not to begin."""

    stopped = False

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.stopped = cancel_futures
        super().shutdown(wait, cancel_futures=cancel_futures)


def test_closing_the_iterator_stops_the_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Watched] = []

    def make(jobs: int) -> Executor:
        made.append(Watched(jobs))
        return made[0]

    monkeypatch.setattr(jobs_module, "processes", make)
    results: Iterator[int] = spread(square, range(100), 2)
    assert next(results) == 0
    results.close()  # type: ignore[attr-defined]
    assert made[0].stopped


def test_there_is_at_least_one_core() -> None:
    assert cores() >= 1


def test_the_worker_of_a_cluster_collects_garbage_as_before_when_it_has_done_our_work() -> None:
    usual, of_this_process = (700, 10, 10), gc.get_threshold()  # a program that ran here may have set its own
    gc.set_threshold(*usual)
    try:
        with collecting_less_often():
            assert gc.get_threshold() > usual
        assert gc.get_threshold() == usual
    finally:
        gc.set_threshold(*of_this_process)
