"""Every shortcut fires as often as it did: one that stops firing, or fires more often than is proved, fails its row.

The rounds are recorded rounds, and generated rounds of systems without recorded ones. The count of a shortcut is the
number of times that its function returns an answer.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, islice
from pkgutil import resolve_name
from types import CodeType, FrameType

import pytest

from pairing_engine import NoPairing
from pairing_engine.facts.model import Colour, Strength, Tournament, Tpn, Wish, WishKind
from pairing_engine.fast import matcher
from pairing_engine.generator.generate import Amount, Plan, generate
from pairing_engine.pairing import pair_round, round_to_pair
from pairing_engine.state.history import states
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System
from tests.evidence.golden.recorded import archive_of, finished_event, recorded_rounds, system_of
from trf import read

pytestmark = [
    pytest.mark.skipif(not matcher.__file__.endswith(".py"), reason="compiled code tells a profiler nothing"),
    pytest.mark.skipif(not matcher.has_matcher(), reason="networkx finds other matchings of the same cost"),
]

FAST = "pairing_engine.fast"

COUNTS: dict[str, dict[str, int]] = {
    "dutch-2026 recorded": {
        "dutch_walk:walk": 144,
        "downward:Shortcuts._only_candidate": 163,
        "downward:Shortcuts._alone": 245,
        "downward:Shortcuts._with_following": 73,
        "downward:Below.completes": 241,
        "completion:GroupMatchings.fills": 134,
        "completion:GroupMatchings.completes": 366,
        "graphs:QuickGraph._number": 4351,
        "matcher:lightest_by_parts": 495,
    },
    "dutch-2026 with wishes": {"wishes:heeding": 2, "dutch_walk:walk": 61},
    "dutch-2017 recorded": {
        "dutch_2017:walk_without_c9": 131,
        "downward:Below.completes": 465,
        "completion:GroupMatchings.takes": 114,
    },
    "burstein-2026 by themselves": {
        "burstein:walk": 30,
        "downward:Shortcuts._alone": 38,
        "downward:Shortcuts._with_following": 3,
    },
    "dubov-2026 by themselves": {
        "dubov:upfloater_at_once": 13,
        "upfloaters:Nearest.first": 24,
        "dubov:transposed": 53,
    },
    "dubov-2026 with wishes": {"dubov:QuickDubov._granted_at_once": 51, "dubov:transposed": 206},
    "double-swiss-2026 generated": {"upfloaters:SetsInOrder.first": 79, "top_scoregroup:walked_halves": 64},
    "team-2026 generated": {"upfloaters:SetsInOrder.first": 70, "top_scoregroup:walked_halves": 59},
    "team-2026 with wishes": {
        "top_scoregroup:QuickTopScoregroup._can_be_granted": 125,
        "top_scoregroup:walked_halves": 104,
    },
    "dutch-2012 recorded": {"dutch_procedure:walked_2012": 92},
    "dutch-2009 generated": {"dutch_procedure:walked_2009": 31},
    "dutch-1998 generated": {"dutch_procedure:walked_1998": 15},
}
"""The number of answers of each shortcut."""


def of_events(edition: str, archive: str, number: int) -> Iterator[RoundState]:
    """Yield the rounds of the first recorded events."""
    archived = archive_of(archive, edition)
    for member in archived.members[:number]:
        for state, _ in recorded_rounds(finished_event(archived, member), system_of(edition)):
            yield state


def single(edition: str, number: int) -> Iterator[RoundState]:
    archived = archive_of("rounds", edition)
    for member in archived.members[:number]:
        event = read(archived.read(member))
        yield round_to_pair(event, len(event.rounds) + 1, system_of(edition))


@cache
def generated(system: System, seed: int) -> Tournament:
    plan = Plan(players=20, rounds=7, half_point_byes=(Amount(2),), forfeits=(Amount(2),), initial_colour=Colour.WHITE)
    return generate(plan, seed, system)


def of_generated(system: System, wishes: Sequence[Wish] = ()) -> Iterator[RoundState]:
    for seed in range(2):
        event = generated(system, seed)
        event = event._replace(settings=event.settings._replace(wishes=tuple(wishes)))
        yield from islice(states(event, system.conventions), len(event.rounds))


def of_wishes(system: System) -> Iterator[RoundState]:
    """Yield rounds in which the first five participants should not meet each other, by each strength of a wish."""
    group = (frozenset(Tpn(tpn) for tpn in range(1, 6)),)
    for strength in (Strength.STRONG, Strength.WEAK):
        yield from of_generated(system, [Wish(WishKind.AVOID, strength, 1, 7, "pairs", group)])


def rounds_of(name: str) -> tuple[System, Iterator[RoundState]]:
    """Return the rounds of a row of `COUNTS`, and their System."""
    edition, _, what = name.partition(" ")
    system = system_of(edition)
    if what == "recorded":
        archives = {"dutch-2012": ("byes",)}.get(edition, ("a7", "long"))
        return system, chain.from_iterable(of_events(edition, archive, 4) for archive in archives)
    if what == "by themselves":
        return system, single(edition, 12)
    return system, of_wishes(system) if what == "with wishes" else of_generated(system)


@cache
def fired(name: str) -> dict[str, int]:
    """Pair the rounds of a row, and count how often functions return an answer: neither None nor False."""
    codes: dict[CodeType, str] = {resolve_name(f"{FAST}.{one}").__code__: one for one in COUNTS[name]}
    found = dict.fromkeys(COUNTS[name], 0)

    def see(frame: FrameType, event: str, answer: object) -> None:
        if event == "return" and frame.f_code in codes and answer is not None and answer is not False:
            found[codes[frame.f_code]] += 1

    system, rounds = rounds_of(name)
    system, known = system._replace(), list(rounds)  # a System that remembers no costs, and rounds that are made before
    before = sys.getprofile()
    sys.setprofile(see)
    try:
        for state in known:
            with suppress(NoPairing):
                pair_round(system, state)
    finally:
        sys.setprofile(before)
    return found


@pytest.mark.parametrize(("name", "shortcut"), [(name, shortcut) for name, row in COUNTS.items() for shortcut in row])
def test_a_shortcut_fires_as_often_as_it_did(name: str, shortcut: str) -> None:
    assert fired(name)[shortcut] == COUNTS[name][shortcut]
