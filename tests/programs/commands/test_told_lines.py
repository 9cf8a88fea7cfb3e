"""``--resume`` checks all JSON lines, because other people may have changed the lines. Inputs that fill the memory."""

import json
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.programs.commands.calls import BAD_REQUEST, DONE, Call, put
from tests.programs.legacy.events import FIVE, WRONG
from tests.programs.program import swisscheck

JSONL = ("--format", "jsonl")

Line = dict[str, Any]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the lines of a file that agrees and a file that differs, and the summary."""
    folder = tmp_path_factory.mktemp("told")
    (folder / "1.trf").write_text(FIVE)
    (folder / "2.trf").write_text(WRONG)
    return swisscheck("1.trf", "2.trf", "--ordered", *JSONL, cwd=folder).output


@pytest.fixture
def lines(call: Call, told: bytes) -> list[Line]:  # `call` has changed the directory
    put("1.trf", FIVE)
    put("2.trf", WRONG)
    put("list", "1.trf\n2.trf\n")
    put("out.jsonl", told.decode())
    return [json.loads(line) for line in told.splitlines()]


def write(lines: list[Line]) -> str:
    text = "".join(json.dumps(line) + "\n" for line in lines)
    put("out.jsonl", text)
    return text


def set_to(place: int, *path: str | int, value: object) -> Callable[[list[Line]], None]:
    def change(lines: list[Line]) -> None:
        one: Any = lines[place]
        for name in path[:-1]:
            one = one[name]
        one[path[-1]] = value

    return change


def not_in_ascii(_lines: list[Line]) -> None:
    put("out.jsonl", '{"place": 1, "file": "é"}\n')


WRONG_LINES: dict[str, tuple[int, Callable[[list[Line]], None]]] = {
    "a status that no program has": (1, set_to(0, "status", value=256)),
    "a status that is true": (1, set_to(0, "status", value=True)),
    "a place before the first": (1, set_to(0, "place", value=0)),
    "a place beyond all lists": (1, set_to(0, "place", value=150_000_000)),
    "a place that is not a whole number": (1, set_to(0, "place", value=1.0)),
    "no name": (1, set_to(0, "file", value=None)),
    "a name that is not ASCII as it stands": (1, not_in_ascii),
    "rounds that are not a list": (2, set_to(1, "rounds", value={})),
    "a round with a status of its own": (2, set_to(1, "rounds", 0, "status", value="is wonderful")),
    "counts below nothing": (2, set_to(1, "counts", "rounds", value=-1)),
    "no number": (2, set_to(1, "counts", "rounds", value=float("nan"))),
    "a summary without figures": (3, lambda lines: lines[2]["summary"].pop("rounds") and None),
    "a line after the end": (4, lambda lines: lines.append(lines[0])),
    "a count that nobody counts": (1, set_to(0, "counts", "roundS", value=1)),
}
"""Kinds of damage to JSON lines, each with the number of the first refused line and a function that does the damage."""


RESUME = ("--files-from", "list", *JSONL, "--resume")


@pytest.mark.parametrize("what", WRONG_LINES)
def test_a_line_that_no_run_can_have_written_is_refused(call: Call, lines: list[Line], what: str) -> None:
    number, spoil = WRONG_LINES[what]
    spoil(lines)
    text = write(lines) if "ASCII" not in what else Path("out.jsonl").read_text()
    found = call("swisscheck", *RESUME, "out.jsonl")
    assert found.status == BAD_REQUEST
    assert f"out.jsonl: line {number}: expected a line of swisscheck --format jsonl (" in found.errors
    assert Path("out.jsonl").read_text() == text


def test_a_file_beyond_the_list_is_reported(call: Call, lines: list[Line]) -> None:
    lines[1]["place"] = 9
    write(lines[:2])
    found = call("swisscheck", *RESUME, "out.jsonl")
    assert found.status == BAD_REQUEST
    assert "it reports file number 9, but this list has only 2 files" in found.errors
    assert len(Path("out.jsonl").read_text().splitlines()) == 3, "the missing file is done now"


def test_resume_refuses_a_file_reported_twice(call: Call, lines: list[Line]) -> None:
    write([lines[0], lines[0]])
    found = call("swisscheck", *RESUME, "out.jsonl")
    assert (found.status, "place 1 of the list occurs twice" in found.errors) == (BAD_REQUEST, True)


@pytest.mark.parametrize(
    "line",
    ["[" * 100_000, '{"":' * 100_000, '["' + "x" * 70_000 + '"' + ",[" * 40 + "]" * 41, "{}," * 2_000_000],
    ids=["lists", "objects", "depth behind a text", "too many"],
)
def test_json_that_would_fill_the_memory_is_no_line(call: Call, line: str) -> None:
    put("deep.jsonl", line + "\n")
    put("list", "")
    found = call("swisscheck", *RESUME, "deep.jsonl")
    assert (found.status, "deep.jsonl: line 1: expected a line" in found.errors) == (BAD_REQUEST, True)


def test_a_pair_of_thousands_of_digits_is_no_pair(call: Call) -> None:
    put("1.trf", FIVE)
    put("many.pairs", f"1\n1 {'9' * 5000}\n")
    assert call("swisspair", "--judge", "many.pairs", "1.trf", "--round", "1").status == BAD_REQUEST
    for option in ("W=" + "9" * 5000, "W=" + "9" * 12):
        assert call("swisspair", "--generate", "--points", option).status == BAD_REQUEST
    assert call("swisspair", "--generate", "--half-point-byes", "9" * 4000).status == BAD_REQUEST
    assert call("swisspair", "--why", "9" * 5000, "1.trf").status == BAD_REQUEST


def test_an_archive_whose_members_share_their_bytes_is_refused(call: Call) -> None:
    put("1.trf", FIVE)
    put("x.zip", "")
    with zipfile.ZipFile("x.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.trf", FIVE)
        archive.filelist *= 50
        archive.NameToInfo["again"] = archive.filelist[0]
    found = call("swisscheck", "x.zip")
    assert "its 50 files unpack to far more data than tournaments need: unpack it" in found.output
    assert found.status != DONE
    with zipfile.ZipFile("dense.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(5):
            archive.writestr(f"{number}.trf", b"x" * 15 * 2**20)
    assert "its 5 files unpack to far more" in call("swisscheck", "dense.zip").output


def test_directories_as_deep_as_a_path_can_be(call: Call) -> None:
    here = Path.cwd()
    for _ in range(1100):
        Path("d").mkdir()
        os.chdir("d")
    put("1.trf", FIVE)
    os.chdir(here)
    assert call("swisscheck", "d").status == DONE
    os.chdir("d/" * 1100)
    Path("1.trf").unlink()
    for _ in range(1100):  # pytest's own clean-up cannot remove such a deep directory
        os.chdir("..")
        Path("d").rmdir()
