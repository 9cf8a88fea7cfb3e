"""The comparison of a recorded round with the expected round, and the reason why they differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pairing_engine.answers.comparison import Explanation, Pair, as_published, deciding_rule
from pairing_engine.facts.model import NOBODY, ByeKind, Round, Tpn, show_points
from pairing_engine.kernel.trace import Fault, Finding, RoundPairing
from pairing_engine.language import say
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System


class Difference(NamedTuple):
    """The pairs that are only in the recorded round, and the pairs that are only in the expected round."""

    recorded: tuple[Pair, ...]
    expected: tuple[Pair, ...]


def as_pairs(pairing: RoundPairing) -> list[Pair]:
    """Return the pairs of a pairing in the order of boards, followed by the bye."""
    pairs = [(board.white, board.black) for board in pairing.boards]
    return pairs if pairing.bye is None else [*pairs, (pairing.bye, NOBODY)]


def compare(recorded: Round, expected: RoundPairing) -> Difference:
    """Compare two rounds. If the colours of a game are not recorded, only its players are compared."""
    ours, theirs = set(as_pairs(expected)), recorded_pairs(recorded)
    if theirs == ours:
        return Difference((), ())
    for meeting in recorded.meetings():
        swapped = meeting.black, meeting.white
        if not meeting.colours_known and swapped in ours:
            theirs.discard((meeting.white, meeting.black))
            theirs.add(swapped)
    return Difference(tuple(sorted(theirs - ours)), tuple(sorted(ours - theirs)))


def recorded_pairs(recorded: Round) -> set[Pair]:
    """Return the pairs of a recorded round; a pairing-allocated bye is a pair with `NOBODY`."""
    pairs = {game[:2] for game in recorded.games}
    pairs.update([(match.white, match.black) for match in recorded.matches])
    pairs.update([(bye.tpn, NOBODY) for bye in recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED])
    return pairs


def finding_as_dict(finding: Finding, names: Mapping[Tpn, str]) -> dict[str, object]:
    """Return the finding as a dictionary with the keys of ``swisscheck --format json``."""
    value = finding._asdict()
    del value["clause"], value["served"], value["in_remainder"]
    if finding.of == NOBODY:
        del value["of"]
    named = {str(number): names.get(number, "") for number in finding.everybody}
    return {**value, "fault": finding.fault.value, "names": named}


def explanation_as_dict(explanation: Explanation, finding: Mapping[str, object]) -> dict[str, object]:
    """Return the explanation, with its finding, as a dictionary with the keys of ``swisscheck --format json``."""
    return {"bracket": None if explanation.score is None else show_points(explanation.score), **finding}


def numbered(finding: Finding, shown: Callable[[Tpn], int]) -> Finding:
    """Replace TPNs with numbers in the file."""
    players, instead = (tuple(Tpn(shown(tpn)) for tpn in tpns) for tpns in (finding.players, finding.instead))
    of = finding.of if finding.of == NOBODY else Tpn(shown(finding.of))
    return finding._replace(players=players, instead=instead, of=of)


def explain(
    state: RoundState, recorded: Round, expected: RoundPairing, difference: Difference, system: System
) -> Explanation | None:
    """Return the reason why the recorded round is wrong. Return None if no reason is found."""
    found = deciding_rule(state, expected, recorded, system)
    turned = (board for board in expected.boards if (board.black, board.white) in difference.recorded)
    board = next(turned, None) if found is None else None
    if board is None:
        return found
    step, both = board.colour_step, (board.white, board.black)
    right, wrong = (say("{number} has White", number=state.shown(tpn)) for tpn in both)
    finding = Finding(Fault.COLOUR, f"{system.article} {step.article}", "", step.summary, right, wrong, both)
    return Explanation(finding)


__all__ = ["Explanation", "Pair", "as_pairs", "as_published"]
