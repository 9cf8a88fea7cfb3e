"""Each integrator calls the program, and reads the answer. The forms of their files are those of `callers.py`."""

from pathlib import Path

import pytest

from pairing_engine import __version__
from tests.programs.legacy import events, integrators
from tests.programs.legacy.events import ACCELERATED_BY_REAL_SCORES, FIVE, FIVE_LINES, FOUR_LINES, STUCK, event, player
from tests.programs.legacy.integrators import PairingError, Row
from tests.programs.program import Outcome, swisspair

BAD = event(*FIVE_LINES, FIVE_LINES[0])


def pairs_of(output: bytes) -> integrators.Pairs:
    return [(int(white), int(black)) for white, black in (line.split() for line in output.splitlines()[1:])]


FIVES = pairs_of(events.FIVE_PAIRS)


def asked(tmp_path: Path, text: str, *arguments: str) -> tuple[Outcome, Path]:
    (tmp_path / "in.trfx").write_bytes(text.encode())
    filled = [word.replace("IN", str(tmp_path / "in.trfx")).replace("OUT", str(tmp_path / "out")) for word in arguments]
    return swisspair(*filled, cwd=tmp_path), tmp_path / "out"


def test_sharly_chess(tmp_path: Path) -> None:
    """[4.8] Sharly-Chess gets pairs and a checklist."""
    _, target = asked(tmp_path, FIVE, "--dutch", "IN", "-p", "OUT", "-l", "IN.list")
    assert integrators.sharly_chess(target) == FIVES
    rows = integrators.sharly_chess_checklist((tmp_path / "in.trfx.list").read_text())
    assert rows == {
        1: Row(1.0, "W", "(B)", True, "", (5, "B"), [3]),
        2: Row(1.0, "B", "(W)", True, "", (3, "W"), [4]),
        3: Row(0.0, "B", "(W)", True, "", (2, "B"), [1]),
        4: Row(0.0, "W", "(B)", True, "", None, [2]),
        5: Row(1.0, " ", "A", False, "D", (1, "W"), [None]),
    }
    paired_already = event(*(line + "  0000 - Z" for line in FOUR_LINES[:2]), *FOUR_LINES[2:])
    assert integrators.sharly_chess(asked(tmp_path, paired_already, "--dutch", "IN", "-p", "OUT")[1]) == [(3, 4)]


def test_sharly_chess_tells_an_empty_file_from_a_missing_one(tmp_path: Path) -> None:
    """[4.2, 4.8] For Sharly-Chess, an empty file means no pairing, and no file means an error.

    Sharly-Chess ignores the exit status.
    """
    with pytest.raises(PairingError, match="An error occurred"):
        integrators.sharly_chess(asked(tmp_path, BAD, "--dutch", "IN", "-p", "OUT")[1])
    with pytest.raises(PairingError, match="Pairing is not possible"):
        integrators.sharly_chess(asked(tmp_path, STUCK, "--dutch", "IN", "-p", "OUT")[1])


def test_lila(tmp_path: Path) -> None:
    """[4.8] lila gets pairs, a sentence that no pairing exists, or an error, each on the right stream."""
    assert integrators.lila(asked(tmp_path, FIVE, "--dutch", "IN", "-p")[0]) == FIVES
    assert integrators.lila(asked(tmp_path, STUCK, "--dutch", "IN", "-p")[0]) is None
    with pytest.raises(PairingError, match="Error parsing file"):
        integrators.lila(asked(tmp_path, BAD, "--dutch", "IN", "-p")[0])


def heltour_event(lines: tuple[str, ...], *more: str) -> str:
    reduced = [f"001  {line[5:8]}  {line[80:84]:>74}      " + line[90:] for line in lines]
    return "\n".join(["XXR 9", *reduced, *more, ""])


def test_heltour(tmp_path: Path) -> None:
    """[4.8] heltour calls JaVaFo's command. Its file contains earlier byes and absent players."""
    away = (
        player(5, "1.0", "0000 - +", "0000 - -"),
        player(6, "0.5", "0000 - =", "0000 - -"),
        player(7, "0.0", "0000 - -", "0000 - -"),
        player(8, "0.0", "0000 -", "0000 - -"),
    )
    outcome, target = asked(tmp_path, heltour_event((*FOUR_LINES, *away)), "IN", "-p", "OUT", "-q", "10000")
    assert integrators.heltour(outcome, target) == [(2, 1), (3, 4)]
    accelerated = [f"XXA {number:>4}  1.0  1.0  1.0  0.5  0.5" for number in range(1, 5)]
    outcome, target = asked(tmp_path, heltour_event(events.ACCELERATED_LINES, *accelerated), "IN", "-p", "OUT", "-w")
    assert integrators.heltour(outcome, target) == pairs_of(ACCELERATED_BY_REAL_SCORES)
    outcome, target = asked(tmp_path, heltour_event(events.STUCK_LINES), "IN", "-p", "OUT")
    assert integrators.heltour(outcome, target) == []
    assert "No valid pairing exists" in outcome.errors.decode()


def test_free_pair(tmp_path: Path) -> None:
    """[4.8] FreePair finds the pairs, or shows the error message from standard error."""
    outcome, target = asked(tmp_path, events.ACCELERATED, "--dutch", "--baku", "IN", "-p", "OUT")
    assert integrators.free_pair(outcome, target) == pairs_of(ACCELERATED_BY_REAL_SCORES)
    target.unlink()
    with pytest.raises(PairingError, match="A pairing number is repeated"):
        integrators.free_pair(*asked(tmp_path, BAD, "--dutch", "IN", "-p", "OUT"))


def test_openpairings_and_chess_admin(tmp_path: Path) -> None:
    """[4.8] openpairings and Chess Admin get pairs, status and version."""
    outcome, _ = asked(tmp_path, FIVE.replace("\n", "\r\n"), "IN", "-p")
    assert integrators.openpairings(outcome) == FIVES
    assert integrators.chess_admin(outcome) == 200
    assert integrators.chess_admin(asked(tmp_path, STUCK, "--dutch", "IN", "-p")[0]) == 409
    assert integrators.chess_admin(asked(tmp_path, BAD, "IN", "-p")[0]) == 500
    assert integrators.versions(swisspair(cwd=tmp_path)) == [__version__]


@pytest.mark.parametrize("words", ["--dutch IN -c", "IN -c 1", "-r IN -c"])
def test_caissify(tmp_path: Path, words: str) -> None:
    """[4.5, 4.8] Caissify's test harness finds its patterns in the output of -c."""
    outcome, _ = asked(tmp_path, events.WRONG, *words.split())
    assert integrators.caissify(outcome.output.decode()) == ([1], [(1, 3, 3, 1), (4, 2, 5, 2), (5, 0, 4, 0)])
