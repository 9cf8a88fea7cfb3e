"""The FIDE (Dutch) System of 2012 (Istanbul, C.04.3.1), transcribed without using the engine's code.

The procedure from bracket to bracket [C.1, C.12, C.13] is in `dutch_old_round`. The candidates of one bracket are in
`dutch_2012_candidates`. Comments with ``READING`` mark words with two possible meanings; docs/readings.md gives the
reasons under O1 to O15.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement

from tests.articles.literal.dutch_2009 import (
    ABSOLUTE,
    DOWN,
    MILD,
    STRONG,
    UP,
    Bracket,
    Pair,
    PairedBracket,
    Player,
    Round,
    Sayings,
    Text,
    colours_of,
    players_of,
)
from tests.articles.literal.facts import Event, Paired

Failures = tuple[int, ...]
NOTHING: Failures = (0,) * 9


def may_meet(one: Player, two: Player) -> bool:
    """[B.1.a, B.2] Whether two players may meet.

    If two players have the same absolute preference, one of the two must be a topscorer.
    """
    if two.tpn in one.met or one.tpn in two.met:
        return False
    return not (_same(one, two) and one.strength == two.strength == ABSOLUTE) or one.top or two.top


def _same(one: Player, two: Player) -> bool:
    return one.colour == two.colour != "-"


# --- failures ---------------------------------------------------------------------------------------------------------


def _of_pair(bracket: Bracket, one: Player, two: Player) -> Failures:
    """Return the B3-factor of a pair, and count the requirements that the pair breaks.

    The order is B3-factor, B2, A7.d, X, Z, downfloats [B5, B6], upfloats [B5, B6].
    """
    same = _same(one, two)
    both = {one.strength, two.strength}
    odd = bracket.number % 2 == 1
    strong = same and both <= {STRONG, ABSOLUTE}
    absolute = same and both == {ABSOLUTE}
    # READING (C.10.a, b): only upfloats of players who meet a player moved down count.
    up = bracket.is_heterogeneous and one in bracket.mdps and two not in bracket.mdps
    return (
        (one.score - two.score) ** 2 if bracket.merged else 0,
        int(absolute),
        int(odd and strong and not absolute),
        int(same),
        int(not odd and strong),
        0,
        0,
        int(up and two.last == UP),
        int(up and two.before == UP),
    )


def _of_floater(bracket: Bracket, player: Player) -> Failures:
    """Return the costs of a floater: the B3-factor for the bye [D.4], and repeated downfloats [B5, B6]."""
    lowest = min(other.score for other in bracket.members)
    # READING (C.10.c, d): a further downfloat of a player moved down does not count.
    down = player not in bracket.mdps
    factor = (player.score - lowest + 10) ** 2 if bracket.merged else 0
    return factor, 0, 0, 0, 0, int(down and player.last == DOWN), int(down and player.before == DOWN), 0, 0


def _sum(one: Failures, two: Failures) -> Failures:
    return tuple(a + b for a, b in zip(one, two, strict=True))


def least(bracket: Bracket, p1: int) -> Failures:
    """[A.8, C.14] Return X1 and Z1, the smallest possible X and Z, which decrease when P1 decreases."""
    there = [player for player in bracket.members if player not in bracket.lost]
    p0 = len(there) // 2
    even = bracket.number % 2 == 0
    white, black, w, b = (
        sum(p.colour == colour and (p.strength == MILD and even) is mild for p in there)
        for colour, mild in (("w", False), ("b", False), ("w", True), ("b", True))
    )
    a = sum(player.colour == "-" for player in there)
    x1 = p0 - white - w - a if black + b > white + w else p0 - black - b - a
    z1 = p0 - white - b - w - a if black > white else p0 - black - b - w - a
    x1, z1 = (max(0, value - (p0 - p1)) for value in (x1, z1))
    return (0, 0, 0, x1, z1 if even else 0, 0, 0, 0, 0)


# --- candidates -------------------------------------------------------------------------------------------------------


def transpositions(s1: Sequence[Player], s2: Sequence[Player]) -> Iterator[tuple[Pair, ...]]:
    """[D.1] Yield the legal transpositions of S2 in order."""
    if not s1:
        yield ()
        return
    for place, other in enumerate(s2):
        if may_meet(s1[0], other):
            for rest in transpositions(s1[1:], [*s2[:place], *s2[place + 1 :]]):
                yield ((s1[0], other), *rest)


def exchanges(size: int, pairs: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """[D.2] Yield the exchanges in order: the places of the players who leave S1 and S2, counted from 0."""
    upper, lower = range(pairs), range(pairs, size)
    for number in range(min(len(upper), len(lower)) + 1):
        from_s1 = list(combinations(reversed(upper), number))
        from_s2 = list(combinations(lower, number))
        found = [(sum(two) - sum(one), i, j) for i, one in enumerate(from_s1) for j, two in enumerate(from_s2)]
        for _, i, j in sorted(found):
            yield from_s1[i], from_s2[j]


def divisions(group: Sequence[Player], pairs: int) -> Iterator[tuple[list[Player], list[Player]]]:
    """[C.4, C.8.a] Yield S1 and S2 of a homogeneous bracket or remainder after each exchange."""
    for out, back in exchanges(len(group), pairs):
        first = sorted({*range(pairs), *back} - {*out})
        yield [group[i] for i in first], [group[i] for i in range(len(group)) if i not in first]


class _Search:
    """A search that keeps the first candidate with the fewest broken requirements."""

    def __init__(self, bracket: Bracket, ideal: Failures, accepts: Callable[[PairedBracket], bool]) -> None:
        self.bracket = bracket
        self.ideal = ideal
        self.accepts = accepts
        self.found: PairedBracket | None = None
        self.failures: Failures | None = None

    @property
    def done(self) -> bool:
        return self.failures is not None and self.failures <= self.ideal

    def is_hopeless(self, failures: Failures) -> bool:
        return self.failures is not None and failures >= self.failures

    def rows(
        self, s1: Sequence[Player], s2: Sequence[Player], so_far: tuple[Pair, ...], failures: Failures
    ) -> Iterator[tuple[tuple[Pair, ...], Failures]]:
        """Yield the transpositions that can still be better than the best candidate so far."""
        if self.done or self.is_hopeless(failures):
            return
        if not s1:
            yield so_far, failures
            return
        for place, other in enumerate(s2):
            if may_meet(s1[0], other):
                more = _sum(failures, _of_pair(self.bracket, s1[0], other))
                rest = [*s2[:place], *s2[place + 1 :]]
                yield from self.rows(s1[1:], rest, (*so_far, (s1[0], other)), more)

    def homogeneous(
        self, group: Sequence[Player], pairs: int, before: tuple[Pair, ...], failures: Failures, scores: object = None
    ) -> None:
        """[C.4 to C.8] Try all candidates of a homogeneous bracket or remainder, together with the pairs ``before``."""
        for s1, s2 in divisions(group, pairs):
            if scores is not None and not self._can_leave(s1, scores):
                continue
            for row, total in self.rows(s1, s2, before, failures):
                self.try_out(row, total, scores)
            if self.done:
                return

    def _can_leave(self, s1: Sequence[Player], scores: object) -> bool:
        """Whether players with these scores can be left out of S1."""
        assert isinstance(scores, tuple)
        left = [player.score for player in self.bracket.members if player not in s1]
        return all(left.count(score) >= scores.count(score) for score in scores)

    def try_out(self, pairs: tuple[Pair, ...], failures: Failures, scores: object) -> None:
        """[C.6] Keep this candidate if it is the best so far."""
        bracket = self.bracket
        paired = {player for pair in pairs for player in pair}
        floaters = tuple(player for player in bracket.members if player not in paired)
        if scores is not None and tuple(sorted((p.score for p in floaters), reverse=True)) != scores:
            return
        for player in floaters:
            failures = _sum(failures, _of_floater(bracket, player))
        if self.is_hopeless(failures):
            return
        m1 = sum((one in bracket.mdps) != (two in bracket.mdps) for one, two in pairs)
        candidate = PairedBracket(bracket, pairs, floaters, m1)
        if self.accepts(candidate):
            self.found, self.failures = candidate, failures


def _place(player: Player) -> tuple[int, int]:
    return -player.score, player.tpn


# --- the bracket ------------------------------------------------------------------------------------------------------


def best(bracket: Bracket, accepts: Callable[[PairedBracket], bool]) -> PairedBracket | None:
    """[C.2 to C.10, C.14] Return the best accepted candidate with the largest M1 and, for this M1, the largest P1.

    The lowest bracket must have P0 pairs.
    """
    if not bracket.is_heterogeneous:
        return _homogeneous(bracket, accepts)
    if bracket.last:
        # READING (A.3, C.14.b.2): players moved down are paired "whenever possible", in the remainder if nowhere else.
        # So another player gets the bye if that is possible.
        found = _heterogeneous(bracket, lambda paired: not _left_over(paired) and accepts(paired))
        if found is not None:
            return found
    return _heterogeneous(bracket, accepts)


def _left_over(paired: PairedBracket) -> bool:
    return any(player in paired.bracket.mdps for player in paired.floaters)


def _homogeneous(bracket: Bracket, accepts: Callable[[PairedBracket], bool]) -> PairedBracket | None:
    group = [player for player in bracket.members if player not in bracket.lost]
    p0 = len(group) // 2
    for p1 in range(p0, p0 - 1 if bracket.last else -1, -1):
        for scores in _scores_left(bracket, group, len(group) - 2 * p1):
            search = _Search(bracket, least(bracket, p1), accepts)
            search.homogeneous(group, p1, (), NOTHING, scores)
            if search.found is not None:
                return search.found
    return None


def _scores_left(bracket: Bracket, group: Sequence[Player], floaters: int) -> list[tuple[int, ...] | None]:
    """List the possible scores of the floaters, best choice first."""
    # READING (A.11, B.3): among equally many floaters, those with the lowest scores come first, before anything about
    # colours. The reason is that "closeness of scores" comes second in A.11, and that a bracket treated as homogeneous
    # has players with several scores. In a merged bracket the B3-factor takes this place [D.4].
    if bracket.merged:
        return [None]
    lost = [player.score for player in bracket.lost]
    scores = sorted({player.score for player in group})
    found = {
        tuple(sorted((*choice, *lost), reverse=True)) for choice in combinations_with_replacement(scores, floaters)
    }
    return [*sorted(found)]


def _heterogeneous(bracket: Bracket, accepts: Callable[[PairedBracket], bool]) -> PairedBracket | None:
    mdps = [player for player in bracket.mdps if player not in bracket.lost]
    residents = [player for player in bracket.residents if player not in bracket.lost]
    p0 = (len(mdps) + len(residents)) // 2
    for m1 in range(len(mdps), -1, -1):
        for sets in _sets(bracket, mdps, m1):
            # C.14.b: P1 is lowered down to M1. The lowest bracket must have P0 pairs.
            for p1 in range(p0, p0 - 1 if bracket.last else m1 - 1, -1):
                search = _Search(bracket, least(bracket, p1), accepts)
                for s1 in sets:
                    _mdps_and_remainder(search, s1, mdps, residents, p1)
                if search.found is not None:
                    return search.found
    return None


def _sets(bracket: Bracket, mdps: Sequence[Player], m1: int) -> Iterator[list[tuple[Player, ...]]]:
    """[D.3] Yield the sets of M1 players in order, in groups that leave out the same scores."""
    # READING (D.3, B.3): the order of D.3 applies among sets that leave out the same scores.
    every = list(combinations(mdps, m1))
    if bracket.merged:
        yield every
        return

    def left_out(s1: tuple[Player, ...]) -> list[int]:
        return sorted((player.score for player in mdps if player not in s1), reverse=True)

    for scores in sorted({tuple(left_out(s1)) for s1 in every}):
        yield [s1 for s1 in every if tuple(left_out(s1)) == scores]


def _mdps_and_remainder(
    search: _Search, s1: Sequence[Player], mdps: Sequence[Player], residents: Sequence[Player], p1: int
) -> None:
    """[C.6, C.9, D.1.2] Try each transposition for S1, with all pairings of the remainder."""
    # READING (C.4, C.6): a player moved down who is not in S1 belongs to the remainder. Above the lowest bracket, this
    # player finds no opponent there.
    others = [player for player in mdps if player not in s1] if search.bracket.last else []
    for row, failures in search.rows(s1, residents, (), NOTHING):
        taken = {other for _, other in row}
        remainder = [*others, *(player for player in residents if player not in taken)]
        search.homogeneous(remainder, p1 - len(s1), row, failures)
        if search.done:
            return


TEXT = Text(best, may_meet)


def players(event: Event) -> list[Player]:
    """[A.10, B.1.b] List the players with the facts that the articles use.

    A topscorer has more than 50% of the possible points. A player who got points without playing may not have the bye.
    """
    # READING (B.1.b): "a point or half point": the bye, a full- or half-point bye, a forfeit win, or a win's points.
    win = event.points["1"]
    sayings = Sayings(
        lambda points, possible: 2 * points > possible,
        lambda cell: cell.result in "UFH+" or event.points[cell.result] >= win,
        lambda cell: cell.result in "UFH+",
    )
    return players_of(event, sayings)


def pair(event: Event) -> Paired:
    brackets = Round(TEXT, len(event.rounds) + 1).brackets(players(event))
    boards = [colours_of(one, two, event) for bracket in brackets for one, two in bracket.pairs]
    byes = [player.tpn for player in brackets[-1].floaters] if brackets else []
    return Paired(frozenset(boards), sum(byes))
