"""Checks of many files: JSON Lines, shards, resumed runs and merged reports."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

import swisspair.swisscheck.checked_file
import swisspair.swisscheck.lines
from swisspair.swisscheck.checked_file import CheckedFile, HowToCheck
from swisspair.swisscheck.shards import Shard, expected
from swisspair.terminal.sources import Source
from tests.programs.commands.calls import BAD_REQUEST, BROKEN, DONE, NOTHING_VALID, TOO_LARGE, Call, put
from tests.programs.legacy.events import FIVE, WRONG

JSONL = ("--format", "jsonl")


@pytest.fixture
def files(call: Call) -> list[str]:
    """Write a list of nine files. The third file breaks the rules, and the sixth is damaged."""
    names = [f"{number}.trf" for number in range(1, 10)]
    for name in names:
        put(name, {"3.trf": WRONG, "6.trf": BROKEN}.get(name, FIVE))
    put("list", "".join(f"{name}\n" for name in names))
    return names


def values(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_each_file_of_a_list_is_a_line_before_the_summary(check: Call, files: list[str]) -> None:
    outcome = check("--files-from", "list", *JSONL, "--ordered")
    *lines, last = values(outcome.output)
    assert [line["file"] for line in lines] == files
    assert [line["place"] for line in lines] == list(range(1, 10))
    assert [line["status"] for line in lines] == [0, 0, 1, 0, 0, 3, 0, 0, 0]
    assert last["summary"] == {
        "listed": 9,
        "files": 9,
        "passed_over": 0,
        "tournaments": 8,
        "rounds": 8,
        "differing": 1,
        "unreadable": 1,
        "not_comparable": 0,
        "standings": 0,
        "wrong_standings": 0,
        "status": 3,
    }
    assert outcome.status == BAD_REQUEST


def test_a_stream_in_order_says_what_an_ordinary_run_says(check: Call, files: list[str]) -> None:
    ordinary = check(*files)
    assert check("--files-from", "list", "--ordered") == ordinary
    assert check(*files, "--ordered") == ordinary
    listed = "".join(f"{name}\n" for name in files)
    assert check("--files-from", "-", "--ordered", stdin=listed) == ordinary


def test_a_list_can_be_told_as_values_and_as_a_page(check: Call, files: list[str]) -> None:
    values_of_files = check(*files, "--format", "csv")
    assert len(values_of_files.output.splitlines()) == 10
    assert check("--files-from", "list", "--format", "csv", "--ordered") == values_of_files
    check(*files, "--html", "one.html")
    check("--files-from", "list", *JSONL, "--html", "other.html")
    assert Path("one.html").read_bytes() == Path("other.html").read_bytes()


def test_the_number_of_files_is_known_before_reading(files: list[str]) -> None:
    def number(paths: list[str], shard: Shard | None = None, files_from: str = "list") -> int | None:
        return expected(map(Path, paths), Path(files_from), shard)

    assert (number([]), number(["1.trf", "."]), number([], Shard(2, 4))) == (9, 20, 3)
    assert number([], files_from="-") is None


def test_the_lines_hold_the_same_facts_as_json(check: Call, files: list[str]) -> None:
    lines = values(check(*files, *JSONL, "--ordered").output)[:-1]
    for line in lines:
        for name in ("schema", "place", "counts"):
            del line[name]
        if "error" not in line:
            del line["status"]
    assert lines == check(*files, "--format", "json").value["files"]


def test_any_number_of_jobs_tells_the_same(call: Call, files: list[str]) -> None:
    one, three = (call("swisscheck", "--files-from", "list", *JSONL, "--jobs", jobs) for jobs in (1, 3))
    assert sorted(one.output.splitlines()) == sorted(three.output.splitlines())


def test_only_differences_or_only_the_summary(check: Call, files: list[str]) -> None:
    lines = values(check("--files-from", "list", *JSONL, "--only-differing", "--ordered").output)
    assert [line["file"] for line in lines[:-1]] == ["3.trf", "6.trf"]
    assert len(values(check("--files-from", "list", *JSONL, "--summary").output)) == 1
    outcome = check("--files-from", "list", "--summary")
    assert outcome.output == "checked 8 tournaments, 8 rounds: 1 round differs, 1 file unreadable\n"


def test_a_list_may_name_directories_and_missing_files(check: Call) -> None:
    put("events/a.trf", FIVE)
    put("events/shopping.txt", "apples\n")
    put("list", "events\n\nnowhere.trf\n-\n")
    *lines, last = values(check("--files-from", "list", *JSONL, "--ordered").output)
    assert [line["file"] for line in lines] == ["events/a.trf", "events/shopping.txt", "nowhere.trf", "standard input"]
    assert [line["status"] for line in lines] == [0, 0, 5, 5]
    assert "passed_over" in lines[1]
    assert "cannot be named in a list" in str(lines[3]["error"])
    summary = last["summary"]
    assert isinstance(summary, dict)
    assert summary["passed_over"] == 1


def test_an_empty_list_is_reported(check: Call) -> None:
    put("list", "")
    assert check("--files-from", "list").status == BAD_REQUEST


def deadly(source: Source, how: HowToCheck) -> CheckedFile | None:
    if source.name == "4.trf":
        os.kill(os.getpid(), signal.SIGKILL)
    return REAL(source, how)


REAL: Callable[[Source, HowToCheck], CheckedFile | None] = swisspair.swisscheck.checked_file.check_source


def test_a_file_that_kills_its_worker_is_a_line(check: Call, files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swisspair.swisscheck.lines, "check_source", deadly)
    outcome = check("--files-from", "list", *JSONL, "--ordered")
    lines = values(outcome.output)[:-1]
    assert [line["file"] for line in lines] == files
    assert [line["status"] for line in lines] == [0, 0, 1, 4, 0, 3, 0, 0, 0]
    assert "killed" in str(lines[3]["error"])
    assert outcome.status == TOO_LARGE


def test_a_killed_worker_costs_an_ordinary_call_one_file_too(
    call: Call, files: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(swisspair.swisscheck.lines, "check_source", deadly)
    outcome = call("swisscheck", *files, "--jobs", 2)
    assert "4.trf: unreadable\n  4.trf: the process that checked it was killed" in outcome.output
    assert outcome.last_line == "checked 7 tournaments, 7 rounds: 1 round differs, 2 files unreadable"
    assert outcome.status == TOO_LARGE


@pytest.fixture
def shards(check: Call, files: list[str]) -> list[str]:
    names = []
    for number in range(1, 5):
        names.append(f"{number}.jsonl")
        put(names[-1], check("--files-from", "list", *JSONL, "--shard", f"{number}/4", "--jobs", "1").output)
    return names


def test_shards_together_are_the_whole(call: Call, check: Call, shards: list[str]) -> None:
    whole = check("--files-from", "list", *JSONL, "--ordered")
    merged = call("swisscheck", "--merge", *shards, *JSONL)
    assert merged == whole
    text = call("swisscheck", "--merge", *shards)
    assert text.output.startswith("3.trf: round 1 differs\n6.trf: unreadable\n")
    assert text.last_line == "checked 8 tournaments, 8 rounds: 1 round differs, 1 file unreadable"
    assert text.status == BAD_REQUEST


def test_a_shard_has_every_nth_file(shards: list[str]) -> None:
    lines = values(Path(shards[1]).read_text())
    assert [line["place"] for line in lines[:-1]] == [2, 6]


def test_shards_that_are_missing_or_doubled_are_named(call: Call, shards: list[str]) -> None:
    missing = call("swisscheck", "--merge", shards[0], shards[3])
    assert missing.errors == "swisscheck: missing shards: 2/4, 3/4\n"
    assert missing.status == BAD_REQUEST
    doubled = call("swisscheck", "--merge", *shards, shards[0], "--summary")
    assert doubled.errors == "swisscheck: shard 1/4 occurs 2 times: 1.jsonl, 1.jsonl\n"
    assert doubled.output == call("swisscheck", "--merge", *shards, "--summary").output


def test_shards_of_different_lists_are_reported(call: Call, check: Call, shards: list[str]) -> None:
    put("list", "1.trf\n2.trf\n")
    put("1.jsonl", check("--files-from", "list", *JSONL, "--shard", "1/4").output)
    assert "different lists" in call("swisscheck", "--merge", *shards).errors


def test_an_unfinished_run_is_reported(call: Call, shards: list[str]) -> None:
    put("2.jsonl", Path("2.jsonl").read_text().rpartition('{"schema": 1, "summary"')[0])
    merged = call("swisscheck", "--merge", *shards)
    assert "2.jsonl: the run stopped after 2 files" in merged.errors
    assert merged.status == BAD_REQUEST


@pytest.mark.parametrize("length", [0, 10, 700, 1500, 100_000])
def test_a_run_goes_on_wherever_it_was_torn(check: Call, files: list[str], length: int) -> None:
    whole = check("--files-from", "list", *JSONL, "--ordered")
    put("out.jsonl", whole.output[:length])
    outcome = check("--files-from", "list", *JSONL, "--ordered", "--resume", "out.jsonl")
    assert Path("out.jsonl").read_text() == whole.output
    assert (outcome.status, outcome.output) == (whole.status, "")


def test_finished_work_is_not_repeated(check: Call, files: list[str]) -> None:
    arguments = ("--files-from", "list", *JSONL, "--resume", "out.jsonl")
    first = check(*arguments)
    for name in files:
        Path(name).unlink()
    assert check(*arguments).status == first.status == BAD_REQUEST


def test_a_run_goes_on_with_its_own_list_and_its_own_lines(check: Call, files: list[str]) -> None:
    arguments = ("--files-from", "list", *JSONL, "--resume", "out.jsonl")
    check(*arguments)
    put("list", "2.trf\n")
    assert "belongs to a different list of files" in check(*arguments).errors
    put("out.jsonl", "somebody's notes\n")
    outcome = check(*arguments)
    assert "expected a line of swisscheck" in outcome.errors
    assert Path("out.jsonl").read_text() == "somebody's notes\n"


@pytest.mark.parametrize("arguments", [("--resume", "x"), ("--resume", "x", *JSONL, "--summary"), ("--shard", "5/4")])
def test_incompatible_options_are_reported(check: Call, arguments: tuple[str, ...]) -> None:
    put("1.trf", FIVE)
    assert check("1.trf", *arguments).status == BAD_REQUEST


def test_merging_only_agreements_succeeds(call: Call, check: Call) -> None:
    put("1.trf", FIVE)
    put("2.trf", WRONG)
    put("out.jsonl", check("1.trf", *JSONL).output)
    assert call("swisscheck", "--merge", "out.jsonl").status == DONE
    put("out.jsonl", check("1.trf", "2.trf", *JSONL).output)
    assert call("swisscheck", "--merge", "out.jsonl").status == NOTHING_VALID
