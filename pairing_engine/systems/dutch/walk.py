"""The shortcut of the Dutch System: walk the candidates in their order, and know by counting where not to go.

Most brackets have a candidate that is as good as counting says any could be: nobody floats whom parity does not make
float, no more preferences are denied than the numbers of White and Black seekers demand, and no float is repeated. Such
a candidate is best, so the first of them in the order of Articles 3.6 and 3.7 is the answer. `walk` looks for it among
the candidates without exchanges and without a Limbo, turning back wherever the counts of what is left show that none
can be reached any more. Where it does not find one soon it gives up, which proves nothing.
"""

from __future__ import annotations

from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.state.floats import DOWN, UP
from pairing_engine.state.preference import ABSOLUTE
from pairing_engine.state.round_state import Player
from pairing_engine.systems.dutch.criteria import is_topscorer
from pairing_engine.systems.shared.counting import count, least_denied
from pairing_engine.systems.shared.greedy_transposition import Strides


def walk(bracket: Bracket, *, unplayed_count: bool = True) -> BracketPairing | None:
    """The answer to the question about the bracket alone, if a short walk finds it; None if not.

    ``unplayed_count``: does it matter how many rounds without a game the one has who gets the bye [C9]?

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
        best, floaters = _best_floaters(bracket, counts, unplayed_count)
        if not floaters:
            return None
        strides = Strides(counts, *best, floaters)
    elif bracket.odd and not bracket.following:
        return None
    else:
        strides = Strides(counts, *least_denied(counts), None)
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
    return BracketPairing((*pairs, *rest), _without(others, rest))


def _without(players: tuple[Player, ...], pairs: list[tuple[Player, Player]]) -> tuple[Player, ...]:
    """The players who are not the lower one of any pair."""
    taken = {lower.tpn for _, lower in pairs}
    return tuple(player for player in players if player.tpn not in taken)


def _is_plain(bracket: Bracket) -> bool:
    """In the last round: is nobody a topscorer, or does nobody's history break [C10] or [C11] whatever colour comes?

    Then both are kept by every pair without two equal absolute preferences, and the walk makes no others.
    """
    state = bracket.state
    if not state.is_last or not any(is_topscorer(player, state) for player in bracket.members):
        return True
    return all(
        abs(p.difference) <= ABSOLUTE and p.colours[-2:] != ("ww" if p.preference > 0 else "bb")
        for p in bracket.members
    )


def _best_floaters(bracket: Bracket, counts: list[int], unplayed_count: bool) -> tuple[tuple[int, int], set[int]]:
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
            player.unplayed if gets_bye and unplayed_count else 0,
            *denied[preference],
            floats[-1:] == DOWN,
            floats[-2:-1] == DOWN,
        )
        if best is None or merit < best:
            best, found = merit, {player.tpn}
        elif merit == best:
            found.add(player.tpn)
    return (best[1], best[2]) if best else (0, 0), found
