"""The check of a whole event: all recorded rounds, other editions, and causes of differences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Unpack

from checker.report import EACH, FileReport, Person, RoundReport, Status
from pairing_engine.door import Opened, number_asked, opened, recorded_rounds
from pairing_engine.errors import BadRequest, MissingFact, NoPairing, TooLarge
from pairing_engine.facts.model import NOBODY, NoteKind, Round, Tournament, Tpn
from pairing_engine.kernel.trace import Difference, RoundPairing, compare
from pairing_engine.language import marked, say_many
from pairing_engine.matching import Backend
from pairing_engine.scores.acceleration import acceleration_in_words
from pairing_engine.scores.crosstable import Crosstable
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems import Editions
from pairing_engine.systems.system import System
from pairing_engine.under_way import doing

if TYPE_CHECKING:
    from pairing_engine.facts.asked_wishes import AskedAs


def check(
    tournament: Tournament,
    round: int | None = None,  # noqa: A002 - as in `pair`
    system: System | Editions | str | None = None,
    edition: str | int | None = None,
    engine: Backend | str = Backend.AUTO,
    *,
    cause: bool = True,
    table: Crosstable | None = None,
    **asked: Unpack[AskedAs],
) -> FileReport:
    """Pair the recorded rounds of a tournament again, or only ``round``, and compare.

    If no available edition applies to the event, the check compares rounds only if ``system`` or ``edition`` is given.
    With ``edition="each"``, the check also tries all other editions. Without an edition, the check tries them if rounds
    differ. If rounds differ, the check searches for a cause unless ``cause`` is false.

    The check grants the wishes in the file and in the arguments; `pair` explains these arguments. If the number of
    rounds is not stated, the last recorded round counts as the last of the event. ``table`` is the crosstable of the
    tournament, if it already exists.

    Raises `BadRequest` for a round, a system or an edition that does not exist, or for facts that contradict each
    other. Raises `MissingFact` if an acceleration cannot be computed.

    >>> from trf import read
    >>> report = check(read("fixtures/open-2026-round-5.trf"))
    >>> [(found.number, found.status.value) for found in report.rounds][:2], report.number_of_faults
    ([(1, 'agrees'), (2, 'agrees')], 0)
    """
    number_asked(tournament, round)
    event = opened(tournament, system, None if edition == EACH else edition, engine, **asked)
    given = tournament
    if event.choice.as_individuals:
        given, table = event.tournament, None
    _check_number(tournament, round)
    tournament, choice, _ = event = event.with_last_round()
    unasked = edition is None and system is None
    if unasked and not tournament.settings.system:
        from checker.comparable import refuse_other_type

        refuse_other_type(tournament)
    if choice.not_comparable and unasked:
        return FileReport(choice, (), tournament=given)
    reports = tuple(_checked(event, round, table))
    acceleration = acceleration_in_words(tournament, choice.system.conventions.acceleration)
    report = FileReport(choice, reports, acceleration, tournament=given)
    if report.differing_rounds or edition == EACH:
        report = _searched(report, event, edition, cause=cause, unasked=unasked)
    return report._replace(rounds=tuple(_finished(one, tournament) for one in report.rounds))


def _searched(
    report: FileReport, event: Opened, edition: str | int | None, *, cause: bool, unasked: bool
) -> FileReport:
    """Look again at rounds that differ and, if a ``cause`` is wanted, search for it."""
    from checker.comparable import refuse_other_order  # imported here, because most events agree
    from checker.differing import as_corrected, searched

    rounds = (as_corrected(one, event, _checked) if one.status is Status.DIFFERS else one for one in report.rounds)
    report = report._replace(rounds=tuple(rounds))
    wanted = cause and bool(report.differing_rounds)
    if wanted and unasked:
        refuse_other_order(event, _checked)
    return searched(report, event, edition, wanted=wanted) if wanted or edition == EACH else report


def _checked(event: Opened, number: int | None = None, table: Crosstable | None = None) -> Iterator[RoundReport]:
    rounds = len(event.tournament.rounds) if number is None else 1
    doing(marked("checking the rounds"), 1, rounds)
    before_each = recorded_rounds(event.tournament, event.system, number, table)
    for place, (state, recorded) in enumerate(before_each, 1):
        yield check_round(event, state, recorded)
        doing(marked("checking the rounds"), min(place + 1, rounds), rounds)


def _check_number(tournament: Tournament, number: int | None) -> None:
    recorded = len(tournament.rounds)
    if number is not None and not 1 <= number <= recorded:
        raise BadRequest(
            say_many(
                "round {round} cannot be checked: only {number} round is recorded",
                "round {round} cannot be checked: only {number} rounds are recorded",
                recorded,
                round=number,
            ),
            "round",
        )


def _finished(one: RoundReport, tournament: Tournament) -> RoundReport:
    """Add the note about boards made by hand, or else about imported rounds. Drop people who are not mentioned."""
    notes = () if one.status is Status.AGREES else tournament.notes
    by_hand = [note for note in notes if note.kind is NoteKind.MANUAL and note.round == one.number]
    imports = [note for note in notes if note.kind is NoteKind.IMPORT and note.round >= one.number]
    return one._replace(people=one.spoken_of(), note="".join(map(str, [*by_hand, *imports][:1])))


def check_round(event: Opened, state: RoundState, recorded: Round) -> RoundReport:
    """Check a round under the organiser's wishes that are in force and, if it differs, without them."""
    wishes = state.settings.wishes_in(state.number)
    report = _checked_round(event, state, recorded)
    if not wishes:
        return report
    agrees = False
    if report.status is not Status.AGREES:
        without = event.without_wishes().before(state.number)
        agrees = _checked_round(event, without, recorded).status is Status.AGREES
    return report._replace(wishes=tuple(wish.words for wish in wishes), agrees_without=agrees)


def _checked_round(event: Opened, state: RoundState, recorded: Round) -> RoundReport:
    system = event.system.for_round(state)
    boards = len(recorded.games) + len(recorded.matches)
    report = RoundReport(state.number, Status.AGREES, boards)
    try:
        expected = event.paired(state)
    except NoPairing as error:
        return _with_reasons(report._replace(status=Status.NO_PAIRING, words=str(error)), state, recorded, system)
    except TooLarge as error:
        return report._replace(status=Status.TOO_LARGE, words=str(error))
    except MissingFact as error:
        return report._replace(status=Status.UNKNOWN, words=str(error), missing=error)
    difference = compare(recorded, expected)
    if difference == ((), ()):
        return report
    report = report._replace(status=Status.DIFFERS, difference=difference)
    return _with_reasons(report, state, recorded, system, expected)


def _with_reasons(
    report: RoundReport, state: RoundState, recorded: Round, system: System, expected: RoundPairing | None = None
) -> RoundReport:
    """Add to the report of a wrong round its forbidden pairs, its people and, beside the right round, the reason."""
    from checker.explained import explain, numbered  # imported here, because most rounds agree
    from pairing_engine.answers.comparison import illegalities

    if expected is not None:
        explanation = explain(state, recorded, expected, report.difference, system)
        if explanation is not None:
            explanation = explanation._replace(finding=numbered(explanation.finding, state.shown))
        shown = {one.tpn: Tpn(one.number) for one in state.tournament.participants} | {NOBODY: NOBODY}
        pairs = (tuple((shown[one], shown[other]) for one, other in pairs) for pairs in report.difference)
        report = report._replace(difference=Difference(*pairs), explanation=explanation)
    scores = {player.tpn: player.score for player in state.players}
    kind, everybody = state.settings.kind, state.tournament.participants
    return report._replace(
        illegal=tuple(numbered(finding, state.shown) for finding in illegalities(state, recorded, system)),
        people=tuple(Person(one.number, one.name, scores.get(one.tpn), kind) for one in everybody),
    )
