"""The engine agrees with JaVaFo 1.4 and with a published example on C.04.3.1 (Istanbul 2012)."""

import pytest
from _pytest.mark import ParameterSet

from pairing_engine import NoPairing
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import states
from pairing_engine.systems.dutch_procedure.edition_2012 import DUTCH_2012
from tests.conftest import GOLDEN, Archive
from tests.evidence.golden.recorded import Place, assert_agrees, lines_of, pairs_in, pairs_of_round
from tests.places import FIXTURES
from trf import examine

EVENTS = {"events": 160, "byes": 235}
EVERY = {"events": 10, "byes": 15}
"""A value of 10 means that each run tests every tenth file of the archive."""


def archives(every: dict[str, int] | None = None) -> list[ParameterSet]:
    return [
        pytest.param(*param.values, id=f"{name}/{param.values[1]}")
        for name, number in EVENTS.items()
        for param in Archive(GOLDEN / "dutch-2012" / f"{name}.zip", number).params(1 if every is None else every[name])
    ]


def assert_every_round_agrees(archive: Archive, member: str) -> None:
    event = examine(archive.read(member), name=member).tournament
    assert event.rounds
    for state, recorded in zip(states(event, DUTCH_2012.conventions), event.rounds, strict=False):
        try:
            found = set(lines_of(pair_round(DUTCH_2012, state)))
        except NoPairing:
            found = set()
        place = Place(f"dutch-2012/{archive.path.stem}", member, state.number)
        assert_agrees(place, found, pairs_of_round(recorded))


@pytest.mark.parametrize(("archive", "member"), archives(EVERY))
def test_every_round_of_a_finished_event(archive: Archive, member: str) -> None:
    assert_every_round_agrees(archive, member)


@pytest.mark.golden
@pytest.mark.parametrize(("archive", "member"), archives())
def test_every_round_of_all_finished_events(archive: Archive, member: str) -> None:
    assert_every_round_agrees(archive, member)


def test_the_worked_example_of_2014() -> None:
    """Reproduce every pair and colour of rounds 2 to 5 in M. Held, "Mastering the Dutch" (2014)."""
    folder = FIXTURES / "dutch-2012" / "worked-example-2014"
    event = examine((folder / "input.trf").read_bytes(), name="input.trf").tournament
    before = dict(zip(range(1, 6), states(event, DUTCH_2012.conventions), strict=True))
    for line in (folder / "rounds.txt").read_text(encoding="utf-8").splitlines():
        number, pairs = line.split(":")
        assert set(lines_of(pair_round(DUTCH_2012, before[int(number)]))) == pairs_in(pairs), number
