"""The checker's statements are true."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from checker.diff import as_pairs, compare, explain
from checker.questions import Moment, judge, moment, what_if, why, why_not
from checker.questions.asked import ask
from pairing_engine import pair
from pairing_engine.answers.account import account_of
from pairing_engine.answers.comparison import illegalities
from pairing_engine.answers.decisive import rivals
from pairing_engine.errors import BadRequest, NoPairing
from pairing_engine.facts.basic_rules import BASIC_RULES_2026, BasicRules
from pairing_engine.facts.model import NOBODY, Bye, ByeKind, EventKind, Game, Result, Round, Tpn, show_points
from pairing_engine.generator.generate import Amount, Plan, generate
from pairing_engine.kernel.trace import Fault
from pairing_engine.legality import Colours, faults
from pairing_engine.pairing import pair_round
from pairing_engine.state import demands
from pairing_engine.state.history import states
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.dutch.edition_2017 import DUTCH_2017
from pairing_engine.systems.system import Completion, System
from swisspair.page.rules import Rules
from tests.builders import round_of, tournament
from tests.places import FIXTURES
from trf import read

CASES = FIXTURES / "cases" / "truth"


def lines_of(file: str, number: int, kind: str, question: str) -> str:
    """Return the lines of an answer without the family name "Test", which all players share."""
    answer = ask(read(str(CASES / f"{file}.trf")), f"{kind} {question}", number)
    return "\n".join(answer.lines).replace(", Test", "")


TRUE = [
    ("../../worked/held-2026-before-round-6", 6, "why", "13", "Otherwise 6 Finn would have the bye", "2.4.9"),
    (
        "../../worked/held-2026-before-round-8",
        8,
        "why",
        "5",
        "Otherwise 11 Nancy would have the bye",
        "could not be the opp",
    ),
    ("p1-8", 4, "why-not", "3-down", "who has the pairing-allocated bye) paired down: impossible", "report"),
    (
        "p1-12",
        5,
        "why-not",
        "5-8",
        "is 3.0 instead of 2.0: 3 Player0003 instead of 8 Player0008 [C5",
        "2.5 instead",
    ),
    (
        "p1-1",
        3,
        "why-not",
        "2-7",
        "more downfloaters (2 instead of 0): 2 Player0002 and 3 Player0003 [C6",
        "1 Player0001, 3",
    ),
    (
        "p1-45",
        4,
        "judge",
        "6-1,5-4,2-7",
        "  in the bracket of 2.0 points, this pairing is worse, because",
        "nothing",
    ),
    (
        "p1-5",
        4,
        "why",
        "6",
        "may not have the bye, because the bye is not allowed after a win by forfeit in round 1",
        "got it",
    ),
    ("p1-100", 3, "why", "4", "6 Player0006, because some other players would find no opponent [C4", "already met"),
    (
        "s-dubov-2026-1",
        2,
        "why-not",
        "4-8",
        "because 4 Player0004 meets 8 Player0008 instead of 1 Player0001",
        "BSN",
    ),
    (
        "s-dubov-2026-1",
        3,
        "why-not",
        "5-7",
        "1 Player0001 (1) has the bye instead of 5 Player0005 (2), although the pairing-allocated bye goes to",
        ": 1 instead of 5",
    ),
    ("s-lim-2026-1", 3, "why-not", "6-4", ": 3 - 5, but 3 - 4 by the rule", "bracket"),
    ("s-double-swiss-2026-5", 2, "why-not", "2-7", "because 2 Player0002 meets 7 Player0007 instead of 5", "S1"),
    (
        "s-burstein-2026-7",
        3,
        "why-not",
        "3-bye",
        "3 Player0003 (1.0) has the bye instead of 7 Player0007 (0.5), although the pairing-allocated bye goes",
        ": 3 instead of 7",
    ),
    ("s-dutch-2012-6", 4, "why-not", "9-up", ": 6 moves down, but 1 moves down by the rule", "what becomes of"),
    ("underway", 1, "why", "4", "Natural order: second of the upper half", "without results"),
    # [C12] is worse one bracket lower, so the round is not equally good.
    (
        "p2-5510001",
        2,
        "why-not",
        "1-3",
        "In that case, the pairing of the bracket of 1.0 points would be equally good",
        "the round would",
    ),
    # In the proposal 7 meets 5. It floats in a third round only, the best one with 6-4.
    ("p2-5510001", 3, "judge", "6-4,2-3,5-7", "is 2.0 instead of none: 3 Player0003 [C7", "7 Player0007"),
    (
        "p2-5510005",
        3,
        "what-if",
        "9-2",
        "  illegal for 9 Player0009 and 2 Player0002, because they already met in round 2",
        "impossible",
    ),
    # Four float in both rounds.
    ("p2-7710003", 4, "why-not", "1-3", "in the bracket of 2.0 points, more players would float down", "case, more"),
    # 4 and 7 are denied by the colours that were proposed.
    (
        "p2-7710006",
        2,
        "judge",
        "3-4,6-5,7-2",
        "(2 instead of 0): 7 Player0007 and 4 Player0004 [C12",
        "1 instead of 0",
    ),
    (
        "s3-dubov-2026-4101",
        4,
        "why-not",
        "1-6",
        "the bracket of 3.0 points would be equally good, but",
        "the round would",
    ),
    ("s3-lim-2026-4100", 2, "why-not", "3-5", "1 - 2, but according to the procedure 1 - 7", "equally good"),
]


@pytest.mark.parametrize(("file", "number", "kind", "question", "so", "not_so"), TRUE)
def test_only_the_true_line_is_given(file: str, number: int, kind: str, question: str, so: str, not_so: str) -> None:
    said = lines_of(file, number, kind, question)
    assert so in said
    assert not_so not in said


def test_an_unmet_criterion_is_reported() -> None:
    answer = ask(read(str(CASES / "p1-5.trf")), "why 6", 4)
    assert any("[C9, C.04.3 2.4.4]" in line for line in answer.behind_it())
    assert answer.shown(whole=False)[-1] == "  4 criteria are not fully met in this bracket (--all shows them)"


SYSTEM_NAMES = ("dutch", "dubov", "burstein", "lim")


def legal(at: Moment, one: Tpn, other: Tpn) -> bool:
    if other == NOBODY:
        recorded = Round((), (Bye(one, ByeKind.PAIRING_ALLOCATED),))
    else:
        recorded = Round((Game(one, other, Result.UNKNOWN, Result.UNKNOWN),))
    return not any(illegalities(at.state, recorded, at.system))


def rounds(at: Moment, left: list[Tpn]) -> Iterator[list[frozenset[Tpn]]]:
    """Yield every complete legal round of these players. `NOBODY` stands for the bye."""
    if not left:
        yield []
        return
    first, rest = left[0], left[1:]
    for other in rest:
        pair = (other, first) if first == NOBODY else (first, other)
        if legal(at, *pair):
            without = [tpn for tpn in rest if tpn != other]
            yield from ([frozenset(pair), *more] for more in rounds(at, without))


def moments(system: System, seeds: range) -> Iterator[Moment]:
    for seed in seeds:
        event = generate(Plan(players=6 + seed % 3, rounds=5), seed, system)
        for number in range(2, len(event.rounds) + 1):
            yield moment(event, number, system)


def look(system: System, seeds: range) -> int:
    count = 0
    for at in moments(system, seeds):
        players = [player.tpn for player in at.state.players]
        everybody = [NOBODY, *players] if len(players) % 2 else players
        legal_rounds = list(rounds(at, everybody))
        try:
            right = {frozenset(pair) for pair in as_pairs(at.pairing)}
        except NoPairing:
            assert not legal_rounds
            continue
        for one, other in combinations(players, 2):
            found = why_not(at, one, other)
            pair = frozenset((one, other))
            possible = any(pair in one_round for one_round in legal_rounds)
            assert found.is_so is (pair in right)
            assert found.is_impossible is not possible, (at.number, one, other)
            if found.round:
                assert pair in {frozenset(p) for p in found.round}
                assert found.finding is not None, (at.tournament.name, at.number, one, other)
            count += 1
    return count


@pytest.mark.parametrize("name", SYSTEM_NAMES)
def test_impossible_means_that_no_complete_round_has_the_pair(name: str) -> None:
    assert look(SYSTEMS[name]["2026"], range(3)) > 50


@pytest.mark.slow
@pytest.mark.parametrize("name", SYSTEM_NAMES)
def test_explanations_agree_in_many_rounds(name: str) -> None:
    assert look(SYSTEMS[name]["2026"], range(1000, 1125)) > 2000


def test_forcing_the_pairs_that_there_are_changes_nothing() -> None:
    for at in moments(SYSTEMS["dutch"]["2026"], range(4)):
        pairs = [(white, black) for white, black in as_pairs(at.pairing) if black != NOBODY]
        assert as_pairs(at.paired(demands.must_meet(at.given, pairs))) == as_pairs(at.pairing)


BYE_SCORE = "the score of the assignee of the pairing-allocated bye"
FLOATERS_SCORES = "who has more points than the residents"


def system_of(name: str) -> System:
    return list(SYSTEMS[name].values())[-1]


@pytest.mark.parametrize("name", ["dutch", "burstein"])
def test_the_numbers_of_an_account_are_scores(name: str) -> None:
    """Explanations print scores, not internal values."""
    system, seen = system_of(name), 0
    for seed in range(20):
        event = generate(Plan(players=9 + seed % 8, rounds=6, baku=False), seed, system)
        for state, _ in zip(states(event, system.conventions), event.rounds, strict=False):
            scores = {state.shown(player.tpn): player.score for player in state.players}
            for bracket in account_of(pair_round(system, state), state, system).brackets:
                for unmet in bracket.unmet:
                    if unmet.words.endswith(FLOATERS_SCORES):
                        above = sorted((scores[n] for n in bracket.floaters if scores[n] > bracket.score), reverse=True)
                        assert unmet.total == ", ".join(map(show_points, above))
                        seen += 1
    assert seen, "no event has an unmet criterion of this kind"


def test_the_scores_of_two_byes_are_those_of_their_receivers() -> None:
    """[C5] If the wrong player has the bye, the explanation shows the scores of the right and the wrong player."""
    system, seen = system_of("dutch"), 0
    none = (Amount(0),)
    for seed in range(20):
        plan = Plan(9, 5, baku=False, half_point_byes=none, zero_point_byes=none, withdrawals=none)
        event = generate(plan, seed, system)
        for state, _ in zip(states(event, system.conventions), event.rounds, strict=False):
            pairing = pair_round(system, state)
            if pairing.bye is None:
                continue
            due = state.by_tpn[pairing.bye]
            other = next((p for p in reversed(state.players) if p.may_have_bye and p.score > due.score), None)
            if other is None:
                continue
            swap = {other.tpn: due.tpn}
            pairs = [(swap.get(b.white, b.white), swap.get(b.black, b.black)) for b in pairing.boards]
            games = tuple(Game(white, black, Result.DRAW, Result.DRAW) for white, black in pairs)
            recorded = Round(games, (Bye(other.tpn, ByeKind.PAIRING_ALLOCATED),))
            found = explain(state, recorded, pairing, compare(recorded, pairing), system)
            if found is not None and found.finding.words == BYE_SCORE:
                assert found.finding.right == show_points(due.score)
                assert found.finding.wrong == show_points(other.score)
                seen += 1
    assert seen


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


def test_a_pair_that_met_is_impossible_with_its_round() -> None:
    at = before(4)
    found = why_not(at, 12, 9)
    assert found.is_impossible
    assert list(found.lines()) == [
        "12 Oskar (2.0) against 9 Louise (2.0): impossible",
        "  illegal for 12 Oskar and 9 Louise, because they already met in round 2 [C1, C.04.1 2]",
    ]


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


def test_why_tells_everything_about_a_player() -> None:
    at = before(4)
    lines = list(why(at, 12).lines())
    assert lines[0] == "12 Oskar (2.0) in round 4: board 4, Black against 7 Giorgia (1.5)"
    assert lines[1].startswith(
        "  Without this float, the pairing of the bracket of 2.0 points would be equally good, but 8 Kevin would meet "
    )
    assert lines[2] == (
        "  if 12 Oskar (2.0) were not paired down, the pairing of the bracket of 2.0 points would be equally good, but "
        "would come later in the order of candidates"
    )
    assert "[C.04.3 4." in lines[3]
    assert "    illegal for 12 Oskar and 9 Louise, because they already met in round 2 [C1, C.04.1 2]" in lines


def test_what_if_a_player_were_absent() -> None:
    at = before(4)
    found = what_if(at, ["absent:9"])
    assert (10, 0) in found.gone
    assert next(found.lines()) == "if 9 Louise is absent:"


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
    assert list(found.lines())[1] == "  round 4 stays as it is"


def test_a_proposal_is_judged_board_by_board() -> None:
    at = before(4)
    assert judge(at, [(4, 3), (2, 1)]).agrees
    found = judge(at, [(4, 2), (3, 1)])
    assert [board.why.finding.code for board in found.boards if board.why.finding] == ["C12", "C12"]
    assert next(found.lines()) == "2 proposed boards differ from the round that the rules demand"


def test_a_complete_proposal_may_differ_in_colours_alone() -> None:
    at = before(4)
    pairs = [(board.white, board.black) for board in at.pairing.boards] + [(10, 0)]
    assert judge(at, [(int(w), int(b)) for w, b in pairs]).agrees
    pairs[0] = pairs[0][::-1]
    found = judge(at, [(int(w), int(b)) for w, b in pairs])
    assert found.is_complete
    assert [board.why.finding.fault for board in found.boards if board.why.finding] == [Fault.COLOUR]


def test_a_player_named_twice_is_refused() -> None:
    with pytest.raises(BadRequest, match="names 4 twice"):
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
