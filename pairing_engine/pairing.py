"""The pairing of one round, from a tournament to boards with colours."""

from __future__ import annotations

from pairing_engine.errors import LARGEST_ANALYSED, BadRequest, Fact, MissingFact, NoPairing, refusal
from pairing_engine.facts.codes import ROUND_ROBIN, fits
from pairing_engine.facts.model import Colour, Tournament
from pairing_engine.kernel.colour import allocate
from pairing_engine.kernel.trace import Board, RoundPairing, ScoreOf, order_of_pair
from pairing_engine.language import marked, say
from pairing_engine.matching import Backend
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System
from pairing_engine.under_way import within

_board = Board._make
"""A faster way to create a `Board`."""


def engine_named(engine: Backend | str) -> Backend:
    """Return the engine with the given name. Raises `BadRequest` if there is no such engine."""
    try:
        return Backend(engine)
    except ValueError:
        names = ", ".join(sorted(backend.value for backend in Backend))
        raise refusal(
            "there is no engine {engine!r}; the engines are {names}", "engine", engine=engine, names=names
        ) from None


def round_to_pair(tournament: Tournament, number: int, system: System) -> RoundState:
    """Return the state before a round that can be paired.

    Raises `BadRequest` for a round after the last one, for an event in which a round is still being played, and for a
    system that does not pair this kind of event.
    """
    check_kind(tournament, system)
    rounds = tournament.settings.rounds
    if rounds is not None and number > rounds:
        raise BadRequest(_too_late(tournament, number, rounds), "round")
    if tournament.under_way and number > len(tournament.rounds):
        raise BadRequest(_under_way(tournament), "round")
    return state_before(tournament, number, system.conventions)


def _too_late(tournament: Tournament, number: int, rounds: int) -> str:
    if len(tournament.rounds) >= rounds:
        return say(
            "round {number} cannot be paired: round {rounds} was the last of the event", number=number, rounds=rounds
        )
    return say(
        "round {round} cannot be paired: the event has {rounds} rounds, and round {number} is the next to be paired",
        number=len(tournament.rounds) + 1,
        round=number,
        rounds=rounds,
    )


MOST_BOARDS_SHOWN = 10


def _under_way(tournament: Tournament) -> str:
    shown = {participant.tpn: participant.number for participant in tournament.participants}
    last = tournament.rounds[-1]
    boards = [(game.white, game.black) for game in last.games if game.is_open]
    boards += [(m.white, m.black) for m in last.matches if any(game.is_open for game in m.boards)]
    words = ", ".join(f"{shown[white]} - {shown[black]}" for white, black in boards[:MOST_BOARDS_SHOWN])
    more = say(" and {boards} more", boards=len(boards) - MOST_BOARDS_SHOWN) if len(boards) > MOST_BOARDS_SHOWN else ""
    number = len(tournament.rounds)
    why = say(
        "round {number} is still being played: results are missing for {words}{more}",
        number=number,
        words=words,
        more=more,
    )
    return say("round {number} cannot be paired yet, because {why}", number=number + 1, why=why)


def check_kind(tournament: Tournament, system: System) -> None:
    """Raise `BadRequest` if the event has single games although the system pairs matches, or the reverse."""
    kinds = (kind for recorded in tournament.rounds if (kind := recorded.kind) is not None)
    played, expected = next(kinds, None), system.kind
    tabled = system.name == ROUND_ROBIN and played is not None and fits(system.name, played)
    if played is not None and played is not expected and not tabled:
        raise refusal(
            "in the {title} each pairing is {expected}, but in this event it is {played}",
            title=say(system.title),
            expected=say(expected.value),
            played=say(played.value),
        )


def pair_round(
    system: System, state: RoundState, backend: Backend = Backend.AUTO, score: ScoreOf | None = None
) -> RoundPairing:
    """Pair the round that comes after the given state.

    Boards are sorted by ``score`` or, by default, by the score that the system prescribes. If the number of rounds is
    unknown, the round is paired as the last round, and again as an earlier round. Raises `MissingFact` if the two
    pairings differ.
    """
    if state.settings.rounds is not None or state.is_last:
        return _pair_round(system, state, backend, score)
    answers: list[RoundPairing | None] = []
    for is_last in (False, True):
        try:
            answers.append(_pair_round(system, state._replace(is_last=is_last), backend, score))
        except NoPairing:
            answers.append(None)
    earlier, last = answers
    if earlier is None and last is None:
        return _pair_round(system, state, backend, score)  # raises `NoPairing` with the reason
    if earlier is None or last is None or (earlier.boards, earlier.bye) != (last.boards, last.bye):
        raise MissingFact(Fact.NUMBER_OF_ROUNDS)
    return earlier


def _pair_round(system: System, state: RoundState, backend: Backend, score: ScoreOf | None) -> RoundPairing:
    odd, bye_again = len(state.players) % 2 == 1, system.bye_again
    nobody_for_the_bye = odd and not any(player.may_have_bye for player in state.players)
    if nobody_for_the_bye or (odd and state.preassigned_bye is not None) or len(state.players) > LARGEST_ANALYSED:
        from pairing_engine.kernel.no_pairing import refuse_at_once  # imported here, because most rounds can be paired

        refuse_at_once(state, system.basic, bye_again.article, bye_again.each)
    system = system.for_round(state)
    within(marked("pairing the round"))
    pairs, bye, trace = system.pair(state, backend)
    boards = []
    for higher, lower in pairs:
        colour, step = allocate(higher, lower, state, system.colour_steps)
        white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
        boards.append((_board((white.tpn, black.tpn, step)), higher, lower))
    by_score = score or system.board_score
    boards.sort(key=lambda board: order_of_pair(board[1], board[2], by_score))
    ordered = tuple(board for board, _, _ in boards)
    return RoundPairing(state.number, ordered, bye.tpn if bye else state.preassigned_bye, trace)
