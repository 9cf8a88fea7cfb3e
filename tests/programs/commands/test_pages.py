"""Pages of ``--html`` and ``--format card``, and the errors that occur while a page is written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import swisspair.page
from tests.programs.commands.calls import BAD_REQUEST, BROKEN, DONE, NO_ACCESS, Call, names, put
from tests.programs.legacy.events import FIVE, FIVE_PAIRS

STYLE = Path(swisspair.page.__file__).parent / "templates" / "style.css"


def test_a_page_is_written_beside_the_answer(pair: Call) -> None:
    put("five.trf", FIVE)
    assert pair("five.trf", "--html", "page.html", "--quiet") == (DONE, FIVE_PAIRS.decode(), "")
    page = Path("page.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "<svg viewBox=" in page


def test_a_page_can_be_shown(pair: Call) -> None:
    put("five.trf", FIVE)
    assert "</html>" in pair("five.trf", "--html", "-", "--output", "out.pairs").output
    assert names() == ["five.trf", "out.pairs"]


@pytest.mark.parametrize("files", [["five.trf", "other.trf"], ["five.trf"]])
def test_a_page_is_about_one_file_and_is_not_written_over_it(pair: Call, files: list[str]) -> None:
    put("five.trf", FIVE)
    put("other.trf", FIVE)
    assert pair(*files, "--html", "five.trf", "--output-dir", "answers").status == BAD_REQUEST
    assert Path("five.trf").read_text(encoding="utf-8") == FIVE


def test_a_page_that_cannot_be_written(pair: Call, check: Call) -> None:
    put("five.trf", FIVE)
    assert pair("five.trf", "--html", "nowhere/page.html").status == NO_ACCESS
    assert check("five.trf", "--html", "nowhere/page.html").status == NO_ACCESS
    assert check("five.trf", "--html", "five.trf").status == BAD_REQUEST


def test_a_card_on_the_screen_and_in_a_file(pair: Call) -> None:
    put("five.trf", FIVE)
    outcome = pair("five.trf", "--format", "card")
    assert outcome.status == DONE
    assert "── bracket of 1.0 points ──\n" in outcome.output
    assert "↓ down, ↑ up. Candidates: ✓ taken, ✗ failed\n" in outcome.output
    assert pair("five.trf", "--format", "card", "--output", "card.txt").status == DONE
    assert Path("card.txt").read_text(encoding="utf-8") == outcome.output


def test_a_report_includes_unreadable_files(check: Call) -> None:
    put("five.trf", FIVE)
    put("broken.trf", BROKEN)
    check("five.trf", "broken.trf", "--html", "report.html")
    page = Path("report.html").read_text(encoding="utf-8")
    assert "Unreadable: broken.trf" in page
    assert "Round 1" in page


def test_headings_name_the_event_and_count_it(pair: Call, check: Call) -> None:
    put("events/five.trf", FIVE)
    pair("events/five.trf", "--html", "round.html", "--output", "pairs")
    assert "<h1>Club Championship: round 2</h1>" in Path("round.html").read_text(encoding="utf-8")
    check("events/five.trf", "--html", "report.html")
    report = Path("report.html").read_text(encoding="utf-8")
    assert re.findall("<h2 id=.*>(.*)</h2>\\n<p .*>(.*)</p>", report) == [("Club Championship", "events/five.trf")]
    assert "<p>Checked 1 tournament, 1 round: " in report


def test_a_report_is_written_though_nobody_reads_the_lines(check: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def unread(_text: str) -> None:
        raise BrokenPipeError

    put("five.trf", FIVE)
    monkeypatch.setattr("swisspair.swisscheck.stream.show", unread)
    assert check("five.trf", "--html", "report.html").status == NO_ACCESS
    assert names() == ["five.trf", "report.html"]
    assert check("five.trf").status == NO_ACCESS


def test_colours_of_text_have_enough_contrast() -> None:
    """In both themes, text has a contrast of at least 4.5 to 1 (WCAG 2 AA)."""
    themes = re.findall(r":root \{ (color-scheme: light dark; )?(--ink.*?) \}", STYLE.read_text(encoding="utf-8"))
    assert len(themes) == 3  # the third theme is for printing: black on white
    for _, values in themes[:2]:
        colours = dict(re.findall(r"--([a-z-]+): #([0-9a-f]{6})", values))
        for ink in ("ink", "quiet", "link", "good", "bad", "joined"):
            for paper in ("paper", "tint"):
                assert contrast(colours[ink], colours[paper]) >= 4.5, (ink, paper)
        assert contrast(colours["ink"], colours["bad-tint"]) >= 4.5


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
