import doctest
import re
import shutil
from pathlib import Path

import pytest

from tests.documents import Shown, blocks, printed_by
from tests.places import ROOT

README = ROOT / "README.md"
MAKE_TARGETS = re.compile(r"^\| `make (\w+)` ", re.MULTILINE)
CONSOLES = [[one for one in block if isinstance(one, Shown)] for block in blocks(README)]


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(ROOT / "fixtures", tmp_path / "fixtures")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("block", [block for block in CONSOLES if not block[0].command.startswith("make ")])
def test_commands_print_what_the_readme_shows(block: list[Shown], elsewhere: Path) -> None:
    for command, output in block:
        assert printed_by(command, elsewhere) == output, command


def test_the_python_of_the_readme_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    results = doctest.testfile(str(README), module_relative=False)
    assert results.attempted > 4
    assert results.failed == 0


def test_the_documented_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = MAKE_TARGETS.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert len(named) > 5
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in named)


def test_the_links_of_the_readme_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)", README.read_text(encoding="utf-8"))
    pictures = re.findall(r'src(?:set)?="([^"]+)"', README.read_text(encoding="utf-8"))
    assert len(pictures) == 2
    assert all((ROOT / link).exists() for link in (*links, *pictures))


def test_the_readme_is_read_in_five_minutes() -> None:
    lines = README.read_text(encoding="utf-8").splitlines()
    prose = re.sub(r"^```.*?^```", "", README.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert len(lines) <= 150
    assert [line for line in prose.splitlines() if len(line) > 100 and line[0] not in "|<"] == []
