"""``swisscheck --endorse``: events of one side paired by the other, every difference named and counted.

The other side is any program that pairs as bbpPairings does: ``PROGRAM --dutch EVENT -p PAIRS``.
"""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from enum import Enum
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from checker.checked_file import CheckedFile, HowToCheck, check_source
from checker.diff import Pair
from checker.questions.moment import as_pairs, before_round
from checker.report import Status
from checker.sources import Source, find
from pairing_engine import __version__
from pairing_engine.facts.model import NOBODY, Settings, Tournament, Tpn
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import state_before
from pairing_engine.systems.choice import choose
from pairing_engine.systems.system import System
from pairing_engine.terminal.window import flow, hired
from trf import write

PATIENCE = 120
"""Seconds that a program may take for a round."""


class Kind(Enum):
    """What differs."""

    PAIRING = "pairing"
    COLOURS = "colours"
    BYE = "bye"
    BOARD_ORDER = "board order"
    STANDINGS = "standings"
    NO_ANSWER = "no answer"


class Found(NamedTuple):
    """A difference: ``event`` is a seed, or a file; ``round`` is 0 where it is of the whole event."""

    event: str
    round: int
    kind: Kind
    words: str

    def to_dict(self) -> dict[str, object]:
        """As a value for JSON."""
        return {"event": self.event, "round": self.round, "kind": self.kind.value, "words": self.words}


class Compared(NamedTuple):
    """An event: how many of its rounds were compared, and what differs."""

    rounds: int
    found: tuple[Found, ...] = ()


class Test(NamedTuple):
    """What is asked for: so many events from a seed on, of a system; paired by ``program``."""

    program: str
    events: int
    seed: int
    system: str | None
    edition: str | None


class Labour(NamedTuple):
    """So many processes, or a cluster."""

    jobs: int = 1
    cluster: str | None = None


def generated_events(test: Test, labour: Labour) -> Generator[Compared, None, None]:
    """Our events, each round of which the other program pairs again; in the order of their seeds."""
    yield from _spread(partial(compare_event, test=test), range(test.seed, test.seed + test.events), labour)


def others_events(paths: Iterable[Path], how: HowToCheck, labour: Labour) -> Generator[Compared, None, None]:
    """Events that another program has generated, which we check."""
    yield from _spread(partial(compare_file, how=how), find(paths), labour)


def _spread(work: partial[Compared], items: Iterable[object], labour: Labour) -> Generator[Compared, None, None]:
    with hired(*labour) as crew, closing(flow(work, items, crew, ordered=True)) as results:
        for done in results:
            name = done.item.name if isinstance(done.item, Source) else str(done.item)
            died = Found(name, 0, Kind.NO_ANSWER, "the process that compared it was killed: out of memory?")
            yield done.result or Compared(0, (died,))


def compare_event(seed: int, test: Test) -> Compared:
    """Generate an event, and let the other program pair each of its rounds."""
    system = choose(Settings(), test.system, test.edition).system
    event = generate(Plan(), seed, system)
    found: list[Found] = []
    with TemporaryDirectory() as folder:
        for number in range(1, len(event.rounds) + 1):
            ours = as_pairs(pair_round(system, state_before(event, number, system.conventions)))
            try:
                theirs = _paired(test.program, before_round(event, number), system, Path(folder))
            except (OSError, ValueError, subprocess.SubprocessError) as error:
                found.append(Found(str(seed), number, Kind.NO_ANSWER, " ".join(str(error).split())))
                continue
            found += [Found(str(seed), number, kind, words) for kind, words in differences(ours, theirs)]
    return Compared(len(event.rounds), tuple(found))


def _paired(program: str, event: Tournament, system: System, folder: Path) -> list[Pair]:
    """The pairs that a program gives for the next round. Raises OSError, ValueError, SubprocessError."""
    source, target = folder / "event.trf", folder / "pairs.txt"
    source.write_text(write(replace(event, recorded_ranks={})), encoding="utf-8", newline="")
    target.unlink(missing_ok=True)
    command = [program, f"--{system.name}", str(source), "-p", str(target)]
    done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
    if done.returncode or not target.exists():
        said = (done.stderr or done.stdout).decode(errors="replace").strip()
        raise ValueError(f"exit status {done.returncode}: {said[:200]}")
    lines = target.read_text(encoding="utf-8", errors="replace").split("\n")
    pairs = [tuple(map(int, line.split())) for line in lines[1:] if line.strip()]
    return [(Tpn(white), Tpn(black)) for white, black in pairs]


def differences(ours: Sequence[Pair], theirs: Sequence[Pair], *, ordered: bool = True) -> Iterator[tuple[Kind, str]]:
    """What parts two pairings of a round: the first of pairing, bye, colours and order of boards that does.

    Who differs in the bye differs in pairs as well, as a rule; both are told.
    """
    our_bye, their_bye = _bye(ours), _bye(theirs)
    our_games, their_games = _games(ours), _games(theirs)
    told = _told([pair for pair in ours if pair not in theirs], [pair for pair in theirs if pair not in ours])
    if our_bye != their_bye:
        yield Kind.BYE, told
    if {frozenset(pair) for pair in our_games} != {frozenset(pair) for pair in their_games}:
        yield Kind.PAIRING, told
    elif set(our_games) != set(their_games):
        yield Kind.COLOURS, told
    elif ordered and our_games != their_games:
        yield Kind.BOARD_ORDER, _told(our_games, their_games)


def _bye(pairs: Sequence[Pair]) -> list[Tpn]:
    return [white for white, black in pairs if black == NOBODY]


def _games(pairs: Sequence[Pair]) -> list[Pair]:
    return [pair for pair in pairs if pair[1] != NOBODY]


def _told(ours: Sequence[Pair], theirs: Sequence[Pair]) -> str:
    def shown(pairs: Sequence[Pair]) -> str:
        return ", ".join(f"{white} bye" if black == NOBODY else f"{white}-{black}" for white, black in pairs)

    return f"swisspair {shown(ours) or 'nothing'}; the other {shown(theirs) or 'nothing'}"


def compare_file(source: Source, how: HowToCheck) -> Compared:
    """Check an event of another program."""
    one = check_source(source, how)
    return Compared(0) if one is None else _of_file(one)


def _of_file(one: CheckedFile) -> Compared:
    if one.report is None:
        return Compared(0, (Found(one.name, 0, Kind.NO_ANSWER, one.no_edition or str(one.failure)),))
    found: list[Found] = []
    for told in one.report.rounds:
        if told.status is Status.DIFFERS:
            pairs = told.difference.expected, told.difference.recorded
            kinds = differences(*pairs, ordered=False)
            found += [Found(one.name, told.number, kind, words) for kind, words in kinds]
        elif told.status is not Status.AGREES:
            found.append(Found(one.name, told.number, Kind.NO_ANSWER, told.words or told.status.value))
    if one.ranks is not None and one.ranks.wrong:
        numbers = ", ".join(str(wrong.number) for wrong in one.ranks.wrong)
        found.append(Found(one.name, 0, Kind.STANDINGS, f"the ranks of {numbers}"))
    return Compared(len(one.report.rounds), tuple(found))


class Report(NamedTuple):
    """What a test came to."""

    title: str
    reproduce: str
    """How to see one of the differences again."""
    events: int
    rounds: int
    found: tuple[Found, ...]

    def to_dict(self) -> dict[str, object]:
        """As a value for JSON."""
        kinds = Counter(one.kind for one in self.found)
        return {
            "title": self.title,
            "version": __version__,
            "events": self.events,
            "rounds": self.rounds,
            "discrepancies": len({one.event for one in self.found}),
            "kinds": {kind.value: kinds[kind] for kind in Kind},
            "reproduce": self.reproduce,
            "differences": [one.to_dict() for one in self.found],
        }

    def to_text(self) -> str:
        """In lines."""
        kinds = Counter(one.kind for one in self.found)
        lines = [
            f"{self.title} (swisspair {__version__})",
            f"events: {self.events}, with {self.rounds} rounds",
            f"events with differences: {len({one.event for one in self.found})}",
            "differences: " + ", ".join(f"{kind.value} {kinds[kind]}" for kind in Kind),
        ]
        for one in self.found:
            where = f", round {one.round}" if one.round else ""
            lines.append(f"  {one.event}{where}: {one.kind.value}: {one.words}")
        if self.found:
            lines.append(f"to see one again: {self.reproduce}")
        return "".join(f"{line}\n" for line in lines)


def report_of(title: str, reproduce: str, compared: Iterable[Compared]) -> Report:
    """The report on these events."""
    events = rounds = 0
    found: list[Found] = []
    for one in compared:
        events, rounds = events + 1, rounds + one.rounds
        found += one.found
    return Report(title, reproduce, events, rounds, tuple(found))
