"""Articles of the Dutch rules of 1992 to 2009 (C.04.1) that this project once read differently."""

from itertools import islice
from typing import NamedTuple

import pytest

from pairing_engine import BadRequest, pair
from pairing_engine.facts.model import ByeKind, Points, Scoring, Settings
from pairing_engine.kernel.rules import Route
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import state_before, states
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.dutch.edition_2017 import DUTCH_2017
from pairing_engine.systems.dutch_procedure.edition_2012 import DUTCH_2012 as OLD_DUTCH
from tests.builders import brackets_of, only, pairs_of, player, state, tournament
from tests.conftest import GOLDEN, Archive
from trf import read

DUTCH_2009, DUTCH_2012 = SYSTEMS["dutch"]["2009"], SYSTEMS["dutch"]["2012"]


def test_a_4_a_forfeit_between_unequal_scores_gives_floats() -> None:
    """A forfeited game between players with different scores gives a float to both players [P4]."""
    event = tournament(4, "1-3:10 4-2:==", "4-1:-+ 2-3:10")
    floats = {
        system.edition: {p.tpn: p.floats[-1] for p in state_before(event, 3, system.conventions).players}
        for system in (DUTCH_2009, DUTCH_2012)
    }
    assert floats["2009"] == {1: "D", 2: "D", 3: "U", 4: "U"}
    assert floats["2012"] == {1: "D", 2: "D", 3: "U", 4: "-"}


def test_c_1_a_player_without_an_opponent_does_not_drop_b_6() -> None:
    """If a player without an opponent moves down, B.6 still holds for the other players [P8].

    Player 2 has no opponent and moves down, although player 2 already floated down in the last round. Player 4 floated
    down two rounds ago and may not float again [B.6]. So player 4 meets player 3, and player 1 floats.
    """
    top = [player(1, 25, "wb"), player(2, 25, "bw", "-D"), player(3, 25, "bw"), player(4, 25, "wb", "D-")]
    low = [player(5, 20, "bw"), player(6, 20, "wb")]
    before = state(*only("1-3 3-4 1-5 1-6 2-5 2-6 4-5 4-6", [*top, *low]), number=4)
    assert brackets_of(before, DUTCH_2009) == "3-4/1,2 | 1-5 2-6"


def test_c_12_another_player_may_have_another_score() -> None:
    """In 2009, a player with a different score may replace a floater [C.12, P12].

    In 2012, a player who replaces a floater must have the same score. So in 2012, player 1 meets player 4, and players
    2 and 3 move down. Only one of players 2 and 3 can be paired.
    """
    top = [player(1, 30, "wb"), player(2, 20, "wb"), player(3, 20, "bw"), player(4, 15, "bw")]
    low = [player(tpn, 10, "wb") for tpn in (5, 6, 7)]
    may_meet = "1-4 2-4 3-4 1-6 2-5 3-5 5-6 6-7 5-7"
    before = state(*only(may_meet, [*top, *low]), number=4)
    assert brackets_of(before, DUTCH_2009) == "/1 | /1,2,3 | 2-4/1,3 | 1-6 3-5/7"
    assert brackets_of(before, DUTCH_2012) == "/1 | /1,2,3 | 1-4/2,3 | 3-5 6-7/2"


@pytest.mark.parametrize(
    ("member", "number"),
    [
        # C.12: another set is not taken if it leaves players without an opponent and allows no more pairs.
        ("1229.trf", 10),
        # C.12, B.3: if two sets allow equally many pairs, the set that leaves out lower scores is taken.
        ("1082.trf", 9),
        # A.3, C.14.b.2: players moved down are paired in the remainder, so another player gets the bye.
        ("1108.trf", 12),
        ("1182.trf", 9),
        # C.12: nothing is undone if everybody has a possible opponent and no other set allows more pairs. This holds
        # even if there are fewer than P0 pairs.
        ("1193.trf", 8),
    ],
)
def test_a_round_that_turns_on_one_sentence(member: str, number: int) -> None:
    event = read(Archive(GOLDEN / "dutch-2012" / "byes.zip", 235).read(member))
    state = next(islice(states(event, OLD_DUTCH.conventions), number - 1, None))
    recorded = event.rounds[number - 1]
    found = pair_round(OLD_DUTCH, state)
    assert {(board.white, board.black) for board in found.boards} == {
        (game.white, game.black) for game in recorded.games
    }
    byes = [bye.tpn for bye in recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
    assert ([] if found.bye is None else [found.bye]) == byes


class Position(NamedTuple):
    """A position, its right pairing, and the name of a mutant that pairs it differently."""

    before: RoundState
    answer: str
    mutant: str
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
        "1-4 2-5 has smaller repeated downfloats (1.5 and 1.0, not 2.0 and 1.5) and a larger repeated upfloat",
    ),
    "C.17 comes before C.18": Position(
        _three_moved_down("D-", "-U"),
        "1-5 3-4 2-6",
        "swap C17 C18",
        "1-5 3-4 has the smaller upfloat; the upfloat of the last round decides before earlier downfloats",
    ),
    "C.18 comes before C.19": Position(
        _three_moved_down("D-", "U-"),
        "1-4 2-5 3-6",
        "swap C18 C19",
        "1-4 2-5 has the smaller downfloats; all earlier floats were two rounds before",
    ),
    "C.7 comes before C.8": Position(
        _topscorers_and_the_following_bracket(),
        "1-2 3-4 5-6",
        "swap C7.psd C8",
        "only player 3 has an opponent in the following bracket, so 1-2 is right in spite of the colours",
    ),
    "C.7 does not come before C.6": Position(
        _bye_below_the_last_bracket(),
        "2-4 3-7 5-6 1:U",
        "swap C6 C7.bye",
        "the bracket is the PPB, in which C.7 does not apply, so the colours decide",
    ),
}


def before(event: object, number: int) -> RoundState:
    return state_before(event, number, DUTCH_2017.conventions)  # type: ignore[arg-type]


def routes(state_: RoundState) -> list[Route]:
    return [trace.bracket.route for trace in DUTCH_2017.pair(state_, Backend.AUTO).trace]


# --- A: definitions --------------------------------------------------------------------------------------------------


def test_c2_byes_and_forfeit_wins_bar_full_point_byes_do_not() -> None:
    event = tournament(7, "1-2:+- 3:U 4:F 5:H 6:Z")
    assert [int(p.tpn) for p in before(event, 2).players if not p.may_have_bye] == [1, 3]


def test_c2_a_bye_bars_whatever_it_was_worth() -> None:
    scoring = Settings(scoring=Scoring()._replace(pairing_allocated_bye=Points(0)))
    event = tournament(3, "1-2:== 3:U", settings=scoring)
    assert not before(event, 2).by_tpn[3].may_have_bye  # type: ignore[index]


# --- A.9: the two routes ---------------------------------------------------------------------------------------------


def test_a9_the_ppb_is_paired_again_and_the_clb_ends_the_round() -> None:
    """Players 1 and 2 could meet. But players 3 and 4 have met, so players 1 and 2 must both float."""
    players = [player(1, 10), player(2, 10), player(3, 0), player(4, 0)]
    there = state(*only("1-2 1-3 1-4 2-3 2-4", players))
    assert brackets_of(there, DUTCH_2017) == "/1,2 | 1-3 2-4"
    assert routes(there) == [Route.PENULTIMATE, Route.COLLAPSED]


def test_a9_only_the_following_bracket_is_considered() -> None:
    """When a bracket is paired, only the following bracket counts, not the brackets below that one.

    Player 3 floats. The pair 3-4 would leave players 5 and 6, who cannot be paired. So the bracket of players 3 and 4
    becomes the PPB, and all remaining players form the last bracket. In 2026, player 2 floats instead [C4], because
    only player 2 of the first bracket may meet player 6.
    """
    players = [player(1, 20), player(2, 20), player(3, 20), player(4, 10), player(5, 0), player(6, 0)]
    there = state(*only("1-2 1-3 2-3 3-4 3-5 4-5 4-6 2-6", players))
    assert brackets_of(there, DUTCH_2017) == "1-2/3 | /3,4 | 3-5 4-6"
    assert routes(there) == [Route.ORDINARY, Route.PENULTIMATE, Route.COLLAPSED]


def test_a8_everybody_in_the_clb_has_an_own_score() -> None:
    """The players of the CLB keep their own scores.

    The pairing with the smallest score differences is chosen.
    """
    players = [player(1, 30), player(6, 30), player(2, 20), player(3, 10), player(4, 10), player(5, 0)]
    there = state(*only("1-2 1-3 1-4 1-5 2-3 2-4 3-4 6-2 6-3 6-4 6-5 5-3 5-4 5-2", players))
    assert pairs_of(there, DUTCH_2017) == "1-2 6-3 4-5"


# --- B, C: criteria and their order ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", POSITIONS)
def test_the_order_of_the_criteria(name: str) -> None:
    position = POSITIONS[name]
    assert pairs_of(position.before, DUTCH_2017) == position.answer, position.why


# --- E, and around ---------------------------------------------------------------------------------------------------


def test_c0402_d9_boards_stand_in_the_order_of_real_scores() -> None:
    """Boards are sorted by real scores, even if virtual points make the pairing scores equal."""
    event = tournament(8, "1-5:01 6-2:10 3-7:01 8-4:10", settings=Settings(baku=True))
    by_real, by_pairing = (pair(event, system="dutch", edition=edition).boards[0] for edition in ("2017", "2026"))
    assert 5 in (by_real.white, by_real.black)
    assert 1 in (by_pairing.white, by_pairing.black)


def test_c040501_baku_of_2016_is_for_the_standard_scores() -> None:
    threes = Settings(baku=True, scoring=Scoring()._replace(win=Points(30), draw=Points(15)))
    with pytest.raises(BadRequest, match=r"C\.04\.5\.1 1"):
        pair(tournament(8, settings=threes), system="dutch", edition="2017")
    assert len(pair(tournament(8, settings=threes), system="dutch", edition="2026").boards) == 4


def test_a_7_e_mild_preferences_stay_if_nothing_is_reduced() -> None:
    """In a real bracket of 2010, x is 0 and no mild preference is turned: 9 meets 13, and 12 meets 45 [P7]."""
    colours = {8: "bwb", 9: "wbw", 10: "bwb", 11: "wbw", 12: "bwb", 13: "wb", 21: "wbw", 22: "bwb", 23: "wbw", 45: "bw"}
    met = {8: [23], 9: [22], 22: [9], 23: [8]}
    bracket = [player(tpn, 20, games, barred=met.get(tpn, ())) for tpn, games in colours.items()]
    assert brackets_of(state(*bracket, number=4), DUTCH_2009) == "8-21 9-13 10-23 11-22 12-45"
