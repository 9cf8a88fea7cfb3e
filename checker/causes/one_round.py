"""What concerns one round: boards or the bye made by hand, colours, a late entry, a withdrawal, a prohibited pairing.

What was made by hand is given, everybody else is paired again; what then agrees is proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from checker.causes.replay import Effort, SpentError, paired
from checker.diff import Pair, compare, recorded_pairs
from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Round, Tpn
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.matching import Backend
from pairing_engine.state import demands
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System

FEW_CHANGES = 3
BOARDS_FOR_MORE = 20
"""So few boards made by hand explain a round; in a large one also one in this many."""

MOST_TRIED = 24
"""So many boards are tried at a time, those first that lie furthest from the others."""

MOST_ABSENT = 30
"""At most so many of the absent are assumed to have withdrawn after the pairing."""


class ChangeKind(Enum):
    """What was otherwise in a round. ``players`` of such a change are White and Black, or one player."""

    BOARD = "board by hand"
    BYE = "bye by hand"
    COLOURS = "colours by hand"
    LATE = "late entry"
    WITHDRAWN = "withdrawal"
    PROHIBITED = "prohibited pairing"
    NUMBERED = "numbered though absent"
    ROUNDS = "another number of rounds"


BY_HAND = ChangeKind.BOARD, ChangeKind.BYE
"""Changes of who meets whom, or has the bye, that somebody made by hand."""


class Change(NamedTuple):
    """One thing that was otherwise."""

    kind: ChangeKind
    players: tuple[Tpn, ...]

    def to_dict(self) -> dict[str, object]:
        """With the keys of ``swisscheck --format json``."""
        return {"kind": self.kind.value, "players": list(self.players)}


class RoundCause(NamedTuple):
    """Changes with which the rest of a round agrees; each of the ``alternatives`` explains it alone as well."""

    changes: tuple[Change, ...]
    alternatives: tuple[Change, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """With the keys of ``swisscheck --format json``."""
        value: dict[str, object] = {"changes": [change.to_dict() for change in self.changes]}
        if self.alternatives:
            value["alternatives"] = [change.to_dict() for change in self.alternatives]
        return value


Way = Callable[[RoundState, Sequence[Pair]], RoundState]
"""How to go on where these boards and byes are made by hand: the state from which all others are paired."""


def demanded(state: RoundState, given: Sequence[Pair]) -> RoundState:
    """A state in which these pairs must meet, and everybody is paired together, as well as that allows."""
    for tpn in (white for white, black in given if black == NOBODY):
        state = demands.must_have_bye(state, tpn)
    return demands.must_meet(state, [pair for pair in given if pair[1] != NOBODY])


def taken_out(state: RoundState, given: Sequence[Pair]) -> RoundState:
    """A state without these pairs and byes: the rest is paired as if the others were not there."""
    out = {tpn for pair in given for tpn in pair}
    bye = next((white for white, black in given if black == NOBODY), state.preassigned_bye)
    return replace(state.without(out), preassigned_bye=bye)


class Search:
    """The search for what explains a round. ``state`` is the one before it, ``expected`` its pairing."""

    def __init__(self, state: RoundState, recorded: Round, system: System, backend: Backend, effort: Effort) -> None:
        self.state = state
        self.recorded = recorded
        self.system = system
        self.backend = backend
        self.effort = effort
        boards = len(recorded.meetings())
        self.most = max(1, min(FEW_CHANGES, boards // 3), boards // BOARDS_FOR_MORE)
        self._place = {player.tpn: number for number, player in enumerate(state.players)}

    def cause(self, expected: RoundPairing) -> RoundCause | None:
        """The smallest change that explains the round; None if none is found with the effort that is allowed."""
        left = self.left(expected, ())
        if self._are_colours(left, expected):
            return self._numbers(left, expected) or (RoundCause(_colours(left)) if len(left) <= self.most else None)
        try:
            return (
                self._one_by_hand(left, expected)
                or self._withdrawal()
                or self._some_by_hand(left, expected)
                or self._late_entry(left)
            )
        except SpentError:
            return None

    def as_noted(self, given: Sequence[Pair], expected: RoundPairing) -> RoundCause | None:
        """The boards that a note of the file names, if all others agree with them."""
        differing = self.left(expected, ())
        changed = [pair for pair in given if pair in differing]
        for way in (demanded, taken_out) if changed else ():
            pairing = self.paired(way(self.state, given))
            if pairing is not None:
                rest = self.left(pairing, given)
                if self._are_colours(rest, pairing):
                    return RoundCause((*map(_made_by_hand, changed), *_colours(rest)))
        return None

    def left(self, pairing: RoundPairing, given: Sequence[Pair]) -> list[Pair]:
        """The recorded pairs that a pairing does not have, but for those that are given. The bye comes first, then
        those whose players are much nearer to each other, or further apart, than those of most.
        """
        made = {frozenset(pair) for pair in given}
        rest = [pair for pair in compare(self.recorded, pairing).recorded if frozenset(pair) not in made]
        distance = {pair: abs(self._place.get(pair[0], 0) - self._place.get(pair[1], 0)) for pair in rest}
        middle = sorted(distance.values())[len(rest) // 2] if rest else 0
        return sorted(rest, key=lambda pair: (pair[1] != NOBODY, -abs(distance[pair] - middle), min(pair)))

    def paired(self, state: RoundState) -> RoundPairing | None:
        """The round that follows a state. Raises `SpentError`."""
        self.effort.spend()
        return paired(self.system, state, self.backend)

    def _are_colours(self, left: Sequence[Pair], pairing: RoundPairing) -> bool:
        """Are these pairs right, and only their colours wrong?"""
        boards = {(board.black, board.white) for board in pairing.boards}
        return all(pair in boards for pair in left)

    def _numbers(self, left: Sequence[Pair], expected: RoundPairing) -> RoundCause | None:
        """[C.04.2 2.4] Was somebody numbered who has never been paired? Then all who come after have the other colour,
        up to the next such one, where colours follow from the number of the higher ranked player.
        """
        wrong = {min(pair, key=self._place.__getitem__) for pair in left}
        tops = sorted(min(board[:2], key=self._place.__getitem__) for board in expected.boards)
        absent = [p.tpn for p in self.state.tournament.participants if not self.state.has_number(p.tpn)]
        counted: list[Tpn] = []
        before = NOBODY
        for top in tops:
            if (top in wrong) is not (len(counted) % 2 == 1):
                between = [tpn for tpn in absent if before < tpn < top]
                if not between:
                    return None
                counted.append(between[0])
            before = top
        if not 0 < len(counted) <= self.most or len(counted) >= len(left):
            return None
        pairing = paired(self.system, self.state.numbering(counted), self.backend)
        if pairing is None or compare(self.recorded, pairing) != ((), ()):
            return None
        return RoundCause(tuple(Change(ChangeKind.NUMBERED, (tpn,)) for tpn in counted))

    # --- by hand ---

    def _one_by_hand(self, left: Sequence[Pair], expected: RoundPairing) -> RoundCause | None:
        found = self._by_hand(left, expected, demanded, 1) or self._by_hand(left, expected, taken_out, 1)
        if found is None:
            return None
        others: list[Change] = []
        if len(found) > 1:
            return RoundCause(found)
        if found[0].kind is ChangeKind.BOARD:
            white, black = found[0].players
            for cause in (self._late_entry([(white, black)], or_bye=False), self._withdrawal()):
                others += cause.changes if cause else ()
        others += self._prohibited(expected)
        return RoundCause(found, tuple(others))

    def _some_by_hand(self, left: Sequence[Pair], expected: RoundPairing) -> RoundCause | None:
        for way in (demanded, taken_out):
            found = self._by_hand(left, expected, way, self.most)
            if found is not None:
                return RoundCause(found)
        return None

    def _by_hand(self, left: Sequence[Pair], expected: RoundPairing, way: Way, most: int) -> tuple[Change, ...] | None:
        """Boards with which the others agree, each time the one that explains most; colours may be among the rest.

        Those that differ from what is expected without any come before those that differ only beside others.
        """
        given: list[Pair] = []
        at_first = set(left)
        for _ in range(most):
            candidates = sorted(left, key=lambda pair: pair not in at_first)[:MOST_TRIED]
            best: tuple[int, Pair, list[Pair]] | None = None
            for pair in candidates:
                pairing = self.paired(way(self.state, [*given, pair]))
                if pairing is None or (not given and self._are_colours([pair], expected)):
                    continue
                rest = self.left(pairing, [*given, pair])
                if len(given) + 1 + len(rest) <= self.most and self._are_colours(rest, pairing):
                    return (*map(_made_by_hand, [*given, pair]), *_colours(rest))
                if best is None or len(rest) < best[0]:
                    best = len(rest), pair, rest
            if best is None:
                return None
            _, pair, left = best
            given.append(pair)
        return None

    def _prohibited(self, expected: RoundPairing) -> Iterator[Change]:
        """Pairs which explain the round if they were not to meet."""
        right = recorded_pairs(self.recorded)
        for board in expected.boards:
            pair = board.white, board.black
            if pair in right or pair[::-1] in right:
                continue
            try:
                pairing = self.paired(demands.must_not_meet(self.state, *pair))
            except SpentError:
                return
            if pairing is not None and compare(self.recorded, pairing) == ((), ()):
                yield Change(ChangeKind.PROHIBITED, pair)

    # --- the field ---

    def _late_entry(self, left: Sequence[Pair], *, or_bye: bool = True) -> RoundCause | None:
        """Was somebody added when the others were paired already, and got the one who had the bye, or the bye? Or two,
        who met each other?
        """
        for pair in left[:MOST_TRIED]:
            for tpn, mate in (pair, pair[::-1]):
                if tpn == NOBODY or (mate == NOBODY and not or_bye):
                    continue
                pairing = self.paired(self.state.as_if_absent({tpn}))
                if pairing is not None and pairing.bye == (mate or None) and self._agree_without({tpn, mate}, pairing):
                    return RoundCause((Change(ChangeKind.LATE, (tpn,)),))
            if or_bye and NOBODY not in pair:
                pairing = self.paired(self.state.as_if_absent(set(pair)))
                if pairing is not None and self._agree_without(set(pair), pairing):
                    return RoundCause(tuple(Change(ChangeKind.LATE, (tpn,)) for tpn in pair))
        return None

    def _agree_without(self, some: set[Tpn], pairing: RoundPairing) -> bool:
        """Do all pairs agree that contain none of these players?"""
        difference = compare(self.recorded, pairing)
        return not any(some.isdisjoint(pair) for pairs in difference for pair in pairs)

    def _withdrawal(self) -> RoundCause | None:
        """Had somebody been paired who then left, so that those met who were left without an opponent?"""
        tournament, number = self.state.tournament, self.state.number
        there = set(self.recorded.paired())
        absent = [participant.tpn for participant in tournament.participants if participant.tpn not in there]
        for tpn in absent[:MOST_ABSENT]:
            byes = tuple(bye for bye in self.recorded.byes if bye.tpn != tpn)
            before = self.recorded._replace(byes=(*byes, Bye(tpn, ByeKind.PAIRING_ALLOCATED)))
            rounds = (*tournament.rounds[: number - 1], before, *tournament.rounds[number:])
            state = state_before(replace(tournament, rounds=rounds), number, self.system.conventions)
            pairing = self.paired(replace(state, is_last=self.state.is_last))
            if pairing is not None and self._agree_without(_left_alone_by(tpn, pairing), pairing):
                return RoundCause((Change(ChangeKind.WITHDRAWN, (tpn,)),))
        return None


def _left_alone_by(tpn: Tpn, pairing: RoundPairing) -> set[Tpn]:
    """Who withdrew, and whom that leaves without an opponent: the one whom they were to meet, and who had the bye."""
    alone = {tpn} | ({pairing.bye} if pairing.bye else set())
    for board in pairing.boards:
        if tpn in board[:2]:
            alone |= {board.white, board.black}
    return alone


def _made_by_hand(pair: Pair) -> Change:
    return Change(ChangeKind.BYE, pair[:1]) if pair[1] == NOBODY else Change(ChangeKind.BOARD, pair)


def _colours(pairs: Sequence[Pair]) -> tuple[Change, ...]:
    return tuple(Change(ChangeKind.COLOURS, pair) for pair in pairs)
