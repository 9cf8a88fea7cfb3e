"""What a check found, as one value; text and JSON are two views of it."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from checker.diff import Difference, Pair, compare
from checker.explain import Explanation, explain, finding_as_dict, illegalities
from pairing_engine.errors import BadRequest, MissingFact, NoPairing, TooLarge
from pairing_engine.facts.consistency import check_facts
from pairing_engine.facts.model import NOBODY, Round, Tournament, Tpn
from pairing_engine.kernel.findings import Finding
from pairing_engine.matching import Backend
from pairing_engine.pairing import check_kind, engine_named, pair_round
from pairing_engine.state.history import states
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.choice import Choice, choose
from pairing_engine.systems.system import System


class Status(Enum):
    """What became of a recorded round."""

    AGREES = "agrees"
    DIFFERS = "differs"
    NO_PAIRING = "no valid pairing"
    UNKNOWN = "cannot be checked"
    TOO_LARGE = "is too large to be checked"


class RoundReport(NamedTuple):
    """One recorded round: ``illegal`` is what it must not contain, ``explanation`` what decides
    against it, ``words`` what stands in the way.
    """

    number: int
    status: Status
    boards: int
    difference: Difference = Difference((), ())
    explanation: Explanation | None = None
    illegal: tuple[Finding, ...] = ()
    words: str = ""
    missing: MissingFact | None = None
    """What is not given, if the round cannot be checked for that."""

    def to_dict(self) -> dict[str, object]:
        """With the keys of ``swisscheck --format json``."""
        value: dict[str, object] = {"round": self.number, "status": self.status.value, "boards": self.boards}
        if self.words:
            value["words"] = self.words
        if self.status is Status.DIFFERS:
            value |= {"recorded": self.difference.recorded, "expected": self.difference.expected}
        if self.illegal:
            value["illegal"] = [finding_as_dict(finding) for finding in self.illegal]
        if self.explanation is not None:
            value["explanation"] = self.explanation.to_dict()
        return value


class FileReport(NamedTuple):
    """One tournament: by which rules it was checked, and its rounds."""

    choice: Choice
    rounds: tuple[RoundReport, ...]
    acceleration: str = ""
    """[C.04.7] Which acceleration was used, in words; empty if none was."""

    @property
    def differing(self) -> int:
        """The number of rounds that do not agree."""
        return sum(report.status is not Status.AGREES for report in self.rounds)

    def to_dict(self) -> dict[str, object]:
        """With the keys of ``swisscheck --format json``."""
        system, why_system, why_edition = self.choice
        return {
            "system": system.name,
            "why_system": why_system,
            "edition": system.edition,
            "why_edition": why_edition,
            "differing": self.differing,
            "rounds": [report.to_dict() for report in self.rounds],
        }


def check(
    tournament: Tournament,
    round: int | None = None,  # noqa: A002 - as in `pair`
    system: System | str | None = None,
    edition: str | None = None,
    engine: Backend | str = Backend.AUTO,
) -> FileReport:
    """Pair every recorded round of a tournament again, or only ``round``, and compare. Arguments are as for `pair`.

    The last recorded round counts as the last of the event where its number of rounds is not given. Raises `BadRequest`
    for a round, a system or an edition that does not exist, or facts that do not go together; `MissingFact` where an
    acceleration cannot be computed.

    >>> from trf import read
    >>> report = check(read("fixtures/open-2026-round-5.trf"))
    >>> [(found.number, found.status.value) for found in report.rounds][:2], report.differing
    ([(1, 'agrees'), (2, 'agrees')], 0)
    """
    check_facts(tournament)
    backend = engine_named(engine)
    if round is not None and not 1 <= round <= len(tournament.rounds):
        raise BadRequest(f"round {round} cannot be checked: {len(tournament.rounds)} rounds are recorded")
    if tournament.settings.rounds is None:
        tournament = replace(tournament, settings=replace(tournament.settings, rounds=len(tournament.rounds)))
    choice = choose(tournament.settings, system, edition)
    check_kind(tournament, choice.system)
    reports = (
        _check_round(state, recorded, choice.system, backend)
        for state, recorded in zip(states(tournament, choice.system.conventions), tournament.rounds, strict=False)
        if round in (None, state.number)
    )
    return FileReport(choice, tuple(reports), acceleration=tournament.settings.acceleration)


def _check_round(state: RoundState, recorded: Round, system: System, backend: Backend) -> RoundReport:
    system = system.for_round(state)
    boards = len(recorded.meetings())
    try:
        expected = pair_round(system, state, backend)
    except NoPairing as error:
        illegal = _illegal(state, recorded, system)
        return RoundReport(state.number, Status.NO_PAIRING, boards, illegal=illegal, words=str(error))
    except TooLarge as error:
        return RoundReport(state.number, Status.TOO_LARGE, boards, words=str(error))
    except MissingFact as error:
        return RoundReport(state.number, Status.UNKNOWN, boards, words=str(error), missing=error)
    difference = compare(recorded, expected)
    if difference == ((), ()):
        return RoundReport(state.number, Status.AGREES, boards)
    explanation = explain(state, recorded, expected, difference, system)
    if explanation is not None:
        explanation = explanation._replace(finding=_numbered(explanation.finding, state))
    difference = Difference(*(_numbered_pairs(pairs, state) for pairs in difference))
    return RoundReport(state.number, Status.DIFFERS, boards, difference, explanation, _illegal(state, recorded, system))


def _illegal(state: RoundState, recorded: Round, system: System) -> tuple[Finding, ...]:
    return tuple(_numbered(finding, state) for finding in illegalities(state, recorded, system))


def _numbered(finding: Finding, state: RoundState) -> Finding:
    """A finding with the numbers by which the file knows the players."""
    return finding._replace(players=tuple(Tpn(state.shown(tpn)) for tpn in finding.players))


def _numbered_pairs(pairs: tuple[Pair, ...], state: RoundState) -> tuple[Pair, ...]:
    return tuple(
        (Tpn(state.shown(white)), black if black == NOBODY else Tpn(state.shown(black))) for white, black in pairs
    )
