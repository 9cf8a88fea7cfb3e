"""The number of waiting items stays limited, even if workers die."""

from __future__ import annotations

import os
import pickle
import signal
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from swisspair.terminal.window import BATCHES_EACH, LARGEST_BATCH, REACH, flow
from swisspair.terminal.workers import Crew


def threads(jobs: int) -> Executor:
    return ThreadPoolExecutor(jobs)


THREADS = Crew(3, threads)


def square(number: int) -> int:
    return number * number


def late_square(number: int) -> int:
    time.sleep(0.02 if number % 7 == 0 else 0)
    return number * number


def slow_from_300_on(number: int) -> int:
    time.sleep(0.05 if number >= 300 else 0)
    return number * number


class Counting(ThreadPoolExecutor):
    """An executor that records the size of each batch."""

    def __init__(self, jobs: int) -> None:
        super().__init__(jobs)
        self.sizes: list[int] = []

    def submit(self, work: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        self.sizes.append(len(pickle.loads(arguments[0])[1]))
        return super().submit(work, *arguments, **named)


def fail(number: int) -> int:
    raise ValueError(number)


def deadly(number: int) -> int:
    if number == 13:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def deadly_once(item: tuple[int, Path]) -> int:
    """Work on an item, but kill the first process that reaches item 13."""
    number, mark = item
    if number == 13 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


@pytest.mark.parametrize("count", [0, 1, 5, 500])
def test_every_item_has_its_result(count: int) -> None:
    found = sorted(done for done in flow(square, range(count), THREADS))
    assert [(done.place, done.item, done.result) for done in found] == [(n, n, n * n) for n in range(count)]


def test_results_come_in_order_where_it_is_asked_for() -> None:
    found = list(flow(late_square, range(400), THREADS, ordered=True))
    assert [done.place for done in found] == list(range(400))


@pytest.mark.parametrize("ordered", [False, True])
def test_items_are_taken_as_there_is_room(ordered: bool) -> None:
    taken: list[int] = []

    def endless() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield number

    results = flow(square, endless(), THREADS, ordered=ordered)
    for _ in range(1000):
        next(results)
    results.close()
    room = (BATCHES_EACH + 1) * THREADS.jobs * LARGEST_BATCH
    assert len(taken) <= 1000 + room + (REACH * THREADS.jobs if ordered else 0)


def test_the_first_result_waits_for_no_batch() -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for number in range(10_000):
            taken.append(number)
            yield number

    results = flow(square, items(), THREADS)
    next(results)
    assert len(taken) <= BATCHES_EACH * THREADS.jobs + 2
    results.close()


def test_errors_of_the_work_reach_the_caller() -> None:
    with pytest.raises(ValueError, match=r"\d"):
        list(flow(fail, range(9), THREADS))


def test_an_item_that_kills_its_worker_is_named() -> None:
    found = sorted(flow(deadly, range(200), Crew(2)), key=lambda done: done.place)
    assert [done.place for done in found if done.died] == [13]
    assert [done.result for done in found if not done.died] == [n * n for n in range(200) if n != 13]


def test_an_item_whose_worker_was_killed_once_is_done_after_all(tmp_path: Path) -> None:
    items = [(number, tmp_path / "mark") for number in range(50)]
    found = list(flow(deadly_once, items, Crew(2), ordered=True))
    assert [done.result for done in found] == [n * n for n in range(50)]


def test_quick_items_go_in_large_batches() -> None:
    counting = Counting(2)
    list(flow(square, range(5000), Crew(2, lambda _jobs: counting)))
    assert counting.sizes[:4] == [1, 1, 1, 1]
    assert 32 < max(counting.sizes) <= LARGEST_BATCH


def test_workers_go_on_while_results_are_shown() -> None:
    counting = Counting(2)
    results = flow(square, range(1000), Crew(2, lambda _jobs: counting))
    next(results)
    assert len(counting.sizes) == 2 * BATCHES_EACH + 1
    results.close()


def test_slow_items_are_handed_back_and_go_one_by_one() -> None:
    counting = Counting(2)
    found = list(flow(slow_from_300_on, range(330), Crew(2, lambda _jobs: counting, seconds=0.01), ordered=True))
    assert [done.result for done in found] == [n * n for n in range(330)]
    assert counting.sizes[-5:] == [1] * 5
    assert sum(counting.sizes) > 330
