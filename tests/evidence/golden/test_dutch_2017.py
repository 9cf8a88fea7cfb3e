"""The engine gives the recorded answers of the Dutch System of 2017.

Pairs, colours, byes and the order of boards must agree. If the rules of 2026 pair a round differently, the difference
must have an explanation.
"""

from collections.abc import Iterator
from functools import cache

import pytest
from _pytest.mark import ParameterSet

from checker.diff import Difference, compare, explain
from pairing_engine import NoPairing
from pairing_engine.facts.model import Bye, ByeKind, Game, Result, Round
from pairing_engine.kernel.rules import Route
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import states
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.dutch.edition_2017 import DUTCH_2017
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from tests.conftest import GOLDEN, Archive
from tests.evidence.golden.recorded import Place, assert_agrees, finished_event, lines_of, pairs_of_round
from tests.evidence.golden.test_pairings import assert_next_round_agrees

EVENTS = {"a7": 300, "stress": 150, "long": 412, "features": 235}
"""Each archive of finished events must contain at least this number of files."""
SINGLE_ROUNDS = 508

EVERY = {"a7": 10, "stress": 6, "long": 40, "features": 5}
"""A value of 10 means that each run tests every tenth file of the archive."""


@cache
def archive_of(name: str) -> Archive:
    return Archive(GOLDEN / "dutch-2017" / f"{name}.zip", EVENTS.get(name, SINGLE_ROUNDS))


def events(*, all_of_them: bool) -> list[ParameterSet]:
    return [param for name, every in EVERY.items() for param in archive_of(name).params(1 if all_of_them else every)]


def recorded_rounds(archive: Archive, member: str) -> Iterator[tuple[RoundState, Round]]:
    event = finished_event(archive, member)
    yield from zip(states(event, DUTCH_2017.conventions), event.rounds, strict=False)


def assert_every_round_agrees(archive: Archive, member: str) -> None:
    for state, recorded in recorded_rounds(archive, member):
        found = lines_of(pair_round(DUTCH_2017, state))
        place = Place(f"dutch-2017/{archive.path.stem}", member, state.number)
        assert_agrees(place, set(found), pairs_of_round(recorded))


@pytest.mark.parametrize(("archive", "member"), events(all_of_them=False))
def test_a_part_of_the_recorded_events(archive: Archive, member: str) -> None:
    assert_every_round_agrees(archive, member)


@pytest.mark.parametrize(("archive", "member"), archive_of("rounds").params(3))
def test_a_part_of_the_single_rounds(archive: Archive, member: str) -> None:
    assert_next_round_agrees(DUTCH_2017, archive, member)


@pytest.mark.golden
@pytest.mark.parametrize(("archive", "member"), events(all_of_them=True))
def test_all_recorded_events(archive: Archive, member: str) -> None:
    assert_every_round_agrees(archive, member)


@pytest.mark.golden
@pytest.mark.parametrize(("archive", "member"), archive_of("rounds").params())
def test_all_single_rounds(archive: Archive, member: str) -> None:
    assert_next_round_agrees(DUTCH_2017, archive, member)


@pytest.mark.parametrize(("archive", "member"), archive_of("stress").params(12))
def test_the_reference_gives_the_same(archive: Archive, member: str) -> None:
    for state, recorded in recorded_rounds(archive, member):
        assert set(lines_of(pair_round(DUTCH_2017, state, Backend.REFERENCE))) == pairs_of_round(recorded)


def test_both_routes_of_a9_are_always_walked_through() -> None:
    routes: set[Route] = set()
    for state, _ in recorded_rounds(archive_of("stress"), archive_of("stress").members[0]):
        routes.update(trace.bracket.route for trace in pair_round(DUTCH_2017, state).trace)
    assert routes == set(Route) - {Route.TABLE}


# --- explanations of rounds that were paired by the rules of 2026 -----------------------------------------------------


def published(pairing: RoundPairing) -> Round:
    games = [Game(board.white, board.black, Result.DRAW, Result.DRAW) for board in pairing.boards]
    byes = [] if pairing.bye is None else [Bye(pairing.bye, ByeKind.PAIRING_ALLOCATED)]
    return Round(tuple(sorted(games, key=lambda game: min(game.white, game.black))), tuple(byes))


def assert_explained(archive: Archive, member: str) -> set[str]:
    """Check that every difference between the rules of 2017 and 2026 is explained. Return the articles cited."""
    event = finished_event(archive, member)
    articles = set()
    for state, other in zip(states(event, DUTCH_2017.conventions), states(event), strict=False):
        if not state.players:
            continue
        try:
            recorded = published(pair_round(DUTCH_2026, other))
        except NoPairing:
            continue
        expected = pair_round(DUTCH_2017, state)
        difference = compare(recorded, expected)
        if difference != Difference((), ()):
            explanation = explain(state, recorded, expected, difference, DUTCH_2017)
            assert explanation is not None, f"{member} {state.number}"
            articles.add(explanation.finding.article)
    return articles


def test_rounds_of_2026_are_explained_in_articles_of_2017() -> None:
    articles = set()
    for name, every in (("stress", 16), ("a7", 80), ("features", 20), ("long", 120)):
        for member in archive_of(name).members[::every]:
            articles |= assert_explained(archive_of(name), member)
    assert all(article.removeprefix("C.04.3 ")[:2] in ("A.", "B.", "C.", "D.", "E.") for article in articles), articles
    assert {"C.04.3 C.5", "C.04.3 C.6", "C.04.3 C.12"} <= articles


@pytest.mark.golden
@pytest.mark.parametrize(("archive", "member"), archive_of("stress").params() + archive_of("features").params())
def test_all_rounds_paired_by_the_rules_of_2026_are_explained(archive: Archive, member: str) -> None:
    assert_explained(archive, member)
