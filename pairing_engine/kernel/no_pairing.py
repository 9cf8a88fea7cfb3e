"""The words about a round that cannot be paired: groups of players with too few possible opponents are the reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pairing_engine.errors import LARGEST_ANALYSED, NoPairing
from pairing_engine.facts.basic_rules import BasicRules
from pairing_engine.facts.groups import as_bits, bits_of
from pairing_engine.facts.model import Tpn
from pairing_engine.language import listed, say, say_many
from pairing_engine.matching import Pair
from pairing_engine.matching.cover import bits, neighbours_by, rest_of, unmatched
from pairing_engine.matching.solvers import pairs_of
from pairing_engine.state.round_state import Player, RoundState

MOST_NAMED = 50
"""The maximum number of participants who are listed in a message about a large round."""


def refuse_at_once(state: RoundState, basic: BasicRules, article: str, each: str) -> None:
    """Raise `NoPairing` if no pairing is possible, as is seen before pairing; ``each`` says why none may have the bye.

    ``article`` is the one about the bye.
    """
    if state.preassigned_bye is not None and len(state.players) % 2 == 1:
        raise NoPairing(
            basic.one_bye,
            say(
                "participant {tpn} already has the pairing-allocated bye, but the number of participants left to "
                "be paired is odd ({players})",
                tpn=state.preassigned_bye,
                players=len(state.players),
            ),
        )
    stuck = seen_at_once(state, basic.once)
    if stuck is not None:
        raise stuck
    if len(state.players) % 2 == 1 and not any(player.may_have_bye for player in state.players):
        words = say(
            "the number of participants to be paired is odd ({players}), and none of them may get the "
            "pairing-allocated bye, because {each}",
            players=len(state.players),
            each=say(each),
        )
        raise NoPairing(article, words, (state.shown(player.tpn) for player in state.players))


def seen_at_once(state: RoundState, article: str) -> NoPairing | None:
    """Return the error if too many players of a large round have no opponent; `no_pairing` explains small rounds."""
    players = state.players
    size = len(players)
    if size <= LARGEST_ANALYSED or all(len(player.barred) < size - 1 for player in players):
        return None
    everybody = bits_of(player.tpn for player in players)
    stuck = [p for p in players if not everybody & ~(1 << p.tpn) & ~as_bits(p.barred)]
    by_bye = size % 2 == 1 and any(player.may_have_bye for player in stuck)
    if len(stuck) <= by_bye:
        return None
    numbers = sorted(state.shown(player.tpn) for player in stuck)
    but = say(", apart from the bye, which only one of them can get") if by_bye else ""
    words = say(
        "there is no complete pairing, because {parts}{but}", parts=_can_meet_none(numbers, MOST_NAMED), but=but
    )
    return NoPairing(article, words, numbers)


def no_pairing(
    article: str, players: Sequence[Player], may_meet: Callable[[Player, Player], bool], shown: Callable[[Tpn], int]
) -> NoPairing:
    """Return the error for a round without a complete pairing; the message names the groups that cause the failure.

    The groups are found with the theorem of Gallai and Edmonds (see `matching.cover`). The players of a group, an odd
    number, can meet only each other and a few helpers outside the groups. Each group needs a helper, or the bye, but
    there are more groups. ``shown`` returns the number of a participant in the file.
    """
    bye = len(players)  # the vertex of the bye; it exists only if the number of players is odd
    size, edges = _graph(players, may_meet)
    near = neighbours_by(size, ((u, v) for u, v, _ in edges))
    if size > LARGEST_ANALYSED:
        left = [shown(players[v].tpn) for v in unmatched(near) if v < bye]
        return NoPairing(
            article,
            say(
                "there is no complete pairing, because even with as many pairs as possible, {names} would have no "
                "opponent",
                names=_listed(left, MOST_NAMED),
            ),
            left,
        )
    groups = [list(bits(part)) for part in rest_of(near, (1 << size) - 1).parts]
    numbers = {v: shown(player.tpn) for v, player in enumerate(players)}
    words = say("there is no complete pairing, because {parts}", parts=_words(groups, near, numbers, bye))
    return NoPairing(article, words, (numbers[v] for group in groups for v in group if v != bye))


def _words(groups: Sequence[Sequence[int]], near: Sequence[int], numbers: Mapping[int, int], bye: int) -> str:
    """Write whom each group can meet; single players who can only meet the same helpers are named together."""
    alike: dict[tuple[tuple[int, ...], bool, int], list[int]] = {}
    for group in groups:
        met = {other for v in group if v != bye for other in bits(near[v])}
        helpers = tuple(sorted(numbers[v] for v in met.difference(group) - {bye}))
        members = alike.setdefault((helpers, bye in met, group[0] if len(group) > 1 else -1), [])
        members += [numbers[v] for v in group if v != bye]
    parts = [
        _can_meet_only(sorted(members), helpers, by_bye=by_bye, each_other=first >= 0)
        for (helpers, by_bye, first), members in sorted(alike.items(), key=lambda one: sorted(one[1]))
        if members
    ]
    if [bye] in groups:
        only = [numbers[v] for v in bits(near[bye])]
        parts.append(
            say("only {names} may get the bye", names=_listed(only)) if only else say("nobody may get the bye")
        )
    words = say(", and ").join(parts)
    if not any(helpers or by_bye for helpers, by_bye, _ in alike):
        return words
    return say("{parts}, and that is not enough for all of them", parts=words)


def _graph(players: Sequence[Player], may_meet: Callable[[Player, Player], bool]) -> tuple[int, list[Pair]]:
    """Return the number of vertices and the possible pairs; if the number is odd, the last vertex is the bye."""
    size = len(players)
    edges = pairs_of(size, lambda i, j: may_meet(players[i], players[j]))
    if size % 2 == 0:
        return size, edges
    edges += [(i, size, 0) for i, player in enumerate(players) if player.may_have_bye]
    return size + 1, edges


def _can_meet_only(numbers: Sequence[int], helpers: Sequence[int], *, by_bye: bool, each_other: bool) -> str:
    """Write whom some participants can meet, all of them the same or each other, and whether they can get the bye."""
    only = [say("each other")] if each_other else []
    only += [_listed(helpers)] if helpers else []
    names = _listed(numbers)
    if not only and by_bye:
        return say_many("{names} can only get the bye", "{names} can only get the bye", len(numbers), names=names)
    if not only:
        return _can_meet_none(numbers)
    words = say_many(
        "{names} can meet only {only}", "{names} can meet only {only}", len(numbers), names=names, only=listed(only)
    )
    return say("{words}, or get the bye", words=words) if by_bye else words


def _can_meet_none(numbers: Sequence[int], most: int | None = None) -> str:
    return say_many("{names} can meet nobody", "{names} can meet nobody", len(numbers), names=_listed(numbers, most))


def _listed(numbers: Sequence[int], most: int | None = None) -> str:
    names = [str(number) for number in numbers[:most]]
    if len(names) < len(numbers):
        more = len(numbers) - len(names)
        return say("participants {names} and {more} more", names=", ".join(names), more=more)
    if len(names) == 1:
        return say("participant {number}", number=names[0])
    return say("participants {names} and {last}", names=", ".join(names[:-1]), last=names[-1])
