"""Pages in a real Chromium: what they show, how accessible they are, and how fast large ones stay."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pairing_engine import pair as paired_here
from pairing_engine.answers.published import published, recorded_round
from pairing_engine.facts.model import Settings, Tournament
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.language import ENGLISH
from pairing_engine.language.choosing import in_language
from pairing_engine.standings.table import standings
from pairing_engine.systems.choice import choose
from swisspair import Event
from swisspair import read as event_in
from swisspair.page.sheets import PAPERS, as_printed, poster, round_page, sheet, slips
from swisspair.swisscheck.checked_file import HowToCheck, Sent, check_source
from swisspair.swisscheck.page import report_page
from swisspair.terminal.sources import find
from tests.browser.conftest import PHONE, served, tap, visitor
from tests.browser.test_evening_in_chromium import HOSTILE, first_round, pair, white_wins
from tests.places import FIXTURES, ROOT
from tests.programs.program import ESCAPES, HARMLESS
from tests.programs.robustness.test_inputs import NAMES as STRANGE
from tools.web.build import TARGET
from tools.web.npm import SOURCES, write_package
from trf import read, write

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


def page_of(name: str) -> str:
    name, _, spoken = name.partition("@")
    with in_language(spoken or ENGLISH):
        return _page_of(name)


def _page_of(name: str) -> str:
    if name == "report":
        paths = [FIXTURES / "club-2026-altered.trf", FIXTURES / "trf" / "invalid" / "two-wins.trf"]
        found = (check_source(source, HowToCheck(keep=True, among_others=True)) for source in find(paths))
        return report_page([one for one in found if one is not None])
    if "-before-" in name:
        folder = "worked" if name.startswith("held") else "trf/valid"
        return round_page(name, paired_here(read(FIXTURES / folder / f"{name}.trf")))
    return round_page(name, paired_here(read(FIXTURES / "open-2026-round-5.trf"), round=4, system=name))


PAGES = [
    "report", "held-2026-before-round-8", "held-2026-before-round-1", "dutch", "dubov", "burstein", "lim",
    "double-swiss-before-round-5", "team-before-round-5", "report@fr", "held-2026-before-round-8@fr", "lim@fr",
]  # fmt: skip


MEASURE = """width => {
  const wide = [...document.body.querySelectorAll("*")].filter(one => one.getBoundingClientRect().right > width + 1
    && !one.closest(".scroll, .skip"));
  return {
    scrolled: document.documentElement.scrollWidth, wide: wide.slice(0, 5).map(one => one.outerHTML.slice(0, 120)),
    boards: [...document.querySelectorAll(".scroll:has(.boards, .verdicts)")]
      .filter(one => one.scrollWidth > one.clientWidth).length,
    folded: [...document.querySelectorAll("details:not([open]) table")].map(one => one.checkVisibility()),
    height: document.documentElement.scrollHeight,
    pictures: document.querySelectorAll("main svg[role=img]").length};
}"""


def measure(shown: Any, text: str, width: int) -> Any:
    return shown(text, viewport={"width": width, "height": 800}).evaluate(MEASURE, width)


@pytest.mark.parametrize("width", [390, 1600])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_opens_without_errors_and_fits(shown: Any, name: str, width: int) -> None:
    measured = measure(shown, page_of(name), width)
    assert measured["scrolled"] <= width
    assert measured["wide"] == []
    assert measured["boards"] == 0, "tables of boards that must be scrolled"
    assert measured["height"] > 800
    assert measured["pictures"]
    assert not any(measured["folded"])


def test_on_paper_a_report_shows_what_differs_and_not_every_board(shown: Any) -> None:
    printed = page_of("report").replace("@media print", "@media all")
    assert 'class="sides"' in printed
    folded = measure(shown, printed, 700)["folded"]
    assert folded
    assert not any(folded)


def test_a_red_round_is_drawn_with_the_boards_of_the_file_dashed() -> None:
    found = re.search(r'<figure class="picture">.*?</figure>', page_of("report"), re.DOTALL)
    assert found
    assert re.findall(r"<text class=\"(?:joined|resident)\"[^>]*>([^<]*)", found[0]) == [
        "4 Dvorak, Hana", "2 Bianchi, Sara", "3 Castro, Iker", "7 Gruber, Lena",
    ]  # fmt: skip
    assert found[0].count('class="pair"') == found[0].count('class="instead"') == 2
    assert "4 Dvorak, Hana comes from 2.0 points" in found[0]


def example() -> str:
    found = re.search(r"```html\n(.*?)```", (ROOT / "docs" / "browser.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1].replace("swisspair/", "")


def test_the_example_pairs_and_shows_the_page(chromium: Browser, address: str) -> None:
    with visitor(chromium, service_workers="block", locale="en-GB") as page:
        page.route("**/manager.html", lambda route: route.fulfill(body=example(), content_type="text/html"))
        page.goto(f"{address}manager.html")
        page.wait_for_function("document.querySelector('#answer').textContent")
        answer = json.loads(page.inner_text("#answer"))
        rules = paired_here(read(TARGET / "example.trf")).to_dict()
        assert answer["round"]["boards"] == json.loads(json.dumps(rules))["boards"]
        assert answer["why"]["lines"]
        page.frame_locator("iframe").locator("[data-key=example]").click()
        page.frame_locator("iframe").locator(".board").first.wait_for()


def test_the_example_of_the_package_runs_in_chromium(chromium: Browser) -> None:
    folder = write_package()
    text = (SOURCES / "README.md").read_text(encoding="utf-8")
    script = "".join(re.findall(r"^```js\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    where = json.dumps({"imports": {"swisspair": "./browser.js"}})
    html = f'<!DOCTYPE html><script type="importmap">{where}</script><script type="module">{script}</script>'
    said: list[str] = []
    with served(folder) as address, visitor(chromium) as page:
        page.on("console", lambda message: said.append(message.text))
        page.route("**/example.html", lambda route: route.fulfill(body=html, content_type="text/html"))
        with page.expect_console_message(lambda message: message.text == "5 agrees"):
            page.goto(f"{address}example.html")
    assert said[:2] == [
        "1-3 4-2",
        "5 Eder (0.0) in round 1: the pairing-allocated bye",
    ]  # by swisspair --engine reference
    assert (len(said), said[-1]) == (21, "5 agrees")


VIEWS = "boards", "players", "standings", "sheets", "check", "file"
TOUCHED = "button", "link", "textbox", "combobox", "checkbox", "searchbox", "spinbutton", "DisclosureTriangle"

CONTRASTS = """() => {
  const parts = colour => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([r, g, b]) => {
    const linear = [r, g, b].map(v => v / 255).map(v => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const behind = element => {
    for (let one = element; one; one = one.parentElement) {
      const found = parts(getComputedStyle(one).backgroundColor);
      if (found[3] === 255) return found;
    }
    return [255, 255, 255];
  };
  const texts = [...document.querySelectorAll("body *")].filter(one =>
    one.checkVisibility() && [...one.childNodes].some(child => child.nodeType === 3 && child.data.trim()));
  return texts.map(one => {
    const [lighter, darker] = [parts(getComputedStyle(one).color), behind(one)].map(luminance).sort((a, b) => b - a);
    return [(lighter + 0.05) / (darker + 0.05), one.className + ": " + one.textContent.trim().slice(0, 40)];
  }).filter(([contrast]) => contrast < 4.5);
}"""
"""A script that lists texts with too little contrast for level AA of WCAG 2.2."""


def tree(page: Page) -> list[tuple[str, str]]:
    """Return the role and the name of every element, as Chromium reports them to a screen reader."""
    found = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")
    return [_role_and_name(one) for one in found["nodes"] if not one.get("ignored")]


def _role_and_name(node: dict[str, Any]) -> tuple[str, str]:
    return str(node.get("role", {}).get("value", "")), str(node.get("name", {}).get("value", ""))


def in_the_middle(page: Page) -> None:
    first_round(page)
    white_wins(page)
    pair(page, 2)


def test_every_control_has_an_accessible_name(page: Page) -> None:
    in_the_middle(page)
    for view in VIEWS:
        page.click(f"[data-key=tab-{view}]")
        page.wait_for_selector(".busy", state="detached")
        found = tree(page)
        assert [one for one in found if one[0] in TOUCHED and not one[1]] == [], view
        assert {"main", "navigation", "heading", "status"} <= {role for role, _ in found}


def test_the_status_line_announces_changes(page: Page) -> None:
    assert page.inner_text("#status") == "The engine is ready"
    in_the_middle(page)
    assert page.get_attribute("#status", "aria-live") == "polite"
    assert page.inner_text("#status") == "Round 2. Results missing: 2"
    assert ("group", "Result of board 1") in tree(page)
    tap(page, "side-1", then=".panel")
    assert ("complementary", "Aalto, Eino") in tree(page)
    tap(page, "close", "tab-file")
    page.click("summary:has-text('The organiser')")
    page.fill("[data-key=wish-pairs]", "1-900")
    tap(page, "wish-add", then="[role=alert]")
    assert any(role == "alert" for role, _ in tree(page))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_the_contrast_of_aa(page: Page, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    page.evaluate("Promise.all(document.getAnimations().map(fade => fade.finished)).then(() => null)")
    assert page.evaluate(CONTRASTS) == []
    in_the_middle(page)
    for view in VIEWS:
        page.click(f"[data-key=tab-{view}]")
        page.wait_for_selector(".busy", state="detached")
        assert page.evaluate(CONTRASTS) == [], view


def strange_event() -> str:
    names = iter([*STRANGE.values(), *HOSTILE, *(f"Li{escape}Wei" for escape in ESCAPES), *STRANGE.values()])
    lines = (FIXTURES / "open-2026-round-5.trf").read_text(encoding="utf-8").splitlines()
    return "\n".join(
        line[:14] + next(names).ljust(33)[:33] + line[47:] if line.startswith("001") else line for line in lines
    )


def test_strange_names_are_shown_as_text_everywhere(page: Page, tmp_path: Path) -> None:
    page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
    (tmp_path / "strange.trf").write_text(strange_event(), encoding="utf-8", newline="")
    page.set_input_files("#open", str(tmp_path / "strange.trf"))
    pair(page, 5)
    for view in VIEWS:
        page.click(f"[data-key=tab-{view}]")
        page.wait_for_selector(".busy", state="detached")
        assert HARMLESS.fullmatch(page.inner_text("main").replace("\t", " ")), view
        assert page.locator("main :is(script, img, b, a[href^=javascript])").count() == 0


DESK = {"width": 1280, "height": 900}


@cache
def event(players: int = 300) -> Tournament:
    """Build an event of three rounds in which player 17 is Dvořák, Hana."""
    found = generate(Plan(players=players, rounds=3), 5, choose(Settings()).system)
    names = {17: "Dvořák, Hana"}
    everybody = (one._replace(name=names.get(one.tpn, one.name)) for one in found.participants)
    return found._replace(participants=tuple(everybody))


@cache
def text_of(name: str) -> str:
    if name == "round":
        return round_page("open.trf", paired_here(event(), round=3))
    if name in ("boards", "slips"):
        return {"boards": sheet, "slips": slips}[name](published(paired_here(event(), round=3)))
    if name in ("standings", "crosstable"):
        return poster("open.trf", standings(event()), crosstable=name == "crosstable")
    return report_of(event())


def report_of(tournament: Tournament) -> str:
    checked = check_source(Sent("open.trf", write(tournament).encode()), HowToCheck(keep=True))
    assert checked is not None
    return report_page([checked])


@pytest.fixture
def shown(chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Yield a function that opens a page. Fail the test if the browser's console shows a message."""
    monkeypatch.chdir(tmp_path)
    said: list[str] = []
    with ExitStack() as windows:

        def opened(text: str, **options: Any) -> Page:
            Path("page.html").write_text(text, encoding="utf-8")
            page = windows.enter_context(visitor(chromium, **{"viewport": DESK, **options}))
            page.on("console", lambda message: said.append(message.text))
            page.on("pageerror", lambda error: said.append(str(error)))
            page.goto(Path("page.html").absolute().as_uri())
            return page

        yield opened
    assert said == []


def visible(page: Page, selector: str) -> int:
    return int(page.locator(f"{selector}:visible").count())


@pytest.mark.parametrize("wanted", ["dvorak", "Hana Dvořák", "17"])
def test_a_player_is_found_by_name_or_number(shown: Any, wanted: str) -> None:
    page = shown(text_of("round"))
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
    page = shown(text_of("report"))
    assert visible(page, ".verdicts tbody tr") == 0
    page.fill("input[type=search]", "dvorak")
    assert visible(page, ".verdicts tbody tr") == 3
    page.fill("input[type=search]", "")
    assert visible(page, ".verdicts tbody tr") == 0


def test_without_scripts_the_page_is_complete(shown: Any) -> None:
    page = shown(text_of("round"), java_script_enabled=False)
    assert visible(page, "input") == 0
    assert visible(page, ".boards tbody tr") > 100
    assert visible(page, "noscript p") == 1


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_sections_scroll_and_stay_below_the_search(shown: Any, viewport: dict[str, int]) -> None:
    page = shown(text_of("round"), viewport=viewport)
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    page.click("nav a[href='#players']")
    assert page.locator("#players").bounding_box()["y"] >= page.locator("nav").bounding_box()["height"] - 1
    assert page.locator("input[type=search]").is_visible()
    if viewport == DESK:
        assert page.locator("#before .scroll").bounding_box()["height"] <= viewport["height"]


def test_the_keyboard_reaches_the_search_and_the_tables(shown: Any) -> None:
    page = shown(text_of("round"))
    reached = []
    for _ in range(9):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.type || document.activeElement.className"))
    assert reached.index("search") < reached.index("scroll")


def test_a_search_is_readable_by_night(shown: Any) -> None:
    page = shown(text_of("round"), color_scheme="dark")
    colours = page.evaluate("(({color, backgroundColor}) => [color, backgroundColor])"
                            "(getComputedStyle(document.querySelector('input')))")  # fmt: skip
    ink, paper = (sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in colours)
    assert ink - paper > 400


def test_a_search_does_not_shorten_the_printout(shown: Any) -> None:
    page = shown(text_of("round"))
    whole = pages_of(page)
    page.fill("input[type=search]", "dvorak")
    assert pages_of(page) == whole
    assert 10 < whole < 100


def pages_of(page: Page) -> int:
    return len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(format="A4")))


@pytest.mark.parametrize("name", ["boards", "slips", "standings", "crosstable"])
def test_a_sheet_is_read_on_a_phone_by_night(shown: Any, name: str) -> None:
    page = shown(text_of(name), viewport=PHONE, color_scheme="dark")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    colour = page.evaluate("getComputedStyle(document.querySelector('h1, h2')).color")
    assert sum(map(int, re.findall(r"\d+", colour)[:3])) > 600
    assert page.evaluate("document.querySelectorAll('script').length") == 0


LAST = ["Li", "Nepomniachtchi", "Castellanos-Montenegro", "Thirunavukkarasu", "von-und-zu-Liechtenstein"]
FIRST = ["Ana", "Håkon", "Jean-Christophe", "Maria-Magdalena"]
ONE = f"""012 Rapid
142 3
152 W
192 FIDE_DUTCH
001    1      {"Castellanos-Montenegro, Elisabett":33} 2015 FIN{"1.0":>28}{1:>5}  0000 - U
"""
PRINTED = """() => { const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), broken = [];
  const over = 'td, th, li, h1, h2, p, section';
  while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/[^\\s-]+/g)) { const range = new Range();
    range.setStart(texts.currentNode, word.index); range.setEnd(texts.currentNode, word.index + word[0].length);
    if (new Set([...range.getClientRects()].map(one => one.top)).size > 1) broken.push(word[0]); }
  const cut = [...document.querySelectorAll(over)].filter(one => one.scrollWidth > one.clientWidth + 1);
  return [broken, cut.map(one => one.textContent)]; }"""


@cache
def event_on_paper(players: int, boards: int) -> Event:
    if players == 1:
        return event_in(ONE)
    towns = ("Kiel", "Schachclub Bargteheide", "Saint-Quentin-en-Yvelines")
    people = [
        f"{LAST[at % 5]} {at}, {FIRST[at % 4]};{2600 - 5 * at};{towns[place % 3]} {place}"
        for at in range(players)
        for place in [at // (boards or 1)]
    ]
    text = "\n".join(["Name;Rating;Team" if boards else "Name;Rating;Club", *people])
    system = "team" if boards else "dutch"
    event = Event.new("Osterturnier", text, 3, system, initial_colour="white", boards=boards or None)
    event = event.play(event.pair())
    places = range(1, len(event.rounds[0].pairings) + 1)
    seats = [f"{place}.{board}" for place in places for board in range(1, boards + 1)] or places
    return event.enter(" ".join(f"{seat}:1-0" for seat in seats))


@pytest.mark.parametrize(("players", "boards"), [(1, 0), (14, 0), (60, 0), (300, 0), (12, 4), (60, 4), (300, 4)])
@pytest.mark.parametrize("name", ["sheet", "results", "slips", "poster", "crosstable"])
def test_no_word_is_broken_or_cut_on_paper(shown: Any, name: str, players: int, boards: int) -> None:
    event = event_on_paper(players, boards)
    if name in PAPERS:
        page = shown(PAPERS[name](recorded_round(event, 1)))
    else:
        page = shown(poster("", standings(event), crosstable=name == "crosstable"))
    page.set_viewport_size({"width": 1047 if name == "crosstable" else 718, "height": 900})  # A4 without its margins
    page.emulate_media(media="print")
    assert page.evaluate(PRINTED) == [[], []]


def test_a_report_of_200_players_with_one_difference_prints_on_two_pages(shown: Any) -> None:
    *before, last = event(200).rounds
    one, other, *rest = last.games
    rounds = (*before, last._replace(games=(one._replace(black=other.black), other._replace(black=one.black), *rest)))
    text = report_of(event(200)._replace(rounds=rounds))
    assert len(re.findall(rb"/Type\s*/Page[^s]", as_printed(text, as_pdf=True))) == 2
    page = shown(text)
    assert pages_of(page) <= 2
    assert [one.inner_text() for one in page.locator(".strip .differs").all()] == ["3✗"]
    assert page.locator(".sides tbody tr").count() == 2
    assert page.locator("figure.picture").count() >= 1
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
