"""From an article in an answer, one click leads to its page of the handbook."""

import re
from email.message import Message
from importlib import metadata

import pytest

from pairing_engine.systems import SYSTEMS
from swisspair import read
from swisspair.examples import examples
from swisspair.page import environment
from swisspair.page.sheets import round_page
from tests.places import FIXTURES
from tools.handbook import pages, with_examples

WITHOUT_EXAMPLE = ("C.04.6 3 [C3]", "C.04.6 3 [C8]")
"""Criteria without an example in an article of which other criteria have one."""

OPEN = FIXTURES / "open-2026-round-5.trf"


@pytest.fixture
def stated(monkeypatch: pytest.MonkeyPatch) -> str:
    """State the address of the site, as a release does."""
    found = Message()
    found["Project-URL"] = "Documentation, https://example.org/swisspair/"
    monkeypatch.setattr(metadata, "metadata", lambda _: found)
    environment._environment.cache_clear()
    return "https://example.org/swisspair/handbook/"


@pytest.fixture(scope="module")
def book() -> dict[str, str]:
    return dict(pages())


def test_every_article_of_a_page_leads_to_its_place_in_the_handbook(stated: str, book: dict[str, str]) -> None:
    page = round_page("Club", read(OPEN).pair())
    environment._environment.cache_clear()
    links = re.findall(rf'href="{re.escape(stated)}([^#"]+)#([^"]+)"', page)
    assert len(links) > 25
    for name, anchor in links:
        if not anchor.startswith("records"):  # our records are no articles
            assert f"{{ #{anchor} }}" in book[f"handbook/{name.removesuffix('.html')}.md"], anchor


def test_a_page_without_a_stated_address_has_no_such_link() -> None:
    environment._environment.cache_clear()
    assert "handbook/" not in round_page("Club", read(OPEN).pair())


@pytest.mark.parametrize("name", [f"{name}-{edition}" for name, found in SYSTEMS.items() for edition in found])
def test_an_article_has_one_place_a_sentence_and_a_drawing_or_an_argument(book: dict[str, str], name: str) -> None:
    text, has_examples = book[f"handbook/{name}.md"], name in {f"{one.name}-{one.edition}" for one in with_examples()}
    anchors = re.findall(r"\{ #(\S+) \}", text)
    assert sorted(set(anchors)) == sorted(anchors)
    for title, words, rest in re.findall(r"^## (.+)\n\n(.*)\n((?:(?!## ).*\n)*)", text, re.MULTILINE):
        assert re.fullmatch(r"[A-Z].*\.", words), title
        example, argument = "<svg" in rest, "Why there is no example" in rest
        assert example != argument or not has_examples or title in WITHOUT_EXAMPLE, title


def test_a_round_that_differs_only_in_colours_is_drawn_beside_the_right_one(book: dict[str, str]) -> None:
    """The pair 3-5 has other colours without the article."""
    section = book["handbook/dutch-2026.md"].partition("## C.04.3 5.2.1 ")[2].partition("\n## ")[0]
    assert "Right: 3-5, 4-1, 2-bye. Without the article: 4-1, 5-3, 2-bye." in section
    discs = set(re.findall(r'cx="(\d+)" cy="(\d+)" r="4" fill="(white|black)"', section))
    rows = {number: str(int(y) - 5) for y, number in re.findall(r'<text x="4" y="(\d+)">(\d)', section)}
    assert discs == {
        ("146", rows[number], fill) for number, fill in zip("3541", ["white", "black"] * 2, strict=True)
    } | {
        ("134", rows["5"], "white"),
        ("134", rows["3"], "black"),
    }


def test_criteria_in_one_article_have_their_own_examples_and_words(book: dict[str, str]) -> None:
    """Article 3 for teams of 2024 has all criteria."""
    text = book["handbook/team-2024.md"]
    shown = re.findall(r"^## C\.04\.6 3 \[(C\d)\](?:(?!^## ).)*?^Example `([^-]+)-", text, re.MULTILINE | re.DOTALL)
    assert shown == [(f"C{n}", f"C{n}") for n in (1, 2, 4, 5, 6, 7, 9)]
    told = {one.code: one.about for one in examples("team", "2024")}
    assert (told["C2"], told["C7"]) == ("", "teams that do not get their colour preference")
