"""From an article in an answer, one click leads to its page of the handbook."""

import re
from email.message import Message
from importlib import metadata

import pytest

from pairing_engine.systems import SYSTEMS
from swisspair import pair, read
from swisspair.page import environment
from swisspair.page.sheets import round_page
from tests.places import FIXTURES
from tools.handbook import pages

OPEN = FIXTURES / "open-2026-round-5.trf"


@pytest.fixture
def stated(monkeypatch: pytest.MonkeyPatch) -> str:
    """State the address of the site, as a release does."""
    found = Message()
    found["Project-URL"] = "Documentation, https://example.org/swisspair/"
    monkeypatch.setattr(metadata, "metadata", lambda _: found)
    environment._environment.cache_clear()
    return "https://example.org/swisspair/handbook/"


def test_every_article_of_a_page_leads_to_its_place_in_the_handbook(stated: str) -> None:
    page = round_page("Club", pair(read(OPEN)))
    environment._environment.cache_clear()
    links = re.findall(rf'href="{re.escape(stated)}([^#"]+)#([^"]+)"', page)
    assert len(links) > 25
    book = dict(pages())
    for name, anchor in links:
        if not anchor.startswith("records"):  # our records are no articles
            assert f"{{ #{anchor} }}" in book[f"handbook/{name.removesuffix('.html')}.md"], anchor


def test_a_page_without_a_stated_address_has_no_such_link() -> None:
    environment._environment.cache_clear()
    assert "handbook/" not in round_page("Club", pair(read(OPEN)))


@pytest.mark.parametrize("name", [f"{name}-{edition}" for name, found in SYSTEMS.items() for edition in found])
def test_an_article_has_one_place_in_the_handbook(name: str) -> None:
    anchors = re.findall(r"\{ #(\S+) \}", dict(pages())[f"handbook/{name}.md"])
    assert sorted(set(anchors)) == sorted(anchors)
