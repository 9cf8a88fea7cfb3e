"""[C.04.4.3] Articles 5 to 8 of the Lim System of 2026, and the checker's explanations of wrong rounds.

The expected pairings are worked out by hand.
"""

import pytest

from checker import check
from pairing_engine import MissingFact, pair
from pairing_engine.facts.model import Bye, ByeKind, Colour, Request, Tpn
from pairing_engine.kernel.colour import allocate
from pairing_engine.kernel.findings import Fault, Finding, TwoRounds, WholeRound
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.lim.edition_2026 import COLOUR_STEPS, LIM_2026
from pairing_engine.systems.lim.floaters import due_colour
from tests.articles.test_c040403_lim import ABOVE, BELOW, MEDIAN, at, boards, floated, lim, maxi, only, plain
from tests.builders import BLACK, WHITE, show, state, tournament

# --- 5: colours -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("colours", "due"),
    [
        ("", None),
        ("w", BLACK),
        ("wb", WHITE),
        ("wbw", BLACK),
        ("wwb", BLACK),  # equal numbers take precedence over the alternate colour [5.6]
        ("bww", BLACK),
        ("wwbb", WHITE),  # after two Blacks, although the numbers are equal [5.3]
    ],
)
def test_5_1_the_due_colour(colours: str, due: Colour | None) -> None:
    assert due_colour(at(1, colours=colours)) is due


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("bww", "wbw", "2-1 5.1.1"),  # both are due Black; the first player would have White a third time
        ("wbw", "bww", "1-2 5.1.1"),
        ("bbwbwb", "wb", "1-2 5.1.2"),  # both are due White; the first player would have three Blacks more
        ("wb", "bbwbwb", "2-1 5.1.2"),
        ("w", "b", "2-1 5.1"),
        ("wbwb", "bwbw", "1-2 5.1"),
        ("", "w", "1-2 5.1"),
        ("w", "", "2-1 5.1"),
        ("wb", "b", "2-1 5.5, 5.6"),  # both are due White; only the second player has had one colour more often
        ("b", "wb", "1-2 5.5, 5.6"),
        ("wbwb", "bwwb", "1-2 5.4"),  # the last two games are alike; before them the first player had Black
        ("bwwb", "wbwb", "2-1 5.4"),
        ("wb", "wb", "1-2 5.4"),
        ("w", "wbw", "2-1 5.4"),  # a history that ends counts as identical
        ("", "", "1-2 7.2"),
    ],
)
def test_5_colours_and_their_articles(one: str, other: str, expected: str) -> None:
    favoured, second = at(1, colours=one), at(2, colours=other)
    colour, step = allocate(favoured, second, state(favoured, second), COLOUR_STEPS)
    assert f"{'1-2' if colour is WHITE else '2-1'} {step.article}" == expected


def test_5_2_the_pairs_of_floaters_are_left_alone() -> None:
    # Player 3 has met players 6 and 8, who are due Black. After 3-4, player 5 gets player 7, and player 6 gets player
    # 8. The pair 3-5 would improve 4-6 and 7-8, but a floater's pair is not exchanged (reading L42).
    above = [*plain((1, 2), ABOVE), at(3, ABOVE, "b", met=[6, 8])]
    group = [
        at(4, colours="b"),
        at(5, colours="b", met=[6, 8]),
        at(6, colours="w"),
        at(7, colours="b"),
        at(8, colours="w"),
    ]
    assert lim(state(*above, *group)) == "1-2/3 | 3-4 5-7 6-8"


def test_5_4_below_the_median_the_lower_ranked_is_favoured() -> None:
    assert boards(state(*plain((1, 2), BELOW, "wb"))) == "2-1"
    # The group in which the two players meet counts: player 3 has floated up to player 2 (reading L45).
    assert boards(state(at(1), at(2, BELOW, "wb"), at(3, 0, "wb"), at(4))) == "1-4 3-2"


def test_5_7_maxi_exchanges_for_colours_only_within_100_points() -> None:
    before = state(at(1, 5, "w"), at(2, 5, "b"), at(3, 5, "w"), at(4, 5, "b"), number=2)
    assert lim(maxi(before, 2400, 2300, 2200, 2100)) == "1-4 2-3"
    assert lim(maxi(before, 2400, 2300, 2201, 2100)) == "1-3 2-4"


def test_5_7_maxi_exchanges_for_compatibility_have_no_limit() -> None:
    assert lim(maxi(state(at(1, met=[3]), *plain((2, 3, 4))), 2400, 2300, 2200, 1000)) == "1-4 2-3"


def test_maxi_needs_ratings() -> None:
    with pytest.raises(MissingFact, match=r"ratings of participants 2, 4"):
        lim(maxi(state(*plain((1, 2, 3, 4))), 2400, 0, 2200, 0))


# --- 6: the last round ------------------------------------------------------------------------------------------------


def test_6_the_same_score_is_paired_in_spite_of_colours() -> None:
    players = [*plain((1, 2), ABOVE, "bww"), *plain((3, 4))]
    assert lim(state(*players, last=True)) == "1-2 | 3-4"
    assert lim(state(*players)) == "/1,2 | 1-3 2-4"


def test_6_maxi_what_is_permitted_does_not_depend_on_ratings() -> None:
    group = [at(1, colours="bww"), at(2, colours="wbb"), at(3, colours="bww"), at(4, colours="wbb")]
    assert lim(maxi(state(*group, last=True), 2400, 2300, 2200, 1000)) == "1-4 2-3"  # reading L43


def test_6_one_of_the_two_gets_the_colour_for_the_third_time() -> None:
    # Both must have Black. It goes to 2, whose imbalance is greater (reading L48).
    assert boards(state(at(1, ABOVE, "bww"), at(2, ABOVE, "wbww"), last=True)) == "1-2"


# --- 7, 8: the first rounds -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("drawn", [WHITE, BLACK])
def test_7_2_the_printed_pairings_of_forty_players(drawn: Colour) -> None:
    # 1 v 21, 22 v 2, 3 v 23, 24 v 4, ... 40 v 20; or 21 v 1, 2 v 22, 23 v 3, 4 v 24 ... 20 v 40.
    expected = [(n, n + 20) if (n % 2 == 1) is (drawn is WHITE) else (n + 20, n) for n in range(1, 21)]
    found = pair(tournament(40, initial=drawn), system="lim")
    assert [(board.white, board.black) for board in found.boards] == expected


def test_7_2_the_colour_drawn_by_lot_must_be_known() -> None:
    with pytest.raises(MissingFact, match="initial colour"):
        pair(tournament(4, initial=None), system="lim")


def test_7_2_parity_ignores_players_who_have_not_arrived() -> None:
    # Player 1 is absent, so player 2 is the first player (readings G1 and L46).
    assert show(pair(tournament(5, asked="1:Z"), system="lim")) == "2-4 5-3"


# --- the system as a value --------------------------------------------------------------------------------------------


def test_a_bye_given_beforehand_is_kept() -> None:
    event = tournament(5)._replace(requests=(Request(1, Bye(Tpn(1), ByeKind.PAIRING_ALLOCATED)),))
    assert pair(event, system="lim").bye == 1


# --- explanations -----------------------------------------------------------------------------------------------------


def against(before: RoundState, published: str) -> str:
    """Return the finding about a published round, in the form ``fault article: right / wrong``."""
    numbers = [list(map(int, pair_of.split("-"))) for pair_of in published.split()]
    pairs = [(Tpn(one), Tpn(other)) for one, other in numbers]
    right = LIM_2026.pair(before, Backend.AUTO)
    rounds = TwoRounds(WholeRound.of((one.tpn, other.tpn) for one, other in right.pairs), WholeRound.of(pairs))
    for trace in right.trace:
        finding = LIM_2026.method.judge(trace, rounds)
        if finding is not None:
            assert isinstance(finding, Finding)
            return (
                f"{finding.fault.name} {finding.article.removeprefix('C.04.4.3 ')}: {finding.right} / {finding.wrong}"
            )
    return "nothing"


SIX = state(at(1, met=[4]), *plain(range(2, 7)))
PLAIN = state(*plain((1, 2, 3), ABOVE), at(4))
COLOURED = state(*plain((1, 2), ABOVE, "w"), at(3, ABOVE, "b"), at(4))
TYPED = state(at(4, 40), *plain((1, 2), ABOVE), at(3))
COMPANY = state(*(only(tpn, 6, 7, 8, of=8, score=ABOVE) for tpn in (1, 2)), *plain((3, 4, 5, 6), ABOVE), *plain((7, 8)))
EXCHANGE = state(at(1, 5, "w"), at(2, 5, "b"), at(3, 5, "w"), at(4, 5, "b"), number=2)


@pytest.mark.parametrize(
    ("before", "published", "finding"),
    [
        (SIX, "1-5 2-4 3-6", "nothing"),
        (SIX, "1-6 2-4 3-5", "LATER 4.2: player 1 meets player 5 / player 1 meets player 6"),
        (SIX, "1-4 2-5 3-6", "ILLEGAL 2.1:  / "),
        (SIX, "1-5 2-6 3-4", "LATER 2.4: player 2 meets player 4 / player 2 meets player 6"),
        # 1-3 leaves 2 without an opponent.
        (
            state(only(1, 3, 4, of=4, score=ABOVE), only(2, 3, of=4, score=ABOVE), *plain((3, 4))),
            "1-3 2-4",
            "STEP 4.3: player 1 meets player 4 / player 1 meets player 3",
        ),
        (
            state(*plain((1, 2, 3), ABOVE, "b"), at(4, MEDIAN, "b"), *plain((5, 6), MEDIAN, "w")),
            "1-2 3-6 4-5",
            "LATER 3.8: player 3 meets player 5 / player 3 meets player 6",
        ),
        (PLAIN, "1-3 2-4", "STEP 3.2.4: player 3 floats / player 2 floats"),
        (COLOURED, "1-2 3-4", "STEP 3.2.2: player 2 floats / player 3 floats"),
        (TYPED, "1-2 4-3", "STEP 3.9: player 2 floats / player 4 floats"),
        (COMPANY, "1-6 3-5 2-7 4-8", "STEP 4.4.2: player 5 floats / player 4 floats"),
        (COMPANY, "2-6 3-4 1-7 5-8", "STEP 4.2: player 1 meets player 6 / player 1 meets player 7"),
        (EXCHANGE, "1-3 2-4", "STEP 5.2: player 1 meets player 4 / player 1 meets player 3"),
        (
            maxi(EXCHANGE, 2400, 2300, 2201, 2100),
            "1-4 2-3",
            "LATER 2.4: player 1 meets player 3 / player 1 meets player 4",
        ),
        # A pair was not cracked.
        (
            state(*plain((1, 2), ABOVE), *(only(tpn, 1, 2, 5, 6, of=6) for tpn in (3, 4)), *plain((5, 6), BELOW)),
            "1-2 3-5 4-6",
            "STEP 2.6.2: player 1 floats / player 1 meets player 2",
        ),
    ],
)
def test_the_first_step_that_differs_is_named(before: RoundState, published: str, finding: str) -> None:
    assert against(before, published) == finding


def test_a_floater_who_should_have_been_spared(monkeypatch: pytest.MonkeyPatch) -> None:
    floated(monkeypatch, 3)
    assert against(PLAIN, "1-2 3-4") == "STEP 3.10: player 2 floats / player 3 floats"


def test_another_bye() -> None:
    (found,) = check(tournament(5, "1-4:== 5-2:== 3:U"), system="lim", cause=False).rounds
    assert found.explanation is not None
    finding = found.explanation.finding
    assert (finding.players, finding.instead) == ((3,), (5,))
    assert (finding.fault, finding.article, finding.right, finding.wrong) == (Fault.BYE, "C.04.4.3 1.1", "", "")


def test_two_who_floated_together_and_meet_make_no_difference() -> None:
    # The pair 1-2 is cracked and made again in the median. The two pairings differ after that.
    median = [only(3, 5, 6, of=6), only(4, 5, 6, of=6)]
    before = state(*plain((1, 2), ABOVE), *median, *plain((5, 6), BELOW))
    assert lim(before) == "/1,2 | /6,5 | 1-2 3-6 4-5"
    assert against(before, "1-2 3-5 4-6").startswith("LATER")
