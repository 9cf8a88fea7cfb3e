"""Why the engine's pairing of a bracket is to be preferred to a published one."""

from __future__ import annotations

from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import Player
from pairing_engine.systems.dubov.criteria import CRITERIA, c7
from pairing_engine.systems.dubov.process import averages, subgroups_of
from pairing_engine.systems.shared.judging import Mates, worse
from pairing_engine.systems.shared.upfloaters import Articles, edges_of, judge_upfloaters, upfloaters_in

CHAPTER = "C.04.4.1"


def judge(trace: BracketTrace, mates: Mates) -> Finding | None:
    """What decides for the engine's pairing of a bracket and against a legal published one that differs."""
    found = judge_upfloaters(CRITERIA, Articles(CHAPTER, "4.2", "2.2.1", "C4"), trace, mates)
    if found is not None:
        return found
    bracket = trace.bracket
    right, other = edges_of(bracket, trace.pairing.pairs), edges_of(bracket, _pairs(trace, mates))
    totals = c7.total(right, bracket), c7.total(other, bracket)
    assert isinstance(totals[0], int)
    assert isinstance(totals[1], int)
    if totals[0] < totals[1]:
        return worse(CHAPTER, c7, totals, right, other, bracket)
    return _later(trace, mates)


def _pairs(trace: BracketTrace, mates: Mates) -> list[tuple[Player, Player]]:
    """The published pairs of those whom the engine pairs in the bracket."""
    players = {player.tpn: player for pair in trace.pairing.pairs for player in pair}
    return [(player, players[mates[tpn]]) for tpn, player in players.items() if tpn < mates[tpn]]


def _later(trace: BracketTrace, mates: Mates) -> Finding:
    """The same players, paired with others: by other shifters, or by a later transposition."""
    bracket = trace.bracket
    players = bracket.residents + upfloaters_in(bracket, trace.pairing.pairs)
    pairs = subgroups_of(players, averages(bracket.state), bracket.state, Backend.AUTO).pairs()
    shown = bracket.state.shown
    g1 = {one.tpn for one, _ in pairs}
    for one, other in pairs:
        mate = mates[one.tpn]
        if mate in g1:
            return Finding(
                Fault.LATER,
                f"{CHAPTER} 3.2.4, 4.3",
                "",
                "the set of shifters between G1 and G2",
                f"G1 is {', '.join(str(shown(tpn)) for tpn in sorted(g1))}",
                f"{shown(one.tpn)} meets {shown(mate)}",
                (one.tpn, mate),
            )
        if mate != other.tpn:
            words = "the first differing player in the transposition of G2"
            return Finding(
                Fault.LATER,
                f"{CHAPTER} 3.2.6, 4.4",
                "",
                words,
                str(shown(other.tpn)),
                str(shown(mate)),
                (one.tpn, other.tpn, mate),
            )
    raise AssertionError("the published pairing of the bracket does not differ")
