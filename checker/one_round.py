"""Code that checks a recorded round: the code pairs the round again and compares the two pairings."""

from __future__ import annotations

from checker.diff import Difference, Pair, compare
from checker.explain import explain
from checker.report import Person, RoundReport, Status
from pairing_engine.answers.illegal import illegalities
from pairing_engine.door import Moment
from pairing_engine.errors import MissingFact, NoPairing, TooLarge
from pairing_engine.facts.model import NOBODY, Round, Tpn, in_force
from pairing_engine.kernel.findings import Finding
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System
from pairing_engine.values import replace


def check_round(moment: Moment, recorded: Round) -> RoundReport:
    """Check a round under the organiser's wishes that are in force."""
    wishes = in_force(moment.state.settings.wishes, moment.number)
    report = _checked_round(moment, recorded)
    if not wishes:
        return report
    agrees = report.status is not Status.AGREES and _agrees_without(moment, recorded)
    return report._replace(wishes=tuple(wish.words for wish in wishes), agrees_without=agrees)


def _agrees_without(moment: Moment, recorded: Round) -> bool:
    """Whether a recorded round follows the rules if the organiser's wishes are ignored."""
    tournament = moment.event.tournament
    bare = replace(tournament, settings=replace(tournament.settings, wishes=()))
    without = moment.event._replace(tournament=bare).before(moment.number)
    return _checked_round(without, recorded).status is Status.AGREES


def _checked_round(moment: Moment, recorded: Round) -> RoundReport:
    state = moment.state
    system = moment.event.system.for_round(state)
    boards = len(recorded.games) + len(recorded.matches)
    try:
        expected = moment.paired()
    except NoPairing as error:
        illegal = _illegal(state, recorded, system)
        report = RoundReport(state.number, Status.NO_PAIRING, boards, illegal=illegal, words=str(error))
        return report._replace(people=_people(state))
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
    report = RoundReport(
        state.number, Status.DIFFERS, boards, difference, explanation, _illegal(state, recorded, system)
    )
    return report._replace(people=_people(state))


def _people(state: RoundState) -> tuple[Person, ...]:
    scores = {player.tpn: player.score for player in state.players}
    return tuple(Person(one.number, one.name, scores.get(one.tpn)) for one in state.tournament.participants)


def _illegal(state: RoundState, recorded: Round, system: System) -> tuple[Finding, ...]:
    return tuple(_numbered(finding, state) for finding in illegalities(state, recorded, system))


def _numbered(finding: Finding, state: RoundState) -> Finding:
    players, instead = (tuple(Tpn(state.shown(tpn)) for tpn in tpns) for tpns in (finding.players, finding.instead))
    of = finding.of if finding.of == NOBODY else Tpn(state.shown(finding.of))
    return finding._replace(players=players, instead=instead, of=of)


def _numbered_pairs(pairs: tuple[Pair, ...], state: RoundState) -> tuple[Pair, ...]:
    return tuple(
        (Tpn(state.shown(white)), black if black == NOBODY else Tpn(state.shown(black))) for white, black in pairs
    )
