"""``swisspair --why 12 FILE``: explain a player's opponent, float or bye in a round."""

from __future__ import annotations

from swisspair.commands.questions import question_mode

MODE = question_mode("NUMBER FILE", "Say why a player has this opponent, float or bye.", "why", place=4)
