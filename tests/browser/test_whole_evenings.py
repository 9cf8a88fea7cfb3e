"""Four evenings on the page, from the list to the check, with at most 70 touches each; most results are typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pairing_engine.facts.model import ByeKind, EventKind
from swisspair import read
from tests.browser.conftest import IN_BOTH, tap
from tests.browser.test_entry_in_chromium import written
from tests.browser.test_evening_in_chromium import saved
from tests.evenings import LISTS, differing, differing_by_bbp

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from swisspair import Event

pytestmark = [pytest.mark.browser, IN_BOTH]

MOST_TOUCHES = 70


class Hand:
    """The arbiter's hand, which counts its touches."""

    def __init__(self, page: Page, downloads: Path) -> None:
        self.page, self.downloads, self.touches = page, downloads, 0

    def touch(self, *keys: str, then: str | None = None) -> None:
        self.touches += len(keys)
        tap(self.page, *keys, then=then)

    def choose(self, key: str, value: str, then: str) -> None:
        self.touches += 1
        self.page.select_option(f"[data-key='{key}']", value)
        self.page.wait_for_selector(then)

    def write(self, **fields: str) -> None:
        for key, text in fields.items():
            for value in ("", text):  # a number is not selected in Firefox, so that 5 would become 55
                self.page.fill(f"[data-key='{key.replace('_', '-')}']", value)

    def begin(self, *, rounds: int, system: str = "", **fields: str) -> None:
        if system:
            self.touches += 1
            self.page.select_option("[data-key=system]", label=system)
        self.touches += 1
        self.page.select_option("[data-key=initial-colour]", "white")
        self.write(rounds=str(rounds), **fields)
        self.touch("begin", then="[data-key=pair]")

    def pair(self, number: int) -> None:
        self.touch("pair", then=f".head h2:has-text('Round {number}')")

    def results(self, keys: str) -> None:
        """Type results, from the first open board on."""
        for key in keys:
            self.page.keyboard.press(key)
        written(self.page)

    def play(self, number: int, keys: str) -> None:
        self.pair(number)
        self.results(keys)

    def save(self) -> str:
        """Save the event, and return the text of the file."""
        self.touches += 2
        browser = self.page.context.browser
        if browser and browser.browser_type.name == "chromium":
            return saved(self.page)
        tap(self.page, "tab-file", "save")  # Playwright hears of no file that Firefox saves
        while not (texts := [path.read_text("utf-8") for path in self.downloads.glob("*.trf")]) or not texts[0]:
            self.page.wait_for_timeout(100)
        for path in self.downloads.iterdir():
            path.unlink()
        return texts[0]

    def finish(self) -> Event:
        self.touch("tab-sheets", "sheet-poster", then=".sheet iframe")
        self.touch("tab-check", "check-now", then=".report")
        event = read(self.save())
        assert self.touches <= MOST_TOUCHES
        assert event.is_finished
        return event


@pytest.fixture
def hand(page: Page, downloads: Path) -> Hand:
    return Hand(page, downloads)


def test_an_open_of_17_with_everything_that_happens(hand: Hand, tmp_path: Path) -> None:
    page = hand.page
    hand.begin(rounds=5, list=LISTS["danish.csv"])
    hand.touch("tab-players", "about-15", "later-byes summary")
    hand.choose("bye-2", "H", "[data-key=later-byes]")
    hand.touch("tab-file")
    page.click("summary:has-text('wishes')")
    hand.touches += 1
    hand.write(wish_pairs="3-11")
    hand.choose("strength", "hard", "[data-key=strength]")
    hand.touch("wish-add", then=".wishes li")
    hand.touch("tab-boards")
    hand.pair(1)
    for board, code in enumerate(("1-0", "1-0", "½-½", "0-1", "1-0", "1-0", "1-0"), 1):
        hand.touch(f"result-{board}-{code}", then=f"[data-key='result-{board}-{code}'][aria-pressed=true]")
    hand.choose("other-8", "+--", "[data-key=pair]")
    hand.touch("tab-players", "add summary")
    hand.write(add_list="Sørensen, Kim, 1700, DEN, 1993, m, 14100018")
    hand.touch("add-now", then="[data-key=player-18]")
    hand.touch("about-17", then="[data-key=edit]")
    page.fill("[data-key='edit-FIDE number']", "1417")
    page.fill("[data-key=edit-rating]", "1580")
    hand.touch("edit", then="[data-key=player-17]:has-text('1580')")
    hand.touch("tab-boards")
    hand.pair(2)
    hand.touch("side-8", then="[data-key=stand-in]")
    assert "[C.04.3" in str(page.text_content(".panel"))
    hand.choose("stand-in", "13", "[data-key=board-6] [data-key=side-13]")
    hand.results("11=01111")
    hand.touch("tab-players", "about-8", "withdraw", then="tr.away[data-key=player-8]")
    hand.touch("tab-boards")
    hand.pair(3)
    hand.touch("move", "side-5", "side-16", then="[data-key=keep]")
    hand.touch("keep", then=".by-hand")
    hand.results("1==01011")
    hand.touch("round-1", then=".head h2:has-text('Round 1')")
    hand.touch("result-4-1-0", then="[data-key='result-4-1-0'][aria-pressed=true]")
    page.wait_for_selector(".notice:has-text('today')")
    hand.touch("round-3", then="[data-key=pair]")
    hand.play(4, "1==01011")
    hand.touch("undo", then=".notice:has-text('“Round 4, results by board'):has-text('was taken back')")
    hand.results("=" * page.locator(".board:not(.done):not(.alone)").count())  # quick results are one step
    page.wait_for_selector("[data-key=pair]")
    hand.play(5, "1==01011")
    hand.touch("tab-standings", "change-tie-breaks summary")
    hand.write(tie_breaks_codes="BH/C1, BH, SB")
    hand.touch("tie-breaks", then=".notice:has-text('BH/C1')")
    event = hand.finish()
    assert event.missing_for_rating() == ()
    assert differing(event) == {3}
    assert differing_by_bbp(event, tmp_path) == {3}


def test_an_evening_of_teams(hand: Hand) -> None:
    hand.write(event_name="League")
    hand.begin(rounds=3, system="Team Pairing System, 2026", boards="2", list=LISTS["teams.csv"])
    hand.pair(1)
    hand.results("1=11")
    hand.choose("other-3", "+--", "[data-key=pair]")
    for number, keys in ((2, "1=0110"), (3, "1=0110")):
        if number == 2:
            hand.touch("tab-players")
            hand.choose("away-6", "Z", "tr.away")
            hand.touch("tab-boards")
        hand.play(number, keys)
    hand.touch("round-1", then=".head h2:has-text('Round 1')")
    hand.touch("result-1.2-0-1", then="[data-key='result-1.2-0-1'][aria-pressed=true]")
    page_over = ".notice:has-text('today')"
    hand.page.wait_for_selector(page_over)
    event = hand.finish()
    assert event.settings.kind is EventKind.TEAM
    assert sum(one.played for one in event.rounds[0].matches) == 2
    assert (6, ByeKind.ZERO_POINT) in [(one.tpn, one.kind) for one in event.rounds[1].byes]
    assert differing(event) == set()


def test_an_accelerated_open(hand: Hand, tmp_path: Path) -> None:
    hand.page.check("[data-key=baku]")
    hand.write(event_name="Open")
    hand.begin(rounds=5, list=LISTS["sixty-players.csv"])
    hand.touch("tab-players")
    hand.choose("away-7", "Z", "tr.away[data-key=player-7]")
    hand.choose("away-12", "H", "tr.away[data-key=player-12]")
    hand.touch("tab-boards")
    for number in range(1, 6):
        hand.play(number, "1=0" * 10)
    event = hand.finish()
    assert event.settings.states_baku
    assert differing(event) == set()
    assert differing_by_bbp(event, tmp_path) == set()


def test_a_round_robin(hand: Hand) -> None:
    hand.write(event_name="Table")
    hand.begin(rounds=5, system="Round Robin, 2026", list=LISTS["six.csv"])
    for number, keys in enumerate(("1=0", "1=0", "1=+", "0=0", "110"), 1):
        hand.play(number, keys)
    hand.touch("tab-standings", then="table.standings th:has-text('KS')")
    event = hand.finish()
    assert event.settings.tie_breaks == ("DE", "WIN", "SB", "KS")
    assert differing(event) == set()
