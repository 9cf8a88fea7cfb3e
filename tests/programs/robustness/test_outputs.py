"""Unusual outputs: devices, links, full disks, closed streams, and the input file itself.

An answer is written completely or not at all.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import some
from tests.programs.legacy.events import FIVE, FIVE_PAIRS, FOUR, FOUR_PAIRS, STUCK
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

BAD_REQUEST, NO_ACCESS = 3, 5

OWN, LEGACY = "--pair in.trf --output {}", "--dutch in.trf -p {}"
FORMS = pytest.mark.parametrize("form", [OWN, LEGACY])


def pair_into(form: str, target: str | Path, cwd: Path) -> Outcome:
    (cwd / "in.trf").write_text(FOUR)
    return swisspair(*form.format(target).split(), cwd=cwd)


def in_shell(line: str, cwd: Path) -> Outcome:
    return run("bash", "-c", line.replace("swisspair", str(SWISSPAIR)).replace("swisscheck", str(SWISSCHECK)), cwd=cwd)


@FORMS
def test_devices_and_pipes_are_written_as_they_are(tmp_path: Path, form: str) -> None:
    assert pair_into(form, "/dev/stdout", tmp_path) == (0, FOUR_PAIRS, b"")
    assert pair_into(form, "/dev/null", tmp_path) == (0, b"", b"")
    assert Path("/dev/null").is_char_device()
    os.mkfifo(tmp_path / "pipe")
    with running("cat", tmp_path / "pipe", stdout=subprocess.PIPE) as reader:
        assert pair_into(form, tmp_path / "pipe", tmp_path).status == 0
        assert reader.communicate(timeout=PATIENCE)[0] == FOUR_PAIRS
    assert (tmp_path / "pipe").is_fifo()


def test_standard_output_by_its_name_keeps_the_files_content(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_text(FOUR)
    (tmp_path / "log").write_text("before\n")
    assert in_shell("swisspair --pair in.trf --output /dev/stdout >> log", tmp_path).status == 0
    assert (tmp_path / "log").read_bytes() == b"before\n" + FOUR_PAIRS


@FORMS
def test_a_full_device_is_explained_in_words(tmp_path: Path, form: str) -> None:
    outcome = pair_into(form, "/dev/full", tmp_path)
    assert outcome.status == NO_ACCESS
    assert b"No space left on device" in outcome.errors
    assert b"Traceback" not in outcome.errors
    full = in_shell("swisspair --pair in.trf > /dev/full", tmp_path)
    assert (full.status, full.errors) == (NO_ACCESS, b"standard output: No space left on device\n")


@FORMS
def test_a_disk_that_fills_up_leaves_no_partial_answer(tmp_path: Path, form: str) -> None:
    (tmp_path / "in.trf").write_text(FIVE)
    (tmp_path / "out.txt").write_text("an old answer")
    limit = len(FIVE_PAIRS) - 3
    command = [sys.executable, "-B", str(SWISSPAIR), *form.format("out.txt").split()]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert done.returncode == NO_ACCESS
    assert b"File too large" in done.stderr
    kept = {"out.txt": b"an old answer"} if form == OWN else {}
    assert contents(tmp_path) == {"in.trf": FIVE.encode(), **kept}


@FORMS
def test_a_directory_is_no_place_for_an_answer(tmp_path: Path, form: str) -> None:
    (tmp_path / "sub").mkdir()
    for target in ("sub", "nowhere/out.txt", "in.trf/out.txt"):
        outcome = pair_into(form, tmp_path / target, tmp_path)
        assert outcome.status == NO_ACCESS
        assert target in outcome.errors.decode()
        assert b"Traceback" not in outcome.errors
    assert contents(tmp_path).keys() == {"in.trf"}


@FORMS
def test_a_link_is_followed_and_permissions_are_kept(tmp_path: Path, form: str) -> None:
    (tmp_path / "sub").mkdir()
    target, link, dangling = tmp_path / "sub" / "out.txt", tmp_path / "link", tmp_path / "dangling"
    target.write_text("an old answer")
    target.chmod(0o640)
    link.symlink_to(target)
    dangling.symlink_to(tmp_path / "sub" / "new.txt")
    for path in (link, dangling):
        assert pair_into(form, path, tmp_path).status == 0
        assert path.is_symlink()
        assert path.read_bytes() == FOUR_PAIRS
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@FORMS
def test_a_file_that_may_not_be_written_is_kept(tmp_path: Path, form: str) -> None:
    (tmp_path / "in.trf").write_text(FOUR)
    (tmp_path / "out.txt").write_text("an old answer")
    (tmp_path / "out.txt").chmod(0o444)
    prefix: tuple[str, ...] = ()
    if os.geteuid() == 0:
        setpriv = shutil.which("setpriv")
        if setpriv is None:
            pytest.skip("permissions do not apply to root")
        prefix = (setpriv, "--bounding-set", "-dac_override")
    outcome = run(*prefix, SWISSPAIR, *form.format("out.txt").split(), cwd=tmp_path)
    assert outcome.status == NO_ACCESS
    assert b"Permission denied" in outcome.errors
    assert (tmp_path / "out.txt").read_text() == "an old answer"


@pytest.mark.parametrize(
    "words",
    [
        "--pair in.trf --output in.trf",
        "--pair in.trf --output ./link",
        "--pair in.trf --list in.trf",
        "--pair x.pairs --output-dir .",
        "--dutch in.trf -p ./link",
        "--dutch in.trf -p -l in.trf",
        "--dutch x.list -p -l",
        "--dutch hard -p in.trf",
        "--dutch in.trf -g -o in.trf",
        "-g rtg.cfg -o rtg.cfg",
    ],
)
def test_input_files_are_never_written(tmp_path: Path, words: str) -> None:
    for name in ("in.trf", "x.pairs", "x.list"):
        (tmp_path / name).write_text(FOUR)
    (tmp_path / "rtg.cfg").write_text("PlayersNumber=10\n")
    (tmp_path / "link").symlink_to("in.trf")
    os.link(tmp_path / "in.trf", tmp_path / "hard")
    before = contents(tmp_path)
    outcome = swisspair(*words.split(), cwd=tmp_path)
    assert outcome.status == BAD_REQUEST
    assert b"input" in outcome.errors
    assert contents(tmp_path) == before


@pytest.mark.parametrize(
    "words",
    [
        "--pair in.trf --output q --list q",
        "--pair in.trf --output ./q --list q",
        "--pair in.trf --output link --list q",
        "--pair in.trf --output hard --list old",
        "--dutch in.trf -p q -l q",
        "--dutch in.trf -g -o q -l ./q",
    ],
)
def test_two_answers_are_not_written_into_one_file(tmp_path: Path, words: str) -> None:
    (tmp_path / "in.trf").write_text(FOUR)
    (tmp_path / "link").symlink_to("q")
    (tmp_path / "old").write_text("an old answer")
    os.link(tmp_path / "old", tmp_path / "hard")
    before = contents(tmp_path)
    outcome = swisspair(*words.split(), cwd=tmp_path)
    assert outcome.status == BAD_REQUEST
    assert contents(tmp_path) == before


def test_both_answers_may_go_to_one_device(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_text(FOUR)
    assert swisspair("--pair", "in.trf", "--output", "/dev/null", "--list", "/dev/null", cwd=tmp_path).status == 0
    both = swisspair("--pair", "in.trf", "--output", "-", "--list", "-", cwd=tmp_path)
    assert both.output.startswith(FOUR_PAIRS)


@FORMS
def test_a_hard_link_stays_one(tmp_path: Path, form: str) -> None:
    (tmp_path / "out.txt").write_text("an old answer, which is far longer than the new one that is written over it")
    os.link(tmp_path / "out.txt", tmp_path / "other.txt")
    assert pair_into(form, "out.txt", tmp_path).status == 0
    assert (tmp_path / "other.txt").read_bytes() == FOUR_PAIRS
    assert (tmp_path / "out.txt").stat().st_nlink == 2


SMALL_DISK = ["--pair in.trf --output {}", "-g rtg.cfg -o {} -s 1", "--generate --seed 1 --output {}"]


@pytest.mark.parametrize("linked", some([True, False], 1))
@pytest.mark.parametrize("form", SMALL_DISK)
def test_on_a_full_disk_the_old_file_stays(tmp_path: Path, form: str, linked: bool) -> None:
    (tmp_path / "in.trf").write_text(FIVE)
    (tmp_path / "rtg.cfg").write_text("PlayersNumber=20\nRoundsNumber=5\n")
    (tmp_path / "out.txt").write_text("old")
    if linked:
        os.link(tmp_path / "out.txt", tmp_path / "other.txt")
    before = contents(tmp_path)
    limit = len(FIVE_PAIRS) - 3
    done = subprocess.run(
        [sys.executable, "-B", str(SWISSPAIR), *form.format("out.txt").split()],
        cwd=tmp_path,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert done.returncode == NO_ACCESS
    assert b"File too large" in done.stderr
    assert contents(tmp_path) == before


FLUSHED = """
import os, pathlib
done = []
flush, put = os.fsync, pathlib.Path.replace
os.fsync = lambda handle: (done.append(os.fstat(handle).st_size), flush(handle))
pathlib.Path.replace = lambda *names: (done.append("put in its place"), put(*names))
import atexit
atexit.register(lambda: pathlib.Path("done").write_text(str(done)))
from swisspair.commands.entry import main
main()
"""


def test_an_answer_is_on_the_disk_before_it_has_its_name(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_text(FOUR)
    outcome = run(sys.executable, "-c", FLUSHED, "--pair", "in.trf", "--output", "out.txt", cwd=tmp_path)
    assert outcome.status == 0
    assert (tmp_path / "done").read_text() == f"[{len(FOUR_PAIRS)}, 'put in its place']"


@pytest.mark.parametrize(
    "form", some(["--generate --players 400 --rounds 60 --output out.trf", "-g rtg.cfg -o out.trf"], 1)
)
def test_ctrl_c_while_a_tournament_is_generated_leaves_nothing(tmp_path: Path, form: str) -> None:
    (tmp_path / "rtg.cfg").write_text("PlayersNumber=400\nRoundsNumber=60\n")
    with running(SWISSPAIR, *form.split(), cwd=tmp_path, stderr=subprocess.PIPE) as process:
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, errors
    assert contents(tmp_path).keys() == {"rtg.cfg"}


def test_standard_input_is_an_input_file_too(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_text(FOUR)
    for words in ("--pair - --output in.trf", "--dutch -p in.trf"):
        assert in_shell(f"swisspair {words} < in.trf", tmp_path).status == BAD_REQUEST
        assert (tmp_path / "in.trf").read_text() == FOUR


@pytest.mark.parametrize(
    "line",
    some(
        [
            "swisspair --pair in.trf --format table",
            "swisscheck in.trf",
            "swisspair --pair in.trf",
            "swisspair --dutch in.trf -p",
            "swisspair --help",
        ],
        2,
    ),
)
def test_a_closed_standard_output_is_told_by_the_status_alone(tmp_path: Path, line: str) -> None:
    (tmp_path / "in.trf").write_text(FOUR)
    piped = in_shell(f"{line} | :; exit ${{PIPESTATUS[0]}}", tmp_path)
    # the reader may close the pipe before or after the program writes
    assert (piped.status, piped.errors) in ((NO_ACCESS, b""), (0, b""))
    closed = in_shell(f"{line} >&-", tmp_path)
    assert closed.status in (NO_ACCESS, 0)
    assert b"Traceback" not in closed.errors
    assert b"Exception" not in closed.errors


def test_closed_streams_do_not_change_the_answer(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_text(FOUR + "ZZZ\n")
    (tmp_path / "stuck.trf").write_text(STUCK)
    for redirection in ("2>&-", "2>/dev/full"):
        assert in_shell(f"swisspair --pair in.trf {redirection}", tmp_path) == (0, FOUR_PAIRS, b"")
        assert in_shell(f"swisspair --pair stuck.trf {redirection}", tmp_path) == (1, b"", b"")
        assert in_shell(f"swisspair --dutch stuck.trf -p {redirection}", tmp_path).status == 1


def test_checking_writes_nothing(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_text(FOUR)
    assert swisscheck(".", cwd=tmp_path).status == 0
    assert contents(tmp_path) == {"in.trf": FOUR.encode()}
