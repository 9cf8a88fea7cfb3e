"""The Team Pairing System (C.04.6), where it differs from C.04.5."""

from dataclasses import replace

import pytest

from pairing_engine.answers.paired import pair
from pairing_engine.errors import BadRequest, MissingFact
from pairing_engine.facts.codes import team_rules_of
from pairing_engine.facts.model import TeamRules
from pairing_engine.kernel.rules import Bracket, top_scoregroup
from pairing_engine.state.round_state import MILD, NONE, STRONG, RoundState
from pairing_engine.systems.team.edition_2026 import preference, spares_floaters
from tests.articles.literal import team
from tests.articles.literal.facts import Happened, MatchCell, MatchEvent, Preferences, team_event_of
from tests.articles.match_builders import (
    TEAM,
    Cells,
    Pairer,
    against_a_stranger,
    boards,
    event,
    given,
    histories,
    match,
    met,
    spared_opponent,
)
from tests.builders import player, state
from tests.programs.legacy.events import player as line_of
from trf import read

A, B, UNUSED = Preferences.TYPE_A, Preferences.TYPE_B, Preferences.UNUSED


def of_type(kind: Preferences, facts: MatchEvent) -> MatchEvent:
    return replace(facts, preferences=kind)


# --- 1.2, 1.4: scores -------------------------------------------------------------------------------------------------


def test_122_by_default_match_points_are_the_score() -> None:
    rules = TeamRules()
    assert (rules.primary_is_match_points, rules.secondary, rules.preferences) == (True, True, "A")
    stated = team_rules_of("FIDE_TEAM")
    assert stated is not None
    assert (stated.primary_is_match_points, stated.secondary) == (True, True)


def gained(mine: tuple[int, int], yours: tuple[int, int]) -> Cells:
    """Build a round in which teams 1 and 3 gain these match points and game points. Teams 2 and 4 draw."""
    return {
        1: MatchCell(3, "w", Happened.PLAYED, *mine),
        3: MatchCell(1, "b", Happened.PLAYED, *yours),
        2: MatchCell(4, "w", Happened.PLAYED, 10, 20),
        4: MatchCell(2, "b", Happened.PLAYED, 10, 20),
    }


def test_121_the_primary_score_makes_the_scoregroups() -> None:
    """Teams with the same primary score form a scoregroup. Primary scores are match points or game points."""
    by_matches = team_event_of(replace(event(gained((10, 25), (10, 15))), preferences=UNUSED))
    rules = by_matches.settings.team
    assert rules is not None
    by_games = by_matches._replace(
        settings=by_matches.settings._replace(team=rules._replace(primary_is_match_points=False))
    )
    pairs = [{frozenset(b[:2]) for b in pair(found, system="team").boards} for found in (by_matches, by_games)]
    assert pairs == [{frozenset((1, 4)), frozenset((2, 3))}, {frozenset((1, 2)), frozenset((3, 4))}]


# --- 1.6, 1.7: colour difference and preference -----------------------------------------------------------------------

PREFERENCES = [
    # colours, Type A, Type B, Type B in the last round; capitals are strong
    ("", "-", "-", "-"),
    ("b", "-", "w", "w"),
    ("w", "-", "b", "b"),
    ("wb", "-", "w", "-"),
    ("bw", "-", "b", "-"),
    ("bb", "w", "W", "W"),
    ("ww", "b", "B", "B"),
    ("wbb", "w", "W", "W"),
    ("bww", "b", "B", "B"),
    ("bwb", "-", "w", "w"),
    ("wbw", "-", "b", "b"),
    ("wwbb", "w", "W", "W"),
    ("bbww", "b", "B", "B"),
    ("bbwb", "w", "W", "W"),
    ("wwbw", "b", "B", "B"),
    ("wwwbb", "-", "b", "b"),
    ("bbbww", "-", "w", "w"),
]

LETTERS = {"-": NONE, "w": MILD, "b": -MILD, "W": STRONG, "B": -STRONG}


@pytest.mark.parametrize(("colours", "type_a", "type_b", "type_b_last"), PREFERENCES)
def test_17_preferences(colours: str, type_a: str, type_b: str, type_b_last: str) -> None:
    """Each colour history gives a preference of Type A and a preference of Type B [Readings T12 to T15]."""
    one, facts = player(1, colours=colours), histories(t1=colours, t2="-")
    last = replace(facts, rounds_total=len(facts.rounds) + 1)
    for kind, expected, of_last in ((A, type_a, type_a), (B, type_b, type_b_last), (UNUSED, "-", "-")):
        letters = "" if kind is UNUSED else kind.value
        assert [preference(one, letters, is_last=is_last) for is_last in (False, True)] == [
            LETTERS[expected],
            LETTERS[of_last],
        ]
        transcribed = [team.preference(of_type(kind, before), 1) for before in (facts, last)]
        assert transcribed == [team.Preference(of.lower(), strong=of.isupper()) for of in (expected, of_last)]


# --- 2.3 --------------------------------------------------------------------------------------------------------------


def test_the_number_of_rounds_is_needed_where_somebody_floated() -> None:
    """The number of rounds must be known if somebody has floated [Reading T16].

    The criteria about earlier floats do not apply in the last two rounds.
    """
    calm, floated = (state(player(1, 20, floats="-"), player(2, 10, floats=f)) for f in ("-", "U"))

    def without_rounds(before: RoundState) -> Bracket:
        settings = before.settings._replace(rounds=None)
        state = before._replace(tournament=before.tournament._replace(settings=settings))
        return top_scoregroup(state, state.players)

    assert not spares_floaters(without_rounds(calm))
    with pytest.raises(MissingFact):
        spares_floaters(without_rounds(floated))


@TEAM
def test_236_c9_for_type_b_only(pair: Pairer) -> None:
    """Denied strong preferences count only for Type B [Reading T11]."""
    all_white = histories(t1="wbb", t2="bwb", t3="wbb", t4="bwb")
    assert boards(pair(of_type(B, all_white))) == "1-4 3-2"
    assert met(pair(of_type(A, all_white))) == "1-4 2-3"
    everybody_mild = histories(t1="bwb", t2="bwb", t3="bwb", t4="bwb")
    assert met(pair(of_type(B, everybody_mild))) == "1-3 2-4"


@TEAM
def test_237_c10_comes_after_c8(pair: Pairer) -> None:
    """Granting colour preferences is more important than protecting the floaters of the last round."""
    facts = spared_opponent()
    wanting = against_a_stranger(1, "b") | against_a_stranger(4, "b")
    strangers = frozenset({91, 94})
    before = replace(
        facts,
        participants=tuple(sorted({*facts.participants, *strangers})),
        absent=strangers,
        rounds=(wanting, wanting, *facts.rounds),
        forbidden=frozenset({frozenset((1, 2))}),
    )
    assert met(pair(before)) == "1-3 2-4 5-6"
    assert met(pair(of_type(UNUSED, before))) == "1-4 2-3 5-6"


@TEAM
def test_preferences_have_no_say_in_the_choice_of_upfloaters(pair: Pairer) -> None:
    """Colour preferences do not influence the choice of upfloaters [Reading W11]."""
    facts = histories(t1="bb", t2="bb", t3="ww", t4="ww", scores=given(t20="1", t10="2 3 4"))
    assert met(pair(facts)) == "1-2 3-4"


# --- 4: colours -------------------------------------------------------------------------------------------------------

COLOURS = [
    ("4.3.1", A, histories(t1="-", t2="-"), 1),
    ("4.3.2 though 2's difference is lower", A, histories(t1="wwbb", t2="bbw"), 1),
    ("4.3.2 for Type B", B, histories(t1="wb", t2="-"), 1),
    ("4.3.3", A, histories(t1="bb", t2="ww"), 1),
    ("4.3.3 for Type B", B, histories(t1="w", t2="wwbb"), 2),
    ("4.3.4 though 1's difference is lower", B, histories(t1="bwb", t2="wwbb"), 2),
    ("4.3.5 without preferences, against 4.3.8", A, histories(t1="wwb", t2="wb"), 2),
    ("4.3.5 between two who want White", A, histories(t1="bb", t2="bbb"), 2),
    ("4.3.5 without any preferences (T10)", UNUSED, histories(t1="wb", t2="b"), 2),
    ("4.3.6 against 4.3.8", UNUSED, histories(t1="bwb", t2="wbb"), 2),
    ("4.3.6 without the gap (W14)", UNUSED, histories(t1="wb-", t2="b-w"), 1),
    ("4.3.7 against 4.3.8", A, histories(t1="bbbbw", t2="bbbbw"), 1),
    ("4.3.7 2 is the first-team", A, histories(t1="bbbbw", t2="bbbbw", scores=given(t10="2")), 2),
    ("4.3.8", UNUSED, histories(t1="wwbb", t2="wwbb"), 1),
    ("4.3.9", UNUSED, histories(t1="-", t2="wb"), 2),
]


@pytest.mark.parametrize(("article", "kind", "facts", "white"), COLOURS)
def test_43_colours(article: str, kind: Preferences, facts: MatchEvent, white: int) -> None:
    facts = of_type(kind, facts)
    (board,) = pair(team_event_of(facts), system="team").boards
    assert (board.white, board.colour_step.article) == (white, article.split()[0])
    assert team.pair(facts).boards == {(white, 3 - white)}


@TEAM
def test_42_the_first_team(pair: Pairer) -> None:
    """The first-team has the higher primary score; if equal, the higher secondary score, then the smaller TPN."""
    games: Cells = {}
    for tpn, points in ((1, 25), (2, 30)):
        games |= {
            tpn: MatchCell(90 + tpn, "b", Happened.PLAYED, 20, points),
            90 + tpn: MatchCell(tpn, "w", Happened.PLAYED, 0, 40 - points),
        }
    facts = of_type(UNUSED, event(games))
    assert boards(pair(facts)) == "2-1"
    assert boards(pair(replace(facts, secondary_used=False))) == "1-2"
    assert boards(pair(replace(facts, virtual={(1, 2): 10}))) == "1-2"


@TEAM
def test_161_a_match_that_was_forfeited_gives_no_colour(pair: Pairer) -> None:
    facts = event(match(1, 3, 20, 0, Happened.WON_BY_FORFEIT) | match(2, 4, 20, 0, Happened.WON_BY_FORFEIT))
    assert boards(pair(of_type(UNUSED, facts))) == "1-2 3-4"


# --- C.04.7 -----------------------------------------------------------------------------------------------------------


def scored(*lines: str, more: tuple[str, ...] = ()) -> set[frozenset[int]]:
    """Pair the second round of a team event with one player in each team."""
    teams = [f"310 {number:>3} {f'Team {number}':<67} {number:>4}" for number in range(1, len(lines) + 1)]
    head = ("152 W", "142 3", "192 FIDE_TEAM_TYPEA_MP_GP", "362 TW  2.0   TD  1.0   TL  0.0")
    answer = pair(read("\n".join((*head, *more, *lines, *teams, ""))))
    return {frozenset(board[:2]) for board in answer.boards}


def test_23_upfloaters_are_counted_in_the_bracket_alone() -> None:
    """Upfloaters are counted bracket by bracket, not over the whole round [Reading T19].

    Team 1 floats up to meet team 4, because team 5 has fewer points. If team 5 floated up, teams 1 and 3 could meet,
    and the round would have only one upfloater.
    """
    games = (line_of(1, "1.0", "   2 w 1"), line_of(2, "0.0", "   1 b 0"), line_of(3, "1.0", "   4 w 1"))
    last = (line_of(4, "0.0", "   3 b 0"), line_of(5, "1.0", "0000 - U"))
    bonus = "299     3.0          1    4"
    assert scored(*games, *last, more=(bonus,)) == {frozenset((4, 1)), frozenset((5, 3))}


def test_354_sets_of_upfloaters_before_identifiers_of_the_round() -> None:
    """The upfloaters are chosen first, and the identifiers of rounds are compared later [Reading T19]."""
    cells = ("   2 w 1", "   1 b 0", "   4 w =", "   3 b =", "   6 w =", "   5 b =")
    points = ("1.0", "0.0", "0.5", "0.5", "0.5", "0.5")
    lines = [line_of(number, *rest) for number, rest in enumerate(zip(points, cells, strict=True), 1)]
    assert scored(*lines) == {frozenset((1, 3)), frozenset((2, 5)), frozenset((4, 6))}


def test_c0407_144_baku_is_for_match_points() -> None:
    """For teams, virtual points are match points [Reading T9]."""
    facts = team_event_of(MatchEvent(participants=(1, 2, 3, 4), rounds=(), rounds_total=5))
    for rules, fits in ((TeamRules(), True), (TeamRules(primary_is_match_points=False), False)):
        found = facts._replace(settings=facts.settings._replace(baku=True, team=rules))
        if fits:
            assert len(pair(found, system="team").boards) == 2
        else:
            with pytest.raises(BadRequest, match="match points"):
                pair(found, system="team")
