"""Pages of the library, as the programs write them to files: to look at, and to print."""

from __future__ import annotations

from pairing_engine import pair
from pairing_engine.errors import BadRequest
from pairing_engine.standings.table import standings
from swisspair.browser.question import Question
from swisspair.browser.rounds import checked_file
from swisspair.page.round_page import round_page
from swisspair.page.standings_page import standings_page
from swisspair.swisscheck.page import report_page


def page(question: Question) -> dict[str, object]:
    """One HTML file: of a round, of the standings or of the check. Raises `BadRequest` for any other page."""
    which = question.text("page")
    reading = question.reading()
    tournament = reading.tournament
    title = tournament.name or question.name
    if which == "round":
        return {"html": round_page(title, pair(tournament, question.number("round")))}
    if which == "standings":
        return {"html": standings_page(title, tournament, standings(tournament))}
    if which == "check":
        return {"html": report_page([checked_file(question, keep=True)._replace(name=title)])}
    raise BadRequest(f"page: {which!r}")
