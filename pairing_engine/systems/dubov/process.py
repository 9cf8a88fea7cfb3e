"""[C.04.4.1 1.9, 3] The round-pairing of the Dubov System: the bye, then scoregroup after scoregroup with its
upfloaters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pairing_engine.errors import MissingFact
from pairing_engine.facts.model import Tpn
from pairing_engine.kernel.bracket import Bracket, BracketPairing, top_scoregroup
from pairing_engine.kernel.bracket_graph import Horizon
from pairing_engine.kernel.bye import ByeStep, first, largest_tpn, lowest_score, most_played, order_by
from pairing_engine.kernel.deadlock import no_pairing
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.matching import Backend
from pairing_engine.state.preference import MILD, Preference
from pairing_engine.state.round_state import Player, RoundState, ranked
from pairing_engine.systems.dubov.at_once import upfloater_at_once
from pairing_engine.systems.dubov.criteria import CRITERIA, may_meet
from pairing_engine.systems.dubov.subgroups import Subgroups
from pairing_engine.systems.shared.upfloaters import Upfloaters
from pairing_engine.systems.system import Pairs

ARTICLE = "C.04.4.1 1.9.3"


def pair_round(state: RoundState, backend: Backend) -> Pairs:
    """All pairs of the round, and who gets the pairing-allocated bye.

    Raises `NoPairing` where no complete round-pairing exists [1.9.3], `MissingFact` for players without a rating [1.1].
    """
    state = with_preferences(state)
    aro = averages(state)
    players = state.players
    bye = None
    if len(players) % 2:
        bye = first(state, order_by(BYE_STEPS, state), lambda a, b: may_meet(a, b, state), ARTICLE, backend)
        players = tuple(player for player in players if player is not bye)
    traces = []
    pairs: list[tuple[Player, Player]] = []
    while players:
        trace = _pair_top(state, players, aro, backend)
        traces.append(trace)
        pairs += trace.pairing.pairs
        paired = {player.tpn for pair in trace.pairing.pairs for player in pair}
        players = tuple(player for player in players if player.tpn not in paired)
    return Pairs(tuple(pairs), bye, tuple(traces))


def with_preferences(state: RoundState) -> RoundState:
    """[1.6.4] The state with a mild preference for Black for those who have not played."""
    players = (p if p.preference else p._replace(preference=Preference(-MILD)) for p in state.players)
    return replace(state, players=tuple(players))


BYE_STEPS = (
    ByeStep("3.1.3", "the lowest score", lowest_score),
    ByeStep("3.1.4", "the highest number of games played", most_played),
    ByeStep("3.1.5", "the largest TPN", largest_tpn),
)


def averages(state: RoundState) -> Mapping[Tpn, int]:
    """[1.7] The average rating of opponents of everybody, to the nearest whole number, halves upwards; without games 0.

    Raises `MissingFact` if somebody in the round, or an opponent of somebody, has no rating.
    """
    ratings = {participant.tpn: participant.rating for participant in state.tournament.participants}
    met: dict[Tpn, list[Tpn]] = {player.tpn: [] for player in state.players}
    for past in state.past:
        for game in past.games:
            if game.white_result.played and game.black_result.played:
                for one, other in ((game.white, game.black), (game.black, game.white)):
                    if one in met:
                        met[one].append(other)
    unrated = {tpn for one, opponents in met.items() for tpn in (one, *opponents) if not ratings[tpn]}
    if unrated:
        names = ", ".join(str(state.shown(tpn)) for tpn in sorted(unrated))
        raise MissingFact(f"ratings of participants {names}", "001, columns 49-52", "1850; or use --default-rating")
    return {
        one: (2 * sum(ratings[tpn] for tpn in opponents) + len(opponents)) // (2 * len(opponents)) if opponents else 0
        for one, opponents in met.items()
    }


def _pair_top(state: RoundState, players: tuple[Player, ...], aro: Mapping[Tpn, int], backend: Backend) -> BracketTrace:
    """[3.2] Pair the top scoregroup of these players with the upfloaters that it needs."""
    bracket = top_scoregroup(state, players)
    upfloaters, decided = _upfloaters(bracket, aro, backend)
    pairs = subgroups_of(bracket.residents + upfloaters, aro, state, backend).pairs()
    return BracketTrace(bracket, BracketPairing(tuple(map(ranked, pairs)), ()), decided)


def _upfloaters(bracket: Bracket, aro: Mapping[Tpn, int], backend: Backend) -> tuple[tuple[Player, ...], str]:
    """[3.2.1, 3.2.2] The best set of upfloaters, and how it was found. Raises `NoPairing` if there is none."""
    state = bracket.state

    def allowed(a: Player, b: Player) -> bool:
        return may_meet(a, b, state)

    if backend is Backend.AUTO:
        one = upfloater_at_once(bracket, aro, allowed)
        if one is not None:
            return (one,), Horizon.FOLLOWING.value
    found = Upfloaters(CRITERIA, bracket, backend).choose()
    if found is None:
        everybody = bracket.residents + bracket.following + bracket.beyond
        raise no_pairing(ARTICLE, everybody, allowed, state.shown)
    return found


def subgroups_of(players: tuple[Player, ...], aro: Mapping[Tpn, int], state: RoundState, backend: Backend) -> Subgroups:
    """[3.2.3] G1 and G2 of the players of a bracket."""
    return Subgroups(players, aro, lambda a, b: may_meet(a, b, state), backend)
