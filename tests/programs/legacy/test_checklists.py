"""Every cell of a checklist is correct, in both styles and after every way to request a checklist."""

from pathlib import Path

import pytest

from pairing_engine.answers import Style
from pairing_engine.answers.checklist import checklist
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from tests import builders
from tests.programs.legacy.events import event, player
from tests.programs.program import banner, swisspair


def listed(tmp_path: Path, text: str, *arguments: str) -> bytes:
    (tmp_path / "in.trf").write_text(text)
    swisspair(*arguments, cwd=tmp_path)
    found = (tmp_path / "in.list").read_bytes()
    assert found.endswith(banner())
    return found.removesuffix(banner())


def test_every_cell_of_a_later_round(tmp_path: Path) -> None:
    """[4.6] A checklist is correct in every cell, even if the event has a forfeit and acceleration.

    In round 2, player 1 won by forfeit against player 2. The forfeit win counts as a downfloat and bars player 1 from
    the bye. Players 1 and 2 have not played and may meet, but then players 3 and 4 would have to meet again.
    """
    text = event(
        player(1, "2.0", "   3 w 1", "   2 b +"),
        player(2, "1.0", "   4 b 1", "   1 w -"),
        player(3, "1.0", "   1 b 0", "   4 w 1"),
        player(4, "0.0", "   2 w 0", "   3 b 0"),
        "XXA    2  0.0  0.0  1.0",
    )
    header, first, second, *_ = (
        line for line in listed(tmp_path, text, "--dutch", "in.trf", "-p", "-l").split(b"\n") if line
    )
    assert header == b"ID\tPts\t---\tPref\tC2\tC14\tC16\t Cur\t\tR1\tR2\t"
    assert first == b" 1\t2.0\t  W\t (B)\t N\t  D\t   \t(4B)\t\t 3\t  \t"
    assert second == b" 2\t2.0\t  B\t (W)\t Y\t   \t   \t(3W)\t\t 4\t  \t"


def test_javafo_counts_games_and_not_rounds_backwards(tmp_path: Path) -> None:
    """[4.6] In JaVaFo's checklist, G-1 is a player's last game. Rounds without a game are skipped."""
    text = event(
        player(1, "2.0", "   2 w 1", "   3 b +"),
        player(2, "1.0", "   1 b 0", "   4 w 1"),
        player(3, "1.0", "   4 w 1", "   1 w -"),
        player(4, "0.0", "   3 b 0", "   2 b 0"),
    )
    rows = listed(tmp_path, text, "in.trf", "-p", "-l").split(b"\n")
    assert rows == listed(tmp_path, text, "--dutch", "in.trf", "-p", "-l", "--list-style", "javafo").split(b"\n")
    before = listed(tmp_path, text, "in.trf", "-l").split(b"\n")
    assert b"(" not in b"".join(row.split(b"\t")[6] for row in before if b"\t" in row)
    games = {int(row.split(b"\t")[1]): row.split(b"\t")[-3:-1] for row in rows[3:] if b"\t" in row}
    assert games == {1: [b"   ", b"  2"], 2: [b"  1", b"  4"], 3: [b"   ", b"  4"], 4: [b"  3", b"  2"]}


@pytest.mark.parametrize(
    ("colours", "bbp", "javafo"),
    [
        ("bb", "W ", "WWW"),
        ("bbwb", "W ", "WW"),
        ("wbb", "W ", "W1"),
        ("wwbb", "W ", "W"),
        ("b", "(W)", "(W)"),
        ("wb", "w ", "(w)"),
        ("", "A ", "A"),
        ("ww", "B ", "BBB"),
        ("wwbw", "B ", "BB"),
        ("bww", "B ", "B1"),
        ("bbww", "B ", "B"),
        ("w", "(B)", "(B)"),
        ("bw", "b ", "(b)"),
    ],
)
def test_how_a_preference_is_written(colours: str, bbp: str, javafo: str) -> None:
    """[4.6] Colour preferences are written as in bbpPairings, or with the four signs of JaVaFo."""
    state = builders.state(builders.player(1, colours=colours), builders.player(2))
    rows = (checklist(state, None, DUTCH_2026, style).groups[0][0] for style in (Style.BBP, Style.JAVAFO))
    assert tuple(row[3] for row in rows) == (bbp, javafo)
