"""Fixtures for tests of the built page in Chromium, with Playwright and without a network."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tools.web.build import TARGET
from tools.web.serve import Handler, server

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

FLAGS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
]  # fmt: skip
PATIENCE = 60_000
"""The longest wait in milliseconds, with a margin for a busy machine."""


@contextmanager
def served(folder: Path, handler: type[Handler] = Handler) -> Iterator[str]:
    """Serve a folder on this machine, and yield its address."""
    with server(folder=folder, handler=handler) as found:
        threading.Thread(target=found.serve_forever, daemon=True).start()
        yield f"http://localhost:{found.server_address[1]}/"
        found.shutdown()


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    if not (TARGET / "index.html").exists():
        pytest.skip("needs the page: make web")
    with served(TARGET) as found:
        yield found


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    playwright = pytest.importorskip("playwright.sync_api", reason="needs Playwright: make browser installs it")
    path = shutil.which("chromium")
    assert path, "there is no Chromium: apt-get install chromium"
    with playwright.sync_playwright() as found:
        browser = found.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser, address: str) -> Iterator[Page]:
    """Open the page in a phone-sized window, and wait for its engine. Fail the test if the page logs an error."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", accept_downloads=True)
    context.set_default_timeout(PATIENCE)
    found = context.new_page()
    said: list[str] = []
    found.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    found.on("pageerror", lambda error: said.append(str(error)))
    asked: list[str] = []
    found.on("request", lambda request: asked.append(request.url))
    found.goto(address)
    found.wait_for_selector("html[data-engine=ready]", state="attached")
    yield found
    assert said == []
    assert [url for url in asked if not url.startswith((address, "blob:", "data:"))] == []
    context.close()
