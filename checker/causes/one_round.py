"""All explanations of one round, sorted by preference (docs/readings.md, X1 to X6).

An explanation that covers all boards comes before a single board made by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from itertools import chain, islice

from checker.causes import by_hand, field, past
from checker.causes.by_hand import Changes
from checker.causes.changes import LASTING, Change, ChangeKind, RoundCause
from checker.causes.replay import SpentError
from checker.causes.trial import Trial, are_colours
from pairing_engine.values import NamedTuple

MOST_LIKELY = 12
"""The number of likely results to try first if little effort remains."""


class Rank(IntEnum):
    """The order of preference for explanations of one round."""

    SEEN_AGAIN = 0
    """The same change also explains another round."""
    WHOLE = 1
    """A common kind of change that explains every board."""
    BY_HAND = 2
    """One board or bye was made by hand, or two players exchanged places."""
    UNUSUAL = 3
    """A rare kind of change that explains every board."""
    SEVERAL = 4
    """Several boards were made by hand, or late players met each other or had the bye."""


class Explained(NamedTuple):
    """One explanation of a round."""

    rank: Rank
    changes: Changes


def explanations(trial: Trial, hints: Sequence[Change] = ()) -> list[Explained]:
    """Find all explanations of a round, the preferred explanation first.

    ``hints`` lists changes that explain another round; the search tries these changes first. The search stops at its
    limit of effort.
    """
    left = trial.left(trial.expected, ())
    if are_colours(left, trial.expected):
        numbered = field.numbered(trial)
        if numbered:
            return [Explained(Rank.WHOLE, numbered)]
        tried = _of_colours(trial)
    else:
        tried = _everything(trial, hints)
    every: list[Explained] = []
    try:
        for one in tried:
            if one.changes not in (other.changes for other in every):
                every.append(one)
        if not every and not are_colours(left, trial.expected):
            every += _at_last(trial)
    except SpentError:
        pass
    return sorted(every, key=lambda one: one.rank)


def as_cause(every: Sequence[Explained]) -> RoundCause | None:
    """Return the changes of the preferred explanation as a `RoundCause`.

    If other single changes also explain the round, they become the alternatives.
    """
    if not every:
        return None
    first, *others = every
    return RoundCause(first.changes, tuple(one.changes[0] for one in others if len(one.changes) == 1))


def _everything(trial: Trial, hints: Sequence[Change]) -> Iterator[Explained]:
    """Yield the explanations for a round with wrong boards.

    The most frequent kinds of changes come first, because the search may stop early.
    """
    for change in hints:
        if trial.explained_by(change):
            yield Explained(Rank.SEEN_AGAIN, (change,))
    if trial.effort.is_scarce(trial.state):
        for change in islice(past.likely_results(trial.state, trial.recorded), MOST_LIKELY):
            if change not in hints and trial.explained_by(change):
                yield Explained(_rank(trial, change), (change,))
    added = by_hand.out_of_order(trial)
    if added is not None:
        yield Explained(Rank.SEVERAL, added)
    one = by_hand.one_by_hand(trial)
    if one is not None:
        yield Explained(Rank.BY_HAND if len(one) == 1 else Rank.SEVERAL, one)
    exchange = by_hand.places_exchanged(trial)
    if exchange is not None:
        yield Explained(Rank.BY_HAND, exchange)
    yield from _of_field(trial)
    for change in _candidates(trial):
        if change not in hints and trial.explained_by(change):
            yield Explained(_rank(trial, change), (change,))


def _of_colours(trial: Trial) -> Iterator[Explained]:
    """Yield the explanations for a round in which only colours differ.

    A single board with wrong colours may also have been added after the pairing.
    """
    found = by_hand.only_colours(trial)
    if found is not None:
        yield Explained(Rank.BY_HAND, found)
        if len(found) == 1:
            yield from _of_field(trial)


def _of_field(trial: Trial) -> Iterator[Explained]:
    for change in field.withdrawals(trial):
        yield Explained(Rank.WHOLE if field.was_there(trial, change.players[0]) else Rank.UNUSUAL, (change,))
    for change in field.late_entries(trial):
        yield Explained(Rank.WHOLE if field.never_before(trial, change.players[0]) else Rank.UNUSUAL, (change,))


def _candidates(trial: Trial) -> Iterator[Change]:
    return chain(
        past.prohibitions(trial.state, trial.recorded, trial.expected),
        past.other_results(trial.state, trial.difference),
        past.renumberings(trial.state, trial.difference),
    )


def _rank(trial: Trial, change: Change) -> Rank:
    """Rank a change that explains every board: common changes come before rare changes."""
    number = trial.state.number
    match change.kind:
        case ChangeKind.RESULT | ChangeKind.ABSENCE:
            usual = change.round == number - 1
        case ChangeKind.EXCHANGED:
            near = past.distance(trial.state, change.players[0], change.players[1]) == 1
            usual = near and number <= past.LAST_OF_CORRECTIONS
        case _:
            usual = False
    return Rank.WHOLE if usual else Rank.UNUSUAL


def _at_last(trial: Trial) -> Iterator[Explained]:
    """Yield the first explanation that fits: several boards made by hand, or late players."""
    ways: tuple[Callable[[Trial], Changes | None], ...] = (
        by_hand.some_by_hand,
        field.late_alone_or_together,
    )
    for way in ways:
        found = way(trial)
        if found is not None:
            yield Explained(Rank.SEVERAL, found)
            return


def lasting(every: Sequence[Explained]) -> list[Change]:
    """Return the changes that may also explain other rounds."""
    return [one.changes[0] for one in every if len(one.changes) == 1 and one.changes[0].kind in LASTING]
