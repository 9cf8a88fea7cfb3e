"""[C.04.4.1 1.9, 3] The pairing process of the Dubov System.

After the bye, the scoregroups are paired one after the other, each with its upfloaters, from its two subgroups
[3.2.3-3.2.6]. Three matchings find the shifts of 3.2.4.1, the shifts of 3.2.4.2, and the pairs of 3.2.6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pairing_engine.facts.model import Tpn, show_points
from pairing_engine.kernel.bye import MayMeetInRound
from pairing_engine.kernel.engine import Engine
from pairing_engine.kernel.findings import Fault, Finding, Mates, TwoRounds
from pairing_engine.kernel.graph import Horizon
from pairing_engine.kernel.order import Order, add_opponents, bytes_of_order
from pairing_engine.kernel.rules import Bracket, BracketPairing, Rule, Scope, Total, Weights, top_scoregroup
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.language import listed, marked, say
from pairing_engine.matching import Pair
from pairing_engine.matching.solvers import MOST_BYTES, check_edges, order_too_large
from pairing_engine.state.round_state import Player, RoundState, by_tpn, ranked
from pairing_engine.systems.shared.in_order import Couples, transpositions
from pairing_engine.systems.shared.judging import BothEdges
from pairing_engine.systems.shared.orders import FIRST_OPPONENT, remembered
from pairing_engine.systems.shared.upfloaters import (
    best_set,
    both_sets,
    edges_of,
    from_the_top,
    judge_upfloaters,
    kept_apart,
)
from pairing_engine.systems.system import Fits, Method, Pairs, System
from pairing_engine.under_way import within

if TYPE_CHECKING:
    from pairing_engine.systems.shared.wish_rules import KeptApart


@remembered
def transposition_order(size: int, tops: int) -> Order:
    """[C.04.4.1 4.4] Build the order of transpositions for a list of ``size`` players.

    Each of the first ``tops`` players meets one of the other players.

    >>> order = transposition_order(4, 2)
    >>> order.pair(0, 2) + order.pair(1, 3) < order.pair(0, 3) + order.pair(1, 2)
    True
    """
    order = Order(size)
    add_opponents(order, range(tops), "4.4", FIRST_OPPONENT)
    return order


class Subgroups:
    """A bracket with its subgroups G1 and G2 [3.2.3].

    ``aro`` has the average rating of each player's opponents [1.7], and ``apart`` the pairs that a wish would avoid.
    """

    def __init__(
        self,
        players: Sequence[Player],
        aro: Mapping[Tpn, int],
        may_meet: MayMeetInRound,
        engine: Engine,
        apart: KeptApart | None = None,
    ) -> None:
        self.players = sorted(players, key=by_tpn)
        self.aro = aro
        self.may_meet = may_meet
        self.engine = engine
        self.apart = apart
        if any(player.colours for player in players):
            self.g1 = [player for player in self.players if player.preference > 0]
            self.g2 = [player for player in self.players if player.preference < 0]
        else:
            half = len(self.players) // 2
            self.g1, self.g2 = self.players[:half], self.players[half:]

    def pairs(self) -> Couples:
        """[C.04.4.1 3.2.6] Find the pairs of a bracket that has a complete pairing, the player of G1 first."""
        away = self._unavoidable_shifters()
        return self.first_transposition(*self.shifted(away, self._equalising_shifters(away)))

    def smaller(self) -> list[Player]:
        return self.g1 if len(self.g1) <= len(self.g2) else self.g2

    def larger(self) -> list[Player]:
        return self.g2 if len(self.g1) <= len(self.g2) else self.g1

    def _by_aro(self, player: Player) -> tuple[int, int]:
        """[C.04.4.1 3.2.5] Return a sort key: ascending ARO, then ascending TPN."""
        return self.aro[player.tpn], player.tpn

    def from_the_middle(self, subgroup: Sequence[Player]) -> list[Player]:
        """[C.04.4.1 4.3] List the possible shifters in the order in which they are chosen.

        White seekers are sorted by ARO, and Black seekers by TPN. The player in the middle of the list is chosen, the
        first if there are two, then the player in the middle of the remaining list, and so on.
        """
        seek_white = all(player.preference > 0 for player in subgroup)
        remaining = sorted(subgroup, key=self._by_aro if seek_white else by_tpn)
        return [remaining.pop((len(remaining) - 1) // 2) for _ in subgroup]

    def shifted(self, away: Sequence[Player], back: Sequence[Player]) -> tuple[list[Player], list[Player]]:
        """[C.04.4.1 3.2.5] Return S1 and G2 after the shifts in both directions. G2 is sorted by TPN."""
        gone, come = {player.tpn for player in away}, {player.tpn for player in back}
        smaller = [p for p in self.smaller() if p.tpn not in gone] + list(back)
        larger = [p for p in self.larger() if p.tpn not in come] + list(away)
        g1, g2 = (smaller, larger) if self.smaller() is self.g1 else (larger, smaller)
        return sorted(g1, key=self._by_aro), sorted(g2, key=by_tpn)

    def first_transposition(self, s1: Sequence[Player], g2: Sequence[Player]) -> Couples:
        """[C.04.4.1 3.2.6] Find by matching the first legal transposition; fewest broken wishes come first."""
        size = len(s1)
        if bytes_of_order(2 * size) > MOST_BYTES:
            raise order_too_large(self._which(), 2 * size)
        order = transposition_order(2 * size, size)
        weights, width = Weights(), size.bit_length()
        weak, strong = (weights.add(width), weights.add(width)) if self.apart is not None else (0, 0)
        pairs: list[Pair] = []
        for i, one in enumerate(s1):
            check_edges(self._which, len(self.players), len(pairs), order.bits + weights.bits)
            for j, other in enumerate(g2):
                if self.may_meet(one, other):
                    cost = order.pair(i, size + j)
                    if self.apart is not None:
                        broken = (self.apart.strong(one, other) << strong) + (self.apart.weak(one, other) << weak)
                        cost += broken << order.bits
                    pairs.append((i, size + j, cost))
        widths = weights.widths + [digit.width for digit in order.digits]
        mates = self.engine.lightest(pairs, [None] * (2 * size), widths)
        assert mates is not None
        return tuple((one, g2[mates[i] - size]) for i, one in enumerate(s1))

    def _unavoidable_shifters(self) -> list[Player]:
        """[C.04.4.1 3.2.4.1] Find one player of each pair that [C7] needs within the smaller subgroup (reading V8)."""
        pool = self.from_the_middle(self.smaller())
        place = {player.tpn: number for number, player in enumerate(pool)}
        mates = self._best(pool, lambda one, other: self._shifter(one, other, place), None)
        return [p for p in pool if (m := mates[p.tpn]).tpn in place and place[p.tpn] < place[m.tpn]]

    def _equalising_shifters(self, away: Sequence[Player]) -> list[Player]:
        """[C.04.4.1 3.2.4.2] Find who leaves the larger subgroup to make both subgroups equal (reading V9)."""
        pool = self.from_the_middle(self.larger())
        place = {player.tpn: number for number, player in enumerate(pool)}
        come = {player.tpn for player in away}
        stay = {player.tpn for player in self.smaller()} - come

        def allowed(one: Player, other: Player) -> bool:
            both = {one.tpn, other.tpn}
            return not (both <= stay or both <= come)

        def shifter(one: Player, other: Player) -> Player | None:
            if one.tpn in come or other.tpn in come:
                return next((player for player in (one, other) if player.tpn in place), None)
            return self._shifter(one, other, place)

        mates = self._best(pool, shifter, allowed)
        return [p for p in pool if (q := shifter(p, mates[p.tpn])) is not None and q.tpn == p.tpn]

    @staticmethod
    def _shifter(one: Player, other: Player, place: Mapping[Tpn, int]) -> Player | None:
        """Choose which player of a pair is shifted. None if the two players are not in the same subgroup."""
        if one.tpn in place and other.tpn in place:
            return min(one, other, key=lambda player: place[player.tpn])
        return None

    def _best(
        self,
        pool: Sequence[Player],
        shifter: Callable[[Player, Player], Player | None],
        allowed: Callable[[Player, Player], bool] | None,
    ) -> dict[Tpn, Player]:
        """Find the best legal pairing, by the costs of Article 3.2.4, and return each player's opponent.

        The best pairing has the fewest broken strong wishes, then the fewest denied preferences [C7], then the fewest
        shifts, and then the earliest set of shifted players [4.3].
        """
        players = self.players
        weights, width = Weights(), len(players).bit_length()
        of_set = weights.add_set(len(pool))
        stays = {player.tpn: cost for player, cost in zip(pool, of_set, strict=True)}
        shifts, denials = weights.add(width), weights.add(width)
        strong = self.apart.strong if self.apart is not None else None
        wishes = weights.add(width) if strong is not None else 0
        pairs: list[Pair] = []
        for i, one in enumerate(players):
            check_edges(self._which, len(players), len(pairs), weights.bits)
            for j in range(i + 1, len(players)):
                other = players[j]
                if not self.may_meet(one, other) or (allowed and not allowed(one, other)):
                    continue
                gone = shifter(one, other)
                denied = int(one.preference * other.preference > 0)
                staying = sum(stays.get(player.tpn, 0) for player in (one, other) if player is not gone)
                cost = (denied << denials) + ((gone is not None) << shifts) + staying
                if strong is not None and strong(one, other):
                    cost += 1 << wishes
                pairs.append((i, j, cost))
        mates = self.engine.lightest(pairs, [None] * len(players), weights.widths)
        assert mates is not None
        return {player.tpn: players[mate] for player, mate in zip(players, mates, strict=True)}

    def _which(self) -> str:
        return say("the bracket of {score} points", score=show_points(max(player.score for player in self.players)))


Averages = Mapping[Tpn, int]
"""The average rating of each player's opponents [1.7]."""


class DubovMethod(Method):
    """The method of the Dubov System, scoregroup by scoregroup."""

    reads_pasts = True

    def __init__(self, system: System, engine: Engine) -> None:
        super().__init__(system, engine)
        self.of_sets = tuple(rule for rule in system.criteria if rule.scope is Scope.UPFLOATERS)

    process: Dubov

    def pair(self, state: RoundState) -> Pairs:
        """Pair the round, and choose who gets the pairing-allocated bye.

        Raises `NoPairing` if no complete round-pairing exists [1.9.3]. Raises `MissingFact` if a player has no rating
        [1.1].
        """
        aro = self.process.averages(state)
        bye, players = self.bye_first(state)
        scoregroups = len({player.score for player in players})

        def pair_top(left: tuple[Player, ...]) -> BracketTrace:
            within(marked("pairing the brackets"), scoregroups - len({p.score for p in left}) + 1, scoregroups)
            return self._pair_top(state, left, aro)

        return Pairs.of(tuple(from_the_top(players, pair_top)), bye)

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        chapter, bracket = self.system.article, trace.bracket
        ours, theirs = both_sets(trace, rounds)
        if ours != theirs:
            return judge_upfloaters(self.of_sets, chapter, self.process.sets, trace, rounds)
        sides = BothEdges.of(bracket, rounds)
        of_pairs = tuple(rule for rule in self.system.criteria if rule.scope is not Scope.UPFLOATERS)

        def later() -> Finding:
            aro = self.process.averages(bracket.state)
            pairs = self.subgroups(bracket.residents + ours, aro, bracket.state).pairs()
            return _later(chapter, self.process, pairs, rounds.other.mates, bracket.state)

        return sides.judged(chapter, (*self.of_sets, *of_pairs), later)

    def totals(self, trace: BracketTrace) -> list[tuple[Rule, Total]]:
        edges = edges_of(trace.bracket, trace.pairing.pairs)
        applying = (rule for rule in self.system.criteria if rule.applies(trace.bracket))
        return [(rule, rule.total(edges, trace.bracket)) for rule in applying]

    def columns(self, trace: BracketTrace) -> Sequence[tuple[Player, Player]]:
        return self._pairs(trace)

    def candidates(self, trace: BracketTrace, fits: Fits, _like: BracketPairing | None) -> Iterator[BracketPairing]:
        """Yield the first candidates of the bracket: transpositions of G2 after the shifts [3.2.6]."""
        pairs = self._pairs(trace)
        g1, g2 = [one for one, _ in pairs], sorted((other for _, other in pairs), key=by_tpn)
        return (BracketPairing(couples, ()) for couples in transpositions(g1, g2, fits))

    def _pairs(self, trace: BracketTrace) -> Sequence[tuple[Player, Player]]:
        """Return the pairs of a bracket in the order of S1, with the player of G1 first [3.2.5]."""
        players, state = [player for pair in trace.pairing.pairs for player in pair], trace.bracket.state
        return self.subgroups(players, self.process.averages(state), state).pairs()

    def _pair_top(self, state: RoundState, players: tuple[Player, ...], aro: Averages) -> BracketTrace:
        """[C.04.4.1 3.2] Pair the top scoregroup with the upfloaters that it needs."""
        bracket = top_scoregroup(state, players)
        upfloaters, decided = self.upfloaters(bracket, aro)
        pairs = self.subgroups(bracket.residents + upfloaters, aro, state).pairs()
        return BracketTrace(bracket, BracketPairing(tuple(map(ranked, pairs)), ()), decided)

    def upfloaters(self, bracket: Bracket, _aro: Averages) -> tuple[tuple[Player, ...], str]:
        """[C.04.4.1 3.2.1, 3.2.2] Find the best set of upfloaters, and say how this set was found.

        Raises `NoPairing` if no set exists.
        """
        found = best_set(self, self.of_sets, bracket)
        if found is None:
            raise self.no_pairing(
                bracket.state._replace(players=bracket.residents + bracket.following + bracket.beyond)
            )
        return found, Horizon.EVERYBODY.value

    def subgroups(self, players: Sequence[Player], aro: Averages, state: RoundState) -> Subgroups:
        """[C.04.4.1 3.2.3] Divide the players of a bracket into the subgroups G1 and G2."""
        return Subgroups(players, aro, self.allowed(state), self.engine, kept_apart(self.system.wishing))


class Dubov(NamedTuple):
    """[C.04.4.1 1.9] The Dubov process: pair the top scoregroup with its upfloaters, then the remaining players so.

    ``averages`` computes the average rating of every player's opponents [1.7]. The articles are those on the order of
    the ``sets`` of upfloaters, on who changes subgroup (``shifters``), and on who meets whom (``transpositions``).
    """

    averages: Callable[[RoundState], Averages]
    sets: str
    shifters: str
    transpositions: str
    method: type[DubovMethod] = DubovMethod


def _later(
    chapter: str, process: Dubov, pairs: Sequence[tuple[Player, Player]], mates: Mates, state: RoundState
) -> Finding:
    """Find the first pair within a subgroup, which other shifters would need, or else the first wrong opponent."""
    g1 = {one.tpn for one, _ in pairs}
    within = next((one.tpn for one, _ in pairs if mates[one.tpn] in g1), None)
    if within is not None:
        mate = mates[within]
        right = say(
            "the players of G1, who are {g1}, meet players of G2", g1=listed(state.shown(tpn) for tpn in sorted(g1))
        )
        wrong = say("{one} meets {other}", one=state.called(within), other=state.called(mate))
        words = say("the first possible set of shifters between G1 and G2 is taken")
        return Finding(Fault.LATER, f"{chapter} {process.shifters}", "", words, right, wrong, (within, mate))
    for one, other in pairs:
        if (mate := mates[one.tpn]) != other.tpn:
            words = say("the first player who differs in the transposition of G2")
            article = f"{chapter} {process.transpositions}"
            return Finding(Fault.LATER, article, "", words, players=(mate,), instead=(other.tpn,), of=one.tpn)
    raise AssertionError("the other pairing of the bracket does not differ")
