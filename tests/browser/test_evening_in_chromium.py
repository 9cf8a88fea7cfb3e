"""An arbiter's evening on the page, from the first name to the last poster (`make web browser`)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import IN_BOTH, PHONE, ready, result, tap, visitor
from tests.places import FIXTURES
from trf import read

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

OPEN = FIXTURES / "open-2026-round-5.trf"
NAMES = "Aalto, Eino 2015\nBianchi, Carla 1890\nCastro, Luis\nEdlund, Maja 1700\nGruber, Karl 1500"


def begin(page: Page, names: str = NAMES, rounds: int = 3) -> None:
    page.fill("[data-key=event-name]", "Thursday Club")
    page.fill("[data-key=rounds]", str(rounds))
    page.fill("[data-key=list]", names)
    tap(page, "begin", then="[data-key=pair]")


def open_file(page: Page, path: Path) -> None:
    page.set_input_files("#open", str(path))


def pair(page: Page, number: int) -> None:
    tap(page, "pair", then=f".head h2:has-text('Round {number}')")


def first_round(page: Page) -> None:
    begin(page)
    pair(page, 1)


def white_wins(page: Page) -> None:
    for board in range(1, page.locator(".board:not(.alone)").count() + 1):
        result(page, board, "1-0")


def saved(page: Page) -> str:
    tap(page, "tab-file")
    with page.expect_download() as download:
        tap(page, "save")
    return Path(download.value.path()).read_text(encoding="utf-8")


def test_results_are_tapped_corrected_and_undone(page: Page) -> None:
    first_round(page)
    result(page, 1, "1-0")
    result(page, 1, "½-½")
    page.select_option("[data-key=other-1]", "+--")
    page.wait_for_selector(".other.set")
    tap(page, "undo", then="[data-key='result-1-½-½'][aria-pressed=true]")


def test_redo_takes_undo_back_until_something_else_is_changed(page: Page) -> None:
    first_round(page)
    result(page, 1, "1-0")
    result(page, 2, "0-1")
    tap(page, "undo", then="[data-key='result-2-0-1'][aria-pressed=false]")
    tap(page, "undo", then="[data-key='result-1-1-0'][aria-pressed=false]")
    page.reload()
    tap(page, "redo", then="[data-key='result-1-1-0'][aria-pressed=true]")
    tap(page, "redo", then="[data-key='result-2-0-1'][aria-pressed=true]")
    page.wait_for_selector("[data-key=redo]", state="detached")
    tap(page, "undo", then="[data-key=redo]")
    result(page, 2, "½-½")
    page.wait_for_selector("[data-key=redo]", state="detached")
    tap(page, "undo", then="[data-key='result-2-½-½'][aria-pressed=false]")


def test_players_are_moved_by_hand_after_the_rules_were_heard(page: Page) -> None:
    first_round(page)
    tap(page, "move", "side-1", "side-2", then="[data-key=keep]")
    assert "the rules demand other boards" in page.inner_text(".panel .verdict.worse")
    tap(page, "keep", then=".by-hand")
    assert "### MPA @ Round 1" in saved(page)


FACTS = {
    "name": "Rapid Open 12 December 2026", "city": "Kiel", "federation": "GER", "first day": "2026-11-26",
    "last day": "2026-11-26", "days": "26.11.2026",
    "chief arbiter": "Albrecht, Nora", "time control": "15 min",
}  # fmt: skip


def test_the_facts_of_the_event_are_stated_until_nothing_but_players_is_missing(page: Page) -> None:
    begin(page, rounds=1)
    pair(page, 1)
    white_wins(page)
    tap(page, "tab-file", then="[data-key=missing]")
    assert "the event does not state the time control" in page.inner_text("[data-key=missing]")
    for key, text in FACTS.items():
        page.fill(f"[data-key='fact-{key}']", text)
    tap(page, "fact", then=".notice:has-text('Albrecht, Nora')")
    assert "does not state" not in page.inner_text("[data-key=missing]")
    event = read(saved(page))
    assert event.name == FACTS["name"], "a day in a name is no day"
    settings = event.settings
    assert (settings.city, settings.federation, settings.chief_arbiter) == ("Kiel", "GER", "Albrecht, Nora")
    assert (settings.first_day, settings.round_days) == ("2026/11/26", ("2026/11/26",))


def test_tie_breaks_are_changed_at_any_time(page: Page) -> None:
    first_round(page)
    tap(page, "tab-standings", "change-tie-breaks summary")
    page.fill("[data-key=tie-breaks-codes]", "BH, XX")
    tap(page, "tie-breaks", then=".message:has-text('there is no tie-break')")
    page.fill("[data-key=tie-breaks-codes]", "SB, DE")
    tap(page, "tie-breaks", then=".notice:has-text('SB, DE')")
    tap(page, "tab-boards")
    white_wins(page)
    tap(page, "tab-standings", then="table.standings th:has-text('SB')")
    assert read(saved(page)).settings.tie_breaks == ("SB", "DE")


def test_a_direct_encounter_that_separates_nobody_is_no_column(page: Page) -> None:
    first_round(page)
    white_wins(page)
    tap(page, "tab-standings", then="table.standings")
    heads = page.locator("table.standings thead th").all_inner_texts()
    assert [head for head in heads if head in ("PTS", "DE", "BH", "SB")] == ["PTS", "BH", "SB"]


def test_the_row_of_a_forfeit_is_as_wide_as_the_others(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    first_round(page)
    before = page.locator(".board:not(.alone) .side").evaluate_all("all => all.map(one => one.offsetWidth)")
    page.select_option("[data-key=other-1]", "--+")
    page.wait_for_selector("[data-key=other-1].set")
    after = page.locator(".board:not(.alone) .side").evaluate_all("all => all.map(one => one.offsetWidth)")
    assert after == before


PERSON = {
    "title": "wfm", "federation": "ger", "club": "Harbour", "FIDE number": "24600001", "birth date": "02.04.1988",
}  # fmt: skip


def test_a_player_has_byes_in_any_later_round_and_all_that_a_report_needs(page: Page) -> None:
    first_round(page)
    tap(page, "tab-players", "about-2", "later-byes summary")
    page.select_option("[data-key=bye-3]", "H")
    page.wait_for_function("document.querySelector('[data-key=bye-3]').value === 'H'")
    page.select_option("[data-key=bye-2]", "Z")
    page.wait_for_selector("tr.away[data-key=player-2]")
    for key, text in PERSON.items():
        page.fill(f"[data-key='edit-{key}']", text)
    tap(page, "edit", then="[data-key=player-2]:has-text('WFM')")
    tap(page, "about-2")
    assert [page.input_value(f"[data-key='edit-{key}']") for key in PERSON] == [
        "WFM", "GER", "Harbour", "24600001", "2 April 1988",
    ]  # fmt: skip
    event = read(saved(page))
    assert [(asked.round, asked.bye.kind.value) for asked in event.requests] == [(2, "Z"), (3, "H")]
    assert event.participants[1].birth == "1988/04/02"
    shown = page.evaluate("""async () => {
        const { inWords } = await import("./app/dates.js");
        return ["2026/02/28", "2026/02/31", "2026/04/00"].map(inWords);
    }""")
    assert shown == ["28 February 2026", "2026/02/31", "2026/04/00"]


@pytest.mark.parametrize(
    ("instead", "then", "noted"),
    [("5", ".board:not(.alone) [data-key=side-5]", True), ("point", "[data-key^=other-].set", False)],
)
def test_a_player_who_left_is_replaced_in_one_step(page: Page, instead: str, then: str, noted: bool) -> None:
    begin(page)
    tap(page, "tab-players")
    page.select_option("[data-key=away-5]", "Z")
    page.wait_for_selector("tr.away")
    tap(page, "tab-boards")
    pair(page, 1)
    tap(page, "side-2")
    page.select_option("[data-key=stand-in]", instead)
    page.wait_for_selector(then)
    notes = read(saved(page)).notes
    assert [(one.kind.name, one.round) for one in notes] == ([("STAND_IN", 1)] if noted else [])
    tap(page, "tab-check", "check-now", then=".report:has-text('1 round agrees')")


def test_why_not_and_what_if_follow_in_the_panel(page: Page) -> None:
    first_round(page)
    tap(page, "side-2")
    page.select_option("[data-key=why-not]", "bye")
    page.wait_for_selector(".more .line")
    page.select_option("[data-key=what-if]", "absent:2")
    page.wait_for_selector(".more .line:has-text('is absent')")


def test_a_damaged_file_is_mended_in_place(page: Page, tmp_path: Path) -> None:
    text = OPEN.read_text(encoding="utf-8")
    damaged = tmp_path / "damaged.trf"
    damaged.write_text(text.replace("001    3", "001    x", 1), encoding="utf-8")
    open_file(page, damaged)
    page.wait_for_selector(".broken")
    assert "column 8" in page.inner_text(".broken .card >> nth=0")
    assert page.inner_text(".broken mark >> nth=0") == "x"
    line = page.locator(".broken input.raw >> nth=0")
    line.fill(line.input_value().replace("001    x", "001    3"))
    page.click(".broken [data-key^=mend] >> nth=0")
    page.wait_for_selector("[data-key=pair]")
    assert saved(page) == text


def test_no_tool_moves_under_the_finger_at_the_first_result(page: Page) -> None:
    first_round(page)
    places = [page.locator(f"[data-key={key}]").bounding_box() for key in ("move", "unpair")]
    result(page, 1, "1-0")
    page.wait_for_selector("[data-key=verify]")
    assert [page.locator(f"[data-key={key}]").bounding_box() for key in ("move", "unpair")] == places


@IN_BOTH
def test_a_reload_in_the_middle_loses_nothing(page: Page) -> None:
    first_round(page)
    result(page, 1, "0-1")
    page.reload()
    page.wait_for_selector("[data-key='result-1-0-1'][aria-pressed=true]")
    tap(page, "undo", then="[data-key='result-1-0-1'][aria-pressed=false]")


def test_the_page_works_without_a_network(page: Page) -> None:
    page.wait_for_selector("html[data-offline=ready]", state="attached")  # all files are stored
    page.context.set_offline(True)
    page.reload()
    ready(page)
    first_round(page)
    page.context.set_offline(False)


def test_an_unusable_memory_is_made_anew(chromium: Browser, address: str) -> None:
    with visitor(chromium, service_workers="block") as page:
        page.context.route("**/memory.packed", lambda route: route.fulfill(body=b"no memory"))
        page.goto(address)
        ready(page)
        first_round(page)


def test_the_worker_may_not_speak_to_others(page: Page, address: str) -> None:
    found = page.evaluate(
        """() => new Promise(resolve => {
            const source = 'fetch("https://elsewhere.example/").then(() => postMessage("sent"), () => {});'
                + 'addEventListener("securitypolicyviolation", event => postMessage(event.effectiveDirective));';
            const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
            worker.onmessage = event => resolve(event.data);
        })"""
    )
    assert found == "connect-src"


def test_the_page_speaks_french(page: Page) -> None:
    page.select_option("[data-key=language]", "fr")
    page.wait_for_selector("html[lang=fr]", state="attached")
    begin(page)
    tap(page, "pair", then=".head h2:has-text('Ronde 1 sur 3')")
    tap(page, "side-1", then=".panel .line")
    assert "échiquier" in page.inner_text(".panel")
    assert page.inner_text("[data-key=tab-standings]") == "Classement"


HOSTILE = [
    "<img src=x onerror=alert()>", "<script>alert()</script>", "\"'&lt;b&gt;", "{name} ${name}", "\u202eesrever",
    "javascript:alert()",
]  # fmt: skip


def test_names_are_never_markup(page: Page) -> None:
    page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
    begin(page, "\n".join(HOSTILE))
    pair(page, 1)
    shown = page.inner_text(".boards")
    assert "<script>alert()</script>" in shown
    assert "\u202e" not in shown
    tap(page, "brackets", then=".panel svg.picture")
    assert page.locator("main script, main img").count() == 0
    tap(page, "tab-sheets", "sheet-round")
    frame = page.frame_locator(".sheet iframe")
    frame.locator("h1").wait_for()
    assert frame.locator("script, img").count() == 0


def test_300_players_are_paired_and_the_page_stays_usable(page: Page) -> None:
    names = [f"Player {chr(65 + number // 26)}{chr(97 + number % 26)}" for number in range(300)]
    begin(page, "\n".join(f"{name} {2500 - place}" for place, name in enumerate(names)), rounds=9)
    pair(page, 1)
    assert page.locator(".board").count() == 150
    opened = "document.querySelector('[data-key=brackets]').click(); !!document.querySelector('.panel .busy progress')"
    assert page.evaluate(opened)
    page.wait_for_selector(".panel svg.picture")
    tap(page, "close")
    result(page, 150, "1-0")
    tap(page, "tab-players")
    page.fill("[data-key=search]", "player bq")
    assert page.locator(".players tbody tr:visible").count() == 1


def test_no_message_moves_a_board(page: Page) -> None:
    open_file(page, OPEN)
    pair(page, 5)
    page.wait_for_selector(".notice")
    top = "document.querySelector('.board').getBoundingClientRect().top + scrollY"
    before = page.evaluate(top)
    white_wins(page)
    page.wait_for_selector(".open:has-text('All results')")
    page.wait_for_selector(".notice", state="detached")
    assert page.evaluate(top) == before


@pytest.mark.parametrize("width", [1180, 1600])
def test_names_stay_on_one_line_beside_the_panel(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    open_file(page, OPEN)
    pair(page, 5)
    tap(page, "side-3", then=".panel")
    one_line = page.evaluate(
        "[...document.querySelectorAll('.board .name')]"
        ".every(one => one.clientHeight < 32 && one.scrollWidth <= one.clientWidth)"
    )
    assert one_line
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [360, 390, 1024, 1920])
def test_nothing_is_wider_than_the_window(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    open_file(page, OPEN)
    pair(page, 5)
    for view in ("boards", "players", "standings", "check", "file"):
        page.click(f"[data-key=tab-{view}]")
        if view == "standings":
            page.check("[data-key=crosstable]")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, view


def test_a_projector_follows_in_another_window(page: Page, address: str) -> None:
    begin(page)
    wall = page.context.new_page()
    wall.goto(f"{address}?view=wall")
    wall.wait_for_selector(".empty")
    pair(page, 1)
    wall.wait_for_selector(".board")
    tap(page, "result-1-1-0")
    wall.wait_for_selector(".results:has-text('1-0')")


def test_the_boards_are_printed_without_the_page_around_them(page: Page, tmp_path: Path) -> None:
    first_round(page)
    page.emulate_media(media="print")
    assert page.locator(".tabs").is_hidden()
    assert page.locator(".result >> nth=0").is_hidden()
    assert page.locator(".board .name >> nth=0").is_visible()
    pdf = page.pdf()
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1


def test_boards_can_be_reached_by_keyboard(page: Page) -> None:
    first_round(page)
    page.focus("[data-key=side-1]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".panel")
    page.keyboard.press("Escape")
    page.wait_for_selector(".panel", state="detached")
    page.focus("[data-key='result-1-1-0']")
    page.keyboard.press("Space")
    page.wait_for_selector("[data-key='result-1-1-0'][aria-pressed=true]")
    assert page.evaluate("document.activeElement.dataset.key") == "result-1-1-0"


def test_forgetting_leaves_nothing(page: Page) -> None:
    begin(page)
    page.on("dialog", lambda dialog: dialog.accept())
    tap(page, "tab-file", "forget", then="[data-key=begin]")
    assert json.loads(page.evaluate("JSON.stringify(Object.keys(localStorage))")) == []
    assert page.locator("[data-key=stored]").count() == 0


def test_another_file_replaces_no_event(page: Page) -> None:
    first_round(page)
    dropped = page.evaluate_handle(
        """text => { const data = new DataTransfer(); data.items.add(new File([text], "other.trf")); return data; }""",
        OPEN.read_text(encoding="utf-8"),
    )
    page.dispatch_event("body", "drop", {"dataTransfer": dropped})
    page.wait_for_selector(".notice:has-text('Thursday Club stays in this browser')")
    tap(page, "events", then="[data-key=stored]")
    assert page.locator("[data-key=stored] button").count() == 2
    page.click("[data-key=stored] button:has-text('Thursday Club')")
    page.wait_for_selector(".head h2:has-text('Round 1')")
    tap(page, "undo", then="[data-key=pair]")


def second_window(page: Page) -> Page:
    """Begin an event, pair its first round, and open it in a second window."""
    first_round(page)
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("[data-key='result-1-1-0']")
    return other


def test_two_windows_follow_each_other(page: Page) -> None:
    other = second_window(page)
    tap(page, "result-1-1-0")
    other.wait_for_selector("[data-key='result-1-1-0'][aria-pressed=true]")
    tap(other, "result-2-0-1")
    page.wait_for_selector("[data-key='result-2-0-1'][aria-pressed=true]")
    assert page.locator("[data-key='result-1-1-0'][aria-pressed=true]").count() == 1
    other.close()


def test_an_event_that_another_window_forgets_stays_where_it_goes_on(page: Page) -> None:
    other = second_window(page)
    page.on("dialog", lambda dialog: dialog.accept())
    tap(page, "tab-file", "forget", then="[data-key=begin]")
    tap(other, "result-1-1-0")
    while other.evaluate("Object.keys(localStorage).some(key => key.endsWith('entered'))"):
        other.wait_for_timeout(20)
    page.reload()
    page.click("[data-key=stored] button:has-text('Thursday Club')")
    page.wait_for_selector("[data-key='result-1-1-0'][aria-pressed=true]")
    other.close()


FULL = "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }"
DENIED = """for (const name of ['indexedDB', 'localStorage'])
  Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } });"""


@pytest.mark.parametrize("broken", [FULL, DENIED], ids=["full", "denied"])
def test_a_browser_that_stores_nothing_says_so_and_goes_on(page: Page, broken: str) -> None:
    page.add_init_script(broken)
    page.reload()
    ready(page)
    begin(page)
    page.wait_for_selector(".message:has-text('Not saved')")
    pair(page, 1)
    white_wins(page)
    assert "Aalto" in saved(page)


@pytest.mark.parametrize("width", [360, 390])
def test_the_tabs_stand_in_one_row_on_a_phone_in_french(chromium: Browser, address: str, width: int) -> None:
    with visitor(chromium, viewport={"width": width, "height": 844}, locale="fr-FR") as page:
        page.goto(address)
        ready(page)
        open_file(page, OPEN)
        page.wait_for_selector(".tabs")
        boxes = [one.bounding_box() for one in page.locator(".tabs button").all()]
    assert len({box["y"] for box in boxes if box}) == 1
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)


@pytest.mark.parametrize("language", ["en-US", "fr-FR"])
def test_one_row_of_tools_stands_before_board_1_on_a_phone(chromium: Browser, address: str, language: str) -> None:
    with visitor(chromium, viewport=PHONE, locale=language, is_mobile=True, has_touch=True) as page:
        page.goto(address)
        ready(page)
        open_file(page, OPEN)
        tap(page, "pair", then=".head h2:has-text('5')")
        boxes = {
            name: [box for one in page.locator(name).all() if (box := one.bounding_box())]
            for name in (".tabs", ".view :is(button, select, a)", ".board")
        }
        first = boxes[".board"][0]["y"]
        rows = {box["y"] for box in boxes[".view :is(button, select, a)"] if box["y"] < first}
        assert len(rows) == 1
        assert first < 290
        tap(page, "round-3", then=".head h2:has-text('3')")
