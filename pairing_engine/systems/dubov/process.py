"""[C.04.4.1 1.9, 3] The pairing process of the Dubov System.

After the bye, the scoregroups are paired one after the other, each with its upfloaters, from its two subgroups
[3.2.3-3.2.6]. A quick search shifts players only to make the subgroups equal, and looks for the first legal
transposition. If it fails, three matchings find the shifts of 3.2.4.1, the shifts of 3.2.4.2, and the pairs of 3.2.6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from pairing_engine.facts.model import Tpn, Wishing, show_points
from pairing_engine.kernel.bracket_graph import Criteria, Horizon, Profiles
from pairing_engine.kernel.bye import MayMeetInRound, no_pairing
from pairing_engine.kernel.order import Order, add_opponents, bytes_of_order
from pairing_engine.kernel.rules import (
    Bracket,
    BracketPairing,
    Edge,
    Region,
    Rule,
    Scope,
    Total,
    Weights,
    top_scoregroup,
)
from pairing_engine.kernel.trace import BracketTrace, Fault, Finding, Mates, TwoRounds
from pairing_engine.language import listed, marked, say
from pairing_engine.matching import Backend, Pair, lightest
from pairing_engine.matching.solvers import MOST_BYTES, check_edges, order_too_large
from pairing_engine.state.round_state import Player, RoundState, by_tpn, ranked
from pairing_engine.systems.shared.greedy_transposition import count, first_assignment, least_denied
from pairing_engine.systems.shared.in_order import Couples, transpositions
from pairing_engine.systems.shared.judging import BothEdges
from pairing_engine.systems.shared.orders import FIRST_OPPONENT, remembered
from pairing_engine.systems.shared.upfloaters import (
    Upfloaters,
    both_sets,
    edges_of,
    from_the_top,
    judge_upfloaters,
    left_over,
)
from pairing_engine.systems.shared.wish_rules import KeptApart, granted, profiles_with, rules_with_upfloaters
from pairing_engine.systems.system import Fits, Method, Pairs, Proved, System
from pairing_engine.under_way import within
from pairing_engine.values import NamedTuple, dataclass, replace


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
        backend: Backend = Backend.AUTO,
        apart: KeptApart | None = None,
    ) -> None:
        self.players = sorted(players, key=by_tpn)
        self.aro = aro
        self.may_meet = may_meet
        self.backend = backend
        self.apart = apart
        if any(player.colours for player in players):
            self.g1 = [player for player in self.players if player.preference > 0]
            self.g2 = [player for player in self.players if player.preference < 0]
        else:
            half = len(self.players) // 2
            self.g1, self.g2 = self.players[:half], self.players[half:]

    def pairs(self) -> Couples:
        """[C.04.4.1 3.2.6] Find the pairs of a bracket that has a complete pairing, the player of G1 first."""
        if self.backend is Backend.AUTO:
            found = self.at_once()
            if found is not None:
                return found
        away = self._unavoidable_shifters()
        s1, g2 = self._shifted(away, self._equalising_shifters(away))
        return self._transposed(s1, g2) or self._first_transposition(s1, g2)

    def at_once(self) -> Couples | None:
        """Find the pairs with the first set that makes the subgroups equal; None if a short search finds none."""
        surplus = abs(len(self.g1) - len(self.g2)) // 2
        return self._transposed(*self._shifted((), self._from_the_middle(self._larger())[:surplus]))

    def _smaller(self) -> list[Player]:
        return self.g1 if len(self.g1) <= len(self.g2) else self.g2

    def _larger(self) -> list[Player]:
        return self.g2 if len(self.g1) <= len(self.g2) else self.g1

    def _by_aro(self, player: Player) -> tuple[int, int]:
        """[C.04.4.1 3.2.5] Return a sort key: ascending ARO, then ascending TPN."""
        return self.aro[player.tpn], player.tpn

    def _from_the_middle(self, subgroup: Sequence[Player]) -> list[Player]:
        """[C.04.4.1 4.3] List the possible shifters in the order in which they are chosen.

        White seekers are sorted by ARO, and Black seekers by TPN. The player in the middle of the list is chosen, the
        first if there are two, then the player in the middle of the remaining list, and so on.
        """
        seek_white = all(player.preference > 0 for player in subgroup)
        remaining = sorted(subgroup, key=self._by_aro if seek_white else by_tpn)
        return [remaining.pop((len(remaining) - 1) // 2) for _ in subgroup]

    def _shifted(self, away: Sequence[Player], back: Sequence[Player]) -> tuple[list[Player], list[Player]]:
        """[C.04.4.1 3.2.5] Return S1 and G2 after the shifts in both directions. G2 is sorted by TPN."""
        gone, come = {player.tpn for player in away}, {player.tpn for player in back}
        smaller = [p for p in self._smaller() if p.tpn not in gone] + list(back)
        larger = [p for p in self._larger() if p.tpn not in come] + list(away)
        g1, g2 = (smaller, larger) if self._smaller() is self.g1 else (larger, smaller)
        return sorted(g1, key=self._by_aro), sorted(g2, key=by_tpn)

    def _transposed(self, s1: Sequence[Player], g2: Sequence[Player]) -> Couples | None:
        """[C.04.4.1 3.2.6] Find the first legal transposition that breaks no wish; None if a short search fails."""
        may_meet, apart = self.may_meet, self.apart

        def fits(i: int, j: int) -> bool:
            return may_meet(s1[i], g2[j]) and (apart is None or not apart.cost(s1[i], g2[j]))

        found = first_assignment(len(s1), len(g2), fits)
        return None if found is None else tuple((one, g2[j]) for one, j in zip(s1, found, strict=True))

    def _first_transposition(self, s1: Sequence[Player], g2: Sequence[Player]) -> Couples:
        """[C.04.4.1 3.2.6] Find by matching the first legal transposition; fewest broken wishes come first."""
        size = len(s1)
        self._check_order(2 * size)
        order = transposition_order(2 * size, size)
        weights, width = Weights(), size.bit_length()
        weak, strong = (weights.add(width), weights.add(width)) if self.apart is not None else (0, 0)
        pairs: list[Pair] = []
        for i, one in enumerate(s1):
            self._check_edges(len(pairs), order.bits + weights.bits)
            for j, other in enumerate(g2):
                if self.may_meet(one, other):
                    cost = order.pair(i, size + j)
                    if self.apart is not None:
                        broken = (self.apart.strong(one, other) << strong) + (self.apart.weak(one, other) << weak)
                        cost += broken << order.bits
                    pairs.append((i, size + j, cost))
        widths = weights.widths + [digit.width for digit in order.digits]
        mates = lightest(pairs, [None] * (2 * size), widths, self.backend)
        assert mates is not None
        return tuple((one, g2[mates[i] - size]) for i, one in enumerate(s1))

    def _unavoidable_shifters(self) -> list[Player]:
        """[C.04.4.1 3.2.4.1] Find one player of each pair that [C7] needs within the smaller subgroup (reading V8)."""
        pool = self._from_the_middle(self._smaller())
        place = {player.tpn: number for number, player in enumerate(pool)}
        mates = self._best(pool, lambda one, other: self._shifter(one, other, place), None)
        return [p for p in pool if (m := mates[p.tpn]).tpn in place and place[p.tpn] < place[m.tpn]]

    def _equalising_shifters(self, away: Sequence[Player]) -> list[Player]:
        """[C.04.4.1 3.2.4.2] Find who leaves the larger subgroup to make both subgroups equal (reading V9)."""
        pool = self._from_the_middle(self._larger())
        place = {player.tpn: number for number, player in enumerate(pool)}
        come = {player.tpn for player in away}
        stay = {player.tpn for player in self._smaller()} - come

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
            self._check_edges(len(pairs), weights.bits)
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
        mates = lightest(pairs, [None] * len(players), weights.widths, self.backend)
        assert mates is not None
        return {player.tpn: players[mate] for player, mate in zip(players, mates, strict=True)}

    def _check_edges(self, edges: int, bits: int) -> None:
        """Raise `TooLarge` if this many edges do not fit into memory."""
        if edges:
            check_edges(self._which, len(self.players), edges, bits, networkx=self.backend is Backend.REFERENCE)

    def _check_order(self, size: int) -> None:
        """Raise `TooLarge` if the order of transpositions does not fit into memory."""
        if bytes_of_order(size) > MOST_BYTES:
            raise order_too_large(self._which(), size)

    def _which(self) -> str:
        return say("the bracket of {score} points", score=show_points(max(player.score for player in self.players)))


Averages = Mapping[Tpn, int]
"""The average rating of each player's opponents [1.7]."""

AtOnce = Callable[[Bracket, Sequence[Rule], Averages, Callable[[Player, Player], bool]], Player | None]


class DubovShortcuts(NamedTuple):
    """The shortcuts for choosing upfloaters. A shortcut that is not used is None.

    ``one_upfloater`` finds the only upfloater of an odd scoregroup. If the System's criteria begin with ``nearest``,
    which prefer upfloaters from the nearest scoregroups, up to two upfloaters are chosen from these only.
    """

    one_upfloater: Proved | None
    nearest: tuple[Rule, ...] | None


@dataclass(frozen=True)
class ScoregroupsWithUpfloaters:
    """[C.04.4.1 1.9] The Dubov process: pair the top scoregroup with its upfloaters, then the remaining players so.

    ``averages`` computes the average rating of every player's opponents [1.7]. ``apart`` contains the pairs that the
    organiser wishes to avoid. ``wishless`` is the same system without wishes, or None if there is no strong wish.
    """

    profiles: Profiles
    averages: Callable[[RoundState], Averages]
    articles: DubovArticles
    shortcuts: DubovShortcuts
    apart: KeptApart | None = None
    wishless: System | None = None

    def __call__(self, system: System) -> Method:
        return _DubovMethod(system, self)

    def granting(self, system: System, wishing: Wishing) -> System:
        rules = rules_with_upfloaters(wishing, "Z7")
        changed = replace(
            self,
            profiles=profiles_with(self.profiles, wishing, rules.all),
            apart=KeptApart.of(wishing),
            wishless=system if rules.strong else None,
        )
        return granted(system, wishing, rules, changed)


class _DubovMethod(Method):
    def __init__(self, system: System, process: ScoregroupsWithUpfloaters) -> None:
        super().__init__(system)
        self.process = process
        self.of_sets = tuple(rule for rule in system.criteria if rule.scope is Scope.UPFLOATERS)
        self.criteria = Criteria(self.of_sets, system.may_meet, process.profiles)
        self.article = system.completion.impossible
        one, nearest = process.shortcuts.one_upfloater, process.shortcuts.nearest
        self.at_once: AtOnce | None = None
        if one is not None and one.holds_for(self.of_sets, system.may_meet):
            self.at_once = one.find
        self.without_strong: _DubovMethod | None = None
        if process.wishless is not None:
            assert isinstance(process.wishless.process, ScoregroupsWithUpfloaters)
            self.without_strong = _DubovMethod(process.wishless, process.wishless.process)
        self.nearest = nearest is not None and self.of_sets[: len(nearest)] == nearest

    def pair(self, state: RoundState, backend: Backend) -> Pairs:
        """Pair the round, and choose who gets the pairing-allocated bye.

        Raises `NoPairing` if no complete round-pairing exists [1.9.3]. Raises `MissingFact` if a player has no rating
        [1.1].
        """
        aro = self.process.averages(state)
        bye, players = self.bye_first(state, self.article, backend)
        scoregroups = len({player.score for player in players})

        def pair_top(left: tuple[Player, ...]) -> BracketTrace:
            within(marked("pairing the brackets"), scoregroups - len({p.score for p in left}) + 1, scoregroups)
            return self._pair_top(state, left, aro, backend)

        return Pairs.of(tuple(from_the_top(players, pair_top)), bye)

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        chapter, bracket, articles = self.system.article, trace.bracket, self.process.articles
        ours, theirs = both_sets(trace, rounds)
        if ours != theirs:
            return judge_upfloaters(self.of_sets, chapter, articles.sets, trace, rounds)
        sides = BothEdges.of(bracket, rounds)
        of_pairs = tuple(rule for rule in self.system.criteria if rule.scope is not Scope.UPFLOATERS)

        def later() -> Finding:
            aro = self.process.averages(bracket.state)
            pairs = self.subgroups(bracket.residents + ours, aro, bracket.state, Backend.AUTO).pairs()
            return _later(chapter, articles, pairs, rounds.other.mates, bracket.state)

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
        return self.subgroups(players, self.process.averages(state), state, Backend.AUTO).pairs()

    def _pair_top(
        self, state: RoundState, players: tuple[Player, ...], aro: Averages, backend: Backend
    ) -> BracketTrace:
        """[C.04.4.1 3.2] Pair the top scoregroup with the upfloaters that it needs."""
        bracket = top_scoregroup(state, players)
        upfloaters, decided = self.upfloaters(bracket, aro, backend)
        pairs = self.subgroups(bracket.residents + upfloaters, aro, state, backend).pairs()
        return BracketTrace(bracket, BracketPairing(tuple(map(ranked, pairs)), ()), decided)

    def upfloaters(self, bracket: Bracket, aro: Averages, backend: Backend) -> tuple[tuple[Player, ...], str]:
        """[C.04.4.1 3.2.1, 3.2.2] Find the best set of upfloaters, and say how this set was found.

        If there is a strong wish, the best set without wishes is tried first, and accepted if a quick search finds a
        pairing that breaks no wish. Raises `NoPairing` if no set exists.
        """
        if backend is Backend.AUTO and self.without_strong is not None:
            tried = self.without_strong.upfloaters(bracket, aro, backend)
            if self.subgroups(bracket.residents + tried[0], aro, bracket.state, backend).at_once() is not None:
                return tried
        allowed = self.allowed(bracket.state)
        if backend is Backend.AUTO and self.at_once is not None:
            one = self.at_once(bracket, self.criteria.rules, aro, allowed)
            if one is not None:
                return (one,), Horizon.FOLLOWING.value
        found = Upfloaters(self.criteria, bracket, backend, nearest=self.nearest).choose()
        if found is None:
            everybody = bracket.residents + bracket.following + bracket.beyond
            raise no_pairing(self.article, everybody, allowed, bracket.state.shown)
        return found

    def subgroups(self, players: Sequence[Player], aro: Averages, state: RoundState, backend: Backend) -> Subgroups:
        """[C.04.4.1 3.2.3] Divide the players of a bracket into the subgroups G1 and G2."""
        return Subgroups(players, aro, self.allowed(state), backend, self.process.apart)


class DubovArticles(NamedTuple):
    """The articles on the order of the sets of upfloaters, on who changes subgroup, and on who meets whom."""

    sets: str
    shifters: str
    transpositions: str


def _later(
    chapter: str,
    articles: DubovArticles,
    pairs: Sequence[tuple[Player, Player]],
    mates: Mates,
    state: RoundState,
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
        return Finding(Fault.LATER, f"{chapter} {articles.shifters}", "", words, right, wrong, (within, mate))
    for one, other in pairs:
        if (mate := mates[one.tpn]) != other.tpn:
            words = say("the first player who differs in the transposition of G2")
            article = f"{chapter} {articles.transpositions}"
            return Finding(Fault.LATER, article, "", words, players=(mate,), instead=(other.tpn,), of=one.tpn)
    raise AssertionError("the other pairing of the bracket does not differ")


def upfloater_at_once(
    bracket: Bracket, rules: Sequence[Rule], aro: Mapping[Tpn, int], may_meet: MayMeetInRound
) -> Player | None:
    """Find the upfloater of an odd scoregroup, by ``rules`` that begin with [C5] to [C7]; None if quick searches fail.

    By [C5] and [C6], one upfloater from the next scoregroup is best: the player who causes the fewest denied colour
    preferences [C7] floats up if one quick search pairs the bracket without denying more, and another pairs the others.
    """
    if len(bracket.residents) % 2 == 0 or not bracket.following:
        return None
    residents = count(bracket.residents)
    # The first of several equal players is chosen.
    found = min(bracket.following, key=lambda player: _least(player, rules, bracket, residents))
    if Subgroups((*bracket.residents, found), aro, may_meet).at_once() is None:
        return None
    below = [player for player in bracket.following + bracket.beyond if player is not found]
    return None if left_over(below, may_meet) else found


def _least(player: Player, rules: Sequence[Rule], bracket: Bracket, residents: Sequence[int]) -> tuple[int, ...]:
    """Compute the lowest cost of an upfloater for [C7] and later criteria; ``residents`` counts them by preference."""
    edge = Edge(bracket.residents[0], player, Region.BRACKET, Region.FOLLOWING)
    counts = [*residents]
    counts[player.preference] += 1
    denied, _ = least_denied(counts)
    return denied, *(rule.cost(edge, bracket) for rule in rules[3:] if rule.applies(bracket))
