"""The candidates of a bracket in order, whatever their quality, for use in explanations.

An explanation shows those that come before the one that was taken. This module plays no part in pairing.

An enumeration leaves no candidate out, and ends where it would become long. The caller says which pairs fit: all, or
those that no absolute criterion forbids.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.matching import lightest
from pairing_engine.matching.completion import pair_off
from pairing_engine.state.round_state import Player, ranking
from pairing_engine.systems.system import Fits

Couples = tuple[tuple[Player, Player], ...]

MOST_STEPS = 4_000
"""The number of steps after which the search for candidates ends; each step gives one player an opponent."""

LARGEST_EXCHANGED = 10
"""The maximum number of players of a remainder whose exchanges are listed."""


class _Steps:
    """The number of steps that an enumeration may still take."""

    def __init__(self) -> None:
        self.left = MOST_STEPS

    def take(self) -> bool:
        self.left -= 1
        return self.left >= 0


def transpositions(tops: Sequence[Player], others: Sequence[Player], fits: Fits) -> Iterator[Couples]:
    """The ways to give each top player an opponent, in the order of transpositions, up to `MOST_STEPS`."""
    return _transposed(tuple(tops), tuple(others), fits, _Steps())


def _transposed(tops: tuple[Player, ...], others: tuple[Player, ...], fits: Fits, steps: _Steps) -> Iterator[Couples]:
    if not tops:
        yield ()
        return
    if not all(any(fits(top, other) for other in others) for top in tops):
        return
    for place, other in enumerate(others):
        if fits(tops[0], other):
            if not steps.take():
                return
            for rest in _transposed(tops[1:], others[:place] + others[place + 1 :], fits, steps):
                yield ((tops[0], other), *rest)


def from_the_ends(members: Sequence[Player], pairs: int, fits: Fits) -> Iterator[BracketPairing]:
    """[C.04.4.2 4.3] Pairings made from the two ends of the list of members.

    The first member meets the last one that fits, the next member meets the last of the others that fits, and so
    on until the given number of pairs is reached. The members in the middle float.
    """
    for couples in _from_the_ends(tuple(members), pairs, fits, _Steps()):
        yield _pairing(couples, members)


def _from_the_ends(members: tuple[Player, ...], pairs: int, fits: Fits, steps: _Steps) -> Iterator[Couples]:
    if not pairs:
        yield ()
        return
    first, *others = members
    for place in reversed(range(len(others))):
        if fits(first, others[place]):
            if not steps.take():
                return
            left = tuple(others[:place] + others[place + 1 :])
            for rest in _from_the_ends(left, pairs - 1, fits, steps):
                yield ((first, others[place]), *rest)
    if len(others) >= 2 * pairs:
        yield from _from_the_ends(tuple(others), pairs, fits, steps)


def halves(members: Sequence[Player], fits: Fits) -> Iterator[BracketPairing]:
    """Pairings of the first half of the members with the second half, in the order of transpositions."""
    half = len(members) // 2
    for couples in transpositions(members[:half], members[half:], fits):
        yield _pairing(couples, members)


def of_bracket(bracket: Bracket, fits: Fits, like: BracketPairing | None) -> Iterator[BracketPairing]:
    """[C.04.3 3] Pairings of S1 with S2; in a heterogeneous bracket the MDPs first, then the remainder.

    There are as many pairs, and as many with MDPs, as the pairing has that they are to be ``like``. Without one there
    are as many as the pairs that fit allow: MaxPairs and M1 [3.1].
    """
    mdps, members = bracket.mdps, bracket.members
    moved = {player.tpn for player in mdps}

    def may(a: Player, b: Player) -> bool:
        return fits(a, b) and not (a.tpn in moved and b.tpn in moved)

    if like is None:
        most = most_pairs(members, may)
        with_mdps = most_pairs(members, lambda a, b: fits(a, b) and (a.tpn in moved) != (b.tpn in moved)) if mdps else 0
    else:
        most, with_mdps = len(like.pairs), sum(bool(moved & {a.tpn, b.tpn}) for a, b in like.pairs)
    steps = _Steps()
    for chosen in combinations(mdps, with_mdps):
        for couples in _transposed(chosen, bracket.residents, fits, steps):
            mates = {other.tpn for _, other in couples}
            remainder = tuple(player for player in bracket.residents if player.tpn not in mates)
            for tops, others in _divisions(remainder, most - with_mdps):
                for rest in _transposed(tops, others, fits, steps):
                    yield _pairing(couples + rest, members)
            if len(remainder) > LARGEST_EXCHANGED:
                return  # the next candidates are exchanges in the remainder, which are not listed


def _divisions(players: tuple[Player, ...], pairs: int) -> Iterator[tuple[tuple[Player, ...], tuple[Player, ...]]]:
    """[C.04.3 4.3] S1 and S2, originally and after each exchange, in the order of exchanges."""
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
    """The largest number of pairs that these players can make."""
    size = len(players)
    left = pair_off(list(range(size)), lambda i, j: fits(players[i], players[j]))[1]
    if len(left) < 2:
        return size // 2
    pairs = [(i, j, 0) for i in range(size) for j in range(i + 1, size) if fits(players[i], players[j])]
    mates = lightest(pairs, [1] * size, size.bit_length(), list)
    return 0 if mates is None else sum(mate >= 0 for mate in mates) // 2


def _pairing(couples: Couples, members: Sequence[Player]) -> BracketPairing:
    """The pairing with these couples, in which all other members float."""
    paired = {player.tpn for couple in couples for player in couple}
    floaters = sorted((player for player in members if player.tpn not in paired), key=ranking)
    return BracketPairing(couples, tuple(floaters))
