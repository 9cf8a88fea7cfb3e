"""The Burstein System, C.04.4.2, as approved on 28 October 2025 and applied from 1 February 2026.

[2] [C1] and [C3] decide which pairs are possible. [C2] decides who may get the bye. [C4] is always satisfied, because
every matching must be complete.
"""

from __future__ import annotations

from decimal import Decimal

from pairing_engine.facts.basic_rules import Absolutes, Colours, Due
from pairing_engine.facts.model import ByeKind, Points, Tpn, show_points
from pairing_engine.kernel.bye import LOWEST_SCORE, MOST_PLAYED, ByeStep, Rank
from pairing_engine.kernel.order import Order
from pairing_engine.kernel.rules import DENIED
from pairing_engine.language import marked, say
from pairing_engine.scores.crosstable import Crosstable, Entry
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.burstein.process import ByIndex, RankingIndex, SeedingRounds
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.shared import downfloats
from pairing_engine.systems.shared.dubov_burstein import COLOUR_STEPS, may_meet
from pairing_engine.systems.shared.orders import remembered
from pairing_engine.systems.system import Completion, Names, System

c5 = downfloats.NUMBER.at("C5", "C.04.4.2 2.3.1", "outgoing floaters")
c6 = downfloats.SCORES.at(
    "C6", "C.04.4.2 2.3.2", "the score of each outgoing floater who has more points than the residents"
)
c7_number = downfloats.NUMBER_BELOW.at("C7", "C.04.4.2 2.3.3", "outgoing floaters from the following bracket")
c7_scores = downfloats.SCORES_BELOW.at(
    "C7",
    "C.04.4.2 2.3.3",
    "the score of each outgoing floater from the following bracket who has more points than its residents",
)
c8 = DENIED.at("C8", "C.04.4.2 2.3.4")


def indices(state: RoundState) -> dict[Tpn, RankingIndex]:
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
        found[tpn] = RankingIndex(-buchholz, -berger, tpn)
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
    """[C.04.4.2 1.7.2.1] Compute the points to add for the opponents' indices; byes may be draws (reading S1)."""
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


@remembered
def descending_order(size: int, article: str = "4.3") -> Order:
    """Build the order of all possible pairings for a bracket with ``size`` players.

    The pairings are compared by the opponent of BSN 1: the pairing with the larger BSN comes first. If the opponents of
    BSN 1 are equal, the opponents of BSN 2 are compared, and so on. A player who floats counts as having an opponent
    with BSN 0.

    >>> order = descending_order(4)
    >>> order.pair(0, 3) + order.pair(1, 2) < order.pair(0, 2) + order.pair(1, 3) < order.pair(0, 1) + order.pair(2, 3)
    True
    """
    order = Order(size)
    words = marked("the in-bracket sequence number (BSN) of the first opponent who differs")
    for i in reversed(range(size)):
        order.add(size.bit_length(), i, article, words, top=size, other=size, opponent=-1)
    return order


CRITERIA = (c5, c6, c7_number, c7_scores, c8)

BYE_STEPS = (
    LOWEST_SCORE._replace(article="3.1.3"),
    MOST_PLAYED._replace(article="3.1.4"),
    ByeStep("3.1.5", "the lowest ranked player", lowest_ranking, shown=shown_index),
)

BURSTEIN_2026 = System(
    name="burstein",
    edition="2026",
    article="C.04.4.2",
    code="FIDE_BURSTEIN_2026",
    criteria=CRITERIA,
    may_meet=may_meet,
    colour_steps=COLOUR_STEPS,
    completion=Completion("C.04.4.2 1.9.3", "C.04.4.2 2.2.1", "C4"),
    bye_steps=BYE_STEPS,
    absolutes=Absolutes(Colours.STRICT, Due.PLAYERS),
    in_round=SeedingRounds(DUTCH_2026, most=4),
    number_of_pairs=c5,
    names=Names(floating="1.2.2", halves=None, beside=shown_index),
    process=ByIndex(indices, descending_order),
)
