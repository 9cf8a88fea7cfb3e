"""Unusual inputs: very large files, directories and devices, locked files, and endless streams."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from tests.programs.legacy.events import FOUR, FOUR_LINES, FOUR_PAIRS, event
from tests.programs.program import (
    PATIENCE,
    SWISSCHECK,
    SWISSPAIR,
    Outcome,
    contents,
    run,
    running,
    swisscheck,
    swisspair,
)
from trf import read
from trf.format.findings import MOST_PROBLEMS, MOST_SHOWN
from trf.format.source import MOST_BYTES, MOST_COLUMNS, MOST_LINES

BAD_FILE, TOO_LARGE, NO_ACCESS = 3, 4, 5

MANY = "001    x\n" * 199

PROGRAMS = [("--pair", "{}"), ("--dutch", "{}", "-p"), ("check", "{}")]


def told(words: tuple[str, ...], file: str | Path, cwd: Path) -> Outcome:
    arguments = [word.format(file) for word in words]
    return swisscheck(*arguments[1:], cwd=cwd) if arguments[0] == "check" else swisspair(*arguments, cwd=cwd)


@pytest.mark.parametrize("words", PROGRAMS)
def test_a_file_of_one_gigabyte_is_refused_by_its_size(tmp_path: Path, words: tuple[str, ...]) -> None:
    with (tmp_path / "huge.trf").open("wb") as file:
        file.truncate(1 << 30)
    outcome = told(words, "huge.trf", tmp_path)
    assert outcome.status == TOO_LARGE
    said = (outcome.output + outcome.errors).decode()
    assert "huge.trf: file: found more than 16 MiB, expected at most 16 MiB" in said
    assert "Traceback" not in said


def test_endless_input_is_read_up_to_the_limit(tmp_path: Path) -> None:
    outcome = swisspair("--pair", "/dev/zero", cwd=tmp_path)
    assert (outcome.status, outcome.output) == (TOO_LARGE, b"")
    shell = f"yes | {SWISSPAIR} --pair -"
    piped = run("sh", "-c", shell, cwd=tmp_path)
    assert (piped.status, piped.output) == (TOO_LARGE, b"")
    assert piped.sentence.startswith("standard input: file: found more than 16 MiB")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("\n" * (MOST_LINES + 1), "found more than 100,000 lines, expected at most 100,000 lines"),
        ("012 A\r\n012 " + "B" * MOST_COLUMNS, "in.trf:2:100001: line: found more than 100,000 bytes"),
    ],
)
def test_lines_are_limited_too(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "in.trf").write_text(text)
    for words in PROGRAMS[:2]:
        outcome = told(words, "in.trf", tmp_path)
        assert outcome.status in (BAD_FILE, TOO_LARGE)
        assert sentence in outcome.errors.decode()


def test_the_limits_leave_room_for_the_largest_event() -> None:
    longest = 99 * 10 + 91 + 3 * 33  # a name in which every character takes four bytes
    assert 9_999 * longest < MOST_BYTES
    assert MOST_COLUMNS > 12 + 5 * 9_999
    assert MOST_LINES > 9_999


def test_of_many_problems_the_first_are_shown_others_counted(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_text(MANY)
    outcome = swisspair("--pair", "in.trf", cwd=tmp_path)
    lines = outcome.errors.decode().splitlines()
    assert outcome.status == BAD_FILE
    assert len(lines) == MOST_SHOWN + 1
    assert lines[-1] == f"in.trf: {199 - MOST_SHOWN} more problems"


def test_many_adjustments_of_one_kind_are_one_line(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_text(FOUR + "ZZZ\n" * 199)
    outcome = swisspair("--pair", "in.trf", cwd=tmp_path)
    lines = outcome.errors.decode().splitlines()
    assert outcome.output == FOUR_PAIRS
    assert lines == ["in.trf: ADJ-39: 199 times, lines 8 to 206: 'ZZZ' is not a record of a TRF: the line is ignored"]


def test_at_far_too_many_problems_reading_stops(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_text("001    x\n" * 99_999)
    outcome = swisspair("--pair", "in.trf", cwd=tmp_path)
    assert outcome.errors.endswith(
        f"in.trf: {MOST_PROBLEMS - MOST_SHOWN} more problems; then reading stopped\n".encode()
    )


def test_found_text_is_shortened_and_free_of_control_characters(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_text(event(*FOUR_LINES, "XXR \x1b[31m" + 5_000 * "x"))
    errors = swisspair("--pair", "in.trf", cwd=tmp_path).errors
    assert b"\x1b" not in errors
    assert b"\\x1b[31mxxx" in errors
    assert max(map(len, errors.splitlines())) < 300


@pytest.mark.parametrize("words", PROGRAMS)
def test_a_named_pipe_is_a_file_as_any_other(tmp_path: Path, words: tuple[str, ...]) -> None:
    os.mkfifo(tmp_path / "pipe")
    program = SWISSCHECK if words[0] == "check" else SWISSPAIR
    command = [word.format("pipe") for word in words[words[0] == "check" :]]
    with running(program, *command, cwd=tmp_path, stdout=subprocess.PIPE) as process:
        # The writer has its own thread, because writing into a pipe blocks until somebody opens it.
        Thread(target=(tmp_path / "pipe").write_text, args=(FOUR,), daemon=True).start()
        output, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert words[0] == "check" or output == FOUR_PAIRS


@pytest.mark.parametrize("file", [".", "sub/"])
def test_only_our_forms_read_directories(tmp_path: Path, file: str) -> None:
    (tmp_path / "sub").mkdir()
    ours, theirs = (told(words, file, tmp_path) for words in PROGRAMS[:2])
    assert (ours.status, ours.output) == (BAD_FILE, b"")
    assert ours.sentence.startswith("no tournament report file was found in ")
    assert (theirs.status, theirs.output) == (NO_ACCESS, b"")
    assert theirs.sentence.endswith("Is a directory")


def without_privileges(*command: str | Path, cwd: Path) -> Outcome:
    if os.geteuid() == 0:
        setpriv = shutil.which("setpriv")
        if setpriv is None:
            pytest.skip("permissions do not apply to root")
        command = (setpriv, "--bounding-set", "-dac_override,-dac_read_search", *command)
    return run(*command, cwd=cwd)


def test_missing_permission_is_reported(tmp_path: Path) -> None:
    locked, inside = tmp_path / "locked.trf", tmp_path / "events" / "locked"
    locked.write_text(FOUR)
    locked.chmod(0)
    inside.mkdir(parents=True)
    (inside / "b.trf").write_text(FOUR)
    (tmp_path / "events" / "a.trf").write_text(FOUR)
    inside.chmod(0)
    try:
        paired = without_privileges(SWISSPAIR, "--pair", "locked.trf", cwd=tmp_path)
        checked = without_privileges(SWISSCHECK, "events", cwd=tmp_path)
    finally:
        inside.chmod(0o700)
    assert (paired.status, paired.sentence) == (NO_ACCESS, "locked.trf: Permission denied")
    assert checked.status == NO_ACCESS
    assert b"events/locked: Permission denied" in checked.output + checked.errors
    assert b"checked 1 tournament" in checked.output


def test_a_file_whose_name_is_no_text(tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9.trf")
    (tmp_path / name).write_text(FOUR)
    (tmp_path / "out").mkdir()
    assert swisspair("--pair", name, cwd=tmp_path).output == FOUR_PAIRS
    for format_ in ("pairs", "json"):
        assert swisspair("--pair", name, "--format", format_, "--output-dir", "out", cwd=tmp_path).status == 0
    for format_ in ("text", "json"):
        assert swisscheck(".", "--format", format_, cwd=tmp_path).status == 0
    assert len(contents(tmp_path / "out")) == 2


def test_a_closed_standard_input(tmp_path: Path) -> None:
    for words in ("--pair -", "--dutch -p"):
        outcome = run("sh", "-c", f"{SWISSPAIR} {words} <&-", cwd=tmp_path)
        assert outcome.status == NO_ACCESS
        assert b"Traceback" not in outcome.errors


def test_the_library_reads_up_to_its_limit() -> None:
    with pytest.raises(Exception, match="more than 16 MiB"), open("/dev/zero", "rb") as endless:  # noqa: PTH123
        read(endless)
    assert sys.getsizeof(read(FOUR)) < MOST_BYTES
