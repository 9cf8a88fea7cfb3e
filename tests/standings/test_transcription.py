"""[C.07] The tie-breaks on which the witnesses disagree, beside a transcription of the text."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pairing_engine.standings.calculator import compute
from tests.articles.literal import tie_breaks as literal
from tests.conftest import some
from tests.standings.random_results import single

CODES = {
    "STD": literal.standard_points,
    "BH": literal.buchholz,
    "BH/C1": lambda event, tpn: literal.buchholz(event, tpn, 1),
    "BH/C2": lambda event, tpn: literal.buchholz(event, tpn, 2),
    "BH/M1": lambda event, tpn: literal.buchholz(event, tpn, 1, 1),
    "BH/M2": lambda event, tpn: literal.buchholz(event, tpn, 2, 2),
    "FB": literal.fore_buchholz,
    "SB": literal.sonneborn_berger,
    "SB/C1": lambda event, tpn: literal.sonneborn_berger(event, tpn, 1),
    "SB/C2": lambda event, tpn: literal.sonneborn_berger(event, tpn, 2),
    "SB/M1": lambda event, tpn: literal.sonneborn_berger(event, tpn, 1, 1),
    "KS": literal.koya,
}


def look(seed: int) -> None:
    event = single(seed)
    if event.settings.abnormal_points:
        return
    text = literal.Event(event)
    for place in compute(event, ["PTS", *CODES]).places:
        for (code, transcribed), value in zip(CODES.items(), place.values[1:], strict=True):
            assert value.number == transcribed(text, place.tpn), (seed, place.tpn, code)


@pytest.mark.parametrize("block", some(range(10), 4))
def test_the_text_agrees(block: int) -> None:
    for seed in range(10 * block, 10 * block + 10):
        look(seed)


@pytest.mark.slow
def test_the_text_agrees_on_2000_events() -> None:
    for seed in range(10_000, 12_000):
        look(seed)


def test_keys_are_those_of_the_sums() -> None:
    """Ranks compare Buchholz and Sonneborn-Berger by their sums, without the terms."""
    for seed in range(40):
        for code in ("BH", "BH/C1", "BH/M2", "SB", "SB/C1", "SB/C2", "PTS"):
            places = compute(single(seed), [code]).places
            numbers = [Fraction(str(place.values[0].number)) for place in places]
            assert numbers == sorted(numbers, reverse=True), (seed, code)
