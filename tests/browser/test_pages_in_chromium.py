"""The page runs in a headless browser without console errors, and its content fits the window (`make browser`)."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from pairing_engine import pair
from pairing_engine.language import ENGLISH, in_language
from swisspair.page.round_page import round_page
from swisspair.swisscheck.checked_file import HowToCheck, check_source
from swisspair.swisscheck.page import report_page
from swisspair.terminal.sources import find
from tests.places import FIXTURES
from trf import read

pytestmark = pytest.mark.browser

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--allow-file-access-from-files",
    "--enable-logging=stderr",
]  # fmt: skip
WRAPPER = """<!DOCTYPE html><meta charset="utf-8"><link rel="icon" href="data:,"><body style="margin:0">
<iframe src="page.html" width="%(width)d" height="800" style="border:0"></iframe><pre></pre><script>
onload = () => {
  const page = document.querySelector("iframe").contentDocument, root = page.documentElement;
  const wide = [...page.body.querySelectorAll("*")].filter(one => one.getBoundingClientRect().right > %(width)d + 1
    && !one.closest(".scroll, .skip"));
  document.querySelector("pre").textContent = JSON.stringify({
    scrolled: root.scrollWidth, wide: wide.slice(0, 5).map(one => one.outerHTML.slice(0, 120)),
    boards: [...page.querySelectorAll(".scroll:has(.boards, .verdicts)")]
      .filter(one => one.scrollWidth > one.clientWidth).length,
    folded: [...page.querySelectorAll("details:not([open]) table")].map(one => one.checkVisibility()),
    height: root.scrollHeight, pictures: page.querySelectorAll("main svg[role=img]").length});
};
</script>"""


def page_of(name: str) -> str:
    name, _, spoken = name.partition("@")
    with in_language(spoken or ENGLISH):
        return _page_of(name)


def _page_of(name: str) -> str:
    if name == "report":
        paths = [FIXTURES / "club-2026-altered.trf", FIXTURES / "trf" / "invalid" / "two-wins.trf"]
        found = (check_source(source, HowToCheck(keep=True, among_others=True)) for source in find(paths))
        return report_page([one for one in found if one is not None])
    if "-before-" in name:
        folder = "worked" if name.startswith("held") else "trf/valid"
        return round_page(name, pair(read(FIXTURES / folder / f"{name}.trf")))
    return round_page(name, pair(read(FIXTURES / "open-2026-round-5.trf"), round=4, system=name))


PAGES = [
    "report", "held-2026-before-round-8", "held-2026-before-round-1", "dutch", "dubov", "burstein", "lim",
    "double-swiss-before-round-5", "team-before-round-5", "report@fr", "held-2026-before-round-8@fr", "lim@fr",
]  # fmt: skip


@pytest.mark.parametrize("width", [390, 1600])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_opens_without_errors_and_fits(name: str, width: int, tmp_path: Path) -> None:
    measured = measure(page_of(name), width, tmp_path)
    assert measured["scrolled"] <= width
    assert measured["wide"] == []
    assert measured["boards"] == 0, "tables of boards that must be scrolled"
    assert measured["height"] > 800
    assert measured["pictures"] or name.startswith("report")
    assert not any(measured["folded"])


def test_on_paper_a_report_shows_what_differs_and_not_every_board(tmp_path: Path) -> None:
    printed = page_of("report").replace("@media print", "@media all")
    assert 'class="sides"' in printed
    folded = measure(printed, 700, tmp_path)["folded"]
    assert folded
    assert not any(folded)


def measure(text: str, width: int, tmp_path: Path) -> dict[str, Any]:
    chromium = shutil.which("chromium")
    assert chromium, "there is no Chromium: apt-get install chromium"
    (tmp_path / "page.html").write_text(text, encoding="utf-8")
    (tmp_path / "wrapper.html").write_text(WRAPPER % {"width": width}, encoding="utf-8")
    done = subprocess.run(
        [
            chromium, *FLAGS, f"--user-data-dir={tmp_path / 'profile'}", "--window-size=1700,900",
            "--virtual-time-budget=4000", "--dump-dom", (tmp_path / "wrapper.html").as_uri(),
        ],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )  # fmt: skip
    assert not [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    shown = re.search(r"<pre>(.*?)</pre>", done.stdout, re.DOTALL)
    assert shown
    measured = json.loads(unescape(shown[1]))
    assert isinstance(measured, dict)
    return measured
