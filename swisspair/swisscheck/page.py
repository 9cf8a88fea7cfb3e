"""The page about a check: the verdict and the reasons for each round. Wrong boards are marked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any, NamedTuple

from checker import report_in_words
from checker.report import FileReport, RoundReport, Status
from pairing_engine.facts.model import NOBODY, ByeKind, Tournament, Tpn
from pairing_engine.facts.names import called
from pairing_engine.kernel.trace import Pair
from pairing_engine.language import say
from pairing_engine.state.initial_colour import inferred_initial_colour
from swisspair.page.environment import LARGE, render, table_before, title_of
from swisspair.page.pictures import picture_of_report
from swisspair.page.rules import Rules
from swisspair.swisscheck.checked_file import CheckedFile, summary, totals


class ReportedBoard(NamedTuple):
    """A recorded or expected board: the numbers of White and Black, with 0 for the bye."""

    white: int
    black: int
    mark: str
    """``recorded`` or ``expected`` if only this pairing has the board; empty if both pairings have the board."""


class CheckedRound(NamedTuple):
    """A round with the result of its check and all boards."""

    report: RoundReport
    boards: tuple[ReportedBoard, ...]
    causes: tuple[str, ...]
    """The possible explanations, one sentence each."""

    @property
    def sides(self) -> list[tuple[ReportedBoard | None, ReportedBoard | None]]:
        """The recorded and the expected boards that differ, side by side."""
        recorded, expected = ([one for one in self.boards if one.mark == mark] for mark in ("recorded", "expected"))
        return list(zip_longest(recorded, expected))

    @property
    def agrees(self) -> bool:
        """Whether the round follows the rules."""
        return self.report.status is Status.AGREES


def report_page(checked: list[CheckedFile]) -> str:
    books: dict[str, Rules] = {}
    for one in checked:
        if one.report is not None:
            system = one.report.choice.system
            books.setdefault(system.article, Rules(system))
    files = [_file(one, books) for one in checked]
    large = any(len(one["names"]) >= LARGE for one in files)
    words = summary(totals(checked)).strip()
    total = f"{words[:1].upper()}{words[1:]}."
    return render("report.html", files=files, books=books.values(), summary=total, nobody=NOBODY, large=large)


def _file(one: CheckedFile, books: Mapping[str, Rules]) -> dict[str, Any]:
    """Return what the section about one file shows."""
    if one.report is None or one.report.tournament is None:
        return {"title": title_of(one.name), "name": one.name, "report": None, "failure": _failure(one), "names": {}}
    tournament, system = one.report.tournament, one.report.choice.system
    rounds = checked_rounds(one)
    drawn = {found.report.number: picture_of_report(tournament, system, found.report) for found in rounds}
    return {
        "title": title_of(one.name, tournament.name),
        "name": one.name,
        "report": one.report,
        "rounds": rounds,
        "names": {int(participant.number): participant.name for participant in tournament.participants},
        "table": table_before(tournament, len(tournament.rounds) + 1),
        "rules": books[system.article],
        "about": [*_about(one.report, tournament)],
        "editions": "\n".join(report_in_words.side_by_side(one.report)) if one.each_edition else "",
        "pictures": {number: picture for number, picture in drawn.items() if picture is not None},
    }


def checked_rounds(one: CheckedFile) -> tuple[CheckedRound, ...]:
    """Return the checked rounds of a file, with all their boards; none if the file could not be checked."""
    if one.report is None or one.report.tournament is None:
        return ()
    return tuple(_round(one.report.tournament, found) for found in one.report.rounds)


def _about(one: FileReport, tournament: Tournament) -> Iterator[str]:
    yield report_in_words.rules_of(one.choice)
    yield one.acceleration or say("No acceleration")
    colour = tournament.settings.initial_colour
    found = colour or inferred_initial_colour(tournament)
    if colour is not None:
        yield say("The initial-colour is {colour}.", colour=say(colour.name.capitalize()))
    elif found is not None:
        yield say("The initial-colour is {colour} (inferred from the games).", colour=say(found.name.capitalize()))
    if one.choice.not_comparable:
        yield report_in_words.not_comparable(one)
    yield from report_in_words.of_event(one)


def _failure(one: CheckedFile) -> str:
    if one.no_edition:
        return say("Not comparable: {words}", words=one.reason)
    if one.was_read:
        return say("Not checked: {words}", words=one.reason)
    return say("Unreadable: {words}", words=one.reason)


def _round(tournament: Tournament, found: RoundReport) -> CheckedRound:
    recorded = tournament.rounds[found.number - 1]
    number = {participant.tpn: participant.number for participant in tournament.participants}
    pairs: list[Pair] = [(number[one.white], number[one.black]) for one in recorded.meetings()]
    pairs += [(number[bye.tpn], NOBODY) for bye in recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
    others: set[tuple[Tpn, Tpn]] = set(found.difference.recorded)
    boards = [ReportedBoard(white, black, "recorded" if (white, black) in others else "") for white, black in pairs]
    boards += [ReportedBoard(white, black, "expected") for white, black in found.difference.expected]
    names = {person.number: person.name for person in found.people}
    kind = tournament.settings.kind
    causes = report_in_words.note_and_cause(found, lambda tpn: called(tpn, names.get(tpn, ""), kind))
    return CheckedRound(found, tuple(boards), tuple(causes))
