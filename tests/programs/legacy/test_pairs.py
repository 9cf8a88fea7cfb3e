"""The exact bytes of the output file, and the order of its pairs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs.legacy.events import (
    ACCELERATED,
    ACCELERATED_BY_PAIRING_SCORES,
    ACCELERATED_BY_REAL_SCORES,
    FIRST_ROUND,
    FIRST_ROUND_PAIRS,
    FIVE,
    FIVE_LINES,
    FIVE_PAIRS,
    FOUR,
    FOUR_LINES,
    FOUR_PAIRS,
    OVER,
    STUCK,
    event,
    player,
)
from tests.programs.program import contents, swisspair

OLD = b"the pairs of the last round, which are many more bytes than those of this one\n"


def files_after(tmp_path: Path, text: str, *flags: str) -> tuple[int, dict[str, bytes]]:
    (tmp_path / "in.trf").write_text(text)
    outcome = swisspair("--dutch", *flags, "in.trf", "-p", "out.txt", cwd=tmp_path)
    assert outcome.output == b""
    found = contents(tmp_path)
    assert found.pop("in.trf") == text.encode()
    return outcome.status, found


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        (FIRST_ROUND, FIRST_ROUND_PAIRS),
        (FIVE, FIVE_PAIRS),
        # player 5 asked for half a point and is not listed, so the first line does not count this player
        (event(*FOUR_LINES, player(5, "1.0", "0000 - U", "0000 - H")), FOUR_PAIRS),
    ],
)
def test_the_number_of_lines_then_the_pairs_and_the_bye(tmp_path: Path, text: str, pairs: bytes) -> None:
    """[4.2] The output file contains the number of lines, then the pairs, then the bye."""
    assert files_after(tmp_path, text) == (0, {"out.txt": pairs})


def test_numbers_are_starting_ranks_and_not_places(tmp_path: Path) -> None:
    """[4.2, 4.9] Pairs use starting ranks, even if the lines of the file are sorted by place."""
    turned = event(
        player(7, "0.0"), player(3, "0.0"), player(9, "0.0"), player(1, "0.0"), head=("XXR 5", "XXC rank white1")
    )
    assert files_after(tmp_path, turned) == (0, {"out.txt": b"2\n7 9\n1 3\n"})


def test_boards_stand_by_real_scores_also_under_acceleration(tmp_path: Path) -> None:
    """[4.2] Boards are sorted by scores without virtual points."""
    assert files_after(tmp_path, ACCELERATED, "--baku") == (0, {"out.txt": ACCELERATED_BY_REAL_SCORES})
    own = swisspair("--pair", "--baku", "in.trf", cwd=tmp_path)
    assert (own.status, own.output) == (0, ACCELERATED_BY_PAIRING_SCORES)


def test_no_valid_pairing_leaves_an_empty_file(tmp_path: Path) -> None:
    """[4.2, 4.3] If no valid pairing exists, the exit status is 1 and the output file is empty."""
    (tmp_path / "out.txt").write_bytes(OLD)
    assert files_after(tmp_path, STUCK) == (1, {"out.txt": b""})


def test_no_valid_pairing_gives_nothing_on_standard_output(tmp_path: Path) -> None:
    """[4.2, 4.4] If no valid pairing exists, standard output stays empty."""
    outcome = swisspair("--dutch", "-p", cwd=tmp_path, stdin=STUCK.encode())
    assert (outcome.status, outcome.output) == (1, b"")
    assert outcome.sentence.startswith("Error while pairing (stdin): No valid pairing exists: ")


def test_matches_in_which_nobody_takes_part(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_text(event(player(1, "0.0"), player(2, "0.0"), "240 Z 001    1    2"))
    outcome = swisspair("--double-swiss", "in.trf", "-p", cwd=tmp_path)
    expected = "Error while pairing in.trf: round 1 cannot be paired: nobody takes part in it"
    assert (outcome.status, outcome.output, outcome.sentence) == (3, b"", expected)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (event(*FIVE_LINES, FIVE_LINES[0]), 3),
        (OVER, 3),
        (event(player(1, "0.0"), player(2, "0.0"), head=("XXR 5",)), 3),
        (FOUR.replace("XXR 3", "XXR 5000"), 4),
    ],
    ids=["bad file", "event over", "no initial colour", "too large"],
)
def test_a_file_that_cannot_be_paired_leaves_no_output_file(tmp_path: Path, text: str, status: int) -> None:
    """[4.2, 4.3] A file that cannot be paired leaves no output file."""
    assert files_after(tmp_path, text) == (status, {})


def test_a_file_that_cannot_be_accessed(tmp_path: Path) -> None:
    """[4.3, 4.4] If a file cannot be opened, the exit status is 5."""
    (tmp_path / "in.trf").write_text(FOUR)
    missing = swisspair("--dutch", "none.trf", "-p", "out.txt", cwd=tmp_path)
    assert (missing.status, missing.output) == (5, b"")
    assert missing.sentence.startswith("Error reading file none.trf: ")
    unwritable = swisspair("--dutch", "in.trf", "-p", "nowhere/out.txt", cwd=tmp_path)
    assert (unwritable.status, unwritable.output) == (5, b"")
    assert unwritable.sentence == "The output file (nowhere/out.txt) could not be opened."
    assert contents(tmp_path).keys() == {"in.trf"}


def test_a_failed_checklist_does_not_lose_the_pairing(tmp_path: Path) -> None:
    """[4.3] If the checklist cannot be written, the pairs are still written, and the exit status is 0."""
    (tmp_path / "in.trf").write_text(FOUR)
    outcome = swisspair("--dutch", "in.trf", "-p", "out.txt", "-l", "nowhere/in.list", cwd=tmp_path)
    assert (outcome.status, outcome.output) == (0, b"")
    assert outcome.sentence == "The checklist file (nowhere/in.list) could not be opened."
    assert contents(tmp_path) == {"in.trf": FOUR.encode(), "out.txt": FOUR_PAIRS}


def test_the_output_file_is_written_in_place(tmp_path: Path) -> None:
    """[4.2] The output file is overwritten in place, so open handles and links see the new content."""
    (tmp_path / "in.trf").write_text(FOUR)
    target = tmp_path / "out.txt"
    target.write_bytes(OLD)
    (tmp_path / "link.txt").symlink_to(target)
    with target.open("rb") as held:
        assert swisspair("--dutch", "in.trf", "-p", "link.txt", cwd=tmp_path).status == 0
        assert held.read() == FOUR_PAIRS
    assert (tmp_path / "link.txt").is_symlink()
