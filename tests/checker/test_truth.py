"""Answers that used to be wrong. Lists of all legal rounds revealed the mistakes."""

from __future__ import annotations

import pytest

from checker.questions.asked import ask
from tests.places import FIXTURES
from trf import read

CASES = FIXTURES / "cases" / "truth"


def lines_of(file: str, number: int, kind: str, question: str) -> str:
    """Return the lines of an answer without the family name "Test", which all players share."""
    answer = ask(read(str(CASES / f"{file}.trf")), f"{kind} {question}", number)
    return "\n".join(answer.lines).replace(", Test", "")


TRUE = [
    ("../../worked/held-2026-before-round-6", 6, "why", "13", "Otherwise 6 Finn would have the bye", "2.4.9"),
    (
        "../../worked/held-2026-before-round-8",
        8,
        "why",
        "5",
        "Otherwise 11 Nancy would have the bye",
        "could not be the opp",
    ),
    (
        "p1-8",
        4,
        "why-not",
        "3-down",
        "who has the pairing-allocated bye) paired down: impossible",
        "report",
    ),
    (
        "p1-12",
        5,
        "why-not",
        "5-8",
        "3.0 instead of 2.0; 3 Player0003, instead of 8 Player0008 [C5",
        "2.5 instead",
    ),
    (
        "p1-1",
        3,
        "why-not",
        "2-7",
        "downfloaters: 2 instead of 0; 2 Player0002, 3 Player0003 [C6",
        "1 Player0001, 3",
    ),
    ("p1-45", 4, "judge", "6-1,5-4,2-7", "as a whole: worse: in the bracket of 2.0 points", "nothing"),
    (
        "p1-5",
        4,
        "why",
        "6",
        "cannot get the pairing-allocated bye after a win by forfeit in round 1",
        "got it",
    ),
    ("p1-100", 3, "why", "4", "    6 Player0006: some other players would find no opponent [C4", "met"),
    (
        "s-dubov-2026-1",
        2,
        "why-not",
        "4-8",
        "the opponent of 4 Player0004 is 8 Player0008 instead of 1 Player0001",
        "BSN",
    ),
    (
        "s-dubov-2026-1",
        3,
        "why-not",
        "5-7",
        "games played: 1 instead of 2; 1 Player0001, instead of 5",
        "1 instead of 5",
    ),
    ("s-lim-2026-1", 3, "why-not", "6-4", "3 - 5 instead of 3 - 4; 3 Player0003, 5 Player0005", "bracket"),
    (
        "s-double-swiss-2026-5",
        2,
        "why-not",
        "2-7",
        "the opponent of 2 Player0002 is 7 Player0007 instead of 5",
        "S1",
    ),
    (
        "s-burstein-2026-7",
        3,
        "why-not",
        "3-bye",
        "lowest score: 1.0 instead of 0.5; 3 Player0003",
        "3 instead of 7",
    ),
    ("s-dutch-2012-6", 4, "why-not", "9-up", "6 moves down instead of 1 moves down", "what becomes of"),
    ("underway", 1, "why", "4", "Natural order: second of the upper half", "without results"),
]


@pytest.mark.parametrize(("file", "number", "kind", "question", "so", "not_so"), TRUE)
def test_only_the_true_line_is_given(file: str, number: int, kind: str, question: str, so: str, not_so: str) -> None:
    said = lines_of(file, number, kind, question)
    assert so in said
    assert not_so not in said


def test_an_unmet_criterion_is_reported() -> None:
    answer = ask(read(str(CASES / "p1-5.trf")), "why 6", 4)
    assert any("[C9, C.04.3 2.4.4]" in line for line in answer.behind_it)
    assert answer.shown(whole=False)[-1] == "  4 criteria cannot be fully met in this bracket (--all shows them)"
