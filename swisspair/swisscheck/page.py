"""The page about a check: the verdict round by round, every board, those that differ marked, and what decides."""

from __future__ import annotations

from typing import NamedTuple

from checker.diff import Pair
from checker.report import FileReport, RoundReport, Status
from pairing_engine.facts.model import NOBODY, ByeKind, Tournament, Tpn
from pairing_engine.language import say
from swisspair.page.environment import render
from swisspair.page.rules import Rules
from swisspair.page.tables import TableBefore, table_before
from swisspair.swisscheck.checked_file import CheckedFile, figures
from swisspair.terminal.advice import words_of


class Board(NamedTuple):
    """A recorded board, or one that only the rules demand: White and Black (0: the bye) by the numbers of the file."""

    white: int
    black: int
    mark: str
    """``recorded`` or ``expected`` for what only one of the two pairings has."""


class CheckedRound(NamedTuple):
    """A round with all its boards."""

    report: RoundReport
    words: str
    boards: tuple[Board, ...]

    @property
    def wishes(self) -> str:
        """The wishes with which it was checked."""
        return ", ".join(self.report.wishes)

    @property
    def agrees(self) -> bool:
        """Is it the round that the rules demand?"""
        return self.report.status is Status.AGREES


class FilePage(NamedTuple):
    """What the page says of a file; without a report ``failure`` says why."""

    name: str
    failure: str
    report: FileReport | None
    rounds: tuple[CheckedRound, ...]
    names: dict[int, str]
    table: TableBefore | None
    rules: Rules | None


def report_page(checked: list[CheckedFile]) -> str:
    """The page about a run."""
    books: dict[str, Rules] = {}
    for one in checked:
        if one.report is not None:
            system = one.report.choice.system
            books.setdefault(system.article, Rules(system))
    files = [_file(one, books) for one in checked]
    return render("report.html", files=files, books=books.values(), figures=figures(checked), nobody=NOBODY)


def _file(one: CheckedFile, books: dict[str, Rules]) -> FilePage:
    if one.report is None or one.tournament is None:
        return FilePage(one.name, _without_report(one), None, (), {}, None, None)
    tournament = one.tournament
    rounds = tuple(_round(tournament, report) for report in one.report.rounds)
    names = {int(participant.number): participant.name for participant in tournament.participants}
    table = table_before(tournament, len(tournament.rounds) + 1)
    return FilePage(one.name, "", one.report, rounds, names, table, books[one.report.choice.system.article])


def _without_report(one: CheckedFile) -> str:
    """Why a file has no report."""
    if one.no_edition:
        return say("Not comparable: {words}", words=one.no_edition)
    if one.was_read:
        return say("Not checked: {words}", words=one.failure)
    return say("Unreadable: {words}", words=one.failure)


def _round(tournament: Tournament, report: RoundReport) -> CheckedRound:
    recorded = tournament.rounds[report.number - 1]
    number = {participant.tpn: participant.number for participant in tournament.participants}
    pairs: list[Pair] = [(number[one.white], number[one.black]) for one in recorded.meetings()]
    pairs += [(number[bye.tpn], NOBODY) for bye in recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
    others: set[tuple[Tpn, Tpn]] = set(report.difference.recorded)
    boards = [Board(white, black, "recorded" if (white, black) in others else "") for white, black in pairs]
    boards += [Board(white, black, "expected") for white, black in report.difference.expected]
    words = report.words if report.missing is None else words_of(report.missing)
    return CheckedRound(report, words, tuple(boards))
