from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.programs.commands.calls import DONE, NO_ACCESS, NOTHING_VALID, Outcome
from tests.programs.legacy.events import FIVE, FIVE_PAIRS, STUCK, WRONG


def installed(program: str, *arguments: str, cwd: Path, stdin: str = "") -> Outcome:
    command = [str(Path(sys.executable).with_name(program)), *arguments]
    done = subprocess.run(command, cwd=cwd, input=stdin.encode(), capture_output=True, timeout=60, check=False)
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


def test_the_installed_programs_do_the_same(tmp_path: Path) -> None:
    for name, text in (("five", FIVE), ("wrong", WRONG), ("stuck", STUCK)):
        (tmp_path / f"{name}.trf").write_text(text)
    assert installed("swisspair", "--pair", "-", cwd=tmp_path, stdin=FIVE) == (DONE, FIVE_PAIRS.decode(), "")
    assert installed("swisspair", "--pair", "stuck.trf", cwd=tmp_path).status == NOTHING_VALID
    assert installed("swisspair", "--pair", "nowhere.trf", cwd=tmp_path).status == NO_ACCESS
    outcome = installed("swisscheck", "five.trf", "wrong.trf", cwd=tmp_path)
    assert (outcome.status, outcome.last_line) == (
        1, "checked 2 tournaments, 2 rounds: 1 round differs, 0 files unreadable",
    )  # fmt: skip


def test_several_jobs_answer_in_the_order_of_the_files(tmp_path: Path) -> None:
    for number in range(6):
        (tmp_path / f"{number}.trf").write_text(WRONG if number % 2 else FIVE)
    files = [f"{number}.trf" for number in range(6)]
    one = installed("swisscheck", *files, "--jobs", "1", cwd=tmp_path)
    two = installed("swisscheck", *files, "--jobs", "2", cwd=tmp_path)
    assert one == two
    assert one.status == 1


def test_a_reader_that_stops_reading_is_no_bug(tmp_path: Path) -> None:
    (tmp_path / "events").mkdir()
    for number in range(300):
        (tmp_path / "events" / f"{number}.trf").write_text(WRONG)
    script = Path(sys.executable).with_name("swisscheck")
    done = subprocess.run(
        f"'{script}' events --jobs 1 | head -1", shell=True, cwd=tmp_path, capture_output=True, timeout=60, check=False
    )
    assert done.stdout.count(b"\n") == 1
    assert b"Traceback" not in done.stderr
