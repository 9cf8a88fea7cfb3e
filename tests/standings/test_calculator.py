"""[C.07] The values of tie-breaks agree with published solutions and with two independent programs."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from zipfile import ZipFile

import pytest

from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import Tournament
from pairing_engine.standings.table import Standings, shown, standings
from tests.conftest import some
from tests.places import FIXTURES
from tests.standings import second_opinion
from trf import read

EXERCISES = FIXTURES / "trf" / "valid" / "tec-tie-breaks-swiss.trf"

SOLUTIONS = {
    "BH": {1: "12.5", 2: "13", 3: "15.5", 4: "15", 5: "8.5", 8: "13.5", 11: "13.5", 16: "12.5"},
    "BH/C1": {
        1: "11",
        3: "13",
        4: "11.5",
        5: "7.5",
        7: "12.5",
        8: "12",
        9: "7.5",
        11: "12",
        12: "9.5",
        13: "12",
        14: "9",
        16: "11",
    },
    "SB": {1: "8", 3: "10.5", 4: "9.75", 16: "7.25"},
}
"""The solutions of M. Held, "Exercises in Tie-Breaking", which uses C.07 of 2023."""


def by_number(found: Standings, code: str) -> dict[int, str]:
    at = found.order.codes.index(code)
    return {found.participants[place.tpn].number: shown(place.values[at]) for place in found.places}


@pytest.mark.parametrize("code", SOLUTIONS)
def test_the_published_exercises_come_out_as_printed(code: str) -> None:
    found = by_number(standings(read(EXERCISES), tie_breaks=("PTS", code)), code)
    assert {number: found[number] for number in SOLUTIONS[code]} == SOLUTIONS[code]


def test_16_4_caps_the_dummy_from_2026_on() -> None:
    """[C.07 16.4.1, 16.4.2] From 2026 on, the score of the dummy has a limit."""
    event = read(EXERCISES)
    event = replace(event, settings=replace(event.settings, first_day="2026/03/02"))
    found = standings(event, tie_breaks=("PTS", "BH"))
    assert found.edition == "2026"
    values = by_number(found, "BH")
    assert (values[4], values[11]) == ("14", "12.5")


def events(archive: str, count: int) -> list[Tournament]:
    with ZipFile(FIXTURES / "golden" / "dutch-2026" / archive) as members:
        names = sorted(members.namelist())
        return [read(members.read(name)) for name in names[:: max(1, len(names) // count)]]


@pytest.mark.parametrize("archive", ["a7.zip", "stress.zip"])
@pytest.mark.parametrize("count", some([3, 12], 1))
def test_the_second_witness_agrees(archive: str, count: int) -> None:
    codes = tuple(second_opinion.CODES)
    for event in events(archive, count):
        found = standings(event, tie_breaks=("PTS", *codes))
        for code in codes:
            at = found.order.codes.index(code)
            other = second_opinion.values(event, code)
            for place in found.places:
                number = place.values[at].number
                assert isinstance(number, int | Fraction)
                assert float(number) == pytest.approx(other[place.tpn], abs=0.006), (event.name, code, place.tpn)


def test_fore_buchholz_leaves_the_buchholz_after_it_alone() -> None:
    for event in events("stress.zip", 10):
        alone = by_number(standings(event, tie_breaks=("PTS", "BH")), "BH")
        assert by_number(standings(event, tie_breaks=("PTS", "FB", "BH")), "BH") == alone


def test_virtual_points_are_no_points() -> None:
    """[C.04.7] Virtual points do not count in standings."""
    event = events("stress.zip", 1)[0]
    accelerated = replace(event, settings=replace(event.settings, baku=True))
    assert standings(accelerated).places == standings(event).places


@pytest.mark.parametrize(
    ("codes", "words"),
    [
        (("PTS", "BUCHHULZE"), r"there is no tie-break 'BUCHHULZE'; the nearest are BH \(Buchholz\), .*, "),
        (("PTS", "BH/Q"), "tie-break 'BH/Q', character 3: the only modifiers of BH are /C, /M, /P"),
        (("PTS", "BH/C1/C1"), "tie-break 'BH/C1/C1', character 6: a modifier of this kind was already given"),
        (("PTS", "BH" + "/C1" * 3000), "character 6: a modifier of this kind"),
        (("PTS", "BH/C0"), "character 3: /C takes a number from 1 to 9"),
        (("PTS", "BH/C99999999999999999999"), "character 3: /C takes a number from 1 to 9"),
        (("PTS", "KS/L1"), r"a signed number of half points, such as /L\+1 or /L-1, up to 999"),
        (("PTS", "KS/L-0"), "character 3: /L takes a signed number of half points"),
        (("PTS", "KS/L+1000"), "character 3: /L takes a signed number of half points"),
        (("PTS", "KS/L-99"), r"the limit would then be -47.0 of 5.0 points; in this event /L takes -4 to \+5"),
        (("PTS", "KS/L+99"), r"the limit would then be 52.0 of 5.0 points; in this event /L takes -4 to \+5"),
        (("PTS", "KS/L-5"), r"the limit would then be 0.0 of 5.0 points; in this event /L takes -4 to \+5"),
        (("PTS", "KS/L+6"), r"the limit would then be 5.5 of 5.0 points; in this event /L takes -4 to \+5"),
        (("PTS/L999999999999",), "tie-break 'PTS/L999999999999', character 4: PTS has no modifiers"),
        (("PTS", "DE/P1"), "character 3: /P takes no number"),
        (("PTS", "BH:XY"), "tie-break 'BH:XY', character 4: BH does not have points of this kind"),
        (("PTS", "BH:GP"), "BH:GP ranks teams"),
        (("PTS", "EDE"), "EDE ranks teams"),
        (("MPTS",), "MPTS ranks teams"),
    ],
)
def test_impossible_computations_are_refused_in_words(codes: tuple[str, ...], words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        standings(read(EXERCISES), tie_breaks=codes)


@pytest.mark.parametrize("after", [0, 6, -1])
def test_a_round_that_was_not_played_has_no_standings(after: int) -> None:
    with pytest.raises(BadRequest, match="rounds 1 to 5 have been played"):
        standings(read(EXERCISES), after=after)
