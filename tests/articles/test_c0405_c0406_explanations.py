"""The checker cites articles of C.04.5 and C.04.6 to explain wrong rounds. The wrong rounds are worked out by hand."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from checker import check
from pairing_engine.facts.model import (
    Bye,
    ByeKind,
    Game,
    Points,
    Result,
    Round,
    TeamMatch,
    TeamPoints,
    Tournament,
    Tpn,
)
from pairing_engine.kernel.findings import Fault
from tests.articles.literal.match_adapter import double_swiss_of, team_event_of
from tests.articles.literal.match_facts import Happened, MatchCell, MatchEvent, Preferences
from tests.articles.match_builders import event, given, histories, match, spared_opponent, spared_upfloater
from tests.articles.test_c0405_c0406_alike import UPFLOATERS

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
    return replace(past, rounds=(*past.rounds, last), requests=())


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
    "the others cannot be paired": (
        event(given(t20="1", t10="2 3 4"), barred="3-4"),
        "1-2 3-4",
        Fault.ILLEGAL,
        "records 260, XXP",
        "",
    ),
    "they have met": (event(match(1, 3) | match(2, 4)), "1-3 4-2", Fault.ILLEGAL, "C.04.1 2", "C1"),
    "the bye not to the lowest score": (
        event(given(t20="1", t10="2 3 5", t0="4")),
        "1-2 3-4 5:U",
        Fault.BYE,
        "3.4.2",
        "",
    ),
    "the bye not to who played most": (
        event(match(1, 2) | given(t10="3")),
        "1-2 3:U",
        Fault.BYE,
        "3.4.3",
        "",
    ),
    "the bye not to the largest TPN": (event(given(t10="1 2 3")), "1-3 2:U", Fault.BYE, "3.4.4", ""),
    "the bye to who won by forfeit": (
        event(match(3, 2, 20, 0, Happened.WON_BY_FORFEIT) | given(t20="1")),
        "1-2 3:U",
        Fault.ILLEGAL,
        "2.1.2",
        "C2",
    ),
    "the bye to who had it": (
        event({3: MatchCell(0, "-", Happened.PAIRING_BYE, 15)} | given(t20="1 2")),
        "1-2 3:U",
        Fault.ILLEGAL,
        "2.1.2",
        "C2",
    ),
}

CHAPTERS = {"double-swiss": "C.04.5", "team": "C.04.6"}


@pytest.mark.parametrize("system", CHAPTERS)
@pytest.mark.parametrize(("facts", "text", "fault", "article", "code"), ALIKE.values(), ids=ALIKE)
def test_explanations_in_both_systems(
    facts: MatchEvent, text: str, fault: Fault, article: str, code: str, system: str
) -> None:
    expected = article if article.startswith(("C.", "records")) else f"{CHAPTERS[system]} {article}"
    assert named(facts, text, system) == (fault, expected, code)


@pytest.mark.parametrize(
    ("system", "article", "code"), [("double-swiss", "C.04.5 2.3.5", "C8"), ("team", "C.04.6 2.3.7", "C10")]
)
def test_an_upfloater_meets_a_floater(system: str, article: str, code: str) -> None:
    assert named(spared_opponent(), "1-3 2-4 5-6", system) == (Fault.WORSE, article, code)


def test_colour_preferences_of_teams() -> None:
    same = histories(t1="bb", t2="wb", t3="bb", t4="wb")
    assert named(same, "1-3 2-4", "team") == (Fault.WORSE, "C.04.6 2.3.5", "C8")
    all_white = replace(histories(t1="wbb", t2="bwb", t3="wbb", t4="bwb"), preferences=Preferences.TYPE_B)
    assert named(all_white, "1-3 2-4", "team") == (Fault.WORSE, "C.04.6 2.3.6", "C9")


@pytest.mark.parametrize(
    ("system", "facts", "text", "article"),
    [
        ("double-swiss", event(given(t0="1 2")), "2-1", "C.04.5 4.3.1"),
        ("double-swiss", histories(t1="wwb", t2="bbw"), "1-2", "C.04.5 4.3.2"),
        ("double-swiss", histories(t1="w", t2="w"), "1-2", "C.04.5 4.3.4"),
        ("team", histories(t1="bb", t2="ww"), "2-1", "C.04.6 4.3.3"),
        ("team", histories(t1="wwb", t2="wb"), "1-2", "C.04.6 4.3.5"),
    ],
)
def test_other_colours(system: str, facts: MatchEvent, text: str, article: str) -> None:
    assert named(facts, text, system) == (Fault.COLOUR, article, "")
