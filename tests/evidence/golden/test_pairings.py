"""Every pair, colour and bye agrees with the answers recorded from established engines.

By default the tests compare a sample of the rounds. ``make golden`` compares all rounds.
"""

from pathlib import Path

import pytest

from pairing_engine import NoPairing
from pairing_engine.facts.model import Tournament
from pairing_engine.kernel.bye import real_score
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round, round_to_pair
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.choice import choose
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.system import System
from tests.conftest import Archive
from tests.evidence.differential.engines import difference
from tests.evidence.golden.recorded import (
    DISPUTES,
    EVENTS,
    EVERY_OTHER_ROUND,
    EVERY_SINGLE_ROUND,
    Place,
    all_events,
    archive_of,
    assert_agrees,
    disputes,
    finished_event,
    fixture_answer,
    fixture_state,
    fixtures_of,
    lines_of,
    other_rounds,
    pairs_of_round,
    part_of_events,
    recorded_answer,
    recorded_rounds,
    single_rounds,
)
from tests.places import FIXTURES
from trf import read


def assert_next_round_agrees(system: System, archive: Archive, member: str) -> None:
    """Compare the next round of a file with the recorded answer. Virtual points do not affect the board order."""
    event = read(archive.read(member))
    answer = recorded_answer(archive.answer(member))
    before = round_to_pair(event, len(event.rounds) + 1, system)
    if answer.pairs is None:
        with pytest.raises(NoPairing):
            pair_round(system, before)
        return
    found = tuple(lines_of(pair_round(system, before, score=real_score)))
    assert_agrees(Place(f"dutch-{system.edition}/rounds", member, before.number), set(found), answer.pairs)
    assert found == answer.lines or set(found) != answer.pairs


def assert_every_round_agrees(archive: Archive, member: str) -> None:
    event = finished_event(archive, member)
    assert event.rounds
    for state, recorded in recorded_rounds(event):
        found = lines_of(pair_round(DUTCH_2026, state))
        place = Place(f"dutch-2026/{archive.path.stem}", member, state.number)
        assert_agrees(place, set(found), pairs_of_round(recorded))


@pytest.mark.parametrize(("archive", "member"), part_of_events())
def test_every_round_of_a_finished_event(archive: Archive, member: str) -> None:
    assert_every_round_agrees(archive, member)


@pytest.mark.golden
@pytest.mark.parametrize(("archive", "member"), all_events())
def test_every_round_of_all_finished_events(archive: Archive, member: str) -> None:
    assert_every_round_agrees(archive, member)


@pytest.mark.parametrize(("archive", "member"), single_rounds().params(EVERY_SINGLE_ROUND))
def test_a_single_round(archive: Archive, member: str) -> None:
    assert_next_round_agrees(DUTCH_2026, archive, member)


@pytest.mark.golden
@pytest.mark.parametrize(("archive", "member"), single_rounds().params())
def test_all_single_rounds(archive: Archive, member: str) -> None:
    assert_next_round_agrees(DUTCH_2026, archive, member)


def assert_other_round_agrees(name: str, archive: Archive, member: str) -> None:
    """Pair a recorded round again, and compare the boards. The order of boards may differ."""
    event = read(archive.read(member))
    system = choose(event.settings).system
    assert system.name == name
    answer = recorded_answer(archive.answer(member))
    assert answer.pairs is not None
    before = round_to_pair(event, len(event.rounds) + 1, system)
    found = set(lines_of(pair_round(system, before)))
    assert_agrees(Place(f"{name}-2026/rounds", member, before.number), found, answer.pairs)


@pytest.mark.parametrize(("name", "archive", "member"), other_rounds(EVERY_OTHER_ROUND))
def test_a_single_round_of_another_system(name: str, archive: Archive, member: str) -> None:
    assert_other_round_agrees(name, archive, member)


@pytest.mark.golden
@pytest.mark.parametrize(("name", "archive", "member"), other_rounds())
def test_all_single_rounds_of_other_systems(name: str, archive: Archive, member: str) -> None:
    assert_other_round_agrees(name, archive, member)


@pytest.mark.parametrize("stem", disputes())
@pytest.mark.parametrize("backend", Backend)
def test_a_disputed_round_gives_nobody_a_second_bye(stem: str, backend: Backend) -> None:
    """Check rounds in which bbpPairings 6.0.0 chooses different pairs."""
    event = read((DISPUTES / f"{stem}.trf").read_bytes())
    answer = recorded_answer((DISPUTES / f"{stem}.pairs").read_text())
    before = round_to_pair(event, len(event.rounds) + 1, DUTCH_2026)
    assert answer.pairs is not None
    assert set(lines_of(pair_round(DUTCH_2026, before, backend))) == set(answer.pairs)


@pytest.mark.parametrize("path", fixtures_of("dutch-2026"), ids=lambda path: path.name)
@pytest.mark.parametrize("backend", Backend)
def test_a_position_made_for_an_article(path: Path, backend: Backend) -> None:
    found = lines_of(pair_round(DUTCH_2026, fixture_state(path), backend))
    assert set(found) == set(fixture_answer(path))


def test_the_recorded_rounds_hold_every_kind_of_answer() -> None:
    archive, kinds = single_rounds(), set()
    for member in archive.members:
        answer = recorded_answer(archive.answer(member))
        kinds.add("no pairing" if answer.pairs is None else "bye" if answer.lines[-1][1] == 0 else "no bye")
    assert kinds == {"no pairing", "bye", "no bye"}


def test_boards_are_ordered_by_pairing_scores_by_default() -> None:
    """[C.04.7 1.5, C.04.2 3.6.1] Boards are sorted by pairing scores by default."""
    archive, differing = single_rounds(), 0
    for member in archive.members[::EVERY_SINGLE_ROUND]:
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


ALWAYS = 60
AT_MOST = 200
SMALL = 24
"""The largest number of players in events that `make test` compares."""
EVERY = {"a7": 200, "stress": 100, "features": 100}


def assert_backends_agree(system: System, event: Tournament, most: int) -> int:
    compared = 0
    for state, _ in recorded_rounds(event):
        size = len(state.players)
        if size <= most or (size <= AT_MOST and state.number == len(event.rounds)):
            assert difference(system, state) == "", f"round {state.number}"
            compared += 1
    return compared


def test_both_engines_agree_on_some_small_recorded_events() -> None:
    rounds = 0
    for name, every in EVERY.items():
        archive = archive_of(name)
        for member in archive.members[::every]:
            event = finished_event(archive, member)
            if len(event.participants) <= SMALL:
                rounds += assert_backends_agree(DUTCH_2026, event, SMALL)
    assert rounds > 40


@pytest.mark.golden
@pytest.mark.parametrize(("archive", "member"), [param for name in EVENTS for param in archive_of(name).params()])
def test_both_engines_agree_on_all_recorded_events(archive: Archive, member: str) -> None:
    assert_backends_agree(DUTCH_2026, finished_event(archive, member), ALWAYS)


def assert_single_round_agrees(system: System, archive: Archive, member: str) -> None:
    event = read(archive.read(member))
    assert difference(system, round_to_pair(event, len(event.rounds) + 1, system)) == ""


@pytest.mark.golden
@pytest.mark.parametrize(("archive", "member"), single_rounds().params())
def test_both_engines_agree_on_all_recorded_single_rounds(archive: Archive, member: str) -> None:
    assert_single_round_agrees(DUTCH_2026, archive, member)


@pytest.mark.parametrize(("name", "archive", "member"), other_rounds(every=40))
def test_both_engines_agree_on_some_rounds_of_other_systems(name: str, archive: Archive, member: str) -> None:
    assert_single_round_agrees(SYSTEMS[name]["2026"], archive, member)


@pytest.mark.golden
@pytest.mark.parametrize(("name", "archive", "member"), other_rounds())
def test_both_engines_agree_on_all_rounds_of_other_systems(name: str, archive: Archive, member: str) -> None:
    assert_single_round_agrees(SYSTEMS[name]["2026"], archive, member)
