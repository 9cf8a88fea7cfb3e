"""A table of a round's players, which shows who may meet and with which colours.

Each player has a place, and the highest ranked player has place 0. Players in the same scoregroup are in the order of
their pairing numbers. A set of players is stored as bits, and bit 0 stands for the highest ranked player (see
`matching.cover`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from pairing_engine.errors import Fact, MissingFact
from pairing_engine.facts.model import Colour, Tpn
from pairing_engine.kernel.bracket_graph import MayMeet
from pairing_engine.matching import Backend
from pairing_engine.matching.cover import Augmenting, Cover, Reference, bits_of
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.lim.articles import LimReason
from pairing_engine.values import NamedTuple, dataclass

Kind = TypeVar("Kind")

MAXI_LIMIT = 100
"""[C.04.4.3 3.2.3, 3.8, 5.7] The largest rating difference between exchanged players in a Maxi-tournament."""


class LimRules(NamedTuple):
    """The rules of an edition about players and pairs.

    ``may_meet`` returns whether two players may meet [2.1]. ``due_colour`` returns the colour that a player is due
    [5.1]. ``exchanges`` returns the order in which a player tries opponents [2.4, 4.2]. ``steps`` are the steps of the
    procedure that the edition includes.
    """

    may_meet: MayMeet
    due_colour: Callable[[Player], Colour | None]
    exchanges: Callable[[Sequence[int]], Iterator[int]]
    steps: frozenset[tuple[str, str]]


@dataclass(frozen=True)
class PlayerTable:
    """The players to be paired, and the data about each player, in the order of places.

    The player who gets the bye is not in the table.

    ``compatible`` contains the opponents whom each player may meet [2.1, 6]. ``permitted`` contains the opponents who
    are not barred and with whom both players can get permitted colours [2.1]. ``content`` contains the compatible
    opponents with whom both players get their due colours (reading L9). ``floated`` contains the TPNs of the players
    who floated in the previous round [3.10]. ``ratings`` is empty except in a Maxi-tournament.
    """

    players: Sequence[Player]
    due: Sequence[Colour | None]
    compatible: Sequence[int]
    permitted: Sequence[int]
    content: Sequence[int]
    floated: frozenset[Tpn]
    ratings: Sequence[int]
    backend: Backend
    rules: LimRules

    def follows(self, step: LimReason) -> bool:
        return step in self.rules.steps

    def fits(self, one: int, other: int) -> bool:
        """Whether two players are compatible."""
        return bool(self.compatible[one] >> other & 1)

    def is_due_the_alternate(self, one: int, other: int) -> bool:
        """[C.04.4.3 3.2.2, C.04.4.3 3.8] Whether the players are due different colours, or no colour (reading L9)."""
        return self.due[one] != self.due[other] or self.due[one] is None

    def has_floated(self, place: int) -> bool:
        """[C.04.4.3 3.10] Whether the player floated in the previous round (reading L11)."""
        return self.players[place].tpn in self.floated

    # C.04.4.3 3.2.3, 3.8, 5.7
    def within_limit(self, one: int, other: int) -> bool:
        """[3.2.3, 3.8, 5.7] Whether the rating limit of a Maxi-tournament allows the exchange of two players."""
        return not self.ratings or abs(self.ratings[one] - self.ratings[other]) <= MAXI_LIMIT

    def cover(
        self,
        neighbours: Sequence[int],
        members: Iterable[int],
        couples: Iterable[tuple[int, int]] = (),
        wished: Sequence[int] | None = None,
    ) -> Cover:
        """Build the `Cover` with which a search checks whether the members can still be paired.

        The search for opponents starts from the matching ``couples``. ``wished`` lists the wanted opponents of each
        player for `Cover.insist`.
        """
        inside = bits_of(members)
        if self.backend is Backend.REFERENCE:
            return Reference(neighbours, inside, wished)
        return Augmenting(neighbours, inside, couples, wished)


def player_table_of(
    state: RoundState, players: Sequence[Player], floated: frozenset[Tpn], backend: Backend, rules: LimRules
) -> PlayerTable:
    """Build the player table of a round. Raises `MissingFact` if a rating is missing in a Maxi-tournament."""
    may_meet = rules.may_meet
    everybody = (1 << len(players)) - 1
    place = {player.tpn: number for number, player in enumerate(players)}
    with_score = _sets([player.score for player in players])
    due = [rules.due_colour(player) for player in players]
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
    return PlayerTable(players, due, opponents, permitted, content, floated, _ratings(state, players), backend, rules)


def _sets(kinds: Iterable[Kind]) -> dict[Kind, int]:
    """Group the players' places by their values in ``kinds``. Each group is stored as bits (see `matching.cover`)."""
    found: dict[Kind, list[int]] = {}
    for number, kind in enumerate(kinds):
        found.setdefault(kind, []).append(number)
    return {kind: bits_of(numbers) for kind, numbers in found.items()}


def _permitted(players: Sequence[Player]) -> list[int]:
    """[C.04.4.3 2.1] Find each player's opponents with whom both players can get permitted colours.

    Opponents whom the player has already met are included.
    """
    kinds = [(may_have(player, WHITE), may_have(player, BLACK)) for player in players]
    sets = _sets(kinds)
    examples = dict(zip(kinds, players, strict=True))
    found = {
        kind: bits_union(sets[other] for other, two in examples.items() if have_permitted_colours(one, two))
        for kind, one in examples.items()
    }
    return [found[kind] for kind in kinds]


def bits_union(sets: Iterable[int]) -> int:
    union = 0
    for members in sets:
        union |= members
    return union


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


# C.04.4.3 5.1.2
def makes_three_more(player: Player, colour: Colour) -> bool:
    """[5.1.2] Whether the player would have three more games with this colour than with the other colour."""
    return (player.difference if colour is WHITE else -player.difference) >= MOST_ABOVE


def may_have(player: Player, colour: Colour) -> bool:
    """[C.04.4.3 2.1, C.04.4.3 5.1.1, C.04.4.3 5.1.2] Whether the rules permit the player a certain colour.

    At least one colour is always permitted. If the colour difference forbids one colour, the player may have the other
    colour even for the third time in a row (reading L8).
    """
    if makes_three_more(player, colour):
        return False
    return not makes_three_in_a_row(player, colour) or makes_three_more(player, colour.opposite)


def due_colour(player: Player) -> Colour | None:
    """[C.04.4.3 5.1, 5.3, 5.5, 5.6] Return the colour that the player is due. None before the first game (reading L8).

    After two games with the same colour, the opposite colour is due, unless the colour difference forbids that colour.
    Otherwise, the colour that reduces the imbalance is due. If there is no imbalance, the opposite of the last colour
    is due.
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
    """[C.04.4.3 2.1] Whether two players may be paired.

    The players must not have met (reading L5), and both must be able to get a permitted colour. In the last round,
    players with the same score may meet even if one of them gets a colour that is normally not permitted [6] (reading
    L47).
    """
    if b.tpn in a.barred:
        return False
    return (state.is_last and a.score == b.score) or have_permitted_colours(a, b)
