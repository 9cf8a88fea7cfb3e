"""``swisscheck --endorse``: events of one side paired by the other, every difference named, counted and explained."""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from enum import Enum
from functools import partial
from pathlib import Path
from typing import NamedTuple

from checker.diff import Pair, as_published
from checker.explain import Explanation
from checker.questions.moment import Moment, as_pairs, moment
from checker.report import Status
from checker.wording import sentence
from pairing_engine import __version__
from pairing_engine.facts.model import NOBODY, Settings, Tpn
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.kernel.boards import real_score
from pairing_engine.pairing import pair_round
from pairing_engine.systems.choice import choose
from swisspair.swisscheck.checked_file import CheckedFile, HowToCheck, check_source
from swisspair.swisscheck.forms import Form
from swisspair.swisscheck.other_engine import answer
from swisspair.terminal.many import hired
from swisspair.terminal.sources import Source, find
from swisspair.terminal.window import flow


class Aspect(Enum):
    """What differs."""

    PAIRING = "pairing"
    COLOURS = "colours"
    BYE = "bye"
    BOARD_ORDER = "board order"
    STANDINGS = "standings"
    NO_ANSWER = "no answer"


class Discrepancy(NamedTuple):
    """A difference: ``event`` is a seed, or a file; ``round`` is 0 where it is of the whole event."""

    event: str
    round: int
    kind: Aspect
    words: str
    why: str = ""
    """The article that decides against the other pairing, as we read it."""

    def to_dict(self) -> dict[str, object]:
        """As a value for JSON."""
        return {**self._asdict(), "kind": self.kind.value}


class Compared(NamedTuple):
    """An event: how many of its rounds were compared, and what differs."""

    rounds: int
    found: tuple[Discrepancy, ...] = ()


class Trial(NamedTuple):
    """What is asked for: so many events from a seed on, of a system; paired by ``program``."""

    program: str
    events: int
    seed: int
    system: str | None
    edition: str | None
    form: Form = Form.TRFX


class Workers(NamedTuple):
    """Who compares: so many processes, or a cluster."""

    jobs: int = 1
    cluster: str | None = None


def generated_events(trial: Trial, workers: Workers) -> Generator[Compared, None, None]:
    """Our events, each round of which the other program pairs again; in the order of their seeds."""
    yield from _spread(partial(compare_event, trial=trial), range(trial.seed, trial.seed + trial.events), workers)


def others_events(paths: Iterable[Path], how: HowToCheck, workers: Workers) -> Generator[Compared, None, None]:
    """Events that another program has generated, which we check."""
    yield from _spread(partial(compare_file, how=how), find(paths), workers)


def _spread(work: partial[Compared], items: Iterable[object], workers: Workers) -> Generator[Compared, None, None]:
    with hired(*workers) as crew, closing(flow(work, items, crew, ordered=True)) as results:
        for done in results:
            name = done.item.name if isinstance(done.item, Source) else str(done.item)
            died = Discrepancy(name, 0, Aspect.NO_ANSWER, "the process that compared it was killed: out of memory?")
            yield done.result or Compared(0, (died,))


def compare_event(seed: int, trial: Trial) -> Compared:
    """Generate an event, and let the other program pair each of its rounds."""
    system = choose(Settings(), trial.system, trial.edition).system
    event = generate(Plan(), seed, system)
    found: list[Discrepancy] = []
    for number in range(1, len(event.rounds) + 1):
        now = moment(event, number, system)
        try:
            theirs = answer(trial.program, now, trial.form)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            found.append(Discrepancy(str(seed), number, Aspect.NO_ANSWER, " ".join(str(error).split())))
            continue
        kinds = list(differences(as_pairs(now.pairing), theirs))
        for kind, words in kinds:
            found.append(Discrepancy(str(seed), number, kind, words, _why_of(kind, now, theirs)))
    return Compared(len(event.rounds), tuple(found))


def _why_of(kind: Aspect, now: Moment, theirs: Sequence[Pair]) -> str:
    if kind is not Aspect.BOARD_ORDER:
        return _why(now.explained(as_published(theirs)))
    boards = pair_round(now.of_event, now.given, now.engine, real_score).boards
    if [(board.white, board.black) for board in boards] == _games(theirs):
        # Where virtual points do not count in our order, the two are the same: only texts that have C.04.7 come here.
        return "the other sorts the boards by points without the virtual ones [C.04.7 1.5]"
    return f"the boards are sorted in another way than {now.system.basic.boards} recommends"


def _why(explanation: Explanation | None) -> str:
    """What decides against the other pairing."""
    if explanation is None:
        return "no reason was found: please report this"
    return sentence(explanation.finding, str)


def differences(ours: Sequence[Pair], theirs: Sequence[Pair], *, ordered: bool = True) -> Iterator[tuple[Aspect, str]]:
    """What parts two pairings of a round: the bye, and beside it the first of pairs, colours and order of boards.

    Pairings with another bye have, as a rule, other pairs as well: both are told.
    """
    our_bye, their_bye = _bye(ours), _bye(theirs)
    our_games, their_games = _games(ours), _games(theirs)
    told = _told([pair for pair in ours if pair not in theirs], [pair for pair in theirs if pair not in ours])
    if our_bye != their_bye:
        yield Aspect.BYE, told
    if {frozenset(pair) for pair in our_games} != {frozenset(pair) for pair in their_games}:
        yield Aspect.PAIRING, told
    elif set(our_games) != set(their_games):
        yield Aspect.COLOURS, told
    elif ordered and our_games != their_games:
        place, pairs = next(
            (n, both) for n, both in enumerate(zip(our_games, their_games, strict=True), 1) if both[0] != both[1]
        )
        yield Aspect.BOARD_ORDER, f"board {place}: {_told(pairs[:1], pairs[1:])}"


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
        return Compared(0, (Discrepancy(one.name, 0, Aspect.NO_ANSWER, one.no_edition or str(one.failure)),))
    found: list[Discrepancy] = []
    for told in one.report.rounds:
        if told.status is Status.DIFFERS:
            pairs = told.difference.expected, told.difference.recorded
            kinds = differences(*pairs, ordered=False)
            found += [Discrepancy(one.name, told.number, kind, words, _why(told.explanation)) for kind, words in kinds]
        elif told.status is not Status.AGREES:
            found.append(Discrepancy(one.name, told.number, Aspect.NO_ANSWER, told.words or told.status.value))
    if one.ranks is not None and one.ranks.wrong:
        numbers = ", ".join(str(wrong.number) for wrong in one.ranks.wrong)
        found.append(Discrepancy(one.name, 0, Aspect.STANDINGS, f"the ranks of {numbers}"))
    return Compared(len(one.report.rounds), tuple(found))


class Report(NamedTuple):
    """What a trial came to."""

    title: str
    reproduce: str
    """How to see one of the differences again."""
    events: int
    rounds: int
    found: tuple[Discrepancy, ...]

    def to_dict(self) -> dict[str, object]:
        """As a value for JSON."""
        kinds = Counter(one.kind for one in self.found)
        return {
            "title": self.title,
            "version": __version__,
            "events": self.events,
            "rounds": self.rounds,
            "discrepancies": len({one.event for one in self.found}),
            "kinds": {kind.value: kinds[kind] for kind in Aspect},
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
            "differences: " + ", ".join(f"{kind.value} {kinds[kind]}" for kind in Aspect),
        ]
        for one in self.found:
            where = f", round {one.round}" if one.round else ""
            lines.append(f"  {one.event}{where}: {one.kind.value}: {one.words}")
            lines += [f"    {one.why}"] if one.why else []
        if self.found:
            lines.append(f"to see one again: {self.reproduce}")
        return "".join(f"{line}\n" for line in lines)


def report_of(title: str, reproduce: str, compared: Iterable[Compared]) -> Report:
    """The report on these events."""
    events = rounds = 0
    found: list[Discrepancy] = []
    for one in compared:
        events, rounds = events + 1, rounds + one.rounds
        found += one.found
    return Report(title, reproduce, events, rounds, tuple(found))
