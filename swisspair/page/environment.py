"""The page templates and the functions that they call; text from files is always escaped."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import PurePath

from jinja2 import Environment, PackageLoader, StrictUndefined

from pairing_engine.answers.sentences import in_letters, in_words
from pairing_engine.facts.model import show_points
from pairing_engine.facts.shown import without_controls
from pairing_engine.kernel.findings import Finding
from pairing_engine.language import language, say, say_many
from swisspair.page.rules import merged


@lru_cache(maxsize=1)
def _environment() -> Environment:
    found = Environment(
        loader=PackageLoader("swisspair.page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.i18n"],
    )
    found.install_gettext_callables(say, _say_many, newstyle=True)  # type: ignore[attr-defined]
    found.filters["say"] = say
    found.globals["language"] = language
    found.filters["points"] = show_points
    found.filters["in_words"] = _in_words
    found.filters["letters"] = in_letters
    found.globals["merged"] = merged
    return found


def prepare() -> None:
    """Compile all templates in advance, for the page in a browser."""
    for name in _environment().list_templates(["html"]):
        _environment().get_template(name)


def _say_many(one: str, many: str, number: int) -> str:
    """Return the singular or plural form of a sentence, and leave the placeholders to Jinja2."""
    return say_many(one, many, number)


def _in_words(finding: Finding, names: Mapping[int, str]) -> str:
    return in_words(finding, lambda tpn: f"{tpn} {names[tpn]}".strip())


def title_of(file: str, event: str = "") -> str:
    """Return the name of an event or, if the event has no name, the name of its file.

    >>> title_of("events/club-2026.trf")
    'club-2026'
    """
    return event or PurePath(file).stem or file


LARGE = 40
"""The least number of participants for which a page has a search by name and scrolling tables."""


def render(template: str, **values: object) -> str:
    """Render a template to a page that includes its style sheet.

    Characters that reverse the direction of writing are neutralised.
    """
    return without_controls(_environment().get_template(template).render(**values))
