"""A player's name may contain control characters. No mode or format prints control characters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from swisspair.commands import modes
from tests.programs.commands.calls import Call
from tests.programs.harmless import ESCAPES, is_harmless
from tests.programs.legacy.events import event, player

FILE = "a\x1b[2J\nround 1: agrees.trf"
"""A file name with control characters and a forged line."""

CELLS = ("   3 w 1", "   4 b 1", "   1 b 0", "   2 w 0")
POINTS = ("1.0", "1.0", "0.0", "0.0")

MODES = [
    ("--pair", FILE, "--format", "pairs"),
    ("--pair", FILE, "--format", "table"),
    ("--pair", FILE, "--format", "account"),
    ("--pair", FILE, "--format", "card"),
    ("--pair", FILE, "--format", "json"),
    ("--pair", FILE, "--list", "-"),
    ("--enter", "1:1-0", FILE, "--round", "1"),
    ("--why", "1", FILE),
    ("--why-not", "1-2", FILE),
    ("--what-if", "absent:4", FILE),
    ("--judge", "2-1,3-4", FILE),
    ("--judge", "1-2,3-4", FILE),
    ("--feasible", "2", FILE),
    ("--feasible", "30", FILE),
    ("--standings", FILE, "--tiebreaks", "PTS,BH"),
    ("--standings", FILE, "--tiebreaks", "PTS,BH", "--format", "csv"),
    ("--why-rank", "1-2", FILE, "--tiebreaks", "PTS,BH"),
]
TEXT_AND_JSON = ("--why", "--why-not", "--what-if", "--judge", "--feasible", "--standings", "--why-rank")


@pytest.fixture(params=["names of players", "name of the event"])
def _file(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    hidden = [escape for escape in ESCAPES if len(f"a{escape}b".splitlines()) == 1]
    names = ["".join(hidden[place::4]) + f"x{place}" for place in range(4)]
    if request.param == "name of the event":
        text = event(*(player(n, POINTS[n - 1], CELLS[n - 1]) for n in range(1, 5)), "022 " + "".join(hidden))
        text = text.replace("012 Club", f"012 {''.join(hidden)} Club")
    else:
        text = event(*(player(n, POINTS[n - 1], CELLS[n - 1], name=names[n - 1]) for n in range(1, 5)))
    (tmp_path / FILE).write_text(text, encoding="utf-8")


def is_clean(said: str) -> bool:
    return is_harmless(said) and not any(line.startswith("round 1: agrees") for line in said.split("\n"))


@pytest.mark.usefixtures("_file")
@pytest.mark.parametrize("words", MODES, ids=" ".join)
def test_every_mode_shows_names_harmlessly(call: Call, words: tuple[str, ...]) -> None:
    forms = [words]
    if words[0] in TEXT_AND_JSON and "--format" not in words:
        forms.append((*words, "--format", "json"))
    for form in forms:
        found = call("swisspair", *form)
        assert found.status in (0, 1), found.errors
        assert found.output
        # A checklist has no names, and its columns are separated by tabs.
        assert is_clean(found.output.replace("\t", " ") if "--list" in form else found.output), found.output
        assert is_clean(found.errors), found.errors
        if form[-1] == "json":
            assert json.loads(found.output)


@pytest.mark.usefixtures("_file")
def test_an_html_page_shows_names_harmlessly(call: Call, tmp_path: Path) -> None:
    assert call("swisspair", "--pair", FILE, "--html", "page.html").status == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert is_harmless(page)
    assert any(ascii(hidden)[1:-1] in page for hidden in ESCAPES)


@pytest.mark.usefixtures("_file")
@pytest.mark.parametrize("format_", ["text", "json"])
def test_the_checker_shows_names_harmlessly(call: Call, format_: str) -> None:
    found = call(
        "swisscheck", FILE, "--format", format_, "--all" if format_ == "text" else "--no-progress", "--jobs", 1
    )
    assert is_clean(found.output), found.output
    assert is_clean(found.errors), found.errors


@pytest.mark.usefixtures("_file")
@pytest.mark.parametrize("words", MODES, ids=" ".join)
def test_errors_of_every_mode_name_files_harmlessly(call: Call, words: tuple[str, ...]) -> None:
    found = call("swisspair", *(f"none{word}" if word == FILE else word for word in words))
    assert found.status == 5
    assert found.errors
    assert is_clean(found.errors), found.errors


def test_all_modes_that_read_a_tournament_are_here() -> None:

    assert set(modes.names()) - {"generate", "rules", "json-schema", "new"} == {
        words[0].removeprefix("--") for words in MODES
    }
