"""[C.04.4.3 2.1, 2.2, 3.6-3.8, 4.2, 5] The players of a Lim round: facts, colours and sorting.

L1 to L54 are readings in docs/readings.md. "Highest numbered" is TPN 1 (L1). Each order for pairing upward is the
reverse of the order for pairing downward.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from tests.articles.literal.common import numbers
from tests.articles.literal.facts import Event

PLAYED = "1=0"
OTHER = {"w": "b", "b": "w"}


class Direction(Enum):
    DOWNWARD = "downward"
    UPWARD = "upward"


@dataclass(frozen=True, eq=False)
class Player:
    """A player before the round.

    ``number`` is the player's place among the participants who have arrived. Colours can depend on whether ``number``
    is odd [Reading G1]. ``score`` is in tenths. Only played games count in ``colours``. ``met`` also includes
    prohibited opponents. ``floated`` tells whether the player floated in the previous round.
    """

    tpn: int
    number: int
    rating: int
    score: int
    colours: str
    met: frozenset[int]
    floated: bool
    may_get_bye: bool


@dataclass(frozen=True)
class Group:
    """A scoregroup with the floaters who join it; ``level`` is twice the score."""

    level: int
    direction: Direction
    residents: tuple[Player, ...]
    floaters: tuple[Player, ...]
    last_round: bool
    maxi: bool


Players = tuple[Player, ...]
Pair = tuple[Player, Player]  # a pair: the player who was served first, then the opponent
Pairs = tuple[Pair, ...]
OpponentsInTurn = Callable[[Player, Players], Sequence[Player]]
Condition = Callable[[Player, Player], bool]


# ---- the facts before the round


def score_before(event: Event, tpn: int, number: int) -> int:
    """[C.04.7 1.5] Return the pairing score before a round, with virtual points (L4)."""
    cells = [cells[tpn] for cells in event.rounds[: number - 1] if tpn in cells]
    return sum(event.points[cell.result] for cell in cells) + event.virtual.get((tpn, number), 0)


def colour_history(event: Event, tpn: int) -> str:
    """[C.04.2 3.4] Return the colours of the games played, in order."""
    return "".join(cells[tpn].colour for cells in event.rounds if tpn in cells and cells[tpn].result in PLAYED)


def not_to_be_met(event: Event, tpn: int) -> frozenset[int]:
    """[C.04.1 2, C.04.2 3.5] Find the opponents whom the player has met or may not meet (L5)."""
    played = {cells[tpn].opponent for cells in event.rounds if tpn in cells and cells[tpn].result in PLAYED}
    forbidden = {other for pair in event.forbidden if tpn in pair for other in pair if other != tpn}
    return frozenset(played | forbidden)


def may_receive_bye(event: Event, tpn: int) -> bool:
    """[C.04.1 4] Whether the player never had the bye and never scored a win's points without playing."""
    unplayed = [cells[tpn].result for cells in event.rounds if tpn in cells and cells[tpn].result not in PLAYED]
    return not any(result == "U" or event.points[result] >= event.points["1"] for result in unplayed)


def median_level(event: Event, number: int) -> int:
    """[2.2] Return twice the median score before a round. Wins in half of the rounds give the median score (L12)."""
    return (number - 1) * event.points["1"]


def floated_the_round_before(event: Event, tpn: int) -> bool:
    """[3.1, 3.10] Whether the player floated in the previous round (L11)."""
    number = len(event.rounds)
    if number == 0 or tpn not in event.rounds[-1] or event.rounds[-1][tpn].opponent == 0:
        return False
    own = score_before(event, tpn, number)
    others = score_before(event, event.rounds[-1][tpn].opponent, number)
    median = median_level(event, number)
    return (own > others and 2 * own > median) or (own < others and 2 * own < median)


def players_of(event: Event) -> Players:
    """[C.04.2 3.2, 3.3] List the players to be paired, with the facts that the articles use."""
    return tuple(
        Player(
            tpn=entrant.tpn,
            number=numbers(event)[entrant.tpn],
            rating=entrant.rating,
            score=score_before(event, entrant.tpn, len(event.rounds) + 1),
            colours=colour_history(event, entrant.tpn),
            met=not_to_be_met(event, entrant.tpn),
            floated=floated_the_round_before(event, entrant.tpn),
            may_get_bye=may_receive_bye(event, entrant.tpn),
        )
        for entrant in event.entrants
        if entrant.tpn not in event.absent
    )


# ---- colours and compatibility


def ranking(player: Player) -> tuple[int, int]:
    """[1.1, 5.4] Sort the higher ranked player first (L3)."""
    return -player.score, player.tpn


def balance(player: Player) -> int:
    """[5.1.2] Return the number of Whites minus the number of Blacks."""
    return player.colours.count("w") - player.colours.count("b")


def permissible(player: Player, colour: str) -> bool:
    """[5.1.1, 5.1.2] Whether the colour avoids three in a row and a surplus of three (L8)."""
    surplus = balance(player) if colour == "w" else -balance(player)
    if abs(surplus) >= 2:
        return surplus < 0
    return not player.colours.endswith(2 * colour)


def colours_permissible(one: Player, two: Player) -> bool:
    """[2.1] Whether colours can be given to the pair without breaking 5.1.1 or 5.1.2 (L7)."""
    return any(permissible(one, colour) and permissible(two, OTHER[colour]) for colour in "wb")


def compatible(one: Player, two: Player, last_round: bool) -> bool:
    """[2.1, 6] Whether two players have not met and can have permissible colours (L15, L47)."""
    if two.tpn in one.met:
        return False
    return colours_permissible(one, two) or (last_round and one.score == two.score)


def due_colour(player: Player) -> str:
    """[5.1, 5.3, 5.5, 5.6] Return the due colour for equalisation or alternation (L8), or "" before the first game."""
    if player.colours.endswith(("ww", "bb")) and abs(balance(player)) < 2:
        return OTHER[player.colours[-1]]
    if balance(player) != 0:
        return "b" if balance(player) > 0 else "w"
    return OTHER[player.colours[-1]] if player.colours else ""


def due_alternate(one: Player, two: Player) -> bool:
    """[3.8, 5.2] Whether both players can have their due colours (L9)."""
    return not due_colour(one) or not due_colour(two) or due_colour(one) != due_colour(two)


def with_colours(pair: Pair, direction: Direction, initial_colour: str) -> tuple[int, int]:
    """[5.3-5.6, 7.2] Return White and Black of the pair (L44)."""
    one, two = pair
    ways = [(a, b) for a, b in ((one, two), (two, one)) if permissible(a, "w") and permissible(b, "b")]
    if len(ways) == 1:
        white, black = ways[0]
        return white.tpn, black.tpn
    favoured = favoured_player(one, two, direction)
    other = two if favoured is one else one
    colour = due_colour(favoured) or (initial_colour if favoured.number % 2 else OTHER[initial_colour])
    return (favoured.tpn, other.tpn) if colour == "w" else (other.tpn, favoured.tpn)


def favoured_player(one: Player, two: Player, direction: Direction) -> Player:
    """[5.4-5.6, 7.2] Return the player whose due colour decides the colours of the pair (L44-L46)."""
    higher, lower = sorted((one, two), key=ranking)
    if due_colour(higher) != due_colour(lower) or not due_colour(higher):
        return higher if due_colour(higher) or not due_colour(lower) else lower
    if abs(balance(higher)) != abs(balance(lower)):
        return max(higher, lower, key=lambda player: abs(balance(player)))
    for colours in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if colours[0] != colours[1]:
            return higher if colours[0] != due_colour(higher) else lower
    return higher if direction is Direction.DOWNWARD else lower


# ---- the orders


def by_number(players: Iterable[Player], direction: Direction) -> Players:
    """[2.4, 4.1] Sort players by number: highest first when pairing downward, else lowest first (L1, L35)."""
    return tuple(sorted(players, key=lambda player: player.tpn, reverse=direction is Direction.UPWARD))


def floaters_in_order(floaters: Iterable[Player], group: Group) -> Players:
    """[3.6, 3.7] Sort floaters (L28).

    When pairing downward, downfloaters come first. When pairing upward, upfloaters come first. Downfloaters are sorted
    by highest score, then by highest number. Upfloaters are sorted by lowest score, then by lowest number.
    """
    floaters = tuple(floaters)
    down = sorted((f for f in floaters if 2 * f.score > group.level), key=lambda f: (-f.score, f.tpn))
    up = sorted((f for f in floaters if 2 * f.score <= group.level), key=lambda f: (f.score, -f.tpn))
    return tuple(down + up) if group.direction is Direction.DOWNWARD else tuple(up + down)


def order_of_service(players: Iterable[Player], group: Group) -> Players:
    """[3.6, 3.7, 4.1] Sort players in the order in which they get an opponent: floaters before the scoregroup."""
    players = tuple(players)
    floaters = floaters_in_order((p for p in players if p in group.floaters), group)
    return floaters + by_number((p for p in players if p not in group.floaters), group.direction)


def opponents_of_floater(floater: Player, others: Players, group: Group) -> Players:
    """[3.8] Sort the opponents for a floater: the players due the alternate colour first, floaters last (L29-L32)."""
    residents = by_number((p for p in others if p not in group.floaters), group.direction)
    fellows = floaters_in_order((p for p in others if p in group.floaters), group)
    return due_first(floater, residents, group) + due_first(floater, fellows, group)


def due_first(floater: Player, others: Players, group: Group) -> Players:
    """[3.8] List the compatible opponents, with the players due the alternate colour first (L32)."""
    available = [p for p in others if compatible(floater, p, group.last_round)]
    due = [p for p in available if due_alternate(floater, p) and within_limit(p, available[0], group)]
    return tuple(due + [p for p in available if p not in due])


def opponents_by_exchange(_player: Player, others: Players) -> Players:
    """[2.4, 4.2, 4.3] List the opponents from the proposed opponent to the end, then backwards (L33)."""
    half = (len(others) + 1) // 2
    return others[half - 1 :] + others[: half - 1][::-1]


def opponents_in_turn(group: Group, retained: dict[Player, Player]) -> OpponentsInTurn:
    """[3.8, 4.2-4.4] Return a function that lists a player's opponents, a retained opponent first (L31, L37)."""

    def in_turn(player: Player, others: Players) -> Sequence[Player]:
        if player in group.floaters:
            turn = opponents_of_floater(player, others, group)
        else:
            turn = opponents_by_exchange(player, others)
        return sorted(turn, key=lambda opponent: retained.get(player) is not opponent)

    return in_turn


def within_limit(one: Player, two: Player, group: Group) -> bool:
    """[3.2.3, 3.8, 5.7] Whether the ratings differ by at most 100 points, as a Maxi-tournament demands."""
    return not group.maxi or abs(one.rating - two.rating) <= 100
