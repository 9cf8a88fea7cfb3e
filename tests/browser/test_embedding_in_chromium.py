"""The page works inside another page, and the npm package in a browser, as in the examples of their documents."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from pairing_engine import pair
from tests.browser.conftest import PATIENCE, served
from tests.places import ROOT
from tools.web.build import TARGET
from tools.web.npm import SOURCES, write_package
from trf import read

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def example() -> str:
    found = re.search(r"```html\n(.*?)```", (ROOT / "docs" / "browser.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1].replace("swisspair/", "")


def test_the_example_pairs_and_shows_the_page(chromium: Browser, address: str) -> None:
    context = chromium.new_context(service_workers="block", locale="en-GB")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.route("**/manager.html", lambda route: route.fulfill(body=example(), content_type="text/html"))
    page.goto(f"{address}manager.html")
    page.wait_for_function("document.querySelector('#answer').textContent")
    answer = json.loads(page.inner_text("#answer"))
    rules = pair(read(TARGET / "example.trf")).to_dict()
    assert answer["round"]["boards"] == json.loads(json.dumps(rules))["boards"]
    assert answer["why"]["lines"]
    page.frame_locator("iframe").locator("[data-key=example]").click()
    page.frame_locator("iframe").locator(".board").first.wait_for()
    context.close()


def test_the_example_of_the_package_runs_in_chromium(chromium: Browser) -> None:
    folder = write_package()
    text = (SOURCES / "README.md").read_text(encoding="utf-8")
    script = "".join(re.findall(r"^```js\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    where = json.dumps({"imports": {"swisspair": "./browser.js"}})
    html = f'<!DOCTYPE html><script type="importmap">{where}</script><script type="module">{script}</script>'
    context = chromium.new_context()
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    with served(folder) as address:
        page.route("**/example.html", lambda route: route.fulfill(body=html, content_type="text/html"))
        with page.expect_console_message(lambda message: message.text == "5 0"):
            page.goto(f"{address}example.html")
    assert said[:2] == [
        "1-3 4-2",
        "5 Eder (0.0) in round 1: the pairing-allocated bye",
    ]  # by swisspair --engine reference
    assert (len(said), said[-1]) == (11, "5 0")
    context.close()
