"""The choice of the upfloaters for the top scoregroup.

Every player below the scoregroup is a possible upfloater. Of several sets that are best by the criteria, the first in
order is chosen: possible upfloaters are ordered by score, then by TPN, and the order of two sets depends on the first
upfloater who is not in both sets [C.04.4.1 4.1.3, C.04.5 3.5.4].
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, islice

from pairing_engine.kernel.bracket_graph import Criteria, Horizon, graph_of
from pairing_engine.kernel.bye import MayMeetInRound, can_all_be_paired
from pairing_engine.kernel.rules import Bracket, Clause, Edge, Region, Rule, Scope, Weights, counts, lists, scoregroups
from pairing_engine.kernel.trace import BracketTrace, Fault, Finding, TwoRounds
from pairing_engine.language import say
from pairing_engine.matching import Backend, Pair, lightest
from pairing_engine.matching.completion import pair_off, unmatched
from pairing_engine.matching.cover import bits, neighbours_by, rest_of
from pairing_engine.state.round_state import Player, ranked
from pairing_engine.systems.shared.downfloats import floats
from pairing_engine.systems.shared.downward import MOST_SEARCHED
from pairing_engine.systems.shared.judging import BothEdges
from pairing_engine.values import dataclass, replace


def upfloater_of(edge: Edge) -> Player | None:
    return edge.lower if edge.floats else None


def is_not_last_round(bracket: Bracket) -> bool:
    return not bracket.state.is_last


def gaps_below(bracket: Bracket) -> tuple[int, ...]:
    """List the score differences between residents and possible upfloaters, once each, in descending order."""
    below = bracket.following + bracket.beyond
    return tuple(sorted({bracket.score - player.score for player in below}, reverse=True))


def _gap_of_upfloater(edge: Edge, bracket: Bracket) -> int:
    upfloater = upfloater_of(edge)
    return bracket.score - upfloater.score if upfloater else 0


NUMBER = counts("", "", "upfloaters", Clause.MORE_UP, scope=Scope.UPFLOATERS)(floats)

DIFFERENCES = lists(
    "",
    "",
    "the score differences of pairs with an upfloater",
    Clause.LOWER_UP,
    levels=gaps_below,
    scope=Scope.UPFLOATERS,
)(_gap_of_upfloater)
"""The rules that several systems share; each system adds its articles."""

MOST_NEAREST = 2
"""The maximum number of upfloaters for a search that considers only the nearest scoregroups."""

MOST_EDGES = 50_000
"""The maximum number of pairs to examine if a search covers several scoregroups."""


@dataclass(frozen=True)
class Upfloaters:
    """A search for a bracket's upfloaters, in the smallest graph that is proved to be sufficient.

    ``in_order`` is a shortcut that tries the sets in order, if proved. ``nearest`` is true if upfloaters from nearer
    scoregroups are proved to take priority. Without either shortcut, the graph contains all players.
    """

    criteria: Criteria
    bracket: Bracket
    backend: Backend
    in_order: SetsInOrder | None = None
    nearest: bool = False

    def choose(self) -> tuple[tuple[Player, ...], str] | None:
        """Choose the upfloaters, and return how they were found; None if the rest of the round cannot be completed."""
        if self.backend is Backend.AUTO and (self.nearest or self.in_order is not None):
            found = self._among_the_nearest() if self.in_order is None else self.in_order.first()
            if found is not None:
                return found, Horizon.FOLLOWING.value if found else Horizon.ALONE.value
        found = self._ask(Horizon.EVERYBODY, self.bracket)
        return None if found is None else (found, Horizon.EVERYBODY.value)

    def _among_the_nearest(self) -> tuple[Player, ...] | None:
        """Choose at most two upfloaters from the nearest scoregroups; None if the best choice is not certain."""
        residents = self.bracket.residents
        if len(residents) % 2 == 0 and self._is_paired(residents):
            return () if self._is_completed(()) else None
        needed, in_need = self._in_need(residents)
        if needed > MOST_NEAREST:
            return None
        below = self.bracket.following + self.bracket.beyond
        pool = helpers = 0
        for group in scoregroups(below):
            pool += len(group)
            if pool > len(group) and pool * len(residents) > MOST_EDGES:
                break
            helpers += sum(any(self._may_meet(other, player) for other in in_need) for player in group)
            if helpers < needed:
                continue
            found = self._ask(Horizon.FOLLOWING, replace(self.bracket, following=below[:pool], beyond=below[pool:]))
            if found is not None and 1 <= len(found) <= MOST_NEAREST:
                return found if self._is_completed(found) else None
        return None

    def _in_need(self, residents: Sequence[Player]) -> tuple[int, list[Player]]:
        """Return the least number of upfloaters, and the residents to meet them; nothing for a large scoregroup."""
        if len(residents) > MOST_SEARCHED:
            return 0, []
        size = len(residents)
        edges = [(i, j) for i, j in combinations(range(size), 2) if self._may_meet(residents[i], residents[j])]
        rest = rest_of(neighbours_by(size, edges), (1 << size) - 1)
        return rest.needed, [residents[v] for part in rest.parts for v in bits(part)]

    def _may_meet(self, a: Player, b: Player) -> bool:
        return self.criteria.may_meet(a, b, self.bracket.state)

    def _is_paired(self, players: Sequence[Player]) -> bool:
        return not left_over(players, self._may_meet)

    def _is_completed(self, upfloaters: Sequence[Player]) -> bool:
        """Whether a quick search pairs all players below the bracket except the upfloaters."""
        taken = {player.tpn for player in upfloaters}
        below = self.bracket.following + self.bracket.beyond
        return self._is_paired([player for player in below if player.tpn not in taken])

    def _ask(self, horizon: Horizon, bracket: Bracket) -> tuple[Player, ...] | None:
        """Find the first of the best sets of upfloaters in a matching; None if there is no complete matching."""
        size, pool = len(bracket.residents), len(bracket.following)
        within = horizon is Horizon.FOLLOWING
        graph = graph_of(
            self.criteria, bracket, bracket.residents, horizon, range(size, size + pool) if within else None
        )
        pool = len(graph.players) - size
        weights = Weights()
        left_out = [0] * size + weights.add_set(pool)
        graph.check_edges(len(graph.pairs), graph.weigher.bits + weights.bits, self.backend)
        pairs: list[Pair] = [
            (i, j, (cost << weights.bits) + (left_out[i] + left_out[j] if i >= size else 0))
            for i, j, cost in graph.weighed(graph.pairs)[0]
        ]
        alone: list[int | None] = [None] * len(graph.players)
        if within:
            alone[size:] = left_out[size:]
        mates = lightest(pairs, alone, graph.weigher.widths + weights.widths, self.backend)
        if mates is None:
            return None
        return tuple(graph.players[v] for v in range(size, len(mates)) if 0 <= mates[v] < size)


def upfloaters_in(bracket: Bracket, pairs: Iterable[tuple[Player, Player]]) -> tuple[Player, ...]:
    found = {player.tpn for pair in pairs for player in pair if player.score < bracket.score}
    return tuple(player for player in bracket.following + bracket.beyond if player.tpn in found)


def edges_of(bracket: Bracket, pairs: Iterable[tuple[Player, Player]]) -> list[Edge]:
    following = {player.tpn for player in bracket.following}

    def region(player: Player) -> Region:
        if player.score == bracket.score:
            return Region.BRACKET
        return Region.FOLLOWING if player.tpn in following else Region.BEYOND

    return [Edge(upper, lower, region(upper), region(lower)) for upper, lower in map(ranked, pairs)]


def both_sets(trace: BracketTrace, rounds: TwoRounds) -> tuple[tuple[Player, ...], tuple[Player, ...]]:
    bracket, mates = trace.bracket, rounds.other.mates
    taken = {mates[player.tpn] for player in bracket.residents if player.tpn in mates}
    theirs = tuple(player for player in bracket.following + bracket.beyond if player.tpn in taken)
    return upfloaters_in(bracket, trace.pairing.pairs), theirs


def from_the_top(
    players: tuple[Player, ...], pair_top: Callable[[tuple[Player, ...]], BracketTrace]
) -> Iterator[BracketTrace]:
    """Pair the top scoregroup with its upfloaters, then that of the remaining players, and so on."""
    while players:
        trace = pair_top(players)
        yield trace
        paired = {player.tpn for pair in trace.pairing.pairs for player in pair}
        players = tuple(player for player in players if player.tpn not in paired)


def judge_upfloaters(
    rules: tuple[Rule, ...], chapter: str, article: str, trace: BracketTrace, rounds: TwoRounds
) -> Finding | None:
    """Explain by ``article`` why the other set of upfloaters is worse than the right set; None if it is better."""
    sides = BothEdges.of(trace.bracket, rounds)
    found = sides.first_difference(rules)
    if found is not None:
        return sides.worse(chapter, found) if found.is_worse else None
    ours, theirs = both_sets(trace, rounds)
    one, another = next((a, b) for a, b in zip(ours, theirs, strict=True) if a.tpn != b.tpn)
    words = say("at the first difference between the two pairings, the upfloater")
    return Finding(Fault.LATER, f"{chapter} {article}", "", words, players=(another.tpn,), instead=(one.tpn,))


MOST_TRIED = 64
"""The maximum number of sets in a search."""

MOST_FILTERED = 10_000
"""The maximum number of sets to examine for a given number of former floaters."""


def left_over(players: Sequence[Player], may_meet: MayMeetInRound) -> list[Player]:
    """Pair players in a quick search, perhaps not as many as possible, and return the others."""
    left = pair_off(list(range(len(players))), lambda i, j: may_meet(players[i], players[j]))[1]
    return [players[v] for v in left]


@dataclass(frozen=True)
class SetsInOrder:
    """The sets that satisfy [C4] and [C5]; ``spared`` tells former floaters [C7], ``heeds_following`` is for [C6]."""

    bracket: Bracket
    may_meet: MayMeetInRound
    spared: Callable[[Player], bool]
    heeds_following: bool

    def first(self) -> tuple[Player, ...] | None:
        """Find the best set of upfloaters; None if no set is proved to be the best.

        The set has one upfloater for each resident who cannot be paired with another resident ([C4], reading W7).
        """
        tried = 0
        for certain, group, number in self._levels(len(self._single(self.bracket.residents))):
            is_possible = False
            for chosen in self._sets(group, number):
                tried += 1
                if chosen is None or tried > MOST_TRIED:
                    return None
                found = (*certain, *chosen)
                if can_all_be_paired([*self.bracket.residents, *found], self.may_meet, Backend.AUTO):
                    is_possible = True
                    leaves_the_best = self._leaves_the_best(found)
                    if leaves_the_best is not False:
                        return found if leaves_the_best else None
            if is_possible:
                return None
        return None

    def _levels(self, number: int) -> Iterator[tuple[list[Player], tuple[Player, ...], int]]:
        """[C5, reading W8] Yield the sets of ``number`` players with the highest scores, grouped into levels.

        A level is the players in every set, the scoregroup that supplies the others, and their number. If only one
        upfloater is needed, each lower scoregroup is a level.
        """
        certain: list[Player] = []
        if not number:
            yield certain, (), 0
            return
        for group in scoregroups(self.bracket.following + self.bracket.beyond):
            if len(certain) + len(group) >= number:
                yield certain, group, number - len(certain)
                if number > 1:
                    return
            else:
                certain += group

    def _sets(self, group: Sequence[Player], number: int) -> Iterator[tuple[Player, ...] | None]:
        """[C.04.5 3.5.4, C7] Yield sets of ``number`` players, fewest former floaters first; None for others."""
        floaters = sum(map(self.spared, group))
        if not floaters or number == len(group):
            yield from combinations(group, number)
            return
        for spared in range(max(0, number - (len(group) - floaters)), min(number, floaters) + 1):
            of_all = combinations(group, number)
            yield from (c for c in islice(of_all, MOST_FILTERED) if sum(map(self.spared, c)) == spared)
            if next(of_all, None) is not None:
                yield None

    def _leaves_the_best(self, upfloaters: Sequence[Player]) -> bool | None:
        """[C6] Whether the players below the bracket can still have their best pairing without the upfloaters.

        There, all are paired, and the following scoregroup needs as few upfloaters as possible: one for each player
        without a partner in its largest matching, a number that falls by one at most with each upfloater of the
        bracket. The result is False if it needs more, and None if the answer is not certain.
        """
        taken = {player.tpn for player in upfloaters}
        following, beyond = (
            [player for player in players if player.tpn not in taken]
            for players in (self.bracket.following, self.bracket.beyond)
        )
        if not (self.heeds_following and upfloaters):
            return not left_over([*following, *beyond], self.may_meet) or None
        least = len(following) % 2
        left = left_over(following, self.may_meet)
        if len(left) > least:
            least = max(least, len(self._single_in_following) - len(self.bracket.following) + len(following))
            left = self._single(following)
        if len(left) > least:
            return False
        return not left_over([*left, *beyond], self.may_meet) or None

    @cached_property
    def _single_in_following(self) -> list[Player]:
        """The players of the following scoregroup who stay unpaired in a largest matching."""
        return self._single(self.bracket.following)

    def _single(self, players: Sequence[Player]) -> list[Player]:
        """Return who has no partner in a largest matching."""
        return [players[v] for v in unmatched(len(players), lambda i, j: self.may_meet(players[i], players[j]))]
