"""Faulty files that bbpPairings or JaVaFo accept.

Our legacy commands also accept these faulty files, but our own commands refuse them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from swisspair.legacy import run as legacy
from tests.programs.legacy.events import (
    ACCELERATED,
    ACCELERATED_BY_REAL_SCORES,
    ACCELERATED_LINES,
    FIVE,
    FIVE_LINES,
    FIVE_PAIRS,
    FOUR,
    FOUR_LINES,
    FOUR_PAIRS,
    HEAD,
    NOT_ACCELERATED,
    event,
    player,
)
from tests.programs.program import swisspair

FIVE_ROUNDS = ("XXR 5", "XXC white1")
NINE_ROUNDS = ("XXR 9", "XXC white1")

THREE_POINTS = (
    player(1, "3.0", "   3 w 1"),
    player(2, "3.0", "   4 b 1"),
    *FOUR_LINES[2:],
)


def without_5(mark: str, points: str = "1.0") -> str:
    """Write an event in which player 5 has the entry ``mark`` for the next round."""
    return event(*FOUR_LINES, player(5, points, "0000 - U", mark))


def changed(*lines: str, head: tuple[str, ...] = HEAD) -> str:
    return event(*lines, *FOUR_LINES[len(lines) :], head=head)


AS_FOUR = {
    # lines and records
    "lines that end in CR": FOUR.replace("\n", "\r"),
    "lines that end in all ways, and blank ones": FOUR.replace("XXR 3\n", "XXR 3\r\n\n\r").replace("XXC", "\rXXC"),
    "no line end at the end": FOUR.rstrip("\n"),
    "a byte order mark": "\ufeff" + FOUR,
    "records that nobody knows": FOUR + "ZZZ what\n### a comment\nab\nFRA   12 no rating\n199 1 2 3\n",
    "a tab in a text": FOUR.replace("012 Club", "012\tClub"),
    "blanks before a text": FOUR.replace("012 Club", "  012 Club"),
    "a name that is too long": changed(player(1, "1.0", "   3 w 1", name=34 * "x").replace("x 2000", "x2000", 1)),
    "lines with numbers, points and rounds alone": event(
        *((line[:8].ljust(80) + line[80:84]).ljust(89) + line[89:] for line in FOUR_LINES)
    ),
    "XXS that is no scoring": FOUR + "XXS special rules apply\n",
    "XXZ that names nobody": FOUR + "XXZ none\n",
    "the last number of rounds": event(*FOUR_LINES, head=("142 1", "XXR 7", "XXC white1")),
    "the last initial colour": event(*FOUR_LINES, head=("XXR 5", "152 B", "XXC black1 nonsense", "XXC white1")),
    "the last system": event(*FOUR_LINES, head=("192 FIDE_DUTCH_BAKU", "192 FIDE_DUTCH_2025", *FIVE_ROUNDS)),
    # results
    "results in other letters": changed(
        player(1, "1.0", "   3 w w"),
        player(2, "1.0", "   4 b W"),
        player(3, "0.0", "   1 b l"),
        player(4, "0.0", "   2 w L"),
    ),
    "half a point to none": changed(player(1, "0.5", "   3 w =")),
    "three points a win": event(*THREE_POINTS, head=("162  W 3.0     D 1.0", *FIVE_ROUNDS)),
    "three points a win, in bbpPairings' record": event(*THREE_POINTS, head=("BBW  3.0", "BBD  1.0", *FIVE_ROUNDS)),
    # players who take part
    "0000 - -": without_5("0000 - -"),
    "0000": without_5("0000"),
    "a dash alone": without_5("     -"),
    "Z": without_5("0000 - Z"),
    "no opponent, and a letter in small": without_5("       z"),
    "a draw that is a half-point bye": without_5("0000 - ="),
    "points with those of the bye": without_5("0000 - H", "1.5"),
    "240 of any kind": event(*FIVE_LINES, "240 X 002    5", "240   003    1    2"),
    "JaVaFo's absent players": event(*FIVE_LINES, "XXZ 5"),
    # the round to pair
    "all have half-point byes: the round is over": event(*(line + "  0000 - H" for line in FOUR_LINES)),
    "only one had an opponent, the bye: the round is over": changed(
        *FOUR_LINES[:3], player(4, "1.0", "   2 w 0", "0000 - U")
    ),
    "a bye two rounds ahead (their bug)": changed(*FOUR_LINES[:3], player(4, "0.0", "   2 w 0", "", "0000 - H")),
}  # fmt: skip


@pytest.fixture
def pairs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "out.txt"


def paired(text: str, *flags: str) -> bytes:
    Path("in.trf").write_bytes(text.encode())
    assert legacy.run(["--dutch", "in.trf", *flags, "-p", "out.txt"]) == 0
    return Path("out.txt").read_bytes()


@pytest.mark.usefixtures("pairs")
@pytest.mark.parametrize("text", AS_FOUR.values(), ids=AS_FOUR)
def test_a_file_that_means_the_event_of_four(text: str) -> None:
    """[4.9] Each file describes the same event of four players, and gets the same pairs."""
    assert paired(text) == FOUR_PAIRS


AS_ACCELERATED = {
    "XXA": [f"XXA {number:>4}  1.0  1.0  1.0  0.5  0.5" for number in range(1, 5)],
    "the later of two records 250": ["250       0.5 001 005 0001 0004", "250       1.0 001 003 0001 0004"],
    "192 with Baku": ["192 FIDE_DUTCH_2025_BAKU"],
    "250 and Baku": ["250       1.0 001 003 0001 0004", "192 FIDE_DUTCH_BAKU"],
}


@pytest.mark.usefixtures("pairs")
@pytest.mark.parametrize("records", AS_ACCELERATED.values(), ids=AS_ACCELERATED)
def test_a_file_that_means_the_accelerated_event(records: list[str]) -> None:
    """[4.9] Virtual points can be written in several ways, and all ways give the same pairs."""
    assert paired(event(*ACCELERATED_LINES, *records, head=NINE_ROUNDS)) == ACCELERATED_BY_REAL_SCORES


@pytest.mark.usefixtures("pairs")
def test_points_may_include_acceleration_and_the_next_bye() -> None:
    """[4.9] The stated points may already include virtual points and the bye of the next round."""
    answers = set()
    for points in ("1.0", "2.0", "1.5", "2.5"):
        first = player(1, points, "   3 w 1", "0000 - H")
        text = event(first, *ACCELERATED_LINES[1:], *AS_ACCELERATED["XXA"], head=NINE_ROUNDS)
        answers.add(paired(text))
    assert len(answers) == 1
    assert [line.split()[1] for line in answers.pop().splitlines()[1:]].count(b"0") == 1


OTHERS = {
    # Player 5 did not play in the first round despite record 240, and so has one unplayed round [C9].
    "240 of a round that was played": (event(*FOUR_LINES, player(5, "0.0"), "240 H 001    5"), b"3\n2 1\n3 5\n4 0\n"),
    # The bye is worth one point and a win three, so player 5 ranks between the winners and the losers.
    "the value of the bye before that of a win": (
        event(*THREE_POINTS, FIVE_LINES[4], head=("162  P 1.0     W 3.0", *FIVE_ROUNDS)),
        b"3\n2 1\n3 5\n4 0\n",
    ),
    # Players 1 and 2 may not meet, and players 3 and 4 may not meet.
    "XXP with tabs and blanks": (event(*FOUR_LINES, "XXP 1\t2", "XXP\t3   4"), b"2\n4 1\n2 3\n"),
    "260 for one round": (event(*FOUR_LINES, "260 002 002    1    2"), b"2\n4 1\n2 3\n"),
    "260 for another round": (event(*FOUR_LINES, "260 003 005    1    2"), FOUR_PAIRS),
    # [C.04.7 1.2] Four of six players get virtual points. In bbpPairings only three players get them.
    "Baku with an odd half (their bug)": (
        event(*(player(number, "0.0") for number in range(1, 7)), "192 FIDE_DUTCH_BAKU", head=NINE_ROUNDS),
        b"3\n1 3\n4 2\n5 6\n",
    ),
}


@pytest.mark.usefixtures("pairs")
@pytest.mark.parametrize(("text", "expected"), OTHERS.values(), ids=OTHERS)
def test_what_decides_the_pairing(text: str, expected: bytes) -> None:
    """[4.9] The expected pairs were found by hand."""
    assert paired(text) == expected


def test_the_installed_program_reads_so_too(tmp_path: Path) -> None:
    """[4.9] The installed program reads a file with several irregularities."""
    text = FIVE.replace("012 Club", "012\tClub").replace("XXR 5", "142 1\nXXR 9\nXXR 5\nXXS none") + "240 Q 001    1\n"
    assert swisspair("--dutch", "-p", cwd=tmp_path, stdin=text.replace("\n", "\r").encode()) == (0, FIVE_PAIRS, b"")
    assert swisspair("--pair", "-", cwd=tmp_path, stdin=text.encode()).status == 3


REFUSED = {
    "two winners": changed(player(1, "1.0", "   3 w 1"), FOUR_LINES[1], player(3, "1.0", "   1 b 1")),
    "a forfeit on one side": changed(player(1, "1.0", "   3 w +"), FOUR_LINES[1], player(3, "0.0", "0000 - Z")),
    "letters between the columns": changed(FOUR_LINES[0].replace("3 w 1", "3xw 1")),
    "a player's line that is moved": changed(" " + FOUR_LINES[0]),
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_faults_that_they_overlook_and_we_report(pairs: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    """[4.9] We refuse some faulty files that other programs accept."""
    Path("in.trf").write_text(text)
    assert legacy.run(["--dutch", "in.trf", "-p", "out.txt"]) == 3
    assert capsys.readouterr().err.startswith("Error parsing file in.trf: ")
    assert not pairs.exists()


@pytest.mark.usefixtures("pairs")
def test_acceleration_on_request_gives_way_to_the_file() -> None:
    """[4.1, 4.9] If the file states virtual points, a request for acceleration has no effect."""
    stated = event(*ACCELERATED_LINES, "250       0.5 001 005 0001 0008", head=NINE_ROUNDS)
    assert paired(stated, "--baku") == paired(stated) == NOT_ACCELERATED
    assert paired(ACCELERATED, "-b") == ACCELERATED_BY_REAL_SCORES
    assert paired(ACCELERATED) == NOT_ACCELERATED
