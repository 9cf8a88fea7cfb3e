"""[C.04.4.3] The Lim System of 2026, transcribed article by article.

L1 to L54 are readings in docs/readings.md.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise, takewhile

from tests.articles.literal.common import (
    colour_history,
    may_get_bye,
    may_get_bye_before_2026,
    not_to_be_met,
    numbers,
    pairing_score,
)
from tests.articles.literal.facts import Event, NoLegalPairing, Paired

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


def median_level(event: Event, number: int) -> int:
    """[2.2] Return twice the median score before a round. Wins in half of the rounds give the median score (L12)."""
    return (number - 1) * event.points["1"]


def floated_the_round_before(event: Event, tpn: int) -> bool:
    """[3.1, 3.10] Whether the player floated in the previous round (L11)."""
    number = len(event.rounds)
    if number == 0 or tpn not in event.rounds[-1] or event.rounds[-1][tpn].opponent == 0:
        return False
    own = pairing_score(event, tpn, number)
    others = pairing_score(event, event.rounds[-1][tpn].opponent, number)
    median = median_level(event, number)
    return (own > others and 2 * own > median) or (own < others and 2 * own < median)


def players_of(event: Event, may_get_bye: Callable[[Event, int], bool] = may_get_bye) -> Players:
    """[C.04.2 3.2, 3.3] List the players to be paired, with the facts that the articles use."""
    return tuple(
        Player(
            tpn=entrant.tpn,
            number=numbers(event)[entrant.tpn],
            rating=entrant.rating,
            score=pairing_score(event, entrant.tpn, len(event.rounds) + 1),
            colours=colour_history(event, entrant.tpn),
            met=not_to_be_met(event, entrant.tpn),
            floated=floated_the_round_before(event, entrant.tpn),
            may_get_bye=may_get_bye(event, entrant.tpn),
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


# ---- choosing the floaters


def without_opponent(group: Group) -> Players:
    """[2.3.1-2.3.3] Find the players without any compatible opponent in the group (L16, L17)."""
    members = group.residents + group.floaters
    return tuple(p for p in members if not any(compatible(p, q, group.last_round) for q in members if q is not p))


def has_opponent_there(player: Player, floaters: Players, adjacent: Group) -> bool:
    """[3.3, 3.4, 3.9] Whether the adjacent group has a free compatible opponent for the player (L19, L20)."""
    free = adjacent.residents + adjacent.floaters
    order = floaters_in_order({*floaters, player}, adjacent)
    for earlier in takewhile(lambda floater: floater is not player, order):
        taken = opponents_of_floater(earlier, free, adjacent)[:1]
        free = tuple(p for p in free if p not in taken)
    return any(compatible(player, p, adjacent.last_round) for p in free)


def disadvantage(player: Player, floaters: Players, group: Group, adjacent: Group) -> str:
    """[3.9.1] Return the type of a floater, from ``a`` to ``d``; ``d`` is the mildest type."""
    opponent = has_opponent_there(player, floaters, adjacent)
    if player in group.floaters:
        return "b" if opponent else "a"
    return "d" if opponent else "c"


def least_disadvantaged(candidates: Players, floaters: Players, group: Group, adjacent: Group) -> tuple[str, Players]:
    """[3.5, 3.9.2] Return the mildest type among these candidates, and the candidates of this type by number."""
    types = {player: disadvantage(player, floaters, group, adjacent) for player in candidates}
    mildest = max(types.values())
    return mildest, by_number((p for p in candidates if types[p] == mildest), group.direction)


def number_of_pairings(players: Players, last_round: bool) -> int:
    """[3.10.2] Return the largest number of pairs that compatible players can form."""
    for unpaired in range(len(players) % 2, len(players) + 1, 2):
        if pairable(players, unpaired, last_round, set()):
            return (len(players) - unpaired) // 2
    return 0


def without_loss(players: Players, last_round: bool) -> Players:
    """[3.1, 3.10.2] Find the players without whom the group can still form as many pairs (L24, L38, L39)."""
    most = number_of_pairings(players, last_round)
    return tuple(p for p in players if number_of_pairings(tuple(q for q in players if q is not p), last_round) == most)


def pairable(players: Players, spare: int, last_round: bool, dead: set[tuple[Players, int]]) -> bool:
    """[2.1] Whether compatible players can be paired so that at most ``spare`` players are left over."""
    if len(players) <= spare:
        return True
    if (players, spare) in dead:
        return False
    first, others = players[0], players[1:]
    for opponent in others:
        if compatible(first, opponent, last_round):
            rest = tuple(p for p in others if p is not opponent)
            if pairable(rest, spare, last_round, dead):
                return True
    if spare and pairable(others, spare - 1, last_round, dead):
        return True
    dead.add((players, spare))
    return False


def floater_to_make_even(members: Players, leaving: Players, group: Group, adjacent: Group) -> Player:
    """[2.3.4, 3.2-3.5, 3.9, 3.10] Choose the floater who leaves an even number of members (L21-L27)."""
    chosen = chosen_floater(members, members, leaving, group, adjacent)
    residents = [p for p in order_of_service(members, group) if p not in group.floaters]
    if residents and not within_limit(chosen, residents[-1], group):
        return residents[-1]  # 3.2.3
    return chosen


def chosen_floater(candidates: Players, members: Players, leaving: Players, group: Group, adjacent: Group) -> Player:
    """[3.2.2, 3.2.4-3.5, 3.9, 3.10] Choose the floater: type, last round's float, colour and number decide (L21)."""
    mildest, candidates = least_disadvantaged(candidates, leaving, group, adjacent)
    chosen = equalising_floater(candidates, members)
    if chosen.floated and mildest == "d":
        return spare_last_rounds_floater(chosen, candidates, members, group)
    return chosen


def equalising_floater(candidates: Players, members: Players) -> Player:
    """[3.2.2, 3.2.4, 3.3, 3.4] Choose the last candidate whose due colour is the majority's due colour (L22)."""
    white = sum(due_colour(p) == "w" for p in members)
    black = sum(due_colour(p) == "b" for p in members)
    if white == black:
        return candidates[-1]
    majority = "w" if white > black else "b"
    return ([p for p in candidates if due_colour(p) == majority] or candidates)[-1]


def spare_last_rounds_floater(chosen: Player, candidates: Players, members: Players, group: Group) -> Player:
    """[3.10] Choose a type d floater who did not float last round, if the group loses no pair (L23, L24)."""

    def pairings_without(player: Player) -> int:
        return number_of_pairings(tuple(p for p in members if p is not player), group.last_round)

    enough = pairings_without(chosen)
    spared = tuple(p for p in candidates if not p.floated and pairings_without(p) >= enough)
    return equalising_floater(spared, members) if spared else chosen


# ---- exchanges


def first_pairing(service: Players, count: int, in_turn: OpponentsInTurn, fits: Condition) -> Pairs | None:
    """[4.2, 4.3] Return the first arrangement in which each of the first ``count`` players has an opponent (L34)."""
    to_be_served = set(service[:count])
    dead: set[Players] = set()

    def serve(waiting: Players) -> Pairs | None:
        if not waiting or waiting[0] not in to_be_served:
            return ()
        if waiting in dead:
            return None
        player, others = waiting[0], waiting[1:]
        for opponent in in_turn(player, others):
            if fits(player, opponent):
                rest = serve(tuple(p for p in others if p is not opponent))
                if rest is not None:
                    return ((player, opponent), *rest)
        dead.add(waiting)
        return None

    return serve(service)


def scrutinise(service: Players, group: Group, retained: dict[Player, Player]) -> tuple[Pairs, Player | None]:
    """[4.1, 4.3, 4.4] Make pairs one after the other, until a player finds no opponent (L36)."""
    pairs: Pairs = ()
    for count, player in enumerate(service, start=1):
        found = first_pairing(
            service, count, opponents_in_turn(group, retained), lambda one, two: compatible(one, two, group.last_round)
        )
        if found is None:
            return pairs, player
        pairs = found
    return pairs, None


def first_scrutiny(
    members: Players, leaving: Players, even: Player | None, group: Group, adjacent: Group
) -> tuple[Pairs, Players]:
    """[4.1-4.4] Return the pairs and floaters of a group (L37-L40).

    If 2.3.4 applies, ``even`` is the floater who makes the number of members even.
    """
    staying = tuple(p for p in members if p is not even)
    retained: dict[Player, Player] = {}
    while True:
        service = order_of_service(staying, group)
        pairs, stuck = scrutinise(service, group, retained)
        if stuck is None:
            return pairs, (leaving if even is None else (*leaving, even))
        if even is not None:  # 4.4.1
            staying, even = (*staying, even), None
            gone = exchanged_for_returning_floater(stuck, staying, leaving, group, adjacent)
        else:
            gone = stuck_or_one_in_its_stead(stuck, service, leaving, group, adjacent)
        staying, leaving = tuple(p for p in staying if p is not gone), (*leaving, gone)
        retained = dict(pair for pair in pairs if gone not in pair)
        if len(staying) % 2:  # 4.4.2
            companion = company(staying, {stuck, *retained, *retained.values()}, leaving, group, adjacent)
            staying, leaving = tuple(p for p in staying if p is not companion), (*leaving, companion)
            retained = {one: two for one, two in retained.items() if companion not in (one, two)}


def exchanged_for_returning_floater(
    stuck: Player, members: Players, leaving: Players, group: Group, adjacent: Group
) -> Player:
    """[4.4.1, 3.1, 3.5, 3.9.2] Choose who replaces the returning floater: the stuck player, if possible (L38)."""
    free = without_loss(members, group.last_round)
    if stuck in least_disadvantaged(free, leaving, group, adjacent)[1]:
        return stuck
    return chosen_floater(free, members, leaving, group, adjacent)


def stuck_or_one_in_its_stead(
    stuck: Player, service: Players, leaving: Players, group: Group, adjacent: Group
) -> Player:
    """[4.4, 3.5] Choose the floater if player #k is stuck: an earlier player of a milder type, or else #k (L38)."""

    def makes_room(player: Player) -> bool:
        others = tuple(p for p in service if p is not player)
        count = others.index(stuck) + 1
        in_turn = opponents_in_turn(group, {})
        return bool(first_pairing(others, count, in_turn, lambda one, two: compatible(one, two, group.last_round)))

    before = service[: service.index(stuck)]
    candidates = (*(p for p in before if makes_room(p)), stuck)
    mildest = least_disadvantaged(candidates, leaving, group, adjacent)[1]
    return stuck if stuck in mildest else mildest[-1]


def company(staying: Players, settled: set[Player], leaving: Players, group: Group, adjacent: Group) -> Player:
    """[4.4.2, 3.1, 3.9.2] Choose a second floater, of the mildest type, so that no pair is lost (L39)."""
    mildest = least_disadvantaged(without_loss(staying, group.last_round), leaving, group, adjacent)[1]
    return ([p for p in mildest if p not in settled] or mildest)[-1]


def second_scrutiny(pairs: Pairs, group: Group) -> Pairs:
    """[5.2, 5.7, 6] Exchange opponents so that players get permissible colours, and then due colours (L41-L47)."""
    pairs, permissible_for = each_in_turn(pairs, colours_permissible, [], lambda _one, _two: True, group)
    of_floaters = tuple(pair for pair in pairs if pair[0] in group.floaters)
    proposed = tuple(pair for pair in pairs if pair not in of_floaters)
    before = {player: opponent for one, two in proposed for player, opponent in ((one, two), (two, one))}
    held = [(demand, player) for demand, player in permissible_for if player in before]

    def near(one: Player, two: Player) -> bool:
        return within_limit(two, before[one], group)

    return of_floaters + each_in_turn(proposed, due_alternate, held, near, group)[0]


def each_in_turn(
    pairs: Pairs, demand: Condition, held: list[tuple[Condition, Player]], may_meet: Condition, group: Group
) -> tuple[Pairs, list[tuple[Condition, Player]]]:
    """[5.2] Rearrange the pairs to meet the demand of each player in turn, if that is possible (L41).

    A demand that has been met stays met after later exchanges.
    """
    service = order_of_service((player for pair in pairs for player in pair), group)
    for player in service:
        attempt = [*held, (demand, player)]

        def fits(one: Player, two: Player, attempt: list[tuple[Condition, Player]] = attempt) -> bool:
            return (
                compatible(one, two, group.last_round)
                and may_meet(one, two)
                and all(holds(one, two) for holds, who in attempt if who in (one, two))
            )

        if any(player in pair and demand(*pair) for pair in pairs):
            held = attempt
            continue
        found = first_pairing(service, len(service), opponents_in_turn(group, {}), fits)
        if found is not None:
            held, pairs = attempt, found
    return pairs, held


# ---- scoregroups


def pair_scoregroup(group: Group, adjacent: Group) -> tuple[Pairs, Players]:
    """[2.3-2.5] Return the pairs and floaters of a scoregroup other than the median."""
    leaving = without_opponent(group)
    members = tuple(p for p in group.residents + group.floaters if p not in leaving)
    even = floater_to_make_even(members, leaving, group, adjacent) if len(members) % 2 else None
    pairs, floaters = first_scrutiny(members, leaving, even, group, adjacent)
    return second_scrutiny(pairs, group), floaters


def pair_towards_median(groups: Sequence[Group], median: Group, beyond: Players) -> tuple[Pairs, Players]:
    """[2.2] Return the pairs on one side of the median, and the floaters who reach the median (L19)."""
    made: Pairs = ()
    floaters: Players = ()
    empty = not median.residents and not median.floaters
    meeting = replace(median, residents=beyond) if empty else median
    for group, adjacent in pairwise([*groups, meeting]):
        pairs, floaters = pair_scoregroup(replace(group, floaters=floaters), adjacent)
        made += pairs
    return made, floaters


def pair_median(median: Group, above: Pairs, below: Pairs) -> tuple[Pairs, Pairs, Pairs]:
    """[2.6] Pair the median group, and undo pairs of other scoregroups if necessary (L49-L53)."""
    while True:
        service = order_of_service(median.residents + median.floaters, median)
        pairs, stuck = scrutinise(service, median, {})
        if stuck is None:
            return second_scrutiny(pairs, median), above, below
        if not above and not below:
            raise NoLegalPairing("C.04.4.3 2.6")
        from_above = sum(2 * f.score > median.level for f in median.floaters)
        from_below = len(median.floaters) - from_above
        if below and (from_above > from_below or not above):  # 2.6.1
            cracked, below = below[-1], below[:-1]
        else:  # 2.6.2
            cracked, above = above[-1], above[:-1]
        median = replace(median, floaters=median.floaters + cracked)


def receiver_of_bye(players: Players, last_round: bool) -> Player:
    """[1.1, 7.1, C.04.1 3, 4] Give the bye to the lowest player possible, so that all others can be paired (L14)."""
    for candidate in sorted(players, key=ranking, reverse=True):
        others = tuple(p for p in players if p is not candidate)
        if candidate.may_get_bye and pairable(others, 0, last_round, set()):
            return candidate
    raise NoLegalPairing("C.04.4.3 1.1")


def pair_1999(event: Event) -> Paired:
    """Pair the coming round by the text of 1999, which has the same content as that of 2026 [Reading L55]."""
    return pair(event, may_get_bye=may_get_bye_before_2026)


def pair(event: Event, maxi: bool = False, may_get_bye: Callable[[Event, int], bool] = may_get_bye) -> Paired:
    """[C.04.4.3] Pair the coming round. If ``maxi`` is true, the limit of 100 points holds [3.2.3, 3.8, 5.7]."""
    last_round = len(event.rounds) + 1 == event.rounds_total
    players = players_of(event, may_get_bye)
    bye = receiver_of_bye(players, last_round) if len(players) % 2 else None
    to_pair = tuple(p for p in players if p is not bye)

    def group(level: int, direction: Direction) -> Group:
        members = tuple(p for p in to_pair if 2 * p.score == level)
        return Group(level, direction, members, (), last_round, maxi)

    middle = median_level(event, len(event.rounds) + 1)
    levels = sorted({2 * p.score for p in to_pair}, reverse=True)
    uppers = [group(level, Direction.DOWNWARD) for level in levels if level > middle]
    lowers = [group(level, Direction.UPWARD) for level in reversed(levels) if level < middle]
    median = group(middle, Direction.DOWNWARD)

    above, down = pair_towards_median(uppers, median, lowers[-1].residents if lowers else ())
    median = replace(median, floaters=down)
    below, up = pair_towards_median(lowers, median, ())
    median = replace(median, floaters=down + up)
    inside, above, below = pair_median(median, above, below)

    paired_downward = [with_colours(pair, Direction.DOWNWARD, event.initial_colour) for pair in above + inside]
    paired_upward = [with_colours(pair, Direction.UPWARD, event.initial_colour) for pair in below]
    return Paired(frozenset(paired_downward + paired_upward), bye.tpn if bye else 0)
