"""The checker confirms every round that the generator has paired according to the Dubov or Burstein System."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker import check
from pairing_engine.facts.model import Colour
from pairing_engine.generator.configuration import KEYS, POINTS_KEYS, plan_of_model, with_configuration
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.systems import SYSTEMS
from swisspair.commands.write_events import StatedPlan, plan_from
from trf import Dialect, examine, write

NAMES = "dubov", "burstein"
SEEDS, ALL_SEEDS = 12, 400

CONFIGURATIONS = (
    "PlayersNumber=9", "RoundsNumber=6", "DrawPercentage=100", "DrawPercentage=0", "ForfeitRate=2.5", "RetiredRate=12",
    "HalfPointByeRate=4", "HalfPointByteRate=4", "HighestRating=1500", "LowestRating=0", "Accelerated=yes",
    "PointsForWin=3\nPointsForDraw=1", "PointsForLoss=0.5", "PointsForZPB=0.5", "PointsForForfeitLoss=0.5",
    "PointsForPAB=0.5",
)  # fmt: skip

OPTIONS = (
    StatedPlan(amounts={"late_entries": "3", "withdrawals": "0,2"}),
    StatedPlan(amounts={"half_point_byes": "2", "full_point_byes": "0,1", "zero_point_byes": "10%"}),
    StatedPlan(amounts={"forfeits": "20%", "double_forfeits": "10%"}),
    StatedPlan(amounts={"unusual": "30%", "unrated": "30%"}),
    StatedPlan(values={"prohibited_groups": 4, "baku": True}),
    StatedPlan(points="W=3,D=2,L=1,P=2,Z=0,F=0"),
    StatedPlan(values={"initial_colour": Colour.BLACK, "lowest_rating": 2000, "highest_rating": 2005}),
)


def assert_confirmed(name: str, plan: Plan, seed: int, dialect: Dialect = Dialect.TRF26) -> int:
    """Generate, write, read and check an event, and return its number of rounds."""
    event = generate(plan, seed, SYSTEMS[name]["2026"])
    reading = examine(write(event, dialect), strict=True)
    assert reading.tournament.settings.system.startswith(f"FIDE_{name.upper()}")
    assert check(reading.tournament, cause=False).differing == 0
    return len(event.rounds)


def plan_of(seed: int) -> Plan:
    return Plan(players=6 + seed % 15, rounds=3 + seed % 7, baku=seed % 3 == 0)


@pytest.mark.parametrize("name", NAMES)
def test_the_check_confirms_generated_events(name: str) -> None:
    assert sum(assert_confirmed(name, plan_of(seed), seed) for seed in range(SEEDS)) > 4 * SEEDS


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("dialect", Dialect)
def test_generated_events_from_many_seeds_are_confirmed(name: str, dialect: Dialect) -> None:
    for seed in range(SEEDS, ALL_SEEDS):
        assert_confirmed(name, plan_of(seed), seed, dialect)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", CONFIGURATIONS)
def test_every_key_of_a_configuration(name: str, text: str) -> None:
    plan = with_configuration(Plan(players=11, rounds=7, baku=False), text, "rtg.cfg")
    assert assert_confirmed(name, plan, 1) >= 4


def test_no_key_is_forgotten() -> None:
    assert {line.partition("=")[0] for text in CONFIGURATIONS for line in text.splitlines()} == {*KEYS, *POINTS_KEYS}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("stated", OPTIONS)
def test_options(name: str, stated: StatedPlan) -> None:
    plan = replace(plan_from(stated), players=13, rounds=6)
    assert assert_confirmed(name, plan, 2) >= 4


@pytest.mark.parametrize("name", NAMES)
def test_an_event_after_a_model(name: str) -> None:
    model = generate(Plan(players=12, rounds=6, baku=True), 3, SYSTEMS[name]["2026"])
    assert assert_confirmed(name, plan_of_model(model, Plan()), 4) >= 4


def test_drawn_ratings_are_ratings() -> None:
    """[C.04.4.1 1.1] Check that a random rating is never 0, because a rating of 0 means an unrated player."""
    event = generate(Plan(players=200, rounds=1, lowest_rating=0, highest_rating=3), 5, SYSTEMS["dutch"]["2026"])
    assert {p.rating for p in event.participants} == {1, 2, 3}
