"""The pairing-allocated bye in systems that give it before any pair is made, and rounds that cannot be paired.

The bye goes to the first participant, in the order of the system's rules, without whom all the others can be paired. If
there is none, groups of players with too few possible opponents are the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from pairing_engine.errors import NoPairing
from pairing_engine.facts.groups import as_bits, bits_of
from pairing_engine.facts.model import Points, Tpn, show_points
from pairing_engine.kernel.trace import Board
from pairing_engine.language import listed, say, say_many
from pairing_engine.matching import Backend, Pair, lightest
from pairing_engine.matching.completion import can_be_completed
from pairing_engine.matching.cover import bits, neighbours_by, rest_of
from pairing_engine.matching.solvers import pairs_of
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.values import NamedTuple

LARGEST_ANALYSED = 200
"""The largest number of players for which the message explains which groups, not only who alone, cannot be paired."""

MOST_NAMED = 50
"""The maximum number of participants who are listed in a message about a large round."""


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


def nobody_for_the_bye(state: RoundState, article: str, each: str) -> NoPairing | None:
    """Return the error by ``article`` if the number is odd and nobody may have the bye, with reasons from ``each``."""
    players = state.players
    if len(players) % 2 == 0 or any(player.may_have_bye for player in players):
        return None
    words = say(
        "the number of participants to be paired is odd ({players}), and none of them may get the "
        "pairing-allocated bye, because {each}",
        players=len(players),
        each=say(each),
    )
    return NoPairing(article, words, (state.shown(player.tpn) for player in players))


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
    if size > LARGEST_ANALYSED:
        left = [shown(players[v].tpn) for v in _left_over(size, edges) if v < bye]
        return NoPairing(
            article,
            say(
                "there is no complete pairing, because even with as many pairs as possible, {names} would have no "
                "opponent",
                names=_listed(left, MOST_NAMED),
            ),
            left,
        )
    near = neighbours_by(size, ((u, v) for u, v, _ in edges))
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


def _left_over(size: int, edges: Sequence[Pair]) -> list[int]:
    mates = lightest(edges, [1] * size, size.bit_length() + 1)
    assert mates is not None
    return [v for v, mate in enumerate(mates) if mate < 0]


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


MayMeetInRound = Callable[[Player, Player], bool]
"""A function that returns whether two players may meet in the round being paired."""

Rank = tuple[int, ...]
"""A sort key; the participant with the smallest key is considered first for the bye."""


def shown_score(player: Player, _state: RoundState) -> str:
    return show_points(player.score)


class ByeStep(NamedTuple):
    """A rule about the bye: the smallest ``measure`` comes first, and ``shown`` gives it in words."""

    article: str
    summary: str
    measure: Callable[[Player, RoundState], Rank]
    text: str = ""
    """The chapter of the article; empty for the system's own chapter."""
    shown: Callable[[Player, RoundState], str] = lambda _player, _state: ""

    def cited(self, chapter: str) -> str:
        """Return the article with its chapter. Use ``chapter`` if the rule names no other chapter."""
        return f"{self.text or chapter} {self.article}"


def games_played(player: Player) -> int:
    return len(player.floats) - player.unplayed


def order_by(steps: Sequence[ByeStep], state: RoundState) -> Callable[[Player], Rank]:
    return lambda player: tuple(value for step in steps for value in step.measure(player, state))


def lowest_score(player: Player, _state: RoundState) -> Rank:
    return (player.score,)


def most_played(player: Player, _state: RoundState) -> Rank:
    return (-games_played(player),)


def largest_tpn(player: Player, _state: RoundState) -> Rank:
    return (-player.tpn,)


LOWEST_SCORE = ByeStep("", "a participant with the lowest score", lowest_score, shown=shown_score)
MOST_PLAYED = ByeStep(
    "", "a participant with the most games played", most_played, shown=lambda player, _state: str(games_played(player))
)
LARGEST_TPN = ByeStep(
    "", "whoever has the largest pairing number", largest_tpn, shown=lambda player, state: str(state.shown(player.tpn))
)
"""The steps that several systems share; each system adds its article."""


def who_gets_bye(
    state: RoundState, order: Callable[[Player], Rank], may_meet: MayMeetInRound, article: str, backend: Backend
) -> Player:
    """Find the first participant by sort key who can have the bye. Raises `NoPairing` by ``article``."""
    candidates = sorted((player for player in state.players if player.may_have_bye), key=order)
    for place, candidate in enumerate(candidates):
        rest = [player for player in state.players if player is not candidate]
        if can_all_be_paired(rest, may_meet, backend):
            return candidate
        if place == 0:
            may_meet = _remembered(may_meet)
            if not can_somebody_have_it(state.players, may_meet, backend):
                break
    raise no_pairing(article, state.players, may_meet, state.shown)


def _remembered(may_meet: MayMeetInRound) -> MayMeetInRound:
    """Cache the results of a function, because successive searches need nearly the same pairs."""
    known: dict[tuple[int, int], bool] = {}

    def answer(a: Player, b: Player) -> bool:
        pair = a.tpn, b.tpn
        found = known.get(pair)
        if found is None:
            found = known[pair] = may_meet(a, b)
        return found

    return answer


def can_somebody_have_it(players: Sequence[Player], may_meet: MayMeetInRound, backend: Backend) -> bool:
    """Return whether some player can have the bye, as an additional player, with all others paired."""
    bye = len(players)

    def compatible(i: int, j: int) -> bool:
        one, other = sorted((i, j))
        return players[one].may_have_bye if other == bye else may_meet(players[one], players[other])

    return can_be_completed(bye + 1, compatible, backend)


def can_all_be_paired(players: Sequence[Player], may_meet: MayMeetInRound, backend: Backend) -> bool:
    return can_be_completed(len(players), lambda i, j: may_meet(players[i], players[j]), backend)


ScoreOf = Callable[[Player], Points]


def pairing_score(player: Player) -> Points:
    """Return the score by which the rules sort boards, including virtual points [C.04.7 1.5]."""
    return player.score


def real_score(player: Player) -> Points:
    """Return the score in the standings, without virtual points."""
    return player.points


def order_of_pair(one: Player, other: Player, score: ScoreOf = pairing_score) -> tuple[int, int, int]:
    """Return the sort key of a pair on the published list of boards.

    The higher of the two scores decides, then the sum of the scores, and then the smaller TPN of the higher ranked.
    """
    first, second = (-score(one), one.tpn), (-score(other), other.tpn)
    higher = min(first, second)
    return higher[0], first[0] + second[0], higher[1]


def pairs_text(boards: Iterable[Board], bye: Tpn | None, number: Callable[[Tpn], int]) -> str:
    """Write the pairing in the text format that other programs read.

    The first line is the number of lines that follow. Each board has a line with the numbers of White and Black, and
    the bye has a last line, ``n 0``. ``number`` returns the number of a participant in the file.
    """
    lines = [f"{number(board.white)} {number(board.black)}\n" for board in boards]
    if bye is not None:
        lines.append(f"{number(bye)} 0\n")
    return f"{len(lines)}\n{''.join(lines)}"
