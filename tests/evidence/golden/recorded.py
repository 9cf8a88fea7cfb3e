"""The recorded tournaments. Quick test runs use only a sample of the files."""

import tomllib
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from _pytest.mark import ParameterSet

from pairing_engine.answers.paired import PairedRound
from pairing_engine.facts.model import ByeKind, Round, Tournament
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.pairing import round_to_pair
from pairing_engine.state.history import states
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.choice import choose
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.system import System
from tests.conftest import GOLDEN, Archive, folder, provenance, whole_archives
from tests.evidence.tally import counted
from tests.places import FIXTURES
from trf import examine

DISPUTES = GOLDEN / "dutch-2026" / "disputes"

ARCHIVES = {
    "dutch-2026": {
        "a7": (600, 10), "stress": (300, 10), "features": (483, 6), "large": (7, 1), "long": (396, 24),
        "rounds": (1008, 10),
    },
    "dutch-2017": {"a7": (300, 10), "stress": (150, 6), "long": (412, 80), "features": (235, 10), "rounds": (508, 6)},
    "dutch-2012": {"events": (160, 10), "byes": (235, 15)},
    "dubov-2026": {"rounds": (771, 8)},
    "burstein-2026": {"rounds": (287, 8)},
}  # fmt: skip
"""The least number of files in each archive, and a value such as 10 if usual runs test every tenth of these files."""

SINGLE_ROUNDS = "rounds"
"""The name of the archives with single rounds. All other archives have finished events."""


@cache
def archive_of(name: str, edition: str = "dutch-2026") -> Archive:
    return Archive(GOLDEN / edition / f"{name}.zip", ARCHIVES[edition][name][0])


def single_rounds() -> Archive:
    return archive_of(SINGLE_ROUNDS)


def system_of(edition: str) -> System:
    name, _, year = edition.rpartition("-")
    return SYSTEMS[name][year]


def files(*, single: bool, rarer: int = 1) -> list[ParameterSet]:
    """Return the edition, the archive and the name of a part of the files, and all files for the whole proof.

    With ``rarer``, the part is smaller.
    """
    found = []
    for edition, archives in ARCHIVES.items():
        for name, (_, every) in archives.items():
            if (name == SINGLE_ROUNDS) is single:
                archive = archive_of(name, edition)
                steps: list[tuple[Any, int]] = [((), every * rarer), (pytest.mark.golden, 1)]
                for mark, step in steps if whole_archives[0] else steps[:1]:
                    found += [
                        pytest.param(edition, archive, member, id=f"{edition}/{name}/{member}", marks=mark)
                        for member in archive.members[::step]
                    ]
    return found


def finished_event(archive: Archive, member: str) -> Tournament:
    """Read a finished event. Count the recorded rounds if the file does not state the number of rounds."""
    event = examine(archive.read(member), name=member).tournament
    if event.settings.rounds is not None:
        return event
    return event._replace(settings=event.settings._replace(rounds=len(event.rounds)))


class Recorded(NamedTuple):
    """A recorded answer.

    ``pairs`` lists White and Black of each board, and (player, 0) for the bye. ``pairs`` is None if no pairing exists.
    ``lines`` are the same pairs in the recorded order.
    """

    pairs: frozenset[tuple[int, int]] | None
    lines: tuple[tuple[int, int], ...] = ()


def recorded_answer(text: str) -> Recorded:
    if text.strip() == "no valid pairing":
        return Recorded(None)
    number, *lines = text.splitlines()
    pairs = tuple((int(white), int(black)) for white, black in (line.split() for line in lines))
    assert len(pairs) == int(number)
    return Recorded(frozenset(pairs), pairs)


def pairs_of_round(recorded: Round) -> set[tuple[int, int]]:
    byes = {(int(bye.tpn), 0) for bye in recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED}
    return {(int(game.white), int(game.black)) for game in recorded.games} | byes


def lines_of(pairing: RoundPairing | PairedRound) -> list[tuple[int, int]]:
    boards = [(int(board.white), int(board.black)) for board in pairing.boards]
    return boards if pairing.bye is None else [*boards, (int(pairing.bye), 0)]


def recorded_rounds(event: Tournament, system: System = DUTCH_2026) -> Iterator[tuple[RoundState, Round]]:
    return zip(states(event, system.conventions), event.rounds, strict=False)


@cache
def small_rounds() -> tuple[tuple[RoundState, Round], ...]:
    """Return a round of every tenth recorded event, if it has at most 20 players, for slow tests."""
    found = []
    for name in ("stress", "features", "a7"):
        archive = archive_of(name)
        for place, member in enumerate(archive.members[::10]):
            event = finished_event(archive, member)
            if len(event.participants) <= 20:
                rounds = list(recorded_rounds(event))
                found.append(rounds[place % len(rounds)])
    return tuple(found)


def fixtures_of(edition: str) -> list[Path]:
    return [path.parent for path in folder(FIXTURES / edition, "*/input.trf")]


def fixture_state(path: Path) -> RoundState:
    event = examine((path / "input.trf").read_bytes(), name=path.name).tournament
    return round_to_pair(event, len(event.rounds) + 1, choose(event.settings).system)


def fixture_answer(path: Path) -> tuple[tuple[int, int], ...]:
    """Read the recorded answer of a fixture. The fixture must state its origin."""
    assert provenance(path)
    (answer,) = folder(path, "round-*.pairs")
    assert answer.stem == f"round-{fixture_state(path).number}"
    return recorded_answer(answer.read_text()).lines


Pairs = AbstractSet[tuple[int, int]]


class Place(NamedTuple):
    archive: str
    file: str
    round: int


class Divergence(NamedTuple):
    """A recorded answer that we believe to be wrong. The ``article`` supports our own answer."""

    place: Place
    program: str
    article: str
    reading: str
    argument: str
    theirs: Pairs
    ours: Pairs


def divergences_in(text: str) -> dict[Place, Divergence]:
    """Read a file of divergences. Each entry must have a reason and two different answers."""
    found: dict[Place, Divergence] = {}
    for entry in tomllib.loads(text).get("divergence", ()):
        place = Place(entry["archive"], entry["file"], entry["round"])
        assert place not in found, f"{place} is listed twice"
        program, article, reading, argument = (
            entry[name].strip() for name in ("program", "article", "reading", "argument")
        )
        assert article.startswith("C.04"), f"{place}: {article!r} is not an article"
        assert program, f"{place}: the entry does not state who recorded the answer"
        assert argument, f"{place}: the entry states no reason"
        theirs, ours = (pairs_in(entry[name]) for name in ("theirs", "ours"))
        assert theirs != ours, f"{place}: the answers do not differ"
        found[place] = Divergence(place, program, article, reading, argument, theirs, ours)
    return found


def pairs_in(text: str) -> Pairs:
    return frozenset((int(white), int(black)) for white, _, black in (pair.partition("-") for pair in text.split()))


@cache
def known_divergences() -> dict[Place, Divergence]:
    return divergences_in((FIXTURES / "known_divergences.toml").read_text(encoding="utf-8"))


def assert_agrees(place: Place, found: Pairs, recorded: Pairs, known: dict[Place, Divergence] | None = None) -> None:
    """Check that our answer equals the recorded answer, or that the list of divergences contains both answers."""
    entry = (known_divergences() if known is None else known).get(place)
    if known is None:
        _count(place, known=entry is not None)
    if entry is None:
        assert found == recorded, place
        return
    assert recorded == entry.theirs, f"{place}: the recorded answer is not the one in the list of divergences"
    assert found == entry.ours, f"{place}: our answer is not the one in the list of divergences"


def _count(place: Place, *, known: bool) -> None:
    edition, _, archive = place.archive.partition("/")
    counted("golden", f"{'/'.join(edition.rsplit('-', 1))}: {archive}", known=known)


PLACE = Place("dubov-2026/rounds", "1-r4.trf", 4)

ENTRY = """
[[divergence]]
archive = "dubov-2026/rounds"
file = "1-r4.trf"
round = 4
program = "a program"
article = "C.04.4.1 3.2.4.1"
reading = ""
argument = "two White seekers need not meet"
theirs = "1-2 3-4 5-0"
ours = "1-4 3-2 5-0"
"""

THEIRS, OURS, NEITHER = {(1, 2), (3, 4), (5, 0)}, {(1, 4), (3, 2), (5, 0)}, {(2, 1), (3, 4), (5, 0)}

KNOWN = divergences_in(ENTRY)


def test_a_place_that_is_not_listed_must_agree_and_one_that_is_must_differ_as_it_says() -> None:
    assert_agrees(PLACE, THEIRS, THEIRS, {})
    assert_agrees(PLACE, OURS, THEIRS, KNOWN)
    for found, recorded, known in (
        *((OURS, THEIRS, {}), (THEIRS, THEIRS, KNOWN), (NEITHER, THEIRS, KNOWN), (OURS, OURS, KNOWN)),
        (OURS, NEITHER, KNOWN),
    ):
        with pytest.raises(AssertionError, match=r"1-r4\.trf"):
            assert_agrees(PLACE, found, recorded, known)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"C.04.4.1 3.2.4.1"', '"because"'),
        ('"two White seekers need not meet"', '" "'),
        ('"a program"', '""'),
        ('"1-4 3-2 5-0"', '"3-4 1-2 5-0"'),
        (ENTRY, ENTRY + ENTRY),
    ],
    ids=["no article", "no reason", "no program", "equal answers", "listed twice"],
)
def test_an_entry_is_argued_once_and_its_answers_differ(old: str, new: str) -> None:
    assert old in ENTRY
    with pytest.raises(AssertionError, match="rounds"):
        divergences_in(ENTRY.replace(old, new))


def test_every_place_that_is_listed_exists() -> None:
    for place in known_divergences():
        edition, _, name = place.archive.partition("/")
        assert place.file in archive_of(name, edition).members
