"""The result of a check as one value, for text and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Unpack

from checker.causes.changes import RoundCause
from checker.causes.event import EventCause, differing_rounds, of_edition
from checker.causes.noted import note_on
from checker.causes.replay import Effort, Extent, SpentError, steps_for
from checker.causes.search import find as find_causes
from checker.diff import Difference, Pair, compare
from checker.explain import Explanation, explain, finding_as_dict
from pairing_engine.answers.illegal import illegalities
from pairing_engine.door import Event, Moment, opened
from pairing_engine.errors import BadRequest, MissingFact, NoPairing, TooLarge
from pairing_engine.facts.model import NOBODY, Points, Round, Settings, Tournament, Tpn, show_points
from pairing_engine.facts.wishes import in_force
from pairing_engine.kernel.findings import Finding
from pairing_engine.language import marked, say_many
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.choice import Choice, could_be_used, edition_named_by, in_force_at_first, neighbours
from pairing_engine.systems.system import System
from pairing_engine.under_way import doing
from pairing_engine.values import NamedTuple, replace

if TYPE_CHECKING:
    from pairing_engine.facts.asked_wishes import AskedAs
    from pairing_engine.scores.crosstable import Crosstable


class Status(Enum):
    """The result of checking a recorded round."""

    AGREES = marked("agrees")
    DIFFERS = marked("differs")
    NO_PAIRING = marked("no valid pairing")
    UNKNOWN = marked("cannot be checked")
    TOO_LARGE = marked("is too large to be checked")


class Person(NamedTuple):
    """A participant as reports show it; ``score`` is the pairing score, None for an absent participant."""

    number: int
    name: str
    score: Points | None

    def to_dict(self) -> dict[str, object]:
        """The value as a dictionary with the keys of ``swisscheck --format json``."""
        return {**self._asdict(), "score": None if self.score is None else show_points(self.score)}


class RoundReport(NamedTuple):
    """The report of a recorded round: its faults (``illegal``), the reason against it, and obstacles."""

    number: int
    status: Status
    boards: int
    difference: Difference = Difference((), ())
    explanation: Explanation | None = None
    illegal: tuple[Finding, ...] = ()
    words: str = ""
    missing: MissingFact | None = None
    """The missing fact that makes a check of the round impossible."""
    people: tuple[Person, ...] = ()
    """The people in the report by number."""
    cause: RoundCause | None = None
    """The cause of this round's differences, in addition to causes for the whole event."""
    wishes: tuple[str, ...] = ()
    """The wishes used for the check, in words; without wishes, the rules alone."""
    agrees_without: bool = False
    """Whether a round that differs would agree without the wishes."""
    note: str = ""
    """The file's note about a round that differs; empty if there is none."""

    def __repr__(self) -> str:
        return f"<RoundReport {self.number}: {self.status.value}>"

    def __str__(self) -> str:
        from checker.lines import round_lines

        return "\n".join(round_lines(self))

    def spoken_of(self) -> tuple[Person, ...]:
        """The people named in the report."""
        numbers = {number for pairs in self.difference for pair in pairs for number in pair}
        findings = [*self.illegal, *(() if self.explanation is None else (self.explanation.finding,))]
        numbers.update(number for finding in findings for number in finding.everybody)
        if self.cause is not None:
            changes = self.cause.changes + self.cause.alternatives
            numbers.update(number for change in changes for number in change.players)
        return tuple(person for person in self.people if person.number in numbers)

    def to_dict(self) -> dict[str, object]:
        """The value as a dictionary with the keys of ``swisscheck --format json``."""
        value: dict[str, object] = {"round": self.number, "status": self.status.value, "boards": self.boards}
        if self.wishes:
            value |= {"wishes": list(self.wishes), "agrees_in_fide_mode": self.agrees_without}
        if self.words:
            value["words"] = self.words
        if self.status is Status.DIFFERS:
            value |= {"recorded": self.difference.recorded, "expected": self.difference.expected}
        names = {Tpn(person.number): person.name for person in self.people}
        if self.illegal:
            value["illegal"] = [finding_as_dict(finding, names) for finding in self.illegal]
        if self.explanation is not None:
            value["explanation"] = self.explanation.to_dict(names)
        if self.cause is not None:
            value["cause"] = self.cause.to_dict()
        if self.note:
            value["note"] = self.note
        if self.people:
            value["players"] = [person.to_dict() for person in self.people]
        return value


class OtherEdition(NamedTuple):
    """Another edition of the system, with the rounds that differ from it."""

    system: System
    differing: tuple[int, ...]
    could_be_used: bool = True
    """Whether the edition was already in force before the event ended, as far as known."""

    def to_dict(self) -> dict[str, object]:
        """The value as a dictionary with the keys of ``swisscheck --format json``."""
        return {"edition": self.system.edition, "differing": list(self.differing)}


class Dated(NamedTuple):
    """The edition in force on the first day of an event, if that is known.

    The day is empty where only the edition is clear. Another field names the source of another edition; it is
    empty if nothing names one.
    """

    in_force: System
    first_day: str
    named_by: str


class FileReport(NamedTuple):
    """The report of a tournament: the rules used, its rounds, and results by other editions.

    Where no edition that is here was in force for the event, and nothing was asked for, there are no rounds.
    """

    choice: Choice
    rounds: tuple[RoundReport, ...]
    acceleration: str = ""
    """[C.04.7] The acceleration used, in words; empty if there was none."""
    others: tuple[OtherEdition, ...] = ()
    causes: tuple[EventCause, ...] = ()
    """The causes for the whole event, each in addition to the earlier ones."""
    search: Extent | None = None
    """The extent of the search for causes; None if there was no search."""
    dated: Dated | None = None
    """The edition in force on the first day; None if unknown."""

    def __repr__(self) -> str:
        system = self.choice.system
        rules = f"{system.name} {system.edition}"
        return f"<FileReport: {len(self.rounds)} rounds, {self.differing} of which differ ({rules})>"

    def __str__(self) -> str:
        from checker.lines import lines_of

        return "\n".join(lines_of(self))

    @property
    def disagreeing(self) -> tuple[int, ...]:
        """The numbers of the rounds that differ."""
        return tuple(report.number for report in self.rounds if report.status is not Status.AGREES)

    @property
    def differing(self) -> int:
        """The number of rounds that differ although they should agree; 0 if the event is not comparable."""
        return 0 if self.choice.not_comparable else len(self.disagreeing)

    def to_dict(self) -> dict[str, object]:
        """The value as a dictionary with the keys of ``swisscheck --format json``."""
        return {
            **self.choice.to_dict(),
            **({"other_editions": [other.to_dict() for other in self.others]} if self.others else {}),
            **({"causes": [cause.to_dict() for cause in self.causes]} if self.causes else {}),
            **({"cause_search": self.search.to_dict()} if self.search else {}),
            "differing": self.differing,
            "rounds": [report.to_dict() for report in self.rounds],
        }


EACH = "each"
"""The name for all editions side by side, in place of a single one."""


def check(
    tournament: Tournament,
    round: int | None = None,  # noqa: A002 - as in `pair`
    system: System | str | None = None,
    edition: str | None = None,
    engine: Backend | str = Backend.AUTO,
    *,
    cause: bool = True,
    table: Crosstable | None = None,
    **asked: Unpack[AskedAs],
) -> FileReport:
    """Pair the recorded rounds of a tournament again, or only ``round``, and compare.

    An event that is not comparable with any edition that is here is compared where a system or an edition is asked for.
    ``edition`` may be ``each``: then all other editions are tried beside the one in force. Without it, those before and
    after that one are tried where rounds differ; and what explains the differences is looked for, unless ``cause`` is
    false. Rounds that were paired with wishes, by a record of the file or by arguments as those of `pair`, are checked
    with them, and reported as such. The last recorded round counts as the last of the event where its number of rounds
    is not given. ``table`` is the crosstable of the tournament, if it has been made. Raises `BadRequest` for a round, a
    system or an edition that does not exist, or facts that do not go together; `MissingFact` where an acceleration
    cannot be computed.

    >>> from trf import read
    >>> report = check(read("fixtures/open-2026-round-5.trf"))
    >>> [(found.number, found.status.value) for found in report.rounds][:2], report.differing
    ([(1, 'agrees'), (2, 'agrees')], 0)
    """
    event = opened(tournament, system, None if edition == EACH else edition, engine, **asked)
    _check_number(tournament, round)
    tournament, choice, backend = event = _with_last_round(event)
    if choice.not_comparable and edition is None and system is None:
        return FileReport(choice, ())
    reports = tuple(_checked(event, round, table))
    report = FileReport(choice, reports, acceleration=tournament.settings.acceleration)
    wanted = cause and bool(report.disagreeing)
    effort = Effort(steps_for(len(tournament.participants), len(tournament.rounds)))
    if edition == EACH:
        others = tuple(_by_other(tournament, other, round, backend) for other in _others(choice.system, tournament))
    elif edition is None and wanted:
        others = _by_neighbours(tournament, choice.system, round, backend, effort)
    else:
        others = ()
    report = report._replace(others=others, dated=_dated(choice.system, tournament.settings))
    if wanted:
        report = _with_causes(report, tournament, backend, effort)
    return report._replace(rounds=tuple(_finished(one, tournament) for one in report.rounds))


def _checked(event: Event, number: int | None, table: Crosstable | None) -> Iterator[RoundReport]:
    """The reports of all rounds, or of a single one."""
    rounds = len(event.tournament.rounds) if number is None else 1
    doing(marked("checking the rounds"), 1, rounds)
    for place, (moment, recorded) in enumerate(event.recorded(number, table), 1):
        yield _check_round(moment, recorded)
        doing(marked("checking the rounds"), min(place + 1, rounds), rounds)


def _check_number(tournament: Tournament, number: int | None) -> None:
    """Raise `BadRequest` for a round that has not been recorded."""
    recorded = len(tournament.rounds)
    if number is not None and not 1 <= number <= recorded:
        raise BadRequest(
            say_many(
                "round {round} cannot be checked: only {number} round is recorded",
                "round {round} cannot be checked: only {number} rounds are recorded",
                recorded,
                round=number,
            )
        )


def _with_last_round(event: Event) -> Event:
    """The event; without a stated number of rounds, the last recorded one counts as its last."""
    tournament = event.tournament
    if tournament.settings.rounds is not None:
        return event
    settings = replace(tournament.settings, rounds=len(tournament.rounds))
    return event._replace(tournament=replace(tournament, settings=settings))


def _dated(system: System, settings: Settings) -> Dated | None:
    """The edition in force on the first day, as far as known."""
    in_force = in_force_at_first(system.name, settings) if system.name in SYSTEMS else None
    if in_force is None:
        return None
    return Dated(in_force, settings.first_day, edition_named_by(system.name, settings))


def _others(system: System, tournament: Tournament) -> list[System]:
    """All other editions of a system that can grant a tournament's wishes."""
    return _that_grant([other for other in SYSTEMS[system.name].values() if other is not system], tournament)


def _finished(one: RoundReport, tournament: Tournament) -> RoundReport:
    """The report of a round completed with the file's notes, and reduced to the people it names."""
    note = None if one.status is Status.AGREES else note_on(tournament.notes, one.number)
    return one._replace(people=one.spoken_of(), note="" if note is None else str(note))


def _that_grant(systems: Sequence[System], tournament: Tournament) -> list[System]:
    """The systems that can grant the wishes of a tournament."""
    if not tournament.settings.wishes:
        return list(systems)
    return [system for system in systems if system.can_grant(tournament.settings.wishes)]


def _by_other(
    tournament: Tournament, system: System, number: int | None, backend: Backend, effort: Effort | None = None
) -> OtherEdition:
    """The result of another edition for the rounds. Raises `SpentError`."""
    differing = differing_rounds(of_edition(tournament, system), backend, number, effort)
    return OtherEdition(system, differing, could_be_used(system, tournament.settings))


def _by_neighbours(
    tournament: Tournament, system: System, number: int | None, backend: Backend, effort: Effort
) -> tuple[OtherEdition, ...]:
    """The results of the editions before and after, within the allowed effort."""
    found = []
    for other in _that_grant(neighbours(system, tournament.settings), tournament):
        try:
            with effort.part(2) as half:
                found.append(_by_other(tournament, other, number, backend, half))
        except SpentError:
            continue
    return tuple(found)


def _with_causes(report: FileReport, tournament: Tournament, backend: Backend, effort: Effort) -> FileReport:
    """The report with causes for its differences."""
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


def _check_round(moment: Moment, recorded: Round) -> RoundReport:
    """Check a round, including the wishes recorded for it."""
    wishes = in_force(moment.state.settings.wishes, moment.number)
    report = _checked_round(moment, recorded)
    if not wishes:
        return report
    agrees = report.status is not Status.AGREES and _agrees_without(moment, recorded)
    return report._replace(wishes=tuple(wish.words for wish in wishes), agrees_without=agrees)


def _agrees_without(moment: Moment, recorded: Round) -> bool:
    """Whether a round agrees with FIDE mode."""
    tournament = moment.event.tournament
    bare = replace(tournament, settings=replace(tournament.settings, wishes=()))
    without = moment.event._replace(tournament=bare).before(moment.number)
    return _checked_round(without, recorded).status is Status.AGREES


def _checked_round(moment: Moment, recorded: Round) -> RoundReport:
    state = moment.state
    system = moment.event.system.for_round(state)
    boards = len(recorded.games) + len(recorded.matches)
    try:
        expected = moment.paired()
    except NoPairing as error:
        illegal = _illegal(state, recorded, system)
        report = RoundReport(state.number, Status.NO_PAIRING, boards, illegal=illegal, words=str(error))
        return report._replace(people=_people(state))
    except TooLarge as error:
        return RoundReport(state.number, Status.TOO_LARGE, boards, words=str(error))
    except MissingFact as error:
        return RoundReport(state.number, Status.UNKNOWN, boards, words=str(error), missing=error)
    difference = compare(recorded, expected)
    if difference == ((), ()):
        return RoundReport(state.number, Status.AGREES, boards)
    explanation = explain(state, recorded, expected, difference, system)
    if explanation is not None:
        explanation = explanation._replace(finding=_numbered(explanation.finding, state))
    difference = Difference(*(_numbered_pairs(pairs, state) for pairs in difference))
    report = RoundReport(
        state.number, Status.DIFFERS, boards, difference, explanation, _illegal(state, recorded, system)
    )
    return report._replace(people=_people(state))


def _people(state: RoundState) -> tuple[Person, ...]:
    scores = {player.tpn: player.score for player in state.players}
    return tuple(Person(one.number, one.name, scores.get(one.tpn)) for one in state.tournament.participants)


def _illegal(state: RoundState, recorded: Round, system: System) -> tuple[Finding, ...]:
    return tuple(_numbered(finding, state) for finding in illegalities(state, recorded, system))


def _numbered(finding: Finding, state: RoundState) -> Finding:
    """The finding with players' numbers from the file."""
    players, instead = (tuple(Tpn(state.shown(tpn)) for tpn in tpns) for tpns in (finding.players, finding.instead))
    of = finding.of if finding.of == NOBODY else Tpn(state.shown(finding.of))
    return finding._replace(players=players, instead=instead, of=of)


def _numbered_pairs(pairs: tuple[Pair, ...], state: RoundState) -> tuple[Pair, ...]:
    return tuple(
        (Tpn(state.shown(white)), black if black == NOBODY else Tpn(state.shown(black))) for white, black in pairs
    )
