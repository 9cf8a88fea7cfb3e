"""[C.04.4.2 1.7, 1.8] The ranking index of Burstein: Buchholz, then Sonneborn-Berger, then TPN."""

from __future__ import annotations

from decimal import Decimal

from pairing_engine.facts.model import ByeKind, Points, Tpn, show_points
from pairing_engine.kernel.bye import Rank
from pairing_engine.language import say
from pairing_engine.scores.crosstable import Crosstable, Entry
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.values import NamedTuple


class Index(NamedTuple):
    """The index by which Burstein ranks players with equal scores. The player with the smaller index ranks higher.

    Buchholz and Sonneborn-Berger are stored as negative numbers, because the smaller index ranks higher. Buchholz is in
    tenths of a point, and Sonneborn-Berger is in hundredths.
    """

    buchholz: int
    sonneborn_berger: int
    tpn: Tpn


def indices(state: RoundState) -> dict[Tpn, Index]:
    """Compute the indices of all participants before a round. Virtual points do not count [1.7.2.2]."""
    table = Crosstable(state.earlier_rounds, [p.tpn for p in state.tournament.participants], state.settings)
    rounds: dict[Tpn, list[Entry]] = {tpn: [] for tpn in table.everybody}
    for number in range(1, len(state.earlier_rounds) + 1):
        for tpn, entry in table.entries(number).items():
            rounds[tpn].append(entry)
    scores = table.totals()
    for_opponents = {tpn: scores[tpn] + _benefit(state, tpn, entries) for tpn, entries in rounds.items()}
    found = {}
    for tpn, entries in rounds.items():
        buchholz = berger = 0
        for entry in entries:
            # [1.7.2.1] An unplayed round counts as a game against an opponent with the player's own score.
            current = for_opponents[entry.opponent] if entry.met else scores[tpn]
            buchholz += current
            berger += entry.points * current
        found[tpn] = Index(-buchholz, -berger, tpn)
    return found


def lowest_ranking(player: Player, state: RoundState) -> Rank:
    """[C.04.4.2 3.1.5] Return a sort key for the bye. The lowest ranked player comes first."""
    return tuple(-value for value in state.once(indices)[player.tpn])


def shown_index(player: Player, state: RoundState) -> str:
    index = state.once(indices)[player.tpn]
    berger = Decimal(-index.sonneborn_berger) / 100
    return say(
        "Buchholz {buchholz}, Sonneborn-Berger {berger}",
        buchholz=show_points(Points(-index.buchholz)),
        berger=f"{berger.normalize():f}",
    )


def _benefit(state: RoundState, tpn: Tpn, entries: list[Entry]) -> int:
    """[C.04.4.2 1.7.2.1] Compute the points to add to an absent participant's score for the opponents' indices.

    Zero-point byes count as draws if they form an unbroken series up to the round being paired (reading S1).
    """
    if not _is_absent_now(state, tpn):
        return 0
    benefit = 0
    for entry in reversed(entries):
        if entry.outcome not in (None, ByeKind.ZERO_POINT):
            break
        benefit += state.scoring.draw - entry.points
    return benefit


def _is_absent_now(state: RoundState, tpn: Tpn) -> bool:
    """Whether the participant has a zero-point bye in the round being paired."""
    if tpn in state.by_tpn or tpn == state.preassigned_bye:
        return False
    kinds = [bye.kind for number, bye in state.tournament.requests if number == state.number and bye.tpn == tpn]
    if state.number <= len(state.tournament.rounds):
        kinds = [bye.kind for bye in state.tournament.rounds[state.number - 1].byes if bye.tpn == tpn]
    return all(kind is ByeKind.ZERO_POINT for kind in kinds)
