"""Code that finds out why a recorded round differs from the correct pairing."""

from __future__ import annotations

from collections.abc import Mapping

from checker.diff import Difference, Pair
from pairing_engine.answers.comparison import compare
from pairing_engine.facts.model import NOBODY, Points, Round, Tpn, show_points
from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.language import say
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System
from pairing_engine.values import NamedTuple


class Explanation(NamedTuple):
    """The reason why a recorded round is wrong, and the score of its first wrong bracket.

    Differences in lower brackets may be consequences of the first wrong bracket.
    """

    finding: Finding
    score: Points | None = None
    in_scoregroup: bool = False
    """Whether ``score`` is the score of a scoregroup instead of a bracket."""

    def to_dict(self, names: Mapping[Tpn, str]) -> dict[str, object]:
        """Return the explanation as a dictionary with the keys of ``swisscheck --format json``."""
        bracket = None if self.score is None else show_points(self.score)
        return {"bracket": bracket, **finding_as_dict(self.finding, names)}


def finding_as_dict(finding: Finding, names: Mapping[Tpn, str]) -> dict[str, object]:
    """Return the finding as a dictionary with the keys of ``swisscheck --format json``."""
    value = finding._asdict()
    if finding.of == NOBODY:
        del value["of"]
    named = {str(number): names.get(number, "") for number in finding.everybody}
    return {**value, "fault": finding.fault.value, "names": named}


def explain(
    state: RoundState, recorded: Round, expected: RoundPairing, difference: Difference, system: System
) -> Explanation | None:
    """Return the reason why the recorded round is wrong. Return None if no reason is found."""
    found = compare(state, expected, recorded, system)
    if found is None:
        return _other_colours(expected, difference, system, state)
    return Explanation(*found, system.names.scoregroups)


def _other_colours(
    expected: RoundPairing, difference: Difference, system: System, state: RoundState
) -> Explanation | None:
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
