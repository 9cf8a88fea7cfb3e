"""Articles that C.04.5 and C.04.6 share: legal pairs, the bye, upfloaters, brackets."""

import re
from dataclasses import replace
from itertools import combinations

import pytest

from checker import check
from pairing_engine.facts.model import Bye, ByeKind, Game, Points, Result, Round, TeamMatch, TeamPoints, Tournament, Tpn
from pairing_engine.kernel.findings import Fault
from tests.articles.literal.facts import (
    Happened,
    MatchCell,
    MatchEvent,
    NoLegalPairing,
    Preferences,
    double_swiss_of,
    team_event_of,
)
from tests.articles.match_builders import (
    BOTH,
    Pairer,
    against_a_stranger,
    double_swiss_engine,
    event,
    given,
    histories,
    match,
    met,
    spared_opponent,
    spared_upfloater,
    team_engine,
)

# --- 1: scores and floaters -------------------------------------------------------------------------------------------


@BOTH
def test_13_scores_are_those_of_the_pairing_with_virtual_points(pair: Pairer) -> None:
    """A scoregroup contains the players with the same pairing score, virtual points included [Reading W4]."""
    facts = event(given(t10="1 2 3 4"))
    assert met(pair(facts)) == "1-3 2-4"
    assert met(pair(replace(facts, virtual={(3, 2): 20, (4, 2): 20}))) == "1-2 3-4"


FLOATED = {
    "met another score": (event(given(t40="1", t10="2", t0="92", t20="3 4"), match(2, 92)), True),
    "met the same score": (event(given(t40="1", t10="2 92", t20="3 4"), match(2, 92)), False),
    "met the same score, but another pairing score": (
        replace(event(given(t40="1", t10="2 92", t20="3 4"), match(2, 92)), virtual={(92, 2): 10}),
        True,
    ),
    "met another score, but the same pairing score": (
        replace(event(given(t40="1", t10="2", t0="92", t20="3 4"), match(2, 92)), virtual={(92, 2): 10}),
        False,
    ),
    "won by forfeit": (
        event(given(t40="1", t0="2", t10="92", t20="3 4"), match(2, 92, 20, 0, Happened.WON_BY_FORFEIT)),
        False,
    ),
    "had the bye": (event(given(t40="1", t10="2", t20="3 4"), {2: MatchCell(0, "-", Happened.PAIRING_BYE, 10)}), False),
    "floated before the last round": (
        event(given(t40="1", t10="2", t0="92", t20="3 4"), match(2, 92), given(t0="1 2 3 4")),
        False,
    ),
}


@BOTH
@pytest.mark.parametrize(("facts", "floated"), FLOATED.values(), ids=FLOATED)
def test_15_floaters_played_an_opponent_of_another_score(pair: Pairer, facts: MatchEvent, floated: bool) -> None:
    """A floater is a participant who played an opponent with a different pairing score [Reading W4].

    Pairing scores include virtual points.
    """
    assert met(pair(facts)) == ("1-3 2-4" if floated else "1-2 3-4")


# --- 2.1, 3.4: legal pairings and the bye -----------------------------------------------------------------------------


@BOTH
def test_211_a_prohibited_pair_does_not_meet(pair: Pairer) -> None:
    """Two participants of a prohibited pair do not meet [Reading W13]."""
    assert met(pair(event(given(t0="1 2 3 4"), barred="1-3"))) == "1-4 2-3"


@BOTH
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
def test_212_c2_exclusion_from_the_bye(pair: Pairer, happened: Happened, allowed: bool) -> None:
    """The kind of an unplayed round decides who may have the bye, and its points do not matter [Reading W5]."""
    matches = (Happened.WON_BY_FORFEIT, Happened.LOST_BY_FORFEIT, Happened.DOUBLE_FORFEIT, Happened.PLAYED)
    points = 20 if happened in (Happened.WON_BY_FORFEIT, Happened.HALF_BYE, Happened.FULL_BYE, Happened.PLAYED) else 0
    if happened in matches:
        third = against_a_stranger(3, points=points, happened=happened)
    else:
        third = {3: MatchCell(0, "-", happened, points)}
    assert pair(event(given(t40="1 2", t0="3"), given(t0="1 2") | third)).bye == (3 if allowed else 2)


BYES = [
    ("3.4.4 the largest TPN", event(given(t20="1 2", t10="3 4 5")), 5),
    ("3.4.2 the lowest score", event(given(t20="1 5", t10="2 3 4")), 4),
    ("3.4.3 the most matches, before the TPN", event(given(t20="1 2", t10="5") | match(3, 4)), 4),
    ("3.4.3 a forfeit is no match", event(given(t0="1 2 5") | match(3, 4, 0, 0, Happened.DOUBLE_FORFEIT)), 5),
    ("3.4.2 before 3.4.3", event(given(t20="1 4", t0="5") | match(2, 3)), 5),
    ("2.1.2", event(given(t20="1 2", t10="3 4") | {5: MatchCell(0, "-", Happened.PAIRING_BYE, 10)}), 4),
    ("3.4.1 without 3 nobody could meet", event(given(t20="1", t10="2", t0="3"), barred="1-2"), 2),
    ("C.04.7 1.5", replace(event(given(t20="1", t10="2", t0="3")), virtual={(3, 2): 30}), 2),
    ("an even number", event(given(t20="1 2")), 0),
]


@BOTH
@pytest.mark.parametrize(("facts", "receiver"), [case[1:] for case in BYES], ids=[case[0] for case in BYES])
def test_34_receiver_of_the_bye(pair: Pairer, facts: MatchEvent, receiver: int) -> None:
    """Article 3.4 decides who gets the bye [Reading W6]."""
    assert pair(facts).bye == receiver


@BOTH
@pytest.mark.parametrize(
    "facts",
    [
        event(given(t0="1 2"), barred="1-2"),
        event({1: MatchCell(0, "-", Happened.PAIRING_BYE, 15)}),
        event(given(t20="1", t10="2 3", t0="4"), barred="1-2 1-3 1-4"),
    ],
)
def test_333_no_legal_pairing(pair: Pairer, facts: MatchEvent) -> None:
    with pytest.raises(NoLegalPairing):
        pair(facts)


# --- 2.2, 2.3, 3.5: upfloaters ----------------------------------------------------------------------------------------

UPFLOATERS = {
    # Participant 1 meets participant 3, not participant 2, the first, because participants 3 and 4 may not meet.
    "C3": (event(given(t20="1", t10="2 3 4"), barred="3-4"), "1-3 2-4"),
    # Two upfloaters are necessary, and four would be too many (W7).
    "C4": (event(given(t20="1 2", t10="3 4 5 6"), barred="1-2"), "1-3 2-4 5-6"),
    # W8: The set 3 and 6 (scores 10 and 0) has the highest score. But the set 4 and 5 (scores 5 and 5) has the higher
    # lowest score, and is better.
    "C5": (event(given(t20="1 2", t10="3", t5="4 5", t0="6"), barred="1-2 1-5 1-6 2-3 2-4 4-6"), "1-4 2-5 3-6"),
    # C6: Participant 4 is the first, but would leave participants 5 and 6, who need two upfloaters.
    "C6": (event(given(t20="1 2 3", t10="4 5 6", t0="7 8"), barred="5-6"), "1-3 2-5 4-6 7-8"),
    # C6 does not apply. If participant 3 floats up, the following scoregroup is empty, and participants 5 and 6 below
    # do not count.
    "C6 is silent": (event(given(t20="1 2", t10="3", t5="4 5 6", t0="7 8"), barred="1-2 5-6"), "1-3 2-4 5-7 6-8"),
    # C6 minimises. Participant 4 would leave participants 5 to 8, who may not meet and need four upfloaters. After
    # participant 5 floats up, the others need two upfloaters, the minimum.
    "C6 minimises": (
        event(given(t20="1", t10="4 5 6 7 8", t0="9 10 11 12"), barred="5-6 5-7 5-8 6-7 6-8 7-8"),
        "1-5 4-8 6-9 7-10 11-12",
    ),
    # Participant 1 may meet only participant 4. So the scoregroup of participant 4 is empty when participant 5 needs an
    # upfloater. This upfloater is participant 6, although participants 7 and 8 may not meet.
    "C6 does not pass on": (
        event(
            given(t30="1 2", t20="3 5", t15="4", t10="6 7 8", t0="9 10"),
            barred="1-2 1-3 1-5 1-6 1-7 1-8 1-9 1-10 2-5 7-8",
        ),
        "1-4 2-3 5-6 7-9 8-10",
    ),
}


@BOTH
@pytest.mark.parametrize(("facts", "pairs"), UPFLOATERS.values(), ids=UPFLOATERS)
def test_35_which_upfloaters(pair: Pairer, facts: MatchEvent, pairs: str) -> None:
    """Article 3.5 decides who floats up to the top scoregroup [Reading W9]."""
    assert met(pair(facts)) == pairs


@BOTH
@pytest.mark.parametrize(
    ("kept", "chosen"),
    [
        ("", {2, 6, 1}),
        ("1", {2, 6, 3}),
        ("1 3", {2, 6, 5}),
        ("6", {2, 8, 1}),
        ("6 1", {2, 8, 3}),
        ("6 1 3", {2, 8, 5}),
        ("2", {6, 8, 1}),
        ("2 1", {6, 8, 3}),
        ("2 1 3", {6, 8, 5}),
    ],
)
def test_354_the_example_of_the_text(pair: Pairer, kept: str, chosen: set[int]) -> None:
    """In the rules' example, two upfloaters have 3 points and one upfloater has 2½ points.

    Participants 11, 12 and 13 are the residents and may not meet each other. Participant 13 may not meet participants
    2, 6 and 8. The participants in ``kept`` may not meet any resident.
    """
    residents = ("11", "12", "13")
    barred = ["11-12", "11-13", "12-13", "13-2", "13-6", "13-8"]
    barred += [f"{tpn}-{resident}" for tpn in kept.split() for resident in residents]
    paired = pair(event(given(t35="11 12 13", t30="2 6 8", t25="1 3 5", t0="20"), barred=" ".join(barred)))
    assert {min(board) for board in paired.boards if max(board) in map(int, residents)} == chosen


FLOATERS_NEEDED = event(
    given(t20="1", t10="4 5 6", t0="7 8"), match(5, 7, 0, 0) | match(6, 8, 0, 0) | given(t0="1 4"), barred="5-6"
)


@BOTH
def test_355_c6_comes_before_c7(pair: Pairer) -> None:
    """The upfloaters that the following scoregroup needs [C6] matter more than recent floats [C7] [Reading W11]."""
    assert met(pair(FLOATERS_NEEDED)) == "1-5 4-6 7-8"
    assert met(pair(replace(FLOATERS_NEEDED, forbidden=frozenset()))) == "1-4 5-6 7-8"


@pytest.mark.parametrize("pair", [double_swiss_engine, team_engine])
def test_355_c7_looks_at_all_sets(pair: Pairer) -> None:
    """The engine finds the only set without a floater of the last round, although 12,869 other sets come before it."""
    barred = " ".join(f"{one}-{other}" for one, other in combinations(range(1, 9), 2))
    scores = given(t40=" ".join(map(str, range(1, 9))), t10=" ".join(map(str, range(9, 25))))
    last = {tpn: cell for floater in range(9, 17) for tpn, cell in against_a_stranger(floater).items()}
    answer = pair(event(scores, last, barred=barred))
    assert met(answer) == "1-17 2-18 3-19 4-20 5-21 6-22 7-23 8-24 9-13 10-14 11-15 12-16"


# --- 3.6: the pairing of a bracket ------------------------------------------------------------------------------------


@BOTH
def test_362_the_example_of_the_text(pair: Pairer) -> None:
    """The pairing 11-24 16-6 10-9 8-4 has the identifier 4 6 9 11 8 16 10 24, as in the rules' example.

    If 6-10 and 9-16 are also allowed, the identifier 4 6 9 11 8 10 16 24 comes first.
    """
    tpns = (4, 6, 8, 9, 10, 11, 16, 24)
    wanted = {frozenset(two) for two in ((11, 24), (16, 6), (10, 9), (8, 4))}

    def barred(*allowed: tuple[int, int]) -> str:
        free = wanted | {frozenset(two) for two in allowed}
        pairs = ((a, b) for a in tpns for b in tpns if a < b)
        return " ".join(f"{a}-{b}" for a, b in pairs if frozenset((a, b)) not in free)

    scores = given(t0=" ".join(map(str, tpns)))
    assert met(pair(event(scores, barred=barred()))) == "4-8 6-16 9-10 11-24"
    assert met(pair(event(scores, barred=barred((6, 10), (9, 16))))) == "4-8 6-10 9-16 11-24"


_DRAW = Result.DRAW
_HALF = TeamPoints(Points(10), Points(20))


def published(facts: MatchEvent, text: str, system: str) -> Tournament:
    """Add a round of drawn matches to an event, such as ``"1-3 2-4 5:U"`` with White first."""
    pairs = [(Tpn(int(white)), Tpn(int(black))) for white, black in re.findall(r"(\d+)-(\d+)", text)]
    byes = tuple(Bye(Tpn(int(tpn)), ByeKind.PAIRING_ALLOCATED) for tpn in re.findall(r"(\d+):U", text))
    if system == "team":
        past = team_event_of(facts)
        last = Round((), byes, tuple(TeamMatch(white, black, _HALF, _HALF) for white, black in pairs))
    else:
        past = double_swiss_of(facts)
        last = Round(tuple(Game(white, black, _DRAW, _DRAW, second=(_DRAW, _DRAW)) for white, black in pairs), byes)
    absent = tuple(request.bye for request in past.requests)
    last = last._replace(byes=last.byes + absent)
    return past._replace(rounds=(*past.rounds, last), requests=())


def named(facts: MatchEvent, text: str, system: str) -> tuple[Fault, str, str]:
    """Return the fault, article and criterion that the checker reports for the last round."""
    recorded = published(facts, text, system)
    (found,) = check(recorded, len(recorded.rounds), system, cause=False).rounds
    assert found.explanation is not None
    finding = found.explanation.finding
    assert finding.words
    return finding.fault, finding.article, finding.code


ALIKE = {
    "more upfloaters than needed": (event(given(t20="1 2", t10="3 4 5 6")), "1-3 4-2 5-6", Fault.WORSE, "2.3.1", "C4"),
    "upfloaters from too far below": (UPFLOATERS["C5"][0], "1-3 6-2 4-5", Fault.WORSE, "2.3.2", "C5"),
    "the following scoregroup needs more": (UPFLOATERS["C6"][0], "1-3 4-2 5-7 8-6", Fault.WORSE, "2.3.3", "C6"),
    "a floater goes up again": (spared_upfloater(), "1-2 3-5 4-6", Fault.WORSE, "2.3.4", "C7"),
    "not the first upfloater": (event(given(t20="1", t10="2 3 4")), "1-3 2-4", Fault.LATER, "3.5.4", ""),
    "not the first pairing": (event(given(t0="1 2 3 4")), "1-4 3-2", Fault.LATER, "3.6.2", ""),
    "the others cannot be paired": (UPFLOATERS["C3"][0], "1-2 3-4", Fault.ILLEGAL, "records 260, XXP", ""),
    "they have met": (event(match(1, 3) | match(2, 4)), "1-3 4-2", Fault.ILLEGAL, "C.04.1 2", "C1"),
    "the bye not to the lowest score": (
        event(given(t20="1", t10="2 3 5", t0="4")),
        "1-2 3-4 5:U",
        Fault.BYE,
        "3.4.2",
        "",
    ),
    "the bye not to who played most": (event(match(1, 2) | given(t10="3")), "1-2 3:U", Fault.BYE, "3.4.3", ""),
    "the bye not to the largest TPN": (event(given(t10="1 2 3")), "1-3 2:U", Fault.BYE, "3.4.4", ""),
    "the bye to who won by forfeit": (
        event(match(3, 2, 20, 0, Happened.WON_BY_FORFEIT) | given(t20="1")),
        "1-2 3:U",
        Fault.ILLEGAL,
        "2.1.2",
        "C2",
    ),
}

CHAPTERS = {"double-swiss": "C.04.5", "team": "C.04.6"}


WANTING_WHITE = replace(histories(t1="wbb", t2="bwb", t3="wbb", t4="bwb"), preferences=Preferences.TYPE_B)

OF_ONE_SYSTEM = [
    ("double-swiss", spared_opponent(), "1-3 2-4 5-6", Fault.WORSE, "2.3.5", "C8"),
    ("team", spared_opponent(), "1-3 2-4 5-6", Fault.WORSE, "2.3.7", "C10"),
    ("team", histories(t1="bb", t2="wb", t3="bb", t4="wb"), "1-3 2-4", Fault.WORSE, "2.3.5", "C8"),
    ("team", WANTING_WHITE, "1-3 2-4", Fault.WORSE, "2.3.6", "C9"),
    ("double-swiss", event(given(t0="1 2")), "2-1", Fault.COLOUR, "4.3.1", ""),
    ("double-swiss", histories(t1="wwb", t2="bbw"), "1-2", Fault.COLOUR, "4.3.2", ""),
    ("double-swiss", histories(t1="w", t2="w"), "1-2", Fault.COLOUR, "4.3.4", ""),
    ("team", histories(t1="bb", t2="ww"), "2-1", Fault.COLOUR, "4.3.3", ""),
    ("team", histories(t1="wwb", t2="wb"), "1-2", Fault.COLOUR, "4.3.5", ""),
]


@pytest.mark.parametrize(
    ("system", "facts", "text", "fault", "article", "code"),
    [*((system, *case) for case in ALIKE.values() for system in CHAPTERS), *OF_ONE_SYSTEM],
)
def test_a_wrong_round_is_explained_by_its_article(
    system: str, facts: MatchEvent, text: str, fault: Fault, article: str, code: str
) -> None:
    expected = article if article.startswith(("C.", "records")) else f"{CHAPTERS[system]} {article}"
    assert named(facts, text, system) == (fault, expected, code)
