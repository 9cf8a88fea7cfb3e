"""The checker's statements are true."""

import re
from pathlib import Path

import pytest

from checker.questions import Moment, judge, moment, what_if, why_not
from checker.questions.asked import ask
from pairing_engine import pair
from pairing_engine.answers.comparison import illegalities
from pairing_engine.answers.decisive import rivals
from pairing_engine.errors import BadRequest, NoPairing
from pairing_engine.facts.basic_rules import BASIC_RULES_2026, BasicRules, Colours
from pairing_engine.facts.model import NOBODY, EventKind, Tournament, Tpn
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.kernel.findings import Fault
from pairing_engine.legality import faults
from pairing_engine.state import demands
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.dutch.edition_2017 import DUTCH_2017
from pairing_engine.systems.system import Completion, System
from swisspair.page.rules import Rules
from tests.builders import round_of, tournament
from tests.places import FIXTURES
from trf import read

CASES = FIXTURES / "cases" / "truth"


LINES = (Path(__file__).parent / "true_lines.txt").read_text("utf-8")
TRUE = re.findall(r"(?m)^(\S+), round (\d+): (.+)\n\+ (.+)\n- (.+)$", LINES)
assert len(TRUE) == LINES.count("\n\n") > 0, "every part of the file is read"


@pytest.mark.parametrize(("file", "number", "question", "so", "not_so"), TRUE)
def test_only_the_true_line_is_given(file: str, number: str, question: str, so: str, not_so: str) -> None:
    """Look at the lines without the family name "Test", which all players of some files share."""
    try:
        said = "|".join(ask(read(str(CASES / f"{file}.trf")), question, int(number)).lines).replace(", Test", "")
    except NoPairing as error:
        said = str(error)
    assert so in said
    assert not_so not in said


def test_an_unmet_criterion_is_reported() -> None:
    answer = ask(read(str(CASES / "p1-5.trf")), "why 6", 4)
    assert any("[C9, C.04.3 2.4.4]" in line for line in answer.behind_it())
    assert answer.shown(whole=False)[-1] == "  4 criteria are not fully met in this bracket (--all shows them)"


def test_forcing_the_pairs_that_there_are_changes_nothing() -> None:
    system = SYSTEMS["dutch"]["2026"]
    for seed in range(4):
        event = generate(Plan(players=6 + seed % 3, rounds=5), seed, system)
        for number in range(2, len(event.rounds) + 1):
            at = moment(event, number, system)
            pairs = [(white, black) for white, black in at.pairing.pairs if black != NOBODY]
            assert at.paired(demands.must_meet(at.given, pairs)).pairs == at.pairing.pairs


WORKED = FIXTURES / "worked"


def before(number: int) -> Moment:
    return moment(read(WORKED / f"held-2026-before-round-{number}.trf"))


def code(at: Moment, number: int, what: int | str) -> str:
    finding = why_not(at, number, what).finding
    return "" if finding is None else finding.code


@pytest.mark.parametrize(
    ("number", "pair", "expected"),
    [
        (4, (5, "bye"), "C5"),  # p. 44: the bye goes to the lowest score
        (4, (4, 2), "C12"),
        (4, (12, "up"), "C13"),
        (9, (1, 9), "C1"),
    ],
)
def test_the_criterion_of_the_book_decides(number: int, pair: tuple[int, int | str], expected: str) -> None:
    assert code(before(number), *pair) == expected


def test_the_actual_pairing_is_confirmed() -> None:
    at = before(4)
    assert why_not(at, 10, "bye").is_so
    assert why_not(at, 12, 7).is_so
    assert why_not(at, 12, "down").is_so
    assert why_not(at, 12, "black").is_so


def test_other_colours_cite_the_article_that_gave_them() -> None:
    finding = why_not(before(4), 12, "white").finding
    assert finding is not None
    assert (finding.fault, finding.article) == (Fault.COLOUR, "C.04.3 5.2.1")


def test_what_if_a_player_were_absent() -> None:
    at = before(4)
    found = what_if(at, ["absent:9"])
    assert (10, 0) in found.gone
    assert found.lines[0] == "the consequences if 9 Louise is absent:"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("absent:x", "expected a number"),
        ("result:3:12-15=2-0", "expected a form such as"),
        ("result:9:12-15=1-0", "round 9 is not one of rounds 1 to 3"),
        ("result:3:12-14=1-0", "did not meet in round 3"),
        ("present:3", "is not absent"),
        ("prohibit:4", "expected two numbers"),
        ("12-99", "there is no participant 99"),
    ],
)
def test_a_change_that_cannot_be_made_is_refused_in_words(change: str, words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        what_if(before(4), [change])


@pytest.mark.parametrize("result", ["1/2-1/2", "½–½", "=-="])  # the option `--enter` accepts these forms of a result
def test_a_result_that_stays_changes_nothing(result: str) -> None:
    at = before(4)
    found = what_if(at, [f"result:3:1-4={result}"])
    assert found.new == ()
    assert found.lines[1] == "  round 4 stays as it is"


def test_a_proposal_is_judged_board_by_board() -> None:
    at = before(4)
    assert judge(at, [(4, 3), (2, 1)]).agrees
    found = judge(at, [(4, 2), (3, 1)])
    assert [board.why.finding.code for board in found.boards if board.why.finding] == ["C12", "C12"]
    assert found.lines[0] == "2 proposed boards differ from the rules"


def test_a_complete_proposal_may_differ_in_colours_alone() -> None:
    at = before(4)
    pairs = [(board.white, board.black) for board in at.pairing.boards] + [(10, 0)]
    assert judge(at, [(int(w), int(b)) for w, b in pairs]).agrees
    pairs[0] = pairs[0][::-1]
    found = judge(at, [(int(w), int(b)) for w, b in pairs])
    assert found.is_complete
    assert [board.why.finding.fault for board in found.boards if board.why.finding] == [Fault.COLOUR]


def test_a_player_named_twice_is_refused() -> None:
    with pytest.raises(BadRequest, match="4 is named twice"):
        judge(before(4), [(4, 3), (4, 1)])


BASIC = BasicRules("Z.1 once", "K1", "Z.1 odd", "Z.1 bye", "Z.1 colours", "Z.1 boards")
COMPLETION = Completion("Z.2 impossible", "Z.2 rest", "K4")

# A table of rounds leaves no choice to explain (tests/articles/test_c05_round_robin.py).
ALL = {
    f"{name} {edition}": system
    for name, editions in SYSTEMS.items()
    for edition, system in editions.items()
    if system.rounds is None
}
OF_GAMES = [name for name, system in ALL.items() if system.kind is EventKind.INDIVIDUAL]
WITH_CRITERIA = [name for name in OF_GAMES if ALL[name].criteria and not ALL[name].bye_steps]


def elsewhere(name: str) -> System:
    return ALL[name]._replace(basic=BASIC, completion=COMPLETION, names=ALL[name].names._replace(floating="Z.3 floats"))


AFTER_ONE_GAME = tournament(4, "3-4:== 1:H 2:H", total=3)
"""An event in which players 3 and 4 have met. If players 1 and 2 met, the others would have no opponents."""


@pytest.mark.parametrize("name", OF_GAMES)
def test_a_round_that_cannot_be_completed(name: str) -> None:
    event = tournament(4, "1-2:== 3-4:==", "3-1:== 4-2:==", "1-4:== 2-3:==", total=5)
    with pytest.raises(NoPairing, match=r"Z\.2 impossible"):
        pair(event, system=elsewhere(name))


AFTER_A_DECIDED_ROUND = tournament(4, "1-3:10 4-2:01", total=3)
"""An event with players 1 and 2 in the highest scoregroup, and players 3 and 4 in the lowest."""

OF_FLOATS = {
    "dutch 1998": "C.04.1 A.4",
    "dutch 2009": "C.04.1 A.4",
    "dutch 2012": "C.04.3.1 A.4",
    "dutch 2017": "C.04.3 A.4",
    "dutch 2026": "C.04.3 1.4.2",
    "lim 2026": "C.04.4.3 3.1",
}

CITED = [
    *((AFTER_ONE_GAME, elsewhere(name), (1, 2), ("Z.2 impossible", "K4")) for name in OF_GAMES),
    (AFTER_ONE_GAME, DUTCH_2017, (1, 2), ("C.04.3 A.9", "C4")),
    *(
        (AFTER_A_DECIDED_ROUND, elsewhere(name), (1, "up"), (f"{ALL[name].article} Z.3 floats", ""))
        for name in OF_GAMES
    ),
    *(
        (AFTER_A_DECIDED_ROUND, elsewhere(name), (3, "down"), (f"{ALL[name].article} Z.3 floats", ""))
        for name in OF_GAMES
    ),
    *((AFTER_A_DECIDED_ROUND, ALL[name], (1, "up"), (article, "")) for name, article in OF_FLOATS.items()),
]


@pytest.mark.parametrize(("event", "system", "question", "cited"), CITED)
def test_what_no_round_can_have_cites_the_article_of_the_edition(
    event: Tournament, system: System, question: tuple[int, int | str], cited: tuple[str, str]
) -> None:
    finding = why_not(moment(event, system=system), *question).finding
    assert finding is not None
    assert (finding.article, finding.code) == cited


@pytest.mark.parametrize("name", WITH_CRITERIA)
def test_a_bye_that_leaves_others_without_an_opponent(name: str) -> None:
    """All four players have met, so one of them gets the bye. Three absent players have fewer points."""
    played = ("1-2:== 3-4:==", "3-1:== 4-2:==", "1-4:== 2-3:==")
    event = tournament(7, *(f"{games} 5:Z 6:Z 7:Z" for games in played), total=5)
    paired = pair(event, system=elsewhere(name))
    assert paired.bye in (1, 2, 3, 4)
    found = {one.against: (one.article, one.code) for one in rivals(paired.pairing, paired.state, paired.system)}
    assert [found[number,] for number in (5, 6, 7)] == 3 * [("Z.2 impossible", "K4")]


@pytest.mark.parametrize("name", ALL)
def test_the_second_opinion_cites_the_editions_basic_rules(name: str) -> None:
    absolutes = ALL[name].absolutes._replace(colours=Colours.STRICT)
    event = tournament(5, "1-2:10 3-4:10 5:U", "1-3:10 2-4:10 5:Z", total=9)
    boards = [(Tpn(1), Tpn(2)), (Tpn(3), Tpn(4))]
    words = "\n".join(faults(event, 3, ALL[name].conventions.bye_bar, absolutes, BASIC, boards, Tpn(5)))
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
    if system.basic.once != BASIC_RULES_2026.once:
        assert not {"C.04.1 2", "C.04.1 3", "C.04.1 4"} & articles


@pytest.mark.parametrize("edition", ["1998", "2009", "2012"])
def test_a_procedure_cites_the_articles_of_its_edition(edition: str) -> None:
    system = ALL[f"dutch {edition}"]
    event = tournament(4, "1-3:10 4-2:01", "2-1:== 3-4:==", total=5)
    steps = [step for bracket in pair(event, system=system).account.brackets for step in bracket.steps]
    assert [(step.player, step.article) for step in steps] == [(tpn, f"{system.article} C.1") for tpn in (1, 2)]


EVERY = [system for editions in SYSTEMS.values() for system in editions.values()]


@pytest.mark.parametrize("system", EVERY, ids=lambda system: f"{system.name}-{system.edition}")
def test_every_criterion_has_a_clause_for_players(system: System) -> None:
    assert [rule.code for rule in system.criteria if rule.clause is None] == []
