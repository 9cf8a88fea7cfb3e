"""A team event on the page: it is begun with line-ups, and results come by boards and by matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import tap
from tests.browser.test_entry_in_chromium import OVERLAPS, written
from tests.browser.test_evening_in_chromium import pair, saved
from trf import read

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, Page

pytestmark = pytest.mark.browser

TEAMS = "\n".join(
    f"{team}{board}, {2200 - 50 * place - 100 * board}, {team}"
    for place, team in enumerate(("Kiel", "Roma", "Brno", "Oslo", "Graz"))
    for board in (1, 2, 3)
)


@pytest.fixture
def league(page: Page) -> Page:
    """Begin a team event with two boards in a match, and pair round 1."""
    page.fill("[data-key=event-name]", "League")
    page.select_option("[data-key=system]", label="Team Pairing System, 2026")
    page.fill("[data-key=list]", TEAMS)
    page.fill("[data-key=rounds]", "3")
    page.fill("[data-key=boards]", "2")
    tap(page, "begin", then="[data-key=pair]")
    pair(page, 1)
    return page


def test_a_line_up_is_chosen_and_no_result_is_lost_without_a_question(league: Page) -> None:
    league.keyboard.press("1")
    league.keyboard.press("0")
    written(league)
    tap(league, "line-ups-1")
    assert [league.input_value(f"[data-key=seat-1-{board}]") for board in (1, 2)] == ["1", "2"]
    league.select_option("[data-key=seat-1-2]", "3")
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        if len(asked) == 1:
            dialog.dismiss()
        else:
            dialog.accept()

    league.on("dialog", answer)
    tap(league, "line-up-use")
    assert league.locator(".panel").count() == 1
    tap(league, "line-up-use")
    assert all("would be lost: 1.2" in words for words in asked)
    league.wait_for_selector(".panel", state="detached")
    league.wait_for_selector("[data-key='board-1.2']:has-text('Kiel3')")
    event = read(saved(league))
    assert [game.is_open for game in event.rounds[0].matches[0].boards] == [False, True]
    assert [note.words for note in event.notes] == ["player 3 sat in for 2"]
    tap(league, "undo", "tab-boards", then="[data-key='board-1.2']:has-text('Kiel2')")


def test_two_players_of_a_line_up_change_places(league: Page) -> None:
    tap(league, "line-ups-1")
    league.select_option("[data-key=seat-1-1]", "2")
    assert league.input_value("[data-key=seat-1-2]") == "1"
    league.select_option("[data-key=seat-1-1]", "0")
    tap(league, "line-up-use", then="[data-key='board-1.1']:has-text('empty')")
    assert league.locator("[data-key='board-1.1'] .result").count() == 0


def test_teams_are_corrected_moved_and_taken_back(league: Page) -> None:
    tap(league, "tab-players", "about-1", "member-3 summary")
    league.fill("[data-key=member-3] [data-key=edit-name]", "Newman")
    league.click("[data-key=member-3] [data-key=edit]")
    league.wait_for_selector(".notice:has-text('Newman')")
    tap(league, "add summary")
    league.fill("[data-key=add-list]", "Reserve, 1500, Roma")
    tap(league, "add-now", then=".notice:has-text('Reserve')")
    tap(league, "tab-boards", "move", "side-1", "side-2", then=".verdict")
    tap(league, "keep", then=".by-hand")
    event = read(saved(league))
    assert {"Newman", "Reserve"} <= {one.name for one in event.players}
    tap(league, "tab-boards", "unpair", then=".next")
    assert read(saved(league)).rounds == ()


def test_a_round_robin_of_teams_is_begun(page: Page) -> None:
    page.select_option("[data-key=system]", label="Round Robin, 2026 (teams)")
    page.fill("[data-key=list]", TEAMS)
    page.fill("[data-key=boards]", "2")
    tap(page, "begin", then="[data-key=pair]")
    pair(page, 1)
    assert len(read(saved(page)).rounds[0].matches) == 2


@pytest.mark.parametrize("width", [390, 1024, 1920])
def test_no_board_of_a_match_overlaps_or_is_cut(league: Page, width: int) -> None:
    league.set_viewport_size({"width": width, "height": 900})
    league.keyboard.press("1")
    for medium in ("screen", "print"):
        league.emulate_media(media=medium)
        number, flat, cut, overlaps, beyond = league.evaluate(OVERLAPS)
        assert (number, flat, overlaps) == (7, 0, 0), medium
        assert medium == "screen" or not cut  # on the screen, printed results have no size
        assert beyond <= 1, medium
        assert league.evaluate("document.documentElement.scrollWidth") <= width
