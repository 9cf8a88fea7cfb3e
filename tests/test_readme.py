"""The README shows real commands and their real output."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.programs.program import SWISSCHECK, SWISSPAIR, run

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PROGRAMS = {"swisspair": SWISSPAIR, "swisscheck": SWISSCHECK}
MAKE_TARGETS = re.compile(r"^\| `make (\w+)` ", re.MULTILINE)


def console_blocks() -> list[list[tuple[str, str]]]:
    """The commands of each block that shows a console, with what they print."""
    blocks = re.findall(r"^```console\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [[(command, out) for command, out in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", b, re.M)] for b in blocks]


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty directory with a copy of the fixtures."""
    shutil.copytree(ROOT / "fixtures", tmp_path / "fixtures")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def printed_by(command: str, folder: Path) -> str:
    program, *arguments = shlex.split(command)
    words = []
    for word in arguments:
        named = [str(path.relative_to(folder)) for path in sorted(folder.glob(word))] if "*" in word else [word]
        assert named, word
        words += named
    done = run(PROGRAMS[program], *words, cwd=folder)
    return (done.output + done.errors).decode()


@pytest.mark.parametrize("block", [block for block in console_blocks() if not block[0][0].startswith("make ")])
def test_commands_print_what_the_readme_shows(block: list[tuple[str, str]], elsewhere: Path) -> None:
    for command, output in block:
        assert printed_by(command, elsewhere) == output, command


def test_the_python_of_the_readme_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    results = doctest.testfile(str(README), module_relative=False)
    assert results.attempted > 4
    assert results.failed == 0


def test_the_targets_of_make_that_the_readme_names_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = MAKE_TARGETS.findall(README.read_text(encoding="utf-8"))
    assert len(named) > 5
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in named)


def test_the_links_of_the_readme_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)", README.read_text(encoding="utf-8"))
    assert links
    assert all((ROOT / link).exists() for link in links)
