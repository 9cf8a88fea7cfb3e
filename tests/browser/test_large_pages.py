"""Tests of pages about 300 players: searching, size, printing, and use without scripts (`make browser`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pairing_engine import pair
from pairing_engine.facts.model import Settings, Tournament
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.standings.table import standings
from pairing_engine.systems.choice import choose
from swisspair.page.round_page import round_page
from swisspair.page.sheets import as_paired, poster, sheet, slips
from swisspair.swisscheck.checked_file import HowToCheck, check_source
from swisspair.swisscheck.page import report_page
from swisspair.terminal.sources import find
from trf import write

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

pytestmark = pytest.mark.browser

PHONE: ViewportSize
DESK: ViewportSize
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}


@cache
def event(players: int = 300) -> Tournament:
    """Build an event of three rounds in which player 17 is Dvořák, Hana."""
    found = generate(Plan(players=players, rounds=3), 5, choose(Settings()).system)
    names = {17: "Dvořák, Hana"}
    everybody = (one._replace(name=names.get(one.tpn, one.name)) for one in found.participants)
    return replace(found, participants=tuple(everybody))


@cache
def text_of(name: str) -> str:
    if name == "round":
        return round_page("open.trf", pair(event(), round=3))
    if name in ("boards", "slips"):
        return {"boards": sheet, "slips": slips}[name](as_paired(pair(event(), round=3)))
    if name in ("standings", "crosstable"):
        return poster("open.trf", event(), standings(event()), crosstable=name == "crosstable")
    path = Path("open.trf")
    path.write_text(write(event()), encoding="utf-8")
    checked = [check_source(source, HowToCheck(keep=True)) for source in find([path])]
    return report_page([one for one in checked if one is not None])


@pytest.fixture
def shown(chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Yield a function that opens a page. Fail the test if the browser's console shows a message."""
    monkeypatch.chdir(tmp_path)
    said: list[str] = []
    contexts = []

    def opened(name: str, **context: Any) -> Page:
        Path("page.html").write_text(text_of(name), encoding="utf-8")
        contexts.append(chromium.new_context(**{"viewport": DESK, **context}))
        page = contexts[-1].new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(Path("page.html").absolute().as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert said == []


def visible(page: Page, selector: str) -> int:
    return int(page.locator(f"{selector}:visible").count())


@pytest.mark.parametrize("wanted", ["dvorak", "Hana Dvořák", "17"])
def test_a_player_is_found_by_name_or_number(shown: Any, wanted: str) -> None:
    page = shown("round")
    boards = visible(page, ".boards tbody tr")
    page.fill("input[type=search]", wanted)
    assert boards > 100
    assert visible(page, ".boards tbody tr") == 1
    assert "Dvořák" in page.inner_text(".boards tbody tr:visible")
    assert visible(page, ".player") == 1
    assert visible(page, "#standings tbody tr") == 1
    assert re.fullmatch(r"Lines found: \d", page.inner_text("output"))
    page.fill("input[type=search]", "nobody has this name")
    assert (visible(page, ".boards tbody tr"), page.inner_text("output")) == (0, "Lines found: 0")
    page.fill("input[type=search]", "")
    assert visible(page, ".boards tbody tr") == boards


def test_a_search_opens_what_is_folded(shown: Any) -> None:
    page = shown("report")
    assert visible(page, ".verdicts tbody tr") == 0
    page.fill("input[type=search]", "dvorak")
    assert visible(page, ".verdicts tbody tr") == 3
    page.fill("input[type=search]", "")
    assert visible(page, ".verdicts tbody tr") == 0


def test_without_scripts_the_page_is_complete(shown: Any) -> None:
    page = shown("round", java_script_enabled=False)
    assert visible(page, "input") == 0
    assert visible(page, ".boards tbody tr") > 100
    assert visible(page, "noscript p") == 1


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_sections_scroll_and_stay_below_the_search(shown: Any, viewport: dict[str, int]) -> None:
    page = shown("round", viewport=viewport)
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    page.click("nav a[href='#players']")
    assert page.locator("#players").bounding_box()["y"] >= page.locator("nav").bounding_box()["height"] - 1
    assert page.locator("input[type=search]").is_visible()
    if viewport == DESK:
        assert page.locator("#before .scroll").bounding_box()["height"] <= viewport["height"]


def test_the_keyboard_reaches_the_search_and_the_tables(shown: Any) -> None:
    page = shown("round")
    reached = []
    for _ in range(9):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.type || document.activeElement.className"))
    assert reached.index("search") < reached.index("scroll")


def test_a_search_is_readable_by_night(shown: Any) -> None:
    page = shown("round", color_scheme="dark")
    colours = page.evaluate("(({color, backgroundColor}) => [color, backgroundColor])"
                            "(getComputedStyle(document.querySelector('input')))")  # fmt: skip
    ink, paper = (sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in colours)
    assert ink - paper > 400


def test_a_search_does_not_shorten_the_printout(shown: Any) -> None:
    page = shown("round")
    whole = pages_of(page)
    page.fill("input[type=search]", "dvorak")
    assert pages_of(page) == whole
    assert 10 < whole < 100


def pages_of(page: Page) -> int:
    return len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(format="A4")))


@pytest.mark.parametrize("name", ["boards", "slips", "standings", "crosstable"])
def test_a_sheet_is_read_on_a_phone_by_night(shown: Any, name: str) -> None:
    page = shown(name, viewport=PHONE, color_scheme="dark")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    colour = page.evaluate("getComputedStyle(document.querySelector('h1, h2')).color")
    assert sum(map(int, re.findall(r"\d+", colour)[:3])) > 600
    assert page.evaluate("document.querySelectorAll('script').length") == 0


def with_one_difference(tournament: Tournament) -> Tournament:
    """Exchange the opponents of two boards in the last round."""
    *before, last = tournament.rounds
    one, other, *rest = last.games
    games = one._replace(black=other.black), other._replace(black=one.black), *rest
    return replace(tournament, rounds=(*before, last._replace(games=games)))


def test_a_report_of_200_players_with_one_difference_prints_on_two_pages(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("open.trf").write_text(write(with_one_difference(event(200))), encoding="utf-8")
    checked = [check_source(source, HowToCheck(keep=True)) for source in find([Path("open.trf")])]
    Path("page.html").write_text(report_page([one for one in checked if one is not None]), encoding="utf-8")
    context = chromium.new_context(viewport=DESK)
    page = context.new_page()
    page.goto(Path("page.html").absolute().as_uri())
    assert pages_of(page) <= 2
    assert [one.inner_text() for one in page.locator(".strip .differs").all()] == ["3✗"]
    assert page.locator(".sides tbody tr").count() == 2
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    context.close()
