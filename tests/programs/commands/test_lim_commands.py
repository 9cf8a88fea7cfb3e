"""The options `--system lim` and `--maxi`, in ``swisspair`` and ``swisscheck``."""

from __future__ import annotations

from pathlib import Path

import pytest

from swisspair.commands.entry import main as swisspair
from swisspair.statuses import ExitStatus
from swisspair.swisscheck.cli import main as swisscheck
from tests.programs.called_here import status_of as run
from trf import read


@pytest.mark.parametrize("seed", range(3))
def test_the_check_confirms_generated_events(
    seed: int, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "event.trf"
    asked = "--generate", "--system", "lim", "--players", 20 + seed, "--rounds", 7, "--seed", seed, "--output", path
    assert run(swisspair, *asked) == ExitStatus.DONE
    assert read(path).settings.system == "FIDE_LIM_2026"
    assert run(swisscheck, path, "--jobs", 1) == ExitStatus.DONE
    shown = capsysbinary.readouterr().out.decode()
    assert "Lim System, edition 2026 (record 192 says FIDE_LIM_2026" in shown
    assert shown.endswith("7 rounds: 0 rounds differ, 0 of 1 standings differ, 0 files unreadable\n")


def test_a_maxi_tournament_is_confirmed_as_one(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    path = tmp_path / "event.trf"
    asked = "--generate", "--system", "lim", "--maxi", "--players", 24, "--rounds", 6, "--seed", 2, "--output", path
    assert run(swisspair, *asked) == ExitStatus.DONE
    assert run(swisscheck, path, "--maxi", "--jobs", 1) == ExitStatus.DONE
    assert run(swisscheck, path, "--jobs", 1) == ExitStatus.NO_PAIRING
    assert b"C.04.4.3" in capsysbinary.readouterr().out


def test_a_round_is_paired_with_and_without_maxi(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    path = tmp_path / "event.trf"
    asked = "--generate", "--system", "lim", "--players", 24, "--rounds", 6, "--seed", 2, "--output", path
    run(swisspair, *asked)
    answers = []
    for options in ((), ("--maxi",), ("--engine", "reference")):
        capsysbinary.readouterr()
        assert run(swisspair, "--pair", path, "--round", 4, "--jobs", 1, *options) == ExitStatus.DONE
        answers.append(capsysbinary.readouterr().out)
    assert answers[0] != answers[1]
    assert answers[0] == answers[2]


def test_the_steps_of_the_system_are_listed(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(swisspair, "--rules", "lim") == ExitStatus.DONE
    shown = capsysbinary.readouterr().out.decode()
    assert shown.startswith("Lim System, edition 2026 (C.04.4.3)\n")
    assert "       4.4.2    also floats, to keep the number of players even\n" in shown
