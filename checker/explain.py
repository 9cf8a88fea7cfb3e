"""Why a published round is not the one that the rules demand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from checker.diff import Difference, Pair
from pairing_engine.bracket import BracketPairing
from pairing_engine.findings import Fault, Finding
from pairing_engine.model import ByeKind, Points, Round, Tpn
from pairing_engine.state import Player, RoundState
from pairing_engine.systems.judging import published
from pairing_engine.systems.system import System
from pairing_engine.trace import RoundPairing


class Explanation(NamedTuple):
    """What decides a round that differs. ``score`` is that of the first bracket that differs, if a bracket does.

    Brackets below it may differ as well: then this is why.
    """

    finding: Finding
    score: Points | None = None


def illegalities(state: RoundState, recorded: Round, system: System) -> Iterator[Finding]:
    """Everything in a recorded round that no pairing may have, whatever the rest of it looks like."""
    players = state.by_tpn
    for game in recorded.games:
        white, black = players[game.white], players[game.black]
        met = _met_in(state, game.white, game.black)
        if met is not None:
            words = f"they met in round {met} already"
            yield Finding(Fault.ILLEGAL, "C.04.1 2", "C1", words, players=(game.white, game.black))
        elif black.tpn in white.barred:
            words = "they may not meet by a stated prohibition (record 260 or XXP)"
            yield Finding(Fault.ILLEGAL, "records 260, XXP", "", words, players=(game.white, game.black))
        elif not system.may_meet(white, black, state):
            words = "they have the same absolute colour preference"
            yield Finding(Fault.ILLEGAL, f"{system.article} 2.1.3", "C3", words, players=(game.white, game.black))
    byes = [bye.tpn for bye in recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
    if len(byes) > 1:
        words = "more than one participant got the pairing-allocated bye"
        yield Finding(Fault.ILLEGAL, "C.04.1 3", "", words, players=tuple(byes))
    for tpn in byes:
        if not players[tpn].may_have_bye:
            words = "a participant who had the pairing-allocated bye, or a win's points without playing, got it again"
            yield Finding(Fault.ILLEGAL, "C.04.1 4", "C2", words, players=(tpn,))


def _met_in(state: RoundState, one: Tpn, other: Tpn) -> int | None:
    """The round in which two participants played each other before."""
    for number, past in enumerate(state.past, 1):
        for game in past.games:
            if {game.white, game.black} == {one, other} and game.white_result.played and game.black_result.played:
                return number
    return None


def explain(
    state: RoundState, recorded: Round, expected: RoundPairing, difference: Difference, system: System
) -> Explanation | None:
    """What decides between the recorded round and the expected one, which differ; None if nothing is found to."""
    mates = _mates(recorded)
    for trace in expected.trace:
        players = [player for pair in trace.pairing.pairs for player in pair] + list(trace.pairing.floaters)
        if _pair_set(published(players, mates)) == _pair_set(trace.pairing):
            continue
        illegal = next(_illegal_among(players, state, recorded, system), None)
        finding = illegal or system.judge(trace, mates)
        return Explanation(finding, trace.bracket.score) if finding else None
    return _other_colours(expected, difference, system, state)


def _mates(recorded: Round) -> dict[Tpn, Tpn]:
    mates = {}
    for game in recorded.games:
        mates[game.white], mates[game.black] = game.black, game.white
    return mates


def _pair_set(pairing: BracketPairing) -> set[frozenset[Tpn]]:
    return {frozenset((upper.tpn, lower.tpn)) for upper, lower in pairing.pairs}


def _illegal_among(players: list[Player], state: RoundState, recorded: Round, system: System) -> Iterator[Finding]:
    """What is illegal in the fate of some players."""
    tpns = {player.tpn for player in players}
    return (finding for finding in illegalities(state, recorded, system) if tpns.intersection(finding.players))


def _other_colours(
    expected: RoundPairing, difference: Difference, system: System, state: RoundState
) -> Explanation | None:
    """The first board whose colours alone differ."""
    recorded: set[Pair] = set(difference.recorded)
    for board in expected.boards:
        if (board.black, board.white) in recorded:
            step = board.colour_step
            finding = Finding(
                Fault.COLOUR,
                f"{system.article} {step.article}",
                "",
                step.summary,
                f"{state.shown(board.white)} has White",
                f"{state.shown(board.black)} has White",
                (board.white, board.black),
            )
            return Explanation(finding)
    return None
