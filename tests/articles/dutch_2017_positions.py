"""Positions of the Dutch System of 2017, solved by hand.

In each position, an engine with one wrong rule gives a wrong pairing.
"""

from __future__ import annotations

from typing import NamedTuple

from pairing_engine.state.round_state import RoundState
from tests.builders import only, player, state


class Position(NamedTuple):
    """A position, its right pairing, and the wrong pairing of an engine with one changed rule."""

    before: RoundState
    answer: str
    mutant: str
    otherwise: str
    why: str


def _three_moved_down(downfloats: str, upfloat: str) -> RoundState:
    """Build a position in which players 1, 2 and 3 float down to the bracket of players 4 and 5.

    Player 1 must be paired. There are two candidates: 1-4 2-5 and 1-5 3-4. The remaining moved-down player meets player
    6.
    """
    return state(
        *only(
            "1-4 3-4 1-5 2-5 2-6 3-6",
            [
                player(1, 25, floats=downfloats),
                player(2, 20, floats=downfloats),
                player(3, 20, floats="--"),
                player(4, 10, floats=upfloat),
                player(5, 10, floats="--"),
                player(6, 0, floats="--"),
            ],
        )
    )


def _topscorers_and_the_following_bracket() -> RoundState:
    """Build a last round in which players 1, 2 and 3 are topscorers.

    Players 1 and 2 have a colour difference of +2. Player 3 has an opponent in the following bracket, but players 1 and
    2 have none.
    """
    return state(
        *only(
            "1-2 1-3 2-3 3-4 4-5 1-6 2-6 5-6",
            [
                player(1, 40, "wwbw", unplayed=1),
                player(2, 40, "wwbw", unplayed=1),
                player(3, 40, "bwbw", unplayed=1),
                player(4, 20),
                player(5, 20),
                player(6, 10),
            ],
        ),
        number=6,
        last=True,
    )


def _bye_below_the_last_bracket() -> RoundState:
    """Build a position in which players 1, 2 and 3 float down to player 4, the only resident.

    If players 1 and 4 meet, one player stays unpaired in the last bracket, but may not have the bye. If players 3 and 4
    meet, players 1 and 2 have opponents in the last bracket. Players 3 and 4 prefer the same colour. If players 2 and 4
    meet, player 1 gets the bye.
    """
    return state(
        *only(
            "1-4 2-4 3-4 1-5 2-5 2-6 3-7 5-6",
            [
                player(1, 25),
                player(2, 20, "b", may_have_bye=False),
                player(3, 20, "w", may_have_bye=False),
                player(4, 10, "w"),
                player(5, 0, may_have_bye=False),
                player(6, 0, may_have_bye=False),
                player(7, 0),
            ],
        )
    )


POSITIONS = {
    "C.16 comes before C.17": Position(
        _three_moved_down("-D", "-U"),
        "1-4 2-5 3-6",
        "swap C16 C17",
        "1-5 3-4 2-6",
        "1-4 2-5 has smaller repeated downfloats (1.5 and 1.0, not 2.0 and 1.5) and a larger repeated upfloat",
    ),
    "C.17 comes before C.18": Position(
        _three_moved_down("D-", "-U"),
        "1-5 3-4 2-6",
        "swap C17 C18",
        "1-4 2-5 3-6",
        "1-5 3-4 has the smaller upfloat; the upfloat of the last round decides before earlier downfloats",
    ),
    "C.18 comes before C.19": Position(
        _three_moved_down("D-", "U-"),
        "1-4 2-5 3-6",
        "swap C18 C19",
        "1-5 3-4 2-6",
        "1-4 2-5 has the smaller downfloats; all earlier floats were two rounds before",
    ),
    "C.7 comes before C.8": Position(
        _topscorers_and_the_following_bracket(),
        "1-2 3-4 5-6",
        "swap C7.psd C8",
        "1-3 4-5 2-6",
        "only player 3 has an opponent in the following bracket, so 1-2 is right in spite of the colours",
    ),
    "C.7 does not come before C.6": Position(
        _bye_below_the_last_bracket(),
        "2-4 3-7 5-6 1:U",
        "swap C6 C7.bye",
        "3-4 1-5 2-6 7:U",
        "the bracket is the PPB, in which C.7 does not apply, so the colours decide",
    ),
}
