"""The check names the true cause of a wrong event, and nothing if there is none.

`tests.checker.causes` alters events in many more ways. The tests play each event to its end.
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from checker.causes.search import Subject
from checker.causes.trials import Change, ChangeKind
from checker.checking import check
from checker.diff import as_pairs, as_published
from checker.report import FileReport
from pairing_engine.facts.model import Bye, ByeKind, Colour, Participant, Result, Round, Settings, Tournament, Tpn
from pairing_engine.pairing import pair_round
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


def test_another_initial_colour_and_no_acceleration() -> None:
    event = played(3, 20, settings_of(3))
    report = check(replace(event, settings=replace(event.settings, initial_colour=Colour.BLACK, baku=True)))
    assert sorted(of_event(report), key=str) == [(Subject.ACCELERATION, "none"), (Subject.INITIAL_COLOUR, "White")]


@seeds
@pytest.mark.parametrize("name", ["dubov", "burstein"])
def test_another_system(seed: int, name: str) -> None:
    event = played(seed, 20, settings_of(seed), system=SYSTEMS[name]["2026"])
    assert of_event(check(event, system="dutch")) == [(Subject.SYSTEM, name)]


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
