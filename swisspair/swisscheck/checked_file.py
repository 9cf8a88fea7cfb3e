"""The result of each checked file as text, JSON or CSV, and the totals of a run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from checker.checking import check
from checker.report import EACH, FileReport, RoundReport, Status
from checker.report_in_words import lines_of
from pairing_engine.answers.sentences import about
from pairing_engine.errors import BadRequest
from pairing_engine.facts.codes import AS_WRITTEN, Overrides
from pairing_engine.facts.formats import csv_lines
from pairing_engine.facts.model import EventKind, Tournament
from pairing_engine.facts.names import called
from pairing_engine.facts.shown import one_line
from pairing_engine.language import say, say_many
from pairing_engine.matching import Backend
from pairing_engine.scores.crosstable import Crosstable, crosstable_of
from pairing_engine.systems.choice import NoEdition, choose
from swisspair.statuses import ExitStatus, Failure, words_of
from swisspair.terminal.options import ReadingOptions
from swisspair.terminal.program import failure_of
from swisspair.terminal.sources import Source
from trf import Adjustment, TrfFile, examine

if TYPE_CHECKING:
    from pairing_engine.facts.asked_wishes import AskedAs
    from pairing_engine.standings.compare import RankCheck, WrongRank


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
    """Whether the result includes the tournament and the records of the file."""
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

    file: TrfFile | None = None
    """The records of the file, if requested."""

    @property
    def not_comparable(self) -> str:
        """The reason why no edition suits the event; empty if the rounds can be compared."""
        return self.no_edition if self.report is None else self.report.choice.not_comparable

    @property
    def reason(self) -> str:
        """The reason why there is no report."""
        return self.no_edition or ("" if self.failure is None else str(self.failure))

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
        report if how.keep else report._replace(tournament=None),
        reading.adjustments,
        ranks=ranks,
        each_edition=how.edition == EACH,
        file=reading.file if how.keep else None,
    )


def _report(tournament: Tournament, how: HowToCheck, table: Crosstable) -> FileReport:
    if how.among_others and how.round is not None and how.round > len(tournament.rounds):
        choice = choose(tournament.settings, how.system, None if how.edition == EACH else how.edition)
        return FileReport(choice, (), tournament=tournament)
    report = check(
        tournament,
        round=how.round,
        system=how.system,
        edition=how.edition,
        engine=how.engine,
        cause=how.cause,
        table=table,
        **(how.asked or {}),
    )
    advised = (one if one.missing is None else one._replace(words=words_of(one.missing)) for one in report.rounds)
    return report._replace(rounds=tuple(advised))


def _ranks(tournament: Tournament, table: Crosstable) -> RankCheck | None:
    settings = tournament.settings
    if not (settings.tie_breaks or settings.standings_order):
        return None
    from pairing_engine.standings.codes import unsuited
    from pairing_engine.standings.compare import RankCheck, check_ranks

    if not ((tournament.recorded_ranks and tournament.rounds) or unsuited(settings)):
        return None
    try:
        return check_ranks(tournament, table)
    except BadRequest as error:
        return RankCheck(str(error))


class Totals(NamedTuple):
    """The totals of a run, or of one file. If no edition suits a file, it counts only in ``not_comparable``."""

    files: int = 0
    passed_over: int = 0
    tournaments: int = 0
    rounds: int = 0
    differing: int = 0
    unreadable: int = 0
    not_comparable: int = 0
    standings: int = 0
    """The number of files whose ranks were checked."""
    wrong_standings: int = 0
    status: int = ExitStatus.DONE
    """The highest exit status."""

    def plus(self, other: Totals) -> Totals:
        sums = map(sum, zip(self, other, strict=True))
        return Totals(*sums)._replace(status=max(self.status, other.status))

    @property
    def counts(self) -> dict[str, int]:
        """The counts of tournaments and rounds, which a report states."""
        return {name: getattr(self, name) for name in COUNTS}


COUNTS = Totals._fields[2:-1]


def totals(checked: Iterable[CheckedFile]) -> Totals:
    return reduce(Totals.plus, map(_totals, checked), Totals())


def _totals(one: CheckedFile) -> Totals:
    found = Totals(1, status=one.status)
    if one.not_comparable:
        return found._replace(not_comparable=1)
    if one.report is None:
        return found._replace(unreadable=int(not one.was_read))
    return found._replace(
        tournaments=1,
        rounds=len(one.report.rounds),
        differing=one.report.number_of_faults,
        standings=int(one.ranks is not None and one.ranks.standings is not None),
        wrong_standings=int(one.ranks is not None and bool(one.ranks.wrong)),
    )


COLUMNS = ("file", "system", "edition", "round", "status", "boards", "differing boards", "fault", "article", "words")
"""The columns of CSV output."""


def text_of(one: CheckedFile, *, whole: bool = False) -> str:
    """Return the report on a file as text: agreeing rounds share lines, and ``whole`` shortens no list."""
    name = one_line(one.name)
    if one.report is None:
        return "".join(
            f"{line}\n" for line in (_without_report(one, name), *(f"  {line}" for line in one.reason.split("\n")))
        )
    head, *lines = lines_of(one.report, whole=whole, each_edition=one.each_edition)
    lines = [say("{name}: {words}", name=one.name, words=head), *(f"  {line}" for line in lines)]
    if one.ranks is not None:
        lines += rank_lines(one.ranks)
    return "".join(f"{one_line(line)}\n" for line in lines)


def _without_report(one: CheckedFile, name: str) -> str:
    """Return the first line about a file without a report. The reason follows on the next line."""
    if one.no_edition:
        return say("{name}: the rounds cannot be compared with the rules", name=name)
    if one.was_read:
        return say("{name}: the file is readable, but was not checked", name=name)
    return say("{name}: unreadable", name=name)


def value_of(checked: Sequence[CheckedFile]) -> dict[str, object]:
    found = totals(checked).counts
    if not found["standings"]:
        del found["standings"], found["wrong_standings"]
    return {**found, "files": [file_value(one) for one in checked]}


def file_value(one: CheckedFile) -> dict[str, object]:
    value: dict[str, object] = {
        "file": one.name,
        "adjustments": [adjustment._asdict() for adjustment in one.adjustments],
    }
    if one.no_edition:
        return {**value, "not_comparable": one.no_edition}
    if one.report is None:
        assert one.failure is not None
        return {**value, **one.failure.to_dict()}
    ranks = {} if one.ranks is None else {"standings": one.ranks.to_dict()}
    return {**value, **one.report.to_dict(), **ranks}


def rows_of(one: CheckedFile) -> str:
    """Return the CSV rows of a file. A file without rounds has one row, which gives the reason."""
    name = one_line(one.name)
    if one.report is None or not one.report.rounds:
        why = "not comparable" if one.failure is None else "not checked" if one.was_read else "unreadable"
        return csv_lines([(name, "", "", "", why, "", "", "", "", one_line(one.reason))])
    system = one.report.choice.system
    return csv_lines([(name, system.name, system.edition, *_row(report)) for report in one.report.rounds])


def _row(report: RoundReport) -> tuple[object, ...]:
    finding = None if report.explanation is None else report.explanation.finding
    fault, article, words = ("", "", report.words)
    if finding is not None:
        fault, article, words = finding.fault.value, finding.article, finding.words
    return (
        report.number,
        report.status.value,
        report.number_of_boards,
        len(report.difference.recorded),
        fault,
        article,
        one_line(words),
    )


def rank_lines(found: RankCheck) -> Iterator[str]:
    """Yield a line with the verdict on the file's ranks, a remark, and a line for each wrong rank."""
    remark = ""
    if found.standings is None:
        yield say("  standings cannot be checked: {why_not}", why_not=say(found.why_not))
    else:
        order = found.standings.order
        by = f"{', '.join(order.codes)} ({say(order.why)})"
        if found.wrong:
            remark = found.standings.remark
            yield say_many(
                "  standings: {number} rank is not the one that {by} give",
                "  standings: {number} ranks are not those that {by} give",
                len(found.wrong),
                by=by,
            )
        else:
            yield say("  standings: the ranks agree with {by}", by=by)
    yield from (f"    {words}" for words in dict.fromkeys((found.unsuited, remark)) if words)
    yield from (f"    {_words_of_rank(wrong, found.kind)}" for wrong in found.wrong)


def _words_of_rank(wrong: WrongRank, kind: EventKind) -> str:
    places = (
        str(wrong.first) if wrong.first == wrong.last else say("{first} to {last}", first=wrong.first, last=wrong.last)
    )
    words = say(
        "{name} has rank {recorded} in the file, but rank {places} by the tie-breaks",
        name=called(wrong.number, wrong.name, kind),
        recorded=wrong.recorded,
        places=places,
    )
    if not wrong.beside:
        return words
    own, other = wrong.values
    return say(
        "{words}, because {by} is {own}, and {other} for {beside}",
        words=words,
        by=wrong.by,
        own=own,
        other=other,
        beside=called(wrong.beside, "", kind),
    )


def summary(found: Totals) -> str:
    done = say(
        "checked {tournaments}, {rounds}",
        tournaments=say_many("{number} tournament", "{number} tournaments", found.tournaments),
        rounds=say_many("{number} round", "{number} rounds", found.rounds),
    )
    parts = [say_many("{number} round differs", "{number} rounds differ", found.differing)]
    if found.standings:
        parts.append(say_many("{number} ranking differs", "{number} rankings differ", found.wrong_standings))
    parts.append(say_many("{number} file unreadable", "{number} files unreadable", found.unreadable))
    if found.not_comparable:
        parts.append(say_many("{number} file not comparable", "{number} files not comparable", found.not_comparable))
    return f"{about(done, ', '.join(parts))}\n"
