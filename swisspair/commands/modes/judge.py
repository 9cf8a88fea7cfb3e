"""``swisspair --judge "3-4,7-2" FILE``: judge an arbiter's proposal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pairing_engine.errors import BadRequest
from pairing_engine.language import say
from swisspair.commands.questions import question_mode
from swisspair.terminal.opening import read_bounded

if TYPE_CHECKING:
    from checker.questions import Moment
    from pairing_engine.answers.contract import Answer


_NUMBER = re.compile("[0-9]{1,9}")
"""A number of at most nine digits: a participant's number, or 0 for the bye."""


def _ask(moment: Moment, questions: Sequence[str]) -> list[Answer]:
    """Judge the proposals. A proposal is a list of boards, or the name of a file of pairs."""
    from checker.questions.asked import QUESTIONS

    return QUESTIONS["judge"].answer(moment, [_boards(question) for question in questions])


def _boards(question: str) -> str:
    if not question.endswith(".pairs"):
        return question
    return ",".join(f"{white}-{black}" for white, black in _pairs_in(Path(question)))


def _pairs_in(path: Path) -> list[tuple[int, int]]:
    """Return the pairs in a file. Raises `BadRequest` for other content, and OSError for an unreadable file."""
    lines = [line.split() for line in read_bounded(path).decode(errors="replace").splitlines() if line.strip()]
    boards = lines[1:] if lines and len(lines[0]) == 1 else lines
    for words in boards:
        if len(words) != 2 or not all(_NUMBER.fullmatch(word) for word in words):
            raise BadRequest(
                say(
                    "{path}: found {words!r}, expected White and Black, such as 3 4, or 3 0 for the bye",
                    path=path,
                    words=" ".join(words),
                )
            )
    return [(int(white), int(black)) for white, black in boards]


MODE = question_mode(
    "3-4,7-2 FILE",
    "Judge proposed pairings, or a *.pairs file.",
    "judge",
    place=7,
    more="Show what differs and which article is broken.",
    ask=_ask,
)
