"""The search for causes: first for the whole event, then round by round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum

from checker.causes.one_round import (
    Explained,
    Rank,
    as_cause,
    as_noted,
    boards_by_hand,
    explanations,
    lasting,
    with_rounds_of_then,
)
from checker.causes.trial import Change, ChangeKind, Effort, Extent, RoundCause, Trial, TrialsSpentError, agrees, paired
from pairing_engine.door import recorded_rounds
from pairing_engine.errors import BadRequest, PairingError
from pairing_engine.facts.model import NOBODY, Colour, Round, Settings, Tournament, Tpn
from pairing_engine.language import marked, say
from pairing_engine.matching import Backend
from pairing_engine.scores.acceleration import accelerated_rounds
from pairing_engine.state.initial_colour import inferred_initial_colour
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.choice import choose
from pairing_engine.systems.system import System
from pairing_engine.under_way import doing
from pairing_engine.values import NamedTuple, replace

MOST_FOR_EVENT = 2
"""The largest number of causes of the whole event that the search combines."""


class Causes(NamedTuple):
    """The causes of differences: for the whole event, and for single rounds."""

    event: tuple[EventCause, ...]
    rounds: Mapping[int, RoundCause]
    extent: Extent


def find(
    tournament: Tournament,
    system: System,
    checked: Sequence[int],
    differing: Sequence[int],
    editions: Sequence[tuple[System, Sequence[int]]],
    backend: Backend,
    effort: Effort,
) -> Causes:
    """Find the causes of all differences in the checked rounds, within the allowed effort.

    ``editions`` lists the editions that the check already tried, each with its differing rounds.
    """
    doing(marked("looking for an explanation of the differences"))
    noted = _of_notes(tournament, system, differing, backend, effort) if tournament.notes else {}
    differing = [number for number in differing if number not in noted]
    variant = Variant(Subject.SYSTEM, system.name, "", tournament, system)
    causes: list[EventCause] = []
    left = tuple(differing)
    while left and len(causes) < MOST_FOR_EVENT:
        with effort.part(2) as half:
            found = of_event(variant.tournament, variant.system, checked, left, backend, half)
        if not causes:
            found += _of_editions(tournament, editions, left)
        found = [one for one in found if one[0].subject not in {cause.subject for cause in causes}]
        best = min(found, key=_by_what_is_left, default=None)
        if best is None:
            break
        if best[0].subject is Subject.SYSTEM and len(left) == 1:  # a change in one round is smaller than another system
            rounds = _of_rounds(variant, left, backend, effort)
            if rounds:
                return _causes(causes, noted | rounds, effort)
        causes.append(best[0])
        variant, left = best[1], best[0].differing
    return _causes(causes, noted | _of_rounds(variant, left, backend, effort), effort)


def _causes(found: Sequence[EventCause], rounds: Mapping[int, RoundCause], effort: Effort) -> Causes:
    return Causes(tuple(found), rounds, Extent(effort.pairings, effort.stopped, effort.most))


def _of_notes(
    tournament: Tournament, system: System, differing: Sequence[int], backend: Backend, effort: Effort
) -> dict[int, RoundCause]:
    found: dict[int, RoundCause] = {}
    for number in differing:
        for state, recorded in recorded_rounds(tournament, system, number):
            cause = _of_note(state, recorded, system.for_round(state), backend, effort)
            if cause is not None:
                found[number] = _numbered(cause, {p.tpn: p.number for p in tournament.participants})
    return found


def _of_note(state: RoundState, recorded: Round, system: System, backend: Backend, effort: Effort) -> RoundCause | None:
    given = boards_by_hand(state.tournament, state.number, recorded)
    expected = paired(system, state, backend) if given else None
    if expected is not None:
        try:
            changes = as_noted(Trial(state, recorded, expected, system, backend, effort), given)
        except TrialsSpentError:
            changes = None
        return RoundCause(changes) if changes else None
    then = with_rounds_of_then(state, system)
    if then is not None and agrees(system, then, recorded, backend):
        return RoundCause((Change(ChangeKind.ROUNDS, ()),))
    return None


def _of_editions(
    tournament: Tournament, editions: Sequence[tuple[System, Sequence[int]]], differing: Sequence[int]
) -> list[tuple[EventCause, Variant]]:
    found = [(of_edition(tournament, system), tuple(still)) for system, still in editions]
    return [(v.as_cause(still), v) for v, still in found if len(still) < len(differing)]


def _by_what_is_left(found: tuple[EventCause, Variant]) -> tuple[int, bool]:
    """Return a sort key for causes.

    The cause that leaves the fewest rounds unexplained comes first. Among causes that leave the same number of rounds,
    an assumed system comes last.
    """
    return len(found[0].differing), found[0].subject is Subject.SYSTEM


def _of_rounds(variant: Variant, numbers: Sequence[int], backend: Backend, effort: Effort) -> dict[int, RoundCause]:
    """Find the causes of single rounds. If one change explains several rounds, the function prefers this change."""
    found: dict[int, list[Explained]] = {}
    hints: list[Change] = []
    for place, number in enumerate(numbers):
        for state, recorded in recorded_rounds(variant.tournament, variant.system, number):
            with effort.part(len(numbers) - place) as mine:
                found[number] = _of_round(state, recorded, variant.system.for_round(state), backend, mine, hints)
            hints += [change for change in lasting(found[number]) if change not in hints]
    shown = {p.tpn: p.number for p in variant.tournament.participants}
    causes = {number: as_cause(every) for number, every in _seen_again_first(found).items()}
    return {number: _numbered(cause, shown) for number, cause in causes.items() if cause is not None}


def _of_round(
    state: RoundState, recorded: Round, system: System, backend: Backend, effort: Effort, hints: Sequence[Change]
) -> list[Explained]:
    try:
        effort.spend(state)
    except TrialsSpentError:
        return []
    expected = paired(system, state, backend)
    if expected is None:
        return []
    return explanations(Trial(state, recorded, expected, system, backend, effort), hints)


def _seen_again_first(found: Mapping[int, list[Explained]]) -> dict[int, list[Explained]]:
    times = Counter(change for every in found.values() for change in lasting(every))

    def order(one: Explained) -> tuple[int, Rank]:
        often = times[one.changes[0]] if len(one.changes) == 1 else 0
        return -often if often > 1 else 0, one.rank

    return {number: sorted(every, key=order) for number, every in found.items()}


def _numbered(cause: RoundCause, numbers: Mapping[Tpn, Tpn]) -> RoundCause:
    def change(one: Change) -> Change:
        return one._replace(players=tuple(numbers.get(tpn, NOBODY) for tpn in one.players))

    return RoundCause(tuple(map(change, cause.changes)), tuple(map(change, cause.alternatives)))


REACH = 4
"""The largest difference between the stated number of rounds and an assumed number.

The number of rounds played is assumed in any case.
"""


class Subject(Enum):
    """A fact about the whole event that may be wrong."""

    INITIAL_COLOUR = "initial-colour"
    ACCELERATION = "acceleration"
    ROUNDS = "number of rounds"
    EDITION = "edition"
    SYSTEM = "system"


class EventCause(NamedTuple):
    """A cause for the whole event. The cause does not explain the rounds in ``differing``."""

    subject: Subject
    value: str
    words: str
    differing: tuple[int, ...]

    def to_dict(self) -> dict[str, object]:
        """Return a dictionary with the keys that ``swisscheck --format json`` prints."""
        return {**self._asdict(), "subject": self.subject.value, "differing": list(self.differing)}


class Variant(NamedTuple):
    """The event under one assumption, with a sentence that states the assumption."""

    subject: Subject
    value: str
    words: str
    tournament: Tournament
    system: System

    def as_cause(self, differing: tuple[int, ...]) -> EventCause:
        """Return an `EventCause` for the assumption.

        ``differing`` lists the rounds that the assumption does not explain.
        """
        return EventCause(self.subject, self.value, self.words, differing)


def of_edition(tournament: Tournament, system: System) -> Variant:
    """Return the assumption that the event was paired under another edition of the rules."""
    words = say("the event was paired under the rules of {edition}", edition=system.edition)
    return Variant(Subject.EDITION, system.edition, words, tournament, system)


def variants(tournament: Tournament, system: System) -> Iterator[Variant]:
    """Yield the assumptions to try, the most likely first.

    The module `search` also tries other editions.
    """
    yield from _initial_colours(tournament, system)
    yield from _accelerations(tournament, system)
    yield from _numbers_of_rounds(tournament, system)
    yield from _systems(tournament, system)


def _with(tournament: Tournament, settings: Settings) -> Tournament:
    return replace(tournament, settings=settings)


def _initial_colours(tournament: Tournament, system: System) -> Iterator[Variant]:
    settings = tournament.settings
    now = settings.initial_colour or inferred_initial_colour(tournament)
    if now is None:
        return
    other = now.opposite
    names = {"other": say(_name(other)), "now": say(_name(now))}
    if settings.initial_colour:
        words = say("the initial-colour was {other}, although the file says {now}", **names)
    else:
        words = say("the initial-colour was {other}, although the games suggest {now}", **names)
    changed = _with(tournament, replace(settings, initial_colour=other))
    yield Variant(Subject.INITIAL_COLOUR, _name(other), words, changed, system)


def _name(colour: Colour) -> str:
    return colour.name.capitalize()


def _accelerations(tournament: Tournament, system: System) -> Iterator[Variant]:
    settings = tournament.settings
    if settings.baku or settings.virtual_points:
        none = replace(settings, baku=False, virtual_points=())
        words = say("the event was paired without the acceleration that the file states")
        yield Variant(Subject.ACCELERATION, "none", words, _with(tournament, none), system)
    if settings.virtual_points or not settings.baku:
        if settings.virtual_points:
            words = say("Baku acceleration was used, not the stated virtual points")
        else:
            words = say("Baku acceleration was used, which the file does not state")
        baku = replace(settings, baku=True, virtual_points=())
        yield Variant(Subject.ACCELERATION, "Baku", words, _with(tournament, baku), system)


def _numbers_of_rounds(tournament: Tournament, system: System) -> Iterator[Variant]:
    """Yield other numbers of rounds that would change the last round or Baku acceleration."""
    settings, played = tournament.settings, len(tournament.rounds)
    stated = settings.rounds
    assert stated is not None, "the check has filled it in"
    near = [*range(max(played, stated - REACH), stated + REACH + 1), played]

    def meaning(rounds: int) -> tuple[object, ...]:
        return rounds == played, accelerated_rounds(rounds) if settings.baku else ()

    known = {meaning(stated)}
    for rounds in sorted(near, key=lambda rounds: (abs(rounds - stated), rounds)):
        if meaning(rounds) not in known:
            known.add(meaning(rounds))
            words = say(
                "the event was paired as an event of {rounds} rounds, not {stated}", rounds=rounds, stated=stated
            )
            changed = _with(tournament, replace(settings, rounds=rounds))
            yield Variant(Subject.ROUNDS, str(rounds), words, changed, system)


def _systems(tournament: Tournament, system: System) -> Iterator[Variant]:
    for name, editions in SYSTEMS.items():
        if name == system.name or next(iter(editions.values())).kind is not system.kind or tournament.settings.maxi:
            continue
        try:
            other = choose(tournament.settings, name).system
        except BadRequest:
            continue
        if tournament.settings.wishes and not _grants(other, tournament):
            continue
        words = say(
            "the event was paired by the {title}, edition {edition}", title=say(other.title), edition=other.edition
        )
        yield Variant(Subject.SYSTEM, name, words, tournament, other)


def _grants(system: System, tournament: Tournament) -> bool:
    return system.can_grant(tournament.settings.wishes)


def differing_rounds(
    variant: Variant, backend: Backend, number: int | None = None, effort: Effort | None = None
) -> tuple[int, ...]:
    """Find the recorded rounds that break the rules under an assumption. Raises `TrialsSpentError`."""
    differing = []
    for state, recorded in recorded_rounds(variant.tournament, variant.system, number):
        if effort is not None:
            effort.spend(state)
        if not agrees(variant.system, state, recorded, backend):
            differing.append(state.number)
    return tuple(differing)


def improvement(
    variant: Variant, checked: Sequence[int], differing: Sequence[int], backend: Backend, effort: Effort
) -> EventCause | None:
    """Return an `EventCause` if the assumption explains most differing rounds; else None. Raises `TrialsSpentError`."""
    still: list[int] = []
    try:
        rounds = {state.number: (state, past) for state, past in recorded_rounds(variant.tournament, variant.system)}
        for number in sorted(checked, key=lambda number: number not in differing):
            state, recorded = rounds[number]
            effort.spend(state)
            if not agrees(variant.system, state, recorded, backend):
                still.append(number)
                if not explains_most(still, differing):
                    return None
    except PairingError:
        return None
    return variant.as_cause(tuple(sorted(still)))


def explains_most(still: Sequence[int], differing: Sequence[int]) -> bool:
    """Whether an assumption explains more than half of the differing rounds."""
    return 2 * len(still) < len(differing)


def of_event(
    tournament: Tournament,
    system: System,
    checked: Sequence[int],
    differing: Sequence[int],
    backend: Backend,
    effort: Effort,
) -> list[tuple[EventCause, Variant]]:
    """Find the causes for the whole event. Each cause alone more than halves the number of differing rounds."""
    found = []
    try:
        for variant in variants(tournament, system):
            cause = improvement(variant, checked, differing, backend, effort)
            if cause is not None:
                found.append((cause, variant))
                if not cause.differing:
                    break
    except TrialsSpentError:
        pass
    return found
