"""Accessibility of the page: screen readers, contrast, and names that look like markup."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.test_evening_in_chromium import HOSTILE, begin, pair
from tests.places import FIXTURES
from tests.programs.harmless import ESCAPES, HARMLESS
from tests.programs.robustness.test_inputs import NAMES as STRANGE

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

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
    begin(page)
    pair(page, 1)
    for board in (1, 2):
        page.click(f"[data-key='result-{board}-1-0']")
        page.wait_for_selector(f"[data-key='result-{board}-1-0'][aria-pressed=true]")
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
    page.click("[data-key=side-1]")
    page.wait_for_selector(".panel")
    assert ("complementary", "Aalto, Eino") in tree(page)
    page.click("[data-key=close]")
    page.click("[data-key=tab-file]")
    page.click("summary >> nth=0")
    page.fill("[data-key=wish-pairs]", "1-900")
    page.click("[data-key=wish-add]")
    page.wait_for_selector("[role=alert]")
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
        assert HARMLESS.fullmatch(page.inner_text("main").replace("\t", " ")), view
        assert page.locator("main :is(script, img, b, a[href^=javascript])").count() == 0
