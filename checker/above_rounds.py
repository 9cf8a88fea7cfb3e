"""The lines about an event that stand above its rounds: possible causes, and the end of the search for them."""

from __future__ import annotations

from collections.abc import Iterator

from checker import editions
from checker.causes.event import Subject
from checker.causes.words import event_causes_in_words, extent_in_words
from checker.report import FileReport


def of_event(report: FileReport) -> Iterator[str]:
    """The explanation of the event as a whole, and a note if the search for it stopped at its bound."""
    if not report.causes or report.causes[0].subject is Subject.EDITION:
        yield from filter(None, (editions.better_edition(report),))
    yield from event_causes_in_words(report.causes, report.disagreeing)
    if report.search is not None and report.search.stopped:
        yield extent_in_words(report.search)
