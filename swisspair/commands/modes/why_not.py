"""``swisspair --why-not 12-15 FILE``: explain why two players do not meet, or why a player has no bye."""

from __future__ import annotations

from swisspair.commands.questions import question_mode

MODE = question_mode(
    "12-15 FILE",
    "Say why players 12 and 15 do not meet.",
    "why-not",
    place=5,
    more="Also: 12-bye, 12-up, 12-down, 12-white, 12-black.",
)
