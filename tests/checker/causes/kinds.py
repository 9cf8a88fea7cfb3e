"""A second, separate proof that the causes from `swisscheck` are true.

The functions apply each cause to the event, and pair the round again.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from random import Random
from typing import NamedTuple

from checker.causes.trials import Change, ChangeKind, EventCause, Subject
from checker.checking import check
from checker.report import FileReport, Status
from pairing_engine.answers.comparison import as_published
from pairing_engine.errors import NoPairing
from pairing_engine.facts import model
from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Game, Points, Result, Round, Tournament, Tpn, VirtualPoints
from pairing_engine.generator.generate import Amount, generate
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.pairing import pair_round
from pairing_engine.scores.acceleration import accelerated_rounds, first_group_size
from pairing_engine.scores.crosstable import crosstable_of
from pairing_engine.state import demands
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import Player, Preference, RoundState
from pairing_engine.systems.burstein.edition_2026 import BURSTEIN_2026
from pairing_engine.systems.dubov.edition_2026 import DUBOV_2026
from pairing_engine.systems.dutch.edition_2017 import DUTCH_2017
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.system import System
from tests.builders import NOTHING, QUIET

RESULTS = (Result.WIN, Result.LOSS), (Result.DRAW, Result.DRAW), (Result.LOSS, Result.WIN)

Alter = Callable[[RoundState], Round | None]
"""A function that returns an altered round. None means that the round is paired according to the rules."""


class Unsuitable(Exception):
    """The error if an event cannot be altered in the requested way."""


def base(seed: int, players: int, rounds: int, *, system: System = DUTCH_2026, baku: bool = False) -> Tournament:
    """Generate an event with a few absences and sometimes a withdrawal."""
    few = (Amount(1),)
    plan = QUIET._replace(
        players=players,
        rounds=rounds,
        zero_point_byes=few if seed % 3 == 0 else NOTHING,
        half_point_byes=few if seed % 2 else NOTHING,
        withdrawals=(Amount(0), Amount(seed % 4 // 3)),
        baku=baku,
    )
    event = generate(plan, seed, system)
    if len(event.rounds) < rounds:
        raise Unsuitable
    return event


def paired(state: RoundState, system: System = DUTCH_2026) -> Round:
    return as_published(pair_round(system, state).pairs)


def before(event: Tournament, number: int, byes: tuple[Bye, ...], system: System = DUTCH_2026) -> RoundState:
    """Return the state before round ``number``. ``byes`` lists the requested byes."""
    asked = tuple(model.Request(number, bye) for bye in byes)
    rounds = event.rounds[: number - 1]
    return state_before(event._replace(rounds=rounds, requests=asked), number, system.conventions)


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
    told = event._replace(rounds=event.rounds[: first - 1])
    for number in range(first, len(event.rounds) + 1):
        also = [tpn for tpn, when in (gone or {}).items() if number in when]
        byes = tuple(bye for bye in absences(event, number) if bye.tpn not in also)
        byes += tuple(Bye(tpn, ByeKind.ZERO_POINT) for tpn in also)
        state = before(told, number, byes, system)
        found = alter(state) or paired(state, system)
        named = {*found.paired(), *(bye.tpn for bye in found.byes)}
        rest = tuple(bye for bye in byes if bye.tpn not in named)
        told = told._replace(rounds=(*told.rounds, with_results(found._replace(byes=(*found.byes, *rest)), chance)))
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
    return event._replace(participants=tuple(sorted(people, key=attrgetter("tpn"))), rounds=rounds, requests=())


def renumbered_round(one: Round, numbers: Mapping[Tpn, Tpn]) -> Round:
    games = (g._replace(white=numbers.get(g.white, g.white), black=numbers.get(g.black, g.black)) for g in one.games)
    byes = (bye._replace(tpn=numbers.get(bye.tpn, bye.tpn)) for bye in one.byes)
    return Round(tuple(games), tuple(byes))


FORFEITS = (Result.FORFEIT_WIN, Result.FORFEIT_LOSS), (Result.FORFEIT_LOSS, Result.FORFEIT_WIN)
VALUES = {
    "1-0": RESULTS[0],
    "½-½": RESULTS[1],
    "0-1": RESULTS[2],
    "+ -": FORFEITS[0],
    "- +": FORFEITS[1],
    "0-0": (Result.LOSS, Result.LOSS),
}


def unproved(event: Tournament, report: FileReport) -> Iterator[str]:
    """Yield the causes that cannot be proved a second time, and those that an agreeing round refutes."""
    told = event
    options: dict[str, str] = {}
    for cause in report.causes:
        told = _with(told, cause, options)
        differing = check(told, cause=False, **options).differing_rounds  # type: ignore[arg-type]
        if cause.subject is Subject.NUMBERS:  # the list was put in order after the last round that it explains
            differing = tuple(number for number in differing if number in report.differing_rounds)
        if differing != cause.differing:
            yield f"{cause.subject.value} {cause.value}"
    if options or any(cause.subject is Subject.NUMBERS for cause in report.causes):
        return  # with another system, edition or list, the check of the causes above already covers the rounds
    still = check(told, cause=False).differing_rounds
    for one in report.rounds:
        if one.cause is not None:
            for changes in (one.cause.changes, *((change,) for change in one.cause.alternatives)):
                last = (
                    max(one.number, *one.cause.also) if changes == one.cause.changes and one.cause.also else one.number
                )
                under = told if one.cause.changes else event
                if changes and not _holds(under, one.number, changes):
                    yield f"round {one.number}: {changes}"
                refuted = (c for c in changes if _is_refuted(under, c, last, still or (one.number,)))
                yield from (f"round {one.number}: {change} is refuted" for change in refuted)


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
            settings = settings._replace(initial_colour=model.Colour[cause.value.upper()])
        case Subject.ACCELERATION:
            virtual = [*_virtual_points(cause.value)]
            if cause.value.startswith("progressive"):
                ends = [int(end) for end in cause.value.split()[1:]]
                virtual = [one for n in range(1, len(event.rounds) - 1) for one in progressive_points(event, n, ends)]
            settings = settings._replace(baku=cause.value == "Baku", virtual_points=tuple(virtual))
        case Subject.ROUNDS:
            settings = settings._replace(rounds=int(cause.value))
        case Subject.EDITION:
            options["edition"] = cause.value
        case Subject.SYSTEM:
            options["system"] = cause.value
        case Subject.NUMBERS:
            people = tuple(one._replace(starting_rank=one.number) for one in event.participants)
            return renumbered(event._replace(participants=people), _places(people, cause.value))
    return event._replace(settings=settings)


def progressive_points(event: Tournament, number: int, ends: Sequence[int]) -> Iterator[VirtualPoints]:
    """Yield the points of a round by the French progressive acceleration; a group ends at each of ``ends``."""
    table, win = crosstable_of(event._replace(rounds=event.rounds[: number - 1])), event.settings.scoring.win
    entries = [table.entries(earlier) for earlier in range(1, number)]
    for one in event.participants:
        won = sum(of_round[one.tpn].points for of_round in entries if one.tpn in of_round)
        started = win * sum(one.tpn <= end for end in ends)
        points = 2 * win if 2 * won >= win * ROUNDS else min(2 * win, started + 2 * won // (3 * win) * win // 2)
        yield VirtualPoints(Points(points), number, number, frozenset({one.tpn}))


def _places(people: Sequence[model.Participant], value: str) -> Mapping[Tpn, Tpn]:
    """Read the places in the value of a cause, such as ``57>24 58>25``."""
    places = {int(number): int(place) for number, place in (one.split(">") for one in value.split())}
    order = [one.tpn for one in people if one.number not in places]
    tpns = {int(one.number): one.tpn for one in people}
    for number in sorted(places, key=places.__getitem__):
        order.insert(places[number] - 1, tpns[number])
    return {tpn: Tpn(place) for place, tpn in enumerate(order, 1)}


def _virtual_points(value: str) -> Iterator[VirtualPoints]:
    """Read the virtual points in the value of a cause, such as ``1-8 1.0:1-2 0.5:3-3; 9-16 0.5:1-2``."""
    for of_group in value.split("; ") if value[:1].isdigit() else ():
        players, *parts = of_group.split()
        start, end = map(int, players.split("-"))
        for part in parts:
            points, _, rounds = part.partition(":")
            first, last = map(int, rounds.split("-"))
            group = frozenset(map(Tpn, range(start, end + 1)))
            yield VirtualPoints(Points(int(float(points) * 10)), first, last, group)


FACTS = {
    *(ChangeKind.PROHIBITED, ChangeKind.EXCHANGED, ChangeKind.RENUMBERED, ChangeKind.RESULT),
    *(ChangeKind.ABSENCE, ChangeKind.TYPED, ChangeKind.ADJUSTED, ChangeKind.POSTPONED),
}
"""The changes of facts, and not of a round."""


def _holds(event: Tournament, number: int, changes: tuple[Change, ...]) -> bool:
    """Whether these changes lead to the recorded round."""
    for change in changes:
        if change.kind in FACTS or change.round:
            event = _told(event, number, change)
    moves = {one: _numbers(*one.players) for one in changes if one.kind is ChangeKind.RENUMBERED}
    changes = tuple(change for change in changes if change.kind not in FACTS and not change.round)
    for numbers in moves.values():
        changes = tuple(_renumbered_change(change, numbers) for change in changes)
    kinds = {change.kind for change in changes}
    if not changes:
        return check(event, number, cause=False).rounds[0].status is Status.AGREES
    if kinds <= {ChangeKind.BOARD, ChangeKind.BYE, ChangeKind.COLOURS}:
        return _by_hand_holds(event, number, changes)
    if kinds == {ChangeKind.DELETED}:
        return _deleted_holds(event, number, changes[0])
    if kinds <= {ChangeKind.LATE, ChangeKind.WITHDRAWN}:
        return _field_holds(event, number, changes[0])
    numbered = [tpn for change in changes for tpn in change.players]
    state = before(event, number, absences(event, number))
    return _pairs(pair_round(DUTCH_2026, state.numbering(numbered))) == set(event.rounds[number - 1].pairs)


def _renumbered_change(change: Change, numbers: Mapping[Tpn, Tpn]) -> Change:
    def new(players: tuple[Tpn, ...]) -> tuple[Tpn, ...]:
        return tuple(numbers.get(tpn, tpn) for tpn in players)

    first, then = (tuple((new(pair)[0], new(pair)[1]) for pair in pairs) for pairs in (change.first, change.then))
    place, *others = change.value.split() if change.kind is ChangeKind.DELETED else [change.value]
    value = " ".join((str(new((Tpn(int(place)),))[0]), *others)) if others else change.value
    return change._replace(players=new(change.players), value=value, first=first, then=then)


def _told(event: Tournament, number: int, change: Change) -> Tournament:
    """Return the event with one changed fact."""
    match change.kind:
        case ChangeKind.PROHIBITED:
            rule = model.Prohibition(number, number, frozenset(change.players))
            return event._replace(settings=event.settings._replace(prohibitions=(rule,)))
        case ChangeKind.EXCHANGED:
            one, other = change.players
            return renumbered(event, {one: other, other: one})
        case ChangeKind.RENUMBERED:
            return renumbered(event, _numbers(*change.players))
        case ChangeKind.ADJUSTED:
            added = model.AbnormalPoints(
                "", Points(int(float(change.value) * 10)), change.round, frozenset(change.players)
            )
            return event._replace(settings=event.settings._replace(abnormal_points=(added,)))
        case ChangeKind.DELETED:
            return _with_opponent(event, change)
        case _:
            return _earlier(event, change)


def _with_opponent(event: Tournament, change: Change) -> Tournament:
    """Let the player meet somebody in a round without points, in place of a zero-point bye, who plays nobody else."""
    (tpn,), past, other = change.players, event.rounds[change.round - 1], Tpn(len(event.participants) + 1)
    white, black = (tpn, other) if change.value == "w" else (other, tpn)
    results = (Result.LOSS, Result.WIN) if white == tpn else (Result.WIN, Result.LOSS)
    byes = tuple(bye for bye in past.byes if bye.tpn != tpn)
    assert len(byes) < len(past.byes)
    new = Round((*past.games, model.Game(white, black, *results)), byes)
    rounds = [one._replace(byes=(*one.byes, Bye(other, ByeKind.ZERO_POINT))) for one in event.rounds]
    rounds[change.round - 1] = new
    return event._replace(participants=(*event.participants, model.Participant(other)), rounds=tuple(rounds))


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
        new = past._replace(games=(*_without(past.games, game), _turned(game)))
    else:
        white, black = VALUES[change.value]
        some = [(change.players[place], change.players[place + 1]) for place in range(0, len(change.players), 2)]
        games = tuple(
            game._replace(white_result=white, black_result=black) if game[:2] in some else game for game in past.games
        )
        assert games != past.games
        new = past._replace(games=games)
    return _with_round(event, change.round, new)


def _field_holds(event: Tournament, number: int, change: Change) -> bool:
    """Whether the boards that were paired first follow from the rules, and those of the file from the change."""
    first, then = ({tpn for pair in pairs for tpn in pair} for pairs in (change.first, change.then))
    late = then - first - {NOBODY}
    there = change.players if change.kind is ChangeKind.WITHDRAWN else ()
    pointed = {pair for pair in change.then if change.value and pair[1] == NOBODY}
    back = {*there, *(tpn for tpn, _ in pointed)}
    byes = tuple(bye for bye in absences(event, number) if bye.tpn not in back)
    byes += tuple(Bye(tpn, ByeKind.ZERO_POINT) for tpn in late)
    pairs = _pairs(pair_round(DUTCH_2026, before(event, number, byes)))
    return (pairs - {*change.first}) | ({*change.then} - pointed) == set(event.rounds[number - 1].pairs)


def _deleted_holds(event: Tournament, number: int, change: Change) -> bool:
    """Whether the round was paired with somebody else, who was the opponent of the first player in the change."""
    mate, *_ = change.players
    place, score, *more = change.value.split()
    double = {p.tpn: Tpn(2 * p.tpn) for p in event.participants}
    late = (
        {tpn for pair in change.then for tpn in pair} - {tpn for pair in change.first for tpn in pair} - {mate, NOBODY}
    )
    byes = tuple(bye for bye in absences(event, number) if bye.tpn not in change.players)
    byes += tuple(Bye(tpn, ByeKind.ZERO_POINT) for tpn in late)
    state = before(renumbered(event, double), number, tuple(bye._replace(tpn=double[bye.tpn]) for bye in byes))
    points, wish = Points(round(10 * float(score))), Preference({"w": 2, "b": -2}.get("".join(more[:1]), 0))
    floats = ("D" if points and not wish else "-") * (number - 1)
    pointed = {pair for pair in change.then if more[-1:] == ["F"] and pair[1] == NOBODY}
    for tpn in (2 * int(place) - 1, 2 * int(place) + 1):
        other = Player(Tpn(tpn), points, points, "", 0, wish, frozenset(), floats, 0, True)
        everybody = sorted((*state.players, other), key=lambda one: (-one.score, one.tpn))
        pairs = _pairs(pair_round(DUTCH_2026, state._replace(players=tuple(everybody))))
        met = next(pair for pair in pairs if tpn in pair)
        left = {(Tpn(a // 2), Tpn(b // 2)) for a, b in pairs - {met}}
        told = (left - {*change.first}) | ({*change.then} - pointed)
        if 2 * mate in met and told == {*event.rounds[number - 1].pairs}:
            return True
    return False


def _by_hand_holds(event: Tournament, number: int, changes: tuple[Change, ...]) -> bool:
    """Whether the system makes all other recorded pairs if these boards are paired by hand."""
    recorded = event.rounds[number - 1]
    given = [change.players if len(change.players) > 1 else (change.players[0], NOBODY) for change in changes]
    state = state_before(event, number, DUTCH_2026.conventions)._replace()
    rest = {pair for pair in set(recorded.pairs) if pair not in given}
    return any(rest <= pairs for pairs in _ways(state, changes, recorded))


def _ways(state: RoundState, changes: tuple[Change, ...], recorded: Round) -> Iterator[set[tuple[Tpn, Tpn]]]:
    boards = [(change.players[0], change.players[1]) for change in changes if change.kind is ChangeKind.BOARD]
    byes = [change.players[0] for change in changes if change.kind is ChangeKind.BYE]
    demanded = demands.must_meet(state, boards)
    for tpn in byes:
        demanded = demands.must_have_bye(demanded, tpn)
    out = state.as_if_absent({tpn for pair in boards for tpn in pair} | set(byes))
    has_bye = byes[0] if byes else None
    apart = out._replace(preassigned_bye=has_bye)
    for tried in (demanded, out if has_bye is None else apart, state):
        try:
            yield _pairs(pair_round(DUTCH_2026, tried))
        except NoPairing:
            continue


def _pairs(pairing: RoundPairing) -> set[tuple[Tpn, Tpn]]:
    pairs = {(board.white, board.black) for board in pairing.boards}
    return pairs if pairing.bye is None else pairs | {(pairing.bye, NOBODY)}


ROUNDS = 6


class Truth(NamedTuple):
    """The true cause of wrong rounds: changes to rounds, a setting with its right values, or both."""

    changes: Sequence[Change] = ()
    subject: Subject | None = None
    values: Sequence[str] = ()


class Altered(NamedTuple):
    """An altered event, and the true cause of its wrong rounds."""

    event: Tournament
    truth: Truth


Kind = Callable[[int, int], Altered]
"""A function that generates an altered event from a seed and a number of players, or raises `Unsuitable`."""


def _some_round(chance: Random) -> int:
    return chance.randint(1, ROUNDS - 1)


def _may_meet(state: RoundState, game: Game) -> bool:
    return game.black not in state.by_tpn[game.white].barred


def _turned(game: Game) -> Game:
    """Exchange White and Black, with their results."""
    return Game(game.black, game.white, game.black_result, game.white_result, game.colours_known)


def _without(games: Sequence[Game], *some: Game) -> tuple[Game, ...]:
    return tuple(game for game in games if game not in some)


def postponed(seed: int, players: int, value: str = "½-½") -> Altered:
    """Pair a round while two to four decisive games of the round before count as draws, or not at all."""
    chance, event = Random(seed), base(seed, 3 * players, ROUNDS)
    number, made = _some_round(chance) + 1, []

    def alter(state: RoundState) -> Round:
        games = [game for game in state.tournament.rounds[-1].games if {*game[2:4]} == {Result.WIN, Result.LOSS}]
        some = sorted(chance.sample(games, min(len(games), chance.randint(2, 4))), key=lambda game: min(game[:2]))
        if len(some) < 2:
            raise Unsuitable
        made.append(Change(ChangeKind.POSTPONED, tuple(t for game in some for t in game[:2]), number - 1, value))
        return paired(before(_earlier(state.tournament, made[0]), number, absences(event, number)))

    return Altered(played(event, 2, in_round(number, alter), chance), Truth(made))


def in_some_round(
    alter: Callable[[RoundState, Random], tuple[Round, Sequence[Change]]],
    seed: int,
    players: int,
    event: Tournament | None = None,
    number: int = 0,
) -> Altered:
    """Alter round ``number`` or, by default, any round but the last; ``alter`` returns the round and the changes."""
    chance, event = Random(seed), event or base(seed, players, ROUNDS)
    made: list[Change] = []

    def altered(state: RoundState) -> Round:
        found, changes = alter(state, chance)
        made.extend(changes)
        return found

    number = number or _some_round(chance)
    return Altered(played(event, number, in_round(number, altered), chance), Truth(made))


def swapped_boards(state: RoundState, chance: Random) -> tuple[Round, Sequence[Change]]:
    """Exchange the Black players of two boards."""
    right = paired(state)
    for _ in range(100):
        one, other = chance.sample(right.games, 2)
        new = one._replace(black=other.black), other._replace(black=one.black)
        if all(_may_meet(state, game) for game in new):
            made = [Change(ChangeKind.BOARD, (game.white, game.black)) for game in new]
            return right._replace(games=_without(right.games, one, other) + new), made
    raise Unsuitable


def swapped_bye(state: RoundState, chance: Random) -> tuple[Round, Sequence[Change]]:
    """Let the player with the bye change places with another player."""
    right = paired(state)
    for game in chance.sample(right.games, len(right.games)) if right.byes else ():
        new = game._replace(white=right.byes[0].tpn)
        if state.by_tpn[game.white].may_have_bye and _may_meet(state, new):
            made = Change(ChangeKind.BYE, (game.white,)), Change(ChangeKind.BOARD, (new.white, new.black))
            byes = (Bye(game.white, ByeKind.PAIRING_ALLOCATED),)
            return Round((*_without(right.games, game), new), byes), made
    raise Unsuitable


def given_bye(state: RoundState, chance: Random) -> tuple[Round, Sequence[Change]]:
    has = {bye.tpn for bye in paired(state).byes}
    others = [player.tpn for player in state.players if player.may_have_bye and player.tpn not in has]
    if not has or not others:
        raise Unsuitable
    given = chance.choice(others)
    return paired(demands.must_have_bye(state, given)), [Change(ChangeKind.BYE, (given,))]


def turned_board(state: RoundState, chance: Random) -> tuple[Round, Sequence[Change]]:
    turned: list[Change] = []
    return _with_a_turned_board(paired(state), (), turned, chance), turned


boards = partial(in_some_round, swapped_boards)


def _with_a_turned_board(right: Round, spared: Collection[Tpn], turned: list[Change], chance: Random) -> Round:
    games = [game for game in right.games if not {game.white, game.black} & set(spared)]
    if not games:
        raise Unsuitable
    game = chance.choice(games)
    turned.append(Change(ChangeKind.COLOURS, (game.black, game.white)))
    new = game._replace(white=game.black, black=game.white)
    return right._replace(games=(*_without(right.games, game), new))


def _turned_colour(event: Tournament) -> Tournament:
    colour = event.settings.initial_colour
    assert colour is not None
    return event._replace(settings=event.settings._replace(initial_colour=colour.opposite))


def initial_colour(seed: int, players: int) -> Altered:
    event = base(seed, players, ROUNDS)
    name = "White" if event.settings.initial_colour is model.Colour.WHITE else "Black"
    return Altered(_turned_colour(event), Truth(subject=Subject.INITIAL_COLOUR, values=[name]))


def baku(seed: int, players: int) -> Altered:
    """Use Baku acceleration without stating it, or state it without using it."""
    used = seed % 2 == 0
    event = base(seed, players, ROUNDS, baku=used)
    told = event._replace(settings=event.settings._replace(baku=not used))
    return Altered(told, Truth(subject=Subject.ACCELERATION, values=["Baku" if used else "none"]))


def edition(seed: int, players: int) -> Altered:
    """Pair the event under the rules of 2017, but name the rules of 2026 in its file."""
    event = base(seed, players, ROUNDS + 3, system=DUTCH_2017)
    told = event._replace(settings=event.settings._replace(system=DUTCH_2026.code))
    return Altered(told, Truth(subject=Subject.EDITION, values=["2017"]))


def system(seed: int, players: int) -> Altered:
    """Pair the event by another system, but name the Dutch System in its file."""
    other = (DUBOV_2026, BURSTEIN_2026)[seed % 2]
    event = base(seed, players, ROUNDS, system=other)
    told = event._replace(settings=event.settings._replace(system=DUTCH_2026.code))
    return Altered(told, Truth(subject=Subject.SYSTEM, values=[other.name]))


def numbered(seed: int, players: int) -> Altered:
    """Pair round 1 as if a number that nobody has there belonged to somebody who plays."""
    chance, event = Random(seed), base(seed, players, ROUNDS)
    absent = Tpn(chance.randint(2, 6))
    if absences(event, 1):
        raise Unsuitable

    def number(state: RoundState) -> Round:
        return paired(state.as_if_absent({absent}).numbering([absent]))

    told = played(event, 1, in_round(1, number), chance, gone={absent: range(1, 2)})
    return Altered(told, Truth([Change(ChangeKind.NUMBERED, (absent,))]))


def number_of_rounds(seed: int, players: int) -> Altered:
    """Write a number of rounds in the file that is three too high."""
    used = seed % 2 == 0
    event = base(seed, players, ROUNDS, baku=used)
    told = event._replace(settings=event.settings._replace(rounds=ROUNDS + 3))
    same = [n for n in range(ROUNDS, 2 * ROUNDS) if accelerated_rounds(n) == accelerated_rounds(ROUNDS)]
    return Altered(told, Truth(subject=Subject.ROUNDS, values=[str(n) for n in (same if used else [ROUNDS])]))


def prohibited(seed: int, players: int) -> Altered:
    """Keep two of the first four players apart. The file does not mention the prohibition."""
    chance, event = Random(seed), base(seed, players, ROUNDS)
    pair = frozenset(Tpn(tpn) for tpn in chance.sample(range(1, 5), 2))
    kept = event._replace(settings=event.settings._replace(prohibitions=(model.Prohibition(1, 99, pair),)))
    told = played(kept, 1, lambda _state: None, chance)
    told = told._replace(settings=told.settings._replace(prohibitions=()))
    return Altered(told, Truth([Change(ChangeKind.PROHIBITED, tuple(pair))]))


def late_entry(seed: int, players: int) -> Altered:
    """Let a player arrive after the pairing and play against the player with the bye."""
    chance, event = Random(seed), base(seed, players, ROUNDS)
    late, number = Tpn(chance.randint(1, players)), chance.randint(1, 4)
    gone = {late: range(1, number)}

    def enter(state: RoundState) -> Round:
        if late not in state.by_tpn:
            raise Unsuitable
        byes = (*absences(event, state.number), Bye(late, ByeKind.ZERO_POINT))
        right = paired(before(state.tournament, state.number, byes))
        bye = next((one.tpn for one in right.byes if one.kind is ByeKind.PAIRING_ALLOCATED), None)
        if bye is None:
            raise Unsuitable
        white, black = (late, bye) if chance.random() < 0.5 else (bye, late)
        return Round((*right.games, right.games[0]._replace(white=white, black=black)))

    told = played(event, 1, in_round(number, enter), chance, gone=gone)
    return Altered(told, Truth([Change(ChangeKind.LATE, (late,))]))


def withdrawal(seed: int, players: int) -> Altered:
    """Withdraw a player after the round is paired.

    The player without an opponent then meets the player with the bye, or gets the bye if nobody has it.
    """
    chance, event = Random(seed), base(seed, players, ROUNDS)
    number = chance.randint(2, ROUNDS - 1)
    game = chance.choice(event.rounds[number - 1].games)
    left, mate = (game.white, game.black) if chance.random() < 0.5 else (game.black, game.white)
    gone = {left: range(number, ROUNDS + 1)}

    def leave(_state: RoundState) -> Round:
        right = event.rounds[number - 1]
        bye = next((one.tpn for one in right.byes if one.kind is ByeKind.PAIRING_ALLOCATED), None)
        games = _without(right.games, game)
        if bye is None:
            return Round(games, (Bye(mate, ByeKind.PAIRING_ALLOCATED),))
        return Round((*games, game._replace(white=bye, black=mate)))

    told = played(event, number, in_round(number, leave), chance, gone=gone)
    return Altered(told, Truth([Change(ChangeKind.WITHDRAWN, (left,))]))


def numbers_exchanged(seed: int, players: int) -> Altered:
    """Pair the first rounds before two players exchange their numbers. The file shows only the new numbers."""
    chance, event = Random(seed), base(seed, players, ROUNDS)
    one = Tpn(chance.randint(1, players - 3))
    other = Tpn(one + chance.randint(1, 3))
    told = moved_in(event, {one: other, other: one}, chance.randint(1, 4), chance)
    return Altered(told, Truth([Change(ChangeKind.EXCHANGED, (one, other))]))


def order(seed: int, players: int) -> Altered:
    """Use a different number for a player in the first rounds, as if the rating were corrected later."""
    chance, event = Random(seed), base(seed, players, ROUNDS)
    one = Tpn(chance.randint(1, players - 4))
    last = Tpn(one + chance.randint(2, 4))
    told = moved_in(event, _numbers(one, last), chance.randint(1, 4), chance)
    return Altered(told, Truth([Change(ChangeKind.RENUMBERED, (one, last))]))


def result(seed: int, players: int) -> Altered:
    """Pair a round as if a result of the previous round were different. The file states the right result."""
    chance, event = Random(seed), base(seed, players, ROUNDS)
    number = chance.randint(2, ROUNDS)
    past = event.rounds[number - 2]
    game = chance.choice(past.games)
    right = game.white_result, game.black_result
    wrong = chance.choice([one for one in RESULTS if one != right])
    words = {RESULTS[0]: "1-0", RESULTS[1]: "½-½", RESULTS[2]: "0-1"}[wrong]
    mistaken = past._replace(
        games=(*_without(past.games, game), game._replace(white_result=wrong[0], black_result=wrong[1]))
    )
    told = _paired_with(event, number, mistaken, chance)
    return Altered(told, Truth([Change(ChangeKind.RESULT, (game.white, game.black), number - 1, words)]))


def absence(seed: int, players: int) -> Altered:
    """Pair a round before a half-point bye of the previous round is recorded."""
    chance, event = Random(seed), base(seed | 1, players, ROUNDS)
    places = [
        (number, bye)
        for number in range(2, ROUNDS + 1)
        for bye in event.rounds[number - 2].byes
        if bye.kind is ByeKind.HALF_POINT
    ]
    if not places:
        raise Unsuitable
    number, bye = chance.choice(places)
    past = event.rounds[number - 2]
    byes = (*(one for one in past.byes if one != bye), bye._replace(kind=ByeKind.ZERO_POINT))
    told = _paired_with(event, number, past._replace(byes=byes), chance)
    return Altered(told, Truth([Change(ChangeKind.ABSENCE, (bye.tpn,), number - 1, ByeKind.ZERO_POINT.value)]))


def _paired_with(event: Tournament, number: int, mistaken: Round, chance: Random) -> Tournament:
    """Replace the previous round with ``mistaken``, and pair round ``number``."""

    def alter(state: RoundState) -> Round:
        rounds = (*state.tournament.rounds[: number - 2], mistaken)
        return paired(before(state.tournament._replace(rounds=rounds), number, absences(event, number)))

    return played(event, number, in_round(number, alter), chance)


def typed(seed: int, players: int) -> Altered:
    """Reverse the colours of one game in the file, after the event."""
    told, number, game = _typed_otherwise(seed, players, list, _turned)
    return Altered(told, Truth([Change(ChangeKind.TYPED, _turned(game)[:2], number)]))


def result_typed(seed: int, players: int) -> Altered:
    """Reverse the result of one game in the file, after the event."""

    def decided(games: Sequence[Game]) -> list[Game]:
        return [game for game in games if game.white_result is not game.black_result]

    def turned(game: Game) -> Game:
        return game._replace(white_result=game.black_result, black_result=game.white_result)

    told, number, game = _typed_otherwise(seed, players, decided, turned)
    words = "1-0" if game.white_result is RESULTS[0][0] else "0-1"
    return Altered(told, Truth([Change(ChangeKind.RESULT, game[:2], number, words)]))


def _typed_otherwise(
    seed: int, players: int, among: Callable[[Sequence[Game]], list[Game]], change: Callable[[Game], Game]
) -> tuple[Tournament, int, Game]:
    """Return the event with one changed game, the number of its round, and the game as it was."""
    chance, event = Random(seed), base(seed, players, ROUNDS)
    number = _some_round(chance)
    past = event.rounds[number - 1]
    games = among(past.games)
    if not games:
        raise Unsuitable
    game = chance.choice(games)
    return _with_round(event, number, past._replace(games=(*_without(past.games, game), change(game)))), number, game


def _with_round(event: Tournament, number: int, past: Round) -> Tournament:
    return event._replace(rounds=(*event.rounds[: number - 1], past, *event.rounds[number:]))


def by_records_250(seed: int, players: int) -> Altered:
    """Accelerate a part of the players in the first rounds, and leave the records 250 out."""
    chance = Random(seed)
    group = frozenset(Tpn(n) for n in range(1, players // chance.choice((2, 3)) + 1))
    last = chance.randint(1, 3)
    virtual = [VirtualPoints(Points(10), 1, last, group)]
    if chance.random() < 0.3:
        virtual.append(VirtualPoints(Points(5), last + 1, last + 1, group))
    return accelerated(base(seed, players, ROUNDS), virtual, chance)


def baku_once(seed: int, players: int) -> Altered:
    """Use Baku acceleration only in the first round, and do not state it."""
    event = base(seed, players, ROUNDS)
    group = frozenset(Tpn(n) for n in range(1, first_group_size(len(event.rounds[0].paired())) + 1))
    return accelerated(event, [VirtualPoints(Points(10), 1, 1, group)], Random(seed))


def accelerated(event: Tournament, virtual: Sequence[VirtualPoints], chance: Random) -> Altered:
    """Play the event with virtual points that its file does not state."""
    given = event._replace(settings=event.settings._replace(virtual_points=tuple(virtual)))
    told = played(given, 1, lambda _state: None, chance)
    told = told._replace(settings=told.settings._replace(virtual_points=()))
    return Altered(told, Truth(subject=Subject.ACCELERATION, values=["*"]))


def adjusted(seed: int, players: int) -> Altered:
    """Add points to a player's score from some round on, and leave the record 299 out."""
    chance, event = Random(seed), base(seed, players, ROUNDS)
    number, tpn, gain = chance.randint(2, ROUNDS), Tpn(chance.randint(1, players)), chance.choice((-10, -5, 5, 10))
    added = model.AbnormalPoints("", Points(gain), number - 1, frozenset({tpn}))
    with_it = event._replace(settings=event.settings._replace(abnormal_points=(added,)))
    told = played(with_it, number, lambda _state: None, chance)
    told = told._replace(settings=told.settings._replace(abnormal_points=()))
    changes = [Change(ChangeKind.ADJUSTED, (tpn,), after, f"{gain / 10:+.1f}") for after in range(number - 1, ROUNDS)]
    return Altered(told, Truth(changes))  # it may also have been made later, before the first round that differs


def _both(first: Altered, then: Altered, told: Tournament) -> Altered:
    one, other = first.truth, then.truth
    return Altered(
        told, Truth([*one.changes, *other.changes], one.subject or other.subject, one.values or other.values)
    )


def initial_colour_and_boards(seed: int, players: int) -> Altered:
    """State another initial-colour, and exchange two boards by hand."""
    swapped = boards(seed, players)
    return _both(swapped, initial_colour(seed, players), _turned_colour(swapped.event))


def baku_and_boards(seed: int, players: int) -> Altered:
    """Use Baku acceleration or not against the file, and exchange two boards by hand."""
    other = baku(seed, players)
    settings = other.event.settings._replace(baku=not other.event.settings.baku)
    swapped = boards(seed, players, other.event._replace(settings=settings))
    told = swapped.event._replace(settings=other.event.settings)
    return _both(swapped, other, told)


def boards_and_colours(seed: int, players: int) -> Altered:
    """Exchange two boards by hand, and reverse the colours of another board of the same round."""
    chance, swapped = Random(seed), boards(seed, players)
    number = Random(seed).randint(1, ROUNDS - 1)
    made = {tpn for change in swapped.truth.changes for tpn in change.players}
    turned: list[Change] = []

    def turn(_state: RoundState) -> Round:
        return _with_a_turned_board(swapped.event.rounds[number - 1], made, turned, chance)

    told = played(swapped.event, number, in_round(number, turn), chance)
    return Altered(told, Truth([*swapped.truth.changes, *turned]))


def result_and_boards(seed: int, players: int) -> Altered:
    """Correct a result after the pairing, and exchange two boards by hand in a later round."""
    wrong = result(seed, players)
    change = wrong.truth.changes[0]
    if change.round + 1 >= ROUNDS:
        raise Unsuitable
    swapped = boards(seed, players, wrong.event, Random(seed).randint(change.round + 2, ROUNDS))
    return _both(wrong, swapped, swapped.event)


KINDS: dict[str, Kind] = {
    "two boards exchanged by hand": boards,
    "the bye exchanged by hand with a board": lambda seed, players: in_some_round(swapped_bye, seed, players | 1),
    "the bye given by hand": lambda seed, players: in_some_round(given_bye, seed, players | 1),
    "the colours of a board": partial(in_some_round, turned_board),
    "another initial-colour": initial_colour,
    "Baku acceleration": baku,
    "another edition": edition,
    "another system": system,
    "a number for somebody absent": numbered,
    "another number of rounds": number_of_rounds,
    "a pair that was not to meet": prohibited,
    "games played later": postponed,
    "games not played yet": partial(postponed, value="0-0"),
    "a late entry": late_entry,
    "a withdrawal": withdrawal,
    "two numbers exchanged": numbers_exchanged,
    "a result corrected after the pairing": result,
    "a half-point bye recorded after the pairing": absence,
    "a number some places away": order,
    "colours typed the wrong way round": typed,
    "a result typed the wrong way round": result_typed,
    "acceleration by records 250": by_records_250,
    "Baku acceleration in the first round only": baku_once,
    "points adjusted by a record 299": adjusted,
    "another initial-colour, and two boards exchanged": initial_colour_and_boards,
    "Baku acceleration, and two boards exchanged": baku_and_boards,
    "a result, and two boards exchanged in a later round": result_and_boards,
    "two boards exchanged, and the colours of another": boards_and_colours,
}
