"""The reason why a round cannot be paired: groups of players with too few possible opponents."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairing_engine.errors import NoPairing
from pairing_engine.facts.groups import as_bits, bits_of
from pairing_engine.facts.model import Tpn
from pairing_engine.language import say, say_many
from pairing_engine.matching import Pair, lightest
from pairing_engine.matching.cover import bits, neighbours_by
from pairing_engine.matching.rest import rest_of
from pairing_engine.matching.size import pairs_of
from pairing_engine.state.round_state import Player, RoundState

LARGEST_ANALYSED = 200
"""The largest number of players for which the message explains which groups cannot be paired.

In larger rounds, the message lists only players who have no possible opponent at all.
"""

MOST_NAMED = 50
"""The maximum number of participants who are listed in a message about a large round."""


def seen_at_once(state: RoundState, article: str) -> NoPairing | None:
    """Return the error for a large round in which too many players have no possible opponent; otherwise None.

    The check does not look for a pairing. Small rounds are left to `no_pairing`, which explains more.
    """
    players = state.players
    size = len(players)
    if size <= LARGEST_ANALYSED or all(len(player.barred) < size - 1 for player in players):
        return None
    everybody = bits_of(player.tpn for player in players)
    stuck = [player for player in players if _can_meet_nobody(player, everybody)]
    by_bye = size % 2 == 1 and any(player.may_have_bye for player in stuck)
    if len(stuck) <= by_bye:
        return None
    numbers = sorted(state.shown(player.tpn) for player in stuck)
    but = say(", apart from the bye, which only one of them can get") if by_bye else ""
    words = say("no complete pairing exists: {parts}{but}", parts=_can_meet_none(numbers, MOST_NAMED), but=but)
    return NoPairing(article, words, numbers)


def nobody_for_the_bye(state: RoundState, article: str, each: str) -> NoPairing | None:
    """Return the error if the number of participants is odd and nobody may have the bye; otherwise None.

    ``each`` says in words why nobody may have the bye. ``article`` is the article to cite.
    """
    players = state.players
    if len(players) % 2 == 0 or any(player.may_have_bye for player in players):
        return None
    words = say(
        "the number of participants to be paired is odd ({players}), and none of them may get the "
        "pairing-allocated bye: {each}",
        players=len(players),
        each=say(each),
    )
    return NoPairing(article, words, (state.shown(player.tpn) for player in players))


def _can_meet_nobody(player: Player, everybody: int) -> bool:
    return not everybody & ~(1 << player.tpn) & ~as_bits(player.barred)


def no_pairing(
    article: str,
    players: Sequence[Player],
    may_meet: Callable[[Player, Player], bool],
    shown: Callable[[Tpn], int],
) -> NoPairing:
    """Return the error for a round without a complete pairing; the message names the groups that cause the failure.

    If the number of players is odd, one player may have the bye. The groups are found with the theorem of Gallai and
    Edmonds (see `matching.rest`). Each group has an odd number of players. The players of a group can meet only each
    other and a few helpers outside the groups. Each group needs a helper, but there are more groups than helpers.
    ``shown`` returns the number of a participant in the file.
    """
    bye = len(players)  # the vertex of the bye; it exists only if the number of players is odd
    size, edges = _graph(players, may_meet)
    if size > LARGEST_ANALYSED:
        left = [shown(players[v].tpn) for v in _left_over(size, edges) if v < bye]
        return NoPairing(
            article,
            say(
                "no complete pairing exists: even with as many pairs as possible, {names} would have no opponent",
                names=_listed(left, MOST_NAMED),
            ),
            left,
        )
    near = neighbours_by(size, ((u, v) for u, v, _ in edges))
    groups = [list(bits(part)) for part in rest_of(near, (1 << size) - 1).parts]
    others = {other for group in groups for v in group for other in bits(near[v])}.difference(*groups)
    numbers = {v: shown(player.tpn) for v, player in enumerate(players)}
    stuck = sorted(sorted(numbers[v] for v in group if v != bye) for group in groups if group != [bye])
    helpers = sorted(numbers[v] for v in others if v != bye)
    words = _words(stuck, helpers, bye=bye in others)
    return NoPairing(article, words, (number for group in stuck for number in group))


def _graph(players: Sequence[Player], may_meet: Callable[[Player, Player], bool]) -> tuple[int, list[Pair]]:
    """Return the number of vertices and the possible pairs.

    If the number of players is odd, the last vertex is the bye.
    """
    size = len(players)
    edges = pairs_of(size, lambda i, j: may_meet(players[i], players[j]))
    if size % 2 == 0:
        return size, edges
    edges += [(i, size, 0) for i, player in enumerate(players) if player.may_have_bye]
    return size + 1, edges


def _left_over(size: int, edges: Sequence[Pair]) -> list[int]:
    """Return the vertices that a largest matching leaves unmatched."""
    mates = lightest(edges, [1] * size, size.bit_length() + 1, list)
    assert mates is not None
    return [v for v, mate in enumerate(mates) if mate < 0]


def _words(groups: list[list[int]], helpers: list[int], *, bye: bool) -> str:
    single = [group[0] for group in groups if len(group) == 1]
    parts = [_can_meet_none(single)] if single else []
    parts += [say("{names} can meet only each other", names=_listed(group)) for group in groups if len(group) > 1]
    few = ([_listed(helpers)] if helpers else []) + ([say("the bye")] if bye else [])
    but = say(", apart from {few} (too few for all of them)", few=say(" and ").join(few)) if few else ""
    return say("no complete pairing exists: {parts}{but}", parts=say(", and ").join(parts), but=but)


def _can_meet_none(numbers: Sequence[int], most: int | None = None) -> str:
    return say_many("{names} can meet nobody", "{names} can meet nobody", len(numbers), names=_listed(numbers, most))


def _listed(numbers: Sequence[int], most: int | None = None) -> str:
    """List participants in words; participants after the first ``most`` are only counted."""
    names = [str(number) for number in numbers[:most]]
    if len(names) < len(numbers):
        more = len(numbers) - len(names)
        return say("participants {names} and {more} more", names=", ".join(names), more=more)
    if len(names) == 1:
        return say("participant {number}", number=names[0])
    return say("participants {names} and {last}", names=", ".join(names[:-1]), last=names[-1])
