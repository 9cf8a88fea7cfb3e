"""The FIDE (Dutch) System of Istanbul 2012, C.04.3.1, Sections A to C article by article: slow, and sharing nothing
with the engine.

The round is `pair`, its steps C.1, C.12, C.13 and C.14 are here; `dutch_2012_candidates` tries the candidates of one
score bracket in their order [C.3 to C.10, D]. Places that can be read in two ways are marked ``READING``, and argued in
docs/readings.md under O1 and what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby

from tests.literal.dutch_2012_candidates import Bracket, PairedBracket, best, may_meet
from tests.literal.dutch_old_facts import Player, colours_of, players_of, ranking
from tests.literal.facts import Event, NoLegalPairing, Paired

Group = tuple[Player, ...]


def players(event: Event) -> list[Player]:
    """[A.10, B.1.b] Top scorers have over 50%; any points without playing make a downfloater without a bye."""
    # READING (B.1.b): "a point or half point": whatever is worth more than nothing.
    return players_of(event, lambda points, possible: 2 * points > possible, lambda points: points > 0)


def pair(event: Event) -> Paired:
    """The pairing of the coming round; `NoLegalPairing` if there is none."""
    brackets = pair_brackets(players(event), len(event.rounds) + 1)
    boards = [colours_of(one, two, event) for bracket in brackets for one, two in bracket.pairs]
    byes = [player.tpn for player in brackets[-1].floaters] if brackets else []
    return Paired(frozenset(boards), sum(byes))


def pair_brackets(everybody: Sequence[Player], number: int) -> list[PairedBracket]:
    """[C] Starting with the highest score bracket."""
    groups: list[Group] = [tuple(group) for _, group in groupby(everybody, key=lambda player: player.score)]
    if not groups:
        return []
    done: list[PairedBracket] = []
    for residents in groups[:-1]:
        mdps = done[-1].floaters if done else ()
        paired = _ordinary(mdps, residents, number)
        if any(player in paired.floaters for player in mdps):
            another = _backtrack(done[-1], residents)
            if another is not None:
                done[-1] = another
                paired = _ordinary(another.floaters, residents, number)
        done.append(paired)
    return _lowest(done, groups[-1], number)


def _ordinary(mdps: Sequence[Player], residents: Group, number: int) -> PairedBracket:
    """A bracket that is not the lowest: C.14 lowers P1 and M1 until there is a pairing, at last of nobody."""
    bracket = Bracket(ranked(mdps), residents, number)
    # READING (C.1): an incompatible player is moved down before the bracket is divided, so that A.3 does not count
    # such players either, also one who came down and for whom C.12 has found nothing.
    bracket = replace(bracket, lost=tuple(p for p in bracket.members if not _has_opponent(p, bracket.members)))
    found = best(bracket, lambda paired: True)
    assert found is not None
    return found


def _has_opponent(player: Player, others: Sequence[Player]) -> bool:
    return any(other is not player and may_meet(player, other) for other in others)


def _backtrack(previous: PairedBracket, residents: Group) -> PairedBracket | None:
    """[C.12] Another set of floaters, of the same size and with the same scores, of whom more can be paired here."""
    # READING (C.12): "this now allows P1 pairings": the pairings of those moved down. Another set is not looked for
    # because of the remainder, to which C.14.b.1 applies.
    scores = sorted(player.score for player in previous.floaters)
    left = len(previous.floaters) - _pairable(previous.floaters, residents)
    for fewer in range(left):

        def accepts(paired: PairedBracket, wanted: int = fewer) -> bool:
            floaters = paired.floaters
            return (
                sorted(player.score for player in floaters) == scores
                and len(floaters) - _pairable(floaters, residents) == wanted
            )

        another = best(previous.bracket, accepts)
        if another is not None:
            return another
    return None


def _pairable(floaters: Sequence[Player], residents: Sequence[Player]) -> int:
    """How many of these can be paired with residents at the same time."""
    if not floaters:
        return 0
    first, others = floaters[0], floaters[1:]
    found = _pairable(others, residents)
    for place, resident in enumerate(residents):
        if found == len(floaters):
            break
        if may_meet(first, resident):
            found = max(found, 1 + _pairable(others, [*residents[:place], *residents[place + 1 :]]))
    return found


def _lowest(done: list[PairedBracket], low: Group, number: int) -> list[PairedBracket]:
    """[C.12, C.13] The lowest bracket, in which everybody must be paired but for one, who gets the bye."""
    added: Group = ()
    mdps: Group = done[-1].floaters if done else ()
    merged = False
    while True:
        # C.13: "a merged score bracket shall be treated as a heterogeneous one with the latest added bracket as S1".
        bracket = Bracket(ranked((*mdps, *added)), low, number, last=True, merged=merged)
        found = best(bracket, _is_complete)
        if not merged and done and bracket.is_heterogeneous and (found is None or found.m1 < len(mdps)):
            another = _another_penultimate(done[-1], low)
            if another is not None:
                below = Bracket(ranked(another.floaters), low, number, last=True)
                found = best(below, _is_complete)
                assert found is not None
                return [*done[:-1], another, found]
        if found is not None:
            return [*done, found]
        if not done:
            raise NoLegalPairing("C.13")
        penultimate = done.pop()
        everybody = ranked((*added, *low))
        another = best(penultimate.bracket, lambda paired, rest=everybody: _allows(paired, rest))
        if another is not None:
            # READING (C.13): once the penultimate bracket is paired again, only its floaters have come down to the
            # merged one.
            below = Bracket(ranked(another.floaters), everybody, number, last=True, merged=merged)
            found = best(below, _is_complete)
            assert found is not None
            return [*done, another, found]
        mdps, added, low, merged = penultimate.bracket.mdps, penultimate.bracket.residents, everybody, True


def _another_penultimate(penultimate: PairedBracket, low: Group) -> PairedBracket | None:
    """[C.12] Other floaters of the same scores who can all be paired in the lowest bracket, and the rest as well."""
    scores = sorted(player.score for player in penultimate.floaters)

    def accepts(paired: PairedBracket) -> bool:
        floaters = paired.floaters
        return sorted(p.score for p in floaters) == scores and _completes_with(floaters, low)

    return best(penultimate.bracket, accepts)


def _completes_with(floaters: Sequence[Player], low: Sequence[Player]) -> bool:
    """Can every one of these be paired with somebody of the lowest bracket, and the rest be completed?"""
    if not floaters:
        return can_be_completed(low)
    first = floaters[0]
    return any(
        may_meet(first, other) and _completes_with(floaters[1:], [p for p in low if p is not other]) for other in low
    )


def _allows(paired: PairedBracket, rest: Sequence[Player]) -> bool:
    """[C.13] Does this pairing of the penultimate bracket allow one of the lowest, before its P is zero?"""
    p = paired.m1 if paired.bracket.is_heterogeneous else len(paired.pairs)
    return p > 0 and can_be_completed([*paired.floaters, *rest])


def can_be_completed(left: Sequence[Player]) -> bool:
    """Have these a pairing, one of them getting the bye if their number is odd?"""
    if not left:
        return True
    if len(left) % 2:
        return any(p.may_have_bye and can_be_completed([q for q in left if q is not p]) for p in reversed(left))
    first, others = left[0], left[1:]
    return any(may_meet(first, p) and can_be_completed([q for q in others if q is not p]) for p in others)


def _is_complete(paired: PairedBracket) -> bool:
    return not paired.floaters or (len(paired.floaters) == 1 and paired.floaters[0].may_have_bye)


def ranked(some: Sequence[Player]) -> Group:
    return tuple(sorted(some, key=ranking))


Accepts = Callable[[PairedBracket], bool]
