"""Options that override the file have the same meaning in both programs."""

from pathlib import Path

import pytest

import trf
from pairing_engine import BadRequest
from pairing_engine.facts.codes import Overrides
from pairing_engine.generator.generate import Amount, Plan, generate
from pairing_engine.systems import SYSTEMS
from swisspair.commands import main as swisspair
from swisspair.legacy.run import run as legacy
from swisspair.statuses import ExitStatus
from swisspair.swisscheck.cli import main as swisscheck
from tests.files.trf_builders import FOUR, player, text_of
from tests.programs.program import status_of as command

DUBOV = "192 FIDE_DUBOV_2026"

RATED = (
    player(1, "3w1", rating=2400),
    player(2, "4b=", rating=2300),
    player(3, "1b0"),
    player(4, "2w="),
)
"""An event of four players, two of them unrated."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "event.trf"
    path.write_text(text_of(*RATED, DUBOV, "152 W"))
    return path


@pytest.mark.parametrize("rating", [0, -1, 10_000])
def test_an_invalid_default_rating_is_refused_with_its_option(
    rating: int, file: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    with pytest.raises(BadRequest, match="is not a rating"):
        trf.examine(file, overrides=Overrides(default_rating=rating))
    for words in ((swisspair, "--pair"), (swisscheck,)):
        assert command(*words, file, f"--default-rating={rating}") == ExitStatus.BAD_REQUEST
        assert b"'--default-rating'" in capsysbinary.readouterr().err


@pytest.mark.parametrize("words", [("--adjourned", "win"), ("--team-type", "C"), ("--primary", "both")])
def test_both_programs_refuse_wrong_values_with_their_option(
    words: tuple[str, str], file: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    for program in ((swisspair, "--pair"), (swisscheck,)):
        assert command(*program, file, *words) == ExitStatus.BAD_REQUEST
        assert f"'{words[0]}'".encode() in capsysbinary.readouterr().err


def test_the_default_is_for_those_without_a_rating_only() -> None:
    event = trf.examine(text_of(*RATED), overrides=Overrides(default_rating=1850)).tournament
    assert [p.rating for p in event.participants] == [2400, 2300, 1850, 1850]


def test_dubov_names_unrated_players_and_pairs_with_the_default(
    file: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Dubov pairs unrated players with the default rating, and names these players [C.04.4.1 1.7]."""
    assert command(swisspair, "--pair", file, "--jobs", 1) == ExitStatus.BAD_REQUEST
    shown = capsysbinary.readouterr()
    assert b"ratings of participants 3, 4" in shown.err
    assert b"--default-rating" in shown.err
    assert command(swisspair, "--pair", file, "--jobs", 1, "--default-rating", 1850) == ExitStatus.DONE
    assert capsysbinary.readouterr().out.startswith(b"2\n")


def test_swisscheck_takes_a_default_rating(file: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert command(swisscheck, file, "--jobs", 1, "--round", 1) == ExitStatus.NO_PAIRING
    assert b"ratings of participants 3, 4" in capsysbinary.readouterr().out
    command(swisscheck, file, "--jobs", 1, "--round", 1, "--default-rating", 1850)
    assert b"ratings" not in capsysbinary.readouterr().out


def test_the_legacy_forms_take_a_default_rating(file: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert legacy(["--dubov", str(file), "-p"]) == ExitStatus.BAD_REQUEST
    capsysbinary.readouterr()
    assert legacy(["--dubov", str(file), "-p", "--default-rating", "1850"]) == ExitStatus.DONE
    assert capsysbinary.readouterr().out.startswith(b"2\n")
    assert legacy(["--dubov", str(file), "-p", "--default-rating", "0"]) == ExitStatus.BAD_REQUEST
    assert b"--default-rating" in capsysbinary.readouterr().err
    assert legacy(["--dubov", str(file), "-p", "--default-rating"]) == ExitStatus.BAD_REQUEST


def test_baku_gives_way_to_what_the_file_states() -> None:
    """[C.04.7] If the file states virtual points, the option for Baku acceleration has no effect."""
    baku = Overrides(baku=True)
    assert trf.examine(text_of(*FOUR), overrides=baku).tournament.settings.baku
    assert not trf.examine(text_of(*FOUR, "XXA    1  1.0"), overrides=baku).tournament.settings.baku


def test_an_accelerated_event_that_does_not_say_so_is_confirmed(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "event.trf"
    event = generate(Plan(players=16, rounds=5, baku=True, prohibited_groups=0), 3, SYSTEMS["dutch"]["2026"])
    path.write_text(trf.write(event).replace("_BAKU", ""))
    assert command(swisscheck, path, "--jobs", 1) == ExitStatus.NO_PAIRING
    assert command(swisscheck, path, "--jobs", 1, "--baku") == ExitStatus.DONE
    assert b"0 rounds differ" in capsysbinary.readouterr().out


def test_adjourned_games_are_draws_for_both_if_the_user_says_so(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """On request, adjourned games count as draws [Reading G6]."""
    path = tmp_path / "event.trf"
    none = (Amount(0),)
    plan = Plan(4, 2, forfeits=none, half_point_byes=none, zero_point_byes=none, withdrawals=none, baku=False)
    event = generate(plan, 1, SYSTEMS["dutch"]["2026"])
    lines = trf.write(event).splitlines()
    text = "\n".join(f"{line[:98]}?{line[99:]}" if line.startswith("001") else line for line in lines)
    path.write_text(text)
    for app, words in ((swisspair, ("--pair", path, "--round", 2)), (swisscheck, (path, "--round", 2))):
        assert command(app, *words, "--jobs", 1, "--recompute") == ExitStatus.BAD_REQUEST
        shown = capsysbinary.readouterr()
        assert b"--adjourned draw" in shown.err + shown.out
        assert command(app, *words, "--jobs", 1, "--recompute", "--adjourned", "draw") == ExitStatus.DONE
