"""What the page keeps: its files without a network, what is typed, and every board and column in a window."""

from __future__ import annotations

import threading
import time
from functools import partial
from http.server import ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from tests.browser.test_evening_in_chromium import NAMES, OPEN, begin, open_file, pair
from tools.web.build import TARGET
from tools.web.serve import Handler

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


class SlowHandler(Handler):
    """A handler that waits before each answer, as a distant server does."""

    latency = 0.0

    def do_GET(self) -> None:  # noqa: N802 - the name in the standard library
        """Answer after the latency."""
        time.sleep(self.latency)
        super().do_GET()


@pytest.mark.parametrize("latency", [0.05, 0.3, 1.0])
def test_one_visit_is_enough_for_an_evening_without_a_network(chromium: Browser, address: str, latency: float) -> None:
    handler = type("Distant", (SlowHandler,), {"latency": latency})
    distant = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(TARGET)))
    threading.Thread(target=distant.serve_forever, daemon=True).start()
    context = chromium.new_context()
    context.set_default_timeout(120_000)
    page = context.new_page()
    page.goto(f"http://localhost:{distant.server_address[1]}/")
    page.wait_for_selector("html[data-offline=ready]", state="attached")
    distant.shutdown()
    distant.server_close()
    page.reload()
    page.wait_for_selector("html[data-engine=ready]", state="attached")
    begin(page)
    pair(page, 1)
    context.close()


def test_the_bar_moves_while_bytes_arrive(chromium: Browser, address: str) -> None:
    context = chromium.new_context(service_workers="block")
    page = context.new_page()
    page.add_init_script(
        """window.seen = []; new MutationObserver(() => { const bar = document.querySelector("#loaded");
        if (bar) seen.push(bar.value); }).observe(document, { subtree: true, childList: true, characterData: true });"""
    )
    page.goto(address)
    page.wait_for_selector("html[data-engine=ready]", state="attached", timeout=120_000)
    seen = page.evaluate("seen")
    assert seen == sorted(seen)
    assert len({round(value / 10) for value in seen}) >= 4
    context.close()


def test_what_is_typed_survives_an_error_a_language_and_a_reload(page: Page) -> None:
    page.fill("[data-key=event-name]", "Thursday Club")
    page.fill("[data-key=rounds]", "7")
    page.fill("[data-key=list]", NAMES + "\n\x01Hartmann 99999")
    page.click("[data-key=begin]")
    page.wait_for_selector(".message")
    page.select_option("[data-key=language]", "fr")
    page.wait_for_selector("html[lang=fr]", state="attached")
    page.reload()
    page.wait_for_selector("[data-key=begin]")
    assert page.input_value("[data-key=event-name]") == "Thursday Club"
    assert page.input_value("[data-key=rounds]") == "7"
    assert page.input_value("[data-key=list]").startswith(NAMES)


def test_letters_typed_while_the_page_loads_stay(chromium: Browser, address: str) -> None:
    context = chromium.new_context()
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("[data-key=list]")
    page.focus("[data-key=list]")
    letters = "Aalto, Eino 2015 " * 6
    page.keyboard.type(letters, delay=20)
    page.wait_for_selector("html[data-engine=ready]", state="attached", timeout=120_000)
    page.keyboard.type("end")
    assert page.input_value("[data-key=list]") == letters + "end"
    context.close()


INSIDE = """() => [...document.querySelectorAll('.board')].filter(one => {
  const box = one.getBoundingClientRect();
  return box.bottom <= innerHeight && box.right <= innerWidth && box.top >= 0; }).length"""


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720)])
def test_the_wall_shows_all_boards_in_turn(page: Page, address: str, width: int, height: int) -> None:
    names = [f"Longname-{chr(65 + number // 26)}{chr(97 + number % 26)}, Firstname" for number in range(120)]
    begin(page, "\n".join(f"{name} {2500 - place}" for place, name in enumerate(names)), rounds=9)
    pair(page, 1)
    wall = page.context.new_page()
    wall.set_viewport_size({"width": width, "height": height})
    wall.goto(f"{address}?view=wall")
    wall.wait_for_selector(".board")
    assert wall.evaluate(INSIDE) == wall.locator(".board").count()
    lefts = wall.evaluate(
        "[...document.querySelectorAll('.side.black')].map(one => Math.round(one.getBoundingClientRect().left))"
    )
    assert len(set(lefts)) <= 3
    wall.close()


@pytest.mark.parametrize("width", [360, 390])
def test_the_choice_for_the_next_round_is_within_a_phone(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    open_file(page, OPEN)
    page.click("[data-key=tab-players]")
    page.wait_for_selector("[data-key=away-1]")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = page.locator("[data-key=away-1]").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= width


def test_sheets_are_as_wide_as_a_phone(page: Page) -> None:
    open_file(page, OPEN)
    pair(page, 5)
    page.click("[data-key=tab-sheets]")
    for sheet in ("sheet", "slips", "poster"):
        page.click(f"[data-key=sheet-{sheet}]")
        page.wait_for_selector(".sheet iframe")
        page.frame_locator(".sheet iframe").locator("body *").first.wait_for()
        wide = (
            "one => { const page = one.contentDocument.documentElement; return page.scrollWidth - page.clientWidth; }"
        )
        assert page.locator(".sheet iframe").evaluate(wide) <= 1, sheet
