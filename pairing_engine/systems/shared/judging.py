"""Functions that compare two rounds.

``right`` is the round that the rules require, and ``other`` is a different round. The comparison examines the first
bracket in which the two rounds differ, and finds the article that ``other`` breaks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from pairing_engine.facts.model import Tpn
from pairing_engine.kernel.findings import Fault, Finding, Mates, TwoRounds, own_edges
from pairing_engine.kernel.order import Digit, Order
from pairing_engine.kernel.rules import (
    Bracket,
    BracketPairing,
    Edge,
    Region,
    Rule,
    Scope,
    Total,
    denied,
    strongly_denied,
)
from pairing_engine.state.round_state import Player, ranking


def published(players: Iterable[Player], mates: Mates) -> BracketPairing:
    """Return the pairs among the given players; a player with another opponent floats."""
    among = {player.tpn: player for player in players}
    pairs: list[tuple[Player, Player]] = []
    floaters: list[Player] = []
    done: set[Tpn] = set()
    for tpn, player in among.items():
        mate = among.get(mates.get(tpn, Tpn(0)))
        if mate is None:
            floaters.append(player)
        elif tpn not in done:
            pairs.append((player, mate))
            done |= {tpn, mate.tpn}
    return BracketPairing(tuple(pairs), tuple(floaters))


def edges_of_round(bracket: Bracket, mates: Mates) -> list[Edge]:
    """Return the pairs and the bye as edges, for all players from the bracket down."""
    parts = ((bracket.members, Region.BRACKET), (bracket.following, Region.FOLLOWING), (bracket.beyond, Region.BEYOND))
    there = {player.tpn: (player, region) for players, region in parts for player in players}
    edges = []
    for tpn, (player, region) in there.items():
        mate = there.get(mates.get(tpn, Tpn(0)))
        if mate is None:
            edges.append(Edge(player, None, region, Region.BYE))
        elif ranking(player) < ranking(mate[0]):
            edges.append(Edge(player, mate[0], region, mate[1]))
    return edges


class Compared(NamedTuple):
    """The different totals of two rounds for the same rule."""

    rule: Rule
    right: Total
    other: Total

    @property
    def is_worse(self) -> bool:
        """Whether the other total is greater; both totals are numbers, or both are lists."""
        return self.right < self.other  # type: ignore[operator]


class BothEdges(NamedTuple):
    """The edges of the two rounds, for all players from a bracket down."""

    bracket: Bracket
    right: Sequence[Edge]
    other: Sequence[Edge]
    rounds: TwoRounds

    @classmethod
    def of(cls, bracket: Bracket, rounds: TwoRounds) -> BothEdges:
        right, other = (edges_of_round(bracket, one.mates) for one in rounds)
        return cls(bracket, right, other, rounds)

    @classmethod
    def among(cls, bracket: Bracket, members: Sequence[Player], rounds: TwoRounds) -> BothEdges:
        """Compare only the pairs in which both players are among ``members``."""
        right, other = (own_edges(published(members, one.mates)) for one in rounds)
        return cls(bracket, right, other, rounds)

    def first_difference(self, rules: Iterable[Rule]) -> Compared | None:
        for rule in rules:
            if rule.applies(self.bracket):
                totals = rule.total(self.right, self.bracket), rule.total(self.other, self.bracket)
                if totals[0] != totals[1]:
                    return Compared(rule, *totals)
        return None

    def judged(self, chapter: str, rules: Iterable[Rule], if_equal: Callable[[], Finding | None]) -> Finding | None:
        """Report the first rule by which the other round is worse; ``if_equal`` judges rounds that are equally good."""
        found = self.first_difference(rules)
        if found is None:
            return if_equal()
        return self.worse(chapter, found) if found.is_worse else None

    def worse(self, chapter: str, found: Compared) -> Finding:
        rule, bracket = found.rule, self.bracket
        wrong = rule.show(found.other, bracket)
        players = rule.counted(self.other, bracket, self.rounds.other.white)
        turned = self._denied_by_hand(rule)
        if turned is not None:
            wrong, players = str(len(turned)), turned
        return Finding(
            Fault.WORSE,
            rule.cited(chapter),
            rule.code,
            rule.summary,
            rule.show(found.right, bracket),
            wrong,
            players,
            rule.counted(self.right, bracket, self.rounds.right.white),
            clause=rule.harm(found.right, found.other),
        )

    def _denied_by_hand(self, rule: Rule) -> tuple[Tpn, ...] | None:
        """Return whom the other round's colours deny a preference; None without a rule of colours, or known ones."""
        white, comes_up = self.rounds.other.white, rule.scope is Scope.UPFLOATERS
        pairs = [edge for edge in self.other if edge.pairs or (comes_up and edge.floats and edge.lower is not None)]
        if rule.who not in (denied, strongly_denied) or not all(
            any(player.tpn in white for player in edge.players) for edge in pairs
        ):
            return None
        found = [player.tpn for edge in pairs for player in rule.who(edge, self.bracket, white)]
        return tuple(found) if len(found) > len(rule.counted(self.other, self.bracket, white)) else None


def with_the_same_floaters(rules: Iterable[Rule], right: BracketPairing, other: BracketPairing) -> tuple[Rule, ...]:
    """Return the rules that two pairings can differ in: none about players below if their floaters are the same."""
    same = {player.tpn for player in right.floaters} == {player.tpn for player in other.floaters}
    return tuple(rule for rule in rules if not same or rule.scope is not Scope.BEYOND)


EARLIER = Finding(Fault.LATER, "", "", "")
"""The result if the other pairing comes before the right one, which only the old Dutch procedures can reject."""


def later_in_order(
    chapter: str,
    order: Order,
    players: Sequence[Player],
    right: BracketPairing,
    other: BracketPairing,
    tops: int | None = None,
    *,
    numbered: bool = True,
) -> Finding | None:
    """Compare the places of two pairings in the order of candidates.

    If ``other`` comes later, the result cites the article and shows the first difference, with the in-bracket sequence
    numbers (BSNs) of players if ``numbered``. It is `EARLIER` if ``other`` comes before ``right``, and None if both
    have the same place. If ``tops`` is given, only pairs with one of the first ``tops`` players are compared.
    """
    place = {player.tpn: i for i, player in enumerate(players)}
    limit = len(players) if tops is None else tops
    ours, theirs = (_Placed(order, place, limit, pairing) for pairing in (right, other))
    if ours.total >= theirs.total:
        return None if ours.total == theirs.total else EARLIER
    digit = order.deciding(ours.total, theirs.total)
    finding = Finding(Fault.LATER, f"{chapter} {digit.article}", "", digit.summary)
    if digit.place is None:
        values = [str(one.total >> digit.low & (1 << digit.width) - 1) for one in (ours, theirs)]
        moved = [tuple(players[i].tpn for i in one.exchanged()) for one in (ours, theirs)]
        return finding._replace(right=values[0], wrong=values[1], players=moved[1], instead=moved[0])
    if digit.opponent:
        finding = finding._replace(of=players[digit.place].tpn)
        both = ours.mates.get(digit.place), theirs.mates.get(digit.place)
    else:
        both = digit.place, theirs.next_chosen(digit)
    rights, others = ([] if i is None else [i] for i in both)
    if numbered:
        finding = finding._replace(right=_numbers(rights), wrong=_numbers(others))
    return finding._replace(
        players=tuple(players[i].tpn for i in others), instead=tuple(players[i].tpn for i in rights)
    )


def _numbers(places: Iterable[int]) -> str:
    return "".join(str(place + 1) for place in places)


class _Placed:
    """A pairing of a bracket in which each player is represented by a place, counted from 0."""

    def __init__(self, order: Order, place: dict[Tpn, int], limit: int, pairing: BracketPairing) -> None:
        self.order = order
        self.mates: dict[int, int] = {}
        self.total = 0
        for pair in pairing.pairs:
            places = sorted(place[player.tpn] for player in pair if player.tpn in place)
            if len(places) == 2 and places[0] < limit:
                self.mates[places[0]], self.mates[places[1]] = places[1], places[0]
                self.total += order.pair(*places)
        self.total += sum(order.other[place[player.tpn]] for player in pairing.floaters if player.tpn in place)
        self.placed = sorted({*self.mates, *(place[p.tpn] for p in pairing.floaters if p.tpn in place)})

    def _adds(self, digit: Digit, place: int) -> int:
        costs = self.order.top if self.mates.get(place, -1) > place else self.order.other
        return abs(costs[place]) >> digit.low & (1 << digit.width) - 1

    def exchanged(self) -> list[int]:
        sums = [digit for digit in self.order.digits if digit.place is None]
        return [place for place in self.placed if any(self._adds(digit, place) for digit in sums)]

    def next_chosen(self, digit: Digit) -> int | None:
        """Return the place of the player chosen instead of the player at ``digit.place``; None if nobody is."""
        following = self.order.digits[self.order.digits.index(digit) + 1 :]
        group = (one for one in following if (one.article, one.summary) == (digit.article, digit.summary))
        chosen = (one.place for one in group if one.place in self.placed and not self._adds(one, one.place))
        return next(chosen, None)
