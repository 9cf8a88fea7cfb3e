"""``swisspair --why-not 12-15 FILE``: why two players do not meet, or one does not float, or has no bye."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from swisspair.commands.questions import Answer, question_mode

if TYPE_CHECKING:
    from checker.questions import Moment


def _ask(moment: Moment, questions: Sequence[str]) -> list[Answer]:
    from checker.questions import why_not, words

    answers = []
    for question in questions:
        number, _, what = question.partition("-")
        found = why_not(moment, int(number), int(what) if what.isdigit() else what)
        answers.append(Answer(list(words.of_why_not(found)), found.to_dict()))
    return answers


MODE = question_mode(
    "12-15 FILE",
    "Say why 12 does not meet 15, or has no bye.",
    r"[0-9]{1,9}-([0-9]{1,9}|bye|up|down|white|black)",
    _ask,
    place=5,
    more="Also 12-bye, 12-up, 12-down, 12-white, 12-black.",
)
