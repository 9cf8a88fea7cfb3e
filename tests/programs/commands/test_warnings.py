"""Warnings that FIDE asks for.

The mode ``--pair`` prints each warning once, with advice. The warnings do not change the pairs.
"""

from __future__ import annotations

import pytest

from tests.programs.commands.calls import DONE, Call, put
from tests.programs.legacy.events import FOUR_LINES, FOUR_PAIRS, event, player

HEAD = ("012 Club", "192 FIDE_DUTCH_2026", "142 3", "152 W")
X_LINES = (FOUR_LINES[0], player(2, "0.5", "   4 b X"), FOUR_LINES[2], player(4, "0.5", "   2 w X"))


@pytest.mark.parametrize(
    ("text", "warning", "advice"),
    [
        (event(*FOUR_LINES, head=(*HEAD[:2], "142 9", HEAD[3])), "4 participants cannot play 9 rounds", "at most 3"),
        (event(*FOUR_LINES, head=(*HEAD, "162  W  1.0   D  0.6")), "two draws (1.2) are worth more", "correct the"),
        (event(*FOUR_LINES, head=(*HEAD, "162  P  1.5")), "the pairing-allocated bye is worth 1.5", "correct the"),
        (event(*FOUR_LINES, head=(*HEAD, "162  P  0.0")), "the pairing-allocated bye is worth 0.0", "correct the"),
        (event(*X_LINES, head=HEAD), "line 6, column 99: 'X' is not a known result", "enter one"),
        (event(*FOUR_LINES, "260 003 003    1    4", head=HEAD), "pairings begin in round 3", "before round 1"),
        (event(*FOUR_LINES, "240 F 003    1", head=HEAD), "1 full-point bye is requested", "half-point or zero-point"),
    ],
    ids=["plan", "draws", "bye above a win", "bye below a draw", "symbol", "prohibition", "full point"],
)  # fmt: skip
def test_a_warning_is_given_once_and_changes_no_pair(pair: Call, text: str, warning: str, advice: str) -> None:
    put("club.trf", text)
    done = pair("club.trf", "--adjourned", "draw")
    (line,) = (line for line in done.errors.splitlines() if warning in line)
    assert advice in line
    assert (done.status, done.output) == (DONE, FOUR_PAIRS.decode())
