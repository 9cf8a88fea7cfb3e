"""The documentation site, opened as files in a browser (`make docs browser`)."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from tests.places import ROOT

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
