"""swisspair --pair: one file, requests, warnings and notes."""

import os
import shutil
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from pairing_engine.facts.editions import APPLIED_FROM
from swisspair.commands import main
from tests.places import ROOT
from tests.programs.commands.calls import (
    DONE,
    NO_ACCESS,
    Call,
    put,
)
from tests.programs.legacy.events import FIVE, event, player
from trf import Dialect, examine, read, write


@pytest.mark.parametrize(("terminal", "words"), [(True, "Usage: swisspair COMMAND"), (False, "swisspair (FIDE Swiss")])
def test_a_bare_call_helps_people_and_tells_programs_a_version(
    terminal: bool, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call without arguments prints the help on a terminal, and the version into a pipe."""
    screen = TextIOWrapper(BytesIO(), "utf-8")
    monkeypatch.setattr(screen, "isatty", lambda: terminal, raising=False)
    monkeypatch.setattr(sys, "argv", ["swisspair"])
    monkeypatch.setattr(sys, "stdout", screen)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == DONE
    screen.flush()
    assert words in screen.buffer.getvalue().decode()


COMMENTS = (
    "### Import @ Round 1: ADJ-18, line 4: points\n### mpa@Round 2 moved 3 - 4\n"
    "### Configuration @ Round 3: 142: 9 -> 7\n### MPA @ Round 777: no round\n### Tournament\n"
)


def test_notes_are_read_and_other_comments_are_kept() -> None:
    found = examine(FIVE + COMMENTS)
    assert [str(note) for note in found.tournament.notes] == [
        "Import @ Round 1: ADJ-18, line 4: points",
        "MPA @ Round 2: moved 3 - 4",
        "Configuration @ Round 3: 142: 9 -> 7",
    ]
    assert write(found.file) == FIVE + COMMENTS
    again = read(write(found.tournament, Dialect.TRF26))
    assert again.notes == found.tournament.notes


def test_a_note_about_one_board_explains_nothing_if_more_boards_differ(check: Call) -> None:
    first = {1: 10, 2: 9, 3: 11, 4: 12, 5: 13, 6: 14, 7: 16, 8: 15}
    whites = {one if one % 2 else other: other if one % 2 else one for one, other in first.items()}
    cells = {white: f"{black:>4} w =" for white, black in whites.items()}
    cells |= {black: f"{white:>4} b =" for white, black in whites.items()}
    text = event(*(player(number, "0.5", cells[number]) for number in range(1, 17)))
    put("two.trf", text + "### MPA @ Round 1: 1-10 by hand\n")
    (file,) = check("two.trf", "--format", "json").value["files"]
    kinds = [change["kind"] for change in file["rounds"][0]["cause"]["changes"]]
    assert kinds == ["board by hand", "board by hand"]


CALLS = (
    ("pairing_engine", "--pair", "five.trf"),
    ("pairing_engine", "--dutch", "five.trf", "-p"),
    ("swisspair", "--why", "1", "five.trf"),
    ("checker", "five.trf"),
)
STRANGER = "import datetime\n\ndef load(file):\n    return file.readlines()\n"


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    for package in ("pairing_engine", "checker", "trf", "swisspair"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "five.trf").write_text(FIVE)
    return tmp_path


def said(call: tuple[str, ...], folder: Path, **variables: str) -> str:
    command = [sys.executable, "-m", *call]
    environment = {**os.environ, "PYTHONPATH": "", **variables}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (NO_ACCESS, "", 1), done.stderr
    return done.stderr


@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_a_package_installed_over_ours_is_named(call: tuple[str, ...], installed: Path) -> None:
    (installed / "trf" / "__init__.py").write_text(STRANGER)
    words = said(call, installed)
    assert words.startswith("swiss")
    assert f"another package called trf was installed over swisspair's own trf: {installed / 'trf'}" in words
    assert "install swisspair-fide again" in words


def test_a_package_removed_again_leaves_a_gap(installed: Path) -> None:
    (installed / "trf" / "__init__.py").unlink()
    assert "another package called trf has replaced files" in said(CALLS[0], installed)


def test_a_package_earlier_on_the_path_is_named(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    work = tmp_path_factory.mktemp("work")
    (work / "trf.py").write_text(STRANGER)
    (work / "five.trf").write_text(FIVE)
    words = said(CALLS[0], work, PYTHONPATH=str(installed))
    assert f"another package called trf hides swisspair's own trf: {work / 'trf.py'}" in words


@pytest.mark.parametrize("program", ["swisspair --pair", "swisscheck"])
def test_the_help_of_edition_names_every_edition_of_each_system(call: Call, program: str) -> None:
    words = " ".join(call(*program.split(), "--help").output.split())
    assert [name for name, days in APPLIED_FROM.items() if f"{name} {', '.join(days)}" not in words] == []
