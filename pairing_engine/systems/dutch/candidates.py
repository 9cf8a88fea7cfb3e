"""[C.04.3 3] The search for the first of the best candidates of a bracket.

A homogeneous bracket needs one matching. A heterogeneous bracket needs two matchings.
"""

from __future__ import annotations

from collections.abc import Callable

from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.kernel.bracket_graph import NO_MEMBER, BracketGraph, Criteria, Horizon, MayMeet, graph_of
from pairing_engine.kernel.order import Order
from pairing_engine.kernel.rules import Rule
from pairing_engine.matching import Backend
from pairing_engine.matching.rest import Rest
from pairing_engine.systems.shared.below import Below
from pairing_engine.systems.shared.downward import BracketAnswer, BracketMethod, Certificates, alone, no_walk
from pairing_engine.systems.shared.orders import mates_of_homogeneous
from pairing_engine.systems.system import System, are_proved_for
from pairing_engine.values import NamedTuple, replace


class Orders(NamedTuple):
    """[C.04.3 4] The two orders of candidates: for residents, and for MDP-Pairings.

    ``residents`` is called with the number of residents and the number of pairs. ``mdps`` is called with the number of
    MDPs and the number of all players in the bracket.
    """

    residents: Callable[[int, int], Order]
    mdps: Callable[[int, int], Order]


FindAlone = Callable[[Bracket], BracketPairing | None]


class Walk(NamedTuple):
    """A shortcut that pairs a bracket without the players below it.

    The quick search ``find`` is used only for systems with the same ``criteria``, ``may_meet`` and ``orders``. For
    these systems, ``find`` is proved to find the same pairing as a matching.
    """

    find: FindAlone
    criteria: tuple[Rule, ...]
    may_meet: MayMeet
    orders: Orders

    def found_for(self, system: System, orders: Orders) -> FindAlone:
        """Return ``find`` if it is proved for the system, otherwise `no_walk`."""
        is_proved = are_proved_for(
            (system.criteria, self.criteria), (system.may_meet, self.may_meet), (orders, self.orders)
        )
        return self.find if is_proved else no_walk


class Shortcuts(NamedTuple):
    """The shortcuts for pairing a bracket; None if a shortcut is not used."""

    walk: Walk | None = None
    certificates: Certificates | None = None


class Candidates:
    """The search for the best candidates of a bracket, according to a system's criteria and orders.

    `BracketMethod` explains the arguments of the constructor.
    """

    def __init__(
        self,
        criteria: Criteria,
        orders: Orders,
        walk: Callable[[Bracket], BracketPairing | None],
        certificates: bool,
        article: str,
    ) -> None:
        self.criteria = criteria
        self.orders = orders
        self.method = BracketMethod(
            criteria.may_meet, self.ask, walk, certificates, article, self.ask_for_rest, mdps_are_apart=True
        )

    def graph(self, bracket: Bracket, horizon: Horizon) -> BracketGraph:
        """Build the graph of a bracket, in which two MDPs never meet (reading D3).

        ``horizon`` determines which players below the bracket belong to the graph.
        """
        return graph_of(self.criteria, bracket, bracket.members, horizon, range(len(bracket.mdps)))

    def ask(self, bracket: Bracket, horizon: Horizon, backend: Backend) -> BracketAnswer | None:
        """Find the first of the best candidates; None if no candidate allows a complete round.

        Only the pairs of the bracket's members are final. The search ends as soon as the opponents of the members are
        certain.
        """
        graph = self.graph(bracket, horizon)._replace(only_members=True)
        if graph.is_hopeless:
            return None
        graph.check_order()
        if bracket.mdps and horizon is Horizon.ALONE:
            return self._mdps_then_remainder(graph, backend)
        mates = self._mates(graph, backend)
        if mates is None:
            return None
        pairing = graph.pairing(mates)
        bye = None if graph.bye is None else graph.players[mates[graph.bye]]
        if not bracket.allots_bye and pairing.floaters == (bye,):
            return self.ask(replace(bracket, allots_bye=True), horizon, backend)
        return BracketAnswer(pairing, graph.unmatched(mates))

    def ask_for_rest(self, bracket: Bracket, horizon: Horizon, below: Below, rest: Rest) -> BracketPairing | None:
        """Pair a bracket so that it leaves the floaters that the players below need; None if that is impossible."""
        graph = self.graph(bracket, horizon)._replace(only_members=True)
        numbers = below.numbers(graph.players)
        graph = graph.with_rest(rest, [below.near[number] for number in numbers])
        if graph.is_hopeless:
            return None
        graph.check_order()
        mates = self._mates(graph, Backend.AUTO)
        return None if mates is None else graph.pairing(mates)

    def _mates(self, graph: BracketGraph, backend: Backend) -> list[int] | None:
        """Return the partner of each vertex in the first of the best candidates; None if there is no candidate.

        The bracket may be homogeneous [3.3.2] or heterogeneous.
        """
        if graph.bracket.mdps:
            return self._mates_of_all(graph, backend)
        return mates_of_homogeneous(graph, self.orders.residents, range(len(graph.members)), {}, backend)

    def _mates_of_mdps(self, graph: BracketGraph, backend: Backend) -> list[int] | None:
        """Return the partner of each vertex in one of the best candidates.

        The MDPs have the same partners as in the first of the best candidates [3.3.3, 4.4]. The pairs of the remainder
        are not final.
        """
        size = len(graph.members)
        return graph.best_mates(self.orders.mdps(len(graph.bracket.mdps), size), range(size), {}, backend)

    def _mates_of_all(self, graph: BracketGraph, backend: Backend) -> list[int] | None:
        """Return the partner of each vertex in a heterogeneous bracket; None if there is no complete matching.

        The partners of the MDPs are found in one matching, and the pairs of the remainder in another matching.
        """
        mates = self._mates_of_mdps(graph, backend)
        if mates is None:
            return None
        size, mdps = len(graph.members), range(len(graph.bracket.mdps))
        decided = {i: mates[i] if 0 <= mates[i] < size else NO_MEMBER for i in mdps}
        remainder = [i for i in range(len(mdps), size) if mates[i] not in mdps]
        if len(remainder) < 3:
            return mates  # at most two players can be paired in one way only
        expected = None
        if backend is Backend.AUTO and self.method.certificates:
            # All best candidates have the same number of pairs [C6].
            expected = sum(0 <= mates[i] < size for i in remainder) // 2
        return mates_of_homogeneous(graph, self.orders.residents, remainder, decided, backend, expected)

    def _mdps_then_remainder(self, graph: BracketGraph, backend: Backend) -> BracketAnswer:
        """Pair the MDPs and then the remainder, without the players below the bracket [3.3.3]."""
        mates = self._mates_of_mdps(graph, backend)
        assert mates is not None
        bracket, members = graph.bracket, graph.members
        mdps = range(len(bracket.mdps))
        pairs = tuple((members[i], members[mates[i]]) for i in mdps if mates[i] != NO_MEMBER)
        limbo = tuple(members[i] for i in mdps if mates[i] == NO_MEMBER)
        remainder = tuple(members[i] for i in range(len(mdps), len(members)) if mates[i] not in mdps)
        if remainder:
            rest, _ = alone(self.method, Bracket(bracket.state, (), remainder))
            pairs, limbo = pairs + rest.pairs, limbo + rest.floaters
        return BracketAnswer(BracketPairing(pairs, limbo), limbo)
