"""The Dutch System of 1992 to 2009 (C.04.1), transcribed article by article without using the engine's code.

The procedure from bracket to bracket [C.1, C.12, C.13] is in `dutch_old_round`. Comments with ``READING`` mark words
with two possible meanings; docs/readings.md gives the reasons under P1 to P13.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product

from tests.articles.literal.dutch_old_facts import ABSOLUTE, DOWN, STRONG, UP, Player, Sayings, colours_of, players_of
from tests.articles.literal.dutch_old_round import Bracket, Pair, PairedBracket, Round, Text
from tests.articles.literal.facts import Event, Paired

Accepts = Callable[[PairedBracket], bool]


def players(event: Event) -> list[Player]:
    """[B.1.b, Note] List the players with the facts that the articles use.

    A topscorer has at least 50% of the possible points. A player who got a whole point without playing may not have the
    bye.
    """
    win = event.points["1"]
    sayings = Sayings(
        lambda points, possible: 2 * points >= possible,
        lambda cell: cell.result == "U" or event.points[cell.result] >= win,
        # READING (A.4, A.5): floats come from pairings, even if forfeited, and from byes that are worth a point.
        lambda cell: cell.result in "UF",
        forfeits_float=True,
    )
    return players_of(event, sayings)


def pair(event: Event) -> Paired:
    brackets = Round(TEXT, len(event.rounds) + 1).brackets(players(event))
    boards = [colours_of(one, two, event) for bracket in brackets for one, two in bracket.pairs]
    byes = [player.tpn for player in brackets[-1].floaters] if brackets else []
    return Paired(frozenset(boards), sum(byes))


def may_meet(one: Player, two: Player) -> bool:
    """[B.1.a, B.2, Note] Whether two players may meet.

    In the last round B.2 is ignored for two players with at least 50%.
    """
    if two.tpn in one.met or one.tpn in two.met:
        return False
    return not breaks_b2(one, two) or (one.top and two.top)


def _same(one: Player, two: Player) -> bool:
    return one.colour == two.colour != "-"


def breaks_b2(one: Player, two: Player) -> bool:
    return _same(one, two) and one.strength == two.strength == ABSOLUTE


class Requirements:
    """[C.6, C.9 to C.11] The requirements that are still in force.

    If ``b2`` is true, B.2 holds even for two topscorers (Note). If ``a7d`` is true, strong preferences are treated as
    absolute. ``x`` is the number of pairs that may deny a preference. ``down`` (for downfloats) and ``up`` (for
    upfloats) are ``56`` if B.5 and B.6 hold, ``5`` if only B.5 holds, and otherwise empty.
    """

    def __init__(self, number: int, b2: bool, a7d: bool, x: int, down: str, up: str) -> None:
        self.number = number
        self.b2 = b2
        self.a7d = a7d
        self.x = x
        self.down = down
        self.up = up

    def allow(self, one: Player, two: Player) -> bool:
        """Whether the pair breaks no requirement, apart from the limit x on denied preferences."""
        if not may_meet(one, two) or (self.b2 and breaks_b2(one, two)):
            return False
        strong = _same(one, two) and {one.strength, two.strength} <= {STRONG, ABSOLUTE} and not breaks_b2(one, two)
        return not (self.a7d and strong)

    def denies(self, one: Player, two: Player) -> bool:
        """[A.8] Whether the pair denies a preference and counts towards x."""
        # A.7.e: in even rounds a mild preference is for the colour that makes x smaller.
        mild = min(one.strength, two.strength) < STRONG
        return _same(one, two) and not (self.number % 2 == 0 and mild)

    def allow_upfloat(self, player: Player) -> bool:
        return _free(player, UP, self.up)

    def allow_downfloat(self, player: Player) -> bool:
        return _free(player, DOWN, self.down)


def _free(player: Player, kind: str, in_force: str) -> bool:
    """[B.5, B.6] Whether the rules in force (``56``, ``5`` or none) allow the player another float of this kind."""
    return not ("5" in in_force and player.last == kind) and not ("6" in in_force and player.before == kind)


def requirements(bracket: Bracket, pairs: int) -> Iterator[Requirements]:
    """Yield the requirements in the order in which they are lowered.

    First, B6 and then B5 are dropped for upfloats [C.9], and later for downfloats [C.10]. Next, x is raised [C.11].
    Then, in odd rounds, A.7.d is dropped. Finally, B.2 is dropped for two topscorers.
    """
    odd = bracket.number % 2 == 1
    for b2, a7d in product((True, False), (True, False) if odd else (False,)):
        # READING (A.8): x begins with 0. The least possible number may be greater, but beginning lower changes nothing.
        for x in range(pairs + 1):
            for down, up in product(("56", "5", ""), repeat=2):
                yield Requirements(bracket.number, b2, a7d, x, down, up)


# --- D: transpositions and exchanges ----------------------------------------------------------------------------------


def transpositions(s1: Sequence[Player], s2: Sequence[Player], required: Requirements, x: int) -> Iterator[list[Pair]]:
    """[D.1] Yield the transpositions that meet the requirements, "constructable in ascending order"."""
    if not s1:
        yield []
        return
    for place, other in enumerate(s2):
        left = x - required.denies(s1[0], other)
        if left >= 0 and required.allow(s1[0], other):
            for rest in transpositions(s1[1:], [*s2[:place], *s2[place + 1 :]], required, left):
                yield [(s1[0], other), *rest]


def exchanges(size: int, pairs: int) -> Iterator[list[int]]:
    """[D.2] Yield the places of the players in S1, first without an exchange, then after each exchange."""
    for number in range(min(pairs, size - pairs) + 1):
        from_s1 = list(combinations(range(pairs - 1, -1, -1), number))
        from_s2 = list(combinations(range(pairs, size), number))
        ways = [(sum(two) - sum(one), i, j) for i, one in enumerate(from_s1) for j, two in enumerate(from_s2)]
        for _, i, j in sorted(ways):
            yield sorted({*range(pairs), *from_s2[j]} - {*from_s1[i]})


def homogeneous(group: Sequence[Player], pairs: int, required: Requirements, x: int) -> Iterator[list[Pair]]:
    """[C.4 to C.8] Yield the candidates of a homogeneous bracket or remainder, in order."""
    for places in exchanges(len(group), pairs):
        s1 = [group[i] for i in places]
        s2 = [group[i] for i in range(len(group)) if i not in places]
        yield from transpositions(s1, s2, required, x)


def heterogeneous(group: Sequence[Player], p: int, pairs: int, required: Requirements) -> Iterator[list[Pair]]:
    """[C.4 to C.9] Yield the candidates of a heterogeneous bracket, which pairs its p highest players first.

    The lowest player who moved down is the first to get another opponent [C.9].
    """
    for row in transpositions(group[:p], group[p:], required, required.x):
        if not all(required.allow_upfloat(two) for one, two in row if one.score > two.score):
            continue
        taken = {player for made in row for player in made}
        left = required.x - sum(required.denies(*made) for made in row)
        remainder = [player for player in group if player not in taken]
        for rest in homogeneous(remainder, pairs - p, required, left):
            yield [*row, *rest]


# --- the bracket ------------------------------------------------------------------------------------------------------


def best(bracket: Bracket, accepts: Accepts) -> PairedBracket | None:
    """[C.2 to C.11, C.14] Return the first accepted candidate with the largest p and, for this p, the most pairs."""
    group = [player for player in bracket.members if player not in bracket.lost]
    mdps = sum(player in bracket.mdps for player in group) if bracket.is_heterogeneous else 0
    most = len(group) // 2
    # READING (C.14, A.6): the number of pairs falls in the remainder first. Then p, the number of players moved down,
    # falls. A player moved down who is no longer among the p highest players belongs to the others.
    for p in range(mdps, -1, -1):
        for pairs in range(most, most - 1 if bracket.last else p - 1, -1):
            found = _with_pairs(bracket, group, p, pairs, accepts)
            if found is not None:
                return found
    return None


def _with_pairs(
    bracket: Bracket, group: Sequence[Player], p: int, pairs: int, accepts: Accepts
) -> PairedBracket | None:
    if not _is_possible(group, p, pairs):
        return None
    for required in requirements(bracket, pairs):
        every = heterogeneous(group, p, pairs, required) if p else homogeneous(group, pairs, required, required.x)
        for made in every:
            paired = {player for pair_made in made for player in pair_made}
            floaters = tuple(player for player in bracket.members if player not in paired)
            # READING (C.10): a further float of a player moved down does not count. The same holds for players whom C.1
            # has moved down before this bracket was paired.
            counted = [player for player in floaters if player not in (*bracket.mdps, *bracket.lost)]
            if not all(map(required.allow_downfloat, counted)):
                continue
            candidate = PairedBracket(bracket, tuple(made), floaters, p)
            if accepts(candidate):
                return candidate
    return None


def _is_possible(group: Sequence[Player], p: int, pairs: int) -> bool:
    """Whether the group can form this many pairs if all requirements are dropped."""
    everything = Requirements(0, b2=False, a7d=False, x=len(group), down="", up="")
    made = heterogeneous(group, p, pairs, everything) if p else homogeneous(group, pairs, everything, len(group))
    return next(made, None) is not None


TEXT = Text(best, may_meet, same_scores=False)
