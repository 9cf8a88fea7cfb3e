"""Assumptions about an event: changes of its facts, tried by pairing rounds again within a limited effort."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import cached_property
from operator import itemgetter
from typing import Any, NamedTuple

from pairing_engine.door import recorded_rounds
from pairing_engine.errors import MissingFact, NoPairing, PairingError, TooLarge
from pairing_engine.facts import model
from pairing_engine.facts.model import MAX_ROUNDS, NOBODY, Bye, ByeKind, Game, Result, Round, Tournament, Tpn
from pairing_engine.facts.renumbered import renumbered
from pairing_engine.kernel.trace import Difference, Pair, RoundPairing, compare
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System

# --- the effort -------------------------------------------------------------------------------------------------------

MOST_STEPS = 400_000
"""The maximum effort for most events, in the steps that `steps_of` counts.

This effort suffices to pair 15,000 early rounds of 20 players, or 300 early rounds of 1,000 players. Late rounds cost
more: after 97 rounds, this effort suffices for 13 rounds of 200 players.
"""

LEAST_PAIRINGS = 20
"""For a large event, the search can pair at least 20 rounds."""

USUAL_ROUNDS = 9
"""The largest number of rounds that counts for the effort limit of a large event."""


def steps_of(players: int, number: int) -> int:
    """Return the cost of pairing a round, which grows with the players and with the earlier rounds.

    >>> steps_of(20, 5), steps_of(150, 5), steps_of(1000, 5), steps_of(200, 98)
    (25, 187, 1250, 29603)
    """
    return players * (64 + (number - 1) ** 2) // 64


def steps_for(players: int, rounds: int) -> int:
    """Return the largest number of steps for an event; only very large events get more than the usual number.

    >>> steps_for(1000, 5), steps_for(200, 98), steps_for(9999, 9)
    (400000, 400000, 400000)
    """
    return max(MOST_STEPS, LEAST_PAIRINGS * steps_of(players, min(rounds, USUAL_ROUNDS)))


WORK = {("burstein", "2017"): 15, ("dutch", "1998"): 4, ("dutch", "2009"): 4, ("lim", "1999"): 4, ("lim", "2026"): 4}
"""The factors by which the slow systems take longer than usual to pair a round, as often again per 1,000 players."""


class TrialsSpentError(Exception):
    """The error for a search that has reached its limit."""


class Effort:
    """The steps that a search has left, and the number of rounds paired again."""

    def __init__(self, steps: int = MOST_STEPS) -> None:
        self.most = self.left = steps
        self.pairings = 0
        self.stopped = False

    def spend(self, state: RoundState, system: System) -> None:
        """Subtract the steps that one pairing costs. Raises `TrialsSpentError` if too few steps are left."""
        players, work = len(state.players), WORK.get((system.name, system.edition), 1)
        steps = steps_of(players, state.number) * work * (max(1, players // 1_000) if work > 1 else 1)
        if steps > self.left:
            self.stopped = True
            raise TrialsSpentError
        self.left -= steps
        self.pairings += 1

    @contextmanager
    def part(self, parts: float) -> Iterator[None]:
        """Let a block use one of ``parts`` equal shares of the remaining steps."""
        kept = self.left - int(self.left / parts)
        self.left -= kept
        try:
            yield
        finally:
            self.left += kept


class Extent(NamedTuple):
    """The work done in a search: the rounds paired again, whether it stopped, and the rounds it did not explain."""

    pairings: int
    stopped: bool
    most_steps: int
    unexplained: tuple[int, ...] = ()
    by_others: bool = False
    """Whether at least half of the rounds differ, and no cause explains two of them."""
    sorted_anew: bool = False
    """Whether many boards of round 1 do not follow the numbers in the file."""
    other_numbers: bool = False
    """Whether round 1 and later ones have no cause, and the first difference in each is one of order or colours."""

    def to_dict(self) -> dict[str, object]:
        kept = {key: one for key, one in self._asdict().items() if one or key in ("pairings", "stopped")}
        return kept | ({"unexplained": list(self.unexplained)} if self.unexplained else {})


# --- changes ----------------------------------------------------------------------------------------------------------


class ChangeKind(Enum):
    """The kinds of changes that a cause can assume, of one or two players; for a board, White comes first."""

    BOARD = "board by hand"
    BYE = "bye by hand"
    COLOURS = "colours by hand"
    LATE = "late entry"
    WITHDRAWN = "withdrawal"
    PROHIBITED = "prohibited pairing"
    EXCHANGED = "numbers exchanged"
    RENUMBERED = "another number"
    RESULT = "another result"
    ABSENCE = "another bye"
    TYPED = "colours typed reversed"
    ADJUSTED = "points adjusted"
    NUMBERED = "numbered though absent"
    DELETED = "somebody deleted"
    POSTPONED = "games played later"
    ROUNDS = "another number of rounds"


BY_HAND = ChangeKind.BOARD, ChangeKind.BYE
"""The kinds of changes made by hand: a board, the bye, or an exchange."""


OF_FIELD = ChangeKind.LATE, ChangeKind.WITHDRAWN, ChangeKind.DELETED
"""The kinds of changes of who took part when the round was paired."""


SELDOM = {ChangeKind.RESULT, ChangeKind.PROHIBITED, ChangeKind.TYPED}
"""The kinds of changes that were seldom the true cause where they explain one round only (docs/check.md)."""


class Change(NamedTuple):
    """A change to one fact that was known before a round.

    ``round`` is the earlier round of a changed result, bye, colour or score; 0 for other changes. ``value`` is the
    assumed result of the first player (``1-0``, ``½-½`` or ``0-1``), the letter of the assumed bye, or the points that
    were added. If the opponent of somebody who left got the point, it ends with ``F``. For somebody who is no longer in
    the file, it begins with the number of a player beside that one in the list, the score, and the colour preferred
    (``w`` or ``b``), if any; about the game with that player in an earlier round, it is the colour in that game. For
    games that were played later, it is a key of `COUNTED`, and ``players`` lists the players of each game. For somebody
    who left or came after the pairing, ``first`` are the boards that were paired first, and ``then`` those that are in
    the file instead.
    """

    kind: ChangeKind
    players: tuple[Tpn, ...]
    round: int = 0
    value: str = ""
    first: tuple[Pair, ...] = ()
    then: tuple[Pair, ...] = ()

    @property
    def everybody(self) -> set[Tpn]:
        """The players in this change."""
        return {*self.players, *(tpn for pair in (*self.first, *self.then) for tpn in pair)} - {NOBODY}

    def to_dict(self) -> dict[str, object]:
        value: dict[str, object] = {"kind": self.kind.value, "players": list(self.players)}
        if self.round or self.value:
            value["round"] = self.round
        if self.value:
            value["value"] = self.value
        if self.first or self.then:
            value |= {"first_paired": [*map(list, self.first)], "then": [*map(list, self.then)]}
        return value


Changes = tuple[Change, ...]


def are_by_hand(changes: Changes) -> bool:
    """Whether all changes are boards, byes and colours that were made by hand."""
    return {change.kind for change in changes} <= {*BY_HAND, ChangeKind.COLOURS}


class RoundCause(NamedTuple):
    """Changes that together explain a round and those in ``also``; each of the ``alternatives`` does so alone.

    There are only alternatives beside a cause for the whole event that explains no other round. If no affordable cause
    was found, ``nearest`` are the changes that come nearest to one.
    """

    changes: tuple[Change, ...]
    alternatives: tuple[Change, ...] = ()
    also: tuple[int, ...] = ()
    nearest: tuple[Change, ...] = ()

    def to_dict(self) -> dict[str, object]:
        lists = {
            "changes": [change.to_dict() for change in self.changes],
            "also_explains": self.also,
            "alternatives": [change.to_dict() for change in self.alternatives],
            "nearest": [change.to_dict() for change in self.nearest],
        }
        return {key: list(one) for key, one in lists.items() if one or key == "changes"}


RESULTS = {
    "1-0": (Result.WIN, Result.LOSS),
    "½-½": (Result.DRAW, Result.DRAW),
    "0-1": (Result.LOSS, Result.WIN),
    "+ -": (Result.FORFEIT_WIN, Result.FORFEIT_LOSS),
    "- +": (Result.FORFEIT_LOSS, Result.FORFEIT_WIN),
}


POSTPONED, UNPLAYED = "½-½", "0-0"
COUNTED = {POSTPONED: RESULTS[POSTPONED], UNPLAYED: (Result.LOSS, Result.LOSS)}
"""The results of games that are played later: as draws [C.04.2 3.1], or as if nobody had a point yet."""


def changed(tournament: Tournament, change: Change) -> Tournament:
    """Return the event with one fact changed. A change of a single round leaves the event as it is."""
    settings = tournament.settings
    match change.kind:
        case ChangeKind.PROHIBITED:
            apart = model.Prohibition(1, MAX_ROUNDS, frozenset(change.players))
            return tournament._replace(settings=settings._replace(prohibitions=(*settings.prohibitions, apart)))
        case ChangeKind.EXCHANGED:
            one, other = change.players
            return renumbered(tournament, {one: other, other: one})
        case ChangeKind.RENUMBERED:
            one, other = change.players
            return renumbered(tournament, moved(one, other, [someone.tpn for someone in tournament.participants]))
        case ChangeKind.ADJUSTED:
            points = model.Points(round(float(change.value) * 10))
            added = model.AbnormalPoints("", points, change.round, frozenset(change.players))
            return tournament._replace(settings=settings._replace(abnormal_points=(*settings.abnormal_points, added)))
        case ChangeKind.DELETED if change.round:
            return _with_game(tournament, change)
        case ChangeKind.RESULT | ChangeKind.TYPED | ChangeKind.ABSENCE | ChangeKind.POSTPONED:
            past = _corrected(tournament.rounds[change.round - 1], change)
            rounds = (*tournament.rounds[: change.round - 1], past, *tournament.rounds[change.round :])
            return tournament._replace(rounds=rounds)
        case _:
            return tournament


AS_GAME = {
    ByeKind.ZERO_POINT: (Result.LOSS, Result.WIN),
    ByeKind.HALF_POINT: (Result.DRAW, Result.DRAW),
    ByeKind.FULL_POINT: (Result.WIN, Result.LOSS),
}
"""The results of a game that the file has as a bye, because the opponent is no longer in the file."""


def _with_game(tournament: Tournament, change: Change) -> Tournament:
    """Put a game with somebody who is no longer in the file, and who then left, in place of a bye of that round."""
    (tpn,), past = change.players, tournament.rounds[change.round - 1]
    someone = Tpn(max(one.tpn for one in tournament.participants) + 1)
    own, other = AS_GAME[next(bye.kind for bye in past.byes if bye.tpn == tpn)]
    game = Game(tpn, someone, own, other) if change.value == "w" else Game(someone, tpn, other, own)
    rounds = [one._replace(byes=(*one.byes, Bye(someone, ByeKind.ZERO_POINT))) for one in tournament.rounds]
    byes = tuple(bye for bye in past.byes if bye.tpn != tpn)
    rounds[change.round - 1] = past._replace(games=(*past.games, game), byes=byes)
    people = (*tournament.participants, model.Participant(someone))
    return tournament._replace(participants=people, rounds=tuple(rounds))


def _corrected(past: Round, change: Change) -> Round:
    if change.kind is ChangeKind.ABSENCE:
        (tpn,) = change.players
        return past._replace(byes=(*(bye for bye in past.byes if bye.tpn != tpn), Bye(tpn, ByeKind(change.value))))

    some = {*zip(change.players[::2], change.players[1::2], strict=True)}

    def corrected(game: Game) -> Game:
        if game[:2] not in some:
            return game
        if change.kind is ChangeKind.TYPED:
            return game._replace(
                white=game.black, black=game.white, white_result=game.black_result, black_result=game.white_result
            )
        white, black = (RESULTS | COUNTED)[change.value]
        return game._replace(white_result=white, black_result=black)

    return past._replace(games=tuple(map(corrected, past.games)))


Numbers = Mapping[Tpn, Tpn]
"""The new number of each participant whose number changes."""


def moved(tpn: Tpn, place: Tpn, tpns: Sequence[Tpn]) -> Numbers:
    """Return the new numbers after a participant moves and all participants in between shift by one place.

    >>> moved(Tpn(2), Tpn(5), [Tpn(n) for n in range(1, 7)])
    {3: 2, 4: 3, 5: 4, 2: 5}
    """
    low, high = sorted((tpns.index(tpn), tpns.index(place)))
    before = list(tpns[low : high + 1])
    after = [one for one in before if one != tpn]
    after.insert(0 if place < tpn else len(after), tpn)
    return dict(zip(after, before, strict=True))


def best_place(places: Sequence[Tpn], cost: Callable[[Tpn], Any], first: int = 10, best: int = 1) -> Tpn:
    """Return the place with the lowest cost: try ``first`` places in the list, then closer to the ``best`` of them.

    >>> best_place([Tpn(n) for n in range(1, 100)], lambda place: abs(place - 37), 4)
    37
    """
    step = max(1, len(places) // first)
    costs = {at: cost(places[at]) for at in range(0, len(places), step)}
    while step > 1:
        step = -(-step // 2) if step > 2 else 1
        around = {at + far for at in sorted(costs, key=lambda at: costs[at])[:best] for far in (-step, step)}
        costs |= {at: cost(places[at]) for at in sorted(around) if 0 <= at < len(places) and at not in costs}
    return places[min(costs, key=lambda at: costs[at])]


def out_of_line(first: Round) -> set[Tpn]:
    """Return the fewest lower players of round 1 without whom the others follow in the order of the upper ones.

    Also with an acceleration, the lower players of all boards stand in the order of the upper ones.
    """
    pairs = sorted((min(meeting[:2]), max(meeting[:2])) for meeting in first.meetings())
    rows: list[tuple[Tpn, Any]] = []  # a row in line with the least end, from this end on, for each length
    for _, lower in pairs:
        place = bisect_left(rows, lower, key=itemgetter(0))
        rows[place : place + 1] = [(lower, rows[place - 1] if place else None)]
    out, row = {lower for _, lower in pairs}, rows[-1] if rows else None
    while row is not None:
        out.remove(row[0])
        row = row[1]
    return out


# --- trials -----------------------------------------------------------------------------------------------------------

FEW_CHANGES = 3
MOST_TRIED = 24
"""The largest number of boards that one step of a search tries. The search tries the most unusual boards first."""


class Checked(NamedTuple):
    """An event under some assumptions: the rounds that were checked, and the rounds that differ.

    Pairing a round raises `TrialsSpentError` if too little of the shared ``effort`` is left.
    """

    tournament: Tournament
    system: System
    rounds: tuple[int, ...]
    differing: tuple[int, ...]
    backend: Backend
    effort: Effort

    def paired(self, state: RoundState, system: System | None = None) -> RoundPairing | None:
        """Pair the round that ``state`` describes. Return None if no pairing exists."""
        self.effort.spend(state, system or self.system)
        return self.paired_without_effort(state, system)

    def paired_without_effort(self, state: RoundState, system: System | None = None) -> RoundPairing | None:
        """Pair a round that costs no effort, because the file itself says how it was paired."""
        try:
            return pair_round(system or self.system, state, self.backend)
        except (NoPairing, MissingFact, TooLarge):
            return None

    def agrees(self, state: RoundState, recorded: Round) -> bool:
        return agree(self.paired(state), recorded)

    def left(self, number: int, *, colours: bool = True) -> int:
        """Return the number of boards that differ from the rules; without ``colours``, of those with other opponents.

        Raises `TrialsSpentError`.
        """
        state, past = next(recorded_rounds(self.tournament, self.system, number))
        pairing = self.paired(state)
        if pairing is None:
            return len(past.meetings())
        recorded, expected = compare(past, pairing)
        return len(recorded if colours else {*map(frozenset, recorded)}.difference(map(frozenset, expected)))

    def recorded(self) -> dict[int, tuple[RoundState, Round]]:
        """Return the recorded rounds, each with the state before it."""
        return {state.number: (state, past) for state, past in recorded_rounds(self.tournament, self.system)}

    def agreeing(self, change: Change, number: int) -> tuple[int, ...]:
        """Return the differing rounds that a change explains, if it explains round ``number``.

        The change was in force until the last round that it explains. Points were still there in the next round, and
        colours that were typed the wrong way round are in the file to the end. If a round that agrees would differ in
        that time, this round refutes the change, and the result is empty. Raises `TrialsSpentError`.
        """
        under = self._replace(tournament=changed(self.tournament, change))
        first = change.round if change.kind is ChangeKind.TYPED else change.round + 1
        if change.kind is ChangeKind.PROHIBITED:
            first = number
        states = under.recorded()
        try:
            others = (other for other in self.differing if other != number and other >= first)
            explained = tuple(sorted([number, *(other for other in others if under.agrees(*states[other]))]))
            last = explained[-1] + (change.kind is ChangeKind.ADJUSTED)
            last = self.rounds[-1] if change.kind is ChangeKind.TYPED else last
            refuting = (other for other in self.rounds if first <= other <= last and other not in self.differing)
            return explained if all(under.agrees(*states[other]) for other in refuting) else ()
        except PairingError:
            return ()


class Trial:
    """A recorded round that differs from ``expected``, the correct pairing of ``state``."""

    def __init__(self, event: Checked, state: RoundState, recorded: Round, expected: RoundPairing) -> None:
        self.event = event
        self.state = state
        self.recorded = recorded
        self.expected = expected
        self.system = event.system.for_round(state)
        boards = len(recorded.meetings())
        self.most = max(1, min(FEW_CHANGES, boards // 3))
        self.place = {player.tpn: number for number, player in enumerate(state.players)}
        self.difference: Difference = compare(recorded, expected)
        self.small = mistakes(self.difference)
        self.only_colours = self.small is not None and all(one[0].kind is ChangeKind.COLOURS for one in self.small)
        self.differing = {tpn for pairs in self.difference for pair in pairs for tpn in pair} - {NOBODY}
        self.score = {player.tpn: player.score for player in state.players}
        self.lowest = min(self.score.values(), default=0)
        self.opponents = {tpn: mate for pair in set(recorded.pairs) for tpn, mate in (pair, pair[::-1])}

    @cached_property
    def out_of_line(self) -> set[Tpn]:
        """The players who are out of line in round 1, if that round differs, too, and is an earlier one."""
        is_later = 1 in self.event.differing and self.state.number > 1
        return out_of_line(self.event.tournament.rounds[0]) if is_later else set()

    def left(self, pairing: RoundPairing, given: Sequence[Pair] = ()) -> list[Pair]:
        """Return the recorded pairs not in ``pairing`` or ``given``: the bye, then the most unusual in rank."""
        made = {frozenset(pair) for pair in given}
        rest = [pair for pair in compare(self.recorded, pairing).recorded if frozenset(pair) not in made]
        distance = {pair: abs(self.place.get(pair[0], 0) - self.place.get(pair[1], 0)) for pair in rest}
        middle = sorted(distance.values())[len(rest) // 2] if rest else 0
        return sorted(rest, key=lambda pair: (pair[1] != NOBODY, -abs(distance[pair] - middle), min(pair)))

    def paired(self, state: RoundState) -> RoundPairing | None:
        return self.event.paired(state, self.system)

    def under(self, change: Change) -> Difference | None:
        """Return what still differs if this change is assumed; None if no pairing exists. Raises `TrialsSpentError`."""
        event = changed(self.event.tournament, change)
        pairing = self.paired(state_before(event, self.state.number, self.system.conventions))
        return pairing and compare(event.rounds[self.state.number - 1], pairing)

    def eased(self, gains: Mapping[Tpn, int]) -> int:
        """Return by how much the opponents of the recorded round are closer in score with these additional points.

        If the round was paired with these points, then players who seem to float met opponents of their own score.
        """
        closer = 0
        for one, other in {tuple(sorted((tpn, self.opponents.get(tpn, NOBODY)))) for tpn in gains if tpn in self.score}:
            now = self.score.get(one, self.lowest), self.score.get(other, self.lowest)
            then = now[0] + gains.get(one, 0), now[1] + gains.get(other, 0)
            closer += abs(now[0] - now[1]) - abs(then[0] - then[1])
        return closer


def agree(expected: RoundPairing | None, recorded: Round) -> bool:
    return expected is not None and compare(recorded, expected) == ((), ())


def mistakes(difference: Difference) -> tuple[Changes, ...] | None:
    """Split a difference into small mistakes that touch different players; None if it contains a larger one.

    A small mistake is a board with the wrong colours, or an exchange of two players.

    >>> mistakes(Difference(((1, 2), (3, 4)), ((2, 1), (4, 3))))[0][0].kind.name
    'COLOURS'
    """
    found: list[Changes] = []
    expected = {frozenset(pair): pair for pair in difference.expected}
    rest: list[Pair] = []
    for pair in sorted(difference.recorded, key=_bye_first):
        if expected.pop(frozenset(pair), None):
            found.append((Change(ChangeKind.COLOURS, pair),))
        else:
            rest.append(pair)
    while rest:
        one = rest.pop()
        met = {tpn for pair in expected if not pair.isdisjoint(set(one) - {NOBODY}) for tpn in pair}
        other = next((pair for pair in rest if {*one, *pair} == met), None)
        if other is None:
            return None
        rest.remove(other)
        found.append(tuple(map(made_by_hand, sorted((one, other), key=_bye_first))))
    return tuple(found)


def _bye_first(pair: Pair) -> tuple[bool, Pair]:
    return pair[1] != NOBODY, pair


def made_by_hand(pair: Pair) -> Change:
    return Change(ChangeKind.BYE, pair[:1]) if pair[1] == NOBODY else Change(ChangeKind.BOARD, pair)


# --- the whole event --------------------------------------------------------------------------------------------------


class Subject(Enum):
    """A fact about the whole event that may be wrong."""

    INITIAL_COLOUR = "initial-colour"
    ACCELERATION = "acceleration"
    ROUNDS = "number of rounds"
    EDITION = "edition"
    SYSTEM = "system"
    NUMBERS = "numbers"


class EventCause(NamedTuple):
    """A cause for the whole event. The cause does not explain the rounds in ``differing``."""

    subject: Subject
    value: str
    words: str
    differing: tuple[int, ...]

    def to_dict(self) -> dict[str, object]:
        """Return a dictionary with the keys that ``swisscheck --format json`` prints."""
        return {**self._asdict(), "subject": self.subject.value, "differing": list(self.differing)}


Assumed = tuple[EventCause, Checked]
"""An assumption, and the event under this assumption."""


def assumed(
    event: Checked, subject: Subject, value: str, words: str, system: System | None = None, **settings: Any
) -> Assumed:
    tournament = with_settings(event.tournament, **settings)
    return EventCause(subject, value, words, ()), event._replace(tournament=tournament, system=system or event.system)


def with_settings(tournament: Tournament, **settings: Any) -> Tournament:
    return tournament._replace(settings=tournament.settings._replace(**settings))


def differing_rounds(event: Checked) -> tuple[int, ...]:
    """Find the checked rounds that break the rules under the assumptions. Raises `TrialsSpentError`."""
    recorded = event.recorded()
    return tuple(number for number in event.rounds if not event.agrees(*recorded[number]))
