"""The walk of the Dutch System: the first candidate that meets all bounds, which simple counting gives."""

from __future__ import annotations

from pairing_engine.fast.transposition import ColourTally, count, least_denied
from pairing_engine.kernel.rules import Bracket, BracketPairing
from pairing_engine.state.round_state import ABSOLUTE, DOWN, UP, Player
from pairing_engine.systems.dutch.edition_2026 import is_topscorer


def walk(bracket: Bracket, *, unplayed_count: bool = True) -> BracketPairing | None:
    """Find the pairing of the bracket without the players below; None if a short search fails.

    No candidate is better than one in which nobody floats, except one player of an odd number; no more preferences are
    denied than the numbers of White and Black seekers require; and no float is repeated. The first of these in the
    order of Articles 3.6 and 3.7 is right. The search looks only at candidates without exchanges and without a Limbo,
    and not at how the next bracket will pair the floaters. In the lowest bracket, the floater gets the bye.

    ``unplayed_count`` is true if a criterion counts the unplayed games of the player who gets the bye [C9].
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
    taken = {lower.tpn for _, lower in pairs}
    return tuple(player for player in players if player.tpn not in taken)


def _is_plain(bracket: Bracket) -> bool:
    """Whether every pair that the search can make satisfies [C10] and [C11], which are about topscorers.

    The search never pairs two players with the same absolute preference. So it is enough that no player can get a
    colour difference beyond two or a colour three times in a row.
    """
    state = bracket.state
    if not state.is_last or not any(is_topscorer(player, state) for player in bracket.members):
        return True
    return all(
        abs(p.difference) <= ABSOLUTE and p.colours[-2:] != ("ww" if p.preference > 0 else "bb")
        for p in bracket.members
    )


def _best_floaters(bracket: Bracket, counts: list[int], unplayed_count: bool) -> tuple[tuple[int, int], set[int]]:
    """Find the best floaters, if one resident must float: by [C2] and [C9] for the bye, [C12], [C13], [C14], [C16].

    Return the number of denied preferences, the number of denied strong preferences, and the TPNs of the best floaters.
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
