"""The result of each checked file, and the totals of a run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from checker.checking import EACH, check
from checker.report import FileReport, Status
from pairing_engine.errors import BadRequest
from pairing_engine.facts.codes import AS_WRITTEN, Overrides
from pairing_engine.facts.model import Tournament
from pairing_engine.matching import Backend
from pairing_engine.scores.crosstable import Crosstable, crosstable_of
from pairing_engine.systems.choice import NoEdition, choose
from pairing_engine.values import NamedTuple
from swisspair.statuses import ExitStatus, Failure
from swisspair.terminal.options import ReadingOptions
from swisspair.terminal.program import failure_of
from swisspair.terminal.sources import Source
from trf import Adjustment, TrfFile, examine

if TYPE_CHECKING:
    from pairing_engine.facts.model import AskedAs
    from pairing_engine.standings.compare import RankCheck


class Sent(NamedTuple):
    """The content of a source that was read in advance, or the error from reading it."""

    name: str
    data: bytes = b""
    error: Exception | None = None
    passed_over: bool = False

    def read(self) -> bytes:
        """Return the content of the source. Raise the earlier error if the source could not be read."""
        if self.error is not None:
            raise self.error
        return self.data

    def is_passed_over(self) -> bool:
        """Whether the source was skipped, because it does not look like a tournament."""
        return self.passed_over


def sent(source: Source) -> Sent:
    try:
        if source.is_passed_over():
            return Sent(source.name, passed_over=True)
        return Sent(source.name, source.read())
    except Exception as error:  # a worker handles it like an error of its own
        return Sent(source.name, error=error)


class HowToCheck(NamedTuple):
    """The settings for reading and checking files."""

    round: int | None = None
    system: str | None = None
    edition: str | None = None
    engine: Backend = Backend.AUTO
    reading: ReadingOptions = ReadingOptions()
    overrides: Overrides = AS_WRITTEN
    keep: bool = False
    """Whether to include the tournament in the result of the check."""
    cause: bool = True
    """Whether to look for explanations of differences."""
    standings: bool = True
    """Whether to check the ranks of files that name tie-breaks."""
    asked: AskedAs | None = None
    """The user's wishes in addition to the wishes in the file."""
    among_others: bool = False
    """Whether there are several files to check. Then, a file without the requested round is no error."""


class CheckedFile(NamedTuple):
    """The report on a file, or the reason why there is no report."""

    name: str
    report: FileReport | None
    adjustments: tuple[Adjustment, ...] = ()
    failure: Failure | None = None
    ranks: RankCheck | None = None
    """The check of ranks; None if there is nothing to check or it was not requested."""
    each_edition: bool = False
    """Whether to show all editions side by side."""
    was_read: bool = True
    """Whether the file could be read. If the file was read but there is no report, the request caused the failure."""
    no_edition: str = ""
    """The reason why no available edition suits the event. The text names the record that decides."""

    tournament: Tournament | None = None
    """The tournament, if requested."""
    file: TrfFile | None = None
    """The records of the file, if requested."""

    @property
    def not_comparable(self) -> str:
        """The reason why no edition suits the event; empty if the rounds can be compared."""
        return self.no_edition if self.report is None else self.report.choice.not_comparable

    @property
    def status(self) -> ExitStatus:
        if self.failure is not None:
            return self.failure.status
        if self.report and any(found.status is Status.TOO_LARGE for found in self.report.rounds):
            return ExitStatus.TOO_LARGE
        differs = (self.report and self.report.number_of_faults) or (self.ranks and self.ranks.wrong)
        return ExitStatus.NO_PAIRING if differs else ExitStatus.DONE


def check_source(source: Source | Sent, how: HowToCheck) -> CheckedFile | None:
    """Read and check a file. Return None if a file from a directory or archive does not look like a TRF."""
    was_read = False
    try:
        if source.is_passed_over():
            return None
        data = source.read()
        reading = examine(data, name=source.name, **how.reading.how(how.system, how.overrides))
        was_read = True
        table = crosstable_of(reading.tournament)
        report = _report(reading.tournament, how, table)
        ranks = _ranks(reading.tournament, table) if how.standings and how.round is None else None
    except NoEdition as error:
        return CheckedFile(source.name, None, no_edition=str(error))
    except Exception as error:
        was_read = was_read and isinstance(error, BadRequest)
        return CheckedFile(source.name, None, failure=failure_of(error, source.name), was_read=was_read)
    return CheckedFile(
        source.name,
        report,
        reading.adjustments,
        ranks=ranks,
        each_edition=how.edition == EACH,
        tournament=reading.tournament if how.keep else None,
        file=reading.file if how.keep else None,
    )


def _report(tournament: Tournament, how: HowToCheck, table: Crosstable) -> FileReport:
    if how.among_others and how.round is not None and how.round > len(tournament.rounds):
        return FileReport(choose(tournament.settings, how.system, None if how.edition == EACH else how.edition), ())
    return check(
        tournament,
        round=how.round,
        system=how.system,
        edition=how.edition,
        engine=how.engine,
        cause=how.cause,
        table=table,
        **(how.asked or {}),
    )


def _ranks(tournament: Tournament, table: Crosstable) -> RankCheck | None:
    settings = tournament.settings
    if not (tournament.recorded_ranks and tournament.rounds and (settings.tie_breaks or settings.standings_order)):
        return None
    from pairing_engine.standings.compare import RankCheck, check_ranks

    try:
        return check_ranks(tournament, table)
    except BadRequest as error:
        return RankCheck(str(error))


class Figures(NamedTuple):
    """The totals of a run. If no edition suits a file, the file counts only in ``not_comparable``."""

    tournaments: int
    rounds: int
    differing: int
    unreadable: int
    not_comparable: int
    standings: int
    """The number of files whose ranks were checked."""
    wrong_standings: int


def figures(checked: Iterable[CheckedFile]) -> Figures:
    tournaments = rounds = differing = unreadable = not_comparable = standings = wrong = 0
    for one in checked:
        if one.not_comparable:
            not_comparable += 1
            continue
        if one.report is None:
            unreadable += not one.was_read
            continue
        tournaments += 1
        rounds += len(one.report.rounds)
        differing += one.report.number_of_faults
        standings += one.ranks is not None and one.ranks.standings is not None
        wrong += one.ranks is not None and bool(one.ranks.wrong)
    return Figures(tournaments, rounds, differing, unreadable, not_comparable, standings, wrong)
