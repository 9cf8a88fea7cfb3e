"""Results are entered as fast as on paper, and the page stays where the arbiter was."""

from __future__ import annotations

import base64
import time
import zipfile
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import ready, served, tap, visitor
from tests.browser.test_evening_in_chromium import NAMES, OPEN, begin, first_round, open_file, pair, saved, white_wins
from tests.places import FIXTURES
from tools.web.build import TARGET
from tools.web.serve import Handler
from trf import read

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.browser

PRESSED = "[data-key^='result-'][aria-pressed=true]"


def event_of(page: Page, players: int) -> None:
    names = [f"Player {chr(65 + number // 26)}{chr(97 + number % 26)}" for number in range(players)]
    begin(page, "\n".join(f"{name} {2500 - place}" for place, name in enumerate(names)), rounds=9)
    pair(page, 1)


def codes(page: Page) -> list[str]:
    return [str(one.get_attribute("data-key")).split("-", 2)[2] for one in page.locator(PRESSED).all()]


def written(page: Page) -> None:
    """Wait until the engine has written all results."""
    while page.evaluate("Object.keys(localStorage).some(key => key.endsWith('entered'))"):
        page.wait_for_timeout(20)


def test_keys_enter_results_and_go_to_the_next_board(page: Page) -> None:
    event_of(page, 12)
    for key in ("1", "=", "0", "="):
        page.keyboard.press(key)
    page.keyboard.press("/")
    page.keyboard.type("6")
    page.keyboard.press("Enter")
    page.keyboard.press("+")
    assert codes(page) == ["1-0", "½-½", "0-1", "½-½"]
    assert page.input_value("[data-key=other-6]") == "+--"
    written(page)
    event = read(saved(page))
    assert sum(game.is_open for game in event.rounds[0].games) == 1


def test_results_that_follow_each_other_at_once_are_all_written(page: Page) -> None:
    event_of(page, 60)
    page.evaluate(
        "[...document.querySelectorAll('.board')].forEach(one => one.querySelector(\"[data-key$='-1-0']\").click())"
    )
    assert page.locator(PRESSED).count() == 30
    page.reload()
    page.wait_for_selector("[data-key=pair]")
    assert not read(saved(page)).under_way


def test_a_second_pass_shows_what_differs(page: Page) -> None:
    event_of(page, 6)
    for key in ("1", "1", "0"):
        page.keyboard.press(key)
    tap(page, "verify")
    page.keyboard.press("1")
    page.keyboard.press("0")
    assert "The file says 1-0, and now you say 0-1" in page.inner_text("[data-key=board-2]")
    assert codes(page) == ["1-0", "1-0", "0-1"]
    page.keyboard.press("0")
    page.keyboard.press("0")
    assert page.locator(".board.seen").count() == 3
    assert codes(page) == ["1-0", "0-1", "0-1"]


def test_the_second_board_is_a_few_tabs_away(page: Page) -> None:
    event_of(page, 6)
    page.evaluate("document.activeElement.blur()")
    stops = []
    for _ in range(12):
        page.keyboard.press("Tab")
        stops.append(page.evaluate("document.activeElement.closest('[data-board]')?.dataset.board"))
    assert stops.index("2") < 9
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.closest('[data-board]')?.dataset.board") is not None


def test_back_and_reload_keep_the_place(page: Page) -> None:
    begin(page)
    tap(page, "tab-players", "tab-file")
    page.go_back()
    page.wait_for_selector("[data-key=tab-players][aria-current=page]")
    page.reload()
    page.wait_for_selector("[data-key=tab-players][aria-current=page]")
    ready(page)
    tap(page, "tab-boards")
    pair(page, 1)
    tap(page, "side-1", then=".panel")
    page.go_back()
    page.wait_for_selector(".panel", state="detached")
    assert page.locator("[data-key=tab-boards][aria-current=page]").count() == 1


def test_players_are_marked_for_the_next_round_while_a_round_is_played(page: Page) -> None:
    first_round(page)
    tap(page, "tab-players")
    page.select_option("[data-key=away-3]", "H")
    page.wait_for_selector("tr.away")
    tap(page, "tab-boards")
    white_wins(page)
    page.wait_for_selector(".next:has-text('Edlund')")
    pair(page, 2)
    page.wait_for_selector(".board.alone:has-text('Edlund'):has-text('half-point bye')")


def test_players_are_moved_after_results_which_stay(page: Page) -> None:
    event_of(page, 8)
    page.keyboard.press("1")
    tap(page, "move")
    page.click("[data-number='2']")
    page.click("[data-number='3']")
    tap(page, "keep", then=".by-hand")
    assert codes(page) == ["1-0"]


def test_a_result_that_is_written_behind_ends_no_move_and_closes_no_panel(page: Page) -> None:
    event_of(page, 8)
    for key, stays in (("move", "[data-key=side-2][aria-pressed=true]"), ("side-2", ".panel")):
        page.evaluate(
            """key => { for (const one of ["result-1-1-0", key]) document.querySelector(`[data-key='${one}']`).click();
            if (key === "move") document.querySelector("[data-key=side-2]").click(); }""",
            key,
        )
        page.wait_for_selector(stays)
        written(page)
        assert page.locator(stays).count() == 1
        if key == "move":
            tap(page, "move")


def test_a_correction_of_an_earlier_round_stays_there(page: Page) -> None:
    open_file(page, OPEN)
    tap(page, "round-1", then="[data-key=round-1][aria-current=true]")
    pressed = page.locator(PRESSED).first.get_attribute("data-key")
    tap(page, "result-1-½-½")
    written(page)
    assert pressed
    assert page.locator("[data-key=round-1][aria-current=true]").count() == 1
    said = [one.split(";")[0] for one in page.locator(".notice p").all_inner_texts()]
    assert said == [f"Round {later} was paired before this correction" for later in (2, 3, 4)]
    assert page.locator(".notice li").count() >= 3
    assert page.locator(".notice").is_visible()


def test_results_in_the_crosstable_differ_in_colour(page: Page) -> None:
    first_round(page)
    page.keyboard.press("1")
    page.keyboard.press("=")
    written(page)
    tap(page, "tab-standings")
    page.check("[data-key=crosstable]")
    cells = page.locator("td.cell").evaluate_all(
        "all => all.map(one => [one.textContent.slice(-1), getComputedStyle(one).backgroundColor])"
    )
    assert sorted(end for end, _ in cells) == ["0", "1", "=", "=", "U"]
    colours = dict(cells)
    assert len(set(colours.values())) == 4
    assert [colour for end, colour in cells if end == "="] == [colours["="]] * 2


def test_why_not_is_in_view_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 560})  # the bars of the browser take the rest
    event_of(page, 60)
    page.click("[data-number='12']")
    page.select_option("[data-key=why-not]", "20")
    page.wait_for_selector(".more .line")
    page.wait_for_selector(".picture .pair.asked")
    box = page.locator(".more .line").first.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 560


def test_a_round_is_entered_before_the_engine_is_ready(page: Page) -> None:
    begin(page, NAMES)
    pair(page, 1)
    page.context.route("**/memory.packed", lambda route: None)
    page.reload()
    page.wait_for_selector("[data-key='result-1-1-0']")
    assert page.get_attribute("html", "data-engine") != "ready"
    tap(page, "result-1-1-0")
    assert codes(page) == ["1-0"]
    page.context.unroute("**/memory.packed")
    page.reload()
    ready(page)
    written(page)
    assert codes(page) == ["1-0"]


def test_a_swap_that_repeats_a_game_is_headed_by_what_it_breaks(page: Page) -> None:
    open_file(page, OPEN)
    pair(page, 5)
    tap(page, "move")
    page.click("[data-number='10']")
    page.click("[data-number='13']")
    page.wait_for_selector("[data-key=keep].risky")
    assert "already met in round 1" in page.inner_text(".verdict.bad")
    assert "Brunner" in page.inner_text(".board.bad")
    page.wait_for_selector(".panel .picture .pair.asked.bad")
    assert page.locator(".panel .picture .pair.changed").count() > 0


def test_a_round_that_differs_shows_what_is_recorded_and_what_the_rules_demand(page: Page) -> None:
    open_file(page, FIXTURES / "club-2026-altered.trf")
    tap(page, "tab-check", "check-now", then="[data-key=checked-3][aria-pressed=true]")
    assert page.locator(".strip .disagrees").count() == 1
    sides = page.inner_text(".side-by-side.recorded"), page.inner_text(".side-by-side.expected")
    assert "Gruber, Lena\nBianchi, Sara" in sides[0]
    assert "Castro, Iker\nBianchi, Sara" in sides[1]
    page.wait_for_selector(".checked .picture")
    assert page.locator(".checked .picture .pair.asked").count() == 2
    assert page.locator(".checked .picture .pair:not(.asked)").count() == 2
    page.click(".checked [data-key=brackets]")
    page.wait_for_selector(".panel")


def test_an_archive_on_an_open_event_asks_which_tournament(page: Page, tmp_path: Path) -> None:
    begin(page)
    with zipfile.ZipFile(tmp_path / "two.zip", "w") as archive:
        for name in ("one.trf", "other.trf"):
            archive.write(OPEN, name)
    data = base64.b64encode((tmp_path / "two.zip").read_bytes()).decode()
    dropped = page.evaluate_handle(
        """text => { const bytes = Uint8Array.from(atob(text), one => one.charCodeAt(0));
        const data = new DataTransfer(); data.items.add(new File([bytes], "two.zip")); return data; }""",
        data,
    )
    page.dispatch_event("body", "drop", {"dataTransfer": dropped})
    page.click(".members button:has-text('other.trf')")
    page.wait_for_selector("h1:has-text('Three Rivers')")


def test_a_picture_has_a_line_for_each_board_and_one_arrow_for_each_float(page: Page) -> None:
    open_file(page, OPEN)
    pair(page, 5)
    page.wait_for_selector("[data-key=round-5][aria-current=true]")
    tap(page, "brackets", then="svg.picture")
    assert page.locator(".picture .pair").count() == page.locator(".board:not(.alone)").count()
    floats = page.locator(".picture .joined").count()
    assert 0 < page.locator(".picture .float").count() <= floats
    page.click(".picture [data-player='10'] >> nth=0")
    page.wait_for_selector(".picture .pair.bold")
    tap(page, "close")
    page.click("[data-number='1']")
    page.wait_for_selector(".picture .label.focus")
    assert "met in round" in (page.locator(".picture .met").first.text_content() or "")
    page.select_option("[data-key=why-not]", "14")
    page.wait_for_selector(".picture .pair.asked")
    assert page.locator(".picture .pair.changed").count() > 0


def test_players_are_added_corrected_withdrawn_and_return(page: Page) -> None:
    first_round(page)
    white_wins(page)
    tap(page, "tab-players", "add summary")
    page.fill("[data-key=add-list]", "Hartmann, Otto, 1650")
    tap(page, "add-now", "about-6")
    page.fill("[data-key=edit-rating]", "1655")
    tap(page, "edit", then="[data-key=player-6]:has-text('1655')")
    tap(page, "about-2", "withdraw", then="tr.away[data-key=player-2]")
    tap(page, "about-2", "return")
    page.wait_for_selector("tr.away", state="detached")
    tap(page, "tab-boards")
    pair(page, 2)
    assert page.locator(".board:not(.alone)").count() == 3
    tap(page, "unpair", then="[data-key=pair]")
    assert "Hartmann, Otto" in saved(page)


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
    with visitor(chromium) as page:
        page.set_default_timeout(120_000)
        with served(TARGET, handler) as distant:
            page.goto(distant)
            page.wait_for_selector("html[data-offline=ready]", state="attached")
        page.reload()
        ready(page)
        first_round(page)


SEEN = """window.seen = []; new MutationObserver(() => { const bar = document.querySelector("#loaded");
if (bar) seen.push(bar.value); }).observe(document, { subtree: true, childList: true, characterData: true });"""


def test_the_bar_moves_while_bytes_arrive(chromium: Browser, address: str) -> None:
    with visitor(chromium, service_workers="block") as page:
        page.add_init_script(SEEN)
        page.goto(address)
        ready(page)
        seen = page.evaluate("seen")
    assert seen == sorted(seen)
    assert len({round(value / 10) for value in seen}) >= 4


def test_what_is_typed_survives_an_error_a_language_and_a_reload(page: Page) -> None:
    page.fill("[data-key=event-name]", "Thursday Club")
    page.fill("[data-key=rounds]", "7")
    page.fill("[data-key=list]", NAMES + "\n\x01Hartmann 99999")
    tap(page, "begin", then=".message")
    page.select_option("[data-key=language]", "fr")
    page.wait_for_selector("html[lang=fr]", state="attached")
    page.reload()
    page.wait_for_selector("[data-key=begin]")
    assert page.input_value("[data-key=event-name]") == "Thursday Club"
    assert page.input_value("[data-key=rounds]") == "7"
    assert page.input_value("[data-key=list]").startswith(NAMES)


def test_letters_typed_while_the_page_loads_stay(chromium: Browser, address: str) -> None:
    letters = "Aalto, Eino 2015 " * 6
    with visitor(chromium) as page:
        page.goto(address)
        page.focus("[data-key=list]")
        page.keyboard.type(letters, delay=20)
        ready(page)
        page.keyboard.type("end")
        assert page.input_value("[data-key=list]") == letters + "end"


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


PIXELS = """async svg => {
  const image = new Image();
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  svg.setAttribute("width", %(size)d);
  svg.setAttribute("height", %(size)d);
  image.src = `data:image/svg+xml,${encodeURIComponent(svg.outerHTML)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = %(size)d;
  const drawing = canvas.getContext("2d");
  drawing.drawImage(image, 0, 0);
  const { data } = drawing.getImageData(0, 0, %(size)d, %(size)d);
  return Array.from({ length: %(size)d ** 2 }, (_, at) => data[at * 4]);
}"""


def scanned(page: Page, code: Locator) -> str:
    """Read a QR code as a phone does, with another program."""
    size = 700
    reader = pytest.importorskip("zxingcpp", reason="needs zxing-cpp: make browser installs it")
    pixels = bytes(code.evaluate(PIXELS % {"size": size}))
    (found,) = reader.read_barcodes(memoryview(pixels).cast("B", (size, size)))
    return str(found.text)


def test_a_link_and_its_code_show_the_boards_on_another_device(page: Page, chromium: Browser) -> None:
    first_round(page)
    tap(page, "result-1-1-0", "link")
    link = page.input_value("[data-key=link-text]")
    assert scanned(page, page.locator(".code svg")) == link
    with visitor(chromium) as other:
        other.goto(link)
        other.wait_for_selector(".board:has-text('Aalto'):has-text('1-0')")
        assert "Castro" in other.inner_text(".board.alone")
        assert other.locator("button").count() == 0


def test_a_large_round_has_several_codes_which_show_all_its_boards(page: Page, chromium: Browser) -> None:
    begin(page, names_of(300))
    pair(page, 1)
    tap(page, "link", then=".code figcaption")
    seen: list[str] = []
    for code in page.locator(".code svg").all():
        with visitor(chromium, viewport={"width": 1920, "height": 1080}) as other:
            other.goto(scanned(page, code))
            other.wait_for_selector(".board .place")
            seen += other.locator(".board .place").all_inner_texts()
    assert seen == [str(board) for board in range(1, 151)]


def test_an_earlier_state_returns_after_a_reload_and_undo_takes_that_back(page: Page) -> None:
    begin(page)
    for number in (1, 2):
        pair(page, number)
        white_wins(page)
    page.reload()
    ready(page)
    tap(page, "tab-file", "history summary")
    page.click("[data-key=history] button:has-text('Before round 2 was paired')")
    tap(page, "tab-boards", then=".next:has-text('Round 2')")
    tap(page, "undo", then=".next:has-text('Round 3')")


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


def test_no_sheet_overlaps_or_is_cut(page: Page) -> None:
    open_file(page, OPEN)
    pair(page, 5)
    page.wait_for_selector("[data-key=round-5][aria-current=true]")
    tap(page, "tab-sheets")
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
    tap(page, "tab-players", then="[data-key=away-1]")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = page.locator("[data-key=away-1]").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= width


def test_sheets_are_as_wide_as_a_phone(page: Page) -> None:
    open_file(page, OPEN)
    pair(page, 5)
    tap(page, "tab-sheets")
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
    tap(page, "events", then="[data-key^=stored]")
    assert bottom_of_begin(page) <= 768


def bottom_of_begin(page: Page) -> float:
    box = page.locator("[data-key=begin]").bounding_box()
    assert box is not None
    return float(box["y"] + box["height"])


@pytest.mark.parametrize("language", ["en", "fr"])
def test_begin_is_in_view_on_a_phone(page: Page, language: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.select_option("[data-key=language]", language)
    assert bottom_of_begin(page) <= 844
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
