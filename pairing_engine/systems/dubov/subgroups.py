"""[C.04.4.1 3.2.3-3.2.6] The two subgroups of a bracket, the shifts between them, and the final pairs.

First, a quick search shifts players only to make the subgroups equal, and looks for the first legal transposition. If
the quick search fails, three matchings find the shifts of 3.2.4.1, the shifts of 3.2.4.2, and the pairs of 3.2.6.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pairing_engine.facts.model import Tpn, show_points
from pairing_engine.kernel.bye import MayMeetInRound
from pairing_engine.kernel.order import Order, add_opponents, bytes_of_order
from pairing_engine.kernel.remembered import remembered
from pairing_engine.kernel.rules import Weights, raised
from pairing_engine.language import say
from pairing_engine.matching import Backend, CostField, Pair, lightest
from pairing_engine.matching.size import MOST_BYTES, check_edges, order_too_large
from pairing_engine.state.round_state import Player, by_tpn
from pairing_engine.systems.shared.greedy_transposition import first_assignment
from pairing_engine.systems.shared.orders import FIRST_OPPONENT
from pairing_engine.values import NamedTuple

Pairs = tuple[tuple[Player, Player], ...]


@remembered
def transposition_order(tops: int, size: int) -> Order:
    """[C.04.4.1 4.4] Build the order of transpositions for a list of ``size`` players.

    Each of the first ``tops`` players meets one of the other players.

    >>> order = transposition_order(2, 4)
    >>> order.pair(0, 2) + order.pair(1, 3) < order.pair(0, 3) + order.pair(1, 2)
    True
    """
    order = Order(size)
    add_opponents(order, range(tops), "4.4", FIRST_OPPONENT)
    return order


class KeptApart(NamedTuple):
    """The pairs that the organiser wishes to avoid (reading Z7).

    Strong wishes take priority over [C7]. Weak wishes affect only the choice of the transposition.
    """

    strong: Callable[[Player, Player], bool]
    weak: Callable[[Player, Player], bool]

    def cost(self, one: Player, other: Player) -> int:
        """Compute the cost of a pair: 2 for a broken strong wish, and 1 more for a broken weak wish."""
        return 2 * self.strong(one, other) + self.weak(one, other)


class Subgroups:
    """A bracket with its subgroups G1 and G2 [3.2.3].

    ``aro`` maps each player to the average rating of the player's opponents [1.7]. ``apart`` contains the pairs that
    the organiser wishes to avoid.
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

    def pairs(self) -> Pairs:
        """[C.04.4.1 3.2.6] Find the final pairs of the bracket, with the player of G1 first in each pair.

        The bracket must have a complete pairing.
        """
        if self.backend is Backend.AUTO:
            found = self.at_once()
            if found is not None:
                return found
        away = self._unavoidable_shifters()
        s1, g2 = self._shifted(away, self._equalising_shifters(away))
        return self._transposed(s1, g2) or self._first_transposition(s1, g2)

    def at_once(self) -> Pairs | None:
        """Find the pairs by a quick search, which shifts only the first set that makes the subgroups equal.

        Returns None if a short search finds no transposition.
        """
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

        White seekers are sorted by ARO, and Black seekers by TPN. The player in the middle of the list is chosen first.
        Then the player in the middle of the remaining list is chosen, and so on. If two players are in the middle, the
        first of the two is chosen.
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

    # C.04.4.1 3.2.6
    def _transposed(self, s1: Sequence[Player], g2: Sequence[Player]) -> Pairs | None:
        """[3.2.6] Find the first legal transposition that breaks no wish.

        Returns None if a short search finds no pairing.
        """
        may_meet = self.may_meet if self.apart is None else self._may_meet_and_should
        found = first_assignment(len(s1), len(g2), lambda i, j: may_meet(s1[i], g2[j]))
        return None if found is None else tuple((one, g2[j]) for one, j in zip(s1, found, strict=True))

    def _may_meet_and_should(self, one: Player, other: Player) -> bool:
        assert self.apart is not None
        return self.may_meet(one, other) and not self.apart.cost(one, other)

    def _first_transposition(self, s1: Sequence[Player], g2: Sequence[Player]) -> Pairs:
        """[C.04.4.1 3.2.6] Find the first legal transposition with a matching algorithm.

        With wishes, the best transposition breaks the fewest strong wishes, and then the fewest weak wishes.
        """
        size = len(s1)
        self._check_order(2 * size)
        order = transposition_order(size, 2 * size)
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
        bits = order.bits + weights.bits

        def fields() -> list[CostField]:
            return raised(weights.fields, order.bits) + order.fields()

        mates = lightest(pairs, [None] * (2 * size), bits, fields, self.backend)
        assert mates is not None
        return tuple((one, g2[mates[i] - size]) for i, one in enumerate(s1))

    # C.04.4.1 3.2.4.1
    def _unavoidable_shifters(self) -> list[Player]:
        """[3.2.4.1] Find the players who must leave the smaller subgroup (reading V8).

        According to [C7], the best pairing may contain pairs within the smaller subgroup, but as few as possible. One
        player of each pair within the smaller subgroup is shifted.
        """
        pool = self._from_the_middle(self._smaller())
        place = {player.tpn: number for number, player in enumerate(pool)}
        mates = self._best(pool, lambda one, other: self._shifter(one, other, place), None)
        return [p for p in pool if (m := mates[p.tpn]).tpn in place and place[p.tpn] < place[m.tpn]]

    # C.04.4.1 3.2.4.2
    def _equalising_shifters(self, away: Sequence[Player]) -> list[Player]:
        """[3.2.4.2] Find the players who leave the larger subgroup to make both subgroups equal (reading V9)."""
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
        """Find the best legal pairing, and return each player's opponent.

        The best pairing has the fewest broken strong wishes, then the fewest denied preferences [C7], then the fewest
        shifts. If pairings are still equal, the pairing with the earliest set of shifted players [4.3] is the best. The
        costs come from Article 3.2.4, not from the System's criteria.
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
        mates = lightest(pairs, [None] * len(players), weights.bits, lambda: weights.fields, self.backend)
        assert mates is not None
        return {player.tpn: players[mate] for player, mate in zip(players, mates, strict=True)}

    def _check_edges(self, edges: int, bits: int) -> None:
        """Raise `TooLarge` if this many edges do not fit into memory."""
        if edges:
            check_edges(self._which(), len(self.players), edges, bits, networkx=self.backend is Backend.REFERENCE)

    def _check_order(self, size: int) -> None:
        """Raise `TooLarge` if the order of transpositions does not fit into memory."""
        if bytes_of_order(size) > MOST_BYTES:
            raise order_too_large(self._which(), size)

    def _which(self) -> str:
        return say("the bracket of {score} points", score=show_points(max(player.score for player in self.players)))
