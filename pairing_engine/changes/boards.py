"""[C.04.2 3.6] The board numbers of a recorded round, which files do not contain."""

from __future__ import annotations

from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import Game, TeamMatch, Tournament
from pairing_engine.kernel.boards import order_of_pair
from pairing_engine.language import say
from pairing_engine.state.history import state_before
from pairing_engine.systems.choice import choose
from pairing_engine.systems.system import System


def boards_of(
    tournament: Tournament, number: int, system: System | str | None = None, edition: str | None = None
) -> tuple[Game | TeamMatch, ...]:
    """Return the games, or matches, of a recorded round in the order of the boards.

    By default, ``system`` and ``edition`` are the system and the edition of the tournament. Raises `BadRequest` for a
    round that is not recorded.
    """
    if not 1 <= number <= len(tournament.rounds):
        raise BadRequest(say("round {number} is not in the file: it has not been paired", number=number), "round")
    chosen = choose(tournament.settings, system, edition).system
    before = state_before(tournament, number, chosen.conventions)
    score, players = chosen.for_round(before).board_score, before.by_tpn
    recorded = tournament.rounds[number - 1]
    pairs: list[Game | TeamMatch] = [*recorded.games, *recorded.matches]
    return tuple(sorted(pairs, key=lambda pair: order_of_pair(players[pair.white], players[pair.black], score)))
