"""Answers about a round: its pairing, explanations, proposals, standings, checks, and HTML pages of them.

An answer contains the values that the programs print with ``--format json``, and ``lines``, a list of sentences for
people.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Protocol

from checker.questions import judge, what_if, why, why_not
from pairing_engine import pair
from pairing_engine.facts.shown import one_line
from pairing_engine.language import say
from pairing_engine.standings.table import Standings, standings
from pairing_engine.standings.why import why_rank
from swisspair.conversation.events import EventQuestion
from swisspair.conversation.without_terminal import without_records
from swisspair.page.round_page import round_page
from swisspair.page.sheets import Posted, as_recorded, poster, sheet, slips, standings_page
from swisspair.swisscheck.checked_file import CheckedFile, HowToCheck, Sent, check_source, text_of, value_of
from swisspair.swisscheck.page import CheckedRound, checked_rounds, report_page


def pair_round(question: EventQuestion) -> dict[str, object]:
    """Return the pairing of a round, with the keys of ``swisspair --pair --format json``."""
    reading = question.reading()
    paired = pair(reading.tournament, question.number("round"))
    noted = [adjustment._asdict() for adjustment in reading.adjustments]
    return {"file": question.name, **paired.to_dict(), "adjustments": noted}


def brackets(question: EventQuestion) -> dict[str, object]:
    """Return what a picture of a round shows: brackets with pairs and floats, who has White, and who has met whom."""
    tournament = question.tournament()
    card = pair(tournament, question.number("round")).card
    number = {one.tpn: int(one.number) for one in tournament.participants}
    met: dict[int, dict[int, int]] = {}
    for round_, recorded in enumerate(tournament.rounds[: card.number - 1], 1):
        for one in recorded.meetings():
            met.setdefault(number[one.white], {})[number[one.black]] = round_
            met.setdefault(number[one.black], {})[number[one.white]] = round_
    return {
        "number": card.number,
        "brackets": [
            {
                "name": one.name,
                "left": [*one.tops, *one.limbo],
                "right": list(one.others),
                "joined": list(one.joined),
                "pairs": [list(pair) for pair in one.sides],
            }
            for one in card.brackets
        ],
        "bye": card.bye,
        "whites": [board.white for board in card.boards],
        "met": met,
    }


class Explained(Protocol):
    """An answer of `checker.questions`."""

    def to_dict(self) -> dict[str, object]: ...

    def lines(self) -> Iterable[str]: ...


def _why_not(question: EventQuestion) -> Explained:
    what = question.text("what")
    return why_not(question.moment(), question.number("player") or 0, int(what) if what.isdigit() else what)


EXPLAINED: Mapping[str, Callable[[EventQuestion], Explained]] = {
    "why": lambda question: why(question.moment(), question.number("player") or 0),
    "why-not": _why_not,
    "what-if": lambda question: what_if(question.moment(), question.texts("changes")),
    "judge": lambda question: judge(question.moment(), question.pairs("pairs")),
}


def explained(kind: str, question: EventQuestion) -> dict[str, object]:
    found = EXPLAINED[kind](question)
    return {**found.to_dict(), "lines": _lines(found.lines())}


def standings_after(question: EventQuestion) -> dict[str, object]:
    table = standings(question.tournament(), question.number("after"))
    head = say(
        "standings after round {after} ({why}; C.07, edition {edition})",
        after=table.after,
        why=say(table.order.why),
        edition=table.edition,
    )
    return {"file": question.name, **table.to_dict(), "lines": _lines([head])}


def why_ranks(question: EventQuestion) -> dict[str, object]:
    one, other = question.number("player") or 0, question.number("other") or 0
    lines = why_rank(standings(question.tournament(), question.number("after")), one, other)
    return {"asked": [one, other], "words": lines, "lines": _lines(lines)}


def check_event(question: EventQuestion) -> dict[str, object]:
    checked = checked_file(question, keep=True)
    rounds = [_checked_round(one) for one in checked_rounds(checked)]
    return {**value_of([checked]), "rounds_in_words": rounds, "lines": _lines(text_of(checked).splitlines())}


def _checked_round(one: CheckedRound) -> dict[str, object]:
    boards = [[int(board.white), int(board.black), board.mark] for board in one.boards if board.mark]
    found = [one.words and say(one.words), *one.causes]
    return {
        "number": one.report.number,
        "agrees": one.agrees,
        "words": say(one.report.status.value),
        "causes": _lines(words for words in found if words),
        "boards": boards,
    }


def checked_file(question: EventQuestion, *, keep: bool = False) -> CheckedFile:
    found = check_source(Sent(question.name, question.text("trf").encode()), HowToCheck(keep=keep))
    assert found is not None, "it is no file of an archive"
    return found


def _lines(lines: Iterable[str]) -> list[str]:
    return [one_line(without_records(line)) for line in lines]


def page(question: EventQuestion) -> dict[str, object]:
    """Return an HTML page."""
    return {"html": PAGES[question.text("page")](question)}


def _title(question: EventQuestion) -> str:
    return question.tournament().name or question.name


def _round(question: EventQuestion) -> str:
    return round_page(_title(question), pair(question.tournament(), question.number("round")))


def _posted(question: EventQuestion) -> Posted:
    """Return the recorded round (by default the last one), with the arbiter's changes."""
    tournament = question.tournament()
    return as_recorded(tournament, question.number("round") or len(tournament.rounds))


def _standings(question: EventQuestion) -> str:
    return standings_page(_title(question), _table(question))


def _poster(question: EventQuestion, *, crosstable: bool) -> str:
    return poster(question.name, _table(question), crosstable=crosstable)


def _table(question: EventQuestion) -> Standings:
    return standings(question.tournament(), question.number("after"))


def _check(question: EventQuestion) -> str:
    return report_page([checked_file(question, keep=True)._replace(name=_title(question))])


PAGES: Mapping[str, Callable[[EventQuestion], str]] = {
    "round": _round,
    "sheet": lambda question: sheet(_posted(question)),
    "slips": lambda question: slips(_posted(question)),
    "standings": _standings,
    "poster": partial(_poster, crosstable=False),
    "crosstable": partial(_poster, crosstable=True),
    "check": _check,
}
