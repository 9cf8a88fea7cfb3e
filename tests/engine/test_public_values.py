"""Each public value of `swisspair` has a representation of one line.

Arguments of a wrong type are refused.
"""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable
from enum import Enum
from functools import partial
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

import swisspair as public
from checker.checking import check
from checker.questions.asked import ask
from pairing_engine import pair
from pairing_engine.answers.feasible import feasible
from pairing_engine.facts import model
from pairing_engine.facts.codes import TeamOptions, kind_of_code, says_the_same, system_of, team_code, team_rules_of
from pairing_engine.facts.model import EventKind, Strength, TeamRules, Tournament, WishKind
from pairing_engine.facts.scoring import scoring_of
from pairing_engine.generator.configuration import KEYS, POINTS_KEYS, points_of, scoring_from, with_configuration
from pairing_engine.generator.generate import Amount, generate, per_round
from pairing_engine.kernel.rules import Edge, Rule, Weigher, costs_of
from pairing_engine.standings.catalogue import TIE_BREAKS
from pairing_engine.standings.table import standings
from pairing_engine.standings.why import why_rank
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.choice import choose
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
    Tpn,
    TrfProblems,
)
from swisspair.commands.generate import GeneratorOptions, plan_from
from swisspair.terminal.options import Teams
from tests.builders import bracket, player
from tests.internals import DUTCH_RULES
from tests.places import FIXTURES, ROOT
from trf import examine, read, write

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
    *(standings(EVENT).places[0], pair(EVENT).pairings[0], Amount(5), public.Event.of(LARGE)),
    *(public.TeamRules(), public.Team(Tpn(1), (Tpn(1),)), public.Note(model.NoteKind.MANUAL, 1, LONG)),
    *(model.VirtualPoints(Points(10), 1, 2, GROUP), model.AbnormalPoints("W", Points(10), 1, GROUP)),
    public.Wish(WishKind.AVOID, Strength.WEAK, 1, 2, "pairs", (GROUP,) * 9),
    model.AbnormalTeamPoints("W", None, None, 1, GROUP),
    *((points := public.TeamPoints(Points(20), Points(25))), public.TeamMatch(Tpn(1), Tpn(2), points, points)),
    *(asked.why(8), asked.why_not(1, 3), asked.why_not(1, 3).finding, asked.what_if("absent:1"), asked.judge([(4, 3)])),
]

NOT_SHOWN = {
    *("Adjustment", "Answer", "NoPairing", "BadRequest", "MissingFact", "NoEdition", "PairingError"),
}
"""Public classes whose representation is not tested here."""


@pytest.mark.parametrize("value", SHOWN, ids=lambda value: type(value).__name__)
def test_a_value_is_shown_in_a_line(value: object) -> None:
    assert "\n" not in repr(value)


def test_a_value_of_every_public_kind_is_shown() -> None:
    kinds = {name for name in dir(public) if isinstance(getattr(public, name), type)}
    kinds -= {name for name in kinds if issubclass(getattr(public, name), Enum)}
    assert kinds - NOT_SHOWN <= {type(value).__name__ for value in SHOWN}


def test_the_reference_of_the_site_has_every_public_name() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "api").glob("*.md"))
    shown = set(re.findall(r"(?m)^::: ([\w.]+)", pages))
    homes = {name: getattr(getattr(public, name), "__module__", "") for name in dir(public)}
    homes |= {"SYSTEMS": "pairing_engine.systems"}
    missing = {name for name, home in homes.items() if not {home, f"{home}.{name}"} & shown}
    assert missing == set()


def test_what_people_print_has_lines() -> None:
    assert len(str(pair(EVENT)).splitlines()) == 10
    assert str(check(EVENT)).splitlines()[1] == "rounds 1 to 3 agree"
    assert str(standings(EVENT)).splitlines()[:2] == ["Rank  No  Name       PTS", "   1   1  Alice      2.5"]
    assert (
        str(feasible(EVENT, 3))
        == "3 more rounds can be paired: one way to pair them was found; colours were not considered"
    )


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


# --- the plan of a generated event ------------------------------------------------------------------------------------


def configured(text: str) -> Plan:
    return with_configuration(Plan(), text, "rtg.cfg")


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("3", [(3, False)]),
        ("0", [(0, False)]),
        ("2,0,2.5%", [(2, False), (0, False), (2.5, True)]),
        ("100%", [(100, True)]),
    ],
)
def test_amounts(text: str, amounts: list[tuple[float, bool]]) -> None:
    assert per_round(text, "--forfeits") == tuple(Amount(*amount) for amount in amounts)


@pytest.mark.parametrize(
    ("read", "where", "texts"),
    [
        (per_round, "--forfeits", ("", "-1", "101%", "-5%", "3,", "many", "1.5", "%", "5 %%", "nan%", "inf%", "inf")),
        (points_of, "PointsForWin", ("", "-1", "1.25", ".5", "1,5", "one", "1.x", "٣")),
        (scoring_from, "--points", ("W", "X=3", "W=x", "W=1,D=2", "D=0.5,L=1", "")),
    ],
)
def test_an_invalid_value_is_refused_with_its_option(
    read: Callable[[str, str], object], where: str, texts: tuple[str, ...]
) -> None:
    for text in texts:
        with pytest.raises(BadRequest, match=where):
            read(text, where)


def test_a_scoring_system_of_the_command_line() -> None:
    found = scoring_from("W=3,D=1,L=0,P=1.5,Z=0,F=0", "--points")
    assert (found.win, found.draw, found.loss) == (30, 10, 0)
    assert (found.pairing_allocated_bye, found.full_point_bye, found.half_point_bye) == (15, 30, 10)


FIFTH, HALF, QUARTER = ((Amount(percent),) for percent in (5, 2, 4))

CONFIGURED: dict[str, dict[str, object]] = {
    "# a comment\n\nPlayersNumber=30\nRoundsNumber = 7 # why not": {"players": 30, "rounds": 7},
    "DrawPercentage=35": {"draws": 35},
    "HighestRating=2500\nLowestRating=1500": {"lowest_rating": 1500, "highest_rating": 2500},
    "ForfeitRate=20": {"forfeits": FIFTH},  # one in 20
    "RetiredRate=50": {"withdrawals": HALF},
    "HalfPointByeRate=25": {"half_point_byes": QUARTER},
    "HalfPointByteRate=25": {"half_point_byes": QUARTER},  # the misspelt key of old
    "ForfeitRate=20.5": {"forfeits": (Amount(100 / 20.5),)},
    "RetiredRate=1000.125": {"withdrawals": (Amount(100 / 1000.125),)},
    "Accelerated=true": {"baku": True},
    "Accelerated=Yes": {"baku": True},
    "Accelerated=1": {"baku": True},
    "Accelerated=false": {"baku": False},
    "Accelerated=0": {"baku": False},
    "PointsForWin=3\nPointsForDraw=1\nPointsForLoss=0\nPointsForPAB=1.5\nPointsForZPB=0": {
        "scoring": scoring_of(win=30, draw=10, loss=0, pairing_allocated_bye=15, zero_point_bye=0)
    },
    # In bbpPairings, a zero-point bye also gets the points of a forfeit loss.
    "PointsForZPB=0.5\nPointsForForfeitLoss=0.2": {"scoring": scoring_of(zero_point_bye=2, forfeit_loss=2)},
    "PointsForForfeitLoss=0.2\nPointsForZPB=0.5": {"scoring": scoring_of(zero_point_bye=5, forfeit_loss=2)},
}


@pytest.mark.parametrize("text", CONFIGURED)
def test_a_configuration_sets_what_it_says_and_nothing_else(text: str) -> None:
    assert configured(text) == Plan()._replace(**CONFIGURED[text])  # type: ignore[arg-type]


def test_no_key_of_a_configuration_is_forgotten() -> None:
    lines = (line.partition("=")[0].strip() for text in CONFIGURED for line in text.splitlines() if "=" in line)
    assert set(lines) == {*KEYS, *POINTS_KEYS}


@pytest.mark.parametrize(
    "line",
    ["PlayersNumber=0", "PlayersNumber=10000", "PlayersNumber=many", "RoundsNumber=100", "DrawPercentage=101",
     "ForfeitRate=0", "RetiredRate=1", "Players=30", "PlayersNumber", "PointsForWin=x", "HighestRating=12345",
     "Accelerated=fast",
     *(f"ForfeitRate={rate}" for rate in ("0.9", "nan", "inf", "1e3", "20,5", "-20", "", "20.", ".5"))],
)  # fmt: skip
def test_a_wrong_line_of_a_configuration_has_its_place_and_key(line: str) -> None:
    with pytest.raises(BadRequest, match=rf"rtg\.cfg:2: '?{line.partition('=')[0]}"):
        configured(f"# first\n{line}")


def test_options_go_before_the_configuration(tmp_path: Path) -> None:
    file = tmp_path / "rtg.cfg"
    file.write_text("PlayersNumber=30\nRoundsNumber=7\n")
    plan = plan_from(GeneratorOptions(config=file, players=20, initial_colour="black", forfeits="1,2%"))
    stated = {"players": 20, "rounds": 7, "initial_colour": Colour.BLACK, "forfeits": (Amount(1, False), Amount(2))}
    assert plan == Plan()._replace(**stated)  # type: ignore[arg-type]
    assert plan_from(GeneratorOptions()) == Plan()


def test_ratings_are_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "ratings.txt"
    file.write_text("2500, 2400\n2300 2200\n")
    assert plan_from(GeneratorOptions(ratings=file)).ratings == (2500, 2400, 2300, 2200)
    file.write_text("2500 many")
    with pytest.raises(BadRequest, match=r"ratings\.txt"):
        plan_from(GeneratorOptions(ratings=file))
    with pytest.raises(FileNotFoundError):
        plan_from(GeneratorOptions(config=tmp_path / "none.cfg"))


# --- the codes of team events -----------------------------------------------------------------------------------------


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


def test_the_code_of_rules_says_them() -> None:
    for preferences, primary, secondary in product(("A", "B", ""), (True, False), (True, False)):
        rules = TeamRules(preferences, primary, secondary)
        assert team_rules_of(team_code(rules)) == rules
        assert says_the_same(team_code(rules), rules)
        assert not says_the_same(team_code(rules._replace(primary_is_match_points=not primary)), rules)


@pytest.mark.parametrize(
    "code", ["FIDE_TEAM_TYPEC", "FIDE_TEAM_MP_MP", "FIDE_TEAM_GP_TYPEA", "FIDE_TEAMS", "CUSTOM_TEAM"]
)
def test_an_unknown_code_is_refused_with_the_known_ones(code: str) -> None:
    assert team_rules_of(code) is None
    with pytest.raises(BadRequest, match=f"names {code}, which is not the code of a known"):
        choose(Settings(system=code))


def test_double_swiss_has_its_code_with_and_without_a_year() -> None:
    for code in ("FIDE_DOUBLESWISS", "FIDE_DOUBLESWISS_2026"):
        assert choose(Settings(system=code)).system.name == "double-swiss"
        assert kind_of_code(code) is EventKind.DOUBLE
    assert system_of("FIDE_DUBOV") == ("dubov", None)
    for code in ("FIDE_DOUBLEROUNDROBIN", "BERGER_ROUNDROBIN", "BERGER_ROUNDROBIN_G2"):
        assert choose(Settings(system=code)).system.code == "FIDE_ROUNDROBIN"
    with pytest.raises(BadRequest, match="CUSTOM_SWISS stands for a Swiss system with rules of its own"):
        choose(Settings(system="CUSTOM_SWISS"))
    assert choose(Settings(system="CUSTOM_SWISS"), "dutch").system.name == "dutch"
    assert kind_of_code("FIDE_DUBOV") is EventKind.INDIVIDUAL


def test_options_override_the_code_and_nothing_else() -> None:
    rules = TeamRules("B", False, True, colours="WB")
    assert Teams().stated.over(rules) == rules
    none = Teams("none", None, no_secondary=True).stated
    assert none.over(rules) == TeamRules("", False, False, colours="WB")
    assert Teams("A", "mp").stated == TeamOptions("A", True, None)


def test_without_a_code_the_kind_of_pairing_gives_the_system() -> None:
    assert choose(Settings(team=TeamRules())).system.name == "team"
    assert choose(Settings(double=True)).system.name == "double-swiss"
    with pytest.raises(BadRequest, match="a match of two teams; the Dubov System cannot pair such events"):
        choose(Settings(team=TeamRules()), "dubov")


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


def test_rules_stand_in_the_order_of_article_2_and_name_its_parts() -> None:
    named = dict.fromkeys((rule.code, rule.article) for rule in DUTCH_RULES)
    assert list(named) == [("C5", "2.3.1"), *((f"C{number}", f"2.4.{number - 5}") for number in range(6, 22))]


def test_the_fields_of_a_cost_are_plain_numbers_with_room_for_what_they_count() -> None:
    """Check that no cost is a bool, because networkx would then turn all costs into floats."""
    edge, here = Edge(player(1), None), bracket([player(1)])
    truth = Rule("X1", "9.1", "truth", lambda _edge, _bracket: True)
    assert type(Weigher((truth,), here, 4).pack(costs_of((truth,), edge, here))) is int
    assert Weigher((truth, truth._replace(most=99)), here, 4).widths == [3, 7]


# --- the classes of values --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", SHOWN, ids=lambda value: type(value).__name__)
def test_a_value_can_be_sent_and_cannot_be_changed(value: Any) -> None:
    again = pickle.loads(pickle.dumps(value))
    assert type(again) is type(value)
    assert repr(again) == repr(value)
    for name in getattr(value, "_fields", ()):
        with pytest.raises(AttributeError):
            setattr(value, name, 1)


def test_the_default_of_a_mapping_cannot_be_changed() -> None:
    for shared in (Tournament("", ()).recorded_ranks, TeamRules().byes):
        assert pickle.loads(pickle.dumps(shared)) is shared
        assert json.dumps(shared) == repr(shared) == "{}"
        with pytest.raises(TypeError):
            shared[1] = 1
    with pytest.raises(TypeError, match="mappingproxy"):
        pickle.dumps(MappingProxyType({}))  # how other classes are sent stays as it is


def test_facts_are_equal_if_they_differ_only_in_where_they_stand() -> None:
    stated = EVENT.settings._replace(stated_code="FIDE_DUTCH_2026", sources=model.Sources(line=7))
    ranked = EVENT._replace(settings=stated, recorded_ranks={Tpn(1): 7})
    assert ranked == EVENT
    assert not ranked != EVENT  # noqa: SIM202 - a named tuple has both
    assert stated._replace(rounds=8) != stated
    assert hash(stated) == hash(EVENT.settings)


def test_a_replaced_value_is_checked() -> None:
    with pytest.raises(TypeError, match="rounds: found '5', expected a whole number"):
        EVENT.settings._replace(rounds="5")  # type: ignore[arg-type]
    assert EVENT.settings._replace(initial_colour="black").initial_colour is Colour.BLACK  # type: ignore[arg-type]


def test_two_rules_are_the_same_only_as_one_object() -> None:
    rule = DUTCH_RULES[0]
    assert rule._replace() != rule
    assert len({rule, rule._replace()}) == 2
    assert DUTCH._replace() != DUTCH
