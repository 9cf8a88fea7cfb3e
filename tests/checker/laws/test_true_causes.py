"""The check names the true cause of a wrong round, and nothing else.

The tests play each event to its end, so that an altered round affects all later rounds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from checker.causes.search import Subject
from checker.causes.trial import Change, ChangeKind
from checker.checking import check
from checker.diff import as_pairs, as_published
from checker.report import FileReport
from pairing_engine.facts.model import (
    Bye,
    ByeKind,
    Colour,
    Participant,
    Prohibition,
    Result,
    Round,
    Settings,
    Tournament,
    Tpn,
)
from pairing_engine.pairing import pair_round
from pairing_engine.scores.acceleration import accelerated_rounds
from pairing_engine.state import demands
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.system import System
from tests.conftest import some

SEEDS, ALL_SEEDS = 3, range(60)

RESULTS = ((Result.WIN, Result.LOSS), (Result.DRAW, Result.DRAW), (Result.LOSS, Result.WIN))

Alter = Callable[[RoundState, Random], Round | None]
"""A function that returns an altered round. None means that the round is paired according to the rules."""

seeds = pytest.mark.parametrize("seed", some(ALL_SEEDS, SEEDS))


def paired(state: RoundState, system: System = DUTCH_2026) -> Round:
    return as_published(as_pairs(pair_round(system, state)))


def played(
    seed: int,
    players: int,
    settings: Settings,
    alter: Alter = lambda _state, _chance: None,
    system: System = DUTCH_2026,
) -> Tournament:
    chance = Random(seed)
    people = tuple(Participant(Tpn(n), f"Player {n}", 2500 - 10 * n) for n in range(1, players + 1))
    event = Tournament("", people, settings=settings)
    assert settings.rounds is not None
    for number in range(1, settings.rounds + 1):
        state = state_before(event, number, system.conventions)
        found = alter(state, chance) or paired(state, system)
        games = []
        for game in found.games:
            white, black = chance.choice(RESULTS)
            games.append(game._replace(white_result=white, black_result=black))
        event = replace(event, rounds=(*event.rounds, found._replace(games=tuple(games))))
    return event


def settings_of(seed: int, rounds: int = 6, **other: object) -> Settings:
    colour = Colour.WHITE if seed % 2 else Colour.BLACK
    return replace(Settings(rounds=rounds, initial_colour=colour), **other)  # type: ignore[arg-type]


def of_event(report: FileReport) -> list[tuple[Subject, str]]:
    """Return the causes for the whole event. Together, they must explain all wrong rounds."""
    assert report.causes[-1].differing == ()
    assert all(one.cause is None for one in report.rounds)
    return [(cause.subject, cause.value) for cause in report.causes]


def of_round(report: FileReport, number: int) -> tuple[Change, ...]:
    """Return the changes that explain this round. No other round may be wrong."""
    assert report.causes == ()
    assert report.differing_rounds == (number,)
    cause = report.rounds[number - 1].cause
    assert cause is not None
    return cause.changes


def by_hand(report: FileReport, number: int) -> tuple[Change, ...]:
    """Return the first explanation that is not a likely change (docs/readings.md, X4)."""
    first = of_round(report, number)
    cause = report.rounds[number - 1].cause
    assert cause is not None
    every = [first, *((change,) for change in cause.alternatives)]
    return next(changes for changes in every if not is_likely(changes[0], number))


def is_likely(change: Change, number: int) -> bool:
    """Whether a change is a result of the previous round, or exchanges neighbouring numbers (docs/readings.md, X4)."""
    if change.kind is ChangeKind.EXCHANGED:
        return abs(change.players[0] - change.players[1]) == 1
    return change.kind is ChangeKind.RESULT and change.round == number - 1


# --- one round --------------------------------------------------------------------------------------------------------


@seeds
def test_two_boards_exchanged_by_hand(seed: int) -> None:
    swapped: list[set[Tpn]] = []

    def swap(state: RoundState, chance: Random) -> Round | None:
        if state.number != 3:
            return None
        right = paired(state)
        for _ in range(100):
            one, other = chance.sample(right.games, 2)
            new = one._replace(black=other.black), other._replace(black=one.black)
            if all(game.black not in state.by_tpn[game.white].barred for game in new):
                swapped.extend({game.white, game.black} for game in new)
                rest = tuple(game for game in right.games if game not in (one, other))
                return right._replace(games=(*rest, *new))
        raise AssertionError("no two boards can be exchanged")

    changes = by_hand(check(played(seed, 20, settings_of(seed), swap)), 3)
    assert changes[0].kind is ChangeKind.BOARD
    assert len(changes) <= 2  # giving White's board may or may not force the second board
    assert {change.kind for change in changes[1:]} <= {ChangeKind.BOARD, ChangeKind.COLOURS}
    assert all(set(change.players) in swapped for change in changes)


@seeds
def test_the_bye_given_by_hand(seed: int) -> None:
    given: list[Tpn] = []

    def move(state: RoundState, chance: Random) -> Round | None:
        if state.number != 4:
            return None
        right = paired(state)
        others = [p.tpn for p in state.players if p.may_have_bye and p.tpn != right.byes[0].tpn]
        given.append(chance.choice(others))
        return paired(demands.must_have_bye(state, given[0]))

    assert by_hand(check(played(seed, 19, settings_of(seed), move)), 4) == (Change(ChangeKind.BYE, (given[0],)),)


@seeds
def test_the_colours_of_a_board(seed: int) -> None:
    turned: list[tuple[Tpn, ...]] = []

    def turn(state: RoundState, chance: Random) -> Round | None:
        if state.number != 5:
            return None
        right = paired(state)
        game = chance.choice(right.games)
        new = game._replace(white=game.black, black=game.white)
        turned.append((new.white, new.black))
        return right._replace(games=(*(one for one in right.games if one != game), new))

    assert of_round(check(played(seed, 16, settings_of(seed), turn)), 5) == (Change(ChangeKind.COLOURS, turned[0]),)


@seeds
def test_an_absent_one_who_was_numbered(seed: int) -> None:
    absent = Tpn(2 + seed % 5)

    def number(state: RoundState, _chance: Random) -> Round | None:
        if state.number != 1:
            return None
        right = paired(state.as_if_absent({absent}).numbering([absent]))
        return right._replace(byes=(*right.byes, Bye(absent, ByeKind.ZERO_POINT)))

    report = check(played(seed, 17, settings_of(seed), number))
    assert of_round(report, 1) == (Change(ChangeKind.NUMBERED, (absent,)),)


@seeds
def test_a_withdrawal_after_the_pairing(seed: int) -> None:
    """After the pairing, one of 19 players leaves. The opponent then meets the player with the bye."""
    gone: list[Tpn] = []

    def withdraw(state: RoundState, chance: Random) -> Round | None:
        if state.number != 3:
            return None
        right = paired(state)
        game = chance.choice(right.games[:5])
        gone.append(game.white)
        bye = Bye(game.white, ByeKind.ZERO_POINT)
        met = game._replace(white=right.byes[0].tpn)
        return Round((*(one for one in right.games if one != game), met), (bye,))

    event = played(seed, 19, settings_of(seed, rounds=3), withdraw)
    report = check(event)
    assert of_round(report, 3)
    cause = report.rounds[2].cause
    assert cause is not None
    # Blaming the last board on a pairing by hand is an equally small change, so either answer is accepted.
    assert Change(ChangeKind.WITHDRAWN, (gone[0],)) in cause.changes + cause.alternatives


def test_a_prohibited_pair_that_explains_several_rounds() -> None:
    apart = Prohibition(1, 9, frozenset({Tpn(1), Tpn(2)}))
    for seed in range(40):
        event = played(seed, 12, settings_of(seed, rounds=6, prohibitions=(apart,)))
        report = check(replace(event, settings=replace(event.settings, prohibitions=())))
        if len(report.differing_rounds) > 1 and not report.causes:
            causes = [one.cause for one in report.rounds if one.number in report.differing_rounds]
            assert all(
                cause is not None and [(change.kind, set(change.players)) for change in cause.changes]
                == [(ChangeKind.PROHIBITED, {1, 2})]
                for cause in causes
            )  # fmt: skip
            return
    raise AssertionError("no such event was found")


# --- the whole event --------------------------------------------------------------------------------------------------


@seeds
@pytest.mark.parametrize("used", [True, False])
def test_another_acceleration(seed: int, used: bool) -> None:
    event = played(seed, 20, settings_of(seed, baku=used))
    report = check(replace(event, settings=replace(event.settings, baku=not used)))
    assert of_event(report) == [(Subject.ACCELERATION, "Baku" if used else "none")]


@seeds
def test_another_initial_colour(seed: int) -> None:
    event = played(seed, 20, settings_of(seed))
    colour = event.settings.initial_colour
    assert colour is not None
    report = check(replace(event, settings=replace(event.settings, initial_colour=colour.opposite)))
    assert of_event(report) == [(Subject.INITIAL_COLOUR, colour.name.capitalize())]


def test_another_initial_colour_and_no_acceleration() -> None:
    event = played(3, 20, settings_of(3))
    report = check(replace(event, settings=replace(event.settings, initial_colour=Colour.BLACK, baku=True)))
    assert sorted(of_event(report), key=str) == [(Subject.ACCELERATION, "none"), (Subject.INITIAL_COLOUR, "White")]


@seeds
def test_another_number_of_rounds(seed: int) -> None:
    event = played(seed, 20, settings_of(seed, rounds=6, baku=True))
    report = check(replace(event, settings=replace(event.settings, rounds=9)))
    ((subject, value),) = of_event(report)
    assert subject is Subject.ROUNDS
    assert accelerated_rounds(int(value)) == accelerated_rounds(6)


@seeds
@pytest.mark.parametrize("name", ["dubov", "burstein"])
def test_another_system(seed: int, name: str) -> None:
    event = played(seed, 20, settings_of(seed), system=SYSTEMS[name]["2026"])
    assert of_event(check(event, system="dutch")) == [(Subject.SYSTEM, name)]


# --- nothing ----------------------------------------------------------------------------------------------------------


@seeds
def test_an_agreeing_round_needs_no_cause(seed: int) -> None:
    report = check(played(seed, 13, settings_of(seed)))
    assert report.differing_rounds == ()
    assert report.causes == ()
    assert all(one.cause is None for one in report.rounds)


def test_no_cause_is_looked_for_if_none_is_wanted() -> None:
    event = played(1, 12, settings_of(1))
    wrong = replace(event, settings=replace(event.settings, initial_colour=Colour.BLACK))
    report = check(wrong, cause=False)
    assert report.differing_rounds
    assert (report.causes, report.others) == ((), ())
