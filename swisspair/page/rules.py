"""The articles that a page cites, in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from pairing_engine.language import marked, say
from pairing_engine.systems.system import System

ORDER = marked("If two candidates are equally good, this decides which comes first: {words}.")
FEWER = marked("As few as possible: {words}.")
LOWER = marked("As low as possible, comparing the highest first: {words}.")
TWO = marked("Two participants do not meet if {words}.")
BARRED = marked("Not allowed: {words}.")
BYE = marked("The bye goes to {words}.")
AS_IT_IS = "{words}."

PROHIBITIONS = "records 260, XXP"

ONCE = marked("Two participants meet at most once.")
ONE_BYE = marked("If the number of participants to be paired is odd, one of them is left over and gets the bye.")
"""Sentences about the basic rules that are true for all editions."""

IN_GENERAL = marked(
    {
        "C.04.1 4": (
            "A participant who has had the pairing-allocated bye, or the points of a win without playing, "
            "does not get the bye."
        ),
        PROHIBITIONS: "The arbiter has stated that certain participants must not meet.",
    }
)
"""Sentences about the bye and about stated prohibitions. The keys are the articles."""


class Sentence(NamedTuple):
    """An article in plain words: its ``anchor`` within the page, and its ``place`` among the pages of the handbook."""

    anchor: str
    place: str
    code: str
    article: str
    words: str


class Rules:
    """The articles that a page cites: the articles of the system, and any other articles in the page's text."""

    def __init__(self, system: System) -> None:
        self._found: dict[str, Sentence] = {}
        self._page = f"{system.name}-{system.edition}.html"
        chapter, basic = system.article, system.basic
        if basic.once:
            self._add(basic.once_code, basic.once, say(ONCE))
        self._add("", basic.one_bye, say(ONE_BYE))
        for article, words in IN_GENERAL.items():
            if article in (basic.bye_bar, PROHIBITIONS):
                self._add("", article, say(words))
        clash, bye = system.names.colour_clash, system.bye_again
        if clash is not None:
            self._add(clash.code, f"{chapter} {clash.article}", _sentence(TWO, clash.words))
        self._add(bye.code, bye.article, say(IN_GENERAL.get(bye.article, "")) or _sentence(BARRED, bye.words))
        for rule in system.criteria:
            form = FEWER if rule.levels is None else LOWER
            self._add(rule.code, rule.cited(chapter), _sentence(form, rule.summary))
        for article, words in system.procedure:
            self._add("", f"{chapter} {article}", _sentence(AS_IT_IS, words))
        for bye_step in system.bye_steps:
            self._add("", bye_step.cited(chapter), _sentence(BYE, bye_step.summary))
        for step in system.colour_steps:
            self._add("", f"{chapter} {step.article}", _sentence(AS_IT_IS, step.summary))

    def cite(self, code: str, article: str, words: str, order: str = "") -> Sentence:
        """Return the sentence about an article; if the page has no such sentence yet, add one with the given words.

        ``order`` contains the words of the rule alone if the rule is about the order of candidates.
        """
        if article not in self._found:
            self._add(code, article, _sentence(ORDER, order) if order else _sentence(AS_IT_IS, words))
        return self._found[article]

    def all(self) -> list[Sentence]:
        return sorted(self._found.values(), key=lambda one: by_numbers(one.article))

    def _add(self, code: str, article: str, words: str) -> None:
        anchor = "r-" + re.sub(r"[^A-Za-z0-9]+", "-", article).strip("-")
        place = f"{self._page}#{handbook_anchor(article)}"
        known = self._found.get(article)
        if known is None or (code and not known.code):
            self._found[article] = Sentence(anchor, place, code, article, words)


def handbook_anchor(article: str) -> str:
    """Return the anchor of an article on its page of the handbook; web/app/articles.js makes the same one.

    >>> handbook_anchor("C.04.3 2.4.4"), handbook_anchor("C.04.1 A.8, B.4")
    ('C.04.3-2.4.4', 'C.04.1-A.8-B.4')
    """
    return re.sub(r"[^A-Za-z0-9.]+", "-", article)


def merged(books: Iterable[Rules]) -> list[Sentence]:
    found = {one.article: one for book in books for one in book.all()}
    return sorted(found.values(), key=lambda one: by_numbers(one.article))


def _sentence(form: str, words: str) -> str:
    """Insert the words into the sentence ``form``, and begin the sentence with a capital letter.

    >>> _sentence(AS_IT_IS, "both colour preferences are granted")
    'Both colour preferences are granted.'
    """
    text = say(form, words=say(words)) if words else ""
    return text[:1].upper() + text[1:]


def by_numbers(article: str) -> list[tuple[int, str]]:
    return [(int(part) if part.isdigit() else 0, part) for part in re.split(r"[ .,]", article)]
