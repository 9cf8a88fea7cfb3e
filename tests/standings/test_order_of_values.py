"""[C.07 4.2] Ranks follow the values that `--why-rank` shows as sums, for every code, for players and for teams.

The arithmetic of this file is its own: it adds up the shown terms as fractions, and sorts. It takes nothing from
`pairing_engine.standings` but the standings themselves, so that a rank cannot be wrong in the same way as its check.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

import pytest

from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import Participant, Tournament, Tpn
from pairing_engine.standings.catalogue import TIE_BREAKS
from pairing_engine.standings.table import shown, standings
from pairing_engine.standings.why import why_rank
from tests.conftest import some
from tests.standings.random_results import double, single, teams

if TYPE_CHECKING:
    from pairing_engine.standings.values import Value

MODIFIERS = {
    "C": ("/C1", "/C2"),
    "M": ("/M1", "/M2"),
    "L": ("/L+1",),
    "P": ("/P",),
    "F": ("/F",),
    "R": ("/R",),
    "U": ("/U1500",),
    "K": ("/K3",),
}
POINTS = {"single": "PTS", "double": "PTS", "teams": "MPTS"}
MAKERS: dict[str, Callable[[int], Tournament]] = {"single": single, "double": double, "teams": teams}
ROUNDED = ("ARO", "TPR", "APRO", "APPO")
"""[C.07 10.1, 10.2, 10.4, 10.5] The tie-breaks that are rounded to whole numbers."""


def codes(kind: str) -> list[str]:
    """List every code that this kind of event has, with each modifier and each kind of points."""
    found = []
    for code, tie_break in TIE_BREAKS.items():
        if tie_break.teams_only and kind != "teams":
            continue
        names = [code, *(f"{code}:{points}" for points in tie_break.references if kind == "teams")]
        endings = ["", *(ending for letter in tie_break.modifiers for ending in MODIFIERS[letter])]
        endings += ["/C1/P"] if {"C", "P"} <= set(tie_break.modifiers) else []
        found += [name + ending for name in names for ending in endings]
    return found


def added_up(code: str, value: Value) -> Any:
    """Add up the terms that are shown and not cut: a fraction, or one number for each board."""
    if value.parts:
        return tuple(Fraction(sum(term.amount for term in part), value.unit) for part in value.parts)
    if value.amount is None:
        return 0
    if not value.terms or code.startswith("PTP"):
        assert not isinstance(value.amount, tuple) or not value.amount
        return value.amount if isinstance(value.amount, tuple) else Fraction(value.amount, value.unit)
    terms = Fraction(sum(term.amount for term in value.terms if not term.cut), value.divisor)
    if code.startswith(ROUNDED):
        terms = Fraction((terms + Fraction(1, 2)).__floor__())
    return (terms + value.start) / value.unit


def in_decimals(number: Fraction) -> str:
    hundredths = (abs(number) * 100 + Fraction(1, 2)).__floor__()
    text = f"{hundredths // 100}.{hundredths % 100:02}".rstrip("0").rstrip(".")
    return f"-{text}" if number < 0 and hundredths else text


def ranks_by(scores: dict[Tpn, Any], numbers: dict[Tpn, Any], *, lower_first: bool) -> dict[Tpn, int]:
    """Rank by points and then by a number: one more than the participants who are better."""

    def is_better(one: Tpn, other: Tpn) -> bool:
        if scores[one] != scores[other]:
            return bool(scores[one] > scores[other])
        return bool(numbers[one] < numbers[other] if lower_first else numbers[one] > numbers[other])

    return {tpn: 1 + sum(is_better(other, tpn) for other in numbers) for tpn in numbers}


def look(event: Tournament, kind: str, code: str, after: int) -> None:
    try:
        found = standings(event, after, tie_breaks=[POINTS[kind], code])
    except BadRequest:
        assert code.startswith("KS/L")  # in an event of one round, the limit of Koya cannot be changed (reading K24)
        return
    values = {place.tpn: place.values for place in found.places}
    points = {tpn: added_up("", both[0]) for tpn, both in values.items()}
    numbers = {tpn: added_up(code, both[1]) for tpn, both in values.items()}
    for tpn, (_, value) in values.items():
        if isinstance(numbers[tpn], Fraction) and value.amount is not None:
            assert shown(value) == in_decimals(numbers[tpn]), (code, tpn)
    base = code.partition("/")[0].partition(":")[0]
    if TIE_BREAKS[base].value is None:
        placed = {tpn: number or Fraction(1) for tpn, number in numbers.items()}
        expected = ranks_by(points, placed, lower_first=True)
    elif base == "BC":
        expected = _by_board_count(event, after, points, numbers)
    else:
        lower_first = (base == "TPN") is not code.endswith("/R")
        expected = ranks_by(points, numbers, lower_first=lower_first)
    assert {place.tpn: place.rank for place in found.places} == expected, code


def _by_board_count(event: Tournament, after: int, points: dict[Tpn, Any], numbers: dict[Tpn, Any]) -> dict[Tpn, int]:
    """[C.07 12.1] The board count separates tied teams only if all of them have the same number of game points."""
    games = {
        place.tpn: added_up("", place.values[1])
        for place in standings(event, after, tie_breaks=["MPTS", "GPTS"]).places
    }
    level = {score: len({games[tpn] for tpn in points if points[tpn] == score}) == 1 for score in points.values()}
    usable = {tpn: number if level[points[tpn]] else 0 for tpn, number in numbers.items()}
    return ranks_by(points, usable, lower_first=True)


def rated(event: Tournament) -> Tournament:
    """Give a rating to everybody, so that no tie-break of Article 10 is dropped."""
    people: list[Participant] = [one._replace(rating=one.rating or 1800) for one in event.participants]
    return event._replace(participants=tuple(people))


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("seed", some(range(160), 2))
def test_ranks_follow_the_sums_that_are_shown(kind: str, seed: int) -> None:
    event = rated(MAKERS[kind](seed))
    for code in codes(kind):
        for after in sorted({1, len(event.rounds)}):  # under way, and after the last round so far
            look(event, kind, code, after)


def test_one_opponent_and_several_are_compared_in_one_unit() -> None:
    """[C.07 8.2] The average of one Buchholz was once compared in tenths with other averages in points."""
    events = (single(seed) for seed in range(60))
    mixed = 0
    for event in events:
        places = standings(event, tie_breaks=["PTS", "AOB"]).places
        for one, other in pairwise(places):
            a, b = one.values, other.values
            if a[0].number == b[0].number and (a[1].divisor == 1) is not (b[1].divisor == 1):
                assert added_up("AOB", a[1]) >= added_up("AOB", b[1])
                mixed += 1
    assert mixed > 5


@pytest.mark.parametrize("seed", some(range(60), 6))
def test_both_have_the_values_that_are_told_as_equal(seed: int) -> None:
    """[C.07 12.1] A board count that is not used can differ, and was once told as equal."""
    event = teams(seed)
    found = standings(event, len(event.rounds), tie_breaks=["MPTS", "BC", "WIN"])
    for one, other in combinations(found.places, 2):
        said, *more = why_rank(found, one.number, other.number)
        said = next((line for line in more if line.startswith("both have")), said)
        if "both have" in said or "share rank" in said:
            is_told = bool(re.search(r"\bBC\b", said))
            at = found.parting(one, other)
            assert is_told == ((at is None or at > 1) and one["BC"] == other["BC"]), said
            assert any("BC is not used" in line for line in more) == ((at is None or at > 1) and not is_told), more
