"""``swisspair --what-if absent:9 FILE``: show the round under an assumption, such as an absent player."""

from __future__ import annotations

from swisspair.commands.questions import question_mode

MODE = question_mode(
    "CHANGE... FILE",
    "Show the round with changed facts.",
    "what-if",
    place=6,
    more="Changes: absent:9, present:9, result:3:12-15=1-0, prohibit:4-7, 12-15, 12-bye.",
)
