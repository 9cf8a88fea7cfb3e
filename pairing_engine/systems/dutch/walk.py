"""The shortcut of the Dutch System: a quick search for the best candidate of a bracket.

No candidate is better than a candidate that meets three conditions. First, nobody floats, except one player if the
number of players is odd. Second, no more preferences are denied than the numbers of White and Black seekers require.
Third, no float is repeated. In most brackets, at least one candidate meets all three conditions. If several do, the
first of them in the order of Articles 3.6 and 3.7 is right.

`walk` looks only at candidates without exchanges and without a Limbo. The search undoes a pair as soon as the remaining
players can no longer be paired as well as possible. If a short search finds no candidate, a matching is used.
"""

from __future__ import annotations

from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.state.conventions import ABSOLUTE, DOWN, UP
from pairing_engine.state.round_state import Player
from pairing_engine.systems.dutch.criteria import is_topscorer
from pairing_engine.systems.shared.greedy_transposition import ColourTally, count, least_denied


def walk(bracket: Bracket, *, unplayed_count: bool = True) -> BracketPairing | None:
    """Find the pairing of the bracket without the players below; None if a short search fails.

    ``unplayed_count`` is true if a criterion counts the unplayed games of the player who gets the bye [C9].

    In the lowest bracket, everybody is paired except one floater, who gets the bye. In other brackets, the search does
    not consider how the next bracket will pair the floaters.
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
        tally = ColourTally(counts, *best, floaters)
    elif bracket.odd and not bracket.following:
        return None
    else:
        tally = ColourTally(counts, *least_denied(counts), None)
    pairs: list[tuple[Player, Player]] = []
    if mdps:
        tally.may_float = tally.count_floaters(residents)
        pairs_of_mdps = tally.first_transposition(mdps, [p for p in residents if UP not in p.floats[-2:]])  # [C15, C17]
        if pairs_of_mdps is None:
            return None
        pairs = pairs_of_mdps
        residents = _without(residents, pairs)
    tops, others = residents[: left // 2], residents[left // 2 :]
    tally.may_float = tally.count_floaters(others)
    rest = tally.first_transposition(tops, others)
    if rest is None:
        return None
    return BracketPairing((*pairs, *rest), _without(others, rest))


def _without(players: tuple[Player, ...], pairs: list[tuple[Player, Player]]) -> tuple[Player, ...]:
    """Remove the lower player of each pair from the players."""
    taken = {lower.tpn for _, lower in pairs}
    return tuple(player for player in players if player.tpn not in taken)


def _is_plain(bracket: Bracket) -> bool:
    """Whether every pair that the search can make satisfies [C10] and [C11].

    [C10] and [C11] apply only to topscorers, and only in the last round. The search never pairs two players with the
    same absolute preference. All pairs satisfy [C10] and [C11] if no player can get a colour difference beyond two or a
    colour three times in a row.
    """
    state = bracket.state
    if not state.is_last or not any(is_topscorer(player, state) for player in bracket.members):
        return True
    return all(
        abs(p.difference) <= ABSOLUTE and p.colours[-2:] != ("ww" if p.preference > 0 else "bb")
        for p in bracket.members
    )


def _best_floaters(bracket: Bracket, counts: list[int], unplayed_count: bool) -> tuple[tuple[int, int], set[int]]:
    """Find the best floaters, if one resident must float.

    Return the number of denied preferences, the number of denied strong preferences, and the TPNs of the best floaters.

    The criteria that compare floaters are, in order of priority: [C2] and [C9] if the floater gets the bye, [C12],
    [C13], [C14], [C16].
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
