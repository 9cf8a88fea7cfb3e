"""Options that override the file have the same meaning in both programs."""

from pathlib import Path

import pytest

import trf
from pairing_engine import BadRequest
from pairing_engine.facts.codes import Overrides
from pairing_engine.generator.generate import Amount, Plan, generate
from pairing_engine.systems import SYSTEMS
from swisspair.commands import main as swisspair
from swisspair.statuses import ExitStatus
from swisspair.swisscheck.cli import main as swisscheck
from tests.files.trf_builders import FOUR, player, text_of
from tests.places import FIXTURES
from tests.programs.commands.calls import Call
from tests.programs.program import status_of as command

RATED = (player(1, "3w1", rating=2400), player(2, "4b=", rating=2300), player(3, "1b0"), player(4, "2w="))
"""An event of four players, two of them unrated."""


def test_the_default_is_for_those_without_a_rating_only() -> None:
    event = trf.examine(text_of(*RATED), overrides=Overrides(default_rating=1850)).tournament
    assert [p.rating for p in event.participants] == [2400, 2300, 1850, 1850]


def test_baku_gives_way_to_what_the_file_states() -> None:
    """[C.04.7] If the file states virtual points, the option for Baku acceleration has no effect."""
    baku = Overrides(baku=True)
    assert trf.examine(text_of(*FOUR), overrides=baku).tournament.settings.baku
    assert not trf.examine(text_of(*FOUR, "XXA    1  1.0"), overrides=baku).tournament.settings.baku


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


@pytest.mark.parametrize("rating", [0, -1, 10_000])
def test_an_invalid_default_rating_is_refused(rating: int) -> None:
    with pytest.raises(BadRequest, match="is not a rating"):
        trf.examine(text_of(*RATED), overrides=Overrides(default_rating=rating))


def test_a_team_event_is_read_as_one_if_its_teams_are_paired_like_single_players(check: Call) -> None:
    answer = check(FIXTURES / "cases/congress/teams-2025.trf", "--system", "dutch")
    assert "Dutch) System for teams like single players, over match points, edition 2017 (" in answer.output
    assert "rounds 1 to 4 agree" in answer.output
