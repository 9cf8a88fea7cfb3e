"""The output of a check with ``-c``, line by line."""

from __future__ import annotations

from pathlib import Path

from tests.programs.legacy.events import FIVE, FOUR, HEAD, STUCK, WRONG, event, player
from tests.programs.program import contents, swisspair

DIFFERENCES = b"""\
wrong: Round #1
  Checker pairings        Tournament pairings 
      1 -   3                  3 -   1
      4 -   2                  5 -   2
      5 -   0                  4 -   0

"""  # noqa: W291 - the heading ends with a blank


def check(tmp_path: Path, name: str, text: str, *arguments: str) -> tuple[int, bytes, bytes]:
    (tmp_path / name).write_text(text)
    return swisspair(*arguments, cwd=tmp_path)


def test_differences_stand_side_by_side_with_status_0(tmp_path: Path) -> None:
    """[4.3, 4.5] Pairs that differ, even in colours only, are printed side by side, with exit status 0.

    In round 1 nobody has points, so the boards are sorted by the lower number in each pair.
    """
    expected = DIFFERENCES + b"\n"
    assert check(tmp_path, "wrong.trf", WRONG, "--dutch", "wrong.trf", "-c") == (0, expected, b"")
    assert contents(tmp_path).keys() == {"wrong.trf"}


def test_a_round_that_agrees_is_only_named(tmp_path: Path) -> None:
    """[4.5] For a correct round, the output contains only the number of the round."""
    outcome = check(tmp_path, "club.2026.trf", FIVE, "club.2026.trf", "-c", "1")
    assert outcome == (0, b"club.2026: Round #1\n\n", b"")


def test_standard_input_is_named_in_brackets(tmp_path: Path) -> None:
    """[4.1, 4.5] In the output of the check, "(stdin)" stands for standard input."""
    outcome = swisspair("--dutch", "-c", cwd=tmp_path, stdin=FOUR.encode())
    assert outcome == (0, b"(stdin): Round #1\n\n", b"")


def test_a_round_that_nobody_can_pair(tmp_path: Path) -> None:
    """[4.5] If a round cannot be paired, the output says so, and the exit status is 0."""
    again = event(player(1, "2.0", "   2 w 1", "   2 b 1"), player(2, "0.0", "   1 b 0", "   1 w 0"))
    expected = b"again: Round #1\nagain: Round #2\nNo valid pairing exists for round 2.\n\n\n"
    assert check(tmp_path, "again.trf", again, "--dutch", "again.trf", "-c") == (0, expected, b"")


def test_a_second_bye_has_a_row_of_its_own(tmp_path: Path) -> None:
    """[4.5] If a round has two recorded byes, each bye has its own row.

    The forfeited game has no recorded colours, so it agrees with our pair.
    """
    twice = event(
        player(1, "1.0", "   2 - +"), player(2, "0.0", "   1 - -"), player(3, "1.0", "0000 - U"),
        player(4, "1.0", "0000 - U"), head=(*HEAD, "XXP 1 4", "XXP 1 3"),
    )  # fmt: skip
    expected = b"""\
twice: Round #1
  Checker pairings        Tournament pairings 
      3 -   4                  3 -   0
                               4 -   0


"""  # noqa: W291 - as above
    assert check(tmp_path, "twice.trf", twice, "--dutch", "twice.trf", "-c") == (0, expected, b"")


def test_requests_that_cannot_be_fulfilled(tmp_path: Path) -> None:
    """[4.4] A wrong system flag or a missing round gives an error in bbpPairings' words."""
    burstein = FOUR.replace("XXR 3", "192 FIDE_BURSTEIN\nXXR 3")
    outcome = check(tmp_path, "in.trf", burstein, "--dutch", "in.trf", "-c")
    words = b"Pairing system specified in file in.trf does not match command line flag.\n"
    assert outcome == (3, b"", words)
    status, output, errors = check(tmp_path, "in.trf", STUCK, "in.trf", "-c", "2")
    assert (status, output) == (3, b"")
    assert errors.startswith(b"Error checking file in.trf: round 2 is not recorded")


def test_a_flag_goes_with_an_edition_that_is_not_known_yet(tmp_path: Path) -> None:
    """A file that names a future edition is checked by the newest known edition."""
    later = FOUR.replace("XXR 3", "192 FIDE_DUTCH_2030\nXXR 3")
    assert check(tmp_path, "in.trf", later, "--dutch", "in.trf", "-c")[0] == 0
