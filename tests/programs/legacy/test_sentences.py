"""Error messages and exit statuses on which other programs rely."""

from __future__ import annotations

from pathlib import Path

import pytest

from swisspair.legacy import reading
from swisspair.legacy import run as legacy
from tests.programs.legacy.events import FIVE_LINES, FOUR, FOUR_LINES, OVER, STUCK, event, player
from tests.programs.program import contents, swisspair

PARSING = "Error parsing file in.trf: "
TOO_MANY = PARSING + "The number of rounds is larger than the reported number of rounds."
CONTRADICTION = PARSING + "Match 1 for player 1 contradicts the entry for the opponent."
ONLY = "Error processing file in.trf: This build only supports "

TWO = (player(1, "0.0"), player(2, "0.0"))


def changed(number: int, line: str) -> str:
    return event(*(line if place == number else old for place, old in enumerate(FOUR_LINES, 1)))


SENTENCES = {
    "a record that has no meaning": (event(*TWO, head=("XXR abc",)), 3, PARSING + 'Invalid line "XXR abc"', "abc"),
    "a result that is none": (
        changed(1, FOUR_LINES[0][:-1] + "Q"),
        3,
        PARSING + f'Invalid line "{FOUR_LINES[0][:-1]}Q"',
        "in.trf:4:99: result of round 1",
    ),
    "nobody but oneself": (
        changed(1, player(1, "1.0", "   1 w 1")),
        3,
        PARSING + 'Invalid line "001    1 m',
        "in.trf:4:92: opponent of round 1",
    ),
    "a number twice": (event(*FOUR_LINES, FOUR_LINES[2]), 3, PARSING + "A pairing number is repeated.", "in.trf:8:5"),
    "no player": (event(), 3, PARSING + "A pairing number is missing.", "no player"),
    "one side of a game": (changed(1, player(1, "1.0", "   2 w 1")), 3, CONTRADICTION, "in.trf:4:92"),
    "a colour twice": (changed(1, player(1, "1.0", "   3 b 1")), 3, CONTRADICTION, "in.trf:4:97"),
    "two winners": (changed(3, player(3, "1.0", "   1 b 1")), 3, CONTRADICTION, "in.trf:4:99"),
    "points": (
        changed(4, player(4, "1.0", "   2 w 0")),
        3,
        PARSING + "The score for player 4 does not match the game results.",
        "in.trf:7:81: points: found 1.0",
    ),
    "points that are no number": (
        changed(4, player(4, "x.0", "   2 w 0")),
        3,
        PARSING + "Invalid line ",
        "in.trf:7:82",
    ),
    "a round too many": (event(*FOUR_LINES, head=("XXR 1", "XXC white1")), 3, TOO_MANY, "all 1 rounds"),
    "a recorded round too many": (
        event(player(1, "2.0", "   2 w 1", "   2 b 1"), player(2, "0.0", "   1 b 0", "   1 w 0"), head=("XXR 1",)),
        3,
        TOO_MANY,
        "in.trf:2:",
    ),
    "no number of rounds": (
        event(*FIVE_LINES, head=("XXC white1", "192 FIDE_DUTCH_BAKU")),  # Baku needs the number of rounds [C.04.7 1.4]
        3,
        PARSING + "The total number of rounds in the tournament must be specified.",
        "142 9",
    ),
    "a rating of five digits": (
        changed(1, player(1, "1.0", "   3 w 1", rating="20000")),
        4,
        ONLY + "ratings up to 9999.",
        "in.trf:4:49",
    ),
    "a number of five digits": (
        event(*TWO, player(1, "0.0").replace("   1", "10000", 1)),
        4,
        ONLY + "player IDs up to 9999.",
        "in.trf:6",
    ),
    "a hundred rounds": (FOUR.replace("XXR 3", "XXR 100"), 4, ONLY + "up to 99 rounds.", "in.trf:2:5"),
    "an unknown system": (
        FOUR.replace("XXR 3", "XXR 5\n192 FIDE_NONESUCH"),
        3,
        "Error while pairing in.trf: ",
        "FIDE_NONESUCH",
    ),
    "no valid pairing": (STUCK, 1, "Error while pairing in.trf: No valid pairing exists: ", "1 and 2"),
}


@pytest.mark.parametrize(("text", "status", "sentence", "ours"), SENTENCES.values(), ids=SENTENCES)
def test_the_sentence_stands_first_and_ours_after_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    text: str,
    status: int,
    sentence: str,
    ours: str,
) -> None:
    """[4.3, 4.4] Error messages begin with bbpPairings' sentence. Our own sentence follows, with place and advice."""
    monkeypatch.chdir(tmp_path)
    Path("in.trf").write_text(text)
    assert legacy.run(["in.trf", "-p", "out.txt"]) == status
    output, errors = capfd.readouterr()
    assert output == ""
    assert errors.startswith(sentence)
    assert ours in errors
    assert contents(tmp_path).keys() == ({"in.trf", "out.txt"} if status == 1 else {"in.trf"})


def test_the_installed_program_says_the_same(tmp_path: Path) -> None:
    """[4.3, 4.4] The installed program prints the expected sentences."""
    (tmp_path / "in.trf").write_bytes(b"\xff\xfe" + FOUR.encode("utf-16-le"))
    outcome = swisspair("--dutch", "in.trf", "-p", cwd=tmp_path)
    assert (outcome.status, outcome.sentence) == (3, PARSING + "The file is not legal UTF-8.")
    (tmp_path / "in.trf").write_text(OVER)
    outcome = swisspair("--dutch", "in.trf", "-p", cwd=tmp_path)
    assert (outcome.status, outcome.sentence) == (3, TOO_MANY)
    (tmp_path / "in.trf").write_text(SENTENCES["points"][0])
    outcome = swisspair("--dutch", "in.trf", "-c", cwd=tmp_path)
    assert (outcome.status, outcome.sentence, outcome.output) == (3, SENTENCES["points"][2], b"")


def test_lack_of_memory_is_a_matter_of_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """[4.3] The exit status is 4 if memory runs out, and 2 after any other unexpected error."""

    def fail(error: Exception) -> int:
        def examine(*_: object, **__: object) -> None:
            raise error

        monkeypatch.setattr(reading, "examine", examine)
        (tmp_path / "in.trf").write_text(FOUR)
        return legacy.run([str(tmp_path / "in.trf"), "-p"])

    assert fail(MemoryError()) == 4
    assert capsys.readouterr().err == f"Error processing file {tmp_path / 'in.trf'}: The program ran out of memory.\n"
    assert fail(ZeroDivisionError()) == 2
    assert "Traceback" in capsys.readouterr().err
