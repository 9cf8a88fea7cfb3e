"""The documentation site, opened as files in a browser (`make docs browser`)."""

import re
import shutil
import subprocess
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest

from tests.browser.conftest import PATIENCE, served, tap
from tests.places import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

SITE = ROOT / "build" / "site"
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=15000", "--enable-logging=stderr"]
NO_NETWORK = "--host-resolver-rules=MAP * ~NOTFOUND"


def opened(page: str) -> tuple[str, str]:
    chromium = shutil.which("chromium")
    if chromium is None or not SITE.exists():
        pytest.skip("needs Chromium, and the site: make docs")
    done = subprocess.run(
        [chromium, *FLAGS, NO_NETWORK, "--dump-dom", f"file://{SITE}/{page}"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return done.stdout, done.stderr


def test_search_finds_pages() -> None:
    dom, said = opened("index.html?q=topscorer")
    assert re.search(r">\s*[1-9]\d* matching document", dom)
    assert "SEVERE" not in said
    assert not re.search(r"CONSOLE.*(error|Uncaught)", said, re.IGNORECASE), said[-2000:]


def test_a_reading_can_be_linked_to() -> None:
    dom, _ = opened("readings.html#D2")
    assert re.search(r'<a [^>]*id="D2"', dom)


def test_the_site_makes_no_network_request() -> None:
    for page in ("tutorial.html", "api/pairing_engine.html", "commands.html"):
        dom, said = opened(page)
        assert "ERR_NAME_NOT_RESOLVED" not in said
        assert not re.search(r'<(?:script|img|iframe)[^>]+src="https?:|<link[^>]+stylesheet[^>]+href="https?:', dom)


LINK = re.compile(r'<(?:a|link|img|script|iframe)\b[^>]*?\b(?:href|src)="([^"]+)"')


def test_every_link_of_the_site_leads_to_a_file_and_to_an_anchor_in_it() -> None:
    if not SITE.exists():
        pytest.skip("needs the site: make docs")
    texts = {path: path.read_text(encoding="utf-8") for path in SITE.rglob("*.html")}
    anchors = {path: {*re.findall(r'\b(?:id|name)="([^"]+)"', text)} for path, text in texts.items()}
    lost = []
    for path, text in texts.items():
        for link in map(unescape, LINK.findall(text)):
            address, _, anchor = link.partition("#")
            if re.match(r"[a-z]+:|//|/", address) or "{" in link:
                continue
            target = (path.parent / unquote(address.partition("?")[0])).resolve() if address else path
            target = target / "index.html" if target.is_dir() else target
            if not target.exists() or (anchor and target in anchors and unquote(anchor) not in anchors[target]):
                lost.append(f"{path.relative_to(SITE)}: {link}")
    assert lost == []
    assert len(texts) > 40


def test_the_site_has_the_page_that_pairs_and_the_pages_that_are_made() -> None:
    if not SITE.exists():
        pytest.skip("needs the site: make docs")
    assert (SITE / "pair" / "app" / "main.js").exists()
    assert "swisspair why-not" in (SITE / "commands.html").read_text(encoding="utf-8")
    assert "0.1.0" in (SITE / "changes.html").read_text(encoding="utf-8")


def test_an_article_in_an_answer_leads_to_its_place_in_the_handbook(chromium: "Browser") -> None:
    if not (SITE / "pair" / "index.html").exists():
        pytest.skip("needs the site: make docs")
    with served(SITE) as address:
        page = chromium.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}pair/index.html")
        tap(page, "example")
        page.click("[data-key^=side-] >> nth=0")
        page.click(".panel .rest summary")
        link = page.locator(".panel a:has-text('[C')").first
        cited = link.inner_text().strip("[]").rpartition(", ")[2]
        with page.expect_popup() as opened_page:
            link.click()
        handbook = opened_page.value
        handbook.wait_for_selector("h1:has-text('FIDE (Dutch) System, edition 2026')")
        assert handbook.locator(f"[id='{cited.replace(' ', '-')}']").inner_text().startswith(cited)
        page.close()
