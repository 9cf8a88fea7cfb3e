"""Conventions of both programs: dashes, directories, archives, quiet mode and exit statuses."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from zipfile import ZipFile

import pytest

from swisspair.commands import modes
from tests.places import FIXTURES
from tests.programs.commands.calls import BAD_REQUEST, DONE, NO_ACCESS, Call, names, put
from tests.programs.legacy.events import FIVE, FIVE_PAIRS, FOUR
from tests.programs.program import PATIENCE, SWISSPAIR, running, swisscheck, swisspair

ALTERED = (FIXTURES / "club-2026-altered.trf").read_text()

READING_A_FILE = (
    "swisspair --pair {} --round 3",
    "swisspair --enter 1:1-0 {} --round 2",
    "swisspair --why 3 {} --round 3",
    "swisspair --why-not 3-4 {} --round 3",
    "swisspair --what-if absent:3 {} --round 3",
    "swisspair --judge 3-2 {} --round 3",
    "swisspair --feasible 2 {}",
    "swisspair --standings {} --tiebreaks PTS",
    "swisspair --why-rank 3-4 {} --tiebreaks PTS",
    "swisscheck {} --no-cause",
)
"""A call of each mode that reads a tournament."""


def test_every_mode_that_reads_a_tournament_is_here() -> None:
    there = {words.split()[1].removeprefix("--") for words in READING_A_FILE} - {"{}"}
    assert {modes.flag_of(name)[2:] for name in modes.names()} - there == {"generate", "rules", "json-schema", "new"}


@pytest.mark.parametrize("words", READING_A_FILE)
def test_a_file_a_stream_a_folder_and_an_archive_are_alike(call: Call, words: str) -> None:
    put("in.trf", ALTERED)
    put("folder/sub/in.trf", ALTERED)
    put("folder/notes.txt", "nothing")
    with ZipFile("events.ZIP", "w") as archive:
        archive.writestr("in.trf", ALTERED)
    plain = call(*words.format("in.trf").split())
    for given, shown in (("-", "standard input"), ("folder", "folder/sub/in.trf"), ("events.ZIP", "events.ZIP/in.trf")):
        found = call(*words.format(given).split(), stdin=ALTERED)
        assert found.status == plain.status
        assert found.output.replace(shown, "in.trf") == plain.output


@pytest.mark.parametrize("words", READING_A_FILE[1:-1])
def test_a_question_is_about_one_tournament(call: Call, words: str) -> None:
    put("folder/a.trf", FIVE)
    put("folder/b.trf", FOUR)
    found = call(*words.format("folder").split())
    assert found[:2] == (BAD_REQUEST, "")
    assert "folder: found 2 tournaments, expected one; give a file that contains only one tournament" in found.errors


@pytest.mark.parametrize("words", READING_A_FILE)
def test_quiet_leaves_errors_alone(call: Call, words: str) -> None:
    put("odd.trf", ALTERED + "no record at all\n")
    assert "ADJ-39" in call(*words.format("odd.trf").split()).errors
    assert call(*words.format("odd.trf").split(), "--quiet").errors == ""
    missing = call(*words.format("none.trf").split(), "--quiet")
    assert "No such file" in missing.errors + missing.output  # swisscheck reports an unreadable file on standard output


def test_a_dash_is_standard_output_wherever_a_file_is_written(call: Call) -> None:
    put("in.trf", ALTERED)
    before = names()
    for option in ("--output", "--list", "--html", "--write-back"):
        assert call("swisspair", "--pair", "in.trf", "--round", 3, option, "-").output
    for option in ("--html", "--write-back"):
        found = call("swisscheck", "in.trf", option, "-").output
        assert ("</html>" if option == "--html" else "### MPA @ Round 3: 7-2 by hand") in found
    assert names() == before


def test_lines_to_be_merged_come_from_standard_input_too(call: Call) -> None:
    put("in.trf", ALTERED)
    lines = call("swisscheck", "in.trf", "--format", "jsonl").output
    found = call("swisscheck", "--merge", "-", "--format", "jsonl", stdin=lines)
    assert json.loads(found.output.splitlines()[0]) == json.loads(lines.splitlines()[0])
    unfinished = call("swisscheck", "--merge", "-", stdin=lines.splitlines()[0] + "\n")
    assert "-: the run stopped after 1 files" in unfinished.errors


PAGES = (
    "swisspair",
    "swisspair -p",
    *(f"swisspair {modes.flag_of(name)}" for name in modes.names()),
    "swisscheck",
    "swisscheck --merge",
    "swisscheck --endorse",
)


@pytest.mark.parametrize("page", PAGES)
def test_every_page_has_the_exit_statuses(call: Call, page: str) -> None:
    found = call(*page.split(), "--help")
    assert (found.status, found.errors) == (DONE, "")
    words = " ".join(found.output.split())
    statuses = re.search(r"Exit status: (0 .*)", words)
    assert statuses is not None
    for number in range(6):
        assert re.search(rf"\b{number} [a-z(]", statuses[1]), number


def test_no_colour_where_nobody_looks_or_none_is_wanted(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_text(FIVE)
    for variables in ({"TERM": "xterm-256color"}, {"NO_COLOR": "1"}):
        for words in (("--pair", "in.trf", "--format", "table"), ("--help",)):
            found = swisspair(*words, cwd=tmp_path, variables=variables)
            assert b"\x1b" not in found.output + found.errors


def test_columns_are_obeyed(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_text(FIVE)
    widths = []
    for columns in ("70", "120"):
        found = swisspair("--pair", "--help", cwd=tmp_path, variables={"COLUMNS": columns})
        widths.append(max(map(len, found.output.decode().splitlines())))
    assert widths[0] <= 70 < widths[1] <= 120


def test_no_progress_where_nobody_looks(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.trf").write_text(FIVE)
    for words in (("--pair", "a.trf", "--no-progress"), ("--pair", "a.trf")):
        assert swisspair(*words, cwd=tmp_path) == (DONE, FIVE_PAIRS, b"")
    assert swisscheck("a.trf", "b.trf", "--no-progress", cwd=tmp_path).errors == b""


def test_a_pipe_that_is_closed_is_no_traceback(tmp_path: Path) -> None:
    """If the reader closes the pipe, the exit status is 5, and there is no traceback."""
    (tmp_path / "in.trf").write_text(FIVE)
    reading, writing = os.pipe()
    os.close(reading)
    with running(SWISSPAIR, "--pair", "in.trf", cwd=tmp_path, stdout=writing, stderr=subprocess.PIPE) as process:
        os.close(writing)
        _, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (NO_ACCESS, b"")
