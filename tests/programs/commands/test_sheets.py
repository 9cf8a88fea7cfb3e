"""Wall sheets and result slips show names and boards, and nothing else."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.programs.commands.calls import BAD_REQUEST, DONE, NO_ACCESS, Call, names, put
from tests.programs.harmless import ESCAPES, is_harmless
from tests.programs.legacy.events import FIVE, event, player

PEOPLE = ("Zedník, Ota", "Ångström, Åsa", "Öberg, Nils", "Aalto, Eino", "de Wit, Jan")
CELLS = ("   3 w 1", "   4 b 1", "   1 b 0", "   2 w 0", "0000 - U")
POINTS = ("1.0", "1.0", "0.0", "0.0", "1.0")
NAMED = event(*(player(n, POINTS[n - 1], CELLS[n - 1], name=PEOPLE[n - 1]) for n in range(1, 6)))


def test_a_sheet_has_boards_and_everybody_by_name(pair: Call) -> None:
    put("club.trf", NAMED)
    assert pair("club.trf", "--sheet", "sheet.html", "--output", "pairs").status == DONE
    page = Path("sheet.html").read_text(encoding="utf-8")
    assert re.findall(r"<li>(.*)</li>", page) == [
        "Aalto, Eino: bye", "Ångström, Åsa: board 2, White", "de Wit, Jan: board 1, White",
        "Öberg, Nils: board 2, Black",
        "Zedník, Ota: board 1, Black",
    ]  # fmt: skip
    assert re.findall(r'class="white">(.*?)<.*class="black">(.*?)<', page) == [
        ("de Wit, Jan", "Zedník, Ota"), ("Ångström, Åsa", "Öberg, Nils"), ("Aalto, Eino", "bye")
    ]  # fmt: skip
    text = re.sub(r"<style>.*?</style>|<[^>]*>", " ", page, flags=re.DOTALL)
    assert not re.search(r"Dutch|FIDE|club\.trf|C\.04|2000|[0-9]\.[0-9]", text), "text that only arbiters read"


def test_slips_have_a_place_for_each_result(pair: Call) -> None:
    put("club.trf", NAMED)
    assert pair("club.trf", "--slips", "-", "--output", "pairs", "--language", "fr").output.count("<section>") == 2
    assert pair("club.trf", "--slips", "slips.html", "--output", "pairs").status == DONE
    assert "Zedník, Ota" in Path("slips.html").read_text(encoding="utf-8")


def test_names_are_harmless(pair: Call) -> None:
    hidden = "".join(escape for escape in ESCAPES if len(f"a{escape}b".splitlines()) == 1)
    put("club.trf", NAMED.replace("Zedník, Ota     ", f"<b>{hidden}"[:16].ljust(16)))
    pair("club.trf", "--sheet", "sheet.html", "--slips", "slips.html", "--output", "pairs")
    for name in ("sheet.html", "slips.html"):
        page = Path(name).read_text(encoding="utf-8")
        assert is_harmless(page)
        assert "<b><" not in page.replace("<b>{", "")


def test_a_pdf_needs_a_browser(pair: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    put("club.trf", FIVE)
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    refused = pair("club.trf", "--sheet", "sheet.pdf", "--output", "pairs")
    assert (refused.status, names()) == (BAD_REQUEST, ["club.trf"])
    assert "to write a PDF, install one of the programs chromium," in refused.errors


@pytest.mark.browser
@pytest.mark.parametrize(("players", "pages"), [(14, 1), (60, 1), (300, 6)])
def test_a_sheet_is_no_longer_than_it_must(pair: Call, call: Call, players: int, pages: int) -> None:
    call("swisspair", "--generate", "--players", players, "--rounds", 3, "--seed", 3, "--output", "e.trf")
    assert pair("e.trf", "--round", 2, "--sheet", "sheet.pdf", "--output", "pairs").status == DONE
    found = len(re.findall(rb"/Type\s*/Page[^s]", Path("sheet.pdf").read_bytes()))
    assert 1 <= found <= pages


@pytest.mark.parametrize("options", [(), ("--crosstable",)])
def test_standings_hang_on_the_wall(call: Call, options: tuple[str, ...]) -> None:
    put("club.trf", NAMED)
    shown = call("swisspair", "--standings", "club.trf", *options, "--sheet", "poster.html")
    assert (shown.status, "Ota" in shown.output) == (DONE, True)
    page = Path("poster.html").read_text(encoding="utf-8")
    assert "<h1>Club Championship</h1>" in page
    rows = [re.findall(r">([^<>]+)</t[dh]>", row) for row in re.findall(r"<tr>.*</tr>", page)[-5:]]
    assert rows[0] == (["1", "1", "Zedník, Ota", "3w1", "1"] if options else ["1", "Zedník, Ota", "1"])
    text = re.sub(r"<style>.*?</style>|<[^>]*>", " ", page, flags=re.DOTALL)
    assert not re.search(r"Dutch|FIDE|club\.trf|C\.0|record|2000", text), "text that only arbiters read"


def test_a_poster_is_never_written_over_the_event(call: Call) -> None:
    put("club.trf", NAMED)
    assert call("swisspair", "--standings", "club.trf", "--sheet", "club.trf").status == BAD_REQUEST
    assert Path("club.trf").read_text(encoding="utf-8") == NAMED
    shown = call("swisspair", "--standings", "club.trf", "--sheet", "-", "--language", "fr").output
    assert shown.startswith("<!DOCTYPE html>")
    assert "<h2>Classement après la ronde 1</h2>" in shown
    assert call("swisspair", "--standings", "club.trf", "--sheet", "none/poster.html").status == NO_ACCESS


@pytest.mark.browser
@pytest.mark.parametrize(
    ("players", "options", "pages"),
    [(60, (), 2), (300, (), 6), (60, ("--crosstable",), 3), (300, ("--crosstable",), 9)],
)
def test_posters_are_no_longer_than_they_must(call: Call, players: int, options: tuple[str, ...], pages: int) -> None:
    call("swisspair", "--generate", "--players", players, "--rounds", 9, "--seed", 3, "--output", "e.trf")
    assert call("swisspair", "--standings", "e.trf", *options, "--sheet", "poster.pdf").status == DONE
    assert 1 <= len(re.findall(rb"/Type\s*/Page[^s]", Path("poster.pdf").read_bytes())) <= pages


@pytest.mark.browser
@pytest.mark.parametrize("players", [60, 300])
def test_six_slips_fit_on_a_page(pair: Call, call: Call, players: int) -> None:
    call("swisspair", "--generate", "--players", players, "--rounds", 3, "--seed", 3, "--output", "e.trf")
    boards = int(pair("e.trf", "--round", 2, "--slips", "slips.pdf").output.split()[0])
    assert len(re.findall(rb"/Type\s*/Page[^s]", Path("slips.pdf").read_bytes())) == -(-boards // 6)
