"""The Double-Swiss System (C.04.5), where it differs from C.04.6."""

import pytest

from checker import check
from pairing_engine import pair as paired
from pairing_engine.errors import MissingFact
from pairing_engine.facts.model import Game, Participant, Points, Result, Round, Scoring, Settings, Tournament, Tpn
from pairing_engine.pairing import pair_round
from pairing_engine.scores.acceleration import baku
from pairing_engine.scores.crosstable import crosstable_of
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import Player
from pairing_engine.systems.double_swiss.edition_2026 import DOUBLE_SWISS_2026
from tests.articles.literal import double_swiss
from tests.articles.literal.facts import Happened, MatchCell, MatchEvent, double_swiss_of
from tests.articles.match_builders import DOUBLE_SWISS, Pairer, boards, event, given, histories
from tests.builders import player, round_of, state
from tests.files.trf_builders import FOUR, text_of
from trf import read

ONE, TWO, THREE = (Tpn(number) for number in (1, 2, 3))
WIN, DRAW, LOSS, WON, LOST = Result.WIN, Result.DRAW, Result.LOSS, Result.FORFEIT_WIN, Result.FORFEIT_LOSS


def played(
    first: tuple[Result, Result], second: tuple[Result, Result], *, known: bool = True, byes: str = ""
) -> Tournament:
    """Build an event after one match between participants 1 and 2.

    Participant 1 had White in the first game. ``byes`` contains the byes of the other participants.
    """
    game = Game(ONE, TWO, *first, known, second)
    scoring = Scoring(pairing_allocated_bye=Points(15), full_point_bye=Points(20), half_point_bye=Points(10))
    settings = Settings(rounds=5, scoring=scoring, double=True)
    participants = tuple(Participant(Tpn(tpn)) for tpn in range(1, 5))
    return Tournament("", participants, (Round((game,), round_of(byes).byes),), settings=settings)


def after(past: Tournament, tpn: int) -> Player:
    return state_before(past, 2, DOUBLE_SWISS_2026.conventions).by_tpn[Tpn(tpn)]


# --- 0, 1 -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "points"),
    [
        ((WIN, LOSS), (WIN, LOSS), (20, 0)),
        ((WIN, LOSS), (DRAW, DRAW), (15, 5)),
        ((DRAW, DRAW), (DRAW, DRAW), (10, 10)),
        ((DRAW, LOSS), (LOSS, LOSS), (5, 0)),
        ((DRAW, LOSS), (LOSS, WIN), (5, 10)),
        ((LOSS, LOSS), (LOSS, LOSS), (0, 0)),
        ((WON, LOST), (DRAW, DRAW), (15, 5)),
    ],
)
def test_0_points_are_assigned_for_each_game(
    first: tuple[Result, Result], second: tuple[Result, Result], points: tuple[int, int]
) -> None:
    found = crosstable_of(played(first, second)).totals()
    assert (found[ONE], found[TWO]) == points


@pytest.mark.parametrize(
    ("first", "second", "meets_again", "colours"),
    [
        ((WIN, LOSS), (WIN, LOSS), False, "w"),
        ((WON, LOST), (DRAW, DRAW), False, "w"),
        ((DRAW, DRAW), (WON, LOST), False, "w"),
        ((WON, LOST), (WON, LOST), True, ""),
        ((LOST, LOST), (LOST, LOST), True, ""),
        ((WON, LOST), (LOST, LOST), True, ""),
        ((WON, LOST), (LOST, WON), False, ""),
    ],
)
def test_0_16_forfeiting_both_games_forfeits_the_match(
    first: tuple[Result, Result], second: tuple[Result, Result], meets_again: bool, colours: str
) -> None:
    """A match is forfeited only if the same side forfeits both games [Reading W15]."""
    one = after(played(first, second), 1)
    assert (TWO not in one.barred, one.colours) == (meets_again, colours)
    assert one.unplayed == int(meets_again)


def test_14_the_bye_is_a_win_and_a_draw_unless_stated_otherwise() -> None:
    past = played((WIN, LOSS), (WIN, LOSS), byes="3:U 4:H")
    assert [crosstable_of(past).totals()[Tpn(tpn)] for tpn in (3, 4)] == [15, 10]
    assert read(text_of("192 FIDE_DOUBLESWISS", *FOUR)).settings.scoring.pairing_allocated_bye == 15
    stated = read(text_of("192 FIDE_DOUBLESWISS", "162  P 1.0", *FOUR))
    assert stated.settings.scoring.pairing_allocated_bye == 10


def test_c0407_142_virtual_points_are_those_of_a_won_match() -> None:
    """In the first accelerated rounds, the best players have two virtual points [Reading W10].

    A won match also gives two points. In the later accelerated rounds, the best players have one virtual point.
    """
    participants = tuple(Participant(Tpn(tpn)) for tpn in range(1, 9))
    found = baku(Tournament("", participants, settings=Settings(rounds=9, double=True)), [p.tpn for p in participants])
    assert [(v.points, v.first_round, v.last_round, sorted(v.tpns)) for v in found] == [
        (20, 1, 3, [1, 2, 3, 4]),
        (10, 4, 5, [1, 2, 3, 4]),
    ]


# --- 2.3 --------------------------------------------------------------------------------------------------------------


def test_the_number_of_rounds_is_needed_where_somebody_floated() -> None:
    """The number of rounds must be known if somebody has floated [Reading W16]."""
    past = played((WIN, LOSS), (WIN, LOSS), byes="3:H 4:H")
    open_ended = past._replace(settings=past.settings._replace(rounds=None))
    assert len(pair_round(DOUBLE_SWISS_2026, state_before(open_ended, 2, DOUBLE_SWISS_2026.conventions)).boards) == 2
    floated = (
        player(1, 20, floats="-"),
        player(2, 10, floats="U"),
        player(3, 10, floats="-"),
        player(4, 10, floats="-"),
    )
    before = state(*floated)
    settings = before.settings._replace(rounds=None)
    unknown = before._replace(tournament=before.tournament._replace(settings=settings), is_last=False)
    with pytest.raises(MissingFact):
        pair_round(DOUBLE_SWISS_2026, unknown)


# --- 4 ----------------------------------------------------------------------------------------------------------------

COLOURS = [
    ("4.3.1", "a forfeited match is not yet one", histories(t1="-", t2="-"), 1),
    ("4.3.1", "the higher ranked has an even TPN", histories(t1="-", t2="-", scores=given(t10="2")), 1),
    ("4.3.2", "against 4.3.3", histories(t1="wwb", t2="bbw"), 2),
    ("4.3.3", "against 4.3.4", histories(t1="bwb", t2="wbb"), 2),
    ("4.3.3", "without the gap: not round 1, the same round", histories(t1="wb-", t2="b-w"), 1),
    ("4.3.4", "", histories(t1="w", t2="w"), 2),
    ("4.3.4", "2 has the higher score", histories(t1="w", t2="w", scores=given(t10="2")), 1),
    ("4.3.2", "no match yet: no White", histories(t1="-", t2="w"), 1),
    ("4.3.5", "", histories(t1="-", t2="b"), 2),
]


@pytest.mark.parametrize(("article", "why", "facts", "white"), COLOURS)
def test_43_colours(article: str, why: str, facts: MatchEvent, white: int) -> None:
    """The colour steps of Article 4.3 apply one after the other [Reading W14]."""
    (board,) = paired(double_swiss_of(facts), system="double-swiss").boards
    assert (board.white, board.colour_step.article) == (white, article), why
    assert double_swiss.pair(facts).boards == {(white, 3 - white)}


@DOUBLE_SWISS
def test_431_a_match_without_a_game_gives_no_colour(pair: Pairer) -> None:
    """A match without a played game gives no colour [Readings W14, W15]."""
    empty = {
        1: MatchCell(2, "-", Happened.PLAYED, 10),
        2: MatchCell(1, "-", Happened.PLAYED, 10),
        3: MatchCell(0, "-", Happened.HALF_BYE, 10),
        4: MatchCell(0, "-", Happened.HALF_BYE, 10),
    }
    assert boards(pair(event(empty))) == "1-3 4-2"


def test_44_white_in_the_first_game_is_white() -> None:
    """The player with White in a match has White in its first game."""
    past = played((WIN, LOSS), (LOSS, WIN), byes="3:H 4:H")
    assert past.rounds[0].games[0].second_game[:4] == (TWO, ONE, WIN, LOSS)
    assert [one.status.value for one in check(past, system="double-swiss", cause=False).rounds] == ["agrees"]
