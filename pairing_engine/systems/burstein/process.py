"""[C.04.4.2 1.9, 3] The round-pairing of the Burstein System after its seeding rounds: the bye, then downwards."""

from __future__ import annotations

from collections.abc import Mapping

from pairing_engine.errors import NUMBER_OF_ROUNDS, MissingFact
from pairing_engine.facts.model import Tpn
from pairing_engine.kernel.bracket import Bracket
from pairing_engine.kernel.bracket_graph import Horizon, Question
from pairing_engine.kernel.bye import ByeStep, first, games_played, lowest_score, most_played
from pairing_engine.kernel.order import descending_order
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.burstein.criteria import CRITERIA, may_meet
from pairing_engine.systems.burstein.index import Index, indices
from pairing_engine.systems.burstein.walk import walk
from pairing_engine.systems.shared.downward import Answer, Method, walk_down
from pairing_engine.systems.system import Pairs

ARTICLE = "C.04.4.2 1.9.3"
MOST_SEEDING_ROUNDS = 4


def is_seeding_round(state: RoundState) -> bool:
    """[1.6] Is this one of the first rounds, which the Dutch rules pair: half of all rounds, or four?

    Raises `MissingFact` when the number of rounds is not given.
    """
    rounds = state.settings.rounds
    if rounds is None:
        raise MissingFact(*NUMBER_OF_ROUNDS)
    return state.number <= min(rounds // 2, MOST_SEEDING_ROUNDS)


def pair_round(state: RoundState, backend: Backend) -> Pairs:
    """All pairs of a round, and who gets the pairing-allocated bye.

    Raises `NoPairing` where no complete round-pairing exists [1.9.3].
    """
    index = indices(state)
    players = state.players
    bye = None
    if len(players) % 2:
        bye = first(state, lambda p: _bye_order(p, index), lambda a, b: may_meet(a, b, state), ARTICLE, backend)
        players = tuple(player for player in players if player is not bye)
    found = walk_down(state, players, _method(index), backend)
    by_rank = (sorted(pair, key=lambda player: index[player.tpn]) for pair in found.pairs)
    return found._replace(pairs=tuple((higher, lower) for higher, lower in by_rank), bye=bye)


def _bye_order(player: Player, index: Mapping[Tpn, Index]) -> tuple[int, ...]:
    """[3.1.3-3.1.5] The lowest score, the most games played, the lowest ranking."""
    return player.score, -games_played(player), *_lowest_ranking(player, index)


def _lowest_ranking(player: Player, index: Mapping[Tpn, Index]) -> tuple[int, ...]:
    return tuple(-value for value in index[player.tpn])


BYE_STEPS = (
    ByeStep("3.1.3", "the lowest score", lowest_score),
    ByeStep("3.1.4", "the highest number of games played", most_played),
    ByeStep("3.1.5", "the lowest ranking", lambda player, state: _lowest_ranking(player, indices(state))),
)


def _method(index: Mapping[Tpn, Index]) -> Method:
    """How a bracket is paired whose players are ranked by this index."""

    def ranked(bracket: Bracket) -> tuple[Player, ...]:
        return tuple(sorted(bracket.members, key=lambda player: index[player.tpn]))

    def ask(bracket: Bracket, horizon: Horizon, backend: Backend) -> Answer | None:
        members = ranked(bracket)
        question = Question(CRITERIA, bracket, members, horizon)
        if question.is_hopeless:
            return None
        mates = question.answer(descending_order(len(members)), range(len(members)), {}, backend)
        return None if mates is None else Answer(question.pairing(mates), question.unmatched(mates))

    return Method(may_meet, ask, lambda bracket: walk(bracket, ranked(bracket)), ARTICLE)
