"""JaVaFo's command line infers an initial-colour or scoring system that is missing [Readings B7, B14]."""

from __future__ import annotations

from pathlib import Path

import pytest

from swisspair.legacy import run as legacy
from swisspair.legacy.left_open import Worth, drawn_colour
from tests.programs.legacy.events import FIRST_ROUND, FIRST_ROUND_PAIRS, FIVE_LINES, FOUR_LINES, event, player
from tests.programs.legacy.integrators import heltour
from tests.programs.program import swisspair

OPEN = event(*(player(number, "0.0") for number in range(1, 6)), head=("XXR 5",))
"""A file before round 1 that does not state the initial-colour."""

NINE = ("XXR 9",)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(capfd: pytest.CaptureFixture[str], text: str, *words: str) -> tuple[int, str, str]:
    Path("in.trf").write_bytes(text.encode())
    status = legacy.run([word.replace("IN", "in.trf") for word in words])
    return (status, *capfd.readouterr())


@pytest.mark.usefixtures("here")
def test_javafos_form_draws_the_initial_colour_and_says_so(capfd: pytest.CaptureFixture[str]) -> None:
    """[B7] JaVaFo's command draws a missing initial-colour by lot, and shows the record to add."""
    status, output, errors = said(capfd, OPEN, "IN", "-p")
    colour = drawn_colour(OPEN.encode().split(b"\n")).name.lower()
    assert status == 0
    assert errors.startswith(f"in.trf: the initial-colour is {colour}: no record tells it")
    assert f"XXC {colour}1" in errors
    assert said(capfd, f"XXC {colour}1\n{OPEN}", "IN", "-p") == (0, output, "")


@pytest.mark.usefixtures("here")
def test_the_same_file_has_the_same_colour(capfd: pytest.CaptureFixture[str]) -> None:
    """[B7] The same file always gets the same colour by lot. Line ends do not matter."""
    answers = {said(capfd, OPEN.replace("\n", end), "IN", "-p", "-w")[1] for end in ("\n", "\r\n", "\r")}
    assert len(answers) == 1
    kept = [b"XXR 5", b"001"]
    assert drawn_colour(kept) is drawn_colour([b"XXR 5  ", b"", b"001", b"  "])
    other = {drawn_colour([b"012 %d" % number, *kept, b"", b" "]) is drawn_colour([b"012 %d  " % number, b"", *kept])
             for number in range(20)}  # fmt: skip
    assert other == {True}
    names = {drawn_colour([b"XXR 5", b"012 %d" % number]) for number in range(20)}
    assert len(names) == 2


@pytest.mark.usefixtures("here")
def test_a_stated_colour_is_not_drawn_by_lot(capfd: pytest.CaptureFixture[str]) -> None:
    """[B7] There is no lot if the file states the initial-colour or no pair depends on it."""
    assert said(capfd, FIRST_ROUND, "IN", "-p") == (0, FIRST_ROUND_PAIRS.decode(), "")
    assert said(capfd, event(*FOUR_LINES, head=NINE), "IN", "-p")[2] == ""


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("flag", ["--dutch", "--fast", "--burstein"])
def test_with_a_system_flag_the_colour_is_asked_for(capfd: pytest.CaptureFixture[str], flag: str) -> None:
    """[B7, 4.4] With a system flag, a missing initial-colour is an error."""
    status, output, errors = said(capfd, OPEN, flag, "IN", "-p", "out.txt")
    assert (status, output) == (3, "")
    assert errors.startswith("Error while parsing in.trf: Please configure the initial piece colors.")
    assert "152 W or 152 B" in errors
    assert not Path("out.txt").exists()


@pytest.mark.usefixtures("here")
def test_minus_c_draws_what_no_recorded_round_tells(capfd: pytest.CaptureFixture[str]) -> None:
    """[B7] If no recorded round shows the initial-colour, the check draws the colour by lot."""
    forfeits = (player(1, "1.0", "   3   +"), player(2, "1.0", "   4   +"))
    others = (player(3, "0.0", "   1   -"), player(4, "0.0", "   2   -"))
    status, output, errors = said(capfd, event(*forfeits, *others, head=NINE), "IN", "-c")
    assert (status, "Round #1" in output) == (0, True)
    assert "the initial-colour is " in errors


def with_points(first: str, third: str, fourth: str, fifth: str) -> str:
    """Write an event of five players after two rounds, with the given points.

    Players 1 and 2 each have a win and a draw. Player 3 has two losses. Player 4 has a loss and an absence, and player
    5 has a bye and a win.
    """
    return event(
        player(1, first, "   3 w 1", "   2 b ="),
        player(2, first, "   4 b 1", "   1 w ="),
        player(3, third, "   1 b 0", "   5 b 0"),
        player(4, fourth, "   2 w 0", "0000 - Z"),
        player(5, fifth, "0000 - U", "   3 w 1"),
        head=("XXR 9", "XXC white1"),
    )


IMPLIED = {
    "2-1-0": (with_points("3.0", "0.0", "0.0", "4.0"), Worth(20, 10, 0, 0, 20)),
    "3-1-0": (with_points("4.0", "0.0", "0.0", "6.0"), Worth(30, 10, 0, 0, 30)),
    "3-1-0, the bye a draw": (with_points("4.0", "0.0", "0.0", "4.0"), Worth(30, 10, 0, 0, 10)),
    "half a point for the bye": (with_points("1.5", "0.0", "0.0", "1.5"), Worth(10, 5, 0, 0, 5)),
    "3-2-1": (with_points("5.0", "2.0", "1.0", "6.0"), Worth(30, 20, 10, 0, 30)),
    "a loss worth nothing before an uncommon win": (
        event(
            player(1, "2.5", "   3 w 1", "   2 b 0"),
            player(2, "2.5", "   4 b 0", "   1 w 1"),
            player(3, "2.5", "   1 b 0", "   4 w 1"),
            player(4, "2.5", "   2 w 1", "   3 b 0"),
            head=("XXR 9", "XXC white1"),
        ),
        Worth(25, 10, 0, 0, 25),
    ),
    "no draw yet": (event(*(line.replace(" 1.0 ", " 2.0 ") for line in FOUR_LINES)), Worth(20, 10, 0, 0, 20)),
}


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(("text", "expected"), IMPLIED.values(), ids=IMPLIED)
def test_points_imply_the_scoring_system(capfd: pytest.CaptureFixture[str], text: str, expected: Worth) -> None:
    """[B14] JaVaFo's command infers the scoring system from the players' points, and shows the record to add."""
    status, output, errors = said(capfd, text, "IN", "-p")
    assert (status, errors) == (0, f"in.trf: the points of the players imply the scoring system {expected.record}\n")
    assert said(capfd, f"{expected.record}\n{text}", "--dutch", "IN", "-p") == (0, output, "")


@pytest.mark.usefixtures("here")
def test_scoring_is_implied_in_javafos_form_and_without_records(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """[B14] Only JaVaFo's command infers the scoring system, and only if no record states it."""
    text = IMPLIED["2-1-0"][0]
    fits_nothing = with_points("3.0", "0.0", "0.0", "4.3")
    for file, *words in (
        (text, "--dutch", "IN", "-p"),
        (f"XXS PAB=1\n{text}", "IN", "-p"),
        (fits_nothing, "IN", "-p"),
        (text + player(1, "0.0") + "\n", "IN", "-p"),
    ):
        status, output, errors = said(capfd, file, *words)
        assert (status, output) == (3, "")
        assert errors.startswith("Error parsing file in.trf: ")


@pytest.mark.usefixtures("here")
def test_matches_imply_no_scoring_system(capfd: pytest.CaptureFixture[str]) -> None:
    """[B14] In Double-Swiss, doubled points are an error, not a sign of another scoring system."""
    first = (player(1, "4.0", "   3 w 1", "   3 b 1"), player(2, "4.0", "   4 b 1", "   4 w 1"))
    others = (player(3, "0.0", "   1 b 0", "   1 w 0"), player(4, "0.0", "   2 w 0", "   2 b 0"))
    status, output, errors = said(
        capfd, event(*first, *others, head=("142 5", "152 W", "192 FIDE_DOUBLESWISS")), "IN", "-p"
    )
    assert (status, output) == (3, "")
    assert "imply" not in errors


@pytest.mark.usefixtures("here")
def test_points_may_contain_the_bye_to_come(capfd: pytest.CaptureFixture[str]) -> None:
    """[B14, 4.9] JaVaFo's command infers the scoring system even if the points include the next round's bye."""
    away = player(5, "3.0", "0000 - U", "0000 - H")
    lines = (*(line.replace(" 1.0 ", " 2.0 ") for line in FIVE_LINES[:4]), away)
    status, _, errors = said(capfd, event(*lines), "IN", "-p")
    assert (status, errors.split("system ")[1]) == (0, f"{Worth(20, 10, 0, 0, 20).record}\n")


def test_heltours_team_league(tmp_path: Path) -> None:
    """[4.8] A team league from heltour is paired, with 2-1-0 match points and no initial-colour."""
    rows = (("3.0", "4", "w", "1", "2", "b", "="), ("3.0", "3", "b", "1", "1", "w", "="))
    losers = (("0.0", "2", "w", "0", "4", "b", "0"), ("2.0", "1", "b", "0", "3", "w", "1"))
    lines = []
    for number, (points, *cells) in enumerate((*rows, *losers), 1):
        both = "".join(f"{cells[at]:>6} {cells[at + 1]} {cells[at + 2]}" for at in (0, 3))
        lines.append(f"001  {number: >3}  {float(points):74.1f}     {both}")
    path, target = tmp_path / "tmp1.trfx", tmp_path / "tmp1.trfx.out.txt"
    path.write_text("\n".join(("XXR 5", *lines, "")))
    outcome = swisspair(path, "-p", target, "-q", "10000", cwd=tmp_path)
    assert b"imply the scoring system XXS W=2.0 D=1.0" in outcome.errors
    assert {frozenset(pair) for pair in heltour(outcome, target)} == {frozenset((1, 3)), frozenset((2, 4))}
    first = "".join(f"001  {number: >3}  {0:74.1f}     \n" for number in (1, 2, 3, 4))
    path.write_text(f"XXR 5\n{first}")
    outcome = swisspair(path, "-p", target, "-q", "10000", cwd=tmp_path)
    assert b"the initial-colour is " in outcome.errors
    assert {frozenset(pair) for pair in heltour(outcome, target)} == {frozenset((1, 3)), frozenset((2, 4))}
