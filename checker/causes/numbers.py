"""Other pairing numbers at the time of the pairing, for a whole event: late entries, and a list that was rated anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from math import inf
from typing import NamedTuple

from checker.causes import one_round
from checker.causes.trials import (
    Assumed,
    Change,
    ChangeKind,
    Checked,
    EventCause,
    Subject,
    TrialsSpentError,
    best_place,
    differing_rounds,
    moved,
    out_of_line,
)
from pairing_engine.errors import PairingError
from pairing_engine.facts.model import EventKind, Round, Tournament, Tpn
from pairing_engine.facts.renumbered import by_strength, numbered_by_position, renumbered
from pairing_engine.language import listed, marked, say, say_many

MOST_ENTRIES = 4
"""The largest number of players whose places the search changes one after the other."""

MOST_LATE = 12
"""The largest number of players without a game in round 1 who are put at the end of the list together."""

MOST_MOVES, BEST_LISTS = 20, 3
"""The numbers of moves in a search, and of lists, those with the fewest boards that differ, that it compares whole."""

MOST_ROUNDS = 2
"""The search compares this number of rounds that differ and those that agree before them, and at last all rounds."""

ROUNDS_OF_PLACE, BOARDS_OF_PLACE, BOARDS_OF_LAST = 2, 6, 1
"""The rounds, or else the boards, that each place must explain; fewer boards if a late entry stood last."""


MOST_OUT = 2
"""The largest number of boards of round 1 out of line whose players the search moves back in line."""

LEAST_OUT, SHARE_OUT = 4, 4
"""The least number of boards out of line, and their share of all boards, that show another list: a quarter of them."""


def was_sorted_anew(first: Round) -> bool:
    """Whether many boards of round 1 are out of line."""
    return len(out_of_line(first)) >= max(LEAST_OUT, len(first.meetings()) // SHARE_OUT)


def moves_of_first(first: Round) -> Iterator[Change]:
    """Yield moves of one number that put a board of round 1 in line, if few are out of line."""
    out = out_of_line(first)
    if len(out) > MOST_OUT:
        return
    pairs = sorted((min(meeting[:2]), max(meeting[:2])) for meeting in first.meetings())
    in_line = [pair for pair in pairs if pair[1] not in out]
    swapped = [pair[::-1] for pair in in_line]
    for pair in pairs:
        for (one, beside), row in ((pair, in_line), (pair[::-1], swapped)) if pair[1] in out else ():
            before = max((number for number, mate in row if mate < beside), default=one)
            after = min((number for number, mate in row if mate > beside), default=one)
            if not before <= one <= after:
                yield Change(ChangeKind.RENUMBERED, (one, before if before > one else after))


class _Tried(NamedTuple):
    """The number of boards that differ in some rounds, and the event in which some players have other places."""

    boards: int
    event: Tournament


class _List(NamedTuple):
    """A list of players, the rounds and boards that differ with it, the rounds to compare, and who has not moved."""

    left: tuple[int, int]
    rounds: tuple[int, ...]
    event: Tournament
    waiting: list[int]


class _Places:
    """The search for the places of some players in the list of that time."""

    def __init__(self, event: Checked) -> None:
        self.event = event
        people = event.tournament.participants
        self.tpns = [p.tpn for p in people]
        first = event.tournament.rounds[0] if event.tournament.rounds else None
        started = {*first.paired()} if first else set()
        self.numbers = [int(p.number) for p in people]
        self.rounds = event.differing
        self.late = [p.number for p in people if p.tpn not in started]
        last_ones = [p.number for p in people[-MOST_ENTRIES:]] if 1 in event.differing else []
        self.movable = sorted({*self.late[-MOST_ENTRIES:], *last_ones})

    def left(self, now: Tournament) -> tuple[int, int]:
        """Choose the rounds to compare, those that differ first; return how many differ, and how many boards there."""
        last = max(self.event.differing)
        still = [number for number in differing_rounds(self.event._replace(tournament=now)) if number <= last]
        wrong = still[:MOST_ROUNDS]
        movable = {p.tpn for p in now.participants if p.number in self.movable}
        rounds = now.rounds
        right = [n for n in self.event.rounds if n < max(wrong, default=0) and n not in wrong]
        self.rounds = (*wrong, *(n for n in right if not movable.isdisjoint(rounds[n - 1].paired())))
        return len(still), self._under(now).boards if wrong else 0

    def tried(
        self, tournament: Tournament, number: int, place: Tpn, rounds: Sequence[int] = (), most: float = inf
    ) -> _Tried:
        """Pair the rounds with the player of this number in this place. Raises `TrialsSpentError`."""
        player = next(p.tpn for p in tournament.participants if p.number == number)
        then = tournament if player == place else renumbered(tournament, moved(player, place, self.tpns))
        return self._under(then, rounds, most)

    def _under(self, then: Tournament, rounds: Sequence[int] = (), most: float = inf) -> _Tried:
        """Pair the rounds with this list, until more differs than ``most``. Raises `TrialsSpentError`."""
        event, boards = self.event._replace(tournament=then), 0
        for number in rounds or self.rounds:
            boards += event.left(number)
            if boards > most:
                break
        return _Tried(boards, then)

    def nearer(self, now: Tournament, number: int) -> Tournament:
        """Move a player to the place with which the fewest boards differ, or then to that of another who moves."""
        known: dict[Tpn, _Tried] = {}

        def cost(place: Tpn) -> int:
            most = min((one.boards for one in known.values()), default=inf)
            known[place] = self.tried(now, number, place, most=most)
            return known[place].boards

        best = known[best_place(self.tpns, cost, best=2)]
        tpns: dict[int, Tpn] = {p.number: p.tpn for p in best.event.participants}
        others = ({tpns[number]: tpns[other], tpns[other]: tpns[number]} for other in self.movable if other != number)
        tried = (self._under(renumbered(best.event, numbers), most=best.boards) for numbers in others)
        return min((best, *tried), key=lambda one: one.boards).event

    def lists(self, now: Tournament) -> list[Tournament]:
        """Find lists with which few rounds and boards differ, the best one first: one player after the other moves.

        The player who has waited longest moves in the best list so far.
        """
        found = [_List(self.left(now), self.rounds, now, [*self.movable])]
        with suppress(TrialsSpentError, PairingError), self.event.effort.part(1.5):
            for _ in range(MOST_MOVES):
                waiting = [one for one in found if one.waiting and any(found[0].left)]
                if not waiting:
                    break
                best = min(waiting, key=lambda one: (one.left, -len(one.waiting)))
                self.rounds, number = best.rounds, best.waiting.pop(0)
                then = self.nearer(best.event, number)
                if all(then != one.event for one in found):
                    others = [*best.waiting, *(one for one in self.movable if one not in (number, *best.waiting))]
                    found.append(_List(self.left(then), self.rounds, then, others))
                    found.sort(key=lambda one: one.left)
        return [one.event for one in found]

    def some_last(self, now: Tournament) -> Tournament:
        """Move those players without a game in the first round to the end with whom the fewest boards differ."""

        def tried(last: frozenset[int]) -> _Tried:
            people = sorted(now.participants, key=lambda p: p.number in last)
            return self._under(renumbered(now, {p.tpn: tpn for p, tpn in zip(people, self.tpns, strict=True)}))

        best, last = tried(frozenset(self.late)), frozenset(self.late)
        while best.boards:
            found, other = min(
                ((tried(last ^ {number}), last ^ {number}) for number in self.late), key=lambda one: one[0].boards
            )
            if found.boards >= best.boards:
                break
            best, last = found, other
        return best.event

    def explained(self, then: Tournament) -> list[int]:
        """Return the differing rounds that agree with this list; none if an earlier round refutes it."""
        still = differing_rounds(self.event._replace(tournament=then))
        explained = [number for number in self.event.differing if number not in still]
        refuted = any(number < max(explained, default=0) for number in still if number not in self.event.differing)
        return [] if refuted else explained

    def is_enough(
        self, order: Sequence[int], changed: Sequence[int], last: Sequence[int], explained: Sequence[int]
    ) -> bool:
        """Whether the places explain enough: for the late entries who can have stood ``last``, little is enough.

        One round for each place is enough if late entries explain every round.
        """
        others, late = [number for number in order if number not in changed], {*self.late}
        low = [number for number in changed if not _beside(order, others, self.numbers, number)[1]]
        cheap = len(late.intersection(low, last))
        places = len(changed) - cheap
        if len(explained) < (ROUNDS_OF_PLACE if places else 1):
            return False
        is_whole = late.issuperset(changed) and len(explained) == len(self.event.differing)
        rounds = len(changed) * (1 if is_whole else ROUNDS_OF_PLACE)
        boards = sum(map(self.event.left, explained))
        return len(explained) >= rounds or boards >= BOARDS_OF_LAST * cheap + BOARDS_OF_PLACE * places

    def nearest(self, tournament: Tournament, number: int, others: Sequence[int], rounds: Sequence[int]) -> Tournament:
        """Move a player as near to the place in the file as the rounds allow that agree."""
        shown = [p.number for p in tournament.participants]
        far, before = shown.index(Tpn(number)), self.numbers[: self.numbers.index(number)]
        near = next((shown.index(Tpn(one)) + 1 for one in reversed(before) if one not in others), 0)
        near -= near > far
        cost, found = self.tried(tournament, number, self.tpns[far], rounds).boards, tournament
        one = self.tried(tournament, number, self.tpns[near], rounds)
        while one.boards > cost and abs(near - far) > 1:
            middle = (near + far) // 2
            trial = self.tried(tournament, number, self.tpns[middle], rounds)
            if trial.boards <= cost:
                far, found = middle, trial.event
            else:
                near = middle
        return one.event if one.boards <= cost else found


def of_late_entries(event: Checked) -> Iterator[Assumed]:
    """Yield other places of some players with which most rounds agree, and which no round refutes."""
    settings = event.tournament.settings
    if settings.team is not None or settings.wishes or len(event.tournament.participants) < 2:
        return
    people = tuple(p._replace(starting_rank=p.number) for p in event.tournament.participants)
    search, now = _Places(event), event.tournament._replace(participants=people)
    found: list[Assumed | None] = []
    with suppress(TrialsSpentError, PairingError):
        search.left(now)
        if 0 < len(search.late) <= MOST_LATE:
            found.append(_explaining(event, search, search.some_last(now), search.late))
            if found[0] is not None and not found[0][0].differing:
                yield found[0]
                return
        lists = search.lists(now)[:BEST_LISTS] if len(event.differing) >= ROUNDS_OF_PLACE else ()
        for then in lists:
            found.append(_explaining(event, search, then, search.movable))
            if found[-1] is not None and not found[-1][0].differing:
                break
    yield from sorted(filter(None, found), key=lambda one: len(one[0].differing))[:1]


def _explaining(event: Checked, search: _Places, then: Tournament, numbers: Sequence[int]) -> Assumed | None:
    """Return the places as a cause, if no earlier round refutes them and they explain enough."""
    with suppress(TrialsSpentError, PairingError):
        shown = [p.number for p in then.participants]
        order = [one for one in search.numbers if one not in numbers]
        last = [number for number in numbers if _before(shown, order, number) is None]
        explained = search.explained(then)
        others = {*event.differing}.difference(explained)
        until = [n for n in event.rounds if n <= max(explained, default=0) and n not in others]
        for number in reversed(numbers if explained else ()):
            then = search.nearest(then, number, numbers, until)
        shown = [p.number for p in then.participants]
        for number in numbers:
            row: list[int] = [one for one in shown if one == number or one in order]
            order = row if row == sorted(row, key=search.numbers.index) else order
        changed = sorted({*numbers}.difference(order), key=lambda one: shown.index(Tpn(one)))
        for number in changed:
            after = _before(shown, order, number)
            order.insert(len(order) if after is None else order.index(after), number)
        then = renumbered(then, {p.tpn: Tpn(order.index(p.number) + 1) for p in then.participants})
        explained = search.explained(then)
        left = tuple(number for number in event.differing if number not in explained)
        if not changed or not search.is_enough(order, changed, last, explained):
            return None
        value = " ".join(f"{number}>{order.index(number) + 1}" for number in changed)
        cause = EventCause(Subject.NUMBERS, value, _in_words(order, search.numbers, changed), left)
        return cause, event._replace(tournament=then, differing=left)
    return None


def _before(shown: Sequence[int], others: Sequence[int], number: int) -> int | None:
    """Return the next of ``others`` in a list after a player; None for who stands last."""
    return next((other for other in shown[shown.index(number) :] if other in others), None)


def _beside(order: Sequence[int], others: Sequence[int], now: Sequence[int], number: int) -> tuple[int, bool]:
    """Return beside whom a player stood, 0 if last, and whether before that one: higher than ``now``."""
    other = _before(order, others, number)
    if other is None:
        return 0, False
    is_before = now.index(other) < now.index(number)
    return (other if is_before else others[others.index(other) - 1]), is_before


def _in_words(order: Sequence[int], now: Sequence[int], changed: Sequence[int]) -> str:
    """Say before or after whom players stood in the ``order`` of that time: the nearest to their places ``now``."""
    others = [number for number in order if number not in changed]
    parts: list[str] = []
    for (other, is_before), group in groupby(changed, lambda number: _beside(order, others, now, number)):
        names = [*group]
        count, some = len(names), listed(names)
        if not other:
            parts.append(say_many("{some} stood last", "{some} stood last, in this order", count, some=some))
        elif is_before:
            parts.append(
                say_many("{some} stood before {other}", "{some} stood before {other}", count, some=some, other=other)
            )
        else:
            parts.append(
                say_many("{some} stood after {other}", "{some} stood after {other}", count, some=some, other=other)
            )
    return say("in the list of that time, {places}", places=listed(parts))


def of_another_list(event: Checked) -> list[EventCause]:
    """[C.04.2 2.3] Find a list that was rated anew: the rounds that differ agree by the ratings in the file."""
    people, rounds = event.tournament.participants, event.rounds
    by_rating = tuple(sorted(people, key=by_strength))
    is_rated = 2 * sum(bool(one.rating) for one in people) >= len(people)
    if by_rating == people or not is_rated or event.tournament.settings.kind is EventKind.TEAM:
        return []
    first, last = min(event.differing, default=0), max(event.differing, default=0)
    later, earlier = [number for number in rounds if number >= first], [number for number in rounds if number <= last]
    parts = [
        (first, later, marked("the numbers followed the ratings in the file from round {round} on")),
        (last + 1, earlier, marked("the numbers followed the ratings in the file before round {round}")),
    ]
    with suppress(TrialsSpentError, PairingError):
        other = event._replace(tournament=numbered_by_position(event.tournament._replace(participants=by_rating)))
        for number, part, words in parts:
            is_possible = 1 < number <= one_round.LAST_OF_CORRECTIONS and 0 < len(part) < len(rounds)
            if is_possible and not differing_rounds(other._replace(rounds=tuple(part))):
                return [EventCause(Subject.NUMBERS, "ratings", say(words, round=number), ())]
    return []
