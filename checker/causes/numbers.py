"""Other pairing numbers at the time of the pairing, for a whole event: late entries, and a list that was rated anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from checker.causes import one_round
from checker.causes.trials import Checked, TrialsSpentError, moved
from checker.causes.whole_event import Assumed, EventCause, Subject, differing_rounds
from pairing_engine.errors import PairingError
from pairing_engine.facts.model import EventKind, Tournament, Tpn
from pairing_engine.facts.renumbered import by_strength, numbered_by_position, renumbered
from pairing_engine.language import listed, marked, say

MOST_ENTRIES = 4
"""The largest number of late entries whose places the search changes."""

LAST = 4
"""The number of players at the end of the list who may have had other places."""

PLACES = 10
"""The number of places that the search tries first, before it looks at those between them."""

MOST_ROUNDS = 3
"""The search compares this number of rounds that differ and as many that agree, and at last all rounds."""


class _Tried(NamedTuple):
    """The places of some players that were tried: (player, place), and the boards that still differ in each round."""

    left: tuple[int, ...]
    player: Tpn
    place: Tpn
    number: int
    event: Tournament

    @property
    def cost(self) -> tuple[int, int]:
        return sum(map(bool, self.left)), sum(self.left)


class _Places:
    """The search for the places of late entries in the list of that time, one after the other."""

    def __init__(self, event: Checked) -> None:
        self.event = event
        last = max(event.differing)
        right = [number for number in event.rounds if number < last and number not in event.differing]
        self.rounds = (*event.differing[:MOST_ROUNDS], *right[:MOST_ROUNDS])
        self.tpns = [p.tpn for p in event.tournament.participants]
        started = {*event.tournament.rounds[0].paired()} if event.tournament.rounds else set()
        self.late = {p.number for p in event.tournament.participants if p.tpn not in started}

    def tried(self, tournament: Tournament, player: Tpn, place: Tpn, rounds: Sequence[int] = ()) -> _Tried:
        """Pair the rounds with this player in this place. Raises `TrialsSpentError`."""
        then = renumbered(tournament, moved(player, place, self.tpns))
        event = self.event._replace(tournament=then)
        left = [event.left(number) for number in rounds or self.rounds]
        return _Tried(tuple(left), player, place, tournament.participants[self.tpns.index(player)].number, then)

    def best(self, tournament: Tournament) -> _Tried | None:
        """Find the player and the place with which the fewest rounds and boards differ."""
        found = [one for tpn in self.movable(tournament) for one in self._near(tournament, tpn)]
        late = (p.tpn for p in tournament.participants[:-1] if p.number in self.late)
        found += (self.tried(tournament, tpn, self.tpns[-1]) for tpn in late)
        return min(found, key=lambda one: one.cost, default=None)

    def all_last(self, tournament: Tournament) -> list[_Tried]:
        """Move all players without a game in the first round to the end of the list."""
        found: list[_Tried] = []
        for number in sorted(self.late):
            player = next(p.tpn for p in tournament.participants if p.number == number)
            found.append(self.tried(tournament, player, self.tpns[-1]))
            tournament = found[-1].event
        return found

    def _near(self, tournament: Tournament, tpn: Tpn) -> Iterator[_Tried]:
        """Try places all over the list, then closer and closer to the best one."""
        step = max(1, len(self.tpns) // PLACES)
        known = {place: self.tried(tournament, tpn, place) for place in self.tpns[::step] if place != tpn}
        while known:
            best = min(known.values(), key=lambda one: one.cost)
            yield best
            if step == 1:
                return
            step = -(-step // 2) if step > 2 else 1
            around = (Tpn(best.place + far) for far in (-step, step))
            for place in around:
                if place in self.tpns and place != tpn and place not in known:
                    known[place] = self.tried(tournament, tpn, place)

    def nearest(self, tournament: Tournament, number: int) -> Tournament:
        """Move a player as near to the place in the file as the rounds allow that agree."""
        far, near = (
            next(place for place, p in enumerate(one.participants) if p.number == number)
            for one in (tournament, self.event.tournament)
        )
        player = self.tpns[far]
        cost, found = self.tried(tournament, player, player, self.event.rounds).cost, tournament
        while abs(near - far) > 1:
            middle = (near + far) // 2
            one = self.tried(tournament, player, self.tpns[middle], self.event.rounds)
            if one.cost <= cost:
                far, found = middle, one.event
            else:
                near = middle
        return found

    def movable(self, tournament: Tournament) -> list[Tpn]:
        """Return the last players, if the first round differs or they were not there."""
        last = tournament.participants[-LAST:]
        return [p.tpn for p in last if 1 in self.event.differing or p.number in self.late]


def of_late_entries(event: Checked) -> Iterator[Assumed]:
    """Yield the places of one to four players with which most rounds agree, and which no round refutes."""
    settings = event.tournament.settings
    if settings.team is not None or settings.wishes or len(event.tournament.participants) < 2:
        return
    people = tuple(p._replace(starting_rank=p.number) for p in event.tournament.participants)
    search, now = _Places(event), event.tournament._replace(participants=people)
    chosen: list[_Tried] = []
    with suppress(TrialsSpentError, PairingError):
        if 0 < len(search.late) <= MOST_ENTRIES:
            found = _explaining(event, search, search.all_last(now), least=1)
            if found is not None:
                yield found
                return
        before = search.tried(now, search.tpns[0], search.tpns[0])
        while len(chosen) < MOST_ENTRIES and any((chosen or [before])[-1].left):
            best = search.best(now)
            if best is None or best.cost >= (chosen or [before])[-1].cost:
                break
            chosen.append(best)
            now = best.event
    while chosen:
        found = _explaining(event, search, chosen)
        if found is not None:
            yield found
            return
        chosen.pop()


def _explaining(event: Checked, search: _Places, chosen: Sequence[_Tried], least: int = 2) -> Assumed | None:
    """Return the places as a cause, if no earlier round refutes them.

    They must explain ``least`` rounds, and as many boards for each place.
    """
    numbers = sorted({one.number for one in chosen})
    with suppress(TrialsSpentError, PairingError):
        then = chosen[-1].event
        still = differing_rounds(event._replace(tournament=then))
        explained = [number for number in event.differing if number not in still]
        boards = sum(event.left(number) for number in explained)
        refuted = any(number not in event.differing and number < max(explained, default=0) for number in still)
        if refuted or len(explained) < least or boards < least * len(numbers):
            return None
        for number in reversed(numbers):
            then = search.nearest(then, number)
        left = tuple(number for number in still if number in event.differing)
        value = " ".join(f"{p.number}>{p.tpn}" for p in then.participants if p.number in numbers)
        cause = EventCause(Subject.NUMBERS, value, _in_words(then, numbers), left)
        return cause, event._replace(tournament=then, differing=left)
    return None


def _in_words(then: Tournament, numbers: Sequence[int]) -> str:
    """Say before whom each player stood in the list of that time."""
    shown = [p.number for p in then.participants]
    parts: list[str] = []
    for number in numbers:
        after = next((other for other in shown[shown.index(Tpn(number)) :] if other not in numbers), None)
        if after is None:
            parts.append(say("{one} stood last", one=number))
        else:
            parts.append(say("{one} stood directly before {other}", one=number, other=after))
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
