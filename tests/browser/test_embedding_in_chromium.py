"""The page works inside another page, as in the example of docs/browser.md."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from pairing_engine import pair
from tests.browser.conftest import PATIENCE
from tests.places import ROOT
from tools.web.build import TARGET
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
