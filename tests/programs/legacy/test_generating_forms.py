"""The command ``-g`` with a model file, a configuration file or a seed."""

from __future__ import annotations

from pathlib import Path

import pytest

from swisspair.legacy import generating
from swisspair.legacy import run as legacy
from tests.programs.legacy.events import FOUR_LINES, event
from tests.programs.program import banner, contents, swisspair
from trf import examine

CONFIGURATION = """\
# a small event
PlayersNumber=12
RoundsNumber=4
DrawPercentage=30
ForfeitRate=20
RetiredRate=100
HalfPointByteRate=10
HighestRating=2400
LowestRating=1400
PointsForWin=3.0
PointsForDraw=1.0
PointsForLoss=0.0
PointsForPAB=1.0
"""

TOO_SMALL = "PlayersNumber=4\nRoundsNumber=4\n"

MODEL = event(*FOUR_LINES, head=("XXR 3", "XXC white1"))


def test_a_seed_gives_a_tournament_that_is_paired_by_the_rules(tmp_path: Path) -> None:
    """[4.1, 4.7] With a seed, a tournament follows the rules and names the seed in its first line."""
    assert swisspair("--dutch", "-g", "-o", "one.trf", "-s", "7", cwd=tmp_path) == (0, b"", b"")
    assert swisspair("-g", "7", "-o", "two.trf", "-l", cwd=tmp_path) == (0, b"", b"")
    found = contents(tmp_path)
    assert found.keys() == {"one.trf", "two.trf", "two.list"}
    assert found["one.trf"] == found["two.trf"]
    assert found["one.trf"].startswith(b"012 AutoTest Tournament 7\n")
    rounds = len(examine(found["one.trf"]).tournament.rounds)
    titles = [f"Round #{number}" for number in range(1, rounds + 1)]
    checked = swisspair("--dutch", "one.trf", "-c", cwd=tmp_path)
    assert checked.output.decode() == "".join(f"one: {title}\n" for title in titles) + "\n"
    assert found["two.list"].endswith(banner())
    assert [line for line in found["two.list"].decode().split("\n") if line.startswith("Round")] == titles


def test_a_configuration_is_obeyed(tmp_path: Path) -> None:
    """[4.1, 4.7] A configuration file may contain comments and an old misspelling."""
    (tmp_path / "events").mkdir()
    (tmp_path / "events" / "config.txt").write_text(CONFIGURATION)
    outcome = swisspair("--dutch", "-g", "events/config.txt", "-o", "out.trf", "-s", "5", "-l", cwd=tmp_path)
    assert outcome == (0, b"", b"")
    found = contents(tmp_path)
    assert found.keys() == {"events/config.txt", "events/out.trf", "events/out.list"}
    event = examine(found["events/out.trf"]).tournament
    assert (len(event.participants), event.settings.rounds) == (12, 4)
    assert all(1400 <= participant.rating <= 2400 for participant in event.participants)
    scoring = event.settings.scoring
    assert (scoring.win, scoring.draw, scoring.loss, scoring.pairing_allocated_bye) == (30, 10, 0, 10)
    assert not event.settings.baku
    assert event.settings.prohibitions == ()


def test_a_model_lends_its_players_rounds_and_system(tmp_path: Path) -> None:
    """[4.1] The new tournament has the same players, system and number of rounds as the model file."""
    (tmp_path / "model.trf").write_text(MODEL.replace("XXR 3", "192 FIDE_BURSTEIN\nXXR 3"))
    outcome = swisspair("model.trf", "-g", "-b", "-o", "out.trf", "-s", "2", cwd=tmp_path)
    assert (outcome.status, outcome.output) == (0, b"")
    event = examine(contents(tmp_path)["out.trf"]).tournament
    assert [participant.rating for participant in event.participants] == [2000] * 4
    assert (event.settings.rounds, event.settings.baku) == (3, True)
    assert event.settings.system.startswith("FIDE_BURSTEIN")


def test_a_round_without_a_pairing_ends_the_event(tmp_path: Path) -> None:
    """[4.3] If a round cannot be paired, the tournament ends before this round with exit status 1."""
    (tmp_path / "config.txt").write_text(TOO_SMALL)
    outcome = swisspair("--dutch", "-g", "config.txt", "-o", "out.trf", "-s", "1", cwd=tmp_path)
    assert (outcome.status, outcome.output) == (1, b"")
    assert outcome.sentence == "Error generating out.trf: No valid pairing exists for round 4."
    assert len(examine(contents(tmp_path)["out.trf"]).tournament.rounds) == 3


@pytest.mark.parametrize(
    ("configuration", "status", "sentence"),
    [
        (None, 5, "Error reading file config.txt: "),
        ("PlayersNumber=many\n", 3, "Error parsing file config.txt: "),
        ("DrawPercentage=101\n", 3, "Error parsing file config.txt: "),
        ("RetiredRate=1\n", 3, "Error parsing file config.txt: "),
        ("NoSuchKey=1\n", 3, "Error parsing file config.txt: "),
        ("# caf\u00e9\n", 3, "Error parsing file config.txt: config.txt: byte 0xe9 "),
        ("LowestRating=2000\nHighestRating=1000\n", 3, "Error processing file config.txt: "),
    ],
)
def test_a_configuration_that_cannot_be_used(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    configuration: str | None,
    status: int,
    sentence: str,
) -> None:
    """[4.3, 4.4, 4.7] If the configuration is unusable, the program prints an error and writes no tournament."""
    monkeypatch.chdir(tmp_path)
    if configuration is not None:
        Path("config.txt").write_bytes(configuration.encode("latin-1"))
    assert legacy.run(["-g", "config.txt", "-o", "out.trf", "-s", "1"]) == status
    assert capsys.readouterr().err.startswith(sentence)
    assert not Path("out.trf").exists()


def test_a_crash_leaves_the_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """[4.7] After a crash, the output file contains the random seed."""

    def crash(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(generating, "generate", crash)
    monkeypatch.setattr(generating, "seed_by_lot", lambda: 4321)
    assert legacy.run(["-g", "-o", str(tmp_path / "out.trf")]) == 2
    assert "Traceback" in capsys.readouterr().err
    assert (tmp_path / "out.trf").read_bytes() == b"012 AutoTest Tournament 4321\n"
