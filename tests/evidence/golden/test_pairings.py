"""Every pair, colour and bye agrees with the answers recorded from established engines.

By default the tests compare a sample of the rounds. ``make proof PART=golden`` compares all rounds.
"""

from pathlib import Path

import pytest

from pairing_engine import NoPairing
from pairing_engine.kernel.rules import Route
from pairing_engine.kernel.trace import real_score
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round, round_to_pair
from pairing_engine.state.history import states
from pairing_engine.systems.choice import choose
from pairing_engine.systems.dutch.edition_2017 import DUTCH_2017
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.dutch_procedure.edition_2012 import DUTCH_2012
from tests.conftest import Archive, folder
from tests.evidence.differential.engines import difference
from tests.evidence.golden.recorded import (
    DISPUTES,
    Place,
    archive_of,
    assert_agrees,
    files,
    finished_event,
    fixture_answer,
    fixture_state,
    fixtures_of,
    lines_of,
    pairs_in,
    pairs_of_round,
    recorded_answer,
    recorded_rounds,
    system_of,
)
from tests.places import FIXTURES
from trf import read


@pytest.mark.parametrize(("edition", "archive", "member"), files(single=False))
def test_every_round_of_a_finished_event(edition: str, archive: Archive, member: str) -> None:
    event, system = finished_event(archive, member), system_of(edition)
    assert event.rounds
    for state, recorded in recorded_rounds(event, system):
        try:
            found = set(lines_of(pair_round(system, state)))
        except NoPairing:
            found = set()
        assert_agrees(Place(f"{edition}/{archive.path.stem}", member, state.number), found, pairs_of_round(recorded))


@pytest.mark.parametrize(("edition", "archive", "member"), files(single=True))
def test_a_single_round(edition: str, archive: Archive, member: str) -> None:
    """Compare the next round of a file with the recorded answer.

    In the Dutch System the order of boards is compared, too. Virtual points do not affect it.
    """
    event, system = read(archive.read(member)), system_of(edition)
    assert choose(event.settings).system.name == system.name
    answer = recorded_answer(archive.answer(member))
    before = round_to_pair(event, len(event.rounds) + 1, system)
    if answer.pairs is None:
        with pytest.raises(NoPairing):
            pair_round(system, before)
        return
    found = tuple(lines_of(pair_round(system, before, score=real_score)))
    assert_agrees(Place(f"{edition}/{archive.path.stem}", member, before.number), set(found), answer.pairs)
    assert system.name != "dutch" or found == answer.lines or set(found) != answer.pairs


MOST = 30
"""The largest number of players in a round that the reference engine pairs, too."""


@pytest.mark.parametrize(("edition", "archive", "member"), files(single=False, rarer=20))
def test_both_engines_agree_on_recorded_events(edition: str, archive: Archive, member: str) -> None:
    event, system = finished_event(archive, member), system_of(edition)
    for state, _ in recorded_rounds(event, system):
        if len(state.players) <= MOST:
            assert difference(system, state) == "", f"round {state.number}"


@pytest.mark.parametrize(("edition", "archive", "member"), files(single=True, rarer=20))
def test_both_engines_agree_on_recorded_single_rounds(edition: str, archive: Archive, member: str) -> None:
    event, system = read(archive.read(member)), system_of(edition)
    assert difference(system, round_to_pair(event, len(event.rounds) + 1, system)) == ""


@pytest.mark.parametrize("path", folder(DISPUTES, "*.trf"), ids=lambda path: path.stem)
@pytest.mark.parametrize("backend", Backend)
def test_a_disputed_round_gives_nobody_a_second_bye(path: Path, backend: Backend) -> None:
    """Check rounds in which bbpPairings 6.0.0 chooses different pairs."""
    event = read(path.read_bytes())
    answer = recorded_answer(path.with_suffix(".pairs").read_text())
    before = round_to_pair(event, len(event.rounds) + 1, DUTCH_2026)
    assert set(lines_of(pair_round(DUTCH_2026, before, backend))) == set(answer.pairs or ())


@pytest.mark.parametrize("path", fixtures_of("dutch-2026"), ids=lambda path: path.name)
@pytest.mark.parametrize("backend", Backend)
def test_a_position_made_for_an_article(path: Path, backend: Backend) -> None:
    found = lines_of(pair_round(DUTCH_2026, fixture_state(path), backend))
    assert set(found) == set(fixture_answer(path))


def test_the_worked_example_of_2014() -> None:
    """Reproduce every pair and colour of rounds 2 to 5 in M. Held, "Mastering the Dutch" (2014)."""
    path = FIXTURES / "dutch-2012" / "worked-example-2014"
    before = dict(enumerate(states(read(path / "input.trf"), DUTCH_2012.conventions), 1))
    for line in (path / "rounds.txt").read_text(encoding="utf-8").splitlines():
        number, pairs = line.split(":")
        assert set(lines_of(pair_round(DUTCH_2012, before[int(number)]))) == pairs_in(pairs), number


def test_the_recorded_rounds_hold_every_kind_of_answer() -> None:
    archive, kinds = archive_of("rounds"), set()
    for member in archive.members:
        answer = recorded_answer(archive.answer(member))
        kinds.add("no pairing" if answer.pairs is None else "bye" if answer.lines[-1][1] == 0 else "no bye")
    assert kinds == {"no pairing", "bye", "no bye"}


def test_both_routes_of_a9_are_always_walked_through() -> None:
    archive = archive_of("stress", "dutch-2017")
    routes: set[Route] = set()
    for state, _ in recorded_rounds(finished_event(archive, archive.members[0]), DUTCH_2017):
        routes.update(trace.bracket.route for trace in pair_round(DUTCH_2017, state).trace)
    assert routes == set(Route) - {Route.TABLE}


def test_boards_are_ordered_by_pairing_scores_by_default() -> None:
    """[C.04.7 1.5, C.04.2 3.6.1] Boards are sorted by pairing scores by default."""
    archive, differing = archive_of("rounds"), 0
    for member in archive.members[::5]:
        event = read(archive.read(member))
        if not (event.settings.virtual_points or event.settings.baku):
            continue
        before = round_to_pair(event, len(event.rounds) + 1, DUTCH_2026)
        try:
            found = pair_round(DUTCH_2026, before)
        except NoPairing:
            continue
        highest = [max(before.by_tpn[tpn].score for tpn in (board.white, board.black)) for board in found.boards]
        assert highest == sorted(highest, reverse=True)
        differing += found.boards != pair_round(DUTCH_2026, before, score=real_score).boards
    assert differing > 0


LATE_ROUNDS = Archive(FIXTURES / "hard" / "late-rounds.zip", 4)


@pytest.mark.golden
@pytest.mark.parametrize(("archive", "member"), LATE_ROUNDS.params())
def test_a_late_round_is_paired_as_recorded(archive: Archive, member: str) -> None:
    event = read(archive.read(member))
    found = pair_round(DUTCH_2026, round_to_pair(event, len(event.rounds) + 1, DUTCH_2026), score=real_score)
    assert tuple(lines_of(found)) == recorded_answer(archive.answer(member)).lines
