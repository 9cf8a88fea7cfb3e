"""A sample of the inputs that ``make proof PART=attack`` uses."""

from __future__ import annotations

from random import Random

import pytest

from tests.conftest import some
from tests.fuzz.attack import MODES, somewhere

INPUTS = {"a damaged file": 100, "swisscheck": 1, "a signal at any moment": 1, "several writers of one file": 2}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("times", some((1, 4), 1))
@pytest.mark.parametrize("mode", INPUTS)
def test_random_inputs_end_as_documented(mode: str, times: int) -> None:
    for number in range(times * INPUTS[mode]):
        with somewhere():
            MODES[mode](Random(f"2026 {mode} {number}"))
