"""Each public value of `swisspair` has a representation of one line.

Arguments of a wrong type are refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import Any

import pytest

import swisspair as public
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


SHOWN: list[Any] = [
    *(EVENT, LARGE, PEOPLE[0], GAMES[0], LARGE.rounds[0], LARGE.rounds[0].byes[0], EVENT.settings),
    Settings(prohibitions=(Prohibition(1, 2, GROUP),) * 20),
    *(Scoring(win=Points(30)), Request(1, LARGE.rounds[0].byes[0]), Prohibition(1, 9, frozenset((Tpn(1), Tpn(2))))),
    *(public.SYSTEMS, DUTCH, Plan(players=5, ratings=(2000,) * 99), examine(PATH), pair(EVENT), pair(EVENT).boards[0]),
    *(check(EVENT), check(EVENT).rounds[0], standings(EVENT), feasible(EVENT, 3), problems()),
]

NOT_SHOWN = {"Answer", "BadRequest", "IllegalPairing", "MissingFact", "NoPairing", "PairingError", "TooLarge"}
"""Public classes whose representation is not tested here."""


@pytest.mark.parametrize("value", SHOWN, ids=lambda value: type(value).__name__)
def test_a_value_is_shown_in_a_line(value: object) -> None:
    assert len(repr(value)) <= LINE
    assert "\n" not in repr(value)


def test_a_value_of_every_public_kind_is_shown() -> None:
    kinds = {name for name in public.__all__ if isinstance(getattr(public, name), type)}
    kinds -= {name for name in kinds if issubclass(getattr(public, name), Enum)}
    assert kinds - NOT_SHOWN == {type(value).__name__ for value in SHOWN} - {"dict"}


def test_the_reference_of_the_site_has_every_public_name() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "api").glob("*.md"))
    shown = set(re.findall(r"(?m)^::: ([\w.]+)", pages))
    homes = {
        name: getattr(getattr(public, name), "__module__", "pairing_engine.systems")
        for name in set(public.__all__) - {"__version__"}
    }
    homes["SYSTEMS"] = "pairing_engine.systems"
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
    "participants: found 'Ann', expected a tuple": lambda _: Tournament("Club", "Ann"),  # type: ignore[arg-type]
    "initial_colour: found 'w', expected Colour.WHITE": lambda _: Settings(initial_colour="w"),  # type: ignore[arg-type]
    "baku: found 'no', expected True or False": lambda _: Settings(baku="no"),  # type: ignore[arg-type]
    "tie_breaks: found 'BH', expected a tuple": lambda _: Settings(tie_breaks="BH"),  # type: ignore[arg-type]
    "win: found 1.0, expected a whole number": lambda _: Scoring(win=1.0),  # type: ignore[arg-type]
    "kind: found 'H', expected a ByeKind": lambda _: Bye(Tpn(1), "H"),  # type: ignore[arg-type]
    "white_result: found '1', expected a Result": lambda _: Game(1, 2, "1", "0"),  # type: ignore[arg-type]
    "source: found 5, expected a path": lambda _: read(5),  # type: ignore[arg-type]
    "expected a Tournament or a TrfFile": lambda path: write(path),
    "seed: found '1', expected a whole number": lambda _: generate(Plan(), "1", DUTCH),  # type: ignore[arg-type]
    "system: found 'dutch', expected a System": lambda _: generate(Plan(), 1, "dutch"),  # type: ignore[arg-type]
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
    "edition '1492' of the dutch system is not available": {"system": "dutch", "edition": "1492"},
    "there is no participant 99": {"avoid_pairs": "1-99"},
}

OPEN = Settings(rounds=5, initial_colour=Colour.WHITE)
THREE = tuple(Participant(Tpn(number)) for number in (1, 2, 3))

CONTRADICTIONS = {
    "two participants have the TPN 1": Tournament("Club", (*THREE, THREE[0]), settings=OPEN),
    "round 1 names 31, but no participant has this TPN": Tournament("Club", THREE, (Round(GAMES[:1]),), settings=OPEN),
    "round 1 names 1 twice": Tournament("Club", PEOPLE, (Round(GAMES[:1] * 2),), settings=OPEN),
}


@pytest.mark.parametrize("door", DOORS)
def test_every_door_refuses_the_same_with_the_same_words(door: str) -> None:
    for words, named in NAMED.items():
        if not (door == "feasible" and "engine" in named):  # the answer needs no engine
            with pytest.raises(BadRequest, match=words):
                DOORS[door](EVENT, **named)


@pytest.mark.parametrize("door", [*DOORS, "standings"])
def test_contradictions_are_refused_everywhere(door: str) -> None:
    for words, event in CONTRADICTIONS.items():
        with pytest.raises(BadRequest, match=words):
            (DOORS | {"standings": standings})[door](event)


@pytest.mark.parametrize("door", [*DOORS, "standings"])
def test_another_type_for_an_event_or_a_round_is_refused(door: str) -> None:
    asked = (DOORS | {"standings": standings})[door]
    with pytest.raises(TypeError, match=r"tournament: found .+, expected a Tournament"):
        asked(PATH)
    with pytest.raises(TypeError, match="found '4', expected a whole number"):
        asked(EVENT, "4")
