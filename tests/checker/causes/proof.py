"""A second, separate proof that the causes from `swisscheck` are true.

The functions apply each cause to the event, and pair the round again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from checker.causes.search import EventCause, Subject
from checker.causes.trial import Change, ChangeKind
from checker.checking import check
from checker.diff import recorded_pairs
from checker.report import FileReport, Status
from pairing_engine.errors import NoPairing
from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Colour, Prohibition, Round, Tournament, Tpn
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.pairing import pair_round
from pairing_engine.state import demands
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from tests.checker.causes.moved import renumbered
from tests.checker.causes.played import RESULTS, absences, before

VALUES = {"1-0": RESULTS[0], "½-½": RESULTS[1], "0-1": RESULTS[2]}


def unproved(event: Tournament, report: FileReport) -> Iterator[str]:
    """Yield the causes that cannot be proved a second time."""
    told = event
    options: dict[str, str] = {}
    for cause in report.causes:
        told = _with(told, cause, options)
        if check(told, cause=False, **options).disagreeing != cause.differing:  # type: ignore[arg-type]
            yield f"{cause.subject.value} {cause.value}"
    if options:
        return  # with another system or edition, the check of the causes above already covers the rounds
    for one in report.rounds:
        if one.cause is not None:
            for changes in (one.cause.changes, *((change,) for change in one.cause.alternatives)):
                if not _holds(told, one.number, changes):
                    yield f"round {one.number}: {changes}"


def _with(event: Tournament, cause: EventCause, options: dict[str, str]) -> Tournament:
    settings = event.settings
    match cause.subject:
        case Subject.INITIAL_COLOUR:
            settings = replace(settings, initial_colour=Colour[cause.value.upper()])
        case Subject.ACCELERATION:
            settings = replace(settings, baku=cause.value == "Baku", virtual_points=())
        case Subject.ROUNDS:
            settings = replace(settings, rounds=int(cause.value))
        case Subject.EDITION:
            options["edition"] = cause.value
        case Subject.SYSTEM:
            options["system"] = cause.value
    return replace(event, settings=settings)


def _holds(event: Tournament, number: int, changes: tuple[Change, ...]) -> bool:
    """Whether these changes lead to the recorded round."""
    kinds = {change.kind for change in changes}
    if kinds <= {ChangeKind.BOARD, ChangeKind.BYE, ChangeKind.COLOURS}:
        return _by_hand_holds(event, number, changes)
    if kinds == {ChangeKind.LATE}:
        return _late_holds(event, number, {change.players[0] for change in changes})
    (change,) = changes
    match change.kind:
        case ChangeKind.WITHDRAWN:
            return _withdrawal_holds(event, number, change.players[0])
        case ChangeKind.PROHIBITED:
            rule = Prohibition(number, number, frozenset(change.players))
            return _agrees(replace(event, settings=replace(event.settings, prohibitions=(rule,))), number)
        case ChangeKind.EXCHANGED:
            one, other = change.players
            return _agrees(renumbered(event, {one: other, other: one}), number)
        case ChangeKind.RENUMBERED:
            return _agrees(renumbered(event, _numbers(*change.players)), number)
        case ChangeKind.RESULT | ChangeKind.ABSENCE:
            return _agrees(_earlier(event, change), number)
        case _:
            return True  # numbers given to absent players are tested in `tests/checker/laws/test_true_causes.py`


def _numbers(tpn: Tpn, place: Tpn) -> Mapping[Tpn, Tpn]:
    if tpn < place:
        return {tpn: place, **{Tpn(n): Tpn(n - 1) for n in range(tpn + 1, place + 1)}}
    return {tpn: place, **{Tpn(n): Tpn(n + 1) for n in range(place, tpn)}}


def _agrees(event: Tournament, number: int) -> bool:
    return check(event, number, cause=False).rounds[0].status is Status.AGREES


def _earlier(event: Tournament, change: Change) -> Tournament:
    past = event.rounds[change.round - 1]
    if change.kind is ChangeKind.ABSENCE:
        byes = (
            *(bye for bye in past.byes if bye.tpn != change.players[0]),
            Bye(change.players[0], ByeKind(change.value)),
        )
        new = past._replace(byes=byes)
    else:
        white, black = VALUES[change.value]
        games = tuple(
            game._replace(white_result=white, black_result=black) if game[:2] == change.players else game
            for game in past.games
        )
        assert games != past.games
        new = past._replace(games=games)
    return replace(event, rounds=(*event.rounds[: change.round - 1], new, *event.rounds[change.round :]))


def _late_holds(event: Tournament, number: int, late: set[Tpn]) -> bool:
    """Whether the round was paired before the late players came."""
    byes = (*absences(event, number), *(Bye(tpn, ByeKind.ZERO_POINT) for tpn in late))
    pairs = _pairs(pair_round(DUTCH_2026, before(event, number, byes)))
    rest = {pair for pair in recorded_pairs(event.rounds[number - 1]) if not late & set(pair)}
    return rest == {pair for pair in pairs if pair[1] != NOBODY or pair in rest}


def _withdrawal_holds(event: Tournament, number: int, gone: Tpn) -> bool:
    """Whether the round was paired before the player withdrew."""
    byes = tuple(bye for bye in absences(event, number) if bye.tpn != gone)
    pairs = _pairs(pair_round(DUTCH_2026, before(event, number, byes)))
    alone = {tpn for pair in pairs if gone in pair or NOBODY in pair for tpn in pair}
    recorded = recorded_pairs(event.rounds[number - 1])
    return {pair for pair in recorded if not alone & set(pair)} == {pair for pair in pairs if not alone & set(pair)}


def _by_hand_holds(event: Tournament, number: int, changes: tuple[Change, ...]) -> bool:
    """Whether the system makes all other recorded pairs if these boards are paired by hand."""
    recorded = event.rounds[number - 1]
    given = [change.players if len(change.players) > 1 else (change.players[0], NOBODY) for change in changes]
    state = replace(state_before(event, number, DUTCH_2026.conventions))
    rest = {pair for pair in recorded_pairs(recorded) if pair not in given}
    return any(rest <= pairs for pairs in _ways(state, changes, recorded))


def _ways(state: RoundState, changes: tuple[Change, ...], recorded: Round) -> Iterator[set[tuple[Tpn, Tpn]]]:
    boards = [(change.players[0], change.players[1]) for change in changes if change.kind is ChangeKind.BOARD]
    byes = [change.players[0] for change in changes if change.kind is ChangeKind.BYE]
    demanded = demands.must_meet(state, boards)
    for tpn in byes:
        demanded = demands.must_have_bye(demanded, tpn)
    out = state.as_if_absent({tpn for pair in boards for tpn in pair} | set(byes))
    has_bye = byes[0] if byes else None
    apart = replace(out, preassigned_bye=has_bye)
    for tried in (demanded, out if has_bye is None else apart, state):
        try:
            yield _pairs(pair_round(DUTCH_2026, tried))
        except NoPairing:
            continue


def _pairs(pairing: RoundPairing) -> set[tuple[Tpn, Tpn]]:
    pairs = {(board.white, board.black) for board in pairing.boards}
    return pairs if pairing.bye is None else pairs | {(pairing.bye, NOBODY)}
