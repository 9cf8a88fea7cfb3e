"""[C.04.4.2 1.9, 3] The Burstein pairing process for the rounds after the seeding rounds.

First, the bye is given. Then, the brackets are paired from the top down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from pairing_engine.errors import Fact, MissingFact
from pairing_engine.facts.model import Tpn, Wishing
from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.kernel.bracket_graph import Criteria, Horizon, Profiles, graph_of
from pairing_engine.kernel.bye import order_by, who_gets_bye
from pairing_engine.kernel.findings import Finding
from pairing_engine.kernel.order import Order
from pairing_engine.kernel.rules import Rule
from pairing_engine.kernel.trace import BracketTrace, TwoRounds
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.burstein.index import Index
from pairing_engine.systems.burstein.walk import FindAlone, Shortcuts
from pairing_engine.systems.shared.downward import BracketAnswer, BracketMethod, no_walk, walk_down
from pairing_engine.systems.shared.in_order import from_the_ends, most_pairs
from pairing_engine.systems.shared.judging import Sides, UsualMethod, later_in_order, published, with_the_same_floaters
from pairing_engine.systems.system import Fits, Method, Pairs, System, are_proved_for
from pairing_engine.values import dataclass

Indices = Mapping[Tpn, Index]


# C.04.4.2 1.6
@dataclass(frozen=True)
class SeedingRounds:
    """[1.6] The seeding rounds, which another system pairs.

    The seeding rounds are the first half of the tournament, but at most ``most`` rounds.
    """

    system: System
    most: int

    def __call__(self, state: RoundState) -> System | None:
        """Return the system that pairs a seeding round, or None for any other round.

        Raises `MissingFact` if the number of rounds is unknown.
        """
        rounds = state.settings.rounds
        if rounds is None:
            raise MissingFact(Fact.NUMBER_OF_ROUNDS)
        return self.system if state.number <= min(rounds // 2, self.most) else None


@dataclass(frozen=True)
class ByIndex:
    """[C.04.4.2 1.9] The Burstein process: first the bye, then the brackets from the top down.

    The players of a bracket are ranked by index. ``index`` returns the indices of all participants before a round
    [1.7]. ``order`` returns the order of the pairings for a bracket of a certain size [4].
    """

    index: Callable[[RoundState], Indices]
    order: Callable[[int], Order]
    profiles: Profiles
    shortcuts: Shortcuts

    def __call__(self, system: System) -> Method:
        return _Method(system, self)

    def granting(self, system: System, wishing: Wishing) -> System:
        from pairing_engine.systems.burstein.wishes import granting

        return granting(system, wishing, self)


class _Method(UsualMethod):
    def __init__(self, system: System, process: ByIndex) -> None:
        super().__init__(system)
        self.process = process
        self.criteria = Criteria(system.criteria, system.may_meet, process.profiles)
        self.article = system.completion.impossible
        walk, certificates = process.shortcuts.walk, process.shortcuts.certificates
        self.walk: FindAlone | None = None
        if walk is not None and are_proved_for(
            (system.criteria, walk.criteria), (system.may_meet, walk.may_meet), (process.order, walk.order)
        ):
            self.walk = walk.find
        self.certificates = certificates is not None and certificates.hold_for(system.criteria)

    def pair(self, state: RoundState, backend: Backend) -> Pairs:
        """Pair the round, and choose who gets the pairing-allocated bye.

        Raises `NoPairing` if no complete round-pairing exists [1.9.3].
        """
        index = state.once(self.process.index)
        players, may_meet = state.players, self.system.may_meet
        bye = None
        if len(players) % 2:
            order = order_by(self.system.bye_steps, state)
            bye = who_gets_bye(state, order, lambda a, b: may_meet(a, b, state), self.article, backend)
            players = tuple(player for player in players if player is not bye)
        found = walk_down(state, players, self._of_brackets(index), backend)
        by_rank = (sorted(pair, key=lambda player: index[player.tpn]) for pair in found.pairs)
        trace = tuple(trace._replace(pairing=_by_index(trace.pairing, index)) for trace in found.trace)
        return found._replace(pairs=tuple((higher, lower) for higher, lower in by_rank), bye=bye, trace=trace)

    def _of_brackets(self, index: Indices) -> BracketMethod:
        """Build the method for pairing brackets. ``index`` ranks the players of a bracket."""
        criteria, order, walk = self.criteria, self.process.order, self.walk

        def ask(bracket: Bracket, horizon: Horizon, backend: Backend) -> BracketAnswer | None:
            members = _ranked(bracket, index)
            graph = graph_of(criteria, bracket, members, horizon)
            if graph.is_hopeless:
                return None
            graph.check_order()
            mates = graph.best_mates(order(len(members)), range(len(members)), {}, backend)
            return None if mates is None else BracketAnswer(graph.pairing(mates), graph.unmatched(mates))

        def walked(bracket: Bracket) -> BracketPairing | None:
            return None if walk is None else walk(bracket, _ranked(bracket, index))

        return BracketMethod(
            criteria.may_meet, ask, no_walk if walk is None else walked, self.certificates, self.article
        )

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        members = _ranked(trace.bracket, trace.bracket.state.once(self.process.index))
        return judge(self.system.criteria, self.process.order, self.system.article, trace, members, rounds)

    def columns(self, trace: BracketTrace) -> Sequence[tuple[Player, Player]]:
        return _by_index(trace.pairing, trace.bracket.state.once(self.process.index)).pairs

    def candidates(self, trace: BracketTrace, fits: Fits, like: BracketPairing | None) -> Iterator[BracketPairing]:
        members = _ranked(trace.bracket, trace.bracket.state.once(self.process.index))
        return from_the_ends(members, most_pairs(members, fits) if like is None else len(like.pairs), fits)


def _ranked(bracket: Bracket, index: Indices) -> tuple[Player, ...]:
    return tuple(sorted(bracket.members, key=lambda player: index[player.tpn]))


def _by_index(pairing: BracketPairing, index: Indices) -> BracketPairing:
    """Sort a bracket's pairs and floaters by index [1.8]. The higher ranked player of each pair comes first."""
    pairs = (sorted(pair, key=lambda player: index[player.tpn]) for pair in pairing.pairs)
    in_order = sorted(((one, other) for one, other in pairs), key=lambda pair: index[pair[0].tpn])
    return BracketPairing(tuple(in_order), tuple(sorted(pairing.floaters, key=lambda player: index[player.tpn])))


def judge(
    rules: tuple[Rule, ...],
    order: Callable[[int], Order],
    chapter: str,
    trace: BracketTrace,
    members: tuple[Player, ...],
    rounds: TwoRounds,
) -> Finding | None:
    """Explain why another round is worse than the correct round in a bracket, or return None.

    ``members`` are in the order of their BSNs.
    """
    bracket, right, other = trace.bracket, trace.pairing, published(trace.bracket.members, rounds.other.mates)
    sides = Sides.of(bracket, rounds)
    found = sides.first_difference(with_the_same_floaters(rules, right, other))
    if found is not None:
        return sides.worse(chapter, found) if found.is_worse else None
    return later_in_order(chapter, order(len(members)), members, right, other)
