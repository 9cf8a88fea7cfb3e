"""[C.04.3 1.3] Scoregroups, brackets and their possible pairs (edges), and the criteria as rules about edges.

The engine uses the same rules to find the best pairing, to compare pairings, and to explain a pairing. Each system
lists the criteria of its Article 2 as rules, in order of priority: each rule gives each edge a cost. `Weigher` packs
the costs of an edge into one whole number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from pairing_engine.facts.model import Points, Tpn, show_points
from pairing_engine.language import marked, say
from pairing_engine.state.round_state import STRONG, Player, RoundState, ranking


class Region(Enum):
    """The region of a player in the round, as seen from the bracket that is being paired."""

    BRACKET = "the bracket"
    FOLLOWING = "the next scoregroup"
    BEYOND = "the scoregroups after that"
    BYE = "the pairing-allocated bye"
    BELOW = "somewhere below the bracket"
    """The destination of floaters if the graph contains only the players of the bracket."""


class Edge(NamedTuple):
    """A possible pair, or a single player who floats or gets the bye; every rule assigns a cost to it.

    ``upper`` is the higher ranked player. ``lower`` is None for a single player. ``upper_in`` and ``lower_in`` are the
    regions of the two players; for a single player, ``lower_in`` is the destination.
    """

    upper: Player
    lower: Player | None
    upper_in: Region = Region.BRACKET
    lower_in: Region = Region.BRACKET

    @property
    def pairs(self) -> bool:
        """Whether the edge is a pair within the bracket."""
        return self.upper_in is Region.BRACKET and self.lower_in is Region.BRACKET

    @property
    def floats(self) -> bool:
        """Whether the upper player floats from the bracket or gets the bye."""
        return self.upper_in is Region.BRACKET and self.lower_in is not Region.BRACKET

    @property
    def product(self) -> int:
        """The product of the colour preferences of a pair within the bracket: positive for the same colour; else 0."""
        return self.upper.preference * self.lower.preference if self.lower is not None and self.pairs else 0

    @property
    def players(self) -> tuple[Player, ...]:
        return (self.upper,) if self.lower is None else (self.upper, self.lower)


class Route(Enum):
    """The role of a bracket [A.9 of the Dutch System of 2017]; in other systems, every bracket is ``ORDINARY``."""

    ORDINARY = marked("bracket")
    PENULTIMATE = marked("Penultimate Pairing Bracket")
    COLLAPSED = marked("Collapsed Last Bracket")
    TABLE = marked("the table of rounds")
    """Everybody, in a system that reads its rounds from a table."""


class Bracket(NamedTuple):
    """[C.04.3 1.3.2] A bracket, and all unpaired players below the bracket, in ranking order.

    A bracket consists of a scoregroup (``residents``) and the players moved down to it (``mdps``). ``following`` is the
    next scoregroup, and ``beyond`` are the players below that. If ``odd`` is true, one of the players must get the
    pairing-allocated bye. ``bye_score`` is the score of that player, or None if not yet known. If ``allots_bye`` is
    true, the only downfloater of the bracket gets the bye [C.04.3 2.4.4]. ``level`` is the score without residents.
    """

    state: RoundState
    mdps: tuple[Player, ...]
    residents: tuple[Player, ...]
    following: tuple[Player, ...] = ()
    beyond: tuple[Player, ...] = ()
    odd: bool = False
    bye_score: Points | None = None
    allots_bye: bool = False
    route: Route = Route.ORDINARY
    level: Points = Points(0)

    @property
    def members(self) -> tuple[Player, ...]:
        """All players of the bracket itself, in order of BSN [C.04.3 4.1.1]."""
        return self.mdps + self.residents

    @property
    def score(self) -> Points:
        """The score of the residents (in a collapsed bracket, their highest score)."""
        return self.residents[0].score if self.residents else self.level

    @property
    def lowest_score(self) -> Points:
        """The score of the lowest ranked resident, which differs from `score` only in a collapsed bracket."""
        return self.residents[-1].score


class BracketPairing(NamedTuple):
    """The pairs and the downfloaters of a bracket; in each pair the higher ranked player comes first."""

    pairs: tuple[tuple[Player, Player], ...]
    floaters: tuple[Player, ...]


def scoregroups(players: Iterable[Player]) -> list[tuple[Player, ...]]:
    """[C.04.3 1.3.1] Group players by their scores; ``players`` must be in ranking order."""
    return [tuple(group) for _, group in groupby(players, key=attrgetter("score"))]


def top_scoregroup(state: RoundState, players: tuple[Player, ...]) -> Bracket:
    """Build the bracket of the highest score, and put all other players below the bracket."""
    residents, *lower = scoregroups(players)
    following = lower[0] if lower else ()
    return Bracket(state, (), residents, following, players[len(residents) + len(following) :])


Cost = Callable[[Edge, Bracket], int]
"""A function that returns the cost of an edge under one rule; costs are nonnegative whole numbers."""

Total = int | tuple[int, ...]
"""The cost of a pairing under one rule: a sum, or a list in descending order (see `Rule`)."""


White = frozenset[Tpn]
"""The players who have White in a round."""

Who = Callable[[Edge, Bracket, White], Iterable[Player]]
"""A function that returns the players responsible for the cost of an edge."""


def always(_bracket: Bracket) -> bool:
    """Return True; this is the default for rules that can matter in any bracket."""
    return True


class Scope(Enum):
    """The group of players that a rule concerns."""

    BRACKET = "the pairs of the bracket, and who floats from it"
    BEYOND = "what becomes of those below the bracket"
    UPFLOATERS = "the set of upfloaters"


class Place(Enum):
    """The part of a round of which a clause is true."""

    ROUND = ""
    BRACKET = marked("the bracket of {score} points would be worse: {clause}")
    BELOW = marked("the bracket below that of {score} points would be worse: {clause}")


class Clause(Enum):
    """The harm that a worse total of a rule does, as a clause for players: "If ..., {place}{clause}."."""

    HIGHER_BYE = marked("the bye would go to a player with more points"), Place.ROUND
    UNPLAYED_BYE = marked("the bye would go to a player who has missed more games"), Place.ROUND
    TOPSCORER_DIFFERENCE = marked(
        "more leading players, or opponents of one, would have three more games with one colour than with the other"
    )
    TOPSCORER_THREE_TIMES = marked(
        "more leading players, or opponents of one, would have the same colour three times in a row"
    )
    MDPS_LEFT = marked("fewer of the players who float down to it would find an opponent")
    MDPS_WITHOUT_RESIDENT = marked("fewer of the players who float down to it would meet one of its own players")
    NO_BYE_LEFT = marked("only a player who may not get the bye would be left over"), Place.BELOW
    MORE_DOWN = marked("more players would float down")
    HIGHER_DOWN = marked("players with more points would float down")
    MORE_DOWN_NEXT = marked("more players would float down"), Place.BELOW
    HIGHER_DOWN_NEXT = marked("players with more points would float down"), Place.BELOW
    APART = marked("the score differences would be larger, those of the players who float down included")
    APART_NEXT = (
        marked("the score differences would be larger, those of the players who float down included"),
        Place.BELOW,
    )
    SQUARES_APART = marked("the score differences, squared and added up, would be larger")
    COLOURS = marked("more players would not get the colour that they are due")
    TEAM_COLOURS = marked("more teams would not get the colour that they are due")
    STRONG_TEAM_COLOURS = marked("more teams would not get a colour that they strongly need")
    STRONG_COLOURS = marked("more players would not get a colour that they strongly need")
    PAIRS_WITH_COLOURS = marked("more pairs would have two players who are due the same colour")
    PAIRS_AGAINST_COLOURS = marked("more pairs would not fulfil all colour preferences")
    PAIRS_WITH_STRONG_COLOURS = marked("more pairs would have two players who strongly need the same colour")
    PAIRS_WITH_ABSOLUTE_COLOURS = marked("more pairs would have two players who absolutely need the same colour")
    DOWN_AGAIN = marked("more players would float down again, as in the last round")
    DOWN_AGAIN_2 = marked("more players would float down again, as two rounds ago")
    OWN_DOWN_AGAIN = marked("more of its own players would float down again, as in the last round")
    OWN_DOWN_AGAIN_2 = marked("more of its own players would float down again, as two rounds ago")
    UP_AGAIN = marked("more players would float up again, as in the last round")
    UP_AGAIN_2 = marked("more players would float up again, as two rounds ago")
    MET_UP_AGAIN = marked("more opponents of players who float down to it would float up again, as in the last round")
    MET_UP_AGAIN_2 = marked("more opponents of players who float down to it would float up again, as two rounds ago")
    FURTHER_DOWN = marked("players who floated down in the last round would float down by more points")
    FURTHER_DOWN_2 = marked("players who floated down two rounds ago would float down by more points")
    FURTHER_UP = marked("players who floated up in the last round would float up by more points")
    FURTHER_UP_2 = marked("players who floated up two rounds ago would float up by more points")
    MORE_UP = marked("more upfloaters from lower scoregroups would be needed")
    MORE_UP_NEXT = marked("more upfloaters from lower scoregroups would be needed"), Place.BELOW
    LOWER_UP = marked("the upfloaters would have fewer points")
    MOST_UP = marked("more of the players who have floated up most often would float up again")
    MOST_UP_OFTENER = marked("players would float up again who have floated up even more often")
    COME_UP_AGAIN = marked("more upfloaters would float up again, as in the last round")
    FLOATERS_UP = marked("more floaters of the last round would float up")
    FLOATERS_MEET_UPFLOATER = marked("more floaters of the last round would meet an upfloater")
    FLOAT_AGAIN = marked("more floaters of the last round would float again")

    # A compiled enumeration cannot have `__init__`.
    @property
    def words(self) -> str:
        value: str | tuple[str, Place] = self.value
        return value if isinstance(value, str) else value[0]

    @property
    def place(self) -> Place:
        value: str | tuple[str, Place] = self.value
        return Place.BRACKET if isinstance(value, str) else value[1]


def whoever_is_there(edge: Edge, _bracket: Bracket, _white: White) -> Iterable[Player]:
    """Return both players if they are in the same region, such as the bracket; otherwise the upper player."""
    return edge.players if edge.upper_in is edge.lower_in else (edge.upper,)


def both(edge: Edge, _bracket: Bracket, _white: White) -> Iterable[Player]:
    return edge.players


def upper_of(edge: Edge, _bracket: Bracket, _white: White) -> Iterable[Player]:
    return (edge.upper,)


def lower_of(edge: Edge, _bracket: Bracket, _white: White) -> Iterable[Player]:
    return () if edge.lower is None else (edge.lower,)


def nobody(_edge: Edge, _bracket: Bracket, _white: White) -> Iterable[Player]:
    return ()


def denied(edge: Edge, _bracket: Bracket, white: White) -> Iterable[Player]:
    """Return the players of a pair who do not get their preferred colour; both players if the colours are unknown."""
    if not _colours_known(edge, white):
        return edge.players
    return [player for player in edge.players if player.preference and (player.preference > 0) != (player.tpn in white)]


def strongly_denied(edge: Edge, bracket: Bracket, white: White) -> Iterable[Player]:
    """Return those of `denied` whose preference is strong; both players if the colours are unknown."""
    found = denied(edge, bracket, white)
    return [player for player in found if abs(player.preference) == STRONG] if _colours_known(edge, white) else found


def _colours_known(edge: Edge, white: White) -> bool:
    return any(player.tpn in white for player in edge.players)


class Rule(NamedTuple):
    """A criterion, which gives a cost to each edge of a bracket.

    A rule without ``levels`` *counts*: its total is the sum of the costs, ``most`` an upper bound of it (default: the
    number of players). A rule with ``levels``, positive numbers in descending order, *lists*: its total is the list of
    all costs except 0, each of them a level, in descending order. The pairing with the smaller list is better.

    ``applies`` returns False for a bracket in which the rule cannot make a difference. If ``base`` is given, the levels
    are score differences, and messages show each level plus the score that ``base`` returns. ``text`` is the chapter of
    the article, or empty for the chapter of the system. ``who`` returns the players who are responsible for the cost of
    an edge. ``clause`` tells players what a worse total means.
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
    clause: Clause | None = None

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    def __hash__(self) -> int:
        return object.__hash__(self)

    def cited(self, chapter: str) -> str:
        """Return the article with its chapter; ``chapter`` is the system's own chapter."""
        return f"{self.text or chapter} {self.article}"

    def at(
        self,
        code: str,
        article: str,
        summary: str | None = None,
        clause: Clause | None = None,
        cost: Cost | None = None,
        applies: Callable[[Bracket], bool] | None = None,
    ) -> Rule:
        """Return the rule as another article states it; what is not given stays the same."""
        text, number = parted(article)
        return self._replace(
            code=code,
            article=number,
            text=text,
            summary=summary or self.summary,
            clause=clause or self.clause,
            cost=cost or self.cost,
            applies=applies or self.applies,
        )

    def total(self, edges: Iterable[Edge], bracket: Bracket) -> Total:
        """Compute the total of a pairing under this rule; a smaller total is better."""
        costs = (self.cost(edge, bracket) for edge in edges)
        if self.levels is None:
            return sum(costs)
        return tuple(sorted((cost for cost in costs if cost), reverse=True))

    def show(self, total: Total, bracket: Bracket) -> str:
        if isinstance(total, int):
            return str(total)
        base = 0 if self.base is None else self.base(bracket)
        return ", ".join(show_points(base + value) for value in total) or say("none")

    @property
    def adds_up(self) -> bool:
        """Whether a total is made of the costs of single edges, so that a matching can minimise it."""
        return True

    def harm(self, _right: Total, _other: Total) -> Clause | None:
        """Return the clause about the worse of two totals."""
        return self.clause

    def counted(self, edges: Iterable[Edge], bracket: Bracket, white: White) -> tuple[Tpn, ...]:
        """Return the players who contribute to the total of a pairing, in descending order of cost."""
        costs = [(self.cost(edge, bracket), edge) for edge in edges]
        costly = sorted((pair for pair in costs if pair[0]), key=lambda pair: (-pair[0], ranking(pair[1].upper)))
        return tuple(dict.fromkeys(player.tpn for _, edge in costly for player in self.who(edge, bracket, white)))


def parted(article: str) -> tuple[str, str]:
    """Split an article into chapter and number; the chapter is empty for rules that several systems share.

    >>> parted("C.04.4.1 2.3.2"), parted("2.3.2"), parted("C.04.3 C.14.b")
    (('C.04.4.1', '2.3.2'), ('', '2.3.2'), ('C.04.3', 'C.14.b'))
    """
    chapter, blank, number = article.partition(" ")
    return (chapter, number) if blank and chapter.startswith("C.0") else ("", article)


def counts(
    code: str,
    article: str,
    summary: str,
    clause: Clause | None = None,
    *,
    applies: Callable[[Bracket], bool] = always,
    most: int | None = None,
    scope: Scope = Scope.BRACKET,
    who: Who | None = None,
) -> Callable[[Cost], Rule]:
    """Declare a rule that counts; ``article`` includes the chapter, unless several systems share the rule."""
    text, number = parted(article)
    meant = who or (lower_of if scope is Scope.UPFLOATERS else whoever_is_there)
    return lambda cost: Rule(
        code, number, summary, cost, applies, None, most, scope, text=text, who=meant, clause=clause
    )


def lists(  # noqa: PLR0913 - the values of a rule
    code: str,
    article: str,
    summary: str,
    clause: Clause | None = None,
    *,
    levels: Callable[[Bracket], tuple[int, ...]],
    applies: Callable[[Bracket], bool] = always,
    scope: Scope = Scope.BRACKET,
    base: Callable[[Bracket], int] | None = None,
    who: Who | None = None,
) -> Callable[[Cost], Rule]:
    """Declare a rule that lists; its total is a list in descending order."""
    declare = counts(code, article, summary, clause, applies=applies, scope=scope, who=who)
    return lambda cost: declare(cost)._replace(levels=levels, base=base)


def denies_a_colour(edge: Edge, _bracket: Bracket) -> int:
    return int(edge.product > 0)


DENIED = counts("", "", "players who do not get their colour preference", Clause.COLOURS, who=denied)(denies_a_colour)
"""The rule about colour preferences; each system adds its article."""


Costs = tuple[tuple[Rule, int], ...]
"""The cost of an edge under each rule; rules with cost 0 are left out."""


def costs_of(rules: Iterable[Rule], edge: Edge, bracket: Bracket) -> Costs:
    found = []
    for rule in rules:
        cost = rule.cost(edge, bracket)
        if cost:
            found.append((rule, int(cost)))
    return tuple(found)


class Weigher:
    """An object that packs the costs of an edge into one whole number: the pairing with the smaller sum is better.

    Each rule, or each level of a rule, gets its own group of bits, the rule of highest priority the most significant.
    There are enough bits for any pairing of ``vertices`` players, so a total never overflows into other bits.
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
        self.widths, self.bits = weights.widths, weights.bits

    def pack(self, costs: Costs) -> int:
        """Pack the costs of an edge into one number; costs under rules that the object does not know are ignored."""
        packed = 0
        for rule, cost in costs:
            place = self._place.get(rule)
            if isinstance(place, dict):
                packed += 1 << place[cost]
            elif place is not None:
                packed += cost << place
        return packed


class Weights:
    """The fields in a whole number, most significant first; each must be wide enough for its largest possible sum."""

    def __init__(self) -> None:
        self.bits = 0
        self.widths: list[int] = []

    def add(self, width: int) -> int:
        """Add a new most significant field, and return its lowest bit."""
        low = self.bits
        self.widths.insert(0, width)
        self.bits += width
        return low

    def add_set(self, size: int) -> list[int]:
        """Add one field of one bit for each of ``size`` vertices, and return the amount of each vertex.

        The cost of a set is the sum of the amounts of all vertices that are not in it: of two sets, the one with the
        first vertex in only one of them is better.

        >>> Weights().add_set(3)
        [4, 2, 1]
        """
        return [1 << self.add(1) for _ in range(size)][::-1]
