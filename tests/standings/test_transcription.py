"""[C.07] If other programs disagree about a tie-break, our value agrees with the literal transcription."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from pairing_engine.standings.table import compute
from tests.articles.literal import tie_breaks as literal
from tests.conftest import some
from tests.evidence.tally import counted
from tests.standings.random_results import single
from tests.standings.test_two_programs import EVIDENCE

CODES: dict[str, Callable[[literal.Event, int], Fraction]] = {
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
    "KS/L+1": lambda event, tpn: literal.koya(event, tpn, 1),
    "KS/L-1": lambda event, tpn: literal.koya(event, tpn, -1),
}


def look(seed: int) -> None:
    event = single(seed)
    if event.settings.abnormal_points or event.settings.rounds == 1:
        return  # in an event of one round, the limit of Koya cannot be lowered (reading K24)
    text = literal.Event(event)
    for place in compute(event, ["PTS", *CODES]).places:
        for (code, transcribed), value in zip(CODES.items(), place.values[1:], strict=True):
            assert value.number == transcribed(text, place.tpn), (seed, place.tpn, code)
    counted(EVIDENCE, "players: transcription", len(CODES) * len(event.participants))


@pytest.mark.parametrize("block", some(range(10), 4))
def test_the_text_agrees(block: int) -> None:
    for seed in range(10 * block, 10 * block + 10):
        look(seed)


@pytest.mark.slow
def test_the_text_agrees_on_2000_events() -> None:
    for seed in range(10_000, 12_000):
        look(seed)
