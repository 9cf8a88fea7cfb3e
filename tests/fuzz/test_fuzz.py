"""A sample of the inputs that ``make proof PART=fuzz`` uses."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.conftest import some
from tests.fuzz.damaged_files import fuzz
from tests.fuzz.programs import check_archive, interrupt, write_at_once

SEED = 2026


@pytest.mark.parametrize("first", some(range(0, 400, 50), 2))
def test_damaged_files_are_paired_or_refused(first: int) -> None:
    findings = [fuzzed for number in range(first, first + 50) if (fuzzed := fuzz(number, SEED)).trace]
    assert not findings, f"seed {SEED}, input {findings[0].number}: {findings[0].trace}"


@pytest.mark.parametrize("number", some(range(6), 1))
def test_damaged_archives_are_checked_or_refused(tmp_path: Path, number: int) -> None:
    check_archive(tmp_path, Random(number))


@pytest.mark.parametrize("number", some(range(3), 1))
def test_signals_at_random_moments_leave_whole_answers(tmp_path: Path, number: int) -> None:
    interrupt(tmp_path, Random(number))


@pytest.mark.parametrize("number", some(range(6), 2))
def test_nothing_is_lost_if_several_programs_write_one_file(tmp_path: Path, number: int) -> None:
    write_at_once(tmp_path, Random(number))
