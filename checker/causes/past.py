"""Changes to facts that were known before a round: a result, a bye, a number, or a prohibited pair.

A change explains a round only if the new pairing has the same boards and colours as the recorded round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.causes.changes import Change, ChangeKind
from checker.causes.relabelled import Numbers, exchanged, moved, relabelled
from checker.diff import Difference, recorded_pairs
from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Game, Result, Round, Tournament, Tpn
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.state import demands
from pairing_engine.state.conventions import Conventions
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import RoundState
from pairing_engine.values import replace

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
