from __future__ import annotations

from dataclasses import replace

import pytest

from checker.questions import moment
from checker.questions.why_not import why_not
from pairing_engine import NoPairing, pair
from pairing_engine.answers.decisive import rivals
from pairing_engine.answers.illegal import illegalities
from pairing_engine.facts.basic_rules import BasicRules
from pairing_engine.facts.model import EventKind, Tpn
from pairing_engine.legality import Colours, faults
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.dutch.edition_2017 import DUTCH_2017
from pairing_engine.systems.dutch_procedure.build import ByProcedure
from pairing_engine.systems.system import Completion, System
from swisspair.page.rules import Rules
from tests.builders import round_of, tournament

BASIC = BasicRules("Z.1 once", "K1", "Z.1 odd", "Z.1 bye", "Z.1 colours", "Z.1 boards")
COMPLETION = Completion("Z.2 impossible", "Z.2 rest", "K4")

ALL = {f"{name} {edition}": editions[edition] for name, editions in SYSTEMS.items() for edition in editions}
OF_GAMES = [name for name, system in ALL.items() if system.kind is EventKind.INDIVIDUAL]
WITH_CRITERIA = [name for name in OF_GAMES if ALL[name].criteria and not ALL[name].bye_steps]


def elsewhere(name: str) -> System:
    return replace(ALL[name], basic=BASIC, completion=COMPLETION, names=ALL[name].names._replace(floating="Z.3 floats"))


AFTER_ONE_GAME = tournament(4, "3-4:== 1:H 2:H", total=3)
"""An event in which players 3 and 4 have met. If players 1 and 2 met, the others would have no opponents."""


@pytest.mark.parametrize("name", OF_GAMES)
def test_a_round_that_cannot_be_completed(name: str) -> None:
    event = tournament(4, "1-2:== 3-4:==", "3-1:== 4-2:==", "1-4:== 2-3:==", total=5)
    with pytest.raises(NoPairing, match=r"Z\.2 impossible"):
        pair(event, system=elsewhere(name))


@pytest.mark.parametrize("name", OF_GAMES)
def test_a_pair_that_leaves_others_without_an_opponent(name: str) -> None:
    finding = why_not(moment(AFTER_ONE_GAME, system=elsewhere(name)), 1, 2).finding
    assert finding is not None
    assert (finding.article, finding.code) == ("Z.2 impossible", "K4")


def test_the_edition_of_2017_has_it_in_a_9() -> None:
    finding = why_not(moment(AFTER_ONE_GAME, system=DUTCH_2017), 1, 2).finding
    assert finding is not None
    assert (finding.article, finding.code) == ("C.04.3 A.9", "C4")


AFTER_A_DECIDED_ROUND = tournament(4, "1-3:10 4-2:01", total=3)
"""An event with players 1 and 2 in the highest scoregroup, and players 3 and 4 in the lowest."""


@pytest.mark.parametrize(("number", "what"), [(1, "up"), (3, "down")])
@pytest.mark.parametrize("name", OF_GAMES)
def test_players_without_opponents_above_or_below(name: str, number: int, what: str) -> None:
    finding = why_not(moment(AFTER_A_DECIDED_ROUND, system=elsewhere(name)), number, what).finding
    assert finding is not None
    assert finding.article == f"{ALL[name].article} Z.3 floats"


@pytest.mark.parametrize(
    ("name", "article"),
    [
        ("dutch 1998", "C.04.1 A.4"),
        ("dutch 2009", "C.04.1 A.4"),
        ("dutch 2012", "C.04.3.1 A.4"),
        ("dutch 2017", "C.04.3 A.4"),
        ("dutch 2026", "C.04.3 1.4.2"),
        ("lim 2026", "C.04.4.3 3.1"),
    ],
)
def test_floats_as_the_texts_define_them(name: str, article: str) -> None:
    finding = why_not(moment(AFTER_A_DECIDED_ROUND, system=ALL[name]), 1, "up").finding
    assert finding is not None
    assert finding.article == article


@pytest.mark.parametrize("name", WITH_CRITERIA)
def test_a_bye_that_leaves_others_without_an_opponent(name: str) -> None:
    """All four players have met, so one of them gets the bye. Three absent players have fewer points."""
    played = ("1-2:== 3-4:==", "3-1:== 4-2:==", "1-4:== 2-3:==")
    event = tournament(7, *(f"{games} 5:Z 6:Z 7:Z" for games in played), total=5)
    paired = pair(event, system=elsewhere(name))
    assert paired.bye in (1, 2, 3, 4)
    found = {rival.number: (rival.article, rival.code) for rival in rivals(paired.pairing, paired.state, paired.system)}
    assert [found[number] for number in (5, 6, 7)] == 3 * [("Z.2 impossible", "K4")]


@pytest.mark.parametrize("name", ALL)
def test_the_second_opinion_cites_the_editions_basic_rules(name: str) -> None:
    absolutes = ALL[name].absolutes._replace(colours=Colours.STRICT)
    event = tournament(5, "1-2:10 3-4:10 5:U", "1-3:10 2-4:10 5:Z", total=9)
    boards = [(Tpn(1), Tpn(2)), (Tpn(3), Tpn(4))]
    words = "\n".join(faults(event, 3, absolutes, BASIC, boards, Tpn(5)))
    for article in (BASIC.once, BASIC.bye_bar, BASIC.colours):
        assert f"[{article}]" in words
    assert "C.04.1" not in words


@pytest.mark.parametrize("name", OF_GAMES)
def test_a_published_round_that_is_illegal(name: str) -> None:
    paired = pair(AFTER_ONE_GAME, system=elsewhere(name))
    found = list(illegalities(paired.state, round_of("3-4:=="), paired.system))
    assert [(one.article, one.code) for one in found] == [("Z.1 once", "K1")]


@pytest.mark.parametrize("name", ALL)
def test_a_page_names_the_basic_rules_of_the_edition(name: str) -> None:
    system = ALL[name]
    articles = {one.article for one in Rules(system).all()}
    assert {system.basic.once, system.basic.one_bye} <= articles
    if system.edition != "2026":
        assert not {"C.04.1 2", "C.04.1 3", "C.04.1 4"} & articles


@pytest.mark.parametrize("edition", ["1998", "2009", "2012"])
def test_a_procedure_cites_the_articles_of_its_edition(edition: str) -> None:
    system = ALL[f"dutch {edition}"]
    assert isinstance(system.process, ByProcedure)
    articles = system.process.articles._replace(no_opponent="Z.4 alone")
    other = replace(system, process=replace(system.process, articles=articles))
    event = tournament(4, "1-3:10 4-2:01", "2-1:== 3-4:==", total=5)
    steps = [step for bracket in pair(event, system=other).account.brackets for step in bracket.steps]
    assert [(step.player, step.article) for step in steps] == [(tpn, f"{system.article} Z.4 alone") for tpn in (1, 2)]
