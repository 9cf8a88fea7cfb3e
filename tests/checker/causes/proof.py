"""A second, separate proof that the causes from `swisscheck` are true.

The functions apply each cause to the event, and pair the round again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from operator import attrgetter
from random import Random

from checker.causes.search import EventCause, Subject
from checker.causes.trial import Change, ChangeKind
from checker.checking import check
from checker.diff import as_pairs, as_published, recorded_pairs
from checker.report import FileReport, Status
from pairing_engine.errors import NoPairing
from pairing_engine.facts.model import (
    NOBODY,
    AbnormalPoints,
    Bye,
    ByeKind,
    Colour,
    Points,
    Prohibition,
    Request,
    Result,
    Round,
    Scoring,
    Tournament,
    Tpn,
    VirtualPoints,
)
from pairing_engine.generator.generate import Amount, Plan, generate
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.pairing import pair_round
from pairing_engine.state import demands
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.system import System

RESULTS = (Result.WIN, Result.LOSS), (Result.DRAW, Result.DRAW), (Result.LOSS, Result.WIN)

Alter = Callable[[RoundState], Round | None]
"""A function that returns an altered round. None means that the round is paired according to the rules."""


class Unsuitable(Exception):
    """The error if an event cannot be altered in the requested way."""


def base(seed: int, players: int, rounds: int, *, system: System = DUTCH_2026, baku: bool = False) -> Tournament:
    """Generate an event with a few absences and sometimes a withdrawal."""
    few = (Amount(1),)
    plan = Plan(
        players=players,
        rounds=rounds,
        zero_point_byes=few if seed % 3 == 0 else (Amount(0),),
        half_point_byes=few if seed % 2 else (Amount(0),),
        withdrawals=(Amount(0), Amount(seed % 4 // 3)),
        late_entries=Amount(0),
        forfeits=(Amount(0),),
        double_forfeits=(Amount(0),),
        unusual=(Amount(0),),
        unrated=(Amount(0),),
        prohibited_groups=0,
        scoring=Scoring(),
        baku=baku,
    )
    event = generate(plan, seed, system)
    if len(event.rounds) < rounds:
        raise Unsuitable
    return event


def paired(state: RoundState, system: System = DUTCH_2026) -> Round:
    return as_published(as_pairs(pair_round(system, state)))


def before(event: Tournament, number: int, byes: tuple[Bye, ...], system: System = DUTCH_2026) -> RoundState:
    """Return the state before round ``number``. ``byes`` lists the requested byes."""
    asked = tuple(Request(number, bye) for bye in byes)
    rounds = event.rounds[: number - 1]
    return state_before(replace(event, rounds=rounds, requests=asked), number, system.conventions)


def absences(event: Tournament, number: int) -> tuple[Bye, ...]:
    """Return a bye for each player who is absent in a round."""
    byes = [bye for bye in event.rounds[number - 1].byes if bye.kind is not ByeKind.PAIRING_ALLOCATED]
    there = {*event.rounds[number - 1].paired(), *(bye.tpn for bye in byes)}
    missing = (Bye(p.tpn, ByeKind.ZERO_POINT) for p in event.participants if p.tpn not in there)
    return (*byes, *missing)


def played(
    event: Tournament,
    first: int,
    alter: Alter,
    chance: Random,
    *,
    gone: dict[Tpn, range] | None = None,
    system: System = DUTCH_2026,
) -> Tournament:
    """Pair and play the event again from round `first`. ``gone`` maps players to the rounds that they miss."""
    told = replace(event, rounds=event.rounds[: first - 1])
    for number in range(first, len(event.rounds) + 1):
        also = [tpn for tpn, when in (gone or {}).items() if number in when]
        byes = tuple(bye for bye in absences(event, number) if bye.tpn not in also)
        byes += tuple(Bye(tpn, ByeKind.ZERO_POINT) for tpn in also)
        state = before(told, number, byes, system)
        found = alter(state) or paired(state, system)
        named = {*found.paired(), *(bye.tpn for bye in found.byes)}
        rest = tuple(bye for bye in byes if bye.tpn not in named)
        told = replace(told, rounds=(*told.rounds, with_results(found._replace(byes=(*found.byes, *rest)), chance)))
    return told


def with_results(found: Round, chance: Random) -> Round:
    """Fill the round with random results. Lower TPNs win more often."""
    games = []
    for game in found.games:
        lots = (0, 0, 0, 1, 1, 2) if game.white < game.black else (2, 2, 2, 1, 1, 0)
        white, black = RESULTS[chance.choice(lots)]
        games.append(game._replace(white_result=white, black_result=black))
    return found._replace(games=tuple(games))


def in_round(number: int, alter: Alter) -> Alter:
    return lambda state: alter(state) if state.number == number else None


def moved_in(event: Tournament, numbers: Mapping[Tpn, Tpn], last: int, chance: Random) -> Tournament:
    """Pair rounds 1 to ``last`` as if the players had different numbers."""
    back = {new: old for old, new in numbers.items()}

    def alter(state: RoundState) -> Round | None:
        if state.number > last:
            return None
        byes = tuple(bye._replace(tpn=numbers.get(bye.tpn, bye.tpn)) for bye in absences(event, state.number))
        return renumbered_round(paired(before(renumbered(state.tournament, numbers), state.number, byes)), back)

    return played(event, 1, alter, chance)


def renumbered(event: Tournament, numbers: Mapping[Tpn, Tpn]) -> Tournament:
    """Renumber the participants of an event, and drop all requests for byes."""
    people = (one._replace(tpn=numbers.get(one.tpn, one.tpn)) for one in event.participants)
    rounds = tuple(renumbered_round(one, numbers) for one in event.rounds)
    return replace(event, participants=tuple(sorted(people, key=attrgetter("tpn"))), rounds=rounds, requests=())


def renumbered_round(one: Round, numbers: Mapping[Tpn, Tpn]) -> Round:
    games = (g._replace(white=numbers.get(g.white, g.white), black=numbers.get(g.black, g.black)) for g in one.games)
    byes = (bye._replace(tpn=numbers.get(bye.tpn, bye.tpn)) for bye in one.byes)
    return Round(tuple(games), tuple(byes))


VALUES = {"1-0": RESULTS[0], "½-½": RESULTS[1], "0-1": RESULTS[2]}


def unproved(event: Tournament, report: FileReport) -> Iterator[str]:
    """Yield the causes that cannot be proved a second time, and those that an agreeing round refutes."""
    told = event
    options: dict[str, str] = {}
    for cause in report.causes:
        told = _with(told, cause, options)
        if check(told, cause=False, **options).differing_rounds != cause.differing:  # type: ignore[arg-type]
            yield f"{cause.subject.value} {cause.value}"
    if options:
        return  # with another system or edition, the check of the causes above already covers the rounds
    still = check(told, cause=False).differing_rounds
    for one in report.rounds:
        if one.cause is not None:
            for changes in (one.cause.changes, *((change,) for change in one.cause.alternatives)):
                last = (
                    max(one.number, *one.cause.also) if changes == one.cause.changes and one.cause.also else one.number
                )
                if not _holds(told, one.number, changes):
                    yield f"round {one.number}: {changes}"
                yield from (f"round {one.number}: {c} is refuted" for c in changes if _is_refuted(told, c, last, still))


def _is_refuted(event: Tournament, change: Change, last: int, still: tuple[int, ...]) -> bool:
    """Whether a round that agrees, up to round ``last``, would differ if the change had been in force."""
    if change.kind not in FACTS or change.kind is ChangeKind.PROHIBITED:
        return False
    first = change.round if change.kind is ChangeKind.TYPED else change.round + 1
    last = {ChangeKind.TYPED: len(event.rounds), ChangeKind.ADJUSTED: last + 1}.get(change.kind, last)
    differing = check(_told(event, last, change), cause=False).differing_rounds
    return any(first <= number <= last and number not in still for number in differing)


def _with(event: Tournament, cause: EventCause, options: dict[str, str]) -> Tournament:
    settings = event.settings
    match cause.subject:
        case Subject.INITIAL_COLOUR:
            settings = replace(settings, initial_colour=Colour[cause.value.upper()])
        case Subject.ACCELERATION:
            settings = replace(settings, baku=cause.value == "Baku", virtual_points=tuple(_virtual_points(cause.value)))
        case Subject.ROUNDS:
            settings = replace(settings, rounds=int(cause.value))
        case Subject.EDITION:
            options["edition"] = cause.value
        case Subject.SYSTEM:
            options["system"] = cause.value
    return replace(event, settings=settings)


def _virtual_points(value: str) -> Iterator[VirtualPoints]:
    """Read the virtual points in the value of a cause, such as ``1-8 1.0:1-2 0.5:3-3``."""
    players, *parts = value.split() if value[:1].isdigit() else [""]
    for part in parts:
        points, _, rounds = part.partition(":")
        first, last = map(int, rounds.split("-"))
        group = frozenset(Tpn(n) for n in range(1, int(players.split("-")[1]) + 1))
        yield VirtualPoints(Points(int(float(points) * 10)), first, last, group)


FACTS = {
    ChangeKind.PROHIBITED,
    ChangeKind.EXCHANGED,
    ChangeKind.RENUMBERED,
    ChangeKind.RESULT,
    ChangeKind.ABSENCE,
    ChangeKind.TYPED,
    ChangeKind.ADJUSTED,
}


def _holds(event: Tournament, number: int, changes: tuple[Change, ...]) -> bool:
    """Whether these changes lead to the recorded round."""
    for change in changes:
        if change.kind in FACTS:
            event = _told(event, number, change)
    changes = tuple(change for change in changes if change.kind not in FACTS)
    kinds = {change.kind for change in changes}
    if not changes:
        return check(event, number, cause=False).rounds[0].status is Status.AGREES
    if kinds <= {ChangeKind.BOARD, ChangeKind.BYE, ChangeKind.COLOURS}:
        return _by_hand_holds(event, number, changes)
    if kinds == {ChangeKind.LATE}:
        return _late_holds(event, number, {change.players[0] for change in changes})
    if kinds == {ChangeKind.WITHDRAWN}:
        return _withdrawal_holds(event, number, changes[0].players[0])
    return True  # numbers given to absent players are tested in `tests/checker/laws/test_true_causes.py`


def _told(event: Tournament, number: int, change: Change) -> Tournament:
    """Return the event with one changed fact."""
    match change.kind:
        case ChangeKind.PROHIBITED:
            rule = Prohibition(number, number, frozenset(change.players))
            return replace(event, settings=replace(event.settings, prohibitions=(rule,)))
        case ChangeKind.EXCHANGED:
            one, other = change.players
            return renumbered(event, {one: other, other: one})
        case ChangeKind.RENUMBERED:
            return renumbered(event, _numbers(*change.players))
        case ChangeKind.ADJUSTED:
            added = AbnormalPoints("", Points(int(float(change.value) * 10)), change.round, frozenset(change.players))
            return replace(event, settings=replace(event.settings, abnormal_points=(added,)))
        case _:
            return _earlier(event, change)


def _numbers(tpn: Tpn, place: Tpn) -> Mapping[Tpn, Tpn]:
    if tpn < place:
        return {tpn: place, **{Tpn(n): Tpn(n - 1) for n in range(tpn + 1, place + 1)}}
    return {tpn: place, **{Tpn(n): Tpn(n + 1) for n in range(place, tpn)}}


def _earlier(event: Tournament, change: Change) -> Tournament:
    past = event.rounds[change.round - 1]
    if change.kind is ChangeKind.ABSENCE:
        byes = (
            *(bye for bye in past.byes if bye.tpn != change.players[0]),
            Bye(change.players[0], ByeKind(change.value)),
        )
        new = past._replace(byes=byes)
    elif change.kind is ChangeKind.TYPED:
        (game,) = (game for game in past.games if game[:2] == change.players)
        turned = game._replace(white=game.black, black=game.white)
        turned = turned._replace(white_result=game.black_result, black_result=game.white_result)
        new = past._replace(games=(*(one for one in past.games if one != game), turned))
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
