"""What became of every file of a run, and the figures that end it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from checker.report import FileReport, Status, check
from checker.sources import Source, looks_like_trf
from pairing_engine.facts.model import Tournament
from pairing_engine.facts.overrides import AS_WRITTEN, Overrides
from pairing_engine.matching import Backend
from pairing_engine.systems.choice import choose, kind_asked_for
from pairing_engine.terminal.console import Failure, failure_of
from pairing_engine.terminal.statuses import ExitStatus
from trf import Adjustment, examine


class Request(NamedTuple):
    """What is to be checked, and how files are to be read."""

    round: int | None = None
    system: str | None = None
    edition: str | None = None
    backend: Backend = Backend.AUTO
    strict: bool = False
    encoding: str | None = None
    recompute: bool = False
    overrides: Overrides = AS_WRITTEN
    among_others: bool = False
    """Are there other files as well? Then one of them may well have fewer rounds than the one that is asked for."""


class Outcome(NamedTuple):
    """A file's report, or why there is none."""

    name: str
    report: FileReport | None
    adjustments: tuple[Adjustment, ...] = ()
    failure: Failure | None = None

    @property
    def status(self) -> ExitStatus:
        """The exit status that this file alone would give."""
        if self.failure is not None:
            return self.failure.status
        if self.report and any(found.status is Status.TOO_LARGE for found in self.report.rounds):
            return ExitStatus.TOO_LARGE
        return ExitStatus.NO_PAIRING if self.report and self.report.differing else ExitStatus.DONE


def check_source(source: Source, request: Request) -> Outcome | None:
    """Read a file and check its rounds; None for a file that was met by chance and is no TRF."""
    try:
        data = source.read()
        if not source.certain and not looks_like_trf(data):
            return None
        reading = examine(
            data,
            name=source.name,
            strict=request.strict,
            encoding=request.encoding,
            recompute=request.recompute,
            kind=kind_asked_for(request.system),
            overrides=request.overrides,
        )
        report = _report(reading.tournament, request)
    except Exception as error:
        return Outcome(source.name, None, failure=failure_of(error, source.name))
    return Outcome(source.name, report, reading.adjustments)


def _report(tournament: Tournament, request: Request) -> FileReport:
    number, system, edition = request.round, request.system, request.edition
    if request.among_others and number is not None and number > len(tournament.rounds):
        return FileReport(choose(tournament.settings, system, edition), ())
    return check(tournament, number, system, edition, request.backend)


class Figures(NamedTuple):
    """The totals of a run."""

    tournaments: int
    rounds: int
    differing: int
    unreadable: int


def figures(outcomes: Iterable[Outcome]) -> Figures:
    """Count what a run did."""
    tournaments = rounds = differing = unreadable = 0
    for outcome in outcomes:
        if outcome.report is None:
            unreadable += 1
            continue
        tournaments += 1
        rounds += len(outcome.report.rounds)
        differing += outcome.report.differing
    return Figures(tournaments, rounds, differing, unreadable)


__all__ = ["Figures", "Outcome", "Request", "Status", "check_source", "figures"]
