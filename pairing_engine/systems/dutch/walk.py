"""The shortcut of the Dutch System: walk the candidates in their order, and know by counting where not to go.

Most brackets have a candidate that is as good as counting says any could be: nobody floats whom parity does not make
float, no more preferences are denied than the numbers of White and Black seekers demand, and no float is repeated. Such
a candidate is best, so the first of them in the order of Articles 3.6 and 3.7 is the answer. `walk` looks for it among
the candidates without exchanges and without a Limbo, turning back wherever the counts of what is left show that none
can be reached any more. Where it does not find one soon it gives up, which proves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairing_engine.bracket import Bracket, BracketPairing
from pairing_engine.floats import DOWN, UP
from pairing_engine.preference import ABSOLUTE, STRONG
from pairing_engine.state import Player
from pairing_engine.systems.counting import CLASH, count, least_denied
from pairing_engine.systems.strides import first_assignment


def walk(bracket: Bracket) -> BracketPairing | None:
    """The answer to the question about the bracket alone, if a short walk finds it; None if not.

    A bracket without others below it must pair everybody; the one who floats from it, if any, gets the bye. Otherwise
    the floaters' fate is not looked at.
    """
    mdps, residents = bracket.mdps, bracket.residents
    left = len(residents) - len(mdps)
    if left < 0 or not _is_plain(bracket):
        return None
    members = bracket.members
    counts = count(members)
    if left % 2:
        best, floaters = _best_floaters(bracket, counts)
        if not floaters:
            return None
        strides = _Strides(counts, *best, floaters)
    elif bracket.odd and not bracket.following:
        return None
    else:
        strides = _Strides(counts, *least_denied(counts), None)
    pairs: list[tuple[Player, Player]] = []
    if mdps:
        strides.may_float = strides.count_floaters(residents)
        pairs_of_mdps = strides.through(mdps, [p for p in residents if UP not in p.floats[-2:]])  # [C15, C17]
        if pairs_of_mdps is None:
            return None
        pairs = pairs_of_mdps
        residents = _without(residents, pairs)
    tops, others = residents[: left // 2], residents[left // 2 :]
    strides.may_float = strides.count_floaters(others)
    rest = strides.through(tops, others)
    if rest is None:
        return None
    unpaired = _without(others, rest)
    if unpaired and not strides.may_be(unpaired[0]):
        return None
    return BracketPairing((*pairs, *rest), unpaired)


def _without(players: tuple[Player, ...], pairs: list[tuple[Player, Player]]) -> tuple[Player, ...]:
    """The players who are not the lower one of any pair."""
    taken = {lower.tpn for _, lower in pairs}
    return tuple(player for player in players if player.tpn not in taken)


def _is_plain(bracket: Bracket) -> bool:
    """In the last round: does nobody's history break [C10] or [C11] whatever colour comes?

    Then both are kept by every pair without two equal absolute preferences, and the walk makes no others.
    """
    return not bracket.state.is_last or all(
        abs(p.difference) <= ABSOLUTE and p.colours[-2:] != ("ww" if p.preference > 0 else "bb")
        for p in bracket.members
    )


def _best_floaters(bracket: Bracket, counts: list[int]) -> tuple[tuple[int, int], set[int]]:
    """The least that must be denied, and the TPNs of those residents whose floating makes for the best bracket.

    In the order of the criteria: [C2] and [C9] if the floater gets the bye, [C12], [C13], [C14], [C16].
    """
    gets_bye = bracket.odd and not bracket.following
    best: tuple[int, ...] | None = None
    found: set[int] = set()
    denied: dict[int, tuple[int, int]] = {}
    for player in bracket.residents:
        if gets_bye and not player.may_have_bye:
            continue
        preference = player.preference
        if preference not in denied:
            counts[preference] -= 1
            denied[preference] = least_denied(counts)
            counts[preference] += 1
        floats = player.floats
        merit = (
            player.unplayed if gets_bye else 0,
            *denied[preference],
            floats[-1:] == DOWN,
            floats[-2:-1] == DOWN,
        )
        if best is None or merit < best:
            best, found = merit, {player.tpn}
        elif merit == best:
            found.add(player.tpn)
    return (best[1], best[2]) if best else (0, 0), found


class _Strides:
    """What is left to be paired, counted; how much may still be denied; and who may be the one to float."""

    def __init__(self, counts: list[int], denied: int, strong: int, floaters: set[int] | None) -> None:
        """``floaters``: the TPNs of which one will float, None if nobody does."""
        self.counts = counts
        self.denied = denied
        self.strong = strong
        self.floaters = floaters
        self.may_float: list[int] = []

    def may_be(self, player: Player) -> bool:
        """May this be the one to float?"""
        return self.floaters is not None and player.tpn in self.floaters

    def count_floaters(self, players: Sequence[Player]) -> list[int]:
        """How many of them may be the one to float, by colour preference."""
        return count([player for player in players if self.may_be(player)])

    def through(self, tops: Sequence[Player], others: Sequence[Player]) -> list[tuple[Player, Player]] | None:
        """The first transposition of the others that gives every top an opponent and keeps to the counts."""
        floats = [self.may_be(player) for player in others]
        kinds = [(player.preference, may) for player, may in zip(others, floats, strict=True)]
        admitted: dict[tuple[int, tuple[int, bool]], bool] = {}

        def fits(i: int, j: int) -> bool:
            one = tops[i].preference
            if others[j].tpn in tops[i].barred or one * others[j].preference == CLASH:
                return False
            key = (one, kinds[j])
            found = admitted.get(key)
            if found is None:
                found = admitted[key] = self._admits(one, *kinds[j])
            return found

        def move(i: int, j: int, by: int) -> None:
            self._move(tops[i].preference, *kinds[j], by)
            admitted.clear()

        taken = first_assignment(len(tops), len(others), fits, move)
        return None if taken is None else [(top, others[j]) for top, j in zip(tops, taken, strict=True)]

    def _move(self, one: int, other: int, may_float: bool, by: int) -> None:
        """Take a pair out of the counts (``by`` -1) or put it back (1)."""
        self.counts[one] += by
        self.counts[other] += by
        if may_float:
            self.may_float[other] += by
        if one * other > 0:
            self.denied += by
            if min(abs(one), abs(other)) == STRONG:
                self.strong += by

    def _admits(self, one: int, other: int, may_float: bool) -> bool:
        """Can the least denials still be reached after a pair with these preferences?"""
        self._move(one, other, may_float, -1)
        counts = self.counts
        if self.floaters is None:
            denied, strong = least_denied(counts)
            reached = denied <= self.denied and strong <= self.strong
        else:
            reached = False
            for preference, number in enumerate(self.may_float):
                if number:
                    counts[preference] -= 1
                    denied, strong = least_denied(counts)
                    counts[preference] += 1
                    if denied <= self.denied and strong <= self.strong:
                        reached = True
                        break
        self._move(one, other, may_float, 1)
        return reached
