"""[C.04.4.3] Rounds that would be paired differently under another reading of the Lim System.

Each test is named after its file. The comments derive the expected groups from the articles.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from pairing_engine.legality import _is_refused
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import states
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.lim.compatibility import BLACK, WHITE, may_have
from pairing_engine.systems.lim.edition_2026 import LIM_2026
from swisspair.commands.entry import main as swisspair
from swisspair.statuses import ExitStatus
from tests.articles.lim_builders import articles, at, lim
from tests.builders import show
from tests.places import FIXTURES
from tests.programs.called_here import status_of
from trf import read

FOLDER = FIXTURES / "lim-2026"


def before_last(name: str) -> RoundState:
    """Return the state before the next round of a file."""
    *_, state = states(read(FOLDER / f"{name}.trf"))
    return state


def boards(before: RoundState) -> str:
    return show(pair_round(LIM_2026, before))


def test_35_k_who_has_nobody_in_the_adjacent_group_is_exchanged() -> None:
    # Players 2, 3 and 4 are below the median, and players 2 and 4 have met. Player 3 is chosen to float. Then player 4,
    # who is served first, has no opponent, and would have none in the median either, where player 1 is. So player 2
    # floats instead (3.5), and no pair is cracked.
    before = before_last("35-k")
    assert lim(before) == "/5 | 5-6 | 4-3/2 | 1-2"
    assert boards(before) == "5-6 2-1 4-3"


def test_l25_down_a_floater_from_above_is_not_sent_on() -> None:
    # Player 2 floats down to players 7 and 4, and has met player 4. If player 7 floats, player 2 has no opponent. If
    # player 4 floats, player 2 meets player 7 (3.9.2).
    before = before_last("L25-down")
    assert lim(before) == "/2 | 2-7/4 | 8-1 | /6 | 4-5 3-6"
    assert "4 floats 2.3.4, 3.1" in articles(before)


def test_l25_up_a_floater_from_below_is_not_sent_on() -> None:
    before = before_last("L25-up")
    assert lim(before) == "/5 | 7-8/5 | /3 | 3-2/4 | 5-6 1-4"
    assert boards(before) == "6-5 7-8 4-1 3-2"


def test_l38_compatible_leave_two_who_can_meet_stay() -> None:
    # Player 7 floats down to players 1, 3, 11 and 13. If player 13 floats, the pairs 7-1 and 3-11 are possible, so
    # nobody else leaves.
    before = before_last("L38-compatible-leave")
    assert lim(before).startswith("/7 | 7-1 3-11/13 | ")
    assert boards(before) == "7-1 3-11 9-13 6-8 14-4 5-2"


def test_l38_compatible_leave2_is_paired_and_then_cracked() -> None:
    # The pairs 4-7, 11-9 and 3-10 are made, and player 6 floats alone. Players 4 and 7 leave as well, but only because
    # of the median (2.6.2).
    before = before_last("L38-compatible-leave2")
    assert lim(before) == "/11 | 11-9 3-10/6,4,7 | 4-2 6-5 7-8"
    assert articles(before)[3:6] == ["4 floats 2.6.2", "6 floats 2.3.4, 3.9", "7 floats 2.6.2"]


def test_l38_deficit_the_floaters_pairing_is_cracked() -> None:
    # Players 4 and 8 float down to players 2, 3 and 7. The pairs are 4-2 and 8-3, and player 7 floats. The pair 8-3 is
    # cracked for the median (2.6.2).
    before = before_last("L38-deficit")
    assert lim(before).startswith("/4,8 | 4-2/7,8,3 | ")
    assert articles(before)[3:6] == ["8 floats 2.6.2", "3 floats 2.6.2", "7 floats 2.3.4, 3.1"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("L42-last", "8-7 6-9 2-4 5-3"),  # 8, a floater, had 6; then 7 would have had White a third time against 9
        ("L42-last2", "9-5 6-1 7-2 8-3 4:U"),
        ("L42-last3", "2-3 4-7 10-5 9-6 1-8"),
    ],
)
def test_l42_last_nobody_has_a_colour_a_third_time_without_need(name: str, expected: str) -> None:
    before = before_last(name)
    assert before.is_last
    assert boards(before) == expected
    for board in pair_round(LIM_2026, before).boards:
        assert may_have(before.by_tpn[board.white], WHITE)
        assert may_have(before.by_tpn[board.black], BLACK)


@pytest.mark.parametrize("number", range(1, 8))
def test_engine_and_opinion_agree_on_contradictory_colours(
    number: int, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    # Once round 5 had no pairing, because BBBB allowed no colour, and round 7 was refused (BBBBWW against WWWBWB).
    words = f"--pair {FOLDER / 'contradictory-colours.trf'} --system lim --recompute --round {number} --jobs 1"
    assert status_of(swisspair, *words.split()) == ExitStatus.DONE
    assert capsysbinary.readouterr().out.count(b"\n") > 8


@pytest.mark.parametrize(
    ("colours", "white", "black"),
    [
        ("WWWBWB", False, True),  # two Whites more
        ("BBBB", True, False),  # White, although three Blacks more remain: it reduces the difference
        ("BBBBWW", True, False),  # two Blacks more, then two Whites: the difference decides (D1)
        ("WWBWBB", True, False),
        ("WBWW", False, True),
    ],
)
def test_l8_after_every_history_one_colour_is_permitted(colours: str, white: bool, black: bool) -> None:
    player = at(1, colours=colours.lower())
    assert (may_have(player, WHITE), may_have(player, BLACK)) == (white, black)


def test_l8_the_second_opinion_refuses_the_same_colours() -> None:
    for length in range(9):
        for colours in product("WB", repeat=length):
            history = "".join(colours)
            player = at(1, colours=history.lower())
            permitted = {colour for colour, name in ((WHITE, "W"), (BLACK, "B")) if not _is_refused(history, name)}
            assert {colour for colour in (WHITE, BLACK) if may_have(player, colour)} == permitted != set(), history


def test_every_file_is_asked_about() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [path.stem for path in FOLDER.glob("*.trf") if path.stem not in text] == []
