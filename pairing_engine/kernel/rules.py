"""Criteria as values: a rule is declared once, as the cost of one edge (a possible pair).

The same declaration is used to find the best pairing, to compare pairings, and to explain them.

The rules of a system, in order of priority, are its Article 2. `Weigher` turns their costs into one whole number. The
order of candidates, which some systems add, uses less significant bits of that number (`weights.Weights`). Costs are
cached by the facts that the rules read of a player and of a bracket, see `bracket_graph.Profiles`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Sequence
from enum import Enum
from itertools import count

from pairing_engine.facts.model import Tpn, show_points
from pairing_engine.kernel.bracket import Bracket, Edge
from pairing_engine.kernel.weights import Weights
from pairing_engine.language import say
from pairing_engine.state.round_state import Player
from pairing_engine.values import NamedTuple, dataclass

Cost = Callable[[Edge, Bracket], int]
"""A function that returns the cost of an edge by a rule: a nonnegative whole number."""

Total = int | tuple[int, ...]
"""The cost of a pairing by a rule: a sum, or a list in descending order (see `Rule`)."""


White = frozenset[Tpn]
"""The players who have White in a round."""

Who = Callable[[Edge, Bracket, White], Iterable[Player]]
"""A function that returns the players whom a rule holds responsible for the cost of an edge."""


def always(_bracket: Bracket) -> bool:
    """Return True: the rule can make a difference in every bracket."""
    return True


class Scope(Enum):
    """The part of the round that a rule considers."""

    BRACKET = "the pairs of the bracket, and who floats from it"
    BEYOND = "what becomes of those below the bracket"
    UPFLOATERS = "the set of upfloaters"


def whoever_is_there(edge: Edge, _bracket: Bracket, _white: White) -> Iterable[Player]:
    """Both players if the edge is a pair of one scoregroup; otherwise only the upper player."""
    return edge.players if edge.upper_in is edge.lower_in else (edge.upper,)


def both(edge: Edge, _bracket: Bracket, _white: White) -> Iterable[Player]:
    """The players of the edge, whichever scoregroups they are in."""
    return edge.players


def upper_of(edge: Edge, _bracket: Bracket, _white: White) -> Iterable[Player]:
    """The upper player of a pair, who is the downfloater."""
    return (edge.upper,)


def lower_of(edge: Edge, _bracket: Bracket, _white: White) -> Iterable[Player]:
    """The lower player of a pair: an upfloater, or the opponent of a player who was moved down."""
    return () if edge.lower is None else (edge.lower,)


def nobody(_edge: Edge, _bracket: Bracket, _white: White) -> Iterable[Player]:
    """No player in particular, because the rule counts only the sum over the bracket."""
    return ()


def denied(edge: Edge, _bracket: Bracket, white: White) -> Iterable[Player]:
    """The players of a pair who do not get the colour they prefer; both players if the colours are unknown."""
    if not any(player.tpn in white for player in edge.players):
        return edge.players
    return [player for player in edge.players if player.preference and (player.preference > 0) != (player.tpn in white)]


@dataclass(frozen=True, eq=False)
class Rule:
    """One criterion, which gives each edge of a bracket a cost.

    There are two kinds. If ``levels`` is None, the rule *counts*: its total is the sum of the costs of the edges.
    Otherwise the rule *lists*: the cost of an edge is 0 or one of the levels (positive numbers in descending order),
    and its total is the list of these costs in descending order. The pairing with the smaller list is better ("minimise
    the scores, taken in descending order").

    ``applies`` is false in brackets where the rule cannot make a difference. ``most`` is an upper bound of the total of
    a rule that counts; without it, the bound is the number of players. ``base`` is added to the levels when they are
    shown, if the summary speaks of scores and not of differences. ``scope`` is the part of the round that the rule
    considers: the graph of a bracket alone leaves out rules that look further. ``text`` is the chapter of the article,
    if it is not the chapter of the system. ``who`` returns the players who are responsible for the cost of an edge.
    """

    code: str
    article: str
    summary: str
    cost: Cost
    applies: Callable[[Bracket], bool] = always
    levels: Callable[[Bracket], tuple[int, ...]] | None = None
    most: int | None = None
    scope: Scope = Scope.BRACKET
    base: Callable[[Bracket], int] | None = None
    text: str = ""
    who: Who = whoever_is_there

    def cited(self, chapter: str) -> str:
        """The full citation of the article; ``chapter`` is the system's own chapter."""
        return f"{self.text or chapter} {self.article}"

    def total(self, edges: Iterable[Edge], bracket: Bracket) -> Total:
        """The total of a pairing by this rule; a smaller total is better."""
        costs = (self.cost(edge, bracket) for edge in edges)
        if self.levels is None:
            return sum(costs)
        return tuple(sorted((cost for cost in costs if cost), reverse=True))

    def show(self, total: Total, bracket: Bracket) -> str:
        """A total as text for readers: a number, or a list of points."""
        if isinstance(total, int):
            return str(total)
        base = 0 if self.base is None else self.base(bracket)
        return ", ".join(show_points(base + value) for value in total) or say("none")

    def counted(self, edges: Iterable[Edge], bracket: Bracket, white: White) -> tuple[Tpn, ...]:
        """The players who contribute to the total of a pairing, beginning with the highest cost."""
        costs = [(self.cost(edge, bracket), edge) for edge in edges]
        costly = sorted((pair for pair in costs if pair[0]), key=lambda pair: -pair[0])
        return tuple(dict.fromkeys(player.tpn for _, edge in costly for player in self.who(edge, bracket, white)))

    def __reduce__(self) -> tuple[object, ...]:
        """The form in which a rule is sent to another process.

        If a module has a name for the rule, only that name is sent, so that the other process uses its own object of
        that name. Otherwise all values of the rule are sent.
        """
        place = (self.cost.__module__, getattr(self.cost, "__qualname__", ""))
        if _named(*place) is self:
            return _named, place
        cost: object = self.cost
        if isinstance(_named(*place), Rule):
            cost = _CostOf(*place)  # the name of the function, since a function cannot be sent
        return _rule, (
            self.code,
            self.article,
            self.summary,
            cost,
            self.applies,
            self.levels,
            self.most,
            self.scope,
            self.base,
            self.text,
            self.who,
        )


class _CostOf(NamedTuple):
    """The name of a rule's cost function, which is sent to another process instead of the function."""

    module: str
    name: str


def _named(module: str, name: str) -> object:
    """The object with a given name in a module; None if the module has no such object."""
    return getattr(sys.modules.get(module) or __import__(module, fromlist=[name]), name, None)


def _rule(code: str, article: str, summary: str, cost: Cost | _CostOf, *others: object) -> Rule:
    """Build a rule in another process from the values that were sent there."""
    if isinstance(cost, _CostOf):
        named = _named(cost.module, cost.name)
        assert isinstance(named, Rule)
        cost = named.cost
    return Rule(code, article, summary, cost, *others)  # type: ignore[arg-type]


def parted(article: str) -> tuple[str, str]:
    """The chapter and the number of an article; the chapter is empty for rules that several systems share.

    >>> parted("C.04.4.1 2.3.2"), parted("2.3.2"), parted("C.04.3 C.14.b")
    (('C.04.4.1', '2.3.2'), ('', '2.3.2'), ('C.04.3', 'C.14.b'))
    """
    chapter, blank, number = article.partition(" ")
    return (chapter, number) if blank and chapter.startswith("C.0") else ("", article)


def counts(
    code: str,
    article: str,
    summary: str,
    *,
    applies: Callable[[Bracket], bool] = always,
    most: int | None = None,
    scope: Scope = Scope.BRACKET,
    who: Who | None = None,
) -> Callable[[Cost], Rule]:
    """Declare a rule whose total is a sum; ``article`` includes the chapter, unless several systems share the rule."""
    text, number = parted(article)
    meant = _who(scope) if who is None else who
    return lambda cost: Rule(code, number, summary, cost, applies, None, most, scope, text=text, who=meant)


def lists(
    code: str,
    article: str,
    summary: str,
    *,
    levels: Callable[[Bracket], tuple[int, ...]],
    applies: Callable[[Bracket], bool] = always,
    scope: Scope = Scope.BRACKET,
    base: Callable[[Bracket], int] | None = None,
    who: Who | None = None,
) -> Callable[[Cost], Rule]:
    """Declare a rule whose total is a list of values, compared in descending order; ``article`` is as for `counts`."""
    text, number = parted(article)
    meant = _who(scope) if who is None else who
    return lambda cost: Rule(code, number, summary, cost, applies, levels, None, scope, base, text, meant)


def _who(scope: Scope) -> Who:
    """The function that names the responsible players, for a rule that does not declare such a function."""
    return lower_of if scope is Scope.UPFLOATERS else whoever_is_there


Costs = tuple[tuple[Rule, int], ...]
"""The cost of an edge by each rule; rules with cost 0 are left out."""


def costs_of(rules: Iterable[Rule], edge: Edge, bracket: Bracket) -> Costs:
    """The cost of an edge by each of the given rules."""
    found = []
    for rule in rules:
        cost = rule.cost(edge, bracket)
        if cost:
            found.append((rule, int(cost)))
    return tuple(found)


class Weigher:
    """A converter of an edge's costs by all rules into one whole number.

    Add up these numbers for all edges of a pairing. Of two pairings, the one with the smaller sum is better by the
    rules, compared in order of priority.

    Each rule that counts has its own bits in the number, and so does each level of a rule that lists. There are enough
    of them for any pairing of ``vertices`` players, so a total never overflows into other bits. All brackets with the
    same levels share one converter.
    """

    def __init__(self, rules: Sequence[Rule], bracket: Bracket, vertices: int) -> None:
        self.rules = rules
        weights = Weights()
        self._place: dict[Rule, dict[int, int] | int] = {}
        width = vertices.bit_length()
        for rule in reversed(rules):
            if rule.levels is None:
                self._place[rule] = weights.add(width if rule.most is None else rule.most.bit_length())
            else:
                self._place[rule] = {level: weights.add(width) for level in reversed(rule.levels(bracket))}
        self.fields, self.bits = weights.fields, weights.bits

    def pack(self, costs: Costs) -> int:
        """The costs of one edge as one number; costs of rules that the converter does not contain are ignored."""
        packed = 0
        for rule, cost in costs:
            place = self._place.get(rule)
            if isinstance(place, dict):
                packed += 1 << place[cost]
            elif place is not None:
                packed += cost << place
        return packed


MOST_KINDS = 1 << 16
"""The number of cached profiles at which the cache is emptied."""

_kinds: dict[Hashable, int] = {}
_numbers = count()


def kind_of(profile: Hashable) -> int:
    """A number that stands for a profile (the facts about a player that the rules read).

    Different profiles never have the same number. If the cache was emptied, the same profile gets a new number.
    """
    found = _kinds.get(profile)
    if found is None:
        if len(_kinds) >= MOST_KINDS:
            _kinds.clear()
        found = _kinds[profile] = next(_numbers)
    return found
