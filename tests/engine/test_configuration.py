from __future__ import annotations

from pathlib import Path

import pytest

from pairing_engine import BadRequest
from pairing_engine.facts.model import Colour
from pairing_engine.generator.configuration import per_round, points_of, scoring_from, with_configuration
from pairing_engine.generator.generate import Amount, Plan
from swisspair.commands.write_events import StatedPlan, plan_from


def configured(*lines: str) -> Plan:
    return with_configuration(Plan(), "\n".join(lines), "rtg.cfg")


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("3", [(3, False)]), ("0", [(0, False)]), ("5%", [(5, True)]), ("2.5%", [(2.5, True)]),
        ("2,0,5%", [(2, False), (0, False), (5, True)]), ("100%", [(100, True)]),
    ],
)  # fmt: skip
def test_amounts(text: str, amounts: list[tuple[float, bool]]) -> None:
    assert per_round(text, "--forfeits") == tuple(Amount(*amount) for amount in amounts)


@pytest.mark.parametrize("text", ["", "-1", "101%", "-5%", "3,", "many", "1.5", "%", "5 %%", "nan%", "inf%", "inf"])
def test_an_invalid_amount_is_refused_with_its_option(text: str) -> None:
    with pytest.raises(BadRequest, match="--forfeits"):
        per_round(text, "--forfeits")


@pytest.mark.parametrize(("text", "tenths"), [("1", 10), ("0.5", 5), ("1.5", 15), ("0", 0), ("10", 100), ("2.0", 20)])
def test_points(text: str, tenths: int) -> None:
    assert points_of(text, "PointsForWin") == tenths


@pytest.mark.parametrize("text", ["", "-1", "1.25", ".5", "1,5", "one", "1.x", "٣"])
def test_wrong_numbers_of_points_are_refused(text: str) -> None:
    with pytest.raises(BadRequest, match="PointsForWin"):
        points_of(text, "PointsForWin")


def test_a_scoring_system_of_the_command_line() -> None:
    found = scoring_from("W=3,D=1,L=0,P=1.5,Z=0,F=0", "--points")
    assert (found.win, found.draw, found.loss) == (30, 10, 0)
    assert (found.pairing_allocated_bye, found.full_point_bye, found.half_point_bye) == (15, 30, 10)


@pytest.mark.parametrize("text", ["W", "X=3", "W=x", "W=1,D=2", "D=0.5,L=1", ""])
def test_an_invalid_scoring_system_is_refused(text: str) -> None:
    with pytest.raises(BadRequest):
        scoring_from(text, "--points")


def test_the_keys_of_a_configuration() -> None:
    plan = configured(
        "# a comment", "", "PlayersNumber=30", "RoundsNumber = 7 # why not", "DrawPercentage=35",
        "ForfeitRate=20", "RetiredRate=50", "HalfPointByeRate=25", "HighestRating=2500", "LowestRating=1500",
    )  # fmt: skip
    assert (plan.players, plan.rounds, plan.draws) == (30, 7, 35)
    assert (plan.lowest_rating, plan.highest_rating) == (1500, 2500)
    assert plan.forfeits == (Amount(5),)
    assert plan.withdrawals == (Amount(2),)
    assert plan.half_point_byes == (Amount(4),)


@pytest.mark.parametrize(("value", "percent"), [("20.5", 100 / 20.5), ("2", 50.0), ("1000.125", 100 / 1000.125)])
def test_a_rate_may_be_a_fraction(value: str, percent: float) -> None:
    plan = configured(f"ForfeitRate={value}", f"RetiredRate={value}", f"HalfPointByeRate={value}")
    assert plan.forfeits == plan.withdrawals == plan.half_point_byes == (Amount(percent),)


@pytest.mark.parametrize("value", ["0.9", "nan", "inf", "1e3", "20,5", "-20", "", "20.", ".5"])
def test_an_invalid_rate_is_refused(value: str) -> None:
    with pytest.raises(BadRequest, match=r"rtg\.cfg:1: ForfeitRate"):
        configured(f"ForfeitRate={value}")


def test_a_configured_forfeit_loss_is_the_zero_point_bye_too() -> None:
    """In bbpPairings, a zero-point bye also gets the points of a forfeit loss."""
    both = configured("PointsForZPB=0.5", "PointsForForfeitLoss=0.2").scoring
    apart = configured("PointsForForfeitLoss=0.2", "PointsForZPB=0.5").scoring
    assert both is not None
    assert apart is not None
    assert (both.forfeit_loss, both.zero_point_bye) == (2, 2)
    assert (apart.forfeit_loss, apart.zero_point_bye) == (2, 5)


@pytest.mark.parametrize(
    ("value", "baku"), [("true", True), ("Yes", True), ("1", True), ("false", False), ("0", False)]
)
def test_acceleration_in_a_configuration(value: str, baku: bool) -> None:
    assert configured(f"Accelerated={value}").baku is baku
    with pytest.raises(BadRequest, match="Accelerated"):
        configured("Accelerated=fast")


def test_the_misspelt_key_of_old_is_read() -> None:
    assert configured("HalfPointByteRate=10").half_point_byes == (Amount(10),)


def test_the_points_of_a_configuration() -> None:
    scoring = configured("PointsForWin=3", "PointsForDraw=1", "PointsForPAB=1.5", "PointsForZPB=0").scoring
    assert scoring is not None
    assert (scoring.win, scoring.draw, scoring.pairing_allocated_bye, scoring.half_point_bye) == (30, 10, 15, 10)


@pytest.mark.parametrize(
    "line",
    ["PlayersNumber=0", "PlayersNumber=10000", "PlayersNumber=many", "RoundsNumber=100", "DrawPercentage=101",
     "ForfeitRate=0", "RetiredRate=1", "Players=30", "PlayersNumber", "PointsForWin=x", "HighestRating=12345"],
)  # fmt: skip
def test_a_wrong_line_of_a_configuration_has_its_place(line: str) -> None:
    with pytest.raises(BadRequest, match=r"rtg\.cfg:2"):
        configured("# first", line)


def test_options_go_before_the_configuration(tmp_path: Path) -> None:
    file = tmp_path / "rtg.cfg"
    file.write_text("PlayersNumber=30\nRoundsNumber=7\n")
    values = {"players": 20, "initial_colour": Colour.BLACK}
    plan = plan_from(StatedPlan(config=file, values=values, amounts={"forfeits": "1,2%"}))
    assert (plan.players, plan.rounds) == (20, 7)
    assert plan.initial_colour is Colour.BLACK
    assert plan.forfeits == (Amount(1, False), Amount(2))


def test_unstated_facts_are_left_open() -> None:
    assert plan_from(StatedPlan()) == Plan()


def test_ratings_are_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "ratings.txt"
    file.write_text("2500, 2400\n2300 2200\n")
    assert plan_from(StatedPlan(ratings=file)).ratings == (2500, 2400, 2300, 2200)
    file.write_text("2500 many")
    with pytest.raises(BadRequest, match=r"ratings\.txt"):
        plan_from(StatedPlan(ratings=file))


def test_a_wrong_option_is_refused_with_its_name() -> None:
    with pytest.raises(BadRequest, match="--late-entries"):
        plan_from(StatedPlan(amounts={"late_entries": "1,2"}))
    with pytest.raises(BadRequest, match="--points"):
        plan_from(StatedPlan(points="W"))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        plan_from(StatedPlan(config=tmp_path / "none.cfg"))
