"""The literal enumerators of C.04.5 and C.04.6: the worked examples of the text, and rounds worked out by hand.

In each round worked by hand one article decides: the comment says what would come out without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.literal import double_swiss, team
from tests.literal.facts import NoLegalPairing, Paired
from tests.literal.match_facts import Happened, MatchCell, MatchEvent, Preferences
from tests.literal.random_matches import double_swiss_event, features, team_event
from tests.literal.team import Preference, preference
from tests.literal.top_scoregroup import (
    Coming,
    candidate_sets,
    floaters_of_previous_round,
    identifier,
    may_have_bye,
    number_is_odd,
    set_order,
    sorted_pairings,
)

Cells = dict[int, MatchCell]
Pairer = Callable[[MatchEvent], Paired]
STRANGER = 90


def given(**tenths: str) -> Cells:
    """A round of requested byes worth whatever: ``given(t20="1 2", t10="3 4")``. Scores without matches."""
    return {
        int(tpn): MatchCell(0, "-", Happened.HALF_BYE, int(points[1:]))
        for points, tpns in tenths.items()
        for tpn in tpns.split()
    }


def match(white: int, black: int, mine: int = 10, yours: int = 10, happened: Happened = Happened.PLAYED) -> Cells:
    return {white: MatchCell(black, "w", happened, mine), black: MatchCell(white, "b", happened, yours)}


def event(*rounds: Cells, last: int = 9, barred: str = "") -> MatchEvent:
    """``barred="1-2 3-4"``: pairs that may not meet."""
    tpns = {tpn for cells in rounds for tpn in cells}
    forbidden = frozenset(frozenset(map(int, pair.split("-"))) for pair in barred.split())
    return MatchEvent(tuple(sorted(tpns)), rounds, last, forbidden=forbidden)


def histories(scores: Cells | None = None, last: int = 9, **colours: str) -> MatchEvent:
    """``histories(t1="wb-", t2="b-w")``: colours against strangers, ``-`` a match lost by forfeit; scores if given."""
    rounds: list[Cells] = [{} for _ in range(max(map(len, colours.values())))]
    for name, letters in colours.items():
        for cells, letter in zip(rounds, letters, strict=False):
            happened = Happened.LOST_BY_FORFEIT if letter == "-" else Happened.PLAYED
            cells[int(name[1:])] = MatchCell(STRANGER, "w" if letter == "-" else letter, happened)
    given_scores = (scores,) if scores else ()
    participants = tuple(sorted(int(name[1:]) for name in colours))
    return MatchEvent(participants, (*given_scores, *rounds), last)


def met(paired: Paired) -> str:
    """The pairs without their colours, ``"1-3 2-4"``."""
    return " ".join(f"{one}-{other}" for one, other in sorted(tuple(sorted(board)) for board in paired.boards))


def boards(paired: Paired) -> str:
    return " ".join(f"{white}-{black}" for white, black in sorted(paired.boards))


BOTH = pytest.mark.parametrize("pair", [double_swiss.pair, team.pair], ids=["double-swiss", "team"])


# --- 3.5.4, 3.6.2: the examples of the text ---------------------------------------------------------------------------


def test_354_example_sets_in_their_order() -> None:
    # Three residents who may not meet need three upfloaters; not all of 2, 6 and 8 can go up, for 13 may meet none of
    # them. The tenth, without points, makes the number even.
    scores = {11: 35, 12: 35, 13: 35, 2: 30, 6: 30, 8: 30, 1: 25, 3: 25, 5: 25, 20: 0}
    barred = {frozenset(pair) for pair in ((11, 12), (11, 13), (12, 13), (13, 2), (13, 6), (13, 8))}
    coming = Coming(frozenset(scores), scores, frozenset(barred), frozenset())
    in_order = [set_order(coming, chosen) for chosen in candidate_sets(coming, coming.players)]
    higher = [(2, 6), (2, 8), (6, 8)]
    assert in_order == [(*two, lower) for two in higher for lower in (1, 3, 5)]


def test_362_example_identifier() -> None:
    assert identifier(((11, 24), (16, 6), (10, 9), (8, 4))) == (4, 6, 9, 11, 8, 16, 10, 24)


def test_363_pairings_of_four_in_their_order() -> None:
    assert sorted_pairings((1, 2, 3, 4)) == (((1, 3), (2, 4)), ((1, 4), (2, 3)), ((1, 2), (3, 4)))


@BOTH
def test_first_round_pairs_the_halves_and_alternates_the_initial_colour(pair: Pairer) -> None:
    start = MatchEvent(participants=(1, 2, 3, 4, 5, 6), rounds=(), rounds_total=5)
    assert boards(pair(start)) == "1-4 3-6 5-2"
    assert boards(pair(replace(start, initial_colour="b"))) == "2-5 4-1 6-3"


# --- 2.1, 3.4: legal pairings and the bye -----------------------------------------------------------------------------


@BOTH
def test_c1_spares_a_rematch_but_not_after_a_forfeit(pair: Pairer) -> None:
    drawn = event(match(1, 4) | match(5, 2) | match(3, 6))
    assert met(pair(drawn)) == "1-5 2-6 3-4"
    forfeited = event(match(1, 4, happened=Happened.DOUBLE_FORFEIT) | match(5, 2) | match(3, 6))
    assert met(pair(forfeited)) == "1-4 2-6 3-5"


@pytest.mark.parametrize(
    ("happened", "allowed"),
    [
        (Happened.PAIRING_BYE, False),
        (Happened.FULL_BYE, False),
        (Happened.HALF_BYE, True),
        (Happened.ZERO_BYE, True),
        (Happened.WON_BY_FORFEIT, False),
        (Happened.LOST_BY_FORFEIT, True),
        (Happened.DOUBLE_FORFEIT, True),
        (Happened.PLAYED, True),
    ],
)
def test_c2_what_excludes_from_the_bye(happened: Happened, allowed: bool) -> None:
    """By kind, not by points: the half-point bye here is worth a win (interpretations.md 6.4 would exclude it)."""
    assert may_have_bye(event({1: MatchCell(0, "-", happened, 20)}), 1) is allowed


@BOTH
@pytest.mark.parametrize(
    ("facts", "receiver"),
    [
        (event(given(t20="1 2", t10="3 4 5")), 5),  # 3.4.4 the largest TPN
        (event(given(t20="1 5", t10="2 3 4")), 4),  # 3.4.2 the lowest score
        (event(given(t20="1 2", t10="5") | match(3, 4)), 4),  # 3.4.3 the most matches, before the TPN
        (event(given(t10="1 2 5") | match(3, 4, happened=Happened.LOST_BY_FORFEIT)), 5),  # 3.4.3 a forfeit is none
        (event(given(t20="1 2", t10="3 4") | {5: MatchCell(0, "-", Happened.PAIRING_BYE, 10)}), 4),  # [C2]
        (event(given(t20="1", t10="2", t0="3"), barred="1-2"), 2),  # 3.4.1: without 3 nobody could meet
        (replace(event(given(t20="1", t10="2", t0="3")), virtual={(3, 2): 30}), 2),  # the pairing score, C.04.7 1.5
        (event(given(t20="1 2")), 0),
    ],
)
def test_34_who_gets_the_bye(pair: Pairer, facts: MatchEvent, receiver: int) -> None:
    assert pair(facts).bye == receiver


@BOTH
def test_333_no_legal_pairing(pair: Pairer) -> None:
    with pytest.raises(NoLegalPairing):
        pair(event(given(t0="1 2"), barred="1-2"))
    with pytest.raises(NoLegalPairing):
        pair(event({1: MatchCell(0, "-", Happened.PAIRING_BYE, 15)}))


# --- 2.2, 2.3, 3.5: upfloaters ----------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("facts", "pairs"),
    [
        # C3: 1 takes not 2, the first, but 3, since 3 and 4 may not be left alone.
        (event(given(t20="1", t10="2 3 4"), barred="3-4"), "1-3 2-4"),
        # C4: two upfloaters are needed, 4 would be too many.
        (event(given(t20="1 2", t10="3 4 5 6"), barred="1-2"), "1-3 2-4 5-6"),
        # C5: 3 and 6 (10 and 0) would have the highest score among them, 4 and 5 (5 and 5) the lowest not so low.
        (event(given(t20="1 2", t10="3", t5="4 5", t0="6"), barred="1-2 1-5 1-6 2-3 2-4 4-6"), "1-4 2-5 3-6"),
        # C6: 4 is first, but would leave 5 and 6, who need two upfloaters.
        (event(given(t20="1 2 3", t10="4 5 6", t0="7 8"), barred="5-6"), "1-3 2-5 4-6 7-8"),
        # C6 is silent: with 3 the following scoregroup is empty, and 5 and 6 below it are no concern.
        (event(given(t20="1 2", t10="3", t5="4 5 6", t0="7 8"), barred="1-2 5-6"), "1-3 2-4 5-7 6-8"),
        # C6 minimises: 4 leaves 5 to 8, of whom none may meet, who need four upfloaters; after 5 it is two, never none.
        (
            event(given(t20="1", t10="4 5 6 7 8", t0="9 10 11 12"), barred="5-6 5-7 5-8 6-7 6-8 7-8"),
            "1-5 4-8 6-9 7-10 11-12",
        ),
    ],
    ids=["C3", "C4", "C5", "C6", "C6-silent", "C6-fewest"],
)
def test_35_which_upfloaters(pair: Pairer, facts: MatchEvent, pairs: str) -> None:
    assert met(pair(facts)) == pairs


@BOTH
def test_c6_does_not_pass_on_from_a_scoregroup_that_an_earlier_bracket_emptied(pair: Pairer) -> None:
    # 1 may meet nobody but 4, whose scoregroup is thus empty when 5 needs an upfloater: 6, though 7 and 8 may not meet.
    barred = "1-2 1-3 1-5 1-6 1-7 1-8 1-9 1-10 2-5 7-8"
    facts = event(given(t30="1 2", t20="3 5", t15="4", t10="6 7 8", t0="9 10"), barred=barred)
    assert met(pair(facts)) == "1-4 2-3 5-6 7-9 8-10"


def spared_upfloater() -> MatchEvent:
    """2 and 6 floated in the last round; 1 needs an upfloater among 2 to 6."""
    return event(given(t20="1", t0="2", t10="3 4 5 6"), match(2, 6, 10, 0) | given(t0="1 3 4 5"))


def spared_opponent() -> MatchEvent:
    """2 floated in the last round, and is now in the scoregroup of 1 and 3, which 4 must join."""
    return event(given(t20="1 3", t10="2 4", t0="5 6"), match(2, 5, 10, 0) | given(t0="1 3 4 6"))


def test_c7_spares_last_rounds_floaters_except_at_the_end() -> None:
    spared, plain = "1-3 2-5 4-6", "1-2 3-5 4-6"
    answers = [(met(double_swiss.pair(replace(spared_upfloater(), rounds_total=n)))) for n in (3, 4, 5)]
    assert answers == [plain, spared, spared]
    assert [met(team.pair(replace(spared_upfloater(), rounds_total=n))) for n in (3, 4, 5)] == [plain, plain, spared]


def test_opponents_of_upfloaters_are_spared_except_at_the_end() -> None:
    """[C.04.5 C8, C.04.6 C10]"""
    spared, plain = "1-4 2-3 5-6", "1-3 2-4 5-6"
    answers = [met(double_swiss.pair(replace(spared_opponent(), rounds_total=n))) for n in (3, 4, 5)]
    assert answers == [plain, spared, spared]
    assert [met(team.pair(replace(spared_opponent(), rounds_total=n))) for n in (3, 4, 5)] == [plain, plain, spared]


def test_15_floaters_played_an_opponent_of_another_score() -> None:
    def floaters(last: Cells, virtual: int = 0) -> set[int]:
        facts = event(given(t20="1", t10="2 3"), last)
        return set(floaters_of_previous_round(replace(facts, virtual={(3, 2): virtual})))

    assert floaters(match(1, 2)) == {1, 2}
    assert floaters(match(2, 3, 20, 0)) == set()
    assert floaters(match(2, 3), virtual=10) == {2, 3}
    assert floaters(match(1, 3), virtual=10) == set()
    assert floaters(match(1, 2, happened=Happened.WON_BY_FORFEIT)) == set()
    assert floaters({1: MatchCell(0, "-", Happened.PAIRING_BYE, 15)}) == set()


# --- C.04.5 4: colours ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "white"),
    [
        (histories(t1="-", t2="-"), 1),  # 4.3.1: a forfeited match is not yet one
        (histories(t1="-", t2="-", scores=given(t10="2")), 1),  # 4.3.1: the higher ranked has an even TPN
        (histories(t1="wwb", t2="bbw"), 2),  # 4.3.2, against 4.3.3
        (histories(t1="bwb", t2="wbb"), 2),  # 4.3.3, against 4.3.4
        (histories(t1="wb-", t2="b-w"), 1),  # 4.3.3 on the histories without the gap: not round 1, the same round
        (histories(t1="w", t2="w"), 2),  # 4.3.4
        (histories(t1="w", t2="w", scores=given(t10="2")), 1),  # 4.3.4: 2 has the higher score
        (histories(t1="-", t2="b"), 2),  # 4.3.5
    ],
)
def test_c0405_43_colours(facts: MatchEvent, white: int) -> None:
    assert double_swiss.with_colours(facts, (1, 2))[0] == white


def test_c0405_16_a_match_without_a_game_gives_no_colour() -> None:
    empty = {1: MatchCell(2, "-", Happened.PLAYED), 2: MatchCell(1, "-", Happened.PLAYED)}
    assert double_swiss.with_colours(event(empty), (1, 2)) == (1, 2)


def test_431_parity_leaves_out_who_never_arrived() -> None:
    facts = event(given(t0="1") | match(2, 3), given(t0="4"))
    assert number_is_odd(facts, 3)
    assert not number_is_odd(replace(facts, absent=frozenset({1})), 3)
    assert number_is_odd(replace(facts, absent=frozenset({2})), 3)


# --- C.04.6 1.7, [C8], [C9]: preferences ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("colours", "type_a", "type_b", "type_b_last"),
    [
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
        ("wwbb", "w", "W", "W"),
        ("bbww", "b", "B", "B"),
        ("bbwb", "w", "W", "W"),
        ("wwbw", "b", "B", "B"),
        ("wwwbb", "-", "b", "b"),
        ("bbbww", "-", "w", "w"),
    ],
)
def test_c0406_17_preferences(colours: str, type_a: str, type_b: str, type_b_last: str) -> None:
    """Capitals are strong. At zero in the last round, two alike still make it strong (see the reading at 1.7.2).

    The colour is the scheduled one of board 1 (1.6.1), not that of board 1 if played (interpretations.md 6.18).
    """

    def expected(letter: str) -> Preference:
        return Preference(letter.lower(), strong=letter.isupper())

    facts = histories(t1=colours, t2="-")
    last = replace(facts, rounds_total=len(facts.rounds) + 1)
    assert preference(facts, 1) == expected(type_a)
    assert preference(last, 1) == expected(type_a)
    assert preference(replace(facts, preferences=Preferences.TYPE_B), 1) == expected(type_b)
    assert preference(replace(last, preferences=Preferences.TYPE_B), 1) == expected(type_b_last)
    assert preference(replace(facts, preferences=Preferences.UNUSED), 1) == Preference("-")


def test_c0406_c8_and_c9_before_the_order() -> None:
    # C8: 1 and 3 both want White, so that 1-3 is not the first.
    same = histories(t1="bb", t2="wb", t3="bb", t4="wb")
    assert boards(team.pair(same)) == "1-4 3-2"
    assert met(team.pair(replace(same, preferences=Preferences.UNUSED))) == "1-3 2-4"
    # C9: all four want White, and two are refused in any case; but not 1 or 3, who want it strongly.
    all_white = replace(histories(t1="wbb", t2="bwb", t3="wbb", t4="bwb"), preferences=Preferences.TYPE_B)
    assert boards(team.pair(all_white)) == "1-4 3-2"


def test_c0406_c10_comes_after_c8() -> None:
    """2 is to be spared, but 1 and 4 would both want White, and 1 may not meet 2."""
    facts = spared_opponent()
    wanting = {tpn: MatchCell(STRANGER + tpn, "b", Happened.PLAYED) for tpn in (1, 4)}
    before = replace(facts, rounds=(wanting, wanting, *facts.rounds), forbidden=frozenset({frozenset((1, 2))}))
    assert met(team.pair(before)) == "1-3 2-4 5-6"
    assert met(team.pair(replace(before, preferences=Preferences.UNUSED))) == "1-4 2-3 5-6"


# --- C.04.6 4: colours ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "facts", "white"),
    [
        ("A", histories(t1="-", t2="-"), 1),  # 4.3.1
        ("A", histories(t1="wwb", t2="wb"), 2),  # 4.3.5: no preferences, against 4.3.8
        ("A", histories(t1="wwbb", t2="bbw"), 1),  # 4.3.2, though 2's difference is lower
        ("A", histories(t1="bb", t2="ww"), 1),  # 4.3.3
        ("B", histories(t1="bwb", t2="wwbb"), 2),  # 4.3.4, though 1's difference is lower
        ("A", histories(t1="bb", t2="bbb"), 2),  # 4.3.5 between two who want White
        ("none", histories(t1="wb", t2="b"), 2),  # 4.3.5 without preferences
        ("none", histories(t1="bwb", t2="wbb"), 2),  # 4.3.6, against 4.3.8
        ("A", histories(t1="bbbbw", t2="bbbbw"), 1),  # 4.3.7, against 4.3.8
        ("A", histories(t1="bbbbw", t2="bbbbw", scores=given(t10="2")), 2),  # 4.3.7: 2 is the first-team
        ("none", histories(t1="wwbb", t2="wwbb"), 1),  # 4.3.8
        ("none", histories(t1="-", t2="wb"), 2),  # 4.3.9
    ],
)
def test_c0406_43_colours(kind: str, facts: MatchEvent, white: int) -> None:
    assert team.with_colours(replace(facts, preferences=Preferences(kind)), (1, 2))[0] == white


def test_c0406_42_first_team_by_secondary_score() -> None:
    games = {1: MatchCell(STRANGER, "b", Happened.PLAYED, 20, 25), 2: MatchCell(STRANGER, "b", Happened.PLAYED, 20, 30)}
    facts = replace(event(games), preferences=Preferences.UNUSED)
    assert team.with_colours(facts, (1, 2)) == (2, 1)
    assert team.with_colours(replace(facts, secondary_used=False), (1, 2)) == (1, 2)
    assert team.with_colours(replace(facts, virtual={(1, 2): 10}), (1, 2)) == (1, 2)


# --- The random events ------------------------------------------------------------------------------------------------

EVERYWHERE = {
    *(happened.name.lower() for happened in Happened),
    *("first round", "last but one round", "last round", "odd number to pair", "prohibited pairs", "absent now"),
    *("virtual points now", "virtual points in the previous round", "late entry", "never there so far"),
}


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (double_swiss_event, EVERYWHERE | {"played without a colour"}),
        (team_event, EVERYWHERE | {"preferences A", "preferences B", "preferences none", "secondary score False"}),
    ],
    ids=["double-swiss", "team"],
)
def test_random_events_have_everything_in_them(make: Callable[[int], MatchEvent], expected: set[str]) -> None:
    counted = Counter(feature for seed in range(300) for feature in features(make(seed)))
    assert {feature: counted[feature] for feature in expected if counted[feature] < 15} == {}


@pytest.mark.parametrize(("make", "pair"), [(double_swiss_event, double_swiss.pair), (team_event, team.pair)])
def test_random_rounds_are_paired_legally(make: Callable[[int], MatchEvent], pair: Pairer) -> None:
    for seed in range(150):
        facts: MatchEvent = make(seed)
        assert facts == make(seed)
        try:
            paired = pair(facts)
        except NoLegalPairing:
            continue
        seated = [tpn for board in paired.boards for tpn in board] + [paired.bye] * bool(paired.bye)
        assert sorted(seated) == sorted(set(facts.participants) - facts.absent)
        assert not any(frozenset(board) in facts.forbidden for board in paired.boards)
