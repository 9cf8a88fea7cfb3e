"""Why a published round is not the one that the rules demand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from checker.diff import Difference, Pair
from pairing_engine.answers.illegal import illegalities
from pairing_engine.facts.model import Bye, ByeKind, Points, Round, Tpn, show_points
from pairing_engine.kernel.bracket import BracketPairing
from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.language import say
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.shared.judging import published
from pairing_engine.systems.system import System


class Explanation(NamedTuple):
    """Why a recorded round is not right. ``score`` is that of the first bracket that differs, if a bracket does.

    Brackets below it may differ as well: then this is why.
    """

    finding: Finding
    score: Points | None = None

    def to_dict(self) -> dict[str, object]:
        """With the keys of ``swisscheck --format json``; points as people write them."""
        bracket = None if self.score is None else show_points(self.score)
        return {"bracket": bracket, **finding_as_dict(self.finding)}


def finding_as_dict(finding: Finding) -> dict[str, object]:
    """A finding with the keys of ``swisscheck --format json``."""
    return {**finding._asdict(), "fault": finding.fault.value}


def explain(
    state: RoundState, recorded: Round, expected: RoundPairing, difference: Difference, system: System
) -> Explanation | None:
    """Why the expected round is right and the recorded one, which differs from it, is not; None if no reason is
    found.
    """
    other_bye = _other_bye(state, recorded, expected, system)
    if other_bye is not None:
        return Explanation(other_bye)
    mates = _mates(recorded)
    ours = dict(pair for board in expected.boards for pair in ((board.white, board.black), (board.black, board.white)))
    for trace in expected.trace:
        players = [player for pair in trace.pairing.pairs for player in pair] + list(trace.pairing.floaters)
        further_on = _pair_set(published(trace.pairing.floaters, ours))
        if _pair_set(published(players, mates)) - further_on == _pair_set(trace.pairing):
            continue
        illegal = next(_illegal_among(players, state, recorded, system), None)
        finding = illegal or system.judge(trace, mates)
        return Explanation(finding, trace.bracket.score) if finding else None
    return _other_colours(expected, difference, system, state)


def _other_bye(state: RoundState, recorded: Round, expected: RoundPairing, system: System) -> Finding | None:
    """Why somebody else should have got the pairing-allocated bye, in a system that gives it before pairing anybody."""
    given = [bye.tpn for bye in recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
    if not system.bye_steps or given == [expected.bye] or (expected.bye is None and not given):
        return None
    right = say("nobody") if expected.bye is None else str(state.shown(expected.bye))
    wrong = ", ".join(str(state.shown(tpn)) for tpn in given) or say("nobody")
    article, words = system.bye_steps[0].cited(system.article), say("the pairing-allocated bye")
    if expected.bye is not None and len(given) == 1:
        due, other = state.by_tpn[expected.bye], state.by_tpn[given[0]]
        if not other.may_have_bye:
            return next(illegalities(state, Round((), (Bye(other.tpn, ByeKind.PAIRING_ALLOCATED),)), system))
        measures = ((step, step.measure(due, state), step.measure(other, state)) for step in system.bye_steps)
        step, *ranks = next(found for found in measures if found[1] != found[2])
        article = step.cited(system.article)
        words = say("the pairing-allocated bye goes to {whom}", whom=say(step.summary))
        if ranks[0] > ranks[1]:
            words = say(
                "{words}, but not to a participant who leaves the others without a complete pairing", words=words
            )
    players = (*given, *(() if expected.bye is None else (expected.bye,)))
    return Finding(Fault.BYE, article, "", words, right, wrong, players)


def _mates(recorded: Round) -> dict[Tpn, Tpn]:
    mates = {}
    for meeting in recorded.meetings():
        mates[meeting.white], mates[meeting.black] = meeting.black, meeting.white
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
                say("{number} has White", number=state.shown(board.white)),
                say("{number} has White", number=state.shown(board.black)),
                (board.white, board.black),
            )
            return Explanation(finding)
    return None
