"""The check of a whole event: all recorded rounds, other editions, and causes of differences."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Unpack

from checker.diff import Difference, compare, explain, numbered
from checker.report import Dated, FileReport, OtherEdition, Person, RoundReport, Status
from pairing_engine.answers.comparison import illegalities
from pairing_engine.door import Opened, number_asked, opened, recorded_rounds
from pairing_engine.errors import BadRequest, MissingFact, NoPairing, TooLarge
from pairing_engine.facts.model import (
    NOBODY,
    AskedAs,
    EventKind,
    Note,
    NoteKind,
    Round,
    Settings,
    Tournament,
    Tpn,
    in_force,
)
from pairing_engine.facts.names import plain
from pairing_engine.facts.renumbered import by_strength, numbered_by_position
from pairing_engine.kernel.trace import Finding
from pairing_engine.language import marked, say, say_many
from pairing_engine.matching import Backend
from pairing_engine.scores.acceleration import acceleration_in_words
from pairing_engine.scores.crosstable import Crosstable, crosstable_of
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems import SYSTEMS, Editions
from pairing_engine.systems.choice import NoEdition, could_be_used, edition_named_by, in_force_at_first, other_editions
from pairing_engine.systems.system import System
from pairing_engine.under_way import doing

if TYPE_CHECKING:
    from checker.causes.trials import Effort

EACH = "each"
"""The value of ``edition`` with which a check compares all editions."""


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
    tournament, choice, backend = event = event.with_last_round()
    if edition is None and system is None:
        _refuse_other_type(tournament)
    if choice.not_comparable and edition is None and system is None:
        return FileReport(choice, (), tournament=given)
    reports = tuple(_as_corrected(one, event) for one in _checked(event, round, table))
    acceleration = acceleration_in_words(tournament, choice.system.conventions.acceleration)
    report = FileReport(choice, reports, acceleration, tournament=given)
    wanted = cause and bool(report.differing_rounds)
    report = report._replace(dated=_dated(choice.system, tournament.settings))
    if wanted and edition is None and system is None:
        _refuse_other_order(tournament, backend)
    if wanted or edition == EACH:
        report = _searched(report, event, edition, wanted=wanted)
    return report._replace(rounds=tuple(_finished(one, tournament) for one in report.rounds))


class NotComparable(NoEdition):
    """The error for an event whose rounds cannot be compared with Swiss rules, or not with its numbers."""


_NO_SWISS = r"(?i)round.?robin|all.?play.?all|league|liga\b|\bligue\b|scheveningen|knock.?out"
"""Words for events without Swiss rules in a type of event (record 092) that does not speak of Swiss rules, too."""


def _refuse_other_type(tournament: Tournament) -> None:
    """[092, 013] Raise `NotComparable` for a round robin, a league, or players who meet by teams."""
    words = tournament.settings.type_of_event
    if tournament.settings.system:
        return
    if re.search(_NO_SWISS, words) and not re.search(r"(?i)swiss", words):
        raise NotComparable(say("{type!r} (record 092) is no event by Swiss rules", type=words))
    if tournament.settings.kind is EventKind.INDIVIDUAL and _meet_by_teams(tournament):
        raise NotComparable(say("the teams of records 013 meet each other: this is no individual Swiss event"))


def _meet_by_teams(tournament: Tournament) -> bool:
    """Whether in all rounds, and there are several, the players of a team meet only those of one other team."""
    team_of = {tpn: team.tpn for team in tournament.teams for tpn in team.members}
    for recorded in tournament.rounds:
        met = {(team_of.get(tpn), team_of.get(other)) for a, b, *_ in recorded.games for tpn, other in ((a, b), (b, a))}
        by_teams = len({team for team, _ in met}) == len(met) and all(a and b and a != b for a, b in met)
        if not by_teams or not 4 <= len(met) <= len(recorded.games):  # two matches or more, each of two boards or more
            return False
    return len(tournament.rounds) > 1


_LEAST_NUMBERED = 8
_LEAST_PLAYED = 3
"""In an event with fewer players or rounds, the numbers may follow the points by chance."""


def _refuse_other_order(tournament: Tournament, backend: Backend) -> None:
    """[C.04.2 2] Raise `NotComparable` if the numbers follow the final standings or the names (reading E15)."""
    people, rounds = tournament.participants, len(tournament.rounds)
    is_of_teams = tournament.settings.kind is EventKind.TEAM
    if is_of_teams or rounds < _LEAST_PLAYED or len(people) < _LEAST_NUMBERED:
        return
    ratings = [one.rating for one in people]
    if any(ratings) and ratings == sorted(ratings, reverse=True):
        return
    totals = crosstable_of(tournament).totals()
    points, names = [totals[one.tpn] for one in people], [plain(one.name) for one in people]
    if points == sorted(points, reverse=True):
        order = say("the numbers follow the final standings")
    elif names == sorted(names):
        order = say("the numbers follow the names")
    else:
        return
    in_order = tuple(sorted(people, key=by_strength))
    if in_order == people:
        return
    agreeing = 0
    if 2 * sum(map(bool, ratings)) >= len(people):
        event = opened(numbered_by_position(tournament._replace(participants=in_order)), engine=backend)
        agreeing = sum(one.status is Status.AGREES for one in _checked(event, None, None))
    if agreeing == rounds:
        message = marked("{order}; by rating all {rounds} rounds agree")
    elif 2 * agreeing >= rounds:
        message = marked("{order}; by rating {agreeing} of {rounds} rounds agree")
    else:
        message = marked("{order}: the rounds cannot be checked, as the starting order is not known")
    raise NotComparable(say(message, order=order, agreeing=agreeing, rounds=rounds))


def _checked(event: Opened, number: int | None, table: Crosstable | None) -> Iterator[RoundReport]:
    rounds = len(event.tournament.rounds) if number is None else 1
    doing(marked("checking the rounds"), 1, rounds)
    before_each = recorded_rounds(event.tournament, event.system, number, table)
    for place, (state, recorded) in enumerate(before_each, 1):
        yield check_round(event, state, recorded)
        doing(marked("checking the rounds"), min(place + 1, rounds), rounds)


def _as_corrected(report: RoundReport, event: Opened) -> RoundReport:
    """Return the report of a round that differs, or that it agrees with results that were corrected later, as noted."""
    if report.status is not Status.DIFFERS:
        return report
    from pairing_engine.changes.corrections import as_it_was
    from pairing_engine.changes.stand_in import as_published

    seated = as_published(event.tournament, report.number)
    before = as_it_was(seated, report.number)
    if before is event.tournament:
        return report
    again = next(_checked(event._replace(tournament=before), report.number, None))
    words = say(STOOD_IN if before is seated else CORRECTED)
    return again._replace(words=words) if again.status is Status.AGREES else report


STOOD_IN = marked("somebody left after it was published, as the file notes")
CORRECTED = marked("paired before a result was corrected, as the file notes")


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


def _dated(system: System, settings: Settings) -> Dated | None:
    """Return the edition in force on the first day of the event. Return None if the edition is unknown."""
    in_force = in_force_at_first(system.name, settings) if system.name in SYSTEMS else None
    if in_force is None:
        return None
    return Dated(in_force, edition_named_by(system.name, settings))


def note_on(notes: Sequence[Note], number: int) -> Note | None:
    """Find a note about boards made by hand in the round; if there is none, a note about imported rounds."""
    by_hand = (note for note in notes if note.kind is NoteKind.MANUAL and note.round == number)
    imports = (note for note in notes if note.kind is NoteKind.IMPORT and note.round >= number)
    return next(by_hand, None) or next(imports, None)


def _finished(one: RoundReport, tournament: Tournament) -> RoundReport:
    """Add the note in the file about the round. Drop the names of people whom the report does not mention."""
    note = None if one.status is Status.AGREES else note_on(tournament.notes, one.number)
    return one._replace(people=one.spoken_of(), note="" if note is None else str(note))


def _searched(report: FileReport, event: Opened, edition: str | int | None, *, wanted: bool) -> FileReport:
    """Add the rounds that break the rules of other editions and, if they are wanted, the causes of differences."""
    from checker.causes.trials import Effort, steps_for  # imported here, because most events agree

    tournament, choice, backend = event
    effort = Effort(steps_for(len(tournament.participants), len(tournament.rounds)))
    if edition == EACH:
        others = _by_others(event, SYSTEMS[choice.system.name].values(), report.rounds, Effort(sys.maxsize))
    elif edition is None:
        others = _by_others(event, other_editions(choice.system, tournament.settings), report.rounds, effort)
    else:
        others = ()
    report = report._replace(others=others)
    return _with_causes(report, tournament, backend, effort) if wanted else report


def _by_others(
    event: Opened, systems: Iterable[System], rounds: Sequence[RoundReport], effort: Effort
) -> tuple[OtherEdition, ...]:
    """Find the checked rounds that break the rules of other editions, as far as the effort suffices."""
    from checker.causes.trials import Checked, TrialsSpentError
    from checker.causes.whole_event import differing_rounds

    tournament, choice, backend = event
    wishes, numbers = tournament.settings.wishes, tuple(one.number for one in rounds)
    found = []
    for system in systems:
        if system is choice.system or (wishes and not system.can_grant(wishes)):
            continue
        with suppress(TrialsSpentError), effort.part(2):
            differing = differing_rounds(Checked(tournament, system, numbers, numbers, backend, effort))
            found.append(OtherEdition(system, differing, could_be_used(system, tournament.settings)))
    return tuple(found)


def _with_causes(report: FileReport, tournament: Tournament, backend: Backend, effort: Effort) -> FileReport:
    from checker.causes.search import find as find_causes

    found = find_causes(
        tournament,
        report.choice.system,
        [one.number for one in report.rounds],
        [one.number for one in report.rounds if one.status in (Status.DIFFERS, Status.NO_PAIRING)],
        [(other.system, other.differing) for other in report.others if other.could_be_used],
        backend,
        effort,
    )
    rounds = tuple(one._replace(cause=found.rounds.get(one.number)) for one in report.rounds)
    return report._replace(causes=found.event, rounds=rounds, search=found.extent)


def check_round(event: Opened, state: RoundState, recorded: Round) -> RoundReport:
    """Check a round under the organiser's wishes that are in force and, if it differs, without them."""
    wishes = in_force(state.settings.wishes, state.number)
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
        report = report._replace(status=Status.NO_PAIRING, words=str(error))
        return report._replace(illegal=_illegal(state, recorded, system), people=_people(state))
    except TooLarge as error:
        return report._replace(status=Status.TOO_LARGE, words=str(error))
    except MissingFact as error:
        return report._replace(status=Status.UNKNOWN, words=str(error), missing=error)
    difference = compare(recorded, expected)
    if difference == ((), ()):
        return report
    explanation = explain(state, recorded, expected, difference, system)
    if explanation is not None:
        explanation = explanation._replace(finding=numbered(explanation.finding, state.shown))
    shown = {one.tpn: Tpn(one.number) for one in state.tournament.participants} | {NOBODY: NOBODY}
    return report._replace(
        status=Status.DIFFERS,
        difference=Difference(*(tuple((shown[one], shown[other]) for one, other in pairs) for pairs in difference)),
        explanation=explanation,
        illegal=_illegal(state, recorded, system),
        people=_people(state),
    )


def _people(state: RoundState) -> tuple[Person, ...]:
    scores = {player.tpn: player.score for player in state.players}
    kind = state.settings.kind
    return tuple(Person(one.number, one.name, scores.get(one.tpn), kind) for one in state.tournament.participants)


def _illegal(state: RoundState, recorded: Round, system: System) -> tuple[Finding, ...]:
    return tuple(numbered(finding, state.shown) for finding in illegalities(state, recorded, system))
