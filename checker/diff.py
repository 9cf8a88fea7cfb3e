"""The comparison of a recorded round with the expected round, and the reason why they differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pairing_engine.answers.comparison import deciding_rule
from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Game, Points, Result, Round, Tpn, show_points
from pairing_engine.kernel.trace import Fault, Finding, RoundPairing
from pairing_engine.language import say
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System
from pairing_engine.values import NamedTuple

Pair = tuple[Tpn, Tpn]
"""A board, as the numbers of White and Black. For a pairing-allocated bye, Black is `NOBODY`."""


class Difference(NamedTuple):
    """The pairs that are only in the recorded round, and the pairs that are only in the expected round."""

    recorded: tuple[Pair, ...]
    expected: tuple[Pair, ...]


def compare(recorded: Round, expected: RoundPairing) -> Difference:
    """Compare two rounds. If the colours of a game are not recorded, only its players are compared."""
    ours = {board[:2] for board in expected.boards}
    if expected.bye is not None:
        ours.add((expected.bye, NOBODY))
    theirs = recorded_pairs(recorded)
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


def as_published(pairs: Sequence[Pair]) -> Round:
    """Return a round with the given pairs and unknown results."""
    games = (Game(white, black, Result.UNKNOWN, Result.UNKNOWN) for white, black in pairs if black != NOBODY)
    byes = (Bye(white, ByeKind.PAIRING_ALLOCATED) for white, black in pairs if black == NOBODY)
    return Round(tuple(games), tuple(byes))


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
    del value["clause"]
    if finding.of == NOBODY:
        del value["of"]
    named = {str(number): names.get(number, "") for number in finding.everybody}
    return {**value, "fault": finding.fault.value, "names": named}


def explain(
    state: RoundState, recorded: Round, expected: RoundPairing, difference: Difference, system: System
) -> Explanation | None:
    """Return the reason why the recorded round is wrong. Return None if no reason is found."""
    found = deciding_rule(state, expected, recorded, system)
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
