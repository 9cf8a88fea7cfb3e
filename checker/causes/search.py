"""The search for causes: first for the whole event, then round by round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from checker.causes import by_hand, event
from checker.causes.changes import Change, ChangeKind, RoundCause
from checker.causes.event import EventCause, Subject, Variant
from checker.causes.noted import boards_by_hand, with_rounds_of_then
from checker.causes.one_round import Explained, Rank, as_cause, explanations, lasting
from checker.causes.replay import Effort, Extent, SpentError, agrees, paired
from checker.causes.trial import Trial
from pairing_engine.door import recorded_rounds
from pairing_engine.facts.model import NOBODY, Round, Tournament, Tpn
from pairing_engine.language import marked
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System
from pairing_engine.under_way import doing
from pairing_engine.values import NamedTuple

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
            found = event.find(variant.tournament, variant.system, checked, left, backend, half)
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
            changes = by_hand.as_noted(Trial(state, recorded, expected, system, backend, effort), given)
        except SpentError:
            changes = None
        return RoundCause(changes) if changes else None
    then = with_rounds_of_then(state, system)
    if then is not None and agrees(system, then, recorded, backend):
        return RoundCause((Change(ChangeKind.ROUNDS, ()),))
    return None


def _of_editions(
    tournament: Tournament, editions: Sequence[tuple[System, Sequence[int]]], differing: Sequence[int]
) -> list[tuple[EventCause, Variant]]:
    """Return a cause for each edition under which fewer rounds differ than under the checked edition."""
    found = [(event.of_edition(tournament, system), tuple(still)) for system, still in editions]
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
    except SpentError:
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
