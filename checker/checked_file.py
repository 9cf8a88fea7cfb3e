"""What became of every file of a run, and the figures that end it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from checker.report import FileReport, check
from checker.sources import Source, looks_like_trf
from pairing_engine.facts.model import Tournament
from pairing_engine.facts.overrides import AS_WRITTEN, Overrides
from pairing_engine.matching import Backend
from pairing_engine.systems.choice import choose, kind_asked_for
from pairing_engine.terminal.console import failure_of
from pairing_engine.terminal.statuses import ExitStatus, Failure
from trf import Adjustment, examine


class HowToCheck(NamedTuple):
    """What is to be checked, and how files are to be read."""

    round: int | None = None
    system: str | None = None
    edition: str | None = None
    engine: Backend = Backend.AUTO
    strict: bool = False
    encoding: str | None = None
    recompute: bool = False
    overrides: Overrides = AS_WRITTEN
    keep: bool = False
    """Is the tournament wanted, beside what was found?"""
    among_others: bool = False
    """Are there other files as well? Then one of them may well have fewer rounds than the one that is asked for."""


class CheckedFile(NamedTuple):
    """A file's report, or why there is none."""

    name: str
    report: FileReport | None
    adjustments: tuple[Adjustment, ...] = ()
    failure: Failure | None = None
    tournament: Tournament | None = None
    """Where it is wanted."""

    @property
    def status(self) -> ExitStatus:
        """The exit status that this file alone would give."""
        if self.failure is not None:
            return self.failure.status
        return ExitStatus.NO_PAIRING if self.report and self.report.differing else ExitStatus.DONE


def check_source(source: Source, how: HowToCheck) -> CheckedFile | None:
    """Read a file and check its rounds; None for a file that was met by chance and is no TRF."""
    try:
        data = source.read()
        if not source.certain and not looks_like_trf(data):
            return None
        reading = examine(
            data,
            name=source.name,
            strict=how.strict,
            encoding=how.encoding,
            recompute=how.recompute,
            kind=kind_asked_for(how.system),
            overrides=how.overrides,
        )
        report = _report(reading.tournament, how)
    except Exception as error:
        return CheckedFile(source.name, None, failure=failure_of(error, source.name))
    tournament = reading.tournament if how.keep else None
    return CheckedFile(source.name, report, reading.adjustments, tournament=tournament)


def _report(tournament: Tournament, how: HowToCheck) -> FileReport:
    if how.among_others and how.round is not None and how.round > len(tournament.rounds):
        return FileReport(choose(tournament.settings, how.system, how.edition), ())
    return check(tournament, round=how.round, system=how.system, edition=how.edition, engine=how.engine)


class Figures(NamedTuple):
    """The totals of a run."""

    tournaments: int
    rounds: int
    differing: int
    unreadable: int


def figures(checked: Iterable[CheckedFile]) -> Figures:
    """Count what a run did."""
    tournaments = rounds = differing = unreadable = 0
    for one in checked:
        if one.report is None:
            unreadable += 1
            continue
        tournaments += 1
        rounds += len(one.report.rounds)
        differing += one.report.differing
    return Figures(tournaments, rounds, differing, unreadable)
