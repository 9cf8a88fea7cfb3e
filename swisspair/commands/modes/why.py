"""``swisspair --why 12 FILE``: everything about a player's round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from swisspair.commands.questions import Answer, question_mode

if TYPE_CHECKING:
    from checker.questions import Moment


def _ask(moment: Moment, questions: Sequence[str]) -> list[Answer]:
    from checker.questions import why, words

    found = [why(moment, int(number)) for number in questions]
    return [Answer(list(words.of_why(one)), one.to_dict()) for one in found]


MODE = question_mode("NUMBER FILE", "Say why a player has this opponent, float or bye.", "[0-9]{1,9}", _ask, place=4)
