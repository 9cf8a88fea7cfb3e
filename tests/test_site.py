"""The site's examples work as shown, and its generated pages are complete."""

import doctest
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from pairing_engine import pair
from tests.documents import File, blocks, printed_by
from tests.places import ROOT
from tools import site
from trf import read

DOCS = ROOT / "docs"
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
WITH_COMMANDS = [page for page in PAGES if blocks(DOCS / page)]
FOR_ARBITERS = "quick-start.md", "tutorial.md"
"""The pages that show what a terminal shows."""
WITH_PYTHON = [page for page in PAGES if ">>> " in (DOCS / page).read_text(encoding="utf-8")]


def test_there_are_pages_with_examples() -> None:
    assert {"quick-start.md", "tutorial.md", "instead-of.md"} <= set(WITH_COMMANDS)
    assert {"quick-start.md", "managers.md"} <= set(WITH_PYTHON)


@pytest.mark.parametrize("page", WITH_COMMANDS)
def test_a_page_is_a_session_that_goes_as_it_is_shown(page: str, tmp_path: Path) -> None:
    """The commands of a page work as one session. Each command prints the output on the page."""
    shutil.copytree(ROOT / "fixtures", tmp_path / "fixtures", ignore=shutil.ignore_patterns("golden"))
    for block in blocks(DOCS / page):
        for one in block:
            if isinstance(one, File):
                (tmp_path / one.name).write_text(one.text, encoding="utf-8")
            else:
                printed = printed_by(one.command, tmp_path, on_a_terminal=page in FOR_ARBITERS)
                assert printed == one.output, one.command


@pytest.mark.parametrize("page", WITH_PYTHON)
def test_the_python_of_a_page_runs(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    results = doctest.testfile(str(DOCS / page), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0


def test_the_variants_of_the_architecture_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    code = [
        block for block in re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL) if ">>>" not in block
    ]
    assert len(code) == 2
    event = read("fixtures/open-2026-round-5.trf")
    found: dict[str, Any] = {"tournament": event}
    for block in code:
        exec(block, found)
    assert "C9" not in {rule.code for rule in found["without_c9"].criteria}
    account = pair(event, round=5, system=found["DUBOV_RESTED"]).account
    assert "rounds without a game of the upfloaters" in {rule.summary for rule in found["DUBOV_RESTED"].criteria}
    assert account.brackets


def test_all_other_python_of_the_pages_runs() -> None:
    pages = [page for page in DOCS.rglob("*.md") if page.name != "architecture.md"]
    code = re.findall(
        r"^```python\n(.*?)^```", "".join(page.read_text("utf-8") for page in pages), re.MULTILINE | re.DOTALL
    )
    blocks_without_prompt = [block for block in code if ">>> " not in block]
    assert blocks_without_prompt
    for block in blocks_without_prompt:
        exec(block, {})


def heading_anchor(words: str) -> str:
    return re.sub(r"[^\w -]", "", re.sub(r"<[^>]+>", "", words).strip().lower()).replace(" ", "-")


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page in the sources; `make docs` checks those of the built site."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return {*map(heading_anchor, re.findall(r"^#+ (.*)$", text, re.MULTILINE)), *re.findall(r'<a id="([^"]+)"', text)}


@pytest.mark.parametrize("page", sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")]), ids=lambda page: page.name)
def test_every_link_works_in_the_sources(page: Path) -> None:
    links = re.findall(r'(?:\]\(|<a href=")(?!https?:|mailto:)([^)"\s]+)[)"]', page.read_text(encoding="utf-8"))
    for link in links:
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_every_reading_and_every_adjustment_has_its_anchor_once() -> None:
    for page, numbers in (("readings.md", r"^(?:\*\*|\| )([A-Z]\d+)\b"), ("adjustments.md", r"^\| (ADJ-\d\d) ")):
        text = (DOCS / page).read_text(encoding="utf-8")
        expected = re.findall(numbers, text, re.MULTILINE)
        assert re.findall(r'<a id="([^"]+)"', site.with_anchors(text)) == expected
        assert len(set(expected)) == len(expected) > 40


def test_the_page_of_commands_has_every_mode() -> None:
    text = site.commands()
    assert all(f"### `{call}" in text for call in ("swisspair pair", "swisspair why-not", "swisspair compare"))
    assert "&lt;reference&#124;auto&gt;" in text
