from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children

import pytest

from swisspair.terminal.jobs import collecting_less_often, cores
from swisspair.terminal.many import each
from swisspair.terminal.workers import Crew


def square(number: int) -> int:
    return number * number


def fail(number: int) -> int:
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
        yield Crew(jobs, ThreadPoolExecutor)

    monkeypatch.setattr("swisspair.terminal.workers.hired", hired)
    assert squares(3, 50) == [0, 1, 4]
    assert asked == [3]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_reaches_the_caller(jobs: int) -> None:
    with pytest.raises(ValueError, match=r"\d"):
        list(each(fail, range(4), jobs, of_death=minus))


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
