"""[C.04.1, C.04.2, C.04.7] Basic rules, general handling rules, and accelerated systems."""

import pytest

from pairing_engine import BadRequest, Fact, MissingFact, NoPairing, pair
from pairing_engine.facts.model import Colour, Points, Scoring, Settings, Tournament, Tpn, VirtualPoints
from pairing_engine.kernel.trace import order_of_pair
from pairing_engine.pairing import pair_round
from pairing_engine.scores.acceleration import accelerated_rounds, first_group_size
from pairing_engine.scores.crosstable import crosstable_of
from pairing_engine.state.history import state_before, states
from pairing_engine.state.initial_colour import inferred_initial_colour
from pairing_engine.state.round_state import Player
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026, is_topscorer
from tests.builders import BLACK, WHITE, player, show, state, tournament


def before(event: Tournament, number: int | None = None) -> dict[int, Player]:
    """Map each TPN to the player before round ``number``, or before the next round."""
    found = state_before(event, number or len(event.rounds) + 1).by_tpn
    return {int(tpn): player for tpn, player in found.items()}


# --- C.04.1: Basic Rules ----------------------------------------------------------------------------------------------


def test_1_the_number_of_rounds_is_needed_if_the_last_differs() -> None:
    # Players 1 and 2 have both won twice with White. They may meet only in a last round (C.04.3 2.1.3), and there they
    # must meet. Both prefer Black and have equal histories, so the higher ranked player gets Black (5.2.4).
    rounds = "1-3:10 2-4:10 5-6:==", "1-5:10 2-6:10 3-4:=="
    assert show(pair(tournament(6, *rounds, total=3))).startswith("2-1 ")
    earlier = pair(tournament(6, *rounds, total=4))
    assert all({board.white, board.black} != {1, 2} for board in earlier.boards)
    with pytest.raises(MissingFact):
        pair(tournament(6, *rounds, total=None))


def test_1_the_number_of_rounds_is_not_needed_without_effect() -> None:
    assert show(pair(tournament(4, total=None))) == "1-3 4-2"


def test_2_when_all_have_met_there_is_no_pairing() -> None:
    event = tournament(4, "1-3:10 4-2:01", "2-1:01 3-4:10", "1-4:10 3-2:10")
    with pytest.raises(NoPairing) as found:
        pair(event)
    assert found.value.article == "C.04.3 1.9.3"
    assert found.value.participants == (1, 2, 3, 4)


def test_3_the_bye_gives_the_points_of_a_win_by_default() -> None:
    event = tournament(3, "1-2:10 3:U")
    assert crosstable_of(event).totals()[Tpn(3)] == 10
    half = tournament(3, "1-2:10 3:U", settings=Settings(scoring=Scoring(pairing_allocated_bye=Points(5))))
    assert crosstable_of(half).totals()[Tpn(3)] == 5


def test_3_a_bye_given_by_the_arbiter_is_the_only_one() -> None:
    # The pairs 1-4 and 3-5 are left. Player 2 has been paired before, so player 3 counts as an odd number and has
    # White.
    assert show(pair(tournament(5, asked="2:U"))) == "1-4 3-5 2:U"
    with pytest.raises(NoPairing) as found:
        pair(tournament(4, asked="2:U"))
    assert found.value.article == "C.04.1 3"


@pytest.mark.parametrize(
    ("outcome", "may"),
    [("1:U 2-3:10", False), ("1-2:+- 3:U", False), ("1:F 2-3:10", False), ("1:H 2-3:10", True), ("1:Z 2-3:10", True),
     ("2-3:10", True), ("1-2:-+ 3:U", True), ("1-2:-- 3:U", True), ("1-2:10 3:U", True), ("1-2:WL 3:U", True)],
)  # fmt: skip
def test_4_players_barred_from_the_bye(outcome: str, may: bool) -> None:
    """A player who got the points of a win without playing may not have the bye.

    A short game (W) counts as played.
    """
    assert before(tournament(4, outcome))[1].may_have_bye is may


@pytest.mark.parametrize("scoring", [{"pairing_allocated_bye": Points(0)}, {"half_point_bye": Points(10)}])
def test_4_the_bye_bars_whatever_it_is_worth_and_so_does_any_win(scoring: dict[str, Points]) -> None:
    """A bye without points bars from another one, and so does a half-point bye worth a win [Reading G3]."""
    bye = "U" if "pairing_allocated_bye" in scoring else "H"
    event = tournament(3, f"1-2:10 3:{bye}", settings=Settings(scoring=Scoring(**scoring)))
    assert not before(event)[3].may_have_bye


def test_4_there_is_no_pairing_when_nobody_may_get_the_bye() -> None:
    with pytest.raises(NoPairing) as found:
        pair_round(DUTCH_2026, state(*(player(n, may_have_bye=False) for n in (1, 2, 3))))
    assert found.value.article == "C.04.1 4"
    assert found.value.participants == (1, 2, 3)


# --- C.04.2 2: Initial Order and Late Entries -------------------------------------------------------------------------


def test_2_4_a_late_entry_has_no_tpn_before_it_is_paired() -> None:
    """Player 1 has not arrived and has no TPN yet, so player 2 counts as the first player [Reading G1]."""
    assert show(pair(tournament(5, asked="1:Z"))) == "2-4 5-3"


@pytest.mark.parametrize(("absence", "number"), [("1:Z", 1), ("1:H", 1), ("1:F", 1), ("1:U", 2), ("1-2:-+", 3)])
def test_2_4_paired_means_an_opponent_or_the_bye(absence: str, number: int) -> None:
    """A player with a forfeited game has been paired, but a player with a requested bye has not [Reading G1].

    If player 1 or player 2 has never been paired, player 3 gets a smaller number.
    """
    event = tournament(6, f"{absence} 4-5:10", asked="1:Z 2:Z 4:Z 5:Z")
    assert state_before(event, 2).number_of(Tpn(3)) == number


def test_2_4_a_preassigned_bye_is_a_pairing_too() -> None:
    """A pairing-allocated bye that was given before the round counts as a pairing [Reading G1]."""
    assert state_before(tournament(4, asked="1:U"), 1).number_of(Tpn(2)) == 2


# --- C.04.2 3: Pairing, Colour and Publishing Rules -------------------------------------------------------------------


def test_3_1_an_adjourned_game_is_a_draw_and_has_been_played() -> None:
    """An adjourned game counts as a played draw [Reading G6]."""
    event = tournament(4, "1-3:?? 4-2:01")
    found = before(event)
    assert (found[1].points, found[3].points) == (5, 5)
    assert found[1].barred == {3}
    assert found[1].colours == "w"


def test_3_2_and_3_3_absent_players_are_unpaired_and_score_zero() -> None:
    event = tournament(6, "1-4:10 5-2:01", asked="6:Z")
    assert crosstable_of(event).totals()[Tpn(3)] == 0
    assert sorted(before(event)) == [1, 2, 3, 4, 5]
    assert before(event)[3].unplayed == 1


@pytest.mark.parametrize(
    ("history", "treated_as"), [("BWBuW", "bwbw"), ("WBuWB", "wbwb"), ("BWWuBuW", "bwwbw"), ("uuB", "b"), ("Bu", "b")]
)
def test_3_4_only_played_games_count_in_a_sequence_of_colours(history: str, treated_as: str) -> None:
    rounds = []
    for opponent, colour in enumerate(history, 2):
        pairs = {"W": f"1-{opponent}:==", "B": f"{opponent}-1:==", "u": f"1-{opponent}:+-"}
        rounds.append(pairs[colour])
    found = before(tournament(9, *rounds))[1]
    assert found.colours == treated_as
    assert found.difference == treated_as.count("w") - treated_as.count("b")
    assert found.unplayed == history.count("u")


def test_3_5_a_forfeited_pair_may_meet_again() -> None:
    assert show(pair(tournament(2, "1-2:+-"))) == "1-2"
    assert show(pair(tournament(2, "1-2:--"))) == "1-2"
    with pytest.raises(NoPairing):
        pair(tournament(2, "1-2:00"))


@pytest.mark.parametrize(
    ("first", "second", "order"),
    [
        # 3.6.1: the higher score; 3.6.2: the sum of scores; 3.6.3: the TPN of the higher ranked player, here 4
        ((player(1, 10), player(2, 10)), (player(3, 0), player(4, 15)), [3, 1]),
        ((player(1, 15), player(2, 5)), (player(3, 10), player(4, 15)), [3, 1]),
        ((player(1, 10), player(4, 15)), (player(2, 15), player(3, 10)), [2, 1]),
    ],
)
def test_3_6_the_order_of_boards(first: tuple[Player, Player], second: tuple[Player, Player], order: list[int]) -> None:
    assert [one.tpn for one, _ in sorted((first, second), key=lambda pair: order_of_pair(*pair))] == order


# --- Readings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "rounds", "colour"),
    [
        (6, ["1-4:10 5-2:01 3-6:10"], WHITE),
        (6, ["4-1:10 2-5:01 6-3:10"], BLACK),
        # Board 1 was played with reversed colours. The other two boards show White.
        (6, ["4-1:10 5-2:01 3-6:10"], WHITE),
        # If the votes are equal, the highest board decides.
        (4, ["3-1:10 4-2:10"], BLACK),
        # Player 1 was absent, so player 2 is the first of five players and had White.
        (5, ["1:Z 2-4:10 5-3:10"], WHITE),
        # A round without colours says nothing.
        (4, ["1~3:+- 2~4:-+"], None),
        (4, ["1~3:+- 2~4:-+", "4-1:10 2-3:01"], BLACK),
        # Round 1 shows Black once. In round 2, the newcomers 3 to 8 have White and Black in turn, beginning with White.
        (8, ["2-1:10 3:H 4:H 5:H 6:H 7:H 8:H"], BLACK),
        (8, ["2-1:10 3:H 4:H 5:H 6:H 7:H 8:H", "1-2:01 3-6:10 7-4:10 5-8:10"], WHITE),
    ],
)
def test_g2_the_initial_colour_follows_from_games_of_newcomers(
    players: int, rounds: list[str], colour: Colour | None
) -> None:
    assert inferred_initial_colour(tournament(players, *rounds, initial=None)) is colour


def test_g2_the_initial_colour_must_be_known() -> None:
    with pytest.raises(MissingFact):
        pair(tournament(4, initial=None))


BAKU = Settings(baku=True)


def virtual(event: Tournament, number: int) -> dict[int, int]:
    before = state_before(event, number)
    return {p.tpn: p.score - p.points for p in before.players if p.score != p.points}


@pytest.mark.parametrize(
    "scoring",
    [Scoring(win=Points(30), draw=Points(10)), Scoring(loss=Points(5)), Scoring(win=Points(30), draw=Points(20))],
)
def test_1_1_a_win_must_be_worth_two_draws_and_a_loss_nothing(scoring: Scoring) -> None:
    with pytest.raises(BadRequest):
        pair(tournament(8, settings=Settings(baku=True, scoring=scoring)))


@pytest.mark.parametrize(
    ("participants", "group"),
    [(161, 82), (2, 2), (4, 2), (5, 4), (6, 4), (8, 4), (9, 6), (10, 6), (12, 6), (13, 8), (160, 80), (162, 82)],
)
def test_1_2_the_first_half_rounded_up_to_an_even_number(participants: int, group: int) -> None:
    """With 161 players, the first group has 82 players, as in the rules' example."""
    assert first_group_size(participants) == group


@pytest.mark.parametrize(
    ("event", "group"),
    [
        # Participants who miss the first round do not count, but the participant with its bye counts [Reading G4].
        (tournament(10, asked="2:H 3:Z", settings=BAKU), [1, 4, 5, 6]),
        (tournament(9, "1-4:10 5-2:01 3-6:10 7-8:10 9:U", settings=BAKU), [1, 2, 3, 4, 5, 6]),
        # [1.3] After a late entry, the last participant of GA is the same: 5 and a new 4, or 4 and a new 7 in GB.
        (tournament(9, "1-4:10 5-3:01 6-8:10 7-9:10", settings=BAKU), [1, 2, 3, 4, 5]),
        (tournament(9, "1-3:10 4-2:01 5-8:10 6-9:10", settings=BAKU), [1, 2, 3, 4]),
    ],
)
def test_1_2_and_1_3_the_first_group_is_that_of_the_first_round(event: Tournament, group: list[int]) -> None:
    assert sorted(virtual(event, len(event.rounds) + 1)) == group


@pytest.mark.parametrize(
    ("rounds", "full", "half"), [(9, 3, 2), (11, 3, 3), (5, 2, 1), (7, 2, 2), (1, 1, 0), (2, 1, 0), (3, 1, 1)]
)
def test_1_4_accelerated_rounds(rounds: int, full: int, half: int) -> None:
    """The first half of the rounds is accelerated.

    In the first half of the accelerated rounds, the best players get a full virtual point.
    """
    assert accelerated_rounds(rounds) == (full, half)


def per_round(total: int, scoring: Scoring) -> list[int]:
    """Return the virtual points of player 1 before each round."""
    opening = "1-5:10 6-2:01 3-7:10 8-4:01"
    rounds = [opening] + [" ".join(f"{n}-{n + 4}:==" for n in range(1, 5))] * (total - 1)
    event = tournament(8, *rounds, total=total, settings=Settings(baku=True, scoring=scoring))
    found = []
    for before in states(event):
        if before.number <= total:
            top = before.by_tpn[Tpn(1)]
            found.append(top.score - top.points)
    return found


def test_1_4_4_1_nine_rounds_with_the_standard_points() -> None:
    assert per_round(9, Scoring()) == [10, 10, 10, 5, 5, 0, 0, 0, 0]


def test_1_4_4_2_eleven_rounds_with_two_points_a_win() -> None:
    two = Scoring(win=Points(20), draw=Points(10), pairing_allocated_bye=Points(20))
    assert per_round(11, two) == [20, 20, 20, 10, 10, 10, 0, 0, 0, 0, 0]


def test_1_5_floats_are_by_pairing_score() -> None:
    """Pairing scores with virtual points decide the floats [Reading G5]."""
    event = tournament(6, "1-5:10 2-4:== 6-3:01", settings=BAKU)
    before = state_before(event, 2).by_tpn
    assert [before[Tpn(n)].floats for n in range(1, 7)] == ["D", "-", "D", "-", "U", "U"]


def test_1_5_topscorers_are_by_the_points_of_the_standings() -> None:
    """Topscorers need real points, and virtual points do not count [Readings D5, G5]."""
    stated = (VirtualPoints(Points(10), 1, 3, frozenset({Tpn(1)})),)
    event = tournament(4, "1-3:10 4-2:01", "2-1:10 3-4:10", total=3, settings=Settings(virtual_points=stated))
    before = state_before(event, 3)
    assert (before.by_tpn[Tpn(1)].score, before.by_tpn[Tpn(1)].points) == (20, 10)
    assert not is_topscorer(before.by_tpn[Tpn(1)], before)
    assert is_topscorer(before.by_tpn[Tpn(2)], before)


def test_baku_needs_the_number_of_rounds() -> None:
    with pytest.raises(MissingFact) as found:
        pair(tournament(8, total=None, settings=BAKU))
    assert found.value.fact is Fact.NUMBER_OF_ROUNDS


def test_stated_virtual_points_replace_those_of_baku() -> None:
    stated = (
        VirtualPoints(Points(10), 1, 2, frozenset({Tpn(7), Tpn(8)})),
        VirtualPoints(Points(5), 2, 2, frozenset({Tpn(8)})),
    )
    event = tournament(8, "1-5:10 6-2:01 3-7:10 8-4:01", settings=Settings(baku=True, virtual_points=stated))
    assert virtual(event, 1) == {7: 10, 8: 10}
    assert virtual(event, 2) == {7: 10, 8: 5}
