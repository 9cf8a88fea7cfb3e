"""The search for causes: first for the whole event, then round by round.

A round that agreed before and differs with a cause refutes it. Causes are combined if one leaves rounds unexplained.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from checker.causes import accelerations, numbers, trials
from checker.causes.field import BOARDS_OF_EACH, changes_of_field
from checker.causes.one_round import MOST_PRICE, PRICES, Explained, as_cause, as_noted, boards_by_hand, explanations
from checker.causes.trials import (
    OF_FIELD,
    Assumed,
    Change,
    ChangeKind,
    Checked,
    EventCause,
    RoundCause,
    Subject,
    TrialsSpentError,
    agree,
    are_by_hand,
    assumed,
    changed,
    mistakes,
    moved,
    with_settings,
)
from pairing_engine.errors import BadRequest, PairingError
from pairing_engine.facts.as_individuals import as_individuals
from pairing_engine.facts.model import NOBODY, NoteKind, Round, Tournament, Tpn
from pairing_engine.kernel.trace import compare
from pairing_engine.language import marked, say
from pairing_engine.matching import Backend
from pairing_engine.scores.acceleration import accelerated_rounds
from pairing_engine.state.history import state_before
from pairing_engine.state.initial_colour import inferred_initial_colour
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.choice import choose
from pairing_engine.systems.system import System
from pairing_engine.under_way import doing

MOST_FOR_EVENT = 2
"""The largest number of causes of the whole event that the search combines."""


LEAST_DIFFERING = 3
"""The least number of rounds that differ before another program comes into question."""


class Causes(NamedTuple):
    """The causes of differences: for the whole event, and for single rounds."""

    event: tuple[EventCause, ...]
    rounds: Mapping[int, RoundCause]
    extent: trials.Extent


def find(
    tournament: Tournament,
    system: System,
    checked: Sequence[int],
    differing: Sequence[int],
    editions: Sequence[tuple[System, Sequence[int]]],
    backend: Backend,
    effort: trials.Effort,
) -> Causes:
    """Find the causes of all differences; ``editions`` are those already tried, each with its differing rounds."""
    doing(marked("looking for an explanation of the differences"))
    event = Checked(tournament, system, tuple(checked), tuple(differing), backend, effort)
    rounds = _of_notes(event) if tournament.notes else {}
    single = event._replace(differing=tuple(number for number in differing if number not in rounds))
    causes, event, by_rounds = _whole_event(single, editions)
    if event.differing:
        rounds |= _of_rounds(event) if by_rounds is None else by_rounds
    if causes and len(single.differing) == 1:
        rounds |= {number: one for number, cause in _of_rounds(single).items() if (one := _instead(cause)).alternatives}
    unexplained = {number for number in event.differing if number not in _explained(rounds)}
    # where the rules did not hold before, boards by hand prove little
    later = [number for number in event.differing if min(unexplained, default=number) < number and number in rounds]
    doubtful = {number for number in later if are_by_hand(rounds[number].changes)} | _seldom(rounds)
    rounds |= {n: RoundCause((), nearest=rounds[n].changes) for n in doubtful - unexplained}
    shown = {p.tpn: p.number for p in event.tournament.participants}
    extent = trials.Extent(
        effort.pairings,
        effort.stopped,
        effort.most,
        tuple(sorted(unexplained | doubtful)),
        _is_by_others(event, causes, rounds),
        1 in unexplained and numbers.was_sorted_anew(event.tournament.rounds[0]),
    )
    return Causes(tuple(causes), {number: _numbered(cause, shown) for number, cause in rounds.items()}, extent)


def _seldom(rounds: Mapping[int, RoundCause]) -> set[int]:
    """Return the rounds whose cause was seldom true, if other rounds show that the players or their numbers changed."""
    kinds = {number: {change.kind for change in cause.changes} for number, cause in rounds.items()}
    of_list = {*OF_FIELD, ChangeKind.RENUMBERED, ChangeKind.EXCHANGED}
    if all(of_list.isdisjoint(some) for some in kinds.values()):
        return set()
    return {number for number, some in kinds.items() if some and some <= trials.SELDOM and not rounds[number].also}


def _whole_event(
    event: Checked, editions: Sequence[tuple[System, Sequence[int]]]
) -> tuple[list[EventCause], Checked, Mapping[int, RoundCause] | None]:
    """Find causes for the whole event, the event under them, and the causes of single rounds if they are known then."""
    causes = numbers.of_another_list(event)
    if causes:
        return causes, event._replace(differing=()), None
    by_rounds: Mapping[int, RoundCause] | None = None
    while event.differing and len(causes) < MOST_FOR_EVENT:
        with event.effort.part(2):
            found = of_event(event)
        if not causes:
            found += _of_editions(event, editions)
        if all(one[0].differing for one in found) and Subject.NUMBERS not in {cause.subject for cause in causes}:
            with event.effort.part(2):
                found += numbers.of_late_entries(event)
        found = [one for one in found if one[0].subject not in {cause.subject for cause in causes}]
        # the fewest unexplained rounds first, and an assumed system last
        best = min(found, key=lambda one: (len(one[0].differing), one[0].subject is Subject.SYSTEM), default=None)
        if best is None:
            break
        explains_none = best[0].differing == event.differing
        if best[0].subject is Subject.SYSTEM or explains_none:
            with event.effort.part(2):
                by_rounds = _of_rounds(event)
            if _is_smaller(best[0], by_rounds, event.differing):
                break
            together = _of_rounds(best[1]) if explains_none else None
            if together is not None and not _explain_more(together, by_rounds, event.differing):
                break
            by_rounds = together
        causes.append(best[0])
        event = best[1]
        if explains_none:
            break
    return causes, event, by_rounds


def _is_by_others(event: Checked, causes: Sequence[EventCause], rounds: Mapping[int, RoundCause]) -> bool:
    """Whether at least half of the rounds differ otherwise than by who left or came, and no cause explains two."""
    others = [rounds.get(number) for number in event.differing]
    left = [one for one in others if one is None or not {change.kind for change in one.changes} & {*OF_FIELD}]
    is_alone = not causes and not any(one is not None and one.also for one in left)
    return is_alone and 2 * len(left) >= len(event.rounds) and len(left) >= LEAST_DIFFERING


def _explain_more(
    together: Mapping[int, RoundCause], alone: Mapping[int, RoundCause], differing: Sequence[int]
) -> bool:
    """Whether every round is explained together with a cause for the whole event, by no more causes than without it."""
    together, alone = _explained(together), _explained(alone)
    with_it, without = (len({change for one in by.values() for change in one.changes}) for by in (together, alone))
    return len(together) == len(differing) and (len(alone) < len(differing) or with_it < without)


def _explained(by_rounds: Mapping[int, RoundCause]) -> dict[int, RoundCause]:
    """Leave out the rounds that have no affordable cause."""
    return {number: cause for number, cause in by_rounds.items() if not cause.nearest}


def _is_smaller(cause: EventCause, single: Mapping[int, RoundCause], differing: Sequence[int]) -> bool:
    """Whether one change explains every round, and is smaller than a cause for the whole event."""
    single = _explained(single)
    if len(single) < len(differing) or len({one.changes for one in single.values()}) > 1:
        return False
    changes = single[differing[0]].changes
    return cause.subject is Subject.SYSTEM or len(changes) == 1 or changes[0].kind is ChangeKind.NUMBERED


def _instead(cause: RoundCause) -> RoundCause:
    """Return the changes of numbers that explain the only round that a cause for the whole event explains."""
    every = (*(cause.changes if len(cause.changes) == 1 else ()), *cause.alternatives)
    return RoundCause((), tuple(one for one in every if one.kind in (ChangeKind.EXCHANGED, ChangeKind.RENUMBERED)))


def _numbered(cause: RoundCause, numbers: Mapping[Tpn, Tpn]) -> RoundCause:
    def shown(players: tuple[Tpn, ...]) -> Any:
        return tuple(numbers.get(tpn, NOBODY) for tpn in players)

    def valued(one: Change) -> str:
        if one.kind is not ChangeKind.DELETED or one.round:
            return one.value
        place, *others = one.value.split()
        near = Tpn(int(place))
        return " ".join((str(numbers[near if near in numbers else Tpn(near - 1)]), *others))

    def each(changes: tuple[Change, ...]) -> tuple[Change, ...]:
        return tuple(
            one._replace(
                players=shown(one.players),
                value=valued(one),
                first=(*map(shown, one.first),),
                then=(*map(shown, one.then),),
            )
            for one in changes
        )

    return cause._replace(
        changes=each(cause.changes), alternatives=each(cause.alternatives), nearest=each(cause.nearest)
    )


# --- single rounds ----------------------------------------------------------------------------------------------------


def _of_notes(event: Checked) -> dict[int, RoundCause]:
    recorded = event.recorded()
    return {number: cause for number in event.differing if (cause := _of_note(event, *recorded[number])) is not None}


def _of_note(event: Checked, state: RoundState, recorded: Round) -> RoundCause | None:
    given = boards_by_hand(state.tournament, state.number, recorded)
    expected = event.paired_without_effort(state) if given else None
    if expected is not None:
        with suppress(TrialsSpentError):
            changes = as_noted(trials.Trial(event, state, recorded, expected), given)
            return RoundCause(changes) if changes else None
        return None
    then = with_rounds_of_then(state, event.system)
    if then is not None and agree(event.paired_without_effort(then), recorded):
        return RoundCause((Change(ChangeKind.ROUNDS, ()),))
    return None


_ROUNDS = re.compile(r"(?:142|XXR|rounds)\D{0,3}(\d{1,2}) *(?:->|→|to) *(\d{1,2})", re.IGNORECASE)
"""A pattern for a note about a changed number of rounds, such as ``142: 9 -> 7``."""


def with_rounds_of_then(state: RoundState, system: System) -> RoundState | None:
    """Return the state with the number of rounds planned at that time, if a later note records a change."""
    tournament, number = state.tournament, state.number
    for note in sorted(tournament.notes, key=lambda note: note.round):
        match = _ROUNDS.search(note.words) if note.kind is NoteKind.CONFIGURATION and note.round > number else None
        if match is not None:
            return state_before(with_settings(tournament, rounds=int(match[1])), number, system.conventions)
    return None


def _of_rounds(event: Checked) -> dict[int, RoundCause]:
    """Find the causes of single rounds. A change that explains several rounds is preferred."""
    found: dict[int, list[Explained]] = {}
    known: dict[Change, tuple[int, ...]] = {}
    recorded = event.recorded()
    shares = len(event.differing) + (len(event.differing) > 1)  # the last share is for `_with_numbers`
    for place, number in enumerate(event.differing):
        with event.effort.part(shares - place), suppress(TrialsSpentError):
            state, past = recorded[number]
            expected = event.paired(state)
            if expected is not None:
                found[number] = explanations(trials.Trial(event, state, past, expected), known)
    rounds = {number: as_cause(every, number) for number, every in found.items() if every}
    rounds |= _with_numbers(event, rounds)
    if len(_explained(rounds)) == len(event.differing):
        return rounds
    for slip in sorted((one for one in known if one.kind is ChangeKind.TYPED), key=lambda one: -len(known[one])):
        left = tuple(number for number in event.differing if number not in known[slip])
        beside = _of_rounds(event._replace(tournament=changed(event.tournament, slip), differing=left))
        if {*_explained(beside), *known[slip]} > {*_explained(rounds)}:
            explained = [Explained(PRICES[ChangeKind.TYPED][0], (slip,), known[slip])]
            alone = {number: as_cause(explained, number) for number in known[slip]}
            return alone | {n: RoundCause((slip, *one.changes), (), one.also) for n, one in beside.items()}
    return rounds


def _with_numbers(event: Checked, rounds: Mapping[int, RoundCause]) -> dict[int, RoundCause]:
    """Explain rounds by the number of somebody and by who left or came.

    The number explains a later round, or follows from the boards of round 1; then enough of these must have differed.
    """
    found: dict[int, RoundCause] = {}
    with suppress(TrialsSpentError):
        for number, cause in rounds.items():
            for change in (*cause.changes, *cause.alternatives):
                games = _of_game(event, number, change, rounds)
                found |= {number: RoundCause((change,)), **games} if games else {}
    alone = ((cause.changes[0], last) for last, cause in rounds.items() if len(cause.changes) == 1)
    moves = [(change, last) for change, last in alone if change.kind is ChangeKind.RENUMBERED]
    if 1 in event.differing:
        moves += [(move, 0) for move in numbers.moves_of_first(event.tournament.rounds[0])]
    for move, last in moves:
        known = {*_explained(rounds), *found}
        earlier = [n for n in event.differing if n < (last or 2) and n not in known]
        for number in earlier:
            with suppress(TrialsSpentError):
                change, price = _beside(event, move, number)
                if price + (0 if last else PRICES[move.kind][0]) > MOST_PRICE:
                    continue
                games = _of_game(event, number, change, rounds)
                boards = BOARDS_OF_EACH * (1 if games else 1 + len(change.players))
                if last or ((change.then or games) and event.left(number, colours=False) >= boards):
                    found |= {number: RoundCause((move, change)), **games}
    return found


def _beside(event: Checked, move: Change, number: int) -> tuple[Change, int]:
    """Find who left or came in a round, if somebody had another number, and the price. Raises `TrialsSpentError`."""
    one, place = move.players
    tpns = [someone.tpn for someone in event.tournament.participants]
    back = dict(zip(tpns, tpns, strict=True)) | {new: old for old, new in moved(one, place, tpns).items()}
    then = event._replace(tournament=changed(event.tournament, move))
    state, past = then.recorded()[number]
    expected = then.paired(state)
    some = [] if expected is None else changes_of_field(trials.Trial(then, state, past, expected))
    change, price = min(some, key=lambda one: one[1], default=(move, MOST_PRICE + 1))
    return _numbered(RoundCause((change,)), back).changes[0], price


def _of_game(event: Checked, number: int, change: Change, rounds: Mapping[int, RoundCause]) -> Mapping[int, RoundCause]:
    """Explain later rounds by the game with somebody who was deleted, which was still in the file then.

    A cause that explains two other rounds comes first. Raises `TrialsSpentError`.
    """
    byes = {bye.tpn: bye.kind for bye in event.tournament.rounds[number - 1].byes}
    if change.kind is not ChangeKind.DELETED or byes.get(change.players[0]) not in trials.AS_GAME:
        return {}
    known = {n for n, cause in rounds.items() if cause.also}
    for later in (n for n in event.differing if n > number and n not in known):
        for colour in "wb":
            game = Change(ChangeKind.DELETED, change.players[:1], number, colour)
            under = event._replace(tournament=changed(event.tournament, game))
            explained = () if under.left(later) else event.agreeing(game, later)
            if explained:
                return {n: RoundCause((game,), also=tuple(o for o in explained if o != n)) for n in explained}
    return {}


# --- the whole event --------------------------------------------------------------------------------------------------

REACH = 4
"""The largest difference between the stated number of rounds and an assumed number.

The number of rounds played is assumed in any case.
"""


def _variants(event: Checked) -> Iterator[Assumed]:
    """Yield the assumptions to try, the most likely first."""
    yield from _initial_colours(event)
    yield from accelerations.plain(event)
    yield from _numbers_of_rounds(event)
    yield from accelerations.in_some_rounds(event)
    yield from _systems(event)
    yield from _as_individuals(event)


def _initial_colours(event: Checked) -> Iterator[Assumed]:
    stated = event.tournament.settings.initial_colour
    now = stated or inferred_initial_colour(event.tournament)
    if now is None:
        return
    other, was = (colour.name.capitalize() for colour in (now.opposite, now))
    message = marked("the initial-colour was {other}, although the games suggest {now}")
    if stated:
        message = marked("the initial-colour was {other}, although the file says {now}")
    words = say(message, other=say(other), now=say(was))
    yield assumed(event, Subject.INITIAL_COLOUR, other, words, initial_colour=now.opposite)


def _numbers_of_rounds(event: Checked) -> Iterator[Assumed]:
    """Yield other numbers of rounds that would change the last round or Baku acceleration."""
    settings, played = event.tournament.settings, len(event.tournament.rounds)
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
            yield assumed(event, Subject.ROUNDS, str(rounds), words, rounds=rounds)


def _systems(event: Checked) -> Iterator[Assumed]:
    system, settings = event.system, event.tournament.settings
    for name, editions in SYSTEMS.items():
        if name == system.name or next(iter(editions.values())).kind is not settings.kind or settings.maxi:
            continue
        try:
            other = choose(settings, name).system
        except BadRequest:
            continue
        if not settings.wishes or other.can_grant(settings.wishes):
            message = marked("the event was paired by the rules of another system ({title}, edition {edition})")
            words = say(message, title=say(other.title), edition=other.edition)
            yield assumed(event, Subject.SYSTEM, name, words, other)


def _as_individuals(event: Checked) -> Iterator[Assumed]:
    """Yield the teams of an event as single players of the Dutch System, with match points as results."""
    tournament = event.tournament
    if tournament.settings.team is None or tournament.settings.wishes:
        return
    with suppress(BadRequest):
        alone = as_individuals(tournament)
        system = choose(alone.settings, "dutch").system
        words = say(
            "the teams were paired like single players by the Dutch rules of {edition}, over match points",
            edition=system.edition,
        )
        yield EventCause(Subject.SYSTEM, "dutch", words, ()), event._replace(tournament=alone, system=system)


UNEXPLAINED = 4
"""A round that needs more mistakes by hand than this counts as unexplained."""


def _weights(event: Checked, numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield each round with the number of small mistakes that would explain it. Raises `TrialsSpentError`."""
    recorded = event.recorded()
    for number in numbers:
        state, past = recorded[number]
        expected = event.paired(state)
        small = None if expected is None else mistakes(compare(past, expected))
        yield number, UNEXPLAINED if small is None else min(len(small), UNEXPLAINED)


def improvement(assumed: Assumed, event: Checked, weight: int) -> Assumed | None:
    """Return the assumption and the event under it, if it explains rounds and no round refutes it; else None.

    The assumption must explain more than half of the differing rounds, or leave fewer small mistakes than the
    ``weight`` of the event without it. Raises `TrialsSpentError`.
    """
    cause, under = assumed
    order = sorted(event.rounds, key=lambda number: number not in event.differing)
    still: list[int] = []
    left = 1
    try:
        for number, small in _weights(under, order):
            if not small:
                continue
            still.append(number)
            left += small
            if number not in event.differing or (2 * len(still) >= len(event.differing) and left >= weight):
                return None
    except PairingError:
        return None
    still.sort()
    return cause._replace(differing=tuple(still)), under._replace(differing=tuple(still))


def of_event(event: Checked) -> list[Assumed]:
    """Find the causes for the whole event, each with the event under this cause."""
    found: list[Assumed] = []
    with suppress(TrialsSpentError):
        weight = sum(small for _, small in _weights(event, event.differing))
        for assumed in _variants(event):
            one = improvement(assumed, event, weight)
            found += [] if one is None else [one]
            if one is not None and not one[0].differing:
                break
    return found


def _of_editions(event: Checked, editions: Sequence[tuple[System, Sequence[int]]]) -> Iterator[Assumed]:
    """Yield the editions under which fewer rounds differ. The check has already tried them."""
    for system, differing in editions:
        if {*differing} < {*event.differing}:
            still, edition = tuple(differing), system.edition
            words = say("the event was paired under the rules of {edition}", edition=edition)
            yield EventCause(Subject.EDITION, edition, words, still), event._replace(system=system, differing=still)
