"""Each public value of `swisspair` has a representation of one line.

Arguments of a wrong type are refused.
"""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import re
import typing
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import swisspair as public
from pairing_engine import values
from pairing_engine.facts.codes import TeamOptions, kind_of_code, says_the_same, system_of, team_code, team_rules_of
from pairing_engine.facts.model import EventKind, TeamRules
from pairing_engine.generator.configuration import points_of, scoring_from, with_configuration
from pairing_engine.generator.generate import Amount, per_round
from pairing_engine.kernel.rules import Bracket, Edge, Region, Rule, Weigher, costs_of, counts, kind_of, lists, lower_of
from pairing_engine.standings.catalogue import TIE_BREAKS
from pairing_engine.state.round_state import Player
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.choice import choose
from pairing_engine.systems.dutch import edition_2026 as criteria
from pairing_engine.values import LINE
from swisspair import (
    BadRequest,
    Bye,
    ByeKind,
    Colour,
    Game,
    Participant,
    Plan,
    Points,
    Prohibition,
    Request,
    Result,
    Round,
    Scoring,
    Settings,
    Tournament,
    Tpn,
    TrfProblems,
    ask,
    check,
    examine,
    feasible,
    generate,
    pair,
    read,
    standings,
    why_rank,
    write,
)
from swisspair.commands.modes.generate import GeneratorOptions, plan_from
from swisspair.terminal.options import InitialColour, Score, Teams, TeamType
from tests.articles.literal import dutch
from tests.builders import bracket, player
from tests.internals import DUTCH_RULES
from tests.places import FIXTURES, ROOT

PATH = str(FIXTURES / "worked" / "held-2026-before-round-4.trf")
EVENT = read(PATH)
DUTCH = public.SYSTEMS["dutch"]["2026"]
LONG = "Anna Maria " * 30
PEOPLE = tuple(Participant(Tpn(number), LONG) for number in range(1, 61))
GAMES = tuple(Game(Tpn(number), Tpn(number + 30), Result.WIN, Result.LOSS) for number in range(1, 31))
GROUP = frozenset(map(Tpn, range(1, 61)))
LARGE = Tournament(LONG, PEOPLE, (Round(GAMES, (Bye(Tpn(1), ByeKind.HALF_POINT),)),))


def problems() -> TrfProblems:
    with pytest.raises(TrfProblems) as caught:
        read("001 nothing\n" * 50)
    return caught.value


asked = public.Event.of(EVENT)
SHOWN: list[Any] = [
    *(EVENT, LARGE, SYSTEMS["dutch"], PEOPLE[0], GAMES[0], LARGE.rounds[0], LARGE.rounds[0].byes[0], EVENT.settings),
    Settings(prohibitions=(Prohibition(1, 2, GROUP),) * 20),
    *(Scoring(win=Points(30)), Request(1, LARGE.rounds[0].byes[0]), Prohibition(1, 9, frozenset((Tpn(1), Tpn(2))))),
    *(
        {"dutch": public.SYSTEMS["dutch"]},
        DUTCH,
        Plan(players=5, ratings=(2000,) * 99),
        examine(PATH),
        pair(EVENT),
        pair(EVENT).boards[0],
    ),
    *(check(EVENT), check(EVENT).rounds[0], standings(EVENT), feasible(EVENT, 3), problems(), problems().problems[0]),
    *(standings(EVENT).places[0], pair(EVENT).pairings[0], public.Amount(5), public.Event.of(LARGE)),
    *(public.TeamRules(), public.Team(Tpn(1), (Tpn(1),)), public.Note(public.NoteKind.MANUAL, 1, LONG)),
    *(public.VirtualPoints(Points(10), 1, 2, GROUP), public.AbnormalPoints("W", Points(10), 1, GROUP)),
    public.Wish(public.WishKind.AVOID, public.Strength.WEAK, 1, 2, "pairs", (GROUP,) * 9),
    public.AbnormalTeamPoints("W", None, None, 1, GROUP),
    *((points := public.TeamPoints(Points(20), Points(25))), public.TeamMatch(Tpn(1), Tpn(2), points, points)),
    *(asked.why(8), asked.why_not(1, 3), asked.why_not(1, 3).finding, asked.what_if("absent:1"), asked.judge([(4, 3)])),
]

NOT_SHOWN = {
    "Adjustment",
    "Answer",
    *(name for name in dir(public) if name.endswith(("Pairing", "Request", "Requests"))),
}
NOT_SHOWN |= {"AskedAs", "MissingFact", "NoEdition", "PairingError", "TooLarge"}
NOT_SHOWN -= {"Pairing", "Request"}
"""Public classes whose representation is not tested here."""


@pytest.mark.parametrize("value", SHOWN, ids=lambda value: type(value).__name__)
def test_a_value_is_shown_in_a_line(value: object) -> None:
    assert len(repr(value)) <= LINE
    assert "\n" not in repr(value)


def test_a_value_of_every_public_kind_is_shown() -> None:
    kinds = {name for name in dir(public) if isinstance(getattr(public, name), type)}
    kinds -= {name for name in kinds if issubclass(getattr(public, name), Enum)}
    assert kinds - NOT_SHOWN == {type(value).__name__ for value in SHOWN} - {"dict"}


def test_the_reference_of_the_site_has_every_public_name() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "api").glob("*.md"))
    shown = set(re.findall(r"(?m)^::: ([\w.]+)", pages))
    homes = {
        name: getattr(getattr(public, name), "__module__", "pairing_engine.systems")
        for name in set(dir(public)) - {"__version__"}
    }
    homes |= {"SYSTEMS": "pairing_engine.systems", "Source": "trf.format.source"}
    missing = {name for name, home in homes.items() if not {home, f"{home}.{name}"} & shown}
    assert missing == set()


def test_what_people_print_has_lines() -> None:
    assert len(str(pair(EVENT)).splitlines()) == 10
    assert str(check(EVENT)).splitlines()[1] == "rounds 1 to 3 agree"
    assert str(standings(EVENT)).splitlines()[:2] == ["Rank  No  Name       PTS", "   1   1  Alice      2.5"]
    assert str(feasible(EVENT, 3)) == "3 more rounds can be paired: one way to pair them was found"


WRONG: dict[str, Callable[[Any], object]] = {
    "settings: found {}, expected Settings": lambda _: Tournament("Club", PEOPLE, settings={}),  # type: ignore[arg-type]
    "rounds: found Game": lambda _: Tournament("Club", PEOPLE, GAMES),  # type: ignore[arg-type]
    "participants: found 'Ann', expected a list or a tuple": lambda _: Tournament("Club", "Ann"),  # type: ignore[arg-type]
    "initial_colour: found 'red', expected white": lambda _: Settings(initial_colour="red"),  # type: ignore[arg-type]
    "baku: found 'no', expected True or False": lambda _: Settings(baku="no"),  # type: ignore[arg-type]
    "tie_breaks: found 'BH', expected a list or a tuple": lambda _: Settings(tie_breaks="BH"),  # type: ignore[arg-type]
    "win: found 1.0, expected a whole number": lambda _: Scoring(win=1.0),  # type: ignore[arg-type]
    "kind: found 'hlf', expected a ByeKind": lambda _: Bye(Tpn(1), "hlf"),  # type: ignore[arg-type]
    "white_result: found 'x', expected a Result": lambda _: Game(1, 2, "x", "0"),  # type: ignore[arg-type]
    "source: found 5, expected a path": lambda _: read(5),  # type: ignore[arg-type]
    "expected a Tournament or a TrfFile": lambda path: write(path),
    "seed: found '1', expected a whole number": lambda _: generate(Plan(), "1", DUTCH),  # type: ignore[arg-type]
    "system: found 5, expected a name such as dutch, or a System": lambda _: generate(Plan(), 1, 5),  # type: ignore[arg-type]
    "found: found <Tournament": lambda _: why_rank(EVENT, 1, 2),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("words", WRONG)
def test_another_type_is_refused_where_it_is_given(words: str) -> None:
    with pytest.raises(TypeError) as caught:
        WRONG[words](PATH)
    assert words in str(caught.value)


# --- one door ---------------------------------------------------------------------------------------------------------

DOORS: dict[str, Callable[..., object]] = {
    "pair": pair,
    "check": check,
    "feasible": lambda event, number=2, **named: feasible(event, number, **named),
    **{
        kind: partial(lambda kind, event, number=None, **named: ask(event, kind, number, **named), kind)
        for kind in ("why 1", "why-not 1-2", "what-if absent:1", "judge 1-2")
    },
}

NAMED: dict[str, dict[str, Any]] = {
    "there is no engine 'rocket'": {"engine": "rocket"},
    "there is no system 'chess960'": {"system": "chess960"},
    "edition '1492' of the FIDE .Dutch. System is not available": {"system": "dutch", "edition": "1492"},
    "there is no participant 99": {"avoid_pairs": "1-99"},
}


@pytest.mark.parametrize("door", DOORS)
def test_every_door_refuses_the_same_with_the_same_words(door: str) -> None:
    for words, named in NAMED.items():
        if not (door == "feasible" and "engine" in named):  # the answer needs no engine
            with pytest.raises(BadRequest, match=words):
                DOORS[door](EVENT, **named)


@pytest.mark.parametrize("door", [*DOORS, "standings"])
def test_another_type_for_an_event_or_a_round_is_refused(door: str) -> None:
    asked = (DOORS | {"standings": standings})[door]
    with pytest.raises(TypeError, match=r"tournament: found .+, expected a Tournament"):
        asked(PATH)
    with pytest.raises(TypeError, match="found '4', expected a whole number"):
        asked(EVENT, "4")


def configured(*lines: str) -> Plan:
    return with_configuration(Plan(), "\n".join(lines), "rtg.cfg")


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("3", [(3, False)]), ("0", [(0, False)]), ("5%", [(5, True)]), ("2.5%", [(2.5, True)]),
        ("2,0,5%", [(2, False), (0, False), (5, True)]), ("100%", [(100, True)]),
    ],
)  # fmt: skip
def test_amounts(text: str, amounts: list[tuple[float, bool]]) -> None:
    assert per_round(text, "--forfeits") == tuple(Amount(*amount) for amount in amounts)


@pytest.mark.parametrize("text", ["", "-1", "101%", "-5%", "3,", "many", "1.5", "%", "5 %%", "nan%", "inf%", "inf"])
def test_an_invalid_amount_is_refused_with_its_option(text: str) -> None:
    with pytest.raises(BadRequest, match="--forfeits"):
        per_round(text, "--forfeits")


@pytest.mark.parametrize(("text", "tenths"), [("1", 10), ("0.5", 5), ("1.5", 15), ("0", 0), ("10", 100), ("2.0", 20)])
def test_points(text: str, tenths: int) -> None:
    assert points_of(text, "PointsForWin") == tenths


@pytest.mark.parametrize("text", ["", "-1", "1.25", ".5", "1,5", "one", "1.x", "٣"])
def test_wrong_numbers_of_points_are_refused(text: str) -> None:
    with pytest.raises(BadRequest, match="PointsForWin"):
        points_of(text, "PointsForWin")


def test_a_scoring_system_of_the_command_line() -> None:
    found = scoring_from("W=3,D=1,L=0,P=1.5,Z=0,F=0", "--points")
    assert (found.win, found.draw, found.loss) == (30, 10, 0)
    assert (found.pairing_allocated_bye, found.full_point_bye, found.half_point_bye) == (15, 30, 10)


@pytest.mark.parametrize("text", ["W", "X=3", "W=x", "W=1,D=2", "D=0.5,L=1", ""])
def test_an_invalid_scoring_system_is_refused(text: str) -> None:
    with pytest.raises(BadRequest):
        scoring_from(text, "--points")


def test_the_keys_of_a_configuration() -> None:
    plan = configured(
        "# a comment", "", "PlayersNumber=30", "RoundsNumber = 7 # why not", "DrawPercentage=35",
        "ForfeitRate=20", "RetiredRate=50", "HalfPointByeRate=25", "HighestRating=2500", "LowestRating=1500",
    )  # fmt: skip
    assert (plan.players, plan.rounds, plan.draws) == (30, 7, 35)
    assert (plan.lowest_rating, plan.highest_rating) == (1500, 2500)
    assert plan.forfeits == (Amount(5),)
    assert plan.withdrawals == (Amount(2),)
    assert plan.half_point_byes == (Amount(4),)


@pytest.mark.parametrize(("value", "percent"), [("20.5", 100 / 20.5), ("2", 50.0), ("1000.125", 100 / 1000.125)])
def test_a_rate_may_be_a_fraction(value: str, percent: float) -> None:
    plan = configured(f"ForfeitRate={value}", f"RetiredRate={value}", f"HalfPointByeRate={value}")
    assert plan.forfeits == plan.withdrawals == plan.half_point_byes == (Amount(percent),)


@pytest.mark.parametrize("value", ["0.9", "nan", "inf", "1e3", "20,5", "-20", "", "20.", ".5"])
def test_an_invalid_rate_is_refused(value: str) -> None:
    with pytest.raises(BadRequest, match=r"rtg\.cfg:1: ForfeitRate"):
        configured(f"ForfeitRate={value}")


def test_a_configured_forfeit_loss_is_the_zero_point_bye_too() -> None:
    """In bbpPairings, a zero-point bye also gets the points of a forfeit loss."""
    both = configured("PointsForZPB=0.5", "PointsForForfeitLoss=0.2").scoring
    apart = configured("PointsForForfeitLoss=0.2", "PointsForZPB=0.5").scoring
    assert both is not None
    assert apart is not None
    assert (both.forfeit_loss, both.zero_point_bye) == (2, 2)
    assert (apart.forfeit_loss, apart.zero_point_bye) == (2, 5)


@pytest.mark.parametrize(
    ("value", "baku"), [("true", True), ("Yes", True), ("1", True), ("false", False), ("0", False)]
)
def test_acceleration_in_a_configuration(value: str, baku: bool) -> None:
    assert configured(f"Accelerated={value}").baku is baku
    with pytest.raises(BadRequest, match="Accelerated"):
        configured("Accelerated=fast")


def test_the_misspelt_key_of_old_is_read() -> None:
    assert configured("HalfPointByteRate=10").half_point_byes == (Amount(10),)


def test_the_points_of_a_configuration() -> None:
    scoring = configured("PointsForWin=3", "PointsForDraw=1", "PointsForPAB=1.5", "PointsForZPB=0").scoring
    assert scoring is not None
    assert (scoring.win, scoring.draw, scoring.pairing_allocated_bye, scoring.half_point_bye) == (30, 10, 15, 10)


@pytest.mark.parametrize(
    "line",
    ["PlayersNumber=0", "PlayersNumber=10000", "PlayersNumber=many", "RoundsNumber=100", "DrawPercentage=101",
     "ForfeitRate=0", "RetiredRate=1", "Players=30", "PlayersNumber", "PointsForWin=x", "HighestRating=12345"],
)  # fmt: skip
def test_a_wrong_line_of_a_configuration_has_its_place(line: str) -> None:
    with pytest.raises(BadRequest, match=r"rtg\.cfg:2"):
        configured("# first", line)


def test_options_go_before_the_configuration(tmp_path: Path) -> None:
    file = tmp_path / "rtg.cfg"
    file.write_text("PlayersNumber=30\nRoundsNumber=7\n")
    plan = plan_from(GeneratorOptions(config=file, players=20, initial_colour=InitialColour.BLACK, forfeits="1,2%"))
    assert (plan.players, plan.rounds) == (20, 7)
    assert plan.initial_colour is Colour.BLACK
    assert plan.forfeits == (Amount(1, False), Amount(2))


def test_unstated_facts_are_left_open() -> None:
    assert plan_from(GeneratorOptions()) == Plan()


def test_ratings_are_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "ratings.txt"
    file.write_text("2500, 2400\n2300 2200\n")
    assert plan_from(GeneratorOptions(ratings=file)).ratings == (2500, 2400, 2300, 2200)
    file.write_text("2500 many")
    with pytest.raises(BadRequest, match=r"ratings\.txt"):
        plan_from(GeneratorOptions(ratings=file))


def test_a_wrong_option_is_refused_with_its_name() -> None:
    with pytest.raises(BadRequest, match="--late-entries"):
        plan_from(GeneratorOptions(late_entries="1,2"))
    with pytest.raises(BadRequest, match="--points"):
        plan_from(GeneratorOptions(points="W"))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        plan_from(GeneratorOptions(config=tmp_path / "none.cfg"))


@pytest.mark.parametrize(
    ("code", "preferences", "by_match_points", "secondary"),
    [
        ("FIDE_TEAM", "A", True, True),
        ("FIDE_TEAM_TYPEA", "A", True, True),
        ("FIDE_TEAM_TYPEB", "B", True, True),
        ("FIDE_TEAM_MP", "", True, False),
        ("FIDE_TEAM_GP", "", False, False),
        ("FIDE_TEAM_MP_GP", "", True, True),
        ("FIDE_TEAM_TYPEA_MP_GP", "A", True, True),
        ("FIDE_TEAM_TYPEB_GP_MP", "B", False, True),
        ("FIDE_TEAM_2026_TYPEB_GP", "B", False, False),
    ],
)
def test_a_team_code_says_type_and_scores(code: str, preferences: str, by_match_points: bool, secondary: bool) -> None:
    assert team_rules_of(code) == TeamRules(preferences, by_match_points, secondary)
    assert choose(Settings(system=code)).system.name == "team"
    assert kind_of_code(code) is EventKind.TEAM


@pytest.mark.parametrize("preferences", ["A", "B", ""])
@pytest.mark.parametrize("by_match_points", [True, False])
@pytest.mark.parametrize("secondary", [True, False])
def test_the_code_of_rules_says_them(preferences: str, by_match_points: bool, secondary: bool) -> None:
    rules = TeamRules(preferences, by_match_points, secondary)
    assert team_rules_of(team_code(rules)) == rules
    assert says_the_same(team_code(rules), rules)
    assert not says_the_same(team_code(TeamRules(preferences, not by_match_points, secondary)), rules)


@pytest.mark.parametrize(
    "code", ["FIDE_TEAM_TYPEC", "FIDE_TEAM_MP_MP", "FIDE_TEAM_GP_TYPEA", "FIDE_TEAMS", "CUSTOM_TEAM"]
)
def test_an_unknown_code_is_refused_with_the_known_ones(code: str) -> None:
    assert team_rules_of(code) is None
    with pytest.raises(BadRequest, match=f"names {code}, which cannot be paired"):
        choose(Settings(system=code))


def test_double_swiss_has_its_code_with_and_without_a_year() -> None:
    for code in ("FIDE_DOUBLESWISS", "FIDE_DOUBLESWISS_2026"):
        assert choose(Settings(system=code)).system.name == "double-swiss"
        assert kind_of_code(code) is EventKind.DOUBLE
    assert system_of("FIDE_DUBOV") == ("dubov", None)
    assert kind_of_code("FIDE_DUBOV") is EventKind.INDIVIDUAL


def test_options_override_the_code_and_nothing_else() -> None:
    rules = TeamRules("B", False, True, colours="WB")
    assert Teams().stated.over(rules) == rules
    none = Teams(TeamType.NONE, None, no_secondary=True).stated
    assert none.over(rules) == TeamRules("", False, False, colours="WB")
    assert Teams(TeamType.A, Score.MP).stated == TeamOptions("A", True, None)


def test_without_a_code_the_kind_of_pairing_gives_the_system() -> None:
    assert choose(Settings(team=TeamRules())).system.name == "team"
    assert choose(Settings(double=True)).system.name == "double-swiss"
    with pytest.raises(BadRequest, match="a match of two teams; the FIDE \\(Dutch\\) System cannot pair such events"):
        choose(Settings(team=TeamRules()), "dutch")


ROOM = ROOT / "pairing_engine" / "systems"
SOURCES = {path: path.read_text(encoding="utf-8") for path in sorted(ROOM.rglob("*.py"))}
EVERYTHING = "".join(SOURCES.values())

WITHOUT_CHAPTER = re.compile(r'(?m)^ +"""\[((?!C\.0)(?:\d|[A-E]\.\d)[\d.]*(?:\.[a-z])?)')
"""A pattern for docstrings that begin with the number of an article but omit its chapter."""


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_search_for_an_article_leads_to_its_home(name: str) -> None:
    for system in SYSTEMS[name].values():
        numbers = [rule.article for rule in system.criteria] + [step.article for step in system.colour_steps]
        numbers += [article for article, _ in system.procedure]
        missing = [number for number in numbers if f"{system.article} {number}" not in EVERYTHING]
        assert missing == []


def test_tie_breaks_are_found_by_the_number_of_their_article() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "pairing_engine" / "standings").glob("*.py"))
    assert [one.code for one in TIE_BREAKS.values() if f"C.07 {one.article}" not in sources] == []


def test_a_function_is_found_by_the_article_that_it_implements() -> None:
    assert {path: found for path, source in SOURCES.items() if (found := WITHOUT_CHAPTER.findall(source))} == {}


HISTORIES = ["".join(colours) for length in range(5) for colours in product("wb", repeat=length)]


def rules_called(code: str) -> list[Rule]:
    return [rule for rule in DUTCH_RULES if rule.code == code]


@pytest.mark.parametrize("code", ["C10", "C11", "C12", "C13"])
@pytest.mark.parametrize(("one_scores", "other_scores"), [(30, 30), (30, 10), (10, 10)])
def test_pair_costs_match_article_5(code: str, one_scores: int, other_scores: int) -> None:
    """[Readings D7, D8] Check the costs of pairs in a last round, for all combinations of colour histories."""
    (rule,) = rules_called(code)
    criterion = {"C10": dutch.c10, "C11": dutch.c11, "C12": dutch.c12, "C13": dutch.c13}[code]
    seen = set()
    for one, other in product(HISTORIES, repeat=2):
        players = player(1, one_scores, one), player(2, other_scores, other)
        here = bracket(players, last=True)
        literal = tuple(dutch.Player(p.tpn, p.score, p.colours, topscorer=p.score == 30) for p in players)
        if not dutch.may_meet(*literal):
            continue
        edge = Edge(*players)
        expected = criterion(None, dutch.Candidate((literal,), frozenset()))  # type: ignore[arg-type]
        assert (rule.cost(edge, here),) == expected, (one, other)
        seen.add(expected)
    assert len(seen) > 1 or (code in ("C10", "C11") and one_scores == other_scores == 10)


def test_rules_stand_in_the_order_of_article_2() -> None:
    codes = list(dict.fromkeys(rule.code for rule in DUTCH_RULES))
    assert codes == [f"C{number}" for number in range(5, 22)]


def test_rules_name_the_articles_of_the_handbook() -> None:
    for rule in DUTCH_RULES:
        number = int(rule.code[1:])
        assert rule.article == ("2.3.1" if number == 5 else f"2.4.{number - 5}")


@pytest.mark.parametrize("code", ["C10", "C11"])
def test_topscorers_matter_in_the_last_round_only(code: str) -> None:
    (rule,) = rules_called(code)
    assert rule.applies(bracket([player(1), player(2)], last=True))
    assert not rule.applies(bracket([player(1), player(2)], last=False))


def test_the_depth_of_the_limbo_makes_no_difference() -> None:
    here = bracket([player(4)], [player(1, 30, floats="-D"), player(2, 20, floats="-D"), player(3, 20)])
    for code in ("C18", "C20"):
        (rule,) = rules_called(code)
        assert rule.levels is not None
        assert rule.levels(here) == tuple(sorted({20, 10, 20 + criteria.LIMBO_DEPTH, 10 + criteria.LIMBO_DEPTH})[::-1])


@counts("X1", "9.1", "players whose number is odd")
def odd_numbers(edge: Edge, _bracket: Bracket) -> int:
    return sum(p.tpn % 2 for p in edge.players)


@lists("X2", "9.2", "scores of those who float", levels=lambda _: (30, 20, 10))
def floating_scores(edge: Edge, _bracket: Bracket) -> int:
    return int(edge.upper.score) if edge.floats else 0


@counts("X3", "9.3", "never", applies=lambda _: False)
def never(_edge: Edge, _bracket: Bracket) -> int:
    raise AssertionError("not asked")


def down(p: Player) -> Edge:
    return Edge(p, None, Region.BRACKET, Region.BELOW)


ONE, TWO, THREE_RULES, FOUR = (player(n, score) for n, score in ((1, 30), (2, 20), (3, 20), (4, 10)))
HERE = bracket([FOUR], [ONE, TWO, THREE_RULES])


def test_a_rule_that_counts_adds_up() -> None:
    assert odd_numbers.total([Edge(ONE, FOUR), down(THREE_RULES), down(TWO)], HERE) == 2
    assert odd_numbers.total([], HERE) == 0


def test_a_rule_that_lists_compares_in_descending_order() -> None:
    assert floating_scores.total([down(TWO), Edge(THREE_RULES, FOUR), down(ONE)], HERE) == (30, 20)
    assert floating_scores.total([Edge(THREE_RULES, FOUR)], HERE) == ()


def test_counted_players_are_on_the_edges_with_costs() -> None:
    edges = [Edge(TWO, FOUR), down(ONE), Edge(THREE_RULES, FOUR)]
    assert odd_numbers.counted(edges, HERE, frozenset()) == (ONE.tpn, THREE_RULES.tpn, FOUR.tpn)
    lower = replace(odd_numbers, who=lower_of)
    assert lower.counted(edges, HERE, frozenset()) == (FOUR.tpn,)


def test_costs_omit_zeros() -> None:
    assert costs_of((odd_numbers, floating_scores), Edge(TWO, FOUR), HERE) == ()
    assert costs_of((odd_numbers, floating_scores), down(ONE), HERE) == ((odd_numbers, 1), (floating_scores, 30))


def test_packed_values_are_plain_ints() -> None:
    """Check that no cost is a bool, because networkx would then turn all costs into floats."""
    truth = Rule("X4", "9.4", "truth", lambda edge, _: edge.floats)
    weigher = Weigher((truth,), HERE, 4)
    assert type(weigher.pack(costs_of((truth,), down(ONE), HERE))) is int


def test_earlier_rules_and_higher_levels_outweigh_later_ones() -> None:
    weigher = Weigher((odd_numbers, floating_scores), HERE, 4)

    def weight(*edges: Edge) -> int:
        return sum(weigher.pack(costs_of(weigher.rules, edge, HERE)) for edge in edges)

    assert weight(down(TWO), down(FOUR)) < weight(Edge(ONE, FOUR))
    assert weight(down(TWO), Edge(FOUR, player(6))) < weight(down(TWO), down(FOUR))


def test_the_most_significant_field_comes_first() -> None:
    weigher = Weigher((odd_numbers, floating_scores), HERE, 4)
    assert weigher.widths == [3, 3, 3, 3]
    assert weigher.bits == 12


def test_a_bounded_rule_gets_a_field_for_its_bound() -> None:
    bounded = Rule("X5", "9.5", "bounded", odd_numbers.cost, most=99)
    assert Weigher((bounded,), HERE, 2).bits == 7


def test_equal_profiles_are_of_one_kind() -> None:
    assert kind_of(("a", 1)) == kind_of(("a", 1)) != kind_of(("a", 2))


def test_a_rule_says_where_it_applies() -> None:
    assert odd_numbers.applies(HERE)
    assert not never.applies(HERE)


if typing.TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

PRODUCT = ("pairing_engine", "trf", "checker", "swisspair")


class Board(values.NamedTuple):
    white: int
    black: int = 7
    won: bool = False

    @property
    def both(self) -> tuple[int, int]:
        return self.white, self.black


class StandardBoard(typing.NamedTuple):
    white: int
    black: int = 7
    won: bool = False


@values.dataclass(frozen=True)
class Plain:
    name: str
    rounds: int = 9
    notes: Mapping[str, str] = values.field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        if self.rounds < 0:
            raise ValueError("rounds")


@values.dataclass(frozen=True, slots=True)
class Slotted:
    name: str
    rounds: int = values.field(default=9, repr=False)


@values.dataclass(frozen=True, slots=True)
class Longer(Slotted):
    days: int = 1


@values.dataclass(frozen=True, eq=False, kw_only=True)
class Named:
    first: int = 1
    second: int


KINDS: list[tuple[Any, tuple[object, ...], dict[str, object]]] = [
    (Plain, ("a",), {}),
    (Slotted, ("a", 3), {}),
    (Longer, ("a",), {"days": 4}),
    (Named, (), {"second": 2}),
]


def test_a_named_tuple_is_like_that_of_typing() -> None:
    ours, theirs = Board(1, won=True), StandardBoard(1, won=True)
    assert tuple(ours) == tuple(theirs)
    assert repr(ours) == "Board(white=1, won=True)"
    assert tuple(ours._replace(black=3)) == theirs._replace(black=3)
    assert ours._asdict() == theirs._asdict()
    assert (Board._fields, Board._field_defaults) == (StandardBoard._fields, StandardBoard._field_defaults)
    assert Board._make([4, 5, False]).both == (4, 5)
    assert pickle.loads(pickle.dumps(ours)) == ours
    assert type(copy.copy(ours)) is Board


@pytest.mark.parametrize("wrong", [{}, {"white": 1, "red": 2}])
def test_a_named_tuple_refuses_what_it_has_no_field_for(wrong: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"white|red"):
        Board(**wrong)
    with pytest.raises(ValueError, match="red"):
        Board(1)._replace(red=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="Expected 3"):
        Board._make([1])


@pytest.mark.parametrize(("kind", "given", "named"), KINDS)
def test_the_standard_library_knows_the_dataclasses(
    kind: Any, given: tuple[object, ...], named: dict[str, object]
) -> None:
    value = kind(*given, **named)
    names = [field.name for field in dataclasses.fields(value)]
    last = names[-1]
    assert dataclasses.asdict(values.replace(value, **{last: 5}))[last] == 5
    assert dataclasses.asdict(dataclasses.replace(value, **{last: 5})) == dataclasses.asdict(value) | {last: 5}
    again = pickle.loads(pickle.dumps(value))
    assert dataclasses.asdict(again) == dataclasses.asdict(value)
    assert (again == value) is (kind is not Named)
    assert (hash(again) == hash(value)) is (kind is not Named)


@pytest.mark.parametrize(("kind", "given", "named"), KINDS)
def test_a_dataclass_is_frozen(kind: Any, given: tuple[object, ...], named: dict[str, object]) -> None:
    value = kind(*given, **named)
    name = next(iter(kind.__fields__))
    with pytest.raises(dataclasses.FrozenInstanceError, match=name):
        setattr(value, name, 1)
    with pytest.raises(dataclasses.FrozenInstanceError, match=name):
        delattr(value, name)
    with pytest.raises(TypeError, match="other"):
        kind(*given, **named, other=1)


def test_defaults_are_made_anew_and_checked() -> None:
    assert Plain("a").notes is not Plain("a").notes
    assert Plain("a", notes={"1": "2"}) == Plain("a")
    assert Plain("a") != object()
    assert Slotted("a") != Longer("a")
    assert Plain.rounds == 9
    assert repr(Slotted("a")) == "Slotted(name='a')"
    assert not hasattr(Slotted("a"), "__dict__")
    with pytest.raises(ValueError, match="rounds"):
        values.replace(Plain("a"), rounds=-1)


def test_all_classes_of_the_product_are_of_this_kind() -> None:
    """Check that no class uses the standard library's dataclasses or named tuples, which slow down every start."""
    slow = re.compile(r"^from dataclasses import|^from typing import .*\bNamedTuple\b", re.MULTILINE)
    paths = (path for room in PRODUCT for path in (ROOT / room).rglob("*.py") if path.name != "values.py")
    assert [path.name for path in paths if slow.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("kind", [Board, Plain, Longer, Named])
def test_a_signature_shows_fields_types_and_defaults_before_a_value_is_made(kind: Any) -> None:
    shown = inspect.signature(kind).parameters
    twins = {field.name: field for field in dataclasses.fields(kind)} if kind is not Board else {}
    names = twins or StandardBoard.__annotations__
    assert list(shown) == list(names)
    assert all(one.annotation is not inspect.Parameter.empty for one in shown.values())
    for name, field in twins.items():
        default = {} if field.default_factory is not dataclasses.MISSING else field.default
        assert shown[name].default == (inspect.Parameter.empty if default is dataclasses.MISSING else default)
    if kind is Board:
        assert [one.default for one in shown.values()] == [inspect.Parameter.empty, 7, False]
    assert all((one.kind is inspect.Parameter.KEYWORD_ONLY) is (kind is Named) for one in shown.values())
