"""The terminal: what is shown where, and what a call imports."""

import os
import pickle
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pairing_engine.answers import Style
from pairing_engine.answers.paired import PairedRound, pair
from swisspair.terminal.screen import show_checklist, show_table, with_progress
from swisspair.terminal.streams import fitted
from swisspair.terminal.workers import LARGEST_BATCH, REACH, OnExecutor, Processes, flow
from tests.places import FIXTURES
from tests.programs.legacy.events import FIVE
from tests.programs.program import PATIENCE, running
from trf import read

EVENT = read(FIXTURES / "open-2026-round-5.trf")
NAMES = [participant.name for participant in EVENT.participants]
STYLES = re.compile("\x1b\\[[0-9;]*m")


def paired_with(names: list[str] | None = None) -> PairedRound:
    people = EVENT.participants
    if names is not None:
        people = tuple(p._replace(name=name) for p, name in zip(people, names, strict=True))
    return pair(EVENT._replace(participants=people))


def on_a_terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", str(columns))


def test_the_event_of_make_run_fits_into_80_columns(capsys: pytest.CaptureFixture[str]) -> None:
    show_table("open.trf", paired_with())
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    assert "  1   3  Novotny, Radim      2463  4.0   9  Vasquez Leon, Andres  2246  4.0" in shown
    there = {p.tpn for p in EVENT.participants} - set(paired_with().absent)
    assert all((participant.name in shown) == (participant.tpn in there) for participant in EVENT.participants)


@pytest.mark.parametrize("columns", [20, 40, 50, 60, 80, 200])
def test_nothing_is_cut_off_on_any_terminal(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    on_a_terminal(monkeypatch, columns)
    show_table("open.trf", paired_with([f"Wolfeschlegelsteinhausenberger{n}, X" for n in range(len(NAMES))]))
    shown = STYLES.sub("", capsys.readouterr().out)
    assert "…" not in shown
    assert re.search(r"2463 +4\.0 ", shown)
    if columns >= 50:
        assert max(map(len, shown.splitlines())) <= columns


def test_where_there_is_no_terminal_every_name_is_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    show_table("open.trf", paired_with([name + " of Somewhere in the Country" for name in NAMES]))
    assert "Vasquez Leon, Andres of Somewhere in the Country" in capsys.readouterr().out


def test_brackets_in_a_name_are_no_markup(capsys: pytest.CaptureFixture[str]) -> None:
    show_table("open.trf", paired_with([f"[red]{n} [/] :smile:" for n in range(len(NAMES))]))
    assert "[red]2 [/] :smile:" in capsys.readouterr().out


def test_a_checklist_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    on_a_terminal(monkeypatch, 20)
    found = paired_with().checklist(Style.BBP)
    show_checklist(found)
    shown = STYLES.sub("", capsys.readouterr().out)
    assert "…" not in shown
    lines = [line.split() for line in shown.splitlines()]
    assert all(" ".join(row).split() in lines for group in found.groups for row in group)


def test_no_progress_is_shown_where_nobody_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(with_progress("abc", 3, "working")) == ["a", "b", "c"]
    assert capsys.readouterr() == ("", "")


def test_progress_on_a_terminal_keeps_all_items(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert list(with_progress("abc", 3, "working")) == ["a", "b", "c"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_the_progress_bar_leaves_nothing_behind() -> None:
    import pty

    code = (
        "from swisspair.terminal.screen import with_progress\n"
        "for item in with_progress('ab', 2, 'working'): print('<' + item + '>', flush=True)"
    )
    leader, follower = pty.openpty()
    with running(sys.executable, "-c", code, stdout=follower, stderr=follower) as program:
        os.close(follower)
        shown = b""
        with suppress(OSError):
            while block := os.read(leader, 1 << 16):
                shown += block
        program.wait(PATIENCE)
    os.close(leader)
    assert program.returncode == 0
    erased = b"\x1b[1A\x1b[2K"
    assert shown.index(b"<a>") == shown.index(erased) + len(erased)
    assert shown.count(erased + b"<") == 2
    assert b"working" not in shown.rsplit(erased, 1)[-1]


def test_lines_for_a_terminal_are_broken_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fitted("  one two three four five six seven\n") == "  one two three four five six seven\n"
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setattr("swisspair.terminal.streams.is_terminal", lambda _stream: True)
    assert (
        fitted("  one two three four five six seven\nshort\n") == "  one two three four five six\n      seven\nshort\n"
    )


@pytest.fixture
def threads() -> Iterator[OnExecutor]:
    with OnExecutor(ThreadPoolExecutor(3), 3, seconds=0.1) as crew:
        yield crew


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


def deadly_once(item: tuple[int, Path]) -> int:
    """Work on an item, but kill the first process that reaches item 13."""
    number, mark = item
    if number == 13 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


@pytest.mark.parametrize("count", [0, 1, 5, 500])
def test_every_item_has_its_result(threads: OnExecutor, count: int) -> None:
    found = sorted(done for done in flow(square, range(count), threads))
    assert [(done.place, done.item, done.result) for done in found] == [(n, n, n * n) for n in range(count)]


def test_results_come_in_order_where_it_is_asked_for(threads: OnExecutor) -> None:
    found = list(flow(late_square, range(400), threads, ordered=True))
    assert [done.place for done in found] == list(range(400))


@pytest.mark.parametrize("ordered", [False, True])
def test_items_are_taken_as_there_is_room(threads: OnExecutor, ordered: bool) -> None:
    taken: list[int] = []

    def endless() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield number

    results = flow(square, endless(), threads, ordered=ordered)
    for _ in range(1000):
        next(results)
    results.close()
    room = (threads.batches_each + 1) * threads.jobs * LARGEST_BATCH
    assert len(taken) <= 1000 + room + (REACH * threads.jobs if ordered else 0)


def test_the_first_result_waits_for_no_batch(threads: OnExecutor) -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for number in range(10_000):
            taken.append(number)
            yield number

    results = flow(square, items(), threads)
    next(results)
    assert len(taken) <= threads.batches_each * threads.jobs + 2
    results.close()


def test_an_item_whose_worker_was_killed_once_is_done_after_all(tmp_path: Path) -> None:
    items = [(number, tmp_path / "mark") for number in range(50)]
    with Processes(2) as crew:
        found = list(flow(deadly_once, items, crew, ordered=True))
    assert [done.result for done in found] == [n * n for n in range(50)]


def test_quick_items_go_in_large_batches() -> None:
    counting = Counting(2)
    list(flow(square, range(5000), OnExecutor(counting, 2, seconds=0.1)))
    assert counting.sizes[:4] == [1, 1, 1, 1]
    assert 32 < max(counting.sizes) <= LARGEST_BATCH


def test_workers_go_on_while_results_are_shown() -> None:
    counting = Counting(2)
    results = flow(square, range(1000), OnExecutor(counting, 2))
    next(results)
    assert len(counting.sizes) == 2 * OnExecutor.batches_each + 1
    results.close()


def test_slow_items_are_handed_back_and_go_one_by_one() -> None:
    counting = Counting(2)
    found = list(flow(slow_from_300_on, range(330), OnExecutor(counting, 2, seconds=0.01), ordered=True))
    assert [done.result for done in found] == [n * n for n in range(330)]
    assert counting.sizes[-5:] == [1] * 5
    assert sum(counting.sizes) > 330


HEAVY = {"distributed", "gacrux", "jinja2", "multiprocessing", "networkx", "rich"}
PLAIN = HEAVY | {"dataclasses", "email", "importlib.metadata", "inspect", "pydantic", "subprocess", "typer"}
"""Modules that a simple call must not load."""
WRITING = {"json", "shutil", "trf.writing", "swisspair.terminal.stores", "swisspair.terminal.whole_files"}
LEGACY = PLAIN | {"json", "shutil", "threading", "checker.report", "trf.writing", "swisspair.terminal.options"}


def loaded(*call: str, cwd: Path) -> set[str]:
    command = [sys.executable, "-X", "importtime", "-m", *call]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr[-2000:]
    lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip() for line in lines}


@pytest.mark.parametrize(
    ("call", "absent"),
    [
        (("swisspair", "--dutch", "five.trf", "-p"), LEGACY),
        (("swisspair", "--pair", "five.trf"), PLAIN | WRITING),
        (("swisspair", "--why", "1", "five.trf"), PLAIN),
        (("checker", "five.trf", "--jobs", "1", "--quiet"), PLAIN),
        (("swisspair", "--version"), PLAIN),
        (("swisspair", "--help"), HEAVY),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_nothing_heavy_is_loaded_that_is_not_used(call: tuple[str, ...], absent: set[str], tmp_path: Path) -> None:
    (tmp_path / "five.trf").write_text(FIVE)
    found = loaded(*call, cwd=tmp_path)
    assert found & absent == set()


def test_a_program_ends_with_its_status_and_all_that_it_wrote(tmp_path: Path) -> None:
    (tmp_path / "five.trf").write_text(FIVE)
    command = [sys.executable, "-m", "swisspair", "--pair", "five.trf", "--list", "-"]
    for _ in range(3):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.count("\n") > 8
    with Path("/dev/full").open("w") as full:
        broken = subprocess.run(command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert broken.returncode == 5
    assert broken.stderr.count("\n") == 1
