"""Strong wishes about the bye, for systems in which the criteria decide who gets the bye (reading Z5)."""

from __future__ import annotations

from collections.abc import Callable

from pairing_engine.kernel.bracket import BracketPairing
from pairing_engine.kernel.bye import can_somebody_have_it
from pairing_engine.kernel.rules import Rule
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.shared.wish_rules import ByeWish
from pairing_engine.systems.system import Method, Pairs, System
from pairing_engine.values import dataclass, replace


@dataclass(frozen=True)
class ByeOfTheBest:
    """The pairing process of a system with a strong wish about the bye.

    The rule of the wish takes priority over all other rules, and depends only on the player who gets the bye. First,
    the process selects the players whose bye would fit the wish best. Then the usual process of the system pairs the
    round, and gives the bye to one of the selected players. Shortcuts can ignore the wish, because all selected players
    fit the wish equally well.
    """

    process: Callable[[System], Method]
    wish: ByeWish
    rules: tuple[Rule, ...]

    def __call__(self, system: System) -> Method:
        """Create the pairing method; if the wish is not among the criteria, return the usual method."""
        method = self.process(system)
        return _Method(system, method, self.wish) if set(self.rules) <= set(system.criteria) else method


class _Method:
    def __init__(self, system: System, method: Method, wish: ByeWish) -> None:
        self.system = system
        self.method = method
        self.judge, self.totals, self.columns, self.candidates = (
            *(method.judge, method.totals, method.columns, method.candidates),
        )
        self.wish = wish

    def pair(self, state: RoundState, backend: Backend) -> Pairs:
        if len(state.players) % 2 == 0:
            return self.method.pair(state, backend)
        return _as_given(state, self.method.pair(self._open_to_the_best(state, backend), backend))

    def _open_to_the_best(self, state: RoundState, backend: Backend) -> RoundState:
        """Return a state in which only the players who fit the wish best may have the bye.

        A player is considered only if all other players can then be paired. If nobody can have the bye, the state does
        not change.
        """
        costs = {player.tpn: self.wish.cost(player.tpn) for player in state.players if player.may_have_bye}
        may_meet = self.system.may_meet
        for cost in sorted(set(costs.values())):
            players = tuple(p._replace(may_have_bye=costs.get(p.tpn) == cost) for p in state.players)
            if can_somebody_have_it(players, lambda a, b: may_meet(a, b, state), backend):
                return replace(state, players=players)
        return state


def _as_given(state: RoundState, found: Pairs) -> Pairs:
    """Put the players of ``state`` in place of the players of a paired round.

    In the paired round, some players are marked as barred from the bye because of the wish.
    """
    given = state.by_tpn

    def all_of(players: tuple[Player, ...]) -> tuple[Player, ...]:
        return tuple(given[player.tpn] for player in players)

    def pairs_of(pairs: tuple[tuple[Player, Player], ...]) -> tuple[tuple[Player, Player], ...]:
        return tuple((given[one.tpn], given[other.tpn]) for one, other in pairs)

    def trace_of(trace: BracketTrace) -> BracketTrace:
        bracket = trace.bracket
        as_given = replace(
            bracket,
            state=state,
            mdps=all_of(bracket.mdps),
            residents=all_of(bracket.residents),
            following=all_of(bracket.following),
            beyond=all_of(bracket.beyond),
        )
        pairing = BracketPairing(pairs_of(trace.pairing.pairs), all_of(trace.pairing.floaters))
        return trace._replace(bracket=as_given, pairing=pairing)

    bye = None if found.bye is None else given[found.bye.tpn]
    return Pairs(pairs_of(found.pairs), bye, tuple(map(trace_of, found.trace)))
