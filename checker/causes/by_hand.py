"""Explanations that assume boards, byes or colours set by hand. The engine pairs the rest of the round again."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence

from checker.causes.changes import Change, ChangeKind
from checker.causes.trial import MOST_TRIED, Trial, are_colours
from checker.diff import Pair
from pairing_engine.facts.model import NOBODY, ByeKind
from pairing_engine.state import demands
from pairing_engine.state.round_state import RoundState
from pairing_engine.values import replace

Way = Callable[[RoundState, Sequence[Pair]], RoundState]
"""A function that returns the state for pairing all players who are not in the given boards and byes."""

Changes = tuple[Change, ...]


def demanded(state: RoundState, given: Sequence[Pair]) -> RoundState:
    """Return a state in which each given pair must meet and each given player must have the bye.

    The engine pairs all other players.
    """
    for tpn in (white for white, black in given if black == NOBODY):
        state = demands.must_have_bye(state, tpn)
    return demands.must_meet(state, [pair for pair in given if pair[1] != NOBODY])


def taken_out(state: RoundState, given: Sequence[Pair]) -> RoundState:
    """Return a state without the players in the given pairs and byes."""
    out = {tpn for pair in given for tpn in pair}
    bye = next((white for white, black in given if black == NOBODY), state.preassigned_bye)
    return replace(state.as_if_absent(out), preassigned_bye=bye)


WAYS: tuple[Way, ...] = demanded, taken_out


def one_by_hand(trial: Trial) -> Changes | None:
    """Find one board or bye made by hand that explains the round.

    The explanation may also assume colours set by hand.
    """
    left = trial.left(trial.expected, ())
    return _by_hand(trial, left, demanded, 1) or _by_hand(trial, left, taken_out, 1)


def places_exchanged(trial: Trial) -> Changes | None:
    """Return the two differing boards if an exchange of two players explains the difference."""
    recorded, expected = trial.difference
    if len(recorded) != 2 or len(expected) != 2:
        return None
    if {tpn for pair in recorded for tpn in pair} != {tpn for pair in expected for tpn in pair}:
        return None
    return tuple(made_by_hand(pair) for pair in sorted(recorded, key=lambda pair: pair[1] != NOBODY))


def some_by_hand(trial: Trial) -> Changes | None:
    """Find several boards or byes made by hand that explain the round.

    The explanation may also assume colours set by hand.
    """
    left = trial.left(trial.expected, ())
    for way in WAYS:
        found = _by_hand(trial, left, way, trial.most)
        if found is not None:
            return found
    return None


def apart(state: RoundState, given: Sequence[Pair]) -> RoundState:
    """Call `taken_out`, but let the absent players keep their numbers."""
    return taken_out(state, given).numbering({tpn for pair in given for tpn in pair if tpn != NOBODY})


def out_of_order(trial: Trial) -> Changes | None:
    """Find the boards of a first round that are out of natural order, perhaps because they were added later.

    Natural order means that players with a higher rank have opponents with a higher rank. The function finds the
    longest sequence of boards in natural order. The function then pairs the round again without the players on all
    other boards.
    """
    if trial.state.number > 1:
        return None
    pairs = sorted((sorted(pair, key=trial.place.__getitem__), pair) for pair in _boards(trial))
    row = set(longest_rising([trial.place[lower] for (_, lower), _ in pairs]))
    added = [pair for place, (_, pair) in enumerate(pairs) if place not in row]
    byes = [(bye.tpn, NOBODY) for bye in trial.recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
    found: list[Changes] = []
    for given in (added, added + byes):
        for way in (taken_out, apart) if 1 < len(given) <= trial.most else ():
            pairing = trial.paired(way(trial.state, given))
            rest = [] if pairing is None else trial.left(pairing, given)
            if pairing is not None and are_colours(rest, pairing):
                found.append((*map(made_by_hand, given), *colours(rest)))
    best = min(found, key=len, default=())
    return best if 0 < 2 * len(best) < len(trial.difference.recorded) else None


def _boards(trial: Trial) -> list[Pair]:
    return [(meeting.white, meeting.black) for meeting in trial.recorded.meetings()]


def longest_rising(values: Sequence[int]) -> list[int]:
    """Return the positions of a longest increasing subsequence.

    >>> longest_rising([4, 5, 9, 6, 1, 7])
    [0, 1, 3, 5]
    """
    ends: list[int] = []
    before: list[int] = []
    for place, value in enumerate(values):
        at = bisect_left([values[end] for end in ends], value)
        before.append(ends[at - 1] if at else -1)
        ends[at : at + 1] = [place]
    row = ends[-1:]
    while row and before[row[0]] >= 0:
        row.insert(0, before[row[0]])
    return row


def as_noted(trial: Trial, given: Sequence[Pair]) -> Changes | None:
    """Return the boards that a note describes as made by hand, if these boards explain the round."""
    differing = trial.left(trial.expected, ())
    changed = [pair for pair in given if pair in differing]
    for way in WAYS if changed else ():
        pairing = trial.paired(way(trial.state, given))
        if pairing is not None:
            rest = trial.left(pairing, given)
            if are_colours(rest, pairing):
                return (*map(made_by_hand, changed), *colours(rest))
    return None


def _by_hand(trial: Trial, left: Sequence[Pair], way: Way, most: int) -> Changes | None:
    """Find boards made by hand that explain the round. The explanation may also assume colours set by hand.

    In each step, the function adds the board after which the fewest boards differ. The boards of the recorded round
    that are not in the expected round are tried first.
    """
    given: list[Pair] = []
    at_first = set(left)
    for _ in range(most):
        candidates = sorted(left, key=lambda pair: pair not in at_first)[:MOST_TRIED]
        best: tuple[int, Pair, list[Pair]] | None = None
        for pair in candidates:
            pairing = trial.paired(way(trial.state, [*given, pair]))
            if pairing is None or (not given and are_colours([pair], trial.expected)):
                continue
            rest = trial.left(pairing, [*given, pair])
            if len(given) + 1 + len(rest) <= trial.most and are_colours(rest, pairing):
                return (*map(made_by_hand, [*given, pair]), *colours(rest))
            if best is None or len(rest) < best[0]:
                best = len(rest), pair, rest
        if best is None:
            return None
        _, pair, left = best
        given.append(pair)
    return None


def made_by_hand(pair: Pair) -> Change:
    return Change(ChangeKind.BYE, pair[:1]) if pair[1] == NOBODY else Change(ChangeKind.BOARD, pair)


def colours(pairs: Sequence[Pair]) -> Changes:
    return tuple(Change(ChangeKind.COLOURS, pair) for pair in pairs)


def only_colours(trial: Trial) -> Changes | None:
    """Return the boards with the wrong colours; None if a pair is wrong or too many colours are wrong."""
    left = trial.left(trial.expected, ())
    return colours(left) if len(left) <= trial.most and are_colours(left, trial.expected) else None
