"""Pages and sheets for printing, and tables on narrow screens."""

import re
import shutil
from pathlib import Path

import pytest

import swisspair.page
import swisspair.terminal.streams
from swisspair.event import Event
from tests.places import FIXTURES
from tests.programs.commands.calls import BAD_REQUEST, DONE, NO_ACCESS, Call, names, put
from tests.programs.legacy.events import FIVE, event, player
from tests.programs.program import ESCAPES, is_harmless

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
    assert not re.search(r"Dutch|FIDE|club\.trf|C\.04", text), "text that only arbiters read"


SWAPPED = FIXTURES / "evening" / "swapped-round3.trf"


def test_a_recorded_round_is_printed_as_it_is_recorded(pair: Call) -> None:
    """Boards that were made by hand stand on the paper; the program says where the rules demand others."""
    found = pair(SWAPPED, "--round", 3, "--sheet", "sheet.html", "--slips", "slips.html", "--html", "round.html")
    differs = "round 3 is recorded with 1 Nygaard, Erik - 18 Sørensen, Kim; 7 Dam, Jonas - 17 Riis, Emil; by the rules"
    assert differs in found.errors
    assert differs in Path("round.html").read_text(encoding="utf-8")
    sheet, slips = (Path(name).read_text(encoding="utf-8") for name in ("sheet.html", "slips.html"))
    boards = re.findall(r'class="white">(.*?)<.*class="black">(.*?)<', sheet)
    assert {("Nygaard, Erik", "Sørensen, Kim"), ("Dam, Jonas", "Riis, Emil")} < {*boards}
    assert "Bro, Hans (absent)" in re.sub(r"\s+", " ", sheet)
    assert boards[:-1] == [*zip(*(re.findall(f"{side} <b>(.*?)<", slips) for side in ("White", "Black")), strict=True)]


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


def test_the_table_of_a_round_robin_is_by_opponents(call: Call) -> None:
    event = Event.new("Table", "Aalto\nBianchi\nCastro\nDvorak", 3, "round-robin", initial_colour="white")
    for _ in range(2):
        event = event.play(event.pair()).enter("1:1-0 2:½-½")
    put("table.trf", event.write())
    assert call("swisspair", "--standings", "table.trf", "--crosstable", "--sheet", "poster.html").status == DONE
    page = Path("poster.html").read_text(encoding="utf-8")
    top, *rows = [
        re.findall(r"<t[dh][^>]*>([^<>]*)</t[dh]>", row) for row in re.findall(r"<tr>.*?</tr>", page, re.DOTALL)
    ]
    numbers = [row[1] for row in rows]
    assert top[3:7] == numbers
    cells = {(row[1], other): cell for row in rows for other, cell in zip(numbers, row[3:7], strict=True)}
    assert all(cells[one, one] == "×" for one in numbers)
    turned = {"1": "0", "½": "½", "0": "1", "·": "·"}
    assert all(cells[other, one] == turned[cell] for (one, other), cell in cells.items() if one != other)
    assert sorted(cells.values()) == sorted("××××½½½½1100····")


@pytest.mark.browser
@pytest.mark.parametrize(
    ("players", "options", "pages"),
    [(60, (), 2), (300, (), 6), (60, ("--crosstable",), 2), (300, ("--crosstable",), 9)],
)
def test_posters_are_no_longer_than_they_must(call: Call, players: int, options: tuple[str, ...], pages: int) -> None:
    call("swisspair", "--generate", "--players", players, "--rounds", 9, "--seed", 3, "--output", "e.trf")
    assert call("swisspair", "--standings", "e.trf", *options, "--sheet", "poster.pdf").status == DONE
    assert 1 <= len(re.findall(rb"/Type\s*/Page[^s]", Path("poster.pdf").read_bytes())) <= pages


@pytest.mark.browser
@pytest.mark.parametrize(("players", "options"), [(6, ()), (15, ()), (24, ()), (40, ()), (15, ("--crosstable",))])
def test_a_poster_fills_its_page(call: Call, players: int, options: tuple[str, ...]) -> None:
    call("swisspair", "--generate", "--players", players, "--rounds", 5, "--seed", 3, "--output", "e.trf")
    call("swisspair", "--standings", "e.trf", *options, "--sheet", "poster.html")
    page = Path("poster.html").read_text(encoding="utf-8")
    size = re.search(r"\.large { font-size: ([0-9.]+)pt; }", page)
    assert size is not None
    assert float(size[1]) > 11
    call("swisspair", "--standings", "e.trf", *options, "--sheet", "poster.pdf")
    assert len(re.findall(rb"/Type\s*/Page[^s]", Path("poster.pdf").read_bytes())) == 1


@pytest.mark.browser
@pytest.mark.parametrize("players", [60, 300])
def test_seven_slips_fit_on_a_page(pair: Call, call: Call, players: int) -> None:
    call("swisspair", "--generate", "--players", players, "--rounds", 3, "--seed", 3, "--output", "e.trf")
    boards = pair("e.trf", "--round", 2, "--slips", "-", "--output", "pairs").output.count("<section>")
    pair("e.trf", "--round", 2, "--slips", "slips.pdf", "--output", "pairs")
    assert len(re.findall(rb"/Type\s*/Page[^s]", Path("slips.pdf").read_bytes())) == -(-boards // 7)


STYLE = Path(swisspair.page.__file__).parent / "templates" / "style.css"


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


FILE = FIXTURES / "worked" / "held-2026-before-round-4.trf"


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("words", [
    ("--why", "carla", FILE), ("--why-not", "8-6", FILE), ("--pair", FILE, "--format", "account"),
])  # fmt: skip
def test_no_word_is_broken(
    call: Call, monkeypatch: pytest.MonkeyPatch, words: tuple[object, ...], columns: int
) -> None:
    whole = call("swisspair", *words).output
    monkeypatch.setattr(swisspair.terminal.streams, "is_terminal", lambda _stream: True)
    monkeypatch.setenv("COLUMNS", str(columns))
    found = call("swisspair", *words).output
    assert found.split() == whole.split()
    assert max(map(len, found.splitlines())) <= columns
    assert max(map(len, whole.splitlines())) > 80


@pytest.mark.parametrize("columns", [80, 120])
def test_a_crosstable_continues_below_itself(call: Call, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    call("swisspair", "--generate", "--players", 30, "--rounds", 13, "--seed", 3, "--output", "e.trf")
    words = ("--standings", "e.trf", "--tiebreaks", "PTS,BH/C1,BH,SB", "--crosstable")
    wide = [line.split() for line in call("swisspair", *words).output.splitlines()[1:]]
    monkeypatch.setattr(swisspair.terminal.streams, "is_terminal", lambda _stream: True)
    monkeypatch.setenv("COLUMNS", str(columns))
    found = call("swisspair", *words).output
    assert max(map(len, found.splitlines())) <= columns
    parts = [[line.split() for line in part.splitlines()[-31:]] for part in found.split("\n\n")]
    assert len(parts) > 1
    columns_beside = len(wide[0]) - 3
    values = [len(part[0]) - 3 for part in parts]  # the first three columns are rank, number and name
    for line, *pieces in zip(wide, *parts, strict=True):
        shown = [cell for piece, many in zip(pieces, values, strict=True) for cell in piece[-many:]]
        assert shown == line[-columns_beside:]
        assert all(piece[:-many] == line[:-columns_beside] for piece, many in zip(pieces, values, strict=True))


def test_columns_stay_as_they_are(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("--standings", FILE, "--tiebreaks", "PTS,BH,SB")
    whole = call("swisspair", *words).output
    monkeypatch.setattr(swisspair.terminal.streams, "is_terminal", lambda _stream: True)
    monkeypatch.setenv("COLUMNS", "40")
    assert call("swisspair", *words).output == whole
