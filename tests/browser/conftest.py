"""Fixtures for tests of the built page in Chromium and Firefox, with Playwright and without a network."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from tools.web.build import TARGET
from tools.web.serve import Handler, server

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Playwright

FLAGS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
]  # fmt: skip
PHONE = {"width": 390, "height": 844}
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
def playwright() -> Iterator[Playwright]:
    api = pytest.importorskip("playwright.sync_api", reason="needs Playwright: make proof PART=browser installs it")
    with api.sync_playwright() as found:
        yield found


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    path = shutil.which("chromium")
    assert path, "there is no Chromium: apt-get install chromium"
    browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def downloads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder in which Firefox saves files."""
    return tmp_path_factory.mktemp("downloads")


@pytest.fixture(scope="session")
def firefox(playwright: Playwright, downloads: Path) -> Iterator[Browser]:
    path = shutil.which("firefox") or shutil.which("firefox-esr")
    if not path:
        pytest.skip("needs Firefox: apt-get install firefox-esr")
    browser = playwright.firefox.launch(
        channel="moz-firefox", executable_path=path, downloads_path=downloads, timeout=10 * PATIENCE
    )
    yield browser
    browser.close()


@pytest.fixture
def browser(request: pytest.FixtureRequest) -> Browser:
    """Return Chromium, or the browser that `IN_BOTH` names."""
    found: Browser = request.getfixturevalue(getattr(request, "param", "chromium"))
    return found


IN_BOTH = pytest.mark.parametrize("browser", ["chromium", "firefox"], indirect=True)


@contextmanager
def visitor(browser: Browser, **options: Any) -> Iterator[Page]:
    """Yield an empty window of somebody else, who shares nothing with other windows."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """Open the page in a phone-sized window, and wait for its engine. Fail the test if the page logs an error."""
    with visitor(browser, viewport=PHONE, locale="en-GB", accept_downloads=True) as found:
        said: list[str] = []
        found.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
        found.on("pageerror", lambda error: said.append(str(error)))
        asked: list[str] = []
        found.on("request", lambda request: asked.append(request.url))
        found.goto(address)
        ready(found)
        yield found
        assert said == []
        assert [url for url in asked if not url.startswith((address, "blob:", "data:"))] == []


def ready(page: Page) -> None:
    page.wait_for_selector("html[data-engine=ready]", state="attached")


def tap(page: Page, *keys: str, then: str | None = None) -> None:
    """Tap on things one after the other, each by its key and perhaps a part of it, and wait for what appears."""
    for key in keys:
        name, _, part = key.partition(" ")
        page.click(f"[data-key='{name}'] {part}")
    if then is not None:
        page.wait_for_selector(then)


def result(page: Page, board: int, code: str) -> None:
    tap(page, f"result-{board}-{code}", then=f"[data-key='result-{board}-{code}'][aria-pressed=true]")
