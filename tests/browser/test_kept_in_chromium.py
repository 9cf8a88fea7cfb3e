"""What the page keeps: its files without a network, what is typed, and every board and column in a window."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import served
from tests.browser.test_evening_in_chromium import NAMES, OPEN, begin, open_file, pair, white_wins
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
    context = chromium.new_context()
    context.set_default_timeout(120_000)
    page = context.new_page()
    with served(TARGET, type("Distant", (SlowHandler,), {"latency": latency})) as distant:
        page.goto(distant)
        page.wait_for_selector("html[data-offline=ready]", state="attached")
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


@pytest.mark.parametrize("boards", [60, 150])
@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720)])
def test_the_wall_shows_all_boards_in_turn(page: Page, address: str, width: int, height: int, boards: int) -> None:
    begin(page, names_of(2 * boards), rounds=9)
    pair(page, 1)
    for board in range(1, boards, 7):
        page.evaluate("key => document.querySelector(`[data-key='${key}']`).click()", f"result-{board}-1-0")
    wall = page.context.new_page()
    wall.clock.install()
    wall.set_viewport_size({"width": width, "height": height})
    wall.goto(f"{address}?view=wall")
    wall.wait_for_selector(".board")
    seen: set[str] = set()
    for _ in range(boards):
        assert wall.evaluate(INSIDE) == wall.locator(".board").count()
        lefts = wall.evaluate(
            "[...document.querySelectorAll('.side.black')].map(one => Math.round(one.getBoundingClientRect().left))"
        )
        assert len(set(lefts)) <= 3
        assert wall.evaluate("parseFloat(getComputedStyle(document.querySelector('.name, .side')).fontSize)") >= 15
        seen |= set(wall.locator(".board .place").all_inner_texts())
        if len(seen) == boards:
            break
        wall.clock.fast_forward(12_000)
    assert seen == {str(board) for board in range(1, boards + 1)}
    wall.close()


def names_of(players: int) -> str:
    names = [f"Longname-{chr(65 + number // 26)}{chr(97 + number % 26)}, Firstname" for number in range(players)]
    return "\n".join(f"{name} {2500 - place}" for place, name in enumerate(names))


def test_a_link_shows_the_boards_on_another_device(page: Page, chromium: Browser) -> None:
    begin(page)
    pair(page, 1)
    page.click("[data-key='result-1-1-0']")
    page.click("[data-key=link]")
    link = page.input_value("[data-key=link-text]")
    context = chromium.new_context()
    other = context.new_page()
    other.goto(link)
    other.wait_for_selector(".board:has-text('Aalto'):has-text('1-0')")
    assert other.locator("button").count() == 0
    context.close()


def test_an_earlier_state_returns_after_a_reload_and_undo_takes_that_back(page: Page) -> None:
    begin(page)
    for number in (1, 2):
        pair(page, number)
        white_wins(page)
    page.reload()
    page.wait_for_selector("html[data-engine=ready]", state="attached")
    page.click("[data-key=tab-file]")
    page.click("[data-key=history] summary")
    page.click("[data-key=history] button:has-text('Before round 2 was paired')")
    page.click("[data-key=tab-boards]")
    page.wait_for_selector(".next:has-text('Round 2')")
    page.click("[data-key=undo]")
    page.wait_for_selector(".next:has-text('Round 3')")


OVERLAPS = """() => { const boxes = [...document.querySelectorAll('li.board, section:not(:has(table)), tbody tr')]
  .filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect());
  const apart = (a, b) => a.bottom <= b.top + 1
    || b.bottom <= a.top + 1 || a.right <= b.left + 1 || b.right <= a.left + 1;
  const cut = [...document.querySelectorAll('.name, .place, td, th, .printed')].filter(one => one.checkVisibility()
    && (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow !== 'visible'));
  return [boxes.length, boxes.filter(one => one.height < 8).length, cut.length,
    boxes.flatMap((one, at) => boxes.slice(at + 1).filter(other => !apart(one, other))).length,
    Math.max(0, ...boxes.map(one => one.right)) - innerWidth]; }"""


@pytest.mark.parametrize("width", [390, 1024, 1920])
def test_nothing_overlaps_or_is_cut_on_paper(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    begin(page, names_of(15))
    pair(page, 1)
    page.emulate_media(media="print")
    for state in ("open", "half", "done", "panel"):
        if state == "half":
            page.evaluate("document.querySelector(\"[data-key='result-1-½-½']\").click()")
            page.evaluate("document.querySelector(\"[data-key='result-2-1-0']\").click()")
        elif state == "done":
            page.evaluate("document.querySelectorAll(\"[data-key$='-0-1']\").forEach(one => one.click())")
        elif state == "panel":
            page.evaluate("document.querySelector('.side').click()")
        number, flat, cut, overlaps, beyond = page.evaluate(OVERLAPS)
        assert (number, flat, cut, overlaps) == (8, 0, 0, 0), state
        assert beyond <= 1, state


@pytest.mark.parametrize("width", [390, 1024, 1920])
def test_no_sheet_overlaps_or_is_cut(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    open_file(page, OPEN)
    pair(page, 5)
    page.wait_for_selector("[data-key=round-5][aria-current=true]")
    page.click("[data-key=tab-sheets]")
    for sheet in ("sheet", "slips", "poster", "crosstable", "standings"):
        page.click(f"[data-key=sheet-{sheet}]")
        page.wait_for_selector(f".sheet[data-key={sheet}] iframe")
        html = page.get_attribute(".sheet iframe", "srcdoc")
        alone = page.context.new_page()
        alone.set_content(html or "")
        alone.emulate_media(media="print")
        alone.set_viewport_size({"width": 720, "height": 1000})
        number, flat, cut, overlaps, beyond = alone.evaluate(OVERLAPS)
        assert number > 3, sheet
        assert (flat, cut, overlaps) == (0, 0, 0), sheet
        assert beyond <= 1, sheet
        alone.close()


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
        page.wait_for_selector(f".sheet[data-key={sheet}] iframe")
        page.frame_locator(".sheet iframe").locator("body *").first.wait_for()
        wide = (
            "one => { const page = one.contentDocument.documentElement; return page.scrollWidth - page.clientWidth; }"
        )
        assert page.locator(".sheet iframe").evaluate(wide) <= 1, sheet


def test_begin_is_in_view_on_a_small_screen_also_beside_stored_events(page: Page) -> None:
    begin(page)
    page.set_viewport_size({"width": 1024, "height": 768})
    page.click("[data-key=events]")
    page.wait_for_selector("[data-key^=stored]")
    box = page.locator("[data-key=begin]").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 768
