"""[C.04.4.2 1.7, 1.8] The index by which Burstein ranks: Buchholz, then Sonneborn-Berger, then TPN; never the score."""

from __future__ import annotations

from typing import NamedTuple

from pairing_engine.facts.model import ByeKind, Points, Tpn
from pairing_engine.state.round_state import RoundState
from pairing_engine.state.scorer import Scorer


class Index(NamedTuple):
    """What places a player; the smaller one ranks higher. Both sums are negative: Buchholz in tenths, the other in
    hundredths of points.
    """

    buchholz: int
    sonneborn_berger: int
    tpn: Tpn


class _Entry(NamedTuple):
    """One round of one participant: the opponent met over the board (None: nobody), and the points gained."""

    opponent: Tpn | None
    gained: Points
    absent: bool
    """A zero-point bye."""


def indices(state: RoundState) -> dict[Tpn, Index]:
    """The indices of all participants before a round. Virtual points do not count [1.7.2.2]."""
    table = _crosstable(state)
    scores = {tpn: _scorer_total(state, tpn, entries) for tpn, entries in table.items()}
    for_opponents = {tpn: scores[tpn] + _benefit(state, tpn, entries) for tpn, entries in table.items()}
    found = {}
    for tpn, entries in table.items():
        buchholz = berger = 0
        for opponent, gained, _ in entries:
            # [1.7.2.1] A round without a game is one against oneself.
            current = scores[tpn] if opponent is None else for_opponents[opponent]
            buchholz += current
            berger += gained * current
        found[tpn] = Index(-buchholz, -berger, tpn)
    return found


def _crosstable(state: RoundState) -> dict[Tpn, list[_Entry]]:
    scorer = Scorer(state.settings)
    table: dict[Tpn, list[_Entry]] = {participant.tpn: [] for participant in state.tournament.participants}
    for number, past in enumerate(state.past, 1):
        for game in past.games:
            played = game.white_result.played and game.black_result.played
            white, black = scorer.of_game(game, number)
            table[game.white].append(_Entry(game.black if played else None, white, absent=False))
            table[game.black].append(_Entry(game.white if played else None, black, absent=False))
        for bye in past.byes:
            gained = scorer.of_bye(bye, number)
            table[bye.tpn].append(_Entry(None, gained, absent=bye.kind is ByeKind.ZERO_POINT))
        for tpn, entries in table.items():
            if len(entries) < number:
                entries.append(_Entry(None, scorer.of_absence(tpn, number), absent=True))
    return table


def _scorer_total(state: RoundState, tpn: Tpn, entries: list[_Entry]) -> int:
    bonuses = sum(
        entry.points
        for entry in state.settings.abnormal_points
        if not entry.outcome and tpn in entry.tpns and entry.round < state.number
    )
    return sum(entry.gained for entry in entries) + bonuses


def _benefit(state: RoundState, tpn: Tpn, entries: list[_Entry]) -> int:
    """[1.7.2.1] What a participant's score is worth more to the opponents: the zero-point byes of a series that lasts
    up to the round being paired (reading S1) count as draws.
    """
    if not _is_absent_now(state, tpn):
        return 0
    benefit = 0
    for entry in reversed(entries):
        if not entry.absent:
            break
        benefit += state.scoring.draw - entry.gained
    return benefit


def _is_absent_now(state: RoundState, tpn: Tpn) -> bool:
    """Does the participant get a zero-point bye in the round being paired?"""
    if tpn in state.by_tpn or tpn == state.preassigned_bye:
        return False
    kinds = [bye.kind for number, bye in state.tournament.requests if number == state.number and bye.tpn == tpn]
    if state.number <= len(state.tournament.rounds):
        kinds = [bye.kind for bye in state.tournament.rounds[state.number - 1].byes if bye.tpn == tpn]
    return all(kind is ByeKind.ZERO_POINT for kind in kinds)
