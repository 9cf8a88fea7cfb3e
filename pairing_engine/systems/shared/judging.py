"""What the judges of all systems share. A judge compares the engine's pairing of a bracket (``right``) with that of a
published round (``other``), and says by which article the other one is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pairing_engine.facts.model import Tpn
from pairing_engine.kernel.bracket import Bracket, BracketPairing, Edge, Region
from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.kernel.order import Order
from pairing_engine.kernel.rules import Rule, Scope, Total
from pairing_engine.kernel.trace import BracketTrace, Mates
from pairing_engine.language import say
from pairing_engine.state.round_state import Player
from pairing_engine.systems.system import Completion

LARGEST_COMPLETED = 400
"""With more players than this in a bracket and below it, only the bracket itself is compared."""


def published(players: Iterable[Player], mates: Mates) -> BracketPairing:
    """How a published round pairs these players: who meets another one of them is in a pair, and all others float."""
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


def own_edges(pairing: BracketPairing) -> list[Edge]:
    """The edges of a bracket's pairing; what becomes of its floaters is left open."""
    edges = [Edge(upper, lower) for upper, lower in pairing.pairs]
    return edges + [Edge(player, None, Region.BRACKET, Region.BELOW) for player in pairing.floaters]


def own_totals(rules: Iterable[Rule], trace: BracketTrace) -> list[tuple[Rule, Total]]:
    """The totals of a bracket's own pairs and floaters, by the rules that apply to it and look at nothing else."""
    edges = own_edges(trace.pairing)
    of_bracket = (rule for rule in rules if rule.scope is Scope.BRACKET and rule.applies(trace.bracket))
    return [(rule, rule.total(edges, trace.bracket)) for rule in of_bracket]


def is_better(one: Total, other: Total) -> bool:
    """Is one total better than another by the same rule?"""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return one < other
    assert isinstance(one, int)
    assert isinstance(other, int)
    return one < other


def first_difference(
    rules: Iterable[Rule], right: Sequence[Edge], other: Sequence[Edge], bracket: Bracket
) -> tuple[Rule, tuple[Total, Total]] | None:
    """The first rule in which two pairings differ, with the totals of both; None if they differ in none."""
    for rule in rules:
        if rule.applies(bracket):
            totals = rule.total(right, bracket), rule.total(other, bracket)
            if totals[0] != totals[1]:
                return rule, totals
    return None


def worse(
    chapter: str,
    rule: Rule,
    totals: tuple[Total, Total],
    right: Sequence[Edge],
    other: Sequence[Edge],
    bracket: Bracket,
) -> Finding:
    """The finding that the other pairing satisfies a rule less well; ``totals`` are those of both by this rule.

    It names the players of those edges that cost something and that only the other pairing has; if there are none, of
    all its edges that cost something.
    """
    ours = set(rule.culprits(right, bracket))
    culprits = rule.culprits(other, bracket)
    own = [edge for edge in culprits if edge not in ours] or culprits
    players = dict.fromkeys(player.tpn for edge in own for player in edge.players)
    return Finding(
        Fault.WORSE,
        rule.cited(chapter),
        rule.code,
        rule.summary,
        rule.show(totals[0], bracket),
        rule.show(totals[1], bracket),
        tuple(players),
    )


def incomplete(completion: Completion, players: Iterable[Player]) -> Finding:
    """The finding that after the published pairing not all who are left can be paired; it names these ``players``."""
    words = say("those not yet paired could no longer be completed")
    return Finding(
        Fault.WORSE, completion.article, completion.code, words, players=tuple(player.tpn for player in players)
    )


def later_in_order(
    chapter: str,
    order: Order,
    players: Sequence[Player],
    right: BracketPairing,
    other: BracketPairing,
    tops: int | None = None,
) -> Finding | None:
    """The finding that the other pairing comes later in an order of these players, with the article that decides; None
    if the order cannot tell the two apart. ``tops``: only pairs with one of the first so many players count.
    """
    place = {player.tpn: i for i, player in enumerate(players)}
    limit = len(players) if tops is None else tops
    ours, theirs = (_order_total(order, place, limit, pairing) for pairing in (right, other))
    if ours == theirs:
        return None
    digit = order.deciding(ours, theirs)
    mask = (1 << digit.width) - 1
    right_value, wrong_value = (total >> digit.low & mask for total in (ours, theirs))
    spoken_of = [] if digit.place is None else [players[digit.place].tpn]
    opponents = [bsn for value in (wrong_value, right_value) if (bsn := order.opponent_in(digit, value))]
    if len(opponents) == 2:
        wrong_value, right_value = opponents
        spoken_of += [players[bsn - 1].tpn for bsn in opponents]
    finding = Finding(Fault.LATER, f"{chapter} {digit.article}", "", digit.summary)
    return finding._replace(right=str(right_value), wrong=str(wrong_value), players=tuple(spoken_of))


def _order_total(order: Order, place: Mapping[Tpn, int], tops: int, pairing: BracketPairing) -> int:
    """The number of a pairing by an order; ``place`` has the number by which the order knows each player."""
    total = 0
    for pair in pairing.pairs:
        places = sorted(place[player.tpn] for player in pair if player.tpn in place)
        if len(places) == 2 and places[0] < tops:
            total += order.pair(*places)
    return total + sum(order.other[place[player.tpn]] for player in pairing.floaters if player.tpn in place)
