"""An event of which rounds differ: results that were corrected later, other editions, and the causes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress

from checker.causes.search import find as find_causes
from checker.causes.trials import Checked, Effort, TrialsSpentError, differing_rounds, steps_for
from checker.report import EACH, Dated, FileReport, OtherEdition, RoundReport, Status
from pairing_engine.changes.corrections import as_it_was
from pairing_engine.changes.stand_in import as_published
from pairing_engine.door import Opened
from pairing_engine.facts.model import Tournament
from pairing_engine.kernel.findings import Fault
from pairing_engine.language import marked, say
from pairing_engine.matching import Backend
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.dated import could_be_used, edition_named_by, in_force_at_first, other_editions
from pairing_engine.systems.system import System


def as_corrected(
    report: RoundReport, event: Opened, checked: Callable[[Opened, int], Iterator[RoundReport]]
) -> RoundReport:
    """Return the report of a round that differs, or that of the round as it was paired, before results were corrected.

    The second one says what remains to be explained, such as boards that were made by hand; perhaps nothing.
    """
    seated = as_published(event.tournament, report.number)
    before = as_it_was(seated, report.number)
    if before is event.tournament:
        return report
    again = next(checked(event._replace(tournament=before), report.number))
    words = say(STOOD_IN if before is seated else CORRECTED)
    is_nearer = len(again.difference.recorded) < len(report.difference.recorded)
    return again._replace(words=words) if again.status is Status.AGREES or is_nearer else report


STOOD_IN = marked("somebody left after it was published, as the file notes")
CORRECTED = marked("paired before a result was corrected, as the file notes")


def searched(report: FileReport, event: Opened, edition: str | int | None, *, wanted: bool) -> FileReport:
    """Add the rounds that break the rules of other editions and, if they are wanted, the causes of differences."""
    tournament, choice, backend = event
    effort = Effort(steps_for(len(tournament.participants), len(tournament.rounds)))
    if edition == EACH:
        others = _by_others(event, SYSTEMS[choice.system.name].values(), report.rounds, Effort(sys.maxsize))
    elif edition is None:
        others = _by_others(event, other_editions(choice.system, tournament.settings), report.rounds, effort)
    else:
        others = ()
    name, settings = choice.system.name, tournament.settings
    in_force = in_force_at_first(name, settings) if name in SYSTEMS else None
    dated = None if in_force is None else Dated(in_force, edition_named_by(name, settings))
    report = report._replace(others=others, dated=dated)
    return _with_causes(report, tournament, backend, effort) if wanted else report


def _by_others(
    event: Opened, systems: Iterable[System], rounds: Sequence[RoundReport], effort: Effort
) -> tuple[OtherEdition, ...]:
    """Find the checked rounds that break the rules of other editions, as far as the effort suffices."""
    tournament, choice, backend = event
    wishes, numbers = tournament.settings.wishes, tuple(one.number for one in rounds)
    found = []
    for system in systems:
        if system is choice.system or (wishes and not system.can_grant(wishes)):
            continue
        with suppress(TrialsSpentError), effort.part(2):
            differing = differing_rounds(Checked(tournament, system, numbers, numbers, backend, effort))
            found.append(OtherEdition(system, differing, could_be_used(system, tournament.settings)))
    return tuple(found)


def _with_causes(report: FileReport, tournament: Tournament, backend: Backend, effort: Effort) -> FileReport:
    found = find_causes(
        tournament,
        report.choice.system,
        [one.number for one in report.rounds],
        [
            one.number
            for one in report.rounds
            if one.status is Status.NO_PAIRING or (one.status is Status.DIFFERS and not (one.words and one.note))
        ],
        [(other.system, other.differing) for other in report.others if other.could_be_used],
        backend,
        effort,
    )
    unexplained = [one for one in report.rounds if one.number in found.extent.unexplained]
    faults = {one.explanation.finding.fault if one.explanation else None for one in unexplained}
    is_order = {1} < {one.number for one in unexplained} and faults <= {Fault.LATER, Fault.COLOUR}
    rounds = tuple(one._replace(cause=found.rounds.get(one.number)) for one in report.rounds)
    return report._replace(causes=found.event, rounds=rounds, search=found.extent._replace(other_numbers=is_order))
