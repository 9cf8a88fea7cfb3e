"""The code contains the full number of every article, so that a search for this number succeeds."""

from __future__ import annotations

import re

import pytest

from pairing_engine.standings.catalogue import TIE_BREAKS
from pairing_engine.systems import SYSTEMS
from tests.places import ROOT

ROOM = ROOT / "pairing_engine" / "systems"
SOURCES = {path: path.read_text(encoding="utf-8") for path in sorted(ROOM.rglob("*.py"))}
EVERYTHING = "".join(SOURCES.values())

CHAPTERS = {
    "burstein": ("C.04.4.2",),
    "double_swiss": ("C.04.5",),
    "dubov": ("C.04.4.1",),
    "dutch": ("C.04.3",),
    "dutch_procedure": ("C.04.3.1", "C.04.1"),
    "lim": ("C.04.4.3",),
    "team": ("C.04.6",),
}

WITHOUT_CHAPTER = re.compile(r'(?m)^ +"""\[((?!C\.0)(?:\d|[A-E]\.\d)[\d.]*(?:\.[a-z])?)')
"""A pattern for docstrings that begin with the number of an article but omit its chapter."""


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_search_for_an_article_leads_to_its_home(name: str) -> None:
    for system in SYSTEMS[name].values():
        numbers = [rule.article for rule in system.criteria] + [step.article for step in system.colour_steps]
        numbers += [article for article, _ in system.procedure]
        missing = [number for number in numbers if f"{system.article} {number}" not in EVERYTHING]
        assert missing == []


def test_tie_breaks_are_found_by_the_number_of_their_article() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "pairing_engine" / "standings").glob("*.py"))
    assert [one.code for one in TIE_BREAKS.values() if f"C.07 {one.article}" not in sources] == []


@pytest.mark.parametrize("room", CHAPTERS)
def test_a_function_is_found_by_the_article_that_it_implements(room: str) -> None:
    for path, source in SOURCES.items():
        if path.parent.name == room:
            numbers = set(WITHOUT_CHAPTER.findall(source))
            missing = [n for n in numbers if not any(f"# {chapter} {n}" in source for chapter in CHAPTERS[room])]
            assert missing == [], path
