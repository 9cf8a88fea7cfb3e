"""Why the engine's pairing of a bracket is to be preferred to another one.

Checking is forced pairing: both pairings are completed as well as they can be, and compared criterion by criterion,
then by the order of candidates.
"""

from __future__ import annotations

from dataclasses import replace

from pairing_engine.bracket import Bracket, BracketPairing, Edge, Region
from pairing_engine.findings import Fault, Finding
from pairing_engine.matching import Backend
from pairing_engine.model import Tpn, show_points
from pairing_engine.order import Digit, Order, mdp_order, resident_order
from pairing_engine.question import NO_MEMBER, Horizon
from pairing_engine.rules import Rule, Total
from pairing_engine.state import Player
from pairing_engine.systems.dutch.candidates import question_of
from pairing_engine.systems.dutch.criteria import LOOK_AHEAD, RULES

LARGEST_COMPLETED = 400
"""Above this many players in a bracket and below it, what lies beyond the bracket is not compared."""


def judge(bracket: Bracket, right: BracketPairing, other: BracketPairing) -> Finding | None:
    """What decides for ``right`` and against ``other``, different legal pairings of a bracket; None if nothing does."""
    mdps = {player.tpn for player in bracket.mdps}
    for upper, lower in other.pairs:
        if upper.tpn in mdps and lower.tpn in mdps:
            words = "two players moved down to the same bracket are not paired with each other"
            return Finding(Fault.ILLEGAL, "C.04.3 3.2", "", words, players=(upper.tpn, lower.tpn))
    bracket = replace(bracket, bye_score=None, allots_bye=False)
    rights, others = own_edges(right), own_edges(other)
    ahead: list[Rule] = []
    if len(bracket.members + bracket.following + bracket.beyond) <= LARGEST_COMPLETED:
        completed_right, completed_other = _completed(bracket, right), _completed(bracket, other)
        if completed_right is None:
            return None
        if completed_other is None:
            return Finding(
                Fault.WORSE,
                "C.04.3 2.2.1",
                "C4",
                "those not yet paired could no longer be completed",
                players=tuple(player.tpn for player in other.floaters),
            )
        rights, others, ahead = completed_right, completed_other, list(LOOK_AHEAD)
        bye = next((edge.upper for edge in rights if edge.lower_in is Region.BYE), None)
        bracket = replace(bracket, allots_bye=right.floaters == (bye,))
    for rule in RULES:
        if not rule.applies(bracket) or (rule in LOOK_AHEAD and rule not in ahead):
            continue
        total, others_total = rule.total(rights, bracket), rule.total(others, bracket)
        if total == others_total:
            continue
        if is_better(others_total, total):
            assert not ahead, f"{rule.code}: {others_total} would be better than {total}"
            return BEYOND
        return _worse(rule, total, others_total, rule.culprits(others, bracket))
    return _later(bracket, right, other)


BEYOND = Finding(
    Fault.WORSE, "C.04.3 2.2.1, 2.3.1, 2.4.3", "C4, C5 or C8", "what becomes of those who are paired further down"
)
"""What is left when a bracket is too large to look beyond it, and the other pairing is the better one within it."""


def own_edges(pairing: BracketPairing) -> list[Edge]:
    """The edges of a bracket's pairing, without asking what becomes of its floaters."""
    edges = [Edge(upper, lower) for upper, lower in pairing.pairs]
    return edges + [Edge(player, None, Region.BRACKET, Region.BELOW) for player in pairing.floaters]


def _completed(bracket: Bracket, pairing: BracketPairing) -> list[Edge] | None:
    """The edges of the best round-pairing that begins with this pairing of the bracket; None if there is none."""
    question = question_of(bracket, Horizon.EVERYBODY)
    number = {player.tpn: i for i, player in enumerate(question.players)}
    decided = {number[player.tpn]: NO_MEMBER for player in pairing.floaters}
    for upper, lower in pairing.pairs:
        i, j = number[upper.tpn], number[lower.tpn]
        decided[i], decided[j] = j, i
    mates = question.answer(Order(0), (), decided, Backend.AUTO)
    return None if mates is None else question.edges(mates)


def _worse(rule: Rule, right: Total, other: Total, culprits: tuple[Edge, ...]) -> Finding:
    players = dict.fromkeys(player.tpn for edge in culprits for player in edge.players)
    return Finding(
        Fault.WORSE,
        f"C.04.3 {rule.article}",
        rule.code,
        rule.summary,
        show_total(right),
        show_total(other),
        tuple(players),
    )


def is_better(one: Total, other: Total) -> bool:
    """Is a total of one and the same rule better than another?"""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return one < other
    assert isinstance(one, int)
    assert isinstance(other, int)
    return one < other


def show_total(total: Total) -> str:
    """A total in words: a number, or a list of points."""
    if isinstance(total, int):
        return str(total)
    return ", ".join(show_points(value) for value in total) or "none"


def _later(bracket: Bracket, right: BracketPairing, other: BracketPairing) -> Finding | None:
    """By which article the other pairing comes later in the sequence of candidates [C.04.3 3.6, 3.7]."""
    if bracket.mdps:
        order = mdp_order(len(bracket.mdps), len(bracket.members))
        found = _compare_orders(order, bracket.members, len(bracket.mdps), right, other)
        if found is not None:
            return found
    mdps = {player.tpn for player in bracket.mdps}
    remainder = _remainder(bracket, right, mdps)
    pairs = sum(upper.tpn not in mdps for upper, _ in right.pairs)
    return _compare_orders(resident_order(len(remainder), pairs), remainder, len(remainder), right, other)


def _remainder(bracket: Bracket, pairing: BracketPairing, mdps: set[Tpn]) -> tuple[Player, ...]:
    taken = {lower.tpn for upper, lower in pairing.pairs if upper.tpn in mdps}
    return tuple(player for player in bracket.residents if player.tpn not in taken)


def _compare_orders(
    order: Order, players: tuple[Player, ...], tops: int, right: BracketPairing, other: BracketPairing
) -> Finding | None:
    """The first article of an order in which the pairs of these players differ; only the first ``tops`` can be tops."""
    place = {player.tpn: i for i, player in enumerate(players)}
    ours, theirs = (_order_total(order, place, tops, pairing) for pairing in (right, other))
    if ours == theirs:
        return None
    digit = order.deciding(ours, theirs)
    return Finding(
        Fault.LATER,
        f"C.04.3 {digit.article}",
        "",
        digit.summary,
        _show_digit(digit, ours),
        _show_digit(digit, theirs),
        () if digit.place is None else (players[digit.place].tpn,),
    )


def _show_digit(digit: Digit, total: int) -> str:
    return str(total >> digit.low & (1 << digit.width) - 1)


def _order_total(order: Order, place: dict[Tpn, int], tops: int, pairing: BracketPairing) -> int:
    total = 0
    for upper, lower in pairing.pairs:
        if upper.tpn in place and place[upper.tpn] < tops and lower.tpn in place:
            total += order.pair(place[upper.tpn], place[lower.tpn])
    return total + sum(order.other[place[player.tpn]] for player in pairing.floaters if player.tpn in place)
