"""A round paired by score brackets, as in the Dutch texts of 2009 and 2012 [C.1, C.12 to C.14].

`dutch_2009` and `dutch_2012_candidates` pair a single bracket. Comments with ``READING`` mark words with two possible
meanings; docs/readings.md gives the reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, groupby
from typing import NamedTuple

from tests.articles.literal.dutch_old_facts import Player, ranking
from tests.articles.literal.facts import NoLegalPairing

Group = tuple[Player, ...]
Pair = tuple[Player, Player]
Fate = tuple[tuple[int, ...], int]


@dataclass(frozen=True, eq=False)
class Bracket:
    """A score bracket.

    The players in ``lost`` have no opponent and move down [C.1]. If ``merged`` is true, C.13 has joined two brackets.
    """

    mdps: Group
    residents: Group
    number: int
    last: bool = False
    merged: bool = False
    lost: Group = ()

    @property
    def members(self) -> Group:
        return self.mdps + self.residents

    @property
    def is_heterogeneous(self) -> bool:
        """[A.3] Whether fewer than half of the players, but at least one, were moved down to the bracket."""
        mdps = [player for player in self.mdps if player not in self.lost]
        others = [player for player in self.members if player not in self.lost]
        return 0 < 2 * len(mdps) < len(others)


@dataclass(frozen=True, eq=False)
class PairedBracket:
    """A paired bracket. ``m1`` is the number of moved-down players who were paired in S1."""

    bracket: Bracket
    pairs: tuple[Pair, ...]
    floaters: Group
    m1: int


class Text(NamedTuple):
    """The rules of one edition.

    ``best`` finds the best candidate [C.2 to C.11, C.14], and ``may_meet`` tells whether a pair is allowed [B.1, B.2].
    If ``same_scores`` is true, C.12 replaces floaters only by players with the same scores.
    """

    best: Callable[[Bracket, Callable[[PairedBracket], bool]], PairedBracket | None]
    may_meet: Callable[[Player, Player], bool]
    same_scores: bool = True


class Round:
    def __init__(self, text: Text, number: int) -> None:
        self.text = text
        self.number = number
        self.known: dict[frozenset[int], int] = {}

    def brackets(self, everybody: Sequence[Player]) -> list[PairedBracket]:
        """[C] Pair all brackets of the round, from the highest down."""
        groups: list[Group] = [tuple(group) for _, group in groupby(everybody, key=lambda player: player.score)]
        if not groups:
            return []
        done: list[PairedBracket] = []
        for residents in groups[:-1]:
            mdps = done[-1].floaters if done else ()
            paired = self._ordinary(mdps, residents)
            if done and _asks_for_others(paired):
                another = self._backtrack(done[-1], residents)
                instead = None if another is None else self._ordinary(another.floaters, residents)
                # READING (C.12): "P1 pairings" means P0 pairs, and a possible opponent for everybody moved down [C.1].
                # If P1 has become smaller, it means more pairs than the present floaters allow.
                if another is not None and instead is not None and _allows_p1(instead, paired):
                    done[-1], paired = another, instead
            done.append(paired)
        return self._lowest(done, groups[-1])

    def _ordinary(self, mdps: Sequence[Player], residents: Group) -> PairedBracket:
        """Pair a bracket that is not the lowest. C.14 lowers P1 and M1 until a pairing is possible."""
        bracket = Bracket(ranked(mdps), residents, self.number)
        # READING (C.1): a player without an opponent is moved down before the bracket is divided. So A.3 does not count
        # such players, not even one who was moved down to this bracket and for whom C.12 has found nothing.
        bracket = replace(bracket, lost=tuple(p for p in bracket.members if not self._has_opponent(p, bracket.members)))
        found = self.text.best(bracket, lambda paired: True)
        assert found is not None
        return found

    def _has_opponent(self, player: Player, others: Sequence[Player]) -> bool:
        return any(other is not player and self.text.may_meet(player, other) for other in others)

    def _backtrack(self, previous: PairedBracket, residents: Group) -> PairedBracket | None:
        """[C.12] Pair the previous bracket with a better set of floaters, or return None."""
        # READING (C.12): a set is better if the players moved down who cannot be paired (a reason for C.1 to come
        # here) have lower scores or are fewer. If two sets are equal in this, the set that allows more pairs is better
        # ("P1 pairings").
        sets = combinations(previous.bracket.members, len(previous.floaters))
        fates = {self._fate(some, residents) for some in sets if self._may_replace(some, previous.floaters)}
        for better in sorted(fate for fate in fates if fate < self._fate(previous.floaters, residents)):

            def accepts(paired: PairedBracket, wanted: Fate = better) -> bool:
                floaters = paired.floaters
                if paired.m1 != previous.m1 or not self._may_replace(floaters, previous.floaters):
                    return False
                return self._fate(floaters, residents) == wanted

            another = self.text.best(previous.bracket, accepts)
            if another is not None:
                return another
        return None

    def _may_replace(self, some: Sequence[Player], floaters: Sequence[Player]) -> bool:
        """[C.12] Whether ``some`` may replace the floaters. In 2012, both sets must have the same scores."""
        if not self.text.same_scores:
            return len(some) == len(floaters)
        return sorted(player.score for player in some) == sorted(player.score for player in floaters)

    def _fate(self, floaters: Sequence[Player], residents: Sequence[Player]) -> Fate:
        """Return the scores of floaters without an opponent, and the number of unpaired players in the next bracket."""
        everybody = [*floaters, *residents]
        kept: list[Player] = []
        for player in ranked(floaters):
            if self._pairable([*kept, player], residents) == len(kept) + 1:
                kept.append(player)
        left = sorted((player.score for player in floaters if player not in kept), reverse=True)
        return tuple(left), len(everybody) - 2 * self._most_pairs(everybody)

    def _most_pairs(self, players: Sequence[Player]) -> int:
        key = frozenset(player.tpn for player in players)
        if len(players) < 2:
            return 0
        if key not in self.known:
            first, others = players[0], players[1:]
            found = self._most_pairs(others)
            for place, other in enumerate(others):
                if found == len(players) // 2:
                    break
                if self.text.may_meet(first, other):
                    found = max(found, 1 + self._most_pairs([*others[:place], *others[place + 1 :]]))
            self.known[key] = found
        return self.known[key]

    def _pairable(self, floaters: Sequence[Player], residents: Sequence[Player]) -> int:
        """Return how many floaters, at most, can get different residents as opponents."""
        if not floaters:
            return 0
        first, others = floaters[0], floaters[1:]
        found = self._pairable(others, residents)
        for place, resident in enumerate(residents):
            if found == len(floaters):
                break
            if self.text.may_meet(first, resident):
                found = max(found, 1 + self._pairable(others, [*residents[:place], *residents[place + 1 :]]))
        return found

    def _lowest(self, done: list[PairedBracket], low: Group) -> list[PairedBracket]:
        """[C.12, C.13] Pair the lowest bracket, in which only the receiver of the bye stays unpaired."""
        added: Group = ()
        mdps: Group = done[-1].floaters if done else ()
        merged = False
        while True:
            # C.13: "a merged score bracket shall be treated as heterogeneous with the latest added one as S1".
            bracket = Bracket(ranked((*mdps, *added)), low, self.number, last=True, merged=merged)
            found = self.text.best(bracket, _is_complete)
            if (
                not merged
                and done
                and bracket.is_heterogeneous
                and (found is None or any(p in found.floaters for p in mdps))
            ):
                another = self._another_penultimate(done[-1], low)
                if another is not None:
                    return [*done[:-1], another, self._below(another, low, merged)]
            if found is not None:
                return [*done, found]
            if not done:
                raise NoLegalPairing("C.13")
            penultimate = done.pop()
            everybody = ranked((*added, *low))
            another = self.text.best(penultimate.bracket, partial(self._allows, rest=everybody))
            if another is not None:
                return [*done, another, self._below(another, everybody, merged)]
            mdps, added, low, merged = penultimate.bracket.mdps, penultimate.bracket.residents, everybody, True

    def _below(self, another: PairedBracket, low: Group, merged: bool) -> PairedBracket:
        """Pair the lowest bracket; its floaters come from the bracket ``another``."""
        # READING (C.13): in a merged bracket, only the floaters of the penultimate bracket count as moved down.
        found = self.text.best(
            Bracket(ranked(another.floaters), low, self.number, last=True, merged=merged), _is_complete
        )
        assert found is not None
        return found

    def _another_penultimate(self, penultimate: PairedBracket, low: Group) -> PairedBracket | None:
        """[C.12] Pair the penultimate bracket with different floaters, so that the lowest bracket can be completed."""

        def accepts(paired: PairedBracket) -> bool:
            floaters = paired.floaters
            if paired.m1 != penultimate.m1 or not self._may_replace(floaters, penultimate.floaters):
                return False
            return self._completes_with(floaters, low)

        return self.text.best(penultimate.bracket, accepts)

    def _completes_with(self, floaters: Sequence[Player], low: Sequence[Player]) -> bool:
        """Whether the lowest bracket can be completed with an opponent for every floater."""
        if not floaters:
            return self.can_be_completed(low)
        first = floaters[0]
        return any(
            self.text.may_meet(first, other) and self._completes_with(floaters[1:], [p for p in low if p is not other])
            for other in low
        )

    def _allows(self, paired: PairedBracket, rest: Sequence[Player]) -> bool:
        """[C.13] Whether the lowest bracket can be paired after this pairing of the penultimate bracket."""
        p = paired.m1 if paired.bracket.is_heterogeneous else len(paired.pairs)
        return p > 0 and self.can_be_completed([*paired.floaters, *rest])

    def can_be_completed(self, left: Sequence[Player]) -> bool:
        """Whether these players can all be paired, with a bye if their number is odd."""
        if not left:
            return True
        if len(left) % 2:
            return any(
                p.may_have_bye and self.can_be_completed([q for q in left if q is not p]) for p in reversed(left)
            )
        first, others = left[0], left[1:]
        return any(
            self.text.may_meet(first, p) and self.can_be_completed([q for q in others if q is not p]) for p in others
        )


def _asks_for_others(paired: PairedBracket) -> bool:
    """[C.1, C.12] Whether a player who moved down has no opponent, or the bracket has fewer than P0 pairs."""
    bracket = paired.bracket
    if any(player in bracket.lost for player in bracket.mdps):
        return True
    return len(paired.pairs) < (len(bracket.members) - len(bracket.lost)) // 2


def _allows_p1(paired: PairedBracket, present: PairedBracket) -> bool:
    """[C.1, C.12] Whether ``paired`` has more pairs than ``present``, or P0 pairs and an opponent for every MDP."""
    bracket = paired.bracket
    if len(paired.pairs) > len(present.pairs):
        return True
    return len(paired.pairs) == len(bracket.members) // 2 and not any(p in bracket.lost for p in bracket.mdps)


def _is_complete(paired: PairedBracket) -> bool:
    return not paired.floaters or (len(paired.floaters) == 1 and paired.floaters[0].may_have_bye)


def ranked(some: Sequence[Player]) -> Group:
    return tuple(sorted(some, key=ranking))
