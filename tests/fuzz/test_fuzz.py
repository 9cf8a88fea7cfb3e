"""A sample of the inputs that ``make fuzz`` uses."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import some
from tests.fuzz.attack_calls import by_lot, outcome
from tests.fuzz.damaged_files import fuzz
from tests.fuzz.mutations import texts
from tests.fuzz.programs import check_archive, interrupt

SEED = 2026


@pytest.mark.parametrize("first", some(range(0, 400, 50), 3))
def test_damaged_files_are_paired_or_refused(first: int) -> None:
    findings = [fuzzed for number in range(first, first + 50) if (fuzzed := fuzz(number, SEED)).trace]
    assert not findings, f"seed {SEED}, input {findings[0].number}: {findings[0].trace}"


@given(texts(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_absurd_tournaments_are_paired_or_refused(text: str, lot: Random) -> None:
    outcome(text.encode(), by_lot(lot))


@pytest.mark.parametrize("number", some(range(6), 3))
def test_damaged_archives_are_checked_or_refused(tmp_path: Path, number: int) -> None:
    check_archive(tmp_path, Random(number))


@pytest.mark.parametrize("number", some(range(3), 1))
def test_signals_at_random_moments_leave_whole_answers(tmp_path: Path, number: int) -> None:
    interrupt(tmp_path, Random(number))
