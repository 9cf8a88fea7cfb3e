"""Assumptions about a differing round: changes of facts, tried by pairing the round again within a limited effort.

A change explains a round only if the new pairing has the same boards and colours as the recorded round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from enum import Enum
from operator import attrgetter

from checker.diff import Difference, Pair, compare, recorded_pairs
from pairing_engine.errors import MissingFact, NoPairing, TooLarge
from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Game, Result, Round, Settings, TeamMatch, Tournament, Tpn
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state import demands
from pairing_engine.state.conventions import Conventions
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System
from pairing_engine.values import NamedTuple, replace

FEW_CHANGES = 3
BOARDS_FOR_MORE = 20
"""In a large round, the search may assume one board made by hand for every 20 boards."""

MOST_TRIED = 24
"""The largest number of boards that one step of a search tries. The search tries the most unusual boards first."""


class Trial:
    """A recorded round whose differences from the correct pairing must be explained.

    ``state`` is the event before the round, and ``expected`` is the correct pairing.
    """

    def __init__(
        self,
        state: RoundState,
        recorded: Round,
        expected: RoundPairing,
        system: System,
        backend: Backend,
        effort: Effort,
    ) -> None:
        self.state = state
        self.recorded = recorded
        self.expected = expected
        self.system = system
        self.backend = backend
        self.effort = effort
        boards = len(recorded.meetings())
        self.most = max(1, min(FEW_CHANGES, boards // 3), boards // BOARDS_FOR_MORE)
        self.place = {player.tpn: number for number, player in enumerate(state.players)}
        self.difference: Difference = compare(recorded, expected)

    def left(self, pairing: RoundPairing, given: Sequence[Pair]) -> list[Pair]:
        """Return the pairs that are in the recorded round but not in ``pairing``, without the ``given`` pairs.

        The bye comes first. Then come the pairs with the most unusual difference in rank.
        """
        made = {frozenset(pair) for pair in given}
        rest = [pair for pair in compare(self.recorded, pairing).recorded if frozenset(pair) not in made]
        distance = {pair: abs(self.place.get(pair[0], 0) - self.place.get(pair[1], 0)) for pair in rest}
        middle = sorted(distance.values())[len(rest) // 2] if rest else 0
        return sorted(rest, key=lambda pair: (pair[1] != NOBODY, -abs(distance[pair] - middle), min(pair)))

    def paired(self, state: RoundState) -> RoundPairing | None:
        """Pair the players in ``state``. Return None if no pairing exists. Raises `TrialsSpentError`."""
        self.effort.spend(state)
        return paired(self.system, state, self.backend)

    def explained_by(self, change: Change) -> bool:
        """Whether the engine makes the recorded boards and colours if this change is assumed.

        Raises `TrialsSpentError`.
        """
        found = assumed(self.state, self.recorded, change, self.system.conventions)
        if found is None:
            return False
        state, recorded = found
        pairing = self.paired(state)
        return pairing is not None and compare(recorded, pairing) == ((), ())

    def agrees_without(self, some: set[Tpn], pairing: RoundPairing) -> bool:
        """Whether the recorded round and the pairing differ only in pairs of these players."""
        difference = compare(self.recorded, pairing)
        return not any(some.isdisjoint(pair) for pairs in difference for pair in pairs)


def are_colours(left: Sequence[Pair], pairing: RoundPairing) -> bool:
    """Whether all given pairs meet in the pairing, but with the opposite colours."""
    boards = {(board.black, board.white) for board in pairing.boards}
    return all(pair in boards for pair in left)


MOST_STEPS = 250_000
"""The maximum effort for most events, in the steps that `steps_of` counts.

This effort suffices to pair 9,000 early rounds of 20 players, or 36 early rounds of 1,000 players. Late rounds cost
more: after 97 rounds, this effort suffices for four rounds of 200 players.
"""

LEAST_PAIRINGS, FEW = 20, 40
"""For a large event, the search can pair at least 20 rounds.

If the remaining steps suffice for fewer than 40 rounds, the search tries likely changes first.
"""

USUAL_ROUNDS = 9
"""The largest number of rounds that counts for the effort limit of a large event."""

MANY = 222
"""With more players than this, the pairing time grows with the square of the number of players."""


def steps_of(players: int, number: int) -> int:
    """Return the cost of pairing a round, which grows with the players and with the earlier rounds.

    >>> steps_of(20, 5), steps_of(150, 5), steps_of(1000, 5), steps_of(200, 98)
    (27, 314, 6880, 56272)
    """
    return players * (MANY + players) * (64 + (number - 1) ** 2) // (MANY * 64)


def steps_for(players: int, rounds: int) -> int:
    """Return the largest number of steps for an event; only very large events get more than the usual number.

    >>> steps_for(1000, 5), steps_for(200, 98), steps_for(9999, 4)
    (250000, 250000, 10501940)
    """
    return max(MOST_STEPS, LEAST_PAIRINGS * steps_of(players, min(rounds, USUAL_ROUNDS)))


class TrialsSpentError(Exception):
    """The error for a search that has reached its limit."""


class Effort:
    """The remaining steps of the search for causes. ``pairings`` counts the rounds paired again."""

    def __init__(self, steps: int = MOST_STEPS) -> None:
        self.most = self.left = steps
        self.pairings = 0
        self.stopped = False

    def is_scarce(self, state: RoundState) -> bool:
        """Whether the remaining steps suffice for only a few rounds of this size."""
        return self.left < FEW * steps_of(len(state.players), state.number)

    def spend(self, state: RoundState) -> None:
        """Subtract the steps that one pairing costs. Raises `TrialsSpentError` if too few steps are left."""
        steps = steps_of(len(state.players), state.number)
        if steps > self.left:
            self.stopped = True
            raise TrialsSpentError
        self.left -= steps
        self.pairings += 1

    @contextmanager
    def part(self, parts: int) -> Iterator[Effort]:
        """Let a block use one of ``parts`` equal shares of the remaining steps.

        Afterwards, the search gets the unused steps back.
        """
        mine = Effort(self.left // parts)
        self.left -= mine.left
        try:
            yield mine
        finally:
            self.left += mine.left
            self.pairings += mine.pairings
            self.stopped |= mine.stopped


class Extent(NamedTuple):
    """The work done in a search: the number of rounds paired again, and whether the search stopped at its limit."""

    pairings: int
    stopped: bool
    most_steps: int

    def to_dict(self) -> dict[str, object]:
        """Return a dictionary with the keys that ``swisscheck --format json`` prints."""
        return self._asdict()


def paired(system: System, state: RoundState, backend: Backend) -> RoundPairing | None:
    """Pair the round that ``state`` describes. Return None if no pairing exists."""
    try:
        return pair_round(system, state, backend)
    except (NoPairing, MissingFact, TooLarge):
        return None


def agrees(system: System, state: RoundState, recorded: Round, backend: Backend) -> bool:
    expected = paired(system, state, backend)
    return expected is not None and compare(recorded, expected) == ((), ())


class ChangeKind(Enum):
    """The kinds of changes that a cause can assume.

    A change names one or two players. For a board, White comes first.
    """

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
    NUMBERED = "numbered though absent"
    ROUNDS = "another number of rounds"


BY_HAND = ChangeKind.BOARD, ChangeKind.BYE
"""The kinds of changes made by hand: a board, the bye, or an exchange."""

LASTING = (
    ChangeKind.PROHIBITED,
    ChangeKind.EXCHANGED,
    ChangeKind.RENUMBERED,
    ChangeKind.RESULT,
    ChangeKind.ABSENCE,
)
"""The kinds of changes that can affect several rounds."""


class Change(NamedTuple):
    """A change to one fact that was known before a round.

    ``round`` is the earlier round of a changed result or bye; 0 for other changes. ``value`` is the assumed result of
    the first player (``1-0``, ``½-½`` or ``0-1``), or the letter of the assumed bye.
    """

    kind: ChangeKind
    players: tuple[Tpn, ...]
    round: int = 0
    value: str = ""

    def to_dict(self) -> dict[str, object]:
        """Return a dictionary with the keys that ``swisscheck --format json`` prints."""
        earlier = {"round": self.round, "value": self.value} if self.round else {}
        return {"kind": self.kind.value, "players": list(self.players), **earlier}


class RoundCause(NamedTuple):
    """Changes that together explain a round. Each of the ``alternatives`` alone explains the round, too."""

    changes: tuple[Change, ...]
    alternatives: tuple[Change, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Return a dictionary with the keys that ``swisscheck --format json`` prints."""
        value: dict[str, object] = {"changes": [change.to_dict() for change in self.changes]}
        if self.alternatives:
            value["alternatives"] = [change.to_dict() for change in self.alternatives]
        return value


LAST_OF_CORRECTIONS = 4
"""[C.04.2 2.3] The last round in which pairing numbers (TPNs) may be corrected."""

MOST_PAIRS = 60
"""The largest number of exchanges of two players' numbers that a search tries.

A search tries the same number of moves of a single number.
"""

MOST_RESULTS = 80
"""The largest number of changed results that a search tries. The latest results come first."""

RESULTS = {
    "1-0": (Result.WIN, Result.LOSS),
    "½-½": (Result.DRAW, Result.DRAW),
    "0-1": (Result.LOSS, Result.WIN),
}

BYES = ByeKind.ZERO_POINT, ByeKind.HALF_POINT, ByeKind.FULL_POINT


def assumed(
    state: RoundState, recorded: Round, change: Change, conventions: Conventions
) -> tuple[RoundState, Round] | None:
    """Apply a change to the state and the round. Return None if the change has no effect."""
    match change.kind:
        case ChangeKind.PROHIBITED:
            if not all(tpn in state.by_tpn for tpn in change.players):
                return None
            return demands.must_not_meet(state, change.players[0], change.players[1]), recorded
        case ChangeKind.EXCHANGED | ChangeKind.RENUMBERED:
            event = relabelled(state.tournament, _numbers(state.tournament, change))
        case ChangeKind.RESULT if change.round < state.number:
            event = _with_result(state.tournament, change)
        case ChangeKind.ABSENCE if change.round < state.number:
            event = _with_bye(state.tournament, change)
        case _:
            return None
    before = replace(state_before(event, state.number, conventions), is_last=state.is_last)
    return before, event.rounds[state.number - 1]


def _numbers(tournament: Tournament, change: Change) -> Numbers:
    one, other = change.players
    if change.kind is ChangeKind.EXCHANGED:
        return exchanged(one, other)
    return moved(one, other, [participant.tpn for participant in tournament.participants])


def _with_result(tournament: Tournament, change: Change) -> Tournament:
    def other(game: Game) -> Game:
        if (game.white, game.black) != change.players:
            return game
        white, black = RESULTS[change.value]
        return game._replace(white_result=white, black_result=black)

    past = tournament.rounds[change.round - 1]
    return _with_round(tournament, change.round, past._replace(games=tuple(map(other, past.games))))


def _with_bye(tournament: Tournament, change: Change) -> Tournament:
    past = tournament.rounds[change.round - 1]
    (tpn,) = change.players
    byes = (*(bye for bye in past.byes if bye.tpn != tpn), Bye(tpn, ByeKind(change.value)))
    return _with_round(tournament, change.round, past._replace(byes=byes))


def _with_round(tournament: Tournament, number: int, past: Round) -> Tournament:
    rounds = (*tournament.rounds[: number - 1], past, *tournament.rounds[number:])
    return replace(tournament, rounds=rounds)


# --- changes to try --------------------------------------------------------------------------------------------------


def prohibitions(state: RoundState, recorded: Round, expected: RoundPairing) -> Iterator[Change]:
    """Yield expected pairs that never meet in the event, because the organiser may have kept them apart."""
    met = {frozenset(pair) for one in state.tournament.rounds for pair in recorded_pairs(one)}
    for board in expected.boards:
        pair = board.white, board.black
        if frozenset(pair) not in met:
            yield Change(ChangeKind.PROHIBITED, pair)


def renumberings(state: RoundState, difference: Difference) -> Iterator[Change]:
    """Yield exchanges of two players' numbers, then moves of a single number.

    Players with equal scores and close numbers come first.
    """
    if state.settings.wishes:
        return
    pairs = sorted(_pairs_of(state, sorted(players_of(difference))), key=lambda pair: _distance(state, pair))
    for one, other in pairs[:MOST_PAIRS]:
        yield Change(ChangeKind.EXCHANGED, (one, other))
    apart = [pair for pair in pairs if _distance(state, pair)[1] > 1]
    for one, other in apart[: MOST_PAIRS // 2]:
        yield Change(ChangeKind.RENUMBERED, (one, other))
        yield Change(ChangeKind.RENUMBERED, (other, one))


def _pairs_of(state: RoundState, tpns: Sequence[Tpn]) -> Iterator[tuple[Tpn, Tpn]]:
    there = [tpn for tpn in tpns if tpn in state.by_tpn]
    for place, one in enumerate(there):
        yield from ((one, other) for other in there[place + 1 :])


def _distance(state: RoundState, pair: tuple[Tpn, Tpn]) -> tuple[bool, int, Tpn]:
    """Return a sort key that puts pairs with equal scores first, then pairs with close numbers."""
    one, other = pair
    return state.by_tpn[one].score != state.by_tpn[other].score, distance(state, one, other), one


def distance(state: RoundState, one: Tpn, other: Tpn) -> int:
    """Return the distance between two players' numbers, without counting players who were never paired."""
    return abs(state.number_of(one) - state.number_of(other))


def likely_results(state: RoundState, recorded: Round) -> Iterator[Change]:
    """Yield other results for games between two players who both float in the round.

    If the result of a game was corrected after the pairing, both of its players may look like floaters.
    """
    met = [(state.by_tpn.get(one), state.by_tpn.get(other)) for one, other in recorded_pairs(recorded)]
    apart = {p.tpn for one, other in met if one and other and one.score != other.score for p in (one, other)}
    for number in range(state.number - 1, 0, -1):
        for game in state.tournament.rounds[number - 1].games:
            if game.second is None and game.is_played and {game.white, game.black} <= apart:
                now = _plain(game.white_result), _plain(game.black_result)
                other = [words for words, results in RESULTS.items() if results != now]
                for words in sorted(other, key=lambda words: RESULTS[words] != now[::-1]):
                    yield Change(ChangeKind.RESULT, (game.white, game.black), number, words)


def other_results(state: RoundState, difference: Difference) -> Iterator[Change]:
    """Yield other results and byes of players on wrong boards. The latest round comes first."""
    differing = players_of(difference)
    found = 0
    for number in range(state.number - 1, 0, -1):
        for change in _of_round(state.tournament.rounds[number - 1], number, differing):
            found += 1
            if found > MOST_RESULTS:
                return
            yield change


def _of_round(past: Round, number: int, differing: set[Tpn]) -> Iterator[Change]:
    games = [game for game in past.games if game.second is None and not differing.isdisjoint((game.white, game.black))]
    for game in sorted(games, key=lambda game: -len(differing & {game.white, game.black})):
        for words, results in RESULTS.items():
            if game.is_played and results != (_plain(game.white_result), _plain(game.black_result)):
                yield Change(ChangeKind.RESULT, (game.white, game.black), number, words)
    for bye in past.byes:
        if bye.kind in BYES and bye.tpn in differing:
            for kind in BYES:
                if kind is not bye.kind:
                    yield Change(ChangeKind.ABSENCE, (bye.tpn,), number, kind.value)


_PLAIN = {Result.UNRATED_WIN: Result.WIN, Result.UNRATED_DRAW: Result.DRAW, Result.UNRATED_LOSS: Result.LOSS}


def _plain(result: Result) -> Result:
    return _PLAIN.get(result, result)


def players_of(difference: Difference) -> set[Tpn]:
    return {tpn for pairs in difference for pair in pairs for tpn in pair} - {NOBODY}


Numbers = Mapping[Tpn, Tpn]
"""The new number of each participant whose number changes."""


def exchanged(one: Tpn, other: Tpn) -> Numbers:
    return {one: other, other: one}


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


def relabelled(tournament: Tournament, numbers: Numbers) -> Tournament:
    people = (p._replace(tpn=numbers.get(p.tpn, p.tpn)) for p in tournament.participants)
    teams = (team._replace(tpn=numbers.get(team.tpn, team.tpn)) for team in tournament.teams)
    requests = (one._replace(bye=_bye(one.bye, numbers)) for one in tournament.requests)
    return replace(
        tournament,
        participants=tuple(sorted(people, key=attrgetter("tpn"))),
        rounds=tuple(round_with(numbers, one) for one in tournament.rounds),
        requests=tuple(requests),
        settings=_settings(tournament.settings, numbers),
        teams=tuple(sorted(teams, key=attrgetter("tpn"))),
    )


def round_with(numbers: Numbers, one: Round) -> Round:
    return Round(
        tuple(_game(game, numbers) for game in one.games),
        tuple(_bye(bye, numbers) for bye in one.byes),
        tuple(_match(match, numbers) for match in one.matches),
    )


def _game(game: Game, numbers: Numbers) -> Game:
    return game._replace(white=numbers.get(game.white, game.white), black=numbers.get(game.black, game.black))


def _bye(bye: Bye, numbers: Numbers) -> Bye:
    return bye._replace(tpn=numbers.get(bye.tpn, bye.tpn))


def _match(match: TeamMatch, numbers: Numbers) -> TeamMatch:
    return match._replace(
        white=numbers.get(match.white, match.white),
        black=numbers.get(match.black, match.black),
        won_by_forfeit=numbers.get(match.won_by_forfeit, match.won_by_forfeit),
    )


def _settings(settings: Settings, numbers: Numbers) -> Settings:
    """Return the settings with the new numbers of the participants. The function does not renumber the wishes."""

    def group(tpns: AbstractSet[Tpn]) -> frozenset[Tpn]:
        return frozenset(numbers.get(tpn, tpn) for tpn in tpns)

    team = settings.team and replace(
        settings.team,
        abnormal_points=tuple(one._replace(tpns=group(one.tpns)) for one in settings.team.abnormal_points),
    )
    return replace(
        settings,
        virtual_points=tuple(one._replace(tpns=group(one.tpns)) for one in settings.virtual_points),
        prohibitions=tuple(one._replace(tpns=group(one.tpns)) for one in settings.prohibitions),
        abnormal_points=tuple(one._replace(tpns=group(one.tpns)) for one in settings.abnormal_points),
        team=team,
    )
