"""All explanations of one round, sorted by preference (docs/readings.md, X1 to X6).

An explanation that covers all boards comes before a single board made by hand.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from itertools import chain, islice

from checker.causes import trial as past
from checker.causes.trial import (
    LASTING,
    MOST_TRIED,
    Change,
    ChangeKind,
    RoundCause,
    Trial,
    TrialsSpentError,
    are_colours,
    paired,
)
from checker.diff import Pair, compare, recorded_pairs
from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Note, NoteKind, Round, Tournament, Tpn
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.state import demands
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System
from pairing_engine.values import NamedTuple, replace

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
        counted = numbered(trial)
        if counted:
            return [Explained(Rank.WHOLE, counted)]
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
    except TrialsSpentError:
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
    added = out_of_order(trial)
    if added is not None:
        yield Explained(Rank.SEVERAL, added)
    one = one_by_hand(trial)
    if one is not None:
        yield Explained(Rank.BY_HAND if len(one) == 1 else Rank.SEVERAL, one)
    exchange = places_exchanged(trial)
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
    found = only_colours(trial)
    if found is not None:
        yield Explained(Rank.BY_HAND, found)
        if len(found) == 1:
            yield from _of_field(trial)


def _of_field(trial: Trial) -> Iterator[Explained]:
    for change in withdrawals(trial):
        yield Explained(Rank.WHOLE if was_there(trial, change.players[0]) else Rank.UNUSUAL, (change,))
    for change in late_entries(trial):
        yield Explained(Rank.WHOLE if _never_before(trial, change.players[0]) else Rank.UNUSUAL, (change,))


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
        some_by_hand,
        late_alone_or_together,
    )
    for way in ways:
        found = way(trial)
        if found is not None:
            yield Explained(Rank.SEVERAL, found)
            return


def lasting(every: Sequence[Explained]) -> list[Change]:
    """Return the changes that may also explain other rounds."""
    return [one.changes[0] for one in every if len(one.changes) == 1 and one.changes[0].kind in LASTING]


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
    return tuple(_made_by_hand(pair) for pair in sorted(recorded, key=lambda pair: pair[1] != NOBODY))


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
                found.append((*map(_made_by_hand, given), *_colours(rest)))
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
                return (*map(_made_by_hand, changed), *_colours(rest))
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
                return (*map(_made_by_hand, [*given, pair]), *_colours(rest))
            if best is None or len(rest) < best[0]:
                best = len(rest), pair, rest
        if best is None:
            return None
        _, pair, left = best
        given.append(pair)
    return None


def _made_by_hand(pair: Pair) -> Change:
    return Change(ChangeKind.BYE, pair[:1]) if pair[1] == NOBODY else Change(ChangeKind.BOARD, pair)


def _colours(pairs: Sequence[Pair]) -> Changes:
    return tuple(Change(ChangeKind.COLOURS, pair) for pair in pairs)


def only_colours(trial: Trial) -> Changes | None:
    """Return the boards with the wrong colours; None if a pair is wrong or too many colours are wrong."""
    left = trial.left(trial.expected, ())
    return _colours(left) if len(left) <= trial.most and are_colours(left, trial.expected) else None


MOST_ABSENT = 30
"""The search tries at most this many absent players who may have withdrawn late."""


def _never_before(trial: Trial, tpn: Tpn) -> bool:
    return not any(tpn in past.paired() for past in trial.state.earlier_rounds)


def was_there(trial: Trial, tpn: Tpn) -> bool:
    """Whether the player attended the previous round. A requested bye counts as attendance."""
    number, rounds = trial.state.number, trial.state.tournament.rounds
    if number == 1:
        return not any(tpn in one.paired() for one in rounds)
    last = rounds[number - 2]
    asked = (bye.tpn for bye in last.byes if bye.kind is not ByeKind.ZERO_POINT)
    return tpn in last.paired() or tpn in asked


def late_entries(trial: Trial) -> Iterator[Change]:
    """Yield late entries. Without the late player, the player's opponent would have had the bye."""
    for pair in trial.left(trial.expected, ())[:MOST_TRIED]:
        for tpn, mate in (pair, pair[::-1]):
            if NOBODY in pair:
                continue
            pairing = trial.paired(trial.state.as_if_absent({tpn}))
            if pairing is not None and pairing.bye == mate and trial.agrees_without({tpn, mate}, pairing):
                yield Change(ChangeKind.LATE, (tpn,))


def late_alone_or_together(trial: Trial) -> Changes | None:
    """Find a player who entered after the pairing and had the bye, or two late players who met each other."""
    for pair in trial.left(trial.expected, ())[:MOST_TRIED]:
        some = {tpn for tpn in pair if tpn != NOBODY}
        pairing = trial.paired(trial.state.as_if_absent(some))
        if pairing is not None and trial.agrees_without(some, pairing) and (len(some) > 1 or pairing.bye is None):
            return tuple(Change(ChangeKind.LATE, (tpn,)) for tpn in pair if tpn != NOBODY)
    return None


def withdrawals(trial: Trial) -> Iterator[Change]:
    """Yield players who may have withdrawn after the pairing."""
    tournament, number, recorded = trial.state.tournament, trial.state.number, trial.recorded
    there = {*recorded.paired(), *(bye.tpn for bye in recorded.byes if bye.kind is not ByeKind.ZERO_POINT)}
    absent = [participant.tpn for participant in tournament.participants if participant.tpn not in there]
    for tpn in sorted(absent, key=lambda tpn: not was_there(trial, tpn))[:MOST_ABSENT]:
        byes = tuple(bye for bye in recorded.byes if bye.tpn != tpn)
        before = recorded._replace(byes=(*byes, Bye(tpn, ByeKind.PAIRING_ALLOCATED)))
        rounds = (*tournament.rounds[: number - 1], before, *tournament.rounds[number:])
        state = state_before(replace(tournament, rounds=rounds), number, trial.system.conventions)
        pairing = trial.paired(replace(state, is_last=trial.state.is_last))
        if pairing is not None and trial.agrees_without(_left_alone_by(tpn, pairing), pairing):
            yield Change(ChangeKind.WITHDRAWN, (tpn,))


def _left_alone_by(tpn: Tpn, pairing: RoundPairing) -> set[Tpn]:
    """Return the player who withdrew, and the players who lost their opponents.

    Two players can lose their opponent: the player who should have met the withdrawn player, and the player with the
    bye.
    """
    alone = {tpn} | ({pairing.bye} if pairing.bye else set())
    for board in pairing.boards:
        if tpn in board[:2]:
            alone |= {board.white, board.black}
    return alone


def numbered(trial: Trial) -> Changes | None:
    """[C.04.2 2.4] Return absent players who had received a number, if their numbers explain the colours.

    If an absent player received a number, all later numbers are higher by one. Even numbers become odd and odd numbers
    become even, so these players get the opposite colours. If a second absent player also received a number, all
    numbers after the second player are odd or even as before.
    """
    left = trial.left(trial.expected, ())
    counted = _counted(trial)
    if counted is None or not 0 < len(counted) <= trial.most or len(counted) >= len(left):
        return None
    pairing = paired(trial.system, trial.state.numbering(counted), trial.backend)
    if pairing is None or compare(trial.recorded, pairing) != ((), ()):
        return None
    return tuple(Change(ChangeKind.NUMBERED, (tpn,)) for tpn in counted)


def _counted(trial: Trial) -> list[Tpn] | None:
    """Find absent players who explain the wrong colours because they had received numbers.

    The boards are in rank order. The colours are right above the first absent player with a number, wrong between the
    first and the second, and so on. Return None if the colours change between right and wrong at a place where no
    player is absent.
    """
    place = trial.place.__getitem__
    wrong = {min(pair, key=place) for pair in trial.left(trial.expected, ())}
    tops = sorted(min(board[:2], key=place) for board in trial.expected.boards)
    absent = [p.tpn for p in trial.state.tournament.participants if not trial.state.has_number(p.tpn)]
    counted: list[Tpn] = []
    before = NOBODY
    for top in tops:
        if (top in wrong) is not (len(counted) % 2 == 1):
            between = [tpn for tpn in absent if before < tpn < top]
            if not between:
                return None
            counted.append(between[0])
        before = top
    return counted


_BOARD = re.compile(r"(?<![\d-])(\d{1,4}) ?- ?(\d{1,4}|bye)(?![\d-])")
"""A pattern for a board such as ``7-2``, or a bye such as ``7-bye``, in a note.

Text in brackets is ignored, because it gives the expected board or bye.
"""

_BRACKETS = re.compile(r"\([^)]*\)")

_ROUNDS = re.compile(r"(?:142|XXR|rounds)\D{0,3}(\d{1,2}) *(?:->|→|to) *(\d{1,2})", re.IGNORECASE)
"""A pattern for a note about a changed number of rounds, such as ``142: 9 -> 7``."""


def note_on(notes: Sequence[Note], number: int) -> Note | None:
    """Find a note about boards made by hand in the round; if there is none, a note about imported rounds."""
    by_hand = (note for note in notes if note.kind is NoteKind.MANUAL and note.round == number)
    imports = (note for note in notes if note.kind is NoteKind.IMPORT and note.round >= number)
    return next(by_hand, None) or next(imports, None)


def boards_by_hand(tournament: Tournament, number: int, recorded: Round) -> list[Pair]:
    """Return the recorded boards and byes that notes describe as made by hand."""
    tpns: dict[int, Tpn] = {participant.number: participant.tpn for participant in tournament.participants}
    named: set[frozenset[Tpn]] = set()
    for note in tournament.notes:
        if note.kind is NoteKind.MANUAL and note.round == number:
            for one, other in _BOARD.findall(_BRACKETS.sub("", note.words)):
                numbers = int(one), 0 if other == "bye" else int(other)
                named.add(frozenset(tpns.get(number, NOBODY) for number in numbers))
    return sorted(pair for pair in recorded_pairs(recorded) if frozenset(pair) in named)


def with_rounds_of_then(state: RoundState, system: System) -> RoundState | None:
    """Return the state with the number of rounds planned at that time, if a later note records a change."""
    tournament, number = state.tournament, state.number
    for note in sorted(tournament.notes, key=lambda note: note.round):
        match = _ROUNDS.search(note.words) if note.kind is NoteKind.CONFIGURATION and note.round > number else None
        if match is not None:
            changed = replace(tournament, settings=replace(tournament.settings, rounds=int(match[1])))
            return state_before(changed, number, system.conventions)
    return None
