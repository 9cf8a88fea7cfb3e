"""Lists of a bracket's candidates in order, for explanations; this module plays no part in pairing.

A list of candidates may be cut short, but it never skips a candidate. The caller decides which pairs are listed: all
pairs, or only pairs that no absolute criterion forbids.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from pairing_engine.kernel.rules import Bracket, BracketPairing
from pairing_engine.matching.assignments import assignments
from pairing_engine.matching.cover import neighbours_by, unmatched
from pairing_engine.state.round_state import Player, ranking
from pairing_engine.systems.system import Fits

Couples = tuple[tuple[Player, Player], ...]

MOST_STEPS = 4_000
"""The maximum number of steps in a search for candidates. Each step adds a pair to a candidate."""

LARGEST_EXCHANGED = 10
"""The maximum number of players in a remainder for which exchanges are listed."""


class _Steps:
    """A limit on the number of steps: `MOST_STEPS`, or the number of pairs if that number is larger."""

    def __init__(self, pairs: int) -> None:
        self.left = max(MOST_STEPS, pairs)

    def take(self) -> bool:
        self.left -= 1
        return self.left >= 0


def transpositions(tops: Sequence[Player], others: Sequence[Player], fits: Fits) -> Iterator[Couples]:
    """Yield the transpositions in order, in at most `MOST_STEPS` steps or, if more, one for each top player."""
    return _transposed(tuple(tops), tuple(others), fits, _Steps(len(tops)))


def _transposed(tops: tuple[Player, ...], others: tuple[Player, ...], fits: Fits, steps: _Steps) -> Iterator[Couples]:
    hope = _Hope(tops, others, fits, steps)
    if hope.is_left:
        for taken in assignments(len(others), hope.fits, hope.move, tops=len(tops)):
            yield tuple((tops[top], others[place]) for top, place in taken)


class _Hope:
    """A check that each top player can still get an opponent; it remembers the last one who is still free."""

    def __init__(self, tops: tuple[Player, ...], others: tuple[Player, ...], fits: Fits, steps: _Steps) -> None:
        self._tops, self._others, self._fits, self._steps = tops, others, fits, steps
        self._taken = bytearray(len(others))
        self._hoping: list[list[int]] = [[] for _ in others]
        self.is_left = all(self._find(top) for top in range(len(tops)))

    def _find(self, top: int) -> bool:
        for place in reversed(range(len(self._others))):
            if not self._taken[place] and self._fits(self._tops[top], self._others[place]):
                self._hoping[place].append(top)
                return True
        return False

    def fits(self, top: int, place: int) -> bool:
        """Take a place for player ``top`` if it fits and every later top player can then still get an opponent."""
        if not self._fits(self._tops[top], self._others[place]) or not self._steps.take():
            return False
        self._taken[place] = 1
        left = self._hoping[place]
        self._hoping[place] = [one for one in left if one <= top]
        later = [one for one in left if one > top]
        while later:
            if not self._find(later[-1]):
                self._hoping[place] += later
                self._taken[place] = 0
                return False
            later.pop()
        return True

    def move(self, _top: int, place: int, by: int) -> None:
        self._taken[place] = by < 0


def from_the_ends(members: Sequence[Player], pairs: int, fits: Fits) -> Iterator[BracketPairing]:
    """[C.04.4.2 4.3] Yield the pairings made from the two ends of the list: each meets the last free who fits.

    Pairing ends when there are enough pairs, and all other members float.
    """
    steps, backwards = _Steps(pairs), members[::-1]
    left, wanted = len(members), pairs

    def fits_place(top: int, place: int) -> bool:
        if top == place:
            return left > 2 * wanted and steps.left >= 0
        return 0 < 2 * wanted <= left and fits(backwards[top], backwards[place]) and steps.take()

    def move(top: int, place: int, by: int) -> None:
        nonlocal left, wanted
        left += by * (1 if top == place else 2)
        wanted += by * (top != place)

    for taken in assignments(len(members), fits_place, move):
        yield _pairing(tuple((backwards[top], backwards[mate]) for top, mate in taken if top != mate), members)


def halves(members: Sequence[Player], fits: Fits) -> Iterator[BracketPairing]:
    half = len(members) // 2
    for couples in transpositions(members[:half], members[half:], fits):
        yield _pairing(couples, members)


def of_bracket(bracket: Bracket, fits: Fits, like: BracketPairing | None) -> Iterator[BracketPairing]:
    """[C.04.3 3] Yield the pairings of S1 with S2; in a heterogeneous bracket, the MDPs come first.

    Each pairing has the same number of pairs, and of pairs with an MDP, as the pairing ``like``. If ``like`` is None,
    the numbers are MaxPairs and M1 [3.1].
    """
    mdps, members = bracket.mdps, bracket.members
    moved = {player.tpn for player in mdps}

    def may(a: Player, b: Player) -> bool:
        return fits(a, b) and not (a.tpn in moved and b.tpn in moved)

    if like is None:
        most, with_mdps = most_pairs(members, may), len(mdps)
        if not _Hope(mdps, bracket.residents, fits, _Steps(0)).is_left:
            with_mdps = most_pairs(members, lambda a, b: (a.tpn in moved) != (b.tpn in moved) and fits(a, b))
    else:
        most, with_mdps = len(like.pairs), sum(bool(moved & {a.tpn, b.tpn}) for a, b in like.pairs)
    steps = _Steps(most)
    for chosen in combinations(mdps, with_mdps):
        for couples in _transposed(chosen, bracket.residents, fits, steps):
            mates = {other.tpn for _, other in couples}
            remainder = tuple(player for player in bracket.residents if player.tpn not in mates)
            for tops, others in _divisions(remainder, most - with_mdps):
                for rest in _transposed(tops, others, fits, steps):
                    yield _pairing(couples + rest, members)
            if len(remainder) > LARGEST_EXCHANGED:
                return  # only candidates with exchanges in the remainder follow, and these are not listed


def _divisions(players: tuple[Player, ...], pairs: int) -> Iterator[tuple[tuple[Player, ...], tuple[Player, ...]]]:
    """[C.04.3 4.3] Yield S1 and S2 in their original form, and then after each exchange, in order."""
    yield players[:pairs], players[pairs:]
    if len(players) > LARGEST_EXCHANGED:
        return
    upper, lower = range(pairs), range(pairs, len(players))
    for number in range(1, min(len(upper), len(lower)) + 1):
        exchanges = [(out, came) for out in combinations(upper, number) for came in combinations(lower, number)]
        exchanges.sort(key=lambda one: (sum(one[1]) - sum(one[0]), [-place for place in reversed(one[0])], one[1]))
        for out, came in exchanges:
            tops = sorted({*upper} - {*out} | {*came})
            others = sorted({*lower} - {*came} | {*out})
            yield tuple(players[place] for place in tops), tuple(players[place] for place in others)


def most_pairs(players: Sequence[Player], fits: Fits) -> int:
    """Return the largest number of pairs. All pairs are looked at only if a quick search leaves two players alone."""
    alone: list[Player] = []
    for player in players:
        mate = next((other for other in alone if fits(other, player)), None)
        if mate is None:
            alone.append(player)
        else:
            alone.remove(mate)
    size = len(players)
    if len(alone) < 2:
        return size // 2
    couples = ((i, j) for i, j in combinations(range(size), 2) if fits(players[i], players[j]))
    return (size - len(unmatched(neighbours_by(size, couples)))) // 2


def _pairing(couples: Couples, members: Sequence[Player]) -> BracketPairing:
    """Build the pairing of a bracket from its pairs. A member without a pair floats."""
    paired = {player.tpn for couple in couples for player in couple}
    floaters = sorted((player for player in members if player.tpn not in paired), key=ranking)
    return BracketPairing(couples, tuple(floaters))
