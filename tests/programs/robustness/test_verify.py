"""If the engine makes a mistake, the second opinion finds it before anybody sees the pairing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pairing_engine import door, pairing
from pairing_engine.answers.paired import pair
from pairing_engine.errors import IllegalPairing
from pairing_engine.facts.model import Tpn
from pairing_engine.kernel.trace import Board, RoundPairing
from pairing_engine.systems import SYSTEMS
from tests.programs.legacy.events import FIVE, FIVE_PAIRS, FOUR, WRONG
from tests.programs.program import Outcome, contents, run, swisspair
from trf import read

FIRST_STEP = SYSTEMS["dutch"]["2026"].colour_steps[0]

SABOTAGED = """
import pairing_engine.pairing as pairing
right = pairing.pair_round
def wrong(*arguments, **named):
    found = right(*arguments, **named)
    first, second, *others = found.boards
    return found._replace(boards=(first, first._replace(white=second.white, black=first.black), *others))
pairing.pair_round = wrong
from swisspair.commands.entry import main
main()
"""
"""A program whose engine gives two opponents to a player."""


def sabotaged(*arguments: str, cwd: Path) -> Outcome:
    return run(sys.executable, "-c", SABOTAGED, *arguments, cwd=cwd)


def boards_of(*pairs: tuple[int, int], bye: int | None = None) -> Callable[[RoundPairing], RoundPairing]:
    boards = tuple(Board(Tpn(white), Tpn(black), FIRST_STEP) for white, black in pairs)
    return lambda right: right._replace(boards=boards, bye=None if bye is None else Tpn(bye))


@pytest.mark.parametrize(
    ("event", "sabotage", "words"),
    [
        (FOUR, boards_of((3, 1), (4, 2)), "1 and 3 have met in round 1"),
        (FOUR, boards_of((1, 2)), "3 is not paired; 4 is not paired"),
        (FOUR, boards_of((2, 1), (3, 2)), "2 is paired more than once"),
        (FOUR + "XXP 1 2\n", boards_of((2, 1), (3, 4)), "1 and 2 may not meet"),
        (FOUR, boards_of((1, 2), (3, 4)), "2 should have White, and 1 should have Black, after B and W"),
        (
            FIVE,
            boards_of((1, 2), (3, 4), bye=5),
            "5 cannot get the pairing-allocated bye because of",
        ),
        (FIVE + "XXZ 5\n", boards_of((2, 1), (4, 3), bye=5), "5 is paired, but takes no part in round 2"),
    ],
)
def test_an_illegal_pairing_is_caught(
    monkeypatch: pytest.MonkeyPatch, event: str, sabotage: Callable[[RoundPairing], RoundPairing], words: str
) -> None:
    right = pairing.pair_round
    monkeypatch.setattr(door, "pair_round", lambda *given: sabotage(right(*given)))
    with pytest.raises(IllegalPairing, match=words):
        pair(read(event))
    assert pair(read(event), verify=False)


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        ("--pair in.trf --output out.txt", "in.trf: internal error, please report it together with the file: "),
        ("--dutch in.trf -p out.txt", "in.trf: internal error, please report it together with the file: "),
    ],
)
def test_an_illegal_pairing_is_an_internal_error_without_a_file(tmp_path: Path, arguments: str, refusal: str) -> None:
    (tmp_path / "in.trf").write_text(FIVE)
    outcome = sabotaged(*arguments.split(), cwd=tmp_path)
    assert (outcome.status, outcome.output) == (2, b"")
    assert outcome.sentence.startswith(refusal)
    assert "is illegal and is not shown: 3 is not paired; 1 is paired more than once" in outcome.sentence
    assert contents(tmp_path).keys() == {"in.trf"}
    unseen = sabotaged("--no-verify", *arguments.split(), cwd=tmp_path)
    assert (unseen.status, unseen.errors) == (0, b"")
    assert contents(tmp_path)["out.txt"] == b"3\n5 1\n2 1\n4 0\n"


def test_the_rounds_that_are_paired_again_are_looked_at_too(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_text(WRONG)
    outcome = sabotaged("--dutch", "in.trf", "-c", cwd=tmp_path)
    assert outcome.status == 2
    assert b"please report it" in outcome.errors


@pytest.mark.parametrize("option", ["--verify", "--no-verify"])
@pytest.mark.parametrize("arguments", ["--pair in.trf", "--dutch in.trf -p"])
def test_right_rounds_are_shown_with_or_without_second_opinion(tmp_path: Path, arguments: str, option: str) -> None:
    (tmp_path / "in.trf").write_text(FIVE)
    assert swisspair(*arguments.split(), option, cwd=tmp_path) == (0, FIVE_PAIRS, b"")
