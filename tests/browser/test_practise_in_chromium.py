"""The room in which arbiters practise, used with fingers, a mouse, a keyboard and a printer (`make web browser`)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from swisspair.conversation import Conversation
from tests.browser.conftest import tap, visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

CLASS = {"system": "dutch", "edition": "2026", "article": "C9", "level": "medium", "seed": "class"}

RECTANGLES = """() => {
  const all = ".card-of, .table, .seat, .of-table button, .actions button, .choose select";
  const seen = [...document.querySelectorAll(all)].filter(one => one.checkVisibility());
  const boxes = seen.map(one => [one, one.getBoundingClientRect()]);
  const overlapping = boxes.flatMap(([one, box], at) => boxes.slice(at + 1).filter(([other, there]) =>
    !one.contains(other) && !other.contains(one) && box.left < there.right - 1 && there.left < box.right - 1
    && box.top < there.bottom - 1 && there.top < box.bottom - 1).map(([other]) => [one.className, other.className]));
  const names = some => some.map(one => one.className || one.innerText);
  const low = ([one, box]) => one.matches("button, select") && box.height < 43;
  const small = names(boxes.filter(low).map(([one]) => one));
  const cut = names(seen.filter(one => one.scrollWidth > one.clientWidth + 1 && !one.matches("select")));
  return [overlapping, small, cut, document.documentElement.scrollWidth > innerWidth];
}"""


def go(page: Page, **asked: str) -> None:
    """Open the room at an address, as a link for a class does."""
    words = "&".join(f"{key}={value}" for key, value in {**CLASS, **asked}.items() if value)
    page.goto(f"{page.url.partition('?')[0].partition('#')[0]}?view=practise&{words}")
    page.wait_for_selector(".cards")


def solution(**asked: str) -> list[list[int]]:
    given = {key: value for key, value in {**CLASS, **asked}.items() if value}
    pairs: list[list[int]] = Conversation().answer({"ask": "exercise", **given})["pairs"]
    return pairs


def seat(page: Page, pairs: list[list[int]]) -> None:
    """Touch the players of each board one after the other, and the bye's place for a player alone."""
    for white, black in pairs:
        page.click(f"[data-key=card-{white}]")
        page.click(f"[data-key=card-{black}]" if black else ".seat.bye")


def judge(page: Page) -> str:
    tap(page, "check-pairs")
    return str(page.inner_text("[data-key=verdict]"))


def test_an_article_that_is_not_known_offers_another_round(page: Page) -> None:
    page.goto(f"{page.url.partition('?')[0].partition('#')[0]}?view=practise&system=dutch&article=C99")
    page.wait_for_selector(".message:has-text('C99')")
    tap(page, "another", then="[data-key=card-1]")


def test_an_exercise_is_right_by_its_own_solution_and_counts_once(page: Page) -> None:
    go(page)
    seat(page, solution())
    assert judge(page).startswith("Right!")
    assert "Without C9" in page.inner_text("[data-key=lesson]")
    judge(page)
    tap(page, "practised summary")
    assert page.inner_text("[data-key='done dutch 2026 C9']").split()[-2:] == ["1", "1"]
    page.reload()
    page.wait_for_selector(".cards")
    tap(page, "practised summary")
    assert page.inner_text("[data-key='done dutch 2026 C9']").split()[-2:] == ["1", "1"]
    tap(page, "forget-results")
    page.wait_for_selector("[data-key=practised]", state="detached")


def test_a_part_of_the_right_round_is_right_so_far_and_nobody_seated_is_no_round(page: Page) -> None:
    go(page)
    assert judge(page).startswith("Pair somebody")
    seat(page, solution()[:1])
    assert judge(page).startswith("Right so far")
    assert page.locator("[data-key=practised]").count() == 0


def hints(page: Page) -> list[str]:
    assert judge(page).startswith("Not yet")
    found: list[str] = []
    while page.locator("[data-key=next-hint]").count():
        tap(page, "next-hint")
        found.append(page.inner_text(f"[data-key=hint-{len(found)}]"))
    return found


def test_hints_come_one_at_a_time_for_each_kind_of_mistake(page: Page) -> None:
    go(page)
    pairs = solution()
    seat(page, pairs)
    tap(page, "turn-0")
    colours = hints(page)
    assert "some of their colours are wrong" in colours[0]
    assert "[C.04.3 5.2" in colours[1]
    assert colours[-1].startswith("Exchange the colours of")
    tap(page, "turn-0")
    assert judge(page).startswith("Right!")
    white, black, bye = pairs[0][0], pairs[1][1], pairs[-1][0]
    for one, other in ((bye, white), (white, bye)):  # the bye for somebody else, and back again
        page.click(f"[data-key=seat-{seat_of(page, one)}]")
        page.click(f"[data-key=seat-{seat_of(page, other)}]")
        if one == bye:
            assert "[C" in hints(page)[1]
    assert judge(page).startswith("Right!")
    page.click(f"[data-key=seat-{seat_of(page, white)}]")
    page.click(f"[data-key=seat-{seat_of(page, black)}]")
    assert "Exchange" in hints(page)[-1]


def seat_of(page: Page, number: int) -> str:
    name = page.inner_text(f"[data-key=card-{number}] .name")
    return str(page.get_attribute(f".seat:has-text('{number} {name}')", "data-key")).removeprefix("seat-")


def test_a_second_meeting_is_forbidden_by_its_article(page: Page) -> None:
    go(page)
    card = page.locator(".card-of").filter(has_text=re.compile(r"\d+[wb][10=]")).first
    mine = card.locator(".place").inner_text()
    met = re.findall(r"(\d+)[wb][10=]", card.locator(".rounds-of").inner_text())
    other = next(number for number in met if page.locator(f"[data-key=card-{number}]").count())
    seat(page, [[int(mine), int(other)]])
    found = hints(page)
    assert found[0].startswith("A rule forbids")
    assert "C.04.1 2]" in found[1]


def test_the_solution_counts_as_tried_only(page: Page) -> None:
    go(page)
    tap(page, "solution", then="[data-key=lesson]")
    assert judge(page).startswith("Right!")
    tap(page, "practised summary")
    assert page.inner_text("[data-key='done dutch 2026 C9']").split()[-2:] == ["1", "0"]


def test_a_round_is_paired_with_the_keyboard_alone(page: Page) -> None:
    go(page)
    for white, black in solution():
        for key in (f"card-{white}", f"card-{black}" if black else f"seat-{page.locator('.seat').count() - 1}"):
            page.focus(".card-of")
            for _ in range(60):
                if page.evaluate("document.activeElement.dataset.key") == key:
                    break
                inside = page.evaluate("Boolean(document.activeElement.closest('.cards'))") and key.startswith("card")
                page.keyboard.press("ArrowDown" if inside else "Tab")
            page.keyboard.press("Enter")
    page.focus("[data-key=check-pairs]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".verdict.good:has-text('Right!')")


def test_players_are_dragged_to_their_places(page: Page) -> None:
    page.set_viewport_size({"width": 1024, "height": 900})
    go(page)
    white, black = solution()[0]
    page.drag_and_drop(f"[data-key=card-{black}]", "[data-key=seat-1]")
    page.drag_and_drop(f"[data-key=card-{white}]", "[data-key=seat-0]")
    assert judge(page).startswith("Right so far")


def test_a_link_gives_a_class_the_same_round_in_every_language(chromium: Browser, page: Page) -> None:
    go(page)
    link = page.input_value("[data-key=practise-link]")
    with visitor(chromium, locale="fr-FR") as other:
        other.goto(link)
        other.wait_for_selector(".cards")
        assert other.inner_text(".cards") == page.inner_text(".cards")
        assert other.inner_text("h1") == "S’exercer"
        seat(other, solution()[:1])
        assert judge(other).startswith("Juste jusqu’ici")


def test_another_round_another_system_and_back(page: Page) -> None:
    go(page, seed="")
    first = page.input_value("[data-key=practise-link]")
    assert "seed=" in first
    page.evaluate("window.print = () => {}")
    tap(page, "print-solved", "another")
    page.wait_for_url(lambda url: url not in (first, ""))
    page.wait_for_selector("[data-key=paper-blank]", state="attached")
    page.select_option("[data-key=practise-system]", "team 2026")
    page.wait_for_selector(".cards:has-text('Team')")
    assert "system=team" in page.url
    page.go_back()
    page.wait_for_selector(".cards:not(:has-text('Team'))")
    tap(page, "leave", then="[data-key=practise]")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("width", [390, 1024, 1920])
def test_nothing_overlaps_is_cut_or_too_small_to_touch(page: Page, width: int, language: str) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    for level in ("easy", "hard"):
        go(page, article="", level=level)
        page.select_option("[data-key=language]", language)
        page.wait_for_selector(f"h1:has-text('{'Practise' if language == 'en' else 'exercer'}')")
        for _ in range(2):
            overlapping, small, cut, beyond = page.evaluate(RECTANGLES)
            assert (overlapping, small, cut, beyond) == ([], [], [], False)
            tap(page, "solution", then="[data-key=lesson]")


@pytest.mark.parametrize("kind", ["blank", "solved"])
def test_a_sheet_is_one_page_with_or_without_the_solution(page: Page, kind: str) -> None:
    go(page, article="", level="hard", seed="2")
    page.evaluate("window.print = () => {}")
    page.click(f"[data-key=print-{kind}]")
    page.emulate_media(media="print")
    paper = page.inner_text(".paper")
    rows = page.locator(".paper .answer tbody tr").all_inner_texts()
    pairs = solution(article="", level="hard", seed="2")
    expected = [[str(number) for number in pair if number] for pair in pairs]
    told = [re.findall(r"(\d+) [A-Z]", row) for row in rows]
    assert told == (expected if kind == "solved" else [[] for _ in pairs])
    assert ("Without" in paper or "misread" in paper) == (kind == "solved")
    assert not page.locator(".room").is_visible()
    assert len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(format="A4"))) == 1
