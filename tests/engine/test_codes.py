"""[192] The codes of systems in record 192."""

from __future__ import annotations

import pytest

from pairing_engine.errors import BadRequest
from pairing_engine.facts.codes import (
    TeamOptions,
    kind_of_code,
    says_the_same,
    system_of,
    team_code,
    team_rules_of,
)
from pairing_engine.facts.model import EventKind, Settings, TeamRules
from pairing_engine.systems.choice import choose
from swisspair.terminal.options import Score, Teams, TeamType


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
    with pytest.raises(BadRequest, match="a match of two teams; the dutch system cannot pair such events"):
        choose(Settings(team=TeamRules()), "dutch")
