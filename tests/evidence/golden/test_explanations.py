"""Explanations of wrong rounds. The wrong rounds were made by hand or by mutants of the engine."""

from dataclasses import replace

import pytest

from checker import check
from checker.report import RoundReport
from pairing_engine import NoPairing
from pairing_engine.facts import model
from pairing_engine.facts.model import ByeKind, Result, Round, Tournament, Tpn
from pairing_engine.kernel.trace import Fault, Finding, RoundPairing
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.round_state import RoundState
from tests.articles.mutants.test_every_rule_matters import NO_DIFFERENCE, RULES
from tests.articles.mutants.witnesses import told_apart_by, witnesses
from tests.builders import tournament
from tests.evidence.golden.recorded import fixture_state, fixtures_of
from tests.internals import dutch_by


def checked(event: Tournament) -> RoundReport:
    return check(event, len(event.rounds), cause=False).rounds[0]


def found(event: Tournament) -> Finding:
    explanation = checked(event).explanation
    assert explanation is not None
    return explanation.finding


def facts(finding: Finding) -> tuple[str, str, str, str]:
    return finding.code, finding.article, finding.right, finding.wrong


# --- order and colours of a first round, whose right boards are 1-5 6-2 3-7 8-4 ---------------------------------------


def test_the_right_round_needs_no_explanation() -> None:
    report = checked(tournament(8, "1-5:10 6-2:01 3-7:10 8-4:01"))
    assert report.explanation is None
    assert report.status.value == "agrees"


def test_two_opponents_swapped() -> None:
    report = checked(tournament(8, "1-6:10 5-2:01 3-7:10 8-4:01"))
    assert report.explanation is not None
    finding = report.explanation.finding
    assert finding.fault is Fault.LATER
    assert facts(finding) == ("", "C.04.3 4.2.2", "5", "6")
    assert (finding.of, finding.players, finding.instead) == (1, (6,), (5,))
    assert report.explanation.score == 0
    assert report.difference == (((1, 6), (5, 2)), ((1, 5), (6, 2)))


def test_a_player_of_s1_meets_another_one() -> None:
    finding = found(tournament(8, "1-2:10 7-3:01 4-8:10 5-6:01"))
    assert finding.fault is Fault.LATER
    assert facts(finding)[:3] == ("", "C.04.3 4.3.2.1", "0")


def test_colours_swapped() -> None:
    finding = found(tournament(8, "1-5:10 2-6:01 3-7:10 8-4:01"))
    assert finding.fault is Fault.COLOUR
    assert facts(finding) == ("", "C.04.3 5.2.5", "6 has White", "2 has White")
    assert finding.players == (6, 2)


def test_the_bye_of_another_homogeneous_player() -> None:
    finding = found(tournament(7, "1-4:10 5-2:01 3-7:10 6:U"))
    assert finding.fault is Fault.LATER
    assert facts(finding) == ("", "C.04.3 4.2.2", "6", "7")
    assert (finding.of, finding.players, finding.instead) == (3, (7,), (6,))


def test_a_forfeited_game_without_colours_agrees_with_either() -> None:
    assert checked(tournament(4, "3~1:+- 4-2:10")).status.value == "agrees"
    assert checked(tournament(4, "1~3:+- 2~4:--")).status.value == "agrees"


def test_a_forfeited_game_with_colours_has_them() -> None:
    assert checked(tournament(4, "3-1:+- 4-2:10")).status.value == "differs"


# --- criteria ---------------------------------------------------------------------------------------------------------

FIRST = "1-5:10 6-2:01 3-7:10 8-4:01"
"""A first round won by players 1 to 4.

In the second round, the pairs 4-1, 2-3, 5-8 and 7-6 deny no preference.
"""


def test_c6_fewer_pairs_than_possible() -> None:
    finding = found(tournament(8, FIRST, "4-1:10 2-5:10 7-6:01 8-3:01"))
    assert finding.fault is Fault.WORSE
    assert facts(finding) == ("C6", "C.04.3 2.4.1", "0", "2")
    assert {2, 3} <= set(finding.players)


def test_c12_colours_denied() -> None:
    finding = found(tournament(8, FIRST, "3-1:10 4-2:10 5-8:10 7-6:10"))
    assert facts(finding) == ("C12", "C.04.3 2.4.7", "0", "2")
    assert set(finding.players) == {2, 3}


def test_the_first_bracket_that_differs_decides() -> None:
    report = checked(tournament(8, FIRST, "3-1:10 4-2:10 7-5:10 6-8:10"))
    assert report.explanation is not None
    assert report.explanation.score == 10
    assert {player for pair in report.difference.recorded for player in pair} == set(range(1, 9))


def test_a_lower_bracket_alone() -> None:
    report = checked(tournament(8, FIRST, "4-1:10 2-3:10 7-5:10 6-8:10"))
    assert report.explanation is not None
    assert report.explanation.score == 0
    assert report.explanation.finding.code == "C12"


def test_c14_a_downfloater_floats_again() -> None:
    """[C14] Let a downfloater of the previous round float again.

    Player 5 had the bye in round 1. In the wrong round, player 5 meets player 3 and so floats again.
    """
    first = "1-3:10 4-2:01 5:U"
    assert checked(tournament(5, first, "5-1:10 2-3:10 4:U")).status.value == "agrees"
    finding = found(tournament(5, first, "2-1:10 5-3:10 4:U"))
    assert facts(finding) == ("C14", "C.04.3 2.4.9", "0", "1")
    assert 5 in finding.players


LEADERS = "1-6:10 2-7:10 3-4:10 5:Z", "7-1:01 6-2:01 5-3:00 4:Z"
"""Two rounds won by players 1 and 2.

Players 6 and 7 then leave the event.
"""


def test_c5_the_bye_at_a_higher_score() -> None:
    """[C5] In the wrong round, player 3 gets the bye, although player 4 has fewer points.

    In the right round, player 4 has no points and gets the bye. Player 2 meets player 5, who prefers Black.
    """
    assert checked(tournament(7, *LEADERS, "1-3:10 2-5:10 4:U")).status.value == "agrees"
    report = checked(tournament(7, *LEADERS, "1-2:10 4-5:10 3:U"))
    assert report.explanation is not None
    assert facts(report.explanation.finding)[:2] == ("C5", "C.04.3 2.3.1")
    assert report.explanation.score == 20


# --- illegal pairs and byes -------------------------------------------------------------------------------------------


def test_c1_a_rematch() -> None:
    report = checked(tournament(4, "1-3:10 4-2:01", "3-1:10 2-4:10"))
    finding = found(tournament(4, "1-3:10 4-2:01", "3-1:10 2-4:10"))
    assert finding.fault is Fault.ILLEGAL
    assert facts(finding)[:2] == ("C1", "C.04.1 2")
    assert set(finding.players) == {1, 3}
    assert [set(one.players) for one in report.illegal] == [{1, 3}, {2, 4}]


def test_a_game_that_was_not_played_makes_no_rematch() -> None:
    event = tournament(4, "1-3:+- 4-2:01", "3-1:10 2-4:10")
    assert [set(one.players) for one in checked(event).illegal] == [{2, 4}]


def test_c2_a_second_bye() -> None:
    finding = found(tournament(3, "1-2:10 3:U", "2-1:10 3:U"))
    assert (finding.fault, finding.code) == (Fault.ILLEGAL, "C1")  # the repeated pair is reported first
    report = checked(tournament(3, "1-2:10 3:U", "2-1:10 3:U"))
    assert [(one.code, one.article) for one in report.illegal] == [("C1", "C.04.1 2"), ("C2", "C.04.1 4")]
    assert report.illegal[1].players == (3,)


def test_more_than_one_bye() -> None:
    report = checked(tournament(4, "1-2:10 3:U 4:U"))
    assert [(one.article, one.players) for one in report.illegal] == [("C.04.1 3", (3, 4))]


def test_c3_the_same_absolute_preference() -> None:
    rounds = "1-3:10 2-4:10 5-6:==", "1-5:10 2-6:10 3-4:=="
    report = checked(tournament(6, *rounds, "2-1:10 6-3:10 4-5:10", total=9))
    assert [(one.code, set(one.players)) for one in report.illegal] == [("C3", {1, 2})]
    assert report.illegal[0].article == "C.04.3 2.1.3"
    assert not checked(tournament(6, *rounds, "2-1:10 6-3:10 4-5:10", total=3)).illegal


def test_a_prohibited_pair() -> None:
    settings = model.Settings(prohibitions=(model.Prohibition(1, model.MAX_ROUNDS, frozenset({Tpn(1), Tpn(3)})),))
    report = checked(tournament(4, "1-3:10 4-2:10", settings=settings))
    assert [(one.fault, one.code, one.players) for one in report.illegal] == [(Fault.ILLEGAL, "", (1, 3))]


def test_an_impossible_round_is_checked_for_illegal_pairs() -> None:
    event = tournament(2, "1-2:10", "2-1:10")
    report = checked(event)
    assert report.status.value == "no valid pairing"
    assert [one.code for one in report.illegal] == ["C1"]
    assert check(event, cause=False).number_of_faults == 1


def test_a_round_with_missing_facts_cannot_be_checked() -> None:
    event = tournament(4, "1~3:+- 2~4:+-", initial=None)
    assert check(event, cause=False).rounds[0].status.value == "cannot be checked"
    assert "initial colour" in check(event, cause=False).rounds[0].words


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
    return replace(event, rounds=rounds, requests=())


@pytest.mark.parametrize("mutant", [name for name in RULES if name not in NO_DIFFERENCE])
def test_a_mutants_round_is_explained_by_the_broken_rule(mutant: str) -> None:
    """The explanation of a mutant's wrong round must name the broken rule.

    A wrong bye also changes the next bracket. If the mutant ignores [C5], the explanation may therefore name [C8].
    """
    broken = {mutant.split()[1].split(".")[0]} | ({"C8"} if mutant == "drop C5" else set())
    explained = []
    for state, _ in witnesses(mutant):
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


# --- the numbers of the file ------------------------------------------------------------------------------------------


def test_players_are_named_by_the_numbers_of_their_file() -> None:
    """[XXC rank] Explanations name players by their numbers in the file."""
    event = tournament(4, "1-4:10 3-2:10")
    people = tuple(p._replace(starting_rank=10 + p.tpn) for p in event.participants)
    report = checked(replace(event, participants=people))
    assert report.difference == (((11, 14), (13, 12)), ((11, 13), (14, 12)))
    assert report.explanation is not None
    finding = report.explanation.finding
    assert (finding.of, finding.players, finding.instead) == (11, (14,), (13,))
