"""The totals of a run in a line, for the text and for the page."""

from __future__ import annotations

from collections.abc import Sequence

from pairing_engine.language import say, say_many
from swisspair.swisscheck.checked_file import CheckedFile, Figures, figures


def summary(checked: Sequence[CheckedFile]) -> str:
    """The last line of a run."""
    return summary_of(figures(checked))


def summary_of(found: Figures) -> str:
    """The last line of a run with these figures."""
    done = say(
        "checked {tournaments}, {rounds}",
        tournaments=say_many("{number} tournament", "{number} tournaments", found.tournaments),
        rounds=say_many("{number} round", "{number} rounds", found.rounds),
    )
    ranks = (
        say(
            ", {wrong_standings} of {standings} standings differ",
            wrong_standings=found.wrong_standings,
            standings=found.standings,
        )
        if found.standings
        else ""
    )
    apart = (
        say(", {not_comparable} not comparable", not_comparable=found.not_comparable) if found.not_comparable else ""
    )
    wrong = say_many("{number} round differs", "{number} rounds differ", found.differing)
    line = say(
        "{done}: {wrong}{ranks}, {unreadable}{apart}",
        done=done,
        wrong=wrong,
        ranks=ranks,
        unreadable=say_many("{number} file unreadable", "{number} files unreadable", found.unreadable),
        apart=apart,
    )
    return f"{line}\n"
