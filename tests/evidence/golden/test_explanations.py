"""Explanations of wrong rounds. The wrong rounds were made by hand, by mutants of the engine, or by another edition."""

from typing import NamedTuple

import pytest

from checker import check
from checker.explained import explain
from checker.report import RoundReport, Status
from pairing_engine import NoPairing
from pairing_engine.facts import model
from pairing_engine.facts.model import ByeKind, Result, Round, Tournament, Tpn
from pairing_engine.kernel.findings import Fault
from pairing_engine.kernel.trace import Difference, RoundPairing, compare
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import states
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.dutch.edition_2017 import DUTCH_2017
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from tests.articles.mutants.test_every_rule_matters import NO_DIFFERENCE, RULES
from tests.articles.mutants.witnesses import told_apart_by, witnesses
from tests.builders import tournament
from tests.conftest import Archive
from tests.evidence.golden.recorded import archive_of, finished_event, fixture_state, fixtures_of
from tests.internals import dutch_by


def checked(event: Tournament) -> RoundReport:
    return check(event, len(event.rounds), cause=False).rounds[0]


# --- the order, the colours and the criteria, with the right rounds worked out by hand --------------------------------

FIRST = "1-5:10 6-2:01 3-7:10 8-4:01"
"""The right first round of eight players, won by players 1 to 4.

In the second round, the pairs 4-1, 2-3, 5-8 and 7-6 deny no preference.
"""

LEADERS = "1-6:10 2-7:10 3-4:10 5:Z", "7-1:01 6-2:01 5-3:00 4:Z"
"""Two rounds of seven players, won by players 1 and 2. Players 6 and 7 then leave the event.

[C5] In the right third round, player 4 has no points and gets the bye. Player 2 meets player 5, who prefers Black.
"""

BYE_OF_5 = "1-3:10 4-2:01 5:U"
"""[C14] After this round, the wrong next round lets player 5 float again by a game against player 3."""

LATER, WORSE, COLOUR = Fault.LATER, Fault.WORSE, Fault.COLOUR


class Wrong(NamedTuple):
    """A wrong last round, and how it is explained.

    ``players`` are those of the finding, or some of them. ``right`` and ``wrong`` are empty if other tests show them.
    """

    event: Tournament
    score: int | None
    fault: Fault
    code: str
    article: str
    right: str = ""
    wrong: str = ""
    players: tuple[int, ...] = ()


WRONG = {
    "two opponents swapped": Wrong(
        tournament(8, "1-6:10 5-2:01 3-7:10 8-4:01"), 0, LATER, "", "C.04.3 4.2.2", "5", "6", (6,)
    ),
    "a player of S1 meets another one": Wrong(
        tournament(8, "1-2:10 7-3:01 4-8:10 5-6:01"), 0, LATER, "", "C.04.3 4.3.2.1", "0"
    ),
    "colours swapped": Wrong(
        tournament(8, "1-5:10 2-6:01 3-7:10 8-4:01"),
        *(None, COLOUR, "", "C.04.3 5.2.5", "6 has White", "2 has White", (6, 2)),
    ),
    "the bye of another player of the bracket": Wrong(
        tournament(7, "1-4:10 5-2:01 3-7:10 6:U"), 0, LATER, "", "C.04.3 4.2.2", "6", "7", (7,)
    ),
    "fewer pairs than possible": Wrong(
        tournament(8, FIRST, "4-1:10 2-5:10 7-6:01 8-3:01"), 10, WORSE, "C6", "C.04.3 2.4.1", "0", "2", (2, 3)
    ),
    "colours denied": Wrong(
        tournament(8, FIRST, "3-1:10 4-2:10 5-8:10 7-6:10"), 10, WORSE, "C12", "C.04.3 2.4.7", "0", "2", (2, 3)
    ),
    "of two brackets the first decides": Wrong(
        tournament(8, FIRST, "3-1:10 4-2:10 7-5:10 6-8:10"), 10, WORSE, "C12", "C.04.3 2.4.7"
    ),
    "a lower bracket alone": Wrong(
        tournament(8, FIRST, "4-1:10 2-3:10 7-5:10 6-8:10"), 0, WORSE, "C12", "C.04.3 2.4.7"
    ),
    "a downfloater floats again": Wrong(
        tournament(5, BYE_OF_5, "2-1:10 5-3:10 4:U"), 10, WORSE, "C14", "C.04.3 2.4.9", "0", "1", (5,)
    ),
    "the bye at a higher score": Wrong(tournament(7, *LEADERS, "1-2:10 4-5:10 3:U"), 20, WORSE, "C5", "C.04.3 2.3.1"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_round_is_explained(name: str) -> None:
    case = WRONG[name]
    explanation = checked(case.event).explanation
    assert explanation is not None
    finding = explanation.finding
    assert (explanation.score, finding.fault, finding.code, finding.article) == case[1:5]
    assert not case.right or finding.right == case.right
    assert not case.wrong or finding.wrong == case.wrong
    assert set(case.players) <= set(finding.players)


def test_the_order_names_whose_opponent_differs() -> None:
    report = checked(WRONG["two opponents swapped"].event)
    assert report.explanation is not None
    finding = report.explanation.finding
    assert (finding.of, finding.players, finding.instead) == (1, (6,), (5,))
    assert report.difference == (((1, 6), (5, 2)), ((1, 5), (6, 2)))


@pytest.mark.parametrize(
    ("event", "status"),
    [
        (tournament(8, FIRST), Status.AGREES),
        (tournament(5, BYE_OF_5, "5-1:10 2-3:10 4:U"), Status.AGREES),
        (tournament(7, *LEADERS, "1-3:10 2-5:10 4:U"), Status.AGREES),
        (tournament(4, "3~1:+- 4-2:10"), Status.AGREES),  # a forfeited game without colours agrees with either
        (tournament(4, "1~3:+- 2~4:--"), Status.AGREES),
        (tournament(4, "3-1:+- 4-2:10"), Status.DIFFERS),  # a forfeited game with colours has them
    ],
)
def test_a_right_round_needs_no_explanation(event: Tournament, status: Status) -> None:
    report = checked(event)
    assert (report.status, report.explanation is None) == (status, status is Status.AGREES)


# --- illegal pairs and byes -------------------------------------------------------------------------------------------

TWO_ROUNDS = "1-3:10 2-4:10 5-6:==", "1-5:10 2-6:10 3-4:=="
APART = model.Settings(prohibitions=(model.Prohibition(1, model.MAX_ROUNDS, frozenset({Tpn(1), Tpn(3)})),))
REMATCH = "C1", "C.04.1 2"


@pytest.mark.parametrize(
    ("event", "illegal"),
    [
        (tournament(4, "1-3:10 4-2:01", "3-1:10 2-4:10"), [(*REMATCH, {1, 3}), (*REMATCH, {2, 4})]),
        (tournament(4, "1-3:+- 4-2:01", "3-1:10 2-4:10"), [(*REMATCH, {2, 4})]),  # 1 and 3 have not played
        (tournament(3, "1-2:10 3:U", "2-1:10 3:U"), [(*REMATCH, {1, 2}), ("C2", "C.04.1 4", {3})]),
        (tournament(4, "1-2:10 3:U 4:U"), [("", "C.04.1 3", {4})]),
        (tournament(6, *TWO_ROUNDS, "2-1:10 6-3:10 4-5:10", total=9), [("C3", "C.04.3 2.1.3", {1, 2})]),
        (tournament(6, *TWO_ROUNDS, "2-1:10 6-3:10 4-5:10", total=3), []),  # topscorers may meet in the last round
        (tournament(4, "1-3:10 4-2:10", settings=APART), [("", "", {1, 3})]),
        (tournament(2, "1-2:10", "2-1:10"), [(*REMATCH, {1, 2})]),
    ],
)
def test_illegal_pairs_and_byes_are_listed(event: Tournament, illegal: list[tuple[str, str, set[int]]]) -> None:
    report = checked(event)
    assert {one.fault for one in report.illegal} <= {Fault.ILLEGAL}
    found = [(one.code, one.article, set(one.players)) for one in report.illegal]
    assert found == illegal or [(code, "", players) for code, _, players in found] == illegal
    if illegal and report.explanation is not None:
        assert report.explanation.finding == report.illegal[0]


def test_an_impossible_round_is_checked_for_illegal_pairs() -> None:
    report = check(tournament(2, "1-2:10", "2-1:10"), cause=False)
    assert report.rounds[1].status.value == "no valid pairing"
    assert report.number_of_faults == 1


def test_a_round_with_missing_facts_cannot_be_checked() -> None:
    report = checked(tournament(4, "1~3:+- 2~4:+-", initial=None))
    assert report.status.value == "cannot be checked"
    assert "initial colour" in report.words


# --- every criterion: a round paired by a mutant is explained by the rule that the mutant breaks ----------------------


def as_round(pairing: RoundPairing) -> Round:
    games = tuple(model.Game(board.white, board.black, Result.DRAW, Result.DRAW) for board in pairing.boards)
    return Round(games, () if pairing.bye is None else (model.Bye(pairing.bye, ByeKind.PAIRING_ALLOCATED),))


def published_after(state: RoundState, pairing: RoundPairing) -> Tournament:
    """Add a published round to the event, including the requested byes of the round."""
    event = state.tournament
    played = as_round(pairing)
    asked = tuple(request.bye for request in event.requests if request.round == state.number)
    recorded = event.rounds[state.number - 1 : state.number]
    byes = asked or tuple(bye for old in recorded for bye in old.byes if bye.kind is not ByeKind.PAIRING_ALLOCATED)
    rounds = (*event.rounds[: state.number - 1], played._replace(byes=played.byes + byes))
    return event._replace(rounds=rounds, requests=())


@pytest.mark.parametrize("mutant", [name for name in RULES if name not in NO_DIFFERENCE])
def test_a_mutants_round_is_explained_by_the_broken_rule(mutant: str) -> None:
    """The explanation of a mutant's wrong round must name the broken rule.

    A wrong bye also changes the next bracket. If the mutant ignores [C5], the explanation may therefore name [C8].
    """
    broken = {mutant.split()[1].split(".")[0]} | ({"C8"} if mutant == "drop C5" else set())
    explained = []
    for state in (witness.made(DUTCH_2026) for witness in witnesses(mutant)):
        try:
            published = pair_round(dutch_by(RULES[mutant]), state, Backend.REFERENCE)
        except NoPairing:
            continue
        report = checked(published_after(state, published))
        if report.explanation is not None and report.explanation.finding.fault is not Fault.COLOUR:
            explained.append(report.explanation.finding.code)
    assert explained
    assert set(explained) <= broken


def test_fixtures_are_named_after_the_rules_they_tell_apart() -> None:
    for path in fixtures_of("dutch-2026"):
        assert fixture_state(path).players
        assert all(path.name.split("-")[0] == mutant.split()[1].split(".")[0].lower() for mutant in told_apart_by(path))


# --- rounds that were paired by the rules of 2026, in articles of 2017 ------------------------------------------------


def assert_explained(archive: Archive, member: str) -> set[str]:
    """Check that every difference between the rules of 2017 and 2026 is explained. Return the articles cited."""
    event = finished_event(archive, member)
    articles = set()
    for state, other in zip(states(event, DUTCH_2017.conventions), states(event), strict=False):
        if not state.players:
            continue
        try:
            recorded = as_round(pair_round(DUTCH_2026, other))
        except NoPairing:
            continue
        expected = pair_round(DUTCH_2017, state)
        difference = compare(recorded, expected)
        if difference != Difference((), ()):
            explanation = explain(state, recorded, expected, difference, DUTCH_2017)
            assert explanation is not None, f"{member} {state.number}"
            articles.add(explanation.finding.article)
    return articles


def test_rounds_of_2026_are_explained_in_articles_of_2017() -> None:
    articles = set()
    for name, every in (("stress", 16), ("a7", 80), ("features", 20), ("long", 120)):
        archive = archive_of(name, "dutch-2017")
        for member in archive.members[::every]:
            articles |= assert_explained(archive, member)
    assert all(article.removeprefix("C.04.3 ")[:2] in ("A.", "B.", "C.", "D.", "E.") for article in articles), articles
    assert {"C.04.3 C.5", "C.04.3 C.6", "C.04.3 C.12"} <= articles


@pytest.mark.golden
@pytest.mark.parametrize("name", ["stress", "features"])
def test_all_rounds_paired_by_the_rules_of_2026_are_explained(name: str) -> None:
    archive = archive_of(name, "dutch-2017")
    for member in archive.members:
        assert_explained(archive, member)


# --- the numbers of the file ------------------------------------------------------------------------------------------


def test_players_are_named_by_the_numbers_of_their_file() -> None:
    """[XXC rank] Explanations name players by their numbers in the file."""
    event = tournament(4, "1-4:10 3-2:10")
    people = tuple(p._replace(starting_rank=10 + p.tpn) for p in event.participants)
    report = checked(event._replace(participants=people))
    assert report.difference == (((11, 14), (13, 12)), ((11, 13), (14, 12)))
    assert report.explanation is not None
    finding = report.explanation.finding
    assert (finding.of, finding.players, finding.instead) == (11, (14,), (13,))
