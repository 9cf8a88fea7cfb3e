"""[C.04.4.3] The Lim System of 2026, Articles 1 to 4."""

from collections.abc import Iterable
from itertools import product
from pathlib import Path

import pytest

from pairing_engine import NoPairing
from pairing_engine.facts.model import Participant, Points, Scoring, Tpn
from pairing_engine.legality import _refused
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import states
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.lim import process
from pairing_engine.systems.lim.edition_2026 import LIM_2026
from pairing_engine.systems.lim.floaters import BLACK, WHITE, compatible, may_have
from pairing_engine.systems.lim.process import twice_median_score
from swisspair.commands import main as swisspair
from swisspair.statuses import ExitStatus
from tests.builders import brackets_of, player, show, state
from tests.places import FIXTURES
from tests.programs.program import status_of
from trf import read

ABOVE, MEDIAN, BELOW = 30, 20, 10


def at(tpn: int, score: int = MEDIAN, colours: str = "", *, met: Iterable[int] = ()) -> Player:
    """Build a player who has met the players in ``met``.

    If two players have met, it is enough that one of the two lists the other.
    """
    return player(tpn, score, colours, barred=met)


def plain(tpns: Iterable[int], score: int = MEDIAN, colours: str = "") -> list[Player]:
    """Build players who have not met each other."""
    return [at(tpn, score, colours) for tpn in tpns]


def only(tpn: int, *opponents: int, of: int, score: int = MEDIAN, colours: str = "") -> Player:
    """Build a player who has met everybody except ``opponents``."""
    return at(tpn, score, colours, met=[other for other in range(1, of + 1) if other not in (tpn, *opponents)])


def lim(before: RoundState) -> str:
    """Show the groups in the order of pairing, each with its pairs and floaters."""
    return brackets_of(before, LIM_2026)


def articles(before: RoundState) -> list[str]:
    """List the engine's steps, each with its article, such as ``1-4 2.4`` or ``7 floats 2.3.1``."""
    steps = [step for trace in LIM_2026.pair(before, Backend.AUTO).trace for step in trace.steps]
    return [
        f"{step.player.tpn}{f'-{step.opponent.tpn}' if step.opponent else ' floats'} {step.article}" for step in steps
    ]


def maxi(before: RoundState, *ratings: int) -> RoundState:
    """Turn the tournament into a Maxi-tournament with these ``ratings``, in the order of TPNs."""
    event = before.tournament
    participants = tuple(Participant(p.tpn, rating=r) for p, r in zip(event.participants, ratings, strict=True))
    settings = event.settings._replace(maxi=True)
    return before._replace(tournament=event._replace(participants=participants, settings=settings))


def floated(monkeypatch: pytest.MonkeyPatch, *tpns: int) -> None:
    """Make the engine believe that only these players floated in the previous round."""
    monkeypatch.setattr(process, "floated_before", lambda _state, _conventions: frozenset(tpns))


# --- 1: the bye -------------------------------------------------------------------------------------------------------


def bye(before: RoundState) -> int | None:
    return pair_round(LIM_2026, before, Backend.AUTO).bye


def test_1_1_the_bye_goes_up_past_players_who_cannot_have_it() -> None:
    # Player 5 has had the bye. Without player 4, player 5 would have no opponent. So player 3 gets the bye.
    assert bye(state(*plain((1, 2, 3)), at(4, BELOW), only(5, 4, of=5, score=BELOW)._replace(may_have_bye=False))) == 3


def test_1_1_nobody_may_have_the_bye() -> None:
    with pytest.raises(NoPairing, match=r"none of them may get the pairing-allocated bye.*C\.04\.1 4"):
        bye(state(*(player(n, may_have_bye=False) for n in (1, 2, 3))))


# --- 2: pairing a scoregroup ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "fits"),
    [
        ("bww", "wbb", True),
        ("bww", "wwb", True),  # the other player would have White twice more than Black
        ("bww", "wbww", False),  # a third White in succession
        ("wbbwbb", "bwwbb", False),
        ("wwbwbw", "wwbwbw", False),  # three Whites more
        ("wwbwbw", "wbwbw", True),
        ("", "ww", True),
    ],
)
def test_2_1_compatible_if_neither_gets_a_colour_too_often(one: str, other: str, fits: bool) -> None:
    before = state(at(1, colours=one), at(2, colours=other))
    assert compatible(before.players[0], before.players[1], before) is fits


def test_2_2_the_median_is_half_the_rounds_in_points_for_a_win() -> None:
    assert twice_median_score(state(number=6)) == 50
    assert twice_median_score(state(number=6, scoring=Scoring(win=Points(30)))) == 150


def test_2_3_1_a_player_who_has_met_the_whole_group_floats() -> None:
    before = state(only(1, 5, of=6, score=ABOVE), *plain((2, 3, 4), ABOVE), *plain((5, 6)))
    assert lim(before) == "2-3/1,4 | 1-5 4-6"
    assert "1 floats 2.3.1" in articles(before)


def test_2_3_2_a_player_with_two_more_of_a_colour_is_alone() -> None:
    # Before round 7 the median is three points. Players 1, 2 and 3 must all have Black.
    group = [at(1, 40, "wbwwbw"), at(2, 40, "wwbwbw"), at(3, 40, "bwwbww")]
    before = state(*group, *plain((4, 5, 6), 30), number=7)
    assert lim(before) == "/1,2,3 | 1-4 2-5 3-6"
    assert articles(before)[:3] == ["1 floats 2.3.2", "2 floats 2.3.2", "3 floats 2.3.2"]


def test_2_3_3_a_player_with_one_colour_twice_and_no_opponent() -> None:
    before = state(*plain((1, 2), ABOVE, "bww"), *plain((3, 4)))
    assert articles(before) == ["1 floats 2.3.3", "2 floats 2.3.3", "1-3 3.8", "2-4 3.8"]


def test_2_3_4_one_floats_to_make_the_number_even() -> None:
    before = state(*plain((1, 2, 3), ABOVE), at(4))
    assert lim(before) == "1-2/3 | 3-4"
    assert "3 floats 2.3.4, 3.2.4" in articles(before)


def test_2_6_1_more_floaters_from_above_crack_the_lower_side() -> None:
    # Player 3 floats from above. Players 4, 5 and 6 have met each other. Player 8, then player 7, come from below and
    # meet the highest numbered of the remaining players.
    median = [only(tpn, 1, 2, 3, 7, 8, of=8) for tpn in (4, 5, 6)]
    before = state(*plain((1, 2, 3), ABOVE), *median, *plain((7, 8), BELOW))
    assert lim(before) == "1-2/3 | /8,7 | 3-4 5-8 6-7"
    assert articles(before)[2:] == ["8 floats 2.6.1", "7 floats 2.6.1", "3-4 3.8", "8-5 2.6", "7-6 2.6"]


def test_2_6_2_otherwise_the_higher_side_is_cracked() -> None:
    median = [only(tpn, 1, 2, 5, 6, of=6) for tpn in (3, 4)]
    before = state(*plain((1, 2), ABOVE), *median, *plain((5, 6), BELOW))
    assert lim(before) == "/1,2 | 6-5 | 1-3 2-4"
    assert articles(before)[:2] == ["1 floats 2.6.2", "2 floats 2.6.2"]


def test_2_6_the_side_that_has_something_left_is_cracked() -> None:
    # There is no pair above, so the lower pair is cracked, although 2.6.2 names the higher side (reading L52).
    assert lim(state(only(1, 3, 4, of=4), only(2, 3, 4, of=4), *plain((3, 4), BELOW))) == "/4,3 | 1-4 2-3"


def test_2_6_without_any_complete_pairing_the_reason_is_given() -> None:
    before = state(*(only(tpn, 4, of=4) for tpn in (1, 2, 3)), at(4))
    with pytest.raises(NoPairing, match=r"participants 1, 2 and 3 can meet only participant 4, .*2\.6"):
        lim(before)


# --- 3: floaters ------------------------------------------------------------------------------------------------------


def test_3_2_3_maxi_beyond_100_points_the_lowest_number_floats() -> None:
    before = state(*plain((1, 2), ABOVE, "w"), at(3, ABOVE, "b"), at(4))
    assert lim(maxi(before, 2400, 2300, 2200, 2000)) == "1-3/2 | 2-4"
    assert lim(maxi(before, 2400, 2300, 2199, 2000)) == "1-2/3 | 3-4"


def test_3_2_3_maxi_upward_the_highest_numbered_floats() -> None:
    before = state(at(1), at(2, BELOW, "b"), *plain((3, 4), BELOW, "w"))
    assert lim(maxi(before, 2500, 2300, 2200, 2100)) == "4-2/3 | 1-3"
    assert lim(maxi(before, 2500, 2301, 2200, 2100)) == "4-3/2 | 1-2"


def test_3_5_a_floater_without_an_opponent_floats_on() -> None:
    before = state(only(1, 4, of=4, score=40), *plain((2, 3), ABOVE), at(4))
    assert lim(before) == "/1 | 2-3/1 | 1-4"
    assert articles(before)[:2] == ["1 floats 2.3.1", "1 floats 3.5"]


def test_3_6_floaters_from_above_are_paired_by_score_and_number() -> None:
    # Player 5, with four points, comes before players 1 and 2, with three points.
    above = [only(tpn, 3, 4, 6, 7, 8, of=8, score=score) for tpn, score in ((1, ABOVE), (2, ABOVE), (5, 40))]
    assert articles(state(*above, *plain((3, 4, 6, 7, 8))))[-4:] == ["5-3 3.8", "1-4 3.8", "2-6 3.8", "7-8 2.4"]


def test_3_7_floaters_from_below_by_lowest_score_and_number() -> None:
    groups = [*plain((1, 2)), *plain((3, 4), BELOW)]
    assert lim(state(*groups, at(5, 0, met=[6]), at(6, 0))) == "/6,5 | 6-4 5-3 | 1-2"
    # Player 5 comes from the lowest group, and so is served before player 6, although player 6 is the lowest numbered
    # player.
    assert lim(state(*groups, at(5, 0, met=[6]), at(6, 5))) == "/5 | /5,6 | 5-4 6-3 | 1-2"


@pytest.mark.parametrize(("colours", "expected"), [("b", "1-2/3 | 3-5 4-6"), ("w", "1-2/3 | 3-4 5-6")])
def test_3_8_downward_the_highest_who_is_due_the_other_colour(colours: str, expected: str) -> None:
    # Player 3 is due White. Players 5 and 6 are due Black, and so is player 4 after a White in the last game.
    assert lim(state(*plain((1, 2, 3), ABOVE, "b"), at(4, MEDIAN, colours), *plain((5, 6), MEDIAN, "w"))) == expected


def test_3_8_maxi_the_colour_counts_only_within_100_points() -> None:
    before = state(*plain((1, 2, 3), ABOVE, "b"), at(4, MEDIAN, "b"), *plain((5, 6), MEDIAN, "w"))
    assert lim(maxi(before, 2400, 2300, 2250, 2200, 2100, 2000)) == "1-2/3 | 3-5 4-6"
    assert lim(maxi(before, 2400, 2300, 2250, 2201, 2100, 2000)) == "1-2/3 | 3-4 5-6"


def test_3_8_an_opponent_is_exchanged_for_the_next_floater() -> None:
    # Player 1 would take player 3, but player 3 is the only opponent for player 2 (reading L31).
    before = state(only(1, 3, 4, of=4, score=ABOVE), only(2, 3, of=4, score=ABOVE), *plain((3, 4)))
    assert lim(before) == "/1,2 | 1-4 2-3"


def test_3_10_2_and_not_at_the_cost_of_a_pairing(monkeypatch: pytest.MonkeyPatch) -> None:
    # Without player 2 the group cannot be paired, because players 1 and 3 have met. Without player 1 the group can be
    # paired.
    before = state(at(1, ABOVE, met=[3]), *plain((2, 3), ABOVE), at(4))
    floated(monkeypatch, 3)
    assert lim(before) == "2-3/1 | 1-4"
    floated(monkeypatch, 1, 3)
    assert lim(before) == "1-2/3 | 3-4"


# --- 4: exchanges -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("opponent", "expected"),
    [(4, "1-4 2-5 3-6"), (5, "1-5 2-4 3-6"), (6, "1-6 2-4 3-5"), (3, "1-3 2-5 4-6"), (2, "1-2 3-5 4-6")],
)
def test_4_2_the_printed_exchanges_for_the_first_player(opponent: int, expected: str) -> None:
    assert lim(state(only(1, opponent, of=6), *plain(range(2, 7)))) == expected


@pytest.mark.parametrize(
    ("opponent", "expected"),
    [(4, "1-6 2-4 3-5"), (5, "1-6 2-5 3-4"), (3, "1-6 2-3 4-5"), (6, "1-3 2-6 4-5"), (1, "1-2 3-5 4-6")],
)
def test_4_3_the_printed_exchanges_for_the_second_player(opponent: int, expected: str) -> None:
    # Player 1 has met players 4 and 5, so player 1 was paired with player 6.
    assert lim(state(at(1, met=[4, 5]), only(2, opponent, of=6), *plain(range(3, 7)))) == expected


@pytest.mark.parametrize(
    ("opponent", "expected"),
    [(3, "6-3 5-2 4-1"), (2, "6-2 5-3 4-1"), (1, "6-1 5-3 4-2"), (4, "6-4 5-2 3-1"), (5, "6-5 4-2 3-1")],
)
def test_4_1_2_upward_the_lowest_numbered_is_served_first(opponent: int, expected: str) -> None:
    assert lim(state(only(6, opponent, of=6, score=BELOW), *plain(range(1, 6), BELOW))) == expected


def first_two_have_only_six(size: int) -> list[Player]:
    """Build the players of a round in which players 1 and 2 can meet only player 6 of their group.

    The group has ``size`` players and is above the median.
    """
    others = range(size + 1, 9)
    first_two = [only(tpn, 6, *others, of=8, score=ABOVE) for tpn in (1, 2)]
    return [*first_two, *plain(range(3, size + 1), ABOVE), *plain(others)]


def test_4_4_1_uneven_the_second_is_exchanged_with_the_floater() -> None:
    before = state(*first_two_have_only_six(7))
    assert lim(before) == "1-6 3-5 4-7/2 | 2-8"
    assert "2 floats 4.4.1" in articles(before)


def test_4_4_2_even_the_lowest_remaining_floats_in_company() -> None:
    before = state(*first_two_have_only_six(6))
    assert lim(before) == "1-6 3-4/2,5 | 2-7 5-8"
    assert articles(before)[1:4:2] == ["2 floats 4.4", "5 floats 4.4.2"]


def without(players: list[Player], tpn: int, *others: int) -> list[Player]:
    """Return the players as if player ``tpn`` had met ``others``."""
    return [p._replace(barred=p.barred | set(map(Tpn, others))) if p.tpn == tpn else p for p in players]


def test_3_5_an_exchange_in_an_uneven_group() -> None:
    # Player 7 floats, and player 2 would float in exchange. But player 2 has met player 8, and player 1 has not. So
    # player 1 floats and leaves player 6 to player 2 (reading L38).
    before = state(*without(first_two_have_only_six(7), 2, 8))
    assert lim(before) == "2-6 3-5 4-7/1 | 1-8"
    assert "1 floats 2.3.4, 3.1" in articles(before)


def test_3_5_an_exchange_in_an_even_group() -> None:
    before = state(*without(first_two_have_only_six(6), 2, 7, 8))
    assert lim(before) == "2-6 3-4/1,5 | 1-7 5-8"
    assert articles(before)[0] == "1 floats 3.5"


def test_4_4_retained_opponents_are_tried_first() -> None:
    # After 1-6 and 2-8 there is no opponent for player 3, who floats with player 4, the only player with an opponent
    # below. In the new arrangement player 7 is proposed to player 1, but player 1 keeps player 6 (reading L37).
    group = [at(1, ABOVE), *(only(tpn, 8, 11, 12, of=12, score=ABOVE) for tpn in (2, 3)), at(4, ABOVE)]
    group += [at(tpn, ABOVE, met=[11, 12]) for tpn in (5, 7, 9, 10)] + plain((6, 8), ABOVE)
    assert lim(state(*group, *plain((11, 12)))) == "1-6 2-8 5-9 7-10/3,4 | 3-11 4-12"


FOLDER = FIXTURES / "lim-2026"


def before_last(name: str) -> RoundState:
    """Return the state before the next round of a file."""
    *_, state = states(read(FOLDER / f"{name}.trf"))
    return state


def boards(before: RoundState) -> str:
    return show(pair_round(LIM_2026, before))


@pytest.mark.parametrize(
    ("name", "groups", "steps"),
    [
        # Players 2, 3 and 4 are below the median, and players 2 and 4 have met. Player 3 is chosen to float. Then
        # player 4, who is served first, has no opponent, and would have none in the median either, where player 1 is.
        # So player 2 floats instead (3.5), and no pair is cracked.
        ("35-k", "/5 | 5-6 | 4-3/2 | 1-2", []),
        # Player 2 floats down to players 7 and 4, and has met player 4. If player 7 floats, player 2 has no opponent.
        # If player 4 floats, player 2 meets player 7 (3.9.2).
        ("L25-down", "/2 | 2-7/4 | 8-1 | /6 | 4-5 3-6", ["4 floats 2.3.4, 3.1"]),
        ("L25-up", "/5 | 7-8/5 | /3 | 3-2/4 | 5-6 1-4", []),
        # Player 7 floats down to players 1, 3, 11 and 13. If player 13 floats, the pairs 7-1 and 3-11 are possible, so
        # nobody else leaves.
        ("L38-compatible-leave", "/7 | 7-1 3-11/13 | ", []),
        # The pairs 4-7, 11-9 and 3-10 are made, and player 6 floats alone. Players 4 and 7 leave as well, but only
        # because of the median (2.6.2).
        (
            "L38-compatible-leave2",
            "/11 | 11-9 3-10/6,4,7 | 4-2 6-5 7-8",
            ["4 floats 2.6.2", "6 floats 2.3.4, 3.9", "7 floats 2.6.2"],
        ),
        # Players 4 and 8 float down to players 2, 3 and 7. The pairs are 4-2 and 8-3, and player 7 floats. The pair 8-3
        # is cracked for the median (2.6.2).
        ("L38-deficit", "/4,8 | 4-2/7,8,3 | ", ["8 floats 2.6.2", "3 floats 2.6.2", "7 floats 2.3.4, 3.1"]),
    ],
)
def test_a_round_of_a_file_turns_on_one_reading(name: str, groups: str, steps: list[str]) -> None:
    before = before_last(name)
    assert lim(before).startswith(groups)
    assert [step for step in articles(before) if step in steps] == steps


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
            permitted = {colour for colour, name in ((WHITE, "W"), (BLACK, "B")) if name not in _refused(history)}
            assert {colour for colour in (WHITE, BLACK) if may_have(player, colour)} == permitted != set(), history


def test_every_file_is_asked_about() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [path.stem for path in FOLDER.glob("*.trf") if path.stem not in text] == []
