"""Changed events: nothing is lost if two programs change one file, or if a program is killed at any moment."""

import fcntl
import os
import shutil
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from swisspair.terminal import event_files, whole_files
from swisspair.terminal.whole_files import ChangedMeanwhileError
from tests.conftest import some
from tests.programs.legacy.events import FIVE
from tests.programs.program import PATIENCE, SWISSPAIR, swisspair
from trf import read

LEFT_OVER = ".swisspair-*"


def begun(folder: Path, name: str = "a.trf") -> Path:
    """Create an event whose next round is paired, without results."""
    (folder / "in.trf").write_text(FIVE)
    assert swisspair("--pair", "in.trf", "--write-back", name, "--output", "pairs", "--quiet", cwd=folder).status == 0
    return folder / name


def enter(folder: Path, results: str, name: str = "a.trf") -> int:
    return swisspair("--enter", results, name, "--output", name, "--quiet", cwd=folder).status


def test_a_backup_keeps_the_permissions(tmp_path: Path) -> None:
    event = begun(tmp_path)
    event.chmod(0o600)
    assert enter(tmp_path, "1:1-0") == 0
    backup = tmp_path / "a.trf.bak"
    assert {stat.S_IMODE(path.stat().st_mode) for path in (event, backup)} == {0o600}


def test_a_backup_replaces_a_link_and_not_what_it_leads_to(tmp_path: Path) -> None:
    event = begun(tmp_path)
    before = event.read_bytes()
    (tmp_path / "precious").write_text("precious")
    (tmp_path / "a.trf.bak").symlink_to("precious")
    assert enter(tmp_path, "1:1-0") == 0
    assert (tmp_path / "precious").read_text() == "precious"
    assert (tmp_path / "a.trf.bak").read_bytes() == before


@pytest.mark.parametrize(
    "words",
    [
        "--pair a.trf --round 3 --write-back a.trf --html a.trf.bak --output q",
        "--enter 1:1-0 a.trf.bak --output a.trf --force",
    ],
)
def test_a_backup_overwrites_no_other_file_of_the_call(tmp_path: Path, words: str) -> None:
    event = begun(tmp_path)
    shutil.copy(event, tmp_path / "a.trf.bak")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert swisspair(*words.split(), cwd=tmp_path).status == 3
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_file_that_has_changed_since_it_was_read_is_not_overwritten(tmp_path: Path) -> None:
    """Change the file while the program that has read it waits for the results."""
    event = begun(tmp_path)
    os.mkfifo(tmp_path / "results")
    words = [sys.executable, "-B", str(SWISSPAIR), "--enter", "results", "a.trf", "--output", "a.trf"]
    code = (
        "import sys, trf.tournament, swisspair.terminal.event_files as files\n"
        "contents = files.contents\n"
        "def later(*args, **named):\n"
        "    with open('a.trf', 'a') as file: file.write('### somebody else\\n')\n"
        "    return contents(*args, **named)\n"
        "files.contents = later\n"
        "from swisspair.programs import swisspair; swisspair()\n"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-c", code, "--enter", "1:1-0", *words[5:]],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 5
    assert "has changed since it was read" in done.stderr
    assert event.read_text().endswith("### somebody else\n")
    assert not (tmp_path / "a.trf.bak").exists()


def test_a_file_that_is_replaced_at_any_moment_stays_the_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let another program replace the file whenever somebody looks at it. It is never a new file, nor another one."""
    event, look = begun(tmp_path), Path.stat

    def later(path: Path, **named: bool) -> os.stat_result:
        if path == event:
            shutil.copy(event, tmp_path / "theirs")
            (tmp_path / "theirs").replace(event)
        return look(path, **named)

    monkeypatch.setattr(Path, "stat", later)
    assert len({event.stat().st_ino for _ in range(3)}) > 1
    assert whole_files.overwritten([event], [event]) == event
    event_files.write_event(event, FIVE, [event], force=False, expected=event.read_bytes())
    assert event.read_text() == FIVE


def test_two_programs_that_change_one_file_lose_nothing(tmp_path: Path) -> None:
    event = begun(tmp_path)
    for _ in range(3):
        shutil.copy(event, tmp_path / "b.trf")
        calls = [
            subprocess.Popen(
                [sys.executable, "-B", str(SWISSPAIR), "--enter", words, "b.trf", "--output", "b.trf", "--quiet"],
                cwd=tmp_path,
                stderr=subprocess.DEVNULL,
            )
            for words in ("1:1-0", "2:0-1")
        ]
        statuses = [call.wait(PATIENCE) for call in calls]
        games = read(tmp_path / "b.trf").rounds[-1].games
        assert set(statuses) <= {0, 5}
        assert sum(not game.is_open for game in games) == statuses.count(0) > 0


@pytest.mark.parametrize("moment", ["check_backup", "write_together"])
def test_two_programs_that_write_one_new_file_lose_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """Write the file after the program has seen that it is not there."""
    work = getattr(event_files, moment)

    def later(*arguments: object) -> object:
        (tmp_path / "b.trf").write_text("theirs")
        return work(*arguments)

    monkeypatch.setattr(event_files, moment, later)
    with pytest.raises(ChangedMeanwhileError, match="another program has just written this file, so nothing was"):
        event_files.write_event(tmp_path / "b.trf", FIVE, [], force=False)
    assert (tmp_path / "b.trf").read_text() == "theirs"


def test_a_temporary_file_that_is_taken_away_before_its_lock_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = whole_files._lock
    taken: list[Path] = []

    def later(handle: int, *, waits: bool = False) -> bool | None:
        if waits and not taken:
            taken.extend(tmp_path.glob(LEFT_OVER))
            taken[0].unlink()
        return lock(handle, waits=waits)

    monkeypatch.setattr(whole_files, "_lock", later)
    whole_files.write_whole(tmp_path / "a.txt", "all of it")
    assert len(taken) == 1
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"a.txt": "all of it"}


def test_a_directory_that_stays_locked_is_named_and_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (whole_files.SAID_AFTER, whole_files.GIVEN_UP_AFTER) == (1, 10)
    monkeypatch.setattr(whole_files, "SAID_AFTER", 0.0)
    monkeypatch.setattr(whole_files, "GIVEN_UP_AFTER", 0.1)
    handle = os.open(tmp_path, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        with pytest.raises(OSError, match="another program has locked this directory, so nothing was written") as found:
            whole_files.write_whole(tmp_path / "a.txt", "all of it")
    finally:
        os.close(handle)
    assert found.value.filename == str(tmp_path)
    assert capsys.readouterr().err == f"{tmp_path}: waiting for another program that has locked this directory\n"
    assert [*tmp_path.iterdir()] == []


INTERPOSED = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>
#include <fcntl.h>
static int calls, last = -1;
static void count(void) {
    if (last < 0) { const char *at = getenv("KILL_AT"); last = at ? atoi(at) : 0; }
    if (last && ++calls == last) kill(getpid(), SIGKILL);
}
#define WRAP(result, name, parameters, arguments) \
    result name parameters { \
        static result (*real) parameters; \
        if (!real) real = (result (*) parameters)dlsym(RTLD_NEXT, #name); \
        count(); \
        result value = real arguments; \
        count(); \
        return value; \
    }
WRAP(int, rename, (const char *one, const char *two), (one, two))
WRAP(int, unlink, (const char *path), (path))
WRAP(int, fsync, (int handle), (handle))
WRAP(int, chmod, (const char *path, mode_t mode), (path, mode))
WRAP(int, flock, (int handle, int kind), (handle, kind))
WRAP(ssize_t, write, (int handle, const void *data, size_t size), (handle, data, size))
"""


@pytest.fixture(scope="module")
def interposed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a library that kills the program at the call that KILL_AT numbers, before or after its work."""
    if shutil.which("cc") is None or sys.platform != "linux":
        pytest.skip("needs a C compiler and Linux")
    folder = tmp_path_factory.mktemp("interposed")
    (folder / "kill.c").write_text(INTERPOSED)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", "kill.so", "kill.c", "-ldl"], cwd=folder, check=True)
    return folder / "kill.so"


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize("moment", some(range(1, 60), 4))
def test_a_kill_leaves_the_old_or_the_new_file_and_its_backup(
    tmp_path: Path, interposed: Path, moment: int, linked: bool
) -> None:
    event = begun(tmp_path)
    if linked:
        os.link(event, tmp_path / "other")
    old = event.read_bytes()
    shutil.copy(event, tmp_path / "c.trf")
    assert enter(tmp_path, "1:1-0", "c.trf") == 0
    new = (tmp_path / "c.trf").read_bytes()
    environment = {**os.environ, "LD_PRELOAD": str(interposed), "KILL_AT": str(moment)}
    words = [sys.executable, "-B", str(SWISSPAIR), "--enter", "1:1-0", "a.trf", "--output", "a.trf", "--quiet"]
    done = subprocess.run(words, cwd=tmp_path, env=environment, check=False, timeout=PATIENCE)
    assert done.returncode in (0, -signal.SIGKILL)
    backup = tmp_path / "a.trf.bak"
    assert event.read_bytes() in (old, new)
    if event.read_bytes() == new or backup.exists():
        assert backup.read_bytes() == old
    assert enter(tmp_path, "1:1-0") == 0
    assert [*tmp_path.glob(LEFT_OVER)] == []
