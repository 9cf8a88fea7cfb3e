"""HTML pages to read or print: the same pages that the programs write to files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from pairing_engine import pair
from pairing_engine.errors import BadRequest
from pairing_engine.standings.table import Standings, standings
from swisspair.browser.question import Question
from swisspair.browser.rounds import checked_file
from swisspair.page.round_page import round_page
from swisspair.page.sheet import Posted, as_recorded, sheet, slips
from swisspair.page.standings_page import poster, standings_page
from swisspair.swisscheck.page import report_page


def page(question: Question) -> dict[str, object]:
    """Return an HTML page. Raises `BadRequest` for an unknown page."""
    which = question.text("page")
    if which not in PAGES:
        raise BadRequest(f"there is no page {which!r}")
    return {"html": PAGES[which](question)}


def _title(question: Question) -> str:
    return question.tournament().name or question.name


def _round(question: Question) -> str:
    return round_page(_title(question), pair(question.tournament(), question.number("round")))


def _posted(question: Question) -> Posted:
    """Return the recorded round (by default the last one), with the arbiter's changes."""
    tournament = question.tournament()
    return as_recorded(tournament, question.number("round") or len(tournament.rounds))


def _standings(question: Question) -> str:
    return standings_page(_title(question), question.tournament(), _table(question))


def _poster(question: Question, *, crosstable: bool) -> str:
    return poster(question.name, question.tournament(), _table(question), crosstable=crosstable)


def _table(question: Question) -> Standings:
    return standings(question.tournament(), question.number("after"))


def _check(question: Question) -> str:
    return report_page([checked_file(question, keep=True)._replace(name=_title(question))])


PAGES: Mapping[str, Callable[[Question], str]] = {
    "round": _round,
    "sheet": lambda question: sheet(_posted(question)),
    "slips": lambda question: slips(_posted(question)),
    "standings": _standings,
    "poster": partial(_poster, crosstable=False),
    "crosstable": partial(_poster, crosstable=True),
    "check": _check,
}
