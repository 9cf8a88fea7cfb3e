"""``swisspair --what-if absent:9 FILE``: the round under changed facts, beside the round as it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from swisspair.commands.questions import Answer, question_mode

if TYPE_CHECKING:
    from checker.questions import Moment


def _ask(moment: Moment, questions: Sequence[str]) -> list[Answer]:
    from checker.questions import what_if, words

    found = what_if(moment, questions)
    return [Answer(list(words.of_what_if(found)), found.to_dict())]


MODE = question_mode(
    "CHANGE... FILE",
    "Show the round under changed facts.",
    r"(absent|present|result|prohibit):.*|[0-9]{1,9}-([0-9]{1,9}|bye)",
    _ask,
    place=6,
    more="Changes are absent:9, present:9, result:3:12-15=1-0, prohibit:4-7, 12-15, 12-bye.",
)
