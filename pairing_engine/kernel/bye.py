"""The pairing-allocated bye in systems that give the bye before any pair is made.

The rules of the system decide in which order the participants are considered for the bye. The bye goes to the first
participant without whom all the others can be paired.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pairing_engine.facts.model import Points, Tpn, show_points
from pairing_engine.kernel.deadlock import no_pairing
from pairing_engine.kernel.trace import Board
from pairing_engine.matching import Backend
from pairing_engine.matching.completion import can_be_completed
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.values import NamedTuple

MayMeetInRound = Callable[[Player, Player], bool]
"""A function that returns whether two players may meet in the round being paired."""

Rank = tuple[int, ...]
"""A sort key; the participant with the smallest key is considered first for the bye."""


def no_value(_player: Player, _state: RoundState) -> str:
    """Return an empty string, for values that mean nothing to readers."""
    return ""


def shown_score(player: Player, _state: RoundState) -> str:
    return show_points(player.score)


def shown_games(player: Player, _state: RoundState) -> str:
    return str(games_played(player))


def shown_tpn(player: Player, state: RoundState) -> str:
    """Return the participant's number in the file, as text."""
    return str(state.shown(player.tpn))


class ByeStep(NamedTuple):
    """A rule about the order in which participants are considered for the bye.

    The participant with the smallest ``measure`` comes first. ``shown`` returns the measured value in words.
    """

    article: str
    summary: str
    measure: Callable[[Player, RoundState], Rank]
    text: str = ""
    """The chapter of the article; empty for the system's own chapter."""
    shown: Callable[[Player, RoundState], str] = no_value

    def cited(self, chapter: str) -> str:
        """Return the article with its chapter. Use ``chapter`` if the rule names no other chapter."""
        return f"{self.text or chapter} {self.article}"


def games_played(player: Player) -> int:
    """Count the games or matches that the participant has actually played."""
    return len(player.floats) - player.unplayed


def order_by(steps: Sequence[ByeStep], state: RoundState) -> Callable[[Player], Rank]:
    """Combine the sort keys of several rules about the bye, in order of priority."""
    return lambda player: tuple(value for step in steps for value in step.measure(player, state))


def lowest_score(player: Player, _state: RoundState) -> Rank:
    """Put participants with a lower score first."""
    return (player.score,)


def most_played(player: Player, _state: RoundState) -> Rank:
    """Put participants with more games or matches first."""
    return (-games_played(player),)


def largest_tpn(player: Player, _state: RoundState) -> Rank:
    """Put participants with a larger TPN first."""
    return (-player.tpn,)


def who_gets_bye(
    state: RoundState, order: Callable[[Player], Rank], may_meet: MayMeetInRound, article: str, backend: Backend
) -> Player:
    """Find the participant who gets the bye.

    The participants who may have the bye are considered in the order of their sort keys. Raises `NoPairing`, which
    cites ``article``, if nobody can have the bye.
    """
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
    """Return whether some player can have the bye so that all other players can be paired.

    The bye becomes an additional player, whose possible opponents are the players who may have the bye.
    """
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

    Boards are sorted by the higher of the two scores, then by the sum of the scores, and then by the TPN of the higher
    ranked player. High scores and small TPNs come first.
    """
    first, second = (-score(one), one.tpn), (-score(other), other.tpn)
    higher = min(first, second)
    return higher[0], first[0] + second[0], higher[1]


def in_order(
    boards: Iterable[tuple[Board, Player, Player]], score: ScoreOf = pairing_score
) -> tuple[tuple[Board, Player, Player], ...]:
    """Sort boards, each with its two players, in the published order."""
    return tuple(sorted(boards, key=lambda entry: order_of_pair(entry[1], entry[2], score)))


def pairs_text(boards: Iterable[Board], bye: Tpn | None, number: Callable[[Tpn], int]) -> str:
    """Write the pairing in the text format that other programs read.

    The first line is the number of lines that follow. Each board has one line: the number of White, then the number of
    Black. If participant n has the pairing-allocated bye, the last line is ``n 0``. ``number`` returns the number of a
    participant in the file.
    """
    lines = [f"{number(board.white)} {number(board.black)}\n" for board in boards]
    if bye is not None:
        lines.append(f"{number(bye)} 0\n")
    return f"{len(lines)}\n{''.join(lines)}"
