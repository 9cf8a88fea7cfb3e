"""[C.04.4.3 2.3, 3] The players of a round, who may meet, and the choice of floaters, with the reason for each choice.

Each player has a place, and the highest ranked player has place 0. Players in the same scoregroup are in the order of
their pairing numbers. A set of players is stored as bits, and bit 0 stands for the highest ranked player (see
`matching.cover`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cached_property
from typing import NamedTuple, TypeVar

from pairing_engine.errors import Fact, MissingFact
from pairing_engine.facts.model import Colour, Tpn
from pairing_engine.kernel.graph import MayMeet
from pairing_engine.language import say
from pairing_engine.matching.cover import UNMATCHED, Augmenting, bits, bits_of, union
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.lim import articles
from pairing_engine.systems.lim.articles import LimReason

Kind = TypeVar("Kind")

MAXI_LIMIT = 100
"""[C.04.4.3 3.2.3, 3.8, 5.7] The largest rating difference between exchanged players in a Maxi-tournament."""


class PlayerTable(NamedTuple):
    """The players to be paired, without the player who gets the bye, in the order of places.

    ``compatible`` contains the opponents whom each player may meet [2.1, 6], ``permitted`` those who are not barred and
    with whom both players can get permitted colours [2.1], and ``content`` the compatible opponents with whom both get
    their due colours (reading L9). ``floated`` lists who floated in the previous round [3.10]. ``ratings`` is empty
    except in a Maxi-tournament. ``steps`` are the steps of the edition's procedure.
    """

    players: Sequence[Player]
    due: Sequence[Colour | None]
    compatible: Sequence[int]
    permitted: Sequence[int]
    content: Sequence[int]
    floated: frozenset[Tpn]
    ratings: Sequence[int]
    steps: frozenset[tuple[str, str]]

    def follows(self, step: LimReason) -> bool:
        return step in self.steps

    def fits(self, one: int, other: int) -> bool:
        return bool(self.compatible[one] >> other & 1)

    def is_due_the_alternate(self, one: int, other: int) -> bool:
        """[C.04.4.3 3.2.2, C.04.4.3 3.8] Whether the players are due different colours, or no colour (reading L9)."""
        return self.due[one] != self.due[other] or self.due[one] is None

    def has_floated(self, place: int) -> bool:
        """[C.04.4.3 3.10] Whether the player floated in the previous round (reading L11)."""
        return self.players[place].tpn in self.floated

    def within_limit(self, one: int, other: int) -> bool:
        """[C.04.4.3 3.2.3, 3.8, 5.7] Whether the rating limit of a Maxi-tournament allows to exchange two players."""
        return not self.ratings or abs(self.ratings[one] - self.ratings[other]) <= MAXI_LIMIT


def player_table_of(
    state: RoundState,
    players: Sequence[Player],
    may_meet: MayMeet,
    floated: frozenset[Tpn],
    steps: frozenset[tuple[str, str]],
) -> PlayerTable:
    """Build the player table of a round. Raises `MissingFact` if a rating is missing in a Maxi-tournament."""
    everybody = (1 << len(players)) - 1
    place = {player.tpn: number for number, player in enumerate(players)}
    with_score = _sets([player.score for player in players])
    due = [due_colour(player) for player in players]
    due_to = _sets(due)
    permitted, opponents, content = [], [], []
    for number, (player, permitted_with) in enumerate(zip(players, _permitted(players), strict=True)):
        new = everybody & ~bits_of(place[tpn] for tpn in player.barred if tpn in place) & ~(1 << number)
        permitted.append(new & permitted_with)
        if may_meet is compatible:
            opponents.append(new & (permitted_with | (with_score[player.score] if state.is_last else 0)))
        else:
            opponents.append(bits_of(place[p.tpn] for p in players if p is not player and may_meet(player, p, state)))
        content.append(opponents[-1] & ~(due_to[due[number]] if due[number] else 0))
    return PlayerTable(players, due, opponents, permitted, content, floated, _ratings(state, players), steps)


def _sets(kinds: Iterable[Kind]) -> dict[Kind, int]:
    """Group the players' places by their values in ``kinds``. Each group is stored as bits (see `matching.cover`)."""
    found: dict[Kind, list[int]] = {}
    for number, kind in enumerate(kinds):
        found.setdefault(kind, []).append(number)
    return {kind: bits_of(numbers) for kind, numbers in found.items()}


def _permitted(players: Sequence[Player]) -> list[int]:
    """[C.04.4.3 2.1] Find each player's opponents with permitted colours for both, also those already met."""
    kinds = [(may_have(player, WHITE), may_have(player, BLACK)) for player in players]
    sets = _sets(kinds)
    examples = dict(zip(kinds, players, strict=True))
    found = {
        kind: union(sets[other] for other, two in examples.items() if have_permitted_colours(one, two))
        for kind, one in examples.items()
    }
    return [found[kind] for kind in kinds]


def _ratings(state: RoundState, players: Sequence[Player]) -> list[int]:
    """Return the ratings of all players in a Maxi-tournament. Returns an empty list for any other tournament."""
    if not state.settings.maxi:
        return []
    of = {participant.tpn: participant for participant in state.tournament.participants}
    unrated = sorted(of[player.tpn].number for player in players if not of[player.tpn].rating)
    if unrated:
        raise MissingFact(Fact.RATINGS_IN_MAXI, unrated)
    return [of[player.tpn].rating for player in players]


WHITE, BLACK = Colour.WHITE, Colour.BLACK

MOST_ABOVE = 2
"""The largest permitted difference between the numbers of games with White and with Black."""


def makes_three_in_a_row(player: Player, colour: Colour) -> bool:
    """[C.04.4.3 5.1.1] Whether a game with this colour would be the player's third in a row (reading L6)."""
    return player.colours[-2:] == colour.value * 2


def makes_three_more(player: Player, colour: Colour) -> bool:
    """[C.04.4.3 5.1.2] Whether the player would have three more games with this colour than with the other."""
    return (player.difference if colour is WHITE else -player.difference) >= MOST_ABOVE


def may_have(player: Player, colour: Colour) -> bool:
    """[C.04.4.3 2.1, C.04.4.3 5.1.1, C.04.4.3 5.1.2] Whether the rules permit the player a certain colour.

    If the colour difference forbids one colour, the other is permitted even for the third time in a row (reading L8).
    """
    if makes_three_more(player, colour):
        return False
    return not makes_three_in_a_row(player, colour) or makes_three_more(player, colour.opposite)


def due_colour(player: Player) -> Colour | None:
    """[C.04.4.3 5.1, 5.3, 5.5, 5.6] Return the colour that the player is due. None before the first game (reading L8).

    After two games with the same colour, the opposite colour is due, unless the colour difference forbids it.
    Otherwise, the colour that reduces the imbalance is due or, without an imbalance, the opposite of the last colour.
    """
    last = player.colours[-1:]
    if not last:
        return None
    if abs(player.difference) >= MOST_ABOVE or (player.difference and player.colours[-2:] != last * 2):
        return BLACK if player.difference > 0 else WHITE
    return BLACK if last == "w" else WHITE


def have_permitted_colours(a: Player, b: Player) -> bool:
    """[C.04.4.3 2.1] Whether both players can get a permitted colour (reading L7)."""
    return (may_have(a, WHITE) and may_have(b, BLACK)) or (may_have(a, BLACK) and may_have(b, WHITE))


def compatible(a: Player, b: Player, state: RoundState) -> bool:
    """[C.04.4.3 2.1] Whether two players have not met (reading L5), and both can get a permitted colour.

    In the last round, players with the same score may meet whatever their colours [6] (reading L47).
    """
    if b.tpn in a.barred:
        return False
    return (state.is_last and a.score == b.score) or have_permitted_colours(a, b)


class Floater(NamedTuple):
    """A floater with the reason for the choice, and the reasons against other candidates."""

    place: int
    why: LimReason
    rejected: tuple[tuple[int, LimReason], ...] = ()


class Type(IntEnum):
    """[C.04.4.3 3.9.1] The types of floaters, from the least to the most disadvantageous."""

    D = 0
    """Type d: a player with a compatible opponent in the adjacent scoregroup."""
    C = 1
    """Type c: a player without a compatible opponent in the adjacent scoregroup."""
    B = 2
    """Type b: a player who floated to this group and has a compatible opponent in the adjacent group."""
    A = 3
    """Type a: a player who floated to this group and has no compatible opponent in the adjacent group."""


@dataclass(frozen=True)
class Outlook:
    """[C.04.4.3 3.3, 3.4, 3.9] The opponents left in the ``adjacent`` group; those ``leaving`` float already."""

    group: Group
    adjacent: Group
    leaving: Sequence[int]

    @cached_property
    def _turns(self) -> list[tuple[int, int]]:
        """The floaters in pairing order, with the opponents free at their turns, and after all turns (reading L20)."""
        free = self.adjacent.own | self.adjacent.floaters
        found = []
        for floater in sorted(self.leaving, key=self.group.rank_as_floater):
            found.append((floater, bits_of(free)))
            opponent = next(opponents_of_floater(floater, self.adjacent, tuple(free)), None)
            free -= {opponent}
        return [*found, (UNMATCHED, bits_of(free))]

    def type_of(self, place: int) -> Type:
        """[C.04.4.3 3.9.1] Return the type that a player would have as a floater."""
        if not self.group.table.follows(articles.LEAST_DISADVANTAGE):
            return Type.D
        rank = self.group.rank_as_floater
        free = next(free for floater, free in self._turns if floater == UNMATCHED or rank(floater) > rank(place))
        has_opponent = self.group.table.compatible[place] & free
        if place in self.group.floaters:
            return Type.B if has_opponent else Type.A
        return Type.D if has_opponent else Type.C

    def least_disadvantaged(self, members: Iterable[int]) -> tuple[Type, list[int]]:
        """[C.04.4.3 3.9.2] Find the least disadvantageous type of the players, and the players of that type."""
        types = {place: self.type_of(place) for place in members}
        best = min(types.values())
        return best, [place for place, kind in types.items() if kind is best]


# --- [2.3.1-2.3.3] ----------------------------------------------------------------------------------------------------


def without_opponents(group: Group) -> list[Floater]:
    """[C.04.4.3 2.3.1-2.3.3] Find the members who have no compatible opponent in the group (readings L16, L17)."""
    members = group.members
    everybody = bits_of(members)
    found = [
        Floater(place, _why_without(group, place, everybody))
        for place in group.order_of_service(members)
        if not group.table.compatible[place] & everybody
    ]
    return [floater for floater in found if floater.why is articles.HAS_NO_OPPONENT or group.table.follows(floater.why)]


def _why_without(group: Group, place: int, members: int) -> LimReason:
    if place in group.floaters:
        return articles.FLOATS_ON
    player = group.table.players[place]
    if all(group.table.players[other].tpn in player.barred for other in bits(members) if other != place):
        return articles.HAS_MET_ALL
    if abs(player.difference) >= MOST_ABOVE:
        return articles.HAS_TWO_MORE
    if player.colours[-2:] in ("ww", "bb"):
        return articles.HAS_TWO_IN_A_ROW
    return articles.HAS_NO_OPPONENT


# --- [2.3.4] ----------------------------------------------------------------------------------------------------------


def to_make_even(outlook: Outlook, members: Collection[int]) -> Floater:
    """[C.04.4.3 2.3.4] Choose the member who floats to make an odd number of members even (reading L21)."""
    best, pool = outlook.least_disadvantaged(members)
    choice = _Choice(outlook.group, members, pool)
    return choice.within_limit(choice.chosen(best))


class _Choice:
    """[C.04.4.3 3.2.2-3.2.4, 3.10] The choice of one floater from the ``pool``, whose players are all of the same type.

    Without one of the players in ``needed``, who are not in the pool, the group would have fewer pairings [3.1].
    """

    def __init__(
        self, group: Group, members: Collection[int], pool: Sequence[int], needed: Collection[int] = ()
    ) -> None:
        self.group = group
        self.table = group.table
        self.members = members
        self.pool = pool
        self.needed = needed
        self.majority: Colour | None = None
        if self.table.follows(articles.MAJORITY):
            self.majority = _majority(self.table.due[place] for place in members)
        self.spared: list[int] = []
        self.costly: list[int] = []

    def chosen(self, kind: Type) -> int:
        """Choose the player of the pool who floats. ``kind`` is the type of all players in the pool."""
        chosen = self._by_colour_and_number(self.pool)
        if kind is Type.D and self.table.has_floated(chosen) and self.table.follows(articles.SPARED):
            return self.spare(chosen)
        return chosen

    def _by_colour_and_number(self, places: Sequence[int]) -> int:
        """[C.04.4.3 3.2.2-3.2.4, 3.3, 3.4] Return the last by number, of those due the majority's colour if any."""
        due = [place for place in places if self.majority and self.table.due[place] is self.majority]
        return self.group.last_numbered(due or places)

    def spare(self, chosen: int) -> int:
        """[C.04.4.3 3.10] Replace a player who floated in the last round, if possible (readings L23, L24)."""
        free = _free_to_leave(self.group, self.members, articles.FEWER_PAIRINGS)
        others = [place for place in self.pool if not self.table.has_floated(place)]
        cheap = [place for place in others if place in free or chosen not in free]
        if not cheap:
            return chosen
        self.spared = [place for place in self.pool if self.table.has_floated(place)]
        self.costly = [place for place in others if place not in cheap]
        return self._by_colour_and_number(cheap)

    def within_limit(self, chosen: int) -> Floater:
        """[C.04.4.3 3.2.3] Let the last numbered player float if the ratings differ by over 100 (reading L27)."""
        own = [place for place in self.members if place in self.group.own]
        last = self.group.last_numbered(own) if own else chosen
        if self.table.within_limit(chosen, last) or not self.table.follows(articles.MAXI):
            return self.floater(chosen)
        others = [place for place in self.members if place != last]
        return Floater(last, _making_even(articles.MAXI), tuple((place, articles.MAXI) for place in others))

    def floater(self, chosen: int) -> Floater:
        """Build the `Floater` with the rule that decided: 3.2.4, or the reason why the last numbered player stays."""
        last = self.group.last_numbered(self.members)
        decisive = articles.LAST_NUMBER if last == chosen else self._why_not(last, chosen)
        rejected = ((place, self._why_not(place, chosen)) for place in self.members if place != chosen)
        return Floater(chosen, _making_even(decisive), tuple(rejected))

    def _why_not(self, place: int, chosen: int) -> LimReason:
        if place in self.needed:
            return articles.COSTS_A_PAIRING
        if place not in self.pool:
            return articles.LEAST_DISADVANTAGE
        if place in self.spared:
            return articles.SPARED
        if place in self.costly:
            return articles.FEWER_PAIRINGS
        if self.majority and self.table.due[place] is not self.majority is self.table.due[chosen]:
            return articles.MAJORITY
        return articles.LAST_NUMBER


def _making_even(decisive: LimReason) -> LimReason:
    """Build a reason that cites Article 2.3.4 (an odd number of players) and the rule that decided the choice."""
    words = say("floats to make the number of players even: {words}", words=say(decisive.words))
    return LimReason(f"2.3.4, {decisive.article}", words)


def _majority(due: Iterable[Colour | None]) -> Colour | None:
    """[C.04.4.3 3.2.2] Return the colour that most of the players are due (reading L22); None if there is none."""
    colours = list(due)
    more = colours.count(WHITE) - colours.count(BLACK)
    if not more:
        return None
    return WHITE if more > 0 else BLACK


def without_loss(group: Group, members: Iterable[int]) -> frozenset[int]:
    """[C.04.4.3 3.1, C.04.4.3 3.10.2] Find the members who can leave without reducing the number of pairings."""
    members = list(members)
    cover = Augmenting(group.table.compatible, bits_of(members))
    left = [place for place in members if not cover.demand(place)]
    return frozenset(bits(union(cover.instead_of(place) for place in left)))


def _free_to_leave(group: Group, members: Collection[int], step: LimReason) -> frozenset[int]:
    """Find the members who may float at no loss of pairings: all, if the edition lacks the article ``step``."""
    return without_loss(group, members) if group.table.follows(step) else frozenset(members)


# --- [4.4] ------------------------------------------------------------------------------------------------------------


def in_exchange(outlook: Outlook, members: Collection[int], stuck: int) -> Floater:
    """[C.04.4.3 4.4.1] Choose another floater to make the number even, instead of the first choice.

    The player ``stuck``, who has no opponent, floats, unless the group would then have fewer pairings [3.1], or
    ``stuck`` has a more disadvantageous type than others [3.5, 3.9.2] (reading L38).
    """
    free = _free_to_leave(outlook.group, members, articles.COSTS_A_PAIRING)
    best, pool = outlook.least_disadvantaged([place for place in members if place in free])
    if stuck in pool:
        return Floater(stuck, articles.RETURNS)
    choice = _Choice(outlook.group, members, pool, needed=[place for place in members if place not in free])
    return choice.floater(choice.chosen(best))


def in_stead(outlook: Outlook, stuck: int, served: Iterable[int]) -> Floater:
    """[C.04.4.3 3.5, C.04.4.3 4.4] Choose the floater when the player ``stuck`` has no opponent.

    Instead, a player in ``served`` may float and free an opponent. The player with the least disadvantageous type
    floats; if the types are equal, ``stuck`` floats (reading L38).
    """
    in_question = [stuck, *served] if outlook.group.table.follows(articles.STANDS_IN) else [stuck]
    _, pool = outlook.least_disadvantaged(in_question)
    if stuck in pool:
        return Floater(stuck, articles.STUCK)
    return Floater(outlook.group.last_numbered(pool), articles.STANDS_IN, ((stuck, articles.LEAST_DISADVANTAGE),))


def in_company(outlook: Outlook, members: Sequence[int], settled: Collection[int]) -> Floater:
    """[C.04.4.3 4.4.2] Choose the member who floats together with a player who could not be paired (reading L39).

    ``settled`` contains the paired players and the player who could not be paired. Of the members without whom the
    group can form as many pairings, one of the least disadvantageous type floats: if possible one outside ``settled``,
    and of several the last numbered.
    """
    free = _free_to_leave(outlook.group, members, articles.COSTS_A_PAIRING)
    _, pool = outlook.least_disadvantaged([place for place in members if place in free])
    chosen = outlook.group.last_numbered([place for place in pool if place not in settled] or pool)

    def why_not(place: int) -> LimReason:
        if place not in free:
            return articles.COSTS_A_PAIRING
        return articles.LAST_REMAINING if place in pool else articles.LEAST_DISADVANTAGE

    others = (place for place in members if place != chosen and place not in settled)
    return Floater(chosen, articles.KEEPS_COMPANY, tuple((place, why_not(place)) for place in others))


RejectedOpponents = tuple[tuple[int, LimReason], ...]
"""The opponents tried earlier, in order, each with the reason for the rejection."""


class Pairing(NamedTuple):
    """A pairing of the player ``served``, and the opponents tried before and ``rejected``."""

    served: int
    opponent: int
    why: LimReason
    rejected: RejectedOpponents = ()

    @property
    def both(self) -> tuple[int, int]:
        return self.served, self.opponent


def by_exchanges(remaining: Sequence[int]) -> Iterator[int]:
    """[C.04.4.3 2.4, 4.2] Yield the first player's opponents: the proposed one, the later ones, the earlier ones back.

    >>> list(by_exchanges([1, 2, 3, 4, 5, 6]))
    [4, 5, 6, 3, 2]
    """
    half = len(remaining) // 2
    yield from remaining[half:]
    yield from reversed(remaining[1:half])


class Scrutiny(ABC):
    """A scrutiny: the order in which a player tries opponents, and the reasons for or against each opponent."""

    group: Group

    def opponents(self, served: int, remaining: Sequence[int]) -> Iterator[int]:
        if served in self.group.floaters:
            return opponents_of_floater(served, self.group, remaining)
        return by_exchanges(remaining)

    @abstractmethod
    def why_not(self, served: int, tried: int) -> LimReason: ...

    @abstractmethod
    def pairing(self, served: int, opponent: int, rejected: RejectedOpponents) -> Pairing: ...


def first_pairings(
    order: Sequence[int], scrutiny: Scrutiny, cover: Augmenting, until: int | None = None
) -> list[Pairing]:
    """[C.04.4.3 4.1-4.3] Find the first pairings, in the order of exchanges, that serve every required player.

    ``order`` lists the players in the order in which they are served, up to the player ``until``, who has no opponent.
    A pairing is made only if all required players can still be paired by ``cover``.
    """
    remaining = list(order)
    found: list[Pairing] = []
    while remaining and remaining[0] != until:
        served, rejected = remaining[0], []
        for other in scrutiny.opponents(served, remaining):
            if cover.settle(served, other):
                break
            rejected.append((other, scrutiny.why_not(served, other)))
        else:
            raise AssertionError("the cover promised an opponent")
        found.append(scrutiny.pairing(served, other, tuple(rejected)))
        remaining.remove(served)
        remaining.remove(other)
    return found


class Direction(Enum):
    """[C.04.4.3 2.2] The direction of pairing: downward from the top or upward from the bottom, to the median."""

    DOWN = "downward"
    UP = "upward"


class Group(NamedTuple):
    """A scoregroup that is being paired: its ``own`` players, and the floaters who have come to it.

    ``twice_score`` is twice the score of the group's own players. The median scoregroup may have no players of its own.
    """

    table: PlayerTable
    direction: Direction
    twice_score: int
    own: frozenset[int]
    floaters: frozenset[int] = frozenset()

    @property
    def members(self) -> frozenset[int]:
        return self.own | self.floaters

    def with_floaters(self, places: Iterable[int]) -> Group:
        return self._replace(floaters=self.floaters.union(places))

    def is_from_above(self, place: int) -> bool:
        return 2 * self.table.players[place].score > self.twice_score

    def numbered(self, places: Iterable[int]) -> list[int]:
        """Sort players with equal scores by number, downwards in a group that is paired upward (readings L1, L35)."""
        return sorted(places, reverse=self.direction is Direction.UP)

    def in_order(self, floaters: Iterable[int]) -> list[int]:
        """[C.04.4.3 3.6, C.04.4.3 3.7] Sort floaters into the order in which they are paired (reading L28).

        Floaters from above are sorted by descending score, and then by rank; floaters from below in reverse. In a
        group that is paired downward, floaters from above come first.
        """
        ranked = sorted(floaters)
        from_above = [place for place in ranked if self.is_from_above(place)]
        from_below = [place for place in reversed(ranked) if not self.is_from_above(place)]
        return from_above + from_below if self.direction is Direction.DOWN else from_below + from_above

    def rank_as_floater(self, place: int) -> int:
        """[C.04.4.3 3.6, 3.7] Return the rank of a floater from this group. The smallest rank is paired first."""
        return place if self.direction is Direction.DOWN else -place

    def last_numbered(self, places: Iterable[int]) -> int:
        """[C.04.4.3 3.2.4, 3.3, 3.4] Return the last player by number, the first in a group that is paired upward."""
        tpns = {self.table.players[place].tpn: place for place in places}
        return tpns[max(tpns) if self.direction is Direction.DOWN else min(tpns)]

    def order_of_service(self, members: Iterable[int]) -> list[int]:
        """[C.04.4.3 3.6, 3.7, 4.1] Sort the members into the order of service: first the floaters, then the others."""
        members = set(members)
        return self.in_order(members & self.floaters) + self.numbered(members & self.own)


def opponents_of_floater(floater: int, group: Group, free: Sequence[int]) -> Iterator[int]:
    """[C.04.4.3 3.8] Yield the opponents for a floater to the group, in order of preference.

    The group's own players come before its floaters (reading L30). In each of these two sets, players due the alternate
    colour come first (reading L29).
    """
    own = group.numbered(place for place in free if place in group.own)
    floaters = group.in_order(place for place in free if place in group.floaters)
    for others in (own, floaters):
        compatible = [other for other in others if group.table.fits(floater, other)]
        yield from _alternate_colour_first(floater, compatible, group.table)


def _alternate_colour_first(floater: int, others: list[int], table: PlayerTable) -> list[int]:
    """[C.04.4.3 3.8] Put the opponents due the alternate colour first, within the Maxi limit (reading L32)."""
    preferred = [
        other for other in others if table.is_due_the_alternate(floater, other) and table.within_limit(other, others[0])
    ]
    return preferred + [other for other in others if other not in preferred]
