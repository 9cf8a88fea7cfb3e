"""A program pairs the largest event that fits into a TRF. A larger event ends with exit status 4."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs.legacy.events import FIRST_ROUND, FOUR, FOUR_LINES, FOUR_PAIRS, event, player
from tests.programs.program import SWISSPAIR, swisspair
from trf import examine, read

TOO_LARGE = 4

MOST_MEMORY = 1 << 30
"""The memory limit in bytes for any file."""

NAMES = {
    "wide": "王小明" * 11,
    "combining": "Ng\u0323\u0302u\u0300" * 5,
    "right to left": "\u05d9\u05d5\u05e1\u05e3 \u202eabc",
    "emoji": "\U0001f469\u200d\U0001f469\u200d\U0001f467",
    "markup": "[bold]x[/] {0} %s \\n",
    "control": "a\u0085b\u2028c\x0b\x0c\x1cd",
    "widest": "\U0001f600" * 33,
    "a lone mark": "\ufeff\u0301",
}


def test_9_999_players(tmp_path: Path) -> None:
    lines = [player(number, "0.0", rating=str(number)) for number in range(9_999, 0, -1)]
    (tmp_path / "in.trf").write_text(event(*lines))
    outcome = swisspair("--pair", "in.trf", cwd=tmp_path)
    pairs = outcome.output.decode().splitlines()
    assert outcome.status == 0
    assert pairs[:2] == ["5000", "1 5000"]
    assert pairs[-1] == "9999 0"


def test_99_rounds() -> None:
    first, last = ("   2 w =", "   1 b =", "   4 w =", "   3 b ="), ("   3 b =", "   4 w =", "   1 w =", "   2 b =")
    cells = [first, *[("0000 - H",) * 4] * 97, last]
    lines = [player(number, "49.5", *(row[number - 1] for row in cells)) for number in range(1, 5)]
    assert len(read(event(*lines, head=("XXR 99", "XXC white1"))).rounds) == 99


def test_ratings_and_points_to_the_last_digit() -> None:
    assert [p.rating for p in read(FIRST_ROUND.replace(" 2000 ", " 9999 ")).participants] == [9_999] * 5
    lines = [player(1, "99.9", "   2 w 1"), player(2, "0.0", "   1 b 0")]
    assert read(event(*lines, "XXS W=99.9")).settings.scoring.win == 999


@pytest.mark.parametrize("points", [" 200", "200.", "    "])
def test_scores_above_99_9(tmp_path: Path, points: str) -> None:
    """A score above 99.9 loses its tenths in the file. ``--recompute`` finds the tenths from the results."""
    rounds = ("   3 w 1", "   4 b 1"), ("   4 b 1", "   3 w 1"), ("   1 b 0", "   2 b 0"), ("   2 w 0", "   1 w 0")
    lines = [player(n, points if n < 3 else "0.0", *rounds[n - 1]) for n in range(1, 5)]
    (tmp_path / "in.trf").write_text(event(*lines, "XXS W=99.9"))
    outcome = swisspair("--pair", "in.trf", "--recompute", cwd=tmp_path)
    assert outcome.status == 0
    assert outcome.output.splitlines()[0] == b"2"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (FOUR.replace("001    4", "001 10000", 1), "starting rank: found 5 digits (10000), expected at most 4 digits"),
        (FOUR.replace(" 2000 ", "20000 ", 1), "rating: found 5 digits (20000), expected at most 4 digits"),
        (FOUR.replace("XXR 3", "XXR 100"), "number of rounds: found 3 digits, expected at most 99"),
        (FOUR.replace("1990/01/01  1.0    1", "1990/01/01100.5    1"), "points: found 100.5, expected at most 99.9"),
        (event(player(1, "0.0", *["0000 - Z"] * 100)), "round: found more than 99 rounds, expected at most 99 rounds"),
        (FOUR + "XXS W=100\n", "scoring system: found 100, expected at most 99.9"),
    ],
)
def test_beyond_the_limits(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "in.trf").write_text(text)
    for form in ("--pair in.trf", "--dutch in.trf -p"):
        outcome = swisspair(*form.split(), cwd=tmp_path)
        assert (outcome.status, outcome.output) == (TOO_LARGE, b"")
        assert words in outcome.errors.decode()


@pytest.mark.parametrize(
    "words", ["--generate --seed 1 --points W=20,D=10 --rounds 9 --players 20 --output", "-g rtg.cfg -o"]
)
def test_an_event_that_no_trf_can_hold_is_not_written(tmp_path: Path, words: str) -> None:
    (tmp_path / "rtg.cfg").write_text("PlayersNumber=20\nRoundsNumber=9\nPointsForWin=20\n")
    outcome = swisspair(*words.split(), "out.trf", cwd=tmp_path)
    assert outcome.status == TOO_LARGE
    assert b"is too long for the 4 columns of a TRF" in outcome.errors
    assert not (tmp_path / "out.trf").exists()


@pytest.mark.parametrize("kind", NAMES)
def test_names_of_any_script_and_width(kind: str) -> None:
    lines = [line.replace(f"{'Player 1':<33}", f"{NAMES[kind][:33]:<33}") for line in FOUR_LINES]
    found = examine(event(*lines).encode())
    assert found.tournament.participants[0].name == NAMES[kind][:33].strip()
    assert found.adjustments == ()


def test_all_these_names_in_all_formats(tmp_path: Path) -> None:
    names = [*NAMES.values()]
    lines = [player(number, "0.0", name=name[:33]) for number, name in enumerate(names, 1)]
    (tmp_path / "in.trf").write_text(event(*lines), encoding="utf-8")
    for format_ in ("table", "json", "pairs"):
        outcome = swisspair("--pair", "in.trf", "--format", format_, cwd=tmp_path)
        assert (outcome.status, outcome.errors) == (0, b"")


MEASURE = """
import resource, subprocess, sys
status = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""A small process that starts the program, so that only the program's memory is measured."""


def memory_of(*words: str, cwd: Path) -> int:
    """Measure the program's peak memory in bytes. Fail the test if the program crashes."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (4 * MOST_MEMORY, 4 * MOST_MEMORY))

    command = [sys.executable, "-c", MEASURE, str(SWISSPAIR), *map(str, words)]
    told = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, check=True, preexec_fn=limited).stdout
    status, kibibytes = map(int, told.split())
    assert status in (0, 1, 3, TOO_LARGE)
    return kibibytes * 1024


HOSTILE = {
    "lines that are no records": b"ZZZ x\n" * 99_999,
    "players with the same number": FOUR_LINES[0].encode().ljust(160) + b"\n",
    "prohibited pairings": b"XXP " + b"12 " * 33_000 + b"\n",
    "virtual points": b"XXA    1" + b" 99.9" * 19_000 + b"\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("words", ["--pair in.trf", "--dutch in.trf -p"])
def test_memory_is_bounded_whatever_the_file(tmp_path: Path, kind: str, words: str) -> None:
    line = HOSTILE[kind]
    data = FOUR.encode() + line * (16 * 2**20 // len(line))
    (tmp_path / "in.trf").write_bytes(data[: 16 * 2**20])
    assert memory_of(*words.split(), cwd=tmp_path) < MOST_MEMORY


def test_memory_of_a_usual_event(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_text(FOUR)
    assert memory_of("--pair", "in.trf", cwd=tmp_path) < 100 << 20
    assert swisspair("--pair", "in.trf", cwd=tmp_path).output == FOUR_PAIRS
