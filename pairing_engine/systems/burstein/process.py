"""[C.04.4.2 1.9, 3] The Burstein pairing process for the rounds after the seeding rounds.

First, the bye is given. Then, the brackets are paired from the top down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from pairing_engine.errors import Fact, MissingFact
from pairing_engine.facts.model import Tpn, Wishing
from pairing_engine.kernel.bracket_graph import Criteria, Horizon, Profiles, graph_of
from pairing_engine.kernel.colour import CLASH
from pairing_engine.kernel.order import Order
from pairing_engine.kernel.rules import Bracket, BracketPairing
from pairing_engine.kernel.trace import BracketTrace, Finding, TwoRounds
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.shared.downward import BracketAnswer, BracketMethod, walk_down
from pairing_engine.systems.shared.greedy_transposition import TURNS_BACK, assignments, count, least_denied
from pairing_engine.systems.shared.in_order import from_the_ends, most_pairs
from pairing_engine.systems.shared.judging import BothEdges, later_in_order, published, with_the_same_floaters
from pairing_engine.systems.shared.wish_rules import STRONG, WEAK, WishRules, apart_rules, with_rules
from pairing_engine.systems.system import Fits, Method, Pairs, Proved, System
from pairing_engine.values import NamedTuple, dataclass


class RankingIndex(NamedTuple):
    """The index by which Burstein ranks players with equal scores; the player with the smaller index ranks higher.

    So Buchholz, in tenths of a point, and Sonneborn-Berger, in hundredths, are stored as negative numbers.
    """

    buchholz: int
    sonneborn_berger: int
    tpn: Tpn


Indices = Mapping[Tpn, RankingIndex]
FindAlone = Callable[[Bracket, tuple[Player, ...]], BracketPairing | None]


@dataclass(frozen=True)
class SeedingRounds:
    """[C.04.4.2 1.6] The first half of the tournament, at most ``most`` rounds, which another system pairs."""

    system: System
    most: int

    def __call__(self, state: RoundState) -> System | None:
        """Return the system that pairs a seeding round, else None. Raises `MissingFact` without a number of rounds."""
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
    walk: Proved | None = None

    def __call__(self, system: System) -> Method:
        return _BursteinMethod(system, self)

    def granting(self, system: System, wishing: Wishing) -> System:
        rules = WishRules((), apart_rules(wishing.strong, STRONG, "Z3"), apart_rules(wishing.weak, WEAK, "Z2"))
        return with_rules(system, wishing, rules, self)


class _BursteinMethod(Method):
    def __init__(self, system: System, process: ByIndex) -> None:
        super().__init__(system)
        self.process = process
        self.criteria = Criteria(system.criteria, system.may_meet, process.profiles)
        self.article = system.completion.impossible
        walk = process.walk
        self.certificates = walk is not None and walk.holds_for(system.criteria, system.may_meet, process.order)
        self.walk: FindAlone | None = walk.find if walk is not None and self.certificates else None

    def pair(self, state: RoundState, backend: Backend) -> Pairs:
        """Pair the round, and choose who gets the bye. Raises `NoPairing` if no complete pairing exists [1.9.3]."""
        index = state.once(self.process.index)
        bye, players = self.bye_first(state, self.article, backend)
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

        return BracketMethod(criteria.may_meet, ask, walked, self.certificates, self.article)

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        members = _ranked(trace.bracket, trace.bracket.state.once(self.process.index))
        bracket, right, chapter = trace.bracket, trace.pairing, self.system.article
        other = published(bracket.members, rounds.other.mates)
        sides = BothEdges.of(bracket, rounds)
        rules, order = with_the_same_floaters(self.system.criteria, right, other), self.process.order(len(members))
        return sides.judged(chapter, rules, lambda: later_in_order(chapter, order, members, right, other))

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


def walk(bracket: Bracket, members: tuple[Player, ...]) -> BracketPairing | None:
    """Pair the bracket without looking at the players below. Returns None if a short search finds no pairing.

    Each of the ``members``, in the order of their BSNs, meets the last remaining player who fits. If their number is
    odd, the first resident without an opponent floats.
    """
    odd = len(members) % 2 == 1
    if odd and not bracket.following:
        return None
    members = members[::-1]
    search = _Walk(members, {player.tpn for player in bracket.residents} if odd else set())
    found = next(assignments(len(members), search.fits, search.move, turns=TURNS_BACK + len(members)), None)
    if found is None:
        return None
    pairs = tuple((members[top], members[mate]) for top, mate in found if top != mate)
    return BracketPairing(pairs, tuple(members[top] for top, mate in found if top == mate))


class _Walk:
    """A state of the search: remaining players by preference (``counts``), and denials still allowed (``denied``)."""

    def __init__(self, members: tuple[Player, ...], floaters: set[int]) -> None:
        self.members = members
        self.floaters = floaters
        self.floats_left = 1 if floaters else 0
        self.counts = count(members)
        self.denied = self._bound()
        self.admitted: dict[int, bool] = {}

    def fits(self, top: int, other: int) -> bool:
        one, two = self.members[top], self.members[other]
        if top == other:
            return self.floats_left > 0 and one.tpn in self.floaters and self._admits(top, other)
        if two.tpn in one.barred or one.preference * two.preference == CLASH:
            return False
        if two.preference not in self.admitted:
            self.admitted[two.preference] = self._admits(top, other)
        return self.admitted[two.preference]

    def move(self, top: int, other: int, by: int) -> None:
        self._count(top, other, by)
        self.admitted.clear()

    def _admits(self, top: int, other: int) -> bool:
        """Whether this pair or float leaves the number of denied preferences within the limit."""
        self._count(top, other, -1)
        reached = self._bound() <= self.denied
        self._count(top, other, 1)
        return reached

    def _bound(self) -> int:
        """Compute the smallest possible number of denied colour preferences among the remaining players."""
        if not self.floats_left:
            return least_denied(self.counts)[0]
        counts = self.counts
        bounds = []
        for preference, number in enumerate(counts):
            if number:
                counts[preference] -= 1
                bounds.append(least_denied(counts)[0])
                counts[preference] += 1
        return min(bounds, default=0)

    def _count(self, top: int, other: int, by: int) -> None:
        """Subtract a pair or a floater from the remaining players (``by`` is -1), or add it again (``by`` is 1)."""
        one, two = self.members[top].preference, self.members[other].preference
        self.counts[one] += by
        if top == other:
            self.floats_left += by
        else:
            self.counts[two] += by
            self.denied += by * (one * two > 0)
